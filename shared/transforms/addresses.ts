/**
 * Addresses: ZIP codes, a street of several lines, and cells that hold city, state and ZIP or a whole address.
 */
import { countryCode } from './countries.ts';
import { stateCode } from './states.ts';
import { tidySpaces } from './text.ts';

/** What a ZIP needs, as the reader of `zipShape` answers. */
export const ZIP = {
  /** Five digits, or five and four with a hyphen. */
  whole: 0,
  /** Nine digits without the hyphen. */
  nine: 1,
  /** Four digits: the leading zero was lost. Also `1609-1234`. */
  lostZero: 2,
  /** Three digits: two zeros were lost, as in Puerto Rico. */
  lostTwo: 3,
  /** Not a ZIP of the US. */
  other: 4,
} as const;
export type ZipShape = (typeof ZIP)[keyof typeof ZIP];

/** Tells what a US ZIP looks like. */
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

/** The ZIP with the zeros that a spreadsheet took from it: `1609` becomes `01609`; other texts stay as they are. */
export function withZipZeros(text: string): string {
  const shape = zipShape(text);
  if (shape === ZIP.lostZero) return `0${text}`;
  return shape === ZIP.lostTwo ? `00${text}` : text;
}

/** Nine digits as five and four; a sign of another kind between them becomes the hyphen. Other texts stay as they are. */
export function withZipHyphen(text: string): string {
  if (zipShape(text) === ZIP.nine) return `${text.slice(0, 5)}-${text.slice(5)}`;
  const spaced = /^(\d{5})\s*[-–—. ]\s*(\d{4})$/.exec(text);
  if (spaced !== null) return `${spaced[1]}-${spaced[2]}`;
  // A number format without decimals was lost: 01609.0, or a hyphen with nothing behind it.
  const tail = /^(\d{3,5})(?:\.0|-)$/.exec(text);
  return tail === null ? text : tail[1]!;
}

export interface StreetLines {
  street: string;
  street2: string;
}

/** The first line of a street of several lines, and the others in one. */
export function splitStreetLines(text: string): StreetLines {
  const lines = text
    .split(/[\r\n\u0085\u2028\u2029]+/)
    .map((line) => tidySpaces(line).replace(/,$/, ''))
    .filter((line) => line !== '');
  return { street: lines[0] ?? '', street2: lines.slice(1).join(', ') };
}

export interface Place {
  city: string;
  state: string;
  postalCode: string;
}

const US_ZIP = /(?:^|[\s,])(\d{5}(?:[-–\s]?\d{4})?)$/;
const SHORT_ZIP = /(?:^|[\s,])(\d{4}(?:-\d{4})?)$/;
const CANADA_ZIP = /(?:^|[\s,])([A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d)$/;
const BRITISH_ZIP = /(?:^|[\s,])([A-Za-z]{1,2}\d[A-Za-z\d]?\s?\d[A-Za-z]{2})$/;

/** Takes a country from the end: `Chicago IL 60614 USA`. */
function withoutCountry(text: string): string {
  const parts = /^(.*[\dA-Za-z.])[,\s]+([A-Za-z][A-Za-z .]+)$/.exec(text);
  if (parts === null) return text;
  const words = parts[2]!.split(/\s+/);
  for (let count = words.length; count >= 1; count--) {
    const ending = words.slice(words.length - count).join(' ');
    // Georgia and other names of states stay; two letters are a state before they are a country.
    if (ending.length > 2 && countryCode(ending) !== null && stateCode(ending) === null) {
      const head = text.slice(0, text.length - ending.length).replace(/[,\s]+$/, '');
      if (/\d/.test(head)) return head;
    }
  }
  return text;
}

function takeZip(text: string): { rest: string; postalCode: string } {
  for (const pattern of [US_ZIP, CANADA_ZIP, BRITISH_ZIP]) {
    const match = pattern.exec(text);
    if (match !== null) return { rest: text.slice(0, match.index).replace(/[,\s]+$/, ''), postalCode: match[1]! };
  }
  const short = SHORT_ZIP.exec(text);
  if (short !== null) {
    const rest = text.slice(0, short.index).replace(/[,\s]+$/, '');
    // Four digits are a ZIP without its zero only behind a state.
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

/** Takes `Marblehead, MA 01945`, `St. John's, NL A1C 5S7` or `Boulder CO 80306-1234` apart; what is not found stays empty. */
export function splitCityStateZip(text: string): Place {
  const tidy = tidySpaces(text).replace(/,+$/, '');
  const { rest, postalCode } = takeZip(withoutCountry(tidy));
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

export interface Address extends StreetLines, Place {}

/**
 * Takes a whole address apart, on several lines or with commas. The last line that is a place gives city, state and ZIP;
 * the first line is the street and what lies between is the second line.
 */
export function splitAddress(text: string): Address {
  const byLine = text
    .split(/[\r\n;|\u0085\u2028\u2029]+/)
    .map((line) => tidySpaces(line).replace(/,$/, ''))
    .filter((line) => line !== '');
  if (byLine.length > 1) {
    if (byLine.length > 2 && countryCode(byLine.at(-1)!) !== null && stateCode(byLine.at(-1)!) === null) byLine.pop();
    const place = splitCityStateZip(byLine.at(-1)!);
    if (place.postalCode !== '' || (place.state !== '' && byLine.length > 1)) {
      const lines = byLine.slice(0, -1);
      return { street: lines[0] ?? '', street2: lines.slice(1).join(', '), ...place };
    }
    return { street: byLine[0]!, street2: byLine.slice(1).join(', '), city: '', state: '', postalCode: '' };
  }
  return splitAddressParts(byLine[0] ?? '');
}

function splitAddressParts(line: string): Address {
  const { rest, postalCode } = takeZip(withoutCountry(line));
  const parts = rest.split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  const nothing = { street: line, street2: '', city: '', state: '', postalCode: '' };
  if (parts.length < 2) return nothing;
  let state = '';
  const last = parts.at(-1)!;
  if (stateCode(last) !== null) {
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
  return { street: parts[0]!, street2: parts.slice(1).join(', '), city, state, postalCode };
}
