/** Streets, states, countries and postal codes of a record. */
import { FIELD_INDEX, fieldsOf, indexesOf } from '../fields/index.ts';
import { withoutDecimals } from '../numbers/index.ts';
import {
  TEXT_CLASS,
  ZIP,
  countryCode,
  isAbroad,
  isAddressOfDead,
  isProvince,
  isUsOrEmpty,
  isUsState,
  looksLikeUnit,
  splitStreetLines,
  stateCode,
  tidySpaces,
  withoutAddressRemark,
  withZipHyphen,
  withZipZeros,
  zipFitsState,
  zipShape,
} from '../transforms/index.ts';
import { FITS_ALL, replaceValue, storeValue } from './stored-value.ts';
import { addChange, CHANGE, clearValue, type MappedRecord, VALIDITY } from './mapped-record.ts';
import type { Cleaning } from './plan.ts';

const COUNTRY = FIELD_INDEX.country;
const STATE = FIELD_INDEX.state;
/** The field for further lines of a street. */
const SECOND_LINE = indexesOf(fieldsOf({ kind: 'streetLine2' }))[0]!;
const ZIP_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | VALIDITY.proven;
const STATE_CLASSES = TEXT_CLASS.upper | VALIDITY.proven;

/** Splits the lines of a street between the two street fields. */
export function splitLines(record: MappedRecord, field: number, cleaning: Cleaning): void {
  const value = record.values[field]!;
  if (!cleaning.streetLines) {
    if (cleaning.spaces) replaceValue(record, field, tidySpaces(value), CHANGE.spaces);
    return;
  }
  const { street, street2 } = splitStreetLines(value);
  if (street2 !== '' && record.values[SECOND_LINE] !== '') return replaceValue(record, field, `${street}, ${street2}`, CHANGE.lines);
  replaceValue(record, field, street, CHANGE.lines);
  if (street2 !== '') replaceValue(record, SECOND_LINE, street2, CHANGE.lines);
}

const FIRST_LINE = FIELD_INDEX.street;

/** Removes remarks of the office from the street: BAD ADDRESS - 7 Elm St. */
export function clearRemarks(record: MappedRecord): void {
  for (const field of [FIRST_LINE, SECOND_LINE]) {
    const value = record.values[field] ?? '';
    if (value === '' || value.length > FITS_ALL) continue;
    replaceValue(record, field, isAddressOfDead(value) ? '' : withoutAddressRemark(value), CHANGE.placeholder);
  }
}
/** A house number and a street after a comma. */
const NUMBER_BEHIND = /, \d+[A-Za-z]?(?:-\d+)? \p{L}/u;
const isStreet = (text: string): boolean =>
  (startsWithNumber(text) && text.includes(' ') && !looksLikeUnit(text)) || /^p\.?\s?o\.?\s?box\s/i.test(text);
const startsWithNumber = (text: string): boolean => text.charCodeAt(0) >= 48 && text.charCodeAt(0) <= 57;

/**
 * Swaps the two lines of a street if the second one has the house number: the first of two columns often has a recipient, a unit or the
 * name of a building. If the first line is empty, the street moves up from the second.
 */
export function arrangeLines(record: MappedRecord): void {
  const [first, second] = [record.values[FIRST_LINE]!, record.values[SECOND_LINE]!];
  if (first === '' && isStreet(second)) {
    replaceValue(record, FIRST_LINE, second, CHANGE.lines);
    clearValue(record, SECOND_LINE);
    return;
  }
  if (first === '' || first.length + second.length > FITS_ALL || !(startsWithNumber(second) || NUMBER_BEHIND.test(second))) return;
  if (startsWithNumber(second)) {
    if (splitStreetLines(`${first}\n${second}`).street === first) return;
    replaceValue(record, FIRST_LINE, second, CHANGE.lines);
    replaceValue(record, SECOND_LINE, first, CHANGE.lines);
    return;
  }
  // Several columns are joined in the second line, so the street can be after a comma: "c/o Poe" and "Suite 5, 12 Elm St".
  const lines = splitStreetLines(`${first}\n${second.replaceAll(', ', '\n')}`);
  if (lines.street === first) return;
  replaceValue(record, FIRST_LINE, lines.street, CHANGE.lines);
  replaceValue(record, SECOND_LINE, lines.street2, CHANGE.lines);
}

