/** Ratings, the matrix and officers in pages, sums and workbooks, from real project files. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as XLSX from 'xlsx';
import { afterEach, describe, expect, test } from 'vitest';
import { OFFICER_KEY, type ResultFilter, ratingKey } from '../../../shared/results/result-shapes.ts';
import { OUTSIDE, type Rating } from '../../../shared/ratings/rating.ts';
import { NO_OFFICE, type OfficeColumns } from '../../../main/worker-protocol/queries.ts';
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import { UNWATCHED } from '../../../main/worker/threads/unwatched.ts';
import { cellsIn } from '../../kit/workbook-facts.ts';
import { csvOf, listRows, OVERVIEW, profileFor, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const OPTIONS = { sendErrors: false, resendRecent: false };
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';
const PROPENSITY = 'mostRecentScore.scoreDetails.propensityRating';
const PEOPLE = 60;

/** Person 0 has no capacity; the lowest amounts are below every band; propensity 4 has no row in the table. */
async function screened(head: (row: string[]) => string[] = (row) => row): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(listRows(PEOPLE).map((row, at) => (at === 0 ? head(row) : row))));
  projects.push(project);
  const profiles = Array.from({ length: PEOPLE }, (_, index) => {
    const profile = profileFor(index) as { mostRecentScore: { scoreDetails: Record<string, unknown> } };
    if (index === 0) delete profile.mostRecentScore.scoreDetails['capacityValue'];
    return profile;
  });
  await project.collect({ profiles: JSON.stringify(profiles) });
  return project;
}

const BANDS: Rating = {
  kind: 'bands',
  column: CAPACITY,
  title: 'Our rating',
  steps: [
    { code: 'A', label: 'Principal', from: 15_000 },
    { code: 'B', label: 'Major', from: 10_000 },
    { code: 'C', label: '', from: 5_000 },
  ],
};
const WORDS: Rating = {
  kind: 'values',
  column: PROPENSITY,
  title: 'Likelihood',
  steps: [
    { code: '', label: 'Likely', value: '3' },
    { code: '', label: 'Possible', value: '2' },
    { code: '', label: 'Unlikely', value: '1' },
  ],
};

/** The files of a ZIP by name. */
function filesIn(path: string): Map<string, Buffer> {
  const { FileIndex } = XLSX.CFB.read(readFileSync(path), { type: 'buffer' }) as {
    FileIndex: { name: string; type: number; content: Buffer }[];
  };
  return new Map(
    FileIndex.filter(({ name, type }) => type === 2 && !name.startsWith('\u0001')).map(({ name, content }) => [name, Buffer.from(content)]),
  );
}

/** `given`: names by sheet row. */
function officeWith(given: Readonly<Record<number, string>> = {}): OfficeColumns {
  const names = [...new Set(Object.values(given))];
  const assigned = new Uint32Array(PEOPLE + 2);
  for (const [row, name] of Object.entries(given)) assigned[Number(row)] = names.indexOf(name) + 1;
  return { ...NO_OFFICE, revision: JSON.stringify(given), ratings: [BANDS, WORDS], names, assigned };
}
const EVERYBODY = { outcome: 'scored' as const, filters: [] as ResultFilter[], find: '' };
const page = async (
  project: ResultProject,
  columns: string[],
  office: OfficeColumns,
  filters: ResultFilter[] = [],
  sort: string | null = null,
) =>
  await project.ask('results.page', {
    options: OPTIONS,
    selection: { ...EVERYBODY, filters },
    columns,
    sort: sort === null ? null : { column: sort, descending: false },
    earlier: [],
    offset: 0,
    limit: 200,
    office,
  });
const is = (column: string, value: string): ResultFilter => (value === '' ? { kind: 'empty', column } : { kind: 'is', column, value });

/** The word for a person's capacity, from the amount in the profile. */
const wordOf = (index: number) => {
  const amount = 4000 + index * 250;
  return index === 0 ? '' : amount >= 15_000 ? 'A Principal' : amount >= 10_000 ? 'B Major' : amount >= 5000 ? 'C' : OUTSIDE;
};

