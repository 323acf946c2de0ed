/** Every form of the words that stop a wait or keep the gate closed, and the words that negate them. */
import { describe, expect, it } from 'vitest';
import { isAtWork, isFinal, isStopped, plainStatus, sameStatus } from '../../../../shared/project/status-words.ts';

describe('a word for a failure', () => {
  it.each([
    'fail', 'failed', 'failure', 'Error', 'errored', 'cancel', 'canceled', 'cancelled', 'reject', 'rejected', 'abort', 'aborted',
    'Screening failed', 'failed: no credits', '  FAILED  ',
  ])('is %s', (word) => {
    expect(isStopped(word)).toBe(true);
  }); // prettier-ignore

  it.each(['failing over', 'no failures', 'errors', 'canceling', 'rejection', 'abortive', 'unfailed', 'terror', '', null])(
    'is not %s',
    (word) => {
      expect(isStopped(word)).toBe(false);
    },
  );
});

describe('a word for work in progress', () => {
  it.each([
    'in-progress', 'in progress', 'inprogress', 'In_Process', 'in-bearbeitung', 'analysing', 'analyzing', 'matching', 'executing',
    'scoring', 'queued', 'started', 'working', 'locked', 'running', 'screening', 'being_processed', 'now processing', 'Step 2: matching',
  ])('is %s', (word) => {
    expect(isAtWork(word)).toBe(true);
  }); // prettier-ignore

  it.each([
    'not running', 'no matching', 'never started', 'ready for screening', 'awaits processing', 'awaiting_screening', 'wait: queued',
    'waits for screening', 'waiting_for_processing', 'before processing', 'until started', 'accept before screening', 'accepted for processing',
    'accepting, not screening', 'can be started', 'may be queued', 'accepts screening', 'analyticing', 'inner progress', 'unlocked', 'restarted', '', null,
  ])('is not %s', (word) => {
    expect(isAtWork(word)).toBe(false);
  }); // prettier-ignore

  it('is negated only by a whole word before it', () => {
    for (const word of [
      'another screening',
      'nobody: screening',
      'screening not done',
      'canal matching',
      'mayor queued',
      'already started',
    ])
      expect(isAtWork(word)).toBe(true);
  });
});

describe('a word that looks final', () => {
  it.each([
    'complete',
    'completed',
    'completion',
    'done',
    'finished',
    'success',
    'successful',
    'successfully',
    'succeeded',
    'ended',
    'closed',
    'All_done',
  ])('is %s', (word) => {
    expect(isFinal(word)).toBe(true);
  });

  it.each([
    'not done',
    'no success',
    'never finished',
    'to_be completed',
    'being closed',
    'will be done',
    'before completion',
    'until closed',
    'incomplete',
    'processed',
    'unsuccessful',
    'completes',
    '',
    null,
  ])('is not %s', (word) => {
    expect(isFinal(word)).toBe(false);
  });
});

it('words are compared trimmed and without case; a missing word equals an empty one', () => {
  expect(sameStatus(' Created', 'CREATED ')).toBe(true);
  expect(sameStatus('created', 'create d')).toBe(false);
  expect(sameStatus(null, '')).toBe(true);
  expect(sameStatus(null, null)).toBe(true);
  expect(sameStatus(null, 'created')).toBe(false);
  expect(plainStatus(null)).toBe('');
});
