/** What the runner holds of its projects in memory: what goes on, what stands in the way, who waits, when each was looked at. */
import type { Activity } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/base/errors.ts';
import type { Clock } from '../platform/ports.ts';

export class Board {
  private readonly clock: Clock;
  private readonly changed: (projectId: string) => void;
  private readonly activities = new Map<string, Activity>();
  private readonly hindrances = new Map<string, { readonly code: string; readonly message: string }>();
  private readonly sleepers = new Set<() => void>();
  private readonly looked = new Map<string, number>();

  constructor(clock: Clock, changed: (projectId: string) => void) {
    this.clock = clock;
    this.changed = changed;
  }

  activity(projectId: string): Activity | null {
    return this.activities.get(projectId) ?? null;
  }

  /** What of this computer keeps the project from going on, or null. */
  hindrance(projectId: string): { readonly code: string; readonly message: string } | null {
    return this.hindrances.get(projectId) ?? null;
  }

  tell(projectId: string, activity: Omit<Activity, 'startedAt' | 'note' | 'nextAt'> & Partial<Activity>): void {
    const before = this.activities.get(projectId);
    const startedAt = before !== undefined && before.kind === activity.kind ? before.startedAt : this.clock.now();
    this.activities.set(projectId, { startedAt, note: null, nextAt: null, ...activity });
    this.changed(projectId);
  }

  hinder(projectId: string, { code, message }: AppError): void {
    this.hindrances.set(projectId, { code, message });
    this.changed(projectId);
  }

  clear(projectId: string): void {
    this.hindrances.delete(projectId);
  }

  /** The project is no longer at work. */
  leave(projectId: string): void {
    this.activities.delete(projectId);
    this.hindrances.delete(projectId);
    // While it was paused or waited for a person, nobody watched.
    this.looked.delete(projectId);
    this.changed(projectId);
  }

  /** Waits `ms`, cut short by `wake`; rejects when the signal is aborted. */
  async rest(projectId: string, ms: number, note: string | null, signal: AbortSignal): Promise<void> {
    if (ms <= 0) return;
    const nextAt = this.clock.now() + ms;
    this.tell(projectId, { kind: note === null ? 'looking' : 'waiting', done: 0, total: null, unit: 'none', note, nextAt });
    const woken = new AbortController();
    const ring = () => {
      woken.abort();
    };
    this.sleepers.add(ring);
    try {
      await this.clock.wait(ms, AbortSignal.any([signal, woken.signal]));
    } catch (error) {
      if (signal.aborted || !woken.signal.aborted) throw error;
    } finally {
      this.sleepers.delete(ring);
    }
  }

  /** Whoever waits goes on at once. */
  wake(): void {
    for (const ring of this.sleepers) ring();
  }

  /** Notes a look and answers the milliseconds since the one before, or since `began` when this program made none. */
  sinceLook(projectId: string, began: number): number {
    const now = this.clock.elapsed();
    const since = Math.max(0, now - (this.looked.get(projectId) ?? began));
    this.looked.set(projectId, now);
    return since;
  }
}