describe('ratings', () => {
  test('are columns of the list, which sorts and filters by their words', async () => {
    const project = await screened();
    const office = officeWith();
    const results = await project.ask('results.get', { ...OVERVIEW, office });
    expect(results.recordColumns).toContainEqual({ key: ratingKey(CAPACITY), title: 'Our rating', type: 'text' });
    expect(results.shown).toContain(ratingKey(CAPACITY));
    const all = await page(project, [ratingKey(CAPACITY), ratingKey(PROPENSITY)], office);
    expect(all.rows.map(({ cells }) => cells[0])).toEqual(Array.from({ length: PEOPLE }, (_, index) => wordOf(index)));
    expect(all.rows.slice(0, 4).map(({ cells }) => cells[1])).toEqual(['Unlikely', 'Possible', 'Likely', OUTSIDE]);
    // The highest band comes first, and people without a value last.
    const sorted = (await page(project, [ratingKey(CAPACITY)], office, [], ratingKey(CAPACITY))).rows.map(({ cells }) => cells[0]);
    expect([...new Set(sorted)]).toEqual(['A Principal', 'B Major', 'C', OUTSIDE, '']);
    for (const word of ['A Principal', OUTSIDE, '']) {
      const found = await page(project, [], office, [is(ratingKey(CAPACITY), word)]);
      expect(found.total).toBe(Array.from({ length: PEOPLE }, (_, index) => wordOf(index)).filter((one) => one === word).length);
    }
  });

  test('that are changed apply at once in the open project', async () => {
    const project = await screened();
    await project.answering(async (answers) => {
      const ask = async (office: OfficeColumns) =>
        (
          await answers['results.distribution'](
            { options: OPTIONS, selection: EVERYBODY, column: ratingKey(CAPACITY), office, verdicts: NO_VERDICTS },
            UNWATCHED,
          )
        ).bars;
      const first = await ask(officeWith());
      const changed = {
        ...officeWith(),
        revision: 'changed',
        ratings: [{ ...BANDS, steps: [{ code: 'Z', label: '', from: 0 }] }],
      } as OfficeColumns;
      expect(first.map(({ label }) => label)).toContain('A Principal');
      expect(await ask(changed)).toEqual([{ label: 'Z', rows: PEOPLE - 1, from: null, to: null }]);
    });
  });

  test('count people before they are saved, and say how values are spread', async () => {
    const project = await screened();
    const { people } = await project.ask('ratings.count', { options: OPTIONS, rating: BANDS });
    const words = Array.from({ length: PEOPLE }, (_, index) => wordOf(index));
    expect(people).toEqual(['A Principal', 'B Major', 'C', OUTSIDE, ''].map((word) => words.filter((one) => one === word).length));
    const basis = await project.ask('ratings.basis', { options: OPTIONS, column: CAPACITY });
    expect(basis.sorted).toHaveLength(PEOPLE - 1);
    expect(basis).toMatchObject({ without: 1, values: [] });
    expect((await project.ask('ratings.basis', { options: OPTIONS, column: PROPENSITY })).values).toEqual([
      { value: '4', people: 15 },
      { value: '3', people: 15 },
      { value: '2', people: 15 },
      { value: '1', people: 15 },
    ]);
  });
});

test('the matrix counts everybody once; each cell agrees with the people and the sum of its filters, and with the sheet', async () => {
  const project = await screened();
  const office = officeWith();
  const matrix = await project.ask('results.matrix', {
    options: OPTIONS,
    selection: EVERYBODY,
    rows: ratingKey(CAPACITY),
    columns: ratingKey(PROPENSITY),
    sum: CAPACITY,
    office,
  });
  expect(matrix.rows.map(({ text }) => text)).toEqual(['A Principal', 'B Major', 'C', OUTSIDE, '']);
  expect(matrix.columns.map(({ text }) => text)).toEqual(['Likely', 'Possible', 'Unlikely', OUTSIDE]);
  const amounts = Array.from({ length: PEOPLE }, (_, index) => (index === 0 ? 0 : 4000 + index * 250));
  expect(matrix.all).toEqual({ people: PEOPLE, sum: amounts.reduce((sum, amount) => sum + amount, 0) });
  for (const [at, row] of matrix.rows.entries())
    for (const [column, head] of matrix.columns.entries()) {
      const filters = [is(ratingKey(CAPACITY), row.text), is(ratingKey(PROPENSITY), head.text)];
      const sum = await project.ask('results.sum', { options: OPTIONS, selection: { ...EVERYBODY, filters }, column: CAPACITY, office });
      expect(matrix.cells[at]![column]).toEqual({ people: sum.rows, sum: sum.sum ?? 0 });
    }
  const path = await project.export('all.xlsx', { kind: 'workbook', office });
  const [head, ...lines] = cellsIn(path, 'Scores') as (string | number)[][];
  const at = (title: string) => head!.indexOf(title);
  for (const row of matrix.rows) {
    const mine = lines.filter((line) => (line[at('Our rating')] ?? '') === row.text);
    expect(mine).toHaveLength(row.people);
    expect(mine.reduce((sum, line) => sum + Number(line[at('Capacity value')] ?? 0), 0)).toBe(row.sum);
  }
});

