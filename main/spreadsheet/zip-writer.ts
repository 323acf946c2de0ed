/**
 * Writes a zip file of any size. Chunks are deflated apart from each other on the thread pool, so that a second core
 * works while the next chunk is built; each ends on a byte boundary, and together they are one deflate stream.
 *
 * Sizes and check sums are put into the local headers afterwards (the file is seekable), which spares data descriptors;
 * 64-bit fields appear only where they are needed, because some programs distrust them elsewhere.
 */
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { TargetFile } from './target-file.ts';

/** Chunks that may be deflating or waiting for the disk before `drained` makes the caller wait. */
const CHUNKS_IN_FLIGHT = 6;
const LIMIT_32 = 0xffff_ffff;
const LIMIT_16 = 0xffff;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;
/** Version of the format that is needed to read an entry: deflate, or 64-bit sizes. */
const VERSION = 20;
const VERSION_64 = 45;
/** An extra field that nobody reads, as room for the 64-bit one (id 1) of the same length. */
const PADDING_ID = 0xd935;
const EXTRA_BYTES = 20;
/** 1980-01-01, the zip's first day: a file's time would say nothing about the data, and equal input gives equal bytes. */
const DOS_DATE = 0x0021;
/** An empty last block: ends a deflate stream. */
const END_OF_STREAM = Buffer.from([0x03, 0x00]);

interface Entry {
  readonly name: Buffer;
  offset: number;
  crc: number;
  bytes: number;
  packed: number;
}

