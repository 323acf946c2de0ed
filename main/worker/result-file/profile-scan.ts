/**
 * Reads the values of a profile directly from its bytes, because creating objects for a million profiles takes too long. Reads only what it
 * can read with certainty. Everything else is left to `parseJson` and `walkValues`, which give the same result.
 */
import { isFieldKey } from '../../../shared/fields/index.ts';
import {
  DEEPEST_VALUE,
  type JsonObject,
  type Leaf,
  MAX_INDEXED,
  PENDING_SCORE,
  WrittenNumber,
  identifiesRow,
  parseJson,
} from '../../../shared/results/index.ts';

const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, POINT] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2b, 0x2e];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const [ZERO, NINE, SPACE, LOWER, LETTER_E] = [0x30, 0x39, 0x20, 0x20, 0x65];
const [TRUE, FALSE, NULL] = ['true', 'false', 'null'].map((word) => Buffer.from(word)) as [Buffer, Buffer, Buffer];

/** Returned instead of a position when the profile is left to the other readers. */
const LEFT = -1;
/** A profile with more leaves is left to the other readers. */
const MAX_LEAVES = 4096;
/** Decimal numbers with up to this many digits are exact: each has its own double, and is that double's shortest text. */
const EXACT_DIGITS = 15;
/** JavaScript writes smaller numbers with an exponent. */
const SMALLEST_PLAIN = 1e-6;

/** 1 for ASCII bytes that need no escape in a text. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= SPACE && byte < 0x80 && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0));

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

/** A path in profiles. All profiles share one tree of paths. */
export class ScanPath {
  /** Dotted, as in `ValuePath`. */
  readonly path: string;
  /** The column number; -1 until it has one. */
  column = -1;
  readonly key: string;
  readonly keyBytes: Uint8Array;
  /** The first bytes of the key as 32-bit words, which need a quarter of the comparisons. */
  readonly keyWords: Int32Array;
  readonly isEcho: boolean;
  readonly identifies: boolean;
  /** Whether the key may be the key of a pending score. */
  readonly isPending: boolean;
  /** The key that followed this one in the last object that had both. Profiles almost always have their keys in the same order. */
  next: ScanPath | null = null;
  /** The previous value of `next`, for profiles in which some keys are missing. */
  nextBefore: ScanPath | null = null;
  /** The first key of the last object under this path. */
  first: ScanPath | null = null;
  /** Number of the last object that had this key. */
  inObject = 0;
  private readonly inner = new Map<string, ScanPath>();
  private readonly elements: ScanPath[] = [];

  constructor(path = '', key = '') {
    this.path = path;
    this.key = key;
    const keyBytes = Buffer.from(key, 'latin1');
    this.keyBytes = keyBytes;
    this.keyWords = Int32Array.from({ length: keyBytes.length >> 2 }, (_, word) => keyBytes.readInt32LE(word * 4));
    this.isEcho = isFieldKey(key);
    this.isPending = key.startsWith(PENDING_SCORE);
    this.identifies = identifiesRow(key);
  }

  private child(key: string): ScanPath {
    return new ScanPath(this.path === '' ? key : `${this.path}.${key}`, key);
  }

  under(key: string): ScanPath {
    let path = this.inner.get(key);
    if (path === undefined) this.inner.set(key, (path = this.child(key)));
    return path;
  }

  /** `number` starts at 1. */
  element(number: number): ScanPath {
    return (this.elements[number] ??= this.child(String(number)));
  }
}

/** The leaves of the last scanned profile, in the order of `walkValues`. */
export class ProfileScan {
  bytes: Buffer = Buffer.alloc(0);
  private view: DataView = new DataView(new ArrayBuffer(0));
  /** Number of leaves. The arrays may be longer. */
  count = 0;
  readonly paths: ScanPath[] = [];
  /** Null for an ASCII text, which is in `bytes` from `starts` to `ends`. */
  readonly values: (Leaf | null)[] = [];
  /** Where the text is in `bytes`, for an ASCII text, or a number that is not a `WrittenNumber`. */
  readonly starts = new Int32Array(MAX_LEAVES);
  /** 0 if the text is not in `bytes`. */
  readonly ends = new Int32Array(MAX_LEAVES);
  /** The properties that `readProfileKeys` needs. */
  keys: JsonObject = {};
  private readonly root = new ScanPath();
  private to = 0;
  private objects = 0;
  /** Whether the last text has only ASCII characters and no escapes. */
  private isPlain = true;

