/**
 * One mapped record: the result of mapping one row, which the checks, the grid and the request body read. All rows
 * share one record with arrays by field, so that a million rows allocate no objects.
 */
import { type ConstituentRecord, FIELDS, FIELD_INDEX, FIELD_KEYS, FieldSet, fieldsOf, indexesOf } from '../fields/index.ts';
import { TEXT_CLASS, shortSalesforceId } from '../transforms/index.ts';

/** Why a value cannot be sent. The value is then the original text, or what was read of it. */
export const PARSE_ERROR = {
  none: 0,
  dateUnreadable: 1,
  /** A date that does not exist in the calendar: 31 February. */
  dateImpossible: 2,
  amountUnreadable: 3,
  countUnreadable: 4,
  /** An amount with two readings, such as 12,50 in a column of 1,500. */
  amountUnclear: 5,
  amountNegative: 6,
  countNegative: 7,
  /** An amount or a count too large for the gifts of a person. */
  tooLarge: 8,
  /** An amount in another currency than most amounts of its column. */
  otherCurrency: 9,
  emailUnreadable: 20,
  phoneUnreadable: 21,
  /** Longer than the service accepts, in a field that a match does not need. */
  tooLong: 22,
} as const;

/** What cleaning did to a value, as bits. */
export const CHANGE = {
  spaces: 1,
  /** The cell held a placeholder; the value is empty. */
  placeholder: 2,
  apostrophe: 4,
  zipZero: 8,
  /** The cell of a name says that the office does not use the record. Shares the bit of `zipZero`, which is only for ZIP codes. */
  unused: 8,
  zipHyphen: 16,
  /** The cell of a name has a request not to contact the person. Shares the bit of `zipHyphen`, which is only for ZIP codes. */
  contactBan: 16,
  /** A two-digit year was completed. */
  twoDigitYear: 32,
  /** Day and month could be swapped and no order was given: the month was read first. */
  ambiguousDate: 64,
  /** An Excel day number was read as a date. */
  serialDate: 128,
  /**
   * HTML codes or misread letters were replaced in a text. Shares the bit of `serialDate`, which is only for dates: all bits of a small
   * integer are used.
   */
  restored: 128,
  /** The capitals of a name were corrected. */
  shouted: 256,
  stateCode: 512,
  countryCode: 1024,
  /** The street had several lines or a place. On street2: it received a line. */
  lines: 2048,
  /** The value is part of a cell that was split. */
  split: 4096,
  /** A correction by the user. */
  edited: 8192,
  /** The address was extracted from text with a name or a link: Jane <jane@example.org>. */
  address: 16_384,
  /** Longer than 255 characters. */
  long: 32_768,
  /** The split cell or another column says that the person with this name has died. */
  deceased: 65_536,
  /** The service refused this value when the row was sent earlier. */
  refused: 131_072,
  /** Another column says that the person must not be screened. */
  objected: 262_144,
  /** Another column does not say clearly whether the person has died. */
  deathUnclear: 524_288,
  /** The phone number was taken out of a text with several, or with a label. */
  phone: 1_048_576,
  /** The cell held an incomplete date, such as a year; the value is empty. */
  partialDate: 2_097_152,
  /** A spreadsheet had cut the digits of the ID; the value is empty. */
  digitsLost: 4_194_304,
  /** The ID was written as a float or in scientific notation, with all of its digits. */
  digitsRestored: 8_388_608,
  /** Nothing separates the street from the city, and the city is not a known one. */
  cityGuessed: 16_777_216,
  /** The cell has further emails or phone numbers, for which no field is free. */
  several: 33_554_432,
  /** The value comes from the column of another field: a phone number in a column of emails. */
  moved: 67_108_864,
  /** The cell can be read as another name. */
  nameUnclear: 134_217_728,
  /** The spouse is left out because a mark says that the spouse has died. */
  spouseDead: 268_435_456,
  /** The maiden name was in the cell of the whole name. */
  maiden: 536_870_912,
} as const;

/** Bits above those of `TEXT_CLASS` that parsing adds to the classes of a value. */
export const VALIDITY = {
  /** The value has the form of its field: a known state, a complete ZIP, an email address, a phone number of seven digits. */
  proven: 1 << 20,
  /** The rules must examine it: an email address that looks made up, an amount below zero, a number as long as a card number. */
  doubtful: 1 << 21,
} as const;

export interface MappedRecord {
  /** Texts by field index: dates `YYYY-MM-DD`, amounts plain decimals, counts plain integers; empty: no value. */
  readonly values: string[];
  /** One of `PARSE_ERROR` for each field. */
  readonly parseErrors: number[];
  /** Bits of `CHANGE` for each field. */
  readonly changes: number[];
  /** Bits of `TEXT_CLASS` and `VALIDITY` for each value; 0 for an empty one. Set together with the value. */
  readonly classes: number[];
  /** Dates as packed days (`year * 10000 + month * 100 + day`), amounts and counts as numbers; only for readable values. */
  readonly numbers: number[];
  /** A superset of the fields with changes or parse errors. Most rows have few. */
  readonly flaggedFields: FieldSet;
}

