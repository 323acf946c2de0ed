/** Tells from its type, such as Home or Business, how well an address fits a person. */
import { createCache } from '../base/index.ts';

/** Lower is better. `none`: of somebody else, or nobody lives there any more. */
export const ADDRESS_USE = { home: 0, other: 1, work: 2, none: 3 } as const;
type AddressUse = (typeof ADDRESS_USE)[keyof typeof ADDRESS_USE];

const NOT_THEIRS =
  /former|previous|\bprev\b|\bpast\b|\bold\b|\bbad\b|wrong|invalid|\breturned\b|undeliverable|inactive|\bdead\b|deceased|\blost\b|\bmoved\b|\bex[ -]|emergency|assistant|attorney|lawyer|executor/i;
const AT_WORK =
  /\bbus(?:iness|n)?\b|\bwork|office|employ|\bjob\b|company|corporate|professional|organi[sz]ation|geschäft|dienst|\bbüro\b|\barbeit\b|travail|bureau|professionnel|trabajo|oficina|zakelijk|\bwerk\b|^[bwo]$/i;
const OTHER =
  /season|vacation|summer|winter|second|altern|temporary|\btemp\b|\bother\b|campus|school|dorm|college|mailing|billing|shipping|p\.?\s?o\.?\s?box|spouse|partner|parent|mother|father|child|relative|^[sv]$/i;
const AT_HOME = /home|house|resid|permanent|primary|prefer|main|personal|privat|domicil|\bcasa\b|thuis|\blegal\b|^[hmpr]$/i;

/** Underscores and capitals inside a word part words as well: "HOME_ADDR", "WorkAddress". */
const wordsOf = (type: string): string => type.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').trim();

function readType(type: string): AddressUse {
  const words = wordsOf(type);
  if (NOT_THEIRS.test(words)) return ADDRESS_USE.none;
  // A home office is a home; a second or a summer home is not the first one.
  if (AT_WORK.test(words) && !/home/i.test(words)) return ADDRESS_USE.work;
  return OTHER.test(words) ? ADDRESS_USE.other : ADDRESS_USE.home;
}

/** A column has few different types, and a million rows. */
const MOST_KNOWN = 1_000;
const known = createCache<string, AddressUse>();

/** A type such as "Home", "Business 2" or "Former Address". An empty one, or another word, counts as the home. */
export function addressUse(type: string): AddressUse {
  const before = known.get(type);
  if (before !== undefined) return before;
  const use = readType(type);
  if (known.size < MOST_KNOWN) known.set(type, use);
  return use;
}

const LONGEST_TYPE = 40;

/** True for a word that names the type of an address. */
export const isAddressType = (type: string): boolean => {
  const words = wordsOf(type);
  return words !== '' && words.length <= LONGEST_TYPE && [NOT_THEIRS, AT_WORK, OTHER, AT_HOME].some((pattern) => pattern.test(words));
};
