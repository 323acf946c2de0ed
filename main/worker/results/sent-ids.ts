/**
 * The constituent IDs of a list as they were sent, grouped into those that a service could confuse (`foldId`): a group of one can
 * be recognized even when the service changes the ID, a larger one only while the service shows that it changes none of them.
 */
import { changesOf, foldId } from '../../../shared/results/constituent-ids.ts';
import { KeyIndex } from '../list/key-index.ts';

/** Two independent 32-bit hashes of a text's code units: Fowler–Noll–Vo 1a and its multiply-first form from another start. */
function hashLow(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

function hashHigh(text: string): number {
  let hash = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash, 0x85ebca6b) ^ text.charCodeAt(at);
  return hash >>> 0;
}

/** Positions of the list ("places") count from 0. Takes about 17 bytes a row beside the folded texts. */
export class SentIds {
  readonly length: number;
  /** Folded ID → the first place of its group. */
  private readonly groups: KeyIndex;
  /** The next place of the same group; 0 for none, since the first place of the list is never a next one. */
  private readonly next: Uint32Array;
  /** The last place of a group, at its first place. */
  private readonly last: Uint32Array;
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;
  private readonly changes: Uint8Array;

  /** `ids` in the order of the list, empty where a row has none; `length` is the number of rows. */
  constructor(ids: Iterable<string>, length: number) {
    this.length = length;
    this.groups = new KeyIndex(length);
    this.next = new Uint32Array(length);
    this.last = new Uint32Array(length);
    this.low = new Uint32Array(length);
    this.high = new Uint32Array(length);
    this.changes = new Uint8Array(length);
    let place = 0;
    for (const id of ids) {
      if (id !== '') this.take(id, place);
      place += 1;
    }
  }

  private take(id: string, place: number): void {
    this.low[place] = hashLow(id);
    this.high[place] = hashHigh(id);
    this.changes[place] = changesOf(id);
    this.last[place] = place;
    const first = this.groups.add(foldId(id), place);
    if (first < 0) return;
    this.next[this.last[first]!] = place;
    this.last[first] = place;
  }

  /** The first place of the group that an echoed ID belongs to; -1 when no sent ID could have become it. */
  groupOf(echoed: string): number {
    return this.groups.get(foldId(echoed));
  }

  /** True when no other row's ID can be confused with that of the group's first place. */
  isAlone(first: number): boolean {
    return this.last[first] === first;
  }

  /** The places of a group, in the order of the list. */
  *places(first: number): Generator<number> {
    let place = first;
    for (;;) {
      yield place;
      if (place === this.last[first]) return;
      place = this.next[place]!;
    }
  }

  /** True when the place was sent with exactly this ID, which is known to belong to its group. */
  isExactly(place: number, id: string): boolean {
    return this.low[place] === hashLow(id) && this.high[place] === hashHigh(id);
  }

  /** True when two places of one group were sent with the very same ID. */
  haveSameId(one: number, other: number): boolean {
    return this.low[one] === this.low[other] && this.high[one] === this.high[other];
  }

  /** In which ways folding changes the ID of a place (`changesOf`). */
  changesAt(place: number): number {
    return this.changes[place]!;
  }
}
