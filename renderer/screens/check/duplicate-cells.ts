/** What rows that repeat have in common, and where they differ. */
import type { CheckRow } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/table.ts';

/** The same for the same rows in any order. */
export const groupKey = (rows: readonly CheckRow[]): string => rows.map(({ row }) => row).join(' ');

export const differingFields = (rows: readonly CheckRow[], fields: readonly FieldKey[]): readonly FieldKey[] =>
  fields.filter((_, at) => rows.some(({ values }) => (values[at] ?? '') !== (rows[0]?.values[at] ?? '')));

/** The address that the rows share, else the name, the email or the ID of the first one. */
export function groupTitle(rows: readonly CheckRow[], fields: readonly FieldKey[]): string {
  const differing = differingFields(rows, fields);
  const text = (...keys: readonly FieldKey[]) =>
    keys.map((key) => rows[0]?.values[fields.indexOf(key)] ?? '').filter((value) => value !== '');
  const isShared = (field: FieldKey) => fields.includes(field) && !differing.includes(field);
  if (isShared('street') && text('street').length > 0) return text('street', 'city').join(', ');
  const name = text('primaryFirst', 'primaryLast').join(' ');
  return name === '' ? (text('personalEmail', 'constituentId')[0] ?? '') : name;
}
