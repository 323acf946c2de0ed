/** Dates and numbers of a record. */
import {
  DATE,
  type DateOrder,
  type DecimalSign,
  NO_DATE,
  TEXT_CLASS,
  dayOf,
  formatDay,
  isDecimalPoint,
  readAmount,
  readCount,
  readDate,
  readPlainAmount,
  readPlainDate,
} from '../transforms/index.ts';
import { cleanValue, storeValue } from './stored-value.ts';
import { addChange, CHANGE, clearValue, type MappedRecord, PARSE_ERROR, setParseError, VALIDITY } from './mapped-record.ts';
import type { Cleaning } from './plan.ts';

/** The classes of a parsed date or number: no character that JSON escapes. */
const NUMBER_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | TEXT_CLASS.point | VALIDITY.proven;

/** How the texts of a sheet are parsed. */
export interface ParseOptions {
  readonly cleaning: Cleaning;
  readonly order: DateOrder | null;
  readonly decimal: DecimalSign;
}

export function parseExactDate(record: MappedRecord, field: number, raw: string): boolean {
  const day = readPlainDate(raw);
  return day > 0 && storeValue(record, field, raw, NUMBER_CLASSES, day);
}

export function parseExactAmount(record: MappedRecord, field: number, raw: string, decimal: DecimalSign): boolean {
  const amount = readPlainAmount(raw);
  return amount >= 0 && isDecimalPoint(raw, decimal) && storeValue(record, field, raw, NUMBER_CLASSES, amount);
}

export function parseExactCount(record: MappedRecord, field: number, raw: string): boolean {
  const count = readPlainAmount(raw);
  return count >= 0 && Number.isInteger(count) && storeValue(record, field, raw, NUMBER_CLASSES, count);
}

export function parseDateText(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  let day = readDate(raw, options.order);
  if (day < 0) {
    if (!cleanValue(record, field, raw, options.cleaning, false)) return;
    const value = record.values[field]!;
    // Excel shows its day zero as 1/0/1900, and databases show theirs as the first day of the year 1.
    if (/^(?:0?1[/-]0?0[/-](?:1900|00)|1900-01-00|0001-01-01.*)$/.test(value)) {
      clearValue(record, field);
      return addChange(record, field, CHANGE.placeholder);
    }
    day = readDate(value, options.order);
    if (day < 0) return setParseError(record, field, day === NO_DATE.impossible ? PARSE_ERROR.dateImpossible : PARSE_ERROR.dateUnreadable);
  }
  storeValue(record, field, formatDay(day), NUMBER_CLASSES, dayOf(day));
  if (day < DATE.ambiguous) return;
  if ((day & DATE.ambiguous) !== 0) addChange(record, field, CHANGE.ambiguousDate);
  if ((day & DATE.twoDigitYear) !== 0) addChange(record, field, CHANGE.twoDigitYear);
  if ((day & DATE.serial) !== 0) addChange(record, field, CHANGE.serialDate);
}

/** `isAmount`: an amount of money, otherwise a count. */
export function parseNumberText(record: MappedRecord, field: number, raw: string, isAmount: boolean, options: ParseOptions): void {
  let plain = isAmount ? readAmount(raw, options.decimal) : readCount(raw);
  if (plain === null) {
    if (!cleanValue(record, field, raw, options.cleaning, false)) return;
    const value = record.values[field]!;
    if (value !== raw) plain = isAmount ? readAmount(value, options.decimal) : readCount(value);
    if (plain === null) return setParseError(record, field, isAmount ? PARSE_ERROR.amountUnreadable : PARSE_ERROR.countUnreadable);
  }
  const number = readPlainAmount(plain);
  if (number >= 0) storeValue(record, field, plain, NUMBER_CLASSES, number);
  else storeValue(record, field, plain, NUMBER_CLASSES | VALIDITY.doubtful, Number(plain));
}
