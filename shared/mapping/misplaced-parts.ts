/** Parts of a place that are in the cell of another part: "Barre, VT" as the city, "VT 05641" as the state or the ZIP, Canada as the state. */
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
import type { MappedRecord } from './mapped-record.ts';

const { city: CITY, state: STATE, postalCode: POSTAL, country: COUNTRY } = FIELD_INDEX;

export type MisplacedParts = Readonly<Partial<Record<FieldKey, string>>>;

/** The new values of the fields of a place, by field; null where each part is in its own cell, or it is not sure where it belongs. */
export function misplacedParts(record: MappedRecord): MisplacedParts | null {
  const { values, classes } = record;
  const city = values[CITY]!;
  const state = values[STATE]!;
  const zip = values[POSTAL]!;
  if (city.length > LONGEST_READ || state.length > LONGEST_READ || zip.length > LONGEST_READ) return null;
  if (state === '') {
    const mayHold = zip !== '' && (classes[POSTAL]! & LETTERS) !== 0 && (classes[POSTAL]! & TEXT_CLASS.space) !== 0;
    const parts = mayHold ? stateInZip(zip, city) : null;
    if (parts !== null) return parts;
    return city === '' ? null : stateInCity(city, zip, (classes[CITY]! & TEXT_CLASS.comma) !== 0);
  }
  if ((classes[STATE]! & TEXT_CLASS.digit) !== 0) return zip === '' ? zipInState(state, city) : null;
  if (!isUsState(state) && values[COUNTRY] === '' && isCountry(state)) return { country: state, state: '' };
  // Washington DC, and the state DC
  if (city.length > state.length + 2 && ((classes[CITY]! & TEXT_CLASS.comma) !== 0 || city.endsWith(state)))
    return stateTwice(city, state, zip);
  return null;
}

const LETTERS = TEXT_CLASS.upper | TEXT_CLASS.lower;

/** Two letters are more often an error in the code of a state. */
const isCountry = (text: string): boolean =>
  (text.length > 2 || text === 'UK' || text === 'US') && stateCode(text) === null && countryCode(text) !== null;

/** "Barre, VT". A name without a comma counts only where the ZIP agrees: Fort Washington is a city. */
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

/** "Barre, VT" next to the state VT. Oklahoma City keeps its name. */
function stateTwice(text: string, state: string, zip: string): MisplacedParts | null {
  const place = splitCityStateZip(text);
  if (place.city === '' || place.city.includes(',') || place.state === '' || stateCode(place.state) !== stateCode(state)) return null;
  if (place.postalCode !== '' && zip !== '') return null;
  const isApart = text.charCodeAt(place.city.length) === COMMA || place.state === state || place.state.includes('.');
  return isApart ? { city: place.city, ...(place.postalCode !== '' && { postalCode: place.postalCode }) } : null;
}
const COMMA = 44;

/** True where the country of the row does not speak against a state of the US or Canada. */
export const mayHaveMisplacedParts = ({ values }: MappedRecord): boolean =>
  isUsOrEmpty(values[COUNTRY]!) || countryCode(values[COUNTRY]!) === 'CA';
