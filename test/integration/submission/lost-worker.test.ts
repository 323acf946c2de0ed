/**
 * A worker ends in the middle of an upload: the program first reads from the service what arrived, and the list is sent and paid for once.
 */
import { expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

/** How many of the next uploads lose their worker. */
let lost = 0;

const spawn: SpawnWorker = (name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  if (name !== 'encode' || (input as { readonly mode?: string }).mode !== 'stream' || lost === 0) return task;
  lost -= 1;
  async function* bytes() {
    for await (const chunk of task.bytes) {
      yield chunk.subarray(0, 10);
      throw new AppError('WORKER_LOST', 'The worker ended.');
    }
  }
  return { ...task, bytes: bytes() };
};

const desk = await setupTestDesk(spawn);

it('a list whose worker ends during the upload is observed, then sent again, and paid for once', async () => {
  const id = await desk.importPeople(...people('A', 1, 2, 3));
  lost = 1;
  await desk.send(id);
  expect(lost).toBe(0);
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { submitted: 3, scored: 3 } });
  expect((await desk.practice.client.ledger()).projects).toMatchObject([{ listsStored: 1, processActs: 1, creditsCharged: 3 }]);
});
