/** The file `history.sqlite`: opening it, transactions, settings, and noticing that its last changes were lost. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';
import { makePrivate } from '../../platform/index.ts';
import { ChangeRecord, isThere, setDurable } from '../project-file/index.ts';
import { migrate, requireKnownVersion } from './migrations.ts';
import { SettingTable } from './setting-table.ts';
import { CHANGES, Sql } from './sql.ts';
import { guarded, requireSound, sqliteErrorOf } from './sqlite-errors.ts';

/** Settings: the mark of a log that is in use (see `mark`), and when it was found that a log is missing. */
const OPEN = 'open';
const MISSING_SINCE = 'changesMissingSince';
/** A log of more bytes is written into the database; its size is looked at every so many writes. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
const WRITES_PER_LOOK = 64;

/**
 * @throws DATA_FOLDER when there are project files and no database: a new one would have neither their keys nor a record of what was sent.
 */
function assertNotLost(dataDir: string, path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? null;
  if (size !== null && size > 0) return;
  const projects = join(dataDir, 'projects');
  if (!isThere(projects) || !readdirSync(projects).some((name) => name.endsWith('.sqlite'))) return;
  throw new AppError(
    'DATA_FOLDER',
    `The file history.sqlite is ${size === null ? 'missing from the data folder' : 'empty'}, and the folder holds projects. It has their keys and the record of what was sent, so no project can be opened without it. Nothing was changed: put history.sqlite back from a backup of the data folder, with history.sqlite-wal if there is one.`,
    { reason: 'history-missing' },
  );
}

/** Any call may throw DISK_FULL, READ_FAILED, DATABASE_LOCKED, DATABASE_DAMAGED or DATA_FOLDER. */
export class DatabaseFile {
  private readonly db: Database.Database;
  protected readonly sql: Sql;
  readonly settings: SettingTable;
  private readonly logPath: string;
  /** Whether the log existed when the database was opened. */
  private readonly hadLog: boolean;
  private readonly record: ChangeRecord;
  private writes = 0;
  private isMarked = false;

  /**
   * Opens or creates the file.
   * @throws what `requireKnownVersion` throws; what any call may throw.
   */
  constructor(dataDir: string) {
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      makePrivate(dataDir, 0o700);
    } catch (cause) {
      throw new AppError(
        'DATA_FOLDER',
        'The data folder cannot be created or changed. Choose another one or change its permissions.',
        {},
        { cause },
      );
    }
    const path = join(dataDir, 'history.sqlite');
    this.logPath = `${path}-wal`;
    this.record = new ChangeRecord(join(dataDir, 'history.changes'));
    let db: Database.Database | null = null;
    try {
      assertNotLost(dataDir, path);
      this.hadLog = isThere(this.logPath);
      db = new Database(path);
      requireKnownVersion(db);
      makePrivate(path, 0o600);
      setDurable(db, false);
      // `mark` writes the log into the database.
      db.pragma('wal_autocheckpoint = 0');
      // A removed key must not be found in the free space of the file.
      db.pragma('secure_delete = ON');
      migrate(db);
      requireSound(db);
      this.db = db;
      this.sql = new Sql(db, (changes) => {
        this.record.write(changes);
        this.shortenLog();
      });
      this.settings = new SettingTable(this.sql);
    } catch (cause) {
      db?.close();
      const error = sqliteErrorOf(cause, path);
      if (error instanceof AppError) throw error;
      throw new AppError('DATA_FOLDER', 'The data folder cannot be written. Choose another one or change its permissions.', {}, { cause });
    }
  }

  private shortenLog(): void {
    if (this.isMarked && ++this.writes % WRITES_PER_LOOK === 0 && this.logSize() > MAX_LOG_BYTES) this.mark();
  }

  private logSize(): number {
    return statSync(this.logPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  /** Call it once this program runs the projects: records whether the log with the last changes was lost. `now`: ms since 1970. */
  watchLog(now: number): void {
    this.noticeLostChanges(now);
    this.isMarked = true;
    this.mark();
  }

  /** A change that was recorded as committed and is not here was in a log that is missing, emptied or damaged. */
  private noticeLostChanges(now: number): void {
    // Before the number in the database: another program commits first and records afterwards.
    const recorded = this.record.read();
    const present = Number(this.settings.get(CHANGES) ?? 0);
    // A folder that was copied without the record shows less.
    const isLost = recorded === null ? !this.hadLog && this.settings.get(OPEN) !== null : recorded > present;
    if (!isLost) return;
    this.sql.write(() => {
      if (recorded !== null) this.sql.put('setting', 'name', { name: CHANGES, value: String(recorded) });
      this.settings.set(MISSING_SINCE, String(now));
    });
  }

  /**
   * Writes the log into the database with the mark set, and removes the mark as the first entry of the new log. Whatever applies that
   * log removes the mark, also after a crash: a mark in a database without a log means that the log was lost.
   */
  private mark(): void {
    this.tryTo(() => {
      this.sql.put('setting', 'name', { name: OPEN, value: '1' });
      this.db.pragma('wal_checkpoint(TRUNCATE)');
      this.sql.run('DELETE FROM setting WHERE name = ?', OPEN);
    });
  }

  /** Overwrites the log, which still has what a change removed. Another program that reads at this moment delays it to the next time. */
  protected overwriteLog(): void {
    if (this.isMarked) this.mark();
    else this.tryTo(() => this.db.pragma('wal_checkpoint(TRUNCATE)'));
  }

  /** Work that may wait: a full disk or a lock is reported by the write that would lose something. */
  private tryTo(work: () => void): void {
    try {
      guarded(this.db, work);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** When it was found that the last changes are missing, in milliseconds since 1970; null: none are, or the user has dismissed it. */
  changesMissingSince(): number | null {
    const since = this.settings.get(MISSING_SINCE);
    return since === null ? null : Number(since);
  }

  dismissMissingChanges(): void {
    this.settings.remove(MISSING_SINCE);
  }

  /** Differs once another program has changed something. */
  changesElsewhere(): number {
    return guarded(this.db, () => this.db.pragma('data_version', { simple: true })) as number;
  }

  close(): void {
    this.db.close();
    this.record.close();
  }
}
