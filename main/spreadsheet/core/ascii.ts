/** ASCII codes and byte comparisons for the scanners, which read bytes without decoding them. */

export const LT = 0x3c;
export const GT = 0x3e;
export const SLASH = 0x2f;
export const EQ = 0x3d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const APOSTROPHE = 0x27;
export const ZERO = 0x30;

export const A = 0x41;
export const LETTER_B = 0x62;
export const LETTER_C = 0x63;
export const LETTER_D = 0x64;
export const LETTER_E = 0x65;
export const LETTER_F = 0x66;
export const LETTER_I = 0x69;
export const LETTER_N = 0x6e;
export const LETTER_O = 0x6f;
export const LETTER_R = 0x72;
export const LETTER_S = 0x73;
export const LETTER_T = 0x74;
export const LETTER_V = 0x76;
export const LETTER_W = 0x77;

/** XML white space. */
export const isSpace = (byte: number) => byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** True for a byte that ends an element's name. */
export const endsName = (byte: number) =>
  byte === GT || byte === SPACE || byte === SLASH || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** True when the bytes from `start` to `end` equal `word`. */
export function equalsWord(b: Uint8Array, start: number, end: number, word: Buffer): boolean {
  if (end - start !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (b[start + i] !== word[i]) return false;
  return true;
}
