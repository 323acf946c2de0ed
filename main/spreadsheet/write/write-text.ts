/** Text files of any length: bytes are gathered in chunks, and chunks go to the file one after the other while the next is filled. */
import { TargetFile } from './target-file.ts';
import { writeErrorOf } from './write-error.ts';

/** A chunk goes to the file from this size on. */
const CHUNK = 512 * 1024;
/** Chunks that may wait for the disk before the caller has to. */
const CHUNKS_IN_FLIGHT = 4;

export class TextFile {
  private readonly target: TargetFile;
  private readonly spare: Buffer[] = [];
  private inFlight = 0;
  private failure: unknown = null;
  private wake: (() => void) | null = null;
  /** Everything for the disk, one after the other. It never rejects: see `failure`. */
  private disk: Promise<void> = Promise.resolve();
  /** Memory of the chunk that is being filled; write from `at` on, and say how far with `at`. */
  chunk: Buffer = Buffer.allocUnsafeSlow(CHUNK);
  at = 0;

  private constructor(target: TargetFile) {
    this.target = target;
  }

  /** Checks the target and begins the file beside it. Throws a WriteError like `TargetFile.open`. */
  static async create(path: string): Promise<TextFile> {
    return new TextFile(await TargetFile.open(path));
  }

  /** Makes room in the chunk for this many bytes more. */
  room(bytes: number): void {
    if (this.at + bytes <= this.chunk.length) return;
    this.flush();
    if (bytes > this.chunk.length) this.chunk = Buffer.allocUnsafeSlow(bytes);
  }

  /** Adds a text. Unpaired surrogates become U+FFFD. */
  put(text: string): void {
    this.room(text.length * 3);
    this.at += this.chunk.write(text, this.at);
  }

  /** Adds bytes. */
  putBytes(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.chunk.set(bytes, this.at);
    this.at += bytes.length;
  }

  private flush(): void {
    if (this.at === 0) return;
    const { chunk, at } = this;
    this.inFlight += 1;
    this.disk = this.append(this.disk, chunk, at);
    this.chunk = this.spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK);
    this.at = 0;
  }

  private async append(before: Promise<void>, chunk: Buffer, length: number): Promise<void> {
    await before;
    try {
      if (this.failure === null) await this.target.append(chunk.subarray(0, length));
    } catch (error) {
      this.failure = error;
    }
    this.inFlight -= 1;
    if (chunk.length === CHUNK) this.spare.push(chunk);
    this.wake?.();
    this.wake = null;
  }

  /**
   * Undefined when more can be written now; otherwise a promise for that moment. Throws or rejects with the WriteError of what
   * failed before.
   */
  drained(): Promise<void> | undefined {
    if (this.failure !== null) throw writeErrorOf(this.failure, true);
    return this.inFlight < CHUNKS_IN_FLIGHT ? undefined : this.untilDrained();
  }

  private async untilDrained(): Promise<void> {
    while (this.inFlight >= CHUNKS_IN_FLIGHT) {
      await new Promise<void>((resume) => {
        this.wake = resume;
      });
    }
    if (this.failure !== null) throw writeErrorOf(this.failure, true);
  }

  /** Writes the rest and puts the file in its place; the answer is its size. Throws a WriteError; may be called again like `TargetFile.commit`. */
  async finish(): Promise<number> {
    this.flush();
    await this.disk;
    if (this.failure !== null) throw writeErrorOf(this.failure, true);
    await this.target.commit();
    return this.target.length;
  }

  /** Gives the file up; the old target stays as it was. Never fails. */
  async abort(): Promise<void> {
    await this.disk;
    await this.target.abort();
  }
}
