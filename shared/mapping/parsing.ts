/**
 * Parses one text of a sheet into the form of one field of the record. This is the hot path of a list: a value that
 * already has its form costs one scan and no new string, and the rules reuse the scan's result.
 */
import { FIELDS, FIELD_INDEX, fieldsOf, indexesOf, type FieldKind } from '../fields/table.ts';
import { PARSE_ERROR, CHANGE, VALIDITY, clearValue, setParseError, addChange, type MappedRecord } from './mapped-record.ts';
import type { Cleaning } from './plan.ts';
import { type DateOrder, DATE, NO_DATE, dayOf, formatDay, readDate, readPlainDate } from '../transforms/dates.ts';
import { ZIP, splitStreetLines, withZipHyphen, withZipZeros, zipShape } from '../transforms/addresses.ts';
import { isDecimalPoint, readAmount, readCount, readPlainAmount, type DecimalSign } from '../transforms/amounts.ts';
import { countryCode, isUsOrEmpty } from '../transforms/countries.ts';
import { NO_ADDRESS, UNUSUAL, bareAddress, isMadeUpAddress, atSignIn, readAddress } from '../transforms/emails.ts';
import { hasSmallStart, recaseOften } from '../transforms/name-case.ts';
import { isProvince, isUsState, stateCode, zipFitsState } from '../transforms/states.ts';
import { PHONE_DIGITS, firstPhoneNumber, hasOneNumber } from '../transforms/phones.ts';
import { LONGEST_READ, TEXT_CLASS, isPlaceholder, scanText, tidySpaces, classesOf, withoutApostrophe } from '../transforms/text.ts';

/** The parsers; those from `state` on try an exact form first. */
const PARSER = {
  text: 0,
  name: 1,
  lastName: 2,
  street: 3,
  state: 4,
  country: 5,
  zip: 6,
  email: 7,
  phone: 8,
  date: 9,
  amount: 10,
  count: 11,
} as const;

const PARSERS: Readonly<Record<FieldKind, number>> = {
  identifier: PARSER.text,
  givenName: PARSER.name,
  middleName: PARSER.name,
  familyName: PARSER.lastName,
  maidenName: PARSER.lastName,
  street: PARSER.street,
  streetLine2: PARSER.text,
  city: PARSER.text,
  state: PARSER.state,
  postalCode: PARSER.zip,
  country: PARSER.country,
  email: PARSER.email,
  phone: PARSER.phone,
  organization: PARSER.text,
  text: PARSER.text,
  date: PARSER.date,
  amount: PARSER.amount,
  count: PARSER.count,
};
const PARSER_OF: readonly number[] = FIELDS.map(({ kind }) => PARSERS[kind]);
const MAX_LENGTHS: readonly number[] = FIELDS.map(({ maxLength }) => maxLength);
/** Texts up to this length fit every field; a constant keeps a table out of the hot path. */
const FITS_ALL = Math.min(...MAX_LENGTHS);

const COUNTRY = FIELD_INDEX.country;
const STATE = FIELD_INDEX.state;
/** Receives the further lines of a street. */
const SECOND_LINE = indexesOf(fieldsOf({ kind: 'streetLine2' }))[0]!;

/** Field indexes in parse order: a field comes after those that it depends on. */
export const PARSE_ORDER: readonly number[] = (() => {
  const order = new Set<number>();
  const visit = (field: number): void => {
    for (const first of indexesOf(FIELDS[field]!.parsedAfter)) visit(first);
    order.add(field);
  };
  FIELDS.forEach(({ parsedAfter }) => indexesOf(parsedAfter).forEach(visit));
  FIELDS.forEach((_, field) => visit(field));
  return [...order];
})();

/** The classes of a parsed date or number: no character that JSON escapes. */
const NUMBER_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | TEXT_CLASS.point | VALIDITY.proven;
const ZIP_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | VALIDITY.proven;
const STATE_CLASSES = TEXT_CLASS.upper | VALIDITY.proven;
const EMAIL_CLASSES = TEXT_CLASS.lower | TEXT_CLASS.at | TEXT_CLASS.point | VALIDITY.proven;

export interface ParseOptions {
  readonly cleaning: Cleaning;
  readonly order: DateOrder | null;
  readonly decimal: DecimalSign;
}

/** Classes of a text that needs cleaning. */
const UNCLEAN = TEXT_CLASS.untidy | TEXT_CLASS.opening | TEXT_CLASS.line;
const CASES = TEXT_CLASS.upper | TEXT_CLASS.lower;

