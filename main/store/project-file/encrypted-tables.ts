/** The two tables of a project file: chunks of streams, and values by name. Their bodies are encrypted and bound to their position. */
import type { KeyObject } from 'node:crypto';
import type Database from 'better-sqlite3';
import { freeBytes } from '../../../shared/base/index.ts';
import { decrypt, ENCRYPTION_OVERHEAD, encrypt, encryptInto } from './cipher.ts';
import type { ChunkPlace } from './streams.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS chunk (
    stream TEXT NOT NULL, seq INTEGER NOT NULL,
    first INTEGER NOT NULL, count INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (stream, seq));
  CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, body BLOB NOT NULL);
`;

export const createTables = (db: Database.Database): unknown => db.exec(SCHEMA);

export class EncryptedTables {
  private readonly db: Database.Database;
  private readonly key: KeyObject;
  private readonly projectId: string;
  private readonly insert: Database.Statement;
  private readonly selectBody: Database.Statement;
  /** Buffer for encrypting chunks. It is reused, because a list has thousands of chunks. */
  private buffer = Buffer.alloc(0);

  /** @throws SqliteError when the database lacks the tables. */
  constructor(db: Database.Database, key: KeyObject, projectId: string) {
    this.db = db;
    this.key = key;
    this.projectId = projectId;
    this.insert = db.prepare('INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.selectBody = db.prepare('SELECT body FROM chunk WHERE stream = ? AND seq = ?');
  }

  private purposeOfChunk(stream: string, seq: number): string {
    return `${this.projectId}/${stream}/${seq}`;
  }

  private purposeOfValue(name: string): string {
    return this.purposeOfChunk('note', 0) + name;
  }

  /** The encrypted chunk; valid until the next call. */
  encryptChunk(stream: string, seq: number, bytes: Uint8Array): Buffer {
    const size = ENCRYPTION_OVERHEAD + bytes.length;
    if (size > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(size * 2);
    return encryptInto(this.buffer.subarray(0, size), this.key, this.purposeOfChunk(stream, seq), bytes);
  }

  /**
   * Decrypts a chunk and frees the memory of `body`, which must not be used again.
   * @throws Error when it is not the body of this chunk
   */
  decryptChunk(stream: string, seq: number, body: Buffer): Buffer {
    const plain = decrypt(this.key, this.purposeOfChunk(stream, seq), body);
    freeBytes(body);
    return plain;
  }

  putChunk(stream: string, { seq, first, count, low, high }: ChunkPlace, body: Buffer): void {
    this.insert.run(stream, seq, first, count, low, high, body);
  }

  chunk(stream: string, seq: number): Buffer | undefined {
    return (this.selectBody.get(stream, seq) as { readonly body: Buffer } | undefined)?.body;
  }

  /** Removes the chunks of a stream, and returns how many there were. */
  removeChunks(stream: string): number {
    return this.db.prepare('DELETE FROM chunk WHERE stream = ?').run(stream).changes;
  }

  /** In the order of the chunk numbers. */
  places(stream: string): ChunkPlace[] {
    return this.db.prepare('SELECT seq, first, count, low, high FROM chunk WHERE stream = ? ORDER BY seq').all(stream) as ChunkPlace[];
  }

  streams(): string[] {
    return this.db.prepare('SELECT DISTINCT stream FROM chunk').pluck().all() as string[];
  }

  encryptValue(name: string, bytes: Uint8Array): Buffer {
    return encrypt(this.key, this.purposeOfValue(name), bytes);
  }

  /** @throws Error when it is not the body of this value. */
  decryptValue(name: string, body: Buffer): Buffer {
    return decrypt(this.key, this.purposeOfValue(name), body);
  }

  putValue(name: string, body: Buffer): void {
    this.db.prepare('INSERT OR REPLACE INTO note VALUES (?, ?)').run(name, body);
  }

  value(name: string): Buffer | undefined {
    return (this.db.prepare('SELECT body FROM note WHERE name = ?').get(name) as { readonly body: Buffer } | undefined)?.body;
  }
}
