/** The tokens of connections: kept in the keychain, or in memory until the program ends. */
import { AppError } from '../../shared/base/index.ts';
import type { ConnectionView } from '../../shared/contract/index.ts';
import type { Secrets } from '../platform/index.ts';
import { plainToken } from '../secrets/index.ts';
import type { ConnectionRow } from '../store/app-database/index.ts';

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;

export class ConnectionTokens {
  private readonly secrets: Secrets;
  /** Connections with a token that is only in memory, because there is no keychain, with the origin for which it was given. */
  private readonly inSession = new Map<string, string>();
  /** How often each connection got a token since the program started. A test uses it to notice that the token has changed. */
  private readonly given = new Map<string, number>();

  constructor(secrets: Secrets) {
    this.secrets = secrets;
  }

  /** Where the token of a connection is stored. */
  placeOf({ id, kind, baseUrl, tokenSaved }: ConnectionRow): ConnectionView['token'] {
    if (kind === 'practice' || this.inSession.get(id) === originOf(baseUrl)) return 'session';
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
  async of({ id, name, baseUrl, tokenSaved }: ConnectionRow): Promise<string> {
    const token = await this.secrets.token(id, originOf(baseUrl));
    if (token !== null) return token;
    if (this.secrets.hasFreeToken)
      throw new AppError(
        'TOKEN_MISSING',
        `“${name}” did not get the token of this run (DESK_TOKEN), because there are several connections. It is only for the one with “Use for new screenings”: choose that one, or enter the token of “${name}”.`,
      );
    throw tokenSaved
      ? new AppError(
          'KEYCHAIN_LOCKED',
          `The token of “${name}” cannot be read: the keychain is locked or the entry was removed. Unlock it, or enter the token again.`,
        )
      : new AppError('TOKEN_MISSING', `“${name}” has no token yet. Enter the one that the service gave you.`);
  }

  /**
   * Stores the token of a connection for its address. Returns whether it is kept after the program ends.
   * @throws INPUT_INVALID; KEYCHAIN_LOCKED.
   */
  async set({ id, baseUrl }: Pick<ConnectionRow, 'id' | 'baseUrl'>, token: string): Promise<boolean> {
    const stored = await this.secrets.setToken(id, plainToken(token), originOf(baseUrl));
    if (stored === 'session') this.inSession.set(id, originOf(baseUrl));
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
