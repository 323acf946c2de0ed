/**
 * The app database: connections, projects, templates, the suppression list, and the journal of intents and outcomes. What may name a
 * person (headings, mapping, examples, words of the service) is encrypted with the project's own key.
 */
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/errors.ts';
import {
  type JournalEntry,
  type JournalEvent,
  type JournalEventName,
  type JournalEventOf,
  storedForm,
} from '../../../shared/project/journal.ts';
import { mayBeCharged, type ProjectState } from '../../../shared/project/project.ts';
import { addressOf, connectionsOfAccount } from './accounts.ts';
import { DatabaseFile } from './database-file.ts';
import {
  type ConnectionRow,
  type ProjectRow,
  type SuppressionRow,
  type TemplateRow,
  toConnection,
  toJournalEntry,
  toProject,
  toSuppression,
  toTemplate,
} from './rows.ts';
import { changedParts, type PartsChange, type ProjectParts, type StoredProject } from './schema/project.ts';
import { columnsOf } from './schema/tables.ts';
import {
  connectionOfSingleCalls,
  lastSentAlone,
  type SentAlone,
  type SingleCallEntry,
  singleCallsOf,
  type SingleIntent,
} from './single-calls.ts';
import { type TextOwner, withEncryptedTexts, withoutTexts } from './service-texts.ts';

export type { ConnectionRow, ProjectRow, SuppressionRow } from './rows.ts';

/** The claim of a list for a project: an account is sent the same list once, unless the user allows a duplicate. */
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

/** Throws when a project, as it is stored, must not be changed: another program may have changed it a moment ago. */
export type AssertChangeable = (present: ProjectRow) => void;

/** The keys of the projects. */
interface Keys {
  /** 32 bytes. @throws AppError when there is none. */
  of(project: Pick<ProjectRow, 'id' | 'wrappedKey'>): Buffer;
}

function storedParts(parts: ProjectParts, owner: TextOwner): string {
  const { source, options, submission, lineage, adopted, index, editPending, lastError } = parts;
  const stored: StoredProject = { v: 2, source, options, submission, lineage, adopted, index, editPending, lastError };
  return withEncryptedTexts(stored, owner);
}

export class AppDatabase extends DatabaseFile {
  private keys: Keys | null = null;

  /** Call it before any project is read or written: the data key is known only after the database is open. */
  useKeys(keys: Keys): void {
    this.keys = keys;
  }

  private readonly keyOf = (project: Pick<ProjectRow, 'id' | 'wrappedKey'>): Buffer => {
    if (this.keys === null) throw new TypeError('the database has no keys yet');
    return this.keys.of(project);
  };

  private readonly toProject = (row: unknown): ProjectRow => toProject(row, this.keyOf);

  /** For rows of the journal, which have no key of their own. */
  private owner(id: string): TextOwner {
    const key = () => {
      const row = this.get('SELECT wrapped_key FROM project WHERE id = ?', id) as { readonly wrapped_key: Buffer | null } | undefined;
      return this.keyOf({ id, wrappedKey: row?.wrapped_key ?? null });
    };
    return { id, key };
  }

  connections(): ConnectionRow[] {
    return this.all(`SELECT ${columnsOf('connection')} FROM connection ORDER BY created_at, id`).map(toConnection);
  }

