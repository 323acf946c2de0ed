/** What describes a list in a project file: where it is, how its sheet is laid out, how it is mapped, and which of its rows are sent. */
import type { FieldKey } from '../../shared/fields/table.ts';
import type { CheckFilter, Replacement } from '../../shared/contract/index.ts';
import type { MappingPlan } from '../../shared/mapping/plan.ts';

/** What is needed to open a project's file; handed to workers as a message. */
export interface ProjectFileRef {
  readonly path: string;
  readonly projectId: string;
  readonly key: Uint8Array;
}

/** How the sheet is understood: enough to read the list out of the stored rows again. */
export interface SheetLayout {
  readonly sheet: number;
  readonly sheetName: string;
  /** Sheet row of the header, null without one. */
  readonly headerRow: number | null;
  readonly headerReason: string;
  readonly headers: readonly string[];
  /** Sheet rows at the end that are totals and no people. */
  readonly totalsRows: readonly number[];
  /** Rows of the list. */
  readonly rows: number;
}

/** Everything that turns stored rows into records. */
export interface ListSource {
  readonly file: ProjectFileRef;
  readonly sheetLayout: SheetLayout;
  readonly plan: MappingPlan;
  /** The day of the check, YYYY-MM-DD: gifts after it lie in the future. */
  readonly today: string;
  /** A row without a constituent ID is sent with this and its sheet row number as one. */
  readonly rowIdPrefix: string;
}

/** Which rows of the list are sent. */
export interface SubmitOptions {
  readonly sendErrors: boolean;
  /** Also those who were screened not long ago and have not changed. */
  readonly resendRecent: boolean;
  /** No more than so many rows; null or left out: all of them. */
  readonly maxRows?: number | null;
}

/** A list that was sent and has no results yet: its rows, and which of them it sends. */
export interface ListInProgress {
  readonly name: string;
  readonly list: ListSource;
  readonly choice: SubmitOptions;
}

/** Rows of one project that make another one: those that were refused, or `count` of those that are sent, from position `from` on. */
export type DerivedRows =
  | { readonly kind: 'refused' }
  | { readonly kind: 'part'; readonly choice: SubmitOptions; readonly from: number; readonly count: number };

/** What a person asks to change of a list. Rows are sheet rows. */
export type EditRequest =
  | { readonly kind: 'correct'; readonly row: number; readonly field: FieldKey; readonly value: string }
  | { readonly kind: 'fix'; readonly code: string; readonly field: FieldKey | null }
  | ({ readonly kind: 'replace' } & Replacement)
  /** Makes the corrections of earlier lists again, the newest of them first. */
  | { readonly kind: 'makeAgain'; readonly earlier: readonly ListSource[] }
  | { readonly kind: 'leaveOut'; readonly rows: readonly number[] | CheckFilter; readonly leaveOut: boolean }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };
