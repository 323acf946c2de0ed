/** A list is read again, and something fails or happens during that: what is shown is what is sent. */
import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { ProjectTable } from '../../../main/store/app-database/project-table.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Input } from '../../../shared/contract/index.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

/** Runs before the answer of the next `load` or `reread` arrives: its file is complete, and the project is not changed yet. */
let beforeAnswer: (() => Promise<unknown>) | null = null;
/** Runs before the next `load` begins. */
let beforeLoad: (() => Promise<unknown>) | null = null;
/** Added to the rows of the next measured list. */
let addedRows = 0;

const spawn: SpawnWorker = (name, input, onProgress) => {
  if (name === 'load' && beforeLoad !== null) {
    const work = beforeLoad;
    beforeLoad = null;
    let task: ReturnType<typeof localTasks<typeof name>> | null = null;
    const result = work().then(() => (task = localTasks(name, input, onProgress)).result);
    return { result, cancel: () => task?.cancel() } as ReturnType<typeof localTasks<typeof name>>;
  }
  const task = localTasks(name, input, onProgress);
  if (name === 'encode' && addedRows > 0) {
    const added = addedRows;
    addedRows = 0;
    return {
      ...task,
      result: task.result.then((body) => ({ ...(body as { rows: number }), rows: (body as { rows: number }).rows + added })),
    };
  }
  if ((name !== 'load' && name !== 'reread') || beforeAnswer === null) return task;
  const work = beforeAnswer;
  beforeAnswer = null;
  return { ...task, result: task.result.then(async (answer) => (await work(), answer)) };
};

let desk: TestDesk;
beforeAll(async () => {
  desk = await TestDesk.start(spawn);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await desk.close();
});

const sheetsOf = (prefix: string, second = [3, 4, 5, 6, 7]) => ({
  Spring: [PEOPLE_HEADINGS, ...people(prefix, 1, 2)],
  Everybody: [PEOPLE_HEADINGS, ...people(prefix, ...second)],
});

/** A project from the first sheet, with two people. */
async function imported(prefix: string, second?: number[]): Promise<string> {
  const file = await desk.workbook(sheetsOf(prefix, second));
  const { id } = await desk.call('projects.create', { file, connectionId: desk.connectionId, importOptions: { sheet: 0 } });
  await desk.idle();
  return id;
}

async function shown(id: string): Promise<{ readonly ids: unknown[]; readonly cities: unknown[]; readonly rowsToSend: number }> {
  const { fields, rows } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
  const column = (field: string) => rows.map(({ values }) => values[fields.indexOf(field as (typeof fields)[number])]);
  const { rowsToSend } = await desk.call('cost.get', { id });
  return { ids: column('constituentId'), cities: column('city'), rowsToSend };
}

/** Sends the list; returns the credits that were charged. */
async function chargedFor(id: string): Promise<number> {
  const before = await desk.charged();
  await desk.send(id);
  return (await desk.charged()) - before;
}

const filesOf = (id: string) => readdirSync(join(desk.folder, 'data', 'projects')).filter((name) => name.startsWith(id));
const listFilesOf = (id: string) => filesOf(id).filter((name) => name.endsWith('.sqlite'));
const programEnds = () => Promise.reject(new AppError('CLOSING', 'The program ended.'));

describe('a list that is read again keeps its rows and corrections, and they are what is sent', () => {
  it.each<[string, Omit<Input<'import.change'>, 'id'>]>([
    ['from another sheet', { sheet: 1 }],
    ['under another heading row', { headerRow: 2 }],
  ])('if the program ends while it is read %s', async (where, change) => {
    const prefix = where === 'from another sheet' ? 'A' : 'B';
    const id = await imported(prefix);
    await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Salem' });
    beforeAnswer = programEnds;
    await expect(desk.call('import.change', { id, ...change })).rejects.toMatchObject({ code: 'CLOSING' });
    await desk.restart();
    expect(await shown(id)).toEqual({ ids: [`${prefix}1`, `${prefix}2`], cities: ['Salem', 'Worcester'], rowsToSend: 2 });
    expect(await chargedFor(id)).toBe(2);
    expect(await desk.idsOnService(id)).toEqual([`${prefix}1`, `${prefix}2`]);
  });

  it('if the other sheet has no rows', async () => {
    const id = await imported('C', []);
    await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Salem' });
    await expect(desk.call('import.change', { id, sheet: 1 })).rejects.toMatchObject({ code: 'NO_ROWS' });
    expect(await shown(id)).toEqual({ ids: ['C1', 'C2'], cities: ['Salem', 'Worcester'], rowsToSend: 2 });
    expect(listFilesOf(id)).toHaveLength(1);
  });

  it('if the disk is full when the change is stored', async () => {
    const id = await imported('D');
    const change = vi.spyOn(ProjectTable.prototype, 'change').mockImplementationOnce(() => {
      throw new AppError('DISK_FULL', 'The disk is full.');
    });
    await expect(desk.call('import.change', { id, sheet: 1 })).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(change.mock.calls[0]?.[1]).toHaveProperty('encryptedList');
    vi.restoreAllMocks();
    expect((await shown(id)).ids).toEqual(['D1', 'D2']);
    expect(await chargedFor(id)).toBe(2);
    expect(listFilesOf(id)).toHaveLength(1);
  });

  it('if another program sends it during the change, which is then refused', async () => {
    const ports = { clock: desk.clock, secrets: memorySecrets(desk.practice.client.token), log: desk.log };
    const other: Application = await createApplication(testPorts(join(desk.folder, 'data'), { spawn }, ports));
    try {
      const id = await imported('E');
      let charged = 0;
      beforeAnswer = async () => {
        charged = await chargedFor(id);
      };
      const file = await desk.workbook(sheetsOf('E'), other);
      await expect(callOf(other)('import.change', { id, sheet: 1, file })).rejects.toMatchObject({ code: 'NOT_NOW' });
      expect(charged).toBe(2);
      expect(await desk.idsOnService(id)).toEqual(['E1', 'E2']);
      expect(await desk.exportRows(id)).toHaveLength(2);
      expect(listFilesOf(id)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });
});

describe('a list that was read from another sheet', () => {
  it('is shown, corrected and sent, even if a page was requested while it was read', async () => {
    // An earlier screening, so that the comparison with it opens the file.
    await desk.send(await desk.importPeople(...people('F', 1, 2)));
    const id = await imported('G');
    beforeLoad = () => desk.call('cost.baselines', { id });
    await desk.call('import.change', { id, sheet: 1 });
    await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Salem' });
    const { ids, cities } = await shown(id);
    expect(ids).toEqual(['G3', 'G4', 'G5', 'G6', 'G7']);
    expect(cities[0]).toBe('Salem');
    expect(await chargedFor(id)).toBe(5);
    expect(listFilesOf(id)).toHaveLength(1);
  });

  it('leaves no file behind once its project is removed', async () => {
    const id = await imported('H');
    await desk.call('import.change', { id, sheet: 1 });
    await desk.call('projects.remove', { id });
    expect(filesOf(id)).toEqual([]);
  });
});

it('nothing is sent if the list has a different number of rows than the user agreed to', async () => {
  const id = await imported('J');
  addedRows = 1;
  const before = await desk.charged();
  await desk.send(id);
  const { state, lastError } = await desk.call('projects.get', { id });
  expect(state.at).toBe('draft');
  expect(lastError?.message).toBe('You agreed to send 2 rows, and the list now has 3. Nothing was sent. Review the cost again.');
  expect((await desk.charged()) - before).toBe(0);
  expect(await chargedFor(id)).toBe(2);
});
