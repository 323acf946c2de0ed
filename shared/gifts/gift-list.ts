/** Lists of gifts that were imported as lists of people. */
import { giftColumnsByHeading } from './gift-columns.ts';

/** The share of rows with the ID of another row from which a list with dates and amounts of single gifts is one of gifts. */
const FEWEST_SHARE = 0.2;
const FEWEST_ROWS = 3;

export interface GiftList {
  readonly gifts: number;
  readonly people: number;
}

/** What a list of gifts holds; null for a list of people. `sameId`: rows with the ID of a row before them. */
export function giftListOf(headers: readonly string[], rows: number, sameId: number): GiftList | null {
  if (sameId < FEWEST_ROWS || sameId < rows * FEWEST_SHARE) return null;
  const { id, date, amount } = giftColumnsByHeading(headers);
  const isGiftList = id.length > 0 && date.length > 0 && amount.length > 0 && date[0] !== amount[0];
  return isGiftList ? { gifts: rows, people: rows - sameId } : null;
}
