/**
 * Copies of a data folder. A folder that was copied before the list was sent is used on two computers, in turn or at the same time; another
 * is restored to an earlier state. Each finds the project of the other on the service, and the list is paid for once.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import type { ProjectState } from '../../../shared/project/project-shapes.ts';
import { ReadyList, type OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { type DeskReport, sendList, rootProject } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import type { FaultInput } from '../../kit/practice-client.ts';

/** Seconds; longer than the tests, so a call does not time out while the service delays it. */
const LONG = 300;
const timeouts = { connect: LONG, read: LONG, idle: LONG, create: LONG, add: LONG, process: LONG };
const readyList = await setupReadyList(undefined, { timeouts });
const plain = await readyList.reference();

/** A folder with a list that is ready to send and a copy of it, both closed. Their projects have the same name and marker. */
function copies(): { readonly first: string; readonly second: string } {
  const { run } = readyList.copy();
  return { first: run, second: readyList.duplicate(run) };
}

async function withDesk<T>(run: string, work: (desk: OpenDesk) => Promise<T>): Promise<T> {
  const desk = await readyList.open(run);
  try {
    return await work(desk);
  } finally {
    await desk.close();
  }
}

/** Sends the list under the name of the first copy and waits until nothing runs. */
async function sent(desk: OpenDesk, name: string): Promise<DeskReport> {
  await sendList(desk.call, name);
  await desk.application.idle();
  return await desk.report();
}

const ledgerOf = async (name: string) =>
  (await readyList.practice.client.ledger()).projects.filter((project) => project.name.startsWith(`${name} ·`));

const questionOf = (state: ProjectState) => (state.at === 'needs-decision' ? state.question : state.at);

/** Makes the user's choice and returns the report afterwards. */
async function decided(desk: OpenDesk, choice: Parameters<typeof desk.call<'project.decide'>>[1]['choice']): Promise<DeskReport> {
  await desk.call('project.decide', { id: (await rootProject(desk.call)).id, choice });
  await desk.application.idle();
  return await desk.report();
}

describe('a folder that was copied before its list was sent', () => {
  it('has the results of the first copy if the second one is sent later', async () => {
    const { first, second } = copies();
    const one = await withDesk(first, (desk) => sent(desk, first));
    const two = await withDesk(second, (desk) => sent(desk, first));
    const projects = await ledgerOf(first);
    expect(projects).toHaveLength(1);
    expect(readyList.problems({ report: one, projects }, plain)).toEqual([]);
    expect(readyList.problems({ report: two, projects }, plain)).toEqual([]);
    expect(two.timeline.join('\n')).toContain('Found the project on the service before asking for one');
  });

  it('does not start what the first copy did not start, unless the user decides so', async () => {
    const { first, second } = copies();
    await readyList.practice.client.setFaults({ kind: 'status', status: 503, times: null, on: { step: 'process' } });
    await withDesk(first, async (desk) => {
      await sendList(desk.call, first);
      await eventually(async () => {
        expect((await ledgerOf(first))[0]?.processCalls).toBeGreaterThan(0);
      });
    });
    // The first computer stops before the service acts on any of its starts.
    await readyList.practice.client.clearFaults();
    await withDesk(second, async (desk) => {
      const asked = await sent(desk, first);
      expect(questionOf(asked.state)).toBe('start-unclear');
      expect((await ledgerOf(first)).map(({ processActs }) => processActs)).toEqual([0]);
      const report = await decided(desk, 'ask-again');
      expect(readyList.problems({ report, projects: await ledgerOf(first) }, plain)).toEqual([]);
    });
  });

  it('sends the list if the first copy only created the project', async () => {
    const { first, second } = copies();
    await readyList.practice.client.setFaults({ kind: 'reset-request', atByte: 0, times: null, on: { step: 'add' } });
    await withDesk(first, async (desk) => {
      await sendList(desk.call, first);
      await eventually(async () => {
        expect((await ledgerOf(first))[0]?.addCalls).toBeGreaterThan(0);
      });
    });
    await readyList.practice.client.clearFaults();
    const report = await withDesk(second, (desk) => sent(desk, first));
    const projects = await ledgerOf(first);
    expect(projects).toHaveLength(1);
    expect(readyList.problems({ report, projects }, plain)).toEqual([]);
  });

  const slow = (step: 'create' | 'add' | 'process' | 'projects', when: 'head' | 'act', ms = 300): FaultInput => ({
    kind: 'latency',
    ms,
    when,
    times: null,
    on: { step },
  });

  it.each<[string, readonly FaultInput[]]>([
    ['no fault', []],
    ['a slow answer to the creation', [slow('create', 'act')]],
    ['a slow creation', [slow('create', 'head')]],
    ['a slow list of projects', [slow('projects', 'act')]],
    ['a slow send', [slow('add', 'head')]],
    ['a slow start', [slow('process', 'head')]],
    ['no answer to a start', [{ kind: 'drop-answer', on: { step: 'process' } }]],
    ['no answer to a send', [{ kind: 'drop-answer', on: { step: 'add' } }]],
  ])('is paid for once if both are sent at the same time: %s', async (_what, faults) => {
    const { first, second } = copies();
    if (faults.length > 0) await readyList.practice.client.setFaults(...faults);
    const reports = await withDesk(first, (one) => withDesk(second, (two) => Promise.all([sent(one, first), sent(two, first)])));
    expect(readyList.chargeProblems(await ledgerOf(first))).toEqual([]);
    expect(reports.flatMap(({ defects }) => defects)).toEqual([]);
    for (const { state } of reports)
      expect(['done', 'create-ambiguous', 'start-unclear', 'processed-early', 'add-spoiled']).toContain(questionOf(state));
    const finished = reports.filter(({ state }) => state.at === 'done');
    expect(finished.map(({ scores }) => scores)).toEqual(finished.map(() => plain));
  });

  it('stops both before a payment if each has created a project', async () => {
    const { first, second } = copies();
    const [one, two] = [await readyList.open(first), await readyList.open(second)];
    try {
      // Both check before either has created a project: the service delays both creations until it has both requests.
      const { client } = readyList.practice;
      await client.setFaults(slow('create', 'head', LONG * 1000));
      const sending = Promise.all([sent(one, first), sent(two, first)]);
      await eventually(async () => {
        expect((await client.faults()).faults[0]!.hit).toBe(2);
      });
      await client.clearFaults();
      const reports = await sending;
      const projects = await ledgerOf(first);
      expect(projects).toHaveLength(2);
      expect(projects.map(({ processCalls }) => processCalls)).toEqual([0, 0]);
      expect(reports.map(({ state }) => questionOf(state))).toEqual(['create-ambiguous', 'create-ambiguous']);
      // One of them is given up, and the other starts over.
      expect((await decided(two, 'give-up')).state).toMatchObject({ at: 'ended', charged: 'no' });
      await readyList.practice.client.clearFaults();
      const report = await decided(one, 'start-over');
      expect(readyList.problems({ report, projects: await ledgerOf(first) }, plain)).toEqual([]);
    } finally {
      await one.close();
      await two.close();
    }
  });
});

