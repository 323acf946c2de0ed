/**
 * A file next to a database: how many transactions the database has had. Each one is counted in the database and recorded here after it
 * is on the disk, so a smaller number in the database shows that a write-ahead log was lost, whole or in part. A program that is killed
 * between the two leaves a smaller number here, which shows nothing.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** As long as any number, so that each write replaces the one before it whole. */
const DIGITS = 16;

export class ChangeRecord {
  private readonly path: string;
  private file: number | null = null;

  /** `path`: of the record, whose folder need not exist yet. */
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

  /** A record that cannot be written keeps a smaller number: the history itself has the change. */
  write(changes: number): void {
    try {
      this.file ??= openSync(this.path, 'r+', 0o600);
    } catch {
      this.create();
    }
    try {
      if (this.file !== null) writeSync(this.file, `${String(changes).padStart(DIGITS, '0')}\n`, 0, 'latin1');
    } catch {
      // As above.
    }
  }

  private create(): void {
    try {
      this.file = openSync(this.path, 'wx', 0o600);
    } catch {
      // As above.
    }
  }

  close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
