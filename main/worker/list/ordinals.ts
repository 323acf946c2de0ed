/** Types of numbers that identify a row or a profile, so that mixing them up does not compile. */

/** The number of a row as the user's spreadsheet program shows it, from 1. */
export type SheetRow = number & { readonly brand: 'SheetRow' };
/** A sheet row that may also be a plain number, as in row blocks and in the contract. */
export type AnySheetRow = number & { readonly brand?: 'SheetRow' };
/** The number of a row among the rows that are sent, from 0; `NO_INDEX` for none. */
export type ListIndex = number & { readonly brand: 'ListIndex' };
/** The number of a profile in an answer, from 1, continued in the projects that were merged into it; `NO_PROFILE` for none. */
export type ProfileNumber = number & { readonly brand: 'ProfileNumber' };

export const FIRST_INDEX = 0 as ListIndex;
export const NO_INDEX = -1 as ListIndex;
export const FIRST_PROFILE = 1 as ProfileNumber;
export const NO_PROFILE = 0 as ProfileNumber;

/** Numbers of one kind by list index. With any other index, the result is a plain number. */
export interface ByListIndex<V extends number> extends Uint32Array<ArrayBuffer> {
  [at: ListIndex]: V;
  [Symbol.iterator](): ArrayIterator<V>;
  entries(): ArrayIterator<[ListIndex, V]>;
  filter(predicate: (value: V, index: ListIndex, all: this) => unknown): this;
  forEach(callback: (value: V, index: ListIndex, all: this) => void): void;
  some(predicate: (value: V, index: ListIndex, all: this) => unknown): boolean;
  slice(start?: number, end?: number): this;
  subarray(begin?: number, end?: number): this;
}
/** The sheet row of each list index. */
export type SheetRows = ByListIndex<SheetRow>;
/** The profile of each list index. */
export type Matches = ByListIndex<ProfileNumber>;

const BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** Zeros for a list of this length. `memory`: zeros to use instead of new ones, starting at byte `at`. */
export const byListIndex = <V extends number>(length: number, memory = new ArrayBuffer(length * BYTES), at = 0): ByListIndex<V> =>
  new Uint32Array(memory, at, length) as unknown as ByListIndex<V>;

/** The numbers in a stored chunk, which may share its memory. */
export const numbersOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  byteOffset % BYTES === 0
    ? new Uint32Array(buffer, byteOffset, byteLength / BYTES)
    : new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength));
