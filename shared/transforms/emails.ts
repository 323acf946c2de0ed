/**
 * E-mail addresses: their form, and the address inside a text that holds more or is one by a slip.
 */

/** 1 for ASCII characters that an unquoted local part can not hold. */
const NOT_LOCAL = new Uint8Array(128);
for (let code = 0; code <= 32; code++) NOT_LOCAL[code] = 1;
for (const character of '"(),:;<>[\\]\u007F') NOT_LOCAL[character.charCodeAt(0)] = 1;
/** 1 for letters and the hyphen, 2 for digits: what a domain is made of. */
const DOMAIN = new Uint8Array(128);
for (let code = 97; code <= 122; code++) {
  DOMAIN[code] = 1;
  DOMAIN[code - 32] = 1;
}
for (let code = 48; code <= 57; code++) DOMAIN[code] = 2;
DOMAIN[45] = 1;

/** Longer addresses are refused by mail servers (RFC 5321). */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const MAX_LABEL = 63;

/** What `readAddress` answers when the text is no address. */
export const NO_ADDRESS = -1;
/** In the answer of `readAddress`: there are letters beyond ASCII. */
export const UNUSUAL = 256;
/** The place of the sign @ in an answer of `readAddress`. */
export const placeOf = (answer: number): number => answer & 255;

/**
 * The place of the sign @ in an e-mail address, with `UNUSUAL` where it applies, or `NO_ADDRESS`: one @; before it 1 to 64 characters without blanks and
 * without a point at the ends or two together; behind it labels parted by points, the last of two letters or more.
 */
export function readAddress(value: string): number {
  const length = value.length;
  if (length > MAX_ADDRESS) return NO_ADDRESS;
  let at = 0;
  // As if a point stood before the text: a point at the beginning is then a second one.
  let previous = 46;
  let seen = 0;
  for (; at < length; at++) {
    const code = value.charCodeAt(at);
    if (code === 64) break;
    if (code < 128 ? NOT_LOCAL[code] === 1 : code === 0xa0) return NO_ADDRESS;
    if (code === 46 && previous === 46) return NO_ADDRESS;
    seen |= code;
    previous = code;
  }
  if (at === 0 || at > MAX_LOCAL || at === length || previous === 46) return NO_ADDRESS;
  const domain = readDomain(value, at + 1);
  if (domain < 0) return NO_ADDRESS;
  return (seen | domain) > 127 ? at | UNUSUAL : at;
}

/** All codes of a domain's characters, joined by OR; negative when it is none. */
function readDomain(value: string, from: number): number {
  const length = value.length;
  let start = from;
  let seen = 0;
  let labels = 0;
  let digits = false;
  // A hyphen or a point before: neither begins or ends a label.
  let previous = 46;
  for (let at = from; at < length; at++) {
    const code = value.charCodeAt(at);
    if (code === 46) {
      if (previous === 46 || previous === 45 || at - start > MAX_LABEL) return -1;
      labels++;
      start = at + 1;
      digits = false;
    } else if (code < 128) {
      const kind = DOMAIN[code]!;
      if (kind === 0 || (code === 45 && previous === 46)) return -1;
      if (kind === 2) digits = true;
    }
    seen |= code;
    previous = code;
  }
  return labels > 0 && !digits && previous !== 45 && length - start >= 2 && length - start <= MAX_LABEL ? seen : -1;
}

export function isEmailAddress(value: string): boolean {
  return readAddress(value) !== NO_ADDRESS;
}

const MADE_UP_LOCAL = new Set([
  'none',
  'no',
  'na',
  'n.a',
  'noemail',
  'no-email',
  'unknown',
  'x',
  'xx',
  'xxx',
  'test',
  'null',
  'fake',
  'nobody',
]);
const MADE_UP_DOMAIN = new Set([
  'none',
  'noemail',
  'no-email',
  'unknown',
  'x',
  'xx',
  'xxx',
  'test',
  'null',
  'fake',
  'noaddress',
  'nomail',
  'abc',
]);
/** The longest of the made-up words. */
const LONGEST_MADE_UP = 9;

/** True for an address that people write where they have none: none@none.com. `at` is the place of its sign @. */
export function isMadeUpAddress(value: string, at: number): boolean {
  if (at < LONGEST_MADE_UP && MADE_UP_LOCAL.has(value.slice(0, at).toLowerCase())) return true;
  let end = at + 1;
  while (value.charCodeAt(end) !== 46) if (++end - at > LONGEST_MADE_UP + 1) return false;
  return MADE_UP_DOMAIN.has(value.slice(at + 1, end).toLowerCase());
}

const NAMED_ADDRESS = /^[^<>]*<\s*([^<>\s]+@[^<>\s]+)\s*>$/;

/** The address of `Jane <jane@example.org>` and of `mailto:jane@example.org`; other texts stay as they are. */
export function bareAddress(text: string): string {
  const named = NAMED_ADDRESS.exec(text);
  if (named !== null) return named[1]!;
  return /^mailto:/i.test(text) ? text.slice(7).trim() : text;
}

/** The address in a text that is none by a slip: blanks, a comma for a point, two addresses, a point at the end. Empty when there is none. */
export function repairedAddress(text: string): string {
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
