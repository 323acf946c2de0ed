/** Stores cleaned values in the record, with the classes of their characters. */
import { FIELDS } from '../fields/index.ts';
import { TEXT_CLASS, classesOf, isMissing, isPlaceholder, tidySpaces, withoutApostrophe } from '../transforms/index.ts';
import { addChange, CHANGE, type MappedRecord, PARSE_ERROR, withhold } from './mapped-record.ts';
import type { Cleaning } from './plan.ts';

const MAX_LENGTHS: readonly number[] = FIELDS.map(({ maxLength }) => maxLength);
/** Texts up to this length fit every field. A constant, so that the hot path needs no table. */
export const FITS_ALL = Math.min(...MAX_LENGTHS);

/** The fields that find or identify a person. A text of another field that is too long is withheld. */
const NEEDED: readonly boolean[] = FIELDS.map(({ purpose }) => purpose === 'match' || purpose === 'identity');

const MAY_BE_NA: readonly boolean[] = FIELDS.map(({ key, kind }) => key === 'primaryFirst' || key === 'primaryLast' || kind === 'country');

/** True for a text that marks a missing value in a field. NA and nan mark none in the name of the constituent and in a country. */
export const isMissingIn = (field: number, text: string): boolean => (MAY_BE_NA[field] === true ? isPlaceholder(text) : isMissing(text));

/** Stores a value with its classes. Always returns true, so that a parser can return its result. */
export function storeValue(record: MappedRecord, field: number, value: string, classes: number, number: number): true {
  record.values[field] = value;
  record.classes[field] = classes;
  record.numbers[field] = number;
  return true;
}

/** Cleans a text and stores it. False when nothing remains. */
export function cleanValue(record: MappedRecord, field: number, raw: string, cleaning: Cleaning, keepLines: boolean): boolean {
  let classes = classesOf(raw);
  let value = raw;
  const first = raw.charCodeAt(0);
  if ((classes & TEXT_CLASS.untidy) !== 0 || first === 39 || first === 34) {
    value = tidy(record, field, raw, keepLines, cleaning);
    classes = classesOf(value);
  }
  if (cleaning.placeholders && isMissingIn(field, value)) {
    addChange(record, field, CHANGE.placeholder);
    value = '';
    classes = 0;
  }
  record.values[field] = value;
  record.classes[field] = classes;
  if (value.length > MAX_LENGTHS[field]!) {
    if (NEEDED[field] === true) addChange(record, field, CHANGE.long);
    else {
      withhold(record, field, PARSE_ERROR.tooLong);
      return false;
    }
  }
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

/** Replaces a value by another one, and marks the change. `bits`: of `CHANGE`. */
export function replaceValue(record: MappedRecord, field: number, value: string, bits: number): void {
  if (value === record.values[field]) return;
  record.values[field] = value;
  record.classes[field] = classesOf(value);
  addChange(record, field, bits);
}
