/**
 * ParseOptions: one text of a sheet brought into the form of one field of the record. The hot path of the whole list: a value
 * that is in its form already costs one scan and no new string, and what the scan found out is kept for the checks.
 */
import { FIELDS, FIELD_INDEX, type FieldDescription } from '../fields/table.ts';
import { PARSE_ERROR, CHANGE, VALIDITY, clearValue, setParseError, addChange, type MappedRecord } from './mapped-record.ts';
import type { Cleaning } from './plan.ts';
import { type DateOrder, DATE, NO_DATE, dayOf, formatDay, readDate, readPlainDate } from '../transforms/dates.ts';
import { ZIP, splitStreetLines, withZipHyphen, withZipZeros, zipShape } from '../transforms/addresses.ts';
import { isDecimalPoint, readAmount, readCount, readPlainAmount, type DecimalSign } from '../transforms/amounts.ts';
import { countryCode, isUsOrEmpty } from '../transforms/countries.ts';
import { NO_ADDRESS, UNUSUAL, bareAddress, isMadeUpAddress, placeOf, readAddress } from '../transforms/emails.ts';
import { unshoutOften } from '../transforms/namecase.ts';
import { isProvince, isUsState, stateCode } from '../transforms/states.ts';
import { LONGEST_READ, TEXT_CLASS, isPlaceholder, scanText, tidySpaces, classesOf, withoutApostrophe } from '../transforms/text.ts';

