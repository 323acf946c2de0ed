/**
 * Keeps the match-key hashes of a whole list in memory while a user edits it. An edit then finds duplicates among a million rows in about
 * 20 ms, without reading the rows.
 */
import { SLOT_BITS } from '../../../shared/rules/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import type { RowGroupCache } from '../list/row-groups.ts';
import { COMPARED_SLOTS, type FirstHolders, isCompared, KEY_KINDS, KIND_OF_SLOT } from './first-holders.ts';
import { ALL_SLOTS, hashesOf, keyBytes, type KeyChunk, readKeys } from './key-chunks.ts';
import { KeyRepeats } from './key-repeats.ts';

/** A set of keys by kind, each with a number. The low 16 bits of a hash are used to rule out most other keys. */
export class KeySets {
  private readonly sets = KEY_KINDS.map(() => new HashTable64());
  /** By kind: 1 at the index given by the low 16 bits of each key's hash. */
  readonly hints = KEY_KINDS.map(() => new Uint8Array(1 << 16));

  isEmpty = true;

  /** Adds a key with a number. A key that is already present keeps its number. */
  add(kind: number, a: number, b: number, number: number): void {
    this.isEmpty = false;
    this.hints[kind]![a & 0xffff] = 1;
    this.sets[kind]!.add(a, b, number);
  }

  /** The number of a key; -1 if it is not present. */
  get(kind: number, a: number, b: number): number {
    return this.hints[kind]![a & 0xffff] === 0 ? -1 : this.sets[kind]!.get(a, b);
  }
}

/** Calls back with the hash of each row's ID, including rows that are not compared. */
export function eachId({ slots, hashes }: KeyChunk, id: (row: number, a: number, b: number) => void): void {
  let at = 0;
  for (let row = 0; row < slots.length; row++) {
    const has = slots[row]!;
    // The ID is in the first slot.
    if ((has & SLOT_BITS.id) !== 0) id(row, hashes[at]!, hashes[at + 1]!);
    at += hashesOf(has) * 2;
  }
}

function isEqual(a: Int32Array, from: number, end: number, b: Int32Array, other: number, otherEnd: number): boolean {
  if (end - from !== otherEnd - other) return false;
  for (let at = from; at < end; at++) if (a[at] !== b[other + at - from]) return false;
  return true;
}

export class MatchKeyIndex {
  readonly groups: KeyChunk[] = [];
  readonly repeats: KeyRepeats;

  /** `onGroup`: called for each group, because this takes a second for a long list. */
  constructor(file: ProjectFile, onGroup: () => void) {
    for (const { bytes } of file.chunks('keys')) {
      onGroup();
      this.groups.push(readKeys(bytes));
    }
    this.repeats = new KeyRepeats(this.groups.reduce((sum, { hashes }) => sum + hashes.length / 2, 0));
    for (const { slots, hashes } of this.groups) {
      onGroup();
      let at = 0;
      for (const has of slots) {
        this.count(has, hashes, at);
        at += hashesOf(has) * 2;
      }
    }
  }

  /** Counts the keys of a row, starting at `from`. Skips keys whose first half is in `known`. */
  private count(slots: number, hashes: Int32Array, from: number, known: Int32Array | null = null): void {
    let at = from;
    for (let slot = 0, left = slots & ALL_SLOTS; left !== 0; slot++, left >>>= 1) {
      if ((left & 1) === 0) continue;
      if (slot < COMPARED_SLOTS && known?.includes(hashes[at]!) !== true)
        this.repeats.add(KIND_OF_SLOT[slot]!, hashes[at]!, hashes[at + 1]!);
      at += 2;
    }
  }

  /**
   * Replaces the hashes of some rows of a group, which must be in order. Returns the bytes to store; null if nothing has changed.
   * `differs`: for each of the rows, 1 if its keys have changed, or if it was not compared before and is now, or the reverse.
   */
  replace(group: number, rows: readonly number[], fresh: KeyChunk): { readonly bytes: Uint8Array | null; readonly differs: Uint8Array } {
    const old = this.groups[group]!;
    const differs = new Uint8Array(rows.length);
    const slots = old.slots.slice();
    const hashes = new Int32Array(old.hashes.length + fresh.hashes.length);
    let used = 0;
    let copied = 0;
    let oldAt = 0;
    let newAt = 0;
    let row = 0;
    let isSame = true;
    let hasSameHashes = true;
    for (const [at, replaced] of rows.entries()) {
      for (; row < replaced; row++) oldAt += hashesOf(old.slots[row]!) * 2;
      const oldEnd = oldAt + hashesOf(old.slots[row]!) * 2;
      const newEnd = newAt + hashesOf(fresh.slots[at]!) * 2;
      const hasSameKeys = isEqual(old.hashes, oldAt, oldEnd, fresh.hashes, newAt, newEnd);
      if (old.slots[row] !== fresh.slots[at] || !hasSameKeys) {
        isSame = false;
        differs[at] = 1;
        slots[row] = fresh.slots[at]!;
      }
      if (!hasSameKeys) {
        hasSameHashes = false;
        this.count(fresh.slots[at]!, fresh.hashes, newAt, old.hashes.subarray(oldAt, oldEnd));
        hashes.set(old.hashes.subarray(copied, oldAt), used);
        used += oldAt - copied;
        hashes.set(fresh.hashes.subarray(newAt, newEnd), used);
        used += newEnd - newAt;
        copied = oldEnd;
      }
      newAt = newEnd;
    }
    if (isSame) return { bytes: null, differs };
    hashes.set(old.hashes.subarray(copied), used);
    used += old.hashes.length - copied;
    this.groups[group] = { slots, hashes: hasSameHashes ? old.hashes : hashes.slice(0, used) };
    return { bytes: keyBytes(this.groups[group]), differs };
  }

