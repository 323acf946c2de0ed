import { AppError } from '../../../shared/base/index.ts';
import { type JournalEvent, type ProjectState, isBeforeSubmission, isRunning, mayBeCharged } from '../../../shared/project/index.ts';
import { assertHeldHere } from './custody.ts';
import type { JournalTable } from './journal-table.ts';
import { isReadable, type ProjectRow, ProjectRows, storedParts, type UnreadableProject } from './project-rows.ts';
import type { ReviewTable } from './review-table.ts';
import { changedParts, newParts, type PartsChange } from './schema/project.ts';
import { changedTexts, encryptedText, TEXT_KEYS, withEncryptedTexts, withoutTexts } from './service-texts.ts';
import { assertReadable, type Sql } from './sql.ts';
import type { Claim, SubmissionClaims } from './submission-claims.ts';
import type { TextOwners } from './text-owners.ts';

/** What can change together with a project's state. */
export interface ProjectChange extends PartsChange {
  readonly name?: string;
  readonly connectionId?: string;
  readonly fileSha256?: string;
  readonly encryptedList?: Buffer;
  /** The list that the project sends from now on. */
  readonly claim?: Claim;
}

/** Throws if the stored project must not be changed, because another program may have changed it a moment ago. */
export type AssertChangeable = (present: ProjectRow) => void;

/** Writes something else in the same transaction as the change. */
export type AlsoWrite = (changed: ProjectRow) => void;

/** The state of a removed project with an unreadable record: it may have been paid for. */
const REMOVED_UNREADABLE: ProjectState = { at: 'ended', how: 'given-up', charged: 'maybe', resume: null };

/** Projects with their state. Each change of a state is stored in one transaction with its journal entry and its claim. */
export class ProjectTable {
  private readonly sql: Sql;
  private readonly owners: TextOwners;
  private readonly journal: JournalTable;
  private readonly claims: SubmissionClaims;
  private readonly reviews: ReviewTable;
  private readonly rows: ProjectRows;

  constructor(sql: Sql, owners: TextOwners, journal: JournalTable, claims: SubmissionClaims, reviews: ReviewTable) {
    this.sql = sql;
    this.owners = owners;
    this.journal = journal;
    this.claims = claims;
    this.reviews = reviews;
    this.rows = new ProjectRows(sql, owners);
  }

  /** All projects that still have their data, the last changed one first, except those with an unreadable record. */
  all(): ProjectRow[] {
    return this.allKnown().filter(isReadable);
  }

  /** As `all`, but includes the projects with an unreadable record. */
  allKnown(): (ProjectRow | UnreadableProject)[] {
    const projects = this.rows.known('wrapped_key IS NOT NULL ORDER BY changed_at DESC, id');
    // Removes from memory the names of projects that were removed, perhaps by another program.
    this.rows.retain(new Set(projects.map(({ id }) => id)));
    return projects;
  }

  /** As `find`, but includes projects with an unreadable record. */
  findKnown(id: string): ProjectRow | UnreadableProject | null {
    return this.rows.known('id = ? AND wrapped_key IS NOT NULL', id)[0] ?? null;
  }

  /**
   * Null also for a removed project.
   * @throws DATABASE_DAMAGED, with the name of the project, when its record cannot be read.
   */
  find(id: string): ProjectRow | null {
    return this.rows.readable('id = ? AND wrapped_key IS NOT NULL', id)[0] ?? null;
  }

  /** As `find`, but includes removed projects. */
  findEver(id: string): ProjectRow | null {
    return this.rows.readable('id = ?', id)[0] ?? null;
  }

  /** Runs `work` if the project is removed. No other program changes the database meanwhile. */
  whileRemoved(id: string, work: () => void): void {
    if (!this.isRemoved(id)) return;
    this.sql.write(() => {
      if (this.isRemoved(id)) work();
    });
  }

  private isRemoved(id: string): boolean {
    return this.sql.get('SELECT 1 FROM project WHERE id = ? AND wrapped_key IS NULL', id) !== undefined;
  }

  /**
   * All projects with this one as their parent, including removed ones, in the order in which they were stored, even if the clock was set
   * back in between. Only those that are not removed have a key.
   */
  childrenOf(id: string): ProjectRow[] {
    return this.rows.readable('parent_id = ? ORDER BY rowid', id);
  }

  /** All projects that were read from a file with this hash, including removed ones. */
  withFile(sha256: string): ProjectRow[] {
    return this.rows.known('file_sha256 = ?', sha256).filter(isReadable);
  }

  /** True if this folder ever had a project, even if it was removed. */
  hasHadAny(): boolean {
    return this.sql.get('SELECT 1 FROM project LIMIT 1') !== undefined;
  }

  /** Number of finished screenings over a connection. */
  screeningsOf(connectionId: string): number {
    const row = this.sql.get(
      "SELECT count(*) AS screenings FROM project WHERE connection_id = ? AND CASE WHEN json_valid(state) THEN state ->> 'at' END = 'done'",
      connectionId,
    );
    return (row as { readonly screenings: number }).screenings;
  }

  /** The markers of a connection's removed projects, except those that another project has, too. */
  removedMarkers(connectionId: string): string[] {
    const present = new Set(this.all().map(({ submission }) => submission.marker));
    return this.rows
      .known('wrapped_key IS NULL AND connection_id = ?', connectionId)
      .filter(isReadable)
      .map(({ submission }) => submission.marker)
      .filter((marker) => marker !== '' && !present.has(marker));
  }

  /**
   * Within a transaction, checks that the connection exists, because another program may have removed it a moment ago.
   * @throws NOT_FOUND.
   */
  private assertConnected(connectionId: string): void {
    const row = this.sql.get('SELECT 1 FROM connection WHERE id = ? AND removed_at IS NULL', connectionId);
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such connection.');
  }

  /**
   * Adds a project.
   * @throws NOT_FOUND when there is no such connection.
   */
  add(project: Omit<ProjectRow, 'version' | 'changedAt'>): void {
    const p = project;
    const owner = this.owners.of(p);
    this.sql.write(() => {
      this.assertConnected(p.connectionId);
      this.sql.insert('project', {
        id: p.id,
        version: 1,
        name: encryptedText(p.name, owner),
        created_at: p.createdAt,
        changed_at: p.createdAt,
        connection_id: p.connectionId,
        file_name: encryptedText(p.fileName, owner),
        file_bytes: p.fileBytes,
        file_sha256: p.fileSha256,
        state: withEncryptedTexts(p.state, TEXT_KEYS.state, owner),
        facts: storedParts(p, owner),
        wrapped_key: p.wrappedKey,
        sealed: p.encryptedList,
      });
      assertReadable(() => this.find(p.id));
      this.journal.add(p.id, p.createdAt, { type: 'brought', file: p.fileName, bytes: p.fileBytes }, p.state.at);
    });
  }

  /**
   * Changes a project without changing its state.
   * @throws NOT_FOUND; what `assertChangeable` and `alsoWrite` throw.
   */
  change(id: string, change: ProjectChange, now: number, assertChangeable?: AssertChangeable, alsoWrite?: AlsoWrite): void {
    this.sql.write(() => {
      this.applyChange(this.present(id), change, now, assertChangeable);
      assertReadable(() => this.find(id));
      alsoWrite?.(this.present(id));
    });
  }

  private present(id: string): ProjectRow {
    const present = this.find(id);
    if (present === null) throw new AppError('NOT_FOUND', 'There is no such project.');
    return present;
  }

  private applyChange(present: ProjectRow, change: ProjectChange, now: number, assertChangeable?: AssertChangeable): void {
    assertChangeable?.(present);
    if (change.connectionId !== undefined) this.assertConnected(change.connectionId);
    const owner = this.owners.of(present);
    this.sql.run(
      `UPDATE project SET version = version + 1, changed_at = ?, name = ?, connection_id = ?, file_sha256 = ?, facts = ?, sealed = ? WHERE id = ?`,
      now,
      encryptedText(change.name ?? present.name, owner),
      change.connectionId ?? present.connectionId,
      change.fileSha256 ?? present.fileSha256,
      storedParts(changedParts(present, change), owner),
      change.encryptedList ?? present.encryptedList,
      present.id,
    );
  }

