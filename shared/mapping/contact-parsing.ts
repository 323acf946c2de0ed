/** Email addresses and phone numbers of a record. */
import {
  NO_ADDRESS,
  PHONE_DIGITS,
  TEXT_CLASS,
  UNUSUAL,
  atSignIn,
  bareAddress,
  classesOf,
  firstPhoneNumber,
  hasOneNumber,
  isMadeUpAddress,
  readAddress,
} from '../transforms/index.ts';
import { FITS_ALL, replaceValue, storeValue } from './stored-value.ts';
import { CHANGE, type MappedRecord, VALIDITY } from './mapped-record.ts';

const EMAIL_CLASSES = TEXT_CLASS.lower | TEXT_CLASS.at | TEXT_CLASS.point | VALIDITY.proven;

export function parseExactEmail(record: MappedRecord, field: number, raw: string): boolean {
  const answer = readAddress(raw);
  // Letters beyond ASCII can be invisible blanks; they are cleaned first.
  return answer >= 0 && answer < UNUSUAL && raw.charCodeAt(0) !== 39 && storeEmail(record, field, raw, answer);
}

/** Extracts the address from a cleaned text that can also hold a name. */
export function extractEmail(record: MappedRecord, field: number): void {
  const value = bareAddress(record.values[field]!);
  replaceValue(record, field, value, CHANGE.address);
  const answer = readAddress(value);
  if (answer !== NO_ADDRESS) storeEmail(record, field, value, answer);
}

function storeEmail(record: MappedRecord, field: number, value: string, answer: number): true {
  let classes = EMAIL_CLASSES;
  // Characters beyond ASCII can be halves of a surrogate pair, which JSON escapes.
  if ((answer & UNUSUAL) !== 0) classes = classesOf(value) | VALIDITY.proven;
  if (isMadeUpAddress(value, atSignIn(answer))) classes |= VALIDITY.doubtful;
  return storeValue(record, field, value, classes, 0);
}

/** The classes of the characters of a phone number: digits, blanks and separators; 0 for all others. */
const PHONE_CHARACTERS = new Uint16Array(128);
for (const character of '0123456789 ()+-./') PHONE_CHARACTERS[character.charCodeAt(0)] = classesOf(character) & ~TEXT_CLASS.untidy;

export function parseExactPhone(record: MappedRecord, field: number, raw: string): boolean {
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

/** Extracts the first number from a cleaned text. */
export function extractPhone(record: MappedRecord, field: number): void {
  const value = firstPhoneNumber(record.values[field]!);
  replaceValue(record, field, value, CHANGE.phone);
  if (hasOneNumber(value)) record.classes[field]! |= VALIDITY.proven;
}
