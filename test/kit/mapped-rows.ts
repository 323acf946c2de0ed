/** Mappings that are said in a line, and what they make of a row. */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../shared/fields/table.ts';
import { compileMapping, createMappedRecord, type MappedRecord } from '../../shared/mapping/mapping.ts';
import { type Cleaning, type ColumnPlan, type MappingPlan, STANDARD_CLEANING, type Target } from '../../shared/mapping/plan.ts';

/** A column of a plan, settled and with nothing to be known of its values. */
export const column = (position: number, to: Target, more: Partial<ColumnPlan> = {}): ColumnPlan => ({
  column: position,
  to,
  settled: true,
  dateOrder: null,
  decimal: 'point',
  ...more,
});

/** A field as the target of a column. */
export const field = (key: FieldKey): Target => ({ kind: 'field', field: key });

/** A plan that takes the column of each place to this target, cleaned as usual. */
export const planOf = (targets: readonly Target[], more: Partial<MappingPlan> = {}): MappingPlan => ({
  columns: targets.map((to, position) => column(position, to)),
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
  ...more,
});

/** The record that a row of cells becomes. */
export function mapRow(plan: MappingPlan, cells: readonly string[]): MappedRecord {
  const draft = createMappedRecord();
  compileMapping(plan).map((position) => cells[position] ?? '', draft);
  return draft;
}

/** What one cell becomes in one field. */
export function mapCell(key: FieldKey, text: string, more: Partial<ColumnPlan> = {}, cleaning: Partial<Cleaning> = {}, country?: string) {
  const plan: MappingPlan = {
    columns: [column(0, field(key), more)],
    combinations: [],
    constants: country === undefined ? [] : [{ field: 'country', value: country }],
    cleaning: { ...STANDARD_CLEANING, ...cleaning },
  };
  const draft = mapRow(plan, [text]);
  const index = FIELD_INDEX[key];
  return { value: draft.values[index], fault: draft.parseErrors[index], changes: draft.changes[index], draft };
}

/** The fields that hold something, with their values. */
export const filledOf = (draft: MappedRecord) =>
  Object.fromEntries(FIELD_KEYS.map((key, index) => [key, draft.values[index]!] as const).filter(([, value]) => value !== ''));
