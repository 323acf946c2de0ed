/** The schema of the app database as steps. A step that has shipped is never changed. */
import type Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { addressOf } from './accounts.ts';

export interface Migration {
  readonly version: number;
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
      CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

      CREATE TABLE connection (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('practice', 'live')),
        base_url TEXT NOT NULL,
        version TEXT NOT NULL,
        settings TEXT NOT NULL,
        token_saved INTEGER NOT NULL DEFAULT 0,
        tested_at INTEGER,
        credits TEXT,
        credits_per_record REAL,
        created_at INTEGER NOT NULL
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
        sealed BLOB
      ) STRICT;

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
        PRIMARY KEY (project_id)
      ) STRICT;
      CREATE UNIQUE INDEX submission_once ON submission (connection_id, sha256, repetition) WHERE released = 0;
    `,
  },
  {
    version: 2,
    sql: `
      CREATE TABLE template (
        id TEXT PRIMARY KEY,
        changed_at INTEGER NOT NULL,
        sealed BLOB NOT NULL
      ) STRICT;
    `,
  },
  {
    version: 3,
    sql: `
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
  {
    // A list is claimed for an account, which several connections may reach. Each connection counted its repetitions before, so they
    // are counted again in the order in which they were sent.
    version: 4,
    sql: `
      ALTER TABLE connection ADD COLUMN organization TEXT;
      ALTER TABLE connection ADD COLUMN former TEXT NOT NULL DEFAULT '[]';
      ALTER TABLE submission ADD COLUMN address TEXT NOT NULL DEFAULT '';
      DROP INDEX submission_once;
      UPDATE submission SET address =
        coalesce((SELECT account_address(kind, base_url) FROM connection WHERE id = submission.connection_id), connection_id);
      UPDATE submission SET repetition = counted.place
        FROM (
          SELECT project_id, row_number() OVER (PARTITION BY address, sha256, released ORDER BY at, rowid) AS place FROM submission
        ) AS counted
        WHERE counted.project_id = submission.project_id;
      CREATE UNIQUE INDEX submission_once ON submission (address, sha256, repetition) WHERE released = 0;
    `,
  },
  {
    // Records differed by the case of an email address, and people without a result were not indexed: every project is indexed again.
    version: 5,
    sql: `UPDATE project SET facts = json_set(facts, '$.people', NULL, '$.sent', NULL);`,
  },
  {
    // An index on the parent. The column is generated, so a program of version 5 that has the database open can still insert rows.
    version: 6,
    sql: `
      ALTER TABLE project ADD COLUMN parent_id TEXT GENERATED ALWAYS AS (json_extract(facts, '$.link.of')) VIRTUAL;
      CREATE INDEX project_parent ON project (parent_id, created_at);
    `,
  },
  {
    // Version 2 of the JSON in `facts` has the parent in another place. Rows are upgraded when they are read.
    version: 7,
    sql: `
      DROP INDEX project_parent;
      ALTER TABLE project DROP COLUMN parent_id;
      ALTER TABLE project ADD COLUMN parent_id TEXT
        GENERATED ALWAYS AS (coalesce(json_extract(facts, '$.lineage.of'), json_extract(facts, '$.link.of'))) VIRTUAL;
      CREATE INDEX project_parent ON project (parent_id, created_at);
    `,
  },
  // Earlier programs left removed keys in the free space; the program that runs the projects vacuums the file.
  { version: 8, sql: "INSERT OR REPLACE INTO setting (name, value) VALUES ('vacuumPending', '1')" },
  { version: 9, sql: 'ALTER TABLE connection ADD COLUMN last_test TEXT' },
  // States and journal entries have other keys and names, which an earlier program cannot read. Rows are upgraded when they are read.
  { version: 10, sql: '' },
  // An earlier program would send generated IDs without their checksum, and show and lose the names and texts that are encrypted now.
  { version: 11, sql: '' },
];

/**
 * Upgrades the database, one transaction per step, and stops at the first error.
 * @throws DATABASE_NEWER when a later program wrote it.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const versionNow = () => db.pragma('user_version', { simple: true }) as number;
  const present = versionNow();
  if (present > newest)
    throw new AppError(
      'DATABASE_NEWER',
      'The data folder was written by a newer version of Screening Desk. Install that version to open it.',
      {
        present,
        newest,
      },
    );
  db.function('account_address', { deterministic: true }, (kind, baseUrl) => addressOf({ kind, baseUrl }));
  let last = present;
  for (const { version, sql } of migrations) {
    if (version <= present) continue;
    if (version !== last + 1) throw new TypeError(`migration ${version} does not follow ${last}`);
    db.transaction(() => {
      // Another program may have made this step while this one waited for the lock.
      if (versionNow() >= version) return;
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    }).immediate();
    last = version;
  }
}
