/** Little-endian numbers, as in binary workbooks and zip archives. */

/** Bytes, each given as a number. */
export const u8 = (...values: number[]): Buffer => Buffer.from(values);

/** 16-bit numbers. */
export const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value & 255, value >> 8]));

/** A 32-bit number; negative ones in two's complement. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

/** A 64-bit floating-point number. */
export function f64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
