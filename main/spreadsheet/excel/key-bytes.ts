/** Bytes from which the keys of encrypted workbooks are made. */
import { createHash } from 'node:crypto';

/** The digest of the parts as one. `name`: of the hash function, as `node:crypto` names it. */
export const hashOf = (name: string, ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** A whole number below 2 ** 32 in four bytes. */
export const littleEndian = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
};
