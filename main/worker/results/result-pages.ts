/** Pages, order, filters and distributions of the results. Selections and orders are cached. */
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import type { Distribution, NotSent, Outcome, ResultRow, ResultSelection, ScoreChange } from '../../../shared/contract/index.ts';
import type { MappedRecord } from '../../../shared/mapping/row-mapper.ts';
import type { ChosenConditions, Conditions } from '../../../shared/results/result-shapes.ts';
import { parseJson } from '../../../shared/results/json.ts';
import { columnsShownFirst, titlesOf } from '../../../shared/results/scores.ts';
import { searchForm, searchWords } from '../../../shared/transforms/accents.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { distributionOf } from './distribution.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type { SheetLayout, SubmitOptions } from '../../worker-protocol/list.ts';
import type { ResultsOverview, ResultsPageAsk } from '../../worker-protocol/queries.ts';
import type { RecordReader } from '../list/record-reader.ts';
import { TextSearch } from '../list/text-search.ts';
import { orderOf } from './result-order.ts';
import { cellOf, type Column, LruCache, ResultColumns, predicateOf } from './result-columns.ts';
import { countsOf, ResultFile } from './result-file.ts';

const F = FIELD_INDEX;
/** Most cached selections and orders. */
const CACHED_SELECTIONS = 12;

type Sort = { readonly column: string; readonly descending: boolean };
/** Where a cell of a page comes from. */
type CellSource = { readonly score: number; readonly sheet: number; readonly whole: Column | null };
/** How a column changed since an earlier screening, by list index. */
export interface ListChanges {
  /** Identifies the screening and the column. */
  readonly key: string;
  /** Null for a row without an ID. */
  readonly at: (index: number) => ScoreChange | null;
  /** 0 for the same value, NaN without two numbers. */
  readonly differenceAt: (index: number) => number;
}

/** The changes that a page shows; `isSorted`: it is sorted by them. */
type PageChanges = ListChanges & { readonly isSorted: boolean };

/** When profiles of a page are further apart than this on average, each is in a score block of its own. */
const FAR_APART = 8;

const selectionKey = (outcome: Outcome, filters: ResultSelection['filters'], text: string) => JSON.stringify([outcome, filters, text]);

export class ResultPages {
  private readonly file: ProjectFile;
  private readonly blocks: RowBlocks;
  private readonly records: RecordReader;
  readonly results: ResultFile;
  private readonly columns: ResultColumns;
  readonly titles: ReadonlyMap<string, string>;
  private readonly selections = new LruCache<Uint32Array>(CACHED_SELECTIONS);
  private readonly outcomes = new LruCache<Uint32Array>(5);
  private readonly checked: CheckGroupReader;
  private leftOutRows: Uint32Array | null = null;

  constructor(file: ProjectFile, blocks: RowBlocks, records: RecordReader, sheetLayout: SheetLayout) {
    this.file = file;
    this.blocks = blocks;
    this.records = records;
    this.results = new ResultFile(file);
    this.checked = new CheckGroupReader(file);
    this.columns = new ResultColumns(file, this.results, sheetLayout);
    this.titles = titlesOf(this.results.columns.map(({ key }) => key));
  }

  /** Counts and columns of the results. */
  overview(): ResultsOverview {
    const { results } = this;
    let byOrder = 0;
    for (let index = 0; index < results.rows.length; index++) if (results.isByOrder(index)) byOrder += 1;
    return {
      counts: countsOf(results),
      leftOut: this.leftOut().length,
      unplaced: results.unplaced,
      byOrder,
      columns: results.columns.map((column) => ({ ...column, title: this.titles.get(column.key) ?? column.key })),
      sheetColumns: this.columns.ofSheet(),
      shown: this.shown(),
    };
  }

