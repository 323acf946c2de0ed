/**
 * The small database beside the project files: connections, projects, the journal of what was intended and what came of it.
 * It holds no person: what might hold one (headings, mapping, corrections' texts) is sealed under the project's own key.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { ConnectionSettings, CreditsView } from '../../shared/contract.ts';
import { AppError } from '../../shared/errors.ts';
import { mayBeCharged, ProjectState } from '../../shared/project.ts';
import { ScoreConfiguration } from '../../shared/configuration.ts';
import { migrate } from './migrations.ts';
import { harden } from './projectfile.ts';

/** Facts of a project that name no person. */
export const ProjectFacts = z.strictObject({
  purpose: z.string().default(''),
  sheetName: z.string().nullable().default(null),
  rows: z.int().nullable().default(null),
  readiness: z.strictObject({ ready: z.int(), thin: z.int(), refused: z.int(), leftOut: z.int() }).nullable().default(null),
  sendErrors: z.boolean().default(false),
  scoreConfiguration: ScoreConfiguration.nullable().default(null),
  marker: z.string(),
  repeat: z.boolean().default(false),
  creditsBefore: z.number().nullable().default(null),
  creditsAfter: z.number().nullable().default(null),
  startedAt: z.number().nullable().default(null),
  processedAt: z.number().nullable().default(null),
  notice: z.strictObject({ code: z.string(), message: z.string() }).nullable().default(null),
  /** Which way the row numbers of the service's errors were read. */
  rowBase: z.string().nullable().default(null),
});
export type ProjectFacts = z.infer<typeof ProjectFacts>;

export interface ProjectRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly connectionId: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: string | null;
  readonly state: ProjectState;
  readonly facts: ProjectFacts;
  /** Null once the project's data was removed for good. */
  readonly wrappedKey: Buffer | null;
  readonly sealed: Buffer | null;
}

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'practice' | 'live';
  readonly baseUrl: string;
  readonly version: string;
  readonly settings: ConnectionSettings;
  readonly tokenSaved: boolean;
  readonly testedAt: number | null;
  readonly credits: CreditsView | null;
  readonly creditsPerRecord: number | null;
}

export interface JournalEntry {
  readonly seq: number;
  readonly at: number;
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** The state that the event led to. */
  readonly state: string;
}

const Detail = z.record(z.string(), z.unknown());
const StoredProject = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  created_at: z.number(),
  changed_at: z.number(),
  connection_id: z.string(),
  file_name: z.string(),
  file_bytes: z.number(),
  file_sha256: z.string().nullable(),
  state: z.string(),
  facts: z.string(),
  wrapped_key: z.instanceof(Buffer).nullable(),
  sealed: z.instanceof(Buffer).nullable(),
});
const StoredConnection = z.object({
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
});

/** What comes back from the disk is not trusted: a row that does not fit its shape is a named error, not a crash. */
function parsed<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('DATABASE_DAMAGED', `The record of a ${what} can not be read: the data folder is damaged.`, {}, { cause });
  }
}

const toProject = (row: unknown): ProjectRow =>
  parsed('project', () => {
    const r = StoredProject.parse(row);
    return {
      id: r.id,
      version: r.version,
      name: r.name,
      createdAt: r.created_at,
      changedAt: r.changed_at,
      connectionId: r.connection_id,
      fileName: r.file_name,
      fileBytes: r.file_bytes,
      fileSha256: r.file_sha256,
      state: ProjectState.parse(JSON.parse(r.state)),
      facts: ProjectFacts.parse(JSON.parse(r.facts)),
      wrappedKey: r.wrapped_key,
      sealed: r.sealed,
    };
  });

const toConnection = (row: unknown): ConnectionRow =>
  parsed('connection', () => {
    const r = StoredConnection.parse(row);
    return {
      id: r.id,
      name: r.name,
      kind: r.kind,
      baseUrl: r.base_url,
      version: r.version,
      settings: ConnectionSettings.parse(JSON.parse(r.settings)),
      tokenSaved: r.token_saved === 1,
      testedAt: r.tested_at,
      credits: r.credits === null ? null : CreditsView.parse(JSON.parse(r.credits)),
      creditsPerRecord: r.credits_per_record,
    };
  });

/** What may be changed of a project beside its state. */
export interface ProjectChange {
  readonly name?: string;
  readonly connectionId?: string;
  readonly fileSha256?: string;
  readonly facts?: Partial<ProjectFacts>;
  readonly sealed?: Buffer | null;
}

export class History {
  private readonly db: Database.Database;

