/** Two programs on one data folder: what Cost showed is what is paid for, even if the other program stores an edit during sending. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { pilot } from '../../kit/ranked-lists.ts';

/** Runs once before the window measures what it sends. */
let beforeMeasuring: (() => Promise<void>) | null = null;
/** Runs once before the terminal changes the file of a list. */
let beforeEdit: (() => Promise<void>) | null = null;

const ofWindow = ((name, input, onProgress) => {
  if (name !== 'encode' || (input as { mode: string }).mode !== 'measure' || beforeMeasuring === null)
    return localTasks(name, input, onProgress);
  const hook = beforeMeasuring;
  beforeMeasuring = null;
  const begun = hook().then(() => localTasks(name, input, onProgress));
  return { result: begun.then((task) => task.result), cancel: () => void begun.then((task) => task.cancel()) };
}) as SpawnWorker;

const ofTerminal = ((name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  if (name !== 'query') return task;
  const asked = task as unknown as { ask: (query: string, ...rest: unknown[]) => Promise<unknown> };
  return {
    ...task,
    ask: async (query: string, ...rest: unknown[]) => {
      if (query === 'edit' || query === 'choose') {
        const hook = beforeEdit;
        beforeEdit = null;
        await hook?.();
      }
      return await asked.ask(query, ...rest);
    },
  };
}) as SpawnWorker;

let desk: TestDesk;
let terminal: Application;
let call: Call;
beforeAll(async () => {
  desk = await TestDesk.start(ofWindow);
  const ports = { clock: desk.clock, secrets: memorySecrets(desk.practice.client.token), log: desk.log };
  terminal = await createApplication(testPorts(join(desk.folder, 'data'), { spawn: ofTerminal }, ports));
  call = callOf(terminal);
});
afterAll(async () => {
  await terminal.close();
  await desk.close();
});
afterEach((context) => {
  context.expect(desk.log.errors).toEqual([]);
});

describe('a list that a terminal edits while the window sends it', () => {
  it.each([
    ['a cell', 3, async (id: string) => await call('check.edit', { id, row: 2, field: 'city', value: 'Salem' })],
    ['one row left out', 2, async (id: string) => await call('check.leaveOut', { id, rows: [2], leaveOut: true })],
    ['whom to send', 1, async (id: string) => await call('cost.choose', { id, best: pilot(1) })],
  ] as const)('is not paid for as nobody has seen it: %s', async (what, rowsAfter, change) => {
    const id = await desk.importPeople(...people(what.slice(0, 3).trim().toUpperCase(), 1, 2, 3));
    await call('check.get', { id });
    const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
    const before = await desk.charged();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    beforeEdit = async () => {
      begun.resolve();
      await goOn.promise;
    };
    const editing = change(id).catch((error: unknown) => error);
    await begun.promise;
    beforeMeasuring = async () => {
      goOn.resolve();
      expect(await editing).toMatchObject({ code: 'NOT_NOW' });
    };
    await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, quoteId });
    await desk.idle();
    expect(beforeMeasuring).toBeNull();
    expect(await desk.call('projects.get', { id })).toMatchObject({ state: { at: 'draft' }, lastError: { code: 'INPUT_INVALID' } });
    expect((await desk.charged()) - before).toBe(0);

    // Now the cost includes the change, and what it shows is sent.
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: rowsAfter });
    await desk.send(id);
    expect(await desk.call('projects.get', { id })).toMatchObject({ state: { at: 'done', counts: { submitted: rowsAfter } } });
    expect((await desk.charged()) - before).toBe(rowsAfter);
  });

  it('shows the change in the window with an open Check', async () => {
    const id = await desk.importPeople(...people('P', 1, 2));
    const page = async () => (await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 })).rows;
    expect((await page()).map(({ leftOut }) => leftOut)).toEqual([false, false]);
    await call('check.edit', { id, row: 2, field: 'city', value: 'Salem' });
    await call('check.leaveOut', { id, rows: [3], leaveOut: true });
    const [first, second] = await page();
    expect(first!.values).toContain('Salem');
    expect(second!.leftOut).toBe(true);
  });
});
