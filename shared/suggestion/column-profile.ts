/**
 * A profile of a column's values. Decides the mapping if the heading does not, and can contradict a known heading. Based on the first few
 * thousand rows.
 */
import {
  type AmountEvidence,
  type DateEvidence,
  type DateOrder,
  type StatedCurrencies,
  countAmount,
  countCurrencies,
  countDate,
  currencyOf,
  isCutNumber,
  isFloat,
  noAmountEvidence,
  noDateEvidence,
  orderOf,
  readAmount,
  readCount,
  withoutDecimals,
} from '../numbers/index.ts';
import {
  LONGEST_READ,
  ZIP,
  answerForm,
  bareAddress,
  cleanText,
  countryCode,
  firstPhoneNumber,
  hasDeathWord,
  hasNotToScreen,
  idKeyOf,
  isCardNumber,
  isGivenName,
  isHonorific,
  isHousehold,
  isInverted,
  isNamePrefix,
  isOrganization,
  isMissing,
  isSocialSecurityNumber,
  looksLikeCityStateZip,
  splitAddress,
  splitPeople,
  stateCode,
  zipShape,
} from '../transforms/index.ts';

import type { ColumnPlan } from '../mapping/index.ts';

/** Shares of the filled values, from 0 to 1. A value can count in several of them. */
export interface ValueShares {
  email: number;
  phone: number;
  date: number;
  amount: number;
  /** Whole numbers without a currency sign. */
  integer: number;
  state: number;
  /** Postal codes of the US (also with a lost zero), Canada and the United Kingdom. */
  zip: number;
  /** Texts that can be a postal code of some country. */
  postal: number;
  /** Yes, No, True and False as words. */
  flag: number;
  /** As `flag`, and also first letters, 0, 1, X and ticks. */
  mark: number;
  country: number;
  honorific: number;
  /** Two to four words of letters that begin like a name. */
  fullName: number;
  /** One word, or two, of letters only. */
  word: number;
  /** "Last, First". */
  inverted: number;
  /** Two or more words without a comma. The first is not a first name, but later ones are. */
  lastFirst: number;
  /** Two people in one value. */
  people: number;
  /** "… Household" and "The Smith Family". */
  household: number;
  organization: number;
  /** Two or more words that begin with a title or a common first name, or have one after the comma. */
  person: number;
  /** Begins with a house number, or is a post office box. */
  street: number;
  cityStateZip: number;
  /** A street, a city and a ZIP, on one line or several. */
  wholeAddress: number;
  /** Several lines in one cell. */
  lines: number;
  /** Card numbers by their check digit. */
  card: number;
  /** Social security numbers in their usual format. */
  socialSecurity: number;
  scientific: number;
}

export interface ColumnProfile {
  /** Position in the sheet, from 0. */
  readonly column: number;
  readonly header: string;
  /** The first filled values, at most six. */
  readonly samples: readonly string[];
  /** Number of examined values. `filled`: how many of them are filled. */
  readonly looked: number;
  readonly filled: number;
  /** Number of distinct filled values, compared like IDs. */
  readonly distinct: number;
  /** True when whole numbers simply count the rows: 1, 2, 3. */
  readonly sequence: boolean;
  readonly shares: Readonly<ValueShares>;
  /** Number of placeholders for a missing value. */
  readonly placeholders: number;
  /** Number of ZIP codes that lost leading zeros. */
  readonly lostZeros: number;
  /** Median of the whole numbers, null when there are none. */
  readonly median: number | null;
  readonly dates: Readonly<DateEvidence>;
  /** The first dates that allow both orders. */
  readonly eitherWay: readonly string[];
  readonly dateOrder: DateOrder | null;
  readonly amounts: Readonly<AmountEvidence>;
  /** The currencies that amounts state. */
  readonly currencies: StatedCurrencies;
  /** How a program changed whole numbers; undefined if it did not. */
  readonly numbers: ColumnPlan['numbers'];
  /** The different values with their number of rows, the most frequent first; null if there are many. */
  readonly answers: readonly { readonly value: string; readonly rows: number }[] | null;
  /** True when a value says that the person has died. `tellsNotToScreen`: that the person must not be screened. */
  readonly tellsDeath: boolean;
  readonly tellsNotToScreen: boolean;
  /** The first values row by row, for comparing columns; at most `ALIGNED`. */
  readonly aligned: readonly string[];
  /** By examined row: 1 if it has a value. Only for columns with phones or emails, which can fill each other's gaps; otherwise null. */
  readonly filledRows: Uint8Array | null;
}

