/** Reads the answer about credits: the balance and its organization (section 4 of the interface). */
import type { Json } from './json.ts';
import { AS_IT_IS, bareKey, type Clean, isObject, type JsonObject, readNumber, readShortText } from './json-values.ts';

/** Property names for the balance, best first, compared by `bareKey`. Names for what is left come before names that can mean a total. */
const CREDIT_NAMES = [
  'remaining',
  'remainingcredits',
  'creditsremaining',
  'remainingscreeningcredits',
  'screeningcreditsremaining',
  'remainingbalance',
  'balanceremaining',
  'creditsleft',
  'left',
  'available',
  'availablecredits',
  'creditsavailable',
  'availablebalance',
  'availablescreeningcredits',
  'creditbalance',
  'creditsbalance',
  'currentbalance',
  'balance',
  'screeningcredits',
  'credits',
  'creditcount',
] as const;

/** In characters. Matching a text takes time in proportion to the square of its length. */
const LONGEST_AMOUNT = 100;
/** A number with the words that can be around it, such as "1,250 credits" or "Remaining: 1 250". */
const WORDS = 'credits?|screenings?|records?|units?|balance|left|remaining|available';
const AMOUNT = new RegExp(`^(?:(?:(?:${WORDS})\\s*)+:?\\s*)?(-?\\d[\\d.,'\u2019\\s]*?)(?:(?:\\s|\u00A0)*(?:(?:${WORDS})\\s*)+)?\\.?$`, 'i');

/**
 * The number in a text: "1,250", "1,250.5", "1.250,5", "1 250", "1'250". Null for a text that has several, and for one such as "1.250",
 * which can be 1250 or 1.25: a wrong balance is worse than none.
 */
function readAmount(value: Json | undefined): number | null {
  if (typeof value !== 'string') return readNumber(value);
  if (value.length > LONGEST_AMOUNT) return null;
  const text = AMOUNT.exec(value.trim())?.[1]?.replaceAll(/(?<=\d)['\u2019\s](?=\d{3}(?:\D|$))/g, '');
  if (text === undefined || /^-?\d{1,3}\.\d{3}$/.test(text)) return null;
  const isPointGrouping = /^-?\d{1,3}(?:\.\d{3})+,\d+$|^-?\d{1,3}(?:\.\d{3}){2,}$/.test(text);
  if (isPointGrouping) return readNumber(text.replaceAll('.', '').replace(',', '.'));
  return readNumber(/^-?\d+,(?:\d{1,2}|\d{4,})$/.test(text) ? text.replace(',', '.') : text);
}

function creditsIn(answer: JsonObject): number | null {
  const keys = Object.keys(answer);
  for (const name of CREDIT_NAMES)
    for (const key of keys) {
      const value = bareKey(key) === name ? readAmount(answer[key]) : null;
      if (value !== null) return value;
    }
  return null;
}

/** The credit balance: a number, or the first number under a known name, at most two levels down. */
export function readCredits(answer: Json): number | null {
  const bare = readAmount(answer);
  if (bare !== null) return bare;
  for (let level = [answer].filter(isObject), depth = 0; depth <= 2; depth++) {
    for (const object of level) {
      const value = creditsIn(object);
      if (value !== null) return value;
    }
    level = level.flatMap((object) => Object.values(object)).filter(isObject);
  }
  return null;
}

/** Property names for an organization in the credits answer, best first, compared by `bareKey`. */
const ORGANIZATION_NAMES = [
  'organization',
  'organisation',
  'organizationname',
  'organisationname',
  'org',
  'orgname',
  'account',
  'accountname',
  'tenant',
  'tenantname',
  'instance',
  'instancename',
] as const;

const MAX_NAME_LENGTH = 1_000;

/** A text, or the name or else the ID of an object. */
function nameIn(value: Json | undefined, clean: Clean): string | null {
  if (typeof value === 'string') return readShortText(value, MAX_NAME_LENGTH, clean)?.trim() ?? null;
  if (!isObject(value)) return null;
  return (readShortText(value['name'], MAX_NAME_LENGTH, clean) ?? readShortText(value['id'], MAX_NAME_LENGTH, clean))?.trim() ?? null;
}

function organizationIn(answer: JsonObject, clean: Clean): string | null {
  for (const name of ORGANIZATION_NAMES)
    for (const key of Object.keys(answer)) {
      const found = bareKey(key) === name ? nameIn(answer[key], clean) : null;
      if (found !== null) return found;
    }
  return null;
}

/** The organization whose balance the credits answer reports, at most one level down. `clean`: removes the token. */
export function readOrganization(answer: Json, clean: Clean = AS_IT_IS): string | null {
  if (!isObject(answer)) return null;
  const found = organizationIn(answer, clean);
  if (found !== null) return found;
  for (const inner of Object.values(answer)) {
    const deeper = isObject(inner) ? organizationIn(inner, clean) : null;
    if (deeper !== null) return deeper;
  }
  return null;
}
