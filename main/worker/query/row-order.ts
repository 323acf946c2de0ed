/** Sorts rows of a checked list by the values of one field. Reads rows block by block, and stores a fixed number of bytes per value. */
import { FIELD_INDEX, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { searchForm } from '../../../shared/transforms/index.ts';
import type { CheckSort } from '../../../shared/contract/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import { RecordReader } from '../list/record-reader.ts';
import { groupOfRef, rowOfRef } from '../list/row-groups.ts';
import { orderOf } from '../results/result-order.ts';
import type { CheckedList } from './checked-list.ts';

/** Maximum number of bytes to compare. Texts that are equal up to there stay in file order. */
const MAX_BYTES = 120;
/** Number of bytes to compare at once, as a number that a double represents exactly. */
const CHUNK_BYTES = 6;
/** For up to this many texts with the same beginning, comparing them is faster than sorting by the next bytes. */
const FEW = 24;
/** Maximum number of characters in a short text. */
const SHORT = 24;
/** Number of rows to sort between two checks of the signal. */
const ROWS_PER_TURN = 4096;

type SortedList = Pick<CheckedList, 'groups' | 'plan' | 'edits' | 'records'>;

/** Calls back with the value of a field for each row. Rows must be in ascending order. */
function eachValue(list: SortedList, rows: Float64Array, field: FieldKey, work: Work, onValue: (at: number, value: string) => void): void {
  const index = FIELD_INDEX[field];
  // Other columns can add to the field, so all of them must be read.
  const receives = list.records.mapper.receiving.includes(field);
  const records = receives ? list.records : new RecordReader(list.plan, list.edits, new Set([index]));
  let at = 0;
  while (at < rows.length) {
    work.progress(at, rows.length, 'rows');
    work.signal.throwIfAborted();
    const group = groupOfRef(rows[at]!);
    const { blocks, counts } = list.groups.group(group);
    let block = 0;
    let start = 0;
    for (; at < rows.length && groupOfRef(rows[at]!) === group; at++) {
      const row = rowOfRef(rows[at]!);
      while (row >= start + counts[block]!) start += counts[block++]!;
      onValue(at, records.of(blocks[block]!, row - start).values[index] ?? '');
    }
  }
}

/** Converts `2024-03-12` to 20240312; NaN for other texts. Without a regular expression, because a list can have a million dates. */
function dayNumber(value: string): number {
  if (value.length !== 10) return Number.NaN;
  let day = 0;
  for (let at = 0; at < 10; at++) {
    const digit = value.charCodeAt(at) - 48;
    if (at === 4 || at === 7) {
      if (digit !== -3) return Number.NaN;
    } else if (digit >= 0 && digit <= 9) day = day * 10 + digit;
    else return Number.NaN;
  }
  return day;
}

/** NaN for an empty value. A value that is not a number or date comes after the others, in both directions. */
function numberKey(value: string, read: (value: string) => number, descending: boolean): number {
  if (value === '') return Number.NaN;
  const key = read(value);
  return Number.isFinite(key) ? key : descending ? -Infinity : Infinity;
}

/** Numbers in IDs are compared as numbers: A-99 comes before A-100. */
const textKey = (field: FieldKey, value: string): string =>
  field === 'constituentId' ? searchForm(value).replace(/\d+/g, (digits) => digits.padStart(12, '0')) : searchForm(value);

/** The first bytes of all texts, in one buffer. */
class TextKeys {
  private bytes = Buffer.allocUnsafe(1 << 20);
  private readonly ends: Uint32Array;

  constructor(count: number) {
    this.ends = new Uint32Array(count + 1);
  }

  /** Adds the text with index `at`. Texts must be added in order. */
  add(at: number, text: string): void {
    const start = this.ends[at]!;
    if (this.bytes.length < start + MAX_BYTES) {
      const larger = Buffer.allocUnsafe(this.bytes.length * 2);
      this.bytes.copy(larger, 0, 0, start);
      this.bytes = larger;
    }
    this.ends[at + 1] = this.writeShort(text, start) || start + this.bytes.write(text, start, MAX_BYTES, 'utf8');
  }

  /** Writes a short ASCII text, for which a loop is faster than a native call. Returns its end, or 0 for any other text. */
  private writeShort(text: string, start: number): number {
    if (text.length > SHORT) return 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return 0;
      this.bytes[start + at] = code;
    }
    return start + text.length;
  }

  /** Chunk `depth` of a text, as a number; 0 past its end, NaN for an empty text. */
  chunk(at: number, depth: number): number {
    const start = this.ends[at]! + depth * CHUNK_BYTES;
    const end = this.ends[at + 1]!;
    if (this.ends[at] === end) return Number.NaN;
    let key = 0;
    for (let byte = start; byte < start + CHUNK_BYTES; byte++) key = key * 256 + (byte < end ? this.bytes[byte]! : 0);
    return key;
  }

  /** Compares two texts, starting at chunk `depth`. */
  compare(a: number, b: number, depth: number): number {
    const skipped = depth * CHUNK_BYTES;
    const startOf = (at: number) => Math.min(this.ends[at]! + skipped, this.ends[at + 1]!);
    return this.bytes.compare(this.bytes, startOf(b), this.ends[b + 1], startOf(a), this.ends[a + 1]);
  }
}

