/** Pages of the checked list. The counts of the groups show which groups a page needs; only a search reads rows, once. */
import { RULES, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey, fieldOf } from '../../../shared/fields/table.ts';
import {
  type CheckFilter,
  type CheckPage,
  type CheckRow,
  type DuplicateGroups,
  MOST_MERGED,
  PAGE_ROWS,
} from '../../../shared/contract/index.ts';
import { searchWords } from '../../../shared/transforms/accents.ts';
import { duplicateGroups } from './duplicate-groups.ts';
import { planMerge } from './merge-rows.ts';
import type { CheckedList } from './checked-list.ts';
import { decodeFacts, isExcluded, NO_ROW } from '../../../shared/rows/row-facts.ts';
import { dispositionOf, isAlreadyScreened } from '../../../shared/rows/disposition.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { CheckGroup } from '../check/check-group.ts';
import { FACT_FIELD, FACT_RULE_TESTS, shownReadiness } from '../check/fact-rules.ts';
import { GROUP_ROWS as GROUP, type RowGroupCache } from '../list/row-groups.ts';
import { matchingRows } from '../check/filter-rows.ts';
import { shownFields } from '../check/shown-fields.ts';
import type { SubmitOptions } from '../../worker-protocol/list.ts';
import type { CheckPageAsk, DuplicatesAsk } from '../../worker-protocol/queries.ts';
import { TextSearch } from '../list/text-search.ts';
import type { RecordReader } from '../list/record-reader.ts';
import type { GroupCounts } from '../check/group-counts.ts';

const CACHED_SEARCHES = 6;

export class CheckPages {
  private readonly reader: CheckGroupReader;
  private readonly groups: RowGroupCache;
  private readonly counts: GroupCounts;
  private readonly records: RecordReader;
  private readonly severities: readonly (Severity | null)[];
  private readonly fields: readonly FieldKey[];
  /** Also the fields that a couple on two rows needs. */
  private readonly fieldsOfDuplicates: readonly FieldKey[];
  private readonly list: CheckedList;
  /** By rule. */
  private readonly duplicateGroups = new Map<string, readonly (readonly number[])[]>();
  /** Rows by filter and search words, as group × 65,536 + row. */
  private readonly searches = new Map<string, Float64Array>();

