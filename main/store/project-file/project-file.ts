/**
 * The file of one project: all donor data it has, in encrypted chunks of named streams. Only positions, row numbers and counts are not
 * encrypted. One worker writes at a time; pages are read through connections of their own.
 */
import type { ProjectFileRef } from '../../worker-protocol/list.ts';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { chmodSync, existsSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { AppError, isDamage } from '../../../shared/base/errors.ts';
import { authenticationTag, decrypt, ENCRYPTION_OVERHEAD, encrypt, encryptInto } from './cipher.ts';
import { EarlyFlush } from './early-flush.ts';
import { removeProjectFile, removeUnfinished, replaceProjectFile, unfinishedPath } from './file-replacement.ts';
import { ChunkList, listName, MANIFEST, streamOfList } from './manifest.ts';
import { explainFileError, fileDamaged, partDamaged } from './project-file-errors.ts';
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
/** Files of version 1 have no manifest; opening one for writing adds it. A program that knows only version 1 would not update it. */
const VERSION = 2;

const Tags = z.record(z.string(), z.string());

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

/** A file that nobody reads before `publish` needs no journal, so each byte is written once: an interrupted import is discarded. */
function disableJournal(db: Database.Database): void {
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('trusted_schema = OFF');
}

type PlaceRow = ChunkPlace & { readonly stream: string; readonly body: Buffer };

/**
 * Any call may throw PROJECT_FILE_DAMAGED when the file is missing, empty or another project's, or cannot be decrypted with its key;
 * PROJECT_PART_DAMAGED when it does not hold what its manifest lists; DISK_FULL; DATABASE_LOCKED while another program writes to it.
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
  private readonly earlyFlush: EarlyFlush;
  /** True for a file that nobody else reads before `publish`, which stores the manifest. */
  private readonly isFresh: boolean;
  readonly isTolerant: boolean;
  /** False for a file of version 1, and for a tolerant connection to a file whose manifest cannot be read. */
  private hasManifest = true;
  private isManifestLost = false;
  /** The manifest with the changes of the open transaction; null until it is read. */
  private tags: Map<string, string> | null = null;
  private readonly lists = new Map<string, ChunkList>();
  private readonly changedLists = new Set<string>();
  private isChanged = false;
  /** The version of the file that the manifest was read from, at the latest. */
  private manifestVersion = -1;

  /**
   * `read` and `write` open an existing file, `create` makes the first one. `fresh` makes a new one that replaces an existing file with
   * `publish`. A tolerant connection reads what is damaged as if it were not there.
   */
  constructor(ref: ProjectFileRef, mode: 'read' | 'write' | 'create' | 'fresh', { isTolerant = false } = {}) {
    this.isTolerant = isTolerant;
    this.isFresh = mode === 'fresh';
    this.key = createSecretKey(ref.key);
    this.projectId = ref.projectId;
    this.target = ref.path;
    this.path = mode === 'fresh' ? unfinishedPath(ref.path) : ref.path;
    this.earlyFlush = new EarlyFlush(this.path);
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
      if (isNew) this.db.exec(SCHEMA);
      this.insert = this.db.prepare('INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)');
      this.selectBody = this.db.prepare('SELECT body FROM chunk WHERE stream = ? AND seq = ?');
      if (version === 0) {
        this.tags = new Map();
        this.manifestVersion = this.version;
        this.transaction(() => {
          this.db.pragma(`user_version = ${VERSION}`);
          this.putValue(OWNER, { id: this.projectId } satisfies z.infer<typeof Owner>);
        });
      } else {
        this.hasManifest = false;
        this.requireOwn();
        if (version > 1) this.openManifest();
        if (version === 1 && mode !== 'read') this.addManifest();
      }
    } catch (error) {
      opened?.close();
      if (mode === 'fresh') removeUnfinished(ref.path);
      throw this.explain(error);
    }
  }

  private requireOwn(): void {
    const owner = this.valueBytes(OWNER);
    if (owner !== undefined && Owner.safeParse(JSON.parse(owner.toString())).data?.id !== this.projectId) throw this.damaged();
  }

  private openManifest(): void {
    this.hasManifest = true;
    try {
      this.consistent(() => this.manifest);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (!this.isTolerant) throw this.lacks(MANIFEST);
      this.hasManifest = false;
      this.isManifestLost = true;
    }
  }

  /** Adds the manifest of a file of version 1: what the file holds now. */
  private addManifest(): void {
    this.transaction(() => {
      if ((this.db.pragma('user_version', { simple: true }) as number) < VERSION) {
        const tags = (this.tags = new Map<string, string>());
        const head = `substr(body, 1, ${ENCRYPTION_OVERHEAD}) AS body`;
        for (const row of this.db
          .prepare(`SELECT stream, seq, first, count, low, high, ${head} FROM chunk`)
          .iterate() as Iterable<PlaceRow>)
          this.listToChange(row.stream).set(row, row.body);
        for (const { name, body } of this.db.prepare(`SELECT name, ${head} FROM note`).iterate() as Iterable<{
          name: string;
          body: Buffer;
        }>)
          tags.set(name, authenticationTag(body).toString('base64'));
        this.db.pragma(`user_version = ${VERSION}`);
        this.isChanged = true;
      }
      this.hasManifest = true;
    });
  }

  /** Tags by the name of the value. */
  private get manifest(): Map<string, string> {
    if (this.tags === null) {
      const bytes = this.decryptValue(MANIFEST, this.bodyOf(MANIFEST));
      if (bytes === undefined) throw this.lacks(MANIFEST);
      this.tags = new Map(Object.entries(Tags.parse(JSON.parse(bytes.toString()))));
    }
    return this.tags;
  }

  /** The chunks that a stream has; null when there is nothing to compare them with. @throws PROJECT_FILE_DAMAGED */
  private listOf(stream: string): ChunkList | null {
    if (!this.hasManifest) return null;
    const known = this.lists.get(stream);
    if (known !== undefined) return known;
    try {
      const list = new ChunkList(this.valueBytes(listName(stream)));
      this.lists.set(stream, list);
      return list;
    } catch (error) {
      if (this.isTolerant) return null;
      throw error;
    }
  }

  private listToChange(stream: string): ChunkList {
    this.changedLists.add(stream);
    const list = this.lists.get(stream) ?? this.listOf(stream) ?? new ChunkList();
    this.lists.set(stream, list);
    return list;
  }

  private forgetManifest(): void {
    this.tags = null;
    this.lists.clear();
    this.changedLists.clear();
    this.isChanged = false;
  }

  /** Writes what the transaction has changed of the manifest. */
  private storeManifest(): void {
    if (!this.hasManifest) return;
    for (const stream of this.changedLists) this.putBytes(listName(stream), this.lists.get(stream)!.toBytes());
    this.changedLists.clear();
    if (!this.isChanged) return;
    this.isChanged = false;
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(this.manifest)), 'utf8');
    this.insertValue(MANIFEST, encrypt(this.key, this.purposeOf(MANIFEST), bytes));
  }

  /**
   * Runs a read that throws when the file differs from the manifest. Another connection may have written since the manifest was read, so
   * both are read again at one moment before the failure counts.
   */
  private consistent<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      const failure = this.explain(error);
      const isSure = this.isFresh || this.isChanged || this.changedLists.size > 0;
      if (isSure || !isDamage(failure)) throw failure;
      this.forgetManifest();
      try {
        return this.db.inTransaction ? read() : this.db.transaction(read)();
      } catch (again) {
        throw this.explain(again);
      }
    }
  }

  /** As `consistent`; a tolerant connection gets `otherwise` in place of what is damaged. */
  private tolerated<T>(read: () => T, otherwise: T): T {
    try {
      return this.consistent(read);
    } catch (error) {
      if (this.isTolerant && isDamage(error)) return otherwise;
      throw error;
    }
  }

  private lacks(part: string): AppError {
    return partDamaged(this.name, part);
  }

  /**
   * The streams and values of which something is missing or changed, with the chunks that are; no chunk when it is not known which.
   * `thorough`: reads every chunk. Without it, chunks are compared by their places.
   */
  damage(thorough: boolean): Map<string, readonly ChunkPlace[]> {
    const found = new Map<string, readonly ChunkPlace[]>();
    const collect = () => {
      this.forgetManifest();
      if (this.isManifestLost) found.set(MANIFEST, []);
      if (!this.hasManifest && thorough)
        for (const stream of this.db.prepare('SELECT DISTINCT stream FROM chunk').pluck().all() as string[]) {
          const damaged = this.storedPlaces(stream).filter(({ seq }) => !this.canRead(stream, seq, null));
          if (damaged.length > 0) found.set(stream, damaged);
        }
      for (const name of this.hasManifest ? this.manifest.keys() : []) {
        const stream = streamOfList(name);
        try {
          const bytes = this.valueBytes(name);
          if (stream === null) continue;
          const list = new ChunkList(bytes);
          const present = new Map(this.storedPlaces(stream).map((place) => [place.seq, place]));
          const damaged = list.places().filter(({ seq }) => {
            const stored = present.get(seq);
            return stored === undefined || !list.hasPlace(stored) || (thorough && !this.canRead(stream, seq, list));
          });
          for (const place of present.values()) if (!list.has(place.seq)) damaged.push(place);
          if (damaged.length > 0) found.set(stream, damaged);
        } catch {
          found.set(stream ?? name, []);
        }
      }
    };
    if (this.db.inTransaction) collect();
    else this.db.transaction(collect)();
    return found;
  }

  private canRead(stream: string, seq: number, list: ChunkList | null): boolean {
    const row = this.selectBody.get(stream, seq) as { body: Buffer };
    try {
      return list?.hasBody(seq, row.body) !== false && decrypt(this.key, this.purpose(stream, seq), row.body).length >= 0;
    } catch {
      return false;
    }
  }

  /** The name of the file, without its folder. */
  get name(): string {
    return basename(this.target);
  }

  /** PROJECT_FILE_DAMAGED for this file. `what` continues the sentence that begins with the file. */
  damaged(what?: string): AppError {
    return fileDamaged(this.name, what);
  }

  private explain(error: unknown): AppError {
    return explainFileError(error, this.name);
  }

  private purpose(stream: string, seq: number): string {
    return `${this.projectId}/${stream}/${seq}`;
  }

  private purposeOf(name: string): string {
    return this.purpose('note', 0) + name;
  }

  /** Runs `work` in one transaction: that which is open, or its own. */
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

  /** A change outside a transaction has one of its own, which includes the manifest. */
  private change(work: () => void): void {
    if (this.isFresh) this.guarded(work);
    else
      this.transaction(() => {
        this.guarded(work);
      });
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
    this.guarded(() => {
      this.db.exec('BEGIN IMMEDIATE');
      if (this.isFresh) return;
      const { version } = this;
      if (version !== this.manifestVersion) this.forgetManifest();
      this.manifestVersion = version;
    });
  }

  commit(): void {
    this.guarded(() => {
      if (!this.isFresh) this.storeManifest();
      this.db.exec('COMMIT');
    });
  }

  rollback(): void {
    if (!this.db.inTransaction) return;
    this.db.exec('ROLLBACK');
    this.forgetManifest();
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
    this.change(() => {
      this.insert.run(stream, place.seq, place.first, place.count, place.low, place.high, body);
      this.listToChange(stream).set(place, body);
    });
  }

  /** The decrypted chunk; null when there is none. */
  read(stream: Stream, seq: number): Buffer | null {
    return this.tolerated(() => {
      const row = this.selectBody.get(stream, seq) as { body: Buffer } | undefined;
      const list = this.listOf(stream);
      if (list !== null && (row === undefined ? list.has(seq) : !list.hasBody(seq, row.body))) throw this.lacks(stream);
      if (row === undefined) return null;
      try {
        return decrypt(this.key, this.purpose(stream, seq), row.body);
      } catch (error) {
        throw list === null ? error : this.lacks(stream);
      }
    }, null);
  }

  private storedPlaces(stream: string): ChunkPlace[] {
    return this.db.prepare('SELECT seq, first, count, low, high FROM chunk WHERE stream = ? ORDER BY seq').all(stream) as ChunkPlace[];
  }

  /** In order. */
  places(stream: Stream): ChunkPlace[] {
    return this.consistent(() => {
      const stored = this.storedPlaces(stream);
      const list = this.listOf(stream);
      if (list === null) return stored;
      const listed = stored.filter((place) => list.hasPlace(place));
      if (!this.isTolerant && (listed.length !== stored.length || stored.length !== list.size)) throw this.lacks(stream);
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

  clear(...streams: Stream[]): void {
    this.change(() => {
      const remove = this.db.prepare('DELETE FROM chunk WHERE stream = ?');
      for (const stream of streams) {
        const { changes } = remove.run(stream);
        if (changes === 0 && !(this.hasManifest && this.manifest.has(listName(stream)))) continue;
        this.lists.set(stream, new ChunkList());
        this.changedLists.add(stream);
      }
    });
  }

  private insertValue(name: string, body: Buffer): void {
    this.db.prepare('INSERT OR REPLACE INTO note VALUES (?, ?)').run(name, body);
  }

  private putBytes(name: string, bytes: Uint8Array): void {
    const body = encrypt(this.key, this.purposeOf(name), bytes);
    this.insertValue(name, body);
    if (!this.hasManifest) return;
    this.manifest.set(name, authenticationTag(body).toString('base64'));
    this.isChanged = true;
  }

  putValue(name: string, value: unknown): void {
    this.change(() => {
      this.putBytes(name, Buffer.from(JSON.stringify(value), 'utf8'));
    });
  }

  private bodyOf(name: string): Buffer | undefined {
    return (this.db.prepare('SELECT body FROM note WHERE name = ?').get(name) as { body: Buffer } | undefined)?.body;
  }

  private decryptValue(name: string, body: Buffer | undefined): Buffer | undefined {
    return body === undefined ? undefined : decrypt(this.key, this.purposeOf(name), body);
  }

  /** @throws PROJECT_FILE_DAMAGED when it is not the value that the manifest lists. */
  private valueBytes(name: string): Buffer | undefined {
    const body = this.bodyOf(name);
    const tag = body === undefined ? undefined : authenticationTag(body).toString('base64');
    if (this.hasManifest && this.manifest.get(name) !== tag) throw this.lacks(name);
    return this.decryptValue(name, body);
  }

  getValue(name: string): unknown {
    const bytes = this.tolerated(() => this.valueBytes(name), undefined);
    return bytes === undefined ? undefined : JSON.parse(bytes.toString('utf8'));
  }

  /** Differs once another connection has changed the file. */
  get version(): number {
    return this.db.pragma('data_version', { simple: true }) as number;
  }

  /** Copies the file, as its last transaction left it, to a path that has no file. Nothing of the copy stays after a failure. */
  copyTo(path: string): void {
    try {
      this.db.prepare('VACUUM INTO ?').run(path);
    } catch (error) {
      removeProjectFile(path);
      throw this.explain(error);
    }
  }

  close(): void {
    this.db.close();
  }

  /** Flushes what a fresh file holds so far while more is written, so that `publish` takes less time. */
  flushEarly(): void {
    this.earlyFlush.start();
  }

  /** Closes a fresh file and replaces the former one with it; on the disk when this resolves. @throws DISK_FULL. */
  async publish(): Promise<void> {
    try {
      this.storeManifest();
      this.db.close();
      await this.earlyFlush.end();
      await replaceProjectFile(this.target);
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** Removes a fresh file that was not published; does nothing more after `publish`. */
  discard(): void {
    this.db.close();
    void this.earlyFlush.end().catch(() => undefined);
    removeUnfinished(this.target);
  }
}
