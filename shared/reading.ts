/**
 * Reading: one text of a sheet brought into the form of one field of the record. The hot path of the whole list: a value
 * that is in its form already costs one scan and no new string.
 */
import { FIELDS, FIELD_INDEX } from './constituent.ts';
import { FAULT, MARK, type Draft } from './draft.ts';
import type { Cleaning, DateOrder } from './plan.ts';
import { ZIP, splitStreetLines, withZipHyphen, withZipZeros, zipShape } from './transforms/addresses.ts';
import { readAmount, readCount, type DecimalSign } from './transforms/amounts.ts';
import { countryCode, isUsOrEmpty } from './transforms/countries.ts';
import { DATE, NO_DATE, formatDay, readDate } from './transforms/dates.ts';
import { unshout } from './transforms/names.ts';
import { isProvince, isUsState, stateCode } from './transforms/states.ts';
import { TRAIT, isPlaceholder, tidySpaces, traitsOf, withoutApostrophe } from './transforms/text.ts';

/** How a cell is read into its field. */
const KIND = { text: 0, name: 1, lastName: 2, street: 3, state: 4, country: 5, zip: 6, email: 7, date: 8, amount: 9, count: 10 } as const;

const KIND_OF = Uint8Array.from(FIELDS, (field): number => {
  if (field.type === 'date') return KIND.date;
  if (field.type === 'amount') return KIND.amount;
  if (field.type === 'count') return KIND.count;
  if (field.type === 'email') return KIND.email;
  switch (field.key) {
    case 'primaryFirst':
    case 'primaryMiddle':
    case 'spouseFirst':
    case 'spouseMiddle':
      return KIND.name;
    case 'primaryLast':
    case 'primaryMaiden':
    case 'spouseLast':
    case 'spouseMaiden':
      return KIND.lastName;
    case 'street':
      return KIND.street;
    case 'state':
      return KIND.state;
    case 'country':
      return KIND.country;
    case 'postalCode':
      return KIND.zip;
    default:
      return KIND.text;
  }
});

const COUNTRY = FIELD_INDEX.country;
const STREET2 = FIELD_INDEX.street2;
/** Field indexes in the order in which they are read: the country decides how state and ZIP are read, street2 takes lines of the street. */
export const READING_ORDER: readonly number[] = (() => {
  const first = [COUNTRY, STREET2];
  return [...first, ...FIELDS.map((_, index) => index).filter((index) => !first.includes(index))];
})();

const DIGITS = TRAIT.digit | TRAIT.hyphen | TRAIT.point;

/** How the texts of one field are read. */
export interface Reading {
  readonly cleaning: Cleaning;
  readonly order: DateOrder | null;
  readonly decimal: DecimalSign;
}

/** Reads one text into one field of the draft. The empty text leaves the field as it is. */
export function read(draft: Draft, field: number, raw: string, reading: Reading): void {
  if (raw.length === 0) return;
  const kind = KIND_OF[field]!;
  if (kind === KIND.date) {
    const day = readDate(raw, reading.order);
    // The common case: a date that is in the record's form already.
    if (day > 0 && raw.length === 10 && raw.charCodeAt(4) === 45 && raw.charCodeAt(7) === 45) {
      draft.values[field] = raw;
      draft.traits[field] = DIGITS;
      return;
    }
    if (day > 0) return putDate(draft, field, day);
  } else if (kind === KIND.amount) {
    const amount = readAmount(raw, reading.decimal);
    if (amount !== null) {
      draft.values[field] = amount;
      draft.traits[field] = DIGITS;
      return;
    }
  } else if (kind === KIND.count) {
    const count = readCount(raw);
    if (count !== null) {
      draft.values[field] = count;
      draft.traits[field] = DIGITS;
      return;
    }
  }
  let traits = traitsOf(raw);
  let value = raw;
  if ((traits & TRAIT.untidy) !== 0 || raw.charCodeAt(0) === 39) {
    value = tidy(draft, field, raw, kind, reading.cleaning);
    if (value === '') return;
    traits = traitsOf(value);
  }
  if (reading.cleaning.placeholders && isPlaceholder(value)) {
    draft.marks[field]! |= MARK.placeholder;
    return;
  }
  draft.values[field] = value;
  draft.traits[field] = traits;
  switch (kind) {
    case KIND.name:
    case KIND.lastName:
      if ((traits & (TRAIT.upper | TRAIT.lower)) === TRAIT.upper && reading.cleaning.shoutedNames) putName(draft, field, value, kind);
      return;
    case KIND.street:
      if ((traits & TRAIT.line) !== 0) putStreet(draft, field, value, reading.cleaning);
      return;
    case KIND.state:
      if (reading.cleaning.stateCodes) putState(draft, field, value);
      return;
    case KIND.country:
      if (reading.cleaning.countryCodes && value !== 'US') putCountry(draft, field, value);
      return;
    case KIND.zip:
      putZip(draft, field, value, reading.cleaning);
      return;
    case KIND.email:
      if ((traits & (TRAIT.bracket | TRAIT.space)) !== 0 || value.length > 7) putEmail(draft, field, value, traits);
      return;
    case KIND.date:
    case KIND.amount:
    case KIND.count:
      return readAgain(draft, field, raw, value, kind, reading);
    default:
  }
}

