/** Compares two screenings by the IDs in their sheets. Finds new people, missing people and changed scores. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { ComparedRow } from '../../../shared/contract/index.ts';
import { ChangeKind, type ChangeOrder, hasSize } from '../../../shared/results/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import { type ListIndex } from '../list/ordinals.ts';
import { KeyIndex } from '../list/key-index.ts';
import { localityText, personName } from '../list/person-texts.ts';
import { LruCache } from '../result-file/lru-cache.ts';
import type { Column } from '../results/whole-column.ts';
import { orderOf } from '../results/result-order.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';

const KINDS = ChangeKind.options;
const CODE = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Record<ChangeKind, number>;
/** Code of a row that cannot be compared because it has no ID. */
const NO_ID = 255;
/** Used instead of a list index of the other list, for a row without an ID. */
const NO_KEY = -2;
/** Maximum number of columns with a cached comparison. */
const CACHED_COLUMNS = 4;
/** Maximum number of cached lists (one kind of change in one order). Each needs 4 bytes per row. */
const CACHED_LISTS = 4;
/** Number of IDs to read, or of rows to compare, in one step. */
const IDS_PER_STEP = 2048;
const ROWS_PER_STEP = 65_536;

/** Kinds of rows of this list that were not sent. */
const UNSENT = ['notAgain', 'leftOut'] as const satisfies ChangeKind[];
type Unsent = (typeof UNSENT)[number];
const isUnsent = (kind: ChangeKind): kind is Unsent => kind === 'notAgain' || kind === 'leftOut';

/** Sheet rows of this list that were not sent and whose IDs are in the other list, with their list indexes there. */
interface UnsentRows {
  readonly rows: Uint32Array;
  readonly otherIndexes: Uint32Array;
}

/** The rows that belong to the same person in both screenings. */
interface Matches {
  /** The list index in the other list, by list index; -1 for a new ID, `NO_KEY` without an ID. */
  readonly otherIndexes: Int32Array;
  readonly unsent: Readonly<Record<Unsent, UnsentRows>>;
  /** List indexes of the other list whose IDs are not in this list. */
  readonly gone: Uint32Array;
}

/** A compared row, and whether the user joined its earlier or its current scores by order. */
export type MarkedRow = ComparedRow & { readonly beforeByOrder: boolean; readonly afterByOrder: boolean };

/** Which rows a page shows. */
interface PageAsk {
  readonly change: ChangeKind;
  readonly order: ChangeOrder;
  readonly offset: number;
  readonly limit: number;
}

/** The comparison of one column. */
interface Changes {
  /** ChangeKind code by list index. */
  readonly codes: Uint8Array;
  readonly counts: Record<ChangeKind, number>;
}

export class Comparison {
  private readonly current: ScreeningReader;
  private readonly other: ScreeningReader;
  private readonly otherIndexes: Matches['otherIndexes'];
  private readonly unsent: Matches['unsent'];
  private readonly gone: Matches['gone'];
  private readonly cache = new Map<string, Changes>();
  private readonly lists = new LruCache<Uint32Array>(CACHED_LISTS);

  private constructor(current: ScreeningReader, other: ScreeningReader, matches: Matches) {
    this.current = current;
    this.other = other;
    this.otherIndexes = matches.otherIndexes;
    this.unsent = matches.unsent;
    this.gone = matches.gone;
  }

  /** Compares two screenings step by step, so that the thread can do other work in between. Returns the comparison. */
  static *build(current: ScreeningReader, other: ScreeningReader): Generator<void, Comparison> {
    const otherRows = other.results.rows.length;
    const byId = new KeyIndex(otherRows);
    /** By list index of the other list: 1 for the first row with its ID that was not matched to a row of this list so far. */
    const isOpen = new Uint8Array(otherRows);
    let index = 0;
    for (const id of other.ids()) {
      const key = idKeyOf(id);
      if (key !== '' && byId.add(key, index) < 0) isOpen[index] = 1;
      index += 1;
      if (index % IDS_PER_STEP === 0) yield;
    }
    const otherIndexes = new Int32Array(current.results.rows.length).fill(NO_KEY);
    index = 0;
    for (const id of current.ids()) {
      const key = idKeyOf(id);
      if (key !== '') {
        const match = byId.get(key);
        otherIndexes[index] = match;
        if (match >= 0) isOpen[match] = 0;
      }
      index += 1;
      if (index % IDS_PER_STEP === 0) yield;
    }
    const { alreadyScreened, leftOut } = yield* current.notSent();
    // Matched after the sent rows, because if several rows have the same ID, a sent row takes precedence.
    const notAgain = yield* matchUnsent(current, alreadyScreened, byId, isOpen);
    const unsent = { notAgain, leftOut: yield* matchUnsent(current, leftOut, byId, isOpen) };
    const gone = new Uint32Array(isOpen.reduce((sum, one) => sum + one, 0));
    let goneAt = 0;
    for (let at = 0; at < otherRows; at++) if (isOpen[at] === 1) gone[goneAt++] = at;
    return new Comparison(current, other, { otherIndexes, unsent, gone });
  }