/** Longer texts are not examined for amounts. */
const LONGEST_AMOUNT = 48;
/** Rows compared across columns. */
const ALIGNED = 200;
const MAX_SAMPLES = 6;
/** A column with more different values does not answer a yes-or-no question. */
const FEW_VALUES = 40;
/** A column with more than this share of phones or emails can fill the gaps of another one. */
const SHARE_OF_CONTACTS = 0.5;
const MAX_EITHER_WAY = 2;

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[A-Za-z]{2,}$/;
const PHONE = /^\+?[\d\s().\-/–]{7,20}(?:\s*(?:x|ext\.?|#)\s*\d{1,6})?$/i;
const INTEGER = /^-?\d{1,15}$/;
const FOREIGN_POSTAL = /^(?:[A-Z]\d[A-Z]\s?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})$/i;
/** Digits and letters of one case with at most two separators. All countries with postal codes use this form. */
const POSTAL = /^(?=.{3,10}$)(?=.*\d)(?:[A-Z\d]+(?:[ -][A-Z\d]+){0,2}|[a-z\d]+(?:[ -][a-z\d]+){0,2})$/;
const FLAG = /^(?:yes|no|true|false|ja|nein|oui|non|s[ií])$/i;
const MARK = /^(?:[yntfx01✓✔]|wahr|falsch)$/i;
const NAME_WORDS = /^[\p{Lu}][\p{L}'’.-]*(?:\s+[\p{L}'’."()-]+){1,4}(?:,.*)?$/u;
const LETTERS = /^\p{L}[\p{L}'’.-]*(?:\s\p{L}[\p{L}'’.-]*)?$/u;
const STREET = /^(?:\d+[A-Za-z]?[\s-]+\S|p\.?\s?o\.?\s?box\b|one\s\p{Lu})/iu;
/** How an address begins without a house number: "PO Box 9", "RR 2 Box 44", "Unit 5, 10 High Street". No city does. */
const BOX_OR_UNIT =
  /^(?:p\.?\s?o\.?\s?box|r\.?r\.?|h\.?c\.?|rt\.?|route|rural route|psc|cmr|unit|flat|apt\.?|suite|ste\.?|c\/o|one\s\p{Lu}\S*\s\p{Lu}\S*,)\s?(?=.*,|.*\d.*\d)/iu;
const SCIENTIFIC = /^\d(?:\.\d+)?E\+\d+$/i;

function isWholeAddress(text: string): boolean {
  const { street, city, postalCode } = splitAddress(text);
  return street !== '' && city !== '' && postalCode !== '';
}

/** A numeric date: "12/09/2016", "2016.12.9". */
const DAY = /^(?:\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}([./-])\d{1,2}\2\d{1,2})$/;

