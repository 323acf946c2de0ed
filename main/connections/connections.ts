/** Connections to services, for all who use them: how each is shown and chosen, what it allows, and what the answers of its service showed. */
import { isDeepStrictEqual } from 'node:util';
import type { ConnectionView, ReportedBalance } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/base/index.ts';
import { type FieldKey, inOrder, isFieldKey } from '../../shared/fields/index.ts';
import type { HeadingAnswer } from '../../shared/mapping/index.ts';
import { bodyOf } from '../../shared/project/index.ts';
import type { StandingDeclaration } from '../../shared/record/index.ts';
import { withoutWords } from '../service/index.ts';
import { type ConnectionRow, haveMoved, type ProjectRow } from '../store/app-database/index.ts';
import type { ConnectionStore, ConnectionsDeps } from './connection-store.ts';
import { PRACTICE } from './practice-service.ts';

/** The setting with the connection that new projects use. */
const CHOSEN = 'connection';

export class Connections {
  private readonly store: ConnectionStore;
  private readonly deps: ConnectionsDeps;

  constructor(store: ConnectionStore) {
    this.store = store;
    this.deps = store.deps;
  }

  /**
   * The stored connection.
   * @throws NOT_FOUND.
   */
  row(id: string): ConnectionRow {
    return this.store.row(id);
  }

  /** The connections that the user sees. */
  list(): ConnectionView[] {
    return this.store.list();
  }

  /** IDs of the connections that reach the same account as this one, including itself. One balance pays for all of them. */
  accountOf(id: string): ReadonlySet<string> {
    return this.store.accountOf(id);
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

  /** Stores that the service refused the token during a run. */
  setRefusedToken(id: string, refusal: AppError): void {
    this.store.save({ ...this.row(id), lastTest: { at: this.deps.clock.now(), ms: 0, failure: withoutWords(refusal) } });
  }

  /** Stores a balance that a run has read. */
  setCredits(id: string, remaining: number | null): void {
    const row = this.row(id);
    // The failure of the last test no longer applies, because the service has answered.
    const lastTest = row.lastTest?.failure == null ? row.lastTest : null;
    const readAt = this.deps.clock.now();
    this.store.history.add(id, { remaining, at: readAt });
    this.store.save({ ...row, lastTest, credits: { remaining, raw: null, readAt } });
  }

  /** Stores what the refusal of a CSV list said about its headings. Does nothing for null. */
  setHeadingAnswer(id: string, answer: HeadingAnswer | null): void {
    if (answer === null) return;
    this.store.headingAnswers.set(id, answer);
    this.store.save(this.row(id));
  }

  /**
   * The reported balances, the oldest first.
   * @throws NOT_FOUND.
   */
  balances(id: string): ReportedBalance[] {
    return this.store.history.of(this.row(id).id);
  }

  /** Stores what was declared about a list that was sent, as the default for the next list. */
  setDeclared(id: string, declared: StandingDeclaration): void {
    const row = this.row(id);
    if (!isDeepStrictEqual(row.settings.declared, declared)) this.store.save({ ...row, settings: { ...row.settings, declared } });
  }

  /** Stores what a record costs on this connection, according to two balances. */
  setCreditsPerRecord(id: string, creditsPerRecord: number): void {
    this.store.save({ ...this.row(id), creditsPerRecord });
  }
}
