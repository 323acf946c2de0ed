/** The service's persistent data: projects with their lists in blocks, and single screenings. Survives a kill at any time. */
import { randomUUID } from 'node:crypto';
import type { RecordValues } from './checks.ts';
import type { ScoreConfigurationInput } from './configuration.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { Ledger } from './ledger.ts';
import { ListStore } from './list-store.ts';
import { ErrorResponse } from './error-response.ts';

/** A stored project. Times are in ms since 1970 by the unskewed clock. */
export interface StoredProject {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly configuration: ScoreConfigurationInput | null;
  readonly createdAt: number;
  readonly listId: number | null;
  readonly totalRows: number;
  readonly validRows: number;
  /** Period during which the list becomes visible, to imitate a slow service; both equal: visible at once. */
  readonly arrivesFrom: number;
  readonly arrivesUntil: number;
  /** Rows become visible gradually, or all at the end. */
  readonly arrivesGrowing: boolean;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly charged: number;
  readonly addCalls: number;
  readonly listsReceived: number;
  readonly processCalls: number;
  readonly processActs: number;
}

/** How a stored list becomes visible. */
export interface Arrival {
  readonly from: number;
  readonly until: number;
  readonly growing: boolean;
}

/** A single screening: a profile (#1) or a score request (#11). */
export interface StoredSingle {
  readonly id: string;
  readonly kind: SingleKind;
  readonly values: RecordValues;
  readonly createdAt: number;
}

export type SingleKind = 'profile' | 'score-request';

/** Consecutive profiles in the list of all profiles: one single screening, or a processed project. */
export type ProfileSource = { readonly count: number } & ({ readonly project: StoredProject } | { readonly single: StoredSingle });

interface ProjectRow {
  number: number;
  id: string;
  body: Buffer;
  created_at: number;
  list_id: number | null;
  total_rows: number;
  valid_rows: number;
  arrives_from: number;
  arrives_until: number;
  arrives_growing: number;
  started_at: number | null;
  finished_at: number | null;
  charged: number;
  add_calls: number;
  lists_received: number;
  process_calls: number;
  process_acts: number;
}

interface SingleRow {
  id: string;
  kind: SingleKind;
  body: Buffer;
  created_at: number;
}

export class PracticeStore {
  readonly ledger: Ledger;
  readonly lists: ListStore;
  private readonly db: OpenDatabase;

  /**
   * Opens the store; `credits` is the balance of a new one.
   * @throws StoreUnusable, as `openDatabase`
   */
  constructor(dataDir: string | null, key: Buffer | null, credits: number) {
    this.db = openDatabase(dataDir, key);
    this.ledger = new Ledger(this.db, credits);
    this.lists = new ListStore(this.db);
  }

  close(): void {
    this.lists.close();
    this.db.db.close();
  }

  createProject(name: string, configuration: ScoreConfigurationInput | null, now: number): StoredProject {
    const id = randomUUID();
    const body = this.db.encryption.encrypt(JSON.stringify({ name, configuration }), `project ${id}`);
    this.db.prepare('INSERT INTO project (id, body, created_at) VALUES (?, ?, ?)').run(id, body, now);
    return this.project(id);
  }

  /**
   * The project with this ID or, in dialects with numeric IDs, this number.
   * @throws ErrorResponse 404
   */
  project(id: string): StoredProject {
    const row = this.findRow(id);
    if (row === undefined) throw new ErrorResponse(404, 'project_unknown', 'There is no project with this id.');
    return this.readProject(row);
  }

  /** The number of a project; null for an unknown ID. For counting calls before they are validated. */
  projectNumber(id: string): number | null {
    return this.findRow(id)?.number ?? null;
  }

  /** Oldest first. */
  projects(): StoredProject[] {
    return this.db
      .prepare<[], ProjectRow>('SELECT * FROM project ORDER BY number')
      .all()
      .map((row) => this.readProject(row));
  }

