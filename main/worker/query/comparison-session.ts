/** Compares an open project with other screenings. Keeps the last comparison for later queries. */
import type { ListSource } from '../../worker-protocol/index.ts';
import { Comparison } from '../prior/comparison.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import { inTurns, nextTurn } from '../threads/turns.ts';

export class ComparisonSession {
  private readonly current: () => ScreeningReader;
  private readonly signal: AbortSignal;
  private other: ScreeningReader | null = null;
  /** `path`: the path of the other project's file. */
  private last: { readonly path: string; readonly comparison: Comparison } | null = null;
  /** Settles when the most recently requested comparison is ready. */
  private comparing: Promise<unknown> = Promise.resolve();

  /** `current`: called at the start of each comparison. */
  constructor(current: () => ScreeningReader, signal: AbortSignal) {
    this.current = current;
    this.signal = signal;
  }

  /** The comparison, if `compare` has already prepared the column; otherwise null. */
  ready({ file }: ListSource, column: string): Comparison | null {
    return this.last?.path === file.path && this.last.comparison.isReady(column) ? this.last.comparison : null;
  }

  /**
   * A comparison with the column prepared. They run one after another, because each closes the screening of the previous one.
   * @throws the reason of the signal when it is aborted; what opening the other project throws
   */
  compare(other: ListSource, column: string): Promise<Comparison> {
    const previous = this.comparing;
    const next = (async () => {
      await previous.catch(() => undefined);
      // Waits for the next turn, so that earlier queries are answered first.
      await nextTurn();
      return await this.run(other, column);
    })();
    this.comparing = next;
    return next;
  }

  private async run(source: ListSource, column: string): Promise<Comparison> {
    this.signal.throwIfAborted();
    const { path } = source.file;
    if (this.last?.path !== path) {
      this.close();
      this.other = new ScreeningReader(source);
      await nextTurn();
      this.last = { path, comparison: await inTurns(Comparison.build(this.current(), this.other), this.signal) };
    }
    const { comparison } = this.last;
    await inTurns(comparison.prepare(column), this.signal);
    return comparison;
  }

  close(): void {
    this.last = null;
    this.other?.close();
    this.other = null;
  }
}
