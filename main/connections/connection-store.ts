/** The stored connections: their rows, tokens, balances and answers about headings, as the rest of this folder reads and changes them. */
import type { ConnectionView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import type { DomainEventBus, HostEvents } from '../events/index.ts';
import type { Clock, Network, Secrets } from '../platform/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import { type AppDatabase, type ConnectionRow, connectionsOfAccount } from '../store/app-database/index.ts';
import { BalanceHistory } from './balance-history.ts';
import { projectsOf } from './connection-projects.ts';
import { ConnectionTokens } from './connection-tokens.ts';
import { HeadingAnswers } from './heading-answers.ts';
import { addOffered, addPractice, isOffered } from './offered-connections.ts';
import { PRACTICE, type PracticeService } from './practice-service.ts';
import { connectionRevisions } from './revisions.ts';

export interface ConnectionsDeps {
  readonly database: AppDatabase;
  readonly secrets: Secrets;
  readonly network: Network;
  readonly policy: ManagedPolicy;
  readonly clock: Clock;
  readonly practice: PracticeService;
  readonly events: DomainEventBus;
  readonly hosts: HostEvents;
}

export class ConnectionStore {
  readonly deps: ConnectionsDeps;
  readonly tokens: ConnectionTokens;
  readonly history: BalanceHistory;
  readonly headingAnswers: HeadingAnswers;

  constructor(deps: ConnectionsDeps) {
    this.deps = deps;
    this.tokens = new ConnectionTokens(deps.secrets);
    this.history = new BalanceHistory(deps.database.settings);
    this.headingAnswers = new HeadingAnswers(deps.database.settings);
    addPractice(deps);
    addOffered(deps);
  }

  /**
   * The stored connection.
   * @throws NOT_FOUND.
   */
  row(id: string): ConnectionRow {
    const row = this.deps.database.connections.find(id);
    if (row === null) throw new AppError('NOT_FOUND', 'There is no such connection.');
    return row;
  }

  /** IDs of the connections that reach the same account as this one, including itself. One balance pays for all of them. */
  accountOf(id: string): ReadonlySet<string> {
    return new Set(connectionsOfAccount(this.deps.database.connections.all(), id));
  }

  view(row: ConnectionRow): ConnectionView {
    const { id, name, kind, baseUrl, version, testedAt, lastTest, credits, settings, creditsPerRecord } = row;
    const headingAnswer = this.headingAnswers.of(id);
    const token = this.tokens.placeOf(row);
    const account = [...this.accountOf(id)];
    const screenings = this.deps.database.projects.screeningsOf(id);
    const observed = { testedAt, lastTest, credits, settings, headingAnswer, creditsPerRecord, screenings } as const;
    const view = { id, name, kind, isOffered: isOffered(this.deps.policy, row), baseUrl, version, token, ...observed, account } as const;
    return { ...view, revisions: connectionRevisions(view) };
  }

  /** The connections that the user sees. If the policy hides practice, it is left out, unless it has projects. */
  private shown(): ConnectionRow[] {
    const { database, policy } = this.deps;
    const all = database.connections.all();
    if (policy.values?.practice !== 'hidden') return all;
    return all.filter(({ id }) => id !== PRACTICE || projectsOf(database, id).length > 0);
  }

  list(): ConnectionView[] {
    return this.shown().map((row) => this.view(row));
  }

  /** Stores a connection and announces the change, also of the connections that join or leave its account. */
  save(row: ConnectionRow): ConnectionView {
    const before = this.accountOf(row.id);
    this.deps.database.connections.save(row, this.deps.clock.now());
    const view = this.view(row);
    this.deps.hosts.emit('connection.changed', view);
    const now = new Set(view.account);
    for (const other of this.list())
      if (before.has(other.id) !== now.has(other.id) && other.id !== row.id) this.deps.hosts.emit('connection.changed', other);
    return view;
  }
}
