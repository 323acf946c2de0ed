/** A new list with the columns and settings of an earlier screening, dismissed notices, and practice credits. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/index.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

const HEAD = 'Donor No,Given,Family,Home,Town,Region,Code';
const ANN = '17,Ann,Zephyrine,1 Mill St,Lowell,MA,01852';

async function importLike(lines: readonly string[], settingsFrom: Input<'projects.create'>['settingsFrom']) {
  const { id } = await desk.call('projects.create', { file: await desk.file('new.csv', lines), settingsFrom });
  await desk.idle();
  return { view: await desk.call('projects.get', { id }), id };
}

const fieldsOf = async (id: string) =>
  (await desk.call('columns.get', { id })).plan.columns.map(({ to }) => (to.kind === 'field' ? to.field : to.kind));
const notesOf = async (id: string) => (await desk.call('import.get', { id })).notes;

it('reports that the folder is new until the first list, even if that list is removed later', async () => {
  const { isNew } = await desk.call('app.get', {});
  expect(isNew).toBe(true);
  const id = await desk.importList([HEAD, ANN]);
  await desk.call('projects.remove', { id });
  expect((await desk.call('app.get', {})).isNew).toBe(false);
});

it('uses the columns and settings of an earlier screening, with the headings in another order', async () => {
  const id = await desk.importList([HEAD, ANN]);
  const suggested = await fieldsOf(id);
  const { plan } = await desk.call('columns.get', { id });
  const columns = plan.columns.map((column) =>
    column.column === 3 ? { ...column, to: { kind: 'field' as const, field: 'businessName' as const }, settled: true } : column,
  );
  await desk.call('columns.change', { id, plan: { ...plan, columns } });
  await desk.call('projects.change', { id, name: 'Town office', purpose: 'Gala', sendErrors: true, recencyDays: 30, resendRecent: true });
  const mapped = await fieldsOf(id);
  expect(mapped).not.toEqual(suggested);
  await desk.send(id);
  const charged = await desk.charged();

  const moved = ['Town,Given,Donor No,Family,Home,Code,Region', 'Nashua,Bea,18,Quillfeather,2 Quarry Rd,03060,NH'];
  const next = await importLike(moved, { kind: 'project', id });
  expect(next.view.state).toEqual({ at: 'draft' });
  expect(next.view.purpose).toBe('Gala');
  expect(await notesOf(next.id)).toContain('The columns and the settings come from “Town office”.');
  expect((await desk.call('columns.get', { id: next.id })).template).toEqual({ name: 'Town office', changed: false });
  expect(await fieldsOf(next.id)).toEqual([mapped[4], mapped[1], mapped[0], mapped[2], 'businessName', mapped[6], mapped[5]]);
  // The check uses the adopted columns.
  const page = await desk.call('check.page', { id: next.id, filter: { kind: 'all' }, find: '', offset: 0, limit: 5 });
  const at = page.fields.indexOf('businessName');
  expect(page.rows[0]!.values[at]).toBe('2 Quarry Rd');
  const cost = await desk.call('cost.get', { id: next.id });
  expect(cost.sendErrors).toBe(true);
  expect(cost.resendRecent).toBe(false);
  // Nothing was charged.
  expect(await desk.charged()).toBe(charged);
  // Undo restores the columns suggested for the file.
  await desk.call('templates.undo', { id: next.id });
  expect(await fieldsOf(next.id)).not.toContain('businessName');
});

it('duplicates a chosen screening on its connection, and names the headings that the new file lacks', async () => {
  const earlier = (await desk.call('projects.list', {})).find(({ name }) => name === 'Town office')!;
  const from = { kind: 'project', id: earlier.id } as const;
  const copy = await importLike(['Donor No,Given,Family,Home,Note', '18,Bea,Quillfeather,2 Quarry Rd,x'], from);
  expect(copy.view).toMatchObject({ purpose: 'Gala', connection: { id: earlier.connection.id }, lineage: null, state: { at: 'draft' } });
  expect((await notesOf(copy.id))[1]).toBe('“Town office” used “Town”, “Region”, which this file does not have.');
  expect((await fieldsOf(copy.id)).slice(3)).toEqual(['businessName', 'none']);
  // Settings that could pay for people again are not copied: neither the override nor the shorter recency window of 30 days.
  const cost = await desk.call('cost.get', { id: copy.id });
  expect({ sendErrors: cost.sendErrors, resendRecent: cost.resendRecent, recencyDays: cost.screened.recencyDays }).toEqual({
    sendErrors: true,
    resendRecent: false,
    recencyDays: 90,
  });

  const other = await importLike(['First Name,Last Name,Zip', 'Bea,Quillfeather,03060'], from);
  expect((await notesOf(other.id))[0]).toContain('This file has none of the headings that “Town office” uses');
  expect(await fieldsOf(other.id)).toEqual(['primaryFirst', 'primaryLast', 'postalCode']);

  const gone = { kind: 'project', id: 'gone' } as const;
  await expect(desk.call('projects.create', { file: await desk.file('x.csv', [HEAD, ANN]), settingsFrom: gone })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('remembers dismissed notices after a restart', async () => {
  expect((await desk.call('app.dismiss', { key: 'refused:a' })).dismissed).toEqual(['refused:a']);
  await desk.call('app.dismiss', { key: 'template:b' });
  await desk.call('app.dismiss', { key: 'refused:a' });
  await desk.restart();
  expect((await desk.call('app.get', {})).dismissed).toEqual(['template:b', 'refused:a']);
});

it('names the data folder, which this host cannot open', async () => {
  expect(await desk.call('app.folder', {})).toEqual({ path: join(desk.folder, 'data'), canOpen: false });
  expect(await desk.call('app.openFolder', {})).toEqual({ opened: false });
});

it('refills the practice credits to one million, and does not change a live connection', async () => {
  const live = () => desk.practice.client.ledger();
  const before = await live();
  expect(await desk.call('credits.read', { connectionId: 'practice' })).toMatchObject({ remaining: 100_000 });
  expect(await desk.call('connections.refillPractice', {})).toMatchObject({ id: 'practice', credits: { remaining: 1_000_000 } });
  expect(await desk.call('credits.read', { connectionId: 'practice' })).toMatchObject({ remaining: 1_000_000 });
  // A second time changes nothing.
  expect(await desk.call('connections.refillPractice', {})).toMatchObject({ credits: { remaining: 1_000_000 } });
  expect(await live()).toEqual(before);
});
