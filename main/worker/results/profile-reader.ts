/**
 * Profiles read while they come in: in this thread, or where the list is long in a second one, so that taking an answer apart
 * and keeping it goes on meanwhile. What comes of it is the same.
 */
import { AppError } from '../../../shared/base/errors.ts';
import type { ChunkSink } from '../../store/project-file/project-file.ts';
import type { HelperThread, StartHelper } from '../threads/helper-thread.ts';
import { SharedRing } from '../threads/shared-ring.ts';
import { type RunKeys, RunReader } from './profile-batches.ts';
import type { ScoreColumns } from './result-file.ts';
import { type FromScores, type ToScores, makeCalls } from './score-thread.ts';

/** Lists from so many rows on have their profiles read in a second thread. */
const WORTH_A_SECOND = 20_000;
/** Runs that the second thread may have at hand. */
const AHEAD = 8;

/** Told once for each run, in their order, with the number of its first profile. */
export type KeysTold = (first: number, keys: RunKeys) => void;

/** Reads runs of profiles in their order. What it ends in may come with a later call. */
export interface ProfileReading {
  /** Takes the next run: JSON texts parted by newlines, `first` the number of the first. The bytes are the caller's again at once. */
  take(first: number, lines: Buffer): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
  /** Resolves once every run was told and written. `count` is the number of the last profile. */
  finish(count: number): Promise<ScoreColumns>;
  end(): void;
}

/** Reads at once. */
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
    // Nothing was started.
  }
}

interface Run {
  readonly first: number;
  readonly bytes: Uint8Array;
}

type ScoreThread = HelperThread<ToScores, FromScores>;

/** Has the second thread read. */
class ReadBeside implements ProfileReading {
  private readonly sink: ChunkSink;
  private readonly told: KeysTold;
  private readonly thread: ScoreThread;
  private readonly ring = new SharedRing();
  private readonly posted: Run[] = [];
  /** Runs that found no room in the ring wait here, and all that come behind them. */
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
      // A run of enormous profiles may have no room even in the empty ring.
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

/** Begins to read the profiles of a list of so many rows. Blocks of scores are written to `sink`; `told` joins the profiles. */
export function readProfiles(sink: ChunkSink, told: KeysTold, rows: number, second: StartHelper): ProfileReading {
  return rows < WORTH_A_SECOND ? new ReadHere(sink, told) : new ReadBeside(sink, told, startScores(second));
}
