/** Detects lists of gifts that were imported as lists of people. */
import { countText } from '../base/index.ts';
import { normalizeHeader } from '../mapping/index.ts';
import { giftColumnsByHeading } from './gift-columns.ts';

/** A list with a date and an amount in each row is a list of gifts when at least this share of its rows repeats a person. */
const FEWEST_SHARE = 0.2;
const FEWEST_ROWS = 3;

/** Headings of columns that only a list of payments has, separated by bars. */
const PAYMENT_PARTS = {
  fee: 'Fee|Fees|Fee Amount|Total Fees|Processing Fee|Processing Fees|Transaction Fee|Transaction Fees|Payment Fee|Platform Fee|Stripe Fee|PayPal Fee|Service Fee|Application Fee',
  'net amount': 'Net|Net Amount|Amount Net|Net Total|Net Received|Payout Amount',
  'refunded amount': 'Amount Refunded|Refunded Amount|Refund Amount|Refunded Date (UTC)|Refund Date',
} as const;
const PARTS = Object.entries(PAYMENT_PARTS).map(([name, headings]) => [name, headings.split('|').map(normalizeHeader)] as const);
/**
 * A list of payments has at least this many kinds of payment columns besides date and amount, at least one of them from `PAYMENT_PARTS`.
 */
const FEWEST_KINDS = 3;

export interface GiftList {
  readonly gifts: number;
  /**
   * Null when nothing tells whose gifts they are. Without IDs it is an estimate: each row without an email address counts as one person.
   */
  readonly people: number | null;
  /** What shows that these are gifts, as a sentence. */
  readonly why: string;
  /** Whether rows of one person have an ID in common. */
  readonly byId: boolean;
}

/** Numbers of rows that repeat the ID, or the email address, of an earlier row. */
export interface RepeatedPeople {
  readonly id: number;
  readonly email: number;
  /** `rows` of the first `of` rows repeat the name of an earlier row. */
  readonly name: { readonly rows: number; readonly of: number };
}

const isMany = (repeats: number, rows: number): boolean => repeats >= FEWEST_ROWS && repeats >= rows * FEWEST_SHARE;

/** The kinds of payment columns of a list; null when it does not look like a list of payments. */
function paymentColumns(headers: readonly string[]): readonly string[] | null {
  const { state, currency } = giftColumnsByHeading(headers);
  const plain = headers.map(normalizeHeader);
  const parts = PARTS.flatMap(([name, headings]) => (plain.some((heading) => headings.includes(heading)) ? [name] : []));
  const kinds = [...parts, ...(currency.length > 0 ? ['currency'] : []), ...(state.length > 0 ? ['status'] : [])];
  return parts.length > 0 && kinds.length >= FEWEST_KINDS ? kinds : null;
}

const has = (rows: number, what: string): string =>
  `${countText(rows, 'row')} ${rows === 1 ? 'has' : 'have'} the ${what} of an earlier row`;

/** Describes a list of gifts; null for a list of people, even one with columns about their gifts. */
export function giftListOf(headers: readonly string[], rows: number, { id, email, name }: RepeatedPeople): GiftList | null {
  const columns = giftColumnsByHeading(headers);
  const { date, amount } = columns;
  if (date.length === 0 || amount.length === 0 || date[0] === amount[0]) return null;
  const gift = 'and each row has a date and an amount';
  if (columns.id.length > 0 && isMany(id, rows))
    return { gifts: rows, people: rows - id, why: `${has(id, 'constituent ID')}, ${gift}.`, byId: true };
  if (isMany(email, rows)) return { gifts: rows, people: rows - email, why: `${has(email, 'email address')}, ${gift}.`, byId: false };
  if (isMany(name.rows, name.of)) {
    const of = name.of < rows ? `Of the first ${countText(name.of, 'row')}, ${has(name.rows, 'name')}` : has(name.rows, 'name');
    return { gifts: rows, people: name.of < rows ? null : rows - name.rows, why: `${of}, ${gift}.`, byId: false };
  }
  const payment = rows < FEWEST_ROWS ? null : paymentColumns(headers);
  if (payment === null) return null;
  const kinds = new Intl.ListFormat('en-US').format(['a date', 'an amount', ...payment.map((kind) => `a ${kind}`)]);
  return { gifts: rows, people: null, why: `Each row is a payment, with ${kinds}.`, byId: false };
}
