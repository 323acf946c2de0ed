/**
 * Splits a JSON answer of any size as it arrives. Emits the bytes of each element of each array that is nested only in objects (a bare
 * array, `{"items":[…]}`, `{"data":{"profiles":[…]}}`), and of each entry of a map by ID or row number. Skips everything else. Memory is
 * bounded by the largest element.
 *
 * A malformed element is also emitted, so that the sink can report it, and does not affect other elements. If its brackets or quotes do
 * not show where it ends, the next element is assumed to start at the next object with the same first key as the first element.
 */
import { AppError } from '../../../shared/base/index.ts';
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, isSpace, NULL_START, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './json-bytes.ts';
import { beginningOf, nextElement, OVERLAP } from './next-element.ts';

/** In bytes. Real profiles are far smaller than 64 MB. */
export const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;
/** Bytes to keep of an unreadable element. */
export const MAX_KEPT_BYTES = 64 * 1024;
/** Up to this depth, a closing bracket is compared with its opening bracket. Deeper brackets are only counted. */
const MAX_COMPARED_DEPTH = 31;
/** Maximum number of bytes to split again because the end of an element was unclear. Above it, the whole answer is malformed. */
const MAX_AGAIN_BYTES = 512 * 1024 * 1024;
/** For strings up to this many bytes, a loop is faster than a native call. */
const SHORT = 24;
/** 1 for bytes that, outside strings, do not affect where a value ends. */
const PASSED = new Uint8Array(256).fill(1);
for (const byte of [QUOTE, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY]) PASSED[byte] = 0;
/** What a value is. */
export type ValueKind = 'object' | 'array' | 'plain';

export interface ElementSink {
  /** `path`: the keys that lead to the array. `bytes` are valid only until the call returns, and may be malformed JSON. */
  element(path: readonly string[], bytes: Buffer): void;
  /** An entry of a map. */
  mapEntry?(path: readonly string[], key: string, bytes: Buffer): void;
  /** Whether the value under `key` is an entry of a map. Without this function, that is true for keys that are whole numbers. */
  isMapEntry?(path: readonly string[], key: string, kind: ValueKind): boolean;
  /** Called at the start of an array or object that is nested only in objects. `plain`: the whole answer is a text, number or literal. */
  begins?(path: readonly string[], what: ValueKind): void;
  /** A string, number or literal (JSON bytes) that is nested only in objects, such as a field of an envelope. */
  scalar?(path: readonly string[], key: string, bytes: Buffer): void;
}

type Frame = { readonly kind: 'object'; key: string | null } | { readonly kind: 'array' };

const truncated = (): AppError =>
  new AppError(
    'ANSWER_TRUNCATED',
    'The answer of the service was cut off. The results saved before are unchanged. Screening Desk requests the answer again.',
  );

function malformed(at: number): AppError {
  return new AppError('ANSWER_TRUNCATED', `The answer of the service is not well formed at byte ${at}. Screening Desk requests it again.`, {
    byte: at,
  });
}

/** Bytes that can follow a string. */
const canFollowString = (byte: number) =>
  byte === COLON || byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || isSpace(byte);

/** Bytes that end a number or a literal. */
const END_OF_BARE: ReadonlySet<number> = new Set([COMMA, CLOSE_ARRAY, CLOSE_OBJECT, COLON]);

/**
 * Takes the bytes in order. `end` marks the answer as complete. If this fails, the elements emitted before may be incomplete.
 * @throws ANSWER_TRUNCATED from both methods when the answer is incomplete or malformed
 */
