/**
 * Reads profiles as they arrive. For long lists, a helper thread does this while the answer is split and stored. The result is the same.
 */
import { AppError } from '../../../shared/base/index.ts';
import type { ChunkSink } from '../../store/project-file/index.ts';
import { type ProfileNumber } from '../list/ordinals.ts';
import type { HelperThread, StartHelper } from '../threads/helper-thread.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import { type BatchKeys, BatchReader } from '../result-file/profile-batches.ts';
import type { ScoreColumns } from '../result-file/result-file.ts';
import { type FromScores, type ToScores, replayCalls } from '../result-file/score-thread.ts';

/** Lists with at least this many rows use a helper thread. */
const HELPER_MIN_ROWS = 20_000;
/** Maximum number of batches that wait for the helper thread. */
const MAX_PENDING = 8;

/** Called once per batch, in order. `first`: number of the batch's first profile. */
export type OnKeys = (first: ProfileNumber, keys: BatchKeys) => void;

/** Reads batches of profiles in order. Failures may be thrown by later calls. */
export interface ProfileReader {
  /** Takes the next batch as newline-separated JSON. `first`: number of its first profile. The caller may reuse the bytes. */
  take(first: ProfileNumber, lines: Buffer): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** Resolves when every batch has been read and its keys reported. `count`: the number of the last profile. */
  finish(count: number): Promise<ScoreColumns>;
  end(): void;
}

/** Reads in the current thread. */
class InlineReader implements ProfileReader {
  private readonly reader: BatchReader;
  private readonly onKeys: OnKeys;

  constructor(sink: ChunkSink, onKeys: OnKeys) {
    this.reader = new BatchReader(sink);
    this.onKeys = onKeys;
  }

  take(first: ProfileNumber, lines: Buffer): void {
    this.onKeys(first, this.reader.read(first, lines));
  }

  room(): Promise<void> {
    return Promise.resolve();
  }

  finish(count: number): Promise<ScoreColumns> {
    return Promise.resolve(this.reader.finish(count));
  }

  end(): void {
    // There is no thread to end.
  }
}

interface Batch {
  readonly first: ProfileNumber;
  readonly bytes: Uint8Array;
}

type ScoreThread = HelperThread<ToScores, FromScores>;

/** Reads in the helper thread. */
class HelperThreadReader implements ProfileReader {
  private readonly sink: ChunkSink;
  private readonly onKeys: OnKeys;
  private readonly thread: ScoreThread;
  private readonly ring = new SharedRing();
  private readonly posted: Batch[] = [];
  /** Batches that did not fit into the ring buffer, and all batches after them. */
  private readonly waiting: Batch[] = [];
  private columns: ScoreColumns | null = null;
  private failure: { readonly error: unknown } | null = null;
  private wake: (() => void) | null = null;

  constructor(sink: ChunkSink, onKeys: OnKeys, thread: ScoreThread) {
    this.sink = sink;
    this.onKeys = onKeys;
    this.thread = thread;
    thread.listen(
      (message) => this.receive(message),
      () => {
        this.fail(
          new AppError(
            'WORKER_LOST',
            'Saving the results ended unexpectedly. The results saved before are unchanged. Screening Desk requests them again.',
          ),
        );
      },
    );
    thread.post({ type: 'memory', memory: this.ring.memory });
  }

  private receive(message: FromScores): void {
    if (message.type === 'failed') this.fail(AppError.from(message.failure));
    else if (this.failure === null) {
      try {
        replayCalls(this.sink, message.calls);
        if (message.type === 'finished') this.columns = message.columns;
        else {
          const { first, bytes } = this.posted.shift()!;
          this.ring.free(bytes);
          this.onKeys(first, message.keys);
          this.post();
        }
      } catch (error) {
        this.fail(error);
      }
    }
    this.wake?.();
  }

  private fail(error: unknown): void {
    this.failure ??= { error };
    this.wake?.();
  }

  take(first: ProfileNumber, lines: Buffer): void {
    if (this.failure !== null) throw this.failure.error;
    const bytes = this.waiting.length === 0 ? this.ring.put(lines) : lines;
    if (this.ring.holds(bytes)) this.send({ first, bytes });
    else this.waiting.push({ first, bytes: new Uint8Array(lines) });
    this.post();
  }

  private post(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const bytes = this.ring.put(next.bytes);
      // Waits for room, unless the ring is empty: then the batch is too large and is sent without the ring.
      if (!this.ring.holds(bytes) && this.posted.length > 0) return;
      this.waiting.shift();
      this.send({ first: next.first, bytes });
    }
  }

  private send(batch: Batch): void {
    const { first, bytes } = batch;
    this.posted.push(batch);
    const lines = this.ring.holds(bytes) ? { at: bytes.byteOffset, length: bytes.length } : bytes;
    this.thread.post({ type: 'read', first, lines });
  }

  private async waitUntil(isDone: () => boolean): Promise<void> {
    while (this.failure === null && !isDone())
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    if (this.failure !== null) throw this.failure.error;
  }

  room(): Promise<void> {
    return this.waitUntil(() => this.posted.length + this.waiting.length <= MAX_PENDING);
  }

  async finish(count: number): Promise<ScoreColumns> {
    await this.waitUntil(() => this.posted.length + this.waiting.length === 0);
    this.thread.post({ type: 'finish', count });
    await this.waitUntil(() => this.columns !== null);
    return this.columns!;
  }

  end(): void {
    this.thread.end();
  }
}

const startScores = (start: StartHelper): ScoreThread => start('scores');

/** Starts reading profiles for a list with this many rows. `sink` receives the score blocks, `onKeys` the keys of each batch. */
export function readProfiles(sink: ChunkSink, onKeys: OnKeys, rows: number, startHelper: StartHelper): ProfileReader {
  return rows < HELPER_MIN_ROWS ? new InlineReader(sink, onKeys) : new HelperThreadReader(sink, onKeys, startScores(startHelper));
}
