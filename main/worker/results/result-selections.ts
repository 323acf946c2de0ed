/** The rows or profiles in a selection of the results, and their order. Selections and orders are cached. */
import { freeBytes } from '../../../shared/base/index.ts';
import { type ChosenConditions, Outcome, type ResultSelection, isUnsent } from '../../../shared/results/index.ts';
import type { ResultRow } from '../../../shared/contract/index.ts';
import type { ContractAsk } from '../../worker-protocol/index.ts';
import { searchForm, searchWords } from '../../../shared/transforms/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { BestRows } from '../list/best-rows.ts';
import { FIRST_INDEX, type ListIndex, NO_PROFILE, type ProfileNumber } from '../list/ordinals.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { TextSearch } from '../list/text-search.ts';
import { LruCache } from '../result-file/lru-cache.ts';
import { type Column, predicateOf } from './whole-column.ts';
import { orderOf } from './result-order.ts';
import type { ScreeningReader } from './screening-reader.ts';

/** Maximum number of cached selections and orders. */
const CACHED_SELECTIONS = 12;

/** Changes of a column since an earlier screening, by list index. */
export interface ListChanges {
  /** Identifies the screening and the column of the changes. */
  readonly key: string;
  /** Null for a row without an ID. */
  readonly at: (index: number) => NonNullable<ResultRow['scoreChange']> | null;
  /** The difference; 0 for equal values, NaN unless both are numbers. */
  readonly differenceAt: (index: number) => number;
}

/** All scored people. */
export const EVERYBODY: ResultSelection = { outcome: 'scored', filters: [], find: '' };

/** True for outcomes whose items are list indexes. */
export const isInList = (outcome: Outcome): boolean => !isUnsent(outcome) && outcome !== 'unmatched';

/** `revision`: the revision of the office's columns. */
const selectionKey = (revision: string, outcome: Outcome, filters: ResultSelection['filters'], text: string) =>
  JSON.stringify([revision, outcome, filters, text]);

/** Same as `items.filter`, which uses three times the memory because it first collects the items in an array. */
function kept(items: Uint32Array, isKept: (item: number) => boolean): Uint32Array {
  const found = new Uint32Array(items.length);
  let count = 0;
  for (let at = 0; at < items.length; at++) if (isKept(items[at]!)) found[count++] = items[at]!;
  return count === found.length ? found : found.slice(0, count);
}

/** Items are list indexes, except for rows that were not sent (sheet rows) and for `unmatched` (profile numbers). */
export class ResultSelections {
  private readonly screening: ScreeningReader;
  private readonly selections = new LruCache<Uint32Array>(CACHED_SELECTIONS);
  private readonly outcomes = new LruCache<Uint32Array>(Outcome.options.length);
  private unsentRows: Uint32Array | null = null;
  /** Returns true for the list indexes of scored rows that are left out. */
  private isOut: ((index: number) => boolean) | null = null;

  constructor(screening: ScreeningReader) {
    this.screening = screening;
  }

  /** Leaves scored rows out of all later selections, such as people whose profile is someone else's. */
  leaveOut(isOut: (index: number) => boolean): void {
    this.isOut = isOut;
    this.selections.clear();
    this.outcomes.clear();
  }

  private get revision(): string {
    return this.screening.columns.office.office.revision;
  }

  /** Sheet rows that were not sent. */
  unsent(): Uint32Array {
    if (this.unsentRows !== null) return this.unsentRows;
    const { file, results } = this.screening;
    const { rows } = results;
    const left: number[] = [];
    let at = 0;
    const checked = new CheckGroupReader(file);
    for (const { place, bytes } of file.passingChunks('rows')) {
      const block = new RowBlock(bytes);
      const group = checked.block(place.seq);
      for (let row = 0; row < block.rowCount; row++) {
        if (group?.isRow(row) !== true) continue;
        const number = block.rowNumber(row);
        if (rows[at] === number) at += 1;
        else left.push(number);
      }
    }
    return (this.unsentRows = Uint32Array.from(left));
  }

  /** The items that meet the conditions of a selection and are among its ticked rows. */
  select(selection: ResultSelection): Uint32Array {
    const { outcome, chosen } = selection;
    const items = this.selectByConditions(selection);
    if (chosen === undefined) return items;
    const rows = new Set(chosen.rows);
    return kept(items, (item) => rows.has(this.rowNumberOf(outcome, item)) !== chosen.isExcept);
  }

  private selectByConditions({ outcome, filters, find }: ResultSelection): Uint32Array {
    const all = this.outcomes.getOrCreate(outcome, () => this.ofOutcome(outcome));
    const words = searchWords(find);
    const text = words.join(' ');
    if (filters.length === 0 && text === '') return all;
    return this.selections.getOrCreate(selectionKey(this.revision, outcome, filters, text), () => {
      let items = this.cachedPrefix(outcome, filters, text) ?? all;
      for (const filter of filters) {
        const column = this.screening.columns.column(filter.column);
        const passes = predicateOf(column, filter);
        items = kept(items, (item) => passes(this.positionIn(column, outcome, item)));
      }
      if (text === '') return items;
      const search = new TextSearch(this.screening.records, words);
      return kept(items, (item) => this.matches(outcome, item, search, words));
    });
  }

