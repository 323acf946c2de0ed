/** The schema of the app database: that of the first release, with later changes as steps. Never change a step that was released. */
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';

export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Development versions before the first release wrote versions 1 to 12. The next migration is a new entry. */
export const MIGRATIONS: readonly [Migration, ...Migration[]] = [
  {
    version: 13,
    sql: `
      CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

      CREATE TABLE connection (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('practice', 'live')),
        base_url TEXT NOT NULL,
        version TEXT NOT NULL,
        settings TEXT NOT NULL,
        token_saved INTEGER NOT NULL,
        tested_at INTEGER,
        credits TEXT,
        credits_per_record REAL,
        created_at INTEGER NOT NULL,
        organization TEXT,
        former TEXT NOT NULL,
        last_test TEXT,
        removed_at INTEGER
      ) STRICT;

      CREATE TABLE project (
        id TEXT PRIMARY KEY,
        version INTEGER NOT NULL,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        connection_id TEXT NOT NULL REFERENCES connection (id),
        file_name TEXT NOT NULL,
        file_bytes INTEGER NOT NULL,
        file_sha256 TEXT,
        state TEXT NOT NULL,
        facts TEXT NOT NULL,
        wrapped_key BLOB,
        sealed BLOB,
        parent_id TEXT GENERATED ALWAYS AS (json_extract(facts, '$.lineage.of')) VIRTUAL
      ) STRICT;
      CREATE INDEX project_parent ON project (parent_id, created_at);

      CREATE TABLE journal (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        project_id TEXT,
        at INTEGER NOT NULL,
        event TEXT NOT NULL,
        detail TEXT NOT NULL,
        state TEXT NOT NULL
      ) STRICT;
      CREATE INDEX journal_project ON journal (project_id, seq);

      CREATE TABLE submission (
        project_id TEXT NOT NULL REFERENCES project (id),
        connection_id TEXT NOT NULL,
        sha256 TEXT NOT NULL,
        repetition INTEGER NOT NULL,
        at INTEGER NOT NULL,
        released INTEGER NOT NULL DEFAULT 0,
        address TEXT NOT NULL,
        PRIMARY KEY (project_id)
      ) STRICT;
      CREATE UNIQUE INDEX submission_once ON submission (address, sha256, repetition) WHERE released = 0;

      CREATE TABLE review (
        project_id TEXT NOT NULL REFERENCES project (id),
        number INTEGER NOT NULL,
        at INTEGER NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (project_id, number)
      ) STRICT;

      CREATE TABLE record (
        number INTEGER PRIMARY KEY,
        project_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        hash TEXT NOT NULL,
        link TEXT NOT NULL,
        sealed BLOB NOT NULL
      ) STRICT;
      CREATE INDEX record_project ON record (project_id, number);

      CREATE TABLE template (
        id TEXT PRIMARY KEY,
        changed_at INTEGER NOT NULL,
        sealed BLOB NOT NULL
      ) STRICT;

      CREATE TABLE do_not_screen (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        added_at INTEGER NOT NULL,
        people INTEGER NOT NULL,
        ids INTEGER NOT NULL,
        emails INTEGER NOT NULL,
        names INTEGER NOT NULL,
        entries BLOB NOT NULL
      ) STRICT;
    `,
  },
];

const versionOf = (db: Database.Database): number => db.pragma('user_version', { simple: true }) as number;

/**
 * Checks the version. Changes nothing.
 * @throws DATABASE_NEWER when a later program wrote the database; DATA_FOLDER when a development version did.
 */
export function requireKnownVersion(db: Database.Database, migrations: readonly [Migration, ...Migration[]] = MIGRATIONS): void {
  const present = versionOf(db);
  const newest = migrations.at(-1)!.version;
  if (present > newest)
    throw new AppError(
      'DATABASE_NEWER',
      'The data folder was written by a newer version of Screening Desk. Install that version to open it.',
      { present, newest },
    );
  if (present !== 0 && present < migrations[0].version)
    throw new AppError(
      'DATA_FOLDER',
      'The data folder was written by a development version of Screening Desk from before its first release. This version cannot read it. Nothing was changed. Choose another data folder.',
      { reason: 'development-version' },
    );
}

/**
 * Creates the schema of an empty database, or upgrades an older one, in one transaction per step. It stops at the first error.
 * @throws what `requireKnownVersion` throws.
 */
export function migrate(db: Database.Database, migrations: readonly [Migration, ...Migration[]] = MIGRATIONS): void {
  requireKnownVersion(db, migrations);
  const present = versionOf(db);
  let last: number | null = present === 0 ? null : present;
  for (const { version, sql } of migrations) {
    if (version <= present) continue;
    if (last !== null && version !== last + 1) throw new TypeError(`migration ${version} does not follow ${last}`);
    db.transaction(() => {
      // Another program may have made this step while this one waited for the lock.
      if (versionOf(db) >= version) return;
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    }).immediate();
    last = version;
  }
}