const isUS = (text: string): boolean => text.length === 2 && text.charCodeAt(0) === 85 && text.charCodeAt(1) === 83;

/** True when the row's country is the US or empty. */
function isUnitedStates(record: MappedRecord): boolean {
  const country = record.values[COUNTRY]!;
  return country.length === 0 || isUS(country) || isUsOrEmpty(country);
}

export function parseExactState(record: MappedRecord, field: number, raw: string): boolean {
  return isUsState(raw) && isUnitedStates(record) && storeValue(record, field, raw, STATE_CLASSES, 0);
}

/** The usual names of the US, which most rows have as their country. */
const US_NAMES: ReadonlySet<string> = new Set(['USA', 'United States', 'U.S.A.', 'United States of America']);

export function parseExactCountry(record: MappedRecord, field: number, raw: string, cleaning: Cleaning): boolean {
  if (isUS(raw)) return storeValue(record, field, raw, TEXT_CLASS.upper, 0);
  if (!cleaning.countryCodes || !US_NAMES.has(raw)) return false;
  addChange(record, field, CHANGE.countryCode);
  return storeValue(record, field, 'US', TEXT_CLASS.upper, 0);
}

export function parseExactZip(record: MappedRecord, field: number, raw: string): boolean {
  return zipShape(raw) === ZIP.whole && storeValue(record, field, raw, ZIP_CLASSES, 0);
}

export function codeState(record: MappedRecord, field: number): void {
  const value = record.values[field]!;
  const unitedStates = isUnitedStates(record);
  if (unitedStates && isUsState(value)) {
    storeValue(record, field, value, STATE_CLASSES, 0);
    return;
  }
  if (!unitedStates && countryCode(record.values[COUNTRY]!) !== 'CA') return;
  const code = stateCode(value);
  if (code === null || (!unitedStates && !isProvince(code))) return;
  replaceValue(record, field, code, CHANGE.stateCode);
  if (unitedStates && isUsState(code)) record.classes[field]! |= VALIDITY.proven;
}

export function codeCountry(record: MappedRecord, field: number): void {
  const code = countryCode(record.values[field]!);
  if (code !== null) replaceValue(record, field, code, CHANGE.countryCode);
}

export function completeZip(record: MappedRecord, field: number, cleaning: Cleaning): void {
  const value = record.values[field]!;
  let shape = zipShape(value);
  if (shape === ZIP.other && value.endsWith('.0')) {
    replaceValue(record, field, withoutDecimals(value), 0);
    shape = zipShape(record.values[field]!);
  }
  if (shape !== ZIP.whole && isUnitedStates(record)) {
    if (shape === ZIP.nine || shape === ZIP.other) replaceValue(record, field, withZipHyphen(record.values[field]!), CHANGE.zipHyphen);
    if (cleaning.zipZeros) restoreZipZeros(record, field);
    shape = zipShape(record.values[field]!);
  }
  if (shape === ZIP.whole) record.classes[field]! |= VALIDITY.proven;
  else if (shape === ZIP.other && ((record.classes[field] ?? 0) & TEXT_CLASS.lower) !== 0) writeInCapitals(record, field);
}

/** Capitalizes a foreign postal code. People type "m5v 2t6" in web forms, but all countries use capital letters. */
function writeInCapitals(record: MappedRecord, field: number): void {
  const code = record.values[field]!.toUpperCase();
  if (code.length <= LONGEST_CODE && isAbroad(record.values[COUNTRY]!, '', code, '')) replaceValue(record, field, code, 0);
}
const LONGEST_CODE = 10;

/** Restores zeros only where the state proves them: a ZIP of four digits can also be a typing error. */
function restoreZipZeros(record: MappedRecord, field: number): void {
  const whole = withZipZeros(record.values[field]!);
  if (whole === record.values[field]) return;
  const state = stateCode(record.values[STATE]!) ?? '';
  if (isUsState(state) && zipFitsState(whole, state)) replaceValue(record, field, whole, CHANGE.zipZero);
}
