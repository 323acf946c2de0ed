/**
 * The program ends after it has stored newer results in the project's file, but before it has stored their counts. The next start adds
 * them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import type { RunningTask, SpawnWorker } from '../../../main/platform/ports.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

/** The program ends before it receives the result of the next fetch. */
let ends = false;

function lost(task: RunningTask<'collect'>): RunningTask<'collect'> {
  const ask: typeof task.ask = async (query, input, options) => {
    const answer = await task.ask(query, input, options);
    if (query !== 'settle') return answer;
    ends = false;
    throw new AppError('CLOSING', 'The program ended.');
  };
  return { ...task, ask };
}
const spawn = ((name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  return name === 'collect' && ends ? lost(task as RunningTask<'collect'>) : task;
}) as SpawnWorker;

let desk: TestDesk;
let id = '';

beforeAll(async () => {
  desk = await TestDesk.start(spawn);
  const { client } = desk.practice;
  await client.setFaults({ kind: 'status', status: 404, on: { step: 'errors' }, times: null });
  id = await desk.importPeople(...people('A', 1, 2, 3), person('A4', { isRefused: true }));
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id);
  await desk.keepPartialResults();
  await client.clearFaults();
});
afterAll(async () => {
  await desk.close();
});

const stored = async () => {
  const { state } = await desk.call('projects.get', { id });
  return state.at === 'done' ? state.counts : state;
};
const entries = async () => (await desk.call('project.timeline', { id })).filter(({ title }) => title === 'Fetched the results again');

it('after the next start, the counts and the timeline show the newer results once, and refused rows can be fixed', async () => {
  expect(await stored()).toMatchObject({ refused: 0, unknown: 1 });
  ends = true;
  await expect(desk.call('results.fetchAgain', { id })).rejects.toMatchObject({ code: 'CLOSING' });
  expect(await stored()).toMatchObject({ refused: 0, unknown: 1 });
  expect(await entries()).toEqual([]);

  await desk.restart();
  await desk.idle();
  const { counts } = await desk.call('results.get', { id });
  expect(counts).toMatchObject({ scored: 3, refused: 1, unknown: 0 });
  expect(await stored()).toEqual(counts);
  expect(await entries()).toMatchObject([
    {
      evidence: 'before: 3 scored, 0 not accepted, 1 without a result; now: 3 scored, 1 not accepted, 0 without a result of 4',
      by: 'person',
    },
  ]);
  await desk.restart();
  await desk.idle();
  expect(await entries()).toHaveLength(1);
  const fix = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  expect(await desk.call('projects.get', { id: fix.id })).toMatchObject({ sheet: { rows: 1 } });
});

it('a project that was removed after such a fetch causes no errors', async () => {
  ends = true;
  await expect(desk.call('results.fetchAgain', { id })).rejects.toMatchObject({ code: 'CLOSING' });
  await desk.call('projects.remove', { id, loseResults: true });
  await desk.restart();
  await desk.idle();
  expect(desk.log.errors).toEqual([]);
});
