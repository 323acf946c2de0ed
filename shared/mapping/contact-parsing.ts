/** Email addresses and phone numbers of a record. */
import {
  NO_ADDRESS,
  PHONE_DIGITS,
  TEXT_CLASS,
  UNUSUAL,
  addressesIn,
  atSignIn,
  bareAddress,
  classesOf,
  cleanText,
  firstPhoneNumber,
  isMadeUpAddress,
  isPhoneNumber,
  phoneNumbersIn,
  readAddress,
} from '../transforms/index.ts';
import { type FieldKey, fieldsOf, indexesOf } from '../fields/index.ts';
import { FITS_ALL, replaceValue, storeValue } from './stored-value.ts';
import { addChange, CHANGE, clearValue, type MappedRecord, PARSE_ERROR, VALIDITY, withhold } from './mapped-record.ts';

const EMAIL_CLASSES = TEXT_CLASS.lower | TEXT_CLASS.at | TEXT_CLASS.point | VALIDITY.proven;

export function parseExactEmail(record: MappedRecord, field: number, raw: string): boolean {
  const answer = readAddress(raw);
  if (answer === NO_ADDRESS || raw.charCodeAt(0) === 39) return false;
  const classes = emailClasses(raw, answer);
  // Characters beyond ASCII can be invisible blanks; they are cleaned first.
  return (classes & TEXT_CLASS.untidy) === 0 && storeEmail(record, field, raw, answer, classes);
}

/** A second address, or enough digits for a number. */
const MAY_HAVE_MORE = /@.*@|(?:\d\D*){7}/;
/** How many addresses and numbers a text has. */
const countIn = (text: string): number => addressesIn(text).length + phoneNumbersIn(text).length;

/** Extracts the first address from a cleaned text that can also hold a name or several addresses. */
export function extractEmail(record: MappedRecord, field: number): void {
  const text = record.values[field]!;
  const value = bareAddress(text);
  const answer = readAddress(value);
  if (answer === NO_ADDRESS) return withhold(record, field, PARSE_ERROR.emailUnreadable);
  if (value !== text && MAY_HAVE_MORE.test(text) && countIn(text) > 1) addChange(record, field, CHANGE.several);
  replaceValue(record, field, value, CHANGE.address);
  storeEmail(record, field, value, answer, emailClasses(value, answer));
}

/** The classes of an email address. Characters beyond ASCII can be half of a surrogate pair, which JSON must escape. */
const emailClasses = (value: string, answer: number): number =>
  (answer & UNUSUAL) === 0 ? EMAIL_CLASSES : classesOf(value) | VALIDITY.proven;

function storeEmail(record: MappedRecord, field: number, value: string, answer: number, classes: number): true {
  const isMadeUp = isMadeUpAddress(value, atSignIn(answer));
  return storeValue(record, field, value, isMadeUp ? classes | VALIDITY.doubtful : classes, 0);
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
    // A plus sign begins a number.
    if (code === 43 && at > 0) return false;
    if (trait === TEXT_CLASS.digit) {
      digits++;
      // Stays 0 if all digits are zeros.
      anyDigit |= code & 15;
    }
    classes |= trait;
  }
  // 8135550100.0 and 8135550100.00 were exported as floats.
  if (raw.charCodeAt(length - 1) === 46 || raw.charCodeAt(length - 2) === 46 || raw.charCodeAt(length - 3) === 46) return false;
  const isNumber = digits >= PHONE_DIGITS.fewest && digits <= PHONE_DIGITS.most && anyDigit !== 0;
  return isNumber && length <= FITS_ALL && storeValue(record, field, raw, classes | VALIDITY.proven, 0);
}

/** Extracts the first number from a cleaned text. */
export function extractPhone(record: MappedRecord, field: number): void {
  const text = record.values[field]!;
  const value = firstPhoneNumber(text);
  if (!isPhoneNumber(value)) return withhold(record, field, PARSE_ERROR.phoneUnreadable);
  const hasMore = text.length >= value.length + PHONE_DIGITS.fewest;
  if (hasMore && countIn(text) > 1) addChange(record, field, CHANGE.several);
  replaceValue(record, field, value, CHANGE.phone);
  record.classes[field]! |= VALIDITY.proven;
}

