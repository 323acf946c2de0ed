import { beforeEach, describe, expect, it } from 'vitest';
import { DomainEventBus } from '../../../../main/events/domain-events.ts';
import type { Clock } from '../../../../main/platform/ports.ts';
import { ActivityTracker } from '../../../../main/projects/activity-tracker.ts';
import { Waits } from '../../../../main/runner/waits.ts';
import { keptLog } from '../../../kit/test-ports.ts';

const MINUTE = 60_000;

/** A clock that the test moves. `asleep` advances only the time of day, as when a computer sleeps. */
class HandClock implements Clock {
  private time = 1_700_000_000_000;
  private running = 0;
  private readonly sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  readonly now = () => this.time;
  readonly elapsed = () => this.running;

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.running + ms, wake: resolve };
      this.sleepers.add(sleeper);
      signal?.addEventListener('abort', () => {
        this.sleepers.delete(sleeper);
        reject(signal.reason as Error);
      });
    });
  }

  asleep(ms: number): void {
    this.time += ms;
  }

  async pass(ms: number): Promise<void> {
    this.time += ms;
    this.running += ms;
    for (const sleeper of this.sleepers) if (sleeper.at <= this.running) sleeper.wake();
    await settled();
  }
}

/** Resolves after everything that follows immediately. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

let clock: HandClock;
let waits: Waits;
let isOver: boolean;
beforeEach(() => {
  clock = new HandClock();
  waits = new Waits(clock, new ActivityTracker(clock, new DomainEventBus(keptLog())));
  isOver = false;
});

const begin = (wait: Promise<void>) => {
  void wait.then(() => (isOver = true));
};
const wake = async () => {
  waits.wake();
  await settled();
};
const signal = () => new AbortController().signal;

describe('a wait of our own', () => {
  it('ends immediately when the computer wakes or is online again', async () => {
    begin(waits.wait('P', 10 * MINUTE, 'offline', signal()));
    await wake();
    expect(isOver).toBe(true);
  });
});

describe('a wait that the service asked for', () => {
  it('does not end when the computer wakes or is online again, but at its time', async () => {
    begin(waits.waitInFull('P', 10 * MINUTE, 'busy', signal()));
    await clock.pass(MINUTE);
    await wake();
    await wake();
    await clock.pass(8 * MINUTE);
    expect(isOver).toBe(false);
    await clock.pass(MINUTE);
    expect(isOver).toBe(true);
  });

  it('ends when the computer wakes after that time', async () => {
    begin(waits.waitInFull('P', 10 * MINUTE, 'busy', signal()));
    clock.asleep(9 * MINUTE);
    await wake();
    expect(isOver).toBe(false);
    clock.asleep(MINUTE);
    await wake();
    expect(isOver).toBe(true);
  });

  it('does not become longer when the clock of the computer is set back', async () => {
    begin(waits.waitInFull('P', 10 * MINUTE, 'busy', signal()));
    clock.asleep(-600 * MINUTE);
    await clock.pass(10 * MINUTE);
    expect(isOver).toBe(true);
  });

  it('ends when its run is stopped', async () => {
    const stop = new AbortController();
    const wait = waits.waitInFull('P', 10 * MINUTE, 'busy', stop.signal);
    stop.abort(new Error('stopped'));
    await expect(wait).rejects.toThrow('stopped');
  });
});
