/** What the page shows of the app itself: its version, host, secrets, notices, and the chosen connection. */
import packageFile from '../package.json' with { type: 'json' };
import type { AppView } from '../shared/contract/index.ts';
import type { Connections } from './connections/connections.ts';
import type { HostEvents } from './events/host-events.ts';
import type { Host, Secrets } from './platform/ports.ts';
import type { RunnerOwnership } from './runner/ownership.ts';
import type { AppDatabase } from './store/app-database/app-database.ts';

export interface AppStateDeps {
  readonly host: Pick<Host, 'kind'>;
  readonly secrets: Pick<Secrets, 'kind' | 'notice'>;
  readonly database: AppDatabase;
  readonly connections: Connections;
  readonly ownership: RunnerOwnership;
  readonly hosts: HostEvents;
}

export class AppState {
  private readonly deps: AppStateDeps;

  constructor(deps: AppStateDeps) {
    this.deps = deps;
  }

  view(): AppView {
    const { host, secrets, database, connections, ownership } = this.deps;
    return {
      version: packageFile.version,
      host: host.kind,
      platform: process.platform,
      secrets: { kind: secrets.kind, notice: secrets.notice },
      runnerElsewhere: ownership.heldBy,
      notice: noticeOf(database.changesMissingSince()),
      connectionId: connections.chosen(),
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
  return `The last changes of the history are missing: when the data folder was opened on ${day}, the file history.sqlite-wal was missing. Screenings may have been sent that are not shown here. Before you send a list, look at all projects of its connection on the service.`;
}