  /**
   * Opens or makes `history.sqlite` in the folder. Ends in DATA_FOLDER when the folder can not be written,
   * DATABASE_NEWER or DATABASE_DAMAGED when the file can not be used.
   */
  constructor(dataDir: string) {
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      chmodSync(dataDir, 0o700);
    } catch (cause) {
      throw new AppError(
        'DATA_FOLDER',
        'The data folder can not be made or changed. Choose another one or change its permissions.',
        {},
        { cause },
      );
    }
    const path = join(dataDir, 'history.sqlite');
    try {
      this.db = new Database(path);
      chmodSync(path, 0o600);
      harden(this.db, false);
      migrate(this.db);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      const code = cause instanceof Database.SqliteError ? cause.code : '';
      if (code === 'SQLITE_NOTADB' || code === 'SQLITE_CORRUPT')
        throw new AppError(
          'DATABASE_DAMAGED',
          'The history in the data folder is damaged and can not be opened. The project files beside it were not touched.',
          {},
          { cause },
        );
      throw new AppError('DATA_FOLDER', 'The data folder can not be written. Choose another one or change its permissions.', {}, { cause });
    }
  }

  private write<T>(work: () => T): T {
    try {
      return this.db.transaction(work).immediate();
    } catch (cause) {
      if (cause instanceof Database.SqliteError && (cause.code.startsWith('SQLITE_FULL') || cause.code.startsWith('SQLITE_IOERR')))
        throw new AppError(
          'DISK_FULL',
          'The disk is full or can not be written. Nothing was sent; make room and try again.',
          {},
          { cause },
        );
      throw cause;
    }
  }

  close(): void {
    this.db.close();
  }

  setting(name: string): string | null {
    const row = this.db.prepare('SELECT value FROM setting WHERE name = ?').get(name) as { value: string } | undefined;
    return row?.value ?? null;
  }

  setSetting(name: string, value: string): void {
    this.write(() => this.db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)').run(name, value));
  }

  connections(): ConnectionRow[] {
    return this.db.prepare('SELECT * FROM connection ORDER BY created_at, id').all().map(toConnection);
  }

  connection(id: string): ConnectionRow | null {
    const row = this.db.prepare('SELECT * FROM connection WHERE id = ?').get(id);
    return row === undefined ? null : toConnection(row);
  }

  saveConnection(connection: ConnectionRow, now: number): void {
    const { id, name, kind, baseUrl, version, settings, tokenSaved, testedAt, credits, creditsPerRecord } = connection;
    this.write(() =>
      this.db
        .prepare(
          `INSERT INTO connection VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET name = excluded.name, base_url = excluded.base_url, version = excluded.version,
             settings = excluded.settings, token_saved = excluded.token_saved, tested_at = excluded.tested_at,
             credits = excluded.credits, credits_per_record = excluded.credits_per_record`,
        )
        .run(
          id,
          name,
          kind,
          baseUrl,
          version,
          JSON.stringify(settings),
          tokenSaved ? 1 : 0,
          testedAt,
          credits === null ? null : JSON.stringify(credits),
          creditsPerRecord,
          now,
        ),
    );
  }

  /** False when projects still belong to it. */
  removeConnection(id: string): boolean {
    return this.write(() => {
      const used = this.db.prepare('SELECT 1 FROM project WHERE connection_id = ? LIMIT 1').get(id);
      if (used !== undefined) return false;
      this.db.prepare('DELETE FROM connection WHERE id = ?').run(id);
      return true;
    });
  }

  projects(): ProjectRow[] {
    return this.db.prepare('SELECT * FROM project WHERE wrapped_key IS NOT NULL ORDER BY changed_at DESC, id').all().map(toProject);
  }

  project(id: string): ProjectRow | null {
    const row = this.db.prepare('SELECT * FROM project WHERE id = ? AND wrapped_key IS NOT NULL').get(id);
    return row === undefined ? null : toProject(row);
  }

  addProject(project: Omit<ProjectRow, 'version' | 'changedAt'>): void {
    const p = project;
    this.write(() => {
      this.db
        .prepare('INSERT INTO project VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          p.id,
          p.name,
          p.createdAt,
          p.createdAt,
          p.connectionId,
          p.fileName,
          p.fileBytes,
          p.fileSha256,
          JSON.stringify(p.state),
          JSON.stringify(p.facts),
          p.wrappedKey,
          p.sealed,
        );
      this.enter(p.id, p.createdAt, 'brought', { file: p.fileName, bytes: p.fileBytes }, p.state.at);
    });
  }

  /** Changes a project without changing its state. */
  changeProject(id: string, change: ProjectChange, now: number): void {
    this.write(() => this.applyChange(id, change, now));
  }

  private applyChange(id: string, change: ProjectChange, now: number): void {
    const present = this.project(id);
    if (present === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    this.db
      .prepare(
        `UPDATE project SET version = version + 1, changed_at = ?, name = ?, connection_id = ?, file_sha256 = ?, facts = ?, sealed = ? WHERE id = ?`,
      )
      .run(
        now,
        change.name ?? present.name,
        change.connectionId ?? present.connectionId,
        change.fileSha256 ?? present.fileSha256,
        JSON.stringify({ ...present.facts, ...change.facts }),
        change.sealed === undefined ? present.sealed : change.sealed,
        id,
      );
  }

  /**
   * Moves a project to its next state and enters what led there in the journal, in one transaction that is on the disk
   * when this returns. This is the "record the intent" and the "record the outcome" of every step.
   */
  advance(
    id: string,
    state: ProjectState,
    entry: { readonly at: number; readonly event: string; readonly detail: Readonly<Record<string, unknown>> },
    change: ProjectChange = {},
  ): void {
    this.write(() => {
      this.applyChange(id, change, entry.at);
      this.db.prepare('UPDATE project SET state = ? WHERE id = ?').run(JSON.stringify(state), id);
      this.enter(id, entry.at, entry.event, entry.detail, state.at);
      // A list that can not have been charged for frees its place in the index of what was sent.
      const over = state.at === 'draft' || (state.at === 'ended' && !mayBeCharged(state));
      if (over) this.db.prepare('UPDATE submission SET released = 1 WHERE project_id = ?').run(id);
    });
  }

  private enter(id: string, at: number, event: string, detail: Readonly<Record<string, unknown>>, state: string): void {
    this.db
      .prepare('INSERT INTO journal (project_id, at, event, detail, state) VALUES (?, ?, ?, ?, ?)')
      .run(id, at, event, JSON.stringify(detail), state);
  }

  /** Enters something that changes no state: a look at the balance, a person's word. */
  note(id: string, at: number, event: string, detail: Readonly<Record<string, unknown>>): void {
    this.write(() => this.enter(id, at, event, detail, ''));
  }

  journal(id: string): JournalEntry[] {
    const rows = this.db.prepare('SELECT seq, at, event, detail, state FROM journal WHERE project_id = ? ORDER BY seq').all(id);
    return (rows as { seq: number; at: number; event: string; detail: string; state: string }[]).map((row) => ({
      ...row,
      detail: parsed('journal', () => Detail.parse(JSON.parse(row.detail))),
    }));
  }

  /** The earlier project that sent this very list over this connection and may have been charged for it, or null. */
  sentBefore(
    connectionId: string,
    sha256: string,
    except: string,
  ): { readonly id: string; readonly name: string; readonly at: number } | null {
    const row = this.db
      .prepare(
        `SELECT p.id, p.name, s.at FROM submission s JOIN project p ON p.id = s.project_id
         WHERE s.connection_id = ? AND s.sha256 = ? AND s.released = 0 AND s.project_id <> ? ORDER BY s.at DESC LIMIT 1`,
      )
      .get(connectionId, sha256, except);
    return (row as { id: string; name: string; at: number } | undefined) ?? null;
  }

  /**
   * Claims the list for the project. False when another one has claimed the same list over the same connection:
   * the index says so, not a question asked before. A deliberate `repeat` takes the next repetition.
   */
  claim(projectId: string, connectionId: string, sha256: string, at: number, repeat: boolean): boolean {
    return this.write(() => {
      this.db.prepare('DELETE FROM submission WHERE project_id = ?').run(projectId);
      const { last } = this.db
        .prepare('SELECT coalesce(max(repetition), 0) AS last FROM submission WHERE connection_id = ? AND sha256 = ? AND released = 0')
        .get(connectionId, sha256) as { last: number };
      try {
        this.db
          .prepare('INSERT INTO submission (project_id, connection_id, sha256, repetition, at) VALUES (?, ?, ?, ?, ?)')
          .run(projectId, connectionId, sha256, repeat ? last + 1 : 1, at);
        return true;
      } catch (error) {
        if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false;
        throw error;
      }
    });
  }

  /** Forgets a project's key and names; the journal keeps that it was and what it cost. */
  forgetProject(id: string, at: number): void {
    this.write(() => {
      this.enter(id, at, 'removed', {}, '');
      this.db
        .prepare(`UPDATE project SET wrapped_key = NULL, sealed = NULL, version = version + 1, changed_at = ? WHERE id = ?`)
        .run(at, id);
    });
  }
}
