/** Erased people have no value in any column, not even in the first score or the first sheet column. */
import { afterEach, expect, test } from 'vitest';
import { erasePlaces } from '../../../main/worker/people/erase-places.ts';
import { sheetKey } from '../../../shared/results/index.ts';
import { csvOf, ResultProject } from '../../kit/result-project.ts';
import { quietContext } from '../../kit/task-context.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const PEOPLE = [0, 1, 2, 3];

/** A scored list from which these sheet rows were erased, with numbers in the first column of the sheet and of the scores. */
async function erased(rows: readonly number[]): Promise<ResultProject> {
  const lines = PEOPLE.map((person) => [
    String(1001 + person),
    'Ada',
    `Lovelace${'abcd'[person]}`,
    `${person + 1} Elm Street`,
    'Boston',
    'MA',
  ]);
  const project = await ResultProject.of(csvOf([['Constituent ID', 'First Name', 'Last Name', 'Address', 'City', 'State'], ...lines]));
  projects.push(project);
  const profiles = PEOPLE.map((person) => ({ overallScore: 50 + person, constituentId: String(1001 + person) }));
  await project.collect({ profiles: JSON.stringify(profiles), validRows: PEOPLE.length });
  await erasePlaces({ list: project.request, rows, profiles: [], mode: 'erase', isUnsent: false }, quietContext);
  return project;
}

test.each([
  ['one person', [3]],
  ['everybody', [2, 3, 4, 5]],
])('after the erasure of %s', async (_who, rows) => {
  const project = await erased(rows);
  expect((await project.results()).counts).toMatchObject({ scored: PEOPLE.length });
  const left = PEOPLE.filter((person) => !rows.includes(person + 2));
  for (const [column, first] of [
    ['overallScore', 50],
    [sheetKey('Constituent ID'), 1001],
  ] as const) {
    const { bars, empty } = await project.ask('results.distribution', {
      options: { sendErrors: false, resendRecent: false },
      selection: { outcome: 'scored', filters: [], find: '' },
      column,
    });
    expect({ values: bars.map(({ from }) => from), empty }).toEqual({ values: left.map((person) => first + person), empty: rows.length });
  }
});
