/** The file `history.sqlite`: opens it, runs transactions, stores settings, and detects that its last changes were lost. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../../shared/base/index.ts';
import { CAN_REPLACE_OPEN_FILES, fileId } from '../../locks/index.ts';
import { makePrivate } from '../../platform/index.ts';
import { ChangeRecord, isThere, setDurable } from '../project-file/index.ts';
import { migrate, requireKnownVersion } from './migrations.ts';
import { SettingTable } from './setting-table.ts';
import { CHANGES, historyReplaced, Sql } from './sql.ts';
import { guarded, requireSound, sqliteErrorOf } from './sqlite-errors.ts';

/** Names of settings: the mark of a log in use (see `mark`), and when a log was found to be missing. */
const OPEN = 'open';
const MISSING_SINCE = 'changesMissingSince';
/** A larger log is written into the database. Its size is checked after every `WRITES_PER_LOOK` writes. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
const WRITES_PER_LOOK = 64;
/** How long the log waits for programs that are reading, before a later write tries again. The window cannot answer meanwhile. */
const READERS_WAIT_MS = 500;

/**
 * @throws DATA_FOLDER when there are project files but no database: a new database would have neither their keys nor a record of what was
 * sent.
 */
function assertNotLost(dataDir: string, path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? null;
  if (size !== null && size > 0) return;
  const projects = join(dataDir, 'projects');
  if (!isThere(projects) || !readdirSync(projects).some((name) => name.endsWith('.sqlite'))) return;
  throw new AppError(
    'DATA_FOLDER',
    `The file history.sqlite is ${size === null ? 'missing from the data folder' : 'empty'}, and the folder holds projects. It has their keys and the record of what was sent, so no project can be opened without it. Nothing was changed: restore history.sqlite from a backup of the data folder, with history.sqlite-wal if there is one.`,
    { reason: 'history-missing' },
  );
}

/** Any call may throw DISK_FULL, READ_FAILED, DATABASE_LOCKED, DATABASE_DAMAGED or DATA_FOLDER. */
export class DatabaseFile {
  private readonly db: Database.Database;
  protected readonly sql: Sql;
  readonly settings: SettingTable;
  private readonly path: string;
  /** ID of the open file. */
  private readonly file: string | null;
  private readonly logPath: string;
  /** Whether the log existed when the database was opened. */
  private readonly hadLog: boolean;
  private readonly record: ChangeRecord;
  private writes = 0;
  private isMarked = false;
  /** True while the log still contains removed data, because another program was reading. */
  private holdsRemoved = false;

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
    this.path = path;
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
      // Off, because `mark` writes the log into the database.
      db.pragma('wal_autocheckpoint = 0');
      // Overwrites removed keys, so that they cannot be found in the free space of the file.
      db.pragma('secure_delete = ON');
      migrate(db);
      requireSound(db);
      this.db = db;
      this.file = fileId(path);
      this.sql = new Sql(
        db,
        () => this.assertInPlace(),
        (changes) => {
          this.record.write(changes);
          this.shortenLog();
        },
      );
      this.settings = new SettingTable(this.sql);
    } catch (cause) {
      db?.close();
      const error = sqliteErrorOf(cause, path);
      if (error instanceof AppError) throw error;
      throw new AppError('DATA_FOLDER', 'The data folder cannot be written. Choose another one or change its permissions.', {}, { cause });
    }
  }

  /**
   * Call it before each change: after another program has replaced the file, changes would go to a file that nobody opens again, and the
   * next start would not know what was sent.
   * @throws DATA_FOLDER when the file at the path is no longer the open one.
   */
  private assertInPlace(): void {
    if (CAN_REPLACE_OPEN_FILES && fileId(this.path) !== this.file) throw historyReplaced();
  }

  private shortenLog(): void {
    if (this.holdsRemoved) this.emptyLog(0);
    else if (this.isMarked && ++this.writes % WRITES_PER_LOOK === 0 && this.logSize() > MAX_LOG_BYTES) this.mark();
  }

  private logSize(): number {
    return statSync(this.logPath, { throwIfNoEntry: false })?.size ?? 0;
  }

  /**
   * Call it once this program runs the projects. Records whether the last changes were lost with the log, and watches the log from now on.
   * `now`: milliseconds since 1970.
   */
  watchLog(now: number): void {
    this.noticeLostChanges(now);
    this.isMarked = true;
    // A killed program may have left removed data in it.
    this.overwriteLog();
  }

  /** Detects changes that were recorded as committed but are not in the database: their log was missing, emptied or damaged. */
  private noticeLostChanges(now: number): void {
    // Read before the number in the database: another program commits first and updates the record afterwards.
    const recorded = this.record.read();
    const present = Number(this.settings.get(CHANGES) ?? 0);
    // Without the record (a folder can be copied without it), only the mark can show the loss.
    const isLost = recorded === null ? !this.hadLog && this.settings.get(OPEN) !== null : recorded > present;
    if (!isLost) return;
    this.sql.write(() => {
      if (recorded !== null) this.sql.put('setting', 'name', { name: CHANGES, value: String(recorded) });
      this.settings.set(MISSING_SINCE, String(now));
    });
  }

  /**
   * Writes the log into the database with the mark set, then removes the mark as the first entry of the new log. So the mark disappears
   * when that log is applied, even after a crash. If a database without a log has the mark, the log was lost.
   */
  private mark(waitMs = READERS_WAIT_MS): void {
    this.tryTo(() => {
      this.sql.put('setting', 'name', { name: OPEN, value: '1' });
      this.checkpoint(waitMs);
      this.sql.run('DELETE FROM setting WHERE name = ?', OPEN);
    });
  }

  /** Writes the log into the database and empties it, unless another program reads the log for longer than `waitMs`. */
  private checkpoint(waitMs: number): void {
    const usual = this.db.pragma('busy_timeout', { simple: true }) as number;
    this.db.pragma(`busy_timeout = ${waitMs}`);
    try {
      const [log] = this.db.pragma('wal_checkpoint(TRUNCATE)') as [{ readonly busy: number }];
      if (log.busy === 0) this.holdsRemoved = false;
    } finally {
      this.db.pragma(`busy_timeout = ${usual}`);
    }
  }

  /** Overwrites the log, which still contains removed data. If another program is reading now, each later write and `close` try again. */
  protected overwriteLog(): void {
    this.holdsRemoved = true;
    this.emptyLog(READERS_WAIT_MS);
  }

  private emptyLog(waitMs: number): void {
    if (this.isMarked) this.mark(waitMs);
    else this.tryTo(() => this.checkpoint(waitMs));
  }

  /** Runs work that may be postponed. Ignores a full disk or a lock: the next important write will report it. */
  private tryTo(work: () => void): void {
    try {
      guarded(this.db, work);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  /** When the last changes were found to be missing, in milliseconds since 1970; null if none are, or the user has dismissed it. */
  changesMissingSince(): number | null {
    const since = this.settings.get(MISSING_SINCE);
    return since === null ? null : Number(since);
  }

  dismissMissingChanges(): void {
    this.settings.remove(MISSING_SINCE);
  }

  /** Changes when another program has changed something. */
  changesElsewhere(): number {
    return guarded(this.db, () => this.db.pragma('data_version', { simple: true })) as number;
  }

  close(): void {
    if (this.holdsRemoved) this.emptyLog(READERS_WAIT_MS);
    this.db.close();
    this.record.close();
  }
}
