/**
 * Pages of the checked list. The counts of each group lead to the groups that a page lies in, so that it costs its own rows
 * wherever it lies; only a search looks at the rows, once, and its rows are kept.
 */
import { RULES, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import type { CheckFilter, CheckPage, CheckRow } from '../../../shared/contract/index.ts';
import { searchWords } from '../../../shared/transforms/accents.ts';
import type { CheckedList } from './edit-builder.ts';
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

/** Searches whose rows are kept at once. */
const KEPT = 6;

export class CheckPages {
  private readonly reader: CheckGroupReader;
  private readonly groups: RowGroupCache;
  private readonly counts: GroupCounts;
  private readonly records: RecordReader;
  private readonly severities: readonly (Severity | null)[];
  private readonly fields: readonly FieldKey[];
  /** Rows by filter and search: group and row in one number, group × 65,536 + row. */
  private readonly kept = new Map<string, Float64Array>();

  constructor({ file, groups, counts, records, severities, edits }: CheckedList) {
    this.reader = new CheckGroupReader(file, severities);
    this.groups = groups;
    this.counts = counts;
    this.records = records;
    this.severities = severities;
    this.fields = shownFields(records, edits, counts, severities);
  }

  private found(group: number): CheckGroup {
    const found = this.reader.group(group);
    if (found === null) throw new RangeError(`the check of group ${group} is missing`);
    return found;
  }

  /** A page of at most 200 rows: the record's values, with what was found on them. */
  page({ filter, find, offset, limit, options }: CheckPageAsk): CheckPage {
    const words = searchWords(find);
    const { fields } = this;
    const indexes = fields.map((field) => FIELD_INDEX[field]);
    const { total, rows } = words.length === 0 ? this.stretch(filter, offset, limit) : this.search(filter, words, offset, limit);
    let group = -1;
    let found: CheckGroup | null = null;
    const page = rows.map((at) => {
      if (found === null || Math.floor(at / GROUP) !== group) {
        group = Math.floor(at / GROUP);
        found = this.found(group);
      }
      return this.row(found, group, at % GROUP, { indexes, options });
    });
    return { total, fields: [...fields], rows: page };
  }

  /** The rows from `offset` on that a filter takes. */
  private stretch(filter: CheckFilter, offset: number, limit: number): { total: number; rows: number[] } {
    const rows: number[] = [];
    let total = 0;
    for (let group = 0; group < this.counts.length; group++) {
      const first = total;
      total += this.counts.rows(group, filter);
      if (total <= offset || rows.length >= limit) continue;
      const matching = matchingRows(this.found(group), filter);
      for (const row of matching.slice(Math.max(0, offset - first), Math.max(0, offset - first) + limit - rows.length))
        rows.push(group * GROUP + row);
    }
    return { total, rows };
  }

  private search(filter: CheckFilter, words: readonly string[], offset: number, limit: number): { total: number; rows: number[] } {
    const key = JSON.stringify([filter, words]);
    let rows = this.kept.get(key);
    if (rows === undefined) {
      rows = Float64Array.from(this.searched(filter, words));
      if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value!);
      this.kept.set(key, rows);
    }
    return { total: rows.length, rows: [...rows.subarray(offset, offset + limit)] };
  }

  private searched(filter: CheckFilter, words: readonly string[]): number[] {
    const rows: number[] = [];
    const search = new TextSearch(this.records, words);
    for (let group = 0; group < this.counts.length; group++) {
      if (this.counts.rows(group, filter) === 0) continue;
      const found = this.found(group);
      const { blocks } = this.groups.group(group);
      for (const row of matchingRows(found, filter)) {
        const block = found.blockOf(row);
        if (search.holds(blocks[block]!, row - found.start(block))) rows.push(group * GROUP + row);
      }
    }
    return rows;
  }

  private row(
    found: CheckGroup,
    group: number,
    row: number,
    { indexes, options }: { readonly indexes: readonly number[]; readonly options: SubmitOptions },
  ): CheckRow {
    const at = found.blockOf(row);
    const block = this.groups.group(group).blocks[at]!;
    const place = row - found.start(at);
    const { values } = this.records.of(block, place);
    const issues: CheckRow['issues'] = [];
    const push = (field: number, rule: number) => {
      const { code, severity } = RULES[rule]!;
      const words = code === 'SERVICE_REFUSED' ? { words: this.records.messagesOn(block.rowNumber(place), field) } : {};
      issues.push({ field: FIELD_KEYS[field] ?? null, code, severity: this.severities[rule] ?? severity, ...words });
    };
    const facts = decodeFacts(found.facts[row]!);
    found.eachIssue(row, push);
    for (const [rule, applies] of FACT_RULE_TESTS) if (applies(facts)) push(FACT_FIELD, rule);
    found.eachDuplicate(row, push);
    const disposition = dispositionOf(facts, options);
    return {
      row: block.rowNumber(place),
      leftOut: isExcluded(facts),
      heldBack: isAlreadyScreened(disposition) ? disposition : null,
      readiness: facts.suppressed === 'yes' ? null : shownReadiness(facts),
      values: indexes.map((index) => values[index]!),
      issues,
    };
  }
}
