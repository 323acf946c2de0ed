/** Rules for amounts, dates and counts of gifts. */
import { FIELD_INDEX as F, type FieldKey, fieldsOf } from '../fields/index.ts';
import { CHANGE, type MappedRecord, type MappedTexts, PARSE_ERROR, VALIDITY } from '../mapping/index.ts';
import { type AmountNotation, amountReadings, amountWith, readAmount } from '../numbers/index.ts';
import { RULE_INDEX as R } from './codes.ts';
import { CLEAR_VALUE, type Correction, defineFix, valueOf } from './fix.ts';
import type { CheckedList, Found, RuleTable, Subject } from './rule.ts';

const DATES = fieldsOf({ kind: 'date' });
const AMOUNTS = fieldsOf({ kind: 'amount' });
const COUNTS = fieldsOf({ kind: 'count' });
const GIVING = fieldsOf({ group: 'giving' });

const CLEAN_DATE = /^(\d{2})(\d{2})(-\d{2}-\d{2})$/;

const CENTURY_BACK = defineFix({
  id: 'centuryBack',
  description: 'Moves a date back by 100 years where the century was guessed wrong.',
  button: (rows) => `Review ${rows}`,
  bulk: false,
  safe: false,
  apply: (record, field) => {
    const date = CLEAN_DATE.exec(valueOf(record, field));
    if (date === null) return [];
    const century = Number(date[1]) - 1;
    return century < 19 ? [] : [{ field, value: `${century}${date[2]}${date[3]!}` }];
  },
});

const SWAP_GIFT_DATES = defineFix({
  id: 'swapGiftDates',
  description: 'Swaps the dates of the first and the most recent gift.',
  button: (rows) => `Review ${rows}`,
  bulk: false,
  safe: false,
  apply: (record) => {
    const first = valueOf(record, 'rfmFirstGiftDate');
    const recent = valueOf(record, 'rfmMostRecentGiftDate');
    if (first === '' || recent === '') return [];
    return [
      { field: 'rfmFirstGiftDate', value: recent },
      { field: 'rfmMostRecentGiftDate', value: first },
    ];
  },
});

/** Reads an amount with this decimal sign. */
const withSign =
  (decimal: NonNullable<AmountNotation['decimal']>) =>
  (record: MappedTexts, field: FieldKey): readonly Correction[] => {
    const reading = amountWith(valueOf(record, field), decimal);
    return reading === null ? [] : [clearAmount(record, field, reading)];
  };

const READ_SIGN = defineFix({
  id: 'readSignAsDecimal',
  description: 'Reads the sign in an amount as its decimal sign: 12,50 is 12.50.',
  button: (rows) => `Review ${rows}`,
  bulk: false,
  safe: false,
  readings: [
    { button: 'Read all with a decimal comma', apply: withSign('comma') },
    { button: 'Read all with a decimal point', apply: withSign('point') },
  ],
  choices: (record, field) => {
    const readings = amountReadings(valueOf(record, field));
    if (readings === null) return [];
    return [readings.asDecimals, readings.asWhole].map((reading) => ({
      label: `Change to ${reading}`,
      corrections: [clearAmount(record, field, reading)],
    }));
  },
  apply: (record, field) => {
    const readings = amountReadings(valueOf(record, field));
    return readings === null ? [] : [clearAmount(record, field, readings.asDecimals)];
  },
});

const SEND_NUMBER = defineFix({
  id: 'sendNumber',
  description: 'Sends the number without its currency. Convert amounts first where the difference matters.',
  button: (rows) => `Review ${rows}`,
  bulk: false,
  safe: false,
  readings: [{ button: 'Send all numbers as they are', apply: (record, field) => numberAlone(record, field) }],
  choices: (record, field) =>
    numberAlone(record, field).map((correction) => ({ label: `Change to ${correction.value}`, corrections: [correction] })),
  apply: (record, field) => numberAlone(record, field),
});

function numberAlone(record: MappedTexts, field: FieldKey): readonly Correction[] {
  const value = readAmount(valueOf(record, field), 'point');
  return value === null ? [] : [clearAmount(record, field, value)];
}

/** A date with its day and its month swapped; null when there is no such day. */
function swapped(record: MappedTexts, field: FieldKey): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(valueOf(record, field)) ?? [];
  return day === undefined || Number(day) > 12 ? null : `${year}-${day}-${month}`;
}

const dayFirst = (record: MappedTexts, field: FieldKey): readonly Correction[] => {
  const value = swapped(record, field);
  return value === null ? [] : [{ field, value }];
};
const monthFirst = (record: MappedTexts, field: FieldKey): readonly Correction[] =>
  swapped(record, field) === null ? [] : [{ field, value: valueOf(record, field) }];