  /** Sheet rows that were not sent. */
  private leftOut(): Uint32Array {
    if (this.leftOutRows !== null) return this.leftOutRows;
    const { rows } = this.results;
    const left: number[] = [];
    let at = 0;
    for (const { place, bytes } of this.file.chunks('rows')) {
      const block = new RowBlock(bytes);
      const group = this.checked.block(place.seq);
      for (let row = 0; row < block.rowCount; row++) {
        if (group?.isRow(row) !== true) continue;
        const number = block.rowNumber(row);
        if (rows[at] === number) at += 1;
        else left.push(number);
      }
    }
    return (this.leftOutRows = Uint32Array.from(left));
  }

  /** The mapped record of a sheet row. */
  private recordOf(rowNumber: number): MappedRecord | null {
    const at = this.blocks.find(rowNumber);
    return at === null ? null : this.records.of(at.block, at.row);
  }

  /** The items of a selection, narrowed to the ticked rows. */
  private select(selection: ResultSelection): Uint32Array {
    const { outcome, chosen } = selection;
    const items = this.selectByConditions(selection);
    if (chosen === undefined) return items;
    const rows = new Set(chosen.rows);
    return items.filter((item) => rows.has(this.rowNumberOf(outcome, item)) !== chosen.isExcept);
  }

  /** The items of a selection: list indexes, sheet rows for rows that were not sent, or profile numbers for unmatched profiles. */
  private selectByConditions({ outcome, filters, find }: ResultSelection): Uint32Array {
    const all = this.outcomes.getOrCreate(outcome, () => this.ofOutcome(outcome));
    const words = searchWords(find);
    const text = words.join(' ');
    if (filters.length === 0 && text === '') return all;
    return this.selections.getOrCreate(selectionKey(outcome, filters, text), () => {
      let items = this.cachedPrefix(outcome, filters, text) ?? all;
      for (const filter of filters) {
        const column = this.columns.column(filter.column);
        const passes = predicateOf(column, filter);
        items = items.filter((item) => passes(this.positionIn(column, outcome, item)));
      }
      if (text === '') return items;
      const search = new TextSearch(this.records, words);
      return items.filter((item) => this.matches(outcome, item, search, words));
    });
  }

  /** The cached selection for a prefix of the search text, which contains every row of this one. */
  private cachedPrefix(outcome: Outcome, filters: ResultSelection['filters'], text: string): Uint32Array | null {
    for (let length = text.length - 1; length > 0; length--) {
      const cached = this.selections.peek(selectionKey(outcome, filters, text.slice(0, length)));
      if (cached !== null) return cached;
    }
    return null;
  }

  private ofOutcome(outcome: Outcome): Uint32Array {
    const { results } = this;
    if (outcome === 'leftOut') return this.leftOut();
    if (outcome === 'unmatched') return Uint32Array.from(results.unmatchedProfiles());
    const indexes = new Uint32Array(results.rows.length);
    let count = 0;
    for (let index = 0; index < indexes.length; index++) if (results.outcome(index) === outcome) indexes[count++] = index;
    return indexes.slice(0, count);
  }

  /** Profile number of an item, 0 for none. */
  private profileOf(outcome: Outcome, item: number): number {
    if (outcome === 'unmatched') return item;
    return outcome === 'leftOut' ? 0 : this.results.matches[item]!;
  }

  /** Sheet row of an item, 0 for none. */
  private rowNumberOf(outcome: Outcome, item: number): number {
    if (outcome === 'unmatched') return 0;
    return outcome === 'leftOut' ? item : this.results.rows[item]!;
  }

  /** Position of an item in a column; position 0 of every column is empty. */
  private positionIn(column: Column, outcome: Outcome, item: number): number {
    return column.by === 'profile' ? this.profileOf(outcome, item) : this.rowNumberOf(outcome, item);
  }

  private matches(outcome: Outcome, item: number, search: TextSearch, words: readonly string[]): boolean {
    if (outcome === 'unmatched') {
      const json = searchForm(this.results.profileJson(item) ?? '');
      return words.every((word) => json.includes(word));
    }
    const at = this.blocks.find(this.rowNumberOf(outcome, item));
    return at !== null && search.matches(at.block, at.row);
  }

