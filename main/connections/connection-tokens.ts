/** The tokens of connections: kept in the keychain, or in memory until the program ends. */
import { AppError } from '../../shared/base/index.ts';
import type { ConnectionView } from '../../shared/contract/index.ts';
import type { Secrets } from '../platform/index.ts';
import { plainToken } from '../secrets/index.ts';
import type { ConnectionRow } from '../store/app-database/index.ts';

export class ConnectionTokens {
  private readonly secrets: Secrets;
  /** Connections with a token that is only in memory, because there is no keychain. */
  private readonly inSession = new Set<string>();
  /** How often each connection got a token since the program started. A test uses it to notice that the token has changed. */
  private readonly given = new Map<string, number>();

  constructor(secrets: Secrets) {
    this.secrets = secrets;
  }

  /** Where the token of a connection is stored. */
  placeOf({ id, kind, tokenSaved }: ConnectionRow): ConnectionView['token'] {
    if (kind === 'practice' || this.inSession.has(id)) return 'session';
    return tokenSaved ? 'kept' : 'none';
  }

  /** A number that changes when the connection gets another token. */
  versionOf(id: string): number {
    return this.given.get(id) ?? 0;
  }

  /**
   * The token of a connection.
   * @throws TOKEN_MISSING; KEYCHAIN_LOCKED when it cannot be read now.
   */
  async of({ id, name, tokenSaved }: ConnectionRow): Promise<string> {
    const token = await this.secrets.token(id);
    if (token !== null) return token;
    throw tokenSaved
      ? new AppError(
          'KEYCHAIN_LOCKED',
          `The token of “${name}” cannot be read: the keychain is locked or the entry was removed. Unlock it, or enter the token again.`,
        )
      : new AppError('TOKEN_MISSING', `“${name}” has no token yet. Enter the one that the service gave you.`);
  }

  /**
   * Stores the token of a connection. Returns whether it is kept after the program ends.
   * @throws INPUT_INVALID; KEYCHAIN_LOCKED.
   */
  async set(id: string, token: string): Promise<boolean> {
    const stored = await this.secrets.setToken(id, plainToken(token));
    if (stored === 'session') this.inSession.add(id);
    else this.inSession.delete(id);
    this.given.set(id, this.versionOf(id) + 1);
    return stored === 'kept';
  }

  /** @throws KEYCHAIN_LOCKED. */
  async remove(id: string): Promise<void> {
    await this.secrets.removeToken(id);
    this.inSession.delete(id);
  }
}