/**
 * Requires a record without changes and parse errors in the field. Kept short for the instruction cache: code for rare
 * cells is in other functions.
 */
export function parseValue(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  if (raw.length === 0) return clearValue(record, field);
  const parser = PARSER_OF[field]!;
  if (parser >= PARSER.state) {
    if (!parseExact(record, field, parser, raw, options)) parseSlowly(record, field, parser, raw, options);
    return;
  }
  const classes = scanText(raw);
  const unusual = parser === PARSER.text ? isLongNumber(classes, raw.length) : mayNeedCase(raw, classes);
  if ((classes & UNCLEAN) !== 0 || raw.length > FITS_ALL || unusual) {
    parseSlowly(record, field, parser, raw, options);
    return;
  }
  record.values[field] = raw;
  record.classes[field] = classes;
}

/** True for a name whose letters are all capitals, or none is, or whose capitals can be in the wrong places. */
const mayNeedCase = (text: string, classes: number): boolean =>
  (classes & CASES) === CASES ? hasSmallStart(text, classes) : (classes & CASES) !== 0;

/** True for digits without letters and points, as long as a social security number or longer. */
const isLongNumber = (classes: number, length: number): boolean =>
  length >= 11 && (classes & (TEXT_CLASS.digit | CASES | TEXT_CLASS.point)) === TEXT_CLASS.digit;

/** Stores a text that already has the form of its field. False when it needs cleaning or conversion. */
function parseExact(record: MappedRecord, field: number, parser: number, raw: string, options: ParseOptions): boolean {
  switch (parser) {
    case PARSER.date: {
      const day = readPlainDate(raw);
      return day > 0 && storeValue(record, field, raw, NUMBER_CLASSES, day);
    }
    case PARSER.amount: {
      const amount = readPlainAmount(raw);
      return amount >= 0 && isDecimalPoint(raw, options.decimal) && storeValue(record, field, raw, NUMBER_CLASSES, amount);
    }
    case PARSER.count: {
      const count = readPlainAmount(raw);
      return count >= 0 && Number.isInteger(count) && storeValue(record, field, raw, NUMBER_CLASSES, count);
    }
    case PARSER.email: {
      const answer = readAddress(raw);
      // Letters beyond ASCII can be invisible blanks; they are cleaned first.
      return answer >= 0 && answer < UNUSUAL && raw.charCodeAt(0) !== 39 && putAddress(record, field, raw, answer);
    }
    case PARSER.state:
      return isUsState(raw) && isUnitedStates(record) && storeValue(record, field, raw, STATE_CLASSES, 0);
    case PARSER.country:
      return isUS(raw) && storeValue(record, field, raw, TEXT_CLASS.upper, 0);
    case PARSER.zip:
      return zipShape(raw) === ZIP.whole && storeValue(record, field, raw, ZIP_CLASSES, 0);
    default:
      return parsePhone(record, field, raw);
  }
}

/** Cleans and converts everything else, or records why it cannot be parsed. */
function parseSlowly(record: MappedRecord, field: number, parser: number, raw: string, options: ParseOptions): void {
  const { cleaning } = options;
  switch (parser) {
    case PARSER.date:
      return parseDateText(record, field, raw, options);
    case PARSER.amount:
    case PARSER.count:
      return parseNumberText(record, field, raw, options);
    default:
  }
  if (!cleanText(record, field, raw, cleaning, parser === PARSER.street)) return;
  switch (parser) {
    case PARSER.text:
      if (isLongNumber(record.classes[field]!, record.values[field]!.length)) record.classes[field]! |= VALIDITY.doubtful;
      return;
    case PARSER.name:
    case PARSER.lastName:
      if (cleaning.shoutedNames && mayNeedCase(record.values[field]!, record.classes[field]!)) recaseName(record, field);
      return;
    case PARSER.street:
      if ((record.classes[field]! & TEXT_CLASS.line) !== 0) partLines(record, field, cleaning);
      return;
    case PARSER.state:
      if (cleaning.stateCodes) codeState(record, field);
      return;
    case PARSER.country:
      if (cleaning.countryCodes) codeCountry(record, field);
      return;
    case PARSER.zip:
      return completeZip(record, field, cleaning);
    case PARSER.email:
      return takeAddress(record, field);
    case PARSER.phone:
      return takePhone(record, field);
    default:
  }
}

