/** Finds the order of day, month and year in a column from all of its dates. */
import { DATE, type DateOrder, readDate } from './dates.ts';
import { isNoDate, isPartialDate } from './no-dates.ts';

/** How many texts of a column support each order; `countDate` fills it, `orderOf` reads it. */
export interface DateEvidence {
  dates: number;
  /** Texts that mean "no date", and dates without a day. */
  without: number;
  ymd: number;
  mdy: number;
  dmy: number;
  ambiguous: number;
  twoDigitYear: number;
  serial: number;
}

export function noDateEvidence(): DateEvidence {
  return { dates: 0, without: 0, ymd: 0, mdy: 0, dmy: 0, ambiguous: 0, twoDigitYear: 0, serial: 0 };
}

/** Returns false when the text is not a date. */
export function countDate(text: string, evidence: DateEvidence): boolean {
  const asMonthFirst = readDate(text, 'mdy');
  const asDayFirst = readDate(text, 'dmy');
  if (asMonthFirst < 0 && asDayFirst < 0) {
    if (isNoDate(text) || isPartialDate(text)) evidence.without++;
    return false;
  }
  evidence.dates++;
  if ((asMonthFirst & DATE.serial) !== 0) evidence.serial++;
  if ((asMonthFirst & DATE.twoDigitYear) !== 0) evidence.twoDigitYear++;
  const numeric = /^(\d{1,4})[/.-]\s?(\d{1,2})[/.-]\s?\d{1,4}/.exec(text);
  if (numeric === null) return true;
  const [a, b] = [Number(numeric[1]), Number(numeric[2])];
  if (numeric[1]!.length === 4 || a > 31) evidence.ymd++;
  else if (a > 12) evidence.dmy++;
  else if (b > 12) evidence.mdy++;
  else if (text.includes('.')) evidence.dmy++;
  else if (a !== b) evidence.ambiguous++;
  return true;
}

/** One typing error proves nothing. */
const FEWEST_PROOFS = 2;
/** Six of ten days are above 12 and show the order. If far fewer dates do, those are more likely errors. */
const SHOWN_OF_AMBIGUOUS = 0.25;
/** If one order has this many times more dates, the dates in the other order are errors. */
const RARE = 20;

/**
 * The date order of a column: enough days above 12 decide unless others contradict them. Null when no text needs an order,
 * when most texts allow both orders, or when the evidence conflicts.
 */
export function orderOf({ ymd, mdy, dmy, ambiguous }: Readonly<Pick<DateEvidence, 'ymd' | 'mdy' | 'dmy' | 'ambiguous'>>): DateOrder | null {
  if (mdy + dmy === 0) return ymd > 0 && ambiguous === 0 ? 'ymd' : null;
  const [most, least] = mdy > dmy ? [mdy, dmy] : [dmy, mdy];
  if (most < FEWEST_PROOFS || most < ambiguous * SHOWN_OF_AMBIGUOUS || (least > 0 && most <= least * RARE)) return null;
  return mdy > dmy ? 'mdy' : 'dmy';
}
