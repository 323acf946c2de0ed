/** The contents of exports, read back by SheetJS and by our reader: segments, and refused rows that are imported again. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as XLSX from 'xlsx';
import { afterEach, describe, expect, test } from 'vitest';
import { REASON_TITLE, returnedMarker, returnedRowTitle } from '../../../shared/mapping/returned-sheet.ts';
import { suggestMapping } from '../../../shared/suggestion/suggest.ts';
import { profileColumn } from '../../../shared/suggestion/column-profile.ts';
import { padded, sheetsOf, sheetsOfSheetJs } from '../../kit/exported-sheets.ts';
import { CAPACITY, OVERALL, partlyRefusedProject, ROWS } from '../../kit/partly-refused-project.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { readZip } from '../spreadsheet-write/written-files.ts';
import { quietContext } from '../../kit/task-context.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

async function screened(list = listRows(ROWS)): Promise<ResultProject> {
  const project = await partlyRefusedProject(list);
  projects.push(project);
  return project;
}

/** The day of a serial number, YYYY-MM-DD. */
const dayOfSerial = (serial: string) => new Date((Number(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10);

const column = (rows: readonly string[][], title: string) => rows.slice(1).map((row) => row[rows[0]!.indexOf(title)] ?? '');

test('the workbook has scores, errors, unmatched profiles, summary and settings, and both readers read the same cells', async () => {
  const project = await screened();
  const path = await project.export('all.xlsx', { bars: [CAPACITY], titles: { [OVERALL]: 'Wealth score' } });
  const ours = await sheetsOf(path);
  expect(Object.keys(ours)).toEqual(['Scores', 'Errors', 'Unmatched', 'Summary', 'Settings']);
  const scores = ours['Scores']!;
  expect(scores).toHaveLength(ROWS + 1);
  expect(scores[0]!.slice(0, 11)).toEqual([...listRows(0)[0]!, 'Screening outcome', 'Why it was not sent']);
  expect(column(scores, 'Screening outcome').filter((outcome) => outcome === 'Not accepted')).toHaveLength(2);
  expect(column(scores, 'Wealth score')[0]).toBe('1');
  expect(column(scores, 'ZIP')[0]).toBe('02108');
  expect(column(ours['Unmatched']!, 'First name')).toEqual(['Nobody']);
  const theirs = sheetsOfSheetJs(path);
  // SheetJS reads dates as serial numbers and flags in lower case. All other texts are the same.
  const alike = (sheets: Record<string, string[][]>) =>
    Object.entries(sheets).map(([name, rows]) => [
      name,
      rows.map((row) => row.map((text) => text.replace(/^463\d\d$/, dayOfSerial).toUpperCase())),
    ]);
  expect(alike(theirs)).toEqual(alike(padded(ours)));
  const parts = await readZip(path);
  expect(parts.get('xl/worksheets/sheet1.xml')!.toString()).toMatch(/<dataBar>/);
});

test('chosen columns keep their order, and scores by id do not include the columns of the file', async () => {
  const project = await screened();
  const path = await project.export('keyed.csv', { kind: 'scoresById', columns: [CAPACITY, OVERALL, 'no.such'] });
  const keyed = Object.values(await sheetsOf(path))[0]!;
  expect(keyed[0]).toEqual(['Constituent ID', 'Screening outcome', 'Why it was not sent', 'Capacity rating', 'Overall score']);
  expect(keyed).toHaveLength(ROWS + 1);
  expect(keyed[1]).toEqual(['C-00001', 'Scored', '', '4', '1']);
  expect(keyed[5]!.slice(0, 2)).toEqual(['C-00005', 'Not accepted']);
});

test('a row that was left out has its reason, in a workbook and in CSV', async () => {
  const list = listRows(3);
  const project = await ResultProject.of(csvOf([...list, list[1]!]), false);
  projects.push(project);
  await project.collect({ profiles: JSON.stringify([0, 1, 2].map(profileFor)) });
  for (const [name, kind] of [
    ['why.xlsx', 'list'],
    ['why.csv', 'list'],
    ['why-by-id.csv', 'scoresById'],
  ] as const) {
    const [sheet] = Object.values(await sheetsOf(await project.export(name, { kind })));
    expect(column(sheet!, 'Screening outcome')).toEqual(['Scored', 'Scored', 'Scored', 'Not sent']);
    expect(column(sheet!, 'Why it was not sent')).toEqual(['', '', '', 'Same constituent ID as an earlier row']);
  }
});

test('a segment export has only the people of the segment, without sheets about others', async () => {
  const project = await screened();
  const segment = { filters: [{ kind: 'is' as const, column: CAPACITY, value: '4' }], find: '' };
  const sheets = await sheetsOf(await project.export('segment.xlsx', { people: { kind: 'segment', ...segment } }));
  expect(Object.keys(sheets)).toEqual(['Scores', 'Summary', 'Settings']);
  expect(sheets['Scores']![0]).not.toContain('Why it was not sent');
  expect(new Set(column(sheets['Scores']!, 'Capacity rating'))).toEqual(new Set(['4']));
  const [count] = await project.counts([segment]);
  expect(sheets['Scores']).toHaveLength(count! + 1);
  expect(sheets['Summary']!.at(-1)![0]).toBe(`Sheet Scores: ${count} rows.`);
});

test('an export has only the selected people, or all people except the deselected ones', async () => {
  const project = await screened();
  const rowsOf = async (name: string, chosen: { isExcept: boolean; rows: number[] }) => {
    const sheets = await sheetsOf(await project.export(name, { people: { kind: 'segment', filters: [], find: '', chosen } }));
    expect(Object.keys(sheets)).toEqual(['Scores', 'Summary', 'Settings']);
    return column(sheets['Scores']!, 'Constituent ID');
  };
  const everybody = column(
    (await sheetsOf(await project.export('all.xlsx', { people: { kind: 'segment', filters: [], find: '' } })))['Scores']!,
    'Constituent ID',
  );
  const idOf = (row: number) => listRows(ROWS)[row - 1]![0]!;
  const ticked = [4, 2].filter((row) => everybody.includes(idOf(row)));
  expect(await rowsOf('these.xlsx', { isExcept: false, rows: ticked })).toEqual(ticked.toSorted((a, b) => a - b).map(idOf));
  expect(await rowsOf('others.xlsx', { isExcept: true, rows: ticked })).toEqual(everybody.filter((id) => !ticked.map(idOf).includes(id)));
  expect(ticked.length).toBeGreaterThan(0);
});

test('a table longer than a sheet continues on the next sheet, with its headings and bars', async () => {
  const project = await screened();
  const path = await project.export('long.xlsx', { rowsPerSheet: 13, bars: [CAPACITY] });
  const sheets = await sheetsOf(path);
  expect(Object.keys(sheets).slice(0, 3)).toEqual(['Scores', 'Scores (2)', 'Scores (3)']);
  const parts = [sheets['Scores']!, sheets['Scores (2)']!, sheets['Scores (3)']!];
  expect(parts.map((rows) => rows.length)).toEqual([13, 13, 7]);
  for (const rows of parts) expect(rows[0]).toEqual(parts[0]![0]);
  expect(parts.flatMap((rows) => column(rows, 'Constituent ID'))).toEqual(
    listRows(ROWS)
      .slice(1)
      .map(([id]) => id),
  );
  const zip = await readZip(path);
  for (const part of [1, 2, 3]) expect(zip.get(`xl/worksheets/sheet${part}.xml`)!.toString()).toContain('<dataBar>');
});

describe('the refused rows', () => {
  test('have the original row once and the reason on the cell, and are recognized when they are imported', async () => {
    const project = await screened();
    const path = await project.export('back.xlsx');
    const errors = (await sheetsOf(path))['Errors']!;
    expect(errors[0]).toEqual([...listRows(0)[0]!, returnedRowTitle('K7M2Q9XA'), REASON_TITLE]);
    expect(errors).toHaveLength(3);
    expect(errors[1]!.slice(0, 9)).toEqual(listRows(ROWS)[5]);
    expect(errors[1]!.slice(9)).toEqual(['6', 'Postal code: must have 5 or 9 digits (it was “02112”); City: is not in this state']);
    // A reason that starts like a formula is a text.
    expect(errors[2]!.at(-1)).toBe('=HYPERLINK("http://x")');
    const book = XLSX.read(readFileSync(path));
    const zip = book.Sheets['Errors']!['G2'] as XLSX.CellObject;
    expect(zip.c?.map(({ t }) => t)).toEqual(['must have 5 or 9 digits']);
    expect((book.Sheets['Errors']!['K3'] as XLSX.CellObject).f).toBeUndefined();

    // The import reads the sheet of refused rows, and does not send its two added columns.
    const { load } = await import('../../../main/worker/import/load.ts');
    const again = await load(
      {
        path,
        name: basename(path),
        file: { ...project.request.file, path: `${project.folder}/again.sqlite` },
        options: {},
        today: '2026-11-20',
        inputs: project.request.inputs,
      },
      quietContext,
    );
    expect(again.sheetLayout.sheetName).toBe('Errors');
    expect(again.sheetLayout.rows).toBe(2);
    expect(returnedMarker(again.sheetLayout.headers)).toBe('K7M2Q9XA');
    expect(again.plan.columns.slice(9).map(({ to }) => to.kind)).toEqual(['none', 'none']);
    expect(again.plan.columns.slice(0, 9).map(({ to }) => to)).toEqual(project.request.plan.columns.map(({ to }) => to));
  });

  test('are a separate CSV file', async () => {
    const project = await screened();
    const path = await project.export('errors.csv', { kind: 'refusedRows' });
    const [rows] = Object.values(await sheetsOf(path));
    expect(rows).toHaveLength(3);
    expect(returnedMarker(rows![0]!)).toBe('K7M2Q9XA');
    // No spreadsheet program may take it for a formula.
    expect(readFileSync(path, 'utf8')).toContain(`"'=HYPERLINK(""http://x"")"`);
  });

  test('are recognized only by both added columns', () => {
    expect(returnedMarker(['Row in your file', REASON_TITLE])).toBeNull();
    expect(returnedMarker([returnedRowTitle('K7M2Q9XA')])).toBeNull();
    const profiles = [returnedRowTitle('K7M2Q9XA'), REASON_TITLE].map((title, at) => profileColumn(title, ['12', '13', '40'], at));
    expect(suggestMapping(profiles).plan.columns.map(({ to }) => to.kind)).toEqual(['none', 'none']);
  });
});

test.each(['list', 'workbook'] as const)('Summary says which texts a cell of the %s is too short for', async (kind) => {
  const long = 'n'.repeat(40_000);
  const project = await ResultProject.of(
    csvOf(listRows(4).map((row, at) => (at < 2 ? [...row, at === 0 ? 'Notes' : long] : [...row, '']))),
  );
  projects.push(project);
  await project.collect({ profiles: JSON.stringify({ profiles: [0, 1, 2, 3].map((at) => profileFor(at)) }), errors: '[]' });
  const sheets = await sheetsOf(await project.export('all.xlsx', { kind }));
  expect(sheets['Scores']!.flat().filter((text) => text.endsWith('…[cut]'))).toHaveLength(1);
  expect(sheets['Summary']!.flat()).toContain(
    '1 text is longer than a cell can be (32,767 characters) and ends with “…[cut]”, the first in row 2 of the sheet Scores. A CSV file has the whole text.',
  );
  expect(readFileSync(await project.export('all.csv'), 'utf8')).toContain(long);
});

test('a sheet of a workbook can have five thousand score columns, and the export is refused if it would have too many', async () => {
  const wide = (from: number) => Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`lens${from + at}`, at % 5]));
  const project = await ResultProject.of(csvOf(listRows(4)));
  projects.push(project);
  await project.collect({
    profiles: JSON.stringify([0, 1, 2, 3].map((index) => ({ constituentId: `C-0000${index + 1}`, wide: wide(index * 5000) }))),
  });
  const some = await project.export('some.xlsx', { columns: Array.from({ length: 5000 }, (_, at) => `wide.lens${at}`) });
  expect((await sheetsOf(some))['Scores']![0]).toHaveLength(9 + 2 + 5000);
  await expect(project.export('all.xlsx')).rejects.toMatchObject({ code: 'TARGET_UNWRITABLE' });
  const [head = ''] = readFileSync(await project.export('all.csv'), 'utf8').split('\r\n');
  expect(head.split(',')).toHaveLength(9 + 2 + 20_000);
});
