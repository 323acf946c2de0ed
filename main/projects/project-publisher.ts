/** Builds the views of projects, and emits views of changed projects. Emits from a timer, never within the call that made the change. */
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

  private emit(id: string): void {
    this.emittedAt.set(id, performance.now());
    try {
      this.hosts.emit('project.changed', this.view(id));
    } catch (error) {
      // The project was removed, or the disk cannot be read now. The next call reports it.
      if (!(error instanceof AppError)) throw error;
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
