/** Numbers as the binary workbooks hold them, the lowest byte first. */

/** Bytes, each given as a number. */
export const u8 = (...values: number[]): Buffer => Buffer.from(values);

/** Numbers of 16 bits, one after the other. */
export const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));

/** A number of 32 bits; a negative one as its complement. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** A floating number of 64 bits. */
export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
