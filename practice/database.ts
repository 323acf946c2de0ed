/** The file behind the service: opened, locked to one process, brought to the current form, and tied to its key. */
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createEncryption, type Encryption } from './encryption.ts';

const FILE = 'practice.sqlite';
const VERSION = 1;
const KEY_CHECK = 'key-check';

/** How long a start waits for a predecessor on the same folder to let go, in milliseconds. */
const LOCK_PATIENCE = 1000;

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

/** Why a store could not be opened: the caller decides whether to ask for another key, another folder, or to begin anew. */
export class StoreUnusable extends Error {
  readonly reason: 'in-use' | 'newer' | 'key' | 'damaged';

  constructor(reason: StoreUnusable['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreUnusable';
    this.reason = reason;
  }
}

/** The open database with the encryption for what lies in it. */
export class OpenDatabase {
  readonly db: Database.Database;
  readonly encryption: Encryption;
  private readonly statements = new Map<string, Database.Statement>();

  constructor(db: Database.Database, encryption: Encryption) {
    this.db = db;
    this.encryption = encryption;
  }

  /** The statement of an SQL text, compiled once: a list is read by thousands of the same one. */
  prepare<P extends unknown[] = unknown[], R = unknown>(sql: string): Database.Statement<P, R> {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.db.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement as unknown as Database.Statement<P, R>;
  }

  /** Runs `work` in one transaction that holds the write lock from its beginning: all of it is kept, or nothing. */
  atomically<T>(work: () => T): T {
    return this.db.transaction(work).immediate();
  }
}

/**
 * Opens the store in `dataDir` (made with mode 0700, the file with 0600), or one in memory when it is null.
 * One process at a time: a second start on the same folder fails with `in-use`, because it would take the first one's half-received list
 * for a leftover. The lock dies with its process. Fails with `key` when the store was written with another key or with none.
 */
export function openDatabase(dataDir: string | null, key: Buffer | null): OpenDatabase {
  const encryption = createEncryption(key);
  let file = ':memory:';
  if (dataDir !== null) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    file = path.join(dataDir, FILE);
  }
  const db = new Database(file, { timeout: LOCK_PATIENCE });
  try {
    if (dataDir !== null) chmodSync(file, 0o600);
    // Larger pages: a block of records is a run of pages, and a longer page means a shorter run.
    db.pragma('page_size = 16384');
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('trusted_schema = OFF');
    db.pragma('temp_store = MEMORY');
    db.pragma('cache_size = -8192');
    db.transaction(() => migrate(db, encryption)).immediate();
  } catch (error) {
    db.close();
    throw readable(error);
  }
  return new OpenDatabase(db, encryption);
}

function readable(error: unknown): unknown {
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
