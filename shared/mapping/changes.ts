/** Which fields of a record a changed plan may fill with other values than before. */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../fields/table.ts';
import { type Cleaning, type ColumnPlan, type MappingPlan, SPLITTER_FIELDS, deathTold } from './plan.ts';

const F = FIELD_INDEX;

/** Cleaning of some fields alone; whatever is not named here is done to all of them. */
const CLEANED: Partial<Record<keyof Cleaning, (key: FieldKey) => boolean>> = {
  shoutedNames: (key) => /^(?:primary|spouse)/.test(key),
  stateCodes: (key) => key === 'state',
  countryCodes: (key) => key === 'country',
  zipZeros: (key) => key === 'postalCode',
  streetLines: (key) => key === 'street' || key === 'street2',
};

/** Fields that are read by the value of another one: from the other one to them. */
const READ_BY: Partial<Record<FieldKey, readonly FieldKey[]>> = {
  country: ['state', 'postalCode'],
  street: ['street2'],
  street2: ['street'],
};

/** The fields, and those that a mapping has to read before them to read them right; all as indexes. */
export function withThoseReadBefore(fields: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(fields);
  for (const [first, others] of Object.entries(READ_BY)) if (others.some((key) => fields.has(F[key]))) all.add(F[first as FieldKey]);
  return all;
}

/** How a column is read, wherever it goes. */
function readingOf(column: ColumnPlan | undefined): unknown {
  if (column === undefined) return null;
  const { column: _, to: __, settled: ___, ...reading } = column;
  return reading;
}

/** How a plan comes to the value of a field, as a text that is another one when the value may be. */
function derivationOf(plan: MappingPlan, key: FieldKey): string {
  const { columns, combinations, constants, cleaning, ...others } = plan;
  // Of several the last one counts, as where a plan is compiled.
  const combination = combinations.findLast(({ field }) => field === key) ?? null;
  const direct = columns.find(({ to }) => to.kind === 'field' && to.field === key)?.column;
  const told = deathTold(plan);
  const from = combination === null ? direct : combination.columns[0];
  return JSON.stringify([
    combination ?? from ?? null,
    readingOf(columns.findLast((candidate) => candidate.column === from)),
    columns.flatMap(({ column: at, to }) => (to.kind === 'split' && SPLITTER_FIELDS[to.splitter].includes(key) ? [[at, to.splitter]] : [])),
    constants.filter(({ field }) => field === key).map(({ value }) => value),
    told.on === key ? told.by : [],
    Object.entries(cleaning).filter(([name]) => CLEANED[name as keyof Cleaning]?.(key) ?? true),
    // Whatever a plan says beside is of every field.
    others,
  ]);
}

/** Indexes of the fields whose values may be others under a changed plan; all others have the same in every row. */
export function changedFields(before: MappingPlan, after: MappingPlan): ReadonlySet<number> {
  const changed = new Set<FieldKey>(FIELD_KEYS.filter((key) => derivationOf(before, key) !== derivationOf(after, key)));
  for (const key of changed) for (const other of READ_BY[key] ?? []) changed.add(other);
  return new Set([...changed].map((key) => F[key]));
}
