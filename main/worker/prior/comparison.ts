/** Compares two screenings by the IDs in their sheets: new people, missing people and changed scores. */
import type { ComparedRow } from '../../../shared/contract/index.ts';
import { Change } from '../../../shared/results/result-shapes.ts';
import { idKeyOf } from '../../../shared/rules/match-keys.ts';
import { KeyIndex } from '../list/key-index.ts';
import { nameOf, localityText } from '../results/result-pages.ts';
import type { Column } from '../results/result-columns.ts';
import type { ScreeningReader } from './screening-reader.ts';

const KINDS = Change.options;
const CODE = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Record<Change, number>;
/** Code of a row that cannot be compared because it has no ID. */
const NO_ID = 255;
/** Most columns with a cached comparison. */
const CACHED_COLUMNS = 4;

/** Kinds of rows of this list that were not sent. */
const UNSENT = ['notAgain', 'leftOut'] as const satisfies Change[];
type Unsent = (typeof UNSENT)[number];
const isUnsent = (kind: Change): kind is Unsent => kind === 'notAgain' || kind === 'leftOut';

/** Sheet rows of this list that were not sent and whose IDs are in the other list, with their list indexes there. */
interface UnsentRows {
  readonly rows: Uint32Array;
  readonly otherIndexes: Uint32Array;
}

/** The comparison of one column. */
interface Changes {
  /** Change code by list index. */
  readonly codes: Uint8Array;
  readonly counts: Record<Change, number>;
}

export class Comparison {
  private readonly current: ScreeningReader;
  private readonly other: ScreeningReader;
  /** By list index: the list index in the other list; -1 for a new ID, -2 for no ID. */
  private readonly otherIndexes: Int32Array;
  private readonly unsent: Readonly<Record<Unsent, UnsentRows>>;
  /** Indexes of the other list whose IDs are not in this one. */
  private readonly gone: Uint32Array;
  private readonly cache = new Map<string, Changes>();

  constructor(current: ScreeningReader, other: ScreeningReader) {
    this.current = current;
    this.other = other;
    const byId = new KeyIndex();
    let otherIndex = 0;
    let unmatched = 0;
    for (const id of other.ids()) {
      const key = idKeyOf(id);
      if (key !== '' && byId.add(key, otherIndex) < 0) unmatched += 1;
      otherIndex += 1;
    }
    const matched = new Uint8Array(otherIndex);
    this.otherIndexes = new Int32Array(current.results.rows.length).fill(-2);
    let index = 0;
    for (const id of current.ids()) {
      const key = idKeyOf(id);
      if (key !== '') {
        const match = byId.get(key);
        this.otherIndexes[index] = match;
        if (match >= 0 && matched[match] === 0) {
          matched[match] = 1;
          unmatched -= 1;
        }
      }
      index += 1;
    }
    const matchUnsent = (unsent: Uint32Array): UnsentRows => {
      const rows: number[] = [];
      const otherIndexes: number[] = [];
      let next = 0;
      for (const id of current.idsOf(unsent)) {
        const row = unsent[next++]!;
        const key = idKeyOf(id);
        const match = key === '' ? -1 : byId.get(key);
        if (match < 0 || matched[match] === 1) continue;
        matched[match] = 1;
        unmatched -= 1;
        rows.push(row);
        otherIndexes.push(match);
      }
      return { rows: Uint32Array.from(rows), otherIndexes: Uint32Array.from(otherIndexes) };
    };
    const { alreadyScreened, leftOut } = current.notSent();
    // Matched after the sent rows: of several rows with one ID, a sent row counts.
    this.unsent = { notAgain: matchUnsent(alreadyScreened), leftOut: matchUnsent(leftOut) };
    this.gone = new Uint32Array(unmatched);
    let goneAt = 0;
    otherIndex = 0;
    for (const id of other.ids()) {
      const key = idKeyOf(id);
      // Of several rows with one ID, the first one counts.
      if (key !== '' && matched[otherIndex] === 0 && byId.get(key) === otherIndex) this.gone[goneAt++] = otherIndex;
      otherIndex += 1;
    }
  }

  /** Counts by kind of change, and the number of rows that cannot be compared. */
  counts(key: string): { readonly counts: Record<Change, number>; readonly withoutId: number } {
    const { counts, codes } = this.changes(key);
    return { counts, withoutId: codes.reduce((sum, code) => sum + (code === NO_ID ? 1 : 0), 0) };
  }

