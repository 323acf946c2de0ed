/** Writes names that are all in capitals, all in lower case, or typed with caps lock on, in normal case. */
import { createCache } from '../base/index.ts';
import { isGivenName, isNamePrefix, isNameSuffix, isParticle, isPlainSuffix, words } from './name-words.ts';
import { isOrganization } from './organizations.ts';
import { TEXT_CLASS, classesOf } from './text.ts';

const CASES = TEXT_CLASS.upper | TEXT_CLASS.lower;
const ROMAN = /^(?:II|III|IV|VI|VII|VIII)$/;

/** The capital of a letter. A ligature (ﬀ) becomes two letters, of which only the first is a capital within a name. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.charAt(0) + upper.slice(1).toLowerCase();
}

function capitalized(word: string): string {
  if (CAPS_LOCKED.test(word)) return swapCase(word);
  const lower = word.toLowerCase();
  let result = capital(lower.charAt(0)) + lower.slice(1);
  if (/^mc\p{L}{2}/u.test(lower)) result = `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`;
  else if (
    /^mac(?:arthur|aulay|donald|dougall|duff|farlane|gregor|intosh|intyre|kenzie|kinnon|lean|leod|millan|neil|pherson|rae)$/.test(lower)
  )
    result = `Mac${lower.charAt(3).toUpperCase()}${lower.slice(4)}`;
  return result;
}

/** Particles that are capitalized even inside a name: San Martin, St. Clair, Ó Briain. */
const CAPITAL_PARTICLES = words('mac saint santa san st ó ní uí');

function isLowerParticle(word: string): boolean {
  return isParticle(word) && !CAPITAL_PARTICLES.has(word.toLowerCase().replace('.', ''));
}

