/** The program ends after it has stored the join by order in the project's file, but before its counts. The next start adds them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

/** The program ends before it receives the result of the next join or undo. */
let ends = false;

const spawn: SpawnWorker = (name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  if (name !== 'orderJoin' || !ends) return task;
  ends = false;
  const lost = task.result.then(() => {
    throw new AppError('CLOSING', 'The program ended.');
  });
  return { ...task, result: lost };
};

let desk: TestDesk;
let id = '';

beforeAll(async () => {
  desk = await TestDesk.start(spawn);
  await desk.practice.client.settings({ dialect: 'no-echo' });
  id = await desk.importPeople(...people('K', 1, 2, 3));
  await desk.send(id);
  await desk.keepPartialResults();
});
afterAll(async () => {
  await desk.close();
});

const scored = async () => {
  const { state } = await desk.call('projects.get', { id });
  return state.at === 'done' ? state.counts.scored : null;
};
const titles = async () => (await desk.call('project.timeline', { id })).map(({ title }) => title);

it('after the next start, the counts and the timeline show the join once', async () => {
  const { previewId } = await desk.call('results.orderJoin', { id });
  ends = true;
  await expect(desk.call('results.joinByOrder', { id, previewId })).rejects.toMatchObject({ code: 'CLOSING' });
  expect(await scored()).toBe(0);
  const before = await titles();

  await desk.restart();
  await desk.idle();
  expect(await scored()).toBe(3);
  expect((await desk.call('results.get', { id })).counts.scored).toBe(3);
  const after = await titles();
  expect(after.filter((title) => !before.includes(title))).toHaveLength(1);

  await desk.restart();
  await desk.idle();
  expect(await titles()).toEqual(after);
});

it('after the next start, the counts and the timeline show the undo', async () => {
  ends = true;
  await expect(desk.call('results.undoOrderJoin', { id })).rejects.toMatchObject({ code: 'CLOSING' });
  expect(await scored()).toBe(3);
  await desk.restart();
  await desk.idle();
  expect(await scored()).toBe(0);
  expect((await titles()).filter((title) => title === 'Undid the join by order')).toHaveLength(1);
});

it('a project that was removed after its join causes no errors', async () => {
  const { previewId } = await desk.call('results.orderJoin', { id });
  ends = true;
  await expect(desk.call('results.joinByOrder', { id, previewId })).rejects.toMatchObject({ code: 'CLOSING' });
  await desk.call('projects.remove', { id, loseResults: true });
  await desk.restart();
  await desk.idle();
  expect(desk.log.errors).toEqual([]);
});
