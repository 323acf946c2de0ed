/** The files of the history: missing next to the projects, or without the journal of the last changes. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenDesk } from '../kit/ready-list.ts';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { startDesk } from '../kit/desk-process.ts';
import type { JournalMoment } from '../kit/kill-points.ts';
import { sendList, rootProject } from '../kit/desk-actions.ts';
import { eventually } from '../kit/eventually.ts';
import { SCREENING } from '../kit/practice-client.ts';
import { desk as terminal } from '../kit/terminal.ts';

const readyList = await setupReadyList(40);

/** The key that the programs of these tests have in memory, for a terminal. */
function giveKey(dataDir: string): void {
  writeFileSync(join(dataDir, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
}

const listing = (dataDir: string) => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).toSorted();

describe('a history that is missing next to its projects', () => {
  it.each([
    ['removed', 'missing from the data folder', (path: string) => rmSync(path)],
    ['emptied', 'empty', (path: string) => writeFileSync(path, '')],
  ] as const)('%s: no new one is created, and everything works after it is restored', async (_, words, damage) => {
    const { dataDir } = readyList.copy();
    giveKey(dataDir);
    // The first command stores where the key is.
    expect((await terminal(['projects', '--json', '--data', dataDir])).lines).toHaveLength(1);
    const path = join(dataDir, 'history.sqlite');
    copyFileSync(path, `${dataDir}.history`);
    damage(path);
    const before = listing(dataDir);
    for (const command of [['projects'], ['resume'], ['screen', readyList.list, '--yes', '--out', 'x.xlsx']]) {
      const { exit, err } = await terminal([...command, '--data', dataDir]);
      expect(exit).toBe(2);
      expect(err).toMatch(/^The file history\.sqlite is .* Nothing was changed: restore history\.sqlite from a backup.* \(DATA_FOLDER\)$/m);
    }
    expect((await terminal(['projects', '--data', dataDir])).err).toContain(`history.sqlite is ${words}`);
    expect(listing(dataDir)).toEqual(before);
    copyFileSync(`${dataDir}.history`, path);
    expect((await terminal(['projects', '--json', '--data', dataDir])).lines).toHaveLength(1);
  });
});

const NOTICE = /^The latest changes in the history are missing: .* check all projects of its connection on the service\.$/;

const noticeOf = async (desk: OpenDesk) => (await desk.call('app.get', {})).notice;

/** Opens a folder twice, expects the same notice about missing changes, and returns it. */
async function noticeAfterStarts(run: string): Promise<string | null> {
  const notices: (string | null)[] = [];
  for (let times = 0; times < 2; times++) {
    const desk = await readyList.open(run);
    notices.push(await noticeOf(desk));
    await desk.application.idle();
    await desk.close();
  }
  expect(notices[1]).toBe(notices[0]);
  return notices[0]!;
}

describe('a history with all its changes shows no notice', () => {
  it.each<JournalMoment>(['intend-create', 'closing', 'intend-process', 'collected'])('after a kill at “%s”', async (event) => {
    const { run, dataDir } = readyList.copy();
    const kill = { kind: 'journal', event, occurrence: 1, at: 'after' } as const;
    const { how } = await startDesk({ act: 'send', dataDir, speed: 300, token: readyList.practice.client.token, name: run, kill }).ended;
    expect(how).toBe('SIGKILL');
    expect(existsSync(join(dataDir, 'history.sqlite-wal'))).toBe(true);
    expect(await noticeAfterStarts(run)).toBeNull();
  });

  it('after two programs were open at the same time and end in any order', async () => {
    const { run } = readyList.copy();
    const [first, second] = [await readyList.open(run), await readyList.open(run)];
    const { id } = await rootProject(second.call);
    await first.close();
    await second.call('projects.change', { id, purpose: 'Changed while nobody else was there' });
    await second.close();
    expect(await noticeAfterStarts(run)).toBeNull();
  });

  it('after a program is killed while another one is open', async () => {
    await readyList.practice.client.setFaults(SCREENING);
    const { run, dataDir } = readyList.copy();
    const first = startDesk({ act: 'send', dataDir, speed: 300, token: readyList.practice.client.token, name: run });
    await eventually(() => {
      expect(readFileSync(join(dataDir, 'runner.txt'), 'utf8')).toContain(`process ${first.pid}`);
    });
    const second = await readyList.open(run);
    await eventually(async () => {
      expect((await rootProject(second.call)).state.at).toBe('processing');
    });
    first.kill();
    await first.ended;
    await readyList.practice.client.clearFaults();
    await second.close();
    expect(existsSync(join(dataDir, 'history.sqlite-wal'))).toBe(false);
    expect(await noticeAfterStarts(run)).toBeNull();
  });

  it('after an exit without an orderly close', async () => {
    const { run, dataDir } = readyList.copy();
    giveKey(dataDir);
    // The program exits, as after a defect, and the databases are closed automatically.
    const script = `
      const { AppDatabase } = await import(${JSON.stringify(new URL('../../main/store/app-database/app-database.ts', import.meta.url).href)});
      const database = new AppDatabase(${JSON.stringify(dataDir)});
      database.watchLog(Date.now());
      database.settings.set('any', 'thing');
      process.exit(7);`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).toBe(7);
    expect(await noticeAfterStarts(run)).toBeNull();
  });

  it('in a copy of a closed folder', async () => {
    const { run, dataDir } = readyList.copy();
    await (await readyList.open(run)).close();
    const copy = `${run}-copy`;
    cpSync(dataDir, join(dataDir, '..', copy), { recursive: true });
    expect(await noticeAfterStarts(copy)).toBeNull();
  });
});

