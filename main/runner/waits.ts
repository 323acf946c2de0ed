/** The waits of running projects, and the time of each project's last observation. Kept in memory only. */
import type { Clock } from '../platform/index.ts';
import type { ActivityTracker } from '../projects/index.ts';

export class Waits {
  private readonly clock: Clock;
  private readonly activity: ActivityTracker;
  private readonly wakers = new Set<() => void>();
  /** By `clock.elapsed()`. */
  private readonly observedAt = new Map<string, number>();

  constructor(clock: Clock, activity: ActivityTracker) {
    this.clock = clock;
    this.activity = activity;
  }

  /** Waits `ms`, or until `wake`. `note`: the reason, for the user. Rejects when the signal is aborted. */
  async wait(id: string, ms: number, note: string | null, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return;
    this.show(id, ms, note);
    await this.waitUntilWoken(ms, signal);
  }

  /**
   * Waits the `ms` that the service asked for. `wake` ends the wait only if that time passed while the computer slept. Rejects when the
   * signal is aborted.
   */
  async waitInFull(id: string, ms: number, note: string, signal: AbortSignal): Promise<void> {
    this.show(id, ms, note);
    const [nextAt, end] = [this.clock.now() + ms, this.clock.elapsed() + ms];
    // The smaller value is right: one clock stops while the computer sleeps, and the other can be set back.
    const left = () => Math.min(nextAt - this.clock.now(), end - this.clock.elapsed());
    for (let remaining = left(); remaining > 0; remaining = left()) await this.waitUntilWoken(remaining, signal);
  }

  private show(id: string, ms: number, note: string | null): void {
    const kind = note === null ? 'looking' : 'waiting';
    this.activity.set(id, 'runner', { kind, done: 0, total: null, unit: 'none', note, nextAt: this.clock.now() + ms });
  }

  private async waitUntilWoken(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.wakers.add(wake);
    try {
      await this.clock.wait(ms, AbortSignal.any([signal, woken.signal]));
    } catch (error) {
      if (signal.aborted || !woken.signal.aborted) throw error;
    } finally {
      this.wakers.delete(wake);
    }
  }

  /** Ends every wait except those that the service asked for. */
  wake(): void {
    for (const wake of this.wakers) wake();
  }

  /** Records an observation. Returns the milliseconds since the previous one, or since `began` for the first one. */
  sinceObservation(id: string, began: number): number {
    const now = this.clock.elapsed();
    const since = Math.max(0, now - (this.observedAt.get(id) ?? began));
    this.observedAt.set(id, now);
    return since;
  }

  /** Drops the time of the last observation. Call it at the end of a run. */
  clear(id: string): void {
    this.observedAt.delete(id);
  }
}
