import { describe, expect, it } from 'vitest';
import { fetchDelay } from '../../../../main/runner/delays.ts';
import { evidenceTexts } from '../../../../shared/project/evidence-texts.ts';
import { type Counts, ProjectState } from '../../../../shared/project/project-shapes.ts';
import { next } from '../../../../shared/project/project.ts';
import { NotNow } from '../../../../shared/project/project-events.ts';
import { chosen, collecting, MINUTE, ROWS } from '../../../kit/desk-states.ts';

const counts = (unknown: number): Counts => ({ submitted: ROWS, scored: ROWS - unknown, refused: 0, unknown, unmatched: 0 });
const short = (state: ProjectState, missing: number, after: number) =>
  next(state, { type: 'fell-short', counts: counts(missing), missing, after });

/** Fetches that lack three rows, a minute apart, until the user is asked. */
function fallShort(from: ProjectState = collecting()) {
  let state = from;
  let fetches = 0;
  for (; state.at === 'collecting' && fetches < 100; fetches++) state = short(state, 3, fetches === 0 ? 0 : MINUTE);
  return { state, fetches };
}

describe('incomplete results', () => {
  it('are fetched again for 15 minutes', () => {
    const { state, fetches } = fallShort();
    expect(fetches).toBe(16);
    expect(state).toMatchObject({ at: 'needs-decision', question: 'results-incomplete', choices: ['look-again', 'keep', 'give-up'] });
  });

  it('are stored with counts, tries, and time, and a restart continues from there', () => {
    const state = short(short(collecting(), 3, 0), 2, 10 * MINUTE);
    const read = next(ProjectState.parse(JSON.parse(JSON.stringify(state))), { type: 'restarted' });
    expect(read).toMatchObject({ at: 'collecting', counts: counts(2), missing: 2, tries: 2, waitedMs: 10 * MINUTE });
    expect(short(read, 2, 5 * MINUTE)).toMatchObject({ question: 'results-incomplete' });
  });

  it('become final when nothing is missing', () => {
    expect(next(short(collecting(), 3, 0), { type: 'collected', counts: counts(0) })).toMatchObject({ at: 'done', counts: counts(0) });
  });

  it('are fetched for another 15 minutes if the user chooses to look again', () => {
    const again = chosen(fallShort().state, 'look-again');
    expect(again).toMatchObject({ at: 'collecting', counts: counts(3) });
    expect(fallShort(again).fetches).toBe(16);
  });

  it('are accepted if the user chooses to keep them', () => {
    expect(chosen(fallShort().state, 'keep')).toMatchObject({ at: 'done', counts: counts(3), remoteId: 'P1' });
  });

  it('appear in the timeline with their counts', () => {
    const { state } = fallShort();
    if (state.at !== 'needs-decision') throw new Error(state.at);
    expect(evidenceTexts(state)).toContain('7 scored, 0 not accepted and 3 without a result of 10 rows so far.');
    expect(evidenceTexts(state)).toContain('We have asked for the rest for 15 minutes.');
  });
});

describe('unreadable results', () => {
  it('can be accepted after some arrived', () => {
    const blind = next(short(collecting(), 3, 0), { type: 'observation-failed', answer: 'gone' });
    expect(blind).toMatchObject({ question: 'results-unclear', choices: ['look-again', 'keep', 'give-up'] });
    expect(chosen(blind, 'keep')).toMatchObject({ at: 'done', counts: counts(3) });
    expect(chosen(blind, 'look-again')).toMatchObject({ at: 'collecting', counts: counts(3) });
  });

  it('cannot be accepted before any arrived', () => {
    const blind = next(collecting(), { type: 'observation-failed', answer: 'gone' });
    expect(blind).toMatchObject({ question: 'results-unclear', choices: ['look-again', 'give-up'] });
    expect(() => chosen(blind, 'keep')).toThrow(NotNow);
  });
});

it('the waits between fetches double from 5 seconds to a minute and are shorter for the practice service', () => {
  const waits = (kind: 'live' | 'practice') => [0, 1, 2, 3, 4, 5, 6].map((tries) => fetchDelay(tries, kind, () => 0.5));
  expect(waits('live')).toEqual([0, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  expect(waits('practice').slice(0, 3)).toEqual([0, 300, 600]);
});
