/** Short notations for mappings, and the records that they produce. */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../shared/fields/table.ts';
import { compileMapping } from '../../shared/mapping/row-mapper.ts';
import { createMappedRecord, type MappedRecord } from '../../shared/mapping/mapped-record.ts';
import { type Cleaning, type ColumnPlan, type MappingPlan, STANDARD_CLEANING, type Target } from '../../shared/mapping/plan.ts';

/** A confirmed column of a plan, without facts about its values. */
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

/** A plan that maps the column at each position to a target, with standard cleaning. */
export const planOf = (targets: readonly Target[], more: Partial<MappingPlan> = {}): MappingPlan => ({
  columns: targets.map((to, position) => column(position, to)),
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
  ...more,
});

/** The record of a row of cells. */
export function mapRow(plan: MappingPlan, cells: readonly string[]): MappedRecord {
  const draft = createMappedRecord();
  compileMapping(plan).map((position) => cells[position] ?? '', draft);
  return draft;
}

/** The result of mapping one cell to one field. */
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

/** The fields with a value. */
export const filledOf = (draft: MappedRecord) =>
  Object.fromEntries(FIELD_KEYS.map((key, index) => [key, draft.values[index]!] as const).filter(([, value]) => value !== ''));
