/**
 * Ensures that only one of several programs on a data folder runs its projects, and that another one continues when it
 * ends.
 */
import { AppError } from '../../shared/base/errors.ts';
import type { DomainEventBus } from '../events/domain-events.ts';
import type { Clock } from '../platform/ports.ts';
import type { RunnerLock } from '../store/app-database/lock.ts';

/** How often a program that does not run the projects tries to take over, in milliseconds. */
const CHECK_EVERY_MS = 3_000;

export class RunnerOwnership {
  private readonly lock: RunnerLock;
  private readonly clock: Clock;
  private readonly events: DomainEventBus;
  private readonly closing = new AbortController();
  private isOwned: boolean;

  constructor(lock: RunnerLock, clock: Clock, events: DomainEventBus) {
    this.lock = lock;
    this.clock = clock;
    this.events = events;
    this.isOwned = lock.heldBy === null;
  }

  /** The program that runs the projects, as a sentence for the user; null when it is this one. */
  get heldBy(): string | null {
    return this.lock.heldBy;
  }

  /** Regularly checks whether the other program has ended. */
  watch(): void {
    void this.poll();
  }

  private async poll(): Promise<void> {
    const { signal } = this.closing;
    while (!this.isOwned && !signal.aborted) {
      try {
        await this.clock.wait(CHECK_EVERY_MS, signal);
        this.take();
      } catch {
        // Tries again when the folder cannot be written; `close` ends the loop.
      }
    }
  }

  /** True when this program runs the projects; takes over when no other one does. Emits `runner.gained` before it returns. */
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

  /** True while this program is certain to be the only one that runs the projects. Cheap, because each step calls it. */
  confirm(): boolean {
    if (!this.isOwned) return false;
    if (this.lock.confirm()) return true;
    this.isOwned = false;
    this.closing.abort();
    this.events.emit('runner.lost', null);
    return false;
  }

  /** Ends the checks and keeps the lock. */
  close(): void {
    this.closing.abort();
  }
}