/** How a cell is read into its field. */
const KIND = {
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

function kindOf(field: FieldDescription): number {
  if (field.type !== 'text') return KIND[field.type];
  if (/^(?:primary|spouse)(?:First|Middle)$/.test(field.key)) return KIND.name;
  if (/^(?:primary|spouse)(?:Last|Maiden)$/.test(field.key)) return KIND.lastName;
  if (field.key.endsWith('Phone')) return KIND.phone;
  const own: Readonly<Record<string, number>> = { street: KIND.street, state: KIND.state, country: KIND.country, postalCode: KIND.zip };
  return own[field.key] ?? KIND.text;
}

const KIND_OF: readonly number[] = FIELDS.map(kindOf);

const COUNTRY = FIELD_INDEX.country;
const STREET2 = FIELD_INDEX.street2;
/** Field indexes in the order in which they are read: the country decides how state and ZIP are read, street2 takes lines of the street. */
export const PARSE_ORDER: readonly number[] = (() => {
  const first = [COUNTRY, STREET2];
  return [...first, ...FIELDS.map((_, index) => index).filter((index) => !first.includes(index))];
})();

/** Longer texts are marked; the checks tell them. */
const MAX_LENGTH = 255;
/** The classes of a date or a number that was read: nothing that would have to be escaped. */
const NUMBER_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | TEXT_CLASS.point | VALIDITY.proven;
const ZIP_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | VALIDITY.proven;
const STATE_CLASSES = TEXT_CLASS.upper | VALIDITY.proven;
const EMAIL_CLASSES = TEXT_CLASS.lower | TEXT_CLASS.at | TEXT_CLASS.point | VALIDITY.proven;
/** A phone number needs this many digits to be one. */
const PHONE_DIGITS = 7;

/** How the texts of one field are read. */
export interface ParseOptions {
  readonly cleaning: Cleaning;
  readonly order: DateOrder | null;
  readonly decimal: DecimalSign;
}

/** What gives reason to clean a text before it is kept. */
const UNCLEAN = TEXT_CLASS.untidy | TEXT_CLASS.opening | TEXT_CLASS.line;
const CASES = TEXT_CLASS.upper | TEXT_CLASS.lower;

/**
 * Reads one text into one field of a record that has no changes and parseErrors there. Kept short, so that it stays in the
 * processor's cache: what few cells need lies in functions of its own.
 */
export function parseValue(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  if (raw.length === 0) return clearValue(record, field);
  const kind = KIND_OF[field]!;
  if (kind >= KIND.state) {
    if (!parseExact(record, field, kind, raw, options)) parseSlowly(record, field, kind, raw, options);
    return;
  }
  const classes = scanText(raw);
  const unusual = kind === KIND.text ? isLongNumber(classes, raw.length) : (classes & CASES) === TEXT_CLASS.upper;
  if ((classes & UNCLEAN) !== 0 || raw.length > MAX_LENGTH || unusual) {
    parseSlowly(record, field, kind, raw, options);
    return;
  }
  record.values[field] = raw;
  record.classes[field] = classes;
}

/** True for digits without letters and points, as long as a social security number or longer. */
const isLongNumber = (classes: number, length: number): boolean =>
  length >= 11 && (classes & (TEXT_CLASS.digit | CASES | TEXT_CLASS.point)) === TEXT_CLASS.digit;

/** Takes a text that is in the form of its field already. False when it is not, and has to be cleaned or read. */
function parseExact(record: MappedRecord, field: number, kind: number, raw: string, options: ParseOptions): boolean {
  switch (kind) {
    case KIND.date: {
      const day = readPlainDate(raw);
      return day > 0 && put(record, field, raw, NUMBER_CLASSES, day);
    }
    case KIND.amount: {
      const amount = readPlainAmount(raw);
      return amount >= 0 && isDecimalPoint(raw, options.decimal) && put(record, field, raw, NUMBER_CLASSES, amount);
    }
    case KIND.count: {
      const count = readPlainAmount(raw);
      return count >= 0 && Number.isInteger(count) && put(record, field, raw, NUMBER_CLASSES, count);
    }
    case KIND.email: {
      const answer = readAddress(raw);
      // Unusual letters may be blanks that are not seen; they are cleaned first.
      return answer >= 0 && answer < UNUSUAL && raw.charCodeAt(0) !== 39 && putAddress(record, field, raw, answer);
    }
    case KIND.state:
      return isUsState(raw) && isUnitedStates(record) && put(record, field, raw, STATE_CLASSES, 0);
    case KIND.country:
      return isUS(raw) && put(record, field, raw, TEXT_CLASS.upper, 0);
    case KIND.zip:
      return zipShape(raw) === ZIP.whole && put(record, field, raw, ZIP_CLASSES, 0);
    default:
      return parsePhone(record, field, raw);
  }
}

/** Everything else: what has to be cleaned, converted or refused. */
function parseSlowly(record: MappedRecord, field: number, kind: number, raw: string, options: ParseOptions): void {
  const { cleaning } = options;
  switch (kind) {
    case KIND.date:
      return parseDateText(record, field, raw, options);
    case KIND.amount:
    case KIND.count:
      return parseNumberText(record, field, raw, options);
    default:
  }
  if (!cleanText(record, field, raw, cleaning, kind === KIND.street)) return;
  switch (kind) {
    case KIND.text:
      if (isLongNumber(record.classes[field]!, record.values[field]!.length)) record.classes[field]! |= VALIDITY.doubtful;
      return;
    case KIND.name:
    case KIND.lastName:
      if ((record.classes[field]! & CASES) === TEXT_CLASS.upper && cleaning.shoutedNames) recaseName(record, field);
      return;
    case KIND.street:
      if ((record.classes[field]! & TEXT_CLASS.line) !== 0) partLines(record, field, cleaning);
      return;
    case KIND.state:
      if (cleaning.stateCodes) codeState(record, field);
      return;
    case KIND.country:
      if (cleaning.countryCodes) codeCountry(record, field);
      return;
    case KIND.zip:
      return completeZip(record, field, cleaning);
    case KIND.email:
      return takeAddress(record, field);
    case KIND.phone:
      return provePhone(record, field);
    default:
  }
}

/** Keeps a value with what is known of it. Always true, so that a reader can end with it. */
function put(record: MappedRecord, field: number, value: string, classes: number, number: number): true {
  record.values[field] = value;
  record.classes[field] = classes;
  record.numbers[field] = number;
  return true;
}

/** Cleans a text into its field. False when nothing is left of it. */
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
  if (value.length > MAX_LENGTH) addChange(record, field, CHANGE.long);
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

/** Puts another text in place of the one that was read, if it is another. */
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
    // Excel shows its day zero as 1/0/1900, and databases theirs as the first day of the year 1.
    if (/^(?:0?1[/-]0?0[/-](?:1900|00)|1900-01-00|0001-01-01.*)$/.test(value)) {
      clearValue(record, field);
      return addChange(record, field, CHANGE.placeholder);
    }
    day = readDate(value, options.order);
    if (day < 0) return setParseError(record, field, day === NO_DATE.impossible ? PARSE_ERROR.dateImpossible : PARSE_ERROR.dateUnreadable);
  }
  put(record, field, formatDay(day), NUMBER_CLASSES, dayOf(day));
  if (day < DATE.ambiguous) return;
  if ((day & DATE.ambiguous) !== 0) addChange(record, field, CHANGE.ambiguousDate);
  if ((day & DATE.twoDigitYear) !== 0) addChange(record, field, CHANGE.twoDigitYear);
  if ((day & DATE.serial) !== 0) addChange(record, field, CHANGE.serialDate);
}

