/** The contents of exports, read back by SheetJS and by our reader: segments, layouts, and refused rows that are imported again. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as XLSX from 'xlsx';
import { afterEach, describe, expect, test } from 'vitest';
import { openSpreadsheet } from '../../../main/spreadsheet/open.ts';
import { rowsAsTexts } from '../../../main/spreadsheet/rows-as-texts.ts';
import { leftOutText } from '../../../shared/view-texts/export-notes.ts';
import { noneHeldBack } from '../../../shared/write-back/held-back.ts';
import { formatProblem } from '../../../shared/results/layout-problem.ts';
import { LAYOUTS } from '../../../shared/results/layouts.ts';
import { REASON_TITLE, returnedMarker, returnedRowTitle } from '../../../shared/mapping/returned-sheet.ts';
import { suggestMapping } from '../../../shared/suggestion/suggest.ts';
import { profileColumn } from '../../../shared/suggestion/column-profile.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';
import { readZip } from '../spreadsheet-write/written-files.ts';
import { quietContext } from '../../kit/task-context.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const ROWS = 30;
const REFUSED = [4, 11];
const CAPACITY = 'mostRecentScore.scoreDetails.capacityRating';
const OVERALL = 'mostRecentScore.overallScore';

/** Two rows are refused, one of them for two reasons. One profile is unmatched. */
async function screened(list = listRows(ROWS)): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(list));
  projects.push(project);
  const scored = Array.from({ length: list.length - 1 }, (_, index) => index).filter((index) => !REFUSED.includes(index));
  const unmatched = { ...profileFor(900), constituentId: 'X-1', primaryFirst: 'Nobody', primaryLast: 'Known' };
  const { counts } = await project.collect({
    profiles: JSON.stringify({ profiles: [...scored.map(profileFor), unmatched] }),
    errors: JSON.stringify([
      { row: 4, constituentId: 'C-00005', field: 'postalCode', message: 'must have 5 or 9 digits', value: '02112' },
      { row: 4, constituentId: 'C-00005', field: 'city', message: 'is not in this state' },
      { row: 11, constituentId: 'C-00012', message: '=HYPERLINK("http://x")' },
    ]),
  });
  expect(counts).toEqual({ submitted: list.length - 1, scored: scored.length, refused: 2, unknown: 0, unmatched: 1 });
  return project;
}

async function sheetsOf(path: string): Promise<Record<string, string[][]>> {
  const workbook = await openSpreadsheet(path);
  try {
    const sheets: Record<string, string[][]> = {};
    for (const [index, { name }] of workbook.sheets.entries()) {
      const rows: string[][] = [];
      for await (const row of rowsAsTexts(workbook, index)) rows.push(row);
      sheets[name] = rows;
    }
    return sheets;
  } finally {
    await workbook.close();
  }
}

/** The same cells as SheetJS shows them, numbers unformatted. */
function sheetsOfSheetJs(path: string): Record<string, string[][]> {
  const book = XLSX.read(readFileSync(path), { cellDates: false, dense: false, raw: path.endsWith('.csv') });
  return Object.fromEntries(
    book.SheetNames.map((name) => [
      name,
      XLSX.utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, raw: true, defval: '' }).map((row) => row.map(String)),
    ]),
  );
}

/** The day of a serial number, YYYY-MM-DD. */
const dayOfSerial = (serial: string) => new Date((Number(serial) - 25_569) * 86_400_000).toISOString().slice(0, 10);

/** Rows filled up with empty texts to the width of their heading. */
const padded = (sheets: Record<string, string[][]>): Record<string, string[][]> =>
  Object.fromEntries(
    Object.entries(sheets).map(([name, rows]) => [
      name,
      rows.map((row) => [...row, ...Array.from({ length: (rows[0]?.length ?? 0) - row.length }, () => '')]),
    ]),
  );

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

