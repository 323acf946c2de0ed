/** Further sheets with the same headings are appended if the user says so, and cells that are merged over several rows fill all of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Input } from '../../../shared/contract/index.ts';
import { noticeTexts } from '../../../shared/view-texts/sheet-notices.ts';
import { setupApplication } from '../../kit/setup-application.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { xlsx } from '../../kit/sheet-xlsx.ts';
import { desk as terminal } from '../../kit/terminal.ts';
import { cellsIn } from '../../kit/workbook-facts.ts';

const app = setupApplication();
const { call } = app;
const service = await setupTerminal();

type Cells = readonly (readonly string[])[];
interface SheetCells {
  readonly name: string;
  readonly rows: Cells;
  readonly merged?: readonly string[];
}

const cell = (text: string) => (text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`);
const workbook = (sheets: readonly SheetCells[]): Buffer =>
  xlsx({
    sheets: sheets.map(({ name, rows, merged = [] }) => ({
      name,
      rows: rows.map((cells, at) => `<row r="${at + 1}">${cells.map(cell).join('')}</row>`).join(''),
      ...(merged.length > 0 && { behind: `<mergeCells>${merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>` }),
    })),
  });

const HEADINGS = ['Constituent ID', 'First Name', 'Last Name', 'Email', 'City'];
const FIRST: SheetCells = {
  name: '2025',
  rows: [
    HEADINGS,
    ['1', 'Ada', 'Ashdown', 'ada@ashdown.example', 'Lowell'],
    ['2', 'Bo', 'Brink', 'bo@brink.example', 'Nashua'],
    ['3', 'Cy', 'Carrow', 'cy@carrow.example', 'Ayer'],
  ],
};
const SECOND: SheetCells = {
  name: 'Board',
  rows: [
    ['Board of 2024'],
    ['Last Name', 'first name', 'City', 'Constituent ID', 'E-mail', ''],
    ['Dorne', 'Di', 'Ayer', '4', 'di@dorne.invalid', 'chair'],
    ['Carrow', 'Cy', 'Ayer', '3', 'cy@carrow.example', ''],
  ].map((cells) => cells.map((text) => (text === 'E-mail' ? 'Email' : text))),
};
const EVENTS: SheetCells = {
  name: 'Events',
  rows: [
    ['Event', 'City', 'Date'],
    ['Gala', 'Lowell', '2025-03-01'],
  ],
};
const LIST = [FIRST, SECOND, EVENTS, { name: 'Empty', rows: [HEADINGS] }];

async function importList(content: Buffer, importOptions: Input<'projects.create'>['importOptions'] = {}): Promise<string> {
  return await app.createDraft({ file: await app.offer('list.xlsx', content), importOptions });
}

async function valuesOf(id: string, field: string): Promise<string[]> {
  const { fields, rows } = await call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 200 });
  return rows.map(({ values }) => values[(fields as readonly string[]).indexOf(field)] ?? '');
}

const textsOf = async (id: string) => noticeTexts((await call('import.get', { id })).notices);

describe('further sheets with the same headings', () => {
  const left = 'The sheet “Board” has the same columns and 2 more rows. They are not read: “--other-sheets keep” appends them.';

  it('are left out until the user appends them, in any order of the columns, and leave again', async () => {
    const id = await importList(workbook(LIST));
    expect(await textsOf(id)).toEqual([left]);
    expect(await valuesOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink', 'Carrow']);
    const { plan } = await call('columns.get', { id });
    // The user's choice for a column is kept.
    await call('columns.change', {
      id,
      plan: { ...plan, columns: plan.columns.map((column, at) => (at === 4 ? { ...column, to: { kind: 'none' } } : column)) },
    });
    const view = await call('import.change', { id, otherSheets: 'keep' });
    expect(view).toMatchObject({ rows: 5, appended: [{ name: 'Board', after: 4 }], notices: { otherSheetsAre: 'keep' } });
    expect(noticeTexts(view.notices)).toEqual(['The sheet “Board” has the same columns and 2 more rows. They are added to the list.']);
    expect(await valuesOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink', 'Carrow', 'Dorne', 'Carrow']);
    expect(await valuesOf(id, 'primaryFirst')).toEqual(['Ada', 'Bo', 'Cy', 'Di', 'Cy']);
    expect((await call('columns.get', { id })).plan.columns[4]!.to.kind).toBe('none');
    // An ID that is on both sheets is found as a repeated ID, and the rows are named as in the file.
    const { rules } = await call('check.get', { id });
    expect(rules.find(({ code }) => code === 'ID_DUPLICATE')!.example!.after).toBe('row 4 and row 4 of “Board”');
    expect(await call('check.edit', { id, row: 7, field: 'primaryFirst', value: 'Dinah' })).toMatchObject({
      undo: 'the change of First name in row 3 of “Board”',
    });
    // Reading the stored rows again keeps the sheets apart.
    expect(await call('import.change', { id, headerRow: 1 })).toMatchObject({ rows: 5, appended: [{ name: 'Board', after: 4 }] });
    expect(await call('import.change', { id, otherSheets: 'leave-out' })).toMatchObject({ rows: 3 });
    expect(await valuesOf(id, 'primaryLast')).toEqual(['Ashdown', 'Brink', 'Carrow']);
    expect((await call('import.get', { id })).appended).toBeUndefined();
  });

  it('follow the sheet that the user chose, and a sheet with other headings has none', async () => {
    const id = await importList(workbook(LIST));
    const { notices } = await call('import.change', { id, sheet: 'Board' });
    expect(noticeTexts(notices)[0]).toContain('The sheet “2025” has the same columns and 3 more rows.');
    await call('import.change', { id, otherSheets: 'keep' });
    expect(await valuesOf(id, 'constituentId')).toEqual(['4', '3', '1', '2', '3']);
    expect((await call('import.change', { id, sheet: 'Events' })).notices.otherSheets).toBeUndefined();
  });

  it('keep every cell of a column without a heading, and equal headings apart', async () => {
    const twice = ['ID', 'Last Name', 'Email', 'Email'];
    const rows = (from: number): Cells => [twice, [`${from}`, `Ashdown${from}`, `a${from}@one.example`, `b${from}@two.example`]];
    const id = await importList(workbook([{ name: 'A', rows: rows(1) }, { name: 'B', rows: rows(2) }]), { otherSheets: 'keep' }); // prettier-ignore
    const { headers } = await call('columns.get', { id });
    expect(headers).toEqual(['ID', 'Last Name', 'Email', 'Email (2)']);
    expect(await valuesOf(id, 'personalEmail')).toEqual(['a1@one.example', 'a2@one.example']);
  });

  it('are not offered if their people must not be sent', async () => {
    const list = (name: string, first: string) => ({ name, rows: [HEADINGS, ['9', 'Dorne', first, '', '']] as Cells });
    const id = await importList(workbook([FIRST, list('Deceased', 'Di'), list('Do Not Contact', 'Do'), list('New', 'Nia')]), { otherSheets: 'keep' }); // prettier-ignore
    expect(await valuesOf(id, 'constituentId')).toEqual(['1', '2', '3', '9']);
    expect(await textsOf(id)).toEqual(['The sheet “New” has the same columns and 1 more row. They are added to the list.']);
  });

  it('are named by inspect and check, and appended by an option', async () => {
    const path = app.write('list.xlsx', workbook(LIST));
    expect((await terminal(['inspect', path])).out).toContain(left);
    expect((await terminal(['check', path])).out).toContain(left);
    const { rows, notes } = (await terminal(['check', path, '--json', '--other-sheets', 'keep'])).lines[0]!;
    expect({ rows, notes }).toEqual({
      rows: 5,
      notes: ['The sheet “Board” has the same columns and 2 more rows. They are added to the list.'],
    });
    expect((await terminal(['check', path, '--other-sheets', 'yes'])).err).toContain('--other-sheets must be keep or leave-out');
  });

  it('are sent once, and results and refusals come back to their rows', async () => {
    const path = join(service.folder, 'list.xlsx');
    const out = join(service.folder, 'scores.xlsx');
    writeFileSync(path, workbook(LIST));
    const options = ['--connection', 'Service', '--yes', '--out', out] as const;
    const done = await service.desk('screen', path, ...options, '--other-sheets', 'keep');
    expect(done.err + done.out).toContain('They are added to the list.');
    const { projects } = await service.practice.client.ledger();
    // Row 4 of “Board” repeats the ID of row 4.
    expect(projects.map(({ creditsCharged }) => creditsCharged)).toEqual([3]);
    const [first] = (await service.desk('projects', '--json')).lines;
    const ordered = join(service.folder, 'in-order.xlsx');
    await service.desk('export', String(first!['id']), '--out', ordered, '--contents', 'sheet');
    const [headings, ...rows] = cellsIn(ordered, 'Scores') as string[][];
    expect(headings!.slice(0, 6)).toEqual([...HEADINGS, 'Column F']);
    expect(rows.map((row) => Array.from({ length: 6 }, (_, at) => row[at] ?? ''))).toEqual([
      ...FIRST.rows.slice(1).map((row) => [...row, '']),
      ['4', 'Di', 'Dorne', 'di@dorne.invalid', 'Ayer', 'chair'],
      ['3', 'Cy', 'Carrow', 'cy@carrow.example', 'Ayer', ''],
    ]);
    const [titles, refused] = cellsIn(out, 'Errors') as string[][];
    expect(refused![titles!.findIndex((title) => title.startsWith('Row in your file'))]).toBe('3 of “Board”');
    const fix = await service.desk('fix', String(first!['id']));
    expect(fix.out + fix.err).toMatch(/7 \(row 3 of “Board”\)/);
    // On another computer the same file with the same choice gives the same rows.
    const other = await service.computer('other');
    const remote = (await service.practice.client.ledger()).projects[0]!.id;
    await other.desk('adopt', remote, '--file', path, '--connection', 'Service', '--other-sheets', 'keep');
    const again = join(service.folder, 'again.xlsx');
    await other.desk('export', String((await other.desk('projects', '--json')).lines[0]!['id']), '--out', again);
    expect(cellsIn(again, 'Scores')).toEqual(cellsIn(out, 'Scores'));
  });
});

describe('cells that are merged over several rows', () => {
  const rows: Cells = [
    ['Our friends, all of them', '', '', '', ''],
    ['', '', 'Name', '', ''],
    HEADINGS,
    ['1', 'Ada', 'Ashdown', '', 'Lowell'],
    ['2', 'Bo', 'Ashdown', '', ''],
    ['3', 'Cy', 'Ashdown', '', 'Acton'],
    ['4', 'Di', 'Dorne', '', 'Ayer'],
    ['5', 'Ed', 'Eames', '', ''],
  ];
  // Title rows, a city over three rows of which the last one has its own, and cells over two columns.
  const merged = ['A1:E1', 'A2:B2', 'E4:E6', 'D7:E8'];

  it('fill all of these rows, or only the first one if the user says so', async () => {
    const id = await importList(workbook([{ name: 'List', rows, merged }]));
    expect((await call('columns.get', { id })).headers).toEqual(HEADINGS);
    expect(await valuesOf(id, 'primaryCity').then((cities) => cities.length)).toBe(5);
    const field = (await call('columns.get', { id })).plan.columns[4]!.to;
    const city = field.kind === 'field' ? field.field : '';
    expect(await valuesOf(id, city)).toEqual(['Lowell', 'Lowell', 'Acton', 'Ayer', '']);
    expect(await textsOf(id)).toEqual(['1 cell is merged over several rows of the list. All of these rows get its value.']);
    const view = await call('import.change', { id, mergedCells: 'leave-out' });
    expect(noticeTexts(view.notices)).toEqual([
      '1 cell is merged over several rows of the list. Only the first of these rows has its value.',
    ]);
    expect(await valuesOf(id, city)).toEqual(['Lowell', '', 'Acton', 'Ayer', '']);
    await call('import.change', { id, mergedCells: 'keep' });
    expect(await valuesOf(id, city)).toEqual(['Lowell', 'Lowell', 'Acton', 'Ayer', '']);
  });

  it('are reported by check, also on an appended sheet and over many rows', async () => {
    const long: Cells = [
      HEADINGS,
      ...Array.from({ length: 400 }, (_, at) => [`${at + 10}`, 'Flo', `Frost${at}`, '', at === 0 ? 'Salem' : '']),
    ];
    const content = workbook([
      { name: 'List', rows, merged },
      { name: 'Long', rows: long.map(([a, b, c, d, e]) => [e!, a!, b!, c!, d!]), merged: ['A2:A401'] },
    ]);
    const path = app.write('merged.xlsx', content);
    const { notes } = (
      await terminal(['check', path, '--json', '--sheet', 'List', '--other-sheets', 'keep', '--merged-cells', 'leave-out'])
    ).lines[0]!;
    expect(notes).toContain('2 cells are merged over several rows of the list. Only the first of these rows has their value.');
    const id = await importList(content, { sheet: 'List', otherSheets: 'keep' });
    const field = (await call('columns.get', { id })).plan.columns[4]!.to;
    const cities = await valuesOf(id, field.kind === 'field' ? field.field : '');
    expect(cities.slice(0, 6)).toEqual(['Lowell', 'Lowell', 'Acton', 'Ayer', '', 'Salem']);
    expect(new Set(cities.slice(5))).toEqual(new Set(['Salem']));
  });
});
