/** What the page shows of the app itself: its version, host, secrets, notices, and the chosen connection. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };
import { countText, numberText } from '../shared/base/text.ts';
import type { AppEvent, AppView, Output, ProjectView } from '../shared/contract/index.ts';
import { runProgress } from '../shared/view-texts/run-progress.ts';
import type { Connections } from './connections/connections.ts';
import type { HostEvents } from './events/host-events.ts';
import type { Host, Secrets } from './platform/ports.ts';
import type { RunnerOwnership } from './runner/ownership.ts';
import type { AppDatabase } from './store/app-database/app-database.ts';

export interface AppStateDeps {
  readonly host: Pick<Host, 'kind' | 'desktop' | 'copy' | 'notify' | 'reveal' | 'showProgress' | 'showsFolders'>;
  readonly dataDir: string;
  readonly noticesFile: string;
  readonly secrets: Pick<Secrets, 'kind' | 'notice'>;
  readonly database: AppDatabase;
  readonly connections: Connections;
  readonly ownership: RunnerOwnership;
  readonly hosts: HostEvents;
}

/** The setting with the keys of what was dismissed, as JSON. */
const DISMISSED = 'dismissed';
const DismissedKeys = z.array(z.string());
/** Older keys are forgotten: their subjects are done long since. */
const MOST_DISMISSED = 1000;

export class AppState {
  private readonly deps: AppStateDeps;
  /** The projects that changed since the start. */
  private readonly projects = new Map<string, ProjectView>();
  private progress: number | null = null;
  private isClosed = false;

  constructor(deps: AppStateDeps) {
    this.deps = deps;
  }

  view(): AppView {
    const { host, secrets, database, connections, ownership } = this.deps;
    return {
      version: packageFile.version,
      host: host.kind,
      platform: process.platform,
      desktop: host.desktop,
      secrets: { kind: secrets.kind, notice: secrets.notice },
      runnerElsewhere: ownership.heldBy,
      notice: noticeOf(database.changesMissingSince()),
      connectionId: connections.chosen(),
      isNew: !database.hasHadProject(),
      dismissed: this.dismissed(),
    };
  }

  publish(): AppView {
    const view = this.view();
    this.deps.hosts.emit('app.changed', view);
    return view;
  }

  dismissNotice(): AppView {
    this.deps.database.dismissMissingChanges();
    return this.publish();
  }

  private dismissed(): string[] {
    const stored = this.deps.database.setting(DISMISSED);
    try {
      return stored === null ? [] : DismissedKeys.parse(JSON.parse(stored));
    } catch {
      // Something that was dismissed comes back, and can be dismissed again.
      return [];
    }
  }

  dismiss(key: string): AppView {
    const others = this.dismissed().filter((one) => one !== key);
    this.deps.database.setSetting(DISMISSED, JSON.stringify([...others, key].slice(-MOST_DISMISSED)));
    return this.publish();
  }

  folder(): Output<'app.folder'> {
    const { dataDir, host } = this.deps;
    return { path: dataDir, canOpen: host.showsFolders };
  }

  /** Shows the folder with a file in it, which no file manager can mistake for a program to open. */
  openFolder(): { opened: boolean } {
    const { dataDir, host } = this.deps;
    host.reveal(join(dataDir, 'history.sqlite'));
    return { opened: host.showsFolders };
  }

  async copy(text: string): Promise<{ copied: boolean }> {
    return { copied: await this.deps.host.copy(text) };
  }

  async notices(): Promise<{ text: string | null }> {
    return { text: await readFile(this.deps.noticesFile, 'utf8').catch(() => null) };
  }

  /** Shows the progress of all running projects on the desktop. */
  showProgress(event: AppEvent): void {
    if (event.name === 'project.removed') this.projects.delete(event.payload.id);
    if (event.name === 'project.changed') this.projects.set(event.payload.id, event.payload);
    const progress = runProgress([...this.projects.values()]);
    if (progress !== this.progress) this.deps.host.showProgress(progress);
    this.progress = progress;
  }

  /** Notifies the user who works in another window that a project is done. */
  async announceDone({ state }: Pick<ProjectView, 'state'>): Promise<void> {
    if (state.at !== 'done') return;
    const { scored, refused, unknown } = state.counts;
    const words = `${countText(scored, 'row')} scored, ${numberText(refused)} refused, ${numberText(unknown)} unknown.`;
    const { host } = this.deps;
    const before = host.desktop.notifications;
    await host.notify('Screening finished', words);
    if (host.desktop.notifications !== before && !this.isClosed) this.publish();
  }

  close(): void {
    this.isClosed = true;
    this.deps.host.showProgress(null);
  }

  /** @throws NOT_FOUND when there is no such connection. */
  chooseConnection(id: string): AppView {
    this.deps.connections.choose(id);
    return this.publish();
  }
}

/** `missingSince`: when changes were found missing, in milliseconds since 1970; null when none are. */
function noticeOf(missingSince: number | null): string | null {
  if (missingSince === null) return null;
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(missingSince);
  return `The latest changes in the history are missing: the file history.sqlite-wal was missing when the data folder was opened on ${day}. Screenings that are not shown here may have been sent. Before you send a list, check all projects of its connection on the service.`;
}
