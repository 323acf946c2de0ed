/** The summary of a check: the histogram of the list, and each rule with an example from its rows. */
import { type AppendedSheet, numberText, rowName } from '../../../shared/base/index.ts';
import { FIXES, RULES, type Severity, bySeverity, correctionsOf } from '../../../shared/rules/index.ts';
import { FIELD_KEYS } from '../../../shared/fields/index.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';
import { type NotWorth, countRows } from '../../../shared/rows/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { storedBest } from '../list/best-rows.ts';
import type { Edits } from '../list/edits.ts';
import { CheckGroupReader } from './check-group-reader.ts';
import { NO_FIELD } from './check-group.ts';
import { matchingRows } from './filter-rows.ts';
import { GROUP_BLOCKS } from '../list/row-groups.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type { CheckSummary } from '../../worker-protocol/index.ts';
import type { RecordReader } from '../list/record-reader.ts';
import { shownFields } from './shown-fields.ts';
import { ANY_FIELD, fieldOfKey, GAIN, isLeftOutKey, OWN_NAME, ruleOfKey, type GroupCounts } from './group-counts.ts';

/** Maximum number of rows to read for an example, because the first ones may have nothing to show. */
const EXAMPLE_ROWS = 3;

/** The stored list that examples are read from. */
export interface Rows {
  readonly file: Pick<ProjectFile, 'read' | 'getValue'>;
  readonly blocks: RowBlocks;
  readonly records: RecordReader;
  readonly appended: readonly AppendedSheet[] | undefined;
}

/**
 * The value before and after the fix of an issue; null if there is nothing to show. `row`, `duplicateOf`: the names of the row, and of the
 * row that it duplicates; '' for none.
 */
function exampleOf(rule: number, field: number, record: MappedRecord, row: string, duplicateOf: string): RuleCount['example'] {
  const key = FIELD_KEYS[field] ?? null;
  const before = record.values[field] ?? '';
  const { fix, fields } = RULES[rule]!;
  if (duplicateOf !== '') return { field: key, before: before === '' ? `row ${row}` : before, after: `row ${duplicateOf} and row ${row}` };
  const unchanged = before === '' ? null : { field: key, before, after: null };
  const target = key ?? fields[0];
  // If a person must choose between several readings for each row, there is no single result to show.
  if (fix === null || target === undefined || (FIXES[fix].choices !== undefined && !FIXES[fix].bulk)) return unchanged;
  const corrections = correctionsOf(fix, record, target);
  if (corrections.length === 0) return unchanged;
  return { field: key, before, after: corrections.map(({ value }) => (value === '' ? '(blank)' : value)).join(' · ') };
}

/** The example of a rule on a field: the first of a few rows that has something to show. `leftOut`: of rows that are left out. */
function firstExample(rows: Rows, counts: GroupCounts, rule: number, field: number, leftOut: boolean): RuleCount['example'] {
  const filter = { kind: 'rule', code: RULES[rule]!.code, field: FIELD_KEYS[field] ?? null, leftOut } as const;
  const reader = new CheckGroupReader(rows.file);
  let left = EXAMPLE_ROWS;
  for (let at = 0; at < counts.length && left > 0; at++) {
    if (counts.rows(at, filter) === 0) continue;
    const group = reader.group(at)!;
    for (const row of matchingRows(group, filter).slice(0, left)) {
      left -= 1;
      const block = group.blockOf(row);
      const rowBlock = rows.blocks.block(at * GROUP_BLOCKS + block);
      const inBlock = row - group.start(block);
      let duplicateOf = 0;
      group.eachDuplicate(row, (_, found, of) => {
        if (found === rule) duplicateOf = of;
      });
      const nameOf = (one: number) => rowName(one, rows.appended);
      const example = exampleOf(
        rule,
        field,
        rows.records.of(rowBlock, inBlock),
        nameOf(rowBlock.rowNumber(inBlock)),
        duplicateOf > 0 ? nameOf(duplicateOf) : '',
      );
      if (example !== null) return example;
    }
  }
  return null;
}

