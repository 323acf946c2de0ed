/** The workbook for other people, read by SheetJS and as XML: its sheets, columns, cells, charts and pages. */
import { readFileSync } from 'node:fs';
import * as XLSX from 'xlsx';
import { afterEach, describe, expect, test } from 'vitest';
import { cellsIn } from '../../kit/workbook-facts.ts';
import { ProjectFile } from '../../../main/store/project-file/project-file.ts';
import { PAIR_BYTES, type PackedVerdicts } from '../../../main/worker-protocol/review.ts';
import type { Rating } from '../../../shared/ratings/rating.ts';
import { csvOf, EXPORT_INPUTS, profileFor, ResultProject } from '../../kit/result-project.ts';
import { partOf, readZip } from '../spreadsheet-write/written-files.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const HEADINGS = ['Class year', 'Constituent ID', 'First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP', 'Gift officer', 'Source'];
const GIFTS = ['Last Gift Amount', 'Last Gift Date'];
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';

interface Made {
  readonly people: number;
  readonly gifts?: boolean;
  readonly refused?: number;
  /** Changes the profile of a person, from 0. */
  readonly profile?: (profile: Record<string, unknown>, index: number) => Record<string, unknown>;
  readonly row?: (row: string[], index: number) => string[];
  readonly headings?: readonly string[];
}

/** The score details of a profile. */
const details = (profile: Record<string, unknown>) =>
  (profile['mostRecentScore'] as { scoreDetails: Record<string, unknown> }).scoreDetails;

async function screened({
  people,
  gifts = false,
  refused = 0,
  profile = (one) => one,
  row = (one) => one,
  headings,
}: Made): Promise<ResultProject> {
  const rows = Array.from({ length: people }, (_, index) =>
    row(
      [
        String(1960 + (index % 50)),
        `00${100 + index}`,
        ['Ada', 'Grace', 'Mary'][index % 3]!,
        ['Lovelace', 'Hopper', 'Shelley', 'Stein'][index % 4]!,
        `${index + 1} Elm Street`,
        ['Boston', 'Worcester'][index % 2]!,
        'MA',
        `0${2108 + (index % 90)}`,
        ['J. Castellan', ''][index % 2]!,
        'Gala',
        ...(gifts ? [String(100 + index), '2025-03-18'] : []),
      ],
      index,
    ),
  );
  const project = await ResultProject.of(csvOf([[...(headings ?? HEADINGS), ...(gifts ? GIFTS : [])], ...rows]));
  projects.push(project);
  const scored = Array.from({ length: people - refused }, (_, index) => ({ ...profileFor(index), constituentId: rows[index]![1] }));
  for (const [index, one] of scored.entries()) Object.assign(details(one), { confidenceOfMatch: [96, 74, 64][index % 3] });
  const errors = rows.slice(people - refused).map(([, id]) => ({ constituentId: id, field: 'postalCode', message: 'Wrong' }));
  const { counts } = await project.collect({
    profiles: JSON.stringify({ profiles: scored.map(profile) }),
    errors: JSON.stringify(errors),
  });
  expect(counts).toMatchObject({ scored: people - refused, refused, unmatched: 0 });
  return project;
}

const top = (path: string) => cellsIn(path, 'Top prospects');

