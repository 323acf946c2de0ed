/**
 * A file next to a database, with the number of transactions that the database has had. Each transaction is counted in the database, and
 * recorded here once it is on disk. So if the database has the smaller number, its write-ahead log was lost, wholly or in part. If the
 * program is killed between the two steps, the number here is smaller, which is harmless.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Every number is padded to this length, so that each write fully replaces the one before. */
const DIGITS = 16;

export class ChangeRecord {
  private readonly path: string;
  private file: number | null = null;

  /** `path`: the path of the record. Its folder need not exist yet. */
  constructor(path: string) {
    this.path = path;
  }

  /** Null when there is no record, or it cannot be read. */
  read(): number | null {
    try {
      const text = readFileSync(this.path, 'latin1').trim();
      return /^\d{1,16}$/.test(text) ? Number(text) : null;
    } catch {
      return null;
    }
  }

  /** If writing fails, the smaller number is kept, which is harmless: the database itself has the change. */
  write(changes: number): void {
    try {
      this.file ??= openSync(this.path, 'r+', 0o600);
    } catch {
      this.create();
    }
    try {
      if (this.file !== null) writeSync(this.file, `${String(changes).padStart(DIGITS, '0')}\n`, 0, 'latin1');
    } catch {
      // Harmless, as above.
    }
  }

  private create(): void {
    try {
      this.file = openSync(this.path, 'wx', 0o600);
    } catch {
      // Harmless, as above.
    }
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
