/** The kinds of match keys that are compared, and the lookup of the first row with a key. */
import { type RuleCode, SLOT, SLOTS } from '../../../shared/rules/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { COMPARED, type RowResults } from './row-checker.ts';

/** The slots of each kind. If a row has keys in several slots of a kind, the first one that an earlier row also has is used. */
export const KEY_KINDS: readonly (readonly number[])[] = [[SLOT.id], [SLOT.email, SLOT.otherEmail], [SLOT.household, SLOT.spouse]];

/** By kind: the rule that reports rows with the same key. */
export const DUPLICATE_RULES: readonly RuleCode[] = ['ID_DUPLICATE', 'EMAIL_SHARED', 'HOUSEHOLD_TWICE'];

/** Only lower slots are compared. */
export const COMPARED_SLOTS = SLOT.spouse + 1;

/** By slot: its kind; -1 for none. */
export const KIND_OF_SLOT: readonly number[] = Array.from({ length: SLOTS }, (_, slot) =>
  KEY_KINDS.findIndex((slots) => slots.includes(slot)),
);

export interface FirstHolders {
  /** Called once per group, before any lookup for its rows. */
  prepare(results: RowResults): void;
  /**
   * The sheet row of the first row with a key of this kind, if its index in the list is less than `position`; otherwise 0. Called for each
   * key of each compared row, in list order.
   */
  find(kind: number, a: number, b: number, position: number, sheetRow: number): number;
}

/** Maximum number of hashes of one kind in a typical group. */
const GROUP_HASHES = 2048;

/** The keys of a list that is checked in list order. */
export class StreamedKeys implements FirstHolders {
  private readonly tables = KEY_KINDS.map(() => new HashTable64());
  /** By kind: the first halves of the hashes in a group. `counts`: their number. */
  private readonly firsts = KEY_KINDS.map(() => new Int32Array(GROUP_HASHES));
  private readonly counts = KEY_KINDS.map(() => 0);
  private prefetched = 0;

  /** Reserves memory for this number of rows. `keptKinds`: kinds, as bits, that are not looked up. */
  expect(rows: number, keptKinds = 0): void {
    // Half of the people in a typical list have a spouse, which adds a key. Some have two email addresses.
    const likely = [rows, rows * 1.1, rows * 1.6].map(Math.ceil);
    for (const [kind, table] of this.tables.entries()) if ((keptKinds & (1 << kind)) === 0) table.expect(likely[kind]!);
  }

  /** Prefetches the table entries of a group into the processor's cache, before they are looked up one by one. */
  prepare({ slots, hashes }: RowResults): void {
    const { firsts, counts, tables } = this;
    counts.fill(0);
    let at = 0;
    for (let row = 0; row < slots.length; row++) {
      const present = slots[row]!;
      for (let slot = 0; slot < COMPARED_SLOTS; slot++) {
        if ((present & (1 << slot)) === 0) continue;
        const kind = KIND_OF_SLOT[slot]!;
        const count = counts[kind]!;
        // Entries beyond that are loaded when they are looked up.
        if (count < GROUP_HASHES) {
          firsts[kind]![count] = hashes[at]!;
          counts[kind] = count + 1;
        }
        at += 2;
      }
    }
    let sum = 0;
    for (let kind = 0; kind < tables.length; kind++) sum ^= tables[kind]!.touch(firsts[kind]!, counts[kind]!);
    // The result is stored so that V8 does not remove the loop.
    this.prefetched = sum;
  }

  find(kind: number, a: number, b: number, _: number, sheetRow: number): number {
    return Math.max(0, this.tables[kind]!.add(a, b, sheetRow));
  }
}

/** The kinds that use none of these slots. Kinds and slots are given as bits. */
export const kindsWithout = (slots: number): number =>
  KEY_KINDS.reduce((kinds, own, kind) => (own.some((slot) => (slots & (1 << slot)) !== 0) ? kinds : kinds | (1 << kind)), 0);

/** True for a row whose keys are compared with the keys of other rows. */
export const isCompared = (slots: number): boolean => (slots & COMPARED) !== 0;
