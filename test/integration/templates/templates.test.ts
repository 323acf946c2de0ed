/** Saved mappings: stored encrypted, offered for the same headings, applied to a list and undone, exported and imported as JSON. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { setupApplication } from '../../kit/setup-application.ts';
import { testHost } from '../../kit/test-ports.ts';
import { desk as terminal } from '../../kit/terminal.ts';

/** The path of the next export. */
let target: string | null = null;
const app = setupApplication({ host: testHost(() => target) });
const { call } = app;
beforeEach(() => {
  target = null;
});

async function failure(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof AppError ? { code: error.code, message: error.message } : { code: 'none', message: String(error) };
}

async function importList(name: string, lines: readonly string[]): Promise<string> {
  return await app.createDraft({ file: await app.offer(name, lines.join('\n')) });
}

const HEAD = 'Donor No,Given,Family,Home,Town,Code,Since';
const ANN = '17,Ann,Zephyrine,1 Mill St,Lowell,01852,03/04/2021';
const BEA = '18,Bea,Quillfeather,2 Mill St,Lowell,01853,05/06/2020';
const TARGETS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'postalCode', 'rfmFirstGiftDate'] as const;

/** Maps the columns of a list as a user would, dates with the day first. */
async function mapByHand(id: string): Promise<ColumnsView> {
  const { plan } = await call('columns.get', { id });
  return await call('columns.change', {
    id,
    plan: {
      ...plan,
      columns: plan.columns.map((column, index) => ({
        ...column,
        to: { kind: 'field', field: TARGETS[index]! },
        settled: true,
        dateOrder: index === 6 ? 'dmy' : null,
      })),
      constants: [{ field: 'state', value: 'Zzyzx County Friends' }],
    },
  });
}

const fieldsOf = ({ plan }: Pick<ColumnsView, 'plan'>) => plan.columns.map(({ to }) => (to.kind === 'field' ? to.field : to.kind));