function looksLikePhone(text: string): boolean {
  if (!PHONE.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return (
    digits >= 7 &&
    digits <= 18 &&
    !/^\d{4}-\d{2}-\d{2}/.test(text) &&
    !DAY.test(text) &&
    (text.length !== digits || digits === 10 || digits === 11)
  );
}

/** Counts the different values; null if there are more than `FEW_VALUES`. */
function answersIn(texts: readonly string[]): ColumnProfile['answers'] {
  const found = new Map<string, { value: string; rows: number }>();
  for (const value of texts) {
    const form = answerForm(value);
    const same = found.get(form);
    if (same !== undefined) same.rows += 1;
    else if (found.size === FEW_VALUES) return null;
    else found.set(form, { value, rows: 1 });
  }
  return [...found.values()].toSorted((one, other) => other.rows - one.rows);
}

/** A heading with single spaces between its words. */
export const plainHeading = (header: string): string => header.replace(/[_\s-]+/g, ' ').trim();

/** `values` are the cells of the first rows including empty ones; `column` is the position in the sheet. */
export function profileColumn(header: string, values: readonly string[], column: number): ColumnProfile {
  const counts: ValueShares = { email: 0, phone: 0, date: 0, amount: 0, integer: 0, state: 0, zip: 0, postal: 0, flag: 0, mark: 0, country: 0, honorific: 0, fullName: 0, word: 0, inverted: 0, lastFirst: 0, people: 0, household: 0, organization: 0, person: 0, street: 0, cityStateZip: 0, wholeAddress: 0, lines: 0, card: 0, socialSecurity: 0, scientific: 0 }; // prettier-ignore
  const dates = noDateEvidence();
  const different = new Set<string>();
  const integers: number[] = [];
  const samples: string[] = [];
  const eitherWay: string[] = [];
  const amounts = noAmountEvidence();
  const stated: string[] = [];
  const filledTexts: string[] = [];
  const words: KnownWords = new Map();
  let placeholders = 0;
  let lostZeros = 0;
  for (const value of values) {
    const text = cleanText(value);
    if (text === '') {
      if (isMissing(value.trim())) placeholders++;
      continue;
    }
    filledTexts.push(text);
    if (samples.length < MAX_SAMPLES) samples.push(value.trim());
    different.add(idKeyOf(text));
    countAmount(text, amounts);
    if (text.length <= LONGEST_AMOUNT && currencyOf('', text) !== '' && readAmount(text, 'point') !== null)
      stated.push(currencyOf('', text));
    const before = dates.ambiguous;
    countValue(value, text, counts, dates, integers, words);
    if (dates.ambiguous > before && eitherWay.length < MAX_EITHER_WAY) eitherWay.push(value.trim());
    const shape = zipShape(text);
    if (shape === ZIP.lostZero || shape === ZIP.lostTwo) lostZeros++;
  }
  const filled = filledTexts.length;
  const shares = Object.fromEntries(
    Object.entries(counts).map(([key, count]) => [key, filled === 0 ? 0 : count / filled]),
  ) as unknown as ValueShares;
  const sequence =
    integers.length > 2 &&
    integers.length === filled &&
    integers.every((number, index) => number === integers[0]! + index) &&
    Math.abs(integers[0]!) <= 2;
  integers.sort((a, b) => a - b);
  return {
    column,
    header,
    samples,
    looked: values.length,
    filled,
    distinct: different.size,
    sequence,
    shares,
    placeholders,
    lostZeros,
    median: integers[Math.floor(integers.length / 2)] ?? null,
    dates,
    eitherWay,
    dateOrder: orderOf(dates),
    amounts,
    currencies: countCurrencies(stated),
    numbers: spoiledNumbers(filledTexts),
    answers: answersIn(filledTexts),
    tellsDeath: filledTexts.some(hasDeathWord),
    tellsNotToScreen: filledTexts.some(hasNotToScreen),
    aligned: values.slice(0, ALIGNED),
    filledRows:
      shares.phone + shares.email > SHARE_OF_CONTACTS ? Uint8Array.from(values, (value) => (cleanText(value) === '' ? 0 : 1)) : null,
  };
}

/** The share of odd values that is tolerated. */
const ODD = 0.1;

/** How a program changed the whole numbers of a column. */
function spoiledNumbers(texts: readonly string[]): ColumnPlan['numbers'] {
  const pointed = texts.filter((text) => text.includes('.'));
  const floats = pointed.filter(isFloat).length;
  if (floats > texts.length / 2 && pointed.length - floats <= floats * ODD) return 'floats';
  const long = texts.filter((text) => /^\d{16,}$/.test(text));
  return long.length > 0 && long.every(isCutNumber) ? 'cut' : undefined;
}

/** A cache of examined words, because names and places repeat. */
type KnownWords = Map<string, readonly (keyof ValueShares)[]>;

/** Letters before the digits of a ZIP, or a part of a Canadian or British postal code. All whole addresses have one of them. */
const PLACE = /\p{L}{2}.*\d{3}|[A-Z]\d[A-Z]|\d[A-Z]{2}/isu;

/** A date with a time is not a phone number. */
const CLOCK_TIME = /\d:\d/;

function countValue(value: string, text: string, counts: ValueShares, dates: DateEvidence, integers: number[], words: KnownWords): void {
  if (/[\r\n]/.test(value.trim())) counts.lines++;
  if (text.length > LONGEST_READ) return;
  if (EMAIL.test(text) || EMAIL.test(bareAddress(text))) {
    counts.email++;
    return;
  }
  if (!/\d/.test(text)) {
    let kinds = words.get(text);
    if (kinds === undefined) words.set(text, (kinds = kindsOfWords(text)));
    for (const kind of kinds) counts[kind]++;
    return;
  }
  const isDate = countDate(text, dates);
  if (isDate) counts.date++;
  // Five digits can be a postal code although they can also be a day number of Excel.
  const whole = text.endsWith('.0') ? withoutDecimals(text) : text;
  if (POSTAL.test(whole) && !(isDate && whole.length > 5)) counts.postal++;
  if (text === '0' || text === '1') counts.mark++;
  if (readAmount(text, 'point') !== null) counts.amount++;
  if (INTEGER.test(text) && readCount(text) !== null) {
    counts.integer++;
    integers.push(Number(text));
  }
  if (!CLOCK_TIME.test(text) && (looksLikePhone(text) || looksLikePhone(firstPhoneNumber(text)))) counts.phone++;
  const shape = zipShape(whole);
  if ((shape !== ZIP.other && shape !== ZIP.lostTwo) || FOREIGN_POSTAL.test(text)) counts.zip++;
  if (STREET.test(text) && /\p{L}{2}/u.test(text)) counts.street++;
  if (PLACE.test(text)) {
    const isPlace = looksLikeCityStateZip(text);
    if ((!isPlace || BOX_OR_UNIT.test(text)) && isWholeAddress(value.trim())) counts.wholeAddress++;
    else if (isPlace) counts.cityStateZip++;
  }
  if (isCardNumber(text)) counts.card++;
  if (isSocialSecurityNumber(text)) counts.socialSecurity++;
  if (SCIENTIFIC.test(text)) counts.scientific++;
}

function beginsLikePerson(text: string): boolean {
  const [first, ...others] = (isInverted(text) ? text.slice(text.indexOf(',') + 1).trim() : text).split(/\s+/);
  return (others.length > 0 || isInverted(text)) && (isGivenName(first!) || isNamePrefix(first!));
}

/** True for "Castellan Rhea" and "Castellan Rhea J". */
function beginsWithLastName(text: string): boolean {
  const [first = '', ...others] = text.split(/\s+/).filter((word) => !/^\p{L}\.?$/u.test(word));
  return others.length > 0 && !isGivenName(first) && !isNamePrefix(first) && isGivenName(others[0]!) && isGivenName(others.at(-1)!);
}

function kindsOfWords(text: string): readonly (keyof ValueShares)[] {
  const kinds: (keyof ValueShares)[] = [];
  if (FLAG.test(text)) kinds.push('flag', 'mark');
  else if (MARK.test(text)) kinds.push('mark');
  if (text.length <= 20 && stateCode(text) !== null) kinds.push('state');
  if (countryCode(text) !== null) kinds.push('country');
  if (isHonorific(text)) kinds.push('honorific');
  if (isOrganization(text)) kinds.push('organization');
  else if (isHousehold(text)) kinds.push('household');
  else {
    if (NAME_WORDS.test(text)) kinds.push('fullName');
    if (isInverted(text)) kinds.push('inverted');
    if (splitPeople(text) !== null) kinds.push('people');
    else if (beginsWithLastName(text)) kinds.push('lastFirst');
    if (beginsLikePerson(text)) kinds.push('person');
  }
  if (LETTERS.test(text)) kinds.push('word');
  return kinds;
}