/** Texts whose number or date could not be read at once: once more after cleaning, else a fault. */
function readAgain(draft: Draft, field: number, raw: string, value: string, kind: number, reading: Reading): void {
  if (kind === KIND.date) {
    const day = readDate(value, reading.order);
    if (day > 0) return putDate(draft, field, day);
    // Excel shows its day zero as 1/0/1900, and databases theirs as a first of January of the year 1.
    if (/^(?:0?1[/-]0?0[/-](?:1900|00)|1900-01-00|0001-01-01.*)$/.test(value)) {
      draft.values[field] = '';
      draft.traits[field] = 0;
      draft.marks[field]! |= MARK.placeholder;
    } else draft.faults[field] = day === NO_DATE.impossible ? FAULT.dateImpossible : FAULT.dateUnreadable;
    return;
  }
  const plain = value === raw ? null : kind === KIND.amount ? readAmount(value, reading.decimal) : readCount(value);
  if (plain === null) draft.faults[field] = kind === KIND.amount ? FAULT.amountUnreadable : FAULT.countUnreadable;
  else {
    draft.values[field] = plain;
    draft.traits[field] = DIGITS;
  }
}

function tidy(draft: Draft, field: number, raw: string, kind: number, cleaning: Cleaning): string {
  let value = cleaning.spaces ? tidySpaces(raw, kind === KIND.street) : raw.trim();
  if (value !== raw.trim()) draft.marks[field]! |= MARK.spaces;
  const bare = withoutApostrophe(value);
  if (bare !== value) {
    draft.marks[field]! |= MARK.apostrophe;
    value = cleaning.spaces ? tidySpaces(bare, kind === KIND.street) : bare.trim();
  }
  return value;
}

function putDate(draft: Draft, field: number, day: number): void {
  draft.values[field] = formatDay(day);
  draft.traits[field] = DIGITS;
  if (day >= DATE.ambiguous) {
    if ((day & DATE.ambiguous) !== 0) draft.marks[field]! |= MARK.ambiguousDate;
    if ((day & DATE.twoDigitYear) !== 0) draft.marks[field]! |= MARK.twoDigitYear;
    if ((day & DATE.serial) !== 0) draft.marks[field]! |= MARK.serialDate;
  }
}

function put(draft: Draft, field: number, before: string, value: string, mark: number): void {
  if (value === before) return;
  draft.values[field] = value;
  draft.traits[field] = traitsOf(value);
  draft.marks[field]! |= mark;
}

function putName(draft: Draft, field: number, value: string, kind: number): void {
  put(draft, field, value, unshout(value, kind === KIND.name), MARK.shouted);
}

function putStreet(draft: Draft, field: number, value: string, cleaning: Cleaning): void {
  if (!cleaning.streetLines) {
    if (cleaning.spaces) put(draft, field, value, tidySpaces(value), MARK.spaces);
    return;
  }
  const { street, street2 } = splitStreetLines(value);
  if (street2 !== '' && draft.values[STREET2] !== '') return put(draft, field, value, `${street}, ${street2}`, MARK.lines);
  put(draft, field, value, street, MARK.lines);
  if (street2 !== '') put(draft, STREET2, '', street2, MARK.lines);
}

function putState(draft: Draft, field: number, value: string): void {
  if (isUsState(value)) return;
  const country = draft.values[COUNTRY]!;
  const unitedStates = isUsOrEmpty(country);
  if (!unitedStates && countryCode(country) !== 'CA') return;
  const code = stateCode(value);
  if (code !== null && (unitedStates || isProvince(code))) put(draft, field, value, code, MARK.stateCode);
}

function putCountry(draft: Draft, field: number, value: string): void {
  const code = countryCode(value);
  if (code !== null) put(draft, field, value, code, MARK.countryCode);
}

function putZip(draft: Draft, field: number, value: string, cleaning: Cleaning): void {
  const shape = zipShape(value);
  if (shape === ZIP.whole || !isUsOrEmpty(draft.values[COUNTRY]!)) return;
  if (shape === ZIP.nine || shape === ZIP.other) put(draft, field, value, withZipHyphen(value), MARK.zipHyphen);
  if (cleaning.zipZeros) put(draft, field, draft.values[field]!, withZipZeros(draft.values[field]!), MARK.zipZero);
}

const NAMED_ADDRESS = /^[^<>]*<\s*([^<>\s]+@[^<>\s]+)\s*>$/;

function putEmail(draft: Draft, field: number, value: string, traits: number): void {
  if ((traits & TRAIT.bracket) !== 0) {
    const named = NAMED_ADDRESS.exec(value);
    if (named !== null) put(draft, field, value, named[1]!, MARK.address);
  } else if (value.charCodeAt(6) === 58 && /^mailto:/i.test(value)) put(draft, field, value, value.slice(7).trim(), MARK.address);
}