  /**
   * Removes the people, profiles, name and settings of each project whose name ends with one of `markers`. Keeps charges and counts of
   * calls.
   */
  removeProjects(markers: readonly string[]): void {
    const removed = this.projects().filter(({ name }) => markers.some((marker) => name.endsWith(marker)));
    if (removed.length === 0) return;
    for (const { number, id, listId } of removed) {
      const body = this.db.encryption.encrypt(JSON.stringify({ name: 'Removed', configuration: null }), `project ${id}`);
      this.db.atomically(() => {
        const sql = 'UPDATE project SET body = ?, list_id = NULL, total_rows = 0, valid_rows = 0 WHERE number = ?';
        this.db.prepare(sql).run(body, number);
        this.db.prepare('DELETE FROM source WHERE project_number = ?').run(number);
        if (listId !== null) this.lists.remove(listId);
      });
    }
    this.db.emptyLog();
  }

  private findRow(id: string): ProjectRow | undefined {
    if (/^\d{1,15}$/u.test(id)) return this.db.prepare<[number], ProjectRow>('SELECT * FROM project WHERE number = ?').get(Number(id));
    return this.db.prepare<[string], ProjectRow>('SELECT * FROM project WHERE id = ?').get(id);
  }

  private readProject(row: ProjectRow): StoredProject {
    const body = JSON.parse(this.db.encryption.decrypt(row.body, `project ${row.id}`)) as Pick<StoredProject, 'name' | 'configuration'>;
    return {
      number: row.number,
      id: row.id,
      name: body.name,
      configuration: body.configuration,
      createdAt: row.created_at,
      listId: row.list_id,
      totalRows: row.total_rows,
      validRows: row.valid_rows,
      arrivesFrom: row.arrives_from,
      arrivesUntil: row.arrives_until,
      arrivesGrowing: row.arrives_growing === 1,
      startedAt: row.started_at,
      finishedAt: row.finished_at,
      charged: row.charged,
      addCalls: row.add_calls,
      listsReceived: row.lists_received,
      processCalls: row.process_calls,
      processActs: row.process_acts,
    };
  }

  /**
   * Assigns a complete list to its project in one transaction.
   * @throws ErrorResponse 409 when the project already has a list or was locked meanwhile
   */
  publishList(projectNumber: number, listId: number, rows: { total: number; valid: number }, arrival: Arrival): void {
    this.db.atomically(() => {
      const shown = this.db
        .prepare(
          `UPDATE project SET list_id = ?, total_rows = ?, valid_rows = ?, arrives_from = ?, arrives_until = ?, arrives_growing = ?
             WHERE number = ? AND list_id IS NULL AND started_at IS NULL`,
        )
        .run(listId, rows.total, rows.valid, arrival.from, arrival.until, arrival.growing ? 1 : 0, projectNumber);
      if (shown.changes === 0) throw listPresent();
      this.db.prepare('UPDATE list SET visible = 1 WHERE id = ?').run(listId);
    });
  }

  /**
   * Locks a project, charges a credit per valid row and starts screening, in one transaction.
   * @throws ErrorResponse 409 without records, while records arrive, or after an earlier start; 402 with too few credits
   */
  startProcessing(projectNumber: number, now: number, duration: number): StoredProject {
    return this.db.atomically(() => {
      const row = this.db.prepare<[number], ProjectRow>('SELECT * FROM project WHERE number = ?').get(projectNumber);
      if (row === undefined) throw new ErrorResponse(404, 'project_unknown', 'There is no project with this id.');
      if (row.started_at !== null)
        throw new ErrorResponse(409, 'already_processed', 'The project was locked and is being or has been processed.');
      if (row.list_id === null) throw new ErrorResponse(409, 'no_records', 'The project has no records to process.');
      if (now < row.arrives_until) throw new ErrorResponse(409, 'list_arriving', 'The records of the project are still arriving.');
      this.ledger.require(row.valid_rows);
      this.db
        .prepare('UPDATE project SET started_at = ?, finished_at = ?, charged = ?, process_acts = process_acts + 1 WHERE number = ?')
        .run(now, now + duration, row.valid_rows, projectNumber);
      this.db
        .prepare('INSERT INTO source (project_number, profile_count, available_at) VALUES (?, ?, ?)')
        .run(projectNumber, row.valid_rows, now + duration);
      return this.project(row.id);
    });
  }

