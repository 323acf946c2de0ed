/** Compares a value in an export of another system with the value that a layout wrote. */
import { z } from 'zod';
import { amountReadings, type DateOrder, formatDay, readAmount, readDate } from '../numbers/index.ts';
import { withoutEntities } from '../transforms/index.ts';

/** `elsewhere`: the value is on a record with another ID. */
export const PROOF_STATES = ['missing', 'cut', 'different', 'elsewhere', 'there'] as const;
export const ProofState = z.enum(PROOF_STATES);
export type ProofState = z.infer<typeof ProofState>;

/** The comparison ignores what another system may change: spaces, capitals, codes of HTML, and the notation of numbers, dates and lists. */
const SPACES = /\s+/g;
const DATE_LIKE = /^\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}(?:\D|$)|^(?:\d{1,2}[. -] ?)?[A-Za-z]{3,9}\.?[ -]\d/;
/** Numbers with more digits are not exact. */
const MAX_DIGITS = 15;
const [ZERO, NINE] = [48, 57];

/** A date with month and day sorted: the order depends on the user of the other system, and the export does not state it. */
function dateForm(text: string, order: DateOrder = 'mdy'): string | null {
  const reading = readDate(text, order);
  if (reading < 0) return null;
  const [year, month = '', day = ''] = formatDay(reading).split('-');
  return `date ${year} ${month < day ? `${month} ${day}` : `${day} ${month}`}`;
}

function numberForm(text: string): string | null {
  if (!/\d/.test(text)) return null;
  const number = readAmount(text.replace(/ ?%$/, ''), 'point');
  return number === null ? null : `number ${number}`;
}

/** A list of values in one text, sorted: other systems use other separators and another order. */
function listForm(text: string, separator = / ?[;|] ?/): string | null {
  const parts = text.split(separator);
  return parts.length === 1 ? null : `list ${parts.toSorted().join('|')}`;
}

/** The apostrophe that keeps a spreadsheet program from reading a text as a formula. CSV files have it. */
const GUARD = /^'(?=[=+@-])/;

const trimmed = (text: string): string =>
  withoutEntities(withoutEntities(text)).normalize('NFC').replaceAll(SPACES, ' ').trim().replace(GUARD, '');

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
  return (DATE_LIKE.test(clean) ? dateForm(clean) : null) ?? numberForm(clean) ?? listForm(clean) ?? clean;
}

/** What other systems, and spreadsheet programs in other languages, write for a checkbox. */
const CHECKED = /^(?:true|number -?1|t|x|✓|✔️?|☑️?|☒|√|checked|on|selected|wahr|ja|vrai|oui|verdadero|s[ií])$/;
const UNCHECKED = /^(?:false|number 0|f|☐|unchecked|off|not (?:checked|selected)|falsch|nein|faux|non|falso)$/;

/** A code next to its label: `5 - High`, `5: High`, `A (Principal)`, `High (5)`. The label begins with a letter, and the code is short. */
const CODE = '([a-z]?\\d{1,3}(?:\\.\\d{1,2})?|[a-z]{1,2}\\d{0,2}[+-]?)';
const LABEL = '\\p{L}[^()[\\]]*';
const WITH_LABEL = [`${CODE} ?[-–—:=|] ?${LABEL}`, `${CODE} ?[(\\[]${LABEL}[)\\]]`, `${LABEL}[(\\[]${CODE}[)\\]]`].map(
  (form) => new RegExp(`^${form}$`, 'u'),
);

/** Whether a found text is the same value where the written value shows how to read it: 1 is a yes next to a yes, and otherwise a number. */
function isSameBeside(ours: string, theirs: string, found: string): boolean {
  if (ours === 'true' || theirs === 'true') return CHECKED.test(ours) && CHECKED.test(theirs);
  if (ours === 'false' || theirs === 'false') return UNCHECKED.test(ours) && UNCHECKED.test(theirs);
  const text = trimmed(found).toLowerCase();
  if (ours.startsWith('date ')) {
    return dateForm(text) === ours || dateForm(text, 'ymd') === ours;
  }
  // 1.250 is 1250 where a comma is the decimal sign.
  const readings = ours.startsWith('number ') ? amountReadings(text) : null;
  if (readings !== null && readings.kind === 'groupedByPoint') return `number ${readings.asWhole}` === ours;
  if (WITH_LABEL.some((form) => comparableValue(form.exec(text)?.[1] ?? '') === ours)) return true;
  return ours.startsWith('list ') && listForm(text, /, ?/) === ours;
}

/** What reports write into a cell without a value. */
const NO_VALUE = /^(?:[-–—]|null|\((?:blank|none|null)\)|--none--)$/i;

/** Compares a found value with the value that was written on the same record. */
export function compareValues(wrote: string, found: string): Exclude<ProofState, 'elsewhere'> {
  const ours = comparableValue(wrote);
  const theirs = comparableValue(found);
  if (theirs === '') return 'missing';
  if (ours === theirs || isSameBeside(ours, theirs, found)) return 'there';
  if (NO_VALUE.test(found.trim())) return 'missing';
  const clean = trimmed(wrote);
  const isText = (ours === clean.toLowerCase() || ours.startsWith('list ')) && clean.length > trimmed(found).length;
  return isText && clean.startsWith(trimmed(found)) ? 'cut' : 'different';
}
