/** Deflates independent chunks on the thread pool with a few reusable deflaters. */
import type { TransformOptions } from 'node:stream';
import type { DeflateRaw, ZlibOptions } from 'node:zlib';
import { constants, createDeflateRaw } from 'node:zlib';

/** Size of an output buffer. */
const OUTPUT_PIECE = 256 * 1024;
/** A deflater must not wait until its output is read, because `deflate` reads it only after the whole chunk. */
const NEVER_FULL = 2 ** 31;

/**
 * Each result ends on a byte boundary and does not refer to anything before it, so concatenated results are one deflate stream. With a new
 * deflater per chunk (zlib's one-call form), it would take 1/8 more time, mostly for garbage collection.
 */
export class Deflaters {
  private readonly level: number;
  private readonly idle: DeflateRaw[] = [];
  private closed = false;

  /** `level`: zlib's, from 1 (fast) to 9 (small). */
  constructor(level: number) {
    this.level = level;
  }

  private create(): DeflateRaw {
    const options: ZlibOptions & Pick<TransformOptions, 'readableHighWaterMark'> = {
      level: this.level,
      memLevel: 9,
      chunkSize: OUTPUT_PIECE,
      flush: constants.Z_FULL_FLUSH,
      readableHighWaterMark: NEVER_FULL,
    };
    const deflater = createDeflateRaw(options);
    // The write callback reports errors. Without this listener, the event would end the process.
    deflater.on('error', () => undefined);
    return deflater;
  }

  /** Deflates the bytes without ending the stream. The caller must not change them before the promise settles. */
  deflate(bytes: Uint8Array): Promise<Buffer> {
    const deflater = this.idle.pop() ?? this.create();
    return new Promise((resolve, reject) => {
      deflater.write(bytes, (error) => {
        if (error !== null && error !== undefined) {
          deflater.destroy();
          reject(error);
          return;
        }
        resolve((deflater.read() as Buffer | null) ?? Buffer.alloc(0));
        if (this.closed) deflater.destroy();
        else this.idle.push(deflater);
      });
    });
  }

  /** Frees the deflaters; busy ones are freed when they finish. */
  close(): void {
    this.closed = true;
    for (const deflater of this.idle.splice(0)) deflater.destroy();
  }
}
