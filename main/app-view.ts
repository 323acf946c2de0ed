/**
 * The view of the app itself: its version, host, secrets and notices, what was dismissed, and the chosen connection.
 */
import { z } from 'zod';
import packageFile from '../package.json' with { type: 'json' };
import { numberText, usDay } from '../shared/base/index.ts';
import type { AppView } from '../shared/contract/index.ts';
import type { ConnectedServices, Connections } from './connections/index.ts';
import type { HostEvents } from './events/index.ts';
import type { Host, Secrets } from './platform/index.ts';
import type { ManagedPolicy } from './policy/index.ts';
import type { ResultPreferences } from './results/index.ts';
import type { RunnerOwnership } from './runner/index.ts';
import { type AppDatabase, jsonSetting } from './store/app-database/index.ts';

export interface AppViewPublisherDeps {
  readonly host: Pick<Host, 'kind' | 'desktop'>;
  readonly secrets: Pick<Secrets, 'kind' | 'notice'>;
  readonly database: AppDatabase;
  readonly connections: Connections;
  readonly services: Pick<ConnectedServices, 'proxy'>;
  readonly preferences: Pick<ResultPreferences, 'isDamaged' | 'remove'>;
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
    const { host, secrets, database, connections, services, ownership, policy } = this.deps;
    return {
      version: packageFile.version,
      host: host.kind,
      platform: process.platform,
      desktop: host.desktop,
      secrets: { kind: secrets.kind, notice: secrets.notice },
      runnerElsewhere: ownership.heldBy,
      notice: noticeOf(
        database.changesMissingSince(),
        this.withDamagedPreferences().map(({ name }) => name),
        this.saysRestarted,
      ),
      continued: this.continued,
      policy: policy.view(),
      proxy: services.proxy.view(),
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

  /** Preferences that the notice calls damaged start over. */
  dismissNotice(): AppView {
    this.saysRestarted = false;
    for (const { id } of this.withDamagedPreferences()) this.deps.preferences.remove(id);
    this.deps.database.dismissMissingChanges();
    return this.publish();
  }

  private withDamagedPreferences() {
    const { connections, preferences } = this.deps;
    return connections.list().filter(({ id }) => preferences.isDamaged(id));
  }

  dismiss(key: string): AppView {
    const { settings } = this.deps.database;
    settings.atomically(() => {
      const others = this.dismissed().filter((one) => one !== key);
      settings.set(DISMISSED, JSON.stringify([...others, key].slice(-MAX_DISMISSED)));
    });
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

const damagedSentence = (names: readonly string[]) =>
  `The columns, segments, ratings, layouts and the officer column that you saved for ${names.map((name) => `“${name}”`).join(', ')} are damaged, so the usual ones apply. No results are affected. To get them back, restore the data folder from a backup. If you dismiss this notice, they start over.`;

/**
 * `missingSince`: when changes were found missing, in milliseconds since 1970; null when none are. `damaged`: the names of connections
 * with damaged preferences.
 */
function noticeOf(missingSince: number | null, damaged: readonly string[], restarted: boolean): string | null {
  const damage = damaged.length === 0 ? null : damagedSentence(damaged);
  if (missingSince === null) return damage ?? (restarted ? RESTARTED : null);
  return damage === null ? missingSentence(missingSince) : `${missingSentence(missingSince)} ${damage}`;
}

function missingSentence(missingSince: number): string {
  return `The latest changes in the history are missing: when the data folder was opened on ${usDay(missingSince)}, the file history.sqlite-wal was missing or damaged, or history.sqlite was older than the last change that was made here. Screenings that are not shown here may have been sent. Before you send a list, check all projects of its connection on the service.`;
}