  /**
   * Stores the next state of a project and the journal entry that led to it, in one transaction that is on disk when this returns. Returns
   * false, with nothing changed, if the change claims a list that another project has claimed for the same account. If it throws, nothing
   * has changed.
   * @throws HELD_ELSEWHERE; what `assertChangeable` and `alsoWrite` throw.
   */
  advance(
    id: string,
    state: ProjectState,
    entry: { readonly at: number; readonly event: JournalEvent },
    change: ProjectChange = {},
    assertChangeable?: AssertChangeable,
    alsoWrite?: AlsoWrite,
  ): boolean {
    return this.sql.write(() => {
      const present = this.present(id);
      // Every state that leads to a call that changes the service, or that gives up the claim of a list, is stored here.
      const isSettled = state.at === present.state.at || isBeforeSubmission(present.state);
      if (isRunning(state) || !isSettled) assertHeldHere(present);
      if (change.claim !== undefined && !this.claims.claim(id, present.connectionId, change.claim, entry.at)) return false;
      this.applyChange(present, change, entry.at, assertChangeable);
      this.sql.run('UPDATE project SET state = ? WHERE id = ?', withEncryptedTexts(state, TEXT_KEYS.state, this.owners.of(present)), id);
      assertReadable(() => this.find(id));
      this.journal.add(id, entry.at, entry.event, state.at);
      // The list cannot have been charged for, so another project may claim it.
      const isFree = state.at === 'draft' || (state.at === 'ended' && !mayBeCharged(state));
      if (isFree) this.claims.release(id);
      alsoWrite?.(this.present(id));
      return true;
    });
  }

  /** Within a transaction, changes the name of a project's file, and the texts in its state. `by` gets a text and its key. */
  changeTexts(id: string, by: (text: string, name: string) => string): void {
    const { fileName, wrappedKey } = this.present(id);
    const owner = this.owners.of({ id, wrappedKey });
    const { state } = this.sql.get('SELECT state FROM project WHERE id = ?', id) as { readonly state: string };
    this.sql.run(
      'UPDATE project SET file_name = ?, state = ?, version = version + 1 WHERE id = ?',
      encryptedText(by(fileName, 'fileName'), owner),
      changedTexts(state, TEXT_KEYS.state, owner, by),
      id,
    );
    assertReadable(() => this.find(id));
  }

  /** Keeps what remains of a removed project. Replaces a record that cannot be read by one that can. */
  private keptOf(id: string): { readonly state: string; readonly facts: string } {
    const known = this.findKnown(id);
    if (known !== null && !isReadable(known)) return { state: JSON.stringify(REMOVED_UNREADABLE), facts: JSON.stringify(newParts('', '')) };
    return this.sql.get('SELECT state, facts FROM project WHERE id = ?', id) as { state: string; facts: string };
  }

  /**
   * Removes a project's key, its encrypted list, its names and the words of the service. The rest is kept, and the write-ahead log still
   * contains the removed data.
   */
  erase(id: string, at: number, alsoWrite: () => void = () => undefined): void {
    this.sql.write(() => {
      alsoWrite();
      this.journal.add(id, at, { type: 'removed' });
      this.journal.removeTexts(id);
      this.reviews.remove(id);
      const owner = this.owners.byId(id);
      const { state, facts } = this.keptOf(id);
      this.sql.run(
        `UPDATE project SET name = '', file_name = '', state = ?, facts = ?, wrapped_key = NULL, sealed = NULL, version = version + 1, changed_at = ? WHERE id = ?`,
        withoutTexts(state, TEXT_KEYS.state, owner, this.owners.codeOf),
        withoutTexts(facts, TEXT_KEYS.facts, owner, this.owners.codeOf),
        at,
        id,
      );
    });
    this.rows.forget(id);
  }
}
