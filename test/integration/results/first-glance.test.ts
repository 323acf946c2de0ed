/** What the results show first: people by capacity, officers, states as sent, and marks of people; from real project files. */
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import { afterEach, expect, test } from 'vitest';
import { FLAGS_KEY, OFFICER_KEY, fieldKey, sheetKey, type ResultFilter } from '../../../shared/results/result-shapes.ts';
import { csvOf, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const OPTIONS = { sendErrors: false, resendRecent: false };
const VALUE = 'mostRecentScore.scoreDetails.capacityValue';

async function screened(rows: readonly (readonly string[])[], profile: (index: number) => unknown): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(rows));
  projects.push(project);
  await project.collect({ profiles: JSON.stringify(Array.from({ length: rows.length - 1 }, (_, index) => profile(index))) });
  return project;
}

/** A profile with this capacity; null for none. */
const withCapacity = (index: number, capacityValue: number | null, capacityRange: string | null, confidenceOfMatch: number) => ({
  id: `prf-${index + 1}`,
  constituentId: `C-${String(index + 1).padStart(5, '0')}`,
  mostRecentScore: { overallScore: 3, scoreDetails: { capacityValue, capacityRange, confidenceOfMatch } },
});

const capacityOf = (project: ResultProject) => project.ask('results.capacity', { options: OPTIONS, verdicts: NO_VERDICTS });
const countOf = async (project: ResultProject, ...filters: ResultFilter[]) => (await project.counts([{ filters, find: '' }]))[0];

test('groups follow the ranges of the service, add up, and filter exactly their people', async () => {
  // 200 people: every tenth has no capacity, and the ranges are those of the service.
  const ranges = ['$1K', '$5K', '$25K', '$100K', '$250K', '$1M'];
  const amounts = [1000, 5000, 25_000, 100_000, 250_000, 1_000_000];
  const at = (index: number) => (index < 4 ? 5 : index < 20 ? 4 : index % 4);
  const project = await screened(listRows(200), (index) =>
    index % 10 === 9
      ? withCapacity(index, null, null, 95)
      : withCapacity(index, amounts[at(index)]! + index, ranges[at(index)]!, 60 + (index % 40)),
  );
  const groups = (await capacityOf(project))!;
  expect(groups).toMatchObject({ column: VALUE, by: 'ranges', without: 20 });
  expect(groups.bands.map(({ label }) => label)).toEqual(['$1M', '$250K', '$100K', '$25K', null]);
  expect(groups.bands.reduce((sum, { rows }) => sum + rows, groups.without)).toBe(200);
  for (const { min, max, rows } of groups.bands) expect(await countOf(project, { kind: 'range', column: VALUE, min, max })).toBe(rows);
  // The four people of the highest range are at least one in a hundred.
  expect(groups.least).toBe(1_000_000);
  expect(groups.top.rows).toBe(4);
  expect(groups.top.sum).toBe(4_000_006);
  // Rows 3, 6, … of the list have no officer; all four matches are below 90.
  expect(groups.top).toMatchObject({ withoutOfficer: 1, toCheck: 4 });
  const noOfficer: ResultFilter = { kind: 'empty', column: sheetKey('Gift officer') };
  expect(await countOf(project, { kind: 'range', column: VALUE, min: groups.least, max: null }, noOfficer)).toBe(1);
});

test('without ranges there are five equal groups, and the highest tenth is on top', async () => {
  const project = await screened(listRows(100), (index) => withCapacity(index, 1000 * (1 + (index % 50)), null, 95));
  const groups = (await capacityOf(project))!;
  expect(groups.by).toBe('equal');
  expect(groups.bands.map(({ rows }) => rows)).toEqual([20, 20, 20, 20, 20]);
  expect(groups.least).toBe(46_000);
  expect(groups.top).toMatchObject({ rows: 10, sum: 2 * (46_000 + 47_000 + 48_000 + 49_000 + 50_000), toCheck: 0 });
});

test('equal amounts stay in one group, and a list without amounts has none', async () => {
  const same = await screened(listRows(30), (index) => withCapacity(index, 5000, null, 95));
  expect((await capacityOf(same))!.bands).toEqual([{ label: null, min: 5000, max: 5000, rows: 30, sum: 150_000 }]);
  const none = await screened(listRows(5), (index) => ({ ...profileFor(index), mostRecentScore: { overallScore: index } }));
  expect(await capacityOf(none)).toBeNull();
});

test('states as sent, the last gift and the marks of people are columns', async () => {
  const head = [
    'Constituent ID',
    'First Name',
    'Last Name',
    'Street',
    'City',
    'State',
    'ZIP',
    'Last Gift Amount',
    'Last Gift Date',
    'Deceased',
    'Do Not Mail',
    'Assigned To',
  ];
  const rows = [
    ['C-00001', 'Ada', 'Byron', '1 Elm St', 'Boston', 'Massachusetts', '02108', '$1,250.00', '09/02/2026', '', 'Yes', 'J. Castellan'],
    ['C-00002', 'Grace', 'Hopper', '2 Elm St', 'Salem', 'MA', '01970', '', '', '', 'No', ''],
    ['C-00003', 'Mary', 'Shelley', '3 Elm St', 'Concord', 'NH', '03301', '50', '03/04/2026', '', '', 'P. Osei'],
  ];
  const project = await screened([head, ...rows], (index) => withCapacity(index, 1000 * (index + 1), null, 95));
  const results = await project.results();
  expect(results.officer).toBe(OFFICER_KEY);
  expect(results.officerColumn.heading).toBe('Assigned To');
  const gift = fieldKey('rfmMostRecentGiftValue');
  expect(results.shown.slice(0, 5)).toEqual([VALUE, 'mostRecentScore.scoreDetails.confidenceOfMatch', gift, OFFICER_KEY, FLAGS_KEY]);
  const { rows: shown } = await project.ask('results.page', {
    columns: [gift, fieldKey('rfmMostRecentGiftDate'), FLAGS_KEY],
    sort: { column: gift, descending: true },
    earlier: [],
    verdicts: NO_VERDICTS,
    offset: 0,
    limit: 10,
    options: OPTIONS,
    selection: { outcome: 'scored', filters: [], find: '' },
  });
  expect(shown.map(({ name, cells }) => [name, ...cells])).toEqual([
    ['Ada Byron', '1250', '2026-09-02', 'No mail'],
    ['Mary Shelley', '50', '2026-03-04', ''],
    ['Grace Hopper', '', '', ''],
  ]);
  expect(await countOf(project, { kind: 'is', column: fieldKey('state'), value: 'MA' })).toBe(2);
  expect(await countOf(project, { kind: 'contains', column: FLAGS_KEY, text: 'no mail' })).toBe(1);
});
