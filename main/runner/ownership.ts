/** Ensures that only one program runs the projects of a data folder, and that another program continues when it ends. */
import { AppError } from '../../shared/base/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Clock } from '../platform/index.ts';
import type { RunnerLock } from '../store/app-database/index.ts';

/** How often a program that does not run the projects tries to take over, in milliseconds. */
const CHECK_EVERY_MS = 3_000;

export class RunnerOwnership {
  private readonly lock: Pick<RunnerLock, 'heldBy' | 'take' | 'confirm'>;
  private readonly clock: Clock;
  private readonly events: DomainEventBus;
  private readonly closing = new AbortController();
  private isOwned: boolean;

  constructor(lock: RunnerOwnership['lock'], clock: Clock, events: DomainEventBus) {
    this.lock = lock;
    this.clock = clock;
    this.events = events;
    this.isOwned = lock.heldBy === null;
  }

  /** A sentence for the user about the program that runs the projects; null when it is this one. */
  get heldBy(): string | null {
    return this.lock.heldBy;
  }

  /** Takes over once the other program has ended. Returns at once. */
  watch(): void {
    void this.tryRegularly();
  }

  private async tryRegularly(): Promise<void> {
    const { signal } = this.closing;
    while (!this.isOwned && !signal.aborted) {
      try {
        await this.clock.wait(CHECK_EVERY_MS, signal);
        this.take();
      } catch {
        // Either the folder could not be written, so the next attempt may succeed, or `close` ended the wait and the loop.
      }
    }
  }

  /**
   * True when this program runs the projects. Takes over if no other program runs them, and then emits `runner.gained` before it returns.
   */
  take(): boolean {
    if (this.isOwned) return this.confirm();
    if (this.closing.signal.aborted || !this.lock.take()) return false;
    this.isOwned = true;
    this.events.emit('runner.gained', null);
    return true;
  }

  /** @throws RUNNER_ELSEWHERE when another program runs the projects. */
  assertOwned(): void {
    if (!this.take())
      throw new AppError('RUNNER_ELSEWHERE', this.heldBy ?? 'Another program was using this data folder until now. Try again.');
  }

  /** True while this program is certainly the only one that runs the projects. Each step calls it, so it must be fast. */
  confirm(): boolean {
    if (!this.isOwned) return false;
    if (this.lock.confirm()) return true;
    this.isOwned = false;
    this.closing.abort();
    this.events.emit('runner.lost', null);
    return false;
  }

  /** Ends the attempts to take over. Keeps the lock. */
  close(): void {
    this.closing.abort();
  }
}
