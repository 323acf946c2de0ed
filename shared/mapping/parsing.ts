/**
 * Reading: one text of a sheet brought into the form of one field of the record. The hot path of the whole list: a value
 * that is in its form already costs one scan and no new string, and what the scan found out is kept for the checks.
 */
import { FIELDS, FIELD_INDEX, type FieldDescription } from '../fields/table.ts';
import { FAULT, MARK, PROOF, clearValue, fault, mark, type Draft } from './mapped-record.ts';
import type { Cleaning } from './plan.ts';
import { type DateOrder, DATE, NO_DATE, dayOf, formatDay, readDate, readPlainDate } from '../transforms/dates.ts';
import { ZIP, splitStreetLines, withZipHyphen, withZipZeros, zipShape } from '../transforms/addresses.ts';
import { isDecimalPoint, readAmount, readCount, readPlainAmount, type DecimalSign } from '../transforms/amounts.ts';
import { countryCode, isUsOrEmpty } from '../transforms/countries.ts';
import { NO_ADDRESS, UNUSUAL, bareAddress, isMadeUpAddress, placeOf, readAddress } from '../transforms/emails.ts';
import { unshoutOften } from '../transforms/namecase.ts';
import { isProvince, isUsState, stateCode } from '../transforms/states.ts';
import { LONGEST_READ, TRAIT, isPlaceholder, scanText, tidySpaces, traitsOf, withoutApostrophe } from '../transforms/text.ts';

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
export const READING_ORDER: readonly number[] = (() => {
  const first = [COUNTRY, STREET2];
  return [...first, ...FIELDS.map((_, index) => index).filter((index) => !first.includes(index))];
})();

/** Longer texts are marked; the checks tell them. */
const MAX_LENGTH = 255;
/** The traits of a date or a number that was read: nothing that would have to be escaped. */
const NUMBER_TRAITS = TRAIT.digit | TRAIT.hyphen | TRAIT.point | PROOF.proven;
const ZIP_TRAITS = TRAIT.digit | TRAIT.hyphen | PROOF.proven;
const STATE_TRAITS = TRAIT.upper | PROOF.proven;
const EMAIL_TRAITS = TRAIT.lower | TRAIT.at | TRAIT.point | PROOF.proven;
/** A phone number needs this many digits to be one. */
const PHONE_DIGITS = 7;

/** How the texts of one field are read. */
export interface Reading {
  readonly cleaning: Cleaning;
  readonly order: DateOrder | null;
  readonly decimal: DecimalSign;
}

/** What gives reason to clean a text before it is kept. */
const UNCLEAN = TRAIT.untidy | TRAIT.opening | TRAIT.line;
const CASES = TRAIT.upper | TRAIT.lower;

/**
 * Reads one text into one field of a draft that has no marks and faults there. Kept short, so that it stays in the
 * processor's cache: what few cells need lies in functions of its own.
 */
export function read(draft: Draft, field: number, raw: string, reading: Reading): void {
  if (raw.length === 0) return clearValue(draft, field);
  const kind = KIND_OF[field]!;
  if (kind >= KIND.state) {
    if (!readForm(draft, field, kind, raw, reading)) readSlowly(draft, field, kind, raw, reading);
    return;
  }
  const traits = scanText(raw);
  const unusual = kind === KIND.text ? isLongNumber(traits, raw.length) : (traits & CASES) === TRAIT.upper;
  if ((traits & UNCLEAN) !== 0 || raw.length > MAX_LENGTH || unusual) {
    readSlowly(draft, field, kind, raw, reading);
    return;
  }
  draft.values[field] = raw;
  draft.traits[field] = traits;
}

/** True for digits without letters and points, as long as a social security number or longer. */
const isLongNumber = (traits: number, length: number): boolean =>
  length >= 11 && (traits & (TRAIT.digit | CASES | TRAIT.point)) === TRAIT.digit;

/** Takes a text that is in the form of its field already. False when it is not, and has to be cleaned or read. */
function readForm(draft: Draft, field: number, kind: number, raw: string, reading: Reading): boolean {
  switch (kind) {
    case KIND.date: {
      const day = readPlainDate(raw);
      return day > 0 && put(draft, field, raw, NUMBER_TRAITS, day);
    }
    case KIND.amount: {
      const amount = readPlainAmount(raw);
      return amount >= 0 && isDecimalPoint(raw, reading.decimal) && put(draft, field, raw, NUMBER_TRAITS, amount);
    }
    case KIND.count: {
      const count = readPlainAmount(raw);
      return count >= 0 && Number.isInteger(count) && put(draft, field, raw, NUMBER_TRAITS, count);
    }
    case KIND.email: {
      const answer = readAddress(raw);
      // Unusual letters may be blanks that are not seen; they are cleaned first.
      return answer >= 0 && answer < UNUSUAL && raw.charCodeAt(0) !== 39 && putAddress(draft, field, raw, answer);
    }
    case KIND.state:
      return isUsState(raw) && isUnitedStates(draft) && put(draft, field, raw, STATE_TRAITS, 0);
    case KIND.country:
      return isUS(raw) && put(draft, field, raw, TRAIT.upper, 0);
    case KIND.zip:
      return zipShape(raw) === ZIP.whole && put(draft, field, raw, ZIP_TRAITS, 0);
    default:
      return readPhone(draft, field, raw);
  }
}