/** Stores a value with its classes. Always true, so that a parser can end with it. */
function storeValue(record: MappedRecord, field: number, value: string, classes: number, number: number): true {
  record.values[field] = value;
  record.classes[field] = classes;
  record.numbers[field] = number;
  return true;
}

/** False when nothing remains. */
function cleanText(record: MappedRecord, field: number, raw: string, cleaning: Cleaning, keepLines: boolean): boolean {
  let classes = classesOf(raw);
  let value = raw;
  if ((classes & TEXT_CLASS.untidy) !== 0 || raw.charCodeAt(0) === 39) {
    value = tidy(record, field, raw, keepLines, cleaning);
    classes = classesOf(value);
  }
  if (cleaning.placeholders && isPlaceholder(value)) {
    addChange(record, field, CHANGE.placeholder);
    value = '';
    classes = 0;
  }
  record.values[field] = value;
  record.classes[field] = classes;
  if (value.length > MAX_LENGTHS[field]!) addChange(record, field, CHANGE.long);
  return classes !== 0;
}

function tidy(record: MappedRecord, field: number, raw: string, keepLines: boolean, cleaning: Cleaning): string {
  const trimmed = raw.trim();
  let value = cleaning.spaces ? tidySpaces(raw, keepLines) : trimmed;
  if (value !== trimmed) addChange(record, field, CHANGE.spaces);
  const bare = withoutApostrophe(value);
  if (bare !== value) {
    addChange(record, field, CHANGE.apostrophe);
    value = cleaning.spaces ? tidySpaces(bare, keepLines) : bare.trim();
  }
  return value;
}

function replace(record: MappedRecord, field: number, value: string, bits: number): void {
  if (value === record.values[field]) return;
  record.values[field] = value;
  record.classes[field] = classesOf(value);
  addChange(record, field, bits);
}

function parseDateText(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  let day = readDate(raw, options.order);
  if (day < 0) {
    if (!cleanText(record, field, raw, options.cleaning, false)) return;
    const value = record.values[field]!;
    // Excel shows its day zero as 1/0/1900, and databases show theirs as the first day of the year 1.
    if (/^(?:0?1[/-]0?0[/-](?:1900|00)|1900-01-00|0001-01-01.*)$/.test(value)) {
      clearValue(record, field);
      return addChange(record, field, CHANGE.placeholder);
    }
    day = readDate(value, options.order);
    if (day < 0) return setParseError(record, field, day === NO_DATE.impossible ? PARSE_ERROR.dateImpossible : PARSE_ERROR.dateUnreadable);
  }
  storeValue(record, field, formatDay(day), NUMBER_CLASSES, dayOf(day));
  if (day < DATE.ambiguous) return;
  if ((day & DATE.ambiguous) !== 0) addChange(record, field, CHANGE.ambiguousDate);
  if ((day & DATE.twoDigitYear) !== 0) addChange(record, field, CHANGE.twoDigitYear);
  if ((day & DATE.serial) !== 0) addChange(record, field, CHANGE.serialDate);
}

function parseNumberText(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  const amount = PARSER_OF[field] === PARSER.amount;
  let plain = amount ? readAmount(raw, options.decimal) : readCount(raw);
  if (plain === null) {
    if (!cleanText(record, field, raw, options.cleaning, false)) return;
    const value = record.values[field]!;
    if (value !== raw) plain = amount ? readAmount(value, options.decimal) : readCount(value);
    if (plain === null) return setParseError(record, field, amount ? PARSE_ERROR.amountUnreadable : PARSE_ERROR.countUnreadable);
  }
  const number = readPlainAmount(plain);
  if (number >= 0) storeValue(record, field, plain, NUMBER_CLASSES, number);
  else storeValue(record, field, plain, NUMBER_CLASSES | VALIDITY.doubtful, Number(plain));
}

/** Extracts the address from a cleaned text that can also hold a name. */
function takeAddress(record: MappedRecord, field: number): void {
  const value = bareAddress(record.values[field]!);
  replace(record, field, value, CHANGE.address);
  const answer = readAddress(value);
  if (answer !== NO_ADDRESS) putAddress(record, field, value, answer);
}

function putAddress(record: MappedRecord, field: number, value: string, answer: number): true {
  let classes = EMAIL_CLASSES;
  // Characters beyond ASCII can be halves of a surrogate pair, which JSON escapes.
  if ((answer & UNUSUAL) !== 0) classes = classesOf(value) | VALIDITY.proven;
  if (isMadeUpAddress(value, atSignIn(answer))) classes |= VALIDITY.doubtful;
  return storeValue(record, field, value, classes, 0);
}

