/** Display texts for date orders and cleaning. */
import type { Cleaning } from '../../../shared/mapping/plan.ts';
import type { DateOrder } from '../../../shared/transforms/dates.ts';

export const DATE_ORDERS: Readonly<Record<DateOrder, string>> = { mdy: 'Month first', dmy: 'Day first', ymd: 'Year first' };

export const TIDYING: Readonly<Record<keyof Cleaning, string>> = {
  spaces: 'Remove extra spaces',
  placeholders: 'Empty “N/A” values',
  shoutedNames: 'Write NAMES as Names',
  stateCodes: 'Write states as two letters',
  countryCodes: 'Write countries as codes',
  streetLines: 'Split multi-line streets',
  zipZeros: 'Restore lost ZIP zeros',
};
