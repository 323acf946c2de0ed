/** Display texts for date orders, decimal signs, the source system and cleaning. */
import type { ColumnsView } from '../../../shared/contract/index.ts';
import { type Cleaning, type ColumnPlan, type Role, recognizeSystem, roleOf } from '../../../shared/mapping/index.ts';
import { count } from '../../format/index.ts';
import type { DateOrder } from '../../../shared/transforms/index.ts';

export const DATE_ORDERS: Readonly<Record<DateOrder, string>> = { mdy: 'Month first', dmy: 'Day first', ymd: 'Year first' };

export const CLEANING_LABELS: Readonly<Record<keyof Cleaning, string>> = {
  spaces: 'Remove extra spaces',
  placeholders: 'Treat “N/A” as blank',
  shoutedNames: 'Fix ALL-CAPS names',
  stateCodes: 'Write states as two letters',
  countryCodes: 'Write countries as codes',
  streetLines: 'Split multi-line streets',
  zipZeros: 'Restore lost ZIP zeros',
};

/** How the values of an amount column are read: "Decimal point". */
export const decimalLabel = ({ decimal }: Pick<ColumnPlan, 'decimal'>): string =>
  decimal === null ? 'Decimal sign not clear' : `Decimal ${decimal}`;

const ROLE_FACTS: Readonly<Record<Role, string>> = {
  deceased: 'says who is deceased: left out',
  doNotScreen: 'says whom not to screen: left out',
  screeningConsent: 'says who agrees to be screened',
  spouseDeceased: 'says whose spouse is deceased',
};

/** A fact about recognized columns, with the column that it is about; null for one about several. */
interface ColumnFact {
  readonly text: string;
  readonly column: number | null;
}

/** What recognized columns do besides being sent: combined, read for a role, or kept in the file. */
export function columnFacts({ plan, headers }: Pick<ColumnsView, 'plan' | 'headers'>, unsent: number): readonly ColumnFact[] {
  const name = (column: number) => headers[column] ?? '';
  const roles = plan.columns.flatMap(({ column, to }) => {
    const role = roleOf(to);
    return role === null ? [] : [{ column, text: `“${name(column)}” ${ROLE_FACTS[role]}` }];
  });
  // A column that is not accepted yet is among those to look at.
  const isOpen = (column: number) => plan.columns.some((one) => one.column === column && !one.settled);
  const filled = plan.combinations
    .filter(({ how, columns: [, ...others] }) => how === 'firstFilled' && !others.some(isOpen))
    .map(({ columns: [first = 0, ...others] }) => ({
      column: others[0] ?? null,
      text: `${others.map((one) => `“${name(one)}”`).join(', ')} where “${name(first)}” is empty`,
    }));
  return [
    ...roles,
    ...filled,
    ...(unsent > 0 ? [{ column: null, text: `${count(unsent, 'column')} not sent ${unsent === 1 ? 'stays' : 'stay'} in your file` }] : []),
  ];
}

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
          title: 'Looks like a hand-made list.',
          more: 'From a CRM? Pick it:',
        }
      : {
          title: 'Not read as a CRM export.',
          more: `It looks like ${recognized.name}.`,
        };
  return {
    title: recognized?.id === system.id ? 'Export from' : 'You picked',
    more: `${system.known} of ${system.of} headings known`,
  };
}
