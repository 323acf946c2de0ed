/** How much evidence each call that costs money needs, in numbers that no constant of the program gives. */
import { describe, expect, it } from 'vitest';
import { next, type ProjectState } from '../../../../shared/project/project.ts';
import { confirming, creating, look, looked, MINUTE, ROWS, starting } from '../../../kit/desk-states.ts';

const SECOND = 1_000;

/** Makes these looks, each so many milliseconds after the one before. */
const looks = (state: ProjectState, totalRows: number | null, ...after: readonly number[]): ProjectState =>
  after.reduce((present, ms) => looked(present, look('created', { totalRows, after: ms })), state);
const sightings = (...after: readonly number[]): ProjectState =>
  after.reduce<ProjectState>(
    (present, ms) => next(present, { type: 'looked-for', at: 0, after: ms, matches: 0, remoteId: null, whole: true }),
    creating({ phase: 'settling', tries: 1 }),
  );

describe('a create whose answer was lost', () => {
  it('is not made again after one look or two', () => {
    expect(sightings(0)).toMatchObject({ at: 'creating', phase: 'settling' });
    expect(sightings(0, 10 * MINUTE)).toMatchObject({ at: 'creating', phase: 'settling' });
  });

  it('is not made again after three looks within a minute', () => {
    expect(sightings(0, 20 * SECOND, 20 * SECOND)).toMatchObject({ at: 'creating', phase: 'settling' });
    expect(sightings(0, 30 * SECOND, 30 * SECOND)).toMatchObject({ at: 'creating', phase: 'ready' });
  });
});

describe('an add whose answer was lost', () => {
  it('is not made again after one look or two that show no rows, nor after three within a minute', () => {
    expect(looks(confirming(), 0, 0)).toMatchObject({ at: 'confirming' });
    expect(looks(confirming(), 0, 0, 10 * MINUTE)).toMatchObject({ at: 'confirming' });
    expect(looks(confirming(), 0, 0, 20 * SECOND, 20 * SECOND)).toMatchObject({ at: 'confirming' });
    expect(looks(confirming(), 0, 0, 30 * SECOND, 30 * SECOND)).toMatchObject({ at: 'adding' });
  });

  it.each([
    ['no count', null],
    ['no rows', 0],
    ['a row too few', ROWS - 1],
    ['twice the rows', 2 * ROWS],
  ])('is never followed by a start while the service reports %s', (_what, totalRows) => {
    let state: ProjectState = confirming();
    for (let n = 0; n < 200 && state.at === 'confirming'; n++) {
      state = looked(state, look('created', { totalRows, after: MINUTE }));
      expect(state.at).not.toBe('starting');
    }
    expect(state.at).not.toBe('confirming');
  });
});

describe('a start whose answer was lost', () => {
  const asked = starting({ phase: 'settling', asked: 1 });
  it('is not made again after one look or two, nor after three within two minutes', () => {
    expect(looks(asked, ROWS, 0)).toMatchObject({ phase: 'settling' });
    expect(looks(asked, ROWS, 0, 10 * MINUTE)).toMatchObject({ phase: 'settling' });
    expect(looks(asked, ROWS, 0, 50 * SECOND, 50 * SECOND)).toMatchObject({ phase: 'settling' });
    expect(looks(asked, ROWS, 0, MINUTE, MINUTE)).toMatchObject({ at: 'starting', phase: 'ready' });
  });

  it('is made again once at most without a person', () => {
    const twice = starting({ phase: 'settling', asked: 2 });
    expect(looks(twice, ROWS, 0, MINUTE, MINUTE)).toMatchObject({ at: 'needs-decision', question: 'start-unclear' });
  });
});
