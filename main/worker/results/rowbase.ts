/**
 * How the service counts rows in its answers is "not shown" (section 7 of the interface): from 0, from 1, or as the sheet with
 * its header as row 1. It is found by evidence, and said to be assumed where there is none.
 */
export type Base = 'zero' | 'one' | 'sheet';

/** The row number that the first row of the list has. */
export const FIRST_ROW: Readonly<Record<Base, number>> = { zero: 0, one: 1, sheet: 2 };

export interface RowEvidence {
  /** Row numbers as they came, with the place of the list that an echoed id gave, or -1. */
  readonly rows: Iterable<{ readonly row: number; readonly place: number }>;
  /** Rows of the list. */
  readonly length: number;
  /** True for places that have a profile: an error there speaks against the base that leads to it. */
  readonly scored: (place: number) => boolean;
  /** True when the rows are of errors, which stand on rows without a profile. */
  readonly ofErrors: boolean;
}

export interface FoundBase {
  readonly base: Base;
  readonly certain: boolean;
  /** A sentence for the person. */
  readonly said: string;
}

const WORDS: Readonly<Record<Base, string>> = {
  zero: 'counted from 0 over the list',
  one: 'counted from 1 over the list',
  sheet: 'counted as in a sheet with its heading in row 1',
};

/** Finds the base, or takes the one that a person has set. */
export function findBase(evidence: RowEvidence, set: Base | 'find'): FoundBase {
  if (set !== 'find') return { base: set, certain: true, said: `${WORDS[set]} (set on the connection)` };
  const { length } = evidence;
  const votes: Record<Base, number> = { zero: 0, one: 0, sheet: 0 };
  const conflicts: Record<Base, number> = { zero: 0, one: 0, sheet: 0 };
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const { row, place } of evidence.rows) {
    if (row < least) least = row;
    if (row > most) most = row;
    for (const base of ['zero', 'one', 'sheet'] as const) {
      const at = row - FIRST_ROW[base];
      if (place >= 0 && at === place) votes[base] += 1;
      if (at < 0 || at >= length || (evidence.ofErrors && evidence.scored(at))) conflicts[base] += 1;
    }
  }
  const echoed = (['one', 'zero', 'sheet'] as const).filter((base) => votes[base] > 0);
  if (echoed.length === 1) return { base: echoed[0]!, certain: true, said: `${WORDS[echoed[0]!]} (shown by the ids beside them)` };
  const possible = (['one', 'zero', 'sheet'] as const).filter((base) => conflicts[base] === 0);
  if (possible.length === 1) {
    const base = possible[0]!;
    const why =
      least === 0
        ? 'row 0 is among them'
        : most === length + 1
          ? 'one row more than the list has'
          : 'any other way would put errors on scored rows';
    return { base, certain: true, said: `${WORDS[base]} (${why})` };
  }
  const base = possible[0] ?? 'one';
  return { base, certain: false, said: `${WORDS[base]} (assumed: nothing in the answer shows it; it can be set on the connection)` };
}
