/** The rules for a valid constituent record. Section 2.1 leaves them open, so they are the practice service's own. */
import { FIELDS, FIELD_INDEX, FIELD_KEYS } from '../shared/fields/index.ts';

/** Maximum length of a rejected value in a report, so that the report stays smaller than the list. */
const REPORTED_LENGTH = 100;

/** One problem of one record; a record may have several. */
export interface RowIssue {
  /** The field, or the caller's name for it when no such field exists. */
  readonly field: string;
  readonly code: IssueCode;
  /** A sentence that does not contain the value. */
  readonly message: string;
  /** The sent value, shortened; null when nothing was sent. */
  readonly value: string | number | boolean | null;
}

export type IssueCode =
  | 'required'
  | 'name_or_street_required'
  | 'wrong_type'
  | 'too_long'
  | 'email_invalid'
  | 'date_invalid'
  | 'date_in_future'
  | 'negative'
  | 'not_an_integer'
  | 'state_invalid'
  | 'duplicate'
  | 'unknown_field'
  | 'column_count';

/** A record's values in field order; null for a missing value. */
export type RecordValues = (string | number | null)[];

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;
const STATE = /^[A-Za-z]{2}$/u;
const AT = FIELD_INDEX;

/** The sent value in a form that fits into a report. */
export function reportedValue(value: unknown): RowIssue['value'] {
  if (typeof value === 'string') return value.length > REPORTED_LENGTH ? `${value.slice(0, REPORTED_LENGTH)}…` : value;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for an existing date in the form YYYY-MM-DD. */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  let number = 0;
  for (let at = 0; at < 10; at++) {
    if (at === 4 || at === 7) continue;
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return false;
    number = number * 10 + digit;
  }
  const year = Math.floor(number / 10_000);
  const month = Math.floor(number / 100) % 100;
  const day = number % 100;
  if (year === 0 || month === 0 || month > 12 || day === 0) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}

/** The latest calendar date anywhere on Earth at `now` (ms since 1970); any later date is in the future everywhere. */
export const latestDate = (now: number): string => new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);

const isBlank = (value: string | number | null | undefined) => typeof value !== 'string' || value.trim() === '';

function checkText(index: number, text: string, today: string, issues: RowIssue[]): void {
  const field = FIELDS[index];
  if (field === undefined || text === '') return;
  const refuse = (code: IssueCode, message: string) => issues.push({ field: field.key, code, message, value: reportedValue(text) });
  if (text.length > field.maxLength) refuse('too_long', `${field.label} has more than ${field.maxLength} characters.`);
  if (field.type === 'email') {
    // No real address ends in .invalid (RFC 6761), so tests use it for a well-formed email that the service refuses.
    if (!EMAIL.test(text) || text.endsWith('.invalid')) refuse('email_invalid', `${field.label} is not an email address.`);
  } else if (field.type === 'date') {
    if (!isCalendarDate(text)) refuse('date_invalid', `${field.label} is not a date of the form YYYY-MM-DD.`);
    else if (text > today) refuse('date_in_future', `${field.label} is in the future.`);
  }
}

function checkNumber(index: number, number: number, issues: RowIssue[]): void {
  const field = FIELDS[index];
  if (field === undefined) return;
  const refuse = (code: IssueCode, message: string) => issues.push({ field: field.key, code, message, value: number });
  if (number < 0) refuse('negative', `${field.label} is negative.`);
  if (field.type === 'count' && !Number.isSafeInteger(number)) refuse('not_an_integer', `${field.label} is not a whole number.`);
}

const INDEX: ReadonlyMap<string, number> = new Map(FIELD_KEYS.map((key, index) => [key, index]));
const NO_VALUES: RecordValues = FIELD_KEYS.map(() => null);
const NUMERIC = FIELDS.map((field) => field.type === 'amount' || field.type === 'count');

function checkWhole(values: RecordValues, issues: RowIssue[]): void {
  if (isBlank(values[AT.primaryLast])) {
    issues.push({ field: 'primaryLast', code: 'required', message: 'Last name is missing.', value: null });
  }
  if (isBlank(values[AT.primaryFirst]) && isBlank(values[AT.street])) {
    issues.push({ field: 'primaryFirst', code: 'name_or_street_required', message: 'First name or street is needed.', value: null });
  }
  const state = values[AT.state];
  if (typeof state === 'string' && state !== '' && !STATE.test(state)) {
    const country = values[AT.country];
    if (isBlank(country) || String(country).trim().toUpperCase() === 'US') {
      issues.push({
        field: 'state',
        code: 'state_invalid',
        message: 'State of an address in the US is not two letters.',
        value: reportedValue(state),
      });
    }
  }
}

/**
 * Checks a record and puts its values in field order. A null value is treated as not sent. A record without issues is accepted. `today` is
 * the latest valid date. The caller checks that each constituentId is unique.
 */
export function checkRecord(record: Readonly<Record<string, unknown>>, today: string): { values: RecordValues; issues: RowIssue[] } {
  const values: RecordValues = NO_VALUES.slice();
  const issues: RowIssue[] = [];
  // Iterate over the sent keys, which is twice as fast as looking up every field.
  for (const key in record) {
    if (!Object.hasOwn(record, key)) continue;
    const value = record[key];
    const index = INDEX.get(key);
    if (index === undefined) {
      issues.push({
        field: key.slice(0, REPORTED_LENGTH),
        code: 'unknown_field',
        message: 'The record has no such field.',
        value: reportedValue(value),
      });
    } else if (value !== null && value !== undefined) {
      checkValue(index, value, today, values, issues);
    }
  }
  checkWhole(values, issues);
  return { values, issues };
}

function checkValue(index: number, value: unknown, today: string, values: RecordValues, issues: RowIssue[]): void {
  const numeric = NUMERIC[index] === true;
  if (!numeric && typeof value === 'string') {
    values[index] = value;
    checkText(index, value, today, issues);
    return;
  }
  // 1e999 parses to Infinity, which JSON cannot represent.
  if (numeric && typeof value === 'number' && Number.isFinite(value)) {
    values[index] = value;
    checkNumber(index, value, issues);
    return;
  }
  const field = FIELDS[index];
  if (field === undefined) return;
  const message = `${field.label} is not ${numeric ? 'a number' : 'text'}.`;
  issues.push({ field: field.key, code: 'wrong_type', message, value: reportedValue(value) });
}

/** True for a JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The record as sent, without fields that were null. */
export function recordOf(values: RecordValues): Record<string, string | number> {
  const record: Record<string, string | number> = {};
  for (let index = 0; index < FIELD_KEYS.length; index++) {
    const value = values[index];
    if (value !== null && value !== undefined) record[FIELD_KEYS[index]!] = value;
  }
  return record;
}