  /** Reads one profile. False: left to the other readers. `bytes`: any line of JSON, which must not change before the next call. */
  scan(bytes: Buffer, from: number, to: number): boolean {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    this.to = to;
    this.count = 0;
    this.keys = {};
    let at = this.skipSpace(from);
    if (bytes[at] !== OPEN_OBJECT) return false;
    at = this.object(this.root, at + 1, 0);
    return at !== LEFT && this.skipSpace(at) === to;
  }

  private skipSpace(from: number): number {
    const { bytes } = this;
    let at = from;
    while (bytes[at]! <= SPACE && (bytes[at] === SPACE || bytes[at] === 0x09 || bytes[at] === 0x0d)) at += 1;
    return at;
  }

  private textOf(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }

  /** Scans an object from after its opening bracket. `depth`: nesting level of the object. Returns the position after it. */
  private object(path: ScanPath, from: number, depth: number): number {
    const { bytes } = this;
    const object = ++this.objects;
    let at = this.skipSpace(from);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (let last: ScanPath | null = null; ;) {
      if (bytes[at] !== QUOTE) return LEFT;
      at += 1;
      let key: ScanPath | null = last === null ? path.first : last.next;
      if (key === null || !this.isKey(key, at)) {
        const before: ScanPath | null = last === null ? null : last.nextBefore;
        key = before !== null && this.isKey(before, at) ? before : this.otherKey(path, at);
        if (key === null) return LEFT;
        if (last === null) path.first = key;
        else {
          last.nextBefore = last.next;
          last.next = key;
        }
      }
      // For a repeated key only the last value is valid, which the other readers handle.
      if (key.inObject === object) return LEFT;
      key.inObject = object;
      at = this.skipSpace(at + key.keyBytes.length + 1);
      if (bytes[at] !== COLON) return LEFT;
      at = this.skipSpace(at + 1);
      at = depth === 0 ? this.member(key, at) : this.value(key, at, depth + 1);
      if (at === LEFT) return LEFT;
      at = this.skipSpace(at);
      const byte = bytes[at];
      if (byte === CLOSE_OBJECT) return at + 1;
      if (byte !== COMMA) return LEFT;
      at = this.skipSpace(at + 1);
      last = key;
    }
  }

  /** Whether this key, with its closing quote, is at `at`. */
  private isKey({ keyBytes, keyWords }: ScanPath, at: number): boolean {
    const { bytes, view } = this;
    const { length } = keyBytes;
    if (bytes[at + length] !== QUOTE) return false;
    for (let word = 0; word < keyWords.length; word++) if (view.getInt32(at + word * 4, true) !== keyWords[word]) return false;
    for (let i = keyWords.length * 4; i < length; i++) if (bytes[at + i] !== keyBytes[i]) return false;
    return true;
  }

  /** The key at `at`; null for a key that is a number, which would change the order of keys, or that is not plain. */
  private otherKey(path: ScanPath, at: number): ScanPath | null {
    const end = this.text(at);
    if (end === LEFT || !this.isPlain || end === at || isDigit(this.bytes[at])) return null;
    return path.under(this.bytes.toString('latin1', at, end));
  }

  /** Scans a direct member of the profile. */
  private member(key: ScanPath, at: number): number {
    // A score that is pending gets other columns when it is the only one.
    if (key.isPending && (key.key.length > PENDING_SCORE.length || this.bytes[at] !== NULL[0])) return LEFT;
    const before = this.count;
    const end = this.value(key, at, 1);
    if (end === LEFT) return LEFT;
    if (key.isEcho) this.count = before;
    if (key.identifies) {
      const isText = this.bytes[at] === QUOTE && this.isPlain;
      this.keys[key.key] = isText ? this.bytes.toString('latin1', at + 1, end - 1) : parseJson(this.textOf(at, end));
    }
    return end;
  }

  private add(path: ScanPath, value: Leaf | null, from: number, to: number): boolean {
    const { count } = this;
    if (count === MAX_LEAVES) return false;
    this.paths[count] = path;
    this.values[count] = value;
    this.starts[count] = from;
    this.ends[count] = to;
    this.count = count + 1;
    return true;
  }

