/** Statements on the app database. */
import type Database from 'better-sqlite3';
import { AppError, RESTORE_FOLDER } from '../../../shared/base/index.ts';
import { type ColumnsOf, insertInto, type TableName, upsertInto } from './schema/tables.ts';
import { guarded } from './sqlite-errors.ts';

type Value = string | number | null | Buffer;

/** The setting with the number of committed transactions. */
export const CHANGES = 'changes';

/** Changes would go to a file that nobody opens again, or would follow a state that is older than what was sent. */
export const historyReplaced = () =>
  new AppError(
    'DATA_FOLDER',
    'The history of the data folder (history.sqlite) was replaced, moved or removed while this program was running, for example from a backup, or by a program that synchronizes folders. Nothing more is sent or stored. If the folder was moved, move it back. Otherwise close this program and start it again.',
    { reason: 'history-replaced' },
  );

/** Any call may throw DISK_FULL, READ_FAILED, DATABASE_LOCKED, DATABASE_DAMAGED or DATA_FOLDER. */
export class Sql {
  private readonly db: Database.Database;
  private readonly beforeWrite: () => void;
  private readonly onWritten: (changes: number) => void;
  private readonly statements = new Map<string, Database.Statement>();
  /** The number of transactions after the last one of this program. */
  private written = 0;

  /**
   * `beforeWrite`: called before each transaction, which does not begin if this throws. `onWritten`: called after each transaction, with the
   * number of transactions so far.
   */
  constructor(db: Database.Database, beforeWrite: () => void, onWritten: (changes: number) => void) {
    this.db = db;
    this.beforeWrite = beforeWrite;
    this.onWritten = onWritten;
  }

  private prepared(sql: string): Database.Statement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.db.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /** The rows of a SELECT. */
  all(sql: string, ...values: readonly Value[]): unknown[] {
    return guarded(this.db, () => this.prepared(sql).all(...values));
  }

  /** The first row of a SELECT; undefined if there is none. */
  get(sql: string, ...values: readonly Value[]): unknown {
    return guarded(this.db, () => this.prepared(sql).get(...values));
  }

  /** Runs `work` in one transaction, which is on disk when this returns. */
  write<T>(work: () => T): T {
    if (this.db.inTransaction) return work();
    guarded(this.db, this.beforeWrite);
    let changes = 0;
    const counted = () => {
      const result = work();
      changes = this.countChange();
      return result;
    };
    const result = guarded(this.db, () => this.db.transaction(counted).immediate());
    this.written = changes;
    this.onWritten(changes);
    return result;
  }

  /** Runs reads that all see the same state of the database. */
  snapshot<T>(work: () => T): T {
    return this.db.inTransaction ? work() : guarded(this.db, () => this.db.transaction(work)());
  }

  /** @throws DATA_FOLDER when an older copy was written over the open file: every program only increases the number. */
  private countChange(): number {
    const row = this.prepared(
      `INSERT INTO setting (name, value) VALUES (?, '1') ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING value`,
    ).get(CHANGES);
    const changes = Number((row as { readonly value: string }).value);
    if (changes <= this.written) throw historyReplaced();
    return changes;
  }

  /**
   * Runs a statement that changes rows.
   * @throws SqliteError; call it within `write`, which translates the error.
   */
  run(sql: string, ...values: readonly Value[]): void {
    this.prepared(sql).run(...values);
  }

  /** As `run`. */
  insert<T extends TableName>(table: T, row: ColumnsOf<T>): void {
    this.prepared(insertInto(table)).run(row);
  }

  /** As `run`. Inserts a row or replaces the one with the same key; `except`: columns that keep their first value. */
  put<T extends TableName>(table: T, key: keyof ColumnsOf<T>, row: ColumnsOf<T>, except: readonly (keyof ColumnsOf<T>)[] = []): void {
    this.prepared(upsertInto(table, key, except)).run(row);
  }
}

/**
 * Parses a row. `what`: what the row records, or a whole message about it.
 * @throws DATABASE_DAMAGED when the row does not have the expected shape.
 */
export function parsedRow<T>(what: string | { readonly message: string }, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message =
      typeof what === 'string' ? `The record of a ${what} cannot be read: the data folder is damaged. ${RESTORE_FOLDER}` : what.message;
    throw new AppError('DATABASE_DAMAGED', message, {}, { cause });
  }
}

/**
 * Call it for each changed row before its transaction ends, so that no row is stored that this program cannot read: such a row would make
 * every later use fail.
 * @throws TypeError; what `read` throws for another reason.
 */
export function assertReadable(read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'DATABASE_DAMAGED') throw cause;
    throw new TypeError('a row would be stored that cannot be read', { cause });
  }
}
