/** Writes records as the bytes of a request body, the same bytes as `recordJson` and `recordCsv` in UTF-8, without a string per record. */
import { FIELD_KEYS } from '../../../shared/fields/index.ts';
import { CSV_QUOTED, type MappedRecord, NUMERIC, hasValue } from '../../../shared/mapping/index.ts';
import { TEXT_CLASS } from '../../../shared/transforms/index.ts';

const INITIAL_BYTES = 1 << 17;
const [QUOTE, COMMA, OPEN, CLOSE] = [0x22, 0x2c, 0x7b, 0x7d] as const;

/** Before each value in JSON: `,"key":`; the first value omits the comma. */
const KEYS: readonly Buffer[] = FIELD_KEYS.map((key) => Buffer.from(`,"${key}":`));

export class RecordBytes {
  private bytes = Buffer.allocUnsafeSlow(INITIAL_BYTES);
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
  }

  /** Writes a text unchanged. */
  text(text: string): void {
    this.reserve(text.length * 3);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        // Texts that are not ASCII are rare enough for a native call.
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

  private key(field: number, isFirst: boolean): void {
    const key = KEYS[field]!;
    this.reserve(key.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = isFirst ? 1 : 0; i < key.length; i++) bytes[at++] = key[i]!;
    this.length = at;
  }

  /** The record as JSON (section 2.1); omits fields without a value. */
  json(record: MappedRecord): void {
    const { values, classes } = record;
    this.byte(OPEN);
    let isFirst = true;
    for (let field = 0; field < KEYS.length; field++) {
      if (!hasValue(record, field)) continue;
      this.key(field, isFirst);
      isFirst = false;
      const value = values[field]!;
      if (NUMERIC[field] === 1) this.text(value);
      else if ((classes[field]! & TEXT_CLASS.escape) !== 0) this.text(JSON.stringify(value));
      else {
        this.byte(QUOTE);
        this.text(value);
        this.byte(QUOTE);
      }
    }
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