export class JsonElements {
  private readonly sink: ElementSink;
  private readonly frames: Frame[] = [];
  /** Keys of the enclosing objects. */
  private path: string[] = [];
  /** The value that is currently emitted or skipped as a whole. `depth`: number of its open brackets. */
  private inside: {
    capture: boolean;
    depth: number;
    inString: boolean;
    escaped: boolean;
    /** True when the last chunk ended with the end of a string. */
    afterString: boolean;
    bare: boolean;
    /** The kinds of the open brackets, one bit each: 1 for an array. */
    kinds: number;
    /** True while closing brackets are compared with opening ones, which is done only in elements of an array. */
    compares: boolean;
    mapKey: string | null;
    scalarKey: string | null;
  } | null = null;
  /** How the elements of the current array begin; null before the first one. */
  private beginning: Buffer | null = null;
  /** Set while searching for the end of an element. `last`: the last bytes so far, which start at offset `from` of the element. */
  private search: { readonly last: Buffer; readonly from: number } | null = null;
  private againBytes = 0;
  /** The bytes of an incomplete key; null outside of keys. */
  private keyParts: Buffer[] | null = null;
  private keyEscaped = false;
  private expect: 'value' | 'key-or-end' | 'key' | 'colon' | 'comma-or-end' | 'value-or-end' | 'nothing' = 'value';
  private pending: Buffer[] = [];
  private heldBytes = 0;
  private position = 0;

  constructor(sink: ElementSink) {
    this.sink = sink;
  }

  write(chunk: Buffer): void {
    this.split(chunk);
    this.position += chunk.length;
  }

