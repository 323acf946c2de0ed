/** The steps of the match number: how sure the service is that a profile belongs to the person. */

/** From this number on, a match is strong. */
export const STRONG_MATCH = 90;

export const MATCH_STEPS = [
  { word: 'strong', text: '90 and up', min: STRONG_MATCH, max: null },
  // Both bounds are included. 89.99, because match numbers can have decimals.
  { word: 'fair', text: '70 to 89', min: 70, max: 89.99 },
  { word: 'weak', text: 'below 70', min: null, max: 69.99 },
] as const;
export type MatchStep = (typeof MATCH_STEPS)[number];

interface Column {
  readonly key: string;
  readonly type: string;
  readonly max: number | null;
}

/** The column with the match number, from 0 to 100; null for none. Scales that end at 1 are not accepted, because their steps differ. */
export function matchColumn<C extends Column>(columns: readonly C[]): C | null {
  const found = columns.find(({ key, type }) => type === 'number' && /confidenceOfMatch$/i.test(key) && !key.startsWith('pending'));
  return found?.max == null || found.max <= 1 || found.max > 100 ? null : found;
}

/** The step of a match number; null for a text that is not a number. */
export function matchStep(value: string): MatchStep | null {
  const number = value === '' ? Number.NaN : Number(value);
  return Number.isNaN(number) ? null : (MATCH_STEPS.find(({ min }) => min === null || number >= min) ?? null);
}
