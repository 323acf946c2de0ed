/** The entry of a thread that does what a test tells it, in place of a task: answer what it was told, say nothing, ask for nothing, die. */
import { parentPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../../main/worker-protocol/frames.ts';

/** What a test tells the thread: `tell` answers the samples that it was given; `stand` says nothing until it is told to stop. */
export type Told = 'tell' | 'stand' | 'serve' | 'die';

const port = parentPort!;
const samples: (string | null)[] = [];
const post = (message: FromWorker) => {
  port.postMessage(message);
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'ready') samples.push(message.sample);
  if (message.type === 'ask') post({ type: 'answered', id: message.id, value: message.question });
  if (message.type !== 'start') return;
  const told = message.input as Told;
  if (told === 'tell') post({ type: 'done', value: samples });
  if (told === 'die') throw new Error('it dies as it was told');
});
