/**
 * Reads profiles while they arrive. Long lists use a helper thread, so that splitting and storing the answer continues meanwhile; the
 * result is the same.
 */
import { AppError } from '../../../shared/base/errors.ts';
import type { ChunkSink } from '../../store/project-file/project-file.ts';
import type { HelperThread, StartHelper } from '../threads/helper-thread.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import { type RunKeys, RunReader } from './profile-batches.ts';
import type { ScoreColumns } from './result-file.ts';
import { type FromScores, type ToScores, makeCalls } from './score-thread.ts';

/** Lists with at least this many rows use a helper thread. */
const WORTH_A_SECOND = 20_000;
/** Most batches that wait for the helper thread. */
const AHEAD = 8;

/** Called once per batch, in order, with the number of its first profile. */
export type KeysTold = (first: number, keys: RunKeys) => void;

/** Reads batches of profiles in order. A failure may be thrown by a later call. */
export interface ProfileReading {
  /** Takes the next batch: newline-separated JSON, `first` is the number of the first profile. The caller may reuse the bytes. */
  take(first: number, lines: Buffer): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** Resolves once every batch has been read and its keys reported. `count` is the number of the last profile. */
  finish(count: number): Promise<ScoreColumns>;
  end(): void;
}

/** Reads in this thread. */
class ReadHere implements ProfileReading {
  private readonly reader: RunReader;
  private readonly told: KeysTold;

  constructor(sink: ChunkSink, told: KeysTold) {
    this.reader = new RunReader(sink);
    this.told = told;
  }

  take(first: number, lines: Buffer): void {
    this.told(first, this.reader.read(first, lines));
  }

  room(): Promise<void> {
    return Promise.resolve();
  }

  finish(count: number): Promise<ScoreColumns> {
    return Promise.resolve(this.reader.finish(count));
  }

  end(): void {
    // No thread to end.
  }
}

interface Run {
  readonly first: number;
  readonly bytes: Uint8Array;
}

type ScoreThread = HelperThread<ToScores, FromScores>;

/** Reads in the helper thread. */
class ReadBeside implements ProfileReading {
  private readonly sink: ChunkSink;
  private readonly told: KeysTold;
  private readonly thread: ScoreThread;
  private readonly ring = new SharedRing();
  private readonly posted: Run[] = [];
  /** Batches that did not fit into the ring buffer, and all that follow them. */
  private readonly waiting: Run[] = [];
  private columns: ScoreColumns | null = null;
  private lost: { readonly error: unknown } | null = null;
  private bell: (() => void) | null = null;

  constructor(sink: ChunkSink, told: KeysTold, thread: ScoreThread) {
    this.sink = sink;
    this.told = told;
    this.thread = thread;
    thread.listen(
      (message) => {
        this.hear(message);
      },
      () => {
        this.lose(
          new AppError(
            'WORKER_LOST',
            'Keeping the results ended unexpectedly. What was kept before is unharmed; they are asked for again.',
          ),
        );
      },
    );
    thread.post({ type: 'memory', memory: this.ring.memory });
  }

  private hear(message: FromScores): void {
    if (message.type === 'failed') this.lose(AppError.from(message.failure));
    else if (this.lost === null) {
      try {
        makeCalls(this.sink, message.calls);
        if (message.type === 'finished') this.columns = message.columns;
        else {
          const { first, bytes } = this.posted.shift()!;
          this.ring.free(bytes);
          this.told(first, message.keys);
          this.post();
        }
      } catch (error) {
        this.lose(error);
      }
    }
    this.bell?.();
  }

  private lose(error: unknown): void {
    this.lost ??= { error };
    this.bell?.();
  }

  take(first: number, lines: Buffer): void {
    if (this.lost !== null) throw this.lost.error;
    const bytes = this.waiting.length === 0 ? this.ring.lay(lines) : lines;
    if (this.ring.holds(bytes)) this.send({ first, bytes });
    else this.waiting.push({ first, bytes: new Uint8Array(lines) });
    this.post();
  }

  private post(): void {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const bytes = this.ring.lay(next.bytes);
      // A batch of enormous profiles may not fit even into the empty ring.
      if (!this.ring.holds(bytes) && this.posted.length > 0) return;
      this.waiting.shift();
      this.send({ first: next.first, bytes });
    }
  }

  private send(run: Run): void {
    const { first, bytes } = run;
    this.posted.push(run);
    const lines = this.ring.holds(bytes) ? { at: bytes.byteOffset, length: bytes.length } : bytes;
    this.thread.post({ type: 'run', first, lines });
  }

  private async until(isSo: () => boolean): Promise<void> {
    while (this.lost === null && !isSo())
      await new Promise<void>((ring) => {
        this.bell = ring;
      });
    if (this.lost !== null) throw this.lost.error;
  }

  room(): Promise<void> {
    return this.until(() => this.posted.length + this.waiting.length <= AHEAD);
  }

  async finish(count: number): Promise<ScoreColumns> {
    await this.until(() => this.posted.length + this.waiting.length === 0);
    this.thread.post({ type: 'finish', count });
    await this.until(() => this.columns !== null);
    return this.columns!;
  }

  end(): void {
    this.thread.end();
  }
}

const startScores = (start: StartHelper): ScoreThread => start('scores');

/** Starts reading profiles for a list of this many rows. `sink` receives the score blocks, `onKeys` the keys of each batch. */
export function readProfiles(sink: ChunkSink, told: KeysTold, rows: number, second: StartHelper): ProfileReading {
  return rows < WORTH_A_SECOND ? new ReadHere(sink, told) : new ReadBeside(sink, told, startScores(second));
}
