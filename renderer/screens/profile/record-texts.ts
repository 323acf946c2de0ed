/** The typed record: texts by field, and their formats for display and for sending. */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { type MappedRecord, PARSE_ERROR, applyOverride, createMappedRecord } from '../../../shared/mapping/index.ts';
import { toIsoDate } from '../../../shared/numbers/index.ts';

/** The entered texts by field, without empty ones. */
export type RecordTexts = Readonly<Partial<Record<FieldKey, string>>>;

/** The record with another text in some fields; an empty text removes a field. */
export function withTexts(record: RecordTexts, changes: RecordTexts): RecordTexts {
  const changed = { ...record, ...changes };
  return Object.fromEntries(Object.entries(changed).filter(([, text]) => text !== ''));
}

/** Reads a date with the month first, as US staff type it, and returns the ISO date that the service takes. */
const withMonthFirst = (key: FieldKey, text: string): string => (fieldOf(key).kind === 'date' ? (toIsoDate(text, 'mdy') ?? text) : text);

/** The texts as a mapped record, for the rules of Check. */
export function mappedTexts(texts: RecordTexts): MappedRecord {
  const record = createMappedRecord();
  for (const key of FIELD_KEYS) {
    const text = texts[key];
    if (text !== undefined && text.trim() !== '') applyOverride(record, FIELD_INDEX[key], withMonthFirst(key, text));
  }
  return record;
}

/** The values to send, without empty ones: ISO dates and plain numbers. */
export function valuesOf({ values }: Pick<MappedRecord, 'values'>): RecordTexts {
  return Object.fromEntries(FIELD_KEYS.flatMap((key, at) => (values[at] === '' ? [] : [[key, values[at]]])));
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US');

/** An ISO date as US staff write it: 09/02/2026. */
export const usDate = (iso: string): string => iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** A value as the form shows it: $1,250.00, 14 gifts, 09/02/2026. */
export function shownText(key: FieldKey, value: string): string {
  if (value === '') return '';
  switch (fieldOf(key).kind) {
    case 'date':
      return usDate(value);
    case 'amount':
      return money.format(Number(value));
    case 'count':
      return `${whole.format(Number(value))} ${value === '1' ? 'gift' : 'gifts'}`;
    default:
      return value;
  }
}

/** The text of a field when the user leaves it: as the form shows it, or unchanged when it cannot be read. */
export function tidyText(key: FieldKey, text: string): string {
  const record = mappedTexts({ [key]: text });
  const at = FIELD_INDEX[key];
  return record.parseErrors[at] === PARSE_ERROR.none ? shownText(key, record.values[at]!) : text;
}
