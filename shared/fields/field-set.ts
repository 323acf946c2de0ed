/** Sets of fields as the bits of one integer, for loops over a million rows. */
import { FIELDS, FIELD_INDEX, type FieldKey } from './table.ts';

/** The last bit of a 32-bit integer is its sign. */
const MAX_FIELDS = 31;
if (FIELDS.length > MAX_FIELDS) throw new RangeError(`A set of fields holds ${MAX_FIELDS}, and the record has ${FIELDS.length}.`);

export const bitsOf = (fields: readonly FieldKey[]): number => fields.reduce((bits, field) => bits | (1 << FIELD_INDEX[field]), 0);

/** `field` is an index. */
export const hasBit = (bits: number, field: number): boolean => (bits & (1 << field)) !== 0;

/** Fields by their index; iterates in ascending order. */
export class FieldSet {
  private bits = 0;

  static of(fields: Iterable<number>): FieldSet {
    const set = new FieldSet();
    for (const field of fields) set.add(field);
    return set;
  }

  get isEmpty(): boolean {
    return this.bits === 0;
  }

  add(field: number): void {
    this.bits |= 1 << field;
  }

  has(field: number): boolean {
    return hasBit(this.bits, field);
  }

  clear(): void {
    this.bits = 0;
  }

  /** The first field at or after `field`, or -1. For hot loops: unlike the iterator, it allocates nothing. */
  next(field: number): number {
    const left = this.bits & (-1 << field);
    return left === 0 ? -1 : 31 - Math.clz32(left & -left);
  }

  *[Symbol.iterator](): Generator<number> {
    for (let field = this.next(0); field >= 0; field = this.next(field + 1)) yield field;
  }
}
