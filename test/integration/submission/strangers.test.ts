/** Another project answers under our id: nothing of ours is sent to it, it is not started, and nothing of it is taken for our results. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Inside, type OpenDesk } from '../../kit/desk-inside.ts';
import { type DeskReport, sendList, theProject } from '../../kit/desk-use.ts';
import { eventually } from '../../kit/eventually.ts';
import { type FaultInput, people, type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';

/** The name of somebody else's project. */
const STRANGE = 'Gala 2019';

let inside: Inside;
let plain: DeskReport['scores'] = {};
let elsewhere: SpawnedPractice;

beforeAll(async () => {
  inside = await Inside.open();
  plain = await inside.reference();
  // Another service, or the same one moved: its projects count from 1 as well.
  elsewhere = await spawnPractice({ dataDir: null, dialect: 'numeric-ids', secondsPerThousandRows: 0.01 });
  for (let project = 0; project < 60; project++) {
    const { id } = await elsewhere.client.read<{ id: number }>('/project', { json: { name: STRANGE } });
    await elsewhere.client.add(String(id), people(inside.rows));
  }
}, 60_000);

beforeEach(async () => {
  await inside.practice.client.clearFaults();
  await inside.practice.client.settings({ dialect: 'default' });
});

afterAll(async () => {
  await inside.close();
  await elsewhere.end('SIGTERM');
});

/** Counts the calls of a step without doing anything to them. */
const counted = (step: 'add' | 'process' | 'profiles'): FaultInput => ({ kind: 'latency', ms: 0, times: null, on: { step } });
const callsOf = async (practice: SpawnedPractice) =>
  Object.fromEntries(
    (await practice.client.faults()).faults.flatMap(({ rule, seen }) => (rule.kind === 'latency' ? [[rule.on.step, seen]] : [])),
  );

async function decided(desk: OpenDesk, choice: 'look-again' | 'ours'): Promise<void> {
  await desk.call('project.decide', { id: (await theProject(desk.call)).id, choice });
  await desk.application.idle();
}

describe('a name that is not the one we gave', () => {
  it.each([
    ['while the rows are counted', 1, 0],
    ['at the gate', 2, 0],
    ['while it is watched, or before the results are fetched', 3, 1],
  ])('%s stops everything until a person decides', async (_what, nth, started) => {
    const { client } = inside.practice;
    for (const [choice, name] of [
      ['look-again', null],
      ['ours', STRANGE],
    ] as const) {
      const desk = await inside.fresh();
      try {
        await client.clearFaults();
        await client.setFaults({ kind: 'project-name', name: STRANGE, nth, times: null, on: { step: 'status' } }, counted('profiles'));
        await sendList(desk.call, desk.name);
        await desk.application.idle();
        const { state, timeline } = await desk.report();
        expect(state).toMatchObject({
          at: 'needs-decision',
          question: 'not-ours',
          answer: STRANGE,
          choices: ['look-again', 'ours', 'give-up'],
        });
        expect((await callsOf(inside.practice))['profiles']).toBe(0);
        expect((await inside.ledgerOf(desk)).map(({ processCalls }) => processCalls)).toEqual([started]);
        expect(timeline.at(-1)).toContain(`its name is “${STRANGE}”, not the one we gave it`);

        // Looking again helps once the right project answers; on a person's word it is ours under any name.
        if (name === null) await client.clearFaults();
        await decided(desk, choice);
        expect(inside.judge({ report: await desk.report(), projects: await inside.ledgerOf(desk) }, plain)).toEqual([]);
      } finally {
        await desk.close();
      }
    }
  });

  it('is seen in the list of projects where the project itself tells none', async () => {
    const { client } = inside.practice;
    await client.settings({ dialect: 'names-in-list' });
    await client.setFaults({ kind: 'project-name', name: STRANGE, nth: 2, times: null, on: { step: 'projects' } });
    const desk = await inside.fresh();
    try {
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      expect((await desk.report()).state).toMatchObject({ question: 'not-ours', answer: STRANGE });
      expect((await inside.ledgerOf(desk)).map(({ processCalls }) => processCalls)).toEqual([0]);
    } finally {
      await desk.close();
    }
  });
});

describe('a connection whose address was changed while a list was on its way', () => {
  /** Sends until `reached`, pauses, and lets the connection lead to the other service from there on. */
  async function moved(faults: readonly FaultInput[], reached: (desk: OpenDesk) => Promise<void>): Promise<OpenDesk> {
    const { client } = inside.practice;
    await client.settings({ dialect: 'numeric-ids' });
    if (faults.length > 0) await client.setFaults(...faults);
    const desk = await inside.fresh();
    await sendList(desk.call, desk.name);
    await eventually(() => reached(desk));
    const { id, connection } = await theProject(desk.call);
    await desk.call('project.pause', { id });
    // The program itself refuses this while a project runs: here the service has moved, or an older program has changed it.
    const database = new Database(join(desk.dataDir, 'history.sqlite'));
    database.prepare('UPDATE connection SET base_url = ? WHERE id = ?').run(elsewhere.client.url, connection.id);
    database.close();
    await elsewhere.client.clearFaults();
    await elsewhere.client.setFaults(counted('add'), counted('process'), counted('profiles'));
    await desk.call('project.resume', { id });
    await desk.application.idle();
    return desk;
  }

  const stateOf = async (desk: OpenDesk) => (await theProject(desk.call)).state;

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
    [
      'while it is screened',
      [{ kind: 'processing-time', secondsPerThousandRows: 600 }],
      async (desk) => expect(await stateOf(desk)).toMatchObject({ at: 'processing' }),
    ],
  ])('%s: the project of the same number there is left alone', async (_what, faults, reached) => {
    const desk = await moved(faults, reached);
    try {
      expect(await stateOf(desk)).toMatchObject({ at: 'needs-decision', question: 'not-ours', answer: STRANGE });
      expect(await callsOf(elsewhere)).toEqual({ add: 0, process: 0, profiles: 0 });
    } finally {
      await desk.close();
    }
  });
});