  private sorted(selection: ResultSelection, sort: Sort | null, changes: ListChanges | null): Uint32Array {
    const items = this.select(selection);
    if (sort === null) return items;
    return this.selections.getOrCreate(JSON.stringify([selection, sort, changes?.key]), () => {
      const values =
        changes === null ? this.sortValues(selection.outcome, items, sort.column) : differencesOf(selection.outcome, items, changes);
      const order = orderOf(values, sort.descending);
      for (let at = 0; at < order.length; at++) order[at] = items[order[at]!]!;
      return order;
    });
  }

  private sortValues(outcome: Outcome, items: Uint32Array, key: string): Float64Array {
    const column = this.columns.column(key);
    const values = new Float64Array(items.length);
    for (let at = 0; at < values.length; at++) {
      const index = this.positionIn(column, outcome, items[at]!);
      if (column.type === 'number') values[at] = column.values[index]!;
      else values[at] = column.ranks[index] === 0 ? Number.NaN : column.ranks[index]!;
    }
    return values;
  }

  /** Number of scored rows that meet each of the conditions. */
  counts(conditions: readonly Conditions[]): number[] {
    return conditions.map(({ filters, find }) => this.select({ outcome: 'scored', filters, find }).length);
  }

  /** Per list index 1 for a scored row that meets the conditions, else 0. */
  marked(conditions: ChosenConditions): Uint8Array {
    const marks = new Uint8Array(this.results.rows.length);
    for (const index of this.select({ ...conditions, outcome: 'scored' })) marks[index] = 1;
    return marks;
  }

  /** The number of items of a selection, and the sum of their numbers in a column; null where none has a number. */
  sum(selection: ResultSelection, key: string): { rows: number; sum: number | null } {
    const column = this.columns.column(key);
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

  /** A page of at most 200 rows; with their changes when these are known. */
  page(
    { selection, columns, sort, offset, limit, options }: Omit<ResultsPageAsk, 'since'>,
    changes: PageChanges | null,
  ): { total: number; rows: ResultRow[] } {
    const items = this.sorted(selection, sort, changes?.isSorted === true ? changes : null);
    const here = [...items.subarray(offset, offset + limit)];
    const scattered = this.areScattered(here.map((item) => this.profileOf(selection.outcome, item)));
    const sources = columns.map((key) => ({
      score: this.columns.scoreIndex(key),
      sheet: this.columns.sheetIndex(key),
      whole: scattered && this.columns.isWhole(key) ? this.columns.column(key) : null,
    }));
    return {
      total: items.length,
      rows: here.map((item) => {
        const row = this.rowOf(selection.outcome, item, sources, options);
        return changes === null || !isInList(selection.outcome) ? row : { ...row, scoreChange: changes.at(item) };
      }),
    };
  }

  private areScattered(profiles: readonly number[]): boolean {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const profile of profiles) {
      if (profile === 0) continue;
      if (profile < low) low = profile;
      if (profile > high) high = profile;
    }
    return high - low > FAR_APART * profiles.length;
  }

  /**
   * Loads the columns shown first and sorts by each of them, highest first, one step per iteration, so that the first sort and page are
   * ready when the user asks for them.
   */
  *prepare(): Generator<void> {
    const whole = this.shown().filter((key) => this.columns.isWhole(key));
    for (const column of whole) {
      this.columns.column(column);
      yield;
    }
    for (const column of whole) {
      this.sorted({ outcome: 'scored', filters: [], find: '' }, { column, descending: true }, null);
      yield;
    }
  }

  private shown(): string[] {
    return columnsShownFirst(this.results.columns.map(({ key }) => key));
  }

  /** Why a row was not sent; null where the stored list does not tell. */
  notSentAs({ seq, row }: { readonly seq: number; readonly row: number }, options: SubmitOptions): NotSent | null {
    return this.checked.block(seq)?.notSentAs(row, options) ?? null;
  }

