/** Splits whole addresses in one cell: on several lines, with commas, or with nothing between street and city. */
import { isAbroad } from './abroad.ts';
import { inLines, type StreetLines, UNIT } from './addresses.ts';
import { countryCode } from './countries.ts';
import { placeRank } from './place-names.ts';
import {
  BRITISH_ZIP,
  CAPITAL,
  DUBLIN,
  GLUED_ZIP,
  IRISH_ZIP,
  partCountry,
  type Place,
  splitCityStateZip,
  takeState,
  takeZip,
} from './places.ts';
import { isProvince, stateCode, zipFitsState } from './states.ts';
import { allowing, CITY, HAS_NUMBER, isStreetLike, splitStreetAndCity, STREET_END } from './street-and-city.ts';
import { tidySpaces } from './text.ts';

export interface Address extends StreetLines, Place {
  /** True when the end of the street was guessed, because nothing separates it from an unknown city. */
  guessed?: true;
}

/** Two blanks or a tab separate the lines of an address without commas and line breaks. */
const WIDE = /\s*\t\s*|[ \u00A0]{2,}/;
const BREAKS = /[\r\n;|\u0085\u2028\u2029]/;
/** Signs with blanks around them. Two or more of them separate the lines of an address without commas: "5 Elm St / Keene / NH / 03431". */
const SIGN = /\s[·•/–—-]\s/;
/** A remark after the address: "5 Elm St, Keene NH 03431 (summer only)". */
const REMARK = /(?<=\d)\s*\([^()]+\)$/;

const linesBy = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((line) => tidySpaces(line).replace(/,$/, ''))
    .filter((line) => line !== '');

const isWide = (text: string): boolean => !text.includes(',') && WIDE.test(text) && !/[\r\n]/.test(text);

function linesOf(text: string): string[] {
  if (isWide(text)) return linesBy(text, WIDE);
  if (BREAKS.test(text)) return linesBy(text, BREAKS);
  return !text.includes(',') && text.split(SIGN).length > 2 ? linesBy(text, SIGN) : [tidySpaces(text)];
}

/** The labels of a form before the parts of an address in one cell, as Jotform writes them: "Street Address: 5 Elm St City: Keene State / Province: NH". */
const LABEL =
  /(?:^|[\s,;])(street address(?: line 2)?|address(?: line [12])?|city|state(?: ?\/ ?province)?|(?:postal ?\/ ?)?zip(?: code)?|postal code|country)\s*:\s*/gi;

/** The address below the labels of a form, as lines; other texts stay as they are. */
function withoutFormLabels(text: string): string {
  if (!text.includes(':')) return text;
  const [before, ...parts] = text.split(LABEL);
  if (before !== '' || parts.length < 6) return text;
  const found = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) found.set(parts[at]!.toLowerCase(), tidySpaces(parts[at + 1]!.replace(/[,;\s]+$/, '')));
  const part = (name: RegExp): string => [...found].find(([label, value]) => name.test(label) && value !== '')?.[1] ?? '';
  const place = [part(/^city/), `${part(/^state/)} ${part(/zip|^postal/)}`.trim()].filter((one) => one !== '').join(', ');
  return [part(/address(?: line 1)?$/), part(/line 2$/), place, part(/^country/)].filter((line) => line !== '').join('\n');
}

const isCountryLine = (line: string): boolean => countryCode(line) !== null && stateCode(line) === null;

/** The country at the end of a place or an address, perhaps on its own line; empty if there is none. */
export function countryAtEnd(text: string): string {
  const lines = linesOf(text.trim());
  const last = lines.at(-1) ?? '';
  return lines.length > 2 && isCountryLine(last) ? last : partCountry(last.replace(/[\s.,]+$/, '')).country;
}

/**
 * Splits a whole address. City, state and ZIP come from the last line that is a place, the street from the line with the house number, and
 * the second line from all other lines.
 */
