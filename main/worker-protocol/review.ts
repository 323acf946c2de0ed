/** What the worker needs of verdicts, and what it finds out about pairs. */
import type { Pair, Verdict } from '../../shared/review/index.ts';

/** Bytes of the code of a pair. */
export const PAIR_BYTES = 16;

/** The verdicts of a project, packed because there can be many; the newest of each pair. Positions in all arrays belong together. */
export interface PackedVerdicts {
  /** Differs once a verdict changes. */
  readonly version: number;
  /** The match number from which the office accepts profiles without a review; null without one. */
  readonly acceptAt: number | null;
  /** True when a step can be taken back. */
  readonly canUndo: boolean;
  /** Sheet rows. */
  readonly rows: Uint32Array;
  /** Positions in `VerdictKind.options`. */
  readonly kinds: Uint8Array;
  /** `PAIR_BYTES` for each verdict. */
  readonly pairs: Uint8Array;
  /** Transactions of the project's file when each pair was read. */
  readonly changes: Uint32Array;
}

export const NO_VERDICTS: PackedVerdicts = {
  version: 0,
  acceptAt: null,
  canUndo: false,
  rows: new Uint32Array(),
  kinds: new Uint8Array(),
  pairs: new Uint8Array(),
  changes: new Uint32Array(),
};

/** A verdict with who gave it and when (milliseconds since 1970), for a sheet. */
export interface GivenVerdict extends Pick<Pair, 'row' | 'pair' | 'constituentId'> {
  readonly verdict: Verdict;
  readonly who: string;
  readonly at: number;
}

/** The pairs of rows; rows without a profile have none. `changes`: transactions of the project's file. */
export interface ReadPairs {
  readonly pairs: readonly Pair[];
  readonly changes: number;
}

/** A verdict of an earlier screening that can be carried. */
export interface CarriableVerdict {
  readonly carry: string;
  readonly constituentId: string;
  readonly verdict: Verdict;
  readonly who: string;
  readonly at: number;
  /** The name of the screening. */
  readonly screening: string;
}
