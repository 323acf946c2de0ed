/** "Same as last time": the recipe of an earlier screening for a new list; checks its columns, cells, rows to send, and the ledger. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Output } from '../../../shared/contract/index.ts';
import { decryptedOf } from '../../kit/carving.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

const HEAD = 'Donor No,First Name,Last Name,Street,City,State,ZIP,Email,Last Gift Date,Last Gift,Rank,Deceased';
const ROWS = [
  '17,Mr. Ann,Zephyrine,1 Mill St,Lowell,MA,01852,ann@example.org,03/18/2024,100,5,No',
  '18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060,bea@example,04/19/2024,200,4,No',
  '19,Dr. Cy,Umberfield,3 Kiln Ln,Keene,NH,03431,cy@example.org,05/20/2024,300,3,No',
  '20,Dee,Ottershaw,4 Weir Way,Salem,MA,01970,dee(at)example.org,06/21/2024,400,2,Gone',
  '21,Eli,Marchbanks,5 Loom St,Dover,NH,03820,eli@example.org,07/22/2099,500,1,Yes',
];
const all = { kind: 'all' } as const;

const pageOf = async (id: string) => {
  const { fields, rows } = await desk.call('check.page', { id, filter: all, find: '', offset: 0, limit: 200 });
  return { fields, rows: rows.map(({ values, leftOut }) => ({ values, leftOut })) };
};
const planOf = async (id: string) => (await desk.call('columns.get', { id })).plan;
/** A plan without whether columns are confirmed, because all columns of a sent list are. */
const targetsOf = ({ columns, ...plan }: Output<'columns.get'>['plan']) => ({
  ...plan,
  columns: columns.map((column) => ({ ...column, settled: true })),
});
const preview = (id: string, of: string, choices: Record<string, string> = {}): Promise<Output<'recipe.preview'>> =>
  desk.call('recipe.preview', { id, of, choices, fixes: null });

/** The earlier list: a column changed by hand, fixes by rule, a cell corrected by hand, and people ordered by a column. */
async function earlier(name: string): Promise<string> {
  const id = await desk.importList([HEAD, ...ROWS]);
  const plan = await planOf(id);
  const columns = plan.columns.map((column) =>
    column.column === 3
      ? { ...column, to: { kind: 'field' as const, field: 'businessName' as const }, settled: true }
      : column.column === 11
        ? { ...column, to: { kind: 'none' as const, tells: 'deceased' as const, everyValue: true, yesValues: ['Gone'] }, settled: true }
        : column,
  );
  await desk.call('columns.change', { id, plan: { ...plan, columns, cleaning: { ...plan.cleaning, shoutedNames: false } } });
  await desk.call('projects.change', { id, name, purpose: 'Gala', recencyDays: 0 });
  await desk.call('check.fixSafe', { id, codes: null });
  const { rules } = await desk.call('check.get', { id });
  for (const { code, fix } of rules) if (fix?.bulk === true && !fix.safe) await desk.call('check.fix', { id, code, field: null });
  await desk.call('cost.choose', {
    id,
    best: { by: { kind: 'column', column: 10, smallestFirst: false }, cut: { kind: 'people', people: 2 }, sample: 0.5, seed: 7 },
  });
  return id;
}

