/**
 * The terminal while another program runs the projects: it reports what it cannot do, and ends.
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { type OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FaultInput, SCREENING } from '../../kit/practice-client.ts';
import { desk as terminal } from '../../kit/terminal.ts';

const readyList = await setupReadyList();

/** Starts a program that holds the lock, and waits until its project has the state `at`. */
async function whileOtherRuns(
  at: string,
  faults: readonly FaultInput[],
  work: (desk: OpenDesk, id: string) => Promise<void>,
): Promise<void> {
  await readyList.practice.client.setFaults(...faults);
  const desk = await readyList.openCopy();
  try {
    // The key that the programs of these tests have in memory, for a separate program.
    writeFileSync(join(desk.dataDir, 'data.key'), `${Buffer.alloc(32, 7).toString('base64')}\n`, { mode: 0o600 });
    await sendList(desk.call, desk.name);
    const { id } = await rootProject(desk.call);
    if (at === 'paused') await desk.call('project.pause', { id });
    await eventually(async () => {
      expect((await rootProject(desk.call)).state.at).toBe(at);
    });
    await work(desk, id);
  } finally {
    await desk.close();
  }
}

/** The exit code and the last line of a command while the other program runs. */
async function ended(desk: OpenDesk, ...words: readonly string[]) {
  const { exit, lines } = await terminal([...words, '--json', '--data', desk.dataDir], {
    environment: { DESK_TOKEN: readyList.practice.client.token },
  });
  return { exit, last: lines.at(-1) };
}

const ELSEWHERE = {
  exit: 2,
  last: {
    ok: false,
    error: {
      code: 'RUNNER_ELSEWHERE',
      message: expect.stringMatching(
        new RegExp(`^Another program is using this data folder: .*process ${process.pid}.* Use it there, or close it first\\.$`),
      ) as string,
    },
  },
};

const REFUSED: FaultInput = { kind: 'status', status: 400, on: { step: 'create' } };

it.each([
  ['processing', SCREENING],
  ['paused', SCREENING],
  ['needs-decision', REFUSED],
] as const)('the terminal cannot resume, decide or cancel a project of the other program that is at %s', async (at, fault) => {
  await whileOtherRuns(at, [fault], async (desk, id) => {
    for (const words of [['resume'], ['resume', id], ['decide', id, '--choice', 'ask-again'], ['cancel', id]])
      expect({ words, ...(await ended(desk, ...words)) }).toMatchObject({ words, ...ELSEWHERE });
    expect((await rootProject(desk.call)).state.at).toBe(at);
  });
});

it('the terminal cannot extract or send refused rows', async () => {
  await whileOtherRuns('done', [], async (desk, id) => {
    for (const words of [
      ['fix', id],
      ['fix', id, '--correct', '3:personalEmail=ann@example.org', '--yes'],
      ['rest', id, '--yes'],
      ['decide', id, '--choice', 'look-again'],
    ])
      expect({ words, ...(await ended(desk, ...words)) }).toMatchObject({ words, ...ELSEWHERE });
    expect(await desk.call('projects.list', {})).toHaveLength(1);
    expect(await ended(desk, 'resume')).toMatchObject({ exit: 0, last: { resumed: 0 } });
  });
});

it('the terminal does not wait for refused rows that the other program is extracting', async () => {
  await whileOtherRuns('done', [], async (desk, id) => {
    const database = new Database(join(desk.dataDir, 'history.sqlite'));
    const { id: made } = await desk.call('projects.fixRefused', { id });
    await desk.application.idle();
    database.prepare(`UPDATE project SET state = '{"at":"reading"}' WHERE id = ?`).run(made);
    database.close();
    expect(await ended(desk, 'fix', id)).toMatchObject(ELSEWHERE);
  });
});

it('the terminal can export results and remove a finished project', async () => {
  await whileOtherRuns('done', [], async (desk, id) => {
    const out = join(desk.dataDir, 'results.jsonl');
    expect(await ended(desk, 'export', id, '--out', out)).toMatchObject({ exit: 0 });
    expect(
      readFileSync(out, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    ).toHaveLength(readyList.rows);
    expect(await ended(desk, 'remove', id, '--yes')).toMatchObject({ exit: 0, last: { ok: true } });
    expect(await desk.call('projects.list', {})).toEqual([]);
  });
});
