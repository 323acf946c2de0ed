/**
 * The view of the app itself: its version, host, secrets and notices, what was dismissed, and the chosen connection.
 */
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };
import { numberText, usDay } from '../shared/base/index.ts';
import type { AppView } from '../shared/contract/index.ts';
import type { Connections } from './connections/index.ts';
import type { HostEvents } from './events/index.ts';
import type { Host, Secrets } from './platform/index.ts';
import type { ManagedPolicy } from './policy/index.ts';
import type { RunnerOwnership } from './runner/index.ts';
import { type AppDatabase, jsonSetting } from './store/app-database/index.ts';

export interface AppViewPublisherDeps {
  readonly host: Pick<Host, 'kind' | 'desktop'>;
  readonly secrets: Pick<Secrets, 'kind' | 'notice'>;
  readonly database: AppDatabase;
  readonly connections: Connections;
  readonly ownership: RunnerOwnership;
  readonly hosts: HostEvents;
  /** The program ended unexpectedly and started again. */
  readonly restarted: boolean;
  readonly policy: ManagedPolicy;
}

/** The setting with the keys of dismissed hints, the oldest first. */
const DISMISSED = 'dismissed';
/** The oldest keys above this number are dropped: their hints are no longer shown anyway. */
const MAX_DISMISSED = 1000;

const RESTARTED =
  'Screening Desk ended unexpectedly and started again. What was done is kept, nothing was sent twice, and unfinished work continues.';

export class AppViewPublisher {
  private readonly deps: AppViewPublisherDeps;
  private saysRestarted: boolean;
  private continued: string | null = null;

  constructor(deps: AppViewPublisherDeps) {
    this.deps = deps;
    this.saysRestarted = deps.restarted;
  }

  view(): AppView {
    const { host, secrets, database, connections, ownership, policy } = this.deps;
    return {
      version: packageFile.version,
      host: host.kind,
      platform: process.platform,
      desktop: host.desktop,
      secrets: { kind: secrets.kind, notice: secrets.notice },
      runnerElsewhere: ownership.heldBy,
      notice: noticeOf(database.changesMissingSince(), this.saysRestarted),
      continued: this.continued,
      policy: policy.view(),
      proxy: connections.proxy.view(),
      connectionId: connections.chosen(),
      isNew: !database.projects.hasHadAny(),
      dismissed: this.dismissed(),
    };
  }

  publish(): AppView {
    const view = this.view();
    this.deps.hosts.emit('app.changed', view);
    return view;
  }

  /** `names`: the screenings that this program continues. */
  showContinued(names: readonly string[]): void {
    this.continued = continuedSentence(names);
  }

  dismissNotice(): AppView {
    this.saysRestarted = false;
    this.deps.database.dismissMissingChanges();
    return this.publish();
  }

  dismiss(key: string): AppView {
    const others = this.dismissed().filter((one) => one !== key);
    this.deps.database.settings.set(DISMISSED, JSON.stringify([...others, key].slice(-MAX_DISMISSED)));
    return this.publish();
  }

  private dismissed(): string[] {
    return jsonSetting(this.deps.database.settings, DISMISSED, z.array(z.string())) ?? [];
  }

  /** @throws NOT_FOUND when there is no such connection. */
  chooseConnection(id: string): AppView {
    this.deps.connections.choose(id);
    return this.publish();
  }
}

const MAX_NAMED = 3;

function continuedSentence(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const named = names.slice(0, MAX_NAMED).map((name) => `“${name}”`);
  const others = names.length - named.length;
  return `Screening Desk continues ${named.join(', ')}${others === 0 ? '' : ` and ${numberText(others)} more`}: ${names.length === 1 ? 'it was' : 'they were'} not finished when the last program ended.`;
}

/** `missingSince`: when changes were found missing, in milliseconds since 1970; null when none are. */
function noticeOf(missingSince: number | null, restarted: boolean): string | null {
  if (missingSince === null) return restarted ? RESTARTED : null;
  return `The latest changes in the history are missing: when the data folder was opened on ${usDay(missingSince)}, the file history.sqlite-wal was missing or damaged, or history.sqlite was older than the last change that was made here. Screenings that are not shown here may have been sent. Before you send a list, check all projects of its connection on the service.`;
}
