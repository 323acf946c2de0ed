/** What main and a worker thread say to each other: the tasks with what goes in and out, and the frames of the wire. */
import { type HouseRules, NO_HOUSE_RULES } from '../../shared/checks/checks.ts';
import type { CheckFilter, CheckView, ImportView, Replacement } from '../../shared/contract.ts';
import type { Layout } from '../../shared/results/layouts.ts';
import type { Conditions } from '../../shared/results/result-shapes.ts';
import type { FieldKey } from '../../shared/constituent.ts';
import type { Failure } from '../../shared/errors.ts';
import type { ColumnSuggestion, MappingPlan, SourceSystem } from '../../shared/mapping/plan.ts';
import type { Body, Counts } from '../../shared/project/project.ts';
import type { ReadingChoice } from '../../shared/mapping/reading-choice.ts';
import type { Template } from '../../shared/mapping/templates.ts';
import type { ProjectFileRef } from '../store/projectfile.ts';
import type { Barred, BarredList } from './check/barred.ts';
import type { SinceBasis } from './check/since.ts';
import type { QueryQuestion } from './questions.ts';
import type { EarlierScreening } from './results/earlierscores.ts';

/** How the sheet is understood: enough to read the list out of the stored rows again. */
export interface Reading {
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

/** What a person asks to change of a list. Rows are sheet rows. */
export type EditRequest =
  | { readonly kind: 'correct'; readonly row: number; readonly field: FieldKey; readonly value: string }
  | { readonly kind: 'fix'; readonly code: string; readonly field: FieldKey | null }
  | ({ readonly kind: 'replace' } & Replacement)
  /** Makes the corrections of earlier lists again, the newest of them first. */
  | { readonly kind: 'makeAgain'; readonly earlier: readonly ListRecipe[] }
  | { readonly kind: 'leaveOut'; readonly rows: readonly number[] | CheckFilter; readonly leaveOut: boolean }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

/** What beside the rows and the plan decides what a check finds. */
export interface CheckBasis {
  readonly houseRules: HouseRules;
  /** The people who are not to be screened; null when there are none. */
  readonly doNotScreen: BarredList | null;
  /** The projects whose people count as screened before: those who were scored, and those who may have been charged for. */
  readonly screened: readonly ProjectFileRef[];
  /** The lists that were sent to the same account and have no results yet: their people count as screened too. */
  readonly onTheirWay: readonly ListOnItsWay[];
  /** The screenings since which only new and changed rows are wanted; null when all rows are. */
  readonly since: SinceBasis | null;
}

/** The basis of a list that nothing is known of. */
export const NO_BASIS: CheckBasis = { houseRules: NO_HOUSE_RULES, doNotScreen: null, screened: [], onTheirWay: [], since: null };

/** Everything that turns stored rows into records. */
export interface ListRecipe {
  readonly file: ProjectFileRef;
  readonly reading: Reading;
  readonly plan: MappingPlan;
  /** The day of the check, YYYY-MM-DD: gifts after it lie in the future. */
  readonly today: string;
  /** A row without a constituent ID is sent with this and its sheet row number as one. */
  readonly rowIdPrefix: string;
}

/** A list that was sent and has no results yet: its rows, and which of them it sends. */
export interface ListOnItsWay {
  readonly name: string;
  readonly list: ListRecipe;
  readonly choice: SendChoice;
}

/** What is needed to check rows. */
export type CheckRecipe = ListRecipe & { readonly basis: CheckBasis };

export interface CheckSummary extends Omit<CheckView, 'heldBack'> {
  /** The fields that something is sent in; null in a check of before they were told. */
  readonly fields: FieldKey[] | null;
  /** Rows that are not sent, by the reason that comes first. */
  readonly byHand: number;
  readonly household: number;
  readonly doNotScreen: number;
  /** Rows with an error of their own. */
  readonly errors: number;
  /** Rows whose one error is that another row has their id. */
  readonly sameId: number;
  /** Rows of people who were screened not long ago, or are on their way in another list, and have not changed, without and with errors. */
  readonly before: number;
  readonly beforeWithErrors: number;
  /** Those of them that are on their way. */
  readonly onItsWay: number;
  readonly onItsWayWithErrors: number;
  /** Rows of people who were sent not long ago with other details. */
  readonly changed: number;
  /** Rows that are as they were sent in the screenings that the list is compared with, without and with errors. */
  readonly unchanged: number;
  readonly unchangedWithErrors: number;
  /** The same, of rows that have no scores there. */
  readonly unscored: number;
  readonly unscoredWithErrors: number;
  /** Rows that have changed since; then those of them that are as they were sent not long ago elsewhere. */
  readonly changedSince: number;
  readonly changedSinceWithErrors: number;
  readonly changedBefore: number;
  readonly changedBeforeWithErrors: number;
}

export interface LoadAnswer {
  readonly import: Omit<ImportView, 'totalsRows' | 'atHand'> & { readonly totalsRows: readonly number[] };
  readonly reading: Reading;
  readonly plan: MappingPlan;
  readonly suggestions: readonly ColumnSuggestion[];
  readonly system: SourceSystem | null;
  readonly sha256: string;
  readonly check: CheckSummary;
}

/** Which rows of the list are sent. */
export interface SendChoice {
  readonly sendErrors: boolean;
  /** Also those who were screened not long ago and have not changed. */
  readonly again: boolean;
  /** No more than so many rows; null or left out: all of them. */
  readonly limit?: number | null;
}

/** Rows of one project that make another one: those that were refused, or `count` of those that are sent, from position `from` on. */
export type DerivedRows =
  | { readonly kind: 'refused' }
  | { readonly kind: 'part'; readonly choice: SendChoice; readonly from: number; readonly count: number };

/** What one fetch of the results came to. */
export interface CollectAnswer {
  /** Rows by outcome as the project's file now holds them, earlier fetches included. */
  readonly counts: Counts;
  /** How the service's row numbers were read, as a sentence; null when they were not needed. */
  readonly rowBase: string | null;
  /** Rows of this project that have neither a result nor a refusal, nor one that could not be placed; 0 when the accounts balance. */
  readonly missing: number;
  /** Of them, rows that the service calls valid: the profiles that have not come. The same as `missing` where it does not say. */
  readonly missingProfiles: number;
}

/** What has come of one part of the results, over all of its pages. */
export interface PartSoFar {
  /** Profiles, or row errors. */
  readonly entries: number;
  /** Whether the envelope of the last page says that more pages follow; null when it says nothing. */
  readonly more: boolean | null;
  /** True when the last page is one that came before; null while nothing of it has come. */
  readonly repeats: boolean | null;
}

export type CollectQuestion =
  /** A page of a part begins. */
  | { readonly ask: 'begin'; readonly part: 'profiles' | 'errors'; readonly contentType: string }
  | { readonly ask: 'so-far' }
  /** All bytes of the page were written. */
  | { readonly ask: 'end' }
  /**
   * Makes what came the project's results, in one commit, together with what earlier fetches brought and this one lacks.
   * `validRows`: as the service tells it, null when it does not.
   */
  | { readonly ask: 'settle'; readonly validRows: number | null };

/** A line of a sheet of facts, as the application knows them. */
export interface ExportLine {
  readonly label: string;
  /** `earlier`: how many rows come with the scores of an earlier screening, which is counted while they are written. */
  readonly value: string | number | { readonly counted: 'earlier' };
}

/** A sheet as mapping would see it, without a project. */
export interface Inspection {
  readonly sheets: readonly { readonly name: string; readonly hidden: boolean; readonly rows: number | null }[];
  readonly sheet: string;
  readonly headerRow: number | null;
  readonly suggestions: readonly ColumnSuggestion[];
  readonly system: SourceSystem | null;
}

/** A file, and how it is to be read where that is not to be found out. */
export interface ReadableFile {
  readonly path: string;
  readonly name: string;
  readonly reading: ReadingChoice;
}

/** The tasks: input, output when done, and the questions answered meanwhile. */
export interface TaskMap {
  /** File → its rows as JSON lines of cell texts, as mapping sees them. `sheet` null: the one that the import would choose. */
  rows: {
    input: ReadableFile;
    output: { readonly rows: number };
    question: never;
  };
  /** File → what the import would make of its sheets and columns. */
  inspect: { input: ReadableFile; output: Inspection; question: never };
  /** File → its sheets and first rows, when no list could be made of it. */
  glance: { input: ReadableFile; output: LoadAnswer['import']; question: never };
  /** File → row blocks in the project file, with the plan that the headings suggest and a first check of every row. */
  load: {
    input: ReadableFile & {
      readonly file: ProjectFileRef;
      /** SHA-256 that the file must have; any without it. */
      readonly expected?: string;
      /** Laid over the columns in place of the proposed mapping. */
      readonly template?: Template;
      readonly today: string;
      readonly basis: CheckBasis;
    };
    output: LoadAnswer;
    question: never;
  };
  /** Rows already stored, another header row: headings, plan and check anew. */
  reread: {
    input: {
      readonly file: ProjectFileRef;
      readonly sheet: number;
      readonly sheetName: string;
      readonly headerRow: number | null;
      /** Rows at the end that a person says are totals; left out: found. */
      readonly totalsRows?: readonly number[];
      /** The system that a person says the list comes from; left out: recognised. */
      readonly system?: ReadingChoice['system'];
      readonly today: string;
      readonly basis: CheckBasis;
    };
    output: Omit<LoadAnswer, 'import' | 'sha256'>;
    question: never;
  };
  /** File → the keys of the people in it, as entries of a do-not-screen list under the key of their codes. */
  bar: { input: { readonly path: string; readonly name: string; readonly key: Uint8Array }; output: Barred; question: never };
  /** Every row mapped and checked; findings written. */
  check: { input: CheckRecipe; output: CheckSummary; question: never };
  /**
   * Keeps who was sent and not refused, and the digests of all records that were sent, so that a later list finds them again.
   * Answers how many people and how many records can be known again.
   */
  remember: {
    input: ListRecipe & { readonly key: Uint8Array };
    output: { readonly people: number; readonly sent: number };
    question: never;
  };
  /** Answers questions about an open project until it is told to stop, and makes changes of its list. */
  query: { input: CheckRecipe; output: null; question: QueryQuestion };
  /** The exact body: measured, or streamed as bytes. The list of rows sent is written when measuring. `body`: what was measured. */
  encode: {
    input: ListRecipe & { readonly choice: SendChoice; readonly format: 'json' | 'csv' } & (
        | { readonly mode: 'measure' }
        | { readonly mode: 'stream'; readonly body: Pick<Body, 'rows' | 'sha256'> }
      );
    output: Body | null;
    question: never;
  };
  /** Answer bytes → profiles and row errors, staged until they are settled. */
  collect: {
    input: ListRecipe & {
      readonly rowBase: 'find' | 'zero' | 'one' | 'sheet';
      /** The list as it was sent: the file must hold the same one. */
      readonly body: Pick<Body, 'rows' | 'sha256'>;
    };
    output: null;
    question: CollectQuestion;
  };
  /** Rows of `source` as a list of their own in `target`. */
  derive: {
    input: { readonly source: ListRecipe; readonly target: ProjectFileRef; readonly which: DerivedRows };
    output: { readonly rows: number };
    question: never;
  };
  /** What came of the rows of `source`, beside the results of the project that they came out of. */
  join: { input: { readonly source: ProjectFileRef; readonly target: ProjectFileRef }; output: Counts; question: never };
  /** Project file → a workbook, CSV or JSON lines at `target`. */
  export: {
    input: ListRecipe & {
      readonly target: string;
      readonly format: 'xlsx' | 'csv' | 'jsonl';
      readonly contents: 'sheet' | 'keyed' | 'errors';
      /** How the list was sent, which tells why a row was left out. */
      readonly choice: SendChoice;
      /** The screenings that the list was compared with, the newest first, whose scores unchanged people are saved with. */
      readonly earlier: readonly EarlierScreening[];
      /** Who moved since another screening, in place of the list. */
      readonly comparison: { readonly other: ListRecipe; readonly column: string; readonly title: string } | null;
      /** Score columns in their order; null: all of them. */
      readonly columns: readonly string[] | null;
      /** Titles that the person gave, by key. */
      readonly titles: Readonly<Record<string, string>>;
      /** Keys of the columns with bars. */
      readonly bars: readonly string[];
      /** Scored people of these conditions alone. */
      readonly segment: Conditions | null;
      readonly layout: Layout | null;
      /** The day on which the list was processed, YYYY-MM-DD; empty when it is not known. */
      readonly day: string;
      /** The marker of the project, by which its refused rows are known again. */
      readonly marker: string;
      readonly summary: readonly ExportLine[];
      readonly settings: readonly ExportLine[];
      /** Rows of a sheet before the next one begins; Excel's limit when left out. */
      readonly rowsPerSheet?: number;
    };
    output: { readonly rows: number };
    question: never;
  };
}
export type TaskName = keyof TaskMap;

export type ToWorker =
  /** Nothing is to be done yet: what a list needs that is dropped may be made ready, with a sample list, if there is one. */
  | { readonly type: 'ready'; readonly sample: string | null }
  | { readonly type: 'start'; readonly name: TaskName; readonly input: unknown }
  | { readonly type: 'ask'; readonly id: number; readonly question: unknown }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'pull' }
  | { readonly type: 'cancel' };

export type FromWorker =
  | { readonly type: 'progress'; readonly done: number; readonly total: number | null; readonly unit: 'bytes' | 'rows' }
  | { readonly type: 'answered'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refused'; readonly id: number; readonly failure: Failure }
  | { readonly type: 'taken' }
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly failure: Failure };