  private value(path: ScanPath, at: number, depth: number): number {
    switch (this.bytes[at]) {
      case QUOTE:
        return this.textValue(path, at + 1);
      case OPEN_OBJECT:
        return depth > DEEPEST_VALUE ? LEFT : this.object(path, at + 1, depth);
      case OPEN_ARRAY:
        return depth > DEEPEST_VALUE ? LEFT : this.array(path, at, depth);
      case TRUE[0]:
        return this.isWord(TRUE, at) && this.add(path, true, 0, 0) ? at + TRUE.length : LEFT;
      case FALSE[0]:
        return this.isWord(FALSE, at) && this.add(path, false, 0, 0) ? at + FALSE.length : LEFT;
      case NULL[0]:
        return this.isWord(NULL, at) ? at + NULL.length : LEFT;
      default:
        return this.number(path, at);
    }
  }

  private isWord(word: Uint8Array, at: number): boolean {
    for (let i = 1; i < word.length; i++) if (this.bytes[at + i] !== word[i]) return false;
    return true;
  }

  /** The position of the closing quote of a text that begins at `from`. */
  private text(from: number): number {
    const { bytes, to } = this;
    let at = from;
    while (PLAIN[bytes[at]!] === 1) at += 1;
    this.isPlain = bytes[at] === QUOTE;
    for (; at < to; at++) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      if (byte < SPACE) return LEFT;
      if (byte === BACKSLASH) at += 1;
    }
    return LEFT;
  }

  private textValue(path: ScanPath, from: number): number {
    const end = this.text(from);
    if (end === LEFT) return LEFT;
    if (this.isPlain) return this.add(path, null, from, end) ? end + 1 : LEFT;
    let text: string;
    try {
      text = JSON.parse(this.textOf(from - 1, end + 1)) as string;
    } catch {
      return LEFT;
    }
    return this.add(path, text, 0, 0) ? end + 1 : LEFT;
  }

  /** Scans an array in which all elements are objects, or none is an object or array. */
  private array(path: ScanPath, from: number, depth: number): number {
    const { bytes } = this;
    const before = this.count;
    let at = this.skipSpace(from + 1);
    if (bytes[at] === CLOSE_ARRAY) return at + 1;
    const hasObjects = bytes[at] === OPEN_OBJECT;
    if (hasObjects && depth + 1 > DEEPEST_VALUE) return LEFT;
    for (let number = 1; ; number++) {
      const byte = bytes[at];
      if ((byte === OPEN_OBJECT) !== hasObjects || byte === OPEN_ARRAY || (hasObjects && number > MAX_INDEXED)) return LEFT;
      at = hasObjects ? this.object(path.element(number), at + 1, depth + 1) : this.value(path, at, depth);
      if (at === LEFT) return LEFT;
      at = this.skipSpace(at);
      if (bytes[at] === CLOSE_ARRAY) break;
      if (bytes[at] !== COMMA) return LEFT;
      at = this.skipSpace(at + 1);
    }
    at += 1;
    if (hasObjects) return at;
    this.count = before;
    const items = parseJson(this.textOf(from, at)) as (Leaf | null)[];
    return this.add(path, items.filter((item) => item !== null).join('; '), 0, 0) ? at : LEFT;
  }

  private number(path: ScanPath, from: number): number {
    const { bytes } = this;
    const isNegative = bytes[from] === MINUS;
    const first = isNegative ? from + 1 : from;
    let at = first;
    let digits = 0;
    if (!isDigit(bytes[at])) return LEFT;
    if (bytes[at] === ZERO) at += 1;
    else for (; isDigit(bytes[at]); at++) digits = digits * 10 + (bytes[at]! - ZERO);
    let count = at - first;
    let scale = 1;
    let isExact = !isNegative || digits !== 0;
    if (bytes[at] === POINT) {
      at += 1;
      const point = at;
      for (; isDigit(bytes[at]); at++) {
        digits = digits * 10 + (bytes[at]! - ZERO);
        scale *= 10;
      }
      if (at === point) return LEFT;
      count += at - point;
      isExact = bytes[at - 1] !== ZERO && digits / scale >= SMALLEST_PLAIN;
    }
    if ((bytes[at]! | LOWER) === LETTER_E) {
      at += 1;
      if (bytes[at] === MINUS || bytes[at] === PLUS) at += 1;
      const exponent = at;
      while (isDigit(bytes[at])) at += 1;
      if (at === exponent) return LEFT;
      isExact = false;
    }
    // The quotient of two exact doubles is the double that is nearest to the decimal number.
    if (isExact && count <= EXACT_DIGITS) return this.add(path, (isNegative ? -digits : digits) / scale, from, at) ? at : LEFT;
    const text = bytes.toString('latin1', from, at);
    const number = Number(text);
    return this.add(path, String(number) === text ? number : new WrittenNumber(text), 0, 0) ? at : LEFT;
  }
}
