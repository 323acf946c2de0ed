/** Computes the order that one column of the file gives. Pure. */
import type { MappingPlan } from '../../../shared/mapping/index.ts';
import {
  type AmountNotation,
  countAmount,
  countDate,
  type DateOrder,
  noAmountEvidence,
  noDateEvidence,
  notationOf,
  orderOf,
  readAmount,
  toIsoDate,
} from '../../../shared/numbers/index.ts';
import type { ColumnReading } from '../../../shared/order/index.ts';

/** A column is ordered by numbers, days or ranges if more than this share of its texts can be read as such. */
const MOST_ARE = 0.5;
/** Captures the lower end of a range, as vendors of ratings write it: `$25K - $50K`, `$1,000,000 to $4,999,999`, `$1M+`. */
const LOWER_END = /^(.*?\d\s*(?:k|mm|m|bn|b)?)\s*(?:\+|[-–—]\s*\D{0,3}\d.*|to\s.*|(?:and|or)\s(?:up|over|above|more).*)$/i;
/** Longer texts are sentences and not ranges. */
const LONGEST_RANGE = 48;
const ALPHABET = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns a number by which larger values come first; NaN for a text that cannot be read. */
type Read = (text: string) => number;

const numberReader =
  (decimal: NonNullable<AmountNotation['decimal']>): Read =>
  (text) => {
    const amount = readAmount(text.replace(/\s*%$/, ''), decimal);
    return amount === null ? Number.NaN : Number(amount);
  };

const dayReader =
  (order: DateOrder | null): Read =>
  (text) => {
    const iso = toIsoDate(text, order);
    return iso === null ? Number.NaN : Number(iso.replaceAll('-', ''));
  };

function rangeReader(number: Read): Read {
  return (text) => {
    const whole = number(text);
    const lower = Number.isNaN(whole) && text.length <= LONGEST_RANGE ? LOWER_END.exec(text)?.[1] : undefined;
    return lower === undefined ? whole : number(lower);
  };
}

/** Numbers for alphabetical order, the first text with the largest. Texts that differ only in case are equal. */
function alphabet(texts: readonly string[]): Map<string, number> {
  const sorted = [...new Set(texts)].toSorted(ALPHABET.compare);
  let place = 0;
  return new Map(
    sorted.map((text, at) => {
      if (at > 0 && ALPHABET.compare(sorted[at - 1]!, text) !== 0) place -= 1;
      return [text, place];
    }),
  );
}

/**
 * For each text, a number by which larger values come first, and how the texts were read. Texts that cannot be read in that way come last,
 * like empty texts. `texts`: trimmed. `column`: the column's plan in the mapping.
 */
export function columnOrder(
  texts: readonly string[],
  column: MappingPlan['columns'][number] | undefined,
): { readonly numbers: Float64Array; readonly reading: ColumnReading } {
  const [amounts, dates] = [noAmountEvidence(), noDateEvidence()];
  let filled = 0;
  for (const text of texts) {
    if (text === '') continue;
    filled += 1;
    countAmount(text, amounts);
    countDate(text, dates);
  }
  const number = numberReader(column?.decimal ?? notationOf(amounts)?.decimal ?? 'point');
  const readers = [
    ['numbers', number],
    ['days', dayReader(column?.dateOrder ?? orderOf(dates))],
    ['ranges', rangeReader(number)],
  ] as const;
  let most: { readonly as: ColumnReading['as']; readonly numbers: Float64Array; readonly read: number } | null = null;
  for (const [as, read] of readers) {
    const numbers = Float64Array.from(texts, (text) => (text === '' ? Number.NaN : read(text)));
    const count = numbers.reduce((sum, one) => (Number.isNaN(one) ? sum : sum + 1), 0);
    if (count > filled * MOST_ARE && count > (most?.read ?? 0)) most = { as, numbers, read: count };
    if (most?.read === filled) break;
  }
  const empty = texts.length - filled;
  if (most !== null) return { numbers: most.numbers, reading: { as: most.as, empty, unread: filled - most.read } };
  const places = alphabet(texts);
  const numbers = Float64Array.from(texts, (text) => (text === '' ? Number.NaN : places.get(text)!));
  return { numbers, reading: { as: 'texts', empty, unread: 0 } };
}
