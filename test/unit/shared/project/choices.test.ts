/** What each choice of the user does, and where it does not apply. */
import { describe, expect, it } from 'vitest';
import { next } from '../../../../shared/project/project.ts';
import { NotNow } from '../../../../shared/project/project-events.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import {
  adding,
  chosen,
  collecting,
  confirming,
  creating,
  observation,
  MARKER,
  processing,
  STRANGE,
  starting,
  stored,
  COUNTS,
} from '../../../kit/desk-states.ts';

const deciding = (resume: Extract<ProjectState, { at: 'needs-decision' }>['resume'], answer: string | null = null): ProjectState => ({
  at: 'needs-decision',
  question: 'no-end',
  choices: ['look-again', 'ask-again', 'it-happened', 'fetch', 'keep', 'ours', 'start-over', 'give-up'],
  answer,
  resume,
});

describe('a choice', () => {
  it('that is not offered is rejected', () => {
    const asked: ProjectState = { ...deciding(processing()), choices: ['look-again'] } as ProjectState;
    expect(() => chosen(asked, 'fetch')).toThrow(NotNow);
    expect(() => chosen(asked, 'give-up')).toThrow(NotNow);
  });

  it.each<[what: string, Parameters<typeof deciding>[0], Parameters<typeof chosen>[1]]>([
    ['fetching before there is a project', creating(), 'fetch'],
    ['fetching while it is measured', { at: 'preparing', attempt: 1 }, 'fetch'],
    ['accepting a project before there is one', creating(), 'ours'],
    ['starting over before a body was measured', { at: 'preparing', attempt: 1 }, 'start-over'],
    ['keeping results that never arrived', collecting(), 'keep'],
    ['keeping results that were not fetched', processing(), 'keep'],
    ['confirming a project that does not exist', creating(), 'it-happened'],
    ['confirming results', collecting(), 'it-happened'],
    ['confirming a list that was not sent', adding(), 'it-happened'],
  ])('that does not apply is rejected: %s', (_what, resume, choice) => {
    expect(() => chosen(deciding(resume), choice)).toThrow(NotNow);
  });

  it.each<[what: string, Parameters<typeof deciding>[0], Parameters<typeof chosen>[1], follows: object]>([
    ['observe the rows again', confirming({ observations: [observation('a')] }), 'look-again', { at: 'confirming', observations: [] }],
    [
      'observe a start again',
      starting({ observations: [observation('a')] }),
      'look-again',
      { at: 'starting', phase: 'ready', observations: [], resumed: true },
    ],
    [
      'observe a running project again',
      processing({ sameObservations: 9, stillMs: 9, inAllMs: 9 }),
      'look-again',
      { sameObservations: 0, stillMs: 0, inAllMs: 0 },
    ],
    ['search again for a created project', creating({ phase: 'settling' }), 'look-again', { at: 'creating', phase: 'settling' }],
    ['observe again before a send', adding(), 'look-again', { at: 'adding' }],
    ['observe again while measured', { at: 'preparing', attempt: 1 }, 'look-again', { at: 'preparing' }],
    ['send again', confirming(), 'ask-again', { at: 'adding', phase: 'ready', tries: 1 }],
    ['send again, late', confirming({ tries: 4 }), 'ask-again', { at: 'adding', tries: 1 }],
    ['create again', creating(), 'ask-again', { at: 'creating', phase: 'ready' }],
    ['the list has arrived', confirming({ found: true }), 'it-happened', { at: 'starting', phase: 'ready', decidedByUser: true }],
    [
      'it has started',
      starting({ observations: [observation('a'), observation('b')] }),
      'it-happened',
      { at: 'processing', observation: { status: 'b' } },
    ],
    ['it has started, no word changed', processing({ stillMs: 9 }), 'it-happened', { at: 'processing', before: null, stillMs: 0 }],
    [
      'fetch',
      processing({ observation: observation('a'), asked: 2 }),
      'fetch',
      { at: 'collecting', observation: { status: 'a' }, asked: 2 },
    ],
    ['fetch from a list not sent', adding(), 'fetch', { at: 'collecting', observation: null, asked: 0 }],
    ['keep what arrived', collecting({ counts: COUNTS }), 'keep', { at: 'done', counts: COUNTS, remoteId: 'P1', marker: MARKER }],
    ['start over', confirming(), 'start-over', { at: 'creating', phase: 'ready', attempt: 2, marker: `${MARKER}-2`, observations: [] }],
    ['start over before a project', creating({ attempt: 4 }), 'start-over', { at: 'creating', attempt: 5, marker: `${MARKER}-5` }],
    ['give up before a start', confirming(), 'give-up', { at: 'ended', how: 'given-up', charged: 'no', resume: { at: 'confirming' } }],
    ['give up after a start', processing(), 'give-up', { at: 'ended', how: 'given-up', charged: 'maybe', resume: { at: 'processing' } }],
  ])('%s', (_what, resume, choice, follows) => {
    expect(stored(chosen(deciding(resume), choice))).toMatchObject(follows);
  });

  it('that a list has arrived allows its start without another question', () => {
    const held = confirming({ found: true, arrival: 'found', observations: [observation('queued')] });
    expect(chosen(deciding(held), 'it-happened')).toHaveProperty('held', undefined);
    expect(chosen(deciding(held), 'it-happened')).toMatchObject({ statusBefore: 'queued' });
  });

  it('that a project is ours stores its name, and observes it again', () => {
    for (const resume of [confirming({ observations: [observation('a')] }), adding(), processing(), collecting()])
      expect(stored(chosen(deciding(resume, STRANGE), 'ours'))).toMatchObject({ at: resume.at, knownAs: STRANGE });
    expect(stored(chosen(deciding(confirming(), null), 'ours'))).toMatchObject({ knownAs: null });
  });

  it('sets the time of the next poll to now', () => {
    expect(
      next(deciding(processing({ nextPollAt: 99 })), { type: 'choose', choice: 'look-again', nameOnService: MARKER, now: 7 }),
    ).toMatchObject({
      nextPollAt: 7,
    });
  });

  it('to observe again keeps the known facts of the start', () => {
    expect(chosen(deciding(starting({ phase: 'settling', asked: 1, observations: [observation('a')] })), 'look-again')).toMatchObject({
      phase: 'settling',
      asked: 1,
      observations: [],
    });
  });
});
