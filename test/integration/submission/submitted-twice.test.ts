/** Two lists that are submitted at the same time over one connection: each is created, sent and paid for exactly once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import type { FaultInput } from '../../kit/practice-client.ts';

let desk: TestDesk;
/** Runs once while the second of the parts after the first one is made. */
let duringSecondPart: (() => Promise<void>) | null = null;

const tasks: SpawnWorker = (name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  const run = name === 'deriveRows' && ++partsMade === 2 ? duringSecondPart : null;
  return run === null ? task : { ...task, result: run().then(() => task.result) };
};
let partsMade = 0;

beforeEach(async () => {
  duringSecondPart = null;
  partsMade = 0;
  desk = await TestDesk.start(tasks);
}, 60_000);

afterEach(async () => {
  await desk.close();
});

const LISTS = [
  [PEOPLE_HEADINGS, ...people('A', 1, 2, 3, 4, 5)],
  [PEOPLE_HEADINGS, ...people('B', 1, 2, 3)],
] as const;
const SIZES = LISTS.map((list) => list.length - 1);

/** Imports both lists, submits them at the same time, and waits until both have stopped running. */
async function sendBoth(): Promise<string[]> {
  const ids: string[] = [];
  for (const list of LISTS) ids.push(await desk.importList(list));
  const priced = await Promise.all(ids.map((id) => desk.call('cost.get', { id })));
  await Promise.all(
    ids.map((id, at) =>
      desk.call('project.send', {
        id,
        rows: priced[at]!.rowsToSend,
        connectionId: desk.connectionId,
        parts: 1,
        quoteId: priced[at]!.quoteId,
      }),
    ),
  );
  await desk.idle();
  return ids;
}

it.each<[what: string, faults: FaultInput[]]>([
  ['nothing goes wrong', []],
  ['the answer to a create is lost', [{ kind: 'drop-answer', on: { step: 'create' } }]],
  ['the answers to both creates are lost', [{ kind: 'drop-answer', times: 2, on: { step: 'create' } }]],
  ['the answers to both lists are lost', [{ kind: 'drop-answer', times: 2, on: { step: 'add' } }]],
  ['the answers to both starts are lost', [{ kind: 'drop-answer', times: 2, on: { step: 'process' } }]],
])('each list is sent and paid for once if %s', async (_what, faults) => {
  if (faults.length > 0) await desk.practice.client.setFaults(...faults);
  const ids = await sendBoth();
  const { projects } = await desk.practice.client.ledger();
  const seen = projects.map(({ rowsStored, listsStored, processActs, creditsCharged }) => ({
    rowsStored,
    listsStored,
    processActs,
    creditsCharged,
  }));
  expect(seen.toSorted((a, b) => b.rowsStored - a.rowsStored)).toEqual(
    SIZES.map((rows) => ({ rowsStored: rows, listsStored: 1, processActs: 1, creditsCharged: rows })),
  );
  for (const [at, id] of ids.entries()) {
    const { state } = await desk.call('projects.get', { id });
    expect(state).toMatchObject({ at: 'done', counts: { submitted: SIZES[at], scored: SIZES[at], unknown: 0, unmatched: 0 } });
    // Each list went to its own project.
    expect(await desk.idsOnService(id)).toEqual(LISTS[at]!.slice(1).map((line) => line.split(',')[0]));
  }
  expect(desk.log.errors).toEqual([]);
});

it('one list that is submitted twice at the same time is sent and paid for once', async () => {
  const id = await desk.importList(LISTS[0]);
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  const order = { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId };
  const ends = await Promise.allSettled([desk.call('project.send', order), desk.call('project.send', order)]);
  await desk.idle();
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { projects } = await desk.practice.client.ledger();
  expect(projects).toHaveLength(1);
  expect(projects[0]).toMatchObject({ rowsStored: SIZES[0], listsStored: 1, processActs: 1, creditsCharged: SIZES[0] });
});

it('a list in parts keeps all of them when it is submitted again, from an older page, while they are made', async () => {
  const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
  await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
  const id = await desk.importList(LISTS[0]);
  const { rowsToSend, parts, quoteId } = await desk.call('cost.get', { id });
  const order = { id, rows: rowsToSend, connectionId: desk.connectionId, parts, quoteId };
  let again: Promise<unknown> | null = null;
  duringSecondPart = async () => {
    const made = async () => (await desk.call('projects.list', {})).length;
    const before = await made();
    let isRefused = false;
    again = desk.call('project.send', { ...order, rows: rowsToSend - 1 });
    void again.catch(() => (isRefused = true));
    // A call that removes parts waits for the one that is being made.
    while (!isRefused && (await made()) === before);
  };
  await desk.call('project.send', order);
  await desk.idle();
  await expect(again).rejects.toMatchObject({ code: 'NOT_NOW', message: 'The list is already about to be sent.' });
  const { projects } = await desk.practice.client.ledger();
  expect(projects.map(({ rowsStored, processActs }) => ({ rowsStored, processActs }))).toEqual(
    [2, 2, 1].map((rowsStored) => ({ rowsStored, processActs: 1 })),
  );
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { submitted: 5, scored: 5 } });
  expect(desk.log.errors).toEqual([]);
});
