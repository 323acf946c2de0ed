/** A list in a project file: its file, sheet layout and mapping, and which of its rows are sent. */
import type { AppendedSheet } from '../../shared/base/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { CellEdits, CheckFilter, ColumnFilter, Replacement, SettleHow } from '../../shared/contract/index.ts';
import type { SendOptions } from '../../shared/rows/index.ts';
import type { Body } from '../../shared/project/index.ts';
import type { FixSteps } from '../../shared/recipe/index.ts';
import type { CsvHeadings, MappingPlan } from '../../shared/mapping/index.ts';

/** What a worker needs to open a project's file. */
export interface ProjectFileRef {
  readonly path: string;
  readonly projectId: string;
  readonly key: Uint8Array;
}

/** Where the list is within the stored rows of a sheet. */
export interface SheetLayout {
  readonly sheet: number;
  readonly sheetName: string;
  /** Sheet row of the header; null when there is none. */
  readonly headerRow: number | null;
  readonly headerReason: string;
  readonly headers: readonly string[];
  /** Sheet rows of the totals at the end. */
  readonly totalsRows: readonly number[];
  /** Number of rows of the list. */
  readonly rows: number;
  /** How many of the first rows (`of`) repeat the name of an earlier row (`rows`); undefined if this was not examined. */
  readonly repeatedNames?: { readonly rows: number; readonly of: number } | undefined;
  /** The additional sheets whose rows come after these; undefined when there are none. */
  readonly appended?: readonly AppendedSheet[] | undefined;
  /** Which other rows below the header do not belong to the list; undefined for a list of copied rows, in which all rows belong to it. */
  readonly leaveOut?: LeaveOutRule | undefined;
  readonly rowCounts?: RowCounts | undefined;
}

/** Leaves out rows because of their content, in addition to blank rows. */
export interface LeaveOutRule {
  /** Rows that the workbook hides. */
  readonly hidden: boolean;
  /** The last sheet row that can be a subtotal because of its content; `totalsRows` names the rows after it. 0: subtotals are people. */
  readonly subtotalsUpTo: number;
  /** Columns of record numbers. A row that has only a record number is treated as blank. */
  readonly idColumns: readonly number[];
  /** The cells of the heading row, as in the sheet. Rows that repeat them are left out. Empty without a heading row. */
  readonly headings: readonly string[];
  /** The heading row (0 for none). Remarks below it are treated as subtotals. Absent in lists of earlier versions: they are not. */
  readonly remarksBelow?: number | undefined;
}

/** A subtotal or total. `label` is '' when the row has only figures. */
export interface SubtotalRow {
  readonly row: number;
  readonly label: string;
}

/** Number of rows below the header by kind, whether or not they are left out. */
export interface RowCounts {
  readonly hidden: number;
  readonly blank: number;
  /** Rows that repeat the headings. */
  readonly headings: number;
  /** Subtotals and totals. */
  readonly subtotals: number;
  /** The first subtotals and totals, with their labels, to show in a notice. */
  readonly subtotalRows: readonly SubtotalRow[];
}

/** What is needed to read the records of a list. */
export interface ListSource {
  readonly file: ProjectFileRef;
  readonly sheetLayout: SheetLayout;
  readonly plan: MappingPlan;
  /** Day of the check, YYYY-MM-DD. A gift after it is in the future. */
  readonly today: string;
  /** Generated constituent IDs consist of this prefix and the sheet row number. */
  readonly rowIdPrefix: string;
  /** `checked`: a checksum of the record follows the row number. `number` or absent: no checksum, as in lists of earlier versions. */
  readonly rowIdForm?: 'number' | 'checked' | undefined;
  /** True for an adopted project whose rows on the service all have their results. Any other row of the file was not part of it. */
  readonly isPart?: boolean;
}

/** Which rows of the list are sent. */
export interface SubmitOptions {
  readonly sendErrors: boolean;
  /** Also sends people who were screened recently. */
  readonly resendRecent: boolean;
  /** Maximum number of rows to send; null or undefined for all. */
  readonly maxRows?: number | null;
}

/** A list that was sent and has no results yet. */
export interface ListInProgress {
  readonly name: string;
  readonly list: ListSource;
  readonly options: SubmitOptions;
}

/** What is known about the measured list: its size, whether it has pseudonyms, its headings, and the fields that are never sent. */
export type SentBody = Pick<Body, 'rows' | 'sha256' | 'ownIdsSha256' | 'headings' | 'neverSent'>;

/** What the check of a list took into account, in addition to the rows. `best`: digest of who is sent this time; null for everyone. */
interface AgreedList {
  readonly edited: string | null;
  readonly best: string | null;
}

/**
 * `headings`: CSV headings that differ from the names of the fields. `agreed`: the state that the file must still have; null or undefined:
 * any. `body`: the measured list, which the file must still contain.
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
 * The rows of a project that make up another project: all rows with all edits, the refused rows, the rows that were not chosen, or `count`
 * of the sent rows, starting at position `from`.
 */
export type DerivedRows =
  | { readonly kind: 'all' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'rest'; readonly options: SendOptions }
  | { readonly kind: 'part'; readonly options: SubmitOptions; readonly from: number; readonly count: number };

/** A change of a list by the user. Rows are sheet rows. */
export type EditRequest =
  | { readonly kind: 'correct'; readonly row: number; readonly field: FieldKey; readonly value: string }
  /** `anyway`: also sends rows that were left out because of whom they name. */
  | { readonly kind: 'correctCells'; readonly cells: CellEdits; readonly anyway?: boolean | undefined }
  /** `listed`: only the rows that a page lists. */
  | {
      readonly kind: 'fix';
      readonly code: string;
      readonly field: FieldKey | null;
      readonly reading?: number | undefined;
      readonly listed?:
        | { readonly filter: CheckFilter; readonly find: string; readonly column?: ColumnFilter | null | undefined }
        | undefined;
    }
  /** Applies the safe fixes of these rules; null for all rules. */
  | { readonly kind: 'fixSafe'; readonly codes: readonly string[] | null }
  /** Applies the fixes of an earlier list. `fixes`: which of them to apply; null: the safe ones. */
  | { readonly kind: 'fixAs'; readonly steps: FixSteps; readonly fixes: readonly string[] | null }
  | ({ readonly kind: 'replace' } & Replacement)
  /** Applies the carried corrections of the projects of a baseline, newest project first. */
  | { readonly kind: 'applyCarriedCorrections'; readonly earlier: readonly ListSource[] }
  | { readonly kind: 'leaveOut'; readonly rows: readonly number[] | CheckFilter; readonly leaveOut: boolean }
  /** For this reason, sends the rows of people who asked not to be screened. Null: leaves the rows out again. */
  | { readonly kind: 'sendObjected'; readonly reason: string | null }
  /** True: sends the rows that repeat the constituent ID of an earlier row, under new IDs. False: leaves them out again. */
  | { readonly kind: 'sendRepeats'; readonly send: boolean }
  /** Sheet rows of one person. The first of them is sent for all. */
  | { readonly kind: 'merge'; readonly rows: readonly number[] }
  /** Restores the values that the last edit with this label replaced, even if other edits followed. */
  | { readonly kind: 'takeBack'; readonly label: string }
  /** Marks a group of repeats as intended, or removes the mark. It changes no row. */
  | { readonly kind: 'keepRepeats'; readonly code: string; readonly rows: readonly number[]; readonly keep: boolean }
  | { readonly kind: 'settle'; readonly code: string; readonly how: SettleHow }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };
