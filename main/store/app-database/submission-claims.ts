/** Which project sent which list: a list is sent only once to an account, unless the user allows a duplicate. */
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';
import { addressOf } from './accounts.ts';
import type { ConnectionTable } from './connection-table.ts';
import { readText } from './service-texts.ts';
import type { Sql } from './sql.ts';
import type { TextOwners } from './text-owners.ts';

/** A project's claim of a list. */
export interface Claim {
  /** SHA-256 of the body. */
  readonly sha256: string;
  readonly allowDuplicate: boolean;
  /** A pilot that may have sent the same list, because the user agreed that its people are charged twice; null if no project may have. */
  readonly besides: string | null;
}

export class SubmissionClaims {
  private readonly sql: Sql;
  private readonly connections: ConnectionTable;
  private readonly owners: TextOwners;

  constructor(sql: Sql, connections: ConnectionTable, owners: TextOwners) {
    this.sql = sql;
    this.connections = connections;
    this.owners = owners;
  }

  /**
   * The last project that sent the same list to the account of this connection and may have been charged for it, other than `except` and
   * `besides`; null if there is none.
   */
  sentBefore(
    connectionId: string,
    sha256: string,
    except: string,
    besides: string | null = null,
  ): { readonly id: string; readonly name: string; readonly at: number } | null {
    const account = this.connections.accountOf(connectionId);
    const row = this.sql.get(
      `SELECT p.id, p.name, p.wrapped_key, s.at FROM submission s JOIN project p ON p.id = s.project_id
         WHERE s.connection_id IN (SELECT value FROM json_each(?)) AND s.sha256 = ? AND s.released = 0 AND s.project_id NOT IN (SELECT value FROM json_each(?))
         ORDER BY s.at DESC LIMIT 1`,
      JSON.stringify([...account]),
      sha256,
      // Without null, because NOT IN is never true for a list that contains a null.
      JSON.stringify(besides === null ? [except] : [except, besides]),
    );
    if (row === undefined) return null;
    const { id, name, wrapped_key: wrappedKey, at } = row as { id: string; name: string; wrapped_key: Buffer | null; at: number };
    return { id, name: wrappedKey === null ? 'removed project' : readText(name, this.owners.of({ id, wrappedKey })), at };
  }

  /**
   * Claims a list; false if another project holds it. Call it within the transaction that sends the list. If two programs try at once, the
   * unique index decides.
   * @throws NOT_FOUND when there is no such connection.
   */
  claim(projectId: string, connectionId: string, { sha256, allowDuplicate, besides }: Claim, at: number): boolean {
    const connection = this.connections.find(connectionId);
    if (connection === null) throw new AppError('NOT_FOUND', 'There is no such connection.');
    // The index alone is not enough: the claim of repetition 1 may be released although a later repetition was charged.
    if (!allowDuplicate && this.sentBefore(connectionId, sha256, projectId, besides) !== null) return false;
    const address = addressOf(connection);
    try {
      // Two organizations at one address may each send the same list, so repetitions are counted by address.
      this.sql.run(
        `INSERT INTO submission (project_id, connection_id, sha256, repetition, at, address)
           SELECT ?, ?, ?, coalesce(max(repetition), 0) + 1, ?, ? FROM submission
             WHERE address = ? AND sha256 = ? AND released = 0 AND project_id <> ?
           ON CONFLICT (project_id) DO UPDATE SET connection_id = excluded.connection_id, sha256 = excluded.sha256,
             repetition = excluded.repetition, at = excluded.at, address = excluded.address, released = 0`,
        projectId,
        connectionId,
        sha256,
        at,
        address,
        address,
        sha256,
        projectId,
      );
      return true;
    } catch (error) {
      if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false;
      throw error;
    }
  }

  /** The claim of a project; null if it has none. `released`: another project may claim the list. */
  of(projectId: string): { readonly sha256: string; readonly at: number; readonly released: boolean } | null {
    const row = this.sql.get('SELECT sha256, at, released FROM submission WHERE project_id = ?', projectId);
    if (row === undefined) return null;
    const { sha256, at, released } = row as { sha256: string; at: number; released: number };
    return { sha256, at, released: released !== 0 };
  }

  /** Within a transaction, allows another project to claim the list of this one. */
  release(projectId: string): void {
    this.sql.run('UPDATE submission SET released = 1 WHERE project_id = ?', projectId);
  }
}
