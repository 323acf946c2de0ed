/** Email addresses: their form, and the address inside a text with extra or mistyped characters. */

import { LONGEST_READ } from './text.ts';

/** The role of an ASCII character in an address. `usual` characters can be anywhere in their part. */
const CHARACTER = { usual: 0, digit: 1, hyphen: 2, point: 3, at: 4, never: 5 } as const;
const LOCAL = new Uint8Array(128);
const DOMAIN = new Uint8Array(128).fill(CHARACTER.never);
for (let code = 0; code <= 32; code++) LOCAL[code] = CHARACTER.never;
for (const character of '"(),:;<>[\\]\u007F') LOCAL[character.charCodeAt(0)] = CHARACTER.never;
for (let code = 97; code <= 122; code++) {
  DOMAIN[code] = CHARACTER.usual;
  DOMAIN[code - 32] = CHARACTER.usual;
}
for (let code = 48; code <= 57; code++) DOMAIN[code] = CHARACTER.digit;
DOMAIN[45] = CHARACTER.hyphen;
for (const table of [LOCAL, DOMAIN]) table[46] = CHARACTER.point;
LOCAL[64] = CHARACTER.at;

/** Mail servers refuse longer addresses (RFC 5321). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

/** The result of `readAddress` when the text is not an address. */
export const NO_ADDRESS = -1;
/** Flag in the result of `readAddress`: the address has letters beyond ASCII. */
export const UNUSUAL = 256;
/** The index of the @ sign in a result of `readAddress`. */
export const atSignIn = (answer: number): number => answer & 255;

/**
 * Returns the index of the only @ sign, combined with `UNUSUAL` if it applies, or `NO_ADDRESS`. Before it: 1 to 64 characters, no blanks,
 * no leading, trailing or double point. After it: labels separated by points, the last with two letters or more.
 */
export function readAddress(value: string): number {
  const length = value.length;
  if (length > MAX_ADDRESS) return NO_ADDRESS;
  let unusual = 0;
  let at = 0;
  for (; at < length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 128) {
      if (code === 0xa0) return NO_ADDRESS;
      unusual = UNUSUAL;
      continue;
    }
    const kind = LOCAL[code]!;
    if (kind === CHARACTER.usual) continue;
    if (kind === CHARACTER.at) break;
    // A point must be between two other characters.
    if (kind === CHARACTER.never || at === 0 || value.charCodeAt(at - 1) === 46) return NO_ADDRESS;
  }
  if (at === 0 || at > MAX_LOCAL || at === length || value.charCodeAt(at - 1) === 46) return NO_ADDRESS;
  const domain = readDomain(value, at + 1);
  return domain < 0 ? NO_ADDRESS : at | unusual | domain;
}

/** 0 for a domain, `UNUSUAL` for one with letters beyond ASCII, negative when it is not a domain. */
function readDomain(value: string, from: number): number {
  const length = value.length;
  let start = from;
  let unusual = 0;
  let digits = false;
  for (let at = from; at < length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 128) {
      unusual = UNUSUAL;
      continue;
    }
    const kind = DOMAIN[code]!;
    if (kind === CHARACTER.usual) continue;
    if (kind === CHARACTER.digit) digits = true;
    else if (kind === CHARACTER.never) return -1;
    // A label neither begins nor ends with a hyphen.
    else if (at === start || (kind === CHARACTER.point && value.charCodeAt(at - 1) === 45)) return -1;
    if (kind === CHARACTER.point) {
      if (at - start > MAX_LABEL) return -1;
      start = at + 1;
      digits = false;
    }
  }
  const last = length - start;
  return start > from && !digits && last >= 2 && last <= MAX_LABEL && value.charCodeAt(length - 1) !== 45 ? unusual : -1;
}

export function isEmailAddress(value: string): boolean {
  return readAddress(value) !== NO_ADDRESS;
}

/** Words that people write before or after the @ sign when they have no address. */
class WordSet {
  private readonly words: ReadonlySet<string>;
  /** For each lower-case first character, the lengths of the words that begin with it, as bits. */
  private readonly lengths = new Uint32Array(128);

  constructor(words: readonly string[]) {
    this.words = new Set(words);
    for (const word of words) this.lengths[word.charCodeAt(0)]! |= 1 << word.length;
  }

  /** True when a word begins with the character at this index of the text. */
  begins(text: string, at: number): boolean {
    const first = text.charCodeAt(at) | 32;
    return first < 128 && this.lengths[first] !== 0;
  }

