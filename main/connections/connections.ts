/** Connections: address and token of a service, and what its answers showed. The practice connection always exists. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ConnectionView, type CreditsView, DEFAULT_VERSION, type Input, type ReportedBalance } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type FieldKey, MAX_RECORDS, inOrder, isFieldKey } from '../../shared/fields/index.ts';
import type { HeadingAnswer } from '../../shared/mapping/index.ts';
import { bodyOf } from '../../shared/project/index.ts';
import type { StandingDeclaration } from '../../shared/record/index.ts';
import type { DomainEventBus, HostEvents } from '../events/index.ts';
import type { Clock, Network, Secrets } from '../platform/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import { ServiceClient, normalizeBaseUrl, withoutWords } from '../service/index.ts';
import { type AppDatabase, type ConnectionRow, type ProjectRow, connectionsOfAccount, withAccount } from '../store/app-database/index.ts';
import { BalanceHistory } from './balance-history.ts';
import { plainToken } from '../secrets/index.ts';
import { UNTESTED, accountAt, versionSegment, withCheckedHeadings } from './connection-input.ts';
import { assertNothingRunning, projectsOf, usedText } from './connection-projects.ts';
import { ConnectionTokens } from './connection-tokens.ts';
import { HeadingAnswers } from './heading-answers.ts';
import { ProxySignIn } from './proxy-sign-in.ts';
import { connectionRevisions } from './revisions.ts';
import { addOffered, addPractice, isOffered } from './offered-connections.ts';
import { PRACTICE, type PracticeService } from './practice-service.ts';

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

export class Connections {
  private readonly deps: ConnectionsDeps;
  private readonly tokens: ConnectionTokens;
  private readonly liveNetwork: Network;
  /** User names and passwords of proxies. */
  readonly proxy: ProxySignIn;
  private readonly history: BalanceHistory;
  private readonly headingAnswers: HeadingAnswers;
  /** The time that a service reported in its last test since the program started, with `clock.elapsed()` at that moment. */
  private readonly servedAt = new Map<string, { readonly at: number; readonly elapsed: number }>();

  constructor(deps: ConnectionsDeps) {
    this.deps = deps;
    this.tokens = new ConnectionTokens(deps.secrets);
    this.proxy = new ProxySignIn({ ...deps, network: deps.policy.network(deps.network) });
    this.liveNetwork = this.proxy.network();
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

  list(): ConnectionView[] {
    return this.shown().map((row) => this.view(row));
  }

  private save(row: ConnectionRow): ConnectionView {
    const before = this.accountOf(row.id);
    this.deps.database.connections.save(row, this.deps.clock.now());
    const view = this.view(row);
    this.deps.hosts.emit('connection.changed', view);
    const now = new Set(view.account);
    for (const other of this.list())
      if (before.has(other.id) !== now.has(other.id) && other.id !== row.id) this.deps.hosts.emit('connection.changed', other);
    return view;
  }

  private assertFreeName(name: string, except: string | null): string {
    const wanted = name.trim();
    const taken = this.deps.database.connections.all().some((row) => row.id !== except && row.name.toLowerCase() === wanted.toLowerCase());
    if (taken) throw new AppError('INPUT_INVALID', `A connection named “${wanted}” already exists. Choose another name.`);
    return wanted;
  }

  async add(input: Input<'connections.add'>): Promise<ConnectionView> {
    const baseUrl = normalizeBaseUrl(input.baseUrl);
    this.deps.policy.assertAddress(baseUrl);
    const name = this.assertFreeName(input.name, null);
    const id = randomUUID();
    const version = versionSegment(input.version ?? DEFAULT_VERSION);
    // Checked before the connection is saved. Otherwise a refused token would leave a connection that has already taken the name.
    const token = input.token === undefined || input.token.trim() === '' ? null : plainToken(input.token);
    const view = this.save({ ...UNTESTED, id, name, kind: 'live', baseUrl, version });
    return token === null ? view : await this.setToken(id, token);
  }

  /**
   * Changes a connection. After a change of address or version, it must be tested again. If the origin changes, the token is removed,
   * because it was given for the old one.
   * @throws NOT_NOW while a project sent over it is not finished; INPUT_INVALID for a taken name.
   */
  async change(input: Input<'connections.change'>): Promise<ConnectionView> {
    const { database, policy } = this.deps;
    const before = this.row(input.id);
    if (before.kind === 'practice' && (input.baseUrl !== undefined || input.version !== undefined || input.name !== undefined))
      throw new AppError('NOT_NOW', 'The practice connection is built in; only its settings can be changed.');
    const baseUrl = input.baseUrl === undefined ? before.baseUrl : normalizeBaseUrl(input.baseUrl);
    const version = input.version === undefined ? before.version : versionSegment(input.version);
    const name = input.name === undefined ? null : this.assertFreeName(input.name, before.id);
    const changed = input.settings === undefined ? null : withCheckedHeadings(input.settings);
    const moved = new URL(baseUrl).origin !== new URL(before.baseUrl).origin;
    const same = baseUrl === before.baseUrl && version === before.version;
    if (!same && isOffered(policy, before))
      throw new AppError('POLICY_REFUSED', `Your organization set the address and version of “${before.name}”, so they were not changed.`);
    if (!same) policy.assertAddress(baseUrl);
    if (!same) assertNothingRunning(database, before);
    // After everything that can refuse the change, so that the token is not removed if the connection does not change.
    if (moved) {
      await this.tokens.remove(before.id);
      // A list may have been sent while the token was being removed.
      assertNothingRunning(database, before);
    }
    // The service may have named another account meanwhile.
    const row = this.row(input.id);
    const settings = changed ?? row.settings;
    // Another address may be another account.
    if (baseUrl !== row.baseUrl) this.history.remove(row.id);
    if (!same || !isDeepStrictEqual(settings.csvHeadings, row.settings.csvHeadings)) this.headingAnswers.remove(row.id);
    return this.save({
      ...row,
      ...accountAt(database, row, baseUrl),
      name: name ?? row.name,
      version,
      settings,
      tokenSaved: moved ? false : row.tokenSaved,
      testedAt: same ? row.testedAt : null,
      lastTest: same ? row.lastTest : null,
    });
  }

  /**
   * Stores the token of a connection.
   * @throws NOT_FOUND; INPUT_INVALID; KEYCHAIN_LOCKED; NOT_NOW for the practice connection, and when the connection was
   * removed or got another address in the meantime.
   */
  async setToken(id: string, token: string): Promise<ConnectionView> {
    const { kind, baseUrl } = this.row(id);
    if (kind === 'practice') throw new AppError('NOT_NOW', 'The practice connection needs no token.');
    const tokenSaved = await this.tokens.set({ id, baseUrl }, token);
    const row = this.deps.database.connections.find(id);
    // The token was given for the earlier address, so no other address may get it.
    if (row === null || new URL(row.baseUrl).origin !== new URL(baseUrl).origin) {
      await this.tokens.remove(id);
      throw new AppError('NOT_NOW', 'The connection has been changed or removed, so the token was not saved.');
    }
    return this.save({ ...row, tokenSaved, testedAt: null, lastTest: null });
  }

  /**
   * Removes a connection with its token.
   * @throws NOT_NOW for the practice connection, and while projects belong to it, with their names.
   */
  async remove(id: string): Promise<Record<string, never>> {
    const { database, policy, clock, events } = this.deps;
    const row = this.row(id);
    if (row.kind === 'practice') throw new AppError('NOT_NOW', 'The practice connection is built in and cannot be removed.');
    if (isOffered(policy, row)) throw new AppError('POLICY_REFUSED', `Your organization set up “${row.name}”, so it cannot be removed.`);
    if (projectsOf(database, id).length > 0) throw new AppError('NOT_NOW', usedText(database, row));
    // First, because the token of a connection that no longer exists could never be removed.
    await this.tokens.remove(id);
    const account = [...this.accountOf(id)];
    if (!database.connections.remove(id, clock.now())) {
      this.save({ ...this.row(id), tokenSaved: false, testedAt: null, lastTest: null });
      throw new AppError('NOT_NOW', usedText(database, row));
    }
    this.history.remove(id);
    this.headingAnswers.remove(id);
    events.emit('connection.removed', { id, account });
    // The connection's name is not encrypted, and the write-ahead log still contains it.
    database.forgetRemoved();
    return {};
  }

  /**
   * A client for the connection.
   * @throws POLICY_INVALID; POLICY_REFUSED; TOKEN_MISSING; KEYCHAIN_LOCKED when the token cannot be read now.
   */
  async client(id: string, network = this.liveNetwork): Promise<ServiceClient> {
    const row = this.row(id);
    this.deps.policy.assertConnection(row);
    const { timeouts } = row.settings;
    if (row.kind === 'practice') {
      const { baseUrl, token } = await this.deps.practice.start();
      return new ServiceClient({ baseUrl, version: row.version, token, timeouts }, this.deps.network, this.deps.clock);
    }
    const token = await this.tokens.of(row);
    // While the keychain took its time, another program may have moved the connection, and the token may be for the new address.
    if (this.row(id).baseUrl !== row.baseUrl) return await this.client(id, network);
    return new ServiceClient({ baseUrl: row.baseUrl, version: row.version, token, timeouts }, network, this.deps.clock);
  }

  /**
   * Tests address and token with the credits call, and stores the outcome.
   * @throws what the call throws.
   */
  async test(id: string, network = this.liveNetwork): Promise<ConnectionView> {
    const { baseUrl, version } = this.row(id);
    const token = this.tokens.versionOf(id);
    const client = await this.client(id, network);
    const { clock } = this.deps;
    const begun = clock.elapsed();
    /**
     * The connection; null if its address, version or token has changed during the call, because the answer says nothing about the new
     * ones.
     */
    const tested = () => {
      const row = this.row(id);
      return row.baseUrl === baseUrl && row.version === version && this.tokens.versionOf(id) === token ? row : null;
    };
    const outcome = (failure: NonNullable<ConnectionRow['lastTest']>['failure']) => ({
      at: clock.now(),
      ms: clock.elapsed() - begun,
      failure,
    });
    try {
      const { organization, ...credits } = await client.credits(AbortSignal.timeout(60_000));
      const row = tested();
      if (row === null) return this.view(this.row(id));
      if (client.servedAt !== null) this.servedAt.set(id, { at: client.servedAt, elapsed: clock.elapsed() });
      this.history.add(id, { remaining: credits.remaining, at: credits.readAt });
      const lastTest = outcome(null);
      return this.save({ ...row, ...withAccount(row, { baseUrl, organization }), testedAt: lastTest.at, lastTest, credits });
    } catch (error) {
      const isAnswer = error instanceof AppError && error.code !== 'CLOSING';
      const row = tested();
      if (row !== null) this.save({ ...row, testedAt: null, lastTest: isAnswer ? outcome(withoutWords(error)) : null });
      throw error;
    }
  }

  /**
   * Signs in to the proxy that asks for a user name and password, by testing a connection that goes through it.
   * @throws NOT_NOW when no proxy asks; PROXY_SIGN_IN when the proxy refuses them; what `test` throws when the service does not answer.
   */
  async signInToProxy({ user, password, keep }: Input<'app.signInToProxy'>): Promise<{ kept: boolean }> {
    const { origin } = this.proxy;
    const through = this.list().find(({ kind, baseUrl }) => kind === 'live' && new URL(baseUrl).origin === origin);
    if (through === undefined) throw new AppError('NOT_NOW', 'No proxy asks for a user name and password.');
    const kept = await this.proxy.signIn({ user, password }, keep, (network) => this.test(through.id, network));
    return { kept };
  }

  /**
   * Forgets the passwords of the proxies on the way to a connection.
   * @throws NOT_FOUND; POLICY_REFUSED.
   */
  async forgetProxies(id: string): Promise<Record<string, never>> {
    await this.proxy.forget(new URL(this.row(id).baseUrl).origin);
    return {};
  }

  /** Stores that the service refused the token during a run. */
  setRefusedToken(id: string, refusal: AppError): void {
    this.save({ ...this.row(id), lastTest: { at: this.deps.clock.now(), ms: 0, failure: withoutWords(refusal) } });
  }

  /**
   * The current time in milliseconds since 1970: this computer's time or the service's time according to its last test, whichever is
   * earlier. A clock that is ahead would make screenings look older than they are.
   */
  now(id: string): number {
    const { clock } = this.deps;
    const served = this.servedAt.get(id);
    return served === undefined ? clock.now() : Math.min(clock.now(), served.at + clock.elapsed() - served.elapsed);
  }

  /**
   * Refills the practice service for the longest list it accepts, and reads its balance.
   * @throws SERVICE_UNREACHABLE.
   */
  async refillPractice(): Promise<ConnectionView> {
    await this.deps.practice.refill(MAX_RECORDS);
    return await this.test(PRACTICE);
  }

  async credits(id: string): Promise<CreditsView> {
    return (await this.test(id)).credits ?? { remaining: null, raw: null, readAt: this.deps.clock.now() };
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