const READ_ORDER = defineFix({
  id: 'readDateOrder',
  description: 'Reads a date with the day first: 3/4/2024 is April 3.',
  button: (rows) => `Review ${rows}`,
  bulk: false,
  safe: false,
  readings: [
    { button: 'Read all with the month first', apply: monthFirst },
    { button: 'Read all with the day first', apply: dayFirst },
  ],
  choices: (record, field) =>
    [...monthFirst(record, field), ...dayFirst(record, field)].map((correction, at) => ({
      label: at === 0 ? `Keep ${correction.value}` : `Change to ${correction.value}`,
      corrections: [correction],
    })),
  apply: dayFirst,
});

/**
 * The correction for a reading of an amount. Padded to four decimals if necessary, so that it is unambiguous in all notations and differs
 * from the text of the cell.
 */
function clearAmount(record: MappedTexts, field: FieldKey, reading: string): Correction {
  const [whole, decimals = ''] = reading.split('.');
  const isClear = decimals.length !== 3 && reading !== valueOf(record, field);
  return { field, value: isClear ? reading : `${whole}.${decimals.padEnd(4, '0')}` };
}

const rules = {
  DATE_UNREADABLE: {
    severity: 'warning',
    title: 'Date cannot be read',
    why: 'The service needs a year, a month and a day.',
    fields: DATES,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.dateUnreadable,
  },
  DATE_IMPOSSIBLE: {
    severity: 'warning',
    title: 'Date does not exist',
    why: 'There is no such day in the calendar.',
    fields: DATES,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.dateImpossible,
  },
  DATE_FUTURE: {
    severity: 'warning',
    title: 'Gift date is in the future',
    why: 'A gift date cannot be in the future. Often, the century was guessed wrong.',
    fields: DATES,
    fix: CENTURY_BACK,
    withholds: true,
  },
  AMOUNT_UNREADABLE: {
    severity: 'warning',
    title: 'Amount is not a number',
    why: 'The service takes only a number here.',
    fields: AMOUNTS,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.amountUnreadable,
  },
  AMOUNT_UNCLEAR: {
    severity: 'warning',
    title: 'Amount can be read in two ways',
    why: 'The other amounts of the column do not show what its point or comma means.',
    fields: AMOUNTS,
    fix: READ_SIGN,
    weakens: true,
    parseError: PARSE_ERROR.amountUnclear,
  },
  AMOUNT_OTHER_CURRENCY: {
    severity: 'warning',
    title: 'Amount in another currency',
    why: 'It cannot be compared with the other amounts of the column, so it is not sent. Convert it, or send its number as it is.',
    fields: AMOUNTS,
    fix: SEND_NUMBER,
    weakens: true,
    parseError: PARSE_ERROR.otherCurrency,
  },
  AMOUNT_NEGATIVE: {
    severity: 'warning',
    title: 'Amount is negative',
    why: 'A gift cannot be below zero. Refunds and corrections are not gifts.',
    fields: AMOUNTS,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.amountNegative,
  },
  COUNT_UNREADABLE: {
    severity: 'warning',
    title: 'Number of gifts is not a whole number',
    why: 'The service takes only a whole number here.',
    fields: COUNTS,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.countUnreadable,
  },
  COUNT_NEGATIVE: {
    severity: 'warning',
    title: 'Number of gifts is negative',
    why: 'A count cannot be below zero.',
    fields: COUNTS,
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.countNegative,
  },
  NUMBER_TOO_LARGE: {
    severity: 'warning',
    title: 'Number is too large for gifts',
    why: 'It is above 100 billion, or more than a million gifts. Often, it is a phone number or an ID.',
    fields: [...AMOUNTS, ...COUNTS],
    fix: CLEAR_VALUE,
    parseError: PARSE_ERROR.tooLarge,
  },
  DATE_AMBIGUOUS: {
    severity: 'warning',
    title: 'Day and month could be swapped',
    why: 'We read the month first. To choose the order, go to Columns.',
    fields: DATES,
    fix: READ_ORDER,
    weakens: true,
    change: CHANGE.ambiguousDate,
  },
  DATE_ANCIENT: {
    severity: 'warning',
    title: 'Gift date before 1900',
    why: 'Often, this is a placeholder date from a database.',
    fields: DATES,
    fix: CLEAR_VALUE,
  },
  GIFT_DATES_ORDER: {
    severity: 'warning',
    title: 'First gift after the most recent one',
    why: 'One of the two dates is wrong, or the two are swapped.',
    fields: ['rfmFirstGiftDate'],
    fix: SWAP_GIFT_DATES,
  },
  LARGEST_TOO_SMALL: {
    severity: 'warning',
    title: 'Largest gift is not the largest',
    why: 'Another gift in this row is larger.',
    fields: ['rfmLargestGiftValue'],
  },
  TOTAL_TOO_SMALL: {
    severity: 'warning',
    title: 'Total is below a single gift',
    why: 'The total must include every gift.',
    fields: ['rfmTotalGiftValue'],
  },
  COUNT_ZERO: {
    severity: 'warning',
    title: 'Gifts, but a count of zero',
    why: 'The row has the amount or the date of a gift.',
    fields: ['rfmTotalGiftCount'],
  },
  LARGEST_DATE_OUTSIDE: {
    severity: 'warning',
    title: 'Largest gift’s date doesn’t fit',
    why: 'It must be dated between the first and the most recent gift.',
    fields: ['rfmLargestGiftDate'],
  },
  DATE_PARTIAL: {
    severity: 'note',
    title: 'Date without a day left out',
    why: 'The cell has only a year, or a month and a year. The service needs a day.',
    fields: DATES,
    change: CHANGE.partialDate,
    withholds: true,
  },
  YEAR_COMPLETED: {
    severity: 'note',
    title: 'Year of two digits completed',
    why: 'We read 00 to 29 as 2000 to 2029, and 30 to 99 as 1930 to 1999.',
    fields: DATES,
    change: CHANGE.twoDigitYear,
  },
  SERIAL_READ: {
    severity: 'note',
    title: 'Excel day number read as a date',
    why: 'The cell lost its date format.',
    fields: DATES,
    change: CHANGE.serialDate,
  },
} satisfies RuleTable;

