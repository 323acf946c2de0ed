/** A list whose program ended, whose token was refused, or which the user stopped watching, and how it continues. */
import { describe, expect, it } from 'vitest';
import { next } from '../../../../shared/project/project.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { adding, creating, processing, starting, stored } from '../../../kit/desk-states.ts';

describe('an interrupted program', () => {
  it.each<[what: string, ProjectState, follows: object]>([
    [
      'during a create: searches for the project',
      creating({ phase: 'asked', tries: 1 }),
      { at: 'creating', phase: 'settling', tries: 2, observations: [] },
    ],
    [
      'during the search: continues',
      creating({ phase: 'settling', observations: [{ at: 0, matches: 0, whole: true }] }),
      { observations: [{ matches: 0 }] },
    ],
    ['before a create: continues', creating(), { at: 'creating', phase: 'ready' }],
    ['before an add: observes first', adding(), { at: 'confirming', arrival: 'unsent', tries: 0 }],
    ['during an add: counts the rows', adding({ phase: 'sending' }), { at: 'confirming', arrival: 'incomplete', tries: 1 }],
    ['at the end of an add: counts the rows', adding({ phase: 'closing', tries: 1 }), { at: 'confirming', arrival: 'unknown', tries: 2 }],
    ['before a start: a different word is a doubt', starting(), { at: 'starting', phase: 'ready', resumed: true }],
    [
      'during a start: observes the project',
      starting({ phase: 'asked', asked: 1, refusal: 'No.', refusedWith: 400 }),
      { phase: 'settling', asked: 1, refusal: null, refusedWith: null, observations: [] },
    ],
    [
      'while observing a start: continues',
      starting({ phase: 'settling', asked: 1, refusal: 'No.' }),
      { phase: 'settling', refusal: 'No.' },
    ],
    ['while observing a running project: continues', processing({ polls: 4 }), { at: 'processing', polls: 4 }],
  ])('%s', (_what, state, follows) => {
    expect(stored(next(state, { type: 'restarted' }))).toMatchObject(follows);
    // A pause and the end of observation stop it in the same way.
    expect(next(state, { type: 'pause' })).toMatchObject({ at: 'paused', resume: follows });
  });

  it('does not doubt an earlier start request: it is compared with the earlier word', () => {
    for (const state of [starting({ asked: 1 }), starting({ refusal: 'No.' })])
      expect(next(state, { type: 'restarted' })).not.toHaveProperty('resumed');
  });
});

describe('a refused token', () => {
  it.each<[what: string, ProjectState, resume: object]>([
    ['create: nothing was created', creating({ phase: 'asked' }), { at: 'creating', phase: 'ready' }],
    ['add: nothing was accepted', adding({ phase: 'closing' }), { at: 'confirming', arrival: 'unsent' }],
    ['start: not counted', starting({ phase: 'asked', asked: 1 }), { at: 'starting', phase: 'ready', asked: 0, resumed: true }],
    ['a second start', starting({ phase: 'asked', asked: 2 }), { phase: 'ready', asked: 1 }],
    ['observing', processing(), { at: 'processing' }],
    ['searching for a created project', creating({ phase: 'settling' }), { phase: 'settling' }],
    ['observing a start', starting({ phase: 'settling', asked: 1 }), { phase: 'settling', asked: 1 }],
  ])('%s', (_what, state, resume) => {
    const waits = stored(next(state, { type: 'token-refused' }));
    expect(waits).toMatchObject({ at: 'needs-token', resume });
    for (const type of ['token-given', 'resume'] as const) expect(next(waits, { type })).toMatchObject(resume);
  });
});

describe('an ended observation', () => {
  it('resumes as after an interruption', () => {
    const ended: ProjectState = { at: 'ended', how: 'cancelled', charged: 'no', resume: starting() };
    expect(next(ended, { type: 'resume' })).toMatchObject({ at: 'starting', resumed: true });
    expect(next(next(processing(), { type: 'cancel' }), { type: 'resume' })).toMatchObject({ at: 'processing' });
  });

  it('of a waiting list keeps the state of the list', () => {
    for (const state of [
      next(starting(), { type: 'pause' }),
      next(starting(), { type: 'token-refused' }),
      next(starting(), { type: 'observation-failed', answer: null }),
    ])
      expect(next(state, { type: 'cancel' })).toMatchObject({ at: 'ended', how: 'cancelled', charged: 'no', resume: { at: 'starting' } });
  });
});