describe('layouts for other systems', () => {
  for (const layout of LAYOUTS)
    test(`${layout.id} has the format of its importer`, async () => {
      const project = await screened();
      const columns = layout.rows === 'score' ? [OVERALL, CAPACITY] : null;
      const path = await project.export(`layout.${layout.format}`, { kind: 'layout', layout, columns });
      const sheets = layout.format === 'xlsx' ? await sheetsOf(path) : null;
      // An importer of one sheet fails on a second one.
      expect(Object.keys(sheets ?? { text: [] })).toHaveLength(1);
      const text = sheets === null ? readFileSync(path, 'utf8') : csvOf(Object.values(sheets)[0]!);
      await expect(text).toMatchFileSnapshot(`../../fixtures/layouts/${layout.id}.csv`);
    });

  const books = LAYOUTS.flatMap((layout) =>
    (['xlsx', 'csv'] as const).flatMap((format) =>
      formatProblem(layout, format) === null ? [{ id: layout.id, format, layout: { ...layout, format } }] : [],
    ),
  );
  test.each(books)('$id as $format has the cells of the stored example, in both readers', async ({ id, format, layout }) => {
    const project = await screened();
    const columns = layout.rows === 'score' ? [OVERALL, CAPACITY] : null;
    const path = await project.export(`layout.${format}`, { kind: 'layout', layout, columns });
    const kept = await sheetsOf(fileURLToPath(new URL(`../../fixtures/layouts/${id}.csv`, import.meta.url)));
    const [cells] = Object.values(kept);
    expect(cells![0]!.slice(1)).toEqual(layout.columns.slice(1).map(({ title }) => title));
    expect(Object.values(await sheetsOf(path))).toEqual([cells]);
    expect(Object.values(padded(sheetsOfSheetJs(path)))).toEqual(Object.values(padded({ cells: cells! })));
  });

  test('have only scored people, with the titles and dates of the system', async () => {
    const project = await screened();
    const layout = LAYOUTS.find(({ id }) => id === 'raisers-edge')!;
    const path = await project.export('re.csv', { kind: 'layout', layout, columns: [OVERALL], titles: { [OVERALL]: 'Wealth score' } });
    const text = readFileSync(path, 'utf8');
    const lines = text.trimEnd().split('\r\n');
    expect(text.codePointAt(0)).toBe('C'.codePointAt(0));
    expect(lines).toHaveLength(ROWS - 2 + 1);
    expect(lines[1]).toBe('C-00001,Wealth score,1,11/19/2026,Wealth screening');
  });

  test('have a separate attribute category for each score, so that none overwrites another', async () => {
    const project = await screened();
    const layout = LAYOUTS.find(({ id }) => id === 'raisers-edge')!;
    const path = await project.export('re.csv', { kind: 'layout', layout, columns: [OVERALL, CAPACITY] });
    const rows = readFileSync(path, 'utf8').trimEnd().split('\r\n').slice(1).map((line) => line.split(',').slice(0, 2).join()); // prettier-ignore
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('leave out a scored row without an ID, and count it', async () => {
    const project = await ResultProject.of(csvOf(listRows(ROWS).map((row, at) => (at === 3 ? ['', ...row.slice(1)] : row))));
    projects.push(project);
    // The service returns the ID that the row got before sending.
    const profiles = Array.from({ length: ROWS }, (_, at) =>
      at === 2 ? { ...profileFor(at), constituentId: `${project.request.rowIdPrefix}4` } : profileFor(at),
    );
    const { counts } = await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' });
    expect(counts).toMatchObject({ scored: ROWS });
    const layout = LAYOUTS.find(({ id }) => id === 'salesforce')!;
    const { path, heldBack } = await project.exportCounted('sf.csv', { kind: 'layout', layout, columns: null });
    const ids = readFileSync(path, 'utf8').trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0]); // prettier-ignore
    expect(ids).toHaveLength(ROWS - 1);
    expect(ids).not.toContain('');
    expect(heldBack).toEqual({ ...noneHeldBack(), noId: 1 });
  });

  test('have no empty cells where the other system would remove a value, and report what is left out for that reason', async () => {
    const project = await ResultProject.of(csvOf(listRows(ROWS).map((row, at) => (at === 1 ? ['', ...row.slice(1)] : row))));
    projects.push(project);
    // Two people have no RFM score, and only five have a capacity range.
    const profiles = Array.from({ length: ROWS }, (_, at) => {
      const profile = profileFor(at) as { mostRecentScore: { scoreDetails: object } };
      const { mostRecentScore } = profile;
      return {
        ...profile,
        ...(at === 0 && { constituentId: `${project.request.rowIdPrefix}2` }),
        mostRecentScore: {
          ...mostRecentScore,
          rfmDetails: at === 7 || at === 9 ? {} : { rfmScore: 3 },
          scoreDetails: { ...mostRecentScore.scoreDetails, ...(at >= 5 && { capacityRange: null }) },
        },
      };
    });
    expect((await project.collect({ profiles: JSON.stringify({ profiles }), errors: '[]' })).counts).toMatchObject({ scored: ROWS });
    const layout = LAYOUTS.find(({ id }) => id === 'neon')!;
    const report = await project.exportCounted('neon.csv', { kind: 'layout', layout, columns: null });
    expect(report).toMatchObject({ rows: ROWS - 3, heldBack: { noId: 1, empty: 2 }, emptyColumns: ['Screening Capacity range'] });
    const [head, ...lines] = readFileSync(report.path, 'utf8').trimEnd().split('\r\n').map((line) => line.split(',')); // prettier-ignore
    expect(head).toEqual(layout.columns.map(({ title }) => title).filter((title) => title !== 'Screening Capacity range'));
    expect(lines).toHaveLength(ROWS - 3);
    expect(lines.flat()).not.toContain('');
    expect(lines.map(([id]) => id)).not.toContain('C-00008');
    expect(lines[0]!.at(-1)).toBe('11/19/2026');
    expect(leftOutText(report)).toBe(
      '1 scored row without a constituent ID is not in the file: the other system could not tell whose scores they are. 2 scored rows with an empty cell are not in the file: the other system would remove the value that it has there. The column “Screening Capacity range” is not in the file: most people have no value there, and the other system would remove the value that it has.',
    );
  });

  test('have an empty cell where the other system keeps its value', async () => {
    const project = await screened();
    const layout = {
      ...LAYOUTS.find(({ id }) => id === 'salesforce')!,
      columns: [{ title: 'None', from: { kind: 'score' as const, key: 'none.such' } }],
    };
    expect(await project.exportCounted('sf.csv', { kind: 'layout', layout, columns: null })).toMatchObject({
      heldBack: noneHeldBack(),
      emptyColumns: [],
    });
  });

  test('can have other columns and columns of the file, as the user chose them', async () => {
    const project = await screened();
    const path = await project.export('own.csv', {
      kind: 'layout',
      layout: {
        id: 'own',
        name: 'Our own',
        hint: '',
        format: 'csv',
        rows: 'person',
        dates: 'monthFirst',
        columns: [
          { title: 'Officer', from: { kind: 'sheet', header: 'Gift officer' } },
          { title: 'Scored on', from: { kind: 'score', key: 'dateScored' } },
          { title: 'Gone', from: { kind: 'score', key: 'no.such.score' } },
          { title: 'Last', from: { kind: 'field', field: 'primaryLast' } },
        ],
      },
    });
    expect(readFileSync(path, 'utf8').split('\r\n').slice(0, 3)).toEqual([
      'Officer,Scored on,Gone,Last',
      'J. Castellan,11/1/2026,,Lovelace',
      'P. Osei,11/2/2026,,Hopper',
    ]);
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
