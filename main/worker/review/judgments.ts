/** The verdicts on the current pairs of a project, by list index. A verdict on a pair that no longer exists is stale. */
import { VerdictKind } from '../../../shared/review/index.ts';
import { NO_VERDICTS, PAIR_BYTES, type PackedVerdicts } from '../../worker-protocol/index.ts';
import { type ListIndex, NO_INDEX, NO_PROFILE } from '../list/ordinals.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import { PairReader } from './pair-reader.ts';

/** Values of `marks`: 0 for no verdict, otherwise the index in `VerdictKind.options` plus 1. */
export const MARK = { none: 0, right: 1, wrong: 2, unsure: 3 } as const satisfies Record<'none' | VerdictKind, number>;

export class Judgments {
  private readonly screening: ScreeningReader;
  private readonly pairs: PairReader;
  /** The codes of the pairs read so far, by list index. They stay valid, because the file does not change during a session. */
  private readonly known = new Map<ListIndex, Buffer | null>();
  private readonly changes: number;
  private verdicts = NO_VERDICTS;
  /** By list index. */
  readonly marks: Uint8Array;
  /** Sheet rows of verdicts on pairs that no longer exist. */
  stale: readonly number[] = [];
  /** Increases when the marks change. */
  version = 0;

  constructor(screening: ScreeningReader) {
    this.screening = screening;
    this.pairs = new PairReader(screening);
    this.marks = new Uint8Array(screening.results.rows.length);
    this.changes = screening.file.changes;
  }

  get acceptAt(): number | null {
    return this.verdicts.acceptAt;
  }

  get canUndo(): boolean {
    return this.verdicts.canUndo;
  }

  /** True when the verdict is about the pair that the row has now. */
  private holds(verdicts: PackedVerdicts, at: number, index: ListIndex): boolean {
    if (index === NO_INDEX || this.screening.results.matches[index] === NO_PROFILE) return false;
    if (verdicts.changes[at] === this.changes) return true;
    let code = this.known.get(index);
    if (code === undefined) {
      const present = this.pairs.at(index);
      code = present === null ? null : Buffer.from(present.pair.pair, 'base64url');
      this.known.set(index, code);
    }
    return code?.equals(verdicts.pairs.subarray(at * PAIR_BYTES, (at + 1) * PAIR_BYTES)) ?? false;
  }

  /** Takes over the project's verdicts. Does nothing if they have not changed. */
  take(verdicts: PackedVerdicts): void {
    const isSame = verdicts.version === this.verdicts.version;
    this.verdicts = verdicts;
    if (isSame) return;
    const { rows } = this.screening.results;
    this.marks.fill(MARK.none);
    const stale: number[] = [];
    // In list order, so that each chunk of profiles is read only once.
    const indexes = Array.from(verdicts.rows, (row) => listIndexOf(rows, row));
    const order = Uint32Array.from(indexes.keys()).sort((a, b) => indexes[a]! - indexes[b]!);
    for (const at of order) {
      if (this.holds(verdicts, at, indexes[at]!)) this.marks[indexes[at]!] = verdicts.kinds[at]! + 1;
      else stale.push(verdicts.rows[at]!);
    }
    this.stale = stale;
    this.version += 1;
  }

  /** The number of current pairs with this mark. */
  count(mark: number): number {
    let count = 0;
    for (let index = 0; index < this.marks.length; index++) if (this.marks[index] === mark) count += 1;
    return count;
  }
}

/** The kind of a mark; null for no verdict. */
export const kindOf = (mark: number): VerdictKind | null => (mark === MARK.none ? null : VerdictKind.options[mark - 1]!);
