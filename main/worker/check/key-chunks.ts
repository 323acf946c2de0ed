/**
 * The stored match-key hashes of the rows of a group. They allow an edit to find duplicates among a million rows without reading the list.
 * Little endian: rows uint32, numbers uint32, slots uint8[rows] padded to 4, hashes int32[numbers].
 */
import { SLOTS } from '../../../shared/rules/index.ts';
import type { RowResults } from './row-checker.ts';

const HEAD = 8;
const align4 = (n: number) => (n + 3) & ~3;

export type KeyChunk = Pick<RowResults, 'slots' | 'hashes'>;

/** All slots as bits, without `COMPARED`. */
export const ALL_SLOTS = (1 << SLOTS) - 1;

const BITS = Uint8Array.from({ length: ALL_SLOTS + 1 }, (_, bits) => bits.toString(2).replaceAll('0', '').length);

/** The number of hashes of a row. `slots`: the slots of the row. */
export const hashesOf = (slots: number): number => BITS[slots & ALL_SLOTS]!;

export function keyBytes({ slots, hashes }: KeyChunk): Uint8Array {
  const memory = new ArrayBuffer(HEAD + align4(slots.length) + hashes.length * 4);
  new Uint32Array(memory, 0, 2).set([slots.length, hashes.length]);
  new Uint8Array(memory, HEAD, slots.length).set(slots);
  new Int32Array(memory, HEAD + align4(slots.length)).set(hashes);
  return new Uint8Array(memory);
}

/** Copies the bytes, so that the result does not keep the whole buffer in memory. */
export function readKeys(bytes: Buffer): KeyChunk {
  const { buffer } = new Uint8Array(bytes);
  const [rows, numbers] = new Uint32Array(buffer, 0, 2) as unknown as [number, number];
  return { slots: new Uint8Array(buffer, HEAD, rows), hashes: new Int32Array(buffer, HEAD + align4(rows), numbers) };
}