/** A field for an email address or a phone number, and the fields that can take further ones from its cells, first choice first. */
interface Contact {
  readonly field: number;
  readonly emails: readonly number[];
  readonly phones: readonly number[];
}

const ofContacts = (kind: 'email' | 'phone', group: 'contact' | 'business') => indexesOf(fieldsOf({ kind, group }));

const CONTACTS: readonly Contact[] = (['contact', 'business'] as const).flatMap((group) => {
  const other = group === 'contact' ? 'business' : 'contact';
  const emails = [...ofContacts('email', group), ...ofContacts('email', other)];
  const phones = [...ofContacts('phone', group), ...ofContacts('phone', other)];
  return [emails[0]!, phones[0]!].map((field) => ({ field, emails, phones }));
});

/** The email and the phone of each group. */
const PAIRS = (['contact', 'business'] as const).map((group) => fieldsOf({ kind: ['email', 'phone'], group }));

/** The other field of a pair of email and phone; null for a field of another kind. */
export const pairedContact = (field: FieldKey): FieldKey | null =>
  PAIRS.find((pair) => pair.includes(field))?.find((other) => other !== field) ?? null;

/**
 * The email and phone fields that have no column, but whose partner in `PAIRS` has one: cells of that column can hold both. `isFed`: true
 * for a field with a column.
 */
export const receivingContacts = (isFed: (field: FieldKey) => boolean): readonly FieldKey[] =>
  PAIRS.flatMap((pair) => (pair.some(isFed) ? pair.filter((field) => !isFed(field)) : []));

/**
 * Moves further values from the cells of emails and phones to empty fields: a phone number in a column of emails, a second address.
 * `textOf`: the cell of a field. `takes`: true for a field of the plan.
 */
export function settleContacts(record: MappedRecord, textOf: (field: number) => string, takes: (field: number) => boolean): void {
  const open = CONTACTS.filter(({ field }) => isUnread(record, field) || (record.changes[field]! & CHANGE.several) !== 0);
  // Most rows return here.
  if (open.length === 0) return;
  const cells = open.map((contact) => {
    const text = cleanText(textOf(contact.field));
    const error = isUnread(record, contact.field) ? record.parseErrors[contact.field]! : PARSE_ERROR.none;
    return { ...contact, text, error, found: [addressesIn(text), phoneNumbersIn(text)] as const };
  });
  // Empties these fields first, because the values of two cells can be swapped.
  for (const { field, error, found } of cells)
    if (error !== PARSE_ERROR.none && found.some(({ length }) => length > 0)) release(record, field);
  for (const { field, text, error, found, emails, phones } of cells) {
    const moved = move(record, found[0], emails, takes) + move(record, found[1], phones, takes);
    const left = found[0].length + found[1].length - moved - (error === PARSE_ERROR.none ? 1 : 0);
    if (left <= 0) record.changes[field]! &= ~CHANGE.several;
    else if (record.values[field] !== '') addChange(record, field, CHANGE.several);
    else {
      record.values[field] = text;
      withhold(record, field, error);
    }
  }
}

const isUnread = ({ parseErrors }: MappedRecord, field: number): boolean =>
  parseErrors[field] === PARSE_ERROR.emailUnreadable || parseErrors[field] === PARSE_ERROR.phoneUnreadable;

/** Empties a field with an unreadable email or phone, so that another cell of the row can fill it. */
export function releaseUnread(record: MappedRecord, field: number): void {
  if (isUnread(record, field)) release(record, field);
}

function release(record: MappedRecord, field: number): void {
  clearValue(record, field);
  record.parseErrors[field] = PARSE_ERROR.none;
}

/** Stores texts in the first empty fields, and returns how many it stored. */
function move(record: MappedRecord, texts: readonly string[], fields: readonly number[], takes: (field: number) => boolean): number {
  let moved = 0;
  for (const text of texts) {
    if (fields.some((field) => record.values[field]!.toLowerCase() === text.toLowerCase())) continue;
    const target = fields.find((field) => takes(field) && record.values[field] === '');
    if (target === undefined) continue;
    storeValue(record, target, text, classesOf(text) | VALIDITY.proven, 0);
    addChange(record, target, CHANGE.moved);
    moved++;
  }
  return moved;
}
