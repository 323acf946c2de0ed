/**
 * The file of one project: all donor data it has, in sealed chunks of named streams. Beside the chunks lie only
 * positions, row numbers and counts. One worker writes at a time; pages are read through connections of their own.
 */
import type { ProjectFileRef } from '../../worker-protocol/list.ts';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync, rmSync } from 'node:fs';
import { type FileHandle, open as openPath, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { decrypt, decryptJson, ENCRYPTION_OVERHEAD, encryptInto, encryptJson } from './cipher.ts';

/** What the streams of a project hold; each is a run of chunks, numbered from 0. */
export type Stream =
  /** Row blocks of the sheet, its header and titles included. */
  | 'rows'
  /** What the check found: facts and issues of the rows of eight consecutive chunks of `rows` per chunk. */
  | 'check'
  /** Match-key hashes of the same rows, chunk by chunk. */
  | 'keys'
  /** Counts of `check` by its chunks; one chunk. */
  | 'counts'
  /** Checks as earlier programs stored them: only read, for lists that were sent. */
  | 'findings'
  | 'tallies'
  /** Corrections by a person, in the order in which they were made. */
  | 'edits'
  /** Positions of the rows that were sent, in the order of the list. */
  | 'list'
  /** Profiles as they came. */
  | 'profiles'
  /** Their values as row blocks; the row number is the list index, from 1, or 0 for a profile without a row. */
  | 'scores'
  /** Score columns that are shown first, stored whole (`main/worker/results/column-cache.ts`). */
  | 'columns'
  /** For each list index the number of its profile, from 1. */
  | 'matches'
  /** Places of the list by the hash of their id. */
  | 'ids'
  /** Row errors as they were understood. */
  | 'rowErrors'
  /** What the service said of rows that are sent once more. */
  | 'said'
  /** Fingerprints of the people who were sent, by which a later list finds them again. */
  | 'people'
  /** Digests of the records that were sent, by which a newer export of the list is compared with them (`main/worker/prior/baseline-index.ts`). */
  | 'sent';

/** Where a chunk stands: `first` and `count` are positions in the stream, `low` and `high` the sheet rows it covers. */
export interface ChunkPlace {
  readonly seq: number;
  readonly first: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

/** Where chunks are written, and values kept by name: a project's file, or what passes it on to one. */
export type ChunkSink = Pick<ProjectFile, 'write' | 'clear' | 'putValue'>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS chunk (
    stream TEXT NOT NULL, seq INTEGER NOT NULL,
    first INTEGER NOT NULL, count INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (stream, seq));
  CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, body BLOB NOT NULL);
`;
const VERSION = 1;

/** The note by which a file says whose it is. Files of older programs have none. */
const OWNER = 'project';
const Owner = z.strictObject({ id: z.string() });

/** Sets what better-sqlite3's build leaves weaker than a recorded intent needs. */
export function harden(db: Database.Database, readonly: boolean): void {
  db.pragma('busy_timeout = 5000');
  if (!readonly) db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
}

/** What SQLite and the system say when a file cannot grow; beside the file itself it needs room for its journal and its index. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|SHMMAP)|ENOSPC|EDQUOT|EFBIG)/;

/** True when the disk is full. */
function isFull(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.test(code);
}

/** What a file is called until it is whole. */
const FRESH = '.new';

/**
 * A file that nobody reads before `publish` needs no journal: what is cut short is thrown away, and the sheet is read again.
 * Written like that, each byte goes to the disk once.
 */
function forgo(db: Database.Database): void {
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('trusted_schema = OFF');
}

/** Makes SQLite write back its journal of a file that is about to be replaced: it must never be applied to the new file. */
function retire(path: string): void {
  if (!existsSync(`${path}-wal`)) return;
  try {
    const old = new Database(path);
    try {
      old.pragma('journal_mode = DELETE');
    } finally {
      old.close();
    }
  } catch {
    // What cannot be opened any more has nothing to lose.
  }
}

/**
 * An open project file. Ends in PROJECT_FILE_DAMAGED when it is missing, empty or another project's, or cannot be opened with its key,
 * in DISK_FULL when it cannot grow, in DATABASE_LOCKED while another program writes to it.
 */
export class ProjectFile {
  private readonly db: Database.Database;
  private readonly key: KeyObject;
  private readonly projectId: string;
  private readonly target: string;
  private readonly path: string;
  private readonly insert: Database.Statement;
  private readonly selectBody: Database.Statement;
  /** Where chunks are sealed before SQLite takes them: a list has thousands. */
  private sealing = Buffer.alloc(0);
  private early: { readonly handle: Promise<FileHandle>; done: Promise<void> } | null = null;

  /**
   * `read` and `write` open a file that is there. `create` makes one that is not. `fresh`: a new file beside the present one, if there
   * is one, that takes its place with `publish`.
   */
  constructor(ref: ProjectFileRef, mode: 'read' | 'write' | 'create' | 'fresh') {
    this.key = createSecretKey(ref.key);
    this.projectId = ref.projectId;
    this.target = ref.path;
    this.path = mode === 'fresh' ? ref.path + FRESH : ref.path;
    if (mode === 'fresh') removeAll(this.path);
    const isNew = mode === 'create' || mode === 'fresh';
    let opened: Database.Database | null = null;
    try {
      if (!isNew && !existsSync(this.path)) throw this.damaged('is missing from the data folder');
      this.db = opened = new Database(this.path, { readonly: mode === 'read', fileMustExist: !isNew });
      if (mode !== 'read') {
        chmodSync(this.path, 0o600);
        this.db.pragma('page_size = 16384');
      }
      const version = this.db.pragma('user_version', { simple: true }) as number;
      if (version > VERSION)
        throw new AppError(
          'DATABASE_NEWER',
          'This project was written by a newer version of Screening Desk. Install that version to open it.',
        );
      // Before anything is written: a file that is none of ours is left as it is.
      if (!isNew && version === 0) throw this.damaged('is empty');
      if (mode === 'fresh') forgo(this.db);
      else harden(this.db, mode === 'read');
      if (isNew) {
        this.db.exec(SCHEMA);
        this.db.pragma(`user_version = ${VERSION}`);
        this.putValue(OWNER, { id: this.projectId } satisfies z.infer<typeof Owner>);
      }
      this.insert = this.db.prepare('INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)');
      this.selectBody = this.db.prepare('SELECT body FROM chunk WHERE stream = ? AND seq = ?');
      if (!isNew) this.requireOwn();
    } catch (error) {
      opened?.close();
      if (mode === 'fresh') removeAll(this.path);
      throw this.explain(error);
    }
  }

  private requireOwn(): void {
    const owner = this.getValue(OWNER);
    if (owner !== undefined && Owner.safeParse(owner).data?.id !== this.projectId) throw this.damaged();
  }

  /** The failure of a file that cannot be worked with, and what to do about it. */
  damaged(what = 'does not hold this project: it is damaged, or another project’s', cause?: unknown): AppError {
    return new AppError(
      'PROJECT_FILE_DAMAGED',
      `The project’s file (${basename(this.target)}) ${what}. Put the file back from a backup of the data folder, then go on.`,
      {},
      { cause },
    );
  }

  private explain(error: unknown): Error {
    if (error instanceof AppError) return error;
    if (isFull(error))
      return new AppError(
        'DISK_FULL',
        'The disk is full. Nothing that was kept before is lost; make room and try again.',
        {},
        { cause: error },
      );
    if (error instanceof Database.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code))
      return new AppError(
        'DATABASE_LOCKED',
        'Another program is at work on this list. Wait until it is done, and try again.',
        {},
        { cause: error },
      );
    return this.damaged(undefined, error);
  }

  private purpose(stream: string, seq: number): string {
    return `${this.projectId}/${stream}/${seq}`;
  }

  /** Runs `work` in one transaction that is committed whole or not at all. */
  transaction<T>(work: () => T): T {
    return this.guarded(() => this.db.transaction(work).immediate());
  }

  /** Runs what changes or reads the file; what stands in its way ends in the failure that names it. */
  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Database.SqliteError) throw this.explain(error);
      throw error;
    }
  }

  /** Opens a transaction that spans many writes; `commit` or `rollback` ends it. */
  begin(): void {
    this.guarded(() => this.db.exec('BEGIN IMMEDIATE'));
  }

  commit(): void {
    this.guarded(() => this.db.exec('COMMIT'));
  }

  rollback(): void {
    if (this.db.inTransaction) this.db.exec('ROLLBACK');
  }

  /**
   * Keeps what a file that was opened for reading shows from now on, until it is closed: numbers of profiles that were read before
   * must not be looked up in what somebody else has written since. Does nothing for a file that was opened for writing.
   */
  hold(): void {
    if (!this.db.readonly || this.db.inTransaction) return;
    this.guarded(() => this.db.exec('BEGIN; SELECT 1 FROM note LIMIT 1'));
  }

  /** Seals `bytes` and writes them as chunk `place.seq` of the stream, in place of an earlier one. */
  write(stream: Stream, place: ChunkPlace, bytes: Uint8Array): void {
    const size = ENCRYPTION_OVERHEAD + bytes.length;
    if (size > this.sealing.length) this.sealing = Buffer.allocUnsafeSlow(size * 2);
    const body = encryptInto(this.sealing.subarray(0, size), this.key, this.purpose(stream, place.seq), bytes);
    try {
      this.insert.run(stream, place.seq, place.first, place.count, place.low, place.high, body);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** The bytes of a chunk, or null when there is none. */
  read(stream: Stream, seq: number): Buffer | null {
    try {
      const row = this.selectBody.get(stream, seq) as { body: Buffer } | undefined;
      return row === undefined ? null : decrypt(this.key, this.purpose(stream, seq), row.body);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Where the chunks of a stream stand, in order. */
  places(stream: Stream): ChunkPlace[] {
    return this.db.prepare('SELECT seq, first, count, low, high FROM chunk WHERE stream = ? ORDER BY seq').all(stream) as ChunkPlace[];
  }

  /** Chunks of a stream in order, one at a time in memory. */
  *chunks(stream: Stream): Generator<{ place: ChunkPlace; bytes: Buffer }> {
    for (const place of this.places(stream)) {
      const bytes = this.read(stream, place.seq);
      if (bytes !== null) yield { place, bytes };
    }
  }

  /** Takes away every chunk of the streams. */
  clear(...streams: Stream[]): void {
    this.guarded(() => {
      const remove = this.db.prepare('DELETE FROM chunk WHERE stream = ?');
      for (const stream of streams) remove.run(stream);
    });
  }

  /** Keeps a JSON value under a name. */
  putValue(name: string, value: unknown): void {
    const body = encryptJson(this.key, this.purpose('note', 0) + name, value);
    this.guarded(() => this.db.prepare('INSERT OR REPLACE INTO note VALUES (?, ?)').run(name, body));
  }

  /** The JSON value kept under a name, or undefined. */
  getValue(name: string): unknown {
    const row = this.db.prepare('SELECT body FROM note WHERE name = ?').get(name) as { body: Buffer } | undefined;
    if (row === undefined) return undefined;
    try {
      return decryptJson(this.key, this.purpose('note', 0) + name, row.body);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Another number once somebody else has changed the file. */
  get version(): number {
    return this.db.pragma('data_version', { simple: true }) as number;
  }

  close(): void {
    this.db.close();
  }

  /**
   * Has what a fresh file holds so far go to the disk while more is written, so that `publish` has less to wait for. It tells of
   * what goes wrong: a system tells of a failed write once, and to whom it told it first.
   */
  flushEarly(): void {
    const handle = this.early?.handle ?? openPath(this.path, 'r+');
    const before = this.early?.done;
    const flushed = async () => {
      await before;
      await (await handle).datasync();
    };
    const done = flushed();
    // `publish` reports the failure; a file that is discarded has nothing to lose.
    done.catch(() => undefined);
    this.early = { handle, done };
  }

  /** Ends what `flushEarly` has begun. */
  private async endEarly(): Promise<void> {
    if (this.early === null) return;
    const { handle, done } = this.early;
    this.early = null;
    try {
      await done;
    } finally {
      await (await handle).close();
    }
  }

  /** Ends a fresh file: once this resolves it is on the disk, whole, in the place of the one before. Ends in DISK_FULL. */
  async publish(): Promise<void> {
    try {
      this.db.close();
      await this.endEarly();
      await flush(this.path, 'r+');
      retire(this.target);
      for (const ending of ['-wal', '-shm']) rmSync(this.target + ending, { force: true });
      await replace(this.path, this.target);
    } catch (error) {
      throw this.explain(error);
    }
    // The name as well; where folders cannot be opened they need not be flushed.
    await flush(dirname(this.target), 'r').catch(() => undefined);
  }

  /** Throws a fresh file away that was not published; after `publish` nothing is left to throw away. */
  discard(): void {
    this.db.close();
    void this.endEarly().catch(() => undefined);
    removeAll(this.path);
  }
}

async function flush(path: string, flags: string): Promise<void> {
  const handle = await openPath(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Where files that are open cannot be replaced, a worker that was just ended may take a moment to let go of it. */
async function replace(from: string, to: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (tries === 40 || !/^(EPERM|EBUSY|EACCES)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
      await delay(50);
    }
  }
}

function removeAll(path: string): void {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(path + ending, { force: true });
}

/** Removes what an import that was cut short has left of a project's file. */
export function removeUnfinished(path: string): void {
  removeAll(path + FRESH);
}

/** Removes a project's file with its journal and index files. A missing file is not an error. */
export function removeProjectFile(path: string): void {
  removeAll(path);
  removeUnfinished(path);
}