  connection(id: string): ConnectionRow | null {
    const row = this.get(`SELECT ${columnsOf('connection')} FROM connection WHERE id = ?`, id);
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
      last_test: connection.lastTest === null ? null : JSON.stringify(connection.lastTest),
    };
    this.write(() => this.put('connection', 'id', row, ['kind', 'created_at']));
  }

  /** Number of finished screenings over a connection. */
  screeningsOf(connectionId: string): number {
    const row = this.get(
      "SELECT count(*) AS screenings FROM project WHERE connection_id = ? AND json_extract(state, '$.at') = 'done'",
      connectionId,
    );
    return (row as { readonly screenings: number }).screenings;
  }

  /** False when projects still belong to it. */
  removeConnection(id: string): boolean {
    return this.write(() => {
      const used = this.get('SELECT 1 FROM project WHERE connection_id = ? LIMIT 1', id);
      if (used !== undefined) return false;
      this.db.prepare('DELETE FROM connection WHERE id = ?').run(id);
      return true;
    });
  }

  /** The imports of the do-not-screen list, the oldest first. */
  suppressionLists(): SuppressionRow[] {
    return this.all(`SELECT ${columnsOf('do_not_screen')} FROM do_not_screen ORDER BY added_at, id`).map(toSuppression);
  }

  /** Replaces the imports of the do-not-screen list. */
  setSuppressionLists(lists: readonly SuppressionRow[]): void {
    this.write(() => {
      this.db.prepare('DELETE FROM do_not_screen').run();
      for (const { addedAt, ...list } of lists) this.insert('do_not_screen', { ...list, added_at: addedAt });
    });
  }

  projects(): ProjectRow[] {
    return this.all(`SELECT ${columnsOf('project')} FROM project WHERE wrapped_key IS NOT NULL ORDER BY changed_at DESC, id`).map(
      this.toProject,
    );
  }

  /** True once a project was made in this folder, also when it was removed. */
  hasHadProject(): boolean {
    return this.get('SELECT 1 FROM project LIMIT 1') !== undefined;
  }

  /** The markers of a connection's removed projects that no other project has. */
  removedMarkers(connectionId: string): string[] {
    const rows = this.all(`SELECT ${columnsOf('project')} FROM project WHERE wrapped_key IS NULL AND connection_id = ?`, connectionId);
    const present = new Set(this.projects().map(({ submission }) => submission.marker));
    return rows.map((row) => this.toProject(row).submission.marker).filter((marker) => marker !== '' && !present.has(marker));
  }

  project(id: string): ProjectRow | null {
    const row = this.get(`SELECT ${columnsOf('project')} FROM project WHERE id = ? AND wrapped_key IS NOT NULL`, id);
    return row === undefined ? null : this.toProject(row);
  }

  /** Every project with this one as its parent, removed ones included; those that can still be read have a key. */
  childrenOf(id: string): ProjectRow[] {
    return this.all(`SELECT ${columnsOf('project')} FROM project WHERE parent_id = ? ORDER BY created_at`, id).map(this.toProject);
  }

  addProject(project: Omit<ProjectRow, 'version' | 'changedAt'>): void {
    const p = project;
    const owner = { id: p.id, key: () => this.keyOf(p) };
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
        state: withEncryptedTexts(p.state, owner),
        facts: storedParts(p, owner),
        wrapped_key: p.wrappedKey,
        sealed: p.encryptedList,
      });
      this.addEntry(p.id, p.createdAt, { type: 'brought', file: p.fileName, bytes: p.fileBytes }, p.state.at);
    });
  }

  /** Changes a project without changing its state. @throws NOT_FOUND; what `assertChangeable` throws. */
  changeProject(id: string, change: ProjectChange, now: number, assertChangeable?: AssertChangeable): void {
    this.write(() => this.applyChange(id, change, now, assertChangeable));
  }

  private applyChange(id: string, change: ProjectChange, now: number, assertChangeable?: AssertChangeable): void {
    const present = this.project(id);
    if (present === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    assertChangeable?.(present);
    this.db
      .prepare(
        `UPDATE project SET version = version + 1, changed_at = ?, name = ?, connection_id = ?, file_sha256 = ?, facts = ?, sealed = ? WHERE id = ?`,
      )
      .run(
        now,
        change.name ?? present.name,
        change.connectionId ?? present.connectionId,
        change.fileSha256 ?? present.fileSha256,
        storedParts(changedParts(present, change), this.owner(id)),
        change.encryptedList ?? present.encryptedList,
        id,
      );
  }

  /**
   * Stores the next state of a project and the journal entry that led to it, in one transaction that is on the disk when this returns.
   * False, with nothing changed, when the change claims a list that another project has claimed for the same account. @throws what
   * `assertChangeable` throws; nothing has changed then.
   */
  advance(
    id: string,
    state: ProjectState,
    entry: { readonly at: number; readonly event: JournalEvent },
    change: ProjectChange = {},
    assertChangeable?: AssertChangeable,
  ): boolean {
    return this.write(() => {
      if (change.claim !== undefined && !this.claim(id, change.claim, entry.at)) return false;
      this.applyChange(id, change, entry.at, assertChangeable);
      this.db.prepare('UPDATE project SET state = ? WHERE id = ?').run(withEncryptedTexts(state, this.owner(id)), id);
      this.addEntry(id, entry.at, entry.event, state.at);
      // A list that cannot have been charged for may be claimed by another project.
      const isFree = state.at === 'draft' || (state.at === 'ended' && !mayBeCharged(state));
      if (isFree) this.db.prepare('UPDATE submission SET released = 1 WHERE project_id = ?').run(id);
      return true;
    });
  }

  private addEntry(id: string, at: number, event: JournalEvent, state: ProjectState['at'] | ''): void {
    const { name, detail } = storedForm(event);
    this.insert('journal', { project_id: id, at, event: name, detail: withEncryptedTexts(detail, this.owner(id)), state });
  }

  /** Appends an event that changes no state. `at`: milliseconds since 1970. */
  appendJournal(id: string, at: number, event: JournalEvent): void {
    this.write(() => this.addEntry(id, at, event, ''));
  }

  /**
   * Records the intent to send one person alone, unless this person was sent alone before; `again` records it in any case.
   * `person`: codes of `PersonCodes`. Returns the earlier sending that stops this one, null when the intent is recorded.
   */
  intendSingle(connectionId: string, at: number, { what, person, again }: SingleIntent): SentAlone | null {
    return this.write(() => {
      const before = again ? null : this.sentAlone(connectionId, person);
      if (before === null) this.addEntry(singleCallsOf(connectionId), at, { type: 'intend', what, person }, '');
      return before;
    });
  }

  /** The last sending of a person alone to the account of this connection that may have been charged; null: none. */
  sentAlone(connectionId: string, person: readonly string[]): SentAlone | null {
    const connections = this.connections();
    const account = new Set(connectionsOfAccount(connections, connectionId));
    const present = new Set(connections.map(({ id }) => id));
    const rows = this.all(
      `SELECT project_id AS id, seq, at, event, detail, state FROM journal
         WHERE project_id >= 'single:' AND project_id < 'single;' ORDER BY seq`,
    );
    const entries: SingleCallEntry[] = [];
    for (const row of rows) {
      const { id, ...columns } = row as { readonly id: string };
      const connection = connectionOfSingleCalls(id);
      // A removed connection can have reached this account.
      if (present.has(connection) && !account.has(connection)) continue;
      entries.push({ id, entry: toJournalEntry(columns, this.owner(id)) });
    }
    return lastSentAlone(entries, person);
  }

  /** Records the outcome of a call for one person whose intent `intendSingle` recorded. */
  endSingle(connectionId: string, at: number, outcome: Omit<JournalEventOf<'single'>, 'type'>): void {
    this.appendJournal(singleCallsOf(connectionId), at, { type: 'single', ...outcome });
  }

  journal(id: string): JournalEntry[] {
    const rows = this.all('SELECT seq, at, event, detail, state FROM journal WHERE project_id = ? ORDER BY seq', id);
    const owner = this.owner(id);
    return rows.map((row) => toJournalEntry(row, owner));
  }

  /** What the projects of this data folder created on services, removed ones included: IDs, and the names that were asked for. */
  madeOnServices(): { readonly remoteIds: ReadonlySet<string>; readonly names: readonly string[] } {
    const recorded = (key: 'remoteId' | 'marker') =>
      this.all(
        `SELECT DISTINCT detail ->> ? AS value FROM journal WHERE event IN ('intend', 'created') AND detail ->> ? IS NOT NULL`,
        key,
        key,
      ).map((row) => String((row as { value: unknown }).value));
    return { remoteIds: new Set(recorded('remoteId')), names: recorded('marker') };
  }

  /** The number of the last entry by which an event led a project to a state; null when there is none. */
  lastEntry(id: string, state: ProjectState['at'], event: JournalEventName | null = null): number | null {
    const row = this.get(
      'SELECT max(seq) AS seq FROM journal WHERE project_id = ? AND state = ? AND event = ifnull(?, event)',
      id,
      state,
      event,
    );
    return (row as { seq: number | null }).seq;
  }

  /** The number of the first entry of all projects that was made after `since` and not after `now`; null when there is none. */
  firstEntryWithin(since: number, now: number): number | null {
    const row = this.get('SELECT min(seq) AS seq FROM journal WHERE at > ? AND at <= ?', since, now);
    return (row as { seq: number | null }).seq;
  }

  /** True when a call for a single record was made over one of the connections at `since` (milliseconds since 1970) or later. */
  hasSingleCallSince(connectionIds: ReadonlySet<string>, since: number): boolean {
    const ids = JSON.stringify([...connectionIds].map(singleCallsOf));
    const row = this.get('SELECT 1 FROM journal WHERE project_id IN (SELECT value FROM json_each(?)) AND at >= ? LIMIT 1', ids, since);
    return row !== undefined;
  }

  /** The last project that sent the same list to the account of this connection and may have been charged for it; null: none. */
  sentBefore(
    connectionId: string,
    sha256: string,
    except: string,
  ): { readonly id: string; readonly name: string; readonly at: number } | null {
    const row = this.get(
      `SELECT p.id, p.name, s.at FROM submission s JOIN project p ON p.id = s.project_id
         WHERE s.connection_id IN (SELECT value FROM json_each(?)) AND s.sha256 = ? AND s.released = 0 AND s.project_id <> ?
         ORDER BY s.at DESC LIMIT 1`,
      this.account(connectionId),
      sha256,
      except,
    );
    return (row as { id: string; name: string; at: number } | undefined) ?? null;
  }

  /** Ids of the connections that reach the account of one of them, as JSON. */
  private account(connectionId: string): string {
    return JSON.stringify(connectionsOfAccount(this.connections(), connectionId));
  }

  /** Claims a list. Call it within the transaction that sends the list; the unique index decides between programs. */
  private claim(projectId: string, { sha256, allowDuplicate }: Claim, at: number): boolean {
    const connectionId = this.project(projectId)?.connectionId ?? '';
    const connection = this.connection(connectionId);
    if (connection === null) throw new AppError('NOT_FOUND', 'There is no such connection.');
    // The claim of repetition 1 may be released while a later repetition was charged, so the index alone does not refuse the list.
    if (!allowDuplicate && this.sentBefore(connectionId, sha256, projectId) !== null) return false;
    const address = addressOf(connection);
    try {
      // Two organizations at one address may each send the same list, so repetitions are counted by address.
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
    return this.all(`SELECT ${columnsOf('template')} FROM template ORDER BY changed_at DESC, id`).map(toTemplate);
  }

  /** Stores a template; replaces the one with its ID. */
  saveTemplate({ id, changedAt, encrypted }: TemplateRow): void {
    this.write(() => this.put('template', 'id', { id, changed_at: changedAt, sealed: encrypted }));
  }

  removeTemplate(id: string): void {
    this.write(() => this.db.prepare('DELETE FROM template WHERE id = ?').run(id));
  }

  /** Removes a project's key, its encrypted list and the words of the service; the rest of its row and journal stays. */
  eraseProject(id: string, at: number): void {
    this.write(() => {
      this.addEntry(id, at, { type: 'removed' }, '');
      this.removeTexts(id);
      this.db
        .prepare(`UPDATE project SET wrapped_key = NULL, sealed = NULL, version = version + 1, changed_at = ? WHERE id = ?`)
        .run(at, id);
    });
    this.overwriteLog();
  }

  /** Entries of earlier programs have these texts in plain form, which removing the key does not make unreadable. */
  private removeTexts(id: string): void {
    const row = this.get('SELECT state, facts FROM project WHERE id = ?', id) as { readonly state: string; readonly facts: string };
    this.db.prepare('UPDATE project SET state = ?, facts = ? WHERE id = ?').run(withoutTexts(row.state), withoutTexts(row.facts), id);
    const entries = this.all('SELECT seq, detail FROM journal WHERE project_id = ? AND json_valid(detail)', id);
    for (const { seq, detail } of entries as { readonly seq: number; readonly detail: string }[]) {
      const kept = withoutTexts(detail);
      if (kept !== detail) this.db.prepare('UPDATE journal SET detail = ? WHERE seq = ?').run(kept, seq);
    }
  }
}
