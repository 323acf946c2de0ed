/** A list in a project file: its file, sheet layout and mapping, and which of its rows are sent. */
import type { AppendedSheet } from '../../shared/base/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { CellEdits, CheckFilter, ColumnFilter, Replacement, SettleHow } from '../../shared/contract/index.ts';
import type { SendOptions } from '../../shared/rows/index.ts';
import type { Body } from '../../shared/project/index.ts';
import type { FixSteps } from '../../shared/recipe/index.ts';
import type { CsvHeadings, MappingPlan } from '../../shared/mapping/index.ts';

/** The data to open a project's file in a worker. */
export interface ProjectFileRef {
  readonly path: string;
  readonly projectId: string;
  readonly key: Uint8Array;
}

/** Where the list is in the stored rows of a sheet. */
export interface SheetLayout {
  readonly sheet: number;
  readonly sheetName: string;
  /** Sheet row of the header, null without one. */
  readonly headerRow: number | null;
  readonly headerReason: string;
  readonly headers: readonly string[];
  /** Sheet rows at the end that are totals. */
  readonly totalsRows: readonly number[];
  /** Number of rows of the list. */
  readonly rows: number;
  /** Of the first rows, those with the name of a row before them; undefined where that was not looked at. */
  readonly repeatedNames?: { readonly rows: number; readonly of: number } | undefined;
  /** The sheets whose rows follow; undefined for none. */
  readonly appended?: readonly AppendedSheet[] | undefined;
  /** Which other rows below the header are not of the list; undefined for a list of copied rows, which has them all. */
  readonly leaveOut?: LeaveOutRule | undefined;
  readonly rowCounts?: RowCounts | undefined;
}

/** Leaves out rows by their content, beyond blank ones. */
export interface LeaveOutRule {
  /** Rows that the workbook hides. */
  readonly hidden: boolean;
  /** The last sheet row that can be a subtotal by its content; `totalsRows` names those behind it. 0: subtotals are people. */
  readonly subtotalsUpTo: number;
  /** Columns of record numbers: a row with nothing else is blank. */
  readonly idColumns: readonly number[];
  /** The cells of the heading row as in the sheet: a row that repeats them is left out. Empty without a heading row. */
  readonly headings: readonly string[];
  /** The heading row (0 for none), below which remarks and instructions count as subtotals. Absent in lists of earlier versions: nowhere. */
  readonly remarksBelow?: number | undefined;
}

/** A subtotal or total; `label` is '' when it has figures alone. */
export interface SubtotalRow {
  readonly row: number;
  readonly label: string;
}

/** Rows below the header by kind, whether they are left out or not. */
export interface RowCounts {
  readonly hidden: number;
  readonly blank: number;
  /** Rows that repeat the headings. */
  readonly headings: number;
  /** Subtotals and totals. */
  readonly subtotals: number;
  /** The first subtotals and totals with their labels, for a notice. */
  readonly subtotalRows: readonly SubtotalRow[];
}

/** The data to read the records of a list. */
export interface ListSource {
  readonly file: ProjectFileRef;
  readonly sheetLayout: SheetLayout;
  readonly plan: MappingPlan;
  /** Day of the check, YYYY-MM-DD: a later gift is in the future. */
  readonly today: string;
  /** The constituent ID of a row without one begins with this prefix and the sheet row number. */
  readonly rowIdPrefix: string;
  /** `checked`: a checksum of the record follows the row number. `number`, or absent: nothing follows, as in lists of earlier programs. */
  readonly rowIdForm?: 'number' | 'checked' | undefined;
}

/** Which rows of the list are sent. */
export interface SubmitOptions {
  readonly sendErrors: boolean;
  /** Also sends people who were screened recently. */
  readonly resendRecent: boolean;
  /** Most rows to send; null or undefined for all. */
  readonly maxRows?: number | null;
}

/** A list that was sent and has no results yet. */
export interface ListInProgress {
  readonly name: string;
  readonly list: ListSource;
  readonly options: SubmitOptions;
}

/** The list that was measured, whether pseudonyms are in it, its headings, and the fields that it lacks. */
export type SentBody = Pick<Body, 'rows' | 'sha256' | 'ownIdsSha256' | 'headings' | 'neverSent'>;

/** What the check of a list has seen, besides the rows of the sheet. `best`: digest of who is sent this time; null: everyone. */
interface AgreedList {
  readonly edited: string | null;
  readonly best: string | null;
}

/**
 * `headings`: those of CSV that differ from the names of the fields. `agreed`: what the file must still hold; without it, nothing. `body`: the measured list, which the file must still hold.
 */
export type EncodeInput = ListSource & { readonly options: SubmitOptions; readonly format: Body['format'] } & (
    | {
        readonly mode: 'measure';
        readonly headings?: CsvHeadings;
        readonly neverSent?: readonly FieldKey[];
        readonly agreed?: AgreedList | null;
      }
    | { readonly mode: 'stream'; readonly body: SentBody }
  );

/**
 * Rows of a project that make up another one: all with every edit, the refused rows, the rows that were not chosen, or `count` of the sent
 * rows from position `from` on.
 */
export type DerivedRows =
  | { readonly kind: 'all' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'rest'; readonly options: SendOptions }
  | { readonly kind: 'part'; readonly options: SubmitOptions; readonly from: number; readonly count: number };

/** A change of a list by the user. Rows are sheet rows. */
export type EditRequest =
  | { readonly kind: 'correct'; readonly row: number; readonly field: FieldKey; readonly value: string }
  /** `anyway`: also sends the rows that are left out by whom they name. */
  | { readonly kind: 'correctCells'; readonly cells: CellEdits; readonly anyway?: boolean | undefined }
  /** `listed`: only in the rows that a page lists. */
  | {
      readonly kind: 'fix';
      readonly code: string;
      readonly field: FieldKey | null;
      readonly reading?: number | undefined;
      readonly listed?:
        | { readonly filter: CheckFilter; readonly find: string; readonly column?: ColumnFilter | null | undefined }
        | undefined;
    }
  /** Applies the safe fixes of these rules; null: of all rules. */
  | { readonly kind: 'fixSafe'; readonly codes: readonly string[] | null }
  /** Applies the fixes of an earlier list. `fixes`: those that count; null: the safe ones. */
  | { readonly kind: 'fixAs'; readonly steps: FixSteps; readonly fixes: readonly string[] | null }
  | ({ readonly kind: 'replace' } & Replacement)
  /** Applies the carried corrections of the projects of a baseline, the newest of them first. */
  | { readonly kind: 'applyCarriedCorrections'; readonly earlier: readonly ListSource[] }
  | { readonly kind: 'leaveOut'; readonly rows: readonly number[] | CheckFilter; readonly leaveOut: boolean }
  /** Sends the rows of people who asked not to be screened, for this reason; null: leaves them out again. */
  | { readonly kind: 'sendObjected'; readonly reason: string | null }
  /** Sends the rows with the constituent ID of an earlier row under IDs of their own; false: holds them back again. */
  | { readonly kind: 'sendRepeats'; readonly send: boolean }
  /** Sheet rows, of which the first one is sent for all. */
  | { readonly kind: 'merge'; readonly rows: readonly number[] }
  /** Restores what the last edit of this label corrected, whatever was done after it. */
  | { readonly kind: 'takeBack'; readonly label: string }
  /** Keeps a group of repeats as it is, or takes that back; it changes no row. */
  | { readonly kind: 'keepRepeats'; readonly code: string; readonly rows: readonly number[]; readonly keep: boolean }
  | { readonly kind: 'settle'; readonly code: string; readonly how: SettleHow }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };
