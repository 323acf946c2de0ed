/**
 * The keys by which rows are compared: constituent ID, email address, household and name. Rows with the same key are the same person or
 * household. An empty key matches nothing. Keys contain personal data.
 */
import { FIELD_INDEX } from '../fields/index.ts';
import type { MappedTexts } from '../mapping/index.ts';
import { idKeyOf, isEmailAddress, isMadeUpAddress } from '../transforms/index.ts';

const F = FIELD_INDEX;

export const idKey = (record: MappedTexts): string => idKeyOf(record.values[F.constituentId]!);

/** True for an email address that can identify a person. False for remarks, and for addresses that people make up when they have none. */
export const identifiesPerson = (address: string): boolean =>
  isEmailAddress(address) && !isMadeUpAddress(address, address.lastIndexOf('@'));

/** The email addresses of a row that can identify a person, in lower case. */
export function emailKeys(record: Pick<MappedTexts, 'values'>): readonly string[] {
  const personal = emailKey(record.values[F.personalEmail]!);
  const business = emailKey(record.values[F.businessEmail]!);
  if (personal === '') return business === '' ? [] : [business];
  return business === '' || business === personal ? [personal] : [personal, business];
}

function emailKey(address: string): string {
  return identifiesPerson(address) ? address.toLowerCase() : '';
}

/** Letters and digits only, in lower case and without accents. */
export function plain(text: string): string {
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) key += text[at];
    else if (code >= 65 && code <= 90) key += String.fromCharCode(code + 32);
    else if (code > 127) return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\d]/gu, ''); // prettier-ignore
  }
  return key;
}

export const STREET_WORDS: Readonly<Record<string, string>> = { street: 'st', avenue: 'ave', av: 'ave', road: 'rd', drive: 'dr', lane: 'ln', boulevard: 'blvd', court: 'ct', place: 'pl', terrace: 'ter', circle: 'cir', highway: 'hwy', north: 'n', south: 's', east: 'e', west: 'w', apartment: 'apt', suite: 'ste' }; // prettier-ignore

/** Letters of the address in a household key. */
export const STREET_LETTERS = 10;
/** Digits of the ZIP in a key. */
export const ZIP_DIGITS = 5;
/** Letters of the first name in a key. */
export const FIRST_LETTERS = 4;

/** Five digits, alone or before a hyphen. */
export function isWholeZip(text: string): boolean {
  if (text.length < ZIP_DIGITS || (text.length > ZIP_DIGITS && text.charCodeAt(ZIP_DIGITS) !== 45)) return false;
  for (let at = 0; at < ZIP_DIGITS; at++) if (text.charCodeAt(at) < 48 || text.charCodeAt(at) > 57) return false;
  return true;
}

/**
 * The first five digits of the ZIP, including zeros that a spreadsheet has removed, so that the key does not depend on whether they were
 * restored.
 */
export function zipKey(postalCode: string): string {
  const zip = plain(postalCode);
  const isZip = !isWholeZip(postalCode) && zip.length >= 3 && !/\D/.test(zip);
  if (isZip && zip.length < ZIP_DIGITS) return zip.padStart(ZIP_DIGITS, '0');
  if (isZip && (zip.length === 7 || zip.length === 8)) return zip.padStart(9, '0').slice(0, ZIP_DIGITS);
  return zip.slice(0, ZIP_DIGITS);
}

/** First name, last name and ZIP as one text; '' when one of them is missing. Stricter than `nameKeys`, which shorten first names. */
export function nameAndZip({ values }: MappedTexts): string {
  const parts = [plain(values[F.primaryFirst]!), plain(values[F.primaryLast]!), zipKey(values[F.postalCode]!)];
  return parts.includes('') ? '' : parts.join('|');
}

/** The whole street with the usual abbreviations, so that "12 North Main Street" and "12 N. Main St" are equal. */
export const plainStreet = (street: string): string => plain(street.toLowerCase().replace(/[a-z]+/g, (word) => STREET_WORDS[word] ?? word));

/** The first letters of the street, for keys. */
export const streetKey = (street: string): string => (street === '' ? '' : plainStreet(street).slice(0, STREET_LETTERS));

/**
 * Household keys, as is usual in fundraising: the first five digits of the ZIP, the first ten letters of the address, the last name, and
 * the first four letters of the first name. A second key has the name of the spouse. None if address or name is missing.
 */
export function householdKeys(record: Pick<MappedTexts, 'values'>): readonly string[] {
  const { values } = record;
  const street = streetKey(values[F.street]!);
  const zip = zipKey(values[F.postalCode]!);
  const last = plain(values[F.primaryLast]!);
  if (street === '' || zip === '' || last === '') return [];
  const place = `${zip}|${street}|`;
  const own = `${place}${last}|${plain(values[F.primaryFirst]!).slice(0, FIRST_LETTERS)}`;
  const spouseFirst = plain(values[F.spouseFirst]!).slice(0, FIRST_LETTERS);
  if (spouseFirst === '') return [own];
  const spouse = `${place}${plain(values[F.spouseLast]!) || last}|${spouseFirst}`;
  return spouse === own ? [own] : [own, spouse];
}

/**
 * Name keys for the suppression list, which may have neither ID nor address: ZIP, last name and the first letters of the first name. One
 * for the constituent and one for the spouse. None without a ZIP.
 */
export function nameKeys(record: MappedTexts): readonly string[] {
  const { values } = record;
  const zip = zipKey(values[F.postalCode]!);
  const last = plain(values[F.primaryLast]!);
  const first = plain(values[F.primaryFirst]!).slice(0, FIRST_LETTERS);
  const spouseFirst = plain(values[F.spouseFirst]!).slice(0, FIRST_LETTERS);
  const spouseLast = plain(values[F.spouseLast]!) || last;
  if (zip === '') return [];
  const keys: string[] = [];
  if (last !== '' && first !== '') keys.push(`${zip}|${last}|${first}`);
  if (spouseLast !== '' && spouseFirst !== '') keys.push(`${zip}|${spouseLast}|${spouseFirst}`);
  return keys;
}

/** Keys of a person across lists, for recent screenings and the suppression list. */
export function personKeys(record: MappedTexts): readonly string[] {
  const id = idKey(record);
  const keys = [...householdKeys(record).slice(0, 1).map((key) => `h:${key}`), ...emailKeys(record).map((key) => `e:${key}`)]; // prettier-ignore
  return id === '' ? keys : [`i:${id}`, ...keys];
}

/** The number of filled fields. Of two rows of a household, the row with more of them is kept. */
export function fullness(record: MappedTexts): number {
  let filled = 0;
  for (const value of record.values) if (value !== '') filled++;
  return filled;
}