  private changes(key: string): Changes {
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const { current, other, otherIndexes, gone } = this;
    const [now, then] = [current.columns.column(key), other.columns.column(key)];
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Change, number>;
    const codes = new Uint8Array(otherIndexes.length).fill(NO_ID);
    for (let index = 0; index < otherIndexes.length; index++) {
      const match = otherIndexes[index]!;
      if (match === -2) continue;
      const kind: Change = match < 0 ? 'new' : changeOf(then, other.results.matches[match]!, now, current.results.matches[index]!);
      codes[index] = CODE[kind];
      counts[kind] += 1;
    }
    counts.gone = gone.length;
    for (const kind of UNSENT) counts[kind] = this.unsent[kind].rows.length;
    const changes = { codes, counts };
    if (this.cache.size >= CACHED_COLUMNS) this.cache.delete(this.cache.keys().next().value!);
    this.cache.set(key, changes);
    return changes;
  }

  /** Indexes of a kind: in this list, in the other list for `gone`, and in `unsent` for rows that were not sent. */
  private indexesOf(key: string, kind: Change): Uint32Array {
    if (kind === 'gone') return this.gone;
    if (isUnsent(kind)) return Uint32Array.from(this.unsent[kind].rows.keys());
    const { codes, counts } = this.changes(key);
    const indexes = new Uint32Array(counts[kind]);
    let at = 0;
    for (let index = 0; index < codes.length; index++) if (codes[index] === CODE[kind]) indexes[at++] = index;
    return indexes;
  }

  page(key: string, kind: Change, offset: number, limit: number): { total: number; rows: ComparedRow[] } {
    const indexes = this.indexesOf(key, kind);
    return { total: indexes.length, rows: [...indexes.subarray(offset, offset + limit)].map((index) => this.row(key, kind, index)) };
  }

  /** Every compared row: the sent rows of this list, its rows that were not sent, then the rows of the other list that are gone. */
  *rows(key: string): Generator<ComparedRow> {
    const { codes } = this.changes(key);
    for (const [index, code] of codes.entries()) if (code !== NO_ID) yield this.row(key, KINDS[code]!, index);
    for (const kind of UNSENT) for (const index of this.unsent[kind].rows.keys()) yield this.row(key, kind, index);
    for (const index of this.gone) yield this.row(key, 'gone', index);
  }

  private row(key: string, kind: Change, index: number): ComparedRow {
    const isGone = kind === 'gone';
    const unsent = isUnsent(kind) ? this.unsent[kind] : null;
    const side = isGone ? this.other : this.current;
    const number = unsent !== null ? unsent.rows[index]! : side.results.rows[index]!;
    const at = side.blocks.find(number);
    const record = at === null ? null : side.records.of(at.block, at.row);
    const person = {
      name: record === null ? '' : nameOf(record),
      place: record === null ? '' : localityText(record),
      id: record?.values[0] ?? '',
    };
    const otherIndex = isGone ? index : unsent !== null ? unsent.otherIndexes[index]! : this.otherIndexes[index]!;
    const [before = ''] = otherIndex < 0 ? [] : this.other.scores(otherIndex, [key]);
    const [after = ''] = isGone || unsent !== null ? [] : this.current.scores(index, [key]);
    const [left, right] = [Number(before), Number(after)];
    const moved = kind === 'higher' || kind === 'lower';
    return {
      row: isGone ? null : number,
      ...person,
      change: kind,
      before,
      after,
      by: moved ? Number((right - left).toPrecision(12)) : null,
    };
  }
}

/** A value as a number when it is one, else as text; null for none. */
function valueAt(column: Column, index: number): number | string | null {
  if (column.type === 'number') {
    const value = column.values[index]!;
    return Number.isNaN(value) ? null : value;
  }
  const text = column.texts[column.ranks[index]!]!;
  if (text === '') return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function changeOf(then: Column, before: number, now: Column, after: number): Change {
  const left = valueAt(then, before);
  const right = valueAt(now, after);
  if (left === null || right === null) return left === right ? 'same' : 'noValue';
  if (typeof left === 'number' && typeof right === 'number') return left === right ? 'same' : right > left ? 'higher' : 'lower';
  return String(left) === String(right) ? 'same' : 'changed';
}
