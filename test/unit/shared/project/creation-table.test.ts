/** Every number of projects with our marker in a complete or partial list, after a create without an answer. */
import { describe, expect, it } from 'vitest';
import { hasMarker } from '../../../../shared/project/identity.ts';
import { next } from '../../../../shared/project/project.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { chosen, creating, MARKER, MINUTE, stored } from '../../../kit/desk-states.ts';

/** The result and the number of searches, when the list shows the same up to 20 times, half a minute apart. */
function outcome(matches: number, remoteId: string | null, whole: boolean, tries: number): string {
  let state: ProjectState = creating({ phase: 'settling', tries });
  let observations = 0;
  for (; observations < 20 && state.at === 'creating' && state.phase === 'settling'; observations++)
    state = stored(next(state, { type: 'searched', at: 0, after: MINUTE / 2, matches, remoteId, whole }));
  const what = state.at === 'creating' ? 'create again' : state.at === 'needs-decision' ? `?${state.question}` : `adopt ${state.at}`;
  return `${what} ${observations}`;
}

describe.each<
  [what: string, matches: number, remoteId: string | null, whole: boolean, ...tries: [one: string, four: string, five: string]]
>([
  ['none in a complete list', 0, null, true, 'create again 3', 'create again 3', '?create-unclear 3'],
  ['none in a part of the list', 0, null, false, '?create-unclear 3', '?create-unclear 3', '?create-unclear 3'],
  ['one', 1, 'P1', true, 'adopt confirming 1', 'adopt confirming 1', 'adopt confirming 1'],
  ['one in a part of the list', 1, 'P1', false, 'adopt confirming 1', 'adopt confirming 1', 'adopt confirming 1'],
  ['one without an ID', 1, null, true, '?create-unclear 3', '?create-unclear 3', '?create-unclear 3'],
  ['one without an ID, in a part of the list', 1, null, false, '?create-unclear 3', '?create-unclear 3', '?create-unclear 3'],
  ['two', 2, 'P1', true, '?create-ambiguous 1', '?create-ambiguous 1', '?create-ambiguous 1'],
  ['three in a part of the list', 3, null, false, '?create-ambiguous 1', '?create-ambiguous 1', '?create-ambiguous 1'],
])('projects with our marker: %s', (_what, matches, remoteId, whole, ...expected) => {
  it.each([1, 4, 5].map((tries, at) => [tries, expected[at]] as const))('after %i tries: %s', (tries, follows) => {
    expect(outcome(matches, remoteId, whole, tries)).toBe(follows);
  });
});

describe('searches of the list', () => {
  const lookFor = (state: ProjectState, matches: number, whole = true, after = MINUTE) =>
    next(state, { type: 'searched', at: 0, after, matches, remoteId: null, whole });
  const from = creating({ phase: 'settling', tries: 1 });

  it('must agree: a project that appears and disappears proves nothing', () => {
    let state: ProjectState = from;
    for (let n = 0; n < 10; n++) state = lookFor(state, n % 2);
    expect(state).toMatchObject({ at: 'creating', phase: 'settling' });
  });

  it('without a match make the app ask, and start again after the user’s decision', () => {
    let state: ProjectState = creating({ phase: 'settling', tries: 5 });
    for (let n = 0; n < 3; n++) state = lookFor(state, 0);
    expect(stored(state)).toMatchObject({
      question: 'create-unclear',
      choices: ['look-again', 'start-over', 'give-up'],
      resume: { at: 'creating', phase: 'settling', tries: 0, observations: [], marker: MARKER },
    });
    const again = chosen(state, 'look-again');
    expect(lookFor(lookFor(lookFor(again, 0), 0), 0)).toMatchObject({ at: 'creating', phase: 'ready' });
  });

  it('with several matches make the app ask', () => {
    expect(stored(lookFor(from, 2))).toMatchObject({
      question: 'create-ambiguous',
      choices: ['look-again', 'start-over', 'give-up'],
      resume: { at: 'creating', observations: [] },
    });
  });

  it('without a stored number of attempts count as the first', () => {
    let state: ProjectState = creating({ phase: 'settling' });
    for (let n = 0; n < 3; n++) state = lookFor(state, 0);
    expect(state).toMatchObject({ at: 'creating', phase: 'ready' });
  });
});

describe('an adopted project', () => {
  it('starts without observations or attempts, whatever created it', () => {
    const asked = next(creating({ phase: 'settling', tries: 1 }), {
      type: 'searched',
      at: 0,
      after: 0,
      matches: 1,
      remoteId: 'P1',
      whole: true,
    });
    expect(stored(asked)).toEqual({
      at: 'confirming',
      body: creating().body,
      remoteId: 'P1',
      attempt: 1,
      marker: MARKER,
      arrival: 'unsent',
      tries: 0,
      observations: [],
    });
    const found = next(creating({ attempt: 2 }), { type: 'found', matches: 1, remoteId: 'P7' });
    expect(stored(found)).toEqual({
      at: 'confirming',
      body: creating().body,
      remoteId: 'P7',
      attempt: 2,
      marker: MARKER,
      arrival: 'found',
      found: true,
      tries: 0,
      observations: [],
    });
  });
});

describe('the marker in a name', () => {
  it.each<[string | null, boolean]>([
    [MARKER, true],
    ['SPRING APPEAL · M4QX82TD', true],
    ['appeal m4qx82td', true],
    ['M4QX82TD (copy)', true],
    ['Spring appeal', false],
    ['Spring appeal · M4QX82T', false],
    ['Spring appeal · 4QX82TD', false],
    ['', false],
    [null, false],
  ])('in %s: %s', (name, expected) => {
    expect(hasMarker(name, MARKER)).toBe(expected);
  });

  it('is the whole name if it has no space; an empty marker matches nothing', () => {
    expect(hasMarker('x m4qx82td', 'M4QX82TD')).toBe(true);
    expect(hasMarker('x 4qx82td', 'M4QX82TD')).toBe(false);
    // A name that ends in a space has no code, so no name has it.
    expect(hasMarker('Anything', 'Spring ')).toBe(false);
    expect(hasMarker('Anything', '')).toBe(false);
  });
});