  /** True for a row that is not sent because it is unchanged and has scores in the baseline. */
  hasBaselineScores({ seq, row }: { readonly seq: number; readonly row: number }): boolean {
    return this.checked.block(seq)?.hasBaselineScores(row) ?? false;
  }

  private rowOf(outcome: Outcome, item: number, sources: readonly CellSource[], options: SubmitOptions): ResultRow {
    const { results } = this;
    const profile = this.profileOf(outcome, item);
    const inBlocks = profile !== 0 && sources.some(({ score, whole }) => score >= 0 && whole === null);
    const scores = inBlocks ? results.scores(profile) : null;
    const rowNumber = this.rowNumberOf(outcome, item);
    const at = rowNumber === 0 ? null : this.blocks.find(rowNumber);
    const cells = sources.map(({ score, sheet, whole }) => {
      if (sheet >= 0) return at?.block.text(at.row, sheet) ?? '';
      if (whole !== null) return cellOf(whole, profile);
      return scores === null || score < 0 ? '' : scores.block.text(scores.row, score);
    });
    if (outcome === 'unmatched')
      return {
        row: null,
        name: unmatchedName(results.profileJson(item)),
        locality: '',
        cells,
        byOrder: false,
        reasons: [],
        leftOut: null,
        mergedInto: null,
      };
    const record = at === null ? null : this.records.of(at.block, at.row);
    return {
      row: rowNumber,
      name: record === null ? '' : nameOf(record),
      locality: record === null ? '' : localityText(record),
      cells,
      byOrder: outcome !== 'leftOut' && results.isByOrder(item),
      reasons: outcome === 'leftOut' ? [] : this.reasons(item),
      leftOut: outcome === 'leftOut' && at !== null ? this.notSentAs(at, options) : null,
      mergedInto: outcome === 'leftOut' ? this.records.mergedInto(item) : null,
    };
  }

  /** The service's errors for a list index. */
  reasons(index: number): ResultRow['reasons'] {
    // Of a row that was joined by order, the errors are kept for the case that the join is taken back.
    if (this.results.isByOrder(index)) return [];
    return (this.results.errors().get(index) ?? []).slice(0, 20).map(({ field, message, value }) => ({ field, message, value }));
  }

  /** The distribution of a column over a selection. */
  distribution(selection: ResultSelection, key: string): Distribution {
    const column = this.columns.column(key);
    return distributionOf(
      key,
      column,
      this.select(selection).map((item) => this.positionIn(column, selection.outcome, item)),
    );
  }
}

/** True for outcomes whose items are list indexes. */
const isInList = (outcome: Outcome): boolean => outcome !== 'leftOut' && outcome !== 'unmatched';

const differencesOf = (outcome: Outcome, items: Uint32Array, { differenceAt }: ListChanges): Float64Array =>
  Float64Array.from(items, (item) => (isInList(outcome) ? differenceAt(item) : Number.NaN));

/** A person's name as sent: first, middle and last name, or the business name. */
export function nameOf(record: MappedRecord): string {
  const { values } = record;
  const name = [values[F.primaryFirst], values[F.primaryMiddle], values[F.primaryLast]].filter((part) => part !== '').join(' ');
  return name === '' ? (values[F.businessName] ?? '') : name;
}

/** City and state as sent. */
export const localityText = ({ values }: MappedRecord): string =>
  [values[F.city], values[F.state]].filter((part) => part !== '').join(', ');

function unmatchedName(json: string | null): string {
  if (json === null) return '';
  const profile = parseJson(json) as Record<string, unknown>;
  const text = (key: string) => (typeof profile[key] === 'string' ? profile[key] : '');
  const name = [text('primaryFirst'), text('primaryLast')].filter((part) => part !== '').join(' ');
  return name === '' ? text('constituentId') || text('id') || 'No name in the answer' : name;
}
