/** Builds the views of projects and emits those that changed, never within the call that changed them. */
import type { ProjectView } from '../../shared/contract/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { HostEvents } from '../events/host-events.ts';
import type { ProjectRow } from '../store/app-database/app-database.ts';
import type { ActivityTracker } from './activity-tracker.ts';
import type { ProjectStore } from './project-store.ts';
import { projectView } from './project-view.ts';

/** The view of a project is emitted at most this often, in milliseconds. */
const EMIT_EVERY_MS = 100;

export class ProjectPublisher {
  private readonly store: ProjectStore;
  private readonly connections: Connections;
  private readonly activity: ActivityTracker;
  private readonly hosts: HostEvents;
  /** Views that wait until they may be emitted. */
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  /** When the view of a project was emitted last, by `performance.now()`. */
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
    return this.viewOf(this.store.get(id));
  }

  list(): ProjectView[] {
    return this.store.all().map((project) => this.viewOf(project));
  }

  private viewOf(project: ProjectRow): ProjectView {
    const { activity, blocker } = this.activity.of(project.id);
    const view = projectView(project, this.connections.row(project.connectionId), activity);
    return { ...view, notice: blocker ?? view.notice };
  }

  /** Emits the view of a project that changed; several changes within the interval come as one view. */
  publish(id: string): void {
    if (this.isClosed || this.waiting.has(id)) return;
    const wait = Math.max(0, (this.emittedAt.get(id) ?? 0) + EMIT_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      this.waiting.delete(id);
      this.emit(id);
    }, wait);
    this.waiting.set(id, timer);
  }

  private emit(id: string): void {
    this.emittedAt.set(id, performance.now());
    const project = this.store.find(id);
    if (project !== null) this.hosts.emit('project.changed', this.viewOf(project));
  }

  /** Another program has changed projects: every view may be another one. */
  publishAll(): void {
    for (const { id } of this.store.all()) this.publish(id);
  }

  publishRemoved(id: string): void {
    clearTimeout(this.waiting.get(id));
    this.waiting.delete(id);
    this.emittedAt.delete(id);
    this.hosts.emit('project.removed', { id });
  }

  close(): void {
    this.isClosed = true;
    for (const timer of this.waiting.values()) clearTimeout(timer);
  }
}
