/** Verdicts in the form that the worker needs, and what the worker finds out about pairs. */
import type { Pair, Verdict } from '../../shared/review/index.ts';

/** Bytes of the code of a pair. */
export const PAIR_BYTES = 16;

/** The newest verdict on each pair of a project, packed because there can be many. All arrays have the same order. */
export interface PackedVerdicts {
  /** Changes with every change of a verdict. */
  readonly version: number;
  /** The match number from which the office accepts profiles without a review; null without one. */
  readonly acceptAt: number | null;
  /** True when there is a step to undo. */
  readonly canUndo: boolean;
  /** Sheet rows. */
  readonly rows: Uint32Array;
  /** Positions in `VerdictKind.options`. */
  readonly kinds: Uint8Array;
  /** Codes of the pairs, `PAIR_BYTES` each. */
  readonly pairs: Uint8Array;
  /** Transaction number of the project's file when each pair was read. */
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

/** A verdict with who gave it and when (milliseconds since 1970), to write on a sheet. */
export interface GivenVerdict extends Pick<Pair, 'row' | 'pair' | 'constituentId'> {
  readonly verdict: Verdict;
  readonly who: string;
  readonly at: number;
}

/** The pairs of rows. Rows without a profile have none. `changes`: transaction number of the project's file. */
export interface ReadPairs {
  readonly pairs: readonly Pair[];
  readonly changes: number;
}

/** A verdict of an earlier screening that can be carried over. */
export interface CarriableVerdict {
  readonly carry: string;
  readonly constituentId: string;
  readonly verdict: Verdict;
  readonly who: string;
  readonly at: number;
  /** The name of the earlier screening. */
  readonly screening: string;
}