/** Everything else: what has to be cleaned, converted or refused. */
function readSlowly(draft: Draft, field: number, kind: number, raw: string, reading: Reading): void {
  const { cleaning } = reading;
  switch (kind) {
    case KIND.date:
      return readDateText(draft, field, raw, reading);
    case KIND.amount:
    case KIND.count:
      return readNumberText(draft, field, raw, reading);
    default:
  }
  if (!cleanText(draft, field, raw, cleaning, kind === KIND.street)) return;
  switch (kind) {
    case KIND.text:
      if (isLongNumber(draft.traits[field]!, draft.values[field]!.length)) draft.traits[field]! |= PROOF.doubtful;
      return;
    case KIND.name:
    case KIND.lastName:
      if ((draft.traits[field]! & CASES) === TRAIT.upper && cleaning.shoutedNames) recaseName(draft, field);
      return;
    case KIND.street:
      if ((draft.traits[field]! & TRAIT.line) !== 0) partLines(draft, field, cleaning);
      return;
    case KIND.state:
      if (cleaning.stateCodes) codeState(draft, field);
      return;
    case KIND.country:
      if (cleaning.countryCodes) codeCountry(draft, field);
      return;
    case KIND.zip:
      return completeZip(draft, field, cleaning);
    case KIND.email:
      return takeAddress(draft, field);
    case KIND.phone:
      return provePhone(draft, field);
    default:
  }
}

/** Keeps a value with what is known of it. Always true, so that a reader can end with it. */
function put(draft: Draft, field: number, value: string, traits: number, number: number): true {
  draft.values[field] = value;
  draft.traits[field] = traits;
  draft.numbers[field] = number;
  return true;
}

/** Cleans a text into its field. False when nothing is left of it. */
function cleanText(draft: Draft, field: number, raw: string, cleaning: Cleaning, keepLines: boolean): boolean {
  let traits = traitsOf(raw);
  let value = raw;
  if ((traits & TRAIT.untidy) !== 0 || raw.charCodeAt(0) === 39) {
    value = tidy(draft, field, raw, keepLines, cleaning);
    traits = traitsOf(value);
  }
  if (cleaning.placeholders && isPlaceholder(value)) {
    mark(draft, field, MARK.placeholder);
    value = '';
    traits = 0;
  }
  draft.values[field] = value;
  draft.traits[field] = traits;
  if (value.length > MAX_LENGTH) mark(draft, field, MARK.long);
  return traits !== 0;
}

function tidy(draft: Draft, field: number, raw: string, keepLines: boolean, cleaning: Cleaning): string {
  const trimmed = raw.trim();
  let value = cleaning.spaces ? tidySpaces(raw, keepLines) : trimmed;
  if (value !== trimmed) mark(draft, field, MARK.spaces);
  const bare = withoutApostrophe(value);
  if (bare !== value) {
    mark(draft, field, MARK.apostrophe);
    value = cleaning.spaces ? tidySpaces(bare, keepLines) : bare.trim();
  }
  return value;
}

/** Puts another text in place of the one that was read, if it is another. */
function replace(draft: Draft, field: number, value: string, bits: number): void {
  if (value === draft.values[field]) return;
  draft.values[field] = value;
  draft.traits[field] = traitsOf(value);
  mark(draft, field, bits);
}

function readDateText(draft: Draft, field: number, raw: string, reading: Reading): void {
  let day = readDate(raw, reading.order);
  if (day < 0) {
    if (!cleanText(draft, field, raw, reading.cleaning, false)) return;
    const value = draft.values[field]!;
    // Excel shows its day zero as 1/0/1900, and databases theirs as the first day of the year 1.
    if (/^(?:0?1[/-]0?0[/-](?:1900|00)|1900-01-00|0001-01-01.*)$/.test(value)) {
      clearValue(draft, field);
      return mark(draft, field, MARK.placeholder);
    }
    day = readDate(value, reading.order);
    if (day < 0) return fault(draft, field, day === NO_DATE.impossible ? FAULT.dateImpossible : FAULT.dateUnreadable);
  }
  put(draft, field, formatDay(day), NUMBER_TRAITS, dayOf(day));
  if (day < DATE.ambiguous) return;
  if ((day & DATE.ambiguous) !== 0) mark(draft, field, MARK.ambiguousDate);
  if ((day & DATE.twoDigitYear) !== 0) mark(draft, field, MARK.twoDigitYear);
  if ((day & DATE.serial) !== 0) mark(draft, field, MARK.serialDate);
}

