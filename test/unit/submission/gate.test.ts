/** The gate before paying, and what is made of a start whose outcome only the status words can tell. */
import { describe, expect, it } from 'vitest';
import { judgeGate, LOOKS, type Look, next, ProjectState, type RunningAt } from '../../../shared/project/project.ts';

const ROWS = 10;
const body = { rows: ROWS, bytes: 100, sha256: 'a'.repeat(64), format: 'json' as const };
const look = (status: string | null, totalRows: number | null = ROWS, after = 60_000): Look => ({ at: 0, after, status, totalRows });
const starting = (given: Partial<RunningAt<'starting'>> = {}): RunningAt<'starting'> => ({
  at: 'starting',
  body,
  remoteId: 'P1',
  attempt: 1,
  phase: 'ready',
  statusBefore: 'created',
  wordsBefore: ['created'],
  asked: 0,
  refusal: null,
  looks: [],
  ...given,
});
const looked = (state: ProjectState, status: string | null) => next(state, { type: 'looked', look: look(status), marker: 'M' });
const polled = (state: ProjectState, status: string | null, after = 60_000) =>
  next(state, { type: 'polled', look: look(status, ROWS, after), nextPollAt: 0, word: 'working' });

describe('the gate before paying', () => {
  it.each([
    ['the word of before and all rows', starting(), look('created'), true],
    ['the word in other letters', starting(), look(' Created '), true],
    ['a service that tells neither', starting({ statusBefore: null, wordsBefore: [] }), look(null, null), true],
    ['a word that was not shown before', starting(), look('migrating'), false],
    ['a row too few', starting(), look('created', ROWS - 1), false],
    ['twice the rows', starting(), look('created', 2 * ROWS), false],
    ['a project that is done already', starting(), look('processed'), false],
  ])('%s', (_what, state, seen, open) => {
    expect(judgeGate(state, seen).open).toBe(open);
  });

  it('opens to a word that stays, and after a while to words that never do', () => {
    const once = judgeGate(starting(), look('migrating'));
    expect(judgeGate(once.state as RunningAt<'starting'>, look('migrating')).open).toBe(true);
    let state = starting();
    const opened: boolean[] = [];
    for (let n = 0; n < LOOKS.words; n++) {
      const { state: after, open } = judgeGate(state, look(`created ${n}`));
      opened.push(open);
      state = after as RunningAt<'starting'>;
    }
    expect(opened).toEqual([...Array<boolean>(LOOKS.words - 1).fill(false), true]);
  });

  it('takes a word that changed after a refused start for a start, never for a reason to pay', () => {
    const refused = starting({ asked: 0, refusal: 'no', refusedWith: 400 });
    const { state, open } = judgeGate(refused, look('processing'));
    expect(open).toBe(false);
    expect(state.at).toBe('processing');
    expect(judgeGate(refused, look('created', 2 * ROWS)).state).toMatchObject({ at: 'needs-decision', question: 'start-unclear' });
  });
});

describe('a start that only a changed word speaks for', () => {
  const doubted = looked(starting({ phase: 'settling', asked: 1 }), 'migrating');

  it('is watched, and not believed when the old word comes back', () => {
    expect(doubted.at).toBe('processing');
    expect(polled(doubted, 'created')).toMatchObject({ at: 'starting', phase: 'settling', asked: 1 });
    expect(next(doubted, { type: 'polled', look: look('processed'), nextPollAt: 0, word: 'processed' }).at).toBe('collecting');
  });

  it.each([
    ['one word', () => 'migrating', LOOKS.doubtMs],
    ['other words all the time', (n: number) => `step ${n}`, LOOKS.doubtInAllMs],
  ])('ends in a question when %s are shown for very long', (_what, word, after) => {
    let state = doubted;
    let passed = 0;
    const hour = 3_600_000;
    for (let n = 0; state.at === 'processing' && n < 200; n++) {
      state = polled(state, word(n), hour);
      passed += hour;
    }
    expect(state).toMatchObject({ at: 'needs-decision', question: 'start-unclear' });
    expect(passed).toBe(after);
  });

  it('is asked for once more on a person’s word, and compared with what that person saw', () => {
    let state = doubted;
    for (let n = 0; state.at === 'processing' && n < 200; n++) state = polled(state, 'migrating', 3_600_000);
    const asked = next(state, { type: 'choose', choice: 'ask-again', marker: 'M', now: 0 }) as RunningAt<'starting'>;
    expect(asked).toMatchObject({ at: 'starting', phase: 'ready', statusBefore: 'migrating' });
    expect(judgeGate(asked, look('migrating')).open).toBe(true);
    expect(judgeGate(asked, look('processing')).state.at).toBe('processing');
  });
});

it('takes up states as earlier versions left them on the disk', () => {
  const { wordsBefore: _, ...earlier } = starting({ phase: 'settling', asked: 1 });
  const stored: unknown[] = [
    earlier,
    {
      at: 'processing',
      body,
      remoteId: 'P1',
      attempt: 1,
      nextPollAt: 0,
      look: look('migrating'),
      polls: 1,
      doubt: { statusBefore: 'created', asked: 1 },
    },
  ];
  const [start, watched] = stored.map((state) => ProjectState.parse(JSON.parse(JSON.stringify(state))));
  expect(looked(start!, 'processing').at).toBe('processing');
  expect(polled(watched!, 'migrating').at).toBe('processing');
  expect(polled(watched!, 'created')).toMatchObject({ at: 'starting', phase: 'settling' });
});
