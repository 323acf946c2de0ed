/** Two programs on one data folder: when the program that runs the projects ends, the other continues them without a command. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppView } from '../../shared/contract/index.ts';
import { type OpenDesk } from '../kit/ready-list.ts';
import { setupReadyList } from '../kit/setup-ready-list.ts';
import { startDesk } from '../kit/desk-process.ts';
import { sendList, rootProject } from '../kit/desk-actions.ts';
import { eventually } from '../kit/eventually.ts';
import { type FaultInput, SCREENING } from '../kit/practice-client.ts';

/** Seconds; longer than the tests, so a call does not time out while the service delays its answer. */
const LONG = 300;
const timeouts = { connect: LONG, read: LONG, idle: LONG, create: LONG, add: LONG, process: LONG };
const readyList = await setupReadyList(undefined, { timeouts });
const plain = await readyList.reference();

/** The events about the application that its page receives. */
function changesOf(desk: OpenDesk): AppView[] {
  const changes: AppView[] = [];
  desk.application.subscribe((event) => {
    if (event.name === 'app.changed') changes.push(event.payload);
  });
  return changes;
}

/** Expects that the second program finishes the project without a command, that it is paid for once, and that the page is notified. */
async function finishes(second: OpenDesk, changes: readonly AppView[]): Promise<void> {
  await eventually(async () => {
    expect((await rootProject(second.call)).state.at).toBe('done');
  });
  await second.application.idle();
  expect(readyList.problems({ report: await second.report(), projects: await readyList.ledgerOf(second) }, plain)).toEqual([]);
  expect(changes.map(({ runnerElsewhere }) => runnerElsewhere)).toEqual([null]);
  expect((await second.call('app.get', {})).runnerElsewhere).toBeNull();
  const times = (await second.report()).timeline.filter((entry) => entry === 'Screening Desk was started again').length;
  expect(times).toBeLessThanOrEqual(1);
}

it('the second program continues if the first one is closed while the service processes the list', async () => {
  const { client } = readyList.practice;
  await client.setFaults(SCREENING);
  const { run, dataDir } = readyList.copy();
  const first = await readyList.open(run);
  const second = await readyList.open(run);
  const changes = changesOf(second);
  try {
    expect((await second.call('app.get', {})).runnerElsewhere).toContain(`process ${process.pid}`);
    await sendList(first.call, run);
    await eventually(async () => {
      expect((await rootProject(second.call)).state.at).toBe('processing');
    });
    expect(changes).toEqual([]);
    await first.close();
    await client.clearFaults();
    await finishes(second, changes);
  } finally {
    await client.clearFaults();
    await first.close();
    await second.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** The service acts on a call and answers late; the first program is killed in between. */
const answersLate = (step: 'create' | 'add' | 'process'): FaultInput => ({ kind: 'latency', ms: LONG * 1000, when: 'act', on: { step } });

it.each([
  ['a project was requested', 'creating', 'asked', answersLate('create')],
  ['the whole list was sent', 'adding', 'closing', answersLate('add')],
  ['the start was requested', 'starting', 'asked', answersLate('process')],
  ['screening started', 'processing', null, SCREENING],
] as const)('the second program continues if the first one is killed after %s', async (_when, at, phase, fault) => {
  const { client } = readyList.practice;
  await client.setFaults(fault);
  const { run, dataDir } = readyList.copy();
  const first = startDesk({ act: 'send', dataDir, speed: 300, token: client.token, name: run });
  let second: OpenDesk | null = null;
  try {
    await eventually(() => {
      expect(readFileSync(join(dataDir, 'runner.txt'), 'utf8')).toContain(`process ${first.pid}`);
    });
    second = await readyList.open(run);
    const { call } = second;
    const changes = changesOf(second);
    await eventually(async () => {
      expect((await rootProject(call)).state).toMatchObject(phase === null ? { at } : { at, phase });
    });
    expect(changes).toEqual([]);
    // The service has acted on the call but has not answered it yet.
    await eventually(async () => {
      expect((await client.faults()).faults[0]!.hit).toBe(1);
    });
    first.kill();
    await first.ended;
    await client.clearFaults();
    await finishes(second, changes);
  } finally {
    await client.clearFaults();
    first.kill();
    await second?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
