/** Dates and numbers of a record. */
import {
  type AmountNotation,
  DATE,
  type DateOrder,
  NO_DATE,
  commonCurrency,
  currencyOf,
  dayOf,
  formatDay,
  isNoDate,
  isOtherCurrency,
  isPartialDate,
  isUnclearAmount,
  readAmount,
  readCount,
  readDate,
  readPlainAmount,
  readPlainDate,
} from '../numbers/index.ts';
import { TEXT_CLASS } from '../transforms/index.ts';
import { cleanValue, storeValue } from './stored-value.ts';
import { addChange, CHANGE, clearValue, type MappedRecord, PARSE_ERROR, withhold, VALIDITY } from './mapped-record.ts';
import type { AmountCurrency, Cleaning, ColumnPlan } from './plan.ts';

/** The classes of a parsed date or number. None of its characters needs escaping in JSON. */
const NUMBER_CLASSES = TEXT_CLASS.digit | TEXT_CLASS.hyphen | TEXT_CLASS.point | VALIDITY.proven;

/** How the texts of a sheet are parsed. */
export interface ParseOptions extends AmountNotation, Pick<ColumnPlan, 'numbers' | 'currency'> {
  readonly cleaning: Cleaning;
  readonly order: DateOrder | null;
  /** True for text that the user typed and for numbers of a workbook. Their amounts are never ambiguous. */
  readonly isClear: boolean;
}

/** Larger amounts are not gifts but phone numbers, IDs or typing errors. */
const MAX_MONEY = 100_000_000_000;
const MAX_GIFTS = 1_000_000;
/** Up to this date, a date can be the zero of a database or a spreadsheet. `isNoDate` decides. */
const LAST_ZERO = 19_000_101;

export function parseExactDate(record: MappedRecord, field: number, raw: string): boolean {
  const day = readPlainDate(raw);
  return day > LAST_ZERO && storeValue(record, field, raw, NUMBER_CLASSES, day);
}

export function parseExactAmount(record: MappedRecord, field: number, raw: string, { decimal, currency }: ParseOptions): boolean {
  const amount = readPlainAmount(raw);
  if (amount < 0 || amount > MAX_MONEY || (currency?.main === null && currency.column === null)) return false;
  // The slow path reads amounts with a point before three digits, and with any point in a column of decimal commas.
  const isClear = decimal === 'point' ? raw.charCodeAt(raw.length - 4) !== 46 : Number.isInteger(amount);
  return isClear && storeValue(record, field, raw, NUMBER_CLASSES, amount);
}

export function parseExactCount(record: MappedRecord, field: number, raw: string): boolean {
  const count = readPlainAmount(raw);
  return count >= 0 && count <= MAX_GIFTS && Number.isInteger(count) && storeValue(record, field, raw, NUMBER_CLASSES, count);
}

export function parseDateText(record: MappedRecord, field: number, raw: string, options: ParseOptions): void {
  let day = readDate(raw, options.order);
  if (day < 0) {
    if (!cleanValue(record, field, raw, options.cleaning, false)) return;
    const value = record.values[field]!;
    day = isNoDate(value) ? NO_DATE.none : readDate(value, options.order);
    if (day < 0 && day !== NO_DATE.none) {
      if (!isPartialDate(value))
        return withhold(record, field, day === NO_DATE.impossible ? PARSE_ERROR.dateImpossible : PARSE_ERROR.dateUnreadable);
      clearValue(record, field);
      return addChange(record, field, CHANGE.partialDate);
    }
  }
  if (day === NO_DATE.none || (dayOf(day) <= LAST_ZERO && isNoDate(formatDay(day)))) {
    clearValue(record, field);
    return addChange(record, field, CHANGE.placeholder);
  }
  storeValue(record, field, formatDay(day), NUMBER_CLASSES, dayOf(day));
  if (day < DATE.ambiguous) return;
  if ((day & DATE.ambiguous) !== 0) addChange(record, field, CHANGE.ambiguousDate);
  if ((day & DATE.twoDigitYear) !== 0) addChange(record, field, CHANGE.twoDigitYear);
  if ((day & DATE.serial) !== 0) addChange(record, field, CHANGE.serialDate);
}

/** `isAmount`: false for a count. */
export function parseNumberText(record: MappedRecord, field: number, raw: string, isAmount: boolean, options: ParseOptions): void {
  const decimal = options.decimal ?? 'point';
  let plain = isAmount ? readAmount(raw, decimal) : readCount(raw);
  let value = raw;
  if (plain === null) {
    if (!cleanValue(record, field, raw, options.cleaning, false)) return;
    value = record.values[field]!;
    if (value !== raw) plain = isAmount ? readAmount(value, decimal) : readCount(value);
    if (plain === null) return withhold(record, field, isAmount ? PARSE_ERROR.amountUnreadable : PARSE_ERROR.countUnreadable);
  }
  if (isAmount && !options.isClear && isInOtherCurrency(value, options.currency)) return withholdCurrency(record, field, value);
  if (isAmount && !options.isClear && isUnclearAmount(value, options)) {
    cleanValue(record, field, value, options.cleaning, false);
    return withhold(record, field, PARSE_ERROR.amountUnclear);
  }
  const number = readPlainAmount(plain);
  if (number >= 0 && number <= (isAmount ? MAX_MONEY : MAX_GIFTS)) {
    storeValue(record, field, plain, NUMBER_CLASSES, number);
    return;
  }
  storeValue(record, field, plain, NUMBER_CLASSES & ~VALIDITY.proven, Number(plain));
  withhold(record, field, number >= 0 ? PARSE_ERROR.tooLarge : isAmount ? PARSE_ERROR.amountNegative : PARSE_ERROR.countNegative);
}

const isInOtherCurrency = (value: string, currency: ParseOptions['currency']): boolean =>
  currency?.column === null && isOtherCurrency(currencyOf('', value), currency.main);

function withholdCurrency(record: MappedRecord, field: number, text: string): void {
  record.values[field] = text.trim();
  withhold(record, field, PARSE_ERROR.otherCurrency);
}

/**
 * Withholds an amount if the currency column of its row has another currency than most rows, or if the amount itself contradicts that
 * column. `cell`: the text of a column; `own`: the column of the amount.
 */
export function checkCurrency(
  record: MappedRecord,
  field: number,
  { main, column }: AmountCurrency,
  cell: (column: number) => string,
  own: number,
): void {
  if (column === null || record.values[field] === '' || record.parseErrors[field] !== PARSE_ERROR.none) return;
  const [ofRow, ofAmount] = [currencyOf(cell(column), ''), currencyOf('', cell(own))];
  const stated = commonCurrency(ofRow, ofAmount);
  if (stated === null && isOtherCurrency(ofAmount, main)) withholdCurrency(record, field, cell(own));
  else if (isOtherCurrency(stated ?? ofRow, main)) withholdCurrency(record, field, `${record.values[field]!} ${stated ?? ofRow}`);
}
