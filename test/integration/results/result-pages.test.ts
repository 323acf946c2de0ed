/** Pages of results from real project files: filters, segment counts, order, columns of the file, columns of mixed types. */
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { sheetKey, type ResultFilter, type ResultSelection } from '../../../shared/results/result-shapes.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

async function screened(count: number, profile: (index: number) => unknown = profileFor): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(listRows(count)));
  projects.push(project);
  await project.collect({ profiles: JSON.stringify(Array.from({ length: count }, (_, index) => profile(index))) });
  return project;
}

const CAPACITY = 'mostRecentScore.scoreDetails.capacityRating';
const PROPENSITY = 'mostRecentScore.scoreDetails.propensityRating';
const scored = (filters: ResultFilter[] = [], find = ''): ResultSelection => ({ outcome: 'scored', filters, find });
const everybody = {
  columns: [] as string[],
  sort: null,
  earlier: [],
  verdicts: NO_VERDICTS,
  offset: 0,
  limit: 200,
  options: { sendErrors: false, resendRecent: false },
};

test('a segment counts and lists only the people who meet all its conditions', async () => {
  const project = await screened(120);
  const conditions = {
    filters: [
      { kind: 'is', column: CAPACITY, value: '4' },
      { kind: 'range', column: PROPENSITY, min: 3, max: null },
    ] as ResultFilter[],
    find: '',
  };
  const searches = ['lovelace', 'nobody of this name'].map((find) => ({ filters: [], find }));
  const counts = await project.counts([conditions, ...searches]);
  const page = await project.ask('results.page', { ...everybody, selection: scored(conditions.filters), columns: [CAPACITY, PROPENSITY] });
  const expected = Array.from({ length: 120 }, (_, index) => index).filter(
    (index) => 4 - (Math.floor(index / 2) % 4) === 4 && 1 + (index % 4) >= 3,
  );
  expect(counts).toEqual([expected.length, 24, 0]);
  expect(page.rows.map(({ row }) => row)).toEqual(expected.map((index) => index + 2));
  for (const { cells } of page.rows) expect([cells[0], Number(cells[1]) >= 3]).toEqual(['4', true]);
});

test('selected rows narrow a selection, and their numbers are summed', async () => {
  const project = await screened(20);
  const sumOf = (selection: ResultSelection, column = PROPENSITY) =>
    project.ask('results.sum', { selection, column, verdicts: NO_VERDICTS, options: { sendErrors: false, resendRecent: false } });
  const propensity = (row: number) => 1 + ((row - 2) % 4);
  const page = await project.ask('results.page', {
    ...everybody,
    selection: { ...scored(), chosen: { isExcept: false, rows: [9, 3, 4000] } },
  });
  expect(page.rows.map(({ row }) => row)).toEqual([3, 9]);
  expect(await sumOf({ ...scored(), chosen: { isExcept: false, rows: [9, 3, 4000] } })).toEqual({
    rows: 2,
    sum: propensity(3) + propensity(9),
  });
  const most = { ...scored([{ kind: 'range', column: PROPENSITY, min: 4, max: null }]), chosen: { isExcept: true, rows: [5, 6] } };
  // Rows 5, 9, 13, 17 and 21 have propensity 4; row 6 is not among them.
  expect(await sumOf(most)).toEqual({ rows: 4, sum: 16 });
  expect(await sumOf(scored(), sheetKey('Gift officer'))).toEqual({ rows: 20, sum: null });
});

test('columns of the file are shown, filtered and sorted like scores', async () => {
  const project = await screened(60);
  const results = await project.results();
  const officers = await project.ask('results.page', {
    ...everybody,
    selection: scored([{ kind: 'is', column: sheetKey('Gift officer'), value: 'p. osei' }]),
    columns: [sheetKey('Gift officer')],
  });
  const sorted = await project.ask('results.page', {
    ...everybody,
    selection: scored(),
    columns: [sheetKey('Class year')],
    sort: { column: sheetKey('Class year'), descending: true },
    limit: 3,
  });
  expect(results.sheetColumns).toContainEqual({ key: sheetKey('Class year'), title: 'Class year', type: 'number' });
  // A ZIP with its zero is not a number.
  expect(results.sheetColumns).toContainEqual({ key: sheetKey('ZIP'), title: 'ZIP', type: 'text' });
  expect(officers.total).toBe(20);
  expect(new Set(officers.rows.flatMap(({ cells }) => cells))).toEqual(new Set(['P. Osei']));
  expect(sorted.rows.map(({ cells }) => cells[0])).toEqual(['2009', '2008', '2007']);
});

