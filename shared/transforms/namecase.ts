import { createCache } from '../base/caches.ts';
import { isParticle } from './namewords.ts';
import { TEXT_CLASS, classesOf } from './text.ts';

const ROMAN = /^(?:II|III|IV|VI|VII|VIII)$/;

/** The capital of a letter. That of a ligature is two letters (ﬀ), of which only the first is a capital within a name. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.charAt(0) + upper.slice(1).toLowerCase();
}

function capitalised(word: string): string {
  const lower = word.toLowerCase();
  let result = capital(lower.charAt(0)) + lower.slice(1);
  if (/^mc\p{L}{2}/u.test(lower)) result = `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`;
  else if (
    /^mac(?:arthur|aulay|donald|dougall|duff|farlane|gregor|intosh|intyre|kenzie|kinnon|lean|leod|millan|neil|pherson|rae)$/.test(lower)
  )
    result = `Mac${lower.charAt(3).toUpperCase()}${lower.slice(4)}`;
  return result;
}

function caseWord(word: string, first: boolean): string {
  const plain = word.replace(/[.,]/g, '');
  if (ROMAN.test(plain)) return word;
  const lower = word.toLowerCase();
  if (!first && isParticle(lower) && lower !== 'mac' && lower !== 'saint' && lower !== 'santa' && lower !== 'san' && lower !== 'st')
    return lower;
  return lower
    .split(/([-'’.])/)
    .map((piece, index, pieces) => {
      // "D'ARCY" and "O'BRIEN" have a capital after the apostrophe; a possessive s has none.
      if (index > 0 && /['’]/.test(pieces[index - 1]!) && piece.length === 1 && index === pieces.length - 1) return piece;
      return capitalised(piece);
    })
    .join('');
}

// A list in capitals repeats the same names. The cache has a limit because a list can hold a million different ones.
const recased = createCache<string, string>();
const MAX_RECASED = 20_000;

/** As `recase`, with a cache; for whole lists. */
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
 * A name in capitals or in lower case in normal case: MCDONALD and mcdonald become McDonald, O'BRIEN O'Brien, VAN DER BERG van der Berg.
 * A name with letters of both cases stays as it is, and so do initials (`JR`, `J.D.`) unless `initials` is false, and texts that are
 * no names because of a digit or an at sign.
 */
export function recase(text: string, initials = true): string {
  const classes = classesOf(text);
  const isLower = (classes & TEXT_CLASS.lower) !== 0;
  if (isLower === ((classes & TEXT_CLASS.upper) !== 0)) return text;
  if (isLower) return (classes & (TEXT_CLASS.digit | TEXT_CLASS.at)) === 0 ? recaseWords(text) : text;
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || (initials && letters.length <= 2) || /^(?:\p{L}\.\s?)+$/u.test(text)) return text;
  if (!/[AEIOUYÀ-ÖØ-Ý]/.test(text) && letters.length <= 3 && initials) return text;
  return recaseWords(text);
}

function recaseWords(text: string): string {
  const parts = text.split(' ');
  return parts.map((word, index) => caseWord(word, index === 0 && !startsWithParticles(parts))).join(' ');
}

/** "VAN DER BERG" begins with particles of a last name; "VAN" alone is a name. */
function startsWithParticles(parts: readonly string[]): boolean {
  return parts.length > 1 && /^(?:VAN|VON|DE|DER|DEN|DI|DA|DEL|DELLA|TER|TEN|ZU)$/i.test(parts[0]!);
}