  /** Ends the processing of a project at `now`, if it has not ended yet. */
  finishProcessing(projectNumber: number, now: number): void {
    this.db.atomically(() => {
      this.db.prepare('UPDATE project SET finished_at = min(finished_at, ?) WHERE number = ?').run(now, projectNumber);
      this.db.prepare('UPDATE source SET available_at = min(available_at, ?) WHERE project_number = ?').run(now, projectNumber);
    });
  }

  /**
   * Stores a single screening and charges one credit.
   * @throws ErrorResponse 402 without credits
   */
  createSingle(kind: SingleKind, values: RecordValues, now: number): StoredSingle {
    return this.db.atomically(() => {
      this.ledger.require(1);
      const id = randomUUID();
      const body = this.db.encryption.encrypt(JSON.stringify(values), `single ${id}`);
      const { lastInsertRowid } = this.db
        .prepare('INSERT INTO single (id, kind, body, created_at, charged) VALUES (?, ?, ?, ?, 1)')
        .run(id, kind, body, now);
      if (kind === 'profile') {
        this.db.prepare('INSERT INTO source (single_number, profile_count, available_at) VALUES (?, 1, ?)').run(lastInsertRowid, now);
      }
      return { id, kind, values, createdAt: now };
    });
  }

  /** A single screening by its ID, or null. */
  single(id: string, kind: SingleKind): StoredSingle | null {
    const row = this.db.prepare<[string, string], SingleRow>('SELECT * FROM single WHERE id = ? AND kind = ?').get(id, kind);
    return row === undefined ? null : this.readSingle(row);
  }

  private readSingle(row: SingleRow): StoredSingle {
    const values = JSON.parse(this.db.encryption.decrypt(row.body, `single ${row.id}`)) as RecordValues;
    return { id: row.id, kind: row.kind, values, createdAt: row.created_at };
  }

  /** Number of available profiles at `now`. */
  profileCount(now: number): number {
    return Number(this.db.prepare('SELECT COALESCE(SUM(profile_count), 0) FROM source WHERE available_at <= ?').pluck().get(now));
  }

  /** The sources of the profiles from `offset`, oldest first; `skip` is the number of profiles of the first source before the offset. */
  *profileSources(now: number, offset: number): Generator<{ source: ProfileSource; skip: number }> {
    let before = 0;
    const rows = this.db
      .prepare<[number], { project_number: number | null; single_number: number | null; profile_count: number }>(
        'SELECT project_number, single_number, profile_count FROM source WHERE available_at <= ? ORDER BY sequence',
      )
      .all(now);
    for (const row of rows) {
      const count = row.profile_count;
      if (before + count > offset) {
        const source = this.readSource(row.project_number, row.single_number, count);
        if (source !== null) yield { source, skip: Math.max(0, offset - before) };
      }
      before += count;
    }
  }

  private readSource(projectNumber: number | null, singleNumber: number | null, count: number): ProfileSource | null {
    if (projectNumber !== null) return { count, project: this.project(String(projectNumber)) };
    const row = this.db.prepare<[number | null], SingleRow>('SELECT * FROM single WHERE number = ?').get(singleNumber);
    return row === undefined ? null : { count, single: this.readSingle(row) };
  }

  /** The project whose ID begins with `prefix`, or null. */
  projectByPrefix(prefix: string): StoredProject | null {
    const row = this.db.prepare<[string, string], ProjectRow>('SELECT * FROM project WHERE id >= ? AND id < ?').get(prefix, `${prefix}~`);
    return row === undefined ? null : this.readProject(row);
  }
}

export function listPresent(): ErrorResponse {
  return new ErrorResponse(409, 'list_present', 'The project already has its list and accepts only one.');
}
