/** The differences between the typed record and the record that an earlier screening sent. */
import type { ScreenedBefore } from '../../../shared/contract/index.ts';
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { comparedValues } from '../../../shared/mapping/index.ts';
import { zipKey } from '../../../shared/rules/index.ts';
import type { RecordTexts } from './record-texts.ts';

/** The typed fields with a different value than was sent. An empty field is not a change. */
export function changedFields(values: RecordTexts, record: ScreenedBefore['record']): FieldKey[] {
  const sent = new Map(record.map(({ field, value }) => [field, value]));
  const compared = comparedValues(FIELD_KEYS.map((key) => values[key] ?? ''));
  const before = comparedValues(FIELD_KEYS.map((key) => sent.get(key) ?? ''));
  return FIELD_KEYS.filter((key, at) => {
    if (compared[at] === '') return false;
    // A ZIP without its leading zero, or with four more digits, is the same place.
    return key === 'postalCode' ? zipKey(compared[at]!) !== zipKey(before[at]!) : compared[at] !== before[at];
  });
}