describe('a history without the journal of its last changes', () => {
  /** Sends a list, copies the folder, damages the journal of the copy, and returns the copy. */
  async function withoutJournal(damage: (wal: string) => void = (wal) => rmSync(wal)): Promise<string> {
    const desk = await readyList.openCopy();
    await sendList(desk.call, desk.name);
    await desk.application.idle();
    expect((await rootProject(desk.call)).state.at).toBe('done');
    const copy = `${desk.name}-copy`;
    const to = join(desk.dataDir, '..', copy);
    cpSync(desk.dataDir, to, { recursive: true, filter: (path) => !path.endsWith('history.sqlite-shm') });
    damage(join(to, 'history.sqlite-wal'));
    await desk.close();
    expect(await noticeAfterStarts(desk.name)).toBeNull();
    giveKey(to);
    return copy;
  }

  it('opens, and shows a notice in every program until the user dismisses it', async () => {
    const copy = await withoutJournal();
    const first = await readyList.open(copy);
    const { dataDir } = first;
    expect((await rootProject(first.call)).state.at).toBe('draft');
    expect(await noticeOf(first)).toMatch(NOTICE);
    await first.close();

    for (const words of [['projects'], ['connections', 'list']]) {
      const { exit, err } = await terminal([...words, '--data', dataDir]);
      expect(exit).toBe(0);
      expect(err).toContain('The latest changes in the history are missing');
      expect(err).toContain('Screenings that are not shown here may have been sent.');
      expect(err).toContain('Run "desk dismiss" to hide this notice.');
    }
    expect((await terminal(['dismiss', '--data', dataDir])).exit).toBe(0);
    expect((await terminal(['projects', '--data', dataDir])).err).toBe('');
    expect(await noticeAfterStarts(copy)).toBeNull();
  });

  const bytesOf = (wal: string, change: (bytes: Buffer) => void) => {
    const bytes = readFileSync(wal);
    change(bytes);
    writeFileSync(wal, bytes);
  };

  it.each<[string, (wal: string) => void]>([
    ['emptied', (wal) => writeFileSync(wal, '')],
    ['cut in half', (wal) => writeFileSync(wal, readFileSync(wal).subarray(0, statSync(wal).size / 2))],
    ['cut by one byte', (wal) => writeFileSync(wal, readFileSync(wal).subarray(0, -1))],
    ['with another head', (wal) => bytesOf(wal, (bytes) => bytes.fill(0, 0, 32))],
    ['with other salts', (wal) => bytesOf(wal, (bytes) => bytes.fill(7, 16, 24))],
    ['with one changed byte', (wal) => bytesOf(wal, (bytes) => (bytes[1_000] = bytes[1_000]! ^ 1))],
    ['changed near its end', (wal) => bytesOf(wal, (bytes) => (bytes[bytes.length - 100] = bytes.at(-100)! ^ 1))],
    ['overwritten', (wal) => writeFileSync(wal, 'no journal '.repeat(5_000))],
  ])('%s, it shows the notice', async (_, damage) => {
    expect(await noticeAfterStarts(await withoutJournal(damage))).toMatch(NOTICE);
  });

  it('is detected even if only history.sqlite is restored from a backup', async () => {
    const { run, dataDir } = readyList.copy();
    const path = join(dataDir, 'history.sqlite');
    copyFileSync(path, `${dataDir}.history`);
    const desk = await readyList.open(run);
    await desk.call('projects.change', { id: (await rootProject(desk.call)).id, purpose: 'Newer' });
    await desk.close();
    copyFileSync(`${dataDir}.history`, path);
    giveKey(dataDir);
    const { exit, out, err } = await terminal(['resume', '--data', dataDir]);
    expect(exit).toBe(0);
    expect(err).toContain('The latest changes in the history are missing');
    expect(out).toMatch(
      /^There is nothing to resume\. The history is older than the last change that was made here, so “.+” may have been sent/,
    );
    expect(await noticeAfterStarts(run)).toMatch(NOTICE);
  });

  it('the notice can be dismissed in the window, which receives the change', async () => {
    const desk = await readyList.open(await withoutJournal());
    const notices: (string | null)[] = [];
    desk.application.subscribe((event) => {
      if (event.name === 'app.changed') notices.push(event.payload.notice);
    });
    expect(await noticeOf(desk)).toMatch(NOTICE);
    expect((await desk.call('app.dismissNotice', {})).notice).toBeNull();
    expect(notices).toEqual([null]);
    await desk.close();
    expect(await noticeAfterStarts(desk.name)).toBeNull();
  });

  it('is also detected after many writes', async () => {
    const { run, dataDir } = readyList.copy();
    const desk = await readyList.open(run);
    const { id } = await rootProject(desk.call);
    let largest = 0;
    for (let times = 0; times < 700; times++) {
      await desk.call('projects.change', { id, purpose: `${times} `.repeat(400) });
      largest = Math.max(largest, statSync(join(dataDir, 'history.sqlite-wal')).size);
    }
    // The journal is merged into the database from time to time.
    expect(largest).toBeLessThan(8 * 1024 * 1024);
    const copy = `${run}-copy`;
    cpSync(dataDir, join(dataDir, '..', copy), { recursive: true, filter: (path) => !/history\.sqlite-(wal|shm)$/.test(path) });
    await desk.close();
    expect(await noticeAfterStarts(copy)).toMatch(NOTICE);
  });
});