it('gives the same file the same columns, the same corrected cells and the same rows to send, and charges nothing', async () => {
  const of = await earlier('Spring gala');
  const [columns, cells, cost] = [await planOf(of), await pageOf(of), await desk.call('cost.get', { id: of })];
  expect(cost.rowsToSend).toBeGreaterThan(1);
  expect(cells.rows.length).toBe(5);
  await desk.send(of);
  const charged = await desk.charged();

  const id = await desk.importList([HEAD, ...ROWS]);
  await desk.call('projects.change', { id, recencyDays: 0 });
  const [planBefore, cellsBefore] = [await planOf(id), await pageOf(id)];
  expect(cellsBefore).not.toEqual(cells);
  expect(await desk.call('recipe.get', { id })).toMatchObject({ used: null, offer: { of, name: 'Spring gala', same: true } });

  const shown = await preview(id, of);
  expect(shown).toMatchObject({ name: 'Spring gala', differences: [], readsAgain: false, blocked: null });
  expect(shown.lines.find(({ label }) => label === 'Columns')?.text).toBe('12 of 12 columns found');
  expect(shown.lines.find(({ label }) => label === 'Who to send')?.text).toMatch(/^The first 2 people, ordered by the column “Rank”/);
  expect(shown.fixes.some(({ safe }) => safe)).toBe(true);
  expect(shown.fixes.some(({ safe }) => !safe)).toBe(true);
  expect(await pageOf(id)).toEqual(cellsBefore);

  const fixes = shown.fixes.map(({ key }) => key);
  const applied = await desk.call('recipe.apply', { id, of, choices: {}, fixes });
  expect(applied.notes).toEqual([]);
  expect(applied.cells).toBe(shown.fixes.reduce((sum, fix) => sum + fix.cells, 0));
  expect(targetsOf(await planOf(id))).toEqual(targetsOf(columns));
  expect(await pageOf(id)).toEqual(cells);
  const again = await desk.call('cost.get', { id });
  expect(again.rowsToSend).toBe(cost.rowsToSend);
  expect(again.best?.settings).toEqual(cost.best?.settings);
  expect((await desk.call('projects.get', { id })).purpose).toBe('Gala');
  expect(await desk.charged()).toBe(charged);
  expect((await desk.call('recipe.get', { id })).used).toEqual({ name: 'Spring gala', isWhole: true });

  await desk.call('recipe.undo', { id });
  expect(await planOf(id)).toEqual(planBefore);
  expect(await pageOf(id)).toEqual(cellsBefore);
  expect((await desk.call('cost.get', { id })).best).toBe(null);
  expect((await desk.call('projects.get', { id })).purpose).toBe('');
  expect((await desk.call('recipe.get', { id })).used).toBe(null);
  await expect(desk.call('recipe.undo', { id })).rejects.toMatchObject({ code: 'NOT_NOW' });
});

it('applies only the safe fixes unless more are chosen, and nothing to rows that no rule is about', async () => {
  const [of] = (await desk.call('projects.list', {})).filter(({ name, state }) => name === 'Spring gala' && state.at === 'done');
  const id = await desk.importList([
    HEAD,
    '30,Mr. Flo,Penhaligon,6 Dock St,Dover,NH,03820,flo@example,01/25/2024,10,1,',
    '31,Gus,Fairweather,7 Dock St,Dover,NH,03820,gus@example.org,01/26/2024,20,2,',
  ]);
  const { cells } = await desk.call('recipe.apply', { id, of: of!.id, choices: {}, fixes: null });
  expect(cells).toBeGreaterThan(0);
  const { fields, rows } = await pageOf(id);
  const cell = (row: number, field: (typeof fields)[number]) => rows[row]!.values[fields.indexOf(field)];
  expect(cell(0, 'primaryFirst')).toBe('Flo');
  expect(cell(0, 'personalEmail')).toBe('flo@example');
  expect(cell(1, 'primaryFirst')).toBe('Gus');
});

it('keeps the purpose of a list if the earlier one has none, and says which settings it removes', async () => {
  const of = await desk.importList([HEAD, '60,Ada,Zimmer,60 Dock St,Dover,NH,03820,ada@example.org,01/25/2024,10,1,']);
  await desk.send(of);
  const id = await desk.importList([HEAD, '61,Ben,Yarrow,61 Dock St,Dover,NH,03820,ben@example.org,01/26/2024,10,1,']);
  await desk.call('projects.change', { id, purpose: 'Fall appeal', sendErrors: true });
  const shown = await preview(id, of);
  expect(shown.lines.find(({ label }) => label === 'Settings')?.text).toBe('As last time: rows with errors are not sent');
  await desk.call('recipe.apply', { id, of, choices: {}, fixes: null });
  expect(await desk.call('projects.get', { id })).toMatchObject({ purpose: 'Fall appeal' });
  await desk.call('recipe.undo', { id });
  expect(await desk.call('projects.get', { id })).toMatchObject({ purpose: 'Fall appeal' });
});

