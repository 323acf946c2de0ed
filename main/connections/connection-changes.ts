/** Adds, changes and removes connections: address and token of a service. The practice connection always exists. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ConnectionView, DEFAULT_VERSION, type Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { plainToken } from '../secrets/index.ts';
import { normalizeBaseUrl } from '../service/index.ts';
import { UNTESTED, accountAt, versionSegment, withCheckedHeadings } from './connection-input.ts';
import { assertNothingRunning, projectsOf, usedText } from './connection-projects.ts';
import type { ConnectionStore, ConnectionsDeps } from './connection-store.ts';
import { isOffered } from './offered-connections.ts';

export class ConnectionChanges {
  private readonly store: ConnectionStore;
  private readonly deps: ConnectionsDeps;

  constructor(store: ConnectionStore) {
    this.store = store;
    this.deps = store.deps;
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
    const view = this.store.save({ ...UNTESTED, id, name, kind: 'live', baseUrl, version });
    return token === null ? view : await this.setToken(id, token);
  }

  /**
   * Changes a connection. After a change of address or version, it must be tested again. If the origin changes, the token is removed,
   * because it was given for the old one.
   * @throws NOT_NOW while a project sent over it is not finished; INPUT_INVALID for a taken name.
   */
  async change(input: Input<'connections.change'>): Promise<ConnectionView> {
    const { database, policy } = this.deps;
    const before = this.store.row(input.id);
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
      await this.store.tokens.remove(before.id);
      // A list may have been sent while the token was being removed.
      assertNothingRunning(database, before);
    }
    // The service may have named another account meanwhile.
    const row = this.store.row(input.id);
    const settings = changed ?? row.settings;
    // Another address may be another account.
    if (baseUrl !== row.baseUrl) this.store.history.remove(row.id);
    if (!same || !isDeepStrictEqual(settings.csvHeadings, row.settings.csvHeadings)) this.store.headingAnswers.remove(row.id);
    return this.store.save({
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
    const { kind, baseUrl } = this.store.row(id);
    if (kind === 'practice') throw new AppError('NOT_NOW', 'The practice connection needs no token.');
    const tokenSaved = await this.store.tokens.set({ id, baseUrl }, token);
    const row = this.deps.database.connections.find(id);
    // The token was given for the earlier address, so no other address may get it.
    if (row === null || new URL(row.baseUrl).origin !== new URL(baseUrl).origin) {
      await this.store.tokens.remove(id);
      throw new AppError('NOT_NOW', 'The connection has been changed or removed, so the token was not saved.');
    }
    return this.store.save({ ...row, tokenSaved, testedAt: null, lastTest: null });
  }

  /**
   * Removes a connection with its token.
   * @throws NOT_NOW for the practice connection, and while projects belong to it, with their names.
   */
  async remove(id: string): Promise<Record<string, never>> {
    const { database, policy, clock, events } = this.deps;
    const row = this.store.row(id);
    if (row.kind === 'practice') throw new AppError('NOT_NOW', 'The practice connection is built in and cannot be removed.');
    if (isOffered(policy, row)) throw new AppError('POLICY_REFUSED', `Your organization set up “${row.name}”, so it cannot be removed.`);
    if (projectsOf(database, id).length > 0) throw new AppError('NOT_NOW', usedText(database, row));
    // First, because the token of a connection that no longer exists could never be removed.
    await this.store.tokens.remove(id);
    const account = [...this.store.accountOf(id)];
    if (!database.connections.remove(id, clock.now())) {
      this.store.save({ ...this.store.row(id), tokenSaved: false, testedAt: null, lastTest: null });
      throw new AppError('NOT_NOW', usedText(database, row));
    }
    this.store.history.remove(id);
    this.store.headingAnswers.remove(id);
    events.emit('connection.removed', { id, account });
    // The connection's name is not encrypted, and the write-ahead log still contains it.
    database.forgetRemoved();
    return {};
  }
}
