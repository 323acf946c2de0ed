/**
 * Compares the name that a profile echoes with the name that was sent. A differing name shows that an ID belongs to somebody else, for
 * example when a service confuses two IDs or returns another organization's project.
 */
import { foldAccents } from '../transforms/index.ts';

/** How many letters of the first and the last name are compared. */
const FIRST = 6;
const LAST = 10;
/** Length of a name key: first name, then last name, each padded with spaces. */
export const NAME_KEY = FIRST + LAST;

const PLAIN = /^[a-z]*$/;
/** ASCII texts have no accents. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * The first letters of a name in lower case, without accents, spaces or punctuation. A character outside Latin-1 counts
 * as its low byte.
 */
function letters(name: string, length: number): string {
  const small = name.toLowerCase();
  const plain = PLAIN.test(small)
    ? small
    : ASCII.test(small)
      ? small.replaceAll(/[^a-z\d]/g, '')
      : foldAccents(small)
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain.slice(0, length).padEnd(length);
}

/** A person's name as a key of `NAME_KEY` characters; null when neither part has a letter. */
export function nameKey(first: string, last: string): string | null {
  const key = letters(first, FIRST) + letters(last, LAST);
  return key.trim() === '' ? null : key;
}

const SPACE = 0x20;

/** True when one part is a prefix of the other: an initial, a name that was cut off, or a missing part. */
function partAgrees(one: Uint8Array, from: number, echoed: string, at: number, length: number): boolean {
  for (let offset = 0; offset < length; offset++) {
    const a = one[from + offset]!;
    const b = echoed.charCodeAt(at + offset) & 0xff;
    if (a === SPACE || b === SPACE) return true;
    if (a !== b) return false;
  }
  return true;
}

/** Whether an echoed name can belong to the person whose key is in `keys` at `from`, as Latin-1 bytes. */
export function namesAgree(keys: Uint8Array, from: number, echoed: string): boolean {
  return partAgrees(keys, from, echoed, 0, FIRST) && partAgrees(keys, from + FIRST, echoed, FIRST, LAST);
}

/** Whether an echoed name equals the key in `keys` at `from` and has both parts. */
export function areSameName(keys: Uint8Array, from: number, echoed: string): boolean {
  for (let at = 0; at < NAME_KEY; at++) if (keys[from + at] !== (echoed.charCodeAt(at) & 0xff)) return false;
  return keys[from] !== SPACE && keys[from + FIRST] !== SPACE;
}
