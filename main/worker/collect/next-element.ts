/** Finds the next element of an array after one whose end is unclear. */
import { COMMA, isSpace } from './json-bytes.ts';

/** Longer than the beginning by which the next element is found, plus spaces before it. */
export const OVERLAP = 256;
/** An object up to the end of its first key. */
const FIRST_KEY = /^\{\s*"[^"\\]{1,80}"/;

/** The bytes with which the elements of an array begin, taken from one of them; null when they do not begin with a key. */
export function beginningOf(element: Buffer): Buffer | null {
  const key = FIRST_KEY.exec(element.toString('latin1', 0, OVERLAP / 2));
  return key === null ? null : Buffer.from(key[0], 'latin1');
}

/** Offset of the first object that follows a comma and begins with these bytes; -1 if there is none. */
export function nextElement(bytes: Buffer, beginning: Buffer): number {
  for (let next = bytes.indexOf(beginning, 1); next >= 0; next = bytes.indexOf(beginning, next + 1)) {
    let before = next - 1;
    while (before >= 0 && isSpace(bytes[before]!)) before -= 1;
    if (bytes[before] === COMMA) return next;
  }
  return -1;
}