function parseNumberText(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  const amount = KIND_OF[field] === KIND.amount;
  let plain = amount ? readAmount(raw, options.decimal) : readCount(raw);
  if (plain === null) {
    if (!cleanText(record, field, raw, options.cleaning, false)) return;
    const value = record.values[field]!;
    if (value !== raw) plain = amount ? readAmount(value, options.decimal) : readCount(value);
    if (plain === null) return setParseError(record, field, amount ? PARSE_ERROR.amountUnreadable : PARSE_ERROR.countUnreadable);
  }
  const number = readPlainAmount(plain);
  if (number >= 0) put(record, field, plain, NUMBER_CLASSES, number);
  else put(record, field, plain, NUMBER_CLASSES | VALIDITY.doubtful, Number(plain));
}

/** The address in a cleaned text: one that was cleaned, or one with a name beside it. */
function takeAddress(record: MappedRecord, field: number): void {
  const value = bareAddress(record.values[field]!);
  replace(record, field, value, CHANGE.address);
  const answer = readAddress(value);
  if (answer !== NO_ADDRESS) putAddress(record, field, value, answer);
}

function putAddress(record: MappedRecord, field: number, value: string, answer: number): true {
  let classes = EMAIL_CLASSES;
  // Letters beyond ASCII may be halves of a pair, which JSON escapes.
  if ((answer & UNUSUAL) !== 0) classes = classesOf(value) | VALIDITY.proven;
  if (isMadeUpAddress(value, placeOf(answer))) classes |= VALIDITY.doubtful;
  return put(record, field, value, classes, 0);
}

const isUS = (text: string): boolean => text.length === 2 && text.charCodeAt(0) === 85 && text.charCodeAt(1) === 83;

/** True when the row's country is the US, or none is given. */
function isUnitedStates(record: MappedRecord): boolean {
  const country = record.values[COUNTRY]!;
  return country.length === 0 || isUS(country) || isUsOrEmpty(country);
}

function codeState(record: MappedRecord, field: number): void {
  const value = record.values[field]!;
  const unitedStates = isUnitedStates(record);
  if (unitedStates && isUsState(value)) {
    put(record, field, value, STATE_CLASSES, 0);
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
    if (cleaning.zipZeros) replace(record, field, withZipZeros(record.values[field]!), CHANGE.zipZero);
    shape = zipShape(record.values[field]!);
  }
  if (shape === ZIP.whole) record.classes[field]! |= VALIDITY.proven;
}

/** The classes of a character of a phone number: digits, blanks between them, and the signs that part them; 0 for all others. */
const PHONE_CHARACTERS = new Uint16Array(128);
for (const character of '0123456789 ()+-./') PHONE_CHARACTERS[character.charCodeAt(0)] = classesOf(character) & ~TEXT_CLASS.untidy;

function parsePhone(record: MappedRecord, field: number, raw: string): boolean {
  const length = raw.length;
  let classes = 0;
  let digits = 0;
  for (let at = 0; at < length; at++) {
    const code = raw.charCodeAt(at);
    const trait = code < 128 ? PHONE_CHARACTERS[code]! : 0;
    if (trait === 0 || (code === 32 && (at === 0 || at === length - 1 || raw.charCodeAt(at - 1) === 32))) return false;
    if (trait === TEXT_CLASS.digit) digits++;
    classes |= trait;
  }
  return digits >= PHONE_DIGITS && length <= MAX_LENGTH && put(record, field, raw, classes | VALIDITY.proven, 0);
}

function provePhone(record: MappedRecord, field: number): void {
  const value = record.values[field]!;
  // 7.81555E+09 has digits enough and is no number.
  if (value.replace(/\D/g, '').length >= PHONE_DIGITS && !/\dE\+\d/.test(value)) record.classes[field]! |= VALIDITY.proven;
}

function recaseName(record: MappedRecord, field: number): void {
  if (record.values[field]!.length > LONGEST_READ) return;
  replace(record, field, unshoutOften(record.values[field]!, KIND_OF[field] === KIND.name), CHANGE.shouted);
}

function partLines(record: MappedRecord, field: number, cleaning: Cleaning): void {
  const value = record.values[field]!;
  if (!cleaning.streetLines) {
    if (cleaning.spaces) replace(record, field, tidySpaces(value), CHANGE.spaces);
    return;
  }
  const { street, street2 } = splitStreetLines(value);
  if (street2 !== '' && record.values[STREET2] !== '') return replace(record, field, `${street}, ${street2}`, CHANGE.lines);
  replace(record, field, street, CHANGE.lines);
  if (street2 !== '') replace(record, STREET2, street2, CHANGE.lines);
}
