/** Texts about a person for pages and exports. */
import { FIELD_INDEX as F } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';

/** A person's name as sent: first, middle and last name, or the business name. */
export function personName(record: MappedRecord): string {
  const { values } = record;
  const name = [values[F.primaryFirst], values[F.primaryMiddle], values[F.primaryLast]].filter((part) => part !== '').join(' ');
  return name === '' ? (values[F.businessName] ?? '') : name;
}

/** City and state as sent. */
export const localityText = ({ values }: MappedRecord): string =>
  [values[F.city], values[F.state]].filter((part) => part !== '').join(', ');
