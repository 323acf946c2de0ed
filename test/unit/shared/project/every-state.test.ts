import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  cancelMeaning,
  isBeforeSubmission,
  isReading,
  isRunning,
  isSubmittable,
  isUnderWay,
  isUnfinished,
  lastObservation,
  mayBeCharged,
  remoteIdOf,
  runningOf,
  wasSent,
} from '../../../../shared/project/state-properties.ts';
import { next } from '../../../../shared/project/project.ts';
import type { Counts, ProjectState, Running } from '../../../../shared/project/project-shapes.ts';
import { evidenceTexts } from '../../../../shared/project/evidence-texts.ts';
import {
  adding,
  chosen,
  collecting,
  confirming,
  creating,
  observation,
  MARKER,
  processing,
  ROWS,
  starting,
} from '../../../kit/desk-states.ts';

const counts: Counts = { submitted: ROWS, scored: ROWS, refused: 0, unknown: 0, unmatched: 0 };
const found = { found: true } as const;
const seen = (status: string | null) => ({ observations: [observation('created'), observation(status)] });

/** Money: `never` costs, or `maybe`. Cancellation: `free` and final, or `stops-watching`. */
const RUNNING: readonly (readonly [what: string, Running, 'never' | 'maybe', 'free' | 'stops-watching', work: string])[] = [
  ['being measured', { at: 'preparing', attempt: 1 }, 'never', 'free', ''],
  ['about to be created', creating(), 'never', 'free', ''],
  ['being created', creating({ phase: 'asked' }), 'never', 'free', 'call'],
  ['looked for after a create', creating({ phase: 'settling' }), 'never', 'free', 'read'],
  ['about to be sent', adding(), 'never', 'free', ''],
  ['about to be sent to a found project', adding(found), 'maybe', 'stops-watching', ''],
  ['on its way', adding({ phase: 'sending' }), 'never', 'free', 'call'],
  ['handed over to the last byte', adding({ phase: 'closing' }), 'never', 'stops-watching', 'call'],
  ['cut short, and counted', confirming({ arrival: 'incomplete' }), 'never', 'free', 'read'],
  ['not sent since the last observation', confirming({ arrival: 'unsent' }), 'never', 'free', 'read'],
  ['not sent, in a found project', confirming({ arrival: 'unsent', ...found }), 'maybe', 'stops-watching', 'read'],
  ['cut short, in a found project', confirming({ arrival: 'incomplete', ...found }), 'maybe', 'stops-watching', 'read'],
  ['sent without an answer', confirming(), 'never', 'stops-watching', 'read'],
  ['accepted by the service', confirming({ arrival: 'answered', ...seen('created') }), 'never', 'stops-watching', 'read'],
  ['refused by the service', confirming({ arrival: 'refused' }), 'never', 'stops-watching', 'read'],
  ['found', confirming({ arrival: 'found', ...found }), 'maybe', 'stops-watching', 'read'],
  ['counted while the service is at work', confirming(seen('processing')), 'maybe', 'stops-watching', 'read'],
  ['counted and done already', confirming(seen('processed')), 'maybe', 'stops-watching', 'read'],
  ['about to be started', starting(), 'never', 'stops-watching', 'read'],
  ['about to be started, a quiet word', starting(seen('created')), 'never', 'stops-watching', 'read'],
  ['about to be started, a working word', starting(seen('processing')), 'maybe', 'stops-watching', 'read'],
  ['about to be started, done already', starting(seen('processed')), 'maybe', 'stops-watching', 'read'],
  ['found, about to be started', starting(found), 'maybe', 'stops-watching', 'read'],
  ['started before, about to be started again', starting({ asked: 1 }), 'maybe', 'stops-watching', 'read'],
  ['being started', starting({ phase: 'asked', asked: 1 }), 'maybe', 'stops-watching', 'call'],
  ['a start that was not answered', starting({ phase: 'settling', asked: 1 }), 'maybe', 'stops-watching', 'read'],
  ['a start that was refused', starting({ phase: 'settling', refusal: 'no' }), 'maybe', 'stops-watching', 'read'],
  ['watched', processing(), 'maybe', 'stops-watching', 'read'],
  ['fetched', collecting(), 'maybe', 'stops-watching', 'read'],
];

const waiting = (resume: Running): ProjectState[] => [
  { at: 'paused', resume },
  { at: 'needs-token', resume },
  { at: 'needs-decision', question: 'no-end', choices: ['give-up'], answer: null, resume },
];

