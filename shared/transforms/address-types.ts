/** Ranks an address by its type, such as Home or Business. */
import { typeWords } from './type-words.ts';

/** Lower is better. `none`: the address of somebody else, or a former address. */
export const ADDRESS_USE = { home: 0, other: 1, work: 2, none: 3 } as const;
type AddressUse = (typeof ADDRESS_USE)[keyof typeof ADDRESS_USE];

// BU, PR, MA, BI, PA, CA and TE are the codes of Banner.
const NOT_THEIRS =
  /former|previous|\bprev\b|\bpast\b|\bold\b|\bbad\b|wrong|invalid|\breturned\b|undeliverable|inactive|\bdead\b|deceased|\blost\b|\bmoved\b|\bex[ -]|emergency|assistant|attorney|lawyer|executor/i;
const AT_WORK =
  /\bbus(?:iness|n)?\b|\bwork|office|employ|\bjob\b|company|corporate|professional|organi[sz]ation|geschäft|dienst|\bbüro\b|\barbeit\b|travail|bureau|professionnel|trabajo|oficina|zakelijk|\bwerk\b|^[bwo]$|^bu$/i;
const OTHER =
  /season|^seas$|vacation|summer|winter|second|altern|temporary|\btemp\b|\bother\b|campus|school|dorm|college|mailing|billing|shipping|p\.?\s?o\.?\s?box|spouse|partner|parent|mother|father|child|relative|^[sv]$|^(?:ma|bi|pa|ca|te|tp)$/i;
const AT_HOME = /home|house|resid|permanent|primary|prefer|main|personal|privat|domicil|\bcasa\b|thuis|\blegal\b|^[hmpr]$|^(?:pr|hm)$/i;

function readType(words: string): AddressUse {
  if (NOT_THEIRS.test(words)) return ADDRESS_USE.none;
  // A home office is a home. A second or summer home is not the main one.
  if (AT_WORK.test(words) && !/home/i.test(words)) return ADDRESS_USE.work;
  return OTHER.test(words) ? ADDRESS_USE.other : ADDRESS_USE.home;
}

const types = typeWords<AddressUse>(readType, [NOT_THEIRS, AT_WORK, OTHER, AT_HOME]);

/** The use of an address with a type such as "Home", "Business 2" or "Former Address". An empty or unknown type counts as home. */
export const addressUse = types.use;

/** True for a word that names the type of an address. */
export const isAddressType = types.isType;
