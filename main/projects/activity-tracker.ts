/** The current activity of each project, and what on this computer blocks it. In memory only. */
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/base/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Clock } from '../platform/index.ts';

/** What works on a project: the queue of its file, or the runner. */
type Worker = 'queue' | 'runner';
type UnreadState = Extract<ProjectView['state'], { at: 'unreadable' }>;
/** An activity as its worker reports it; the tracker adds when it started. */
export type ReportedActivity = Omit<Activity, 'startedAt' | 'note' | 'nextAt'> & Partial<Activity>;

export class ActivityTracker {
  private readonly clock: Clock;
  private readonly events: DomainEventBus;
  private readonly activities: Readonly<Record<Worker, Map<string, Activity>>> = {
    queue: new Map(),
    runner: new Map(),
  };
  private readonly blockers = new Map<string, NonNullable<ProjectView['lastError']>>();

  /** Failed imports that could not be stored. */
  private readonly unread = new Map<string, UnreadState>();

  constructor(clock: Clock, events: DomainEventBus) {
    this.clock = clock;
    this.events = events;
  }

  /** Work on the file takes precedence over that of the runner. */
  of(id: string): { readonly activity: Activity | null; readonly blocker: ProjectView['lastError'] } {
    const { queue, runner } = this.activities;
    return { activity: queue.get(id) ?? runner.get(id) ?? null, blocker: this.blockers.get(id) ?? null };
  }

  set(id: string, worker: Worker, activity: ReportedActivity): void {
    const before = this.activities[worker].get(id);
    const startedAt = before !== undefined && before.kind === activity.kind ? before.startedAt : this.clock.now();
    this.activities[worker].set(id, { startedAt, note: null, nextAt: null, ...activity });
    this.events.emit('project.changed', { id });
  }

  /** Sets what on this computer keeps the runner from continuing with the project, such as a full disk. */
  setBlocked(id: string, { code, message }: AppError): void {
    this.blockers.set(id, { code, message });
    this.events.emit('project.changed', { id });
  }

  /** Emits nothing, because the caller has just stored a change. */
  clearBlocked(id: string): void {
    this.blockers.delete(id);
  }

  /** Sets the state that a project has although it could not be stored. */
  setUnread(id: string, state: UnreadState): void {
    this.unread.set(id, state);
    this.events.emit('project.changed', { id });
  }

  /** Emits nothing, as `clearBlocked`. */
  dropUnread(id: string): void {
    this.unread.delete(id);
  }

  /** Null for a project whose stored state is the present one. */
  unreadOf(id: string): UnreadState | null {
    return this.unread.get(id) ?? null;
  }

  /** Removes the activity of a worker that has nothing more to do for the project. */
  clear(id: string, worker: Worker): void {
    const was = this.activities[worker].delete(id);
    if (!was && worker !== 'runner') return;
    if (worker === 'runner') this.blockers.delete(id);
    this.events.emit('project.changed', { id });
  }
}