describe('a saved mapping', () => {
  it('is offered for the same headings in another order, applied and undone', async () => {
    const first = await importList('spring.csv', [HEAD, ANN]);
    await mapByHand(first);
    const saved = await call('templates.save', { id: first, name: '  Town office ' });
    expect(saved).toMatchObject({ name: 'Town office', headings: 7, used: 7 });
    expect(await call('templates.offers', { id: first })).toMatchObject([{ same: true, changes: 0 }]);

    const second = await importList('autumn.csv', [
      'TOWN,donor_no,Family,Given,Since,Home,Code',
      'Lowell,18,Quillfeather,Bea,05/06/2020,2 Mill St,01853',
    ]);
    const before = await call('columns.get', { id: second });
    const [offered] = await call('templates.offers', { id: second });
    expect(offered).toMatchObject({ id: saved.id, name: 'Town office', same: true, found: 7, of: 7 });
    expect(offered!.changes).toBeGreaterThan(0);
    const fit = await call('templates.fit', { id: second, template: saved.id });
    expect([fit.missing, fit.added]).toEqual([[], []]);
    // The preview changes nothing.
    expect(await call('columns.get', { id: second })).toEqual(before);

    const applied = await call('templates.apply', { id: second, template: saved.id });
    expect(fieldsOf(applied)).toEqual(['city', 'constituentId', 'primaryLast', 'primaryFirst', 'rfmFirstGiftDate', 'street', 'postalCode']);
    expect(applied.template).toEqual({ name: 'Town office', changed: false });
    expect(await call('templates.offers', { id: second })).toMatchObject([{ changes: 0 }]);
    const page = await call('check.page', { id: second, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
    const values = Object.fromEntries(page.fields.map((field, index) => [field, page.rows[0]!.values[index]]));
    expect(values).toMatchObject({ constituentId: '18', primaryFirst: 'Bea', primaryLast: 'Quillfeather', rfmFirstGiftDate: '2020-06-05' });

    const undone = await call('templates.undo', { id: second });
    expect(undone.plan).toEqual(before.plan);
    expect(undone.template).toBeNull();
    expect((await failure(call('templates.undo', { id: second }))).code).toBe('NOT_NOW');
  });

  it('shows that the columns were changed after it, and can still be undone as a whole', async () => {
    const id = await importList('spring.csv', [HEAD, ANN]);
    const before = await call('columns.get', { id });
    await mapByHand(id);
    const { id: template } = await call('templates.save', { id, name: 'Town office' });
    await call('columns.change', { id, plan: before.plan });
    const { plan } = await call('templates.apply', { id, template });
    const changed = await call('columns.change', { id, plan: { ...plan, constants: [] } });
    expect(changed.template).toEqual({ name: 'Town office', changed: true });
    expect((await call('templates.undo', { id })).plan).toEqual(before.plan);
  });

  it('names what a sheet with other headings lacks and adds', async () => {
    const first = await importList('spring.csv', [HEAD, ANN]);
    await mapByHand(first);
    const { id: template } = await call('templates.save', { id: first, name: 'Town office' });
    const other = await importList('other.csv', ['Donor No,Given,Family,Class Year', '17,Ann,Zephyrine,1987']);
    expect(await call('templates.offers', { id: other })).toMatchObject([{ same: false, found: 3, of: 7 }]);
    const { missing, added } = await call('templates.fit', { id: other, template });
    expect(missing).toEqual(['Home', 'Town', 'Code', 'Since']);
    expect(added).toEqual(['Class Year']);
  });

  it('reads dates as the values of the new list require, not as in the old list', async () => {
    const first = await importList('spring.csv', [HEAD, ANN]);
    await mapByHand(first);
    const { id: template } = await call('templates.save', { id: first, name: 'Town office' });
    const second = await importList('autumn.csv', [
      HEAD,
      BEA,
      ...['05/26/2020', '05/27/2020'].map((day) => BEA.replace('05/06/2020', day)),
    ]);
    const { plan } = await call('templates.apply', { id: second, template });
    expect(plan.columns[6]!.dateOrder).toBe('mdy');
  });

  it('has a unique name, and can be replaced on request, renamed and removed', async () => {
    const id = await importList('spring.csv', [HEAD, ANN]);
    const kept = await call('templates.save', { id, name: 'Town office' });
    expect(await failure(call('templates.save', { id, name: 'TOWN OFFICE' }))).toMatchObject({ code: 'TEMPLATE_NAME_TAKEN' });
    await mapByHand(id);
    const replaced = await call('templates.save', { id, name: 'Town office', replace: true });
    expect(replaced.id).toBe(kept.id);
    const other = await call('templates.save', { id, name: 'Alumni' });
    expect((await failure(call('templates.rename', { id: other.id, name: 'town office' }))).code).toBe('TEMPLATE_NAME_TAKEN');
    await call('templates.rename', { id: other.id, name: 'ALUMNI' });
    expect((await call('templates.list', {})).map(({ name }) => name)).toEqual(['ALUMNI', 'Town office']);
    await call('templates.remove', { id: other.id });
    expect(await call('templates.list', {})).toHaveLength(1);
    expect((await failure(call('templates.apply', { id, template: other.id }))).code).toBe('NOT_FOUND');
  });

  it('is available after a restart, and its headings, name and constants are not readable on the disk', async () => {
    const id = await importList('spring.csv', [HEAD.replace('Home', 'Ask Marguerite'), ANN]);
    await mapByHand(id);
    await call('templates.save', { id, name: 'For Quillfeather' });
    const saved = await call('templates.list', {});
    await app.close();
    const data = join(app.folder, 'data');
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      if (!name.includes('.sqlite')) continue;
      const bytes = readFileSync(join(data, name));
      for (const text of ['Marguerite', 'Quillfeather', 'Zzyzx', 'Zephyrine'])
        expect(bytes.includes(text), `${text} in ${name}`).toBe(false);
    }
    await app.start();
    expect(await call('templates.list', {})).toEqual(saved);
  });

  it('stays after its project is removed, and cannot be applied to a removed project', async () => {
    const id = await importList('spring.csv', [`${HEAD},State`, `${ANN},MA`]);
    const { id: template } = await call('templates.save', { id, name: 'Town office' });
    await call('projects.remove', { id });
    expect((await failure(call('templates.apply', { id, template }))).code).toBe('NOT_FOUND');
    expect(await call('templates.list', {})).toHaveLength(1);
  });
});

describe('a template as JSON', () => {
  it('is the same after an import, with a number after a name that is taken', async () => {
    const id = await importList('spring.csv', [HEAD, ANN]);
    await mapByHand(id);
    const saved = await call('templates.save', { id, name: 'Town: office' });
    target = join(app.folder, 'kept.json');
    expect(await call('templates.export', { id: saved.id })).toEqual({ shown: target, download: null });
    expect(readdirSync(app.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const text = readFileSync(target, 'utf8');
    const again = await call('templates.import', { file: await app.offer('moved.json', text) });
    expect(again).toMatchObject({ name: 'Town: office (2)', headings: 7, used: 7 });
    expect({ ...(await call('templates.get', { id: again.id })), name: '' }).toEqual({
      ...(await call('templates.get', { id: saved.id })),
      name: '',
    });
    expect(await call('templates.offers', { id })).toMatchObject([{ same: true }, { same: true }]);
  });

  it('is not written if the user chooses no place, and leaves no partial file if the place is not writable', async () => {
    const id = await importList('spring.csv', [HEAD, ANN]);
    const saved = await call('templates.save', { id, name: 'Town office' });
    expect(await call('templates.export', { id: saved.id })).toBeNull();
    mkdirSync(join(app.folder, 'taken.json'));
    target = join(app.folder, 'taken.json');
    expect((await failure(call('templates.export', { id: saved.id }))).code).toBe('TARGET_UNWRITABLE');
    expect(readdirSync(app.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.each([
    ['cut.json', '{"version":1,"name":', 'cut off'],
    ['list.json', '[{"name":"Ann"}]', 'not one that was exported as a template'],
    ['newer.json', '{"version":2,"name":"x","plan":{}}', 'newer version'],
    ['picture.json', '\u0000\u0001\u0002', 'not a JSON file'],
  ])('%s is refused with its reason, and nothing is kept', async (name, text, reason) => {
    const refused = await failure(call('templates.import', { file: await app.offer(name, text) }));
    expect(refused.code).toBe('TEMPLATE_UNREADABLE');
    expect(refused.message).toContain(reason);
    expect(refused.message).toContain(`“${name}”`);
    expect(await call('templates.list', {})).toEqual([]);
  });

  it('is refused if it is too large', async () => {
    const refused = await failure(call('templates.import', { file: await app.offer('large.json', ' '.repeat(17 * 1024 * 1024)) }));
    expect(refused).toMatchObject({ code: 'TEMPLATE_UNREADABLE' });
    expect(refused.message).toContain('too large');
  });
});

it('the command line can save, list, use, export, import and remove templates', async () => {
  const id = await importList('spring.csv', [HEAD, ANN]);
  await mapByHand(id);
  await app.close();
  const data = ['--data', join(app.folder, 'cli'), '--json'];
  const list = join(app.folder, 'spring.csv');
  const screened = await terminal([
    'screen',
    list,
    '--out',
    join(app.folder, 'never.xlsx'),
    '--connection',
    'practice',
    '--map',
    'Given=primaryFirst',
    ...data,
  ]);
  // Without --yes and without a confirmation, nothing is sent. The project is kept.
  expect(screened.exit).toBe(1);
  const projects = await terminal(['projects', ...data]);
  const project = (projects.lines[0] as { id: string }).id;
  expect((await terminal(['templates', 'save', project.slice(0, 8), '--name', 'Town', ...data])).lines).toMatchObject([
    { ok: true, name: 'Town' },
  ]);
  expect((await terminal(['templates', 'save', project, '--name', 'town', ...data])).lines).toMatchObject([
    { ok: false, error: { code: 'TEMPLATE_NAME_TAKEN' } },
  ]);
  expect((await terminal(['templates', 'list', ...data])).lines).toMatchObject([{ name: 'Town', headings: 7 }]);
  const looked = await terminal(['inspect', list, '--template', 'TOWN', ...data]);
  const columns = (looked.lines[0] as { columns: { header: string; field: string | null; reason: string }[] }).columns;
  expect(columns.find(({ header }) => header === 'Given')).toMatchObject({ field: 'primaryFirst', reason: 'Template “Town”' });
  expect((await terminal(['check', list, '--template', 'Town', ...data])).lines.at(-1)).toMatchObject({ ok: true, rows: 1 });
  expect((await terminal(['check', list, '--template', 'Nobody', ...data])).lines).toMatchObject([
    { ok: false, error: { code: 'NOT_FOUND' } },
  ]);
  const file = join(app.folder, 'town.json');
  expect((await terminal(['templates', 'export', 'Town', '--out', file, ...data])).exit).toBe(0);
  expect((await terminal(['templates', 'remove', 'Town', '--yes', ...data])).exit).toBe(0);
  expect((await terminal(['templates', 'import', file, ...data])).lines).toMatchObject([{ ok: true, name: 'Town' }]);
  expect((await terminal(['templates', 'apply', project, '--name', 'Town', ...data])).lines).toMatchObject([
    { ok: true, missing: [], added: [] },
  ]);
  await app.start();
});

it('a file is checked in a terminal with the organization rules of the data folder if the option is set', async () => {
  await call('organizationRules.set', { required: ['personalEmail'], severities: { ZIP_FOUR_DIGITS: 'error' } });
  await app.close();
  const list = join(app.folder, 'list.csv');
  writeFileSync(list, 'Constituent ID,First Name,Last Name,ZIP,Email\nA1,Rosalind,Quayle,01609,r@example.org\nA2,Tobias,Farrow,1609,\n');
  const data = ['--data', join(app.folder, 'data')];
  const check = async (...more: string[]) => (await terminal(['check', list, '--json', ...more, ...data])).lines.at(-1);
  expect(await check()).toMatchObject({ ok: true, rows: 2, invalid: 0 });
  const strict = (await check('--organization-rules')) as { rules: { code: string; severity: string; rows: number }[] };
  expect(strict).toMatchObject({ ok: true, rows: 2, invalid: 1 });
  const errors = strict.rules.filter(({ severity }) => severity === 'error').map(({ code, rows }) => `${code} ${rows}`);
  expect(errors.toSorted()).toEqual(['FIELD_REQUIRED 1', 'ZIP_FOUR_DIGITS 1']);
  await app.start();
});