/** The part of a record that a page row needs. */
export type MappedTexts = Pick<MappedRecord, 'values' | 'parseErrors'>;

const FIELD_COUNT = FIELDS.length;

const DATE_FIELDS = indexesOf(fieldsOf({ kind: 'date' }));

const EMAILS = indexesOf(fieldsOf({ kind: 'email' }));

const ID = FIELD_INDEX.constituentId;

/**
 * The values in the form for comparing with earlier screenings: ignores the case of email addresses and the two forms of Salesforce IDs.
 */
export function comparedValues(values: string[]): string[] {
  const id = shortSalesforceId(values[ID]!);
  let compared = id === values[ID] ? values : values.with(ID, id);
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
    // Plain arrays of small integers, because V8 makes fewer checks for them than for typed arrays.
    parseErrors: zeros(),
    changes: zeros(),
    classes: zeros(),
    numbers: Array.from({ length: FIELD_COUNT }, () => Number.NaN),
    flaggedFields: new FieldSet(),
  };
}

export function clearValue(record: MappedRecord, field: number): void {
  record.values[field] = '';
  record.classes[field] = 0;
}

export function addChange(record: MappedRecord, field: number, bits: number): void {
  record.changes[field]! |= bits;
  record.flaggedFields.add(field);
}

/** Keeps a value from being sent. The rules then treat the field as empty. */
export function withhold(record: MappedRecord, field: number, kind: number): void {
  record.parseErrors[field] = kind;
  record.flaggedFields.add(field);
  record.classes[field] = 0;
}

export function clearFlags(record: MappedRecord): void {
  if (record.flaggedFields.isEmpty) return;
  const { changes, parseErrors, flaggedFields } = record;
  for (let field = flaggedFields.next(0); field >= 0; field = flaggedFields.next(field + 1)) {
    changes[field] = 0;
    parseErrors[field] = PARSE_ERROR.none;
  }
  flaggedFields.clear();
}

/** 1 for fields with a JSON number. */
export const NUMERIC: readonly number[] = FIELDS.map((field) => (field.type === 'amount' || field.type === 'count' ? 1 : 0));

/** False for an empty value, and for one with a parse error: the person is sent without it. */
export function hasValue(record: MappedRecord, field: number): boolean {
  return record.values[field] !== '' && record.parseErrors[field] === PARSE_ERROR.none;
}

/** Clears gift dates in the future. `today`: a packed day. */
export function withholdFuture(record: MappedRecord, today: number): void {
  const { classes, numbers } = record;
  for (const field of DATE_FIELDS) if ((classes[field]! & VALIDITY.proven) !== 0 && numbers[field]! > today) clearValue(record, field);
}

/** The record in the form of section 2.1, without its empty fields. */
export function recordOf(record: MappedRecord): ConstituentRecord {
  const result: Record<string, string | number> = {};
  for (let field = 0; field < FIELD_COUNT; field++) {
    if (!hasValue(record, field)) continue;
    const value = record.values[field]!;
    result[FIELD_KEYS[field]!] = NUMERIC[field] === 1 ? Number(value) : value;
  }
  return result;
}

const JSON_KEYS: readonly string[] = FIELD_KEYS.map((key) => `,"${key}":`);
const JSON_TEXT_KEYS: readonly string[] = FIELD_KEYS.map((key) => `,"${key}":"`);

/**
 * Equal to `JSON.stringify(recordOf(record))`. Amounts are plain decimals that a JSON number holds exactly, so their
 * text is the number.
 */
export function recordJson(record: MappedRecord): string {
  const { values, parseErrors, classes } = record;
  let json = '';
  for (let field = 0; field < FIELD_COUNT; field++) {
    const value = values[field]!;
    if (value === '' || parseErrors[field] !== 0) continue;
    if (NUMERIC[field] === 1) json += JSON_KEYS[field]! + value;
    else if ((classes[field]! & TEXT_CLASS.escape) === 0) json += JSON_TEXT_KEYS[field]! + value + '"';
    else json += JSON_KEYS[field]! + JSON.stringify(value);
  }
  return json === '' ? '{}' : `{${json.slice(1)}}`;
}

/** Classes of a value that CSV must quote. */
export const CSV_QUOTED = TEXT_CLASS.comma | TEXT_CLASS.escape | TEXT_CLASS.line;

/** One line of CSV in the order of the fields, quoted where needed (RFC 4180), without a line end. */
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
