/** The order of day, month and year in dates. */
import { type DateOrder, toIsoDate } from '../../shared/numbers/index.ts';
import { dayText } from './text.ts';

export const DATE_ORDERS: Readonly<Record<DateOrder, string>> = { mdy: 'Month first', dmy: 'Day first', ymd: 'Year first' };

/** A date text read in an order and formatted for the user; unchanged when it cannot be read. */
export function dateText(text: string, order: DateOrder): string {
  const iso = toIsoDate(text, order);
  return iso === null ? text : dayText(iso);
}
