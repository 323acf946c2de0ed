/** Columns of a layout: the office's ratings and officers, words of the other system, and a layout that is not saved yet. */
import { expect, it } from 'vitest';
import { planWriteBack } from '../../../main/worker/write-back/plan.ts';
import { layoutProblem } from '../../../shared/results/layout-problem.ts';
import { type Layout, LAYOUTS } from '../../../shared/results/layouts.ts';
import { OFFICER_KEY, ratingKey } from '../../../shared/results/result-shapes.ts';
import type { Rating } from '../../../shared/ratings/rating.ts';
import { EXPORT_INPUTS } from '../../kit/result-project.ts';
import { cellsOf, layoutOf, setupScreenedLists, sourceOf } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const screened = setupScreenedLists();
const OVERALL = 'mostRecentScore.overallScore';
const RATING: Rating = {
  kind: 'bands',
  column: OVERALL,
  title: 'Readiness',
  steps: [
    { code: 'A', label: 'Ready', from: 3 },
    { code: 'B', label: '', from: 0 },
  ],
};
/** Row 2 is assigned to Quill; the sheet names the officer of row 3. */
const OFFICE = { ...EXPORT_INPUTS.office, revision: 'r', ratings: [RATING], assigned: Uint32Array.of(0, 0, 1, 0), names: ['Quill'] };
const withOverall = (profile: Record<string, unknown>, at: number) => ({
  ...profile,
  mostRecentScore: { ...(profile['mostRecentScore'] as object), overallScore: [3.4, 1][at] },
});
const id: Layout['columns'][number] = { title: 'Account Number', from: { kind: 'field', field: 'constituentId' } };
const own = (columns: Layout['columns'], more: Partial<Layout> = {}): Layout => ({
  id: 'ours',
  name: 'Ours',
  hint: '',
  format: 'csv',
  rows: 'person',
  dates: 'iso',
  columns: [id, ...columns],
  ...more,
});

it('writes the words of a rating and the officer, each in the words of the other system', async () => {
  const project = await screened(2, withOverall);
  const layout = own([
    { title: 'Readiness', from: { kind: 'score', key: ratingKey(OVERALL) }, words: [{ from: 'A Ready', to: 'Very likely' }] },
    { title: 'Solicitor', from: { kind: 'score', key: OFFICER_KEY } },
  ]);
  const path = await project.export('office.csv', { kind: 'layout', layout, office: OFFICE });
  expect(cellsOf(path)).toEqual([
    ['Account Number', 'Readiness', 'Solicitor'],
    ['C-00001', 'Very likely', 'Quill'],
    ['C-00002', 'B', 'P. Osei'],
  ]);
});

it('a line of a rating is left out for a person without one, and not the person', async () => {
  const project = await screened(2, (profile, at) => (at === 0 ? withOverall(profile, at) : { ...withOverall(profile, at), mostRecentScore: { scoreDetails: { capacityRating: '2' } } })); // prettier-ignore
  const layout = own(
    [
      { title: 'CAttrCat', from: { kind: 'scoreTitle' } },
      { title: 'CAttrDesc', from: { kind: 'scoreValue' } },
    ],
    {
      rows: 'score',
      removesByEmptyCell: true,
      scores: [
        { key: ratingKey(OVERALL), title: 'DS Readiness' },
        { key: 'scoreDetails.capacityRating', title: 'DS Capacity', words: [{ from: '2', to: 'Major' }] },
      ],
    },
  );
  const path = await project.export('lines.csv', { kind: 'layout', layout, office: OFFICE });
  const lines = cellsOf(path);
  expect(lines.filter(([owner]) => owner === 'C-00002')).toEqual([['C-00002', 'DS Capacity', 'Major']]);
  expect(lines).toContainEqual(['C-00001', 'DS Readiness', 'A Ready']);
  const plan = await planWriteBack({ ...sourceOf(project, layout), office: OFFICE, held: null }, quietContext);
  expect(plan.scores).toEqual([
    { key: ratingKey(OVERALL), title: 'DS Readiness' },
    { key: 'scoreDetails.capacityRating', title: 'DS Capacity' },
  ]);
  expect(plan.people - Object.values(plan.heldBack).reduce((sum, people) => sum + people, 0)).toBe(2);
});

it('names the words that the other system does not have, with the people who have them', async () => {
  const project = await screened(2, withOverall);
  const layout = own([{ title: 'Readiness', from: { kind: 'score', key: ratingKey(OVERALL) }, known: ['A Ready', 'C'] }]);
  const plan = await planWriteBack({ ...sourceOf(project, layout), office: OFFICE, held: null }, quietContext);
  expect(plan.unknownWords).toEqual([{ title: 'Readiness', word: 'B', people: 1 }]);
});

it('shows the texts of people who are held back because a text is too long', async () => {
  const project = await screened(2);
  const text = 'Property and giving elsewhere';
  const layout = own([{ title: 'Comment', from: { kind: 'text', text }, most: 12 }]);
  const plan = await planWriteBack({ ...sourceOf(project, layout), held: { reason: 'tooLong', offset: 0 } }, quietContext);
  expect(plan.held.map(({ tooLong }) => tooLong)).toEqual([[{ title: 'Comment', text, most: 12 }], [{ title: 'Comment', text, most: 12 }]]);
});

it('refuses two columns, and two scores, on one heading with both named', () => {
  const day = { title: ' overall ', from: { kind: 'day' as const } };
  expect(layoutProblem(own([{ title: 'Overall', from: { kind: 'score', key: OVERALL } }, day]))).toBe(
    '“Overall score” and “Screening date” both go to “overall”. Give one of them another heading.',
  );
  const scores = [
    { key: OVERALL, title: 'DS' },
    { key: ratingKey(OVERALL), title: 'DS' },
  ];
  expect(layoutProblem({ ...layoutOf('raisers-edge'), scores })).toBe(
    '“Overall score” and “Rating of Overall score” both go to “DS”. Give one of them another heading.',
  );
  expect(LAYOUTS.map((one) => layoutProblem(one))).toEqual(LAYOUTS.map(() => null));
});
