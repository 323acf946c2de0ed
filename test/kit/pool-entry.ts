/** Thread entry that obeys a test instead of running a task: answers, stays silent, requests nothing, or dies. */
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../../main/worker-protocol/frames.ts';

/** Commands: `tell` returns the samples received; `stand` stays silent until canceled. */
export type ThreadCommand = 'tell' | 'stand' | 'serve' | 'die';

const port = parentPort!;
const samples: (string | null)[] = [];
const post = (message: FromWorker) => {
  port.postMessage(message);
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'ready') samples.push(message.sample);
  if (message.type === 'ask') post({ type: 'answered', id: message.id, value: message.input });
  if (message.type !== 'start') return;
  const command = message.input as ThreadCommand;
  if (command === 'tell') post({ type: 'done', value: samples });
  if (command === 'die') throw new Error('it dies as it was told');
});
