/** The entry of the worker thread in which the application runs the service, so that a list on its way never holds the window up. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPracticeServer } from './server.ts';
import { StoreUnusable } from '../database.ts';
import type { WorkerMessage, WorkerOptions } from './start.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a worker thread');

const { storeKey, ...options } = workerData as WorkerOptions;
const tell = (message: WorkerMessage) => port.postMessage(message);

try {
  const server = await createPracticeServer({
    ...options,
    storeKey: storeKey === null ? undefined : Buffer.from(storeKey),
    onDefect: (error) => tell({ kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  });
  port.once('message', () => {
    void server.close().finally(() => port.close());
  });
  tell({ kind: 'ready', url: server.url });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  tell({ kind: 'failed', message, reason: error instanceof StoreUnusable ? error.reason : null });
  port.close();
}
