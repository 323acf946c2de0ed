/**
 * The app database: connections, projects, and the journal of intents and outcomes.
 * It holds no person: what might hold one (headings, mapping, corrections' texts) is sealed under the project's own key.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import { type JournalEntry, type JournalEvent, type JournalEventName, storedForm } from '../../../shared/project/journal.ts';
import { mayBeCharged, type ProjectState } from '../../../shared/project/project.ts';
import { addressOf, connectionsOfAccount } from './accounts.ts';
import { migrate } from './migrations.ts';
import { harden } from '../project-file/project-file.ts';
import {
  type SuppressionRow,
  type ConnectionRow,
  type ProjectRow,
  type TemplateRow,
  toSuppression,
  toConnection,
  toJournalEntry,
  toProject,
  toTemplate,
} from './rows.ts';
import { changedParts, type PartsChange, type ProjectParts, type StoredProject } from './schema/project.ts';
import { columnsOf, type ColumnsOf, insertInto, type TableName, upsertInto } from './schema/tables.ts';
import { guarded, requireSound, sqliteErrorOf } from './sqlite-errors.ts';

export type { ConnectionRow, ProjectRow, SuppressionRow } from './rows.ts';

/** The claim of a list for a project: an account is sent the same list once, unless a person wants a repetition. */
export interface Claim {
  /** SHA-256 of the body. */
  readonly sha256: string;
  readonly allowDuplicate: boolean;
}

/** What of a project can change with its state. */
export interface ProjectChange extends PartsChange {
  readonly name?: string;
  readonly connectionId?: string;
  readonly fileSha256?: string;
  readonly encryptedList?: Buffer;
  /** The list that the project sends from here on. */
  readonly claim?: Claim;
}

/** Settings: the mark of a journal that is not lost (see `begin`), and since when it is known that one was. */
const OPEN = 'open';
const MISSING_SINCE = 'changesMissingSince';
/** The journal is taken into the database once it is larger than this, in bytes, which is looked at every so many writes. */
const MOST_JOURNAL = 4 * 1024 * 1024;
const LOOK_EVERY = 64;

/**
 * Ends in DATA_FOLDER when there are project files and no history: a new one would know nothing of what was sent, and has none of
 * the keys. Nothing is changed then.
 */
function requireHistory(dataDir: string, path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? null;
  if (size !== null && size > 0) return;
  const projects = join(dataDir, 'projects');
  if (!existsSync(projects) || !readdirSync(projects).some((name) => name.endsWith('.sqlite'))) return;
  throw new AppError(
    'DATA_FOLDER',
    `The file history.sqlite is ${size === null ? 'missing from the data folder' : 'empty'}, and the folder holds projects. It has their keys and tells what was sent, so no project can be opened without it. Nothing was changed: put history.sqlite back from a backup of the data folder, with history.sqlite-wal if there is one.`,
    { reason: 'history-missing' },
  );
}

function storedParts({ source, options, submission, lineage, index, editPending, lastError }: ProjectParts): string {
  const stored: StoredProject = { v: 2, source, options, submission, lineage, index, editPending, lastError };
  return JSON.stringify(stored);
}

export class AppDatabase {
  private readonly db: Database.Database;
  private readonly journalPath: string;
  /** Whether the journal was there when the history was opened. */
  private readonly hadJournal: boolean;
  private writes = 0;
  private isMarked = false;

