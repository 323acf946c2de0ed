/** Notes about a column's values: how its dates are read, how many cells hold two people, which ZIPs lost a zero. */
import { countText, numberText } from '../base/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import { ALL_DIFFERENT, isUnique, type Decision } from './candidates.ts';
import { type FieldKey, fieldOf } from '../fields/index.ts';
import { normalizeHeader } from '../mapping/index.ts';
import {
  type DateEvidence,
  type DateOrder,
  type DecimalSign,
  cleanText,
  formatDay,
  isUsOrEmpty,
  orderOf,
  readAmount,
  readDate,
} from '../transforms/index.ts';

/** US addresses put the month first; a column named Postcode or Surname puts the day first. Null when neither is there. */
function orderOfPlaces(decisions: readonly Decision[]): DateOrder | null {
  const columnOf = (key: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === key)?.profile;
  const postal = columnOf('postalCode');
  const hasZips = postal === undefined || postal.samples.every((sample) => /^\d/.test(sample));
  const isUs =
    (columnOf('state')?.shares.state ?? 0) > 0.8 || (postal !== undefined && /zip/i.test(postal.header) && postal.shares.zip > 0.8);
  if (isUs && hasZips) return 'mdy';
  return decisions.some(({ profile }) => /postcode$|^surname$/.test(normalizeHeader(profile.header))) ? 'dmy' : null;
}

/** True when some dates put the month first and others the day, and neither order is rare. */
const isMixed = (dates: Readonly<DateEvidence>): boolean => dates.mdy > 0 && dates.dmy > 0 && orderOf(dates) === null;

/** The date order of each date column: from its own values, then those of the other columns, then the addresses. */
export function dateOrders(decisions: readonly Decision[]): Map<number, DateOrder | null> {
  const dated = decisions.filter(({ to }) => to.kind === 'field' && fieldOf(to.field).type === 'date');
  const known = new Set(dated.map(({ profile }) => profile.dateOrder).filter((order) => order === 'mdy' || order === 'dmy'));
  const shared = known.size === 1 ? [...known][0]! : known.size === 0 ? orderOfPlaces(decisions) : null;
  const orders = new Map<number, DateOrder | null>();
  for (const { profile } of dated) {
    const takesShared = profile.dates.ambiguous > 0 && !isMixed(profile.dates);
    orders.set(profile.column, profile.dateOrder ?? (takesShared ? shared : null));
  }
  return orders;
}

/**
 * The decimal sign of each column: proven by its own values, then by those of the other amounts, then the usual one of its values, then
 * a point. Commas before three digits group thousands whatever the other amounts prove, since a single typing error would turn 1,250 into 1.25.
 */
export function decimalSigns(decisions: readonly Decision[]): Map<number, DecimalSign> {
  const amounts = decisions.filter(({ to }) => to.kind === 'field' && fieldOf(to.field).type === 'amount');
  const known = new Set(amounts.flatMap(({ profile }) => profile.provenDecimal ?? []));
  const shared = known.size === 1 ? [...known][0]! : null;
  return new Map(
    decisions.map(({ profile: { column, provenDecimal, usualDecimal } }) => [
      column,
      provenDecimal ?? (usualDecimal === 'point' ? usualDecimal : (shared ?? usualDecimal ?? 'point')),
    ]),
  );
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function dateText(text: string, order: DateOrder | null): string | null {
  const reading = readDate(text.trim(), order);
  if (reading < 0) return null;
  const [year, month, day] = formatDay(reading).split('-').map(Number) as [number, number, number];
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/**
 * The ZIPs that lost their leading zero: those of four or three digits, unless the list has addresses of other countries or its states are
 * not those of the US. Other countries have postal codes of four digits.
 */
export function lostZerosOf(decisions: readonly Decision[], zips: ColumnProfile): number {
  const columnOf = (key: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === key)?.profile;
  const [country, state] = [columnOf('country'), columnOf('state')];
  const isForeign = country?.aligned.some((value) => !isUsOrEmpty(cleanText(value))) ?? false;
  return isForeign || (state !== undefined && state.filled > 0 && state.shares.state < MOST_STATES) ? 0 : zips.lostZeros;
}

/** The share of US states and Canadian provinces in a column of them. */
const MOST_STATES = 0.5;

/** How the values of a column are read, and how many of its ZIPs lost their leading zero. */
interface Readings {
  readonly order: DateOrder | null;
  readonly decimal: DecimalSign;
  readonly lostZeros: number;
}

/** True when the values of a column show their order or their decimal sign so unclearly that the user confirms the target. */
export function isUnclear({ profile, to }: Decision, { order }: Readings): boolean {
  if (to.kind !== 'field') return false;
  const { type } = fieldOf(to.field);
  if (type === 'amount') return profile.provenDecimal === null && profile.usualDecimal === 'comma';
  if (type !== 'date' || profile.dates.ambiguous === 0 || profile.dateOrder !== null) return false;
  return isMixed(profile.dates) || (order === null && profile.eitherWay.some((text) => dateText(text, order) !== null));
}

/** The note on the values of a mapped column, or null. */
export function noteOf({ profile, to, reason }: Decision, { order, decimal, lostZeros }: Readings, within: string): string | null {
  if (to.kind === 'none') return null;
  if (profile.looked > 0 && profile.filled === 0) return `Empty${within === '' ? ' in every row' : within}`;
  if (to.kind === 'split') return null;
  const { type, kind, group } = fieldOf(to.field);
  if (type === 'date' && profile.dates.ambiguous > 0 && profile.dateOrder === null) {
    const { mdy, dmy, ambiguous } = profile.dates;
    if (isMixed(profile.dates))
      return `${numberText(mdy)} month first, ${numberText(dmy)} day first, ${numberText(ambiguous)} either way${within}`;
    const [example] = profile.eitherWay;
    const spoken = example === undefined ? null : dateText(example, order);
    if (example !== undefined && spoken !== null) return `Day and month could be swapped: ${example} is read as ${spoken}`;
  }
  if (type === 'amount' && profile.provenDecimal === null && profile.usualDecimal === 'comma') {
    const example = profile.samples.find((sample) => /\d\.\d/.test(sample));
    const plain = example === undefined ? null : readAmount(example, decimal);
    const meaning = decimal === 'comma' ? 'Points separate the thousands' : 'Points separate the cents, as in other columns';
    if (plain !== null) return `${meaning}: ${example} is read as ${numberText(Number(plain))}`;
  }
  if (profile.shares.people > 0 && group !== 'business')
    return `${countText(Math.round(profile.shares.people * profile.filled), 'cell holds', 'cells hold')} two people${within}`;
  if (kind === 'postalCode' && lostZeros > 0) return `${numberText(lostZeros)} lost the leading zero${within}`;
  if (kind === 'identifier') {
    if (profile.shares.scientific > 0) return 'Some IDs are written as 1.23E+15, without their last digits';
    // The reason already says it.
    if (isUnique(profile)) return reason === ALL_DIFFERENT ? null : `${ALL_DIFFERENT}${within}`;
    return `${countText(profile.filled - profile.distinct, 'value appears', 'values appear')} more than once${within}`;
  }
  if (profile.placeholders > 0)
    return `${countText(profile.placeholders, 'cell holds', 'cells hold')} a placeholder instead of a value${within}`;
  return null;
}