it('says what differs, with a choice for each: a missing column, a new one, another date order', async () => {
  const [of] = (await desk.call('projects.list', {})).filter(({ name, state }) => name === 'Spring gala' && state.at === 'done');
  const id = await desk.importList([
    'Donor No,First Name,Last Name,Street,City,State,ZIP,Mail,Last Gift Date,Last Gift,Deceased,Phone',
    '40,Hal,Underwood,8 Dock St,Dover,NH,03820,hal@example.org,25/01/2024,10,Gone,603-555-0101',
    '41,Ida,Sommerville,9 Dock St,Dover,NH,03820,ida@example.org,26/01/2024,20,Perhaps,603-555-0102',
    '42,Joe,Larkspur,10 Dock St,Dover,NH,03820,joe@example.org,27/01/2024,30,No,603-555-0103',
    '43,Kay,Mapleton,11 Dock St,Dover,NH,03820,kay@example.org,28/01/2024,40,Yes,603-555-0104',
  ]);
  const shown = await preview(id, of!.id);
  const byKey = new Map(shown.differences.map((one) => [one.key, one]));
  expect([...byKey.keys()].toSorted()).toEqual(['added:11', 'best', 'date:8', 'missing:7']);
  expect(byKey.get('missing:7')).toMatchObject({ isOpen: true, value: '' });
  expect(byKey.get('missing:7')?.options).toContainEqual({ value: '7', label: 'Use “Mail”' });
  expect(byKey.get('date:8')).toMatchObject({ isOpen: false, value: 'found' });
  expect(shown.lines.find(({ label }) => label === 'Columns')?.text).toBe(
    '10 of 12 columns found, 2 new, 2 missing, 1 of them used last time',
  );

  const choices = { 'missing:7': '7', 'added:11': 'suggested' };
  expect((await preview(id, of!.id, choices)).differences.filter(({ isOpen }) => isOpen).map(({ key }) => key)).toEqual(['best']);
  await desk.call('recipe.apply', { id, of: of!.id, choices, fixes: null });
  const { columns } = await planOf(id);
  expect(columns[7]!.to).toEqual({ kind: 'field', field: 'personalEmail' });
  expect(columns[8]!.dateOrder).toBe('dmy');
  expect(columns[10]!.to).toMatchObject({ tells: 'deceased', yesValues: ['Gone'] });
  expect(columns[11]!.to.kind).toBe('field');
  const { fields, rows } = await pageOf(id);
  expect(rows.map(({ values }) => values[fields.indexOf('rfmMostRecentGiftDate')])).toEqual([
    '2024-01-25',
    '2024-01-26',
    '2024-01-27',
    '2024-01-28',
  ]);
  expect(rows.map(({ leftOut }) => leftOut)).toEqual([true, false, false, true]);
});

it('reads the file as last time first, and undo reads it as before', async () => {
  const lines = ['Gala guests,,', 'Donor No,First Name,Last Name', '50,Jan,Thistlewood', '51,Kit,Brackenbury'];
  const of = await desk.importList(lines);
  await desk.call('import.change', { id: of, headerRow: 2 });
  await desk.call('projects.change', { id: of, name: 'Guests' });
  await desk.send(of);
  const id = await desk.importList(['Gala guests,,', 'Donor No,First Name,Last Name', '52,Lee,Wintergreen', '53,Mab,Hollister']);
  await desk.call('import.change', { id, headerRow: 1 });
  const shown = await preview(id, of);
  expect(shown).toMatchObject({ readsAgain: true, blocked: null, fixes: [] });
  expect(shown.differences).toMatchObject([{ key: 'headerRow', value: 'earlier' }]);
  expect(await desk.call('recipe.apply', { id, of, choices: {}, fixes: null })).toMatchObject({ readsAgain: true });
  expect((await desk.call('import.get', { id })).headerRow).toBe(2);
  expect((await desk.call('recipe.get', { id })).used).toEqual({ name: 'Guests', isWhole: false });
  await desk.call('recipe.apply', { id, of, choices: {}, fixes: null });
  expect((await desk.call('recipe.get', { id })).used).toEqual({ name: 'Guests', isWhole: true });
  await desk.call('recipe.undo', { id });
  expect((await desk.call('import.get', { id })).headerRow).toBe(1);
});

