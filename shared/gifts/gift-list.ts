/** Lists of gifts that were imported as lists of people. */
import { countText } from '../base/index.ts';
import { normalizeHeader } from '../mapping/index.ts';
import { giftColumnsByHeading } from './gift-columns.ts';

/** The share of rows with the person of another row from which a list with dates and amounts of single gifts is one of gifts. */
const FEWEST_SHARE = 0.2;
const FEWEST_ROWS = 3;

/** Columns of the parts of one payment, by their headings, separated by bars. */
const PAYMENT_PARTS = {
  fee: 'Fee|Fees|Fee Amount|Total Fees|Processing Fee|Processing Fees|Transaction Fee|Transaction Fees|Payment Fee|Platform Fee|Stripe Fee|PayPal Fee|Service Fee|Application Fee',
  'net amount': 'Net|Net Amount|Amount Net|Net Total|Net Received|Payout Amount',
  'refunded amount': 'Amount Refunded|Refunded Amount|Refund Amount|Refunded Date (UTC)|Refund Date',
} as const;
const PARTS = Object.entries(PAYMENT_PARTS).map(([name, headings]) => [name, headings.split('|').map(normalizeHeader)] as const);
/** A list of payments has at least so many kinds of payment columns besides date and amount, one of them in `PAYMENT_PARTS`. */
const FEWEST_KINDS = 3;

export interface GiftList {
  readonly gifts: number;
  /** Null when nothing tells whose gifts they are. Without IDs about so many: a row without an email address counts as a person. */
  readonly people: number | null;
  /** What shows that these are gifts, as a sentence. */
  readonly why: string;
  /** Whether rows of one person have an ID in common. */
  readonly byId: boolean;
}

/** Rows with the ID, and with the email address, of a row before them. */
export interface RepeatedPeople {
  readonly id: number;
  readonly email: number;
  /** Of the first rows, those with the name of a row before them. */
  readonly name: { readonly rows: number; readonly of: number };
}

const isMany = (repeats: number, rows: number): boolean => repeats >= FEWEST_ROWS && repeats >= rows * FEWEST_SHARE;

/** The kinds of columns of a payment that a list has; null for a list that has no part of one, or too few. */
function paymentColumns(headers: readonly string[]): readonly string[] | null {
  const { state, currency } = giftColumnsByHeading(headers);
  const plain = headers.map(normalizeHeader);
  const parts = PARTS.flatMap(([name, headings]) => (plain.some((heading) => headings.includes(heading)) ? [name] : []));
  const kinds = [...parts, ...(currency.length > 0 ? ['currency'] : []), ...(state.length > 0 ? ['status'] : [])];
  return parts.length > 0 && kinds.length >= FEWEST_KINDS ? kinds : null;
}

const has = (rows: number, what: string): string =>
  `${countText(rows, 'row')} ${rows === 1 ? 'has' : 'have'} the ${what} of an earlier row`;

/** What a list of gifts holds; null for a list of people, whatever it has of their gifts. */
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
