/** Finds parts of a place in the cell of another part: "Barre, VT" as the city, "VT 05641" as the state or the ZIP, Canada as the state. */
import { FIELD_INDEX, type FieldKey } from '../fields/index.ts';
import {
  LONGEST_READ,
  TEXT_CLASS,
  ZIP,
  countryCode,
  isProvince,
  isUsOrEmpty,
  isUsState,
  splitCityStateZip,
  stateCode,
  zipFitsState,
  zipShape,
} from '../transforms/index.ts';
import { VALIDITY, type MappedRecord } from './mapped-record.ts';

const { city: CITY, state: STATE, postalCode: POSTAL, country: COUNTRY } = FIELD_INDEX;

export type MisplacedParts = Readonly<Partial<Record<FieldKey, string>>>;

/** The corrected values by field; null when each part is in its own cell, or when it is not clear where a part belongs. */
export function misplacedParts({ values, classes }: MappedRecord): MisplacedParts | null {
  const city = values[CITY]!;
  const state = values[STATE]!;
  const hasComma = (classes[CITY]! & TEXT_CLASS.comma) !== 0;
  // Most rows return here.
  if ((classes[STATE]! & VALIDITY.proven) !== 0 && !hasComma && !city.endsWith(state)) return null;
  const zip = values[POSTAL]!;
  const country = values[COUNTRY]!;
  if (city.length > LONGEST_READ || state.length > LONGEST_READ || zip.length > LONGEST_READ) return null;
  if (!isUsOrEmpty(country) && countryCode(country) !== 'CA') return null;
  if (state === '') {
    const mayHold = (classes[POSTAL]! & LETTERS) !== 0 && (classes[POSTAL]! & TEXT_CLASS.space) !== 0;
    return (mayHold ? stateInZip(zip, city) : null) ?? (city === '' ? null : stateInCity(city, zip, hasComma));
  }
  if ((classes[STATE]! & TEXT_CLASS.digit) !== 0) return zip === '' ? zipInState(state, city) : null;
  if (!isUsState(state) && country === '' && isCountry(state)) return { country: state, state: '' };
  // "Washington DC" in the city, with the state DC.
  return city.length > state.length + 2 && (hasComma || city.endsWith(state)) ? stateTwice(city, state, zip) : null;
}

const LETTERS = TEXT_CLASS.upper | TEXT_CLASS.lower;

/** Excludes two letters: they are more often a wrong state code. */
const isCountry = (text: string): boolean =>
  (text.length > 2 || text === 'UK' || text === 'US') && stateCode(text) === null && countryCode(text) !== null;

/** "Barre, VT". Without a comma, the written-out name of a state is only read as the state if the ZIP agrees: Fort Washington is a city. */
function stateInCity(text: string, zip: string, hasComma: boolean): MisplacedParts | null {
  if (!hasComma && !text.includes(' ')) return null;
  const place = splitCityStateZip(text);
  const code = stateCode(place.state);
  if (place.city === '' || place.city.includes(',') || code === null || (place.postalCode !== '' && zip !== '')) return null;
  const ownZip = zip === '' ? place.postalCode : zip;
  const isSure = zipShape(ownZip) === ZIP.whole ? zipFitsState(ownZip, code) && isUsState(code) : hasComma || place.state === code;
  if (!isSure) return null;
  return { city: place.city, state: place.state, ...(zip === '' && place.postalCode !== '' && { postalCode: place.postalCode }) };
}

/** "VT 05641" */
function zipInState(text: string, city: string): MisplacedParts | null {
  const place = splitCityStateZip(text);
  if (place.postalCode === '' || stateCode(place.state) === null || (place.city !== '' && city !== '')) return null;
  return { state: place.state, postalCode: place.postalCode, ...(place.city !== '' && { city: place.city }) };
}

function stateInZip(text: string, city: string): MisplacedParts | null {
  const parts = zipInState(text, city);
  const code = parts === null ? null : stateCode(parts.state!);
  return code !== null && (isUsState(code) || isProvince(code)) ? parts : null;
}

/** "Barre, VT" with VT as the state too. Oklahoma City keeps its name. */
function stateTwice(text: string, state: string, zip: string): MisplacedParts | null {
  const place = splitCityStateZip(text);
  if (place.city === '' || place.city.includes(',') || place.state === '' || stateCode(place.state) !== stateCode(state)) return null;
  if (place.postalCode !== '' && zip !== '') return null;
  const isApart = text.charCodeAt(place.city.length) === COMMA || place.state === state || place.state.includes('.');
  return isApart ? { city: place.city, ...(place.postalCode !== '' && { postalCode: place.postalCode }) } : null;
}
const COMMA = 44;
