/** Display texts for date orders, decimal signs, the source system and cleaning. */
import type { ColumnsView } from '../../../shared/contract/index.ts';
import {
  type Cleaning,
  type ColumnPlan,
  type ColumnSuggestion,
  type Combination,
  type Role,
  meansDeath,
  recognizeSystem,
  roleOf,
} from '../../../shared/mapping/index.ts';

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
  doNotScreen: 'says who not to screen: left out',
  screeningConsent: 'says who agrees to be screened',
  spouseDeceased: 'says whose spouse is deceased',
  child: 'says who is a child: left out',
};

/** The use of recognized columns that are not simply sent: read for a role, combined, or kept in the file. */
export type ColumnFact = {
  /** Separate from the text, because the page shows it in bold; null if it is unknown. */
  readonly count: number | null;
  readonly text: string;
} & (
  | { readonly kind: 'role'; readonly column: number }
  | { readonly kind: 'filled'; readonly combination: Combination }
  | { readonly kind: 'unsent'; readonly columns: readonly number[] }
);

/** The number of rows that a column marks as deceased; null unless every value in all `rows` rows is known. */
function deceasedRows({ to }: ColumnPlan, suggestion: ColumnSuggestion | undefined, rows: number): number | null {
  const { answers, looked = 0, filled } = suggestion ?? {};
  if (to.kind !== 'none' || answers === undefined || looked < rows) return null;
  const counted = answers.reduce((sum, one) => sum + one.rows, 0);
  if (counted !== filled) return null;
  return answers.reduce((sum, { value, rows: these }) => sum + (meansDeath(to, value) === 'deceased' ? these : 0), 0);
}

/** The facts about columns that need no decision, for a list of `rows` rows. `unsent`: columns that are not sent and have no role. */
export function columnFacts(
  { plan, headers, suggestions }: Pick<ColumnsView, 'plan' | 'headers' | 'suggestions'>,
  toReview: readonly number[],
  unsent: readonly number[],
  rows: number,
): readonly ColumnFact[] {
  const name = (column: number) => headers[column] ?? '';
  const roles = plan.columns.flatMap((own): ColumnFact[] => {
    const { column, to } = own;
    const role = roleOf(to);
    if (role === null || toReview.includes(column)) return [];
    const dead =
      role === 'deceased'
        ? deceasedRows(
            own,
            suggestions.find((one) => one.column === column),
            rows,
          )
        : null;
    return [
      dead === null
        ? { kind: 'role', column, count: null, text: `“${name(column)}” ${ROLE_FACTS[role]}` }
        : { kind: 'role', column, count: dead, text: 'deceased: left out' },
    ];
  });
  // A combination with a column that is not accepted yet is shown among the columns to look at.
  const isOpen = (column: number) => plan.columns.some((one) => one.column === column && !one.settled);
  const filled = plan.combinations
    .filter(({ how, columns: [, ...others] }) => how === 'firstFilled' && !others.some(isOpen))
    .map((combination): ColumnFact => {
      const [first = 0, ...others] = combination.columns;
      const text = `${others.map((one) => `“${name(one)}”`).join(', ')} where “${name(first)}” is empty`;
      return { kind: 'filled', combination, count: null, text };
    });
  const stay: ColumnFact = {
    kind: 'unsent',
    columns: unsent,
    count: unsent.length,
    text: `${unsent.length === 1 ? 'stays' : 'stay'} in your file`,
  };
  return [...roles, ...filled, ...(unsent.length > 0 ? [stay] : [])];
}

/** Whether the source system was recognized or chosen, and its consequences; `more` is null without any. */
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