  /**
   * Opens or makes `history.sqlite` in the folder. Ends in DATA_FOLDER when the folder cannot be written, or holds projects and no
   * history, in DATABASE_NEWER, DATABASE_DAMAGED or DATABASE_LOCKED when the file cannot be used, in DISK_FULL when there is no room for it.
   * The same failures but the newer version may end any later call.
   */
  constructor(dataDir: string) {
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      chmodSync(dataDir, 0o700);
    } catch (cause) {
      throw new AppError(
        'DATA_FOLDER',
        'The data folder cannot be made or changed. Choose another one or change its permissions.',
        {},
        { cause },
      );
    }
    const path = join(dataDir, 'history.sqlite');
    requireHistory(dataDir, path);
    this.journalPath = `${path}-wal`;
    this.hadJournal = existsSync(this.journalPath);
    let db: Database.Database | null = null;
    try {
      db = new Database(path);
      chmodSync(path, 0o600);
      harden(db, false);
      // See `mark`.
      db.pragma('wal_autocheckpoint = 0');
      migrate(db);
      requireSound(db);
      this.db = db;
    } catch (cause) {
      db?.close();
      const trouble = sqliteErrorOf(cause);
      if (trouble instanceof AppError) throw trouble;
      throw new AppError('DATA_FOLDER', 'The data folder cannot be written. Choose another one or change its permissions.', {}, { cause });
    }
  }

  private insert<T extends TableName>(table: T, row: ColumnsOf<T>): void {
    this.db.prepare(insertInto(table)).run(row);
  }

  /** Writes a row in place of the one with the same key; `except`: columns that keep what they were first given. */
  private put<T extends TableName>(
    table: T,
    key: keyof ColumnsOf<T>,
    row: ColumnsOf<T>,
    except: readonly (keyof ColumnsOf<T>)[] = [],
  ): void {
    this.db.prepare(upsertInto(table, key, except)).run(row);
  }

  private write<T>(work: () => T): T {
    const done = guarded(() => this.db.transaction(work).immediate());
    if (this.isMarked && ++this.writes % LOOK_EVERY === 0 && this.journalSize() > MOST_JOURNAL) this.mark();
    return done;
  }

  private journalSize(): number {
    return statSync(this.journalPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Begins to watch over the journal beside the database; for the program that runs the projects. When the journal with the last
   * changes was lost, this is kept until it is dismissed. `now`: milliseconds since 1970.
   */
  begin(now: number): void {
    if (!this.hadJournal && this.setting(OPEN) !== null) this.setSetting(MISSING_SINCE, String(now));
    this.isMarked = true;
    this.mark();
  }

  /**
   * Takes the journal into the database file with a mark that says "open", and the first thing in the new journal takes the mark away.
   * So whatever takes that journal in, after a crash as well, takes the mark away with it: a mark without a journal beside it means
   * that the journal is lost.
   */
  private mark(): void {
    try {
      guarded(() => {
        this.db.prepare(upsertInto('setting', 'name')).run({ name: OPEN, value: '1' });
        this.db.pragma('wal_checkpoint(TRUNCATE)');
        this.db.prepare('DELETE FROM setting WHERE name = ?').run(OPEN);
      });
    } catch (error) {
      // A full disk is reported by the write that would lose something.
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** When it was found that the last changes are missing, in milliseconds since 1970; null when none are, or it was dismissed. */
  changesMissingSince(): number | null {
    const since = this.setting(MISSING_SINCE);
    return since === null ? null : Number(since);
  }

  dismissMissingChanges(): void {
    this.removeSetting(MISSING_SINCE);
  }

  /** Another number once another program has changed something. */
  changesElsewhere(): number {
    return guarded(() => this.db.pragma('data_version', { simple: true })) as number;
  }

  close(): void {
    this.db.close();
  }

  setting(name: string): string | null {
    const row = guarded(() => this.db.prepare('SELECT value FROM setting WHERE name = ?').get(name)) as { value: string } | undefined;
    return row?.value ?? null;
  }

  setSetting(name: string, value: string): void {
    this.write(() => this.put('setting', 'name', { name, value }));
  }

  removeSetting(name: string): void {
    this.write(() => this.db.prepare('DELETE FROM setting WHERE name = ?').run(name));
  }

  connections(): ConnectionRow[] {
    return guarded(() => this.db.prepare(`SELECT ${columnsOf('connection')} FROM connection ORDER BY created_at, id`).all()).map(
      toConnection,
    );
  }

  connection(id: string): ConnectionRow | null {
    const row = guarded(() => this.db.prepare(`SELECT ${columnsOf('connection')} FROM connection WHERE id = ?`).get(id));
    return row === undefined ? null : toConnection(row);
  }

  saveConnection(connection: ConnectionRow, now: number): void {
    const { id, name, kind, version, creditsPerRecord, organization } = connection;
    const row = {
      id,
      name,
      kind,
      base_url: connection.baseUrl,
      version,
      settings: JSON.stringify(connection.settings),
      token_saved: connection.tokenSaved ? 1 : 0,
      tested_at: connection.testedAt,
      credits: connection.credits === null ? null : JSON.stringify(connection.credits),
      credits_per_record: creditsPerRecord,
      created_at: now,
      organization,
      former: JSON.stringify(connection.former),
    };
    this.write(() => this.put('connection', 'id', row, ['kind', 'created_at']));
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

  /** The imports of the do-not-screen list, the oldest first. */
  doNotScreen(): SuppressionRow[] {
    return guarded(() => this.db.prepare(`SELECT ${columnsOf('do_not_screen')} FROM do_not_screen ORDER BY added_at, id`).all()).map(
      toSuppression,
    );
  }

  /** Puts the imports of the do-not-screen list in the place of those that were there. */
  setDoNotScreen(lists: readonly SuppressionRow[]): void {
    this.write(() => {
      this.db.prepare('DELETE FROM do_not_screen').run();
      for (const { addedAt, ...list } of lists) this.insert('do_not_screen', { ...list, added_at: addedAt });
    });
  }

  projects(): ProjectRow[] {
    return guarded(() =>
      this.db.prepare(`SELECT ${columnsOf('project')} FROM project WHERE wrapped_key IS NOT NULL ORDER BY changed_at DESC, id`).all(),
    ).map(toProject);
  }

  project(id: string): ProjectRow | null {
    const row = guarded(() =>
      this.db.prepare(`SELECT ${columnsOf('project')} FROM project WHERE id = ? AND wrapped_key IS NOT NULL`).get(id),
    );
    return row === undefined ? null : toProject(row);
  }

  /** Every project that came out of this one, removed ones included; those that can still be read have a key. */
  linkedTo(id: string): ProjectRow[] {
    return guarded(() =>
      this.db.prepare(`SELECT ${columnsOf('project')} FROM project WHERE parent_id = ? ORDER BY created_at`).all(id),
    ).map(toProject);
  }

  addProject(project: Omit<ProjectRow, 'version' | 'changedAt'>): void {
    const p = project;
    this.write(() => {
      this.insert('project', {
        id: p.id,
        version: 1,
        name: p.name,
        created_at: p.createdAt,
        changed_at: p.createdAt,
        connection_id: p.connectionId,
        file_name: p.fileName,
        file_bytes: p.fileBytes,
        file_sha256: p.fileSha256,
        state: JSON.stringify(p.state),
        facts: storedParts(p),
        wrapped_key: p.wrappedKey,
        sealed: p.encryptedList,
      });
      this.enter(p.id, p.createdAt, { type: 'brought', file: p.fileName, bytes: p.fileBytes }, p.state.at);
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
        storedParts(changedParts(present, change)),
        change.encryptedList ?? present.encryptedList,
        id,
      );
  }

  /**
   * Moves a project to its next state and enters what led there in the journal, in one transaction that is on the disk
   * when this returns. This is the "record the intent" and the "record the outcome" of every step.
   * False, with nothing changed, when the change claims a list that another project has claimed for the same account.
   */
  advance(
    id: string,
    state: ProjectState,
    entry: { readonly at: number; readonly event: JournalEvent },
    change: ProjectChange = {},
  ): boolean {
    return this.write(() => {
      if (change.claim !== undefined && !this.claim(id, change.claim, entry.at)) return false;
      this.applyChange(id, change, entry.at);
      this.db.prepare('UPDATE project SET state = ? WHERE id = ?').run(JSON.stringify(state), id);
      this.enter(id, entry.at, entry.event, state.at);
      // A list that cannot have been charged for frees its place in the index of what was sent.
      const over = state.at === 'draft' || (state.at === 'ended' && !mayBeCharged(state));
      if (over) this.db.prepare('UPDATE submission SET released = 1 WHERE project_id = ?').run(id);
      return true;
    });
  }

  private enter(id: string, at: number, event: JournalEvent, state: ProjectState['at'] | ''): void {
    const { name, detail } = storedForm(event);
    this.insert('journal', { project_id: id, at, event: name, detail: JSON.stringify(detail), state });
  }

  /** Appends an event that changes no state. `at`: milliseconds since 1970. */
  appendJournal(id: string, at: number, event: JournalEvent): void {
    this.write(() => this.enter(id, at, event, ''));
  }

  journal(id: string): JournalEntry[] {
    const rows = this.db.prepare('SELECT seq, at, event, detail, state FROM journal WHERE project_id = ? ORDER BY seq').all(id);
    return rows.map(toJournalEntry);
  }

  /** What the projects of this data folder have made on services, removed ones included: ids, and the marked names that were asked for. */
  madeOnServices(): { readonly remoteIds: ReadonlySet<string>; readonly names: readonly string[] } {
    const told = (key: 'remoteId' | 'marker') =>
      this.db
        .prepare(`SELECT DISTINCT detail ->> ? AS told FROM journal WHERE event IN ('intend', 'created') AND detail ->> ? IS NOT NULL`)
        .all(key, key)
        .map((row) => String((row as { told: unknown }).told));
    return { remoteIds: new Set(told('remoteId')), names: told('marker') };
  }

  /** The number of the last entry by which an event led a project to a state; null when there is none. */
  lastEntry(id: string, state: ProjectState['at'], event: JournalEventName | null = null): number | null {
    const row = this.db
      .prepare('SELECT max(seq) AS seq FROM journal WHERE project_id = ? AND state = ? AND event = ifnull(?, event)')
      .get(id, state, event);
    return (row as { seq: number | null }).seq;
  }

  /** The number of the first entry of all projects that was made after `since` and not after `now`; null when there is none. */
  firstEntryWithin(since: number, now: number): number | null {
    const row = this.db.prepare('SELECT min(seq) AS seq FROM journal WHERE at > ? AND at <= ?').get(since, now);
    return (row as { seq: number | null }).seq;
  }

  /** The earlier project that sent this very list to the account of this connection and may have been charged for it, or null. */
  sentBefore(
    connectionId: string,
    sha256: string,
    except: string,
  ): { readonly id: string; readonly name: string; readonly at: number } | null {
    const row = this.db
      .prepare(
        `SELECT p.id, p.name, s.at FROM submission s JOIN project p ON p.id = s.project_id
         WHERE s.connection_id IN (SELECT value FROM json_each(?)) AND s.sha256 = ? AND s.released = 0 AND s.project_id <> ?
         ORDER BY s.at DESC LIMIT 1`,
      )
      .get(this.account(connectionId), sha256, except);
    return (row as { id: string; name: string; at: number } | undefined) ?? null;
  }

  /** Ids of the connections that reach the account of one of them, as JSON. */
  private account(connectionId: string): string {
    return JSON.stringify(connectionsOfAccount(this.connections(), connectionId));
  }

  /** Claims a list within the transaction that sends it; the unique index has the last word. */
  private claim(projectId: string, { sha256, allowDuplicate }: Claim, at: number): boolean {
    const connectionId = this.project(projectId)?.connectionId ?? '';
    const connection = this.connection(connectionId);
    if (connection === null) throw new AppError('NOT_FOUND', 'There is no such connection.');
    // A list whose first sending was given up free of charge may still stand there as a repetition that was charged.
    if (!allowDuplicate && this.sentBefore(connectionId, sha256, projectId) !== null) return false;
    const address = addressOf(connection);
    try {
      // Two organizations at one address send the same list once each: repetitions are counted by the address.
      this.db
        .prepare(
          `INSERT INTO submission (project_id, connection_id, sha256, repetition, at, address)
           SELECT ?, ?, ?, coalesce(max(repetition), 0) + 1, ?, ? FROM submission
             WHERE address = ? AND sha256 = ? AND released = 0 AND project_id <> ?
           ON CONFLICT (project_id) DO UPDATE SET connection_id = excluded.connection_id, sha256 = excluded.sha256,
             repetition = excluded.repetition, at = excluded.at, address = excluded.address, released = 0`,
        )
        .run(projectId, connectionId, sha256, at, address, address, sha256, projectId);
      return true;
    } catch (error) {
      if (error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false;
      throw error;
    }
  }

  templates(): TemplateRow[] {
    return guarded(() => this.db.prepare(`SELECT ${columnsOf('template')} FROM template ORDER BY changed_at DESC, id`).all()).map(
      toTemplate,
    );
  }

  /** Keeps a template, in place of the one with its id if there is one. */
  saveTemplate({ id, changedAt, sealed }: TemplateRow): void {
    this.write(() => this.put('template', 'id', { id, changed_at: changedAt, sealed }));
  }

  removeTemplate(id: string): void {
    this.write(() => this.db.prepare('DELETE FROM template WHERE id = ?').run(id));
  }

  /** Forgets a project's key and names; the journal keeps that it was and what it cost. */
  forgetProject(id: string, at: number): void {
    this.write(() => {
      this.enter(id, at, { type: 'removed' }, '');
      this.db
        .prepare(`UPDATE project SET wrapped_key = NULL, sealed = NULL, version = version + 1, changed_at = ? WHERE id = ?`)
        .run(at, id);
    });
  }
}
