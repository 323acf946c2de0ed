/**
 * The file of one project: all donor data it has, in encrypted chunks of named streams. Only positions, row numbers and counts are not
 * encrypted. One worker writes at a time; pages are read through connections of their own.
 */
import type { ProjectFileRef } from '../../worker-protocol/list.ts';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { type FileHandle, open as openPath } from 'node:fs/promises';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { decrypt, decryptJson, ENCRYPTION_OVERHEAD, encryptInto, encryptJson } from './cipher.ts';
import { removeUnfinished, replaceProjectFile, unfinishedPath } from './file-replacement.ts';
import type { ChunkPlace, Stream } from './streams.ts';

export type { ChunkPlace, Stream } from './streams.ts';

/** Where chunks and values are written: a project file, or an object that passes them on to one. */
export type ChunkSink = Pick<ProjectFile, 'write' | 'clear' | 'putValue'>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS chunk (
    stream TEXT NOT NULL, seq INTEGER NOT NULL,
    first INTEGER NOT NULL, count INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (stream, seq));
  CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, body BLOB NOT NULL);
`;
const VERSION = 1;

/** The value with the project's ID. Files of older programs lack it. */
const OWNER = 'project';
const Owner = z.strictObject({ id: z.string() });

/** Durable writes: a recorded intent is on the disk when the transaction returns. */
export function harden(db: Database.Database, readonly: boolean): void {
  db.pragma('busy_timeout = 5000');
  if (!readonly) db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
}

/** The codes of SQLite and the system for a file, journal or index that cannot grow. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|SHMMAP)|ENOSPC|EDQUOT|EFBIG)/;

function isFull(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && FULL.test(code);
}

/** A file that nobody reads before `publish` needs no journal, so each byte is written once: an interrupted import is discarded. */
function disableJournal(db: Database.Database): void {
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('trusted_schema = OFF');
}

/**
 * Any call may throw PROJECT_FILE_DAMAGED when the file is missing, empty or another project's, or cannot be decrypted with its key;
 * DISK_FULL; DATABASE_LOCKED while another program writes to it.
 */
export class ProjectFile {
  private readonly db: Database.Database;
  private readonly key: KeyObject;
  private readonly projectId: string;
  private readonly target: string;
  private readonly path: string;
  private readonly insert: Database.Statement;
  private readonly selectBody: Database.Statement;
  /** Where chunks are encrypted, reused because a list has thousands. */
  private buffer = Buffer.alloc(0);
  private early: { readonly handle: Promise<FileHandle>; done: Promise<void> } | null = null;

  /**
   * `read` and `write` open an existing file, `create` makes the first one. `fresh` makes a new one that replaces an existing file with
   * `publish`.
   */
  constructor(ref: ProjectFileRef, mode: 'read' | 'write' | 'create' | 'fresh') {
    this.key = createSecretKey(ref.key);
    this.projectId = ref.projectId;
    this.target = ref.path;
    this.path = mode === 'fresh' ? unfinishedPath(ref.path) : ref.path;
    if (mode === 'fresh') removeUnfinished(ref.path);
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
      // Before anything is written: a foreign file stays as it is.
      if (!isNew && version === 0) throw this.damaged('is empty');
      if (mode === 'fresh') disableJournal(this.db);
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
      if (mode === 'fresh') removeUnfinished(ref.path);
      throw this.explain(error);
    }
  }

  private requireOwn(): void {
    const owner = this.getValue(OWNER);
    if (owner !== undefined && Owner.safeParse(owner).data?.id !== this.projectId) throw this.damaged();
  }

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

  transaction<T>(work: () => T): T {
    return this.guarded(() => this.db.transaction(work).immediate());
  }

  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Database.SqliteError) throw this.explain(error);
      throw error;
    }
  }

  /** Begins a transaction; `commit` or `rollback` ends it. */
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
   * Freezes what a file that was opened for reading shows until it is closed: profile numbers that were read before must not be looked
   * up in what another connection has written since. Does nothing for a file that was opened for writing.
   */
  hold(): void {
    if (!this.db.readonly || this.db.inTransaction) return;
    this.guarded(() => this.db.exec('BEGIN; SELECT 1 FROM note LIMIT 1'));
  }

  /** Encrypts `bytes` and writes them as chunk `place.seq` of the stream; replaces an earlier one. */
  write(stream: Stream, place: ChunkPlace, bytes: Uint8Array): void {
    const size = ENCRYPTION_OVERHEAD + bytes.length;
    if (size > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(size * 2);
    const body = encryptInto(this.buffer.subarray(0, size), this.key, this.purpose(stream, place.seq), bytes);
    try {
      this.insert.run(stream, place.seq, place.first, place.count, place.low, place.high, body);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** The decrypted chunk; null when there is none. */
  read(stream: Stream, seq: number): Buffer | null {
    try {
      const row = this.selectBody.get(stream, seq) as { body: Buffer } | undefined;
      return row === undefined ? null : decrypt(this.key, this.purpose(stream, seq), row.body);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** In order. */
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

  clear(...streams: Stream[]): void {
    this.guarded(() => {
      const remove = this.db.prepare('DELETE FROM chunk WHERE stream = ?');
      for (const stream of streams) remove.run(stream);
    });
  }

  putValue(name: string, value: unknown): void {
    const body = encryptJson(this.key, this.purpose('note', 0) + name, value);
    this.guarded(() => this.db.prepare('INSERT OR REPLACE INTO note VALUES (?, ?)').run(name, body));
  }

  getValue(name: string): unknown {
    const row = this.db.prepare('SELECT body FROM note WHERE name = ?').get(name) as { body: Buffer } | undefined;
    if (row === undefined) return undefined;
    try {
      return decryptJson(this.key, this.purpose('note', 0) + name, row.body);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Differs once another connection has changed the file. */
  get version(): number {
    return this.db.pragma('data_version', { simple: true }) as number;
  }

  close(): void {
    this.db.close();
  }

  /**
   * Flushes what a fresh file holds so far while more is written, so that `publish` takes less time. Its failure is kept for `publish`,
   * because a system reports a failed write only once.
   */
  flushEarly(): void {
    const handle = this.early?.handle ?? openPath(this.path, 'r+');
    const before = this.early?.done;
    const flushed = async () => {
      await before;
      await (await handle).datasync();
    };
    const done = flushed();
    // `publish` throws the failure; a discarded file has nothing to lose.
    done.catch(() => undefined);
    this.early = { handle, done };
  }

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

  /** Closes a fresh file and replaces the former one with it; on the disk when this resolves. @throws DISK_FULL. */
  async publish(): Promise<void> {
    try {
      this.db.close();
      await this.endEarly();
      await replaceProjectFile(this.target);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Removes a fresh file that was not published; does nothing more after `publish`. */
  discard(): void {
    this.db.close();
    void this.endEarly().catch(() => undefined);
    removeUnfinished(this.target);
  }
}
