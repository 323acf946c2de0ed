/** Facts about the rows of one rule or one column: why its values break the rule, what its fix does, and its most frequent values. */
import type { Output } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { RULE_INDEX, RULES, causeOf, causesOf, isRuleCode } from '../../../shared/rules/index.ts';
import { decodeFacts, readinessOf } from '../../../shared/rows/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import type { CheckedList } from './checked-list.ts';
import { eachMatchingGroup } from './row-listings.ts';

/** Maximum number of different values to count. With more, choosing from them is not useful. */
const MAX_COUNTED = 20_000;
const MAX_SHOWN = 6;

/**
 * For the values that break a rule, their causes and what the fix does to them, and the number of invalid rows.
 * @throws the reason of the signal when the work is canceled
 */
export function ruleCauses(list: CheckedList, code: string, work: Work): Output<'check.causes'> {
  if (!isRuleCode(code)) return { invalid: 0, fixed: 0, blanked: 0, fields: [] };
  const causes = causesOf(code);
  const index = RULE_INDEX[code];
  const isWanted = (issue: { readonly rule: number }) => issue.rule === index;
  const byField = new Map<FieldKey, Map<string, number>>();
  let [invalid, fixed, blanked] = [0, 0, 0];
  eachMatchingGroup(list, { kind: 'rule', code, field: null }, work, (at, rows, reader) => {
    const group = reader.group(at)!;
    invalid += rows.filter((row) => readinessOf(decodeFacts(group.facts[row]!)) === 'invalid').length;
    if (causes.length === 0) return;
    for (const row of rows) {
      const { block, row: inBlock } = list.groups.rowAt(at, row);
      const { values } = list.records.of(block, inBlock);
      group.eachIssue(row, (field, rule) => {
        const key = FIELD_KEYS[field];
        if (rule !== index || key === undefined) return;
        const cause = causeOf(code, values[field]!)?.key;
        if (cause === undefined) return;
        const counts = byField.get(key) ?? new Map<string, number>();
        byField.set(key, counts.set(cause, (counts.get(cause) ?? 0) + 1));
      });
      if (RULES[index]!.fix === null) continue;
      for (const value of list.fixer.fix(block, inBlock, isWanted)?.corrections.values() ?? [])
        if (value === '') blanked += 1;
        else fixed += 1;
    }
  });
  const titles = new Map(causes.map(({ key, title }) => [key, title]));
  return {
    invalid,
    fixed,
    blanked,
    fields: Array.from(byField, ([field, counts]) => ({
      field,
      causes: Array.from(counts, ([key, rows]) => ({ key, title: titles.get(key)!, rows })).toSorted((a, b) => b.rows - a.rows),
    })),
  };
}

/**
 * The values of a field that occur more than once, most frequent first.
 * @throws the reason of the signal when the work is canceled
 */
export function frequentValues(list: CheckedList, field: FieldKey, work: Work): Output<'check.values'> {
  const counts = new Map<string, number>();
  const index = FIELD_INDEX[field];
  eachMatchingGroup(list, { kind: 'all' }, work, (at, rows) => {
    for (const row of rows) {
      const { block, row: inBlock } = list.groups.rowAt(at, row);
      const value = list.records.of(block, inBlock).values[index]!;
      const count = counts.get(value);
      if (value !== '' && (count !== undefined || counts.size < MAX_COUNTED)) counts.set(value, (count ?? 0) + 1);
    }
  });
  return [...counts]
    .filter(([, rows]) => rows > 1)
    .toSorted(([a, most], [b, rows]) => rows - most || a.localeCompare(b, 'en'))
    .slice(0, MAX_SHOWN)
    .map(([value, rows]) => ({ value, rows }));
}
