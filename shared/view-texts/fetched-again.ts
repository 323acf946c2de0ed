/** Texts about how the counts change when results are fetched again, for the window and the terminal. */
import { countText, numberText } from '../base/index.ts';
import type { Counts } from '../project/index.ts';

const WORDS = [
  ['scored', 'scored', 'scored'],
  ['refused', 'not accepted', 'not accepted'],
  ['unknown', 'without a result', 'without a result'],
  ['unmatched', 'profile without a row', 'profiles without a row'],
] as const;

/** "12 more scored, 12 fewer without a result"; "nothing new" when the counts are the same. */
export function outcomeDifference(before: Counts, after: Counts): string {
  const parts = WORDS.flatMap(([key, one, many]) => {
    const more = after[key] - before[key];
    return more === 0 ? [] : [`${numberText(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} ${Math.abs(more) === 1 ? one : many}`];
  });
  return parts.length === 0 ? 'nothing new' : parts.join(', ');
}

/** A sentence about rows for which the service no longer has scores; null for none. */
export function keptScoresSentence(kept: number): string | null {
  if (kept === 0) return null;
  const has = kept === 1 ? 'has' : 'have';
  return `The service returned no scores for ${countText(kept, 'row')} that ${has} scores. The scores fetched before are kept.`;
}

/** A sentence for when the service has no report of row errors although some rows are not scored; otherwise null. */
export function missingReportSentence(
  report: 'not needed' | 'none' | 'read' | 'not understood',
  { refused, unknown }: Counts,
): string | null {
  if (report === 'not understood')
    return 'The report of row errors cannot be understood. The rows that the service did not accept before are unchanged.';
  if (report !== 'none' || refused + unknown === 0) return null;
  return 'The service has no report of row errors. The rows that it did not accept before are unchanged.';
}
