/**
 * A thread entry that follows the commands of a test instead of running tasks: it answers, sends nothing, waits for queries, hangs, or
 * ends.
 */
import { parentPort, threadId } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../../main/worker-protocol/frames.ts';

/**
 * `tell` returns the thread and the samples it received; `wait` sends nothing until it is canceled; `serve` answers queries, delays a
 * `hold` query until it is stopped, gives back the chunks that it reads, and answers a `sizes` query with their sizes; `hang` never ends;
 * `break` fails with a defect; `die` ends the thread.
 */
export type ThreadCommand = 'tell' | 'wait' | 'serve' | 'hang' | 'break' | 'die';

export interface ThreadAnswer {
  readonly thread: number;
  readonly samples: readonly (string | null)[];
}

const port = parentPort!;
const samples: (string | null)[] = [];
/** Of each chunk: its size in bytes, and the sum of its bytes. */
const chunks: [number, number][] = [];
let command: ThreadCommand | null = null;
const post = (message: FromWorker) => {
  port.postMessage(message);
};
const fail = (code: 'CLOSING' | 'INTERNAL') => {
  command = null;
  post({ type: 'failed', failure: { code, message: 'It ends.', details: {}, retry: 'no' } as never });
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'warmUp') samples.push(message.sample);
  else if (message.type === 'ask' && message.input === 'hold') post({ type: 'progress', id: message.id, done: 1, total: 9, unit: 'rows' });
  else if (message.type === 'stop')
    post({ type: 'refused', id: message.id, failure: { code: 'CANCELED', message: 'It was canceled.', details: {}, retry: 'ask' } });
  else if (message.type === 'chunk') {
    const { buffer } = message.bytes;
    chunks.push([message.bytes.length, message.bytes.reduce((sum, byte) => sum + byte, 0)]);
    port.postMessage({ type: 'chunkRead', buffer } satisfies FromWorker, [buffer]);
  } else if (message.type === 'ask' && message.input === 'sizes') post({ type: 'answered', id: message.id, value: chunks });
  else if (message.type === 'ask') post({ type: 'answered', id: message.id, value: message.input });
  else if (message.type === 'cancel' && (command === 'wait' || command === 'serve')) fail('CLOSING');
  else if (message.type === 'exit' && command !== 'hang') port.close();
  else if (message.type === 'start') {
    command = message.input as ThreadCommand;
    if (command === 'tell') post({ type: 'done', value: { thread: threadId, samples } satisfies ThreadAnswer });
    if (command === 'break') fail('INTERNAL');
    if (command === 'die') throw new Error('it dies as it was told');
  }
});
