/** Compresses stored results. They are repetitive, so compressing them takes less time than encrypting and writing the raw bytes would. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freeBytes, SPARE_BYTES } from '../../../shared/base/index.ts';
import { type ProjectFile, type Stream, partDamaged } from '../../store/project-file/index.ts';

export const compress = (bytes: Uint8Array): Buffer => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/** Decompressed size in bytes that a zstd frame states (RFC 8878, 3.1.1.1); null if it states none, as for less than 256. */
function plainSize(frame: Buffer): number | null {
  const [descriptor = 0] = frame.subarray(4);
  const isOneSegment = (descriptor & 0x20) !== 0;
  const hasDictionary = (descriptor & 3) !== 0;
  const at = isOneSegment ? 5 : 6;
  if (hasDictionary || frame.length < at + 4) return null;
  const sizeFlag = descriptor >> 6;
  return sizeFlag === 1 ? frame.readUInt16LE(at) + 256 : sizeFlag === 2 ? frame.readUInt32LE(at) : null;
}

/** More than the usual size of a chunk. A frame that was modified must not allocate all memory at once. */
const MAX_AT_ONCE = 64 * 1024 * 1024;
/** The maximum length of a text, so no stored chunk is longer. A frame that was forged in a bundle cannot exceed it either. */
const MAX_BYTES = 512 * 1024 * 1024;

/** Decompresses into one buffer if the size is known. Otherwise zlib's parts of 16 KB cause frequent garbage collection. */
function plainOf(frame: Buffer): Buffer {
  const size = plainSize(frame);
  const limit = { maxOutputLength: MAX_BYTES };
  // With spare bytes, the library does not allocate another buffer of this size to look for more output.
  return zstdDecompressSync(frame, size === null || size > MAX_AT_ONCE ? limit : { ...limit, chunkSize: size + SPARE_BYTES });
}

/**
 * The decompressed bytes of a chunk of `stream`, read from `file`. Frees the compressed bytes. Null when they are truncated or modified and
 * the file is tolerant.
 * @throws PROJECT_PART_DAMAGED when they are truncated or modified
 */
export function decompress(bytes: Buffer, file: Pick<ProjectFile, 'name' | 'isTolerant'>, stream: Stream): Buffer | null {
  try {
    const plain = plainOf(bytes);
    freeBytes(bytes);
    return plain;
  } catch (cause) {
    if (file.isTolerant) return null;
    throw partDamaged(file.name, stream, cause);
  }
}
