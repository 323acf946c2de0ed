/** Detects the encoding of a text file from the whole file, because its first lines may be pure ASCII, and converts the text to UTF-8. */
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { utf8End } from '../core/byte-window.ts';
import { IBM850, decodeIbm850, guessEncoding } from './charset-guess.ts';
import type { Source } from '../core/source.ts';

export interface TextEncoding {
  /** A label that `TextDecoder` supports, or 'utf-32le', 'utf-32be' or 'ibm850'. */
  readonly name: string;
  /** Length of the byte order mark in bytes, 0 without one. */
  readonly markBytes: number;
  /** For UTF-8 with some lines that are not valid UTF-8: the encoding of those lines. */
  readonly otherLines?: string;
}

/** Single lines are too short for a guess. Western programs write nearly all such lines. */
const OTHER_LINES = 'windows-1252';
/** The replacement character for invalid bytes. */
const REPLACED = '\uFFFD';
const CHUNK = 256 * 1024;
/** Maximum size in bytes of the guess's sample, and of the context around each character beyond ASCII. */
const SAMPLE_MOST = 64 * 1024;
const SAMPLE_AROUND = 48;

const MARKS: readonly (readonly [name: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The byte order mark at the start of the bytes, or null. */
export function byteOrderMark(head: Uint8Array): { name: string; markBytes: number } | null {
  // Some programs write the UTF-16 mark in front of UTF-32.
  if (head[0] === 0xfe && head[1] === 0xff && head[2] === 0 && head[3] === 0 && head[4] === 0) return { name: 'utf-32be', markBytes: 2 };
  for (const [name, mark] of MARKS) if (mark.every((byte, i) => head[i] === byte)) return { name, markBytes: mark.length };
  return null;
}

/** Detects UTF-16 and UTF-32 without a byte order mark, by the positions of their NUL bytes; null for anything else. */
export function unmarkedWide(head: Uint8Array): 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | null {
  if (head.length >= 8) {
    const places = [0, 0, 0, 0];
    const whole = Math.min(head.length, 4096) & ~3;
    for (let i = 0; i < whole; i++) if (head[i] === 0) places[i & 3]!++;
    // In UTF-32, one byte of every character is always NUL, and another one nearly always.
    const isNul = (place: number) => places[place]! * 4 === whole;
    if (isNul(3) && places[2]! * 8 >= whole && places[0] === 0) return 'utf-32le';
    if (isNul(0) && places[1]! * 8 >= whole && places[3] === 0) return 'utf-32be';
  }
  const pairs = Math.min(head.length, 4096) >> 1;
  if (pairs < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs * 2; i += 2) {
    if (head[i] === 0) even++;
    if (head[i + 1] === 0) odd++;
  }
  // At least a third of the characters are ASCII (delimiters, digits, line ends), and hardly any is U+xx00.
  if (odd * 3 >= pairs && even * 10 <= odd) return 'utf-16le';
  if (even * 3 >= pairs && odd * 10 <= even) return 'utf-16be';
  return otherScript(head, pairs);
}

/** Minimum share of characters in ASCII and one other block of UTF-16, as in Greek or Cyrillic text with delimiters. */
const OF_TWO_BLOCKS = 0.95;

/**
 * Detects UTF-16 in another script: one byte of each pair is NUL for delimiters and digits, and has the same control character for nearly
 * all letters.
 */
function otherScript(head: Uint8Array, pairs: number): 'utf-16le' | 'utf-16be' | null {
  for (const [name, place] of [
    ['utf-16le', 1],
    ['utf-16be', 0],
  ] as const) {
    const counts = new Uint32Array(0x20);
    for (let i = place; i < pairs * 2; i += 2) if (head[i]! < 0x20) counts[head[i]!]!++;
    const [ascii, block] = [counts[0]!, Math.max(...counts.subarray(1, 0x09))];
    if (ascii * 20 >= pairs && block > 0 && ascii + block >= pairs * OF_TWO_BLOCKS) return name;
  }
  return null;
}

/** For bytes that are not entirely valid UTF-8: the number of complete multi-byte characters, and of invalid sequences. */
function utf8Share(bytes: Uint8Array): { whole: number; broken: number } {
  const text = new TextDecoder('utf-8').decode(bytes);
  let whole = 0;
  let broken = 0;
  for (const character of text) {
    if (character === REPLACED) broken++;
    else if (character.codePointAt(0)! > 0x7f) whole++;
  }
  return { whole, broken };
}

/** Collects the text around characters beyond ASCII. */
class Sample {
  private readonly parts: Buffer[] = [];
  private size = 0;

  add(chunk: Buffer): void {
    for (let i = 0; i < chunk.length && this.size < SAMPLE_MOST; i++) {
      if (chunk[i]! < 0x80) continue;
      let end = i + 1;
      let quiet = 0;
      while (end < chunk.length && quiet < SAMPLE_AROUND) quiet = chunk[end++]! < 0x80 ? quiet + 1 : 0;
      const part = Buffer.from(chunk.subarray(Math.max(0, i - SAMPLE_AROUND), end));
      this.parts.push(part);
      this.size += part.length;
      i = end - 1;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

/**
 * Detects the encoding of a text file by reading all of it once.
 * @throws SpreadsheetError when the file cannot be read
 */
export async function detectEncoding(source: Source, signal?: AbortSignal): Promise<TextEncoding> {
  const buffer = Buffer.allocUnsafeSlow(CHUNK + 4);
  const head = buffer.subarray(0, await source.read(buffer.subarray(0, CHUNK), 0));
  const mark = byteOrderMark(head);
  if (mark && mark.name !== 'utf-8') return mark;
  if (!mark) {
    const wide = unmarkedWide(head);
    if (wide) return { name: wide, markBytes: 0 };
  }
  const markBytes = mark?.markBytes ?? 0;
  const sample = new Sample();
  let valid = true;
  let ascii = true;
  let escape = false;
  let carried = 0;
  for (let at = 0; at < source.size;) {
    signal?.throwIfAborted();
    const read = at === 0 ? head.length : await source.read(buffer.subarray(carried, carried + CHUNK), at);
    if (read === 0) break;
    at += read;
    const bytes = buffer.subarray(0, carried + read);
    carried = 0;
    if (isAscii(bytes)) {
      escape ||= ascii && bytes.includes('\u001B$', 'latin1');
      continue;
    }
    ascii = false;
    sample.add(bytes);
    if (!valid) continue;
    const end = at < source.size ? utf8End(bytes, 0, bytes.length) : bytes.length;
    if (isUtf8(bytes.subarray(0, end))) {
      carried = bytes.length - end;
      bytes.copyWithin(0, end);
    } else valid = false;
  }
  // This Japanese encoding switches with escape sequences, and uses only ASCII bytes.
  if (ascii && escape) return { name: 'iso-2022-jp', markBytes };
  if (valid) return { name: 'utf-8', markBytes };
  const bytes = sample.bytes();
  const { whole, broken } = utf8Share(bytes);
  // UTF-8 in which some lines have another encoding, or some characters were cut by an export with a byte limit.
  if (markBytes > 0 || whole * 2 >= broken) return { name: 'utf-8', markBytes, otherLines: OTHER_LINES };
  return { name: guessEncoding(bytes), markBytes };
}

/** Converts chunks of bytes to UTF-8. Pass `last` with the final chunk. */
export interface Transcoder {
  (chunk: Uint8Array, last: boolean): Buffer;
}

/** A converter from UTF-32, which TextDecoder does not support. */
function utf32(littleEndian: boolean): Transcoder {
  let rest = Buffer.alloc(0);
  return (chunk, last) => {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 4);
    rest = last ? Buffer.alloc(0) : Buffer.from(bytes.subarray(whole));
    let text = '';
    for (let i = 0; i < whole; i += 4) {
      const code = littleEndian ? bytes.readUInt32LE(i) : bytes.readUInt32BE(i);
      text += code <= 0x10_ff_ff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : REPLACED;
    }
    return Buffer.from(text);
  };
}

const LF = 0x0a;
/** Maximum bytes of an invalid chunk that wait for the end of their line. */
const LINE_MOST = 1024 * 1024;

/** True if every invalid character was cut off by an export: only its first bytes remain, before the end of a cell. */
function isCutOff(line: Buffer): boolean {
  return isUtf8(Buffer.from(line.toString('latin1').replaceAll(/[\u00C2\u00C3](?=[^\w\u0080-\u00FF]|$)/g, ''), 'latin1'));
}

/** A converter for UTF-8: passes valid chunks on, and decodes the lines of invalid chunks one by one. */
function utf8(other: string | undefined, onOtherLine: () => void): Transcoder {
  let rest = Buffer.alloc(0);
  const line = (bytes: Buffer): Buffer => {
    if (isUtf8(bytes)) return bytes;
    if (other === undefined || isCutOff(bytes)) return Buffer.from(bytes.toString('utf8'));
    onOtherLine();
    return transcoderFor({ name: other, markBytes: 0 })(bytes, true);
  };
  return (chunk, last) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let end = last ? bytes.length : utf8End(bytes, 0, bytes.length);
    if (isUtf8(bytes.subarray(0, end))) {
      rest = Buffer.from(bytes.subarray(end));
      return bytes.subarray(0, end);
    }
    const lineEnd = bytes.lastIndexOf(LF) + 1;
    if (!last && bytes.length - lineEnd < LINE_MOST) end = lineEnd;
    rest = Buffer.from(bytes.subarray(end));
    const lines: Buffer[] = [];
    for (let from = 0; from < end;) {
      const next = bytes.indexOf(LF, from) + 1;
      const to = next === 0 || next > end ? end : next;
      lines.push(line(bytes.subarray(from, to)));
      from = to;
    }
    return Buffer.concat(lines);
  };
}

/**
 * A converter from this encoding to UTF-8. Invalid bytes become U+FFFD. The result may be the input chunk itself. `onOtherLine`: called for
 * each line that is in the encoding `otherLines`.
 */
export function transcoderFor(encoding: TextEncoding, onOtherLine: () => void = () => {}): Transcoder {
  if (encoding.name === 'utf-8') return utf8(encoding.otherLines, onOtherLine);
  if (encoding.name.startsWith('utf-32')) return utf32(encoding.name === 'utf-32le');
  if (encoding.name === IBM850) return (chunk) => Buffer.from(decodeIbm850(chunk));
  const decoder = new TextDecoder(encoding.name);
  return (chunk, last) => Buffer.from(decoder.decode(chunk, { stream: !last }));
}

/** The canonical name of this label, or null when the encoding is unknown. */
export function encodingNamed(label: string): string | null {
  if (/^(?:ibm|cp)-?850$/i.test(label)) return IBM850;
  const wide = /^utf-?32(le|be)$/i.exec(label);
  if (wide) return `utf-32${wide[1]!.toLowerCase()}`;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
