/** The fields of a list that pages show. */
import { RULE_INDEX, type RuleCode, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import type { RecordReader } from '../list/record-reader.ts';
import type { Edits } from '../list/edits.ts';
import type { GroupCounts } from './group-counts.ts';

/**
 * The fields that the plan or a correction fills, in the order of the interface. A field that only gets values split off from other fields
 * is included only if the check reports that this happens.
 */
export function shownFields(
  { mapper }: RecordReader,
  edits: Edits,
  counts: GroupCounts,
  severities: readonly (Severity | null)[],
): FieldKey[] {
  const planned = new Set(mapper.fields);
  for (const field of mapper.receiving) {
    const code = RECEIVED[field] ?? 'CONTACT_MOVED';
    if (severities[RULE_INDEX[code]] !== null && !hasIssue(counts, code, field)) planned.delete(field);
  }
  return FIELD_KEYS.filter((key, index) => planned.has(key) || edits.corrects(index));
}

/** The rule that reports values split off into a field. For emails and phones, that is CONTACT_MOVED. */
const RECEIVED: Partial<Record<FieldKey, RuleCode>> = {
  street2: 'LINES_PARTED',
  country: 'COUNTRY_CODED',
  primaryMaiden: 'MAIDEN_PARTED',
};

function hasIssue(counts: GroupCounts, code: RuleCode, field: FieldKey): boolean {
  const filters = [false, true].map((leftOut) => ({ kind: 'rule', code, field, leftOut }) as const);
  for (let group = 0; group < counts.length; group++) if (filters.some((filter) => counts.rows(group, filter) > 0)) return true;
  return false;
}