describe.each(RUNNING)('a list in the state %s', (_what, state, money, stop, work) => {
  it('may have cost credits or not', () => {
    for (const one of [state, ...waiting(state)]) expect(mayBeCharged(one)).toBe(money === 'maybe');
  });

  it('counts as sent, because it left this computer or is about to', () => {
    for (const one of [state, ...waiting(state)]) expect(wasSent(one)).toBe(true);
  });

  it('is canceled for free, or is only no longer observed', () => {
    for (const one of [state, ...waiting(state)]) expect(cancelMeaning(one)).toBe(stop);
    // A free cancellation is final, and any other one can be resumed.
    for (const one of [state, ...waiting(state)]) {
      const ended = next(one, { type: 'cancel' });
      expect(ended).toMatchObject({ at: 'ended', how: 'cancelled', charged: money === 'maybe' ? 'maybe' : 'no' });
      expect('resume' in ended && ended.resume === null).toBe(stop === 'free');
    }
  });

  it('makes a changing call, or only reads the service', () => {
    expect([isUnderWay(state), isReading(state)]).toEqual([work === 'call', work === 'read']);
  });

  it('runs automatically, except while it waits for the user', () => {
    expect(isRunning(state)).toBe(true);
    for (const one of waiting(state)) expect(isRunning(one)).toBe(false);
  });

  it('has its measured body, even while it waits', () => {
    for (const one of [state, ...waiting(state)]) expect(bodyOf(one)?.rows ?? null).toBe(state.at === 'preparing' ? null : ROWS);
  });

  it('is submitted and unfinished, also while it waits for the user', () => {
    for (const one of [state, ...waiting(state)]) {
      expect([isBeforeSubmission(one), isSubmittable(one), isUnfinished(one)]).toEqual([false, false, true]);
      expect(runningOf(one)).toBe(state);
      expect(remoteIdOf(one)).toBe(state.at === 'preparing' || state.at === 'creating' ? null : 'P1');
    }
  });
});

describe.each<[what: string, ProjectState, charged: boolean, sent: boolean, rows: number | null]>([
  ['being read', { at: 'reading' }, false, false, null],
  ['unreadable', { at: 'unreadable', code: 'NOT_A_LIST', message: 'No.' }, false, false, null],
  ['a draft', { at: 'draft' }, false, false, null],
  ['done', { at: 'done', body: adding().body, remoteId: 'P1', attempt: 1, marker: MARKER, counts }, true, true, ROWS],
  ['given up for free', { at: 'ended', how: 'cancelled', charged: 'no', resume: null }, false, false, null],
  ['given up unstarted', { at: 'ended', how: 'given-up', charged: 'no', resume: confirming() }, false, false, ROWS],
  ['given up while watched', { at: 'ended', how: 'cancelled', charged: 'maybe', resume: processing() }, true, true, ROWS],
])('a list that is %s', (_what, state, charged, sent, rows) => {
  it('was submitted or can be, and is not unfinished', () => {
    expect(isBeforeSubmission(state)).toBe(['reading', 'unreadable', 'draft'].includes(state.at));
    expect(isSubmittable(state)).toBe(['reading', 'draft'].includes(state.at));
    expect(isUnfinished(state)).toBe(false);
    expect(runningOf(state)).toBe(state.at === 'ended' ? state.resume : null);
    expect(remoteIdOf(state)).toBe(rows === null ? null : 'P1');
  });

  it('shows its cost and whether it was sent, and does not run', () => {
    expect([mayBeCharged(state), wasSent(state), isRunning(state), cancelMeaning(state)]).toEqual([charged, sent, false, 'nothing']);
    expect(bodyOf(state)?.rows ?? null).toBe(rows);
  });
});

describe('the last observation', () => {
  const seenAs = observation('migrating');
  it.each([
    confirming({ observations: [observation('created'), seenAs] }),
    starting({ observations: [observation('created'), seenAs] }),
    processing({ observation: seenAs }),
    collecting({ observation: seenAs }),
  ])('is that of the present step, also while the list waits: $at', (state) => {
    for (const one of [state, ...waiting(state)]) expect(lastObservation(one)).toEqual(seenAs);
  });

  it.each<ProjectState>([creating(), adding(), confirming(), starting(), processing(), { at: 'draft' }])(
    'is null before the first one, and for a list that is not sent: $at',
    (state) => {
      expect(lastObservation(state)).toBeNull();
    },
  );
});

describe('the observation shown with a decision', () => {
  const evidenceOf = (resume: Running) =>
    evidenceTexts({ at: 'needs-decision', question: 'no-end', choices: ['give-up'], answer: null, resume });
  it('is the last one of a list that is counted, started, observed or collected', () => {
    const word = 'Its last state is “migrating”';
    for (const state of [
      confirming({ observations: [observation('created'), observation('migrating')] }),
      starting({ observations: [observation('created'), observation('migrating')] }),
      processing({ observation: observation('migrating') }),
      collecting({ observation: observation('migrating') }),
    ])
      expect(evidenceOf(state)[0]).toContain(word);
  });

  it('is null when the service project was never observed', () => {
    for (const state of [creating({ observations: [] }), adding(), confirming(), starting(), processing()])
      expect(evidenceOf(state)).toEqual([]);
  });

  it('is kept with results that the user fetched early', () => {
    const asked: ProjectState = {
      at: 'needs-decision',
      question: 'start-unclear',
      choices: ['fetch'],
      answer: null,
      resume: confirming({ observations: [observation('Completed')] }),
    };
    expect(chosen(asked, 'fetch')).toMatchObject({ at: 'collecting', observation: { status: 'Completed' } });
  });
});
