/** The evidence that each call with a cost needs, independent of the program's constants. */
import { describe, expect, it } from 'vitest';
import { next } from '../../../../shared/project/project.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { confirming, creating, observation, observed, MINUTE, ROWS, starting } from '../../../kit/desk-states.ts';

const SECOND = 1_000;

/** Makes one observation for each entry of `after`, that many milliseconds later. */
const observations = (state: ProjectState, totalRows: number | null, ...after: readonly number[]): ProjectState =>
  after.reduce((present, ms) => observed(present, observation('created', { totalRows, after: ms })), state);
const sightings = (...after: readonly number[]): ProjectState =>
  after.reduce<ProjectState>(
    (present, ms) => next(present, { type: 'searched', at: 0, after: ms, matches: 0, remoteId: null, whole: true }),
    creating({ phase: 'settling', tries: 1 }),
  );

describe('a create with a lost answer', () => {
  it('is not repeated after one or two searches', () => {
    expect(sightings(0)).toMatchObject({ at: 'creating', phase: 'settling' });
    expect(sightings(0, 10 * MINUTE)).toMatchObject({ at: 'creating', phase: 'settling' });
  });

  it('is not repeated after three searches within a minute', () => {
    expect(sightings(0, 20 * SECOND, 20 * SECOND)).toMatchObject({ at: 'creating', phase: 'settling' });
    expect(sightings(0, 30 * SECOND, 30 * SECOND)).toMatchObject({ at: 'creating', phase: 'ready' });
  });
});

describe('an add with a lost answer', () => {
  it('is not repeated after one or two observations without rows, or after three within a minute', () => {
    expect(observations(confirming(), 0, 0)).toMatchObject({ at: 'confirming' });
    expect(observations(confirming(), 0, 0, 10 * MINUTE)).toMatchObject({ at: 'confirming' });
    expect(observations(confirming(), 0, 0, 20 * SECOND, 20 * SECOND)).toMatchObject({ at: 'confirming' });
    expect(observations(confirming(), 0, 0, 30 * SECOND, 30 * SECOND)).toMatchObject({ at: 'adding' });
  });

  it.each([
    ['no count', null],
    ['no rows', 0],
    ['a row too few', ROWS - 1],
    ['twice the rows', 2 * ROWS],
  ])('is never followed by a start while the service reports %s', (_what, totalRows) => {
    let state: ProjectState = confirming();
    for (let n = 0; n < 200 && state.at === 'confirming'; n++) {
      state = observed(state, observation('created', { totalRows, after: MINUTE }));
      expect(state.at).not.toBe('starting');
    }
    expect(state.at).not.toBe('confirming');
  });
});

describe('a start with a lost answer', () => {
  const asked = starting({ phase: 'settling', asked: 1 });
  it('is not repeated after one or two observations, or after three within two minutes', () => {
    expect(observations(asked, ROWS, 0)).toMatchObject({ phase: 'settling' });
    expect(observations(asked, ROWS, 0, 10 * MINUTE)).toMatchObject({ phase: 'settling' });
    expect(observations(asked, ROWS, 0, 50 * SECOND, 50 * SECOND)).toMatchObject({ phase: 'settling' });
    expect(observations(asked, ROWS, 0, MINUTE, MINUTE)).toMatchObject({ at: 'starting', phase: 'ready' });
  });

  it('is repeated at most once without the user', () => {
    const twice = starting({ phase: 'settling', asked: 2 });
    expect(observations(twice, ROWS, 0, MINUTE, MINUTE)).toMatchObject({ at: 'needs-decision', question: 'start-unclear' });
  });
});
