/**
 * Records written as the bytes of a request body, one behind the other: the same as `recordJson` and `recordCsv` encoded as UTF-8,
 * for who writes a million of them and needs none as a text.
 */
import { FIELD_KEYS } from '../../../shared/fields/table.ts';
import { CSV_QUOTED, type MappedRecord, hasValue, NUMERIC } from '../../../shared/mapping/mapped-record.ts';
import { TEXT_CLASS } from '../../../shared/transforms/text.ts';

const FIRST_ROOM = 1 << 17;
const [QUOTE, COMMA, OPEN, CLOSE] = [0x22, 0x2c, 0x7b, 0x7d] as const;

/** What stands before each value in JSON: `,"key":`, without the comma for the first one. */
const KEYS: readonly Buffer[] = FIELD_KEYS.map((key) => Buffer.from(`,"${key}":`));

export class RecordBytes {
  private bytes = Buffer.allocUnsafeSlow(FIRST_ROOM);
  /** Bytes written so far. */
  length = 0;

  /** The bytes so far: a view that is good until the next call. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  /** A copy of the bytes so far; the next record starts empty. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.length);
    this.bytes.copy(taken, 0, 0, this.length);
    this.length = 0;
    return taken;
  }

  private room(bytes: number): void {
    if (this.length + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + bytes, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Writes a text as it is. */
  text(text: string): void {
    this.room(text.length * 3);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) {
        // The rest of it is not ASCII alone: rare enough for a call out of JavaScript.
        this.length = at + bytes.write(text.slice(i), at, 'utf8');
        return;
      }
      bytes[at++] = code;
    }
    this.length = at;
  }

  private byte(byte: number): void {
    this.room(1);
    this.bytes[this.length++] = byte;
  }

  private key(field: number, isFirst: boolean): void {
    const key = KEYS[field]!;
    this.room(key.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = isFirst ? 1 : 0; i < key.length; i++) bytes[at++] = key[i]!;
    this.length = at;
  }

  /** The record as JSON (section 2.1); fields without a value are left out. */
  json(draft: MappedRecord): void {
    const { values, classes } = draft;
    this.byte(OPEN);
    let isFirst = true;
    for (let field = 0; field < KEYS.length; field++) {
      if (!hasValue(draft, field)) continue;
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

  /** The record as one line of CSV in the order of `CSV_HEADER`, quoted where needed (RFC 4180), without a line end. */
  csv(draft: MappedRecord): void {
    const { values, classes } = draft;
    for (let field = 0; field < KEYS.length; field++) {
      if (field > 0) this.byte(COMMA);
      if (!hasValue(draft, field)) continue;
      const value = values[field]!;
      this.text((classes[field]! & CSV_QUOTED) === 0 ? value : `"${value.replaceAll('"', '""')}"`);
    }
  }
}