  constructor(list: CheckedList) {
    const { file, groups, counts, records, severities, edits } = list;
    this.list = list;
    this.reader = new CheckGroupReader(file, severities);
    this.groups = groups;
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
  page({ filter, find, also = [], offset, limit, options }: CheckPageAsk): CheckPage {
    const words = searchWords(find);
    const { total, rows } =
      words.length > 0 || also.length > 0 ? this.search(filter, words, { offset, limit, also }) : this.filter(filter, offset, limit);
    return { total, fields: [...this.fields], rows: this.rows(rows, options) };
  }

  /** The groups of duplicates by a rule from `offset` on, as many as fit into one answer. */
  duplicates({ code, offset, limit, options }: DuplicatesAsk): DuplicateGroups {
    const known = this.duplicateGroups.get(code) ?? duplicateGroups(this.list, this.fieldsOfDuplicates, code);
    this.duplicateGroups.set(code, known);
    const groups: DuplicateGroups['groups'] = [];
    let rows = 0;
    for (const group of known.slice(offset, offset + limit)) {
      const shown = group.slice(0, PAGE_ROWS / 2);
      rows += shown.length;
      if (rows > PAGE_ROWS) break;
      groups.push({ count: group.length, rows: this.rows(shown, options, this.fieldsOfDuplicates), merged: this.merged(group) });
    }
    return { total: known.length, fields: [...this.fieldsOfDuplicates], groups };
  }

  private merged(group: readonly number[]): DuplicateGroups['groups'][number]['merged'] {
    if (group.length > MOST_MERGED) return null;
    const plan = planMerge(
      this.list,
      group.map((at) => ({ group: Math.floor(at / GROUP), row: at % GROUP })),
    );
    return plan === null ? null : { kind: plan.kind, values: this.fieldsOfDuplicates.map((field) => plan.values[FIELD_INDEX[field]]!) };
  }

  /** The rows at positions given as group × 65,536 + row. */
  private rows(rows: readonly number[], options: SubmitOptions, fields = this.fields): CheckRow[] {
    const indexes = fields.map((field) => FIELD_INDEX[field]);
    let loadedAt = -1;
    let loaded: CheckGroup | null = null;
    return rows.map((at) => {
      const group = Math.floor(at / GROUP);
      if (loaded === null || group !== loadedAt) {
        loadedAt = group;
        loaded = this.group(group);
      }
      return this.row(loaded, group, at % GROUP, { indexes, options });
    });
  }

  /** The rows of a filter from `offset` on. */
  private filter(filter: CheckFilter, offset: number, limit: number): { total: number; rows: number[] } {
    const rows: number[] = [];
    let total = 0;
    for (let group = 0; group < this.counts.length; group++) {
      const first = total;
      total += this.counts.rows(group, filter);
      if (total <= offset || rows.length >= limit) continue;
      const matching = matchingRows(this.group(group), filter);
      for (const row of matching.slice(Math.max(0, offset - first), Math.max(0, offset - first) + limit - rows.length))
        rows.push(group * GROUP + row);
    }
    return { total, rows };
  }

  private search(
    filter: CheckFilter,
    words: readonly string[],
    { offset, limit, also }: { readonly offset: number; readonly limit: number; readonly also: readonly number[] },
  ): { total: number; rows: number[] } {
    const key = JSON.stringify([filter, words, also]);
    let rows = this.searches.get(key);
    if (rows === undefined) {
      const found = words.length === 0 ? this.filter(filter, 0, Infinity).rows : this.searchRows(filter, words);
      const added = [...this.groups.locate(new Set(also))].flatMap(([group, inGroup]) =>
        inGroup.filter((row) => this.group(group).facts[row] !== NO_ROW).map((row) => group * GROUP + row),
      );
      rows = Float64Array.from(new Set([...found, ...added])).sort();
      if (this.searches.size >= CACHED_SEARCHES) this.searches.delete(this.searches.keys().next().value!);
      this.searches.set(key, rows);
    }
    return { total: rows.length, rows: [...rows.subarray(offset, offset + limit)] };
  }

  private searchRows(filter: CheckFilter, words: readonly string[]): number[] {
    const rows: number[] = [];
    const search = new TextSearch(this.records, words);
    for (let group = 0; group < this.counts.length; group++) {
      if (this.counts.rows(group, filter) === 0) continue;
      const loaded = this.group(group);
      const { blocks } = this.groups.group(group);
      for (const row of matchingRows(loaded, filter)) {
        const block = loaded.blockOf(row);
        if (search.matches(blocks[block]!, row - loaded.start(block))) rows.push(group * GROUP + row);
      }
    }
    return rows;
  }

  private row(
    checked: CheckGroup,
    group: number,
    row: number,
    { indexes, options }: { readonly indexes: readonly number[]; readonly options: SubmitOptions },
  ): CheckRow {
    const at = checked.blockOf(row);
    const block = this.groups.group(group).blocks[at]!;
    const blockRow = row - checked.start(at);
    const { values } = this.records.of(block, blockRow);
    const issues: CheckRow['issues'] = [];
    const push = (field: number, rule: number) => {
      const { code, severity } = RULES[rule]!;
      const words = code === 'SERVICE_REFUSED' ? { words: this.records.messagesOn(block.rowNumber(blockRow), field) } : {};
      issues.push({ field: FIELD_KEYS[field] ?? null, code, severity: this.severities[rule] ?? severity, ...words });
    };
    const facts = decodeFacts(checked.facts[row]!);
    checked.eachIssue(row, push);
    for (const [rule, applies] of FACT_RULE_TESTS) if (applies(facts)) push(FACT_FIELD, rule);
    checked.eachDuplicate(row, push);
    const disposition = dispositionOf(facts, options);
    return {
      row: block.rowNumber(blockRow),
      leftOut: isExcluded(facts),
      heldBack: isAlreadyScreened(disposition) ? disposition : null,
      readiness: facts.suppressed === 'yes' ? null : shownReadiness(facts),
      values: indexes.map((index) => values[index]!),
      issues,
    };
  }
}
