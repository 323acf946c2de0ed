/**
 * One mapped record: what mapping makes of one row, and what the checks, the grid and the request body read.
 * One record is used for row after row, field by field in arrays, so that a million rows leave no objects behind.
 */
import { FieldSet } from '../fields/field-set.ts';
import { FIELDS, FIELD_KEYS, fieldsOf, indexesOf, type ConstituentRecord } from '../fields/table.ts';
import { TEXT_CLASS } from '../transforms/text.ts';

/** Why a value could not be parsed. The value then holds the text as given. */
export const PARSE_ERROR = {
  none: 0,
  dateUnreadable: 1,
  /** Reads as a date that the calendar does not have: 31 February. */
  dateImpossible: 2,
  amountUnreadable: 3,
  countUnreadable: 4,
} as const;

/** What cleaning did to a value, as bits. */
export const CHANGE = {
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

/** Bits above those of `TEXT_CLASS` that reading adds to what a value is made of. */
export const VALIDITY = {
  /** The value has the form of its field: a known state, a whole ZIP, an e-mail address, a phone number of seven digits. */
  proven: 1 << 20,
  /** Reason to look at it once more: an address that looks made up, an amount below zero, a number as long as a card's. */
  doubtful: 1 << 21,
} as const;

export interface MappedRecord {
  /** The record's texts by field index: dates `YYYY-MM-DD`, amounts plain decimals, counts plain integers; empty: no value. */
  readonly values: string[];
  /** One of `PARSE_ERROR` for each field. */
  readonly parseErrors: number[];
  /** Bits of `CHANGE` for each field. */
  readonly changes: number[];
  /** Bits of `TEXT_CLASS` and `VALIDITY` for each value; 0 for an empty one. Whatever sets a value sets them. */
  readonly classes: number[];
  /** Dates as packed days (`year * 10000 + month * 100 + day`) and amounts and counts as numbers, for comparing; where the value is readable. */
  readonly numbers: number[];
  /** The fields that have a mark or a setParseError, as bits by index, and perhaps more. Most rows have few. */
  readonly flaggedFields: FieldSet;
}

/** The texts of a record; rows of a page have no more. */
export type MappedTexts = Pick<MappedRecord, 'values' | 'parseErrors'>;

const FIELD_COUNT = FIELDS.length;

const EMAILS = indexesOf(fieldsOf({ kind: 'email' }));

/** The values of a record as they are compared with what was sent before: the case of an e-mail address does not count. */
export function comparedValues(values: string[]): string[] {
  let compared = values;
  for (const field of EMAILS) {
    const value = values[field]!;
    const lower = value.toLowerCase();
    if (lower !== value) compared = compared.with(field, lower);
  }
  return compared;
}

const zeros = (): number[] => Array.from({ length: FIELD_COUNT }, () => 0);

export function createMappedRecord(): MappedRecord {
  return {
    values: Array.from({ length: FIELD_COUNT }, () => ''),
    // Plain arrays of small integers: the engine reaches them with fewer checks than typed arrays.
    parseErrors: zeros(),
    changes: zeros(),
    classes: zeros(),
    numbers: Array.from({ length: FIELD_COUNT }, () => Number.NaN),
    flaggedFields: new FieldSet(),
  };
}

/** Empties the value of one field. */
export function clearValue(record: MappedRecord, field: number): void {
  record.values[field] = '';
  record.classes[field] = 0;
}

/** Adds changes to a field. */
export function addChange(record: MappedRecord, field: number, bits: number): void {
  record.changes[field]! |= bits;
  record.flaggedFields.add(field);
}

/** Records why a value cannot be parsed, as one of `PARSE_ERROR`. */
export function setParseError(record: MappedRecord, field: number, kind: number): void {
  record.parseErrors[field] = kind;
  record.flaggedFields.add(field);
}

/** Removes all changes and parse errors from a record. */
export function clearFlags(record: MappedRecord): void {
  if (record.flaggedFields.isEmpty) return;
  const { changes, parseErrors, flaggedFields } = record;
  for (let field = flaggedFields.next(0); field >= 0; field = flaggedFields.next(field + 1)) {
    changes[field] = 0;
    parseErrors[field] = PARSE_ERROR.none;
  }
  flaggedFields.clear();
}

/** 1 where the record takes a JSON number. */
export const NUMERIC: readonly number[] = FIELDS.map((field) => (field.type === 'amount' || field.type === 'count' ? 1 : 0));

/**
 * True when the field has a value in the record. An amount or a count that could not be read has none: the interface
 * (2.1) takes numbers there, and no number is known. An unreadable date is a text and is kept.
 */
export function hasValue(record: MappedRecord, field: number): boolean {
  return record.values[field] !== '' && (NUMERIC[field] === 0 || record.parseErrors[field] === PARSE_ERROR.none);
}

/** The record as an object in the form of section 2.1; fields without a value are left out. */
export function recordOf(record: MappedRecord): ConstituentRecord {
  const sent: Record<string, string | number> = {};
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasValue(record, field)) continue;
    const value = record.values[field]!;
    sent[FIELD_KEYS[field]!] = NUMERIC[field] === 1 ? Number(value) : value;
  }
  return sent;
}

const JSON_KEYS: readonly string[] = FIELD_KEYS.map((key) => `,"${key}":`);
const JSON_TEXT_KEYS: readonly string[] = FIELD_KEYS.map((key) => `,"${key}":"`);

/**
 * The JSON text of the record, equal to `JSON.stringify(recordOf(record))`. Amounts are plain decimals that a JSON number
 * holds exactly, so their text is the number.
 */
export function recordJson(record: MappedRecord): string {
  const { values, parseErrors, classes } = record;
  let json = '';
  for (let field = 0; field < FIELD_COUNT; field++) {
    const value = values[field]!;
    if (value === '') continue;
    if (NUMERIC[field] === 1) {
      if (parseErrors[field] === 0) json += JSON_KEYS[field]! + value;
    } else if ((classes[field]! & TEXT_CLASS.escape) === 0) json += JSON_TEXT_KEYS[field]! + value + '"';
    else json += JSON_KEYS[field]! + JSON.stringify(value);
  }
  return json === '' ? '{}' : `{${json.slice(1)}}`;
}

/** The first line of the CSV form of a list: the field names in the order of the interface, without a line end. */
export const CSV_HEADER = FIELD_KEYS.join(',');

/** Traits of a value that is quoted in a line of CSV. */
export const CSV_QUOTED = TEXT_CLASS.comma | TEXT_CLASS.escape | TEXT_CLASS.line;

/** The record as one line of CSV in the order of `CSV_HEADER`, quoted where needed (RFC 4180), without a line end. */
export function recordCsv(record: MappedRecord): string {
  const { values, classes } = record;
  let line = '';
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (field > 0) line += ',';
    if (!hasValue(record, field)) continue;
    const value = values[field]!;
    line += (classes[field]! & CSV_QUOTED) === 0 ? value : `"${value.replaceAll('"', '""')}"`;
  }
  return line;
}
