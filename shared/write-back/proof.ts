/** Compares a value in an export of another system with the value that a layout wrote. */
import { z } from 'zod';
import { formatDay, readDate } from '../numbers/index.ts';

/** `elsewhere`: the value is on a record with another ID. */
export const PROOF_STATES = ['missing', 'cut', 'different', 'elsewhere', 'there'] as const;
export const ProofState = z.enum(PROOF_STATES);
export type ProofState = z.infer<typeof ProofState>;

/** The comparison ignores what another system may change: spaces, capitals, and the notation of numbers, amounts, dates and lists. */
const SPACES = /\s+/g;
const DATE_LIKE = /^\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}(?:\D|$)|^(?:\d{1,2}[. -] ?)?[A-Za-z]{3,9}\.?[ -]\d/;
const CURRENCY = /^(?:(?:US|CA|AU|NZ|C|A)?\$|USD|CAD|AUD|NZD|GBP|EUR|[€£¥])\s*|\s*(?:USD|CAD|AUD|NZD|GBP|EUR|[$€£¥%])$/g;
/** Numbers with more digits are not exact. */
const MAX_DIGITS = 15;
const [ZERO, NINE] = [48, 57];
const NUMBER = /^[-+]?[\d.,' ]*\d[.,]?$/;

/** A date with month and day sorted: the order depends on the user of the other system, and the export does not state it. */
function dateForm(text: string): string | null {
  if (!DATE_LIKE.test(text)) return null;
  const reading = readDate(text, 'mdy');
  if (reading < 0) return null;
  const [year, month = '', day = ''] = formatDay(reading).split('-');
  return `date ${year} ${month < day ? `${month} ${day}` : `${day} ${month}`}`;
}

function numberForm(text: string): string | null {
  const inner = /^\((.*)\)$/.exec(text)?.[1];
  const body = (inner ?? text).replaceAll(CURRENCY, '');
  if (!NUMBER.test(body)) return null;
  const digits = body.replaceAll(/[' ]/g, '');
  const comma = digits.lastIndexOf(',');
  const point = digits.lastIndexOf('.');
  const isGroup = (at: number, sign: string) => digits.indexOf(sign) !== at || (sign === ',' && digits.length - at === 4);
  const decimal =
    comma >= 0 && point >= 0 ? Math.max(comma, point) : comma >= 0 ? (isGroup(comma, ',') ? -1 : comma) : isGroup(point, '.') ? -1 : point;
  const whole = (decimal < 0 ? digits : digits.slice(0, decimal)).replaceAll(/[.,]/g, '');
  const number = Number(decimal < 0 ? whole : `${whole}.${digits.slice(decimal + 1)}`);
  return Number.isNaN(number) ? null : `number ${inner === undefined ? number : -number}`;
}

/** A list of values in one text, sorted: other systems use other separators and another order. */
function listForm(text: string, separator = / ?[;|] ?/): string | null {
  const parts = text.split(separator);
  return parts.length === 1 ? null : `list ${parts.toSorted().join('|')}`;
}

const trimmed = (text: string): string => text.normalize('NFC').replaceAll(SPACES, ' ').trim();

/** Whether a text is a whole number of plain digits. */
export function isPlainNumber(text: string): boolean {
  if (text.length > MAX_DIGITS || (text.length > 1 && text.startsWith('0'))) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return text !== '';
}

/** A form of a value that is equal for all notations of that value; '' for an empty one. */
export function comparableValue(text: string): string {
  if (isPlainNumber(text)) return `number ${text}`;
  const clean = trimmed(text).toLowerCase();
  if (/^(?:true|yes|y)$/.test(clean)) return 'true';
  if (/^(?:false|no|n)$/.test(clean)) return 'false';
  return dateForm(clean) ?? numberForm(clean.toUpperCase()) ?? listForm(clean) ?? clean;
}

/** The forms of a checkbox: reports of Salesforce write 1 and 0, where its import takes true and false. */
const CHECKBOX: Readonly<Record<string, string>> = { true: 'number 1', false: 'number 0' };

/** Whether two forms are equal where the first one shows how to read the second: 1 is a yes next to a yes, and otherwise a number. */
function isSameBeside(ours: string, theirs: string, found: string): boolean {
  if (CHECKBOX[ours] !== undefined) return CHECKBOX[ours] === theirs;
  if (CHECKBOX[theirs] !== undefined) return CHECKBOX[theirs] === ours;
  if (ours.startsWith('date ')) return /^\d{8}$/.test(found) && dateForm(found.replace(/(?=\d{4}$|\d\d$)/g, '-')) === ours;
  return listForm(trimmed(found).toLowerCase(), /, ?/) === ours;
}

/** What reports write into a cell without a value. */
const NO_VALUE = /^(?:[-–—]|null|\((?:blank|none|null)\)|--none--)$/i;

/** Compares a found value with the value that was written on the same record. */
export function compareValues(wrote: string, found: string): Exclude<ProofState, 'elsewhere'> {
  const ours = comparableValue(wrote);
  const theirs = comparableValue(found);
  if (theirs === '') return 'missing';
  if (ours === theirs || isSameBeside(ours, theirs, found.trim())) return 'there';
  if (NO_VALUE.test(found.trim())) return 'missing';
  const clean = trimmed(wrote);
  const isText = (ours === clean.toLowerCase() || ours.startsWith('list ')) && clean.length > trimmed(found).length;
  return isText && clean.startsWith(trimmed(found)) ? 'cut' : 'different';
}
