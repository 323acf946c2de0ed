/** Later submissions of a list, whose results are merged into those of the first. */
import type { ProjectRow } from '../store/app-database/app-database.ts';
import { creditsCharged } from '../projects/project-view.ts';

const KINDS = ['part', 'retry'] as const;

/** All submissions of one kind together. */
export interface JoinedSends {
  readonly kind: (typeof KINDS)[number];
  /** Rows that they scored. */
  readonly scored: number;
  /** Credits that they were charged; null when one of them does not tell. */
  readonly credits: number | null;
}

/** `null` when one of the amounts is not known. */
export const sumOfKnown = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((all, one) => (all === null || one === null ? null : all + one), 0);

/** The kinds that a list has. `joined`: the later submissions of the list. */
export function joinedSends(joined: readonly ProjectRow[]): JoinedSends[] {
  return KINDS.flatMap((kind) => {
    const sends = joined.filter(({ lineage }) => lineage?.kind === kind);
    if (sends.length === 0) return [];
    const scored = sends.reduce((all, { state }) => all + (state.at === 'done' ? state.counts.scored : 0), 0);
    return [{ kind, scored, credits: sumOfKnown(sends.map(creditsCharged)) }];
  });
}
