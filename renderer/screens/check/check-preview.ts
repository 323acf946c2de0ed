/** Previews the fix of a rule on the shown rows, with the same function that applies the fix. */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/table.ts';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import { createMappedRecord, type MappedRecord } from '../../../shared/mapping/mapped-record.ts';
import { correctionsOf, FIXES, type FixId, RULES } from '../../../shared/rules/index.ts';

/** New texts by field; empty when the fix changes nothing. */
export type Preview = ReadonlyMap<FieldKey, string>;

const NOTHING: Preview = new Map();

const isFixId = (id: string): id is FixId => Object.hasOwn(FIXES, id);

/** The field that a rule's fix starts from: the one with the issue, else the rule's first field. */
function fixedField({ code, field }: Pick<RuleCount, 'code' | 'field'>): FieldKey | null {
  return field ?? RULES.find((rule) => rule.code === code)?.fields[0] ?? null;
}

function draftOf(row: CheckRow, fields: readonly FieldKey[]): MappedRecord {
  const draft = createMappedRecord();
  fields.forEach((field, position) => {
    draft.values[FIELD_INDEX[field]] = row.values[position] ?? '';
  });
  return draft;
}

/** True when a row has the issue, on the rule's field or on the row as a whole. */
const isFoundOn = (row: CheckRow, { code, field }: Pick<RuleCount, 'code' | 'field'>): boolean =>
  row.issues.some((issue) => issue.code === code && issue.field === field);

/** The preview of a rule's fix for any row. Cached per row, so that scrolling back and forth costs nothing. */
export function previewer(rule: RuleCount | null, fields: readonly FieldKey[]): (row: CheckRow) => Preview {
  const fix = rule?.fix?.id;
  const field = rule === null ? null : fixedField(rule);
  if (rule === null || fix === undefined || field === null || !isFixId(fix)) return () => NOTHING;
  const kept = new WeakMap<CheckRow, Preview>();
  return (row) => {
    const known = kept.get(row);
    if (known !== undefined) return known;
    const made = isFoundOn(row, rule)
      ? new Map(correctionsOf(fix, draftOf(row, fields), field).map((change) => [change.field, change.value]))
      : NOTHING;
    kept.set(row, made);
    return made;
  };
}