  private split(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.search !== null) at = this.findNext(chunk, at);
      else if (this.inside !== null) at = this.insideValue(chunk, at);
      else if (this.keyParts !== null) at = this.insideKey(chunk, at);
      else at = this.structure(chunk, at);
    }
  }

  end(): void {
    if (this.search !== null) {
      // The end of the element was not found, so the end of the array is unknown, too.
      this.search = null;
      this.finishValue(Buffer.alloc(0), 0, 0);
      return;
    }
    if (this.inside?.bare === true) this.finishValue(Buffer.alloc(0), 0, 0);
    if (this.expect !== 'nothing') throw truncated();
  }

  private insideKey(chunk: Buffer, from: number): number {
    let at = from;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.keyEscaped) this.keyEscaped = false;
      else if (byte === BACKSLASH) this.keyEscaped = true;
      else if (byte === QUOTE) {
        this.keyParts!.push(chunk.subarray(from, at));
        const text = Buffer.concat(this.keyParts!).toString('utf8');
        let key: string;
        try {
          key = JSON.parse(`"${text}"`) as string;
        } catch {
          throw malformed(this.position + at);
        }
        (this.frames.at(-1) as Extract<Frame, { kind: 'object' }>).key = key;
        this.keyParts = null;
        this.expect = 'colon';
        return at + 1;
      }
    }
    this.keyParts!.push(Buffer.from(chunk.subarray(from, at)));
    this.heldBytes += at - from;
    if (this.heldBytes > MAX_KEPT_BYTES) throw malformed(this.position + at);
    return at;
  }

  private structure(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    if (isSpace(byte)) return at + 1;
    // Skip a byte order mark before the first value.
    if (this.position + at < 3 && (byte === 0xef || byte === 0xbb || byte === 0xbf)) return at + 1;
    const frame = this.frames.at(-1);
    switch (this.expect) {
      case 'value':
        // An extra comma does not affect any element.
        if (frame?.kind === 'array' && byte === COMMA) return at + 1;
        if (frame?.kind === 'array' && byte === CLOSE_ARRAY) return this.closeFrame(at);
        return this.beginValue(chunk, at);
      case 'value-or-end':
        if (byte === CLOSE_ARRAY) return this.closeFrame(at);
        return this.beginValue(chunk, at);
      case 'key-or-end':
      case 'key':
        if (byte === CLOSE_OBJECT && this.expect === 'key-or-end') return this.closeFrame(at);
        if (byte !== QUOTE) throw malformed(this.position + at);
        this.keyParts = [];
        this.heldBytes = 0;
        return at + 1;
      case 'colon':
        if (byte !== COLON) throw malformed(this.position + at);
        this.expect = 'value';
        return at + 1;
      case 'comma-or-end':
        if (byte === COMMA) {
          this.expect = frame?.kind === 'object' ? 'key' : 'value';
          return at + 1;
        }
        if (byte === (frame?.kind === 'object' ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.closeFrame(at);
        if (frame?.kind === 'array' && byte !== CLOSE_OBJECT) return this.beginValue(chunk, at);
        throw malformed(this.position + at);
      case 'nothing':
        throw malformed(this.position + at);
    }
  }

  private closeFrame(at: number): number {
    this.frames.pop();
    if (this.frames.at(-1)?.kind === 'object') this.path.pop();
    this.expect = this.frames.length === 0 ? 'nothing' : 'comma-or-end';
    return at + 1;
  }

  private isMapEntry(key: string, byte: number): boolean {
    if (this.sink.mapEntry === undefined) return false;
    if (this.sink.isMapEntry === undefined) return /^\d{1,9}$/.test(key);
    return this.sink.isMapEntry(this.path, key, byte === OPEN_OBJECT ? 'object' : byte === OPEN_ARRAY ? 'array' : 'plain');
  }

  private beginValue(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    const frame = this.frames.at(-1);
    const key = frame?.kind === 'object' ? frame.key : null;
    const opens = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    // A malformed value can be skipped only inside an array or object.
    if (!opens && byte !== QUOTE && (frame === undefined || END_OF_BARE.has(byte)) && !/[-\dtfn]/.test(String.fromCharCode(byte)))
      throw malformed(this.position + at);
    // Enter arrays and objects that are nested only in objects. Emit elements of an array as a whole.
    const mapKey = key !== null && this.isMapEntry(key, byte) ? key : null;
    if (opens && frame?.kind !== 'array' && mapKey === null && this.frames.length < 4) {
      if (key !== null) this.path.push(key);
      this.sink.begins?.(this.path, byte === OPEN_OBJECT ? 'object' : 'array');
      this.frames.push(byte === OPEN_OBJECT ? { kind: 'object', key: null } : { kind: 'array' });
      this.beginning = null;
      this.expect = byte === OPEN_OBJECT ? 'key-or-end' : 'value-or-end';
      return at + 1;
    }
    if (frame === undefined && byte !== NULL_START) this.sink.begins?.(this.path, 'plain');
    const inString = byte === QUOTE;
    const scalarKey = !opens && mapKey === null && this.sink.scalar !== undefined ? key : null;
    this.inside = {
      capture: frame?.kind === 'array' || mapKey !== null || scalarKey !== null,
      depth: opens ? 1 : 0,
      inString,
      escaped: false,
      afterString: false,
      bare: !opens && !inString,
      kinds: byte === OPEN_ARRAY ? 1 : 0,
      compares: frame?.kind === 'array' && byte === OPEN_OBJECT,
      mapKey,
      scalarKey,
    };
    this.pending = [];
    this.heldBytes = 0;
    return this.insideValue(chunk, at + 1, at);
  }

  /** Continues inside a value at `at`. `start`: the value's first byte in this chunk. */
  private insideValue(chunk: Buffer, at: number, start = at): number {
    const inside = this.inside!;
    const { length } = chunk;
    let i = at;
    if (inside.bare) {
      for (; i < length; i++) {
        const byte = chunk[i]!;
        if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || isSpace(byte)) return this.finishValue(chunk, start, i);
      }
    } else {
      let { depth, inString, kinds, compares } = inside;
      if (inside.afterString && compares && !canFollowString(chunk[i]!)) return this.loseEnd(chunk, start);
      inside.afterString = false;
      while (i < length) {
        if (inString) {
          if (inside.escaped) {
            inside.escaped = false;
            i += 1;
            continue;
          }
          // Most of an answer is strings: find the closing quote, natively in a long string, then count the backslashes before it.
          const near = Math.min(i + SHORT, length);
          let quote = i;
          while (quote < near && chunk[quote] !== QUOTE) quote += 1;
          if (quote === near) quote = chunk.indexOf(QUOTE, near);
          if (quote < 0) {
            let slashes = 0;
            for (let b = length - 1; b >= i && chunk[b] === BACKSLASH; b--) slashes += 1;
            inside.escaped = slashes % 2 === 1;
            i = length;
            break;
          }
          let slashes = 0;
          for (let b = quote - 1; b >= i && chunk[b] === BACKSLASH; b--) slashes += 1;
          i = quote + 1;
          if (slashes % 2 === 1) continue;
          inString = false;
          if (depth === 0) {
            inside.inString = false;
            return this.finishValue(chunk, start, i);
          }
          if (i === length) inside.afterString = true;
          else if (compares && !canFollowString(chunk[i]!)) return this.loseEnd(chunk, start);
          continue;
        }
        while (i < length && PASSED[chunk[i]!] === 1) i += 1;
        if (i === length) break;
        const byte = chunk[i]!;
        i += 1;
        if (byte === QUOTE) inString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          depth += 1;
          kinds = (kinds << 1) | (byte === OPEN_ARRAY ? 1 : 0);
          if (depth > MAX_COMPARED_DEPTH) compares = false;
        } else {
          if (compares && (kinds & 1) !== (byte === CLOSE_ARRAY ? 1 : 0)) return this.loseEnd(chunk, start);
          kinds >>>= 1;
          depth -= 1;
          if (depth === 0) return this.finishValue(chunk, start, i);
        }
      }
      inside.depth = depth;
      inside.inString = inString;
      inside.kinds = kinds;
      inside.compares = compares;
    }
    if (inside.capture) this.hold(chunk.subarray(start));
    return length;
  }

  /** Keeps the bytes of a value that continues in the next chunk. If the value is too large, keeps only its beginning. */
  private hold(bytes: Buffer): void {
    this.heldBytes += bytes.length;
    if (this.heldBytes <= MAX_ELEMENT_BYTES) this.pending.push(Buffer.from(bytes));
    else if (this.pending.length > 1) this.pending = [Buffer.concat(this.pending).subarray(0, MAX_KEPT_BYTES)];
  }

  /** Called when the brackets or quotes of the current element do not show where it ends. The next element may have begun already. */
  private loseEnd(chunk: Buffer, start: number): number {
    this.search = { last: Buffer.concat(this.pending), from: 0 };
    return this.findNext(chunk, start);
  }

  /** Searches for the next element, from `at` in the chunk and in the bytes before it. */
  private findNext(chunk: Buffer, at: number): number {
    const { last, from } = this.search!;
    const bytes = Buffer.concat([last, chunk.subarray(at)]);
    if (from === 0) this.beginning ??= beginningOf(bytes);
    const kept = from === 0 ? bytes : Buffer.concat([...this.pending, chunk.subarray(at)]);
    const next = this.beginning === null ? -1 : nextElement(bytes, this.beginning);
    if (next < 0) {
      this.pending = [Buffer.from(kept.subarray(0, MAX_KEPT_BYTES))];
      const overlap = Math.min(bytes.length, OVERLAP);
      this.search = { last: Buffer.from(bytes.subarray(bytes.length - overlap)), from: from + bytes.length - overlap };
      return chunk.length;
    }
    const rest = bytes.subarray(next);
    this.againBytes += rest.length;
    if (this.againBytes > MAX_AGAIN_BYTES) throw malformed(this.position + at);
    this.search = null;
    this.pending = [];
    this.finishValue(kept, 0, Math.min(from + next, MAX_KEPT_BYTES));
    this.expect = 'value';
    this.split(rest);
    return chunk.length;
  }

  private finishValue(chunk: Buffer, start: number, end: number): number {
    const inside = this.inside!;
    this.inside = null;
    this.expect = this.frames.length === 0 ? 'nothing' : 'comma-or-end';
    if (inside.capture) {
      const tail = chunk.subarray(start, end);
      const bytes = this.pending.length === 0 ? tail : Buffer.concat([...this.pending, tail]);
      this.pending = [];
      if (inside.compares) this.beginning ??= beginningOf(bytes);
      if (inside.mapKey !== null) this.sink.mapEntry?.(this.path, inside.mapKey, bytes);
      else if (inside.scalarKey !== null) this.sink.scalar?.(this.path, inside.scalarKey, bytes);
      else this.sink.element(this.path, bytes);
    }
    return end;
  }
}