describe('officers', () => {
  test('an assignment wins over the sheet, and nobody comes first', async () => {
    const project = await screened();
    // Row 2 of the sheet names J. Castellan, and row 4 nobody.
    const office = officeWith({ 2: 'M. Trask', 3: '', 4: 'M. Trask' });
    const { rows } = await page(project, [OFFICER_KEY], office);
    expect(rows.slice(0, 4).map(({ cells }) => cells[0])).toEqual(['M. Trask', '', 'M. Trask', 'J. Castellan']);
    expect((await page(project, [], office, [is(OFFICER_KEY, 'M. Trask')])).rows.map(({ row }) => row)).toEqual([2, 4]);
    const view = await project.ask('results.officers', { options: OPTIONS, office });
    expect(view.officers[0]!.name).toBe('');
    expect(view.officers.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE);
    expect(view.officers.find(({ name }) => name === 'M. Trask')).toMatchObject({ people: 2 });
    expect(view).toMatchObject({ topText: 'A and B', least: 10_000, all: { people: PEOPLE, top: 36 } });
    const person = await project.ask('results.person', { options: OPTIONS, row: 3, office });
    expect(person.officer).toBe('');
  });

  test('a list that names none offers columns whose values repeat, and the chosen one is used everywhere', async () => {
    const project = await screened((head) => head.map((title) => (title === 'Gift officer' ? 'Handled' : title)));
    const before = await project.results();
    expect(before).toMatchObject({ officer: null, officerColumn: { heading: null, choices: ['sheet:Handled'] } });
    const office = { ...NO_OFFICE, revision: 'chosen', heading: 'Handled' };
    const after = await project.ask('results.get', { ...OVERVIEW, office });
    expect(after).toMatchObject({ officer: OFFICER_KEY, officerColumn: { heading: 'Handled' } });
    expect((await project.ask('results.capacity', { options: OPTIONS, office }))!.top.withoutOfficer).toBe(2);
    const lines = cellsIn(await project.export('all.xlsx', { kind: 'workbook', office }), 'Top prospects');
    const head = lines.findIndex((line) => line.includes('Officer'));
    expect(lines[head + 1]![lines[head]!.indexOf('Officer')]).toBe('none');
  });

  test('the workbook has them as a column, and a sheet for each one; notes only when they are chosen', async () => {
    const project = await screened();
    const office = officeWith({ 2: 'M. Trask', 4: 'M. Trask' });
    const notes = [{ row: 4, note: 'Met in May.', nextStep: 'Call' }];
    const path = await project.export('all.xlsx', { kind: 'workbook', office, byOfficer: 'sheets', notes });
    const names = XLSX.read(readFileSync(path)).SheetNames;
    expect(names).toEqual([
      'Top prospects',
      'Scores',
      'Unassigned',
      'J. Castellan',
      'M. Trask',
      'P. Osei',
      'Review',
      'Errors',
      'Unmatched',
      'Summary',
      'Settings',
    ]);
    const sheet = (name: string) => cellsIn(path, name);
    const [head, ...lines] = sheet('M. Trask');
    const at = (title: string) => head!.indexOf(title);
    expect(lines.map((line) => [line[at('Constituent ID')], line[at('Officer')], line[at('Our rating')]])).toEqual([
      ['C-00001', 'M. Trask', undefined],
      ['C-00003', 'M. Trask', OUTSIDE],
    ]);
    expect(lines[1]!.slice(at('Notes'), at('Next step') + 1)).toEqual(['Met in May.', 'Call']);
    const people = ['Unassigned', 'J. Castellan', 'M. Trask', 'P. Osei'].map((name) => sheet(name).length - 1);
    expect(people.reduce((sum, count) => sum + count, 0)).toBe(PEOPLE);
    const without = cellsIn(await project.export('plain.xlsx', { kind: 'workbook', office }), 'Scores');
    expect(without[0]).not.toContain('Notes');
    const inOrder = await project.export('list.csv', { kind: 'list', office, notes });
    const [titles, first] = readFileSync(inOrder, 'utf8').split('\r\n');
    expect(titles).toContain('Screening outcome,Why it was not sent,Our rating,Likelihood,Officer,Notes,Next step');
    expect(first).toContain('Scored,,,Unlikely,M. Trask,,');
  });

  test('the sheet of an officer never takes the name of a sheet that charts and sentences refer to', async () => {
    const project = await screened();
    const office = officeWith({ 2: 'Summary', 3: 'ERRORS', 4: 'Scores', 5: 'Settings' });
    const path = await project.export('all.xlsx', { kind: 'workbook', office, byOfficer: 'sheets' });
    const names = XLSX.read(readFileSync(path)).SheetNames;
    expect(names).toEqual(expect.arrayContaining(['Summary (2)', 'ERRORS (2)', 'Scores (2)', 'Settings (2)']));
    for (const name of ['Scores', 'Review', 'Errors', 'Unmatched', 'Summary', 'Settings']) expect(names).toContain(name);
    const chart = filesIn(path).get('chart1.xml')!.toString();
    const [, sheet, first, last] = /<c:cat><c:strRef><c:f>'([^']+)'!\$A\$(\d+):\$A\$(\d+)</.exec(chart)!;
    const labels = cellsIn(path, sheet!)
      .slice(Number(first) - 1, Number(last))
      .map(([label]) => label);
    const bars = [
      ...chart
        .split('<c:cat>')[1]!
        .split('</c:cat>')[0]!
        .matchAll(/<c:v>([^<]*)</g),
    ].map(([, label]) => label);
    expect(bars.length).toBeGreaterThan(1);
    expect(labels).toEqual(bars);
  });

  test.each(['xlsx', 'csv'] as const)(
    'a ZIP has a %s file for each officer and for nobody, whatever they are called, and no file with somebody else’s people',
    async (format) => {
      const project = await screened();
      const office = officeWith({
        2: 'M. Trask',
        3: '',
        4: 'm. trask',
        5: 'Ann/Bob: "AUX" *',
        6: '../../CON',
        7: 'M. Trask',
        8: 'Ann Bob AUX',
      });
      const verdict = { is: 'wrong' as const, reason: null, note: '' };
      const given = [6].map((row) => ({ row, pair: '', constituentId: '', verdict, who: 'm', at: 0 }));
      const whole = await project.export('whole.xlsx', { kind: 'list', office });
      const [head, ...lines] = cellsIn(whole, 'Scores') as string[][];
      const officerOf = new Map(
        lines.map((line) => [line[head!.indexOf('Constituent ID')]!, (line[head!.indexOf('Officer')] ?? '').toLowerCase()]),
      );
      const kind = format === 'csv' ? 'list' : 'workbook';
      const path = await project.export('officers.zip', { kind, office, byOfficer: 'files', given }, format);
      const files = filesIn(path);
      expect([...files.keys()].toSorted()).toEqual(
        [
          'Scores - .. .. CON',
          'Scores - Ann Bob AUX',
          'Scores - Ann Bob AUX (2)',
          'Scores - J. Castellan',
          'Scores - M. Trask',
          'Scores - P. Osei',
          'Scores - Unassigned',
        ]
          .map((name) => `${name}.${format}`)
          .toSorted(),
      );
      const seen: string[] = [];
      for (const [name, bytes] of files) {
        const table = XLSX.utils.sheet_to_json<Record<string, string>>(
          XLSX.read(bytes, { codepage: 65_001 }).Sheets[format === 'csv' ? 'Sheet1' : 'Scores']!,
        );
        const ids = table.map((row) => row['Constituent ID']!);
        const [officer] = new Set(ids.map((id) => officerOf.get(id)));
        expect(ids.every((id) => officerOf.get(id) === officer)).toBe(true);
        expect(name.startsWith('Scores - Unassigned')).toBe(officer === '');
        // A verdict is only in the file of that officer; a CSV file has no sheets.
        expect(XLSX.read(bytes).SheetNames.includes('Review')).toBe(format === 'xlsx' && name.includes('CON'));
        seen.push(...ids);
      }
      expect(seen.toSorted()).toEqual([...officerOf.keys()].toSorted());
      expect(readdirSync(dirname(path)).filter((name) => name.startsWith('.~'))).toEqual([]);
    },
  );
});
