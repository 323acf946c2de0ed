/** Writes records as bytes of a request body, the same bytes as `recordJson` and `recordCsv` in UTF-8, without a string per record. */
import { type WordPiece, wordPiece } from '../../../shared/base/index.ts';
import { FIELD_KEYS } from '../../../shared/fields/index.ts';
import { CSV_QUOTED, type MappedRecord, NUMERIC, hasValue } from '../../../shared/mapping/index.ts';
import { TEXT_CLASS } from '../../../shared/transforms/index.ts';

const INITIAL_BYTES = 1 << 17;
const [QUOTE, COMMA, OPEN, CLOSE] = [0x22, 0x2c, 0x7b, 0x7d] as const;

/** Keys before a value without quotes (`KEYS`) and before a text without escapes (`TEXT_KEYS`). They are most of a body. */
const KEYS: readonly WordPiece[] = FIELD_KEYS.map((key) => wordPiece(`,"${key}":`));
const TEXT_KEYS: readonly WordPiece[] = FIELD_KEYS.map((key) => wordPiece(`,"${key}":"`));

export class RecordBytes {
  private bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  /** Used to write several bytes at once into `bytes`. */
  private view = new DataView(this.bytes.buffer);
  /** Bytes written so far. */
  length = 0;

  /** The bytes written so far, as a view that is valid until the next call. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** Returns a copy of the bytes written so far and clears them. */
  take(): Buffer {
    const copy = Buffer.allocUnsafeSlow(this.length);
    this.bytes.copy(copy, 0, 0, this.length);
    this.length = 0;
    return copy;
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + bytes, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  /** Writes a text unchanged. */
  text(text: string): void {
    this.reserve(text.length * 3);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        // Texts that are not ASCII are rare, so a native call is fast enough for them.
        this.length = at + bytes.write(text.slice(i), at, 'utf8');
        return;
      }
      bytes[at++] = code;
    }
    this.length = at;
  }

  private byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  private key({ words, length }: WordPiece): void {
    this.reserve(words.length * 8);
    const { view, length: at } = this;
    for (let word = 0; word < words.length; word++) view.setFloat64(at + word * 8, words[word]!, true);
    this.length = at + length;
  }

  /** The record as JSON (section 2.1); omits fields without a value. */
  json(record: MappedRecord): void {
    const { values, classes } = record;
    const start = this.length;
    for (let field = 0; field < KEYS.length; field++) {
      if (!hasValue(record, field)) continue;
      const value = values[field]!;
      if (NUMERIC[field] === 1) {
        this.key(KEYS[field]!);
        this.text(value);
      } else if ((classes[field]! & TEXT_CLASS.escape) !== 0) {
        this.key(KEYS[field]!);
        this.text(JSON.stringify(value));
      } else {
        this.key(TEXT_KEYS[field]!);
        this.text(value);
        this.byte(QUOTE);
      }
    }
    if (this.length === start) this.byte(OPEN);
    // Replaces the comma before the first key.
    else this.bytes[start] = OPEN;
    this.byte(CLOSE);
  }

  /** The record as one line of CSV in the order of the fields, quoted where needed (RFC 4180), without a line end. */
  csv(record: MappedRecord): void {
    const { values, classes } = record;
    for (let field = 0; field < KEYS.length; field++) {
      if (field > 0) this.byte(COMMA);
      if (!hasValue(record, field)) continue;
      const value = values[field]!;
      this.text((classes[field]! & CSV_QUOTED) === 0 ? value : `"${value.replaceAll('"', '""')}"`);
    }
  }
}
