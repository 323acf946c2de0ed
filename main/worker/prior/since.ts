/**
 * How a score of the people of a list changed since the most recent earlier result of each. Reads one earlier screening at a time and keeps
 * only its values for people of this list, so that the memory depends only on the length of this list.
 */
import { isDamage } from '../../../shared/base/index.ts';
import { type ChangeKind, valueText } from '../../../shared/results/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import type { EarlierResults } from '../../worker-protocol/index.ts';
import { NO_PROFILE } from '../list/ordinals.ts';
import { KeyIndex } from '../list/key-index.ts';
import { Judgments, MARK } from '../review/judgments.ts';
import type { ListChanges } from '../results/result-selections.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import { type Column, cellOf } from '../results/whole-column.ts';
import { differenceOf, kindOf, numberOrText, valueAt } from './comparison.ts';

/** Number of IDs to read, or of rows to compare, in one step. */
const IDS_PER_STEP = 2048;
const ROWS_PER_STEP = 65_536;
const NO_ID = -1;
const NO_MATCH = -1;

/** What is known about a row. */
const UNKNOWN = 0;
/** An earlier screening has the person, but none has a result. */
const KNOWN = 1;
const FOUND = 2;

/** The earlier values of a column by list index. */
class EarlierValues {
  private readonly numbers: Float64Array;
  /** Indexes in `texts` of values that are not plain numbers; 0 for none. */
  private readonly ranks: Uint32Array;
  private readonly texts = [''];
  private readonly ranked = new Map<string, number>([['', 0]]);

  constructor(rows: number) {
    this.numbers = new Float64Array(rows).fill(Number.NaN);
    this.ranks = new Uint32Array(rows);
  }

  set(index: number, column: Column, at: number): void {
    const text = cellOf(column, at);
    if (column.type === 'number' && column.written?.has(at) !== true) {
      this.numbers[index] = column.values[at]!;
      return;
    }
    let rank = this.ranked.get(text);
    if (rank === undefined) {
      rank = this.texts.push(text) - 1;
      this.ranked.set(text, rank);
    }
    this.ranks[index] = rank;
  }

  text(index: number): string {
    const number = this.numbers[index]!;
    return Number.isNaN(number) ? this.texts[this.ranks[index]!]! : valueText(number);
  }
}

export class Since {
  private readonly current: ScreeningReader;
  private readonly column: string;
  private readonly now: Column;
  /** By list index: the first row with the same ID; `NO_ID` without an ID. */
  private readonly firstWithId: Int32Array;
  private readonly byId: KeyIndex;
  /** By list index of the first row with an ID. */
  private readonly states: Uint8Array;
  private readonly values: EarlierValues;
  /** The IDs of the projects that have the most recent earlier result of somebody, newest first. */
  readonly used: string[] = [];
  /** The number of IDs with an earlier result. */
  private found = 0;
  /** The number of screenings that are damaged. */
  unread = 0;
  /** Changes when an input changes. */
  private readonly key: string;

  private constructor(current: ScreeningReader, column: string, key: string) {
    const rows = current.results.rows.length;
    this.current = current;
    this.column = column;
    this.key = key;
    this.now = current.columns.column(column);
    this.firstWithId = new Int32Array(rows).fill(NO_ID);
    this.byId = new KeyIndex(rows);
    this.states = new Uint8Array(rows);
    this.values = new EarlierValues(rows);
  }

  /** Compares step by step, so that the thread can do other work in between. `screenings`: newest first. Returns the comparison. */
  static *build(current: ScreeningReader, column: string, screenings: readonly EarlierResults[], key: string): Generator<void, Since> {
    const since = new Since(current, column, key);
    yield* since.addIds();
    for (const screening of screenings) {
      if (since.byId.size === since.found) break;
      yield* since.addScreening(screening);
    }
    return since;
  }

  private *addIds(): Generator<void> {
    let index = 0;
    for (const id of this.current.ids()) {
      const key = idKeyOf(id);
      if (key !== '') {
        const first = this.byId.add(key, index);
        this.firstWithId[index] = first < 0 ? index : first;
      }
      index += 1;
      if (index % IDS_PER_STEP === 0) yield;
    }
  }

  private *addScreening({ projectId, source, verdicts }: EarlierResults): Generator<void> {
    try {
      using other = new ScreeningReader(source);
      const matches = yield* this.matchesOf(other);
      const judged = verdicts.rows.length === 0 ? null : new Judgments(other);
      judged?.take(verdicts);
      const then = other.columns.column(this.column);
      yield;
      const before = this.found;
      for (const [index, match] of matches.entries()) {
        if (index % ROWS_PER_STEP === 0) yield;
        if (match === NO_MATCH || this.states[index] === FOUND) continue;
        const profile = other.results.matches[match]!;
        // A profile of somebody else is no result of this person.
        if (profile === NO_PROFILE || judged?.marks[match] === MARK.wrong) this.states[index] = KNOWN;
        else {
          this.states[index] = FOUND;
          this.found += 1;
          this.values.set(index, then, profile);
        }
      }
      if (this.found > before) this.used.push(projectId);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.unread += 1;
    }
  }

  /** By list index of this list: the first row of the other list with the same ID. */
  private *matchesOf(other: ScreeningReader): Generator<void, Int32Array> {
    const matches = new Int32Array(this.states.length).fill(NO_MATCH);
    let index = 0;
    for (const id of other.ids()) {
      const key = idKeyOf(id);
      const at = key === '' ? NO_ID : this.byId.get(key);
      if (at >= 0 && matches[at] === NO_MATCH) matches[at] = index;
      index += 1;
      if (index % IDS_PER_STEP === 0) yield;
    }
    return matches;
  }

  private kindAt(index: number): ChangeKind | null {
    const first = this.firstWithId[index]!;
    if (first === NO_ID) return null;
    const state = this.states[first]!;
    if (state === UNKNOWN) return 'new';
    if (state === KNOWN) return 'noValue';
    return kindOf(numberOrText(this.values.text(first)), valueAt(this.now, this.current.results.matches[index]!));
  }

  /** `indexes`: the people to count, by list index. */
  counts(indexes: Uint32Array): {
    readonly counts: Record<'higher' | 'lower' | 'same' | 'changed' | 'noValue' | 'new', number>;
    readonly withoutId: number;
  } {
    const counts = { higher: 0, lower: 0, same: 0, changed: 0, noValue: 0, new: 0 };
    let withoutId = 0;
    for (const index of indexes) {
      const kind = this.kindAt(index);
      if (kind === null) withoutId += 1;
      else counts[kind as keyof typeof counts] += 1;
    }
    return { counts, withoutId };
  }

  /** The changes, to show on pages of results. */
  changes(): ListChanges {
    const { now, firstWithId, values, states } = this;
    const { matches } = this.current.results;
    const by = (index: number, kind: ChangeKind, before: string) => differenceOf(kind, before, cellOf(now, matches[index]!));
    const beforeOf = (index: number) => (states[firstWithId[index]!] === FOUND ? values.text(firstWithId[index]!) : '');
    return {
      key: this.key,
      at: (index) => {
        const change = this.kindAt(index);
        if (change === null) return null;
        const before = beforeOf(index);
        return { change, before, by: by(index, change, before) };
      },
      differenceAt: (index) => {
        const change = this.kindAt(index);
        if (change === 'same') return 0;
        return change === null ? Number.NaN : (by(index, change, beforeOf(index)) ?? Number.NaN);
      },
    };
  }
}
