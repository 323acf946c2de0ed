/** Notes about the values of a column: how dates are read, how many cells contain two people, how many ZIPs lost a zero. */
import { countText, numberText } from '../base/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import { ALL_DIFFERENT, isUnique, type Decision } from './candidates.ts';
import { NAME_KINDS, type FieldKind, type FieldKey, fieldOf } from '../fields/index.ts';
import { ZIP_END } from './joined-columns.ts';
import { normalizeHeader } from '../mapping/index.ts';
import {
  type AmountEvidence,
  type AmountNotation,
  type DateEvidence,
  type DateOrder,
  amountReadings,
  formatDay,
  isUnclearAmount,
  noAmountEvidence,
  notationOf,
  orderOf,
  provesDecimal,
  readAmount,
  readDate,
} from '../numbers/index.ts';
import { cleanText, isAbroad, isUsOrEmpty, zipFitsState } from '../transforms/index.ts';

/** Headings of lists in British English and other languages of Europe. */
const DAY_FIRST =
  /postcode$|^(?:surname|nachname|vorname|familienname|plz|postleitzahl|achternaam|voornaam|tussenvoegsel|nom|prenom|codepostal|nombre|apellidos?|codigopostal|cognome)$/;

/** True for an address whose last words are a state of the US and a ZIP. */
function endsWithUsZip(text: string): boolean {
  const [, state, zip] = /[\s,]([A-Za-z]{2})[\s,]+(\d{5}(?:-\d{4})?)(?:[\s,]+(?:USA?|United States))?\s*$/.exec(text) ?? [];
  return state !== undefined && zip !== undefined && zipFitsState(zip, state.toUpperCase());
}

/** The usual date order for the list: month first with US addresses, day first with a heading in `DAY_FIRST`; null for neither. */
function orderOfPlaces(decisions: readonly Decision[]): DateOrder | null {
  const columnOf = (key: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === key)?.profile;
  const postal = columnOf('postalCode');
  const hasZips = postal === undefined || postal.samples.every((sample) => /^\d/.test(sample));
  const isUs =
    (columnOf('state')?.shares.state ?? 0) > 0.8 || (postal !== undefined && /zip/i.test(postal.header) && postal.shares.zip > 0.8);
  const isUsPlace = ({ to, profile }: Decision): boolean =>
    to.kind === 'split' &&
    /^(?:cityStateZip|addressLines)$/.test(to.splitter) &&
    profile.filled > 0 &&
    profile.samples.every(endsWithUsZip);
  if (hasZips && (isUs || decisions.some(isUsPlace))) return 'mdy';
  return decisions.some(({ profile }) => DAY_FIRST.test(normalizeHeader(profile.header))) ? 'dmy' : null;
}

/** True when some dates put the month first and others the day, and neither order is rare. */
const isMixed = (dates: Readonly<DateEvidence>): boolean => dates.mdy > 0 && dates.dmy > 0 && orderOf(dates) === null;

/** The number of dates that contradict an order. */
export const shownAgainst = ({ mdy, dmy }: Readonly<Pick<DateEvidence, 'mdy' | 'dmy'>>, order: DateOrder | null): number =>
  order === 'mdy' ? dmy : order === 'dmy' ? mdy : 0;

/**
 * The date order of each date column: from its own values, or else from all date columns, or else from the addresses. If values contradict
 * the addresses, the column has no order, unless more values prove an order than are ambiguous.
 */
export function dateOrders(decisions: readonly Decision[]): Map<number, DateOrder | null> {
  const dated = decisions.filter(({ to }) => to.kind === 'field' && fieldOf(to.field).type === 'date');
  const places = orderOfPlaces(decisions);
  const sum = (kind: 'ymd' | 'mdy' | 'dmy' | 'ambiguous') => dated.reduce((all, { profile: { dates } }) => all + dates[kind], 0);
  const pool = { ymd: 0, mdy: sum('mdy'), dmy: sum('dmy'), ambiguous: sum('ambiguous') };
  const orders = new Map<number, DateOrder | null>();
  for (const { profile } of dated) {
    const { dates, dateOrder } = profile;
    const isContradicted = shownAgainst(dates, places) > 0 && shownAgainst(dates, places) <= dates.ambiguous;
    if (dates.ambiguous === 0) orders.set(profile.column, dateOrder);
    else if (isContradicted) orders.set(profile.column, dateOrder === places ? dateOrder : null);
    else {
      const shared = orderOf(pool) ?? (pool.mdy + pool.dmy === 0 || shownAgainst(pool, places) === 0 ? places : null);
      orders.set(profile.column, dateOrder ?? (shownAgainst(dates, shared) > 0 ? null : shared));
    }
  }
  return orders;
}