/** False if the text ends within the chunk, because a chunk is padded with 0. */
const goesOn = (chunk: number): boolean => chunk % 256 !== 0;

/** Sorts texts by their bytes: first by the first chunk, then those with equal chunks by the next one. */
class TextOrder {
  readonly order: Uint32Array;
  private readonly keys: TextKeys;
  private readonly descending: boolean;
  private readonly work: Work;
  private turn = ROWS_PER_TURN;

  constructor(keys: TextKeys, count: number, descending: boolean, work: Work) {
    this.keys = keys;
    this.descending = descending;
    this.work = work;
    this.order = new Uint32Array(count);
    for (let at = 0; at < count; at++) this.order[at] = at;
    this.sort(0, count, 0);
  }

  /** Sorts a part of the order, starting at chunk `depth`. The part must be in file order. */
  private sort(from: number, end: number, depth: number): void {
    this.pause(end - from);
    const part = this.order.slice(from, end);
    const chunks = new Float64Array(part.length);
    for (let at = 0; at < part.length; at++) chunks[at] = this.keys.chunk(part[at]!, depth);
    const sorted = orderOf(chunks, this.descending);
    for (let at = 0; at < sorted.length; at++) this.order[from + at] = part[sorted[at]!]!;
    for (let first = 0; first < sorted.length;) {
      const chunk = chunks[sorted[first]!]!;
      let next = first + 1;
      while (next < sorted.length && chunks[sorted[next]!] === chunk) next += 1;
      if (next > first + 1 && goesOn(chunk)) this.sortAlike(from + first, from + next, depth + 1);
      first = next;
    }
  }

  private sortAlike(from: number, end: number, depth: number): void {
    if (end - from > FEW) return this.sort(from, end, depth);
    this.pause(end - from);
    const sign = this.descending ? -1 : 1;
    for (let at = from + 1; at < end; at++) {
      const row = this.order[at]!;
      let target = at;
      for (; target > from && this.keys.compare(this.order[target - 1]!, row, depth) * sign > 0; target--)
        this.order[target] = this.order[target - 1]!;
      this.order[target] = row;
    }
  }

  private pause(rows: number): void {
    this.turn -= rows;
    if (this.turn > 0) return;
    this.turn = ROWS_PER_TURN;
    this.work.progress(this.order.length, this.order.length, 'rows');
    this.work.signal.throwIfAborted();
  }
}

function orderByNumber(list: SortedList, rows: Float64Array, { field, descending }: CheckSort, work: Work): Uint32Array {
  const read = fieldOf(field).type === 'date' ? dayNumber : Number;
  const keys = new Float64Array(rows.length);
  eachValue(list, rows, field, work, (at, value) => {
    keys[at] = numberKey(value, read, descending);
  });
  return orderOf(keys, descending);
}

function orderByText(list: SortedList, rows: Float64Array, { field, descending }: CheckSort, work: Work): Uint32Array {
  const keys = new TextKeys(rows.length);
  eachValue(list, rows, field, work, (at, value) => keys.add(at, textKey(field, value)));
  return new TextOrder(keys, rows.length, descending, work).order;
}

/**
 * Sorts rows by a field: amounts and counts as numbers, dates as days, texts without regard to case and accents, and numbers in IDs as
 * numbers. Empty values are last in both directions. Equal values stay in file order. Uses at most 150 bytes per row. `rows`: row
 * references in ascending order.
 * @throws the reason of the signal when the work is canceled
 */
export function sortRows(list: SortedList, rows: Float64Array, sort: CheckSort, work: Work): Float64Array {
  const { type } = fieldOf(sort.field);
  const orderBy = type === 'amount' || type === 'count' || type === 'date' ? orderByNumber : orderByText;
  const order = orderBy(list, rows, sort, work);
  const sorted = new Float64Array(rows.length);
  for (let at = 0; at < order.length; at++) sorted[at] = rows[order[at]!]!;
  return sorted;
}
