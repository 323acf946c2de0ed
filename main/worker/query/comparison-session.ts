/** Compares an open project with other screenings. Keeps the last comparison for later queries. */
import type { EarlierResults, ListSource } from '../../worker-protocol/index.ts';
import { Comparison } from '../prior/comparison.ts';
import { Since } from '../prior/since.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import { inTurns, nextTurn } from '../threads/turns.ts';

export class ComparisonSession {
  private readonly current: () => ScreeningReader;
  private readonly signal: AbortSignal;
  private other: ScreeningReader | null = null;
  /** `path`: the path of the other project's file. */
  private last: { readonly path: string; readonly comparison: Comparison } | null = null;
  private lastSince: { readonly key: string; readonly since: Since } | null = null;
  /** Settles when the most recently requested comparison is ready. */
  private comparing: Promise<unknown> = Promise.resolve();

  /** `current`: called at the start of each comparison. */
  constructor(current: () => ScreeningReader, signal: AbortSignal) {
    this.current = current;
    this.signal = signal;
  }

  /** The changes since the earlier screenings, if `since` has already found them; otherwise null. */
  sinceReady(earlier: readonly EarlierResults[], column: string): Since | null {
    return this.lastSince?.key === sinceKey(earlier, column) ? this.lastSince.since : null;
  }

  /**
   * A comparison with the column prepared. They run one after another, because each closes the screening of the previous one.
   * @throws the reason of the signal when it is aborted; what opening the other project throws
   */
  compare(other: ListSource, column: string): Promise<Comparison> {
    return this.afterOthers(() => this.run(other, column));
  }

  /**
   * The changes of a column since each person's most recent result in the earlier screenings.
   * @throws the reason of the signal when it is aborted; what opening an earlier project throws, unless its file is damaged
   */
  since(earlier: readonly EarlierResults[], column: string): Promise<Since> {
    return this.afterOthers(async () => {
      this.signal.throwIfAborted();
      const key = sinceKey(earlier, column);
      if (this.lastSince?.key !== key) {
        this.lastSince = null;
        this.lastSince = { key, since: await inTurns(Since.build(this.current(), column, earlier, key), this.signal) };
      }
      return this.lastSince.since;
    });
  }

  private afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const previous = this.comparing;
    const next = (async () => {
      await previous.catch(() => undefined);
      // Waits for the next turn, so that earlier queries are answered first.
      await nextTurn();
      return await work();
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
    this.lastSince = null;
    this.other?.close();
    this.other = null;
  }
}

/** A verdict in an earlier screening changes which of its results count. */
const sinceKey = (earlier: readonly EarlierResults[], column: string): string =>
  JSON.stringify([column, ...earlier.map(({ source, verdicts }) => [source.file.path, verdicts.version])]);