test('filters by day, by part of a text and by empty value select the right rows', async () => {
  const project = await screened(40, (index) => ({ ...profileFor(index), note: index % 4 === 0 ? `Met at the gala ${index}` : null }));
  const count = async (filter: ResultFilter) => (await project.counts([{ filters: [filter], find: '' }]))[0];
  expect(await count({ kind: 'contains', column: 'note', text: 'GALA' })).toBe(10);
  expect(await count({ kind: 'empty', column: 'note' })).toBe(30);
  const day = (from: string | null, to: string | null) => count({ kind: 'days', column: 'mostRecentScore.dateScored', from, to });
  expect(await day('2026-11-19', null)).toBe(Array.from({ length: 40 }, (_, i) => i).filter((i) => 1 + (i % 19) >= 19).length);
  expect(await day(null, '2026-11-01')).toBe(3);
  expect(await day('2026-11-05', '2026-11-05')).toBe(2);
  expect(await count({ kind: 'is', column: 'there.is.none', value: '1' })).toBe(0);
});

test('a field with numbers, texts and objects keeps all values', async () => {
  const kinds = [4, 'A', { low: 1, high: 3 }, null, [1, 2]];
  const project = await screened(50, (index) => ({
    constituentId: `C-${String(index + 1).padStart(5, '0')}`,
    rating: kinds[index % 5],
    score: 1,
  }));
  const results = await project.results();
  const columns = ['rating', 'rating.low', 'rating.high'];
  const page = await project.ask('results.page', { ...everybody, selection: scored(), columns, limit: 5 });
  const counts = await project.counts([
    { filters: [{ kind: 'range', column: 'rating', min: 3, max: 5 }], find: '' },
    { filters: [{ kind: 'is', column: 'rating', value: 'a' }], find: '' },
    { filters: [{ kind: 'empty', column: 'rating' }], find: '' },
  ]);
  expect(results.columns.map(({ key, type }) => [key, type])).toEqual([
    ['rating', 'text'],
    ['score', 'number'],
    ['rating.low', 'number'],
    ['rating.high', 'number'],
  ]);
  expect(page.rows.map(({ cells }) => cells)).toEqual([
    ['4', '', ''],
    ['A', '', ''],
    ['', '1', '3'],
    ['', '', ''],
    ['1; 2', '', ''],
  ]);
  // Numbers among texts are found by their range. Objects and null have no value in the column itself.
  expect(counts).toEqual([10, 10, 20]);
});

test('five thousand columns can be listed, shown and used as filters', async () => {
  const wide = (index: number) => ({
    constituentId: `C-${String(index + 1).padStart(5, '0')}`,
    wide: Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`lens${(index * 25 + at) % 5000}`, (index + at) % 7])),
  });
  const project = await screened(400, wide);
  const column = 'wide.lens4999';
  const results = await project.results();
  const page = await project.ask('results.page', {
    ...everybody,
    selection: scored([{ kind: 'range', column, min: 0, max: null }]),
    columns: [column, 'wide.lens0'],
  });
  expect(results.columns).toHaveLength(5000);
  expect(results.columns.every(({ type, filled }) => type === 'number' && filled === 2)).toBe(true);
  expect(page.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
    [201, String((199 + 24) % 7), ''],
    [401, String((399 + 24) % 7), ''],
  ]);
});

test('rows are sorted by value, with empty values last and equal ones in list order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })), { nil: null }), {
        minLength: 1,
        maxLength: 60,
      }),
      fc.boolean(),
      async (values, descending) => {
        const project = await ResultProject.of(csvOf(listRows(values.length)));
        try {
          await project.collect({
            profiles: JSON.stringify(
              values.map((value, index) => ({ constituentId: `C-${String(index + 1).padStart(5, '0')}`, value, score: 1 })),
            ),
          });
          const page = await project.ask('results.page', {
            ...everybody,
            selection: scored(),
            columns: ['value'],
            sort: { column: 'value', descending },
          });
          const key = (index: number) => values[index] ?? null;
          const expected = values
            .map((_, index) => index)
            .sort((a, b) => {
              const [left, right] = [key(a), key(b)];
              if (left === null || right === null) return left === right ? a - b : left === null ? 1 : -1;
              return (left - right) * (descending ? -1 : 1) || a - b;
            });
          expect(page.rows.map(({ row }) => row)).toEqual(expected.map((index) => index + 2));
        } finally {
          project.dispose();
        }
      },
    ),
    { numRuns: 25 },
  );
});