export function splitAddress(text: string): Address {
  // "Keene (NH) 03431"
  const trimmed = withoutFormLabels(text.trim()).replace(REMARK, '').replace(/\s\((\p{Lu}[\p{L}.\s]+)\)(?=[\s,]|$)/u, (all, state: string) => (stateCode(state) === null ? all : `, ${state}`)); // prettier-ignore
  const byLine = linesOf(trimmed);
  const address = byLine.length > 1 ? splitByLines(byLine) : splitParts((byLine[0] ?? '').replace(/,$/, ''));
  if (byLine.length < 2 || !isWide(trimmed)) return address;
  // Two blanks can also be a typing error.
  const narrow = splitParts(tidySpaces(trimmed));
  return isKnown(narrow) && !isKnown(address) ? narrow : address;
}

const isKnown = ({ city, state, postalCode }: Place): boolean => placeRank(city, allowing(state, postalCode)) === 2;

function splitByLines(byLine: string[]): Address {
  const country = byLine.length > 2 && isCountryLine(byLine.at(-1)!) ? byLine.pop()! : '';
  const last = byLine.at(-1)!;
  if (/^\d+\s.*,/.test(last) && !/^\d{4,5}\s\p{L}+$/u.test(last)) {
    const whole = splitParts(last);
    if (whole.city !== '' && (whole.postalCode !== '' || whole.state !== ''))
      return { ...whole, ...inLines([...byLine.slice(0, -1), whole.street, whole.street2].filter((line) => line !== '')) };
  }
  let place = splitCityStateZip(last);
  // City, state and ZIP can be on separate lines.
  while (place.city === '' && byLine.length > 2) {
    byLine.push(byLine.splice(-2).join(', '));
    place = splitCityStateZip(byLine.at(-1)!);
  }
  if (place.postalCode !== '' || place.state !== '') return { ...inLines(byLine.slice(0, -1)), ...place };
  const whole = country === '' ? null : splitParts([...byLine, country].join(', '));
  return whole !== null && whole.city !== '' ? whole : { ...inLines(byLine), city: '', state: '', postalCode: '' };
}

const DIRECTION_PART = /^(?:[ns]\.?[ew]|[nsew])\.?$/i;

/** Counties after a British town. */
const BRITISH_COUNTY =
  /shire$|^(?:co\.?|county)\s|^(?:(?:east|west|north|south|greater|mid)\s(?:sussex|midlands|glamorgan|london|manchester|lothian|humberside)|kent|essex|surrey|norfolk|suffolk|cornwall|devon|dorset|somerset|cumbria|merseyside|cleveland|avon|rutland|northumberland|tyne and wear|middlesex|middx|herts|beds|berks|bucks|cambs|glos|hants|lancs|leics|lincs|northants|notts|oxon|staffs|warks|wilts|worcs|yorks|fife|gwent|gwynedd|clwyd|dyfed|powys|isle of wight)\.?$/iu;
