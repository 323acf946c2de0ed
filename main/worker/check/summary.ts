/** The summary of a check: the histogram of the list, and each rule with an example from its rows. */
import { numberText } from '../../../shared/base/text.ts';
import { RULES, RULE_INDEX, type Severity, correctionsOf, FIXES } from '../../../shared/rules/index.ts';
import { FIELD_KEYS } from '../../../shared/fields/table.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import type { Edits } from '../list/edits.ts';
import { CheckGroupReader } from './check-group-reader.ts';
import { matchingRows } from './filter-rows.ts';
import { GROUP_BLOCKS } from '../list/row-groups.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type { CheckSummary } from '../../worker-protocol/check.ts';
import type { RecordReader } from '../list/record-reader.ts';
import { shownFields } from './shown-fields.ts';
import { fieldOfKey, ruleOfKey, type GroupCounts } from './group-counts.ts';

/** Rows to read for an example: the first ones may have nothing to show. */
const EXAMPLE_ROWS = 3;
const GRAVITY: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** The stored list that examples are read from. */
export interface Rows {
  readonly file: Pick<ProjectFile, 'read'>;
  readonly blocks: RowBlocks;
  readonly records: RecordReader;
}

/** Value before and after the fix of an issue; null where there is nothing to show. */
function exampleOf(rule: number, field: number, record: MappedRecord, rowNumber: number, duplicateOf: number): RuleCount['example'] {
  const key = FIELD_KEYS[field];
  const before = key === undefined ? '' : (record.values[field] ?? '');
  const { fix, fields } = RULES[rule]!;
  if (duplicateOf > 0) return { before: before === '' ? `row ${rowNumber}` : before, after: `row ${duplicateOf} and row ${rowNumber}` };
  const unchanged = before === '' ? null : { before, after: null };
  const target = key ?? fields[0];
  if (fix === null || target === undefined) return unchanged;
  const corrections = correctionsOf(fix, record, target);
  if (corrections.length === 0) return unchanged;
  return { before, after: corrections.map(({ value }) => (value === '' ? '(empty)' : value)).join(' · ') };
}

/** The example of a rule on a field: that of the first of its first rows that has something to show. */
function firstExample(rows: Rows, counts: GroupCounts, key: number): RuleCount['example'] {
  const rule = ruleOfKey(key);
  const field = fieldOfKey(key);
  const filter = { kind: 'rule', code: RULES[rule]!.code, field: FIELD_KEYS[field] ?? null } as const;
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
      const example = exampleOf(rule, field, rows.records.of(rowBlock, inBlock), rowBlock.rowNumber(inBlock), duplicateOf);
      if (example !== null) return example;
    }
  }
  return null;
}

function ruleCount(key: number, count: number, severity: Severity, example: RuleCount['example']): RuleCount {
  const rule = RULES[ruleOfKey(key)]!;
  const field = FIELD_KEYS[fieldOfKey(key)] ?? null;
  const target = field ?? rule.fields[0] ?? null;
  const { code, title } = rule;
  if (rule.fix === null || target === null) return { code, severity, title, field, rows: count, example, fix: null };
  const { button, bulk } = FIXES[rule.fix];
  const fix = { id: rule.fix, label: button(numberText(count), target), bulk };
  return { code, severity, title, field, rows: count, example, fix };
}

/** Rules are sorted by severity, errors first, then by the number of rows. */
export function summaryOf(counts: GroupCounts, severities: readonly (Severity | null)[], edits: Edits, rows: Rows): CheckSummary {
  const rules = [...counts.byRule()].map(([key, count]) =>
    ruleCount(key, count, severities[ruleOfKey(key)] ?? RULES[ruleOfKey(key)]!.severity, firstExample(rows, counts, key)),
  );
  rules.sort(
    (a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || b.rows - a.rows || ruleIndex(a) - ruleIndex(b) || fieldIndex(a) - fieldIndex(b),
  );
  return {
    histogram: counts.histogram(),
    rules,
    undo: edits.canUndo,
    redo: edits.canRedo,
    fields: shownFields(rows.records, edits, counts, severities),
  };
}

const ruleIndex = ({ code }: RuleCount): number => RULE_INDEX[code as keyof typeof RULE_INDEX];
const fieldIndex = ({ field }: RuleCount): number => (field === null ? -1 : FIELD_KEYS.indexOf(field));