/**
 * Numbers of rows with a rule. `any`: on any field. `gain`: rows that its safe fix makes ready. `own`: on the name of the row's own person.
 * `byField`: by field index. `leftOut`, `leftOutByField`: rows that are left out, which the other numbers do not include.
 */
interface RowsOfRule {
  any: number;
  leftOut: number;
  gain: number;
  own: number;
  readonly byField: { field: number; rows: number }[];
  readonly leftOutByField: { field: number; rows: number }[];
}

function rowsByRule(counts: GroupCounts): ReadonlyMap<number, RowsOfRule> {
  const rules = new Map<number, RowsOfRule>();
  for (const [key, rows] of counts.byRule()) {
    const found = rules.get(ruleOfKey(key)) ?? { any: 0, leftOut: 0, gain: 0, own: 0, byField: [], leftOutByField: [] };
    rules.set(ruleOfKey(key), found);
    const field = fieldOfKey(key);
    if (isLeftOutKey(key)) {
      if (field === ANY_FIELD) found.leftOut = rows;
      else found.leftOutByField.push({ field, rows });
    } else if (field === ANY_FIELD) found.any = rows;
    else if (field === GAIN) found.gain = rows;
    else if (field === OWN_NAME) found.own = rows;
    else found.byField.push({ field, rows });
  }
  for (const { byField, leftOutByField } of rules.values())
    for (const fields of [byField, leftOutByField]) fields.sort((a, b) => b.rows - a.rows || a.field - b.field);
  return rules;
}

/** `outs`: returns the number of rows that are left out because of whom or what they name. */
function ruleCount(
  index: number,
  { any, leftOut, gain, own, byField, leftOutByField }: RowsOfRule,
  severity: Severity,
  example: RuleCount['example'],
  outs: (names: NotWorth) => number,
): RuleCount {
  const { code, title, fix: fixId, fields, leaveOut, names } = RULES[index]!;
  const out = names === null ? 0 : outs(names);
  const sent = names === null ? any : own;
  const listed = any > 0 ? byField : leftOutByField;
  const target = FIELD_KEYS[listed[0]?.field ?? -1] ?? fields[0];
  // Rows that are left out are never fixed.
  const fix = fixId === null || target === undefined || any === 0 ? null : FIXES[fixId];
  return {
    code,
    severity,
    title,
    rows: any,
    leftOut,
    fields: listed.flatMap(({ field, rows }) => (FIELD_KEYS[field] === undefined ? [] : [{ field: FIELD_KEYS[field], rows }])),
    example,
    fix: fix === null ? null : { id: fix.id, label: fix.button(numberText(any), target!), bulk: fix.bulk, safe: fix.safe },
    leaveOut: leaveOut && sent > 0 ? `Leave out ${numberText(sent)}` : null,
    sendAnyway: out > 0 ? `Send ${numberText(out)} anyway` : null,
    gain,
  };
}

/** Rules are sorted by severity, errors first, and then by number of rows. */
export function summaryOf(counts: GroupCounts, severities: readonly (Severity | null)[], edits: Edits, rows: Rows): CheckSummary {
  const histogram = counts.histogram();
  const outs = (names: NotWorth) => countRows(histogram, ({ who }) => who === names);
  const rules = [...rowsByRule(counts)]
    .map(([rule, found]) => ({
      rule,
      count: ruleCount(
        rule,
        found,
        severities[rule] ?? RULES[rule]!.severity,
        firstExample(rows, counts, rule, (found.any > 0 ? found.byField : found.leftOutByField)[0]?.field ?? NO_FIELD, found.any === 0),
        outs,
      ),
    }))
    .toSorted((a, b) => bySeverity(a.count, b.count) || b.count.rows - a.count.rows || b.count.leftOut - a.count.leftOut || a.rule - b.rule)
    .map(({ count }) => count);
  return {
    histogram,
    rules,
    undo: edits.canUndo,
    redo: edits.canRedo,
    fields: shownFields(rows.records, edits, counts, severities),
    best: storedBest(rows.file),
    edited: edits.stamp,
  };
}
