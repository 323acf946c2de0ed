/** Pages of the checked list. The counts of the groups show which groups a page needs; only a search reads rows, once. */
import { RULES, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import type { CheckFilter, CheckPage, CheckRow } from '../../../shared/contract/index.ts';
import { searchWords } from '../../../shared/transforms/accents.ts';
import type { CheckedList } from './checked-list.ts';
import { decodeFacts, isExcluded } from '../../../shared/rows/row-facts.ts';
import { dispositionOf, isAlreadyScreened } from '../../../shared/rows/disposition.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { CheckGroup } from '../check/check-group.ts';
import { FACT_FIELD, FACT_RULE_TESTS, shownReadiness } from '../check/fact-rules.ts';
import { GROUP_ROWS as GROUP, type RowGroupCache } from '../list/row-groups.ts';
import { matchingRows } from '../check/filter-rows.ts';
import { shownFields } from '../check/shown-fields.ts';
import type { SubmitOptions } from '../../worker-protocol/list.ts';
import type { CheckPageAsk } from '../../worker-protocol/queries.ts';
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
  /** Rows by filter and search words, as group × 65,536 + row. */
  private readonly searches = new Map<string, Float64Array>();

  constructor({ file, groups, counts, records, severities, edits }: CheckedList) {
    this.reader = new CheckGroupReader(file, severities);
    this.groups = groups;
    this.counts = counts;
    this.records = records;
    this.severities = severities;
    this.fields = shownFields(records, edits, counts, severities);
  }

  private group(group: number): CheckGroup {
    const loaded = this.reader.group(group);
    if (loaded === null) throw new RangeError(`the check of group ${group} is missing`);
    return loaded;
  }

  /** A page of at most 200 rows with their values and issues. */
  page({ filter, find, offset, limit, options }: CheckPageAsk): CheckPage {
    const words = searchWords(find);
    const { fields } = this;
    const indexes = fields.map((field) => FIELD_INDEX[field]);
    const { total, rows } = words.length === 0 ? this.filter(filter, offset, limit) : this.search(filter, words, offset, limit);
    let loadedAt = -1;
    let loaded: CheckGroup | null = null;
    const page = rows.map((at) => {
      const group = Math.floor(at / GROUP);
      if (loaded === null || group !== loadedAt) {
        loadedAt = group;
        loaded = this.group(group);
      }
      return this.row(loaded, group, at % GROUP, { indexes, options });
    });
    return { total, fields: [...fields], rows: page };
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

  private search(filter: CheckFilter, words: readonly string[], offset: number, limit: number): { total: number; rows: number[] } {
    const key = JSON.stringify([filter, words]);
    let rows = this.searches.get(key);
    if (rows === undefined) {
      rows = Float64Array.from(this.searchRows(filter, words));
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