const USUAL: AmountNotation = { decimal: 'point', thousandths: false };

/**
 * The notation of each column: the one that its own values prove, or else that of all amounts, or else the usual one for its values, or
 * else a decimal point. Commas before three digits always separate thousands, because otherwise a single typing error in another column
 * could turn 1,250 into 1.25. Points before three digits are ambiguous in a list with US addresses.
 */
export function notationsOf(decisions: readonly Decision[]): Map<number, AmountNotation> {
  const amounts = decisions.filter(({ to }) => to.kind === 'field' && fieldOf(to.field).type === 'amount');
  const pool = noAmountEvidence();
  for (const { profile } of amounts) for (const kind of Object.keys(pool) as (keyof AmountEvidence)[]) pool[kind] += profile.amounts[kind];
  const shared = provesDecimal(pool) ? notationOf(pool) : null;
  const isUs = orderOfPlaces(decisions) === 'mdy';
  return new Map(
    decisions.map(({ profile }) => {
      const own = notationOf(profile.amounts);
      if (own === null) return [profile.column, shared?.decimal == null ? USUAL : shared];
      if (own.decimal === null && isUs) return [profile.column, USUAL];
      if (provesDecimal(profile.amounts) || own.decimal !== 'comma') return [profile.column, own];
      return [profile.column, shared?.decimal == null ? { ...own, decimal: isUs ? null : own.decimal } : shared];
    }),
  );
}

/** True if all signs in a column are points before three digits, so all its amounts are ambiguous. */
const groupsByPoints = ({ amounts }: ColumnProfile): boolean =>
  !provesDecimal(amounts) && amounts.groupedByPoint > 0 && amounts.groupedByComma === 0;

const isNameKind = (kind: FieldKind): boolean => NAME_KINDS.some((one) => one === kind);

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

/** Says how many dates can be read both ways, and how many in one order only. */
export function bothWaysText({ mdy, dmy, ambiguous }: Readonly<Pick<DateEvidence, 'mdy' | 'dmy' | 'ambiguous'>>): string {
  const only = [...(mdy > 0 ? [`${numberText(mdy)} only month first`] : []), ...(dmy > 0 ? [`${numberText(dmy)} only day first`] : [])];
  return [`${countText(ambiguous, 'date')} can be read both ways`, ...only].join(', ');
}

function dateText(text: string, order: DateOrder | null): string | null {
  const reading = readDate(text.trim(), order);
  if (reading < 0) return null;
  const [year, month, day] = formatDay(reading).split('-').map(Number) as [number, number, number];
  return `${day} ${MONTHS[month - 1]} ${year}`;
}

/**
 * The number of ZIPs that lost leading zeros, which are those with three or four digits. 0 if the list has addresses in other countries, or
 * states outside the US, because other countries have postal codes of four digits.
 */
export function lostZerosOf(decisions: readonly Decision[], zips: ColumnProfile): number {
  // A column of the last four digits of a ZIP.
  if (ZIP_END.test(zips.header.trim())) return 0;
  const columnOf = (key: FieldKey) => decisions.find(({ to }) => to.kind === 'field' && to.field === key)?.profile;
  const [country, state, street] = [columnOf('country'), columnOf('state'), columnOf('street')];
  const isForeign = country?.aligned.some((value) => !isUsOrEmpty(cleanText(value))) ?? false;
  const short = zips.aligned.flatMap((text, row) => (/^\s*\d{3,4}\s*$/.test(text) ? [row] : []));
  const abroad = short.filter((row) => isAbroad('', cleanText(state?.aligned[row] ?? ''), '', cleanText(street?.aligned[row] ?? '')));
  return isForeign || abroad.length * 2 > short.length || (state !== undefined && state.filled > 0 && state.shares.state < MOST_STATES)
    ? 0
    : zips.lostZeros;
}

/** The minimum share of US states and Canadian provinces in a column of states. */
const MOST_STATES = 0.5;

/** How the values of a column are read, and how many of its ZIPs lost leading zeros. */
interface Readings {
  readonly order: DateOrder | null;
  readonly notation: AmountNotation;
  readonly lostZeros: number;
}

/** True when order or decimal sign of the values is so unclear that the user must confirm the target. */
export function isUnclear({ profile, to }: Decision, { order, notation }: Readings): boolean {
  if (to.kind !== 'field') return false;
  const { type, kind } = fieldOf(to.field);
  if (type === 'amount') return notation.decimal === null || groupsByPoints(profile);
  if (kind === 'identifier') return losesDigits(profile) || looksLikeDates(profile);
  return type === 'date' && profile.dates.ambiguous > 0 && order === null;
}

