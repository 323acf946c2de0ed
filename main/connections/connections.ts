/** Connections: the address and token of a service, and what was learned of it. The practice connection is always there. */
import { randomUUID } from 'node:crypto';
import type { ConnectionSettings, ConnectionView, CreditsView, Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import { wasSent } from '../../shared/project/project.ts';
import type { Clock, Network, RunningPractice, Secrets } from '../platform/ports.ts';
import { normaliseBaseUrl, ServiceClient } from '../service/client.ts';
import { addressOf, connectionsOfAccount, withAccount } from '../store/app-database/accounts.ts';
import type { ConnectionRow, History } from '../store/app-database/history.ts';
import { connectionRevisions } from '../store/app-database/revisions.ts';

/** The id of the built-in connection to the practice service. */
export const PRACTICE = 'practice';
/** The version segment that the interface names (section 9). */
const VERSION = '20240515';
const SETTINGS: ConnectionSettings = { listFormat: 'json', rowBase: 'find' };

export interface ConnectionsWorld {
  readonly history: History;
  readonly secrets: Secrets;
  readonly network: Network;
  readonly clock: Clock;
  /** Starts the practice service on first use. */
  practice(): Promise<RunningPractice>;
  changed(connection: ConnectionView): void;
}

export class Connections {
  private readonly world: ConnectionsWorld;
  /** Tokens that are held for this run only, because there is no keychain. */
  private readonly held = new Set<string>();
  /** The time that a service told in its last test in this run, and the time that has passed here by then. */
  private readonly told = new Map<string, { readonly servedAt: number; readonly elapsed: number }>();

  constructor(world: ConnectionsWorld) {
    this.world = world;
    if (world.history.connection(PRACTICE) === null)
      world.history.saveConnection(
        {
          id: PRACTICE,
          name: 'Practice',
          kind: 'practice',
          baseUrl: 'http://127.0.0.1',
          version: VERSION,
          settings: SETTINGS,
          tokenSaved: false,
          testedAt: null,
          credits: null,
          creditsPerRecord: null,
          organization: null,
          former: [],
        },
        world.clock.now(),
      );
  }

  /** The stored connection. Ends in NOT_FOUND. */
  row(id: string): ConnectionRow {
    const row = this.world.history.connection(id);
    if (row === null) throw new AppError('NOT_FOUND', 'There is no such connection.');
    return row;
  }

  /** Ids of the connections that reach the same account as this one, itself included: what was sent over one was sent to all of them. */
  accountOf(id: string): ReadonlySet<string> {
    return new Set(connectionsOfAccount(this.world.history.connections(), id));
  }

  view(row: ConnectionRow): ConnectionView {
    const { id, name, kind, baseUrl, version, testedAt, credits, settings, creditsPerRecord } = row;
    const token = kind === 'practice' ? 'session' : this.held.has(id) ? 'session' : row.tokenSaved ? 'kept' : 'none';
    const account = [...this.accountOf(id)];
    const view = { id, name, kind, baseUrl, version, token, testedAt, credits, settings, creditsPerRecord, account } as const;
    return { ...view, revisions: connectionRevisions(view) };
  }

  list(): ConnectionView[] {
    return this.world.history.connections().map((row) => this.view(row));
  }

  private save(row: ConnectionRow): ConnectionView {
    const before = this.accountOf(row.id);
    this.world.history.saveConnection(row, this.world.clock.now());
    const view = this.view(row);
    this.world.changed(view);
    const now = new Set(view.account);
    for (const other of this.list()) if (before.has(other.id) !== now.has(other.id) && other.id !== row.id) this.world.changed(other);
    return view;
  }

  private free(name: string, except: string | null): string {
    const wanted = name.trim();
    const taken = this.world.history.connections().some((row) => row.id !== except && row.name.toLowerCase() === wanted.toLowerCase());
    if (taken) throw new AppError('INPUT_INVALID', `There is a connection named “${wanted}” already. Choose another name.`);
    return wanted;
  }

  async add(input: Input<'connections.add'>): Promise<ConnectionView> {
    const baseUrl = normaliseBaseUrl(input.baseUrl);
    const name = this.free(input.name, null);
    const id = randomUUID();
    const row: ConnectionRow = {
      id,
      name,
      kind: 'live',
      baseUrl,
      version: versionSegment(input.version ?? VERSION),
      settings: SETTINGS,
      tokenSaved: false,
      testedAt: null,
      credits: null,
      creditsPerRecord: null,
      organization: null,
      former: [],
    };
    const view = this.save(row);
    return input.token === undefined || input.token.trim() === '' ? view : await this.setToken(id, input.token);
  }

  /** A project that is under way would not be found again at another address. @throws NOT_NOW with its name. */
  private assertAtRest({ id }: ConnectionRow): void {
    const running = this.world.history
      .projects()
      .find(({ connectionId, state }) => connectionId === id && wasSent(state) && state.at !== 'done' && state.at !== 'ended');
    if (running !== undefined)
      throw new AppError(
        'NOT_NOW',
        `“${running.name}” was sent over this connection and is not finished. The address and the version of the connection can be changed once that project is finished or stopped. Nothing was changed.`,
      );
  }

  /**
   * A changed address or version must be tested anew; a changed address also loses its token, which was given for the old one.
   * Ends in NOT_NOW while a project that was sent over the connection is under way.
   */
  async change(input: Input<'connections.change'>): Promise<ConnectionView> {
    const row = this.row(input.id);
    if (row.kind === 'practice' && (input.baseUrl !== undefined || input.version !== undefined || input.name !== undefined))
      throw new AppError('NOT_NOW', 'The practice connection is built in; only its settings can be changed.');
    const baseUrl = input.baseUrl === undefined ? row.baseUrl : normaliseBaseUrl(input.baseUrl);
    const version = input.version === undefined ? row.version : versionSegment(input.version);
    const moved = new URL(baseUrl).origin !== new URL(row.baseUrl).origin;
    const same = baseUrl === row.baseUrl && version === row.version;
    if (!same) this.assertAtRest(row);
    if (moved) {
      await this.world.secrets.removeToken(row.id);
      this.held.delete(row.id);
      // A list may have been sent meanwhile.
      this.assertAtRest(row);
    }
    return this.save({
      ...row,
      ...this.movedTo(row, baseUrl),
      name: input.name === undefined ? row.name : this.free(input.name, row.id),
      version,
      settings: input.settings ?? row.settings,
      tokenSaved: moved ? false : row.tokenSaved,
      testedAt: same ? row.testedAt : null,
    });
  }

  /** What a connection keeps of its account at another address. One that never answered was never sent anything. */
  private movedTo(row: ConnectionRow, baseUrl: string): Pick<ConnectionRow, 'baseUrl' | 'organization' | 'former'> {
    const { kind, organization, former, credits } = row;
    if (addressOf({ kind, baseUrl }) === addressOf(row)) return { baseUrl, organization, former };
    return credits === null ? { baseUrl, organization: null, former } : withAccount(row, { baseUrl, organization: null });
  }

  async setToken(id: string, token: string): Promise<ConnectionView> {
    const row = this.row(id);
    if (row.kind === 'practice') throw new AppError('NOT_NOW', 'The practice connection needs no token.');
    const plain = token.trim().replace(/^bearer\s+/i, '');
    if (!/^[\x21-\x7e]+$/.test(plain))
      throw new AppError('INPUT_INVALID', 'A token is one word of letters, digits and signs, without spaces or line ends.');
    const kept = await this.world.secrets.setToken(id, plain);
    if (kept === 'session') this.held.add(id);
    else this.held.delete(id);
    return this.save({ ...row, tokenSaved: kept === 'kept', testedAt: null });
  }

  async remove(id: string): Promise<void> {
    const row = this.row(id);
    if (row.kind === 'practice') throw new AppError('NOT_NOW', 'The practice connection is built in and stays.');
    if (!this.world.history.removeConnection(id))
      throw new AppError(
        'NOT_NOW',
        `Projects belong to “${row.name}”. Remove them first, or keep the connection so that they can still be read.`,
      );
    await this.world.secrets.removeToken(id);
  }

  /** A client for the connection. Ends in TOKEN_MISSING, or KEYCHAIN_LOCKED when the token cannot be read just now. */
  async client(id: string): Promise<ServiceClient> {
    const row = this.row(id);
    const { timeouts } = row.settings;
    if (row.kind === 'practice') {
      const { baseUrl, token } = await this.world.practice();
      return new ServiceClient({ baseUrl, version: row.version, token, timeouts }, this.world.network, this.world.clock);
    }
    const token = await this.world.secrets.token(id);
    if (token === null)
      throw row.tokenSaved
        ? new AppError(
            'KEYCHAIN_LOCKED',
            `The token of “${row.name}” cannot be read: the keychain is locked or the entry was removed. Unlock it, or enter the token again.`,
          )
        : new AppError('TOKEN_MISSING', `“${row.name}” has no token yet. Enter the one that the service gave you.`);
    return new ServiceClient({ baseUrl: row.baseUrl, version: row.version, token, timeouts }, this.world.network, this.world.clock);
  }

  /** Makes the credits call and remembers that address and token are right. Ends in what is wrong with them. */
  async test(id: string): Promise<ConnectionView> {
    const { baseUrl } = this.row(id);
    const client = await this.client(id);
    try {
      const { organization, ...credits } = await client.credits(AbortSignal.timeout(60_000));
      const row = this.row(id);
      if (client.servedAt !== null) this.told.set(id, { servedAt: client.servedAt, elapsed: this.world.clock.elapsed() });
      // Of an address that was changed meanwhile the answer says nothing.
      const account = baseUrl === row.baseUrl ? withAccount(row, { baseUrl, organization }) : {};
      return this.save({ ...row, ...account, testedAt: this.world.clock.now(), credits });
    } catch (error) {
      this.save({ ...this.row(id), testedAt: null });
      throw error;
    }
  }

  /**
   * The present time, in milliseconds since 1970: that of this computer, or of the service where that is earlier, as its last test
   * told it. A clock that is ahead would have screenings look older than they are.
   */
  now(id: string): number {
    const { clock } = this.world;
    const told = this.told.get(id);
    return told === undefined ? clock.now() : Math.min(clock.now(), told.servedAt + clock.elapsed() - told.elapsed);
  }

  async credits(id: string): Promise<CreditsView> {
    return (await this.test(id)).credits ?? { remaining: null, raw: null, readAt: this.world.clock.now() };
  }

  /** Remembers a balance that a run has read. */
  noteCredits(id: string, remaining: number | null): void {
    const row = this.row(id);
    this.save({ ...row, credits: { remaining, raw: null, readAt: this.world.clock.now() } });
  }

  /** Remembers what a record costs here, as two balances have shown. */
  learn(id: string, creditsPerRecord: number): void {
    this.save({ ...this.row(id), creditsPerRecord });
  }
}

function versionSegment(text: string): string {
  const segment = text.trim();
  if (!/^[\w.-]{1,40}$/.test(segment))
    throw new AppError('INPUT_INVALID', 'The version is one word of letters and digits, such as 20240515.');
  return segment;
}
