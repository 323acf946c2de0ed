/**
 * Medical record numbers as constituent IDs: the service receives pseudonyms, and all results have the numbers.
 * @module-tag deep
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { MappingPlan } from '../../../shared/mapping/plan.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { type RecordedService, recordService } from '../../kit/recorded-service.ts';

const HEADINGS = 'MRN,First Name,Last Name,Address,City,State,ZIP,Email,Diagnosis';
const NUMBERS = ['88400117', '88400118', '088400118', 'Ünit-7"x', '88400120'];
const people = (prefix: string) =>
  [
    `Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,rosalind@${prefix}.example.org,C50.9`,
    `Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,desmond@${prefix}.example.org,I10`,
    `Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,tobias@${prefix}.example.org,E11.9`,
    `Beatrix,Farrow,9 Fern Hollow Dr,Portland,OR,97201,beatrix@${prefix}.example.org,J45`,
    `Clement,Abara,3 Cooper St,Salem,OR,97301,clement@${prefix}.example.org,M54`,
  ].map((rest, at) => `${prefix}${NUMBERS[at]!.replaceAll('"', '')},${rest}`);
const numbersOf = (prefix: string) => NUMBERS.map((number) => prefix + number.replaceAll('"', ''));
const PSEUDONYM = /^P-[A-Z2-7]+$/;

let desk: TestDesk;
let service: RecordedService;
let lowerCase = false;
beforeAll(async () => {
  desk = await TestDesk.start();
  service = await recordService(desk.practice.client.url, (answer) =>
    lowerCase ? answer.replaceAll(/P-[A-Z2-7]+/g, (id) => id.toLowerCase()) : answer,
  );
  desk.connectionId = (await desk.call('connections.add', { name: 'Recorded', baseUrl: service.url })).id;
});
afterAll(async () => {
  await service.close();
  await desk.close();
});
afterEach((context) => {
  lowerCase = false;
  context.expect(desk.log.errors).toEqual([]);
});

/** Imports a list whose medical record number is the constituent ID, and returns the project. */
async function importList(lines: readonly string[]): Promise<string> {
  const id = await desk.importList(lines);
  const { plan, suggestions } = await desk.call('columns.get', { id });
  expect(suggestions[0]).toMatchObject({ to: { kind: 'none' }, sensitive: true });
  const columns = plan.columns.map((one) =>
    one.column === 0 ? { ...one, to: { kind: 'field' as const, field: 'constituentId' as const }, settled: true } : one,
  );
  await desk.call('columns.change', { id, plan: { ...plan, columns } });
  return id;
}

const wire = () => service.sent.join('\n');

it('only pseudonyms reach the service, and every result appears under its number', async () => {
  const id = await importList([HEADINGS, ...people('A')]);
  const [first] = (await desk.call('cost.sample', { id, limit: 1 })).records;
  expect((JSON.parse(first!.text) as { constituentId: string }).constituentId).toMatch(PSEUDONYM);
  await desk.send(id);
  const arrived = await desk.idsOnService(id);
  expect(new Set(arrived).size).toBe(5);
  for (const pseudonym of arrived) expect(pseudonym).toMatch(PSEUDONYM);
  for (const number of numbersOf('A')) expect(wire()).not.toContain(number);
  expect(wire()).not.toMatch(/8840011|C50\.9|E11/);
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => [row['MRN'], row['First Name'], row['Screening outcome']])).toEqual(
    numbersOf('A').map((number, at) => [number, ['Rosalind', 'Desmond', 'Tobias', 'Beatrix', 'Clement'][at], 'Scored']),
  );
  expect((await desk.exportRows(id, { kind: 'scoresById' })).map((row) => row['MRN'])).toEqual(numbersOf('A'));
  const person = await desk.call('results.person', { id, row: 5 });
  expect(person.record[0]).toMatchObject({ field: 'constituentId', value: numbersOf('A')[3] });
  expect(JSON.stringify(person)).not.toMatch(/P-[A-Z2-7]{21}/);
  expect(JSON.stringify(rows)).not.toMatch(/P-[A-Z2-7]{21}/);
});

