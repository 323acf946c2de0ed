/** The threads of the built worker after their tasks: which files stay open, and which rows stay in memory. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_INPUTS } from '../../../main/worker-protocol/check.ts';
import type { WorkerPool } from '../../../main/worker/entry/pool.ts';
import { ownWorkerPool } from '../../kit/test-ports.ts';

const TODAY = '2026-11-20';
/** In capitals, because the checks then store it together with the names that they read. */
const NAME = 'ZWYXVUTSKY';

let folder: string;
let pool: WorkerPool;
const threads: Worker[] = [];
const onWorker = (worker: Worker) => threads.push(worker);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-threads-'));
  threads.length = 0;
  process.on('worker', onWorker);
  pool = ownWorkerPool();
});
afterEach(async () => {
  await pool.close();
  process.off('worker', onWorker);
  rmSync(folder, { recursive: true, force: true });
});

function list(rows: number): string {
  const path = join(folder, 'list.csv');
  const lines = Array.from({ length: rows }, (_, row) => `${row},Ann,${NAME},${row} Main Street,Springfield,IL,62701`);
  writeFileSync(path, ['ID,First Name,Last Name,Address,City,State,ZIP', ...lines, ''].join('\n'));
  return path;
}

const projectFile = () => ({ path: join(folder, 'project.sqlite'), projectId: 'threads', key: randomBytes(32) });
const loading = (path: string, file: ReturnType<typeof projectFile>) =>
  pool.spawn('load', { path, name: 'list.csv', file, options: {}, today: TODAY, inputs: NO_INPUTS });

/** The files in `folder` that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(folder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

test.skipIf(!existsSync('/proc/self/fd'))('no thread keeps a file open after its task ends or is canceled', async () => {
  const file = projectFile();
  // Long enough for a helper thread.
  const path = list(30_000);
  const { sheetLayout, plan } = await loading(path, file).result;
  expect(openFiles()).toEqual([]);
  const request = { file, sheetLayout, plan, today: TODAY, rowIdPrefix: 'row-', inputs: NO_INPUTS };
  await pool.spawn('check', { ...request, today: '2026-11-21' }).result;
  expect(openFiles()).toEqual([]);
  const session = pool.spawn('query', request);
  await session.ask('edit', { kind: 'correct', row: 2, field: 'city', value: 'Chicago' });
  expect(openFiles()).not.toEqual([]);
  session.cancel();
  await expect(session.result).rejects.toMatchObject({ code: 'CLOSING' });
  expect(openFiles()).toEqual([]);
  const canceled = loading(path, { ...projectFile(), path: join(folder, 'other.sqlite') });
  await expect.poll(() => openFiles()).not.toEqual([]);
  canceled.cancel();
  await expect(canceled.result).rejects.toMatchObject({ code: 'CLOSING' });
  expect(openFiles()).toEqual([]);
  expect(threads.length).toBeLessThanOrEqual(2);
});

test('an idle thread keeps no names of a list in memory', async () => {
  await loading(list(200), projectFile()).result;
  // Right after the answer, the thread may still keep it in memory.
  const holdsName = async (thread: Worker) => (await text(await thread.getHeapSnapshot())).includes(NAME);
  for (const thread of threads) await expect.poll(() => holdsName(thread)).toBe(false);
});
