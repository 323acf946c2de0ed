/** Builds the views of projects, and emits views of changed projects: from a timer, or before a call is answered. */
import { AppError } from '../../shared/base/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import type { Connections } from '../connections/index.ts';
import type { HostEvents } from '../events/index.ts';
import { type ProjectRow, type UnreadableProject, isReadable } from '../store/app-database/index.ts';
import type { ActivityTracker } from './activity-tracker.ts';
import type { ProjectStore } from './project-store.ts';
import { projectView, unreadableView } from './project-view.ts';

/** The shortest time between two views of one project, in milliseconds. */
const EMIT_EVERY_MS = 100;

export class ProjectPublisher {
  private readonly store: ProjectStore;
  private readonly connections: Connections;
  private readonly activity: ActivityTracker;
  private readonly hosts: HostEvents;
  /** Timers that will emit a view, by project. */
  private readonly timers = new Map<string, NodeJS.Timeout>();
  /** When the last view of each project was emitted, by `performance.now()`. */
  private readonly emittedAt = new Map<string, number>();
  private isClosed = false;

  constructor(store: ProjectStore, connections: Connections, activity: ActivityTracker, hosts: HostEvents) {
    this.store = store;
    this.connections = connections;
    this.activity = activity;
    this.hosts = hosts;
  }

  /** @throws NOT_FOUND when there is no such project. */
  view(id: string): ProjectView {
    return this.viewOf(this.store.known(id));
  }

  list(): ProjectView[] {
    return this.store.allKnown().map((project) => this.viewOf(project));
  }

  private viewOf(project: ProjectRow | UnreadableProject): ProjectView {
    const connection = this.connections.row(project.connectionId);
    if (!isReadable(project)) return unreadableView(project, connection);
    const { activity, blocker } = this.activity.of(project.id);
    const view = projectView(project, connection, activity);
    const unread = view.state.at === 'reading' ? this.activity.unreadOf(project.id) : null;
    return { ...view, state: unread ?? view.state, lastError: blocker ?? view.lastError };
  }

  /** Emits the view of a changed project. Several changes within the interval become one view. */
  publish(id: string): void {
    if (this.isClosed || this.timers.has(id)) return;
    const wait = Math.max(0, (this.emittedAt.get(id) ?? 0) + EMIT_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      this.timers.delete(id);
      this.emit(id);
    }, wait);
    this.timers.set(id, timer);
  }

  private emit(id: string, view = this.readable(id)): void {
    this.emittedAt.set(id, performance.now());
    if (view !== null) this.hosts.emit('project.changed', view);
  }

  /** Null if the project was removed, or the disk cannot be read now. The next call reports it. */
  private readable(id: string): ProjectView | null {
    try {
      return this.view(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return null;
    }
  }

  /**
   * Emits the views that wait. Call it before a call is answered, so that the answer does not precede the event of its change: pages then
   * read what depends on it once instead of twice. A query only changes drafts, by a check that is due. A project that is running keeps the
   * time between two views, because each view can lead to more queries.
   */
  flush(by: 'command' | 'query'): void {
    for (const [id, timer] of this.timers) {
      const view = this.readable(id);
      if (by === 'query' && view?.state.at !== 'draft') continue;
      clearTimeout(timer);
      this.timers.delete(id);
      this.emit(id, view);
    }
  }

  /** Emits the views of all projects. Call it when another program may have changed them. */
  publishAll(): void {
    for (const { id } of this.store.all()) this.publish(id);
  }

  publishRemoved(id: string): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    this.emittedAt.delete(id);
    this.hosts.emit('project.removed', { id });
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}
