/** Problems of this computer: a full disk, no write permission, a locked or damaged database, a changed clock, a second program. */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Clock } from '../../../main/platform/ports.ts';
import { ProjectTable } from '../../../main/store/app-database/project-table.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { ReadyList, type OpenDesk } from '../../kit/ready-list.ts';
import { startDesk } from '../../kit/desk-process.ts';
import { fastClock, testPorts, workerPool } from '../../kit/test-ports.ts';
import { type DeskReport, sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { SCREENING } from '../../kit/practice-client.ts';

let readyList: ReadyList;
let plain: DeskReport['scores'] = {};
let entries = 0;

/** Calls `before` before each entry of the journal, with the number of the entry from 1 and the real database. */
function watchEntries(before: (entry: number, db: Database.Database) => void): void {
  const advance = Object.getOwnPropertyDescriptor(ProjectTable.prototype, 'advance')?.value as ProjectTable['advance'];
  let count = 0;
  vi.spyOn(ProjectTable.prototype, 'advance').mockImplementation(function (this: ProjectTable, ...entry) {
    count += 1;
    before(count, (this as unknown as { sql: { db: Database.Database } }).sql.db);
    return advance.apply(this, entry);
  });
}

beforeAll(async () => {
  readyList = await ReadyList.prepare();
  watchEntries((entry) => (entries = entry));
  plain = await readyList.reference();
  vi.restoreAllMocks();
}, 60_000);

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await readyList.close();
});

async function problemsOf(desk: OpenDesk): Promise<string[]> {
  await desk.application.idle();
  return readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain);
}

/** Waits until the project reports that `code` blocks it. */
const heldUpBy = (desk: OpenDesk, code: string) =>
  eventually(async () => {
    expect((await rootProject(desk.call)).lastError?.code).toBe(code);
  });

/** Fills the database; SQLite itself then reports a full disk. */
function fill(db: Database.Database): void {
  const used = db.pragma('page_count', { simple: true }) as number;
  db.pragma(`max_page_count = ${used}`);
  for (let n = 0; ; n++)
    try {
      db.prepare('INSERT INTO setting VALUES (?, ?)').run(`filler-${n}`, 'x'.repeat(900));
    } catch {
      return;
    }
}

/** Entries of the journal from which the database refuses writes, one in each part of the main job. */
const PLACES = [2, 4, 5, 7, 8, 10, 12];

describe.each([
  ['a full disk', 'DISK_FULL', fill, (db: Database.Database) => db.pragma('max_page_count = 1000000')],
  [
    'a data folder that cannot be written',
    'DATA_FOLDER',
    (db: Database.Database) => db.pragma('query_only = 1'),
    (db: Database.Database) => db.pragma('query_only = 0'),
  ],
] as const)('%s', (_name, code, hinder, relieve) => {
  it.each(PLACES)('is reported from entry %s of the journal on, the project waits, and nothing is paid twice', async (place) => {
    expect(entries).toBeGreaterThan(Math.max(...PLACES));
    const desk = await readyList.openCopy();
    let held: Database.Database | null = null;
    watchEntries((entry, db) => {
      if (entry !== place) return;
      held = db;
      hinder(db);
    });
    try {
      await sendList(desk.call, desk.name);
      await heldUpBy(desk, code);
      relieve(held!);
      expect(await problemsOf(desk)).toEqual([]);
    } finally {
      await desk.close();
    }
  });
});

it('the project waits for a history that another program has locked', async () => {
  const desk = await readyList.openCopy();
  const other = new Database(join(desk.dataDir, 'history.sqlite'));
  watchEntries((entry, db) => {
    if (entry !== 5) return;
    db.pragma('busy_timeout = 50');
    other.exec('BEGIN IMMEDIATE');
  });
  try {
    await sendList(desk.call, desk.name);
    await heldUpBy(desk, 'DATABASE_LOCKED');
    other.exec('ROLLBACK');
    expect(await problemsOf(desk)).toEqual([]);
  } finally {
    other.close();
    await desk.close();
  }
});

