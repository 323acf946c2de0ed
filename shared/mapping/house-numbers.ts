/**
 * House numbers in a column of their own. Without them only the street would be sent, and no match found. The two
 * columns are joined in sheet order.
 */
import type { Decision } from './candidates.ts';
import type { ColumnProfile } from './columns.ts';
import type { Combination } from './plan.ts';

const HEADING =
  /^(?:(?:house|home|street|building|st)[\s_.-]*(?:number|num|no|nr|nbr|#)\.?|haus[\s_.-]*(?:nummer|nr)\.?|huis[\s_.-]*(?:nummer|nr)\.?|num[ée]ro (?:de )?(?:rue|voie))$/i;
const NUMBER = /^\d{1,6}\s?\p{L}?(?:\s?[-/]\s?\d{1,4}\s?\p{L}?)?$/u;
/** A street that already includes its number, before or after its name. */
const NUMBERED = /^\d|\d\s?\p{L}?$/u;
const MOST = 0.8;
const FEW = 0.3;

function share({ aligned }: ColumnProfile, pattern: RegExp): number {
  const filled = aligned.map((value) => value.trim().split(/[\r\n]/)[0]!).filter((value) => value !== '');
  return filled.length === 0 ? 0 : filled.filter((value) => pattern.test(value)).length / filled.length;
}

/** Maps a column of house numbers to the street, too. Returns how the two are joined, null when there is no such column. */
export function joinHouseNumbers(decisions: readonly Decision[]): Combination | null {
  const street = decisions.find(({ to }) => to.kind === 'field' && to.field === 'street');
  if (street === undefined || share(street.profile, NUMBERED) > FEW) return null;
  const house = decisions.find(
    ({ to, sensitive, profile }) =>
      to.kind === 'none' && !sensitive && HEADING.test(profile.header.trim()) && share(profile, NUMBER) > MOST,
  );
  if (house === undefined) return null;
  house.to = { kind: 'field', field: 'street' };
  house.certainty = 'likely';
  house.reason = 'House numbers, joined with the street';
  const columns = [street.profile.column, house.profile.column].sort((a, b) => a - b);
  return { field: 'street', columns, how: 'join', separator: ' ' };
}
