/**
 * Reads records of XLSB parts ([MS-XLSB] 2.1.4): a type and a length with seven bits per byte, then the content. Lengths and counts are
 * untrusted: a read beyond the available bytes means damage.
 */
import { rkNumber } from './binary-values.ts';
import { ByteWindow } from '../core/byte-window.ts';
import type { Chunks } from './part-frame.ts';
import { damagedPart } from '../zip/zip.ts';

/** Maximum bytes of one record: more than twice the longest text of a cell. */
const RECORD_MOST = 4 * 1024 ** 2;

/**
 * The content of one record, read from start to end.
 * @throws FILE_DAMAGED when a read passes the end
 */
export class RecordContent {
  private readonly bytes: Buffer;
  private readonly end: number;
  private readonly part: string;
  private at: number;

  constructor(bytes: Buffer, at: number, end: number, part: string) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.part = part;
  }

  private take(bytes: number): number {
    const from = this.at;
    this.at += bytes;
    if (this.at > this.end) throw damagedPart(this.part, 'holds a record that is shorter than it says');
    return from;
  }

  get left(): number {
    return this.end - this.at;
  }

  skip(bytes: number): void {
    this.take(bytes);
  }

  uint8(): number {
    return this.bytes[this.take(1)]!;
  }

  uint16(): number {
    return this.bytes.readUInt16LE(this.take(2));
  }

  uint24(): number {
    return this.bytes.readUIntLE(this.take(3), 3);
  }

  uint32(): number {
    return this.bytes.readUInt32LE(this.take(4));
  }

  double(): number {
    return this.bytes.readDoubleLE(this.take(8));
  }

  /** A number in 30 bits. */
  rk(): number {
    return rkNumber(this.bytes.readInt32LE(this.take(4)));
  }

  /** A text: its number of UTF-16 code units, then the units; null for the length that means no text. */
  text(): string | null {
    const length = this.uint32();
    if (length === 0xffff_ffff) return null;
    const from = this.take(length * 2);
    return this.bytes.toString('utf16le', from, this.at);
  }
}

/** Called for each record. Return false to end the reading. */
export type OnRecord = (type: number, content: RecordContent) => boolean | void;

/** Extracts the records of a part from its chunks. */
export class BinaryRecordReader {
  private readonly window = new ByteWindow(8);
  private readonly part: string;

  constructor(part: string) {
    this.part = part;
  }

  /** True when no incomplete record is left. */
  get drained(): boolean {
    return this.window.end === this.window.from;
  }

  /** Adds a chunk, and passes its complete records on; false if `onRecord` has ended the reading. */
  add(chunk: Uint8Array, onRecord: OnRecord): boolean {
    this.window.append(chunk);
    return this.next(onRecord);
  }

  /** Passes the complete records on, like `add`. */
  next(onRecord: OnRecord): boolean {
    const { window } = this;
    const { bytes: b, end } = window;
    for (;;) {
      let p = window.from;
      if (p >= end) return true;
      let type = b[p++]!;
      if (type > 127) type = (type & 127) | ((b[p++]! & 127) << 7);
      let length = 0;
      let shift = 0;
      let more = true;
      while (more && shift < 28) {
        const byte = b[p++]!;
        length |= (byte & 127) << shift;
        shift += 7;
        more = byte > 127;
      }
      if (p > end) return true;
      if (more || length > RECORD_MOST) throw damagedPart(this.part, 'holds a record of an impossible length');
      if (p + length > end) return true;
      window.from = p + length;
      if (onRecord(type, new RecordContent(b, p, p + length, this.part)) === false) return false;
    }
  }
}

/**
 * Reads all records of a part.
 * @throws FILE_DAMAGED when the part ends within a record
 */
export async function readRecords(chunks: Chunks, part: string, onRecord: OnRecord): Promise<void> {
  const reader = new BinaryRecordReader(part);
  for await (const chunk of chunks) if (!reader.add(chunk, onRecord)) return;
  if (!reader.drained) throw damagedPart(part, 'ends in the middle');
}
