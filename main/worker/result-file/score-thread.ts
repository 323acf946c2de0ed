/** The helper thread that reads profiles while the worker thread receives and writes them, and the messages between them. */
import type { MessagePort } from 'node:worker_threads';
import type { Failure } from '../../../shared/base/index.ts';
import type { ChunkPlace, ChunkSink, Stream } from '../../store/project-file/index.ts';
import { type ProfileNumber } from '../list/ordinals.ts';
import { failureOf } from '../threads/failure.ts';
import { type BatchKeys, BatchReader } from './profile-batches.ts';
import type { ScoreColumns } from './result-file.ts';

/** One call of a sink, to be replayed in the thread that has opened the file. */
export type SinkCall =
  | { readonly call: 'write'; readonly stream: Stream; readonly place: ChunkPlace; readonly bytes: Uint8Array }
  | { readonly call: 'clear'; readonly streams: readonly Stream[] }
  | { readonly call: 'putValue'; readonly name: string; readonly value: unknown };

/** The texts of a batch: their range in the shared memory, or the bytes. */
export type BatchLines = { readonly at: number; readonly length: number } | Uint8Array;

/** Messages to the thread: the shared memory, once; batches with the number of their first profile; the end. */
export type ToScores =
  | { readonly type: 'memory'; readonly memory: SharedArrayBuffer }
  | { readonly type: 'read'; readonly first: ProfileNumber; readonly lines: BatchLines }
  | { readonly type: 'finish'; readonly count: number };

/** Messages from the thread, in the order of the requests. After a failure, there are no more. */
export type FromScores =
  | { readonly type: 'read'; readonly keys: BatchKeys; readonly calls: readonly SinkCall[] }
  | { readonly type: 'finished'; readonly columns: ScoreColumns; readonly calls: readonly SinkCall[] }
  | { readonly type: 'failed'; readonly failure: Failure };

/** Records the calls of a sink. */
class RecordingSink implements ChunkSink {
  private calls: SinkCall[] = [];

  write(stream: Stream, place: ChunkPlace, bytes: Uint8Array): void {
    // Copied, because transferring a view would transfer its whole buffer.
    this.calls.push({ call: 'write', stream, place, bytes: new Uint8Array(bytes) });
  }

  clear(...streams: Stream[]): void {
    this.calls.push({ call: 'clear', streams });
  }

  putValue(name: string, value: unknown): void {
    this.calls.push({ call: 'putValue', name, value });
  }

  /** The calls since the last `take`. */
  take(): SinkCall[] {
    const { calls } = this;
    this.calls = [];
    return calls;
  }
}

/** Replays the calls that the helper thread recorded. */
export function replayCalls(sink: ChunkSink, calls: readonly SinkCall[]): void {
  for (const call of calls) {
    if (call.call === 'write') sink.write(call.stream, call.place, call.bytes);
    else if (call.call === 'clear') sink.clear(...call.streams);
    else sink.putValue(call.name, call.value);
  }
}

/** The buffers to transfer with a message. */
function buffersOf(message: FromScores): ArrayBuffer[] {
  if (message.type === 'failed') return [];
  return message.calls.flatMap((call) => (call.call === 'write' ? [call.bytes.buffer as ArrayBuffer] : []));
}

/** Runs as the helper thread until it is terminated. */
export function serveScores(port: MessagePort): void {
  const sink = new RecordingSink();
  const reader = new BatchReader(sink);
  let memory = new SharedArrayBuffer(0);
  const answer = (message: ToScores): FromScores | null => {
    switch (message.type) {
      case 'memory':
        memory = message.memory;
        return null;
      case 'read': {
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
