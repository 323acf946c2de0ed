/** A list as it was read, which a recipe is compared with. */
import { type ColumnSuggestion, type ImportOptions, type Target, ROLE_TEXTS, SPLITTER_FIELDS, roleOf } from '../mapping/index.ts';
import { fieldOf } from '../fields/index.ts';

type Suggestion = Pick<
  ColumnSuggestion,
  'column' | 'to' | 'certainty' | 'provenOrder' | 'provenDecimal' | 'unclear' | 'answers' | 'samples'
>;

/** Import options about kinds of rows and cells. */
export const ROW_CHOICES = ['hiddenRows', 'subtotals', 'otherSheets', 'mergedCells'] as const;
type RowChoice = (typeof ROW_CHOICES)[number];

export interface ListRead {
  /** The name of the system that the file was exported from; null: an unknown one. */
  readonly system: string | null;
  readonly headers: readonly string[];
  readonly suggestions: readonly Suggestion[];
  /** The names of the sheets of its file. */
  readonly sheets: readonly string[];
  readonly sheetName: string;
  readonly headerRow: number | null;
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** Null for workbooks. */
  readonly text: { readonly encoding: string; readonly delimiter: string } | null;
  /** How the rows or cells of each kind are treated (`are`), and how many the file has. */
  readonly rows: Readonly<Record<RowChoice, { readonly are: ImportOptions[RowChoice]; readonly count: number }>>;
}

/** True for a column that is sent or has a role. */
export const isUsed = (to: Target): boolean => to.kind !== 'none' || roleOf(to) !== null;

/** What a column is for, as the end of a sentence. */
export function purposeOf(to: Target): string {
  if (to.kind === 'field') return `is sent as ${fieldOf(to.field).label}`;
  if (to.kind === 'split') return `fills ${SPLITTER_FIELDS[to.splitter].slice(0, 2).map((key) => fieldOf(key).label).join(', ')}`; // prettier-ignore
  const role = roleOf(to);
  return role === null ? 'is not sent' : ROLE_TEXTS[role];
}
