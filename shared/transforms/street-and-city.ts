/** Finds where a street ends and its city begins, if nothing separates them. */
import { UNIT } from './addresses.ts';
import { placeRank } from './place-names.ts';
import { isProvince, stateCode, zipFitsState } from './states.ts';

const DIRECTION = String.raw`(?:[nsew]\.?|[ns]\.?\s?[ew]\.?|(?:north|south)(?:east|west)?|east|west)`;
const STREET_TYPE = String.raw`(?:st|street|str|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|ct|court|cir|circle|pl|place|way|terr?|terrace|pkwy|parkway|hwy|highway|trl|trail|loop|sq|square|aly|alley|plz|plaza|row|pike|tpke|turnpike|expy|expressway|fwy|freeway|route|broadway|xing|crossing|cove|cv|crescent|cres|close|walk|run|path|center|mall|causeway|trace|trce|landing|lndg|overlook|promenade|esplanade|rue|calle)`;
const UNIT_END = String.raw`(?:(?:apt|apartment|unit|ste|suite|rm|room|fl|floor|flr|lot|bldg|building|box|drawer|trlr|no|number|slip|space|spc|ph|msc|stop|lockbox|dept|tower|st)\.?\s*#?\s*(?:\d[\w-]*|[a-z]-?\d*)|#\s*(?:apt\s*)?[\w-]+|\d+(?:st|nd|rd|th)\s+(?:fl|floor|flr))`;
const NUMBERED_ROAD = String.raw`(?:hwy|highway|route|rte|rt|road|rd|sr|cr|us|avenue|ave)\s+[a-z]?\d+[a-z]?(?:\s+${DIRECTION})?`;
/** The end of a street or of its unit. */
export const STREET_END = new RegExp(String.raw`(?:\S\s+${STREET_TYPE}\.?(?:,?\s+${DIRECTION})?|(?:^|\s)${UNIT_END}|(?:^|\s)${NUMBERED_ROAD}|[a-z]\S*\s+#?\d[\w-]*)\.?,?$`, 'i'); // prettier-ignore
/** A number in a street grid. A direction must follow it: 100 S 200 */
const GRID = /^\d+\s(?:[nsew]|north|south|east|west)\.?\s\d+$/i;
const GRID_DIRECTION = /^(?:[nsew]\.?|north|south|east|west)$/i;
/** Text without digits, which can be the name of a city. */
export const CITY = /^\p{L}[^\d#&]*$/u;
const NO_CITY = new RegExp(`^(?:${DIRECTION}|lobby|rear|front|upper|lower|basement)$`, 'i');
/** A house number, a post office box or a numbered road. */
export const HAS_NUMBER = /\d|\bbox\b/i;

/** Returns a test for the states that an address allows, by its state or postal code. The empty state means abroad. */
export function allowing(state: string, postalCode: string): (state: string) => boolean {
  const code = stateCode(state);
  if (code !== null && isProvince(code)) return (there) => there === '';
  if (code !== null) return (there) => there === code;
  if (/^\d{5}/.test(postalCode)) return (there) => there !== '' && zipFitsState(postalCode, there);
  return postalCode === '' ? () => true : (there) => there === '';
}

/** Maximum number of words in the name of a city. */
const CITY_WORDS = 5;

interface StreetAndCity {
  readonly street: string;
  readonly city: string;
  readonly guessed: boolean;
}

/**
 * Splits a street or unit from a city that follows without a comma, by the longest known city name, or else at the end of the street. Null
 * if no street end and no known city is found.
 */
export function splitStreetAndCity(
  text: string,
  isThere: (state: string) => boolean,
  needs: { start: boolean; end: boolean },
): StreetAndCity | null {
  const words = text.split(' ');
  let best: StreetAndCity | null = null;
  let bestScore = 0;
  for (let at = Math.max(1, words.length - CITY_WORDS); at < words.length; at++) {
    const city = words.slice(at).join(' ');
    if (!CITY.test(city) || NO_CITY.test(city)) continue;
    const street = words.slice(0, at).join(' ');
    if (GRID_DIRECTION.test(words[at]!) && GRID.test(street)) continue;
    if (needs.start && (at < 2 || !HAS_NUMBER.test(street))) continue;
    const rank = placeRank(city, isThere);
    const isEnd = STREET_END.test(street);
    // Of equal scores the first wins, which is the longest known name. For unknown names, the last one wins, after the last street end.
    const score = rank === 2 ? (isEnd ? 6 : 5) : rank === 1 && isEnd ? 4 : isEnd ? 3 : rank === 1 ? 2 : 0;
    if (needs.end && (!isEnd || rank < 1 || (needs.start && at < 3))) continue;
    if (score > bestScore || (score === 3 && bestScore === 3)) {
      best = { street: street.replace(/(?:,|\s[-–—/•·])$/, ''), city, guessed: rank < 2 };
      bestScore = score;
    }
  }
  return best;
}

/** True for a text that contains the end of a street or a unit. */
export const isStreetLike = (text: string): boolean => STREET_END.test(text) || UNIT.test(text);