/** With more than this share of dates among IDs, the user must confirm the column. */
const MOST_DATES = 0.5;

/** Ignores day numbers: a whole number such as 10001 is an ID, although spreadsheets store dates as such numbers. */
const looksLikeDates = ({ dates, filled }: ColumnProfile): boolean => dates.dates - dates.serial > filled * MOST_DATES;

const losesDigits = ({ shares, numbers }: ColumnProfile): boolean => shares.scientific > 0 || numbers === 'cut';

/** The arrow of Salesforce behind the heading of a column that groups a report. Such a column has its value in the first row of a group only. */
const GROUPED = /[↑↓]$/;

function groupedNote({ header, filled, looked }: ColumnProfile, within: string): string | null {
  if (filled === looked || !GROUPED.test(header.trim())) return null;
  const rows = countText(looked - filled, 'row has', 'rows have');
  return `${rows} no value${within}: a grouped report has it in the first row of a group only. Export the report as “Details Only”`;
}

/** The note on the values of a mapped column, or null. */
export function noteOf(
  { profile, to, reason, certainty }: Decision,
  { order, notation, lostZeros }: Readings,
  within: string,
): string | null {
  if (to.kind === 'none') return null;
  if (profile.looked > 0 && profile.filled === 0) return `Empty${within === '' ? ' in every row' : within}`;
  const grouped = groupedNote(profile, within);
  if (grouped !== null) return grouped;
  if (to.kind === 'split') return null;
  const { type, kind, group } = fieldOf(to.field);
  if (type === 'date' && profile.dates.ambiguous > 0 && (profile.dateOrder === null || order === null)) {
    const { mdy, dmy, ambiguous } = profile.dates;
    if (isMixed(profile.dates))
      return `${numberText(mdy)} month first, ${numberText(dmy)} day first, ${numberText(ambiguous)} either way${within}`;
    if (order === null && mdy + dmy > 0) return `${bothWaysText(profile.dates)}${within}`;
    const [example] = profile.eitherWay;
    const spoken = example === undefined ? null : dateText(example, order);
    if (example !== undefined && spoken !== null) return `Day and month could be swapped: ${example} is read as ${spoken}`;
  }
  if (type === 'amount') {
    const { decimal, thousandths } = notation;
    const example = profile.samples.find((sample) => /\d\.\d/.test(sample));
    const plain = decimal === null || example === undefined ? null : readAmount(example, decimal);
    const meaning = decimal === 'comma' ? 'Points separate the thousands' : 'Points separate the cents, as in other columns';
    if (groupsByPoints(profile) && plain !== null && (decimal === 'comma' || thousandths))
      return `${meaning}: ${example} is read as ${numberText(Number(plain))}`;
    const unclear = profile.aligned.filter((text) => isUnclearAmount(text, notation));
    const readings = unclear.length === 0 ? null : amountReadings(unclear[0]!);
    if (readings !== null)
      return `${unclear[0]!.trim()} can be ${numberText(Number(readings.asDecimals))} or ${numberText(Number(readings.asWhole))}`;
  }
  if (profile.shares.people > 0 && isNameKind(kind) && group !== 'business')
    return `${countText(Math.round(profile.shares.people * profile.filled), 'cell holds', 'cells hold')} two people${within}`;
  if (kind === 'email' && certainty === 'likely') {
    const addresses = Math.round(profile.shares.email * profile.filled);
    return addresses === profile.filled
      ? `${addresses === 1 ? 'The value is an email address' : `All ${numberText(addresses)} are email addresses`}${within}`
      : `${numberText(addresses)} of ${numberText(profile.filled)} are email addresses${within}. The others come up in Check`;
  }
  if (kind === 'postalCode' && lostZeros > 0) return `${numberText(lostZeros)} lost the leading zero${within}`;
  if (kind === 'identifier') {
    if (losesDigits(profile)) return 'A spreadsheet cut the last digits of some IDs. Export the column as text';
    if (looksLikeDates(profile)) return 'The values look like dates. If a spreadsheet changed them, export the column as text';
    // The reason already says that all values differ.
    if (isUnique(profile)) return reason === ALL_DIFFERENT ? null : `${ALL_DIFFERENT}${within}`;
    return `${countText(profile.filled - profile.distinct, 'value appears', 'values appear')} more than once${within}`;
  }
  if (profile.placeholders > 0)
    return `${countText(profile.placeholders, 'cell holds', 'cells hold')} a placeholder instead of a value${within}`;
  return null;
}