describe('the workbook to hand on', () => {
  test('has its sheets in order, and the empty ones say so', async () => {
    const project = await screened({ people: 30 });
    const path = await project.export('all.xlsx', { kind: 'workbook', summary: ['Thirty people.'] });
    expect(XLSX.read(readFileSync(path)).SheetNames).toEqual([
      'Top prospects',
      'Scores',
      'Review',
      'Errors',
      'Unmatched',
      'Summary',
      'Settings',
    ]);
    expect(cellsIn(path, 'Review')).toEqual([['Review'], ['No match was reviewed yet.']]);
    expect(cellsIn(path, 'Errors')).toEqual([['Errors'], ['The service accepted every row.']]);
    expect(cellsIn(path, 'Unmatched')).toEqual([['Unmatched'], ['Every result belongs to a row.']]);
    const refused = await screened({ people: 30, refused: 2 });
    const errors = cellsIn(await refused.export('errors.xlsx', { kind: 'workbook' }), 'Errors');
    expect(errors).toHaveLength(1 + 2);
  });

  test('begins with the people with the most capacity: 25, or 50 of 500 and more', async () => {
    const few = await screened({ people: 499 });
    const [title, text, , head, ...rows] = top(await few.export('few.xlsx', { kind: 'workbook', name: 'Year-end appeal' }));
    expect(title).toEqual(['Top prospects, Year-end appeal']);
    expect(text).toEqual(['The 25 people with the most capacity, of 499 scored. Scored November 19, 2026.']);
    expect(head).toEqual(['#', 'Name', 'City', 'Capacity', 'Propensity', 'Match', 'Officer']);
    expect(rows).toHaveLength(25);
    expect(rows.map((row) => row[0])).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(rows.map((row) => row[3])).toEqual(Array.from({ length: 25 }, (_, index) => 4000 + (498 - index) * 250));
    expect(rows[0]).toEqual([1, 'Ada Shelley', 'Boston, MA', 128_500, 3, '96 strong', 'J. Castellan']);
    expect(new Set(rows.map((row) => row[5]))).toEqual(new Set(['96 strong', '74 fair, review', '64 weak, review']));
    expect(new Set(rows.map((row) => row[6]))).toEqual(new Set(['J. Castellan', 'none']));
    const many = await screened({ people: 500 });
    expect(top(await many.export('many.xlsx', { kind: 'workbook' }))).toHaveLength(4 + 50);
  });

  test('has amounts as numbers, gift dates as dates, bars, filters and a frozen name, and merges nothing', async () => {
    const project = await screened({ people: 30, gifts: true });
    const path = await project.export('gifts.xlsx', { kind: 'workbook' });
    const sheet = XLSX.read(readFileSync(path), { cellNF: true, cellDates: true }).Sheets['Top prospects']!;
    const cell = (at: string) => sheet[at] as XLSX.CellObject;
    expect([cell('G4').v, cell('H4').v]).toEqual(['Last gift', 'Gift date']);
    expect(cell('D5')).toMatchObject({ t: 'n', v: 11_250, z: '"$"#,##0;\\-"$"#,##0' });
    expect(cell('G5')).toMatchObject({ t: 'n', v: 129, z: '"$"#,##0;\\-"$"#,##0' });
    expect(cell('H5')).toMatchObject({ t: 'd', z: 'mmm\\ yyyy' });
    expect(sheet['!autofilter']).toEqual({ ref: 'A4:I29' });
    expect(sheet['!merges'] ?? []).toEqual([]);
    const xml = partOf(await readZip(path), 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('<pane xSplit="2" ySplit="4" topLeftCell="C5" activePane="bottomRight" state="frozen"/>');
    expect(xml).toMatch(/<conditionalFormatting sqref="D5:D29"><cfRule type="dataBar"/);
  });

  test('has a native chart of the capacity by range, whose numbers are cells, with a text for those who cannot see it', async () => {
    const project = await screened({ people: 30 });
    const path = await project.export('chart.xlsx', { kind: 'workbook', summary: ['One.', 'Two.'] });
    const parts = await readZip(path);
    const chart = partOf(parts, 'xl/charts/chart1.xml');
    const [categories, numbers] = [...chart.matchAll(/<c:f>'Summary'!\$[AC]\$(\d+):\$[AC]\$(\d+)<\/c:f>/g)];
    expect([categories![1], categories![2]]).toEqual([numbers![1], numbers![2]]);
    const summary = cellsIn(path, 'Summary');
    const shown = summary.slice(Number(categories![1]) - 1, Number(categories![2]));
    expect(shown.map(([label]) => label)).toEqual(['$250K - $500K', '$50K - $100K']);
    const sum = (first: number) =>
      Array.from({ length: 15 }, (_, index) => 4000 + (first + 2 * index) * 250).reduce((all, one) => all + one, 0);
    expect(shown.map(([, people, capacity]) => [people, capacity])).toEqual([[15, sum(1)], [15, sum(0)]]); // prettier-ignore
    expect([...chart.matchAll(/<c:v>([\d.]+)<\/c:v>/g)].map(([, value]) => Number(value))).toEqual([sum(1), sum(0)]);
    const drawing = partOf(parts, 'xl/drawings/drawing1.xml');
    // Anything to the right of the last printed column is cut off on paper.
    expect(drawing).toMatch(/<xdr:to><xdr:col>\d+<\/xdr:col><xdr:colOff>0</);
    expect(drawing).toMatch(/descr="Bars of the capacity of everybody scored, by range. \$250K - \$500K: 15 people, \$[\d,]+; /);
    expect(partOf(parts, '[Content_Types].xml')).toContain('PartName="/xl/charts/chart1.xml"');
    expect(partOf(parts, 'xl/worksheets/_rels/sheet1.xml.rels')).toContain('drawings/drawing1.xml');
  });

  describe('with ratings, officers and verdicts', () => {
    const RATING: Rating = {
      kind: 'bands',
      column: CAPACITY,
      title: 'Rating',
      steps: [
        { code: 'A', label: 'Principal', from: 11_000 },
        { code: 'B', label: 'Major', from: 10_000 },
        { code: 'C', label: '', from: 5000 },
      ],
    };
    const office = { ...EXPORT_INPUTS.office, revision: 'r', ratings: [RATING] };

    /** Verdicts about the last three rows: from the last one up, right, unsure and wrong. */
    function judged(project: ResultProject): PackedVerdicts {
      using file = new ProjectFile(project.request.file, 'read');
      const rows = Uint32Array.of(31, 30, 29);
      return {
        version: 1,
        acceptAt: null,
        canUndo: true,
        rows,
        kinds: Uint8Array.of(0, 2, 1),
        pairs: new Uint8Array(rows.length * PAIR_BYTES),
        changes: new Uint32Array(rows.length).fill(file.changes),
      };
    }

    test('says how many are in the first bands, who has no officer, and what was decided about a match', async () => {
      const project = await screened({ people: 30 });
      const path = await project.export('bands.xlsx', { kind: 'workbook', office, verdicts: judged(project) });
      const [, text, , head, ...rows] = top(path);
      expect(text).toEqual([
        'The 25 people with the most capacity, of 29 scored: 2 at $11K and above, then 23. Of 5 people in A and B, 2 have no officer. Scored November 19, 2026.',
      ]);
      expect(head).toEqual(['#', 'Name', 'City', 'Capacity', 'Rating', 'Propensity', 'Match', 'Officer']);
      const shown = rows.slice(0, 3).map((row) => [row[3], row[4], row[6], row[7]]);
      expect(shown).toEqual([
        [11_250, 'A Principal', '64 weak, right', 'none'],
        [11_000, 'A Principal', '74 fair, unsure', 'J. Castellan'],
        [10_500, 'B Major', '64 weak, review', 'J. Castellan'],
      ]);
      const sheet = XLSX.read(readFileSync(path)).Sheets['Top prospects']!;
      expect(sheet['!autofilter']).toEqual({ ref: 'A4:H29' });
    });

    test('has a chart by rating and one by officer, on cells of Summary', async () => {
      const project = await screened({ people: 30 });
      const path = await project.export('charts.xlsx', { kind: 'workbook', office, verdicts: judged(project) });
      const parts = await readZip(path);
      const summary = cellsIn(path, 'Summary');
      const charted = (name: string, column: number) => {
        const chart = partOf(parts, `xl/charts/${name}.xml`);
        const [categories, numbers] = [...chart.matchAll(/<c:f>'Summary'!\$[A-C]\$(\d+):\$[A-C]\$(\d+)<\/c:f>/g)];
        expect(categories!.slice(1)).toEqual(numbers!.slice(1));
        const lines = summary.slice(Number(categories![1]) - 2, Number(categories![2]));
        const values = [...chart.matchAll(/<c:v>([\d.]+)<\/c:v>/g)].map(([, value]) => Number(value));
        expect(values).toEqual(lines.slice(1).map((line) => line[column]));
        return lines;
      };
      expect(charted('chart1', 2)).toEqual([
        ['Capacity by rating', 'People', 'Capacity'],
        ['A Principal, $11K+', 2, 22_250],
        ['B Major, $10K+', 3, 30_750],
        ['C, $5K+', 20, 147_500],
        ['under $5K', 4, 17_500],
      ]);
      expect(charted('chart2', 1)).toEqual([
        ['People in A and B by officer', 'People'],
        ['No officer', 2],
        ['J. Castellan', 3],
      ]);
    });

    test('has the verdicts with their choice lists, filters and a frozen heading, and a date', async () => {
      const project = await screened({ people: 30 });
      const verdict = { is: 'right', reason: null, note: 'Met in May' } as const;
      const given = [{ row: 31, pair: 'none', constituentId: '00129', verdict, who: 'quill', at: Date.UTC(2026, 10, 25, 12) }];
      const path = await project.export('review.xlsx', { kind: 'workbook', office, verdicts: judged(project), given });
      const { SheetNames, Sheets } = XLSX.read(readFileSync(path), { cellDates: true });
      const sheet = Sheets['Review']!;
      expect(sheet['!autofilter']).toEqual({ ref: 'A1:I2' });
      expect(['B2', 'D2', 'F2'].map((at) => (sheet[at] as XLSX.CellObject).v)).toEqual(['00129', 'Right', 'Met in May']);
      expect((sheet['H2'] as XLSX.CellObject).t).toBe('d');
      const xml = partOf(await readZip(path), `xl/worksheets/sheet${SheetNames.indexOf('Review') + 1}.xml`);
      expect(xml).toContain('<pane ySplit="1"');
      expect([...xml.matchAll(/<dataValidation [^>]*sqref="([A-Z])/g)].map(([, column]) => column)).toEqual(['D', 'E']);
      expect(xml).toContain('"Right,Wrong,Unsure"');
    });
  });

  test('has five equal groups where the service gives no ranges, and no chart without capacity', async () => {
    const without = (key: string) => (profile: Record<string, unknown>) => {
      delete details(profile)[key];
      return profile;
    };
    const groups = await screened({ people: 30, profile: without('capacityRange') });
    const summary = cellsIn(await groups.export('groups.xlsx', { kind: 'workbook' }), 'Summary');
    const table = summary.slice(summary.findIndex(([label]) => label === 'Capacity by range') + 1);
    expect(table.map(([label, people]) => [label, people])).toEqual([
      ['Top fifth, from $10,000', 6],
      ['Second fifth, from $8,500', 6],
      ['Third fifth, from $7,000', 6],
      ['Fourth fifth, from $5,500', 6],
      ['Last fifth, from $4,000', 6],
    ]);
    const none = await screened({ people: 30, profile: without('capacityValue') });
    const path = await none.export('none.xlsx', { kind: 'workbook' });
    expect(top(path)[1]).toEqual(['The 25 people with the highest Overall score, of 30 scored. Scored November 19, 2026.']);
    expect([...(await readZip(path)).keys()].filter((name) => name.includes('chart'))).toEqual([]);
  });

  test('keeps formulas, leading zeros and right-to-left names as texts', async () => {
    const project = await screened({
      people: 3,
      row: (row, index) => row.map((cell, at) => (at === 2 ? ['=1+1', 'שרה', '@sum(a1)'][index]! : at === 8 ? '+cmd' : cell)),
      headings: HEADINGS,
    });
    const path = await project.export('texts.xlsx', { kind: 'workbook', name: '=HYPERLINK("x")' });
    const { Sheets } = XLSX.read(readFileSync(path), { cellFormula: true });
    const cells = Object.values(Sheets).flatMap((sheet) =>
      Object.entries(sheet).flatMap(([at, cell]) => (at.startsWith('!') ? [] : [cell as XLSX.CellObject])),
    );
    expect(cells.filter(({ f }) => f !== undefined)).toEqual([]);
    expect(top(path).slice(4).map((row) => row[1])).toEqual(['@sum(a1) Shelley', 'שרה Hopper', '=1+1 Lovelace']); // prettier-ignore
    expect(cellsIn(path, 'Scores').map((row) => row[0])).toEqual(['Constituent ID', '00100', '00101', '00102']);
    expect((Sheets['Scores']!['A2'] as XLSX.CellObject).t).toBe('s');
    // A text that looks like a formula stays a text after it is edited.
    const style = Number(/<c r="B5" s="(\d+)"/.exec(partOf(await readZip(path), 'xl/worksheets/sheet1.xml'))![1]);
    expect(style % 2).toBe(1);
  });
});

describe('the sheet Scores', () => {
  test('has ID, name and city, the scores that people use, the file’s columns, other scores, and last the columns with one value', async () => {
    const project = await screened({ people: 30, refused: 1 });
    const path = await project.export('lean.xlsx', { kind: 'workbook', bars: [CAPACITY] });
    const [head, ...rows] = cellsIn(path, 'Scores') as [string[], ...unknown[][]];
    expect(rows).toHaveLength(30);
    expect(head.slice(0, 4)).toEqual(['Constituent ID', 'Name', 'City', 'Capacity value']);
    const at = (title: string) => head.indexOf(title);
    expect(at('Confidence of match')).toBeLessThan(at('Screening outcome'));
    expect(head.slice(at('Screening outcome'), at('ZIP') + 1)).toEqual([
      'Screening outcome', 'Why it was not sent', 'Class year', 'First Name', 'Last Name', 'Address', 'ZIP',
    ]); // prettier-ignore
    expect(at('Profile ID')).toBeGreaterThan(at('Gift officer'));
    expect(head.slice(-2)).toEqual(['State', 'Source']);
    expect(new Set(head).size).toBe(head.length);
    expect(rows[1]!.slice(0, 4)).toEqual(['00101', 'Grace Hopper', 'Worcester', 4250]);
    expect(rows.map((row) => row[at('Confidence of match')]).slice(0, 3)).toEqual([96, 74, 64]);
    const xml = partOf(await readZip(path), 'xl/worksheets/sheet2.xml');
    expect(xml).toContain('<pane xSplit="2" ySplit="1" topLeftCell="C2"');
  });

  test('has the scores that the user shows first, and only those that were chosen', async () => {
    const project = await screened({ people: 4 });
    const shown = ['mostRecentScore.scoreDetails.affinityRating', 'no.such', CAPACITY];
    const [head] = cellsIn(await project.export('shown.xlsx', { kind: 'workbook', shown }), 'Scores') as [string[]];
    expect(head.slice(3, 5)).toEqual(['Affinity rating', 'Capacity value']);
    expect(head).toContain('RFM score');
    const [chosen] = cellsIn(await project.export('chosen.xlsx', { kind: 'workbook', shown, columns: [CAPACITY] }), 'Scores') as [string[]];
    expect(chosen.filter((title) => /rating|value|score/i.test(title))).toEqual(['Capacity value']);
  });

  test('keeps a heading of the file that is also one of ours', async () => {
    const project = await screened({ people: 3, headings: HEADINGS.with(9, 'Name').with(0, 'Overall score') });
    const [head] = cellsIn(await project.export('own.xlsx', { kind: 'workbook' }), 'Scores') as [string[]];
    expect(head[1]).toBe('Person');
    expect(head).toContain('Overall score (screening)');
    expect(head.at(-1)).toBe('Name');
  });
});

test('amounts of the service are money and its dates are dates in Scores too, and IDs are texts', async () => {
  const project = await screened({ people: 30, gifts: true });
  const path = await project.export('cells.xlsx', { kind: 'workbook' });
  const sheet = XLSX.read(readFileSync(path), { cellNF: true, cellDates: true }).Sheets['Scores']!;
  const [head = []] = cellsIn(path, 'Scores');
  const cell = (title: string) => sheet[XLSX.utils.encode_cell({ r: 1, c: head.indexOf(title) })] as XLSX.CellObject;
  expect(cell('Constituent ID')).toMatchObject({ t: 's', v: '00100' });
  expect(cell('Capacity value')).toMatchObject({ t: 'n', v: 4000, z: '"$"#,##0;\\-"$"#,##0' });
  expect(cell('Date scored')).toMatchObject({ t: 'd' });
  expect(sheet['!autofilter']).toEqual({ ref: XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: 30, c: head.length - 1 } }) });
});

describe('a printed workbook', () => {
  test.each([
    ['letter', 1],
    ['a4', 9],
  ] as const)('on %s is landscape, one page wide, with headings and page numbers on each page', async (paper, number) => {
    const project = await screened({ people: 30, refused: 2 });
    const parts = await readZip(await project.export('print.xlsx', { kind: 'workbook', paper }));
    const sheets = [...parts.keys()].filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name));
    expect(sheets).toHaveLength(7);
    for (const name of sheets) {
      const xml = partOf(parts, name);
      expect(xml).toContain('<pageSetUpPr fitToPage="1"/>');
      expect(xml).toContain(`<pageSetup paperSize="${number}" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`);
      expect(xml).toContain('Page &amp;P of &amp;N');
    }
    const names = [...partOf(parts, 'xl/workbook.xml').matchAll(/<definedName name="_xlnm\.(Print_\w+)" localSheetId="\d+">([^<]+)</g)];
    expect(names.map(([, name, range]) => `${name} ${range}`)).toEqual([
      "Print_Titles 'Top prospects'!$4:$4",
      "Print_Area 'Scores'!$A$1:$M$31",
      "Print_Titles 'Scores'!$1:$1",
      "Print_Titles 'Errors'!$1:$1",
      "Print_Titles 'Settings'!$1:$1",
    ]);
  });
});
