/** Which fields of the records there is something to see of: what columns go to, and what else is sent. */
import { RULE_INDEX, type RuleCode, type Severity } from '../../../shared/rules/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import type { RecordReader } from '../list/record-reader.ts';
import type { Edits } from '../list/edits.ts';
import type { GroupCounts } from './group-counts.ts';

/**
 * The fields in the order of the interface: those that the plan fills, and those that corrections fill beside them. A field that only
 * receives what stands too much in another one is among them where the check has found that it does.
 */
export function shownFields(
  { mapper }: RecordReader,
  edits: Edits,
  counts: GroupCounts,
  severities: readonly (Severity | null)[],
): FieldKey[] {
  const planned = new Set(mapper.fields);
  for (const field of mapper.receiving) {
    const code = field === 'country' ? 'COUNTRY_CODED' : 'LINES_PARTED';
    if (severities[RULE_INDEX[code]] !== null && !isFound(counts, code, field)) planned.delete(field);
  }
  return FIELD_KEYS.filter((key, index) => planned.has(key) || edits.corrects(index));
}

function isFound(counts: GroupCounts, code: RuleCode, field: FieldKey): boolean {
  for (let group = 0; group < counts.length; group++) if (counts.rows(group, { kind: 'rule', code, field }) > 0) return true;
  return false;
}
