/** Entry of the worker thread that runs the service, so that an upload never blocks the application. */
import { parentPort, workerData } from 'node:worker_threads';
import { createPracticeServer } from './server.ts';
import { StoreUnusable } from '../database.ts';
import type { WorkerMessage, WorkerOptions, WorkerCommand } from './start.ts';

const port = parentPort;
if (port === null) throw new Error('this file is the entry of a worker thread');

const { storeKey, ...options } = workerData as WorkerOptions;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const send = (message: WorkerMessage) => port.postMessage(message);

try {
  const server = await createPracticeServer({
    ...options,
    storeKey: storeKey === null ? undefined : Buffer.from(storeKey),
    onDefect: (error) => send({ kind: 'defect', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  });
  port.on('message', (command: WorkerCommand) => {
    if (command === 'close') {
      void server.close().finally(() => port.close());
      return;
    }
    let failure: string | null = null;
    try {
      if ('remove' in command) server.removeProjects(command.remove);
      else server.refill(command.refill);
    } catch (error) {
      failure = messageOf(error);
    }
    send({ kind: 'done', failure });
  });
  send({ kind: 'ready', url: server.url });
} catch (error) {
  send({ kind: 'failed', message: messageOf(error), reason: error instanceof StoreUnusable ? error.reason : null });
  port.close();
}
