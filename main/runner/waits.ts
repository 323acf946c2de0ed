/** The waits of running projects, which `wake` ends, and the time of each project's last observation. In memory only. */
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
    const nextAt = this.clock.now() + ms;
    const kind = note === null ? 'looking' : 'waiting';
    this.activity.set(id, 'runner', { kind, done: 0, total: null, unit: 'none', note, nextAt });
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
  forget(id: string): void {
    this.observedAt.delete(id);
  }
}
