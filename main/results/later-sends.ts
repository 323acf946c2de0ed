/**
 * Later submissions of a list: those with results that are merged into those of the first one, and the comparison of a pilot, which is not
 * merged.
 */
import type { ProjectRow } from '../store/app-database/index.ts';
import { creditsCharged } from '../projects/index.ts';

const KINDS = ['part', 'retry', 'comparison'] as const;

/** Sums over all later submissions of one kind. */
export interface LaterSends {
  readonly kind: (typeof KINDS)[number];
  readonly scored: number;
  /** Null when the credits of any of them are unknown. */
  readonly credits: number | null;
}

/** Null when any of the amounts is unknown. */
export const sumOfKnown = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((all, one) => (all === null || one === null ? null : all + one), 0);

// The rest of a pilot is treated as a later part of its list.
const kindOf = ({ lineage }: ProjectRow) => (lineage?.kind === 'retry' || lineage?.kind === 'comparison' ? lineage.kind : 'part');

/** One entry for each kind of later submission. `later`: the later submissions of a list. */
export function laterSends(later: readonly ProjectRow[]): LaterSends[] {
  return KINDS.flatMap((kind) => {
    const sends = later.filter((one) => kindOf(one) === kind);
    if (sends.length === 0) return [];
    const scored = sends.reduce((all, { state }) => all + (state.at === 'done' ? state.counts.scored : 0), 0);
    return [{ kind, scored, credits: sumOfKnown(sends.map(creditsCharged)) }];
  });
}
