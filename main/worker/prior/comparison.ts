/** Two screenings of the same people: who is new, who is gone, whose score is another one. Joined by the ids of the sheets. */
import type { ComparedRow } from '../../../shared/contract/index.ts';
import { Change } from '../../../shared/results/result-shapes.ts';
import { KeyIndex } from '../list/key-index.ts';
import { nameOf, localityText } from '../results/result-pages.ts';
import type { Column } from '../results/result-columns.ts';
import type { ScreeningReader } from './screening-reader.ts';

const KINDS = Change.options;
const CODE = Object.fromEntries(KINDS.map((kind, code) => [kind, code])) as Record<Change, number>;
/** A row that cannot be compared: it has no id. */
const NO_ID = 255;
/** Columns whose comparison is kept. */
const KEPT = 4;

/** Kinds of people who are in this list and were not sent. */
const UNSENT = ['notAgain', 'leftOut'] as const satisfies Change[];
type Unsent = (typeof UNSENT)[number];
const isUnsent = (kind: Change): kind is Unsent => kind === 'notAgain' || kind === 'leftOut';

/** Sheet rows of this list that were not sent and whose people are in the other one, with their list indexes there. */
interface UnsentRows {
  readonly rows: Uint32Array;
  readonly there: Uint32Array;
}

/** What became of every place, by one column. */
interface Changes {
  /** By place of this list: the code of its change. */
  readonly codes: Uint8Array;
  readonly counts: Record<Change, number>;
}

export class Comparison {
  private readonly mine: ScreeningReader;
  private readonly other: ScreeningReader;
  /** By place of this list: the place in the other one, or -1 new, -2 without an id. */
  private readonly partner: Int32Array;
  private readonly unsent: Readonly<Record<Unsent, UnsentRows>>;
  /** Places of the other list whose people are not in this one. */
  private readonly gone: Uint32Array;
  private readonly known = new Map<string, Changes>();

  constructor(mine: ScreeningReader, other: ScreeningReader) {
    this.mine = mine;
    this.other = other;
    const index = new KeyIndex();
    let place = 0;
    let others = 0;
    for (const id of other.ids()) {
      const key = id.trim();
      if (key !== '' && index.add(key, place) < 0) others += 1;
      place += 1;
    }
    const met = new Uint8Array(place);
    this.partner = new Int32Array(mine.results.rows.length).fill(-2);
    let at = 0;
    for (const id of mine.ids()) {
      const key = id.trim();
      if (key !== '') {
        const found = index.get(key);
        this.partner[at] = found;
        if (found >= 0 && met[found] === 0) {
          met[found] = 1;
          others -= 1;
        }
      }
      at += 1;
    }
    const meet = (unsent: Uint32Array): UnsentRows => {
      const rows: number[] = [];
      const there: number[] = [];
      let next = 0;
      for (const id of mine.idsOf(unsent)) {
        const row = unsent[next++]!;
        const key = id.trim();
        const found = key === '' ? -1 : index.get(key);
        if (found < 0 || met[found] === 1) continue;
        met[found] = 1;
        others -= 1;
        rows.push(row);
        there.push(found);
      }
      return { rows: Uint32Array.from(rows), there: Uint32Array.from(there) };
    };
    const { alreadyScreened, leftOut } = mine.notSent();
    // A person in several rows counts by the row whose scores are the current ones.
    this.unsent = { notAgain: meet(alreadyScreened), leftOut: meet(leftOut) };
    this.gone = new Uint32Array(others);
    let goneAt = 0;
    place = 0;
    for (const id of other.ids()) {
      const key = id.trim();
      // Of several rows with one id the first stands for all.
      if (key !== '' && met[place] === 0 && index.get(key) === place) this.gone[goneAt++] = place;
      place += 1;
    }
  }

  /** How many there are of each, and how many rows could not be compared for want of an id. */
  counts(key: string): { readonly counts: Record<Change, number>; readonly withoutId: number } {
    const { counts, codes } = this.changes(key);
    return { counts, withoutId: codes.reduce((sum, code) => sum + (code === NO_ID ? 1 : 0), 0) };
  }

  private changes(key: string): Changes {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { mine, other, partner, gone } = this;
    const [now, then] = [mine.columns.column(key), other.columns.column(key)];
    const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Change, number>;
    const codes = new Uint8Array(partner.length).fill(NO_ID);
    for (let place = 0; place < partner.length; place++) {
      const there = partner[place]!;
      if (there === -2) continue;
      const kind: Change = there < 0 ? 'new' : changeOf(then, other.results.matches[there]!, now, mine.results.matches[place]!);
      codes[place] = CODE[kind];
      counts[kind] += 1;
    }
    counts.gone = gone.length;
    for (const kind of UNSENT) counts[kind] = this.unsent[kind].rows.length;
    const made = { codes, counts };
    if (this.known.size >= KEPT) this.known.delete(this.known.keys().next().value!);
    this.known.set(key, made);
    return made;
  }

  /** Places of a kind: of this list, for those who are gone of the other one, and for those who were not sent among them. */
  private places(key: string, kind: Change): Uint32Array {
    if (kind === 'gone') return this.gone;
    if (isUnsent(kind)) return Uint32Array.from(this.unsent[kind].rows.keys());
    const { codes, counts } = this.changes(key);
    const places = new Uint32Array(counts[kind]);
    let at = 0;
    for (let place = 0; place < codes.length; place++) if (codes[place] === CODE[kind]) places[at++] = place;
    return places;
  }

  page(key: string, kind: Change, offset: number, limit: number): { total: number; rows: ComparedRow[] } {
    const places = this.places(key, kind);
    return { total: places.length, rows: [...places.subarray(offset, offset + limit)].map((place) => this.row(key, kind, place)) };
  }

  /** Every compared row: those of this list in its order, those of it who were not sent, then those who are gone. */
  *rows(key: string): Generator<ComparedRow> {
    const { codes } = this.changes(key);
    for (const [place, code] of codes.entries()) if (code !== NO_ID) yield this.row(key, KINDS[code]!, place);
    for (const kind of UNSENT) for (const place of this.unsent[kind].rows.keys()) yield this.row(key, kind, place);
    for (const place of this.gone) yield this.row(key, 'gone', place);
  }

  private row(key: string, kind: Change, place: number): ComparedRow {
    const isGone = kind === 'gone';
    const unsent = isUnsent(kind) ? this.unsent[kind] : null;
    const side = isGone ? this.other : this.mine;
    const number = unsent !== null ? unsent.rows[place]! : side.results.rows[place]!;
    const at = side.blocks.find(number);
    const draft = at === null ? null : side.records.of(at.block, at.row);
    const who = { name: draft === null ? '' : nameOf(draft), place: draft === null ? '' : localityText(draft), id: draft?.values[0] ?? '' };
    const there = isGone ? place : unsent !== null ? unsent.there[place]! : this.partner[place]!;
    const [before = ''] = there < 0 ? [] : this.other.scores(there, [key]);
    const [after = ''] = isGone || unsent !== null ? [] : this.mine.scores(place, [key]);
    const [left, right] = [Number(before), Number(after)];
    const moved = kind === 'higher' || kind === 'lower';
    return { row: isGone ? null : number, ...who, change: kind, before, after, by: moved ? Number((right - left).toPrecision(12)) : null };
  }
}

/** A value as a number where it is one, else as a text; null for none. */
function valueAt(column: Column, place: number): number | string | null {
  if (column.type === 'number') {
    const value = column.values[place]!;
    return Number.isNaN(value) ? null : value;
  }
  const text = column.texts[column.ranks[place]!]!;
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