function localHeader(entry: Entry): Buffer {
  const wide = entry.bytes >= LIMIT_32 || entry.packed >= LIMIT_32;
  const header = Buffer.alloc(30 + entry.name.length + EXTRA_BYTES);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(wide ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(wide ? LIMIT_32 : entry.packed, 18);
  header.writeUInt32LE(wide ? LIMIT_32 : entry.bytes, 22);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(EXTRA_BYTES, 28);
  entry.name.copy(header, 30);
  const extra = 30 + entry.name.length;
  header.writeUInt16LE(wide ? 1 : PADDING_ID, extra);
  header.writeUInt16LE(16, extra + 2);
  if (wide) {
    header.writeBigUInt64LE(BigInt(entry.bytes), extra + 4);
    header.writeBigUInt64LE(BigInt(entry.packed), extra + 12);
  }
  return header;
}

function directoryRecord(entry: Entry): Buffer {
  const wide = [entry.bytes, entry.packed, entry.offset].filter((value) => value >= LIMIT_32);
  const extra = wide.length === 0 ? 0 : 4 + wide.length * 8;
  const record = Buffer.alloc(46 + entry.name.length + extra);
  const version = wide.length > 0 ? VERSION_64 : VERSION;
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(version, 4);
  record.writeUInt16LE(version, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt16LE(DEFLATE, 10);
  record.writeUInt16LE(DOS_DATE, 14);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(Math.min(entry.packed, LIMIT_32), 20);
  record.writeUInt32LE(Math.min(entry.bytes, LIMIT_32), 24);
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(extra, 30);
  record.writeUInt32LE(Math.min(entry.offset, LIMIT_32), 42);
  entry.name.copy(record, 46);
  if (extra > 0) {
    let at = 46 + entry.name.length;
    record.writeUInt16LE(1, at);
    record.writeUInt16LE(wide.length * 8, at + 2);
    at += 4;
    for (const value of wide) at = record.writeBigUInt64LE(BigInt(value), at);
  }
  return record;
}

/** The end of the directory, with its 64-bit form before it where the plain one can not hold the figures. */
function directoryEnd(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 8);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 10);
  end.writeUInt32LE(Math.min(length, LIMIT_32), 12);
  end.writeUInt32LE(Math.min(start, LIMIT_32), 16);
  if (count < LIMIT_16 && length < LIMIT_32 && start < LIMIT_32) return end;
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x0606_4b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(VERSION_64, 12);
  wide.writeUInt16LE(VERSION_64, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  wide.writeUInt32LE(0x0706_4b50, 56);
  wide.writeBigUInt64LE(BigInt(start + length), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}

export class ZipWriter {
  private readonly target: TargetFile;
  private readonly level: number;
  private readonly entries: Entry[] = [];
  private current: Entry | null = null;
  private inFlight = 0;
  private failure: unknown = null;
  private waiting: (() => void)[] = [];
  /** Everything for the disk goes through here, one after the other. It never rejects: see `failure`. */
  private disk: Promise<void> = Promise.resolve();

  /** `level`: 1 (quick) to 9 (small), as zlib counts. */
  constructor(target: TargetFile, level: number) {
    this.target = target;
    this.level = level;
  }

  /** Does this for the disk when everything before it is done; nothing any more after a failure. */
  private queue(work: () => Promise<void>): void {
    this.disk = this.after(this.disk, work);
  }

  private async after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await before;
    if (this.failure !== null) return;
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.failure ??= error;
    this.wake();
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const resume of waiting) resume();
  }

  /** Begins an entry with this path inside the zip. The one before must have ended. */
  begin(name: string): void {
    if (this.current !== null) throw new Error('the entry before has not ended');
    const entry: Entry = { name: Buffer.from(name), offset: 0, crc: 0, bytes: 0, packed: 0 };
    this.current = entry;
    this.queue(async () => {
      entry.offset = this.target.length;
      await this.target.append(localHeader(entry));
    });
  }

  /**
   * Adds bytes to the entry. They must stay as they are until `done` is called. It never waits and never throws for a
   * failed write: ask `drained` between the chunks.
   */
  write(bytes: Uint8Array, done?: () => void): void {
    const entry = this.current;
    if (entry === null) throw new Error('no entry has begun');
    if (bytes.length === 0 || this.failure !== null) {
      done?.();
      return;
    }
    entry.crc = crc32(bytes, entry.crc);
    entry.bytes += bytes.length;
    this.inFlight += 1;
    this.disk = this.append(this.disk, entry, this.deflate(bytes), done);
  }

  private async append(before: Promise<void>, entry: Entry, packed: Promise<Buffer>, done: (() => void) | undefined): Promise<void> {
    try {
      // Also after a failure: the chunk's memory is in use until it is deflated.
      const output = await packed;
      done?.();
      await before;
      if (this.failure === null) {
        await this.target.append(output);
        entry.packed += output.length;
      }
    } catch (error) {
      this.fail(error);
    } finally {
      this.inFlight -= 1;
      this.wake();
    }
  }

  private deflate(bytes: Uint8Array): Promise<Buffer> {
    const packed = new Promise<Buffer>((resolve, reject) => {
      const options = {
        level: this.level,
        memLevel: 9,
        // One output buffer for nearly every chunk: each further one is another trip to the thread pool.
        chunkSize: Math.max(1024, bytes.length >>> 1),
        finishFlush: constants.Z_SYNC_FLUSH,
      };
      deflateRaw(bytes, options, (error, output) => {
        if (error === null) resolve(output);
        else reject(error);
      });
    });
    // It is looked at in its turn; until then a failure must not count as unhandled.
    packed.catch(() => undefined);
    return packed;
  }

  /** Ends the entry. */
  end(): void {
    const entry = this.current;
    if (entry === null) throw new Error('no entry has begun');
    this.current = null;
    this.entries.push(entry);
    this.queue(async () => {
      await this.target.append(END_OF_STREAM);
      entry.packed += END_OF_STREAM.length;
      await this.target.patch(localHeader(entry), entry.offset);
    });
  }

  /** Undefined when more can be written now; otherwise a promise for that moment. Throws or rejects with what failed before. */
  drained(): Promise<void> | undefined {
    if (this.failure !== null) throw this.failure;
    return this.inFlight < CHUNKS_IN_FLIGHT ? undefined : this.untilDrained();
  }

  private async untilDrained(): Promise<void> {
    while (this.inFlight >= CHUNKS_IN_FLIGHT && this.failure === null) {
      await new Promise<void>((resume) => {
        this.waiting.push(resume);
      });
    }
    if (this.failure !== null) throw this.failure;
  }

  /** Resolves when everything so far was handed to the file. */
  async settled(): Promise<void> {
    await this.disk;
    if (this.failure !== null) throw this.failure;
  }

  /** Writes the directory. The target is complete then, though neither flushed nor renamed. */
  async finish(): Promise<void> {
    if (this.current !== null) throw new Error('the last entry has not ended');
    await this.settled();
    const start = this.target.length;
    const records = Buffer.concat(this.entries.map(directoryRecord));
    await this.target.append(Buffer.concat([records, directoryEnd(this.entries.length, start, records.length)]));
  }
}
