import { z } from 'zod';
import { AppError } from '../../../shared/base/index.ts';
import { ConnectionSettings, INITIAL_CONNECTION_SETTINGS } from '../../../shared/contract/index.ts';
import { type AccountOwner, connectionsOfAccount } from './accounts.ts';
import { ReadRows } from './read-rows.ts';
import { FormerAccount, StoredCredits, StoredTest } from './schema/connection.ts';
import { columnsOf } from './schema/tables.ts';
import { decryptedText, encryptedText, readWithTexts, TEXT_KEYS, withEncryptedTexts } from './service-texts.ts';
import { assertReadable, parsedRow, type Sql } from './sql.ts';
import type { TextOwners } from './text-owners.ts';

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'practice' | 'live';
  readonly baseUrl: string;
  readonly version: string;
  readonly settings: ConnectionSettings;
  readonly tokenSaved: boolean;
  readonly testedAt: number | null;
  readonly credits: StoredCredits | null;
  readonly creditsPerRecord: number | null;
  /** The organization in the last credits answer that named one; null if none did. */
  readonly organization: string | null;
  /** The accounts that the connection reached earlier, under other addresses or organizations, the oldest first. */
  readonly former: readonly FormerAccount[];
  /** Null before the first test, and after a change that needs another one. */
  readonly lastTest: StoredTest | null;
}

const ConnectionColumns = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['practice', 'live']),
  base_url: z.string(),
  version: z.string(),
  settings: z.string(),
  token_saved: z.int(),
  tested_at: z.number().nullable(),
  credits: z.string().nullable(),
  credits_per_record: z.number().nullable(),
  organization: z.string().nullable(),
  former: z.string(),
  last_test: z.string().nullable(),
  removed_at: z.number().nullable(),
});

export class ConnectionTable {
  private readonly sql: Sql;
  private readonly owners: TextOwners;
  private readonly read = new ReadRows<z.infer<typeof ConnectionColumns>, ConnectionRow>();

  constructor(sql: Sql, owners: TextOwners) {
    this.sql = sql;
    this.owners = owners;
  }

  private readonly ownerOf = (id: string) => this.owners.ofFolder(`connection/${id}`);

  private readonly toConnection = (row: unknown): ConnectionRow => {
    const columns = row as z.infer<typeof ConnectionColumns>;
    const known = this.read.of(columns.id, columns);
    if (known !== null) return known;
    const connection = this.parsed(row);
    // Not kept while the key is missing, which can be temporary.
    if (connection.organization !== null || columns.organization === null) this.read.keep(columns.id, columns, connection);
    return connection;
  };

  private parsed(row: unknown): ConnectionRow {
    return parsedRow('connection', () => {
      const r = ConnectionColumns.parse(row);
      const owner = this.ownerOf(r.id);
      const read = (json: string) => readWithTexts(json, TEXT_KEYS.connection, owner);
      const organization = r.organization === null ? null : decryptedText(r.organization, owner);
      const former = z.array(FormerAccount).parse(read(r.former));
      // The organization is stored but cannot be decrypted. It is kept as a former account, in case a later answer names another one.
      const unread = organization === null && r.organization !== null ? [{ baseUrl: r.base_url, organization }] : [];
      return {
        id: r.id,
        name: r.name,
        kind: r.kind,
        baseUrl: r.base_url,
        version: r.version,
        settings: ConnectionSettings.parse(read(r.settings)),
        tokenSaved: r.token_saved === 1,
        testedAt: r.tested_at,
        credits: r.credits === null ? null : StoredCredits.parse(read(r.credits)),
        creditsPerRecord: r.credits_per_record,
        organization,
        former: [...former, ...unread],
        lastTest: r.last_test === null ? null : StoredTest.parse(JSON.parse(r.last_test)),
      };
    });
  }

  all(): ConnectionRow[] {
    return this.sql
      .all(`SELECT ${columnsOf('connection')} FROM connection WHERE removed_at IS NULL ORDER BY created_at, id`)
      .map(this.toConnection);
  }

  /** The accounts of all connections, including removed ones, because what was sent over them was paid for. */
  accounts(): AccountOwner[] {
    return this.sql.all(`SELECT ${columnsOf('connection')} FROM connection ORDER BY created_at, id`).map(this.toConnection);
  }

  /** IDs of the connections that reach the same account as this one, including itself and removed ones. */
  accountOf(id: string): ReadonlySet<string> {
    return new Set(connectionsOfAccount(this.accounts(), id));
  }

  /** Null also for a removed connection. */
  find(id: string): ConnectionRow | null {
    const row = this.sql.get(`SELECT ${columnsOf('connection')} FROM connection WHERE id = ? AND removed_at IS NULL`, id);
    return row === undefined ? null : this.toConnection(row);
  }

  /**
   * Adds a connection or changes the one with its ID.
   * @param now milliseconds since 1970.
   * @throws NOT_FOUND when it was removed, possibly by another program.
   */
  save(connection: ConnectionRow, now: number): void {
    const { id, name, kind, version, creditsPerRecord, organization } = connection;
    const owner = this.ownerOf(id);
    const encrypted = (value: object) => withEncryptedTexts(value, TEXT_KEYS.connection, owner);
    const row = {
      id,
      name,
      kind,
      base_url: connection.baseUrl,
      version,
      settings: encrypted(connection.settings),
      token_saved: connection.tokenSaved ? 1 : 0,
      tested_at: connection.testedAt,
      credits: connection.credits === null ? null : encrypted(connection.credits),
      credits_per_record: creditsPerRecord,
      created_at: now,
      organization: organization === null ? null : encryptedText(organization, owner),
      former: encrypted(connection.former),
      last_test: connection.lastTest === null ? null : JSON.stringify(connection.lastTest),
      removed_at: null,
    };
    this.sql.write(() => {
      if (this.sql.get('SELECT 1 FROM connection WHERE id = ? AND removed_at IS NOT NULL', id) !== undefined)
        throw new AppError('NOT_FOUND', 'There is no such connection.');
      this.sql.put('connection', 'id', row, ['kind', 'created_at']);
      assertReadable(() => this.find(id));
    });
  }

  /**
   * Removes a connection. False, with nothing changed, if it still has projects. Its kind and its accounts are kept: they are needed to
   * recognize a removed project, or a person who was screened individually, over another connection to the same account.
   * @param now milliseconds since 1970.
   */
  remove(id: string, now: number): boolean {
    return this.sql.write(() => {
      const used = this.sql.get('SELECT 1 FROM project WHERE connection_id = ? AND wrapped_key IS NOT NULL LIMIT 1', id);
      if (used !== undefined) return false;
      this.sql.run(
        `UPDATE connection SET name = '', version = '', settings = ?, token_saved = 0, tested_at = NULL, credits = NULL,
           credits_per_record = NULL, last_test = NULL, removed_at = ? WHERE id = ?`,
        JSON.stringify(INITIAL_CONNECTION_SETTINGS),
        now,
        id,
      );
      return true;
    });
  }
}
