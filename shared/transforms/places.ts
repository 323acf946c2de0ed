/** Splits cells and lines with city, state and postal code. */
import { UNIT } from './addresses.ts';
import { countryCode } from './countries.ts';
import { placeRank } from './place-names.ts';
import { isUsState, stateCode } from './states.ts';
import { tidySpaces } from './text.ts';

export interface Place {
  city: string;
  state: string;
  postalCode: string;
}

/** A hyphen at the end is the rest of a ZIP+4 without its four digits. */
const US_ZIP = /(?:^|[\s,])(\d{5}(?:[-–—\s]?\d{4})?)-?$/;
/** Words before the number of a box or a unit. */
const BEFORE_NUMBER = /(?:\bbox|\bunit|\bapt|\bapartment|\bsuite|\bste|\broom|\bdrawer|#)$/i;
const SHORT_ZIP = /(?:^|[\s,])(\d{4}(?:-\d{4})?)$/;
const ENDS_IN_DIGIT = /\d$/;
const TERRITORY_ZIP = /(?<=\p{L},?)(\s(?:PR|Puerto Rico)),?\s(\d{3}(?:-\d{4})?)$/iu;
const CANADA_ZIP = /(?:^|[\s,])([A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d)$/;
export const BRITISH_ZIP = /(?:^|[\s,])([A-Za-z]{1,2}\d[A-Za-z\d]?\s?\d[A-Za-z]{2})$/;

/** A postal code of Ireland: D02 XY45. */
export const IRISH_ZIP = /(?:^|[\s,])([A-Z]\d[\dW]\s[A-Z][A-Z\d]{3})$/;

/**
 * What must precede a country: a postal code at the end, or four or more digits before the place. Otherwise "12 Mexico" is a street and
 * "Lebanon" a town.
 */
const BEFORE_COUNTRY =
  /(?:\d{4}|\d{5}-\d{3}|\b[A-Z]\d[\dW] ?[A-Z\d]{4}|\d[A-Za-z]{2}|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$|\d{4,}\b.*\p{L}|\d{3}[ -]\d{2}\b/u;

/** Maximum number of words of a country in an address. */
const COUNTRY_WORDS = 5;

/** A city with its state, although the whole text is also a name of that state. */
export const CAPITAL = /^washington\s+d\.?\s?c\.?$/i;

/** Two-letter countries that are not states. */
const HOME = /^(?:us|uk|gb)$/i;

/** Splits the country from the end of a text: `Chicago IL 60614 USA`. Empty when there is none. */
export function partCountry(text: string): { readonly rest: string; readonly country: string } {
  const end = text.charCodeAt(text.length - 1);
  if (end >= 48 && end <= 57) return { rest: text, country: '' };
  const words = /(?:^|[\d,\s])([\p{L}.]+(?:\s[\p{L}.]+)*)$/u.exec(text)?.[1]?.split(/\s/) ?? [];
  for (let count = Math.min(words.length, COUNTRY_WORDS); count >= 1; count--) {
    const country = words.slice(words.length - count).join(' ');
    // Georgia and other names of states are not removed. Any other two letters are taken for a state.
    if ((country.length > 2 || HOME.test(country)) && countryCode(country) !== null && stateCode(country) === null) {
      const rest = text.slice(0, text.length - country.length).replace(/[,\s]+$/, '');
      if (
        BEFORE_COUNTRY.test(rest) ||
        (text.endsWith(`, ${country}`) && (HOME.test(country) || placeRank(country, () => true) === 0 || isStreetAndCity(rest)))
      )
        return { rest, country };
    }
  }
  return { rest: text, country: '' };
}

/** A city with the number of its district, which is not a house number. */
export const DUBLIN = /^Dublin\s\d{1,2}W?$/i;

/** True for "12 Shop Street, Galway" and "Dublin 4". Ireland after them is the country, not a US town. */
function isStreetAndCity(text: string): boolean {
  const parts = text.split(/,\s*/);
  if (DUBLIN.test(parts.at(-1)!)) return true;
  return (
    parts.length > 1 &&
    parts.slice(0, -1).some((part) => /\d/.test(part)) &&
    /^\p{L}{2}[\p{L}\s.'’-]*$/u.test(parts.at(-1)!) &&
    !UNIT.test(parts.at(-1)!) &&
    takeState(text, false) === null
  );
}

export function takeZip(text: string): { rest: string; postalCode: string } {
  for (const pattern of [US_ZIP, CANADA_ZIP, BRITISH_ZIP, IRISH_ZIP]) {
    const match = pattern.exec(text);
    if (match !== null && !BEFORE_NUMBER.test(text.slice(0, match.index)))
      return { rest: text.slice(0, match.index).replace(/[,\s]+$/, ''), postalCode: match[1]! };
  }
  const short = SHORT_ZIP.exec(text);
  if (short !== null) {
    const rest = text.slice(0, short.index).replace(/[,\s]+$/, '');
    // Four digits are only a ZIP without its zero after a state.
    if (takeState(rest, false) !== null) return { rest, postalCode: short[1]! };
  }
  // Three digits are a ZIP only after a known city of Puerto Rico, because PR 115 is also a road.
  const shorter = ENDS_IN_DIGIT.test(text) ? TERRITORY_ZIP.exec(text) : null;
  if (shorter !== null) {
    const rest = text.slice(0, shorter.index + shorter[1]!.length);
    const { city } = takeState(rest, false)!;
    if (placeRank(city.slice(city.lastIndexOf(',') + 1).trim(), (there) => there === 'PR') === 2) return { rest, postalCode: shorter[2]! };
  }
  return { rest: text, postalCode: '' };
}

export function takeState(text: string, loose: boolean): { city: string; state: string } | null {
  const comma = text.lastIndexOf(',');
  if (comma >= 0) {
    const after = text.slice(comma + 1).trim();
    const city = text.slice(0, comma).trim();
    if (after !== '' && city !== '' && (stateCode(after) !== null || loose)) return { city, state: after };
  }
  const words = text.split(/[\s,]+/);
  // Most addresses end in two capitals, which is never a state name of several words.
  const most = isUsState(words.at(-1)!) ? 1 : 3;
  for (let count = Math.min(most, words.length - 1); count >= 1; count--) {
    const ending = words.slice(words.length - count).join(' ');
    if (stateCode(ending) === null || CAPITAL.test(ending)) continue;
    const at = text.lastIndexOf(words[words.length - count]!);
    const city = text.slice(0, at).replace(/[,\s]+$/, '');
    if (city !== '') return { city, state: ending };
  }
  return null;
}

/** A ZIP directly after its state: MA01945. */
export const GLUED_ZIP = /(?<![A-Za-z])([A-Z]{2})-?(\d{5}(?:-\d{4})?)$/;

/** Splits `Marblehead, MA 01945`, `St. John's, NL A1C 5S7` or `Boulder CO 80306-1234`; missing parts are empty. */
export function splitCityStateZip(text: string): Place {
  // Some systems write the hyphen of a ZIP+4 with nothing after it.
  const tidy = tidySpaces(text)
    .replace(/(\d)[.,]+$|,+$/, '$1')
    .replace(/(\d)-$/, '$1')
    .replace(GLUED_ZIP, '$1 $2');
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
