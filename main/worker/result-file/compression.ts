/** Compression of stored results: they are repetitive, so compressing costs less than encrypting and writing the raw bytes. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freeBytes, SPARE_BYTES } from '../../../shared/base/index.ts';
import { type ProjectFile, type Stream, partDamaged } from '../../store/project-file/index.ts';

export const compress = (bytes: Uint8Array): Buffer => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/** Bytes that a zstd frame says it has when it is decompressed (RFC 8878, 3.1.1.1); null where it does not say, as for less than 256. */
function plainSize(frame: Buffer): number | null {
  const [descriptor = 0] = frame.subarray(4);
  const isOneSegment = (descriptor & 0x20) !== 0;
  const hasDictionary = (descriptor & 3) !== 0;
  const at = isOneSegment ? 5 : 6;
  if (hasDictionary || frame.length < at + 4) return null;
  const sizeFlag = descriptor >> 6;
  return sizeFlag === 1 ? frame.readUInt16LE(at) + 256 : sizeFlag === 2 ? frame.readUInt32LE(at) : null;
}

/** More than a chunk usually has. A frame that was changed must not ask for all memory at once. */
const MOST_AT_ONCE = 64 * 1024 * 1024;
/** No text is longer, so nothing that was stored is. A frame that was made up in a bundle has no more either. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Decompresses into one buffer where the frame says its size: parts of 16 KB and their copy are garbage that the engine collects often. */
function plainOf(frame: Buffer): Buffer {
  const size = plainSize(frame);
  const limit = { maxOutputLength: MOST_BYTES };
  // With a byte to spare the library does not look for more output in another buffer of this size.
  return zstdDecompressSync(frame, size === null || size > MOST_AT_ONCE ? limit : { ...limit, chunkSize: size + SPARE_BYTES });
}

/**
 * The bytes of a chunk of `stream` that was read from `file`; frees what it was compressed to. Null when they are cut or changed and the file is read in spite of damage.
 * @throws PROJECT_PART_DAMAGED when they are cut or changed
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
