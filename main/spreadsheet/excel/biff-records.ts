/**
 * Reads XLS records ([MS-XLS] 2.1.4): two bytes of type, two of length, then the content, which CONTINUE records can extend. Lengths and
 * counts are untrusted: a read beyond the available bytes means damage.
 */
import type { ByteStream } from './ole.ts';
import { damagedPart } from '../zip/zip.ts';

const CONTINUE = 0x3c;
const CHUNK = 256 * 1024;
/** Maximum bytes of a record with its continuations. All shared strings of a workbook are one record. */
const RECORD_MOST = 128 * 1024 ** 2;

/** The stream's name in messages. */
const PART = 'Workbook';

/**
 * A record and its continuations, read from start to end.
 * @throws FILE_DAMAGED when a read passes the end
 */
export class BiffRecord {
  readonly type: number;
  private readonly segments: readonly Buffer[];
  private segment = 0;
  private at = 0;

  constructor(type: number, segments: readonly Buffer[]) {
    this.type = type;
    this.segments = segments;
  }

  /** The segment and offset of the next `bytes` bytes; moves to the next segment when the current one is used up. */
  private take(bytes: number): { from: Buffer; at: number } {
    let from = this.segments[this.segment]!;
    if (this.at === from.length && this.segment + 1 < this.segments.length) {
      from = this.segments[++this.segment]!;
      this.at = 0;
    }
    const { at } = this;
    if (at + bytes > from.length) throw damagedPart(PART, 'holds a record that is shorter than it says');
    this.at = at + bytes;
    return { from, at };
  }

  /** Unread bytes in all segments of the record. */
  get left(): number {
    let left = -this.at;
    for (let i = this.segment; i < this.segments.length; i++) left += this.segments[i]!.length;
    return left;
  }

  uint8(): number {
    const { from, at } = this.take(1);
    return from[at]!;
  }

  uint16(): number {
    const { from, at } = this.take(2);
    return from.readUInt16LE(at);
  }

  int32(): number {
    const { from, at } = this.take(4);
    return from.readInt32LE(at);
  }

  uint32(): number {
    return this.int32() >>> 0;
  }

  double(): number {
    const { from, at } = this.take(8);
    return from.readDoubleLE(at);
  }

  /** The next eight bytes, unparsed. */
  eight(): Buffer {
    const { from, at } = this.take(8);
    return from.subarray(at, at + 8);
  }

  /** Skips bytes across segments. */
  skip(bytes: number): void {
    for (let left = bytes; left > 0;) {
      const from = this.segments[this.segment]!;
      const step = Math.min(left, from.length - this.at);
      this.at += step;
      left -= step;
      if (left === 0) return;
      if (this.segment + 1 >= this.segments.length) throw damagedPart(PART, 'holds a record that is shorter than it says');
      this.segment++;
      this.at = 0;
    }
  }

  /** Reads characters of one or two bytes each. At the start of each further segment, a flag byte says which. */
  private characters(count: number, wide: boolean): string {
    let text = '';
    let two = wide;
    for (let left = count; ;) {
      const from = this.segments[this.segment]!;
      const size = two ? 2 : 1;
      const whole = Math.min(left, Math.floor((from.length - this.at) / size));
      text += from.toString(two ? 'utf16le' : 'latin1', this.at, this.at + whole * size);
      this.at += whole * size;
      left -= whole;
      if (left === 0) return text;
      if (this.segment + 1 >= this.segments.length || this.at !== from.length)
        throw damagedPart(PART, 'holds a text that is shorter than it says');
      this.segment++;
      this.at = 0;
      two = (this.uint8() & 1) !== 0;
    }
  }

  /** A text of `count` characters with its leading flags; skips its formatting runs and phonetic text. */
  text(count: number): string {
    const flags = this.uint8();
    const runs = (flags & 8) === 0 ? 0 : this.uint16();
    const extra = (flags & 4) === 0 ? 0 : this.uint32();
    const text = this.characters(count, (flags & 1) !== 0);
    this.skip(runs * 4 + extra);
    return text;
  }
}

/** The records of a stream from a position, each with its continuations. */
export class BiffReader {
  private readonly stream: ByteStream;
  private readonly from: number;
  private position: number;
  private buffer: Buffer = Buffer.alloc(0);
  private at = 0;

  constructor(stream: ByteStream, position: number) {
    this.stream = stream;
    this.from = position;
    this.position = position;
  }

  /** Bytes read so far. */
  get bytesRead(): number {
    return this.position - this.from;
  }

  /** Reads more of the stream, so that `next` can complete a record; false at the end of the stream. */
  async more(): Promise<boolean> {
    if (this.position >= this.stream.size) return false;
    const chunk = await this.stream.bytes(this.position, CHUNK);
    this.position += chunk.length;
    this.buffer = this.at < this.buffer.length ? Buffer.concat([this.buffer.subarray(this.at), chunk]) : chunk;
    this.at = 0;
    if (this.buffer.length > RECORD_MOST) throw damagedPart(PART, 'holds a record that is far too long');
    return true;
  }

  /** The next record, or null when the caller must call `more` first. `final`: the stream has no more bytes. */
  next(final: boolean): BiffRecord | null {
    const { buffer } = this;
    let at = this.at;
    const segments: Buffer[] = [];
    let type = -1;
    for (;;) {
      if (at + 4 > buffer.length) {
        if (!final || type === -1) return null;
        break;
      }
      const next = buffer.readUInt16LE(at);
      if (type !== -1 && next !== CONTINUE) break;
      const end = at + 4 + buffer.readUInt16LE(at + 2);
      if (end > buffer.length) {
        if (final) throw damagedPart(PART, 'ends in the middle of a record');
        return null;
      }
      if (type === -1) type = next;
      segments.push(buffer.subarray(at + 4, end));
      at = end;
    }
    this.at = at;
    return new BiffRecord(type, segments);
  }
}

/**
 * Calls `onRecord` for each record from `position` until it returns false or the stream ends.
 * @throws FILE_DAMAGED when a record is cut off
 */
export async function readBiff(stream: ByteStream, position: number, onRecord: (record: BiffRecord) => boolean): Promise<void> {
  const reader = new BiffReader(stream, position);
  for (let final = false; ;) {
    for (let record = reader.next(final); record; record = reader.next(final)) if (!onRecord(record)) return;
    if (final) return;
    final = !(await reader.more());
  }
}
