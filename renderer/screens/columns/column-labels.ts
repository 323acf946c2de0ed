/** Display texts for date orders, decimal signs, the source system and cleaning. */
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { type Cleaning, type ColumnPlan, recognizeSystem } from '../../../shared/mapping/index.ts';
import { type DateOrder, type DecimalSign, provenDecimal, readAmount } from '../../../shared/transforms/index.ts';

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

/** The sign that a value is read with; null for a value that has none. `decimal` decides where the value allows both. */
function signOf(value: string, decimal: DecimalSign): DecimalSign | null {
  if (readAmount(value, decimal) === null) return null;
  const proven = provenDecimal([value]);
  if (proven !== null) return proven;
  return readAmount(value, 'point') === readAmount(value, 'comma') ? null : decimal;
}

/** True when some of the values are read with a decimal point and others with a decimal comma. */
export function mixesDecimals({ decimal }: Pick<ColumnPlan, 'decimal'>, values: readonly string[]): boolean {
  const signs = new Set(values.map((value) => signOf(value, decimal)));
  return signs.has('point') && signs.has('comma');
}

/** How the values of an amount column are read: "Decimal point". A value that can be read in one way only is read in that way. */
export function decimalLabel(own: Pick<ColumnPlan, 'decimal'>, values: readonly string[]): string {
  if (mixesDecimals(own, values)) return `Points and commas; if unclear, decimal ${own.decimal}`;
  const sign = values.map((value) => signOf(value, own.decimal)).find((read) => read !== null) ?? own.decimal;
  return `Decimal ${sign}`;
}

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