it('writes back in the layout of last time', async () => {
  const [of] = (await desk.call('projects.list', {})).filter(({ name, state }) => name === 'Spring gala' && state.at === 'done');
  const id = await desk.importList([HEAD, '55,Mr. Ned,Alderbrook,6 Dock St,Dover,NH,03820,ned@example.org,01/25/2024,10,1,']);
  const writeBackOf = async () => (await preview(id, of!.id)).lines.find(({ label }) => label === 'Write back')?.text;
  expect(await writeBackOf()).toBeUndefined();
  const [first, second] = await desk.call('layouts.list', { id: of!.id });
  const written = async (layoutId: string) => {
    desk.target = join(desk.folder, `${layoutId}.csv`);
    await desk.call('writeBack.save', { id: of!.id, layoutId, format: 'csv' });
    await desk.idle();
  };
  await written(first!.id);
  expect(await writeBackOf()).toBe(`Layout “${first!.name}”`);
  expect((await desk.call('writeBack.plan', { id: of!.id, layoutId: null, held: null })).layout.id).toBe(first!.id);
  await written(second!.id);
  expect(await writeBackOf()).toBe(`Layout “${second!.name}”`);
});

it('reverts the fixes and keeps later changes of cells', async () => {
  const [of] = (await desk.call('projects.list', {})).filter(({ name, state }) => name === 'Spring gala' && state.at === 'done');
  const id = await desk.importList([HEAD, '60,Mr. Ned,Alderbrook,6 Dock St,Dover,NH,03820,ned@example.org,01/25/2024,10,1,']);
  await desk.call('recipe.apply', { id, of: of!.id, choices: {}, fixes: null });
  await desk.call('check.edit', { id, row: 2, field: 'primaryLast', value: 'Elderbrook' });
  await desk.call('recipe.undo', { id });
  const { fields, rows } = await pageOf(id);
  expect(rows[0]!.values[fields.indexOf('primaryFirst')]).toBe('Mr. Ned');
  expect(rows[0]!.values[fields.indexOf('primaryLast')]).toBe('Elderbrook');
});

it('says how many cells were changed when it is applied again, and undo does not revert earlier fixes', async () => {
  const { id: of } = (await desk.call('projects.list', {})).find(({ name, state }) => name === 'Spring gala' && state.at === 'done')!;
  const id = await desk.importList([HEAD, '62,Mr. Ian,Alderbrook,6 Dock St,Dover,NH,03820,ian@example.org,01/25/2024,10,1,']);
  const first = await desk.call('recipe.apply', { id, of, choices: {}, fixes: null });
  expect(first.cells).toBeGreaterThan(0);
  const cells = await pageOf(id);
  expect((await desk.call('recipe.apply', { id, of, choices: {}, fixes: null })).cells).toBe(0);
  expect(await pageOf(id)).toEqual(cells);
  await desk.call('recipe.undo', { id });
  expect(await pageOf(id)).toEqual(cells);
  expect((await desk.call('recipe.get', { id })).used).toBeNull();
});

