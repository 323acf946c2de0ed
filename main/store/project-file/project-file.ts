/**
 * The file of one project: all its donor data, in encrypted chunks of named streams. Only positions, row numbers and counts are not
 * encrypted. One worker writes at a time; pages are read through separate connections.
 */
import { createSecretKey } from 'node:crypto';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError, diskFailureOf, freeBytes, isDamage } from '../../../shared/base/index.ts';
import type { ProjectFileRef } from '../../worker-protocol/index.ts';
import { ChangeRecord } from './change-record.ts';
import { EarlyFlush } from './early-flush.ts';
import { EncryptedTables } from './encrypted-tables.ts';
import { compact, copyAtOnce, copyInSteps } from './file-copies.ts';
import { damageOf } from './file-damage.ts';
import { FileFailures } from './file-failures.ts';
import { recordPath, removeUnfinished, replaceProjectFile, unfinishedPath } from './file-replacement.ts';
import { CHANGES, Manifest } from './manifest.ts';
import { type OpenMode, VERSION, openDatabase, schemaVersion } from './open-database.ts';
import { changesMissing, fileDamaged } from './project-file-errors.ts';
import type { ChunkPlace, Stream } from './streams.ts';

/** Where chunks and values are written: a project file, or an object that passes them on to a project file. */
export type ChunkSink = Pick<ProjectFile, 'write' | 'clear' | 'putValue'>;

/** The value with the project's ID. */
const OWNER = 'project';
const Owner = z.strictObject({ id: z.string() });

/**
 * Any call may throw PROJECT_FILE_DAMAGED when the file is missing, is empty, belongs to another project, or cannot be decrypted with its
 * key; PROJECT_PART_DAMAGED when it does not match its manifest, or lacks its last transactions; DISK_FULL; READ_FAILED when the disk
 * cannot be read now; DATA_FOLDER without permission; DATABASE_LOCKED while another program writes to it.
 */
export class ProjectFile {
  private readonly db: Database.Database;
  private readonly target: string;
  private readonly tables: EncryptedTables;
  private readonly manifest: Manifest;
  private readonly earlyFlush: EarlyFlush;
  /** True for a file that nobody else reads before `publish`, which stores the manifest. */
  private readonly isFresh: boolean;
  readonly isTolerant: boolean;
  private readonly failures: FileFailures;
  /** The version of the file when the manifest was read, or an earlier one. */
  private manifestVersion = -1;
  private readonly record: ChangeRecord;
  /** The minimum number of transactions that this file, or the file that it replaces, has had. */
  private readonly recorded: number;
  private areChangesMissing = false;

  /**
   * `read` and `write` open an existing file, and `create` makes the first one. `fresh` makes a new file, which replaces an existing one
   * with `publish`. A tolerant connection reads damaged parts as if they were missing; once it writes, missing transactions are no longer
   * detected. `isOlderAllowed`: opens the file even if its last transactions are missing.
   */
  constructor(
    ref: ProjectFileRef,
    mode: OpenMode,
    { isTolerant = false, isOlderAllowed = isTolerant }: { isTolerant?: boolean; isOlderAllowed?: boolean } = {},
  ) {
    this.isTolerant = isTolerant;
    this.isFresh = mode === 'fresh';
    this.target = ref.path;
    const path = this.isFresh ? unfinishedPath(ref.path) : ref.path;
    this.failures = new FileFailures(path, this.name);
    this.earlyFlush = new EarlyFlush(path);
    if (this.isFresh) removeUnfinished(ref.path);
    this.record = new ChangeRecord(recordPath(ref.path));
    // Read before the file is opened: another program may replace the file meanwhile, and it commits before it updates the record.
    this.recorded = this.record.read() ?? 0;
    let opened: Database.Database | null = null;
    try {
      this.db = opened = openDatabase(path, this.name, mode);
      this.tables = new EncryptedTables(this.db, createSecretKey(ref.key), ref.projectId);
      this.manifest = new Manifest(this.tables, this.name, isTolerant);
      if (schemaVersion(this.db) === 0) this.initialize(ref.projectId);
      else {
        this.requireOwner(ref.projectId);
        this.openManifest();
        this.areChangesMissing = this.manifest.isPresent && this.recorded > this.consistent(() => this.manifest.changes() ?? Infinity);
        if (this.areChangesMissing && !isOlderAllowed) throw changesMissing(this.name);
      }
    } catch (error) {
      opened?.close();
      this.record.close();
      if (this.isFresh) removeUnfinished(ref.path);
      throw this.explain(error);
    }
  }

