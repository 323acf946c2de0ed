/** The gate before payment, and starts whose outcome only the status words show. */
import { describe, expect, it } from 'vitest';
import { EVIDENCE_NEEDED } from '../../../../shared/project/evidence.ts';
import { evaluateGate } from '../../../../shared/project/start-evidence.ts';
import { next } from '../../../../shared/project/project.ts';
import { ProjectState, type RunningAt } from '../../../../shared/project/project-shapes.ts';
import { chosen, keepObserving, observation, observed, MINUTE, polled, ROWS, starting } from '../../../kit/desk-states.ts';

type Starting = RunningAt<'starting'>;
const listed = (others: number) => ({ there: true, others });
const minutes = (passed: number) => passed / MINUTE;

describe('the gate before payment', () => {
  it.each([
    ['the earlier word and all rows', starting(), observation('created'), true],
    ['the word with other capitalization', starting(), observation(' Created '), true],
    ['a service that reports neither', starting({ statusBefore: null, wordsBefore: [] }), observation(null, { totalRows: null }), true],
    ['a word that was not shown before', starting(), observation('migrating'), false],
    ['a row too few', starting(), observation('created', { totalRows: ROWS - 1 }), false],
    ['twice the rows', starting(), observation('created', { totalRows: 2 * ROWS }), false],
    ['a finished project', starting(), observation('processed'), false],
    ['a word for work in progress', starting(), observation('processing'), false],
    ['a word for work in progress, shown before', starting({ statusBefore: 'queued' }), observation('queued'), false],
    ['a list that we did not send', starting({ held: true, found: true }), observation('created'), false],
    ['the same without any word', starting({ held: true, found: true, statusBefore: null }), observation(null), false],
    ['a different word after a resume', starting({ resumed: true }), observation('migrating'), false],
    ['the earlier word after a resume', starting({ resumed: true }), observation('created'), true],
    ['no earlier word after a resume', starting({ resumed: true, statusBefore: null }), observation('created'), false],
  ])('%s', (_what, state, seen, open) => {
    expect(evaluateGate(state, seen).open).toBe(open);
  });

  it('opens for a stable status word, and after a while for words that keep changing', () => {
    const once = evaluateGate(starting(), observation('migrating'));
    expect(evaluateGate(once.state as Starting, observation('migrating')).open).toBe(true);
    let state = starting();
    const opened: boolean[] = [];
    for (let n = 0; n < EVIDENCE_NEEDED.words; n++) {
      const { state: after, open } = evaluateGate(state, observation(`created ${n}`));
      opened.push(open);
      state = after as Starting;
    }
    expect(opened).toEqual([...Array<boolean>(EVIDENCE_NEEDED.words - 1).fill(false), true]);
  });

  it('treats a changed word after a refused start as a start, never as a reason to pay', () => {
    const refused = starting({ asked: 0, refusal: 'no', refusedWith: 400 });
    const { state, open } = evaluateGate(refused, observation('processing'));
    expect(open).toBe(false);
    expect(state.at).toBe('processing');
    expect(evaluateGate(refused, observation('created', { totalRows: 2 * ROWS })).state).toMatchObject({
      at: 'needs-decision',
      question: 'start-unclear',
    });
  });

  it('stays closed if another project has our marker, and the user decides', () => {
    const { state, open } = evaluateGate(starting(), observation('created'), listed(1));
    expect(open).toBe(false);
    expect(state).toMatchObject({ question: 'create-ambiguous', choices: ['look-again', 'start-over', 'give-up'] });
    expect(chosen(state, 'start-over')).toMatchObject({ at: 'creating', attempt: 2 });
    // After a first start request nothing stops it, because the request may have cost credits.
    expect(evaluateGate(starting({ asked: 1 }), observation('created'), listed(1)).open).toBe(true);
  });
});

describe('a project that is processed without a start request', () => {
  it('needs the user’s decision', () => {
    const asked = observed(starting(), observation('processed'));
    expect(asked).toMatchObject({ question: 'processed-early', choices: ['fetch', 'look-again', 'give-up'] });
    expect(chosen(asked, 'fetch')).toMatchObject({ at: 'collecting' });
    expect(chosen(asked, 'give-up')).toMatchObject({ at: 'ended', charged: 'maybe' });
  });

  it('is collected when a copy of this folder created it', () => {
    expect(observed(starting({ held: true, found: true }), observation('processed'))).toMatchObject({ at: 'collecting' });
  });
});