  /** True when the text between two indexes is one of the words. First character and length reject most texts. */
  holds(text: string, from: number, to: number): boolean {
    const length = to - from;
    const first = text.charCodeAt(from) | 32;
    if (length > 31 || first > 127 || ((this.lengths[first]! >>> length) & 1) === 0) return false;
    return this.words.has(text.slice(from, to).toLowerCase());
  }
}

const MADE_UP = ['none', 'noemail', 'no-email', 'unknown', 'x', 'xx', 'xxx', 'test', 'null', 'fake'];
const MADE_UP_LOCAL = new WordSet([...MADE_UP, 'no', 'na', 'n.a', 'nobody']);
const MADE_UP_DOMAIN = new WordSet([...MADE_UP, 'noaddress', 'nomail', 'abc']);
/** Longer domains are not made up. */
const LONGEST_MADE_UP = 9;

/** True for an address that people write when they have none: none@none.com. `at` is the index of its @ sign. */
export function isMadeUpAddress(value: string, at: number): boolean {
  if (MADE_UP_LOCAL.holds(value, 0, at)) return true;
  if (!MADE_UP_DOMAIN.begins(value, at + 1)) return false;
  let end = at + 1;
  while (value.charCodeAt(end) !== 46) if (++end - at > LONGEST_MADE_UP + 1) return false;
  return MADE_UP_DOMAIN.holds(value, at + 1, end);
}

/** The form that mail programs write. */
const NAMED_ADDRESS = /^[^<>@]*<\s*([^<>\s@]+@[^<>\s@]+)\s*>$/;
const ADDRESSES = /[^\s<>()[\]"“”;,:|?&=\\]+@[^\s<>()[\]"“”;,:|/?&=\\]+/g;
/** What can be directly before an address, and what directly after it. */
const OPENS = /(?:^|[<([:;,|/"“=]|\b(?:e-?mail|home|work|personal|business|private|office|or|and)\.?|>)\s*$/i;
const CLOSES = /^\s*(?:$|[>)\]:;,|/"”?&.–-]|<)|^\s+(?:\S{4,}|\S+\s+\S+)/;
/** Words before an address that are a name or a remark, not a part of it: two words, or a capitalized one. */
const WORDS_BEFORE = /(?:\S+\s+\S+|\p{Lu}\S*)\s+$/u;

/**
 * The different addresses in a text with names, links, remarks or several addresses, in order. Does not return parts of a mistyped address.
 */
export function addressesIn(text: string): readonly string[] {
  if (text.length > LONGEST_READ || !text.includes('@')) return [];
  const found = new Map<string, string>();
  for (const match of text.matchAll(ADDRESSES)) {
    const address = match[0].replace(/^['‘’.]+|['’.!]+$/g, '');
    const before = text.slice(0, match.index);
    const after = text.slice(match.index + match[0].length);
    if (!isEmailAddress(address) || !CLOSES.test(after) || !(OPENS.test(before) || WORDS_BEFORE.test(before))) continue;
    const key = address.toLowerCase();
    if (!found.has(key)) found.set(key, address);
  }
  return [...found.values()];
}

/** The first address of such a text: `Jane <jane@example.org>`, `mailto:jane@example.org`. Returns other texts unchanged. */
export function bareAddress(text: string): string {
  const named = text.endsWith('>') && text.length <= LONGEST_READ ? NAMED_ADDRESS.exec(text) : null;
  if (named !== null) return named[1]!;
  // Access writes a link as text, # and target: jane@example.org#mailto:jane@example.org#
  const link = text.indexOf('#mailto:');
  if (link > 0 && isEmailAddress(text.slice(0, link))) return text.slice(0, link);
  return isEmailAddress(text) ? text : (addressesIn(text)[0] ?? text);
}

/** Repairs a mistyped address: blanks, a comma instead of a point, two addresses, a point at the end. Empty if there is none. */
export function repairedAddress(text: string): string {
  if (text.length > LONGEST_READ) return '';
  const first = bareAddress(text)
    .split(/[;,\s]+(?=\S+@)|[;|]/)[0]!
    .replace(/\s+/g, '')
    .replace(/,(com|org|net|edu|gov)$/i, '.$1')
    .replace(/\(at\)|\[at\]/i, '@')
    .replace(/\.{2,}/g, '.')
    .replace(/^[<("'.]+|[>)"'.,;]+$/g, '')
    .replace(/\.@/, '@');
  return isEmailAddress(first) ? first : '';
}
