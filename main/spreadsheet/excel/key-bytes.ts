/** Bytes for the keys of encrypted workbooks. */
import { createHash } from 'node:crypto';

/** The digest of the concatenated parts. `name`: the hash function, as named by `node:crypto`. */
export const hashOf = (name: string, ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A whole number below 2 ** 32, as four bytes. */
export const littleEndian = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};
