/**
 * Escapes text for the XML of a workbook. Characters that XML cannot contain become `_xHHHH_`, as do carriage returns, which XML parsers
 * would turn into line feeds. In a literal `_xHHHH`, the underscore is escaped (ECMA-376 part 1, 22.9.2.19).
 */
import { isUtf8 } from 'node:buffer';

/** The first line of every XML part. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Maximum bytes for one UTF-16 code unit or one UTF-8 byte: `_x0000_`. */
export const WIDEST = 7;

const AMP = 0x26;
const LESS = 0x3c;
const GREATER = 0x3e;
const UNDERSCORE = 0x5f;

/** 1 for bytes that cannot simply be copied: markup, controls, underscore and non-ASCII. */
const NEEDS_CARE = new Uint8Array(256);
NEEDS_CARE.fill(1, 0, 0x20);
NEEDS_CARE.fill(1, 0x80);
NEEDS_CARE[9] = 0;
NEEDS_CARE[10] = 0;
for (const byte of [AMP, LESS, GREATER, UNDERSCORE]) NEEDS_CARE[byte] = 1;

const HEX = Buffer.from('0123456789ABCDEF');

function isHex(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const lower = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** True when readers would take the underscore at `at` for an escape, whatever follows the four digits. */
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

/** Writes valid UTF-8 from `source[start..end)`, escaped, to `target` at `at`; returns the offset after it. */
function putEscaped(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from += 1) {
    const byte = source[from]!;
    if (NEEDS_CARE[byte] === 0) target[to++] = byte;
    else if (byte === AMP) to = putEntity(0x61, 0x6d, 0x70, 0x3b, target, to);
    else if (byte === LESS) to = putEntity(0x6c, 0x74, 0x3b, 0, target, to);
    else if (byte === GREATER) to = putEntity(0x67, 0x74, 0x3b, 0, target, to);
    else if (byte < 0x20) to = putEscape(byte, target, to);
    else if (byte === UNDERSCORE && beginsEscape(source, from, end)) to = putEscape(byte, target, to);
    else if (byte === 0xef && source[from + 1] === 0xbf && source[from + 2]! >= 0xbe) {
      // XML forbids U+FFFE and U+FFFF, and Excel does not resolve their escapes, so they are replaced with U+FFFD.
      target[to++] = byte;
      target[to++] = 0xbf;
      target[to++] = 0xbd;
      from += 2;
    } else target[to++] = byte;
  }
  return to;
}

/** Whether these bytes are ASCII. For the text of a cell, this loop is faster than a native call and the view that it would need. */
function isAscii(source: Uint8Array, start: number, end: number): boolean {
  let all = 0;
  for (let at = start; at < end; at += 1) all |= source[at]!;
  return all < 0x80;
}

/**
 * Writes UTF-8 bytes, escaped, to `target` at `at`; returns the offset after it. `target` needs room for `WIDEST` bytes per byte. Invalid
 * bytes become U+FFFD.
 */
export function putXmlBytes(source: Uint8Array, start: number, end: number, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = start; from < end; from += 1) {
    const byte = source[from]!;
    if (NEEDS_CARE[byte] === 1) {
      if (isAscii(source, from, end)) return putEscaped(source, from, end, target, to);
      const rest = source.subarray(from, end);
      if (isUtf8(rest)) return putEscaped(source, from, end, target, to);
      const repaired = Buffer.from(Buffer.from(rest.buffer, rest.byteOffset, rest.length).toString());
      return putEscaped(repaired, 0, repaired.length, target, to);
    }
    target[to++] = byte;
  }
  return to;
}

/**
 * Writes a text, escaped, to `target` at `at`; returns the offset after it. `target` needs room for `WIDEST` bytes per code unit. Unpaired
 * surrogates become U+FFFD.
 */
export function putXmlText(text: string, target: Uint8Array, at: number): number {
  let to = at;
  for (let from = 0; from < text.length; from += 1) {
    const unit = text.charCodeAt(from);
    if (unit > 0x7f || NEEDS_CARE[unit] === 1) {
      const rest = Buffer.from(text.slice(from));
      return putEscaped(rest, 0, rest.length, target, to);
    }
    target[to++] = unit;
  }
  return to;
}

/** Escapes a text for an attribute value or element of a small part. */
export function xmlText(text: string): string {
  const room = new Uint8Array(text.length * WIDEST);
  const escaped = Buffer.from(room.buffer, 0, putXmlText(text, room, 0)).toString();
  // XML parsers turn unescaped tabs and line feeds in attributes into spaces.
  return escaped.replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}
