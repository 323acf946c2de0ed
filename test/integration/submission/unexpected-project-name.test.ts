/**
 * Another project answers under our id: we send nothing to it, do not start it, and do not use its results.
 * @module-tag deep
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReadyList, type OpenDesk } from '../../kit/ready-list.ts';
import { type DeskReport, sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FaultInput, people, SCREENING, type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';

/** The name of another user's project. */
const OTHER_NAME = 'Gala 2019';

let readyList: ReadyList;
let plain: DeskReport['scores'] = {};
let elsewhere: SpawnedPractice;

beforeAll(async () => {
  readyList = await ReadyList.prepare();
  plain = await readyList.reference();
  // Another service, or the same service after a move. It also counts its projects from 1.
  elsewhere = await spawnPractice({ dataDir: null, dialect: 'numeric-ids', secondsPerThousandRows: 0.01 });
  for (let project = 0; project < 60; project++) {
    const { id } = await elsewhere.client.read<{ id: number }>('/project', { json: { name: OTHER_NAME } });
    await elsewhere.client.add(String(id), people(readyList.rows));
  }
}, 60_000);

beforeEach(async () => {
  await readyList.practice.client.clearFaults();
  await readyList.practice.client.settings({ dialect: 'default' });
});

afterAll(async () => {
  await readyList.close();
  await elsewhere.end('SIGTERM');
});

/** Counts the calls of a step without changing them. */
const counted = (step: 'add' | 'process' | 'profiles'): FaultInput => ({ kind: 'latency', ms: 0, times: null, on: { step } });
const callsOf = async (practice: SpawnedPractice) =>
  Object.fromEntries(
    (await practice.client.faults()).faults.flatMap(({ rule, seen }) => (rule.kind === 'latency' ? [[rule.on.step, seen]] : [])),
  );

async function decided(desk: OpenDesk, choice: 'look-again' | 'ours'): Promise<void> {
  await desk.call('project.decide', { id: (await rootProject(desk.call)).id, choice });
  await desk.application.idle();
}

describe('a project name that is not ours', () => {
  it.each([
    ['while the rows are counted', 1, 0],
    ['at the gate', 2, 0],
    ['while it is watched, or before the results are fetched', 3, 1],
  ])('%s, stops everything until the user decides', async (_what, nth, started) => {
    const { client } = readyList.practice;
    for (const [choice, name] of [
      ['look-again', null],
      ['ours', OTHER_NAME],
    ] as const) {
      const desk = await readyList.openCopy();
      try {
        await client.clearFaults();
        await client.setFaults({ kind: 'project-name', name: OTHER_NAME, nth, times: null, on: { step: 'status' } }, counted('profiles'));
        await sendList(desk.call, desk.name);
        await desk.application.idle();
        const { state, timeline } = await desk.report();
        expect(state).toMatchObject({
          at: 'needs-decision',
          question: 'not-ours',
          answer: OTHER_NAME,
          choices: ['look-again', 'ours', 'give-up'],
        });
        expect((await callsOf(readyList.practice))['profiles']).toBe(0);
        expect((await readyList.ledgerOf(desk)).map(({ processCalls }) => processCalls)).toEqual([started]);
        expect(timeline.at(-1)).toContain(`its name is “${OTHER_NAME}”, not the one we gave it`);

        // Checking again helps after the right project answers. The user can also confirm that the project is ours under any name.
        if (name === null) await client.clearFaults();
        await decided(desk, choice);
        expect(readyList.problems({ report: await desk.report(), projects: await readyList.ledgerOf(desk) }, plain)).toEqual([]);
      } finally {
        await desk.close();
      }
    }
  });

  it('is found in the list of projects if the project itself has no name', async () => {
    const { client } = readyList.practice;
    await client.settings({ dialect: 'names-in-list' });
    await client.setFaults({ kind: 'project-name', name: OTHER_NAME, nth: 2, times: null, on: { step: 'projects' } });
    const desk = await readyList.openCopy();
    try {
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      expect((await desk.report()).state).toMatchObject({ question: 'not-ours', answer: OTHER_NAME });
      expect((await readyList.ledgerOf(desk)).map(({ processCalls }) => processCalls)).toEqual([0]);
    } finally {
      await desk.close();
    }
  });
});

describe('a connection with an address that changed while a list was running', () => {
  /** Sends until `reached`, pauses, and points the connection to the other service. */
  async function moved(faults: readonly FaultInput[], reached: (desk: OpenDesk) => Promise<void>): Promise<OpenDesk> {
    const { client } = readyList.practice;
    await client.settings({ dialect: 'numeric-ids' });
    if (faults.length > 0) await client.setFaults(...faults);
    const desk = await readyList.openCopy();
    await sendList(desk.call, desk.name);
    await eventually(() => reached(desk));
    const { id, connection } = await rootProject(desk.call);
    await desk.call('project.pause', { id });
    // The program refuses this change while a project runs. Here the service has moved, or an older version changed it.
    const database = new Database(join(desk.dataDir, 'history.sqlite'));
    database.prepare('UPDATE connection SET base_url = ? WHERE id = ?').run(elsewhere.client.url, connection.id);
    database.close();
    await elsewhere.client.clearFaults();
    await elsewhere.client.setFaults(counted('add'), counted('process'), counted('profiles'));
    await desk.call('project.resume', { id });
    await desk.application.idle();
    return desk;
  }

  const stateOf = async (desk: OpenDesk) => (await rootProject(desk.call)).state;

  it.each<[string, readonly FaultInput[], (desk: OpenDesk) => Promise<void>]>([
    [
      'before the list is sent',
      [{ kind: 'status', status: 429, retryAfter: { seconds: 3600 }, times: null, on: { step: 'add' } }],
      async (desk) => expect(await stateOf(desk)).toMatchObject({ at: 'adding', phase: 'ready' }),
    ],
    [
      'before it is started',
      [{ kind: 'status', status: 503, times: null, nth: 2, on: { step: 'status' } }],
      async (desk) => expect(await stateOf(desk)).toMatchObject({ at: 'starting', phase: 'ready' }),
    ],
    ['while it is screened', [SCREENING], async (desk) => expect(await stateOf(desk)).toMatchObject({ at: 'processing' })],
  ])('%s: the project with the same ID on the other service is not touched', async (_what, faults, reached) => {
    const desk = await moved(faults, reached);
    try {
      expect(await stateOf(desk)).toMatchObject({ at: 'needs-decision', question: 'not-ours', answer: OTHER_NAME });
      expect(await callsOf(elsewhere)).toEqual({ add: 0, process: 0, profiles: 0 });
    } finally {
      await desk.close();
    }
  });
});
