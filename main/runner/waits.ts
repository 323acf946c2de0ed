/** The waits of running projects, and the time of each project's last observation. In memory only. */
import type { Clock } from '../platform/ports.ts';
import type { ActivityTracker } from '../projects/activity-tracker.ts';

export class Waits {
  private readonly clock: Clock;
  private readonly activity: ActivityTracker;
  private readonly waking = new Set<() => void>();
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
    await this.orWoken(ms, signal);
  }

  /**
   * Waits the `ms` that the service asked for. `wake` does not end it, unless that time has passed while the computer slept. Rejects
   * when the signal is aborted.
   */
  async waitInFull(id: string, ms: number, note: string, signal: AbortSignal): Promise<void> {
    this.show(id, ms, note);
    const [nextAt, end] = [this.clock.now() + ms, this.clock.elapsed() + ms];
    // By either clock: one stops while the computer sleeps, the other can be set back.
    const left = () => Math.min(nextAt - this.clock.now(), end - this.clock.elapsed());
    for (let rest = left(); rest > 0; rest = left()) await this.orWoken(rest, signal);
  }

  private show(id: string, ms: number, note: string | null): void {
    const kind = note === null ? 'looking' : 'waiting';
    this.activity.set(id, 'runner', { kind, done: 0, total: null, unit: 'none', note, nextAt: this.clock.now() + ms });
  }

  private async orWoken(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = () => {
      woken.abort();
    };
    this.waking.add(wake);
    try {
      await this.clock.wait(ms, AbortSignal.any([signal, woken.signal]));
    } catch (error) {
      if (signal.aborted || !woken.signal.aborted) throw error;
    } finally {
      this.waking.delete(wake);
    }
  }

  /** Ends every wait whose time the service did not set. */
  wake(): void {
    for (const wake of this.waking) wake();
  }

  /** Records an observation and returns the milliseconds since the previous one; since `began` when there was none. */
  sinceObservation(id: string, began: number): number {
    const now = this.clock.elapsed();
    const since = Math.max(0, now - (this.observedAt.get(id) ?? began));
    this.observedAt.set(id, now);
    return since;
  }

  /** Call it at the end of a run, because no observations follow until the project is resumed. */
  clear(id: string): void {
    this.observedAt.delete(id);
  }
}