const isUS = (text: string): boolean => text.length === 2 && text.charCodeAt(0) === 85 && text.charCodeAt(1) === 83;

/** True when the row's country is the US or empty. */
function isUnitedStates(record: MappedRecord): boolean {
  const country = record.values[COUNTRY]!;
  return country.length === 0 || isUS(country) || isUsOrEmpty(country);
}

function codeState(record: MappedRecord, field: number): void {
  const value = record.values[field]!;
  const unitedStates = isUnitedStates(record);
  if (unitedStates && isUsState(value)) {
    storeValue(record, field, value, STATE_CLASSES, 0);
    return;
  }
  if (!unitedStates && countryCode(record.values[COUNTRY]!) !== 'CA') return;
  const code = stateCode(value);
  if (code === null || (!unitedStates && !isProvince(code))) return;
  replace(record, field, code, CHANGE.stateCode);
  if (unitedStates && isUsState(code)) record.classes[field]! |= VALIDITY.proven;
}

function codeCountry(record: MappedRecord, field: number): void {
  const code = countryCode(record.values[field]!);
  if (code !== null) replace(record, field, code, CHANGE.countryCode);
}

function completeZip(record: MappedRecord, field: number, cleaning: Cleaning): void {
  const value = record.values[field]!;
  let shape = zipShape(value);
  if (shape !== ZIP.whole && isUnitedStates(record)) {
    if (shape === ZIP.nine || shape === ZIP.other) replace(record, field, withZipHyphen(value), CHANGE.zipHyphen);
    if (cleaning.zipZeros) restoreZipZeros(record, field);
    shape = zipShape(record.values[field]!);
  }
  if (shape === ZIP.whole) record.classes[field]! |= VALIDITY.proven;
}

/** Restores zeros only where the state proves them: a ZIP of four digits can also be a typing error. */
function restoreZipZeros(record: MappedRecord, field: number): void {
  const whole = withZipZeros(record.values[field]!);
  const state = record.values[STATE]!;
  if (isUsState(state) && zipFitsState(whole, state)) replace(record, field, whole, CHANGE.zipZero);
}

/** The classes of the characters of a phone number: digits, blanks and separators; 0 for all others. */
const PHONE_CHARACTERS = new Uint16Array(128);
for (const character of '0123456789 ()+-./') PHONE_CHARACTERS[character.charCodeAt(0)] = classesOf(character) & ~TEXT_CLASS.untidy;

function parsePhone(record: MappedRecord, field: number, raw: string): boolean {
  const length = raw.length;
  let classes = 0;
  let digits = 0;
  let anyDigit = 0;
  for (let at = 0; at < length; at++) {
    const code = raw.charCodeAt(at);
    const trait = code < 128 ? PHONE_CHARACTERS[code]! : 0;
    if (trait === 0 || (code === 32 && (at === 0 || at === length - 1 || raw.charCodeAt(at - 1) === 32))) return false;
    if (trait === TEXT_CLASS.digit) {
      digits++;
      // 0 only for zeros alone.
      anyDigit |= code & 15;
    }
    classes |= trait;
  }
  const isNumber = digits >= PHONE_DIGITS.fewest && digits <= PHONE_DIGITS.most && anyDigit !== 0;
  return isNumber && length <= FITS_ALL && storeValue(record, field, raw, classes | VALIDITY.proven, 0);
}

function takePhone(record: MappedRecord, field: number): void {
  const value = firstPhoneNumber(record.values[field]!);
  replace(record, field, value, CHANGE.phone);
  if (hasOneNumber(value)) record.classes[field]! |= VALIDITY.proven;
}

function recaseName(record: MappedRecord, field: number): void {
  if (record.values[field]!.length > LONGEST_READ) return;
  replace(record, field, recaseOften(record.values[field]!, PARSER_OF[field] === PARSER.name), CHANGE.shouted);
}

function partLines(record: MappedRecord, field: number, cleaning: Cleaning): void {
  const value = record.values[field]!;
  if (!cleaning.streetLines) {
    if (cleaning.spaces) replace(record, field, tidySpaces(value), CHANGE.spaces);
    return;
  }
  const { street, street2 } = splitStreetLines(value);
  if (street2 !== '' && record.values[SECOND_LINE] !== '') return replace(record, field, `${street}, ${street2}`, CHANGE.lines);
  replace(record, field, street, CHANGE.lines);
  if (street2 !== '') replace(record, SECOND_LINE, street2, CHANGE.lines);
}
