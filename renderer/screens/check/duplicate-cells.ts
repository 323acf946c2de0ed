/** What the rows of a group of duplicates have in common, and where they differ. */
import type { CheckRow, DuplicateGroups } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/index.ts';

export type Group = DuplicateGroups['groups'][number];

/** Identifies a group by the numbers of its rows, in their order. */
export const groupKey = (rows: readonly CheckRow[]): string => rows.map(({ row }) => row).join(' ');

/** The fields in which the rows differ from each other, or from `merged`, the values of the row into which they can be merged. */
export const differingFields = (rows: readonly CheckRow[], fields: readonly FieldKey[], merged?: readonly string[]): readonly FieldKey[] =>
  fields.filter((_, at) => {
    const first = rows[0]?.values[at] ?? '';
    return rows.some(({ values }) => (values[at] ?? '') !== first) || (merged !== undefined && merged[at] !== first);
  });

/** The name, then the fields that differ. Fields that differ in most groups come first, so that they are visible without scrolling. */
export function comparedFields(groups: readonly Group[], fields: readonly FieldKey[]): readonly FieldKey[] {
  const counts = new Map<FieldKey, number>();
  for (const { rows, merged } of groups)
    for (const field of differingFields(rows, fields, merged?.values)) counts.set(field, (counts.get(field) ?? 0) + 1);
  const isName = (field: FieldKey) => field === 'primaryFirst' || field === 'primaryLast';
  const others = [...counts.keys()].filter((field) => !isName(field));
  // Equally frequent fields keep the order of the file.
  return [...fields.filter(isName), ...others.toSorted((a, b) => counts.get(b)! - counts.get(a)! || fields.indexOf(a) - fields.indexOf(b))];
}

/** The address that the rows share, else the name, the email or the ID of the first row. */
export function groupTitle(rows: readonly CheckRow[], fields: readonly FieldKey[]): string {
  const differing = differingFields(rows, fields);
  const text = (...keys: readonly FieldKey[]) =>
    keys.map((key) => rows[0]?.values[fields.indexOf(key)] ?? '').filter((value) => value !== '');
  const isShared = (field: FieldKey) => fields.includes(field) && !differing.includes(field);
  if (isShared('street') && text('street').length > 0) return text('street', 'city').join(', ');
  const name = text('primaryFirst', 'primaryLast').join(' ');
  return name === '' ? (text('personalEmail', 'constituentId')[0] ?? '') : name;
}
