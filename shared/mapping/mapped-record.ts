/**
 * The draft of one record: what mapping makes of one row, and what the checks, the grid and the request body read.
 * One draft is used for row after row, field by field in arrays, so that a million rows leave no objects behind.
 */
import { FIELDS, FIELD_INDEX, FIELD_KEYS, type ConstituentRecord } from '../fields/table.ts';
import { TRAIT } from '../transforms/text.ts';

/** Why a value could not be brought into the form of its field. The value then holds the text as given. */
export const FAULT = {
  none: 0,
  dateUnreadable: 1,
  /** Reads as a date that the calendar does not have: 31 February. */
  dateImpossible: 2,
  amountUnreadable: 3,
  countUnreadable: 4,
} as const;

/** What cleaning did to a value, as bits. */
export const MARK = {
  spaces: 1,
  /** The cell held a placeholder; the value is empty. */
  placeholder: 2,
  apostrophe: 4,
  zipZero: 8,
  zipHyphen: 16,
  /** A year of two digits was completed. */
  twoDigitYear: 32,
  /** Day and month could be swapped and no order was given: the month was read first. */
  ambiguousDate: 64,
  /** An Excel day number was read as a date. */
  serialDate: 128,
  /** A name in capitals was rewritten. */
  shouted: 256,
  stateCode: 512,
  countryCode: 1024,
  /** The street had several lines; on street2: it received them. */
  lines: 2048,
  /** The value is a part of a cell that was taken apart. */
  split: 4096,
  /** A person's correction. */
  edited: 8192,
  /** The address was taken out of a name or a link: Jane <jane@example.org>. */
  address: 16_384,
  /** Longer than 255 characters. */
  long: 32_768,
  /** The cell that was taken apart, or a column of its own, says that the bearer of this name has died. */
  deceased: 65_536,
  /** The service refused this very value when the row was sent before. */
  refused: 131_072,
} as const;

/** Bits above those of `TRAIT` that reading adds to what a value is made of. */
export const PROOF = {
  /** The value has the form of its field: a known state, a whole ZIP, an e-mail address, a phone number of seven digits. */
  proven: 1 << 20,
  /** Reason to look at it once more: an address that looks made up, an amount below zero, a number as long as a card's. */
  doubtful: 1 << 21,
} as const;

export interface Draft {
  /** The record's texts by field index: dates `YYYY-MM-DD`, amounts plain decimals, counts plain integers; empty: no value. */
  readonly values: string[];
  /** One of `FAULT` for each field. */
  readonly faults: number[];
  /** Bits of `MARK` for each field. */
  readonly marks: number[];
  /** Bits of `TRAIT` and `PROOF` for each value; 0 for an empty one. Kept true by whoever sets a value. */
  readonly traits: number[];
  /** Dates as packed days (`year * 10000 + month * 100 + day`) and amounts and counts as numbers, for comparing; where the value is readable. */
  readonly numbers: number[];
  /** The fields that have a mark or a fault, as bits by index, and perhaps more. Most rows have few. */
  remarked: number;
}

/** What is needed of a draft to look at its texts: rows of a page have no more. */
export type DraftTexts = Pick<Draft, 'values' | 'faults'>;

const FIELD_COUNT = FIELDS.length;

const PERSONAL_EMAIL = FIELD_INDEX.personalEmail;
const BUSINESS_EMAIL = FIELD_INDEX.businessEmail;

/** The values of a record as it is compared with what was sent before: an e-mail address in capitals is the same address. */
export function comparedValues(values: string[]): string[] {
  const personal = values[PERSONAL_EMAIL]!.toLowerCase();
  const business = values[BUSINESS_EMAIL]!.toLowerCase();
  if (personal === values[PERSONAL_EMAIL] && business === values[BUSINESS_EMAIL]) return values;
  return values.with(PERSONAL_EMAIL, personal).with(BUSINESS_EMAIL, business);
}

const zeros = (): number[] => Array.from({ length: FIELD_COUNT }, () => 0);

