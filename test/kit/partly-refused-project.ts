/** A screened list of which the service refused two rows. */
import { expect } from 'vitest';
import { csvOf, listRows, profileFor, ResultProject } from './result-project.ts';

export const ROWS = 30;
const REFUSED = [4, 11];
export const CAPACITY = 'mostRecentScore.scoreDetails.capacityRating';
export const OVERALL = 'mostRecentScore.overallScore';

/** Two rows are refused, one of them for two reasons. One profile is unmatched. */
export async function partlyRefusedProject(list = listRows(ROWS)): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(list));
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
