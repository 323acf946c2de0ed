/** Deflates chunks apart from each other on the thread pool, with few deflaters that are used again and again. */
import type { TransformOptions } from 'node:stream';
import type { DeflateRaw, ZlibOptions } from 'node:zlib';
import { constants, createDeflateRaw } from 'node:zlib';

/** Memory for output is taken in pieces of this size. */
const OUTPUT_PIECE = 256 * 1024;
/** A deflater never waits for its output to be read: that is done when it has all of a chunk. */
const NEVER_FULL = 2 ** 31;

/**
 * Each chunk's result ends on a byte boundary and refers to nothing before it, so that results set one after the other are
 * one deflate stream, whoever made them. A new deflater for each chunk (zlib's own one-call form) costs an eighth more, most of it in garbage collections.
 */
export class Deflaters {
  private readonly level: number;
  private readonly idle: DeflateRaw[] = [];
  private closed = false;

  /** `level`: 1 (quick) to 9 (small), as zlib counts. */
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
    // What goes wrong is told to the one who waits for the chunk; without a listener it would end the process.
    deflater.on('error', () => undefined);
    return deflater;
  }

  /** The bytes deflated, without the end of the stream. They must stay as they are until then. */
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

  /** Gives their memory back; those at work do so when they are done. */
  close(): void {
    this.closed = true;
    for (const deflater of this.idle.splice(0)) deflater.destroy();
  }
}