function readNumberText(draft: Draft, field: number, raw: string, reading: Reading): void {
  const amount = KIND_OF[field] === KIND.amount;
  let plain = amount ? readAmount(raw, reading.decimal) : readCount(raw);
  if (plain === null) {
    if (!cleanText(draft, field, raw, reading.cleaning, false)) return;
    const value = draft.values[field]!;
    if (value !== raw) plain = amount ? readAmount(value, reading.decimal) : readCount(value);
    if (plain === null) return fault(draft, field, amount ? FAULT.amountUnreadable : FAULT.countUnreadable);
  }
  const number = readPlainAmount(plain);
  if (number >= 0) put(draft, field, plain, NUMBER_TRAITS, number);
  else put(draft, field, plain, NUMBER_TRAITS | PROOF.doubtful, Number(plain));
}

/** The address in a cleaned text: one that was cleaned, or one with a name beside it. */
function takeAddress(draft: Draft, field: number): void {
  const value = bareAddress(draft.values[field]!);
  replace(draft, field, value, MARK.address);
  const answer = readAddress(value);
  if (answer !== NO_ADDRESS) putAddress(draft, field, value, answer);
}

function putAddress(draft: Draft, field: number, value: string, answer: number): true {
  let traits = EMAIL_TRAITS;
  // Letters beyond ASCII may be halves of a pair, which JSON escapes.
  if ((answer & UNUSUAL) !== 0) traits = traitsOf(value) | PROOF.proven;
  if (isMadeUpAddress(value, placeOf(answer))) traits |= PROOF.doubtful;
  return put(draft, field, value, traits, 0);
}

const isUS = (text: string): boolean => text.length === 2 && text.charCodeAt(0) === 85 && text.charCodeAt(1) === 83;

/** True when the row's country is the US, or none is given. */
function isUnitedStates(draft: Draft): boolean {
  const country = draft.values[COUNTRY]!;
  return country.length === 0 || isUS(country) || isUsOrEmpty(country);
}

function codeState(draft: Draft, field: number): void {
  const value = draft.values[field]!;
  const unitedStates = isUnitedStates(draft);
  if (unitedStates && isUsState(value)) {
    put(draft, field, value, STATE_TRAITS, 0);
    return;
  }
  if (!unitedStates && countryCode(draft.values[COUNTRY]!) !== 'CA') return;
  const code = stateCode(value);
  if (code === null || (!unitedStates && !isProvince(code))) return;
  replace(draft, field, code, MARK.stateCode);
  if (unitedStates && isUsState(code)) draft.traits[field]! |= PROOF.proven;
}

function codeCountry(draft: Draft, field: number): void {
  const code = countryCode(draft.values[field]!);
  if (code !== null) replace(draft, field, code, MARK.countryCode);
}

function completeZip(draft: Draft, field: number, cleaning: Cleaning): void {
  const value = draft.values[field]!;
  let shape = zipShape(value);
  if (shape !== ZIP.whole && isUnitedStates(draft)) {
    if (shape === ZIP.nine || shape === ZIP.other) replace(draft, field, withZipHyphen(value), MARK.zipHyphen);
    if (cleaning.zipZeros) replace(draft, field, withZipZeros(draft.values[field]!), MARK.zipZero);
    shape = zipShape(draft.values[field]!);
  }
  if (shape === ZIP.whole) draft.traits[field]! |= PROOF.proven;
}

/** The traits of a character of a phone number: digits, blanks between them, and the signs that part them; 0 for all others. */
const PHONE_CHARACTERS = new Uint16Array(128);
for (const character of '0123456789 ()+-./') PHONE_CHARACTERS[character.charCodeAt(0)] = traitsOf(character) & ~TRAIT.untidy;

function readPhone(draft: Draft, field: number, raw: string): boolean {
  const length = raw.length;
  let traits = 0;
  let digits = 0;
  for (let at = 0; at < length; at++) {
    const code = raw.charCodeAt(at);
    const trait = code < 128 ? PHONE_CHARACTERS[code]! : 0;
    if (trait === 0 || (code === 32 && (at === 0 || at === length - 1 || raw.charCodeAt(at - 1) === 32))) return false;
    if (trait === TRAIT.digit) digits++;
    traits |= trait;
  }
  return digits >= PHONE_DIGITS && length <= MAX_LENGTH && put(draft, field, raw, traits | PROOF.proven, 0);
}

function provePhone(draft: Draft, field: number): void {
  const value = draft.values[field]!;
  // 7.81555E+09 has digits enough and is no number.
  if (value.replace(/\D/g, '').length >= PHONE_DIGITS && !/\dE\+\d/.test(value)) draft.traits[field]! |= PROOF.proven;
}

function recaseName(draft: Draft, field: number): void {
  if (draft.values[field]!.length > LONGEST_READ) return;
  replace(draft, field, unshoutOften(draft.values[field]!, KIND_OF[field] === KIND.name), MARK.shouted);
}

function partLines(draft: Draft, field: number, cleaning: Cleaning): void {
  const value = draft.values[field]!;
  if (!cleaning.streetLines) {
    if (cleaning.spaces) replace(draft, field, tidySpaces(value), MARK.spaces);
    return;
  }
  const { street, street2 } = splitStreetLines(value);
  if (street2 !== '' && draft.values[STREET2] !== '') return replace(draft, field, `${street}, ${street2}`, MARK.lines);
  replace(draft, field, street, MARK.lines);
  if (street2 !== '') replace(draft, STREET2, street2, MARK.lines);
}