export function createDraft(): Draft {
  return {
    values: Array.from({ length: FIELD_COUNT }, () => ''),
    // Plain arrays of small integers: the engine reaches them with fewer checks than typed arrays.
    faults: zeros(),
    marks: zeros(),
    traits: zeros(),
    numbers: Array.from({ length: FIELD_COUNT }, () => Number.NaN),
    remarked: 0,
  };
}

/** Empties the value of one field. */
export function clearValue(draft: Draft, field: number): void {
  draft.values[field] = '';
  draft.traits[field] = 0;
}

/** Adds marks to a field. */
export function mark(draft: Draft, field: number, bits: number): void {
  draft.marks[field]! |= bits;
  draft.remarked |= 1 << field;
}

/** Says why a field's value could not be brought into its form. */
export function fault(draft: Draft, field: number, kind: number): void {
  draft.faults[field] = kind;
  draft.remarked |= 1 << field;
}

/** The first of some fields that are given as bits, which are not 0. */
export const firstField = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** Takes all marks and faults from a draft. */
export function clearRemarks(draft: Draft): void {
  for (let left = draft.remarked; left !== 0; left &= left - 1) {
    const field = firstField(left);
    draft.marks[field] = 0;
    draft.faults[field] = FAULT.none;
  }
  draft.remarked = 0;
}

/** 1 where the record takes a JSON number. */
export const NUMERIC: readonly number[] = FIELDS.map((field) => (field.type === 'amount' || field.type === 'count' ? 1 : 0));

/**
 * True when the field has a value in the record. An amount or a count that could not be read has none: the interface
 * (2.1) takes numbers there, and no number is known. An unreadable date is a text and is kept.
 */
export function hasValue(draft: Draft, field: number): boolean {
  return draft.values[field] !== '' && (NUMERIC[field] === 0 || draft.faults[field] === FAULT.none);
}

/** The record of a draft as an object (section 2.1); fields without a value are left out. */
export function recordOf(draft: Draft): ConstituentRecord {
  const record: Record<string, string | number> = {};
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasValue(draft, field)) continue;
    const value = draft.values[field]!;
    const key: string = FIELD_KEYS[field]!;
    record[key] = NUMERIC[field] === 1 ? Number(value) : value;
  }
  return record;
}

const JSON_KEYS: readonly string[] = FIELD_KEYS.map((key) => `,"${key}":`);
const JSON_TEXT_KEYS: readonly string[] = FIELD_KEYS.map((key) => `,"${key}":"`);

/**
 * The JSON text of the record, equal to `JSON.stringify(recordOf(draft))`. Amounts are plain decimals that a JSON number
 * holds exactly, so their text is the number.
 */
export function recordJson(draft: Draft): string {
  const { values, faults, traits } = draft;
  let json = '';
  for (let field = 0; field < FIELD_COUNT; field++) {
    const value = values[field]!;
    if (value === '') continue;
    if (NUMERIC[field] === 1) {
      if (faults[field] === 0) json += JSON_KEYS[field]! + value;
    } else if ((traits[field]! & TRAIT.escape) === 0) json += JSON_TEXT_KEYS[field]! + value + '"';
    else json += JSON_KEYS[field]! + JSON.stringify(value);
  }
  return json === '' ? '{}' : `{${json.slice(1)}}`;
}

/** The first line of the CSV form of a list: the field names in the order of the interface, without a line end. */
export const CSV_HEADER = FIELD_KEYS.join(',');

/** Traits of a value that is quoted in a line of CSV. */
export const CSV_QUOTED = TRAIT.comma | TRAIT.escape | TRAIT.line;

/** The record as one line of CSV in the order of `CSV_HEADER`, quoted where needed (RFC 4180), without a line end. */
export function recordCsv(draft: Draft): string {
  const { values, traits } = draft;
  let line = '';
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (field > 0) line += ',';
    if (!hasValue(draft, field)) continue;
    const value = values[field]!;
    line += (traits[field]! & CSV_QUOTED) === 0 ? value : `"${value.replaceAll('"', '""')}"`;
  }
  return line;
}
