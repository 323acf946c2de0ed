/** IDs: kept as written, except for what a program did to their digits. */
import { fromScientific, isCutNumber, withoutDecimals } from '../numbers/index.ts';
import { TEXT_CLASS } from '../transforms/index.ts';
import { CHANGE, addChange, clearValue, type MappedRecord } from './mapped-record.ts';
import { replaceValue } from './stored-value.ts';
import type { ColumnPlan } from './plan.ts';

/** Classes of an ID that a program may have changed: a point, or the sign of scientific notation. */
export const MAY_BE_CHANGED = TEXT_CLASS.point | TEXT_CLASS.joiner;

/** Restores the digits of an ID in place. An ID that has lost digits is cleared, because two people could get the same one. */
export function restoreId(record: MappedRecord, field: number, numbers: ColumnPlan['numbers']): void {
  const text = record.values[field]!;
  const whole = fromScientific(text);
  if (whole === '' || (numbers === 'cut' && isCutNumber(text))) {
    clearValue(record, field);
    addChange(record, field, CHANGE.digitsLost);
    return;
  }
  replaceValue(record, field, whole ?? (numbers === 'floats' ? withoutDecimals(text) : text), CHANGE.digitsRestored);
}
