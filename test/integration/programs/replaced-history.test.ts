/**
 * If the history is replaced, moved or removed while a program runs the projects, the program starts nothing that costs money: what it
 * would store next would be in a file that no later start reads.
 * @module-tag deep
 */
import { copyFileSync, cpSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { rootProject, sendList } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';

const readyList = await setupReadyList();
const plain = await readyList.reference();

const WORDS = 'The history of the data folder (history.sqlite) was replaced, moved or removed';

/**
 * Sends a list, and changes files of the folder before the screening starts: until then the service does not say what it has of the list.
 * `change` gets the paths of the folder in use and of a copy from before the list was sent.
 */
async function changed(change: (dataDir: string, backup: string) => void, work: (first: OpenDesk) => Promise<void>): Promise<string> {
  const { client } = readyList.practice;
  await client.setFaults({ kind: 'status', status: 503, times: null, on: { step: 'status' } });
  const { run, dataDir } = readyList.copy();
  const backup = join(dataDir, '..', readyList.duplicate(run));
  const first = await readyList.open(run);
  try {
    await sendList(first.call, first.name);
    await eventually(async () => {
      expect((await rootProject(first.call)).state.at).toBe('confirming');
    });
    change(dataDir, backup);
    await client.clearFaults();
    await work(first);
  } finally {
    await first.close();
  }
  return run;
}

const started = async (desk: OpenDesk) => (await readyList.ledgerOf(desk)).map(({ processActs }) => processActs);

const blockedBy = async (desk: OpenDesk) => (await rootProject(desk.call)).lastError?.message ?? '';

/** What a program that synchronizes folders does: it writes a new file and renames it over the old one. */
function replaceHistory(dataDir: string, backup: string): void {
  cpSync(join(backup, 'history.sqlite'), join(dataDir, 'history.part'));
  renameSync(join(dataDir, 'history.part'), join(dataDir, 'history.sqlite'));
}

/** What a user does who restores a backup. */
function restoreFolder(dataDir: string, backup: string): void {
  renameSync(dataDir, `${dataDir}-before`);
  cpSync(backup, dataDir, { recursive: true });
}

it.skipIf(process.platform === 'win32')(
  'an older copy that is written over the open history is not used to send the list again',
  async () => {
    const { client } = readyList.practice;
    await client.setFaults({ kind: 'status', status: 503, times: null, on: { step: 'status' } });
    const { run, dataDir } = readyList.copy();
    const early = await readyList.open(run);
    const backup = join(dataDir, '..', readyList.duplicate(run));
    await early.close();
    const desk = await readyList.open(run);
    try {
      await sendList(desk.call, desk.name);
      await eventually(async () => {
        expect((await rootProject(desk.call)).state.at).toBe('confirming');
      });
      for (const file of ['history.sqlite', 'history.sqlite-wal', 'history.sqlite-shm'])
        copyFileSync(join(backup, file), join(dataDir, file));
      await client.clearFaults();
      await eventually(async () => {
        expect((await rootProject(desk.call)).state.at).toBe('draft');
      });
      await expect(sendList(desk.call, desk.name)).rejects.toMatchObject({ code: 'DATA_FOLDER', message: expect.stringContaining(WORDS) });
      expect(await started(desk)).toEqual([0]);
    } finally {
      await desk.close();
    }
  },
);

// Windows neither replaces nor removes a file that is open.
describe.skipIf(process.platform === 'win32')('a history that changes under a running program', () => {
  it.each([
    ['replaced by an older copy', replaceHistory],
    ['removed', (dataDir: string) => rmSync(join(dataDir, 'history.sqlite'))],
    ['replaced with the whole folder', restoreFolder],
  ] as const)('%s: nothing is started, and the project says why', async (_, change) => {
    await changed(change, async (first) => {
      await eventually(async () => {
        expect(await blockedBy(first)).toContain(WORDS);
      });
      expect(await started(first)).toEqual([0]);
      const { id } = await rootProject(first.call);
      await expect(first.call('project.pause', { id })).rejects.toMatchObject({ code: 'DATA_FOLDER', message: await blockedBy(first) });
    });
  });

  it('continues when the folder is moved back', async () => {
    await changed(
      (dataDir) => renameSync(dataDir, `${dataDir}-moved`),
      async (first) => {
        await eventually(async () => {
          expect(await blockedBy(first)).toContain(WORDS);
        });
        renameSync(`${first.dataDir}-moved`, first.dataDir);
        await first.application.idle();
        expect(readyList.problems({ report: await first.report(), projects: await readyList.ledgerOf(first) }, plain)).toEqual([]);
      },
    );
  });

  it('pays once when the list is sent again from the older copy', async () => {
    const run = await changed(restoreFolder, async (first) => {
      await eventually(async () => {
        expect(await blockedBy(first)).toContain(WORDS);
      });
    });
    const again = await readyList.open(run);
    try {
      await sendList(again.call, again.name);
      await again.application.idle();
      // The older copy does not know that this list was sent, but finds it on the service. Only the user may start it.
      const { id, state } = await rootProject(again.call);
      expect(state).toMatchObject({ at: 'needs-decision', question: 'start-unclear' });
      expect(await started(again)).toEqual([0]);
      await again.call('project.decide', { id, choice: 'ask-again' });
      await again.application.idle();
      expect(readyList.problems({ report: await again.report(), projects: await readyList.ledgerOf(again) }, plain)).toEqual([]);
    } finally {
      await again.close();
    }
  });
});
