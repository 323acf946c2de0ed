/** The calls that create and start a screening: when they are made, and when their answer is not believed. */
import { describe, expect, it } from 'vitest';
import { create, start } from '../../../../main/runner/reconcile.ts';
import type { StepContext } from '../../../../main/runner/step-context.ts';
import type { CallOutcome } from '../../../../main/service/index.ts';
import type { ProjectState } from '../../../../shared/project/project-shapes.ts';
import { creating, MARKER, MINUTE, ROWS, starting } from '../../../kit/desk-states.ts';

interface Other {
  readonly id: string;
  readonly connectionId: string;
  readonly state: ProjectState;
}

/** What was recorded and called, in order; `failure`: how the step failed. */
async function steps(
  run: (step: StepContext) => Promise<void>,
  given: {
    readonly created?: CallOutcome<string>;
    readonly others?: readonly Other[];
    readonly hasMoved?: boolean;
    /** Called while the intent is recorded. */
    readonly whileRecording?: (clock: { now: number; elapsed: number }, seen: { status: string }) => void;
  } = {},
) {
  const { created = done('P1'), others = [], hasMoved = false, whileRecording } = given;
  const clock = { now: 1_800_000_000_000, elapsed: 1_000 };
  const log: unknown[] = [];
  const seen = { status: 'created' };
  const client = {
    projects: () => Promise.resolve({ projects: [], whole: true }),
    project: () => Promise.resolve({ remoteId: 'P1', name: MARKER, totalRows: ROWS, validRows: null, createdAt: null, ...seen }),
    credits: () => Promise.reject(new Error('The service has no balance.')),
    createProject: () => Promise.resolve(created),
    process: () => {
      log.push('process');
      return Promise.resolve({ outcome: 'done', value: null, requestId: null });
    },
  };
  const project = { id: 'p', connectionId: 'c', options: {}, name: 'Spring appeal', submission: { creditsBefore: null, startedAt: null } };
  const step = {
    id: 'p',
    project,
    signal: new AbortController().signal,
    deps: {
      clock: { now: () => clock.now, elapsed: () => clock.elapsed },
      random: () => 0,
      store: { all: () => [{ ...project, state: creating() }, ...others] },
      connections: {
        reached: () => ({ connectionIds: new Set(['c', 'same-account']), hasMoved }),
        row: () => ({ kind: 'live' }),
        setCredits: () => log.push('credits'),
      },
    },
    client: () => Promise.resolve(client),
    wait: () => Promise.resolve(),
    setActivity: () => undefined,
    observation: (seen: object) => ({ at: clock.now, after: MINUTE, ...seen }),
    recordEvent: (event: object) => {
      log.push(event);
      if ('type' in event && event.type === 'intend') whileRecording?.(clock, seen);
      return Promise.resolve(null);
    },
  } as unknown as StepContext;
  const failure = await run(step).then(
    () => null,
    (error: unknown) => error,
  );
  return { log, failure };
}

const done = (value: string): CallOutcome<string> => ({ outcome: 'done', value, requestId: null });

const holding = (remoteId: string, given: Partial<Other> = {}): Other => ({
  id: 'other',
  connectionId: 'c',
  state: starting({ remoteId }),
  ...given,
});
const FINISHED = { at: 'done', remoteId: 'P1' } as unknown as ProjectState;

describe('the answer to a creation', () => {
  const creation = async (given: Parameters<typeof steps>[1]) => (await steps((step) => create(step, creating()), given)).log.at(-1);
  const CREATED = { type: 'created', remoteId: 'P1' };
  const UNKNOWN = { type: 'failed', delivery: 'unknown', status: null, answer: expect.stringContaining('the ID of another project') };

  it.each<[what: string, others: readonly Other[]]>([
    ['no other project', []],
    ['another ID in another project', [holding('P2')]],
    ['the same ID at another account', [holding('P1', { connectionId: 'another-account' })]],
    ['a project without an ID', [holding('P1', { state: creating() })]],
  ])('is believed with %s', async (_, others) => {
    expect(await creation({ others })).toEqual(CREATED);
  });

  it.each<[what: string, others: readonly Other[]]>([
    ['a project of the connection', [holding('P1')]],
    ['one of several projects', [holding('P2'), holding('P1', { id: 'third' })]],
    ['a project of the same account over another connection', [holding('P1', { connectionId: 'same-account' })]],
    ['a finished project', [holding('P1', { state: FINISHED })]],
  ])('counts as unknown when its ID is that of %s', async (_, others) => {
    expect(await creation({ others })).toEqual(UNKNOWN);
  });

  it('may repeat the ID of a finished project once the connection has moved, but not that of a running one', async () => {
    expect(await creation({ others: [holding('P1', { state: FINISHED })], hasMoved: true })).toEqual(CREATED);
    expect(await creation({ others: [holding('P1')], hasMoved: true })).toEqual(UNKNOWN);
  });

  it('stays what it is when it is no success', async () => {
    const created = { outcome: 'unknown', why: 'The answer was cut off.' } as const;
    expect(await creation({ created, others: [holding('P1')] })).toMatchObject({ answer: 'The answer was cut off.' });
  });
});

describe('the start of a screening', () => {
  const begun = (whileRecording?: (clock: { now: number; elapsed: number }, seen: { status: string }) => void) =>
    steps((step) => start(step, starting()), whileRecording === undefined ? {} : { whileRecording });

  it('follows an observation and a recorded intent, and a balance that cannot be read does not stop it', async () => {
    const { log, failure } = await begun();
    expect(failure).toBeNull();
    expect(log).toMatchObject([{ type: 'observed' }, { type: 'intend' }, 'process', { type: 'started' }]);
  });

  it.each<[what: string, change: (clock: { now: number; elapsed: number }) => void]>([
    ['the program was suspended', (clock) => Object.assign(clock, { now: clock.now + 6 * MINUTE, elapsed: clock.elapsed + 6 * MINUTE })],
    ['the computer slept', (clock) => Object.assign(clock, { now: clock.now + 6 * MINUTE })],
    ['the clock was set back', (clock) => Object.assign(clock, { now: clock.now - 6 * MINUTE })],
    ['the clock was set back while the disk was full', (clock) => Object.assign(clock, { elapsed: clock.elapsed + 6 * MINUTE })],
  ])('is not made if, meanwhile, %s and the status changed', async (_, change) => {
    expect((await begun(change)).log).toContain('process');
    const { log, failure } = await begun((clock, seen) => {
      change(clock);
      seen.status = 'processed';
    });
    expect(log).toMatchObject([{ type: 'observed' }, { type: 'intend' }, { type: 'failed', delivery: 'not-sent' }]);
    expect(failure).toMatchObject({ code: 'SERVICE_BUSY', recovery: 'wait' });
  });

  it.each([-5 * MINUTE, 5 * MINUTE])('is made while the observation is at most five minutes old: %d', async (ms) => {
    const { log } = await begun((clock) => Object.assign(clock, { now: clock.now + ms }));
    expect(log).toContain('process');
  });
});
