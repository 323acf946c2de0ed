/** Opens the data folder: the app database, the lock on running its projects, and the data key. */
import { join } from 'node:path';
import { AppError } from '../shared/base/index.ts';
import { requireLocks } from './locks/index.ts';
import { type Ports, removeLeftSpools } from './platform/index.ts';
import { ProjectKeys } from './projects/index.ts';
import { AppDatabase, RunnerLock, sqliteErrorOf } from './store/app-database/index.ts';

export interface DataFolder {
  readonly database: AppDatabase;
  readonly lock: RunnerLock;
  /** 32 bytes. */
  readonly dataKey: Buffer;
  /** The keys that the database uses. */
  readonly keys: ProjectKeys;
}

const PROGRAM: Readonly<Record<Ports['host']['kind'], string>> = {
  electron: 'The window',
  loopback: 'The window in the browser',
  cli: 'The command line',
  test: 'A test',
};

/** Distinguishes a database that another program has locked from a disk that does not support locks. */
function openDatabase(dataDir: string): AppDatabase {
  try {
    return new AppDatabase(dataDir);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATABASE_LOCKED') requireLocks(dataDir);
    throw error;
  }
}

/** @throws DATA_FOLDER, READ_FAILED, DISK_FULL, DATABASE_NEWER, DATABASE_DAMAGED or KEYCHAIN_LOCKED when the folder cannot be used. */
export async function openDataFolder({ dataDir, clock, host, secrets }: Ports): Promise<DataFolder> {
  const database = openDatabase(dataDir);
  const lock = new RunnerLock(dataDir, {
    who: `${PROGRAM[host.kind]} (process ${process.pid}), since ${new Date(clock.now()).toISOString()}`,
    program: host.kind === 'cli' ? 'terminal' : 'window',
    plain: host.kind === 'electron' || host.kind === 'loopback',
  });
  try {
    if (lock.take()) {
      database.watchLog(clock.now());
      await removeLeftSpools(dataDir);
    }
    const dataKey = await secrets.dataKey();
    const keys = new ProjectKeys(dataKey);
    database.useKeys(keys);
    return { database, lock, dataKey, keys };
  } catch (error) {
    lock.release();
    database.close();
    throw sqliteErrorOf(error, join(dataDir, 'history.sqlite'));
  }
}
