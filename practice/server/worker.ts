/** Entry of the worker thread that runs the service, so that an upload never blocks the application. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPracticeServer } from './server.ts';
import { StoreUnusable } from '../database.ts';
import type { WorkerMessage, WorkerOptions } from './start.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a worker thread');

const { storeKey, ...options } = workerData as WorkerOptions;
const send = (message: WorkerMessage) => port.postMessage(message);

try {
  const server = await createPracticeServer({
    ...options,
    storeKey: storeKey === null ? undefined : Buffer.from(storeKey),
    onDefect: (error) => send({ kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  });
  port.once('message', () => {
    void server.close().finally(() => port.close());
  });
  send({ kind: 'ready', url: server.url });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  send({ kind: 'failed', message, reason: error instanceof StoreUnusable ? error.reason : null });
  port.close();
}