/** Earlier dates are placeholders from databases. Packed as `year * 10000 + month * 100 + day`. */
const FIRST_DAY = 19_000_101;

function compileDates({ checked, today }: CheckedList) {
  const dates = checked(DATES);
  if (dates.length === 0) return null;
  return ({ classes, numbers }: MappedRecord, found: Found): void => {
    for (let at = 0; at < dates.length; at++) {
      const field = dates[at]!;
      if ((classes[field]! & VALIDITY.proven) === 0) continue;
      const day = numbers[field]!;
      if (day > today) found(R.DATE_FUTURE, field);
      else if (day < FIRST_DAY) found(R.DATE_ANCIENT, field);
    }
  };
}

/** The number of a field for comparing; -1 without a number, and if the value is withheld. */
function numberOf(record: MappedRecord, field: number): number {
  return (record.classes[field]! & VALIDITY.proven) === 0 ? -1 : record.numbers[field]!;
}

function compareGifts(record: MappedRecord, hasCount: boolean, found: Found): void {
  const first = numberOf(record, F.rfmFirstGiftDate);
  const recent = numberOf(record, F.rfmMostRecentGiftDate);
  const inOrder = first < 0 || recent < 0 || first <= recent;
  if (!inOrder) found(R.GIFT_DATES_ORDER, F.rfmFirstGiftDate);
  const day = numberOf(record, F.rfmLargestGiftDate);
  if (day >= 0 && inOrder && (day < first || (recent >= 0 && day > recent))) found(R.LARGEST_DATE_OUTSIDE, F.rfmLargestGiftDate);
  const single = Math.max(numberOf(record, F.rfmFirstGiftValue), numberOf(record, F.rfmMostRecentGiftValue));
  const largest = numberOf(record, F.rfmLargestGiftValue);
  if (largest >= 0 && largest < single) found(R.LARGEST_TOO_SMALL, F.rfmLargestGiftValue);
  const highest = Math.max(single, largest);
  const total = numberOf(record, F.rfmTotalGiftValue);
  if (total >= 0 && total < highest) found(R.TOTAL_TOO_SMALL, F.rfmTotalGiftValue);
  if (hasCount && numberOf(record, F.rfmTotalGiftCount) === 0 && (highest > 0 || first >= 0 || recent >= 0))
    found(R.COUNT_ZERO, F.rfmTotalGiftCount);
}

export const GIFTS = {
  rules,
  records: [
    { compile: compileDates },
    {
      compares: {
        fields: GIVING,
        rules: ['GIFT_DATES_ORDER', 'LARGEST_DATE_OUTSIDE', 'LARGEST_TOO_SMALL', 'TOTAL_TOO_SMALL', 'COUNT_ZERO'],
      },
      compile: ({ mapped }) => {
        if (!GIVING.some((key) => mapped.has(key))) return null;
        const hasCount = mapped.has('rfmTotalGiftCount');
        return (record, found) => compareGifts(record, hasCount, found);
      },
    },
  ],
} satisfies Subject;
