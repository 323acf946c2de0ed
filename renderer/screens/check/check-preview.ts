/** Previews the fix of a rule on the shown rows, with the same function that applies the fix. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import { type MappedRecord, createMappedRecord } from '../../../shared/mapping/index.ts';
import { correctionsOf } from '../../../shared/rules/index.ts';
import { ruleOf } from './issue-texts.ts';

/** New texts by field; empty when the fix changes nothing. */
export type Preview = ReadonlyMap<FieldKey, string>;

const NO_CHANGES: Preview = new Map();

/** The fields of a row that a rule's fix starts from: those with the issue, else the rule's first field. */
function fixedFields(row: CheckRow, { code }: Pick<RuleCount, 'code'>): readonly FieldKey[] {
  const first = ruleOf(code)?.fields[0];
  return row.issues.flatMap((issue) => (issue.code === code ? (issue.field ?? first ?? []) : []));
}

/** The values of a row as a record. */
export function mappedRecordOf(row: CheckRow, fields: readonly FieldKey[]): MappedRecord {
  const record = createMappedRecord();
  fields.forEach((field, position) => {
    record.values[FIELD_INDEX[field]] = row.values[position] ?? '';
  });
  return record;
}

/** The preview of a rule's fix for any row; a row that is left out is not fixed. Cached per row, so that scrolling back and forth costs nothing. */
export function previewer(rule: RuleCount | null, fields: readonly FieldKey[]): (row: CheckRow) => Preview {
  const fix = rule === null || rule.fix === null ? null : (ruleOf(rule.code)?.fix ?? null);
  if (rule === null || fix === null) return () => NO_CHANGES;
  const previews = new WeakMap<CheckRow, Preview>();
  return (row) => {
    if (row.leftOut) return NO_CHANGES;
    const known = previews.get(row);
    if (known !== undefined) return known;
    const record = mappedRecordOf(row, fields);
    const preview = new Map(
      fixedFields(row, rule).flatMap((field) => correctionsOf(fix, record, field).map((change) => [change.field, change.value] as const)),
    );
    previews.set(row, preview);
    return preview;
  };
}