describe('a closed gate', () => {
  const reasons: readonly (readonly [string, Starting, string | null])[] = [
    ['a word for work in progress', starting(), 'processing'],
    ['a list that we did not send', starting({ held: true, found: true }), 'created'],
    ['the same list without a word', starting({ held: true, found: true, statusBefore: null }), null],
    ['a different word after a resume', starting({ resumed: true }), 'migrating'],
  ];

  it.each(reasons)('raises a question after ten minutes: %s', (_what, state, word) => {
    const end = keepObserving(state, () => observation(word), observed);
    expect(end.state).toMatchObject({
      at: 'needs-decision',
      question: 'start-unclear',
      choices: ['look-again', 'ask-again', 'it-happened', 'fetch', 'give-up'],
    });
    expect(minutes(end.passed)).toBe(10);
  });

  it('raises a question after half an hour when the word keeps changing', () => {
    const end = keepObserving(starting({ held: true, found: true }), (n) => observation(`step ${n}`), observed);
    expect(end.state).toMatchObject({ question: 'start-unclear' });
    expect(minutes(end.passed)).toBe(30);
  });

  it('raises a question after half an hour when only some of the changing words mean work', () => {
    const words = ['queued', 'created', 'accepted'];
    const end = keepObserving(starting(), (n) => observation(words[n % 3]!), observed);
    expect(end.state).toMatchObject({ question: 'start-unclear' });
    expect(minutes(end.passed)).toBeLessThan(40);
  });

  it('raises a question when the rows of the list come and go', () => {
    let state: ProjectState = starting();
    for (let n = 0; n < 20 && state.at !== 'needs-decision'; n++)
      state = observed(state, observation('created', { totalRows: n % 2 === 0 ? ROWS - 1 : ROWS }));
    expect(state).toMatchObject({ question: 'add-spoiled', choices: ['look-again', 'start-over', 'give-up'] });
    expect(chosen(state, 'look-again')).toMatchObject({ at: 'confirming' });
  });

  it.each(reasons)('observes for another ten minutes after the user’s decision: %s', (_what, state, word) => {
    const again = chosen(keepObserving(state, () => observation(word), observed).state, 'look-again');
    expect(again).toMatchObject({ at: 'starting', phase: 'ready', asked: 0 });
    expect(minutes(keepObserving(again, () => observation(word), observed).passed)).toBe(10);
  });

  it.each(reasons)('opens for the word that the user saw when deciding to start: %s', (_what, state, word) => {
    const startedAgain = chosen(keepObserving(state, () => observation(word), observed).state, 'ask-again');
    if (startedAgain.at !== 'starting') throw new Error(startedAgain.at);
    expect(evaluateGate(startedAgain, observation(word)).open).toBe(true);
    expect(evaluateGate(startedAgain, observation('screening since noon')).open).toBe(false);
    expect(evaluateGate(startedAgain, observation(word, { totalRows: 2 * ROWS })).open).toBe(false);
  });

  it.each(reasons)('leads to observing or to the results after the user’s decision: %s', (_what, state, word) => {
    const asked = keepObserving(state, () => observation(word), observed).state;
    expect(chosen(asked, 'it-happened')).toMatchObject({ at: 'processing' });
    expect(chosen(asked, 'fetch')).toMatchObject({ at: 'collecting' });
  });

  it('opens as usual when the word no longer means work', () => {
    let state: ProjectState = starting();
    for (let n = 0; n < 7; n++) state = observed(state, observation('locked'));
    expect(evaluateGate(state as Starting, observation('created')).open).toBe(true);
    // A new word needs another observation.
    const once = evaluateGate(state as Starting, observation('accepted'));
    expect(once.open).toBe(false);
    expect(evaluateGate(once.state as Starting, observation('accepted')).open).toBe(true);
  });

  it('may have cost credits while the service reports work', () => {
    expect(next(observed(starting(), observation('processing')), { type: 'cancel' })).toMatchObject({ at: 'ended', charged: 'maybe' });
    expect(next(observed(starting(), observation('created')), { type: 'cancel' })).toMatchObject({ at: 'ended', charged: 'no' });
  });

  it.each([
    ['a restart', [{ type: 'restarted' }]],
    ['a pause', [{ type: 'pause' }, { type: 'resume' }]],
    ['a new token', [{ type: 'token-refused' }, { type: 'token-given' }]],
  ] as const)('is closed by another word after %s', (_what, events) => {
    let state: ProjectState = starting();
    for (const event of events) state = next(state, event);
    expect(state).toMatchObject({ at: 'starting', resumed: true });
    expect(evaluateGate(state as Starting, observation('Phase 2')).open).toBe(false);
  });
});

describe('a start that only a changed word shows', () => {
  const doubted = observed(starting({ phase: 'settling', asked: 1 }), observation('migrating'));

  it('is observed, and rejected when the old word returns', () => {
    expect(doubted.at).toBe('processing');
    expect(polled(doubted, observation('created'))).toMatchObject({ at: 'starting', phase: 'settling', asked: 1 });
    expect(polled(doubted, observation('processed')).at).toBe('collecting');
  });

  it.each([
    ['one word', () => 'migrating', EVIDENCE_NEEDED.stillMs],
    ['changing words', (n: number) => `step ${n}`, EVIDENCE_NEEDED.inAllMs],
  ])('raises a question after a very long time with %s', (_what, word, after) => {
    // The times continue from the observation that shows the changed word.
    const end = keepObserving(polled(doubted, observation(word(-1))), (n) => observation(word(n)), polled, 5000);
    expect(end.state).toMatchObject({ at: 'needs-decision', question: 'start-unclear' });
    expect(minutes(after - end.passed)).toBeLessThanOrEqual(2);
  });

  it('is requested again after the user’s decision, and compared with what the user saw', () => {
    let state = doubted;
    for (let n = 0; state.at === 'processing' && n < 200; n++) state = polled(state, observation('migrating', { after: 3_600_000 }));
    const asked = chosen(state, 'ask-again') as Starting;
    expect(asked).toMatchObject({ at: 'starting', phase: 'ready', statusBefore: 'migrating' });
    expect(evaluateGate(asked, observation('migrating')).open).toBe(true);
    expect(evaluateGate(asked, observation('processing')).state.at).toBe('processing');
  });
});