  /** Counts by kind of change, and the number of rows that cannot be compared. */
  counts(key: string): { readonly counts: Record<ChangeKind, number>; readonly withoutId: number } {
    const { counts, codes } = this.changes(key);
    return { counts, withoutId: codes.reduce((sum, code) => sum + (code === NO_ID ? 1 : 0), 0) };
  }

  private changes(key: string): Changes {
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const steps = this.prepare(key);
    while (steps.next().done !== true);
    return this.cache.get(key)!;
  }

  /** Compares a column step by step, so that the next query about it is answered immediately. */
  *prepare(key: string): Generator<void, void> {
    if (this.cache.has(key)) return;
    const { current, other, otherIndexes, gone } = this;
    const now = current.columns.column(key);
    yield;
    const then = other.columns.column(key);
    yield;
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
    const codes = new Uint8Array(otherIndexes.length).fill(NO_ID);
    for (let index = 0; index < otherIndexes.length; index++) {
      const match = otherIndexes[index]!;
      if (match === NO_KEY) continue;
      const kind: ChangeKind = match < 0 ? 'new' : changeOf(then, other.results.matches[match]!, now, current.results.matches[index]!);
      codes[index] = CODE[kind];
      counts[kind] += 1;
      if (index % ROWS_PER_STEP === 0) yield;
    }
    counts.gone = gone.length;
    for (const kind of UNSENT) counts[kind] = this.unsent[kind].rows.length;
    const changes = { codes, counts };
    if (this.cache.size >= CACHED_COLUMNS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(key, changes);
  }

  /** Indexes of the rows with a kind of change: in this list, for `gone` in the other list, and in `unsent` for rows that were not sent. */
  private indexesOf(key: string, kind: ChangeKind): Uint32Array {
    if (kind === 'gone') return this.gone;
    if (isUnsent(kind)) return Uint32Array.from(this.unsent[kind].rows.keys());
    const { codes, counts } = this.changes(key);
    const indexes = new Uint32Array(counts[kind]);
    let at = 0;
    for (let index = 0; index < codes.length; index++) if (codes[index] === CODE[kind]) indexes[at++] = index;
    return indexes;
  }

  /** The indexes of `higher` or `lower`, largest difference first. Equal differences are in file order. */
  private bySize(key: string, kind: 'higher' | 'lower'): Uint32Array {
    const indexes = this.indexesOf(key, kind);
    const [now, then] = [this.current.columns.column(key), this.other.columns.column(key)];
    const sizes = new Float64Array(indexes.length);
    for (let at = 0; at < sizes.length; at++) {
      const index = indexes[at]!;
      const after = Number(valueAt(now, this.current.results.matches[index]!));
      const before = Number(valueAt(then, this.other.results.matches[this.otherIndexes[index]!]!));
      // Without rounding errors of binary fractions, so that equal differences stay in file order.
      sizes[at] = Math.abs(Number((after - before).toPrecision(12)));
    }
    const sorted = orderOf(sizes, true);
    for (let at = 0; at < sorted.length; at++) sorted[at] = indexes[sorted[at]!]!;
    return sorted;
  }

  page(key: string, { change, order, offset, limit }: PageAsk): { total: number; rows: ComparedRow[] } {
    const indexes = this.lists.getOrCreate(JSON.stringify([key, change, order]), () =>
      order === 'size' && hasSize(change) ? this.bySize(key, change) : this.indexesOf(key, change),
    );
    return { total: indexes.length, rows: [...indexes.subarray(offset, offset + limit)].map((index) => this.row(key, change, index)) };
  }

  /** Whether any row of either list has scores that were joined by order. */
  get hasByOrder(): boolean {
    return [this.current, this.other].some(({ results }) => results.rows.some((_, index) => results.isByOrder(index)));
  }

  /** Every compared row: the sent rows of this list, then its rows that were not sent, then rows of the other list that are gone. */
  *rows(key: string): Generator<MarkedRow> {
    const { codes } = this.changes(key);
    for (const [index, code] of codes.entries()) if (code !== NO_ID) yield this.marked(key, KINDS[code]!, index);
    for (const kind of UNSENT) for (const index of this.unsent[kind].rows.keys()) yield this.marked(key, kind, index);
    for (const index of this.gone) yield this.marked(key, 'gone', index);
  }

  private marked(key: string, kind: ChangeKind, index: number): MarkedRow {
    const otherIndex = this.otherIndexOf(kind, index);
    const isSent = kind !== 'gone' && !isUnsent(kind);
    return {
      ...this.row(key, kind, index),
      beforeByOrder: otherIndex >= 0 && this.other.results.isByOrder(otherIndex),
      afterByOrder: isSent && this.current.results.isByOrder(index as ListIndex),
    };
  }

  /** The list index in the other list; negative if there is none. */
  private otherIndexOf(kind: ChangeKind, index: number): ListIndex {
    if (kind === 'gone') return index as ListIndex;
    return (isUnsent(kind) ? this.unsent[kind].otherIndexes[index]! : this.otherIndexes[index]!) as ListIndex;
  }

  private row(key: string, kind: ChangeKind, index: number): ComparedRow {
    const isGone = kind === 'gone';
    const unsent = isUnsent(kind) ? this.unsent[kind] : null;
    const side = isGone ? this.other : this.current;
    const number = unsent !== null ? unsent.rows[index]! : side.results.rows[index]!;
    const at = side.blocks.find(number);
    const record = at === null ? null : side.records.of(at.block, at.row);
    const person = {
      name: record === null ? '' : personName(record),
      locality: record === null ? '' : localityText(record),
      id: record?.values[FIELD_INDEX.constituentId] ?? '',
    };
    const otherIndex = this.otherIndexOf(kind, index);
    const [before = ''] = otherIndex < 0 ? [] : this.other.scores(otherIndex, [key]);
    const [after = ''] = isGone || unsent !== null ? [] : this.current.scores(index as ListIndex, [key]);
    return { row: isGone ? null : number, ...person, change: kind, before, after, by: differenceOf(kind, before, after) };
  }
}

/** Matches rows of this list that were not sent to rows of the other list that are not matched yet. */
function* matchUnsent(current: ScreeningReader, unsent: Uint32Array, byId: KeyIndex, isOpen: Uint8Array): Generator<void, UnsentRows> {
  const rows: number[] = [];
  const otherIndexes: number[] = [];
  let next = 0;
  for (const id of current.idsOf(unsent)) {
    const row = unsent[next++]!;
    if (next % IDS_PER_STEP === 0) yield;
    const key = idKeyOf(id);
    const match = key === '' ? -1 : byId.get(key);
    if (match < 0 || isOpen[match] === 0) continue;
    isOpen[match] = 0;
    rows.push(row);
    otherIndexes.push(match);
  }
  return { rows: Uint32Array.from(rows), otherIndexes: Uint32Array.from(otherIndexes) };
}

/** The difference of two different numbers, without rounding errors of binary fractions. */
export const differenceOf = (change: ChangeKind, before: string, after: string): number | null =>
  hasSize(change) ? Number((Number(after) - Number(before)).toPrecision(12)) : null;

/** A value as a number if possible, otherwise as text; null for no value. */
export function valueAt(column: Column, index: number): number | string | null {
  if (column.type === 'number') {
    const value = column.values[index]!;
    return Number.isNaN(value) ? null : value;
  }
  return numberOrText(column.texts[column.ranks[index]!]!);
}

/** Same as `valueAt`, for the text of a cell. */
export function numberOrText(text: string): number | string | null {
  if (text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

const changeOf = (then: Column, before: number, now: Column, after: number): ChangeKind =>
  kindOf(valueAt(then, before), valueAt(now, after));

/** How a value changed. The values are those of `valueAt`. */
export function kindOf(left: number | string | null, right: number | string | null): ChangeKind {
  if (left === null || right === null) return left === right ? 'same' : 'noValue';
  if (typeof left === 'number' && typeof right === 'number') return left === right ? 'same' : right > left ? 'higher' : 'lower';
  return String(left) === String(right) ? 'same' : 'changed';
}
