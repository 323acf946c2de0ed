/**
 * Writes zip files of any size. The thread pool deflates chunks independently while the next one is being built. Each result ends on a byte
 * boundary, so together they are one deflate stream. Sizes and checksums are written into the local headers afterwards, which avoids data
 * descriptors. 64-bit fields are used only where needed, because some programs reject them elsewhere.
 */
import { crc32 } from 'node:zlib';
import { Deflaters } from './deflaters.ts';
import type { TargetFile } from './target-file.ts';
import { type Entry, directoryEnd, directoryRecord, localHeader } from '../zip/zip-records.ts';

/** How many chunks may be in deflation or wait for the disk before `drained` makes the caller wait. */
const CHUNKS_IN_FLIGHT = 6;
/** An empty final block, which ends a deflate stream. */
const END_OF_STREAM = Buffer.from([0x03, 0x00]);

/** Zlib levels, from 1 (fast) to 9 (small). `first.level` applies to the first `first.bytes` bytes of all entries together. */
export interface Compression {
  readonly level: number;
  readonly first: { readonly level: number; readonly bytes: number };
}

export class ZipWriter {
  private readonly target: TargetFile;
  private readonly deflaters: Deflaters;
  private readonly firstDeflaters: Deflaters;
  private readonly firstBytes: number;
  private written = 0;
  private readonly entries: Entry[] = [];
  private current: Entry | null = null;
  private inFlight = 0;
  private failure: unknown = null;
  private waiting: (() => void)[] = [];
  /** Chain of all disk writes. It never rejects; `failure` holds the error. */
  private disk: Promise<void> = Promise.resolve();

  constructor(target: TargetFile, { level, first }: Compression) {
    this.target = target;
    this.deflaters = new Deflaters(level);
    this.firstDeflaters = new Deflaters(first.level);
    this.firstBytes = first.bytes;
  }

  /** Runs `work` after all earlier disk writes; skips it after a failure. */
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

  /** Begins an entry with this path in the zip. The previous entry must have ended. */
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
   * Adds bytes to the entry; they must not change until `done` is called. Never waits and never throws write errors: call `drained` between
   * chunks.
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
    const deflaters = this.written < this.firstBytes ? this.firstDeflaters : this.deflaters;
    this.written += bytes.length;
    this.disk = this.append(this.disk, entry, deflaters.deflate(bytes), done);
  }

  private async append(before: Promise<void>, entry: Entry, packed: Promise<Buffer>, done: (() => void) | undefined): Promise<void> {
    try {
      // Awaited even after a failure, because the chunk's memory is in use until it is deflated.
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

  /** Undefined when the caller can continue; otherwise a promise that resolves when it can. Throws or rejects with an earlier failure. */
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

  /** Waits for pending work and frees the deflaters. Never fails; nothing can be written afterwards. */
  async close(): Promise<void> {
    await this.disk;
    this.deflaters.close();
    this.firstDeflaters.close();
  }

  /** Writes the directory, which completes the target; the caller must still commit it. */
  async finish(): Promise<void> {
    if (this.current !== null) throw new Error('the last entry has not ended');
    await this.close();
    if (this.failure !== null) throw this.failure;
    const start = this.target.length;
    const records = Buffer.concat(this.entries.map(directoryRecord));
    await this.target.append(Buffer.concat([records, directoryEnd(this.entries.length, start, records.length)]));
  }
}
