/** Opens the service's database: locks it for one process, creates or checks its schema, and checks its key. */
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createEncryption, type Encryption } from './encryption.ts';

const FILE = 'practice.sqlite';
const VERSION = 1;
const KEY_CHECK = 'key-check';

/** Milliseconds that a start waits for a previous process to release the folder. */
const LOCK_WAIT_MS = 1000;

const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT;
  CREATE TABLE list (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    visible INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE chunk (
    list_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    first_row INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    valid_count INTEGER NOT NULL,
    records BLOB NOT NULL,
    refusals BLOB,
    PRIMARY KEY (list_id, number)
  ) STRICT;
  CREATE TABLE project (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    list_id INTEGER REFERENCES list (id),
    total_rows INTEGER NOT NULL DEFAULT 0,
    valid_rows INTEGER NOT NULL DEFAULT 0,
    arrives_from INTEGER NOT NULL DEFAULT 0,
    arrives_until INTEGER NOT NULL DEFAULT 0,
    arrives_growing INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER,
    finished_at INTEGER,
    charged INTEGER NOT NULL DEFAULT 0,
    add_calls INTEGER NOT NULL DEFAULT 0,
    lists_received INTEGER NOT NULL DEFAULT 0,
    process_calls INTEGER NOT NULL DEFAULT 0,
    process_acts INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE single (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('profile', 'score-request')),
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    charged INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE source (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    project_number INTEGER REFERENCES project (number),
    single_number INTEGER REFERENCES single (number),
    profile_count INTEGER NOT NULL,
    available_at INTEGER NOT NULL
  ) STRICT;
`;

/** A store that cannot be opened. The `reason` lets the caller ask for another key or folder, or start over. */
export class StoreUnusable extends Error {
  readonly reason: 'in-use' | 'newer' | 'key' | 'damaged';

  constructor(reason: StoreUnusable['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnusable';
    this.reason = reason;
  }
}

export class OpenDatabase {
  readonly db: Database.Database;
  readonly encryption: Encryption;
  private readonly statements = new Map<string, Database.Statement>();

  constructor(db: Database.Database, encryption: Encryption) {
    this.db = db;
    this.encryption = encryption;
  }

  /** A prepared statement, compiled once and cached by its SQL. */
  prepare<P extends unknown[] = unknown[], R = unknown>(sql: string): Database.Statement<P, R> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement as unknown as Database.Statement<P, R>;
  }

  /** Writes the log (WAL) into the database file and empties it, because it still contains removed data. */
  emptyLog(): void {
    this.db.pragma('wal_checkpoint(TRUNCATE)');
  }

  /** Runs `work` in one transaction that holds the write lock from the start. */
  atomically<T>(work: () => T): T {
    return this.db.transaction(work).immediate();
  }
}

/**
 * Opens the database in `dataDir`; null: in memory. The lock prevents a second process from deleting a half-received list.
 * @throws StoreUnusable `in-use`, `newer`, `damaged`, or `key` when the store was written with another key or none
 */
export function openDatabase(dataDir: string | null, key: Buffer | null): OpenDatabase {
  const encryption = createEncryption(key);
  let file = ':memory:';
  if (dataDir !== null) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    file = path.join(dataDir, FILE);
  }
  const db = new Database(file, { timeout: LOCK_WAIT_MS });
  try {
    if (dataDir !== null) chmodSync(file, 0o600);
    // Large pages shorten the page chains of record blocks.
    db.pragma('page_size = 16384');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    db.pragma('secure_delete = ON');
    db.pragma('temp_store = MEMORY');
    db.pragma('cache_size = -8192');
    db.transaction(() => migrate(db, encryption)).immediate();
  } catch (error) {
    db.close();
    throw asStoreError(error);
  }
  return new OpenDatabase(db, encryption);
}

function asStoreError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (error.code.startsWith('SQLITE_BUSY')) {
    return new StoreUnusable('in-use', 'Another practice service is using this data folder.', { cause: error });
  }
  if (error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT')) {
    return new StoreUnusable('damaged', 'The practice data cannot be read: its file is damaged.', { cause: error });
  }
  return error;
}

function migrate(db: Database.Database, encryption: Encryption): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > VERSION) {
    throw new StoreUnusable('newer', `The practice data was written by a newer version (${version}; this one knows ${VERSION}).`);
  }
  if (version === 0) {
    db.exec(SCHEMA);
    db.pragma(`user_version = ${VERSION}`);
    db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(KEY_CHECK, encryption.encrypt(KEY_CHECK, KEY_CHECK));
    return;
  }
  const check = db.prepare<[string], { value: Buffer }>('SELECT value FROM meta WHERE key = ?').get(KEY_CHECK);
  try {
    if (check !== undefined && encryption.decrypt(check.value, KEY_CHECK) === KEY_CHECK) return;
  } catch (error) {
    throw new StoreUnusable('key', 'The practice data was written with another key.', { cause: error });
  }
  throw new StoreUnusable('key', 'The practice data was written with another key.');
}