/** A postal code before its city, as in most of Europe: 8001 Zürich. */
const CODE_FIRST = /^(?:[A-Z]{1,2}-)?(\d{4} [A-Z]{2}|\d{4,5}|\d{3} \d{2})\s+(\p{L}.*)$/u;
const BRITISH_INSIDE = /(?:^|[\s,])([A-Za-z]{1,2}\d[A-Za-z\d]?\s\d[A-Za-z]{2}),?\s+(\p{L}[\p{L}\s'-]*)$/u;

const ZIP_TEXT = String.raw`\d{5}(?:-\d{4})?`;
/** Boston, MA 02109, 12 Elm St */
const PLACE_FIRST = new RegExp(String.raw`^(\p{L}[^\d,]*),?\s+([A-Za-z]{2}),?\s+(${ZIP_TEXT})\s*,\s*(\S.*\S)$`, 'u');
/** 12 Elm St, Boston 02109, MA */
const ZIP_INSIDE = new RegExp(String.raw`^(.*\S)[,\s]\s*(${ZIP_TEXT})\s*,?\s+([A-Za-z]{2})$`, 'u');
/** 12 Elm St, 02109 Boston, MA */
const ZIP_BEFORE_CITY = new RegExp(String.raw`^(.*\S)\s*[,\s]\s*(${ZIP_TEXT})\s+(\p{L}[^\d,]*?)(?:,?\s+([A-Za-z]{2}))?$`, 'u');
/** 12 Elm St MA Boston 02109 */
const STATE_BEFORE_CITY = new RegExp(String.raw`^(.*\S),?\s+([A-Za-z]{2})\s*,?\s+(\p{L}[^\d,]*?),?\s+(${ZIP_TEXT})$`, 'u');

/** True for the two letters of a state if the ZIP is in that state. */
function isStateOf(zip: string, letters: string): boolean {
  const code = stateCode(letters);
  return code !== null && !isProvince(code) && zipFitsState(zip, code);
}

/** Moves city, state and ZIP to the end in this order, if they are in another order and the ZIP agrees with the state. */
function inUsualOrder(line: string): string {
  const first = PLACE_FIRST.exec(line);
  if (first !== null && isStateOf(first[3]!, first[2]!) && HAS_NUMBER.test(first[4]!) && !takesState(first[4]!))
    return `${first[4]}, ${first[1]}, ${first[2]} ${first[3]}`;
  const before = ZIP_BEFORE_CITY.exec(line);
  if (before !== null && HAS_NUMBER.test(before[1]!) && !/^\p{L}{2}$/u.test(before[3]!)) {
    const [, street, zip, city, letters = ''] = before as unknown as [string, string, string, string, string?];
    if (letters !== '' ? isStateOf(zip, letters) : placeRank(city, allowing('', zip)) === 2 && !takesState(street))
      return `${street.replace(/,$/, '')}, ${city}, ${letters} ${zip}`;
  }
  const inside = ZIP_INSIDE.exec(line);
  if (inside !== null && isStateOf(inside[2]!, inside[3]!)) return `${inside[1]!.replace(/,$/, '')}, ${inside[3]} ${inside[2]}`;
  const state = STATE_BEFORE_CITY.exec(line);
  if (
    state !== null &&
    isStateOf(state[4]!, state[2]!) &&
    STREET_END.test(state[1]!) &&
    stateCode(state[3]!.split(/[\s,]+/).at(-1)!) === null
  )
    return `${state[1]!.replace(/,$/, '')}, ${state[3]}, ${state[2]} ${state[4]}`;
  return line;
}

const takesState = (text: string): boolean => takeState(text, false) !== null;

/** A country between the state and the postal code: "Keene, NH, USA 03431", "Keene, NH, US, 03431". */
const COUNTRY_INSIDE =
  /[\s,]+(?:(?:canada|(?<=,\s?)ca)[\s,]+(?=[a-z]\d[a-z][ -]?\d[a-z]\d$)|(?:england|scotland|wales|northern ireland|united kingdom|great britain|u\.?k\.?)[\s,]+(?=[a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2}$)|(?:usa|u\.s\.a\.?|united states(?: of america)?|(?<=,\s?)(?:us|u\.s\.))[\s,]+(?=\d{5}(?:-\d{4})?$))/i;
const HAS_COUNTRY = /canada|, ?(?:us,? |ca,? [a-z]\d)|usa|u\.s\.|united|england|scotland|wales|ireland|britain|\bu\.?k\b/i;
/** 14, rue des Tilleuls */
const NUMBER_APART = /^\d{1,5}\s?(?:bis|ter|[a-z])?,\s(?:rue|avenue|av\.?|boulevard|bd|place|chemin|quai|all[ée]e|impasse|route|cours)\s/i;
/** A sign between the state and the ZIP, or within it: "Keene, NH - 03431", "Keene, NH 03431 - 1234". */
const SPACED_SIGN = /\s[-–—]\s?(?=\d{4,5}(?:-\d{4})?$)|(?<=\s\d{5})\s?[-–—]\s(?=\d{4}$)/;

function splitParts(written: string): Address {
  const plain = /\s[-–—]|[-–—]\s/.test(written) ? written.replace(SPACED_SIGN, (sign, at: number) => (/\d/.test(written[at - 1]!) ? '-' : ' ')) : written; // prettier-ignore
  const apart = /[A-Z]{2}-?\d{5}/.test(plain) ? plain.replace(GLUED_ZIP, '$1 $2') : plain;
  const spoken = NUMBER_APART.test(apart) ? apart.replace(',', '') : apart;
  const given = HAS_COUNTRY.test(spoken) ? spoken.replace(COUNTRY_INSIDE, ' ') : spoken;
  const line = /\d{5}/.test(given) ? inUsualOrder(given) : given;
  const nothing = { street: line, street2: '', city: '', state: '', postalCode: '' };
  let { rest: inCountry, country } = partCountry(line.replace(/[\s.,;-]+$/, ''));
  // United States US
  if (country.length === 2) inCountry = partCountry(inCountry).rest;
  const abroad = country !== '' && countryCode(country) !== 'US';
  let { rest, postalCode } = takeZip(inCountry);
  let city = '';
  if (postalCode === '') {
    const inside = BRITISH_INSIDE.exec(inCountry);
    if (inside !== null) {
      postalCode = inside[1]!;
      city = inside[2]!.trim();
      rest = inCountry.slice(0, inside.index).replace(/[,\s]+$/, '');
    }
  }
  const parts = rest.split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  if (parts.length === 0) return postalCode === '' || city !== '' ? nothing : { ...nothing, street: '', postalCode };
  if (city !== '') return { ...inLines(parts), city, state: '', postalCode };
  if (parts.length === 1 && parts[0]!.length === 2 && isStateOf(postalCode, parts[0]!))
    return { ...nothing, street: '', state: parts[0]!, postalCode };
  if (postalCode === '' && (abroad || isAbroad('', '', CODE_FIRST.exec(parts.at(-1)!)?.[1] ?? '', parts[0]!))) {
    const code = CODE_FIRST.exec(parts.at(-1)!) ?? (parts.length === 1 ? withCodeInside(parts) : null);
    if (code !== null && parts.length > 1) return { ...inLines(parts.slice(0, -1)), city: code[2]!, state: '', postalCode: code[1]! };
  }
  if (postalCode === '' && abroad) {
    const ended = splitAbroad(parts, countryCode(country)!);
    if (ended !== null) return ended;
    const uncoded = splitUncoded(parts, country);
    if (uncoded !== null) return uncoded;
  }
  if (postalCode === '' && country === '') {
    const australian = /(?:NSW|VIC|QLD|TAS|ACT),?\s+\d{4}$/.test(line) ? splitAbroad(parts, 'AU') : null;
    if (australian !== null) return australian;
    if (parts.length > 1 && /^Singapore\s\d{6}$/i.test(parts.at(-1)!)) return splitAbroad(parts, 'SG')!;
  }
  const state = takeStatePart(parts, postalCode);
  // A direction belongs to the street: 12 Elm St, NE.
  if (parts.length > 1 && DIRECTION_PART.test(parts[1]!)) parts.splice(0, 2, `${parts[0]}, ${parts[1]}`);
  // Salem, Marion County, OR
  if (state !== '' && parts.length > 2 && /\scounty$/i.test(parts.at(-1)!) && placeRank(parts.at(-2)!, allowing(state, postalCode)) === 2)
    parts.pop();
  const found = takeCity(parts, state, postalCode);
  if (state === '' && postalCode === '' && found.city === '') {
    // Only a street and its unit, as in 500 Main St, Unit 9.
    if (parts.length > 1 && UNIT.test(parts[1]!)) return { ...nothing, street: parts[0]!, street2: parts.slice(1).join(', ') };
    return parts.length > 1 && /^(?:c\/o|attn)\b/i.test(parts[0]!) ? { ...nothing, ...inLines(parts) } : nothing;
  }
  // New York 10001, Washington 20001
  const isCity = found.city === '' && state.length > 3 && /^\d{5}/.test(postalCode) && placeRank(state, allowing('', postalCode)) === 2;
  if (isCity) return { ...inLines(parts), city: state, state: zipFitsState(postalCode, stateCode(state)!) ? state : '', postalCode };
  return { ...inLines(parts), city: found.city, state, postalCode, ...(found.guessed ? { guessed: true } : {}) };
}

/** Countries that consist of one city. */
const CITY_STATES: readonly string[] = ['HK', 'MC', 'MO', 'SG'];

/** Splits an address abroad without a postal code: "12 Shop Street, Galway", "12 George St, Brisbane, Queensland". Null without a city. */
function splitUncoded(parts: readonly string[], country: string): Address | null {
  const code = countryCode(country)!;
  const last = parts.at(-1)!;
  const isTown = parts.length > 1 && (DUBLIN.test(last) || (/^\p{L}{2}[^\d]*$/u.test(last) && !UNIT.test(last) && !STREET_END.test(last)));
  if (!isTown)
    return CITY_STATES.includes(code) && HAS_NUMBER.test(parts[0]!)
      ? { ...inLines(parts), city: country, state: '', postalCode: '' }
      : null;
  const isRegion =
    parts.length > 2 &&
    ((code === 'AU' && AUSTRALIA.exec(last)?.[1] === last) || ((code === 'IE' || code === 'GB') && BRITISH_COUNTY.test(last)));
  const lines = parts.slice(0, isRegion ? -2 : -1);
  // Canadian provinces and US states have their own rules.
  if (stateCode(last) !== null && !isRegion) return null;
  return { ...inLines(lines), city: isRegion ? parts.at(-2)! : last, state: isRegion ? last : '', postalCode: '' };
}

/** A postal code after its city or on its own: Auckland 1011, Tokyo 100-0005, D02 XY45. */
const CODE_LAST = /^(?:(\p{L}[^\d]*?)\s+)?(\d{4,7}|\d{3}-\d{4}|\d{5}-\d{3}|[A-Z]\d[\dW] ?[A-Z\d]{4})$/u;
const AUSTRALIA =
  /(?:^|\s)(NSW|VIC|QLD|SA|WA|TAS|NT|ACT|New South Wales|Victoria|Queensland|South Australia|Western Australia|Tasmania|Northern Territory)$/i;

/** Splits an address abroad with the postal code after the city, or with a region as its last part; null for any other. */
function splitAbroad(parts: readonly string[], country: string): Address | null {
  const [before, last] = [parts.at(-2) ?? '', parts.at(-1)!];
  // 06600 Ciudad de México, CDMX
  const first = parts.length > 2 && /^\p{L}[^\d]*$/u.test(last) ? CODE_FIRST.exec(before) : null;
  if (first !== null) return { ...inLines(parts.slice(0, -2)), city: first[2]!, state: last, postalCode: first[1]! };
  const [, named, postalCode] = CODE_LAST.exec(last) ?? [];
  if (postalCode === undefined) return null;
  const lines = parts.slice(0, -1);
  let city = named ?? lines.pop() ?? '';
  let state = '';
  const region = country === 'AU' ? AUSTRALIA.exec(city) : country === 'BR' ? /(?:^|\s+-\s+)([A-Z]{2})$/.exec(city) : null;
  if (region !== null) {
    state = region[1]!;
    city = city.slice(0, region.index);
  } else if (country === 'IN' && named !== undefined && lines.length > 1) {
    state = city;
    city = '';
  }
  if (city === '' && lines.length > 1) city = lines.pop()!;
  return city === '' || lines.length === 0 || !/^\p{L}/u.test(city) ? null : { ...inLines(lines), city, state, postalCode };
}

/** Splits "3 rue des Tilleuls 75011 Paris" before the postal code; null without one. */
function withCodeInside(parts: string[]): RegExpExecArray | null {
  const at = parts[0]!.search(/(?<=\p{L}.*\s)(?:\d{4} [A-Z]{2}|\d{4,5}|\d{3} \d{2})\s\p{L}[^\d]*$/u);
  if (at < 0) return null;
  const place = parts[0]!.slice(at);
  parts.splice(0, 1, parts[0]!.slice(0, at).trim(), place);
  return CODE_FIRST.exec(place);
}

/** Removes the state from the end of the parts. Empty when there is none. */
function takeStatePart(parts: string[], postalCode: string): string {
  const last = parts.at(-1)!;
  const isZip = /^\d/.test(postalCode);
  const code = CAPITAL.test(last) ? null : stateCode(last);
  if (parts.length > 1 && code !== null) {
    parts.pop();
    // NE after a street means northeast, not Nebraska.
    const street = parts.at(-1)!;
    if (code !== 'NE' || (isZip ? zipFitsState(postalCode, code) : !STREET_END.test(street) && !/^\d/.test(street))) return last;
    parts.push(last);
    return '';
  }
  if (BRITISH_ZIP.test(postalCode) || IRISH_ZIP.test(postalCode)) {
    if (parts.length < 2 || !BRITISH_COUNTY.test(last) || placeRank(last, (there) => there === '') === 2) return '';
    parts.pop();
    return last;
  }
  const place = takeState(last, false);
  if (place === null) {
    // A region without digits between the city and a postal code abroad.
    if (postalCode === '' || isZip || parts.length < 3 || /\d/.test(last)) return '';
    return parts.pop()!;
  }
  const found = stateCode(place.state)!;
  if (found === 'NE' && isZip && !zipFitsState(postalCode, found)) return '';
  if (postalCode === '' && parts.length === 1) {
    // Without commas and ZIP, only a known city proves that the last words are a state and not part of a street.
    const isThere = (there: string): boolean => there === found;
    const split = splitStreetAndCity(place.city, isThere, { start: true, end: false });
    // Keene NH
    const isAlone = /^[A-Z]{2}$/.test(place.state) && found !== 'CT' && CITY.test(place.city) && placeRank(place.city, isThere) === 2;
    if (isAlone && !STREET_END.test(place.city)) parts[0] = place.city;
    else if (split === null || split.guessed || (!STREET_END.test(split.street) && split.street.split(' ').length < 3)) return '';
  }
  parts[parts.length - 1] = place.city;
  return place.state;
}

/** Removes the city from the end of the parts. Empty when there is none. */
function takeCity(parts: string[], state: string, postalCode: string): { city: string; guessed: boolean } {
  const nothing = { city: '', guessed: false };
  const last = parts.at(-1)!;
  const military = /^A[AEP]$/i.test(state) ? /^(.*\S)\s([AFD]PO)$/i.exec(last) : null;
  if (military !== null) {
    parts[parts.length - 1] = military[1]!;
    return { city: military[2]!, guessed: false };
  }
  const isThere = allowing(state, postalCode);
  // Only a city and its state.
  if (parts.length === 1 && state !== '' && CITY.test(last) && !STREET_END.test(last) && placeRank(last, isThere) === 2)
    return { city: parts.pop()!, guessed: false };
  const isPlaced = state !== '' || postalCode !== '';
  const isName = parts.length > 1 && CITY.test(last) && (isPlaced || HAS_NUMBER.test(parts[0]!));
  const rank = isName ? placeRank(last, isThere) : 0;
  if (rank === 2) {
    parts.pop();
    return { city: last, guessed: false };
  }
  if (parts.length > 1 && DUBLIN.test(last)) return { city: parts.pop()!, guessed: false };
  const words = last.split(' ').length;
  // British addresses often have no house number.
  const needsStart = parts.length === 1 && (postalCode === '' || /^\d/.test(postalCode));
  const split = words === 1 ? null : splitStreetAndCity(last, isThere, { start: needsStart, end: !isPlaced });
  const isWhole = isName && isPlaced && words <= 4 && !UNIT.test(last) && (rank === 1 || !STREET_END.test(last));
  // A letter before a known city is the end of a unit: Unit K, L Cedar Rapids.
  if (isWhole && (split === null || split.guessed || !(split.street.length === 1 || STREET_END.test(split.street)))) {
    parts.pop();
    return { city: last, guessed: false };
  }
  const isProven = split !== null && (!split.guessed || (!isStreetLike(last) && (state !== '' || STREET_END.test(split.street))));
  if (isProven) {
    parts[parts.length - 1] = split.street;
    return split;
  }
  if (!isPlaced || isStreetLike(last) || (parts.length > 1 && /\d/.test(last))) return nothing;
  if (parts.length > 1) return { city: parts.pop()!, guessed: true };
  // Guesses that the last word is the city, unless there may be only a street and a ZIP.
  const at = last.lastIndexOf(' ');
  if (words < 4 || state === '' || !HAS_NUMBER.test(last.slice(0, at)) || /\d/.test(last.slice(at))) return nothing;
  parts[0] = last.slice(0, at);
  return { city: last.slice(at + 1), guessed: true };
}