it('reverts the fixes after a person was erased from the name of the earlier list, and stores that name nowhere', async () => {
  const [{ id: of } = { id: '' }] = (await desk.call('projects.list', {})).filter(
    ({ name, state }) => name === 'Spring gala' && state.at === 'done',
  );
  await desk.call('projects.change', { id: of, name: 'Gala of Rosalind Quayle' });
  const id = await desk.importList([HEAD, ...ROWS]);
  await desk.call('projects.change', { id, recencyDays: 0 });
  const before = (await pageOf(id)).rows[2];
  await desk.call('recipe.apply', { id, of, choices: {}, fixes: null });
  expect((await pageOf(id)).rows[2]).not.toEqual(before);
  await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Lowell Falls' });
  const asked = { text: 'Rosalind Quayle', places: [] };
  const { texts } = await desk.call('people.erasing', asked);
  await desk.call('people.erase', { ...asked, neverScreen: false, texts: texts.map(({ key }) => key) });
  await desk.idle();
  expect(decryptedOf(join(desk.folder, 'data'))).not.toMatch(/quayle/i);
  await desk.call('recipe.undo', { id });
  expect((await pageOf(id)).rows[2]).toEqual(before);
  await desk.call('projects.change', { id: of, name: 'Spring gala' });
});

it('does not repeat a fix whose every result was changed by hand afterwards, nor a fix of the listed rows', async () => {
  const sent = async (name: string, changeRows: (id: string) => Promise<unknown>) => {
    const id = await desk.importList([HEAD, `${name},Mr. Tess,Yellowlees,6 Dock St,Dover,NH,03820,tess@example.org,01/25/2024,10,1,`]);
    await desk.call('projects.change', { id, name, recencyDays: 0 });
    await changeRows(id);
    await desk.send(id);
    return (await desk.call('recipe.of', { id, values: [] })).steps;
  };
  const fixAll = async (id: string) => await desk.call('check.fixSafe', { id, codes: null });
  expect(await sent('90', fixAll)).not.toEqual([]);
  const changed = await sent('91', async (id) => {
    await fixAll(id);
    await desk.call('check.edit', { id, row: 2, field: 'primaryFirst', value: 'Tessa' });
  });
  expect(changed).toEqual([]);
  const fixRows = (more: object) => async (id: string) => {
    const { rules } = await desk.call('check.get', { id });
    const { code } = rules.find(({ fix }) => fix?.safe === true)!;
    await desk.call('check.fix', { id, code, field: null, ...more });
  };
  expect(await sent('92', fixRows({}))).not.toEqual([]);
  expect(await sent('93', fixRows({ listed: { filter: all, find: '' } }))).toEqual([]);
});

it('is removed with its project, and neither the recipe nor the stored bytes contain a person', async () => {
  const [of] = (await desk.call('projects.list', {})).filter(({ name, state }) => name === 'Spring gala' && state.at === 'done');
  const id = await desk.importList([HEAD, '70,Mr. Oz,Nettlefold,6 Dock St,Dover,NH,03820,oz@example.org,01/25/2024,10,1,']);
  const recipe = JSON.stringify(await desk.call('recipe.of', { id: of!.id, values: [{ heading: 'Deceased', values: ['Perhaps'] }] }));
  expect(recipe).toContain('Last Gift Date');
  for (const person of [
    'Zephyrine',
    'Quillfeather',
    'Umberfield',
    'Ottershaw',
    'Marchbanks',
    '1 Mill St',
    'ann@example.org',
    'Gone',
    '01852',
  ])
    expect(recipe).not.toContain(person);
  await desk.call('recipe.apply', { id, of: of!.id, choices: {}, fixes: null });
  const bytes = desk.storedBytes().toString('latin1');
  for (const person of ['Zephyrine', 'Quillfeather', 'Nettlefold', 'oz@example.org']) expect(bytes).not.toContain(person);
  await desk.call('recipe.undo', { id });
  await desk.call('projects.remove', { id: of!.id });
  expect((await desk.call('recipe.get', { id })).offer?.of).not.toBe(of!.id);
  await expect(desk.call('recipe.preview', { id, of: of!.id, choices: {}, fixes: null })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const draft = await desk.importList([HEAD, '80,Pip,Oakhurst,6 Dock St,Dover,NH,03820,pip@example.org,01/25/2024,10,1,']);
  await expect(desk.call('recipe.preview', { id, of: draft, choices: {}, fixes: null })).rejects.toMatchObject({ code: 'NOT_NOW' });
});
