/** The order of answers without row references: the pairs to review, and what prevents a join. */
import { afterEach, expect, test } from 'vitest';
import { orderJoin } from '../../../main/worker/collect/order-join.ts';
import { csvOf, ResultProject } from '../../kit/result-project.ts';
import { quietContext } from '../../kit/task-context.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const NAMES = [
  ['Ada', 'Byron'],
  ['Grace', 'Hopper'],
  ['Mary', 'Somerville'],
  ['Sofia', 'Kovalevskaya'],
] as const;
const OWN = NAMES.length;

async function answered(profiles: readonly object[], validRows: number | null = OWN) {
  const rows = NAMES.map(([first, last], at) => [`C-${at + 1}`, first, last, `${at + 1} Mill St`, 'Worcester', 'MA', '01609']);
  const project = await ResultProject.of(
    csvOf([['Constituent ID', 'First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP'], ...rows]),
  );
  projects.push(project);
  await project.collect({ profiles: JSON.stringify(profiles), validRows });
  return await project.orderJoin(OWN);
}

const scores = [71, 52, 33, 14].map((overallScore, at) => ({ id: `p${at + 1}`, mostRecentScore: { overallScore } }));
const named = (order: readonly number[]) =>
  order.map((at, place) => ({ ...scores[place], primaryFirst: NAMES[at]![0], primaryLast: NAMES[at]![1] }));

test('scores alone allow a join, and the pairs show the first values of each profile', async () => {
  const view = await answered(scores);
  expect(view).toMatchObject({ state: 'possible', reason: null, rows: OWN, profiles: OWN });
  expect(view.pairs).toEqual([
    { row: 2, name: 'Ada Byron', profile: 1, profileName: '', text: 'Overall score: 71 · Profile ID: p1', contradicts: false },
    { row: 3, name: 'Grace Hopper', profile: 2, profileName: '', text: 'Overall score: 52 · Profile ID: p2', contradicts: false },
    { row: 5, name: 'Sofia Kovalevskaya', profile: 4, profileName: '', text: 'Overall score: 14 · Profile ID: p4', contradicts: false },
  ]);
});

test('names in the order of the list are shown and allow a join', async () => {
  const view = await answered(named([0, 1, 2, 3]));
  expect(view.state).toBe('possible');
  expect(view.pairs.map(({ profileName, contradicts }) => [profileName, contradicts])).toEqual([
    ['Ada Byron', false],
    ['Grace Hopper', false],
    ['Sofia Kovalevskaya', false],
  ]);
});

test('a name in another place prevents a join, and the contradicting pair is shown', async () => {
  const view = await answered([...named([0, 1]), ...named([0, 1, 0, 3]).slice(2)]);
  expect(view).toMatchObject({ state: 'refused', reason: expect.stringMatching(/The name in 1 profile is not the name of the row/) });
  expect(view.pairs.map(({ row, profileName, contradicts }) => [row, profileName, contradicts])).toEqual([
    [2, 'Ada Byron', false],
    [3, 'Grace Hopper', false],
    [4, 'Ada Byron', true],
    [5, 'Sofia Kovalevskaya', false],
  ]);
});

test.each<[string, readonly object[], RegExp]>([
  ['IDs of another list', scores.map((one, at) => ({ ...one, constituentId: `X-${at}` })), /4 profiles have a constituent ID/],
  ['row numbers in another order', scores.map((one, at) => ({ ...one, row: [9, 2, 40, 1][at] })), /do not follow the order of the list/],
  ['the same profile twice', [...scores.slice(0, 3), scores[0]!], /the same profile more than once/],
  [
    'a page that repeats the last profile of the page before, without profile IDs,',
    [0, 1, 1, 2].map((at) => ({ mostRecentScore: scores[at]!.mostRecentScore })),
    /the same profile more than once/,
  ],
  ['too few profiles', scores.slice(0, 3), /counts 4 valid rows but returned 3 profiles/],
  ['too many profiles', [...scores, { id: 'p5' }], /counts 4 valid rows but returned 5 profiles/],
])('%s prevents a join', async (_, profiles, reason) => {
  const view = await answered(profiles);
  expect(view).toMatchObject({ state: 'refused', reason: expect.stringMatching(reason) });
});

test('too few profiles prevent a join if the service returns no counts', async () => {
  expect((await answered(scores.slice(0, 3), null)).reason).toMatch(/3 profiles for 4 rows without a result/);
});

test('an answer that identifies some rows is not joined by order', async () => {
  const view = await answered([{ ...scores[0], constituentId: 'C-1' }, ...scores.slice(1)]);
  expect(view).toMatchObject({ state: 'refused', reason: expect.stringMatching(/1 row of this list already has a profile/) });
});

test('a join is not kept if the numbers of a shorter answer count other profiles', async () => {
  const numbered = (values: readonly number[]) => values.map((overallScore, at) => ({ index: at + 1, mostRecentScore: { overallScore } }));
  const { previewId } = await answered(numbered([71, 52, 33, 14]));
  const [project] = projects;
  const { rows } = await orderJoin({ ...project!.request, own: OWN, change: { kind: 'join', previewId: previewId } }, quietContext);
  expect(rows).toBe(OWN);
  const { counts } = await project!.collect({ profiles: JSON.stringify(numbered([52, 33, 14])), validRows: OWN });
  expect(counts).toMatchObject({ scored: 0, unknown: OWN });
  expect(await project!.orderJoin(OWN)).toMatchObject({ wasDropped: true });
});