it('a service that changes the case of IDs still returns results to the right rows', async () => {
  lowerCase = true;
  const id = await importList([HEADINGS, ...people('B')]);
  await desk.send(id);
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => [row['MRN'], row['Screening outcome']])).toEqual(numbersOf('B').map((number) => [number, 'Scored']));
});

it('a row that the service refuses names the number, and a fix sends a pseudonym again', async () => {
  const lines = [HEADINGS, ...people('C')];
  const id = await importList([...lines, 'C88400199,Nora,Nobody,1 Elm St,Boston,MA,02108,nora@example.invalid,Z00']);
  await desk.call('projects.change', { id, sendErrors: true });
  await desk.send(id);
  const refused = await desk.exportRows(id, { kind: 'refusedRows' });
  expect(refused.map((row) => row['MRN'])).toEqual(['C88400199']);
  expect(JSON.stringify(refused)).not.toMatch(/P-[A-Z2-7]{21}/);
  const retry = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  await desk.call('check.edit', { id: retry.id, row: 7, field: 'personalEmail', value: 'nora@c.example.org' });
  await desk.send(retry.id);
  expect(wire()).not.toMatch(/C884/);
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => [row['MRN'], row['Screening outcome']])).toEqual(
    [...numbersOf('C'), 'C88400199'].map((number) => [number, 'Scored']),
  );
});

it('a list with other pseudonyms counts as the same list, and no one is paid for twice', async () => {
  const lines = [HEADINGS, ...people('D')];
  const before = await desk.charged();
  await desk.send(await importList(lines));
  const paid = await desk.charged();
  expect(paid).toBeGreaterThan(before);
  const again = await importList(lines);
  // Without the comparison with recent screenings, only the fingerprint of the list stops it.
  await desk.call('projects.change', { id: again, resendRecent: true });
  await desk.send(again);
  const { state, lastError } = await desk.call('projects.get', { id: again });
  expect([state.at, lastError?.code]).toEqual(['draft', 'SENT_BEFORE']);
  expect(await desk.charged()).toBe(paid);
});

it('people who were screened under pseudonyms are recognized by their numbers', async () => {
  const lines = [HEADINGS, ...people('E')];
  await desk.send(await importList(lines));
  const id = await importList([...lines, 'E88400777,Ottilie,Marsh,8 Pine St,Salem,OR,97301,ottilie@e.example.org,Z00']);
  await desk.call('check.get', { id });
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(1);
});

it('the results of a list in parts appear under its numbers', async () => {
  const connections = await desk.call('connections.list', {});
  const { settings } = connections.find(({ id }) => id === desk.connectionId)!;
  await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
  const id = await importList([HEADINGS, ...people('F')]);
  await desk.send(id, 3);
  await desk.idle();
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => [row['MRN'], row['Screening outcome']])).toEqual(numbersOf('F').map((number) => [number, 'Scored']));
  expect(wire()).not.toMatch(/F884/);
});

it('the IDs themselves are sent if the user turns off pseudonyms', async () => {
  const id = await importList([HEADINGS, ...people('G')]);
  const { plan } = await desk.call('columns.get', { id });
  await desk.call('columns.change', { id, plan: { ...plan, pseudonyms: false } });
  const [first] = (await desk.call('cost.sample', { id, limit: 1 })).records;
  expect((JSON.parse(first!.text) as { constituentId: string }).constituentId).toBe('G88400117');
});

it('that IDs are sent as they are, as chosen for one column, is not taken over for another one by a template', async () => {
  const headings = `Donor No,${HEADINGS}`;
  const both = (prefix: string) => people(prefix).map((line, at) => `D${at + 1},${line}`);
  const map = (plan: MappingPlan, column: number): MappingPlan => ({
    ...plan,
    columns: plan.columns.map((one) => {
      if (one.column === column) return { ...one, to: { kind: 'field', field: 'constituentId' }, settled: true };
      return one.column < 2 ? { ...one, to: { kind: 'none' } } : one;
    }),
  });
  const earlier = await desk.importList([headings, ...both('K')]);
  await desk.call('columns.change', { id: earlier, plan: map((await desk.call('columns.get', { id: earlier })).plan, 1) });
  const template = await desk.call('templates.save', { id: earlier, name: 'By medical record number' });
  const id = await desk.importList([headings, ...both('L')]);
  const { plan } = await desk.call('columns.get', { id });
  await desk.call('columns.change', { id, plan: { ...map(plan, 0), pseudonyms: false } });
  await desk.call('templates.apply', { id, template: template.id });
  const [first] = (await desk.call('cost.sample', { id, limit: 1 })).records;
  expect((JSON.parse(first!.text) as { constituentId: string }).constituentId).toMatch(PSEUDONYM);
});

