/** Previews the fix of a rule on the shown rows, with the same function that applies the fix. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/table.ts';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import { createMappedRecord, type MappedRecord } from '../../../shared/mapping/mapped-record.ts';
import { correctionsOf, FIXES, type FixId, RULES } from '../../../shared/rules/index.ts';

/** New texts by field; empty when the fix changes nothing. */
export type Preview = ReadonlyMap<FieldKey, string>;

const NOTHING: Preview = new Map();

const isFixId = (id: string): id is FixId => Object.hasOwn(FIXES, id);

/** The fields of a row that a rule's fix starts from: those with the issue, else the rule's first field. */
function fixedFields(row: CheckRow, { code }: Pick<RuleCount, 'code'>): readonly FieldKey[] {
  const first = RULES.find((rule) => rule.code === code)?.fields[0];
  return row.issues.flatMap((issue) => (issue.code === code ? (issue.field ?? first ?? []) : []));
}

/** The values of a row as a record. */
export function mappedRecordOf(row: CheckRow, fields: readonly FieldKey[]): MappedRecord {
  const draft = createMappedRecord();
  fields.forEach((field, position) => {
    draft.values[FIELD_INDEX[field]] = row.values[position] ?? '';
  });
  return draft;
}

/** The preview of a rule's fix for any row. Cached per row, so that scrolling back and forth costs nothing. */
export function previewer(rule: RuleCount | null, fields: readonly FieldKey[]): (row: CheckRow) => Preview {
  const fix = rule?.fix?.id;
  if (rule === null || fix === undefined || !isFixId(fix)) return () => NOTHING;
  const kept = new WeakMap<CheckRow, Preview>();
  return (row) => {
    const known = kept.get(row);
    if (known !== undefined) return known;
    const draft = mappedRecordOf(row, fields);
    const made = new Map(
      fixedFields(row, rule).flatMap((field) => correctionsOf(fix, draft, field).map((change) => [change.field, change.value] as const)),
    );
    kept.set(row, made);
    return made;
  };
}
