/** Finds people whose values are on exactly one record with another ID, instead of on their own record. */
import { FIELD_INDEX as F } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { nameKey } from '../../../shared/results/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import type { CrmExport } from './crm-export.ts';
import type { ExpectedValues } from './expected-values.ts';
import type { ExportReading } from './export-reading.ts';
import type { LayoutPeople } from './layout-people.ts';

/** With the day of the screening, at least this many values identify a record without a name. */
const TELLING_VALUES = 3;
/** Maximum number of people with the same values to compare. More people cannot be distinguished. */
const MAX_ALIKE = 1000;

interface Person {
  readonly position: number;
  readonly values: number;
}

interface Named {
  readonly id: string;
  readonly name: string | null;
}

/** The people or records by the sum of their values. */
type BySum<T> = Map<number, T[]>;

const push = <T>(groups: BySum<T>, sum: number, one: T) => {
  const group = groups.get(sum);
  if (group === undefined) groups.set(sum, [one]);
  else if (group.length < MAX_ALIKE) group.push(one);
};

/** By the position of a person, the ID of the record that has their values. */
export async function movedPeople(
  people: LayoutPeople,
  expected: ExpectedValues,
  source: CrmExport,
  reading: ExportReading,
  isTelling: readonly boolean[],
): Promise<Map<number, string>> {
  const missing: BySum<Person> = new Map();
  const isStrange = reading.strangeSums();
  for (let position = 0; position < expected.people; position++) {
    const evidence = expected.evidenceOf(position, isTelling);
    if (evidence !== null && isStrange(evidence.sum)) push(missing, evidence.sum, { position, values: evidence.values });
  }
  const moved = new Map<number, string>();
  if (missing.size === 0) return moved;
  const records = await namedRecords(source, reading, missing);
  const wanted = new Uint8Array(expected.people);
  for (const group of missing.values()) for (const { position } of group) wanted[position] = 1;
  const named = new Map<number, Named>();
  await people.forEachOf(expected.rows, wanted, ({ position, id }, recordOf) => {
    named.set(position, namedOf(id, recordOf()));
  });
  for (const [sum, group] of missing) {
    const others = (records.get(sum) ?? []).filter(({ id }) => !group.some(({ position }) => named.get(position)?.id === id));
    for (const { position, values } of group) {
      const name = named.get(position)?.name ?? null;
      const alike = name === null ? [] : others.filter((one) => one.name === name);
      const isAlone = source.columns.hasDay && values >= TELLING_VALUES && group.length === 1 && others.length === 1;
      const [other] = alike.length === 1 ? alike : isAlone ? others : [];
      if (other !== undefined) moved.set(position, other.id);
    }
  }
  return moved;
}

const namedOf = (id: string, { values }: MappedRecord): Named => ({
  id: idKeyOf(id),
  name: nameKey(values[F.primaryFirst]!, values[F.primaryLast]!),
});

async function namedRecords(source: CrmExport, reading: ExportReading, sums: ReadonlyMap<number, unknown>): Promise<BySum<Named>> {
  const records: BySum<Named> = new Map();
  const seen = new Set<string>();
  await source.forEachRow((id, { block, row }) => {
    const sum = reading.strangeSumOf(id);
    const key = idKeyOf(id);
    if (sum === null || !sums.has(sum) || seen.has(key)) return;
    seen.add(key);
    push(records, sum, namedOf(id, source.records.of(block, row)));
  });
  return records;
}
