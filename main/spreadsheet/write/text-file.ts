/** Text files of any length: chunks are written in order, while the next chunk is being filled. */
import { TargetFile } from './target-file.ts';
import { writeErrorOf } from './write-error.ts';

/** Size in bytes from which a chunk is written. */
const CHUNK = 512 * 1024;
/** How many chunks may wait for the disk before `drained` makes the caller wait. */
const CHUNKS_IN_FLIGHT = 4;

export class TextFile {
  private readonly target: TargetFile;
  private readonly spare: Buffer[] = [];
  private inFlight = 0;
  private failure: unknown = null;
  private wake: (() => void) | null = null;
  /** Chain of all disk writes. It never rejects; `failure` holds the error. */
  private disk: Promise<void> = Promise.resolve();
  /** The chunk being filled. Write from `at` and advance `at`. */
  chunk: Buffer = Buffer.allocUnsafeSlow(CHUNK);
  at = 0;

  private constructor(target: TargetFile) {
    this.target = target;
  }

  /**
   * Checks the target and creates the file.
   * @throws TARGET_UNWRITABLE, DISK_FULL
   */
  static async create(path: string): Promise<TextFile> {
    return new TextFile(await TargetFile.open(path));
  }

  /** Makes room in the chunk for `bytes` more bytes. */
  room(bytes: number): void {
    if (this.at + bytes <= this.chunk.length) return;
    this.flush();
    if (bytes > this.chunk.length) this.chunk = Buffer.allocUnsafeSlow(bytes);
  }

  /** Appends a text. Unpaired surrogates become U+FFFD. */
  put(text: string): void {
    this.room(text.length * 3);
    this.at += this.chunk.write(text, this.at);
  }

  /** Appends bytes. */
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
   * Undefined when the caller can continue; otherwise a promise that resolves when it can.
   * @throws WriteError of an earlier failure, also through the promise
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

  /**
   * Flushes the file, moves it to the target, and returns its size. Can be repeated, like `TargetFile.commit`.
   * @throws WriteError
   */
  async finish(): Promise<number> {
    this.flush();
    await this.disk;
    if (this.failure !== null) throw writeErrorOf(this.failure, true);
    await this.target.commit();
    return this.target.length;
  }

  /** Discards the file; the old target is unchanged. Never fails. */
  async abort(): Promise<void> {
    await this.disk;
    await this.target.abort();
  }
}
