/** The current activity of each project, and what on this computer blocks it. Kept in memory only. */
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/base/index.ts';
import type { DomainEventBus } from '../events/index.ts';
import type { Clock } from '../platform/index.ts';

/** What works on a project: the queue of its file, or the runner. */
type Worker = 'queue' | 'runner';
type UnreadState = Extract<ProjectView['state'], { at: 'unreadable' }>;
/** An activity as its worker reports it. The tracker adds the start time. */
export type ReportedActivity = Omit<Activity, 'startedAt' | 'note' | 'nextAt'> & Partial<Activity>;

export class ActivityTracker {
  private readonly clock: Clock;
  private readonly events: DomainEventBus;
  private readonly activities: Readonly<Record<Worker, Map<string, Activity>>> = {
    queue: new Map(),
    runner: new Map(),
  };
  private readonly blockers = new Map<string, NonNullable<ProjectView['lastError']>>();

  /** Projects with a failed import that could not be stored, and their state. */
  private readonly unread = new Map<string, UnreadState>();

  constructor(clock: Clock, events: DomainEventBus) {
    this.clock = clock;
    this.events = events;
  }

  /** If both work on the project, the activity is that of the queue. */
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

  /** Sets the problem of this computer that prevents the runner from continuing, such as a full disk. */
  setBlocked(id: string, { code, message }: AppError): void {
    this.blockers.set(id, { code, message });
    this.events.emit('project.changed', { id });
  }

  /** Does not emit an event, because the caller has just stored a change, which does. */
  clearBlocked(id: string): void {
    this.blockers.delete(id);
  }

  /** Sets the real state of a project, because it could not be stored. */
  setUnread(id: string, state: UnreadState): void {
    this.unread.set(id, state);
    this.events.emit('project.changed', { id });
  }

  /** Does not emit an event, as `clearBlocked`. */
  dropUnread(id: string): void {
    this.unread.delete(id);
  }

  /** The state that could not be stored; null if the stored state is right. */
  unreadOf(id: string): UnreadState | null {
    return this.unread.get(id) ?? null;
  }

  /** Removes the activity of a worker that has finished with the project. */
  clear(id: string, worker: Worker): void {
    const was = this.activities[worker].delete(id);
    if (!was && worker !== 'runner') return;
    if (worker === 'runner') this.blockers.delete(id);
    this.events.emit('project.changed', { id });
  }
}
