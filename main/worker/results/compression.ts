/** Compression of stored results: they are repetitive, so compressing costs less than encrypting and writing the raw bytes. */
import { constants, zstdCompressSync } from 'node:zlib';

export { zstdDecompressSync as decompress } from 'node:zlib';

export const compress = (bytes: Uint8Array): Buffer => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
