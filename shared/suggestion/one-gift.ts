/** Detects amounts of single gifts, in a list with one row for each gift. */
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { plainHeading } from './column-profile.ts';

/** Headings about one gift, such as its date or number. */
const ONE_GIFT =
  /^(?:(?:gift|donation|contribution|transaction|payment|deposit|post(?:ed|ing)?|received|settle(?:d|ment)) (?:date|id|number|no\.?|type|method)|date (?:of )?(?:gift|donation|contribution|transaction|payment|received)|amount)$/i;
/** Words for several gifts. */
const ALL_GIFTS = /\b(?:lifetime|life|ltd|lt|cumulative|all ?time|ever|gifts|donations|contributions|giving|donated|given|opps?)\b/i;

/** The ID of one gift, not the number of gifts: "Gift #", "Donation Number". */
const GIFT_NUMBER = /^(?:gift|donation|contribution|transaction) ?(?:#|no\.?|num|nbr|number)$/i;
/** True for a list with one row for each gift. */
export const hasGiftRows = (headers: readonly string[], but: string | null): boolean =>
  headers.some((other) => other !== but && ONE_GIFT.test(plainHeading(other)));

/** Why a column is not a total of all gifts, or null. In a list with one row for each gift, it is the amount of that gift. */
export function oneGiftReason(field: FieldKey, header: string, headers: readonly string[]): string | null {
  const { gift, kind } = fieldOf(field);
  if (gift !== 'total' || !hasGiftRows(headers, header)) return null;
  if (kind === 'count') return GIFT_NUMBER.test(plainHeading(header)) ? 'The number of one gift, because each row is a gift' : null;
  return kind !== 'amount' || ALL_GIFTS.test(plainHeading(header)) ? null : 'The amount of one gift, because each row is a gift';
}
