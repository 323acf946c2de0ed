/** No verdict ever moves to another pair, whatever the service answers later: other profiles, another order, other people, or none. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VerdictBook } from '../../../../../main/results/verdict-books.ts';
import type { StoredStep } from '../../../../../main/store/app-database/review-table.ts';
import { NO_VERDICTS } from '../../../../../main/worker-protocol/review.ts';
import type { ReviewStep } from '../../../../../shared/review/verdict.ts';
import { ResultProject, csvOf } from '../../../../kit/result-project.ts';

const ROWS = 5;
const OPTIONS = { sendErrors: false, resendRecent: false };
const PART = { options: OPTIONS, filters: [], find: '', value: null, offset: 0, limit: 50 };

/** A journal of verdicts in memory. */
class Journal {
  readonly steps: StoredStep[] = [];
  append(_id: string, at: number, last: number, step: ReviewStep): boolean {
    if (last !== this.steps.length) return false;
    this.steps.push({ number: last + 1, at, step });
    return true;
  }
  after(_id: string, last: number): StoredStep[] {
    return this.steps.slice(last);
  }
}

const NAMES = ['Ada', 'Grace', 'Mary', 'Rosa', 'Hedy'];
const personAt = (index: number) => ({
  constituentId: `C-${index}`,
  primaryFirst: NAMES[index]!,
  primaryLast: 'Stone',
  street: `${index} Elm St`,
});

/** Runs with a new project of five people. */
async function withProject(run: (project: ResultProject) => Promise<void>): Promise<void> {
  const rows = NAMES.map((_, index) => Object.values(personAt(index)));
  const project = await ResultProject.of(csvOf([['Constituent ID', 'First Name', 'Last Name', 'Address'], ...rows]));
  try {
    await run(project);
  } finally {
    project.dispose();
  }
}

/** What the service returns for a row: `profile` is the profile, and `shown` the person whom it shows, who can be another person. */
interface Answer {
  readonly profile: number;
  readonly street: string;
}

const profileOf = (index: number, { profile, street }: Answer, hasIds: boolean) => ({
  ...(hasIds ? { id: `prf-${profile}` } : {}),
  ...personAt(index),
  street,
  mostRecentScore: { overallScore: 1 + index, scoreDetails: { capacityValue: 1000 * (index + 1), confidenceOfMatch: 50 } },
});

const anAnswer = fc.record({ profile: fc.integer({ min: 0, max: 3 }), street: fc.constantFrom('1 Elm St', '1 Elm Street', '2 Oak Ave') });
const answers = fc.array(fc.option(anAnswer, { freq: 5 }), { minLength: ROWS, maxLength: ROWS });
async function collect(project: ResultProject, rows: readonly (Answer | null)[], hasIds: boolean, order: readonly number[]): Promise<void> {
  const profiles = order.flatMap((index) => (rows[index] === null ? [] : [profileOf(index, rows[index]!, hasIds)]));
  await project.collect({ profiles: JSON.stringify(profiles) });
}

/** A profile without its own ID is the same if it shows the same person at the same place. */
const placeOf = ({ street }: Answer) => (street.startsWith('1') ? 'elm' : 'oak');
const areSame = (one: Answer, other: Answer, hasIds: boolean) =>
  placeOf(one) === placeOf(other) && (!hasIds || one.profile === other.profile);

const VIEW = { ...PART, preferences: { shown: null, columns: [], segments: [] } };
const inOrder = (rows: readonly number[]) => [...rows].toSorted((a, b) => a - b);

describe('verdicts', () => {
  it('hold only for the pair of row and profile on which they were given', async () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: ROWS });
    await fc.assert(
      fc.asyncProperty(answers, answers, fc.boolean(), order, async (before, after, hasIds, later) => {
        await withProject(async (project) => {
          const book = new VerdictBook('p', new Journal() as never);
          await collect(project, before, hasIds, [0, 1, 2, 3, 4]);
          const { pairs, changes } = await project.ask('pairs', { rows: [2, 3, 4, 5, 6] });
          expect(pairs.map(({ row }) => row)).toEqual(before.flatMap((one, index) => (one === null ? [] : [index + 2])));
          const verdicts = pairs.map((pair) => ({ ...pair, before: null, after: { is: 'right' as const, reason: null, note: '' } }));
          book.add(1, () => ({ kind: 'set', who: '', undoes: null, from: null, changes, verdicts }));
          await collect(project, after, hasIds, later);
          const packed = book.packed(null);
          const right = await project.ask('review.queue', { ...PART, part: 'right', verdicts: packed });
          // A row that the later answer lacks keeps its profile.
          const expected = before.flatMap((one, index) => (one !== null && areSame(one, after[index] ?? one, hasIds) ? [index + 2] : []));
          expect(inOrder(right.rows.map(({ row }) => row))).toEqual(expected);
          const { stale } = await project.ask('review.get', { ...VIEW, verdicts: packed });
          expect(inOrder(stale)).toEqual(pairs.map(({ row }) => row).filter((row) => !expected.includes(row)));
        });
      }),
      { numRuns: 40 },
    );
  });

  it('where profiles show names but no match number, doubt comes from the differences', async () => {
    await withProject(async (project) => {
      const profiles = NAMES.map((_, index) => {
        const { mostRecentScore, ...rest } = profileOf(index, { profile: 1, street: `${index} Elm Street` }, true);
        const { capacityValue } = mostRecentScore.scoreDetails;
        return { ...rest, primaryLast: index === 0 ? 'Stonewall' : 'Stone', mostRecentScore: { scoreDetails: { capacityValue } } };
      });
      await project.collect({ profiles: JSON.stringify(profiles) });
      const { rows } = await project.ask('review.queue', { ...PART, part: 'all', verdicts: NO_VERDICTS });
      expect(rows.map(({ row, doubt }) => [row, doubt > 0])).toEqual([
        [2, true],
        [3, false],
        [4, false],
        [5, false],
        [6, false],
      ]);
      const view = await project.ask('review.get', { ...VIEW, verdicts: NO_VERDICTS });
      expect(view).toMatchObject({ doubtBy: 'echo', bands: [], next: { people: 1, percent: 100 } });
      const person = await project.ask('review.person', { options: OPTIONS, row: 2, value: null, verdicts: NO_VERDICTS });
      expect(person.fields.filter(({ state }) => state === 'differs').map(({ field }) => field)).toEqual(['primaryLast']);
    });
  });
});
