/**
 * The values that a layout wrote, as 32-bit codes of their comparable forms, with the state of each. Stored outside of the JS heap, with 5
 * bytes per value and 4 per person.
 */
import { comparableValue, isPlainNumber } from '../../../shared/write-back/index.ts';
import { hashOf } from '../../../shared/rules/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import { HashTable64 } from '../../matching/index.ts';

/** The states of a value while the export is being read. */
export const SEEN = { none: 0, expected: 1, there: 2, other: 3 } as const;

/** Maximum number of codes to cache. Texts have few different values. Amounts have many, and are not cached. */
const MAX_REMEMBERED = 50_000;
const remembered = new Map<string, number>();

const hashedCode = (form: string): number => hashOf('i', form).a >>> 0 || 1;

/** The code of a value; 0 for an empty value. The probability that two different values have the same code is one in four billion. */
export function codeOf(text: string): number {
  if (text === '') return 0;
  if (isPlainNumber(text)) return hashedCode(comparableValue(text));
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const form = comparableValue(text);
  const code = form === '' ? 0 : hashedCode(form);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(text, code);
  return code;
}

/**
 * A number to sum over the values of a record, independent of their order. A single text can be shared by many people, but the sum over all
 * values is evidence of a person.
 */
export const share = (code: number, value: number): number => Math.imul(code ^ Math.imul(value + 1, 0x9e37_79b1), 0x85eb_ca6b) >>> 0;

/** Zeros at the start of an ID, which are lost when a spreadsheet reads the ID as a number. */
const ZEROS = /^0+(?=\d+$)/;
export const hasFirstZeros = (id: string): boolean => id.startsWith('0') && ZEROS.test(id);

export class ExpectedValues {
  /** Number of values per person. */
  readonly width: number;
  people = 0;
  readonly seen: Uint8Array;
  private readonly sheetRows: Uint32Array;
  private readonly codes: Uint32Array;
  private readonly ids = new HashTable64();
  /** IDs that begin with zeros, by the ID without them. `ambiguous`: IDs for which that is not unique. */
  private readonly withoutZeros = new HashTable64();
  private readonly ambiguous = new Set<number>();
  private areZerosLost = false;
  /** True when any ID begins with a zero. */
  hasZeros = false;

  constructor(mostPeople: number, width: number) {
    this.width = width;
    this.codes = new Uint32Array(mostPeople * width);
    this.seen = new Uint8Array(mostPeople * width);
    this.sheetRows = new Uint32Array(mostPeople);
    this.ids.expect(mostPeople);
  }

  /** Adds the next person. */
  add(id: string, row: number, values: readonly string[]): void {
    const { a, b } = hashOf('i', idKeyOf(id));
    this.ids.add(a, b, this.people);
    if (hasFirstZeros(id)) this.addWithoutZeros(id);
    this.sheetRows[this.people] = row;
    for (const [at, text] of values.entries()) {
      const slot = this.people * this.width + at;
      this.codes[slot] = codeOf(text);
      if (this.codes[slot] !== 0) this.seen[slot] = SEEN.expected;
    }
    this.people += 1;
  }

  private addWithoutZeros(id: string): void {
    const { a, b } = hashOf('i', idKeyOf(id.replace(ZEROS, '')));
    const other = this.withoutZeros.add(a, b, this.people);
    if (other >= 0) this.ambiguous.add(other);
    this.hasZeros = true;
  }

  /** Must be called if no ID in the export begins with a zero, as a spreadsheet saves it. `find` then also finds IDs without zeros. */
  acceptLostZeros(): void {
    this.areZerosLost = true;
  }

  /** The position of the person with an ID; -1 if there is none. */
  find(id: string): number {
    const { a, b } = hashOf('i', idKeyOf(id));
    const exact = this.ids.get(a, b);
    if (exact >= 0 || !this.areZerosLost) return exact;
    const found = this.withoutZeros.get(a, b);
    return this.ambiguous.has(found) ? -1 : found;
  }

  /** The sheet rows of the people, by position. */
  get rows(): Uint32Array {
    return this.sheetRows.subarray(0, this.people);
  }

  has(slot: number, code: number): boolean {
    return this.codes[slot] === code;
  }

  /** The evidence of a person if most values are missing in the record; else null. `isTelling`: whether a value distinguishes people. */
  evidenceOf(position: number, isTelling: readonly boolean[]): { readonly sum: number; readonly values: number } | null {
    let sum = 0;
    let values = 0;
    let there = 0;
    for (let at = 0; at < this.width; at++) {
      const slot = position * this.width + at;
      if (this.codes[slot] === 0 || !isTelling[at]!) continue;
      if (this.seen[slot] === SEEN.there) there += 1;
      sum = (sum + share(this.codes[slot]!, at)) >>> 0;
      values += 1;
    }
    return there * 2 >= values ? null : { sum, values };
  }
}