describe('a data folder that cannot be opened', () => {
  const pool = workerPool();
  afterAll(() => pool.close());
  const opened = async (dataDir: string) => {
    try {
      await (await createApplication(testPorts(dataDir, pool))).close();
      return 'opened';
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  async function codeAfter(damage: (path: string) => void): Promise<string> {
    const desk = await readyList.openCopy();
    await desk.close();
    damage(join(desk.dataDir, 'history.sqlite'));
    return await opened(desk.dataDir);
  }
  const changed = (pragma: string) => (path: string) => {
    const db = new Database(path);
    db.pragma(pragma);
    db.close();
  };

  it('is reported if a newer version wrote it', async () => {
    expect(await codeAfter(changed('user_version = 99'))).toBe('DATABASE_NEWER');
  });

  it('is reported if its pages are damaged', async () => {
    const overwrite = (path: string) => {
      const file = openSync(path, 'r+');
      const { size } = statSync(path);
      for (let at = 4096; at < size; at += 4096) writeSync(file, Buffer.alloc(512, 0xa5), 0, 512, at);
      closeSync(file);
    };
    expect(await codeAfter(overwrite)).toBe('DATABASE_DAMAGED');
  });

  it('is reported if its history is not a database', async () => {
    const overwrite = (path: string) => {
      const file = openSync(path, 'w');
      writeSync(file, 'not a database, whatever its name says'.repeat(500));
      closeSync(file);
    };
    expect(await codeAfter(overwrite)).toBe('DATABASE_DAMAGED');
  });

  it('is reported if it is not writable', async () => {
    // No user can create a folder inside a file, not even one with all permissions.
    const file = join(tmpdir(), `desk-file-${process.pid}`);
    writeFileSync(file, '');
    expect(await opened(join(file, 'desk'))).toBe('DATA_FOLDER');
    rmSync(file);
  });
});

/** A clock that jumps after every few reads. The measured time continues. */
function jumpingClock(jumps: readonly number[], every: number): Clock {
  const clock = fastClock(300);
  let reads = 0;
  return { ...clock, now: () => clock.now() + (jumps[Math.floor(reads++ / every) % jumps.length] ?? 0) };
}

const HOUR = 3_600_000;
describe.each([
  ['back by a day', [0, -24 * HOUR], 6],
  ['forward by a year', [0, 8760 * HOUR], 6],
  ['back and forth', [0, 48 * HOUR, -48 * HOUR, -8760 * HOUR], 2],
] as const)('a clock that is set %s', (_name, jumps, every) => {
  it.each([
    ['no fault', []],
    ['no answer to the start', [{ kind: 'drop-answer', on: { step: 'process' } }]],
    ['no answer to the list', [{ kind: 'drop-answer', on: { step: 'add' } }]],
    ['a list that appears late', [{ kind: 'late-list', ms: 300, growing: false }]],
  ] as const)('does not affect a list with %s', async (_what, faults) => {
    expect(readyList.problems(await readyList.run(faults, { clock: jumpingClock(jumps, every) }), plain)).toEqual([]);
  });
});

it('a list whose check is always outdated waits for the user', async () => {
  const clock = fastClock(300);
  let days = 0;
  const desk = await readyList.openCopy({ clock: { ...clock, now: () => clock.now() + 24 * HOUR * days++ } });
  try {
    await expect(sendList(desk.call, desk.name)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringContaining('or the way it is sent has changed') as string,
    });
    expect(await readyList.ledgerOf(desk)).toEqual([]);
  } finally {
    await desk.close();
  }
});

it('one of two programs on a data folder runs the projects, and the other reports which one', async () => {
  const { client } = readyList.practice;
  await client.setFaults(SCREENING);
  const { run, dataDir } = readyList.copy();
  const first = startDesk({ act: 'send', dataDir, speed: 300, token: client.token, name: run });
  await eventually(() => {
    expect(readFileSync(join(dataDir, 'runner.txt'), 'utf8')).toContain(`process ${first.pid}`);
  });
  const second = await readyList.open(run);
  try {
    await eventually(async () => {
      expect((await rootProject(second.call)).state.at).toBe('processing');
    });
    const { id } = await rootProject(second.call);
    expect((await second.call('app.get', {})).runnerElsewhere).toContain(`process ${first.pid}`);
    for (const steer of ['project.pause', 'project.cancel'] as const)
      await expect(second.call(steer, { id })).rejects.toMatchObject({
        code: 'RUNNER_ELSEWHERE',
        message: expect.stringContaining(`process ${first.pid}`) as string,
      });
    await client.clearFaults();
    expect((await first.ended).report?.state.at).toBe('done');
    expect(await problemsOf(second)).toEqual([]);
    await eventually(async () => {
      expect((await second.call('app.get', {})).runnerElsewhere).toBeNull();
    });
  } finally {
    first.kill();
    await second.close();
  }
});
