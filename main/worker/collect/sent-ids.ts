/**
 * The IDs of a list as sent, in groups that a service could confuse (`foldId`). An ID that is alone in its group is recognized even if the
 * service changes it. In a larger group, an ID is recognized only while the answer shows that the service does not change those IDs.
 */
import { mappedSize } from '../../../shared/base/index.ts';
import { foldId, idChangesOf } from '../../../shared/results/index.ts';
import { longSalesforceId, shortSalesforceId } from '../../../shared/transforms/index.ts';
import { KeyIndex } from '../list/key-index.ts';
import { type ByListIndex, byListIndex, FIRST_INDEX, type ListIndex } from '../list/ordinals.ts';

/** Two independent 32-bit hashes of a text's code units: FNV-1a, and FNV-1 with another offset basis and prime. */
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

/** Bytes per row: four numbers, and the changes. */
const ROW_BYTES = 4 * Uint32Array.BYTES_PER_ELEMENT + 1;

/** Uses 9 bytes per row in addition to the folded texts. The other 8 bytes of a row use memory only if its ID could be confused. */
export class SentIds {
  readonly length: number;
  /** Folded ID → first list index of its group. */
  private readonly groups: KeyIndex<ListIndex>;
  /** The next list index of the same group; 0 for none, because index 0 is never the next one. */
  private readonly next: ByListIndex<ListIndex>;
  /** For the first list index of a group, its last one; 0 for a group of one. */
  private readonly last: ByListIndex<ListIndex>;
  private readonly low: Uint32Array;
  private readonly high: Uint32Array;
  private readonly changes: Uint8Array;

  /** `ids`: in list order, '' for a row without an ID. `length`: the number of rows. */
  constructor(ids: Iterable<string>, length: number) {
    this.length = length;
    this.groups = new KeyIndex(length);
    const memory = new ArrayBuffer(mappedSize(length * ROW_BYTES));
    const bytes = length * Uint32Array.BYTES_PER_ELEMENT;
    this.low = new Uint32Array(memory, 0, length);
    this.high = new Uint32Array(memory, bytes, length);
    this.next = byListIndex<ListIndex>(length, memory, bytes * 2);
    this.last = byListIndex<ListIndex>(length, memory, bytes * 3);
    this.changes = new Uint8Array(memory, bytes * 4, length);
    let listIndex = FIRST_INDEX;
    for (const id of ids) {
      if (id !== '') this.take(id, listIndex);
      listIndex++;
    }
  }

  private take(id: string, listIndex: ListIndex): void {
    this.low[listIndex] = hashLow(id);
    this.high[listIndex] = hashHigh(id);
    this.changes[listIndex] = idChangesOf(id);
    const first = this.groups.add(foldId(id), listIndex);
    if (first < 0) return;
    this.next[this.lastOf(first)] = listIndex;
    this.last[first] = listIndex;
  }

  /** The first list index of the group that a returned ID belongs to; -1 if it cannot come from any sent ID. */
  groupOf(echoed: string): ListIndex {
    return this.groups.get(foldId(echoed));
  }

  /**
   * The ID as sent: if only the other form (long or short) of a Salesforce ID was sent, that form. Null if it could also be another row's
   * ID, because a service that changes case can turn the short form of one record into that of another record.
   */
  asSent(echoed: string): string | null {
    const other = echoed.length === 15 ? longSalesforceId(echoed) : shortSalesforceId(echoed);
    if (other === echoed || !this.isSent(other) || this.isSent(echoed)) return echoed;
    return this.groupOf(echoed) < 0 ? other : null;
  }

  private isSent(id: string): boolean {
    const group = this.groupOf(id);
    return group >= 0 && [...this.places(group)].some((listIndex) => this.isExactly(listIndex, id));
  }

  /** True when no other row's ID can be confused with the ID of this list index, which is the first of its group. */
  isAlone(first: ListIndex): boolean {
    return this.lastOf(first) === first;
  }

  /** 0 means that the group has one row, because no larger group ends at index 0. */
  private lastOf(first: ListIndex): ListIndex {
    const last = this.last[first]!;
    return last === FIRST_INDEX ? first : last;
  }

  /** The list indexes of a group, in list order. */
  *places(first: ListIndex): Generator<ListIndex> {
    let listIndex = first;
    for (;;) {
      yield listIndex;
      if (listIndex === this.lastOf(first)) return;
      listIndex = this.next[listIndex]!;
    }
  }

  /** True when the row was sent with exactly this ID, which must belong to the row's group. */
  isExactly(listIndex: ListIndex, id: string): boolean {
    return this.low[listIndex] === hashLow(id) && this.high[listIndex] === hashHigh(id);
  }

  /** True when this row was sent with exactly this ID, and no other row was. */
  isOnlyOf(listIndex: ListIndex, id: string): boolean {
    const group = this.groupOf(id);
    if (group < 0) return false;
    let isOf = false;
    for (const place of this.places(group)) {
      if (!this.isExactly(place, id)) continue;
      if (place !== listIndex) return false;
      isOf = true;
    }
    return isOf;
  }

  /** True when two rows of one group were sent with the same ID. */
  haveSameId(one: ListIndex, other: ListIndex): boolean {
    return this.low[one] === this.low[other] && this.high[one] === this.high[other];
  }

  /** The ways in which folding changes the ID of a row (`idChangesOf`). */
  changesAt(listIndex: ListIndex): number {
    return this.changes[listIndex]!;
  }
}
