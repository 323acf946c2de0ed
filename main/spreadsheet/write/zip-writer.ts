/**
 * Writes a zip file of any size. Chunks are deflated apart from each other on the thread pool, so that a second core
 * works while the next chunk is built; each ends on a byte boundary, and together they are one deflate stream.
 *
 * Sizes and check sums are put into the local headers afterwards (the file is seekable), which spares data descriptors;
 * 64-bit fields appear only where they are needed, because some programs distrust them elsewhere.
 */
import { crc32 } from 'node:zlib';
import { Deflaters } from './deflaters.ts';
import type { TargetFile } from './target-file.ts';
import { type Entry, directoryEnd, directoryRecord, localHeader } from '../zip/zip-records.ts';

/** Chunks that may be deflating or waiting for the disk before `drained` makes the caller wait. */
const CHUNKS_IN_FLIGHT = 6;
/** An empty last block: ends a deflate stream. */
const END_OF_STREAM = Buffer.from([0x03, 0x00]);

export class ZipWriter {
  private readonly target: TargetFile;
  private readonly deflaters: Deflaters;
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
    this.deflaters = new Deflaters(level);
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
    this.disk = this.append(this.disk, entry, this.deflaters.deflate(bytes), done);
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

  /** Waits until nothing is under way any more and gives the memory back. Never fails; nothing can be written afterwards. */
  async close(): Promise<void> {
    await this.disk;
    this.deflaters.close();
  }

  /** Writes the directory. The target is complete then, though neither flushed nor renamed. */
  async finish(): Promise<void> {
    if (this.current !== null) throw new Error('the last entry has not ended');
    await this.close();
    if (this.failure !== null) throw this.failure;
    const start = this.target.length;
    const records = Buffer.concat(this.entries.map(directoryRecord));
    await this.target.append(Buffer.concat([records, directoryEnd(this.entries.length, start, records.length)]));
  }
}
