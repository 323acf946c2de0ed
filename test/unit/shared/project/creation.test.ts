import { describe, expect, it } from 'vitest';
import { hasMarker } from '../../../../shared/project/identity.ts';
import { EVIDENCE_NEEDED } from '../../../../shared/project/evidence.ts';
import { next } from '../../../../shared/project/project.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { chosen, creating, MARKER, MINUTE } from '../../../kit/desk-states.ts';

const settling = creating({ phase: 'settling', tries: 1 });

/** Searches the list until the result is final. */
function lookFor(
  matches: number,
  given: { readonly remoteId?: string | null; readonly whole?: boolean } = {},
  from: ProjectState = settling,
) {
  let state: ProjectState = from;
  for (let n = 0; n < EVIDENCE_NEEDED.count && state.at === 'creating' && state.phase === 'settling'; n++)
    state = next(state, { type: 'searched', at: 0, after: MINUTE, matches, remoteId: null, whole: true, ...given });
  return state;
}

describe('a project with an unanswered creation', () => {
  it('is ours when the list shows it, and gets its list after one observation', () => {
    expect(lookFor(1, { remoteId: 'P1' })).toMatchObject({ at: 'confirming', arrival: 'unsent', remoteId: 'P1', marker: MARKER });
    expect(lookFor(1, { remoteId: 'P1' })).not.toHaveProperty('found');
  });

  it('is created again only when it is missing from a complete list three times', () => {
    expect(lookFor(0)).toMatchObject({ at: 'creating', phase: 'ready' });
  });

  it.each([
    ['an incomplete list', 0, { whole: false }],
    ['a project without an ID', 1, { remoteId: null }],
  ])('needs the user’s decision with %s', (_what, matches, given) => {
    expect(lookFor(matches, given)).toMatchObject({ at: 'needs-decision', question: 'create-unclear' });
  });

  it('needs the user’s decision when one search covered only part of the list', () => {
    const first = next(settling, { type: 'searched', at: 0, after: 0, matches: 0, remoteId: null, whole: false });
    expect(lookFor(0, {}, first)).toMatchObject({ question: 'create-unclear' });
  });

  it('needs the user’s decision when there are several', () => {
    expect(lookFor(2)).toMatchObject({ question: 'create-ambiguous' });
  });
});

describe('a project that exists before its creation', () => {
  const found = (matches: number, remoteId: string | null) => next(creating(), { type: 'found', matches, remoteId });

  it('is adopted with unknown content', () => {
    expect(found(1, 'P7')).toMatchObject({ at: 'confirming', arrival: 'found', found: true, remoteId: 'P7', marker: MARKER });
  });

  it.each([
    ['several', 2, null, 'create-ambiguous'],
    ['one without an ID', 1, null, 'create-unclear'],
  ])('%s: the user decides', (_what, matches, remoteId, question) => {
    const asked = found(matches, remoteId);
    expect(asked).toMatchObject({ at: 'needs-decision', question });
    // The next search precedes another create.
    expect(chosen(asked, 'look-again')).toMatchObject({ at: 'creating', phase: 'ready' });
  });

  it('may have cost credits', () => {
    const state = found(1, 'P7');
    expect(next(state, { type: 'cancel' })).toMatchObject({ at: 'ended', charged: 'maybe' });
  });
});

it('the name of a replacement project derives from the first name, so every copy of the folder searches for the same name', () => {
  const over = chosen(lookFor(2), 'start-over');
  expect(over).toMatchObject({ at: 'creating', phase: 'ready', attempt: 2, marker: `${MARKER}-2` });
  const again = chosen(lookFor(2, {}, creating({ phase: 'settling', attempt: 2, marker: `${MARKER}-2` })), 'start-over');
  expect(again).toMatchObject({ attempt: 3, marker: `${MARKER}-3` });
  // A search for the first finds both, and the user decides; a search for the second finds only the second.
  expect(hasMarker(`${MARKER}-2`, MARKER)).toBe(true);
  expect(hasMarker(MARKER, `${MARKER}-2`)).toBe(false);
});
