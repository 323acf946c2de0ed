/** Compression of stored results: they are repetitive, so compressing costs less than encrypting and writing the raw bytes. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { freeBytes } from '../../../shared/base/index.ts';
import { type ProjectFile, type Stream, partDamaged } from '../../store/project-file/index.ts';

export const compress = (bytes: Uint8Array): Buffer => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/**
 * The bytes of a chunk of `stream` that was read from `file`; frees what it was compressed to. Null when they are cut or changed and the file is read in spite of damage.
 * @throws PROJECT_PART_DAMAGED when they are cut or changed
 */
export function decompress(bytes: Buffer, file: Pick<ProjectFile, 'name' | 'isTolerant'>, stream: Stream): Buffer | null {
  try {
    const plain = zstdDecompressSync(bytes);
    freeBytes(bytes);
    return plain;
  } catch (cause) {
    if (file.isTolerant) return null;
    throw partDamaged(file.name, stream, cause);
  }
}