function caseWord(word: string, first: boolean): string {
  if (ROMAN.test(word.replace(/[.,]/g, ''))) return word;
  if (!first && isLowerParticle(word)) return word.toLowerCase();
  return word
    .split(/([-'’.])/)
    .map((piece, index, pieces) => {
      // "D'ARCY" and "O'BRIEN" get a capital after the apostrophe, but a possessive s does not.
      const isPossessive = index > 0 && /['’]/.test(pieces[index - 1]!) && piece.length === 1 && index === pieces.length - 1;
      return isPossessive ? piece.toLowerCase() : capitalized(piece);
    })
    .join('');
}

// A list in capitals repeats its names. The cache is limited because a list can have a million different ones.
const recased = createCache<string, string>();
const MAX_RECASED = 20_000;

/** Like `recase`, with a cache for whole lists. */
export function recaseOften(text: string, initials: boolean): string {
  const key = initials ? text : `${text} `;
  let name = recased.get(key);
  if (name === undefined) {
    name = recase(text, initials);
    if (recased.size >= MAX_RECASED) recased.clear();
    recased.set(key, name);
  }
  return name;
}

/**
 * Writes a name in capitals or lower case in normal case: MCDONALD and mcdonald become McDonald, O'BRIEN O'Brien, VAN DER BERG van der
 * Berg. Does not change names with both cases, except words that are obvious mistakes: jANE, whitLOCK. Does not change initials (`JR`,
 * `J.D.`) unless `initials` is false, nor texts with a digit or an at sign.
 */
export function recase(text: string, initials = true): string {
  const classes = classesOf(text);
  if ((classes & TEXT_CLASS.lower) !== 0) {
    if ((classes & (TEXT_CLASS.digit | TEXT_CLASS.at)) !== 0) return text;
    return (classes & TEXT_CLASS.upper) === 0 ? recaseWords(text) : correctSlips(text);
  }
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (initials && (letters.length <= 2 || (letters.length === 3 && isVowelless(text)))) return text;
  return recaseWords(text);
}

const isVowelless = (capitals: string): boolean => !/[AEIOUYÀ-ÖØ-Ý]/.test(capitals);

function recaseWords(text: string): string {
  const parts = text.split(' ');
  return parts
    .map((word, index) => (staysInCapitals(word, index, parts.length) ? word : caseWord(word, index === 0 && !startsWithParticles(parts))))
    .join(' ');
}

/** Short forms that are not written in capitals, unlike MD and TJ. Ng is a last name. */
const SMALL = words('jr sr esq esquire junior senior ret ng st mc wm');

/** Initials and degrees among other words: TJ, JD, MD, MBA. */
function staysInCapitals(word: string, index: number, count: number): boolean {
  const plain = word.replace(/[.,]/g, '');
  if (count === 1 || word !== word.toUpperCase() || SMALL.has(plain.toLowerCase()) || isNamePrefix(plain)) return false;
  return (index > 0 && isPlainSuffix(plain)) || (/^\p{L}{2,3}$/u.test(plain) && isVowelless(plain));
}

/** True for "VAN DER BERG", which begins with particles of a last name. "VAN" alone is a name. */
function startsWithParticles(parts: readonly string[]): boolean {
  return parts.length > 1 && /^(?:VAN|VON|DE|DER|DEN|DI|DA|DEL|DELLA|TER|TEN|ZU)$/i.test(parts[0]!);
}

/** The letters of a word, with combining accents. */
const LETTERS = /[\p{L}\p{M}]+/gu;
/** A name with an inner capital, typed with caps lock on: dEsHAWN, mCdONALD. */
const CAPS_LOCKED = /^\p{Ll}\p{Lu}+\p{Ll}\p{Lu}{2,}$/u;
/** Irish names keep a small h or t before the capital: Ó hUIGINN, Mac an tSAOI. */
const IRISH = /(?:^| )(?:ó|o|ní|ni|uí|ui|an) [ht]/iu;
/** Further words that can be joined to a last name in capitals: mcDONALD, theSMITHS. */
const JOINED = words('mc fitz and the und');

/**
 * True when a word of the text begins with a lower-case letter, as in names typed with caps lock or a late shift key. Few other names have
 * such a word. `classes`: the classes of the text.
 */
export const hasSmallStart = (text: string, classes: number): boolean =>
  !isCapital(text.charCodeAt(0)) || ((classes & ~(CASES | TEXT_CLASS.foreign)) !== 0 && hasSmallWord(text));

function hasSmallWord(text: string): boolean {
  let starts = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (starts && code > 90 && !isCapital(code)) return true;
    starts = code < 65;
  }
  return false;
}

/** True for capitals of ASCII and Latin-1, with which nearly all names begin. */
const isCapital = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde);

/** Corrects words typed with caps lock or a late shift key: jANE, whitLOCK, tObias. Does not change words in doubt. */
function correctSlips(text: string): string {
  const runs = text.match(LETTERS)!;
  if (!runs.some(isSlip) || IRISH.test(text) || isOrganization(text)) return text;
  // "VAN DER bERG" is a text in capitals. Excludes a single e, i or y, which can join two last names.
  if (runs.every((run) => isSlip(run) || run === run.toUpperCase() || /^(?![eiy]$)\p{Ll}\p{Lu}?$/u.test(run))) return recaseWords(text);
  return text.replace(LETTERS, (run, at: number) => {
    if (!isSlip(run)) return run;
    return at > 0 && isLowerParticle(run) ? run.toLowerCase() : capitalized(run);
  });
}

/**
 * True for a word with the case of no real name. False for words that can be intended: `dAngelo`, `jSmith`, `deVRIES`, `smithMD` and
 * `maryANN`.
 */
function isSlip(run: string): boolean {
  const word = run.normalize();
  const capitals = word.toUpperCase();
  if (CAPS_LOCKED.test(word)) return true;
  if (word.length < 3 || ROMAN.test(capitals)) return false;
  if (/^\p{Ll}\p{Lu}/u.test(word) && isGivenName(word)) return true;
  // Not for initials, which are three letters without a vowel: jFK.
  if (/^\p{Ll}\p{Lu}+$/u.test(word)) return word.length > 3 || !isVowelless(capitals);
  // Needs several capitals, because jASmith can be initials and a last name.
  if (/^\p{Ll}\p{Lu}{3,}\p{Ll}+$/u.test(word)) return true;
  const parts = /^(\p{Ll}{2,})(\p{Lu}{2,})$/u.exec(word);
  if (parts === null) return false;
  const start = parts[1]!;
  // MaryANN can be intended.
  return (isGivenName(word) && !isGivenName(start)) || (start.length > 2 && !isWord(start) && !isWord(parts[2]!));
}

/** True for a name, title, suffix or particle that can be joined to another word: drSMITH, vanDYKE. */
function isWord(part: string): boolean {
  return isGivenName(part) || isNamePrefix(part) || isNameSuffix(part) || isParticle(part) || JOINED.has(part.toLowerCase());
}

function swapCase(word: string): string {
  return word.replace(/[^ß]/gu, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));
}
