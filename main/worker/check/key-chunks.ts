/**
 * The fingerprints of a group's rows as they are kept, so that a change of some rows finds their doubles among a million others
 * without reading the list again. Layout, little endian: rows uint32, numbers uint32, present uint8[rows] padded to 4, int32[numbers].
 */
const HEAD = 8;
const align4 = (n: number) => (n + 3) & ~3;

/** `present` and `prints` are those of `Judged`. */
export function keyBytes(present: Uint8Array, prints: Int32Array): Uint8Array {
  const memory = new ArrayBuffer(HEAD + align4(present.length) + prints.length * 4);
  new Uint32Array(memory, 0, 2).set([present.length, prints.length]);
  new Uint8Array(memory, HEAD, present.length).set(present);
  new Int32Array(memory, HEAD + align4(present.length)).set(prints);
  return new Uint8Array(memory);
}

export interface KeyChunk {
  readonly present: Uint8Array;
  readonly prints: Int32Array;
}

/** The fingerprints of a group out of its bytes, in memory of their own. */
export function readKeys(bytes: Buffer): KeyChunk {
  const { buffer } = new Uint8Array(bytes);
  const [rows, numbers] = new Uint32Array(buffer, 0, 2) as unknown as [number, number];
  return { present: new Uint8Array(buffer, HEAD, rows), prints: new Int32Array(buffer, HEAD + align4(rows), numbers) };
}