it('a copy finds all parts of a list that was sent in parts', async () => {
  const parted = await ReadyList.prepare(readyList.rows, { maxRows: 50 });
  try {
    const { run } = parted.copy();
    const twin = parted.duplicate(run);
    const ends: DeskReport[] = [];
    for (const folder of [run, twin]) {
      const desk = await parted.open(folder);
      try {
        ends.push(await sent(desk, run));
      } finally {
        await desk.close();
      }
    }
    const { projects } = await parted.practice.client.ledger();
    expect(projects.map(({ rowsStored, processActs }) => [rowsStored, processActs])).toEqual([
      [50, 1],
      [50, 1],
      [20, 1],
    ]);
    for (const { state, scores } of ends) {
      expect(state).toMatchObject({ at: 'done', counts: { submitted: readyList.rows, refused: readyList.refused, unknown: 0 } });
      expect(scores).toEqual(plain);
    }
  } finally {
    await parted.close();
  }
});

describe('a folder that was restored to an earlier state', () => {
  /** Sends until `reached`, copies the folder, continues to the results, and restores the copy. */
  async function putBack(faults: readonly FaultInput[], reached: (name: string) => Promise<void>): Promise<string> {
    const { run } = readyList.copy();
    const { client } = readyList.practice;
    if (faults.length > 0) await client.setFaults(...faults);
    await withDesk(run, async (desk) => {
      await sendList(desk.call, run);
      await eventually(() => reached(run));
    });
    const before = readyList.duplicate(run);
    await client.clearFaults();
    const report = await withDesk(run, async (desk) => {
      await desk.application.idle();
      return await desk.report();
    });
    expect(readyList.problems({ report, projects: await ledgerOf(run) }, plain)).toEqual([]);
    readyList.restore(run, before);
    return run;
  }

  async function continued(run: string): Promise<{ readonly asked: string; readonly report: DeskReport }> {
    return await withDesk(run, async (desk) => {
      await desk.application.idle();
      const { state } = await desk.report();
      return { asked: questionOf(state), report: state.at === 'done' ? await desk.report() : await decided(desk, 'fetch') };
    });
  }

  it.each<[string, FaultInput, (name: string) => Promise<void>, string]>([
    [
      'while its list was sent',
      { kind: 'reset-request', atByte: 0, times: null, on: { step: 'add' } },
      async (name) => expect((await ledgerOf(name))[0]?.addCalls).toBeGreaterThan(0),
      'processed-early',
    ],
    [
      'before it was started',
      { kind: 'status', status: 503, times: null, on: { step: 'status' }, nth: 2 },
      async (name) => expect((await ledgerOf(name))[0]?.listsStored).toBe(1),
      'processed-early',
    ],
  ])('does not send or pay again if it was copied %s', async (_what, fault, reached, asked) => {
    const run = await putBack([fault], reached);
    const end = await continued(run);
    expect(end.asked).toBe(asked);
    const projects = await ledgerOf(run);
    expect(projects.map(({ processActs, listsStored }) => [processActs, listsStored])).toEqual([[1, 1]]);
    expect(readyList.problems({ report: end.report, projects }, plain)).toEqual([]);
  });
});
