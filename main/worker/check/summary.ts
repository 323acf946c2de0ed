/** What the check found, by rule, out of the counts of the groups; examples are read from the rows that have them. */
import { RULES, RULE_INDEX, type Severity, correctionsOf, FIXES } from '../../../shared/rules/index.ts';
import { FIELD_KEYS } from '../../../shared/fields/table.ts';
import type { RuleCount } from '../../../shared/contract/index.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import type { Edits } from '../list/edits.ts';
import { FoundGroup } from './check-group.ts';
import { GROUP_BLOCKS } from '../list/row-groups.ts';
import type { RowBlocks } from '../list/stored-rows.ts';
import type { CheckSummary } from '../../worker-protocol/check.ts';
import type { Records } from '../list/record-reader.ts';
import { shownFields } from './shown-fields.ts';
import { fieldOfPair, ruleOfPair, type Tallies } from './group-counts.ts';

/** Rows that are looked at for an example: the first may have nothing to show. */
const LOOKED_AT = 3;
const GRAVITY: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** What is needed to read examples. */
export interface Rows {
  readonly file: Pick<ProjectFile, 'read'>;
  readonly blocks: RowBlocks;
  readonly records: Records;
}

/** Before and after of a finding; null where there is nothing to show. */
function exampleOf(rule: number, field: number, draft: MappedRecord, rowNumber: number, partner: number): RuleCount['example'] {
  const key = FIELD_KEYS[field];
  const before = key === undefined ? '' : (draft.values[field] ?? '');
  const { fix, fields } = RULES[rule]!;
  if (partner > 0) return { before: before === '' ? `row ${rowNumber}` : before, after: `row ${partner} and row ${rowNumber}` };
  const unchanged = before === '' ? null : { before, after: null };
  const target = key ?? fields[0];
  if (fix === null || target === undefined) return unchanged;
  const corrections = correctionsOf(fix, draft, target);
  if (corrections.length === 0) return unchanged;
  return { before, after: corrections.map(({ value }) => (value === '' ? '(empty)' : value)).join(' · ') };
}

/** The example of a rule on a field: that of the first row that has one, among the first few. */
function firstExample(rows: Rows, tallies: Tallies, pair: number): RuleCount['example'] {
  const rule = ruleOfPair(pair);
  const field = fieldOfPair(pair);
  let left = LOOKED_AT;
  for (let at = 0; at < tallies.length && left > 0; at++) {
    if (tallies.ofPair(at, pair) === 0) continue;
    const group = new FoundGroup(rows.file.read('findings', at)!);
    for (const row of group.rowsWith(rule, field).slice(0, left)) {
      left -= 1;
      const block = group.blockOf(row);
      const rowBlock = rows.blocks.block(at * GROUP_BLOCKS + block);
      const place = row - group.start(block);
      let partner = 0;
      group.each(row, (_, found, of) => {
        if (found === rule && of > 0) partner = of;
      });
      const example = exampleOf(rule, field, rows.records.of(rowBlock, place), rowBlock.rowNumber(place), partner);
      if (example !== null) return example;
    }
  }
  return null;
}

function ruleCount(pair: number, count: number, severity: Severity, example: RuleCount['example']): RuleCount {
  const rule = RULES[ruleOfPair(pair)]!;
  const field = FIELD_KEYS[fieldOfPair(pair)] ?? null;
  const target = field ?? rule.fields[0] ?? null;
  const { code, title } = rule;
  if (rule.fix === null || target === null) return { code, severity, title, field, rows: count, example, fix: null };
  const { button, bulk } = FIXES[rule.fix];
  const fix = { id: rule.fix, label: button(count.toLocaleString('en-US'), target), bulk };
  return { code, severity, title, field, rows: count, example, fix };
}

/** The counts of the list and of each rule: errors first, then by how many rows they are on. */
export function summaryOf(tallies: Tallies, severities: readonly (Severity | null)[], edits: Edits, rows: Rows): CheckSummary {
  const { persons, issues, doNotScreen, leftOut, ready, thin, errors, sameId, ...counted } = tallies.counted();
  const rules = [...tallies.pairs()].map(([pair, count]) =>
    ruleCount(pair, count, severities[ruleOfPair(pair)] ?? RULES[ruleOfPair(pair)]!.severity, firstExample(rows, tallies, pair)),
  );
  rules.sort(
    (a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || b.rows - a.rows || ruleIndex(a) - ruleIndex(b) || fieldIndex(a) - fieldIndex(b),
  );
  return {
    rows: persons,
    ready,
    thin,
    refused: errors + sameId,
    leftOut,
    withIssues: issues,
    rules,
    undo: edits.canUndo,
    redo: edits.canRedo,
    doNotScreen,
    errors,
    sameId,
    fields: shownFields(rows.records, edits, tallies, severities),
    ...counted,
  };
}

const ruleIndex = ({ code }: RuleCount): number => RULE_INDEX[code as keyof typeof RULE_INDEX];
const fieldIndex = ({ field }: RuleCount): number => (field === null ? -1 : FIELD_KEYS.indexOf(field));