it('people of a do-not-screen list are recognized by the number, which is its only key', async () => {
  const optedOut = ['MRN,Last Name,Opted out on', 'N88400117,Quayle,5/1/2025', 'N88400118,Okafor,6/1/2025'];
  const { list } = await desk.call('doNotScreen.add', { file: await desk.file('opted-out.csv', optedOut) });
  expect(list).toMatchObject({ people: 2, lists: [{ ids: 2 }] });
  const id = await importList([HEADINGS, ...people('N')]);
  expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 3, leftOut: [{ reason: 'suppressed', rows: 2 }] });
  await desk.call('doNotScreen.clear', {});
});

it('an ID that is too long for a pseudonym is an error in Check and is not sent, until the user resolves it', async () => {
  const long = `H${'9'.repeat(146)}`;
  const id = await importList([HEADINGS, ...people('H'), `${long},Nora,Marsh,8 Pine St,Salem,OR,97301,nora@h.example.org,Z00`]);
  const found = async () => (await desk.call('check.get', { id })).rules.filter(({ code }) => code === 'ID_WITHOUT_PSEUDONYM');
  expect(await found()).toMatchObject([{ code: 'ID_WITHOUT_PSEUDONYM', severity: 'error', rows: 1 }]);
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(5);
  // It is sent if it is one byte shorter, or if the IDs themselves are sent.
  await desk.call('check.edit', { id, row: 7, field: 'constituentId', value: long.slice(1) });
  expect(await found()).toEqual([]);
  await desk.call('check.undo', { id });
  const { plan } = await desk.call('columns.get', { id });
  await desk.call('columns.change', { id, plan: { ...plan, pseudonyms: false } });
  expect(await found()).toEqual([]);
  expect((await desk.call('cost.get', { id })).rowsToSend).toBe(6);
  await desk.call('columns.change', { id, plan: { ...plan, pseudonyms: true } });
  expect(await found()).toMatchObject([{ rows: 1 }]);
  await desk.send(id, 3);
  await desk.idle();
  expect(wire()).not.toContain(long);
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => row['Screening outcome'])).toEqual([...Array<string>(5).fill('Scored'), 'Not sent']);
});

it('the choice of pseudonyms is kept for another header row with the same heading, and must be made again for another ID', async () => {
  const headings = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email,Note';
  const id = await desk.importList([headings, headings, headings.replace('Constituent ID', 'Donor ID'), ...people('J')]);
  const sample = async () =>
    (JSON.parse((await desk.call('cost.sample', { id, limit: 1 })).records[0]!.text) as { constituentId: string }).constituentId;
  await desk.call('import.change', { id, headerRow: 1 });
  const { plan } = await desk.call('columns.get', { id });
  await desk.call('columns.change', { id, plan: { ...plan, pseudonyms: true } });
  const again = await desk.call('import.change', { id, headerRow: 2 });
  expect(again.notes.join(' ')).not.toContain('pseudonyms');
  expect((await desk.call('columns.get', { id })).plan.pseudonyms).toBe(true);
  await desk.call('check.get', { id });
  expect(await sample()).toMatch(PSEUDONYM);

  const other = await desk.call('import.change', { id, headerRow: 3 });
  expect(other.notes.slice(1)).toEqual([
    'You chose to send pseudonyms in place of the constituent IDs. The ID is in another column now: choose again in Columns.',
  ]);
  const { plan: now, headers } = await desk.call('columns.get', { id });
  expect(headers[0]).toBe('Donor ID');
  expect(now.columns[0]!.to).toEqual({ kind: 'field', field: 'constituentId' });
  expect(now.pseudonyms).toBeUndefined();
});
