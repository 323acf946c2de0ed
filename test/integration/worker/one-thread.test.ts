/** How many threads one list needs; each thread takes tens of megabytes. */
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { ownWorkerPool } from '../../kit/test-ports.ts';

const threads: Worker[] = [];
const onWorker = (worker: Worker) => threads.push(worker);
process.on('worker', onWorker);
const pool = ownWorkerPool();
afterAll(async () => {
  await pool.close();
  process.off('worker', onWorker);
});

const desk = await setupTestDesk(pool.spawn);

test('a list is imported, checked, shown, sent and fetched by one thread', async () => {
  const id = await desk.importPeople(...people('T', 1, 2, 3));
  const page = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
  expect(page.rows).toHaveLength(3);
  await desk.send(id);
  expect((await desk.call('projects.get', { id })).state).toMatchObject({ at: 'done', counts: { scored: 3 } });
  expect(threads).toHaveLength(1);
});
