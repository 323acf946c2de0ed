/** The order of the checked list: a click on a heading sorts ascending, then descending, then as in the file. */
import type { CheckSort } from '../../../shared/contract/index.ts';
import type { FieldKey } from '../../../shared/fields/table.ts';
import { fieldName } from './issue-texts.ts';

/** The order after a click on the heading of a field; null for the order of the file. */
export function sortAfter(before: CheckSort | null, field: FieldKey): CheckSort | null {
  if (before?.field !== field) return { field, descending: false };
  return before.descending ? null : { field, descending: true };
}

/** "sorted by ZIP, last first". */
export const sortText = ({ field, descending }: CheckSort): string => `sorted by ${fieldName(field)}${descending ? ', last first' : ''}`;
