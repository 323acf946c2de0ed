/**
 * Splits a JSON answer of any size while it arrives. Emits the bytes of each element of each array that only objects contain (a bare array,
 * `{"items":[…]}`, `{"data":{"profiles":[…]}}`) and of each entry of a map from IDs or row numbers; skips the rest. The largest element
 * bounds the memory.
 */
import { AppError } from '../../../shared/base/errors.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const NULL_START = 0x6e;

/** Bytes. No real profile reaches 64 MB. */
const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;

export interface ElementSink {
  /** `path`: the keys that lead to the array. `bytes` are only valid until the call returns. */
  element(path: readonly string[], bytes: Buffer): void;
  /** An entry of a map. */
  mapEntry?(path: readonly string[], key: string, bytes: Buffer): void;
  /** Whether the value under `key` is an entry of a map. Without this function, one whose key is a whole number is. */
  isMapEntry?(path: readonly string[], key: string, isObject: boolean): boolean;
  /** An array or object begins that only objects contain; `plain`: the whole answer is a text, number or flag. */
  begins?(path: readonly string[], what: 'array' | 'object' | 'plain'): void;
  /** A string, number or literal (JSON bytes) that only objects contain, such as a field of an envelope. */
  scalar?(path: readonly string[], key: string, bytes: Buffer): void;
}

type Frame = { readonly kind: 'object'; key: string | null } | { readonly kind: 'array' };

function truncated(): AppError {
  return new AppError(
    'ANSWER_TRUNCATED',
    'The answer of the service was cut off. The results kept before are unchanged. Screening Desk requests the answer again.',
  );
}

function malformed(at: number): AppError {
  return new AppError('ANSWER_TRUNCATED', `The answer of the service is not well formed at byte ${at}. Screening Desk requests it again.`, {
    byte: at,
  });
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Takes the bytes in order; `end` marks the answer as complete. What was emitted before a failure may be incomplete.
 * @throws ANSWER_TRUNCATED from both methods when the answer is cut off or malformed
 */
export class JsonElements {
  private readonly sink: ElementSink;
  private readonly frames: Frame[] = [];
  /** Keys of the enclosing objects. */
  private path: string[] = [];
  /** The value that is emitted or skipped as a whole; `depth` counts its open brackets. */
  private inside: {
    capture: boolean;
    depth: number;
    inString: boolean;
    escaped: boolean;
    bare: boolean;
    mapKey: string | null;
    scalarKey: string | null;
  } | null = null;
  /** The bytes of a key that is not complete yet. */
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
    let at = 0;
    while (at < chunk.length) {
      if (this.inside !== null) at = this.insideValue(chunk, at);
      else if (this.keyParts !== null) at = this.insideKey(chunk, at);
      else at = this.structure(chunk, at);
    }
    this.position += chunk.length;
  }

  end(): void {
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
        return this.beginValue(chunk, at);
      case 'value-or-end':
        if (byte === CLOSE_ARRAY) return this.closeFrame(at);
        return this.beginValue(chunk, at);
      case 'key-or-end':
        if (byte === CLOSE_OBJECT) return this.closeFrame(at);
        if (byte !== QUOTE) throw malformed(this.position + at);
        this.keyParts = [];
        return at + 1;
      case 'key':
        if (byte !== QUOTE) throw malformed(this.position + at);
        this.keyParts = [];
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

  private isMapEntry(key: string, isObject: boolean): boolean {
    const { sink } = this;
    if (sink.mapEntry === undefined) return false;
    return sink.isMapEntry === undefined ? /^\d{1,9}$/.test(key) : sink.isMapEntry(this.path, key, isObject);
  }

  private beginValue(chunk: Buffer, at: number): number {
    const byte = chunk[at]!;
    const frame = this.frames.at(-1);
    const key = frame?.kind === 'object' ? frame.key : null;
    const opens = byte === OPEN_OBJECT || byte === OPEN_ARRAY;
    if (!opens && byte !== QUOTE && !/[-\dtfn]/.test(String.fromCharCode(byte))) throw malformed(this.position + at);
    // Enter arrays and objects that only objects contain; emit elements of an array as a whole.
    const mapKey = key !== null && this.isMapEntry(key, byte === OPEN_OBJECT) ? key : null;
    if (opens && frame?.kind !== 'array' && mapKey === null && this.frames.length < 4) {
      if (key !== null) this.path.push(key);
      this.sink.begins?.(this.path, byte === OPEN_OBJECT ? 'object' : 'array');
      this.frames.push(byte === OPEN_OBJECT ? { kind: 'object', key: null } : { kind: 'array' });
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
      bare: !opens && !inString,
      mapKey,
      scalarKey,
    };
    this.pending = [];
    this.heldBytes = 0;
    return this.insideValue(chunk, at + 1, at);
  }

  /** Continues inside a value at `at`; `start` is its first byte in this chunk. */
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
      let { depth, inString } = inside;
      while (i < length) {
        if (inString) {
          if (inside.escaped) {
            inside.escaped = false;
            i += 1;
            continue;
          }
          // Strings make up most of an answer: search for the quote natively, then count the backslashes before it.
          const quote = chunk.indexOf(QUOTE, i);
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
          continue;
        }
        const byte = chunk[i]!;
        i += 1;
        if (byte === QUOTE) inString = true;
        else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
        else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          depth -= 1;
          if (depth === 0) return this.finishValue(chunk, start, i);
        }
      }
      inside.depth = depth;
      inside.inString = inString;
    }
    if (inside.capture) {
      this.pending.push(Buffer.from(chunk.subarray(start)));
      this.heldBytes += length - start;
      if (this.heldBytes > MAX_ELEMENT_BYTES)
        throw new AppError('SERVICE_NONSENSE', 'One profile in the answer is larger than any profile can be.');
    }
    return length;
  }

  private finishValue(chunk: Buffer, start: number, end: number): number {
    const inside = this.inside!;
    this.inside = null;
    this.expect = this.frames.length === 0 ? 'nothing' : 'comma-or-end';
    if (inside.capture) {
      const tail = chunk.subarray(start, end);
      const bytes = this.pending.length === 0 ? tail : Buffer.concat([...this.pending, tail]);
      this.pending = [];
      if (inside.mapKey !== null) this.sink.mapEntry?.(this.path, inside.mapKey, bytes);
      else if (inside.scalarKey !== null) this.sink.scalar?.(this.path, inside.scalarKey, bytes);
      else this.sink.element(this.path, bytes);
    }
    return end;
  }
}

/** Newline-delimited JSON: each line is an element. A last line without a newline counts if it is complete JSON. */
export class JsonLines {
  private readonly sink: ElementSink;
  private pending: Buffer[] = [];

  constructor(sink: ElementSink) {
    this.sink = sink;
  }

  write(chunk: Buffer): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, from);
      if (end < 0) break;
      this.line(chunk.subarray(from, end));
      from = end + 1;
    }
    if (from < chunk.length) this.pending.push(Buffer.from(chunk.subarray(from)));
  }

  end(): void {
    this.line(Buffer.alloc(0));
  }

  private line(tail: Buffer): void {
    const bytes = this.pending.length === 0 ? tail : Buffer.concat([...this.pending, tail]);
    this.pending = [];
    if (bytes.some((byte) => !isSpace(byte))) this.sink.element([], bytes);
  }
}
