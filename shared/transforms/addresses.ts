/** Addresses: ZIP codes, streets of several lines, and cells that hold city, state and ZIP or a whole address. */
import { countryCode } from './countries.ts';
import { isOrganization } from './organizations.ts';
import { stateCode } from './states.ts';
import { tidySpaces } from './text.ts';

/** The result of `zipShape`. */
export const ZIP = {
  /** Five digits, or five and four with a hyphen. */
  whole: 0,
  /** Nine digits without the hyphen. */
  nine: 1,
  /** Four digits: the leading zero was lost. Also `1609-1234`. */
  lostZero: 2,
  /** Three digits: two zeros were lost, as in Puerto Rico. */
  lostTwo: 3,
  /** Not a US ZIP. */
  other: 4,
} as const;
export type ZipShape = (typeof ZIP)[keyof typeof ZIP];

export function zipShape(text: string): ZipShape {
  const length = text.length;
  let digits = 0;
  while (digits < length) {
    const code = text.charCodeAt(digits);
    if (code < 48 || code > 57) break;
    digits++;
  }
  if (digits === length) {
    if (length === 5) return ZIP.whole;
    if (length === 9) return ZIP.nine;
    if (length === 4) return ZIP.lostZero;
    return length === 3 ? ZIP.lostTwo : ZIP.other;
  }
  if (length !== digits + 5 || text.charCodeAt(digits) !== 45) return ZIP.other;
  for (let at = digits + 1; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return ZIP.other;
  }
  if (digits === 5) return ZIP.whole;
  if (digits === 4) return ZIP.lostZero;
  return digits === 3 ? ZIP.lostTwo : ZIP.other;
}

/** Restores the zeros that a spreadsheet removed: `1609` becomes `01609`. Other texts stay as they are. */
export function withZipZeros(text: string): string {
  const shape = zipShape(text);
  if (shape === ZIP.lostZero) return `0${text}`;
  return shape === ZIP.lostTwo ? `00${text}` : text;
}

/** Nine digits as five and four; another separator becomes the hyphen. Other texts stay as they are. */
export function withZipHyphen(text: string): string {
  if (zipShape(text) === ZIP.nine) return `${text.slice(0, 5)}-${text.slice(5)}`;
  const spaced = /^(\d{5})\s*[-–—. ]\s*(\d{4})$/.exec(text);
  if (spaced !== null) return `${spaced[1]}-${spaced[2]}`;
  // Remains of a number format: 01609.0, or a hyphen with nothing after it.
  const tail = /^(\d{3,5})(?:\.0|-)$/.exec(text);
  return tail === null ? text : tail[1]!;
}

export interface StreetLines {
  street: string;
  street2: string;
}

/** A house number and a street, or a post office box. */
const NUMBERED = /^(?:(\d+)[A-Za-z]?(?:-\d+)?\s+\S*\p{L}|p\.?\s?o\.?\s?box\b)/iu;
/** A recipient in a line of their own. */
const ADDRESSEE = /^(?:c\/o|care of|attn|attention|%|mrs?|ms|miss|dr|prof|rev|the hon)\b/i;
/** Four and five digits before a word can be a European postal code: 75002 Paris. */
const SHORT_NUMBER = 3;

/**
 * Moves the line with the house number to the front if the first line has no digits, as with the name of a person, a
 * firm or a building.
 */
function houseFirst(lines: readonly string[]): readonly string[] {
  const first = lines[0] ?? '';
  if (lines.length < 2 || /\d/.test(first) || /^one\s/i.test(first)) return lines;
  const named = ADDRESSEE.test(first) || isOrganization(first);
  const at = lines.findIndex((line) => {
    const number = NUMBERED.exec(line);
    return number !== null && (named || (number[1] ?? '').length <= SHORT_NUMBER);
  });
  return at < 1 ? lines : [lines[at]!, ...lines.slice(0, at), ...lines.slice(at + 1)];
}

const inLines = (lines: readonly string[]): StreetLines => {
  const [street = '', ...others] = houseFirst(lines);
  return { street, street2: others.join(', ') };
};

