/** The values that a layout wrote, as 32-bit codes of their comparable forms, with the state of each. Outside the JS heap, 5 bytes a value and 4 a person. */
import { comparableValue, isPlainNumber } from '../../../shared/write-back/index.ts';
import { hashOf } from '../../../shared/rules/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import { HashTable64 } from '../../matching/index.ts';

/** The states of a value while the export is read. */
export const SEEN = { none: 0, expected: 1, there: 2, other: 3 } as const;

/** Texts have few different values. Amounts have many, and are not remembered. */
const MOST_REMEMBERED = 50_000;
const remembered = new Map<string, number>();

const hashedCode = (form: string): number => hashOf('i', form).a >>> 0 || 1;

/** The code of a value; 0 for an empty one. Two different values have the same code once in four billion times. */
export function codeOf(text: string): number {
  if (text === '') return 0;
  if (isPlainNumber(text)) return hashedCode(comparableValue(text));
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const form = comparableValue(text);
  const code = form === '' ? 0 : hashedCode(form);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(text, code);
  return code;
}

/** A text that other people share is no evidence of a person; the sum over the values of a record is, whatever their order. */
export const share = (code: number, value: number): number => Math.imul(code ^ Math.imul(value + 1, 0x9e37_79b1), 0x85eb_ca6b) >>> 0;

/** An ID that a spreadsheet reads as a number, and so loses its first zeros. */
const ZEROS = /^0+(?=\d+$)/;
export const hasFirstZeros = (id: string): boolean => id.startsWith('0') && ZEROS.test(id);

export class ExpectedValues {
  /** Values of each person. */
  readonly width: number;
  people = 0;
  readonly seen: Uint8Array;
  private readonly sheetRows: Uint32Array;
  private readonly codes: Uint32Array;
  private readonly ids = new HashTable64();
  /** IDs that begin with zeros, by what is left of them without; `ambiguous` for more than one. */
  private readonly withoutZeros = new HashTable64();
  private readonly ambiguous = new Set<number>();
  private areZerosLost = false;
  /** True when an ID begins with zeros. */
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

  /** Call it for an export in which no ID begins with zeros, as a spreadsheet saves it: `find` then finds IDs without theirs too. */
  acceptLostZeros(): void {
    this.areZerosLost = true;
  }

  /** The position of the person with an ID; -1 for nobody. */
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

  /** The evidence of a person most of whose values are not there; null for any other one. `isTelling`: whether a value tells people apart. */
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
