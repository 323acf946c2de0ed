/** Statements on the app database. */
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { type ColumnsOf, insertInto, type TableName, upsertInto } from './schema/tables.ts';
import { guarded } from './sqlite-errors.ts';

type Value = string | number | null | Buffer;

/** Any call may throw DISK_FULL, DATABASE_LOCKED, DATABASE_DAMAGED or DATA_FOLDER. */
export class Sql {
  private readonly db: Database.Database;
  private readonly onWritten: () => void;
  private readonly statements = new Map<string, Database.Statement>();

  /** `onWritten` is called after each transaction. */
  constructor(db: Database.Database, onWritten: () => void) {
    this.db = db;
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
    return guarded(() => this.prepared(sql).all(...values));
  }

  /** The first row of a SELECT; undefined: none. */
  get(sql: string, ...values: readonly Value[]): unknown {
    return guarded(() => this.prepared(sql).get(...values));
  }

  /** Runs work in one transaction, which is on the disk when this returns. */
  write<T>(work: () => T): T {
    const result = guarded(() => this.db.transaction(work).immediate());
    this.onWritten();
    return result;
  }

  /** Runs a statement that changes rows. @throws SqliteError; call it within `write`, which translates the error. */
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
 * Parses a row. @throws DATABASE_DAMAGED when it does not have its shape. `what`: what the row records, or a whole message about it.
 */
export function parsedRow<T>(what: string | { readonly message: string }, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const message = typeof what === 'string' ? `The record of a ${what} cannot be read: the data folder is damaged.` : what.message;
    throw new AppError('DATABASE_DAMAGED', message, {}, { cause });
  }
}

/**
 * Call it with each changed row before its transaction ends: nothing is stored that the same program cannot read, because one such row
 * would stop every later use of it. @throws TypeError; what `read` throws for another reason.
 */
export function assertReadable(read: () => unknown): void {
  try {
    read();
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'DATABASE_DAMAGED') throw cause;
    throw new TypeError('a row would be stored that cannot be read', { cause });
  }
}
