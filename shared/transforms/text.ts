/**
 * Cleans plain text: spaces, control characters, leading apostrophes and placeholders. One scan classifies the
 * characters of a cell; mapping and checks use that result, so a clean cell costs one pass and no new string.
 */

/**
 * Longer texts are notes, not names, addresses or numbers. The transforms do not change them, so that a cell of 32,767 characters cannot
 * delay a whole list.
 */
export const LONGEST_READ = 400;

/** The kinds of characters in a text, as bits. */
export const TEXT_CLASS = {
  lower: 1,
  upper: 2,
  digit: 4,
  space: 8,
  comma: 16,
  /** `&`, `/`, `+`, `;`, `|`: signs that join two people or two values. */
  joiner: 32,
  /** Needs escaping in JSON: quotation mark, backslash, control character, half of a surrogate pair. */
  escape: 64,
  /** Characters beyond ASCII. */
  foreign: 128,
  /** White space that is repeated, at an end, or not a plain space; or an invisible character. */
  untidy: 256,
  /** Line feed or carriage return. */
  line: 512,
  /** Quotation marks, brackets and parentheses. */
  bracket: 1024,
  at: 2048,
  point: 4096,
  hyphen: 8192,
  /** Any other ASCII sign. A text that is not empty has at least one class. */
  sign: 16_384,
  /** Begins with an apostrophe or a quotation mark, or like a placeholder, so the text needs a closer check. */
  opening: 32_768,
} as const;

const CLASSES = new Uint16Array(128);
for (let code = 0; code < 128; code++) {
  let bits = 0;
  if (code < 32 || code === 127) bits |= TEXT_CLASS.untidy;
  if (code < 32) bits |= TEXT_CLASS.escape;
  if (code === 10 || code === 13) bits |= TEXT_CLASS.line;
  if (code >= 97 && code <= 122) bits |= TEXT_CLASS.lower;
  if (code >= 65 && code <= 90) bits |= TEXT_CLASS.upper;
  if (code >= 48 && code <= 57) bits |= TEXT_CLASS.digit;
  CLASSES[code] = bits;
}
const addClass = (characters: string, bits: number): void => {
  for (const character of characters) CLASSES[character.charCodeAt(0)]! |= bits;
};
addClass(' ', TEXT_CLASS.space);
addClass(',', TEXT_CLASS.comma);
addClass('&/+;|', TEXT_CLASS.joiner);
addClass('"\\', TEXT_CLASS.escape);
addClass('"()[]<>{}', TEXT_CLASS.bracket);
addClass('@', TEXT_CLASS.at);
addClass('.', TEXT_CLASS.point);
addClass('-', TEXT_CLASS.hyphen);
for (let code = 33; code < 127; code++) if (CLASSES[code] === 0) CLASSES[code] = TEXT_CLASS.sign;

/** True for white space beyond ASCII and for invisible characters: NBSP, thin spaces, zero width, soft hyphen, BOM. */
function isUnseen(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0xad ||
    code === 0x85 ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

function classifyBeyondAscii(code: number): number {
  if (isUnseen(code)) return TEXT_CLASS.foreign | TEXT_CLASS.untidy;
  if (code >= 0xd800 && code <= 0xdfff) return TEXT_CLASS.foreign | TEXT_CLASS.escape;
  // Only letters with two cases are relevant for recognizing text in capitals.
  const letter = String.fromCharCode(code);
  if (letter !== letter.toLowerCase()) return TEXT_CLASS.foreign | TEXT_CLASS.upper;
  return letter === letter.toUpperCase() ? TEXT_CLASS.foreign : TEXT_CLASS.foreign | TEXT_CLASS.lower;
}

/** A lookup table for the letters of European languages. Others are rare. */
const LATIN = Uint16Array.from({ length: 0x250 }, (_, code) => (code < 128 ? 0 : classifyBeyondAscii(code)));

function classesBeyondAscii(code: number): number {
  return code < LATIN.length ? LATIN[code]! : classifyBeyondAscii(code);
}

/** Bits of `TEXT_CLASS` without `opening`. An empty text has none. */
export function classesOf(text: string): number {
  return scanText(text) & ~TEXT_CLASS.opening;
}

/** The classes of a text with `opening`, for the first scan of a cell. */
export function scanText(text: string): number {
  const length = text.length;
  if (length === 0) return 0;
  let classes = mayBePlaceholder(text, length) ? TEXT_CLASS.opening : 0;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128) classes |= classesBeyondAscii(code);
    else {
      classes |= CLASSES[code]!;
      // A space is tidy only between two other characters.
      if (code === 32 && (at === 0 || at === length - 1 || text.charCodeAt(at - 1) === 32)) classes |= TEXT_CLASS.untidy;
    }
  }
  return classes;
}

/** Collapses white space to single spaces, trims, and removes invisible characters. `keepLines` keeps line feeds. */
export function tidySpaces(text: string, keepLines = false): string {
  // Most untidy texts only need trimming.
  const trimmed = text.trim();
  if ((classesOf(trimmed) & TEXT_CLASS.untidy) === 0) return trimmed;
  let tidy = '';
  let gap = '';
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === 0x85 || code === 0x2028 || code === 0x2029) gap = keepLines ? '\n' : gap || ' ';
    else if (
      code === 0xad ||
      code === 0xfeff ||
      code === 0x2060 ||
      (code >= 0x200b && code <= 0x200f) ||
      (code >= 0x202a && code <= 0x202e)
    ) {
      // Zero-width characters are removed without a replacement.
    } else if (code === 32 || code === 9 || code === 11 || code === 12 || isUnseen(code)) gap ||= ' ';
    else if (code < 32 || code === 127) {
      // Other control characters are damage from an export.
    } else {
      if (gap !== '') {
        if (tidy !== '') tidy += gap;
        gap = '';
      }
      tidy += text[at];
    }
  }
  return tidy;
}

