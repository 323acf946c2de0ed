/** Pages of the checked list. The counts of groups show which groups a page needs. Only searching or sorting reads all rows. */
import { RULES, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import {
  type CheckFilter,
  type CheckPage,
  type CheckRow,
  type DuplicateGroups,
  MAX_MERGED,
  PAGE_ROWS,
} from '../../../shared/contract/index.ts';
import { searchWords } from '../../../shared/transforms/index.ts';
import { duplicateGroups, isKeptGroup } from './duplicate-groups.ts';
import { planMerge } from './merge-rows.ts';
import type { CheckedList } from './checked-list.ts';
import { MAX_SHOWN_REPEATS } from '../list/kept-repeats.ts';
import { decodeFacts, dispositionOf, fixedReasonOf, isLeftOut, readinessOf } from '../../../shared/rows/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { CheckGroup } from '../check/check-group.ts';
import { FACT_FIELD, FACT_RULE_TESTS } from '../check/fact-rules.ts';
import { GROUP_BLOCKS, GROUP_ROWS, groupOfRef, rowOfRef, rowRef } from '../list/row-groups.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import { matchingRows } from '../check/filter-rows.ts';
import { isAsked } from '../check/named-by-issue.ts';
import { shownFields } from '../check/shown-fields.ts';
import { eachMatchingGroup, type RowListings } from './row-listings.ts';
import type { ContractAsk, ListedRowsAsk, SubmitOptions, Work } from '../../worker-protocol/index.ts';
import type { RecordReader } from '../list/record-reader.ts';
import type { GroupCounts } from '../check/group-counts.ts';

type IssueStep = Pick<ContractAsk<'check.nextIssue'>, 'issues' | 'from' | 'back'>;

interface RowOptions {
  readonly options: SubmitOptions;
  /** A column of the file whose cells are also returned. */
  readonly cells?: number | undefined;
}

export class CheckPages {
  private readonly reader: CheckGroupReader;
  private readonly blocks: RowBlocks;
  private readonly counts: GroupCounts;
  private readonly records: RecordReader;
  private readonly severities: readonly (Severity | null)[];
  private readonly fields: readonly FieldKey[];
  /** The fields of pages, and all fields of the spouse, which the merge of a couple needs. */
  private readonly fieldsOfDuplicates: readonly FieldKey[];
  private readonly list: CheckedList;
  /** By rule code. */
  private readonly duplicateGroups = new Map<string, { readonly refs: readonly number[]; readonly isKept: boolean }[]>();
  private readonly listings: RowListings;

  constructor(list: CheckedList, listings: RowListings) {
    const { file, blocks, counts, records, severities, edits } = list;
    this.list = list;
    this.listings = listings;
    this.reader = new CheckGroupReader(file);
    this.blocks = blocks;
    this.counts = counts;
    this.records = records;
    this.severities = severities;
    this.fields = shownFields(records, edits, counts, severities);
    this.fieldsOfDuplicates = FIELD_KEYS.filter((key) => this.fields.includes(key) || fieldOf(key).group === 'spouse');
  }

  private group(group: number): CheckGroup {
    const loaded = this.reader.group(group);
    if (loaded === null) throw new RangeError(`the check of group ${group} is missing`);
    return loaded;
  }

  /** A page of at most 200 rows with their values and issues. */
  page({ filter, find, column, keepListed, sort, cells, offset, limit, options }: ContractAsk<'check.page'>, work: Work): CheckPage {
    const listing = this.listing({ filter, find, column, keepListed, sort }, work);
    const { total, rows } =
      listing === null
        ? this.filter(filter, offset, limit)
        : { total: listing.length, rows: [...listing.subarray(offset, offset + limit)] };
    return { total, fields: [...this.fields], rows: this.rows(rows, { options, cells }) };
  }

  /** The listing of the requested rows; null if they are simply the rows of a filter in file order, which `counts` can locate. */
  private listing({ filter, find, column = null, keepListed = [], sort = null }: ListedRowsAsk, work: Work): Float64Array | null {
    const words = searchWords(find);
    if (words.length === 0 && keepListed.length === 0 && sort === null && column === null) return null;
    return this.listings.rows(this.list, { filter, words, column, sort }, keepListed, work);
  }

  /** Index in the listing of the first row at or after `from` (with `back`: at or before) that matches `issues`; null if there is none. */
  nextIssue({ issues, from, back, ...ask }: Omit<ContractAsk<'check.nextIssue'>, 'options'>, work: Work): number | null {
    const listing = this.listing(ask, work);
    return listing === null ? this.nextInFile(ask.filter, { issues, from, back }) : this.nextListed(listing, { issues, from, back }, work);
  }

  private nextListed(listing: Float64Array, { issues, from, back }: IssueStep, work: Work): number | null {
    const matches = new Uint8Array(this.counts.length * (GROUP_ROWS / 8));
    eachMatchingGroup(this.list, issues, work, (group, rows) => {
      for (const row of rows) matches[Math.floor(rowRef(group, row) / 8)]! |= 1 << (row % 8);
    });
    for (let at = from; at >= 0 && at < listing.length; at += back ? -1 : 1)
      if ((matches[Math.floor(listing[at]! / 8)]! & (1 << (listing[at]! % 8))) !== 0) return at;
    return null;
  }

  private nextInFile(filter: CheckFilter, { issues, from, back }: IssueStep): number | null {
    let first = 0;
    let before: number | null = null;
    for (let group = 0; group < this.counts.length; group++) {
      const end = first + this.counts.rows(group, filter);
      const isInReach = back ? first <= from : end > from;
      if (isInReach && this.counts.rows(group, issues) > 0) {
        const wanted = new Set(matchingRows(this.group(group), issues));
        const found = matchingRows(this.group(group), filter).flatMap((row, at) => (wanted.has(row) ? [first + at] : []));
        const hit = back ? found.findLast((at) => at <= from) : found.find((at) => at >= from);
        if (hit !== undefined && !back) return hit;
        before = hit ?? before;
      }
      first = end;
    }
    return before;
  }

  /** The groups of duplicates of a rule from `offset` on, as many as fit into one answer. */
  duplicates({ code, offset, limit, options }: ContractAsk<'check.duplicates'>): DuplicateGroups {
    const known = this.duplicateGroups.get(code) ?? this.groupsOf(code);
    this.duplicateGroups.set(code, known);
    const groups: DuplicateGroups['groups'] = [];
    let rows = 0;
    for (const { refs, isKept } of known.slice(offset, offset + limit)) {
      const shown = refs.slice(0, MAX_SHOWN_REPEATS);
      rows += shown.length;
      if (rows > PAGE_ROWS) break;
      const checked = this.rows(shown, { options }, this.fieldsOfDuplicates);
      groups.push({ count: refs.length, rows: checked, isKept, merged: this.merged(refs) });
    }
    const kept = known.filter(({ isKept }) => isKept).length;
    return { total: known.length, kept, fields: [...this.fieldsOfDuplicates], groups };
  }

  /** Groups that still need a decision come first. */
  private groupsOf(code: string) {
    const isKept = isKeptGroup(this.list, code);
    const all = duplicateGroups(this.list, this.fieldsOfDuplicates, code).map((refs) => ({ refs, isKept: isKept(refs) }));
    return all.toSorted((a, b) => Number(a.isKept) - Number(b.isKept));
  }

  private merged(group: readonly number[]): DuplicateGroups['groups'][number]['merged'] {
    if (group.length > MAX_MERGED) return null;
    const plan = planMerge(
      this.list,
      group.map((ref) => ({ group: groupOfRef(ref), row: rowOfRef(ref) })),
    );
    return plan === null ? null : { kind: plan.kind, values: this.fieldsOfDuplicates.map((field) => plan.values[FIELD_INDEX[field]]!) };
  }

  private rows(refs: readonly number[], what: RowOptions, fields = this.fields): CheckRow[] {
    const indexes = fields.map((field) => FIELD_INDEX[field]);
    let loadedAt = -1;
    let loaded: CheckGroup | null = null;
    return refs.map((ref) => {
      const group = groupOfRef(ref);
      if (loaded === null || group !== loadedAt) {
        loadedAt = group;
        loaded = this.group(group);
      }
      return this.row(loaded, group, rowOfRef(ref), { ...what, indexes });
    });
  }

  /** The references of the rows that match a filter, from `offset` on. */
  private filter(filter: CheckFilter, offset: number, limit: number): { total: number; rows: number[] } {
    const rows: number[] = [];
    let total = 0;
    for (let group = 0; group < this.counts.length; group++) {
      const first = total;
      total += this.counts.rows(group, filter);
      if (total <= offset || rows.length >= limit) continue;
      const matching = matchingRows(this.group(group), filter);
      for (const row of matching.slice(Math.max(0, offset - first), Math.max(0, offset - first) + limit - rows.length))
        rows.push(rowRef(group, row));
    }
    return { total, rows };
  }

  private row(
    checked: CheckGroup,
    group: number,
    row: number,
    { indexes, options, cells }: RowOptions & { readonly indexes: readonly number[] },
  ): CheckRow {
    const at = checked.blockOf(row);
    // Rows of a sorted page can be anywhere in the list, so only the block of the row is read, and not its whole group.
    const block = this.blocks.block(group * GROUP_BLOCKS + at);
    const blockRow = row - checked.start(at);
    const { values } = this.records.of(block, blockRow);
    const issues: CheckRow['issues'] = [];
    const push = (field: number, rule: number) => {
      if (!isAsked(rule, checked.facts[row]!)) return;
      const { code, severity } = RULES[rule]!;
      const message = code === 'SERVICE_REFUSED' ? { serviceMessage: this.records.messagesOn(block.rowNumber(blockRow), field) } : {};
      issues.push({ field: FIELD_KEYS[field] ?? null, code, severity: this.severities[rule] ?? severity, ...message });
    };
    const facts = decodeFacts(checked.facts[row]!);
    checked.eachIssue(row, push);
    for (const [rule, applies] of FACT_RULE_TESTS) if (applies(facts)) push(FACT_FIELD, rule);
    checked.eachDuplicate(row, push);
    return {
      row: block.rowNumber(blockRow),
      leftOut: isLeftOut(facts),
      notSent: fixedReasonOf(dispositionOf(facts, options)),
      readiness: facts.suppressed === 'yes' ? null : readinessOf(facts),
      values: indexes.map((index) => values[index]!),
      issues,
      ...(cells !== undefined && { cell: block.text(blockRow, cells) }),
    };
  }
}
