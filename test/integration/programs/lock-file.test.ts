/**
 * If a lock file is removed or replaced while a program runs the projects, no second program runs them.
 * @module-tag deep
 */
import { cpSync, existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { type DeskProcess, startDesk } from '../../kit/desk-process.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { SCREENING } from '../../kit/practice-client.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

/** Another program that has sent the list of a folder and follows it until the faults are cleared. */
async function holder(): Promise<{ readonly first: DeskProcess; readonly run: string; readonly dataDir: string }> {
  const { client } = readyList.practice;
  await client.setFaults(SCREENING);
  const { run, dataDir } = readyList.copy();
  const first = startDesk({ act: 'send', dataDir, speed: 300, token: client.token, name: run });
  await eventually(async () => {
    const { projects } = await client.ledger();
    expect(projects.find(({ name }) => name.startsWith(`${run} ·`))?.processActs).toBe(1);
  });
  return { first, run, dataDir };
}

const paidOnce = async (desk: OpenDesk) =>
  readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain);

describe('a lock file that was removed', () => {
  it('does not allow a second program to run the projects while its holder runs, and the message explains what to do', async () => {
    const { first, run, dataDir } = await holder();
    // Suspended, because otherwise it would lock the folder again before its next step.
    process.kill(first.pid, 'SIGSTOP');
    rmSync(join(dataDir, 'runner.lock'));
    const second = await readyList.open(run);
    try {
      const { runnerElsewhere } = await second.call('app.get', {});
      expect(runnerElsewhere).toContain(`process ${first.pid}`);
      expect(runnerElsewhere).toContain('runner.lock has since been removed or replaced. Close that program first.');
      const { id } = await rootProject(second.call);
      const refusal = { code: 'RUNNER_ELSEWHERE', message: runnerElsewhere };
      await expect(second.call('project.pause', { id })).rejects.toMatchObject(refusal);
      expect(existsSync(join(dataDir, 'runner.lock'))).toBe(false);
      process.kill(first.pid, 'SIGCONT');
      await eventually(() => {
        expect(existsSync(join(dataDir, 'runner.lock'))).toBe(true);
      });
      await expect(second.call('project.pause', { id })).rejects.toMatchObject({ code: 'RUNNER_ELSEWHERE' });
      await readyList.practice.client.clearFaults();
      expect((await first.ended).report?.state.at).toBe('done');
      await eventually(async () => {
        expect((await second.call('app.get', {})).runnerElsewhere).toBeNull();
      });
      expect(await paidOnce(second)).toEqual([]);
    } finally {
      first.kill();
      await second.close();
    }
  });

  it('does not block a second program after its holder ends', async () => {
    const { first, run, dataDir } = await holder();
    first.kill();
    await first.ended;
    expect(readFileSync(join(dataDir, 'runner.txt'), 'utf8')).toContain(`process ${first.pid}`);
    rmSync(join(dataDir, 'runner.lock'));
    await readyList.practice.client.clearFaults();
    const second = await readyList.open(run);
    try {
      expect((await second.call('app.get', {})).runnerElsewhere).toBeNull();
      await second.application.idle();
      expect(await paidOnce(second)).toEqual([]);
    } finally {
      await second.close();
    }
  });

  it.skipIf(process.platform !== 'linux')(
    'does not block a second program if another process has the ID of its former holder',
    async () => {
      const { run, dataDir } = readyList.copy();
      const heldBy = async (start: string | null) => {
        const holder = { pid: process.ppid, start, host: hostname(), folder: realpathSync(dataDir), file: '1:1', program: 'window' };
        writeFileSync(join(dataDir, 'runner.txt'), `The window\n${JSON.stringify(holder)}\n`);
        const desk = await readyList.open(run);
        const { runnerElsewhere } = await desk.call('app.get', {});
        await desk.close();
        return runnerElsewhere;
      };
      expect(await heldBy('another start')).toBeNull();
      expect(await heldBy(null)).toContain('The window');
      rmSync(join(dataDir, 'runner.txt'));
    },
  );
});

it('a program removes its note when it ends, and a copy of a folder in use is not locked', async () => {
  const { run, dataDir } = readyList.copy();
  const desk = await readyList.open(run);
  expect(readFileSync(join(dataDir, 'runner.txt'), 'utf8')).toContain(`process ${process.pid}`);
  const copy = `${run}-copy`;
  cpSync(dataDir, join(dataDir, '..', copy), { recursive: true });
  const other = await readyList.open(copy);
  expect((await other.call('app.get', {})).runnerElsewhere).toBeNull();
  await other.close();
  await desk.close();
  expect(existsSync(join(dataDir, 'runner.txt'))).toBe(false);
});

describe('a lock file that was replaced', () => {
  /** Sends a list, and removes the lock file before the screening starts: until then the service does not say what it has of the list. */
  async function replaced(work: (first: OpenDesk, lock: string) => Promise<void>): Promise<void> {
    await readyList.practice.client.setFaults({ kind: 'status', status: 503, times: null, on: { step: 'status' } });
    const first = await readyList.openCopy();
    try {
      await sendList(first.call, first.name);
      await eventually(async () => {
        expect((await rootProject(first.call)).state.at).toBe('confirming');
      });
      const lock = join(first.dataDir, 'runner.lock');
      rmSync(lock);
      await work(first, lock);
    } finally {
      await first.close();
    }
  }

  it('stops its former holder before anything is paid, if another program locks it', async () => {
    await replaced(async (first, lock) => {
      const other = new Database(lock);
      other.exec('BEGIN EXCLUSIVE');
      await eventually(async () => {
        expect((await first.call('app.get', {})).runnerElsewhere).toContain('runner.lock in the data folder was replaced');
      });
      await first.application.idle();
      expect((await rootProject(first.call)).state.at).toBe('confirming');
      const { id } = await rootProject(first.call);
      await expect(first.call('project.pause', { id })).rejects.toMatchObject({ code: 'RUNNER_ELSEWHERE' });
      expect((await readyList.ledgerOf(first)).map(({ processActs }) => processActs)).toEqual([0]);
      other.close();
      await first.close();
      await readyList.practice.client.clearFaults();
      const again = await readyList.open(first.name);
      await again.application.idle();
      expect(await paidOnce(again)).toEqual([]);
      await again.close();
    });
  });

  it('is locked again by its holder, which continues, if no other program locks it', async () => {
    await replaced(async (first, lock) => {
      new Database(lock).close();
      await readyList.practice.client.clearFaults();
      await first.application.idle();
      expect(await paidOnce(first)).toEqual([]);
      const other = new Database(lock);
      other.pragma('busy_timeout = 0');
      expect(() => other.exec('BEGIN EXCLUSIVE')).toThrow('locked');
      other.close();
    });
  });
});
