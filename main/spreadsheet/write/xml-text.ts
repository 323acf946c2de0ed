/**
 * Text as XML holds it in a workbook. Characters that XML cannot hold, and the carriage return that it would turn into a
 * line feed, are written as `_xHHHH_`; so a literal `_xHHHH` gets its underscore written that way (ECMA-376 part 1, 22.9.2.19).
 */
import { isUtf8 } from 'node:buffer';

/** Bytes that one UTF-16 unit, or one byte of UTF-8, can become at most: `_x0000_`. */
export const WIDEST = 7;

const AMP = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;

/** 1 for the bytes that cannot simply be copied: markup, controls, the underscore, and all that is not ASCII. */
const LOOK = new Uint8Array(256);
LOOK.fill(1, 0, 0x20);
LOOK.fill(1, 0x80);
LOOK[9] = 0;
LOOK[10] = 0;
for (const byte of [AMP, LESS, GREATER, UNDERSCORE]) LOOK[byte] = 1;

const HEX = Buffer.from('0123456789ABCDEF');

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** True when the underscore at `at` would be read as the start of an escape, whatever comes after the four digits. */
function beginsEscape(source: Uint8Array, at: number, end: number): boolean {
  if (at + 5 >= end || (source[at + 1]! | 0x20) !== 0x78) return false;
  return isHex(source[at + 2]) && isHex(source[at + 3]) && isHex(source[at + 4]) && isHex(source[at + 5]);
}

function putEscape(code: number, target: Uint8Array, at: number): number {
  target[at] = UNDERSCORE;
  target[at + 1] = 0x78;
  for (let digit = 0; digit < 4; digit += 1) target[at + 2 + digit] = HEX[(code >> (12 - digit * 4)) & 15]!;
  target[at + 6] = UNDERSCORE;
  return at + 7;
}

function putEntity(first: number, second: number, third: number, fourth: number, target: Uint8Array, at: number): number {
  target[at] = AMP;
  target[at + 1] = first;
  target[at + 2] = second;
  target[at + 3] = third;
  if (fourth === 0) return at + 4;
  target[at + 4] = fourth;
  return at + 5;
}

/** Writes valid UTF-8 from `source[start..end)`, escaped, to `target` from `at` on; gives the position after it. */
function putEscaped(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from += 1) {
    const byte = source[from]!;
    if (LOOK[byte] === 0) target[to++] = byte;
    else if (byte === AMP) to = putEntity(0x61, 0x6d, 0x70, 0x3b, target, to);
    else if (byte === LESS) to = putEntity(0x6c, 0x74, 0x3b, 0, target, to);
    else if (byte === GREATER) to = putEntity(0x67, 0x74, 0x3b, 0, target, to);
    else if (byte < 0x20) to = putEscape(byte, target, to);
    else if (byte === UNDERSCORE && beginsEscape(source, from, end)) to = putEscape(byte, target, to);
    else if (byte === 0xef && source[from + 1] === 0xbf && source[from + 2]! >= 0xbe) {
      // U+FFFE and U+FFFF are no characters: not to XML, and Excel shows their escapes as they stand. U+FFFD takes their place.
      target[to++] = byte;
      target[to++] = 0xbf;
      target[to++] = 0xbd;
      from += 2;
    } else target[to++] = byte;
  }
  return to;
}

/**
 * Writes the text of UTF-8 bytes, escaped, to `target` from `at` on; gives the position after it. There must be room for
 * `WIDEST` bytes for each. Bytes that are no UTF-8 become U+FFFD.
 */
export function putXmlBytes(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from += 1) {
    const byte = source[from]!;
    if (LOOK[byte] === 1) {
      const rest = source.subarray(from, end);
      if (isUtf8(rest)) return putEscaped(source, from, end, target, to);
      const mended = Buffer.from(Buffer.from(rest.buffer, rest.byteOffset, rest.length).toString());
      return putEscaped(mended, 0, mended.length, target, to);
    }
    target[to++] = byte;
  }
  return to;
}

/**
 * Writes a text, escaped, to `target` from `at` on; gives the position after it. There must be room for `WIDEST` bytes for
 * each UTF-16 unit. Unpaired surrogates become U+FFFD.
 */
export function putXmlText(text: string, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = 0; from < text.length; from += 1) {
    const unit = text.charCodeAt(from);
    if (unit > 0x7f || LOOK[unit] === 1) {
      const rest = Buffer.from(text.slice(from));
      return putEscaped(rest, 0, rest.length, target, to);
    }
    target[to++] = unit;
  }
  return to;
}

/** A text as it stands between the quotes of an attribute or between tags in a small part of the workbook. */
export function xmlText(text: string): string {
  const room = new Uint8Array(text.length * WIDEST);
  const escaped = Buffer.from(room.buffer, 0, putXmlText(text, room, 0)).toString();
  // Readers turn raw tabs and line feeds in attributes into blanks.
  return escaped.replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