  /** Calls back for each key that compared rows of a group (in order) have and that other rows may have. Last parameter: the keys. */
  eachRepeatedKey(
    group: number,
    rows: readonly number[],
    key: (kind: number, a: number, b: number) => void,
    { slots, hashes } = this.groups[group]!,
  ): void {
    let at = 0;
    let row = 0;
    for (const wanted of rows) {
      for (; row < wanted; row++) at += hashesOf(slots[row]!) * 2;
      if (!isCompared(slots[row]!)) continue;
      let hash = at;
      for (let slot = 0, left = slots[row]! & ALL_SLOTS; left !== 0 && slot < COMPARED_SLOTS; slot++, left >>>= 1) {
        if ((left & 1) === 0) continue;
        if (this.repeats.has(KIND_OF_SLOT[slot]!, hashes[hash]!, hashes[hash + 1]!))
          key(KIND_OF_SLOT[slot]!, hashes[hash]!, hashes[hash + 1]!);
        hash += 2;
      }
    }
  }

  /** All rows that have any of the keys, by group and in order. */
  rowsWith(keys: KeySets): Map<number, number[]> {
    const found = new Map<number, number[]>();
    if (keys.isEmpty) return found;
    this.scan(keys, (group, row, kind, a, b) => {
      if (keys.get(kind, a, b) < 0) return;
      const rows = found.get(group);
      if (rows === undefined) found.set(group, [row]);
      else if (rows.at(-1) !== row) rows.push(row);
    });
    return found;
  }

  /** For each key, the position of the first row that has it in the list, from 1. */
  firstOf(wanted: KeySets): KeySets {
    const first = new KeySets();
    if (wanted.isEmpty) return first;
    let begin = 1;
    let last = 0;
    this.scan(wanted, (group, row, kind, a, b) => {
      for (; last < group; last++) begin += this.groups[last]!.slots.length;
      if (wanted.get(kind, a, b) >= 0) first.add(kind, a, b, begin + row);
    });
    return first;
  }

  /** Calls back, in list order, for each key of a compared row that may be one of `keys`. */
  private scan(keys: KeySets, key: (group: number, row: number, kind: number, a: number, b: number) => void): void {
    const { repeats } = this;
    const hints = KIND_OF_SLOT.slice(0, COMPARED_SLOTS).map((kind) => keys.hints[kind]!);
    for (let group = 0; group < this.groups.length; group++) {
      const { slots, hashes } = this.groups[group]!;
      let at = 0;
      for (let row = 0; row < slots.length; row++) {
        const has = slots[row]!;
        if (!isCompared(has)) {
          at += hashesOf(has) * 2;
          continue;
        }
        for (let slot = 0, left = has & ALL_SLOTS; left !== 0; slot++, left >>>= 1) {
          if ((left & 1) === 0) continue;
          const a = hashes[at]!;
          const b = hashes[at + 1]!;
          at += 2;
          if (slot >= COMPARED_SLOTS || hints[slot]![a & 0xffff] === 0) continue;
          if (repeats.has(KIND_OF_SLOT[slot]!, a, b)) key(group, row, KIND_OF_SLOT[slot]!, a, b);
        }
      }
    }
  }
}

/** The first holders of some keys, from the stored keys of the whole list. */
export class StoredKeys implements FirstHolders {
  private readonly first: KeySets;
  private readonly groups: RowGroupCache;

  constructor(index: MatchKeyIndex, wanted: KeySets, groups: RowGroupCache) {
    this.first = index.firstOf(wanted);
    this.groups = groups;
  }

  prepare(): void {
    // Prefetching is not worthwhile for a few rows.
  }

  find(kind: number, a: number, b: number, position: number): number {
    const first = this.first.get(kind, a, b) - 1;
    return first >= 0 && first < position ? this.groups.sheetRowAt(first) : 0;
  }
}
