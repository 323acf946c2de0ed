/** Display texts for date orders, decimal signs, the source system and cleaning. */
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { type Cleaning, type ColumnPlan, recognizeSystem } from '../../../shared/mapping/index.ts';
import type { DateOrder } from '../../../shared/transforms/index.ts';

export const DATE_ORDERS: Readonly<Record<DateOrder, string>> = { mdy: 'Month first', dmy: 'Day first', ymd: 'Year first' };

export const CLEANING_LABELS: Readonly<Record<keyof Cleaning, string>> = {
  spaces: 'Remove extra spaces',
  placeholders: 'Empty “N/A” values',
  shoutedNames: 'Write NAMES as Names',
  stateCodes: 'Write states as two letters',
  countryCodes: 'Write countries as codes',
  streetLines: 'Split multi-line streets',
  zipZeros: 'Restore lost ZIP zeros',
};

/** How the values of an amount column are read: "Decimal point". */
export const decimalLabel = ({ decimal }: Pick<ColumnPlan, 'decimal'>): string =>
  decimal === null ? 'Decimal sign not clear' : `Decimal ${decimal}`;

/** Whether a column or a combination of columns is sent as the constituent ID. */
const hasIdColumn = ({ plan }: Pick<ColumnsView, 'plan'>): boolean =>
  plan.columns.some(({ to }) => to.kind === 'field' && to.field === 'constituentId') ||
  plan.combinations.some(({ field }) => field === 'constituentId');

/** Whether the source system was recognized or chosen, and what follows from it; `more` is null when nothing does. */
export function systemTexts(view: Pick<ColumnsView, 'system' | 'headers' | 'plan'>): {
  readonly title: string;
  readonly more: string | null;
} {
  const { system, headers } = view;
  const recognized = recognizeSystem(headers)?.system ?? null;
  if (system === null)
    return recognized === null
      ? {
          title: 'We do not know which system exported this file.',
          more: hasIdColumn(view) ? null : 'Choose the system, so that its ID column is used.',
        }
      : {
          title: 'The file is not read as an export of a known system.',
          more: `It looks like an export from ${recognized.name}.`,
        };
  return {
    title: `${recognized?.id === system.id ? 'This looks like an export' : 'You chose an export'} from ${system.name}.`,
    more: `${system.known} of ${system.of} headings belong to it.`,
  };
}