  /** A cached selection for a prefix of the search text. It contains all rows of this selection. */
  private cachedPrefix(outcome: Outcome, filters: ResultSelection['filters'], text: string): Uint32Array | null {
    for (let length = text.length - 1; length > 0; length--) {
      const cached = this.selections.peek(selectionKey(this.revision, outcome, filters, text.slice(0, length)));
      if (cached !== null) return cached;
    }
    return null;
  }

  private ofOutcome(outcome: Outcome): Uint32Array {
    const { results } = this.screening;
    if (isUnsent(outcome)) {
      const best = new BestRows(this.screening.file);
      return this.unsent().filter((row) => best.isNotChosen(row) === (outcome === 'notChosen'));
    }
    if (outcome === 'unmatched') return Uint32Array.from(results.unmatchedProfiles());
    return this.withOutcome(outcome, outcome === 'scored' ? this.isOut : null);
  }

  /** All scored people, also those that are left out. Not cached. */
  scored(): Uint32Array {
    return this.withOutcome('scored', null);
  }

  private withOutcome(outcome: Outcome, isOut: ((index: number) => boolean) | null): Uint32Array {
    const { results } = this.screening;
    const indexes = new Uint32Array(results.rows.length);
    let count = 0;
    for (let index = FIRST_INDEX; index < indexes.length; index++)
      if (results.outcome(index) === outcome && isOut?.(index) !== true) indexes[count++] = index;
    return indexes.slice(0, count);
  }

  profileOf(outcome: Outcome, item: number): ProfileNumber {
    if (outcome === 'unmatched') return item as ProfileNumber;
    return isUnsent(outcome) ? NO_PROFILE : this.screening.results.matches[item as ListIndex]!;
  }

  /** Sheet row of an item; 0 for none. */
  rowNumberOf(outcome: Outcome, item: number): number {
    if (outcome === 'unmatched') return 0;
    return isUnsent(outcome) ? item : this.screening.results.rows[item]!;
  }

  /** Index of an item in a column. The value at index 0 of every column is empty. */
  positionIn(column: Column, outcome: Outcome, item: number): number {
    return column.by === 'profile' ? this.profileOf(outcome, item) : this.rowNumberOf(outcome, item);
  }

  private matches(outcome: Outcome, item: number, search: TextSearch, words: readonly string[]): boolean {
    if (outcome === 'unmatched') {
      const json = searchForm(this.screening.results.profileJson(item as ProfileNumber) ?? '');
      return words.every((word) => json.includes(word));
    }
    const at = this.screening.blocks.find(this.rowNumberOf(outcome, item));
    return at !== null && search.matches(at.block, at.row);
  }

  /** The items of a selection, sorted by the values of a column or by its changes. */
  sorted(selection: ResultSelection, sort: ContractAsk<'results.page'>['sort'], changes: ListChanges | null): Uint32Array {
    const items = this.select(selection);
    if (sort === null) return items;
    return this.selections.getOrCreate(JSON.stringify([this.revision, selection, sort, changes?.key]), () => {
      const values =
        changes === null ? this.sortValues(selection.outcome, items, sort.column) : differencesOf(selection.outcome, items, changes);
      const order = orderOf(values, sort.descending);
      freeBytes(values);
      for (let at = 0; at < order.length; at++) order[at] = items[order[at]!]!;
      return order;
    });
  }

  private sortValues(outcome: Outcome, items: Uint32Array, key: string): Float64Array {
    const column = this.screening.columns.column(key);
    const values = new Float64Array(items.length);
    for (let at = 0; at < values.length; at++) {
      const index = this.positionIn(column, outcome, items[at]!);
      if (column.type === 'number') values[at] = column.values[index]!;
      else values[at] = column.ranks[index] === 0 ? Number.NaN : column.ranks[index]!;
    }
    return values;
  }

  /** The number of items in a selection, and the sum of their numbers in a column; null if there are no numbers. */
  sum(selection: ResultSelection, key: string): { rows: number; sum: number | null } {
    const column = this.screening.columns.column(key);
    const items = this.select(selection);
    let sum: number | null = null;
    if (column.type === 'number') {
      for (const item of items) {
        const value = column.values[this.positionIn(column, selection.outcome, item)]!;
        if (Number.isFinite(value)) sum = (sum ?? 0) + value;
      }
    }
    return { rows: items.length, sum };
  }

  /** By list index: 1 for a scored row that meets the conditions, otherwise 0. */
  marked(conditions: ChosenConditions): Uint8Array {
    const marks = new Uint8Array(this.screening.results.rows.length);
    for (const index of this.select({ ...conditions, outcome: 'scored' })) marks[index] = 1;
    return marks;
  }
}

const differencesOf = (outcome: Outcome, items: Uint32Array, { differenceAt }: ListChanges): Float64Array =>
  Float64Array.from(items, (item) => (isInList(outcome) ? differenceAt(item) : Number.NaN));
