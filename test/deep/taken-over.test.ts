/** Two programs on one data folder: when the one that runs the projects ends, the other one goes on with them by itself. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppView } from '../../shared/contract/index.ts';
import { type OpenDesk } from '../kit/desk-inside.ts';
import { insideOfFile } from '../kit/inside-of-file.ts';
import { startDesk } from '../kit/desk-process.ts';
import { sendList, theProject } from '../kit/desk-use.ts';
import { eventually } from '../kit/eventually.ts';
import type { FaultInput } from '../kit/practice-client.ts';

const inside = await insideOfFile();
const plain = await inside.reference();

/** What the page of a program is told of the program itself. */
function toldOf(desk: OpenDesk): AppView[] {
  const told: AppView[] = [];
  desk.application.subscribe((event) => {
    if (event.name === 'app.changed') told.push(event.payload);
  });
  return told;
}

/** The second program brings the project to its end without a command or a restart, paid once, and tells its page. */
async function finishes(second: OpenDesk, told: readonly AppView[]): Promise<void> {
  await eventually(async () => {
    expect((await theProject(second.call)).state.at).toBe('done');
  });
  await second.application.idle();
  expect(inside.judge({ report: await second.report(), projects: await inside.ledgerOf(second) }, plain)).toEqual([]);
  expect(told.map(({ runnerElsewhere }) => runnerElsewhere)).toEqual([null]);
  expect((await second.call('app.get', {})).runnerElsewhere).toBeNull();
  const times = (await second.report()).timeline.filter((entry) => entry === 'Screening Desk was started again').length;
  expect(times).toBeLessThanOrEqual(1);
}

it('is closed while the service works on the list', async () => {
  const { client } = inside.practice;
  await client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 25 });
  const { run, dataDir } = inside.copy();
  const first = await inside.start(run);
  const second = await inside.start(run);
  const told = toldOf(second);
  try {
    expect((await second.call('app.get', {})).runnerElsewhere).toContain(`process ${process.pid}`);
    await sendList(first.call, run);
    await eventually(async () => {
      expect((await theProject(second.call)).state.at).toBe('processing');
    });
    expect(told).toEqual([]);
    await first.close();
    await finishes(second, told);
  } finally {
    await client.clearFaults();
    await first.close();
    await second.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** The service acts on a call and answers late, so that the first program is killed between the two. */
const answersLate = (step: 'create' | 'add' | 'process'): FaultInput => ({ kind: 'latency', ms: 900, when: 'act', on: { step } });

it.each([
  ['a project was asked for', 'creating', 'asked', answersLate('create')],
  ['the whole list was handed over', 'adding', 'closing', answersLate('add')],
  ['the start was asked for', 'starting', 'asked', answersLate('process')],
  ['screening began', 'processing', null, { kind: 'processing-time', secondsPerThousandRows: 25 }],
] as const)('is killed when %s', async (_when, at, phase, fault) => {
  const { client } = inside.practice;
  // The first call of all is slow, so that the second program is open before anything is asked of the service.
  await client.setFaults({ kind: 'latency', ms: 1000, on: { step: 'credits' } }, fault);
  const { run, dataDir } = inside.copy();
  const first = startDesk({ act: 'send', dataDir, speed: 300, token: client.token, name: run });
  let second: OpenDesk | null = null;
  try {
    await eventually(() => {
      expect(readFileSync(join(dataDir, 'runner.txt'), 'utf8')).toContain(`process ${first.pid}`);
    });
    second = await inside.start(run);
    const { call } = second;
    const told = toldOf(second);
    await eventually(async () => {
      expect((await theProject(call)).state).toMatchObject(phase === null ? { at } : { at, phase });
    });
    expect(told).toEqual([]);
    first.kill();
    await finishes(second, told);
  } finally {
    await client.clearFaults();
    first.kill();
    await second?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
