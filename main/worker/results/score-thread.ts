/** A second thread that reads profiles beside the one that takes them in and writes them: what is sent there and back. */
import type { MessagePort } from 'node:worker_threads';
import type { Failure } from '../../../shared/base/errors.ts';
import type { ChunkPlace, ChunkSink, Stream } from '../../store/project-file/project-file.ts';
import { failureOf } from '../threads/failure.ts';
import { type RunKeys, RunReader } from './profile-batches.ts';
import type { ScoreColumns } from './result-file.ts';

/** One call of a sink, to be made where the file is open. */
export type SinkCall =
  | { readonly call: 'write'; readonly stream: Stream; readonly place: ChunkPlace; readonly bytes: Uint8Array }
  | { readonly call: 'clear'; readonly streams: readonly Stream[] }
  | { readonly call: 'keep'; readonly name: string; readonly value: unknown };

/** The texts of a run: where they lie in the memory, or themselves. */
export type RunLines = { readonly at: number; readonly length: number } | Uint8Array;

/** To the thread: the memory in which runs lie, once; runs with the number of their first profile; the end. */
export type ToScores =
  | { readonly type: 'memory'; readonly memory: SharedArrayBuffer }
  | { readonly type: 'run'; readonly first: number; readonly lines: RunLines }
  | { readonly type: 'finish'; readonly count: number };

/** From the thread, in the order in which it was asked. A failure ends it. */
export type FromScores =
  | { readonly type: 'read'; readonly keys: RunKeys; readonly calls: readonly SinkCall[] }
  | { readonly type: 'finished'; readonly columns: ScoreColumns; readonly calls: readonly SinkCall[] }
  | { readonly type: 'failed'; readonly failure: Failure };

/** Takes note of what is to be written. */
class SinkCalls implements ChunkSink {
  private calls: SinkCall[] = [];

  write(stream: Stream, place: ChunkPlace, bytes: Uint8Array): void {
    // A view would take all of the buffer along that it is a view of.
    this.calls.push({ call: 'write', stream, place, bytes: new Uint8Array(bytes) });
  }

  clear(...streams: Stream[]): void {
    this.calls.push({ call: 'clear', streams });
  }

  keep(name: string, value: unknown): void {
    this.calls.push({ call: 'keep', name, value });
  }

  /** The calls since the last time. */
  take(): SinkCall[] {
    const { calls } = this;
    this.calls = [];
    return calls;
  }
}

/** Makes the calls that another thread has noted. */
export function makeCalls(sink: ChunkSink, calls: readonly SinkCall[]): void {
  for (const call of calls) {
    if (call.call === 'write') sink.write(call.stream, call.place, call.bytes);
    else if (call.call === 'clear') sink.clear(...call.streams);
    else sink.keep(call.name, call.value);
  }
}

/** The buffers of what is handed over. */
function buffersOf(message: FromScores): ArrayBuffer[] {
  if (message.type === 'failed') return [];
  return message.calls.flatMap((call) => (call.call === 'write' ? [call.bytes.buffer as ArrayBuffer] : []));
}

/** Serves as the second thread until it is ended. */
export function serveScores(port: MessagePort): void {
  const sink = new SinkCalls();
  const reader = new RunReader(sink);
  let memory = new SharedArrayBuffer(0);
  const answer = (message: ToScores): FromScores | null => {
    switch (message.type) {
      case 'memory':
        memory = message.memory;
        return null;
      case 'run': {
        const { first, lines } = message;
        const bytes = lines instanceof Uint8Array ? Buffer.from(lines.buffer) : Buffer.from(memory, lines.at, lines.length);
        const keys = reader.read(first, bytes);
        return { type: 'read', keys, calls: sink.take() };
      }
      case 'finish': {
        const columns = reader.finish(message.count);
        return { type: 'finished', columns, calls: sink.take() };
      }
    }
  };
  port.on('message', (message: ToScores) => {
    let answered: FromScores | null;
    try {
      answered = answer(message);
    } catch (error) {
      answered = { type: 'failed', failure: failureOf(error) };
    }
    if (answered !== null) port.postMessage(answered, buffersOf(answered));
  });
}
