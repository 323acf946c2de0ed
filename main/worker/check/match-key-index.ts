/**
 * The fingerprints of a whole list, group by group, held in memory while a person works on the list: a change of some rows
 * finds its doubles among a million others in a few hundredths of a second, without the rows being read.
 */
import { SLOT, SLOT_BITS, SLOTS } from '../../../shared/rules/match-key-hash.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { KINDS } from './group-assembler.ts';
import { COMPARED } from './row-checker.ts';
import { keyBytes, type KeyChunk, readKeys } from './key-chunks.ts';
import { Fingerprints } from '../../matching/hash-table.ts';

/** The kind by which a slot is compared; -1 for those that are not. */
const KIND_OF = Array.from({ length: SLOTS }, (_, slot) => KINDS.findIndex((slots) => slots.includes(slot)));
/** Fingerprints of a row, whatever else is said of it. */
const ALL_SLOTS = (1 << SLOTS) - 1;

/** The kinds of the slots that are kept, slot by slot. */
const SCANNED = KIND_OF.slice(0, SLOT.spouse + 1);

/** Some keys of the three kinds, each with a number; whether a key may be among them is told at once. */
export class KeySets {
  private readonly sets = KINDS.map(() => new Fingerprints());
  /** By kind, 1 at the low half of each key's fingerprint: almost every other key is told apart by it. */
  readonly hints = KINDS.map(() => new Uint8Array(1 << 16));

  /** Adds a key with a number; one that is there already keeps its own. */
  add(kind: number, a: number, b: number, number: number): void {
    this.hints[kind]![a & 0xffff] = 1;
    this.sets[kind]!.add(a, b, number);
  }

  /** The number of a key, or -1. */
  get(kind: number, a: number, b: number): number {
    return this.hints[kind]![a & 0xffff] === 0 ? -1 : this.sets[kind]!.get(a, b);
  }
}

/** Calls back for each key of a row that compares it with others, in the order of the slots; answers where the next row's keys begin. */
export function eachKey(chunk: KeyChunk, row: number, at: number, key: (kind: number, a: number, b: number) => void): number {
  const present = chunk.present[row]!;
  const compared = (present & COMPARED) !== 0;
  let print = at;
  for (let slot = 0; slot < SLOTS; slot++) {
    if ((present & (1 << slot)) === 0) continue;
    if (compared && slot <= SLOT.spouse) key(KIND_OF[slot]!, chunk.prints[print]!, chunk.prints[print + 1]!);
    print += 2;
  }
  return print;
}

/** Calls back for the fingerprint of the id of each row that has one, compared with others or not. */
export function eachId({ present, prints }: KeyChunk, id: (row: number, a: number, b: number) => void): void {
  let at = 0;
  for (let row = 0; row < present.length; row++) {
    const has = present[row]!;
    // It is the first of a row's.
    if ((has & SLOT_BITS.id) !== 0) id(row, prints[at]!, prints[at + 1]!);
    at += count(has) * 2;
  }
}

export class KeptKeys {
  readonly groups: KeyChunk[] = [];

  constructor(file: ProjectFile) {
    for (const { bytes } of file.chunks('keys')) this.groups.push(readKeys(bytes));
  }

  /** Puts other fingerprints in the place of those of some rows of a group, which are in order; answers what is to be kept. */
  replace(group: number, rows: readonly number[], judged: KeyChunk): Uint8Array {
    const old = this.groups[group]!;
    const present = old.present.slice();
    const prints: number[] = [];
    let oldAt = 0;
    let newAt = 0;
    let next = 0;
    for (let row = 0; row < present.length; row++) {
      const oldEnd = oldAt + count(old.present[row]!) * 2;
      if (rows[next] === row) {
        const newEnd = newAt + count(judged.present[next]!) * 2;
        for (; newAt < newEnd; newAt++) prints.push(judged.prints[newAt]!);
        present[row] = judged.present[next]!;
        next += 1;
      } else for (let at = oldAt; at < oldEnd; at++) prints.push(old.prints[at]!);
      oldAt = oldEnd;
    }
    this.groups[group] = { present, prints: Int32Array.from(prints) };
    return keyBytes(present, this.groups[group].prints);
  }

  /** The rows of each group that have one of the keys; groups without any are not in the answer. */
  rowsWith(keys: KeySets): Map<number, Set<number>> {
    const found = new Map<number, Set<number>>();
    this.scan(keys, (group, row, kind, a, b) => {
      if (keys.get(kind, a, b) < 0) return;
      const rows = found.get(group);
      if (rows === undefined) found.set(group, new Set([row]));
      else rows.add(row);
    });
    return found;
  }

  /** Where each key stands first: its number becomes the position of that row among all rows, from 1. */
  firstOf(wanted: KeySets): KeySets {
    const first = new KeySets();
    let begin = 1;
    let last = 0;
    this.scan(wanted, (group, row, kind, a, b) => {
      for (; last < group; last++) begin += this.groups[last]!.present.length;
      if (wanted.get(kind, a, b) >= 0) first.add(kind, a, b, begin + row);
    });
    return first;
  }

  /** Calls back for every key of every row that is compared and that may be among `keys`, in the order of the list. */
  private scan(keys: KeySets, key: (group: number, row: number, kind: number, a: number, b: number) => void): void {
    const hints = SCANNED.map((kind) => keys.hints[kind]!);
    for (let group = 0; group < this.groups.length; group++) {
      const { present, prints } = this.groups[group]!;
      let at = 0;
      for (let row = 0; row < present.length; row++) {
        const has = present[row]!;
        const compared = (has & COMPARED) !== 0;
        for (let slot = 0, left = has & ALL_SLOTS; left !== 0; slot++, left >>>= 1) {
          if ((left & 1) === 0) continue;
          if (compared && hints[slot]![prints[at]! & 0xffff] === 1) key(group, row, KIND_OF[slot]!, prints[at]!, prints[at + 1]!);
          at += 2;
        }
      }
    }
  }
}

/** How many fingerprints a row has. */
function count(present: number): number {
  let bits = present & ALL_SLOTS;
  let slots = 0;
  for (; bits !== 0; bits &= bits - 1) slots += 1;
  return slots;
}