  private initialize(projectId: string): void {
    this.manifest.createEmpty();
    this.manifestVersion = this.version;
    this.transaction(() => {
      this.db.pragma(`user_version = ${VERSION}`);
      this.putValue(OWNER, { id: projectId } satisfies z.infer<typeof Owner>);
    });
  }

  private requireOwner(projectId: string): void {
    const owner = this.manifest.valueBytes(OWNER);
    if (owner !== undefined && Owner.safeParse(JSON.parse(owner.toString())).data?.id !== projectId) throw this.damaged();
  }

  private openManifest(): void {
    this.manifest.setPresent();
    try {
      this.consistent(() => this.manifest.names());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.manifest.setLost();
    }
  }

  /**
   * Runs a read that throws if the file does not match the manifest. Another connection may have written since the manifest was read, so
   * both are read again in one transaction before the failure is reported.
   */
  private consistent<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const failure = this.explain(error);
      const isSure = this.isFresh || this.manifest.hasChanges;
      if (isSure || !isDamage(failure)) throw failure;
      this.manifest.invalidate();
      try {
        return this.atOneMoment(read);
      } catch (again) {
        throw this.explain(again);
      }
    }
  }

  /** Runs a read in the open transaction or in its own. */
  private atOneMoment<T>(read: () => T): T {
    return this.db.inTransaction ? read() : this.db.transaction(read)();
  }

  /** As `consistent`, but a tolerant connection gets `otherwise` instead of damaged data. */
  private tolerated<T>(read: () => T, otherwise: T): T {
    try {
      return this.consistent(read);
    } catch (error) {
      if (this.isTolerant && isDamage(error)) return otherwise;
      throw error;
    }
  }

  /** As `damageOf`. */
  damage(isThorough: boolean): Map<string, readonly ChunkPlace[]> {
    return this.atOneMoment(() => {
      this.manifest.invalidate();
      const found = damageOf(this.tables, this.manifest, isThorough);
      return this.areChangesMissing ? found.set(CHANGES, []) : found;
    });
  }

  /** The name of the file, without its folder. */
  get name(): string {
    return basename(this.target);
  }

  /** A PROJECT_FILE_DAMAGED error for this file. `what`: continues the sentence that begins with the file name. */
  damaged(what?: string): AppError {
    return fileDamaged(this.name, what);
  }

  private explain(error: unknown): AppError {
    return this.failures.explain(error);
  }

  /** Runs `work` in one transaction: the open one, or its own. */
  transaction<T>(work: () => T): T {
    if (this.db.inTransaction) return work();
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  /** Changes the file. Outside a transaction, the change gets its own, which includes the manifest. */
  private change(work: () => void): void {
    if (this.isFresh) this.guarded(work);
    else this.transaction(() => this.guarded(work));
  }

  private guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof Database.SqliteError) throw this.explain(error);
      throw error;
    }
  }

  /** Begins a transaction. End it with `commit` or `rollback`. */
  begin(): void {
    this.guarded(() => {
      this.db.exec('BEGIN IMMEDIATE');
      if (this.isFresh) return;
      const { version } = this;
      if (version !== this.manifestVersion) this.manifest.invalidate();
      this.manifestVersion = version;
    });
  }

  commit(): void {
    this.guarded(() => {
      const changes = this.isFresh ? null : this.manifest.store(this.recorded);
      this.db.exec('COMMIT');
      if (changes !== null) this.record.write(changes);
    });
  }

  rollback(): void {
    if (!this.db.inTransaction) return;
    this.db.exec('ROLLBACK');
    this.manifest.invalidate();
  }

  /**
   * Until this file is closed, keeps showing what it contains now, so that profile numbers that were read before are not looked up in newer
   * data. Does nothing for a file that was opened for writing.
   */
  hold(): void {
    if (!this.db.readonly || this.db.inTransaction) return;
    this.guarded(() => this.db.exec('BEGIN; SELECT 1 FROM note LIMIT 1'));
  }

  /** Encrypts `bytes` and writes them as chunk `place.seq` of the stream. Replaces an earlier chunk. */
  write(stream: Stream, place: ChunkPlace, bytes: Uint8Array): void {
    const body = this.tables.encryptChunk(stream, place.seq, bytes);
    this.change(() => {
      this.tables.putChunk(stream, place, body);
      this.manifest.listToChange(stream).set(place, body);
    });
  }

  /** The decrypted chunk; null when there is none. */
  read(stream: Stream, seq: number): Buffer | null {
    return this.tolerated(() => {
      const body = this.tables.chunk(stream, seq);
      const list = this.manifest.listOf(stream);
      if (list !== null && (body === undefined ? list.has(seq) : !list.hasBody(seq, body))) throw this.manifest.lacks(stream);
      if (body === undefined) return null;
      try {
        return this.tables.decryptChunk(stream, seq, body);
      } catch (error) {
        throw list === null ? error : this.manifest.lacks(stream);
      }
    }, null);
  }

  /** In the order of the chunk numbers. */
  places(stream: Stream): ChunkPlace[] {
    return this.consistent(() => {
      const stored = this.tables.places(stream);
      const list = this.manifest.listOf(stream);
      if (list === null) return stored;
      const listed = stored.filter((place) => list.hasPlace(place));
      if (!this.isTolerant && (listed.length !== stored.length || stored.length !== list.size)) throw this.manifest.lacks(stream);
      return listed;
    });
  }

  /** Chunks of a stream in order, one at a time in memory. */
  *chunks(stream: Stream): Generator<{ place: ChunkPlace; bytes: Buffer }> {
    for (const place of this.places(stream)) {
      const bytes = this.read(stream, place.seq);
      if (bytes !== null) yield { place, bytes };
    }
  }

  /** As `chunks`, for a pass that keeps nothing of a chunk: the bytes are valid until the next iteration. */
  *passingChunks(stream: Stream): Generator<{ place: ChunkPlace; bytes: Buffer }> {
    for (const chunk of this.chunks(stream)) {
      yield chunk;
      freeBytes(chunk.bytes);
    }
  }

  clear(...streams: Stream[]): void {
    this.change(() => {
      for (const stream of streams) this.manifest.clearList(stream, this.tables.removeChunks(stream) > 0);
    });
  }

  putValue(name: string, value: unknown): void {
    this.change(() => this.manifest.putValue(name, Buffer.from(JSON.stringify(value), 'utf8')));
  }

  getValue(name: string): unknown {
    const bytes = this.tolerated(() => this.manifest.valueBytes(name), undefined);
    return bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
  }

  /**
   * How many transactions the file has had. If the number is the same, the file contains what was read before. -1 if the count is damaged.
   */
  get changes(): number {
    return this.tolerated(() => this.manifest.changes(), null) ?? -1;
  }

  /** Changes when another connection has changed the file. */
  get version(): number {
    return this.db.pragma('data_version', { simple: true }) as number;
  }

  /** As `copyAtOnce`. */
  copyTo(path: string): void {
    try {
      copyAtOnce(this.db, path);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** As `copyInSteps`. */
  async copyInSteps(path: string, beforeStep?: () => void): Promise<void> {
    try {
      await copyInSteps(this.db, path, beforeStep);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /**
   * As `compact`.
   * @throws DATABASE_LOCKED while another program reads the file; DISK_FULL.
   */
  compact(): void {
    this.guarded(() => compact(this.db, this.name));
  }

  /** Closes the file. Rolls back uncommitted changes. */
  close(): void {
    this.db.close();
    this.record.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** Flushes what a fresh file holds so far while more is written, so that `publish` takes less time. */
  flushEarly(): void {
    this.earlyFlush.start();
  }

  /**
   * Closes a fresh file and replaces the previous file with it. On disk when this resolves.
   * @throws DISK_FULL.
   */
  async publish(): Promise<void> {
    try {
      this.manifest.store(this.recorded);
      this.db.close();
      await this.earlyFlush.end();
      await replaceProjectFile(this.target);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Removes a fresh file that was not published. Does nothing after `publish`. */
  discard(): void {
    this.db.close();
    void this.earlyFlush.end().catch(() => undefined);
    try {
      removeUnfinished(this.target);
    } catch (error) {
      // The next import removes the file. The earlier failure is what the user must see.
      if (diskFailureOf(error) === null) throw error;
    }
  }
}