/** The line with the house number, and the other lines joined. */
export function splitStreetLines(text: string): StreetLines {
  const lines = text
    .split(/[\r\n\u0085\u2028\u2029]/)
    .map((line) => tidySpaces(line).replace(/,$/, ''))
    .filter((line) => line !== '');
  return inLines(lines);
}

export interface Place {
  city: string;
  state: string;
  postalCode: string;
}

/** A hyphen at the end is what remains of a ZIP+4 without its four digits. */
const US_ZIP = /(?:^|[\s,])(\d{5}(?:[-–\s]?\d{4})?)-?$/;
const SHORT_ZIP = /(?:^|[\s,])(\d{4}(?:-\d{4})?)$/;
const CANADA_ZIP = /(?:^|[\s,])([A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d)$/;
const BRITISH_ZIP = /(?:^|[\s,])([A-Za-z]{1,2}\d[A-Za-z\d]?\s?\d[A-Za-z]{2})$/;

/** A postal code at the end, or four or more digits before the place. "12 Mexico" is a street and "Lebanon" is a town. */
const BEFORE_COUNTRY = /(?:\d{4}|\d[A-Za-z]{2}|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$|\d{4,}\b.*\p{L}|\d{3}[ -]\d{2}\b/u;

/** No country name has more words in an address. */
const COUNTRY_WORDS = 5;

/** Splits the country from the end of a text: `Chicago IL 60614 USA`. Empty when there is none. */
function partCountry(text: string): { readonly rest: string; readonly country: string } {
  const words = /(?:^|[\d,\s])([\p{L}.]+(?:\s[\p{L}.]+)*)$/u.exec(text)?.[1]?.split(/\s/) ?? [];
  for (let count = Math.min(words.length, COUNTRY_WORDS); count >= 1; count--) {
    const country = words.slice(words.length - count).join(' ');
    // Georgia and other state names stay; two letters are a state before they are a country.
    if (country.length > 2 && countryCode(country) !== null && stateCode(country) === null) {
      const rest = text.slice(0, text.length - country.length).replace(/[,\s]+$/, '');
      if (BEFORE_COUNTRY.test(rest)) return { rest, country };
    }
  }
  return { rest: text, country: '' };
}

/** The country at the end of a place or an address, on its own line or not; empty when there is none. */
export function countryAtEnd(text: string): string {
  const lines = linesOf(text);
  const last = lines.at(-1) ?? '';
  if (lines.length > 2 && countryCode(last) !== null && stateCode(last) === null) return last;
  return partCountry(last).country;
}

function takeZip(text: string): { rest: string; postalCode: string } {
  for (const pattern of [US_ZIP, CANADA_ZIP, BRITISH_ZIP]) {
    const match = pattern.exec(text);
    if (match !== null) return { rest: text.slice(0, match.index).replace(/[,\s]+$/, ''), postalCode: match[1]! };
  }
  const short = SHORT_ZIP.exec(text);
  if (short !== null) {
    const rest = text.slice(0, short.index).replace(/[,\s]+$/, '');
    // Four digits are a ZIP without its zero only after a state.
    if (takeState(rest, false) !== null) return { rest, postalCode: short[1]! };
  }
  return { rest: text, postalCode: '' };
}

function takeState(text: string, loose: boolean): { city: string; state: string } | null {
  const comma = text.lastIndexOf(',');
  if (comma >= 0) {
    const after = text.slice(comma + 1).trim();
    const city = text.slice(0, comma).trim();
    if (after !== '' && city !== '' && (stateCode(after) !== null || loose)) return { city, state: after };
  }
  const words = text.split(/[\s,]+/);
  for (let count = Math.min(3, words.length - 1); count >= 1; count--) {
    const ending = words.slice(words.length - count).join(' ');
    if (stateCode(ending) === null) continue;
    const at = text.lastIndexOf(words[words.length - count]!);
    const city = text.slice(0, at).replace(/[,\s]+$/, '');
    if (city !== '') return { city, state: ending };
  }
  return null;
}

/** Splits `Marblehead, MA 01945`, `St. John's, NL A1C 5S7` or `Boulder CO 80306-1234`; missing parts are empty. */
export function splitCityStateZip(text: string): Place {
  // Some systems write the hyphen of ZIP+4 with nothing after it.
  const tidy = tidySpaces(text)
    .replace(/,+$/, '')
    .replace(/(\d)-$/, '$1');
  const { rest, postalCode } = takeZip(partCountry(tidy).rest);
  const place = takeState(rest, postalCode !== '');
  if (place !== null) return { city: place.city.replace(/,$/, ''), state: place.state, postalCode };
  if (stateCode(rest) !== null && postalCode !== '') return { city: '', state: rest, postalCode };
  return { city: rest, state: '', postalCode };
}

/** True for a text that ends in a state and a ZIP, or in a postal code with something before it. */
export function looksLikeCityStateZip(text: string): boolean {
  const place = splitCityStateZip(text);
  return place.postalCode !== '' && place.city !== '' && place.state !== '' && !/^\d/.test(place.city);
}

const UNIT =
  /^(?:apt|apartment|unit|suite|ste|fl|floor|rm|room|bldg|building|lot|trlr|#|p\.?\s?o\.?\s?box|c\/o|attn|penthouse|ph|rear)\b|^#/i;

/** 4B, #12, B-204, A. */
const UNIT_NUMBER = /^#?\s*(?:[A-Z]{0,2}[\s-]?\d+(?:[\s-]?[A-Z]{1,2})?|[A-Z])$/i;

/** True for the number of an apartment or a suite, with or without its word; false for the name of a department: Oncology, 4 West. */
export const looksLikeUnit = (text: string): boolean =>
  UNIT_NUMBER.test(text) || UNIT.test(text) || /^(?:upper|lower|front|basement)$/i.test(text);

export interface Address extends StreetLines, Place {}

const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n;|\u0085\u2028\u2029]/)
    .map((line) => tidySpaces(line).replace(/,$/, ''))
    .filter((line) => line !== '');

/**
 * Splits a whole address, on several lines or with commas. The last line that is a place gives city, state and ZIP, the
 * first line is the street, and the lines between are the second line.
 */
export function splitAddress(text: string): Address {
  const byLine = linesOf(text);
  if (byLine.length > 1) {
    if (byLine.length > 2 && countryCode(byLine.at(-1)!) !== null && stateCode(byLine.at(-1)!) === null) byLine.pop();
    let place = splitCityStateZip(byLine.at(-1)!);
    // City, state and ZIP can be on lines of their own.
    while (place.city === '' && byLine.length > 2) {
      byLine.push(byLine.splice(-2).join(', '));
      place = splitCityStateZip(byLine.at(-1)!);
    }
    if (place.postalCode !== '' || place.state !== '') return { ...inLines(byLine.slice(0, -1)), ...place };
    return { ...inLines(byLine), city: '', state: '', postalCode: '' };
  }
  return splitAddressParts(byLine[0] ?? '');
}

/** A city with its state, although the whole is also a name of the state. */
const CAPITAL = /^washington\s+d\.?\s?c\.?$/i;

function splitAddressParts(line: string): Address {
  const { rest, postalCode } = takeZip(partCountry(line).rest);
  const parts = rest.split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  const nothing = { street: line, street2: '', city: '', state: '', postalCode: '' };
  if (parts.length < 2) return nothing;
  let state = '';
  const last = parts.at(-1)!;
  if (stateCode(last) !== null && !CAPITAL.test(last)) {
    state = last;
    parts.pop();
  } else {
    const place = takeState(last, false);
    if (place !== null) {
      state = place.state;
      parts[parts.length - 1] = place.city;
    } else if (postalCode !== '' && parts.length > 2) {
      state = last;
      parts.pop();
    }
  }
  if (state === '' && postalCode === '') {
    // Only a street and its unit, as in 500 Main St, Unit 9.
    if (UNIT.test(parts[1]!)) return { ...nothing, street: parts[0]!, street2: parts.slice(1).join(', ') };
    return nothing;
  }
  const city = parts.length > 1 ? parts.pop()! : '';
  return { ...inLines(parts), city, state, postalCode };
}
