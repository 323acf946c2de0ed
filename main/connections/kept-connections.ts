/** What is kept about connections: how each is stored, shown and chosen, and what the answers of its service showed. */
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionView, ReportedBalance } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type FieldKey, inOrder, isFieldKey } from '../../shared/fields/index.ts';
import type { HeadingAnswer } from '../../shared/mapping/index.ts';
import { bodyOf } from '../../shared/project/index.ts';
import type { StandingDeclaration } from '../../shared/record/index.ts';
import type { DomainEventBus, HostEvents } from '../events/index.ts';
import type { Clock, Network, Secrets } from '../platform/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import { withoutWords } from '../service/index.ts';
import { type AppDatabase, type ConnectionRow, type ProjectRow, connectionsOfAccount, haveMoved } from '../store/app-database/index.ts';
import { BalanceHistory } from './balance-history.ts';
import { projectsOf } from './connection-projects.ts';
import { ConnectionTokens } from './connection-tokens.ts';
import { HeadingAnswers } from './heading-answers.ts';
import { addOffered, addPractice, isOffered } from './offered-connections.ts';
import { PRACTICE, type PracticeService } from './practice-service.ts';
import { connectionRevisions } from './revisions.ts';

/** The setting with the connection that new projects use. */
const CHOSEN = 'connection';

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

export class KeptConnections {
  protected readonly deps: ConnectionsDeps;
  protected readonly tokens: ConnectionTokens;
  protected readonly history: BalanceHistory;
  protected readonly headingAnswers: HeadingAnswers;

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

  /** The connections of the account, and whether they have reached more than one address. */
  reached(id: string): { readonly connectionIds: ReadonlySet<string>; readonly hasMoved: boolean } {
    const connectionIds = this.accountOf(id);
    return { connectionIds, hasMoved: haveMoved(this.deps.database.connections.all().filter((row) => connectionIds.has(row.id))) };
  }

  /** The fields that are never sent over the connection: those of the connection and those of the policy. */
  neverSent(id: string): FieldKey[] {
    return inOrder(this.row(id).settings.neverSent ?? [], this.deps.policy.values?.neverSent ?? []);
  }

  /** The fields that a project does not send. Once the list is measured, they no longer change; until then, those of its connection. */
  neverSentOf({ state, connectionId }: Pick<ProjectRow, 'state' | 'connectionId'>): FieldKey[] {
    const body = bodyOf(state);
    return body === null ? this.neverSent(connectionId) : (body.neverSent ?? []).filter(isFieldKey);
  }

  /**
   * After how many months finished lists of the connection are removed, according to the policy, or otherwise to the connection; null:
   * never.
   */
  retentionMonths(id: string): number | null {
    return this.deps.policy.values?.retention ?? this.row(id).settings.retentionMonths ?? null;
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

  /**
   * Checks that the policy allows sending over the connection.
   * @throws NOT_FOUND; POLICY_INVALID; POLICY_REFUSED.
   */
  assertUsable(id: string): void {
    this.deps.policy.assertConnection(this.row(id));
  }

  /** The ID of the connection that new projects use. */
  chosen(): string {
    const { database, policy } = this.deps;
    const { practice } = policy.values ?? {};
    if (practice === 'only') return PRACTICE;
    const usable = database.connections.all().filter(({ kind }) => practice !== 'hidden' || kind === 'live');
    const chosen = database.settings.get(CHOSEN);
    return (usable.find(({ id }) => id === chosen) ?? usable.find(({ id }) => id === PRACTICE) ?? usable[0])?.id ?? PRACTICE;
  }

  /** The connections that the user sees. If the policy hides practice, it is left out, unless it has projects. */
  private shown(): ConnectionRow[] {
    const { database, policy } = this.deps;
    const all = database.connections.all();
    if (policy.values?.practice !== 'hidden') return all;
    return all.filter(({ id }) => id !== PRACTICE || projectsOf(database, id).length > 0);
  }

  /** @throws NOT_FOUND; POLICY_INVALID; POLICY_REFUSED. */
  choose(id: string): void {
    this.assertUsable(id);
    this.deps.database.settings.set(CHOSEN, id);
  }

  /**
   * Uses a token that was given for this run for the connection that new projects use, or for the only one. Otherwise no connection gets it:
   * the first that asks, such as that of a running list, may belong to another service.
   */
  placeSessionToken(): void {
    const live = this.deps.database.connections.all().filter(({ kind }) => kind === 'live');
    const owner = live.find(({ id }) => id === this.chosen()) ?? (live.length === 1 ? live[0] : undefined);
    if (owner !== undefined) this.deps.secrets.bindSessionToken(owner.id);
  }

  list(): ConnectionView[] {
    return this.shown().map((row) => this.view(row));
  }

  protected save(row: ConnectionRow): ConnectionView {
    const before = this.accountOf(row.id);
    this.deps.database.connections.save(row, this.deps.clock.now());
    const view = this.view(row);
    this.deps.hosts.emit('connection.changed', view);
    const now = new Set(view.account);
    for (const other of this.list())
      if (before.has(other.id) !== now.has(other.id) && other.id !== row.id) this.deps.hosts.emit('connection.changed', other);
    return view;
  }

  /** Stores that the service refused the token during a run. */
  setRefusedToken(id: string, refusal: AppError): void {
    this.save({ ...this.row(id), lastTest: { at: this.deps.clock.now(), ms: 0, failure: withoutWords(refusal) } });
  }

  /** Stores a balance that a run has read. */
  setCredits(id: string, remaining: number | null): void {
    const row = this.row(id);
    // The failure of the last test no longer applies, because the service has answered.
    const lastTest = row.lastTest?.failure == null ? row.lastTest : null;
    const readAt = this.deps.clock.now();
    this.history.add(id, { remaining, at: readAt });
    this.save({ ...row, lastTest, credits: { remaining, raw: null, readAt } });
  }

  /** Stores what the refusal of a CSV list said about its headings. Does nothing for null. */
  setHeadingAnswer(id: string, answer: HeadingAnswer | null): void {
    if (answer === null) return;
    this.headingAnswers.set(id, answer);
    this.save(this.row(id));
  }

  /**
   * The reported balances, the oldest first.
   * @throws NOT_FOUND.
   */
  balances(id: string): ReportedBalance[] {
    return this.history.of(this.row(id).id);
  }

  /** Stores what was declared about a list that was sent, as the default for the next list. */
  setDeclared(id: string, declared: StandingDeclaration): void {
    const row = this.row(id);
    if (!isDeepStrictEqual(row.settings.declared, declared)) this.save({ ...row, settings: { ...row.settings, declared } });
  }

  /** Stores what a record costs on this connection, according to two balances. */
  setCreditsPerRecord(id: string, creditsPerRecord: number): void {
    this.save({ ...this.row(id), creditsPerRecord });
  }
}