/**
 * Removes the apostrophe that spreadsheets put before a number kept as text (`'01945`), those around a text (`'Keene'`), and the quotation
 * marks that an export put around each text twice (`"Keene"`). Keeps the Dutch article: `'t Hooft`.
 */
export function withoutApostrophe(text: string): string {
  if (text.charCodeAt(0) === 34) return text.length > 2 && text.indexOf('"', 1) === text.length - 1 ? text.slice(1, -1) : text;
  let at = 0;
  while (text.charCodeAt(at) === 39 && !isDutchArticle(text, at)) at++;
  if (at === 0) return text;
  return text.length > at + 1 && text.endsWith("'") ? text.slice(at, -1) : text.slice(at);
}

function isDutchArticle(text: string, at: number): boolean {
  const letter = text.charCodeAt(at + 1) | 32;
  return (letter === 116 || letter === 115) && text.charCodeAt(at + 2) === 32 && text.length > at + 3;
}

/** Words that CRMs and people write for a missing value. */
const PLACEHOLDER_WORDS = [
  '<none specified>',
  '<none>',
  '(none)',
  '(blank)',
  '<blank>',
  '[none]',
  '[blank]',
  '(null)',
  '<null>',
  '[null]',
  'n/a',
  'n.a.',
  '#n/a',
  '-',
  '--',
  '---',
  '–',
  '—',
  '.',
  '?',
  '??',
  '???',
  'none',
  'unknown',
  'unk',
  'not specified',
  'not provided',
  'not given',
  'none given',
  'not supplied',
  'info requested',
  'information requested',
  'not available',
  'no address',
  'no known address',
  'no current address',
  'bad address',
  'address unknown',
  'unknown address',
  'return to sender',
  'no data',
  'tbd',
  '00/00/0000',
  '0000-00-00',
  '0/0/0000',
  '00.00.0000',
  '000-000-0000',
  '(000) 000-0000',
  '000.000.0000',
  '#null!',
  '#value!',
  '#ref!',
  '#name?',
  '#div/0!',
  '#num!',
  '#spill!',
  '#calc!',
  '<na>',
];

const PLACEHOLDERS = new Set<string>();
for (const word of PLACEHOLDER_WORDS) {
  PLACEHOLDERS.add(word);
  PLACEHOLDERS.add(word.toUpperCase());
  PLACEHOLDERS.add(word.charAt(0).toUpperCase() + word.slice(1));
  PLACEHOLDERS.add(word.replace(/(^|[\s<([])[a-z]/g, (start) => start.toUpperCase()));
}
// Not "Null", which is a surname. Databases write null in lower case or in capitals.
PLACEHOLDERS.add('null').add('NULL');
// Missing values of pandas and MySQL. Not "Nan", which is a first name.
PLACEHOLDERS.add('NaN').add('NaT').add('\\N');

/** Missing values of R, and of pandas once it has turned a column into text. In capitals or in lower case, both are also names. */
const [NOT_AVAILABLE, NOT_A_NUMBER] = ['NA', 'nan'] as const;

/** For each ASCII first character, the lengths of the placeholders that begin with it, as bits. No placeholder has 31 characters. */
const PLACEHOLDER_LENGTHS = new Int32Array(128);
for (const word of [...PLACEHOLDERS, NOT_AVAILABLE, NOT_A_NUMBER]) {
  const code = word.charCodeAt(0);
  if (code < 128) PLACEHOLDER_LENGTHS[code]! |= 1 << word.length;
}
// A leading apostrophe or quotation mark needs a closer check at any length.
PLACEHOLDER_LENGTHS[39] = -1;
PLACEHOLDER_LENGTHS[34] = -1;

/** A quick test by length and first character, false for nearly all texts that are not placeholders. */
function mayBePlaceholder(text: string, length: number): boolean {
  const first = text.charCodeAt(0);
  return first >= 128 ? length < 3 : ((PLACEHOLDER_LENGTHS[first]! >>> (length < 31 ? length : 31)) & 1) === 1;
}

/** True for a text that marks a missing value: `<None Specified>`, `N/A`, `NULL`, `-`, `unknown`, `00/00/0000`. */
export function isPlaceholder(text: string): boolean {
  return text.length > 0 && mayBePlaceholder(text, text.length) && PLACEHOLDERS.has(text);
}

/** Like `isPlaceholder`, and true for NA and nan. Not for first and last names, and not for countries: NA is the code of Namibia. */
export const isMissing = (text: string): boolean => isPlaceholder(text) || text === NOT_AVAILABLE || text === NOT_A_NUMBER;

/** Cleans a text completely: apostrophe, spaces, placeholder. For previews of a cell. */
export function cleanText(text: string): string {
  const tidy = tidySpaces(withoutApostrophe(tidySpaces(text)));
  return isMissing(tidy) ? '' : tidy;
}
