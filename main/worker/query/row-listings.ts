/** The rows of a checked list in the order of a page, when that requires reading every row because they are searched or sorted. */
import type { CheckFilter, CheckSort, ColumnFilter } from '../../../shared/contract/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { causeOf, isRuleCode } from '../../../shared/rules/index.ts';
import { searchForm } from '../../../shared/transforms/index.ts';
import { NO_ROW } from '../../../shared/rows/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { matchingRows } from '../check/filter-rows.ts';
import { groupOfRef, rowOfRef, rowRef } from '../list/row-groups.ts';
import { TextSearch } from '../list/text-search.ts';
import type { CheckedList } from './checked-list.ts';
import { sortRows } from './row-order.ts';

/** Maximum number of listings to keep. Each needs 8 bytes per row. */
const MAX_KEPT = 4;

/** What determines which rows are listed, and in which order. */
export interface ListingAsk {
  readonly filter: CheckFilter;
  /** Words in search form; empty for all rows of the filter. */
  readonly words: readonly string[];
  /** Null for no filter of a column. */
  readonly column: ColumnFilter | null;
  /** Null for file order. */
  readonly sort: CheckSort | null;
}

/**
 * Calls back with each group that has rows that match a filter, and with the indexes of these rows in the group.
 * @throws the reason of the signal.
 */
export function eachMatchingGroup(
  list: CheckedList,
  filter: CheckFilter,
  work: Work,
  onGroup: (group: number, rows: readonly number[], reader: CheckGroupReader) => void,
): void {
  const { counts } = list;
  const reader = new CheckGroupReader(list.file);
  let total = 0;
  for (let group = 0; group < counts.length; group++) total += counts.rows(group, filter);
  let done = 0;
  for (let group = 0; group < counts.length; group++) {
    if (counts.rows(group, filter) === 0) continue;
    work.progress(done, total, 'rows');
    work.signal.throwIfAborted();
    const rows = matchingRows(reader.group(group)!, filter);
    onGroup(group, rows, reader);
    done += rows.length;
  }
}

/** True for a filter of rows that are left out. */
const isOfLeftOut = (filter: CheckFilter): boolean => filter.kind === 'leftOut' || (filter.kind === 'rule' && filter.leftOut === true);

/** The rows of a group that match a column's filter. `leftOut`: whether to look at the issues of rows that are left out. */
function rowsOfColumn(
  list: CheckedList,
  { field, codes, causes, values, contains, filled }: ColumnFilter,
  leftOut: boolean,
  group: number,
  rows: readonly number[],
  reader: CheckGroupReader,
): readonly number[] {
  const checked = reader.group(group)!;
  const index = FIELD_INDEX[field];
  const rowsOf = (code: string) => matchingRows(checked, { kind: 'rule', code, field, leftOut });
  const withIssue = new Set(codes.flatMap(rowsOf));
  const withCause = causes.map(({ code, key }) => ({ code, key, rows: new Set(rowsOf(code)) }));
  const asksIssue = codes.length + causes.length > 0;
  const wanted = searchForm(contains);
  const readsValues = wanted !== '' || filled !== null || values.length > 0 || causes.length > 0;
  return rows.filter((row) => {
    const has = withIssue.has(row);
    if (asksIssue && !has && !withCause.some((cause) => cause.rows.has(row))) return false;
    if (!readsValues) return true;
    const at = list.groups.rowAt(group, row);
    const value = list.records.of(at.block, at.row).values[index]!;
    const isCause = withCause.some(({ code, key, rows: found }) => found.has(row) && isRuleCode(code) && causeOf(code, value)?.key === key);
    if (asksIssue && !has && !isCause) return false;
    if (values.length > 0 && !values.includes(value)) return false;
    return (filled === null || (value !== '') === filled) && (wanted === '' || searchForm(value).includes(wanted));
  });
}

/**
 * References of the rows that match the filter, contain the words and match the column's filter.
 * @throws the reason of the signal.
 */
export function foundRows(list: CheckedList, { filter, words, column }: Omit<ListingAsk, 'sort'>, work: Work): Float64Array {
  let most = 0;
  for (let group = 0; group < list.counts.length; group++) most += list.counts.rows(group, filter);
  const found = new Float64Array(most);
  let count = 0;
  const search = words.length === 0 ? null : new TextSearch(list.records, words);
  eachMatchingGroup(list, filter, work, (group, all, reader) => {
    const rows = column === null ? all : rowsOfColumn(list, column, isOfLeftOut(filter), group, all, reader);
    if (search === null) {
      for (const row of rows) found[count++] = rowRef(group, row);
      return;
    }
    const checked = reader.group(group)!;
    const { blocks } = list.groups.group(group);
    let at = 0;
    for (const [index, block] of blocks.entries()) {
      const end = checked.start(index + 1);
      if (!search.mayMatch(block) && !list.edits.hasCorrections) {
        while (at < rows.length && rows[at]! < end) at += 1;
        continue;
      }
      for (; at < rows.length && rows[at]! < end; at++)
        if (search.matches(block, rows[at]! - checked.start(index))) found[count++] = rowRef(group, rows[at]!);
    }
  });
  return count === most ? found : found.slice(0, count);
}

/** False for rows that do not belong to the list, such as titles, headings and totals. */
const isListed = (list: CheckedList, ref: number): boolean =>
  new CheckGroupReader(list.file).group(groupOfRef(ref))!.facts[rowOfRef(ref)] !== NO_ROW;

export class RowListings {
  private readonly kept = new Map<string, Float64Array>();
  /** The most recent listing, if it required reading every row. */
  private shown: string | null = null;
  /** Whether individual cells were edited while the listing was shown. It is kept unchanged until another listing is shown. */
  private isEdited = false;

  /**
   * Row references of a listing. `keepListed`: sheet rows that are listed even if they do not match.
   * @throws the reason of the signal when the work is canceled
   */
  rows(list: CheckedList, ask: ListingAsk, keepListed: readonly number[], work: Work): Float64Array {
    const isSlow = ask.words.length > 0 || ask.sort !== null || ask.column !== null;
    const key = JSON.stringify([ask.filter, ask.words, ask.column, ask.sort, isSlow ? [] : keepListed]);
    if (this.isEdited && key !== this.shown) {
      this.kept.delete(this.shown!);
      this.isEdited = false;
    }
    const rows = this.kept.get(key) ?? this.make(list, ask, keepListed, work);
    this.shown = isSlow ? key : null;
    if (!this.kept.has(key) && this.kept.size >= MAX_KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, rows);
    return rows;
  }

  private make(list: CheckedList, ask: ListingAsk, keepListed: readonly number[], work: Work): Float64Array {
    const { sort } = ask;
    const found = foundRows(list, ask, work);
    const added = keepListed.length === 0 ? [] : list.groups.refsOf(new Set(keepListed)).filter((ref) => isListed(list, ref));
    const rows = added.length === 0 ? found : Float64Array.from(new Set([...found, ...added])).sort();
    return sort === null ? rows : sortRows(list, rows, sort, work);
  }

  /** Must be called after an edit of individual cells. It keeps the shown listing, so that the edited row does not move away. */
  keepShown(): void {
    for (const key of this.kept.keys()) if (key !== this.shown) this.kept.delete(key);
    this.isEdited = this.shown !== null;
  }

  clear(): void {
    this.kept.clear();
    this.shown = null;
    this.isEdited = false;
  }
}
