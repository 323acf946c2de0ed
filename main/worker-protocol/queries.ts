/** The queries that an open project answers. */
import type {
  PilotComparisonView,
  Addition,
  CONTRACT,
  Output,
  Parsed,
  ProjectQueryName,
  RecipeFix,
  ResultsView,
  SampleView,
} from '../../shared/contract/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { CsvHeadings, ImportOptions, MappingPlan } from '../../shared/mapping/index.ts';
import type { FixSteps } from '../../shared/recipe/index.ts';
import type { Suggestion } from '../../shared/suggestion/index.ts';
import type { SendOptions } from '../../shared/rows/index.ts';
import type { Rating } from '../../shared/ratings/index.ts';
import type { ColumnArrangement, ResultSelection, Segment } from '../../shared/results/index.ts';
import type { Pair } from '../../shared/review/index.ts';
import type { CarriableVerdict, PackedVerdicts, ReadPairs } from './review.ts';
import type { ProjectFileRef, EditRequest, ListSource, SubmitOptions } from './list.ts';
import type { BestAsk, CheckSummary } from './check.ts';
import type { GiftsInput, GiftsResult } from './gifts.ts';

/** What the last answer shows about the rows that the project itself sent (not those merged into it). */
export interface PaidEvidence {
  /** Profiles that belong to these rows or to no row. */
  readonly profiles: number;
  /** Rows that the service refused, including those that were fixed later. */
  readonly refused: number;
  /** Rows that the service counts as valid; null when it does not say. */
  readonly validRows: number | null;
}

/** A question to a running task, and its answer. */
export interface Query<Ask, Answer> {
  readonly ask: Ask;
  readonly answer: Answer;
}

/** The rows of a check that a page lists, in the order of the page. */
export type ListedRowsAsk = Pick<ContractAsk<'check.page'>, 'filter' | 'find' | 'sort' | 'keepListed' | 'column'>;

/** Another screening, and its list. */
export interface KnownScreening {
  readonly projectId: string;
  readonly name: string;
  /** When it was processed. */
  readonly at: number | null;
  readonly source: ListSource;
}

/** Another screening with the verdicts about its matches. */
export interface EarlierResults extends KnownScreening {
  readonly verdicts: PackedVerdicts;
}

/** The list of a baseline. `projects`: its retries and parts, newest first, then its root. */
export interface BaselineList {
  readonly name: string;
  readonly projects: readonly ListSource[];
}

/** What the office adds to the results of a project. It is never sent. */
export interface OfficeColumns {
  /** Changes whenever anything in this object changes. */
  readonly revision: string;
  /** The heading of the column that the user chose as the officer's; null: the column is found by its usual headings. */
  readonly heading: string | null;
  readonly ratings: readonly Rating[];
  /** By sheet row: number of the officer's name, from 1; 0 for no assignment. In shared memory, because every query includes it. */
  readonly assigned: Uint32Array;
  /** The names of the officers. '' means that the people were explicitly assigned to nobody. */
  readonly names: readonly string[];
  /** Describes the last assignment; null when there is nothing to undo. */
  readonly undo: string | null;
}

export const NO_OFFICE: OfficeColumns = { revision: '', heading: null, ratings: [], assigned: new Uint32Array(0), names: [], undo: null };

/** Inputs that the application adds to a query, when the contract declares them in `adds`. */
export interface Additions extends Record<Addition, unknown> {
  /** The newest baseline of a draft; null for a list that was sent. */
  readonly baseline: BaselineList | null;
  /** The roots of the baselines of a project, newest first. */
  readonly baselines: readonly KnownScreening[];
  /** The finished pilot comparison, and how both projects were sent, the pilot first; null without one. */
  readonly compared: { readonly source: ListSource; readonly ways: PilotComparisonView['ways'] } | null;
  /**
   * The finished screenings of the account before this one, newest first, without those whose results are part of this list; empty if
   * nothing is compared with them.
   */
  readonly earlier: readonly EarlierResults[];
  /** The newest other finished screenings of the project's account, newest first. */
  readonly finished: readonly KnownScreening[];
  /** `csvHeadings`: headings that differ from the names of the fields. */
  readonly format: {
    readonly listFormat: SampleView['format'];
    readonly csvHeadings: CsvHeadings;
    readonly neverSent: readonly FieldKey[];
  };
  readonly office: OfficeColumns;
  /** The screening whose ID is `withId` of the input. */
  readonly other: KnownScreening;
  readonly preferences: ColumnArrangement & { readonly segments: readonly Segment[] };
  /** How the project itself was sent. `own`: number of rows. `isAdopted`: the project came from the service. */
  readonly sent: Omit<KnownScreening, 'source'> &
    Pick<ResultsView, 'rowBase' | 'later'> & { readonly own: number; readonly isAdopted: boolean };
  readonly verdicts: PackedVerdicts;
}

type AddsOf<N extends ProjectQueryName> = NonNullable<(typeof CONTRACT)[N]['adds']>[number];

/** The input of a query of the contract. `options`: how the list is or was sent, which determines why rows are left out. */
export type ContractAsk<N extends ProjectQueryName> = Omit<Parsed<N>, 'id'> & { readonly options: SendOptions } & Pick<
    Additions,
    AddsOf<N>
  >;

type ContractQueries = { [N in ProjectQueryName]: Query<ContractAsk<N>, Output<N>> };

/** The queries of an open project. */
export interface ListQueries extends ContractQueries {
  /** The last check, as stored in the project's file. */
  summary: Query<null, CheckSummary>;
  /** The suggestions for the columns under each of these systems, in the same order. */
  suggestions: Query<readonly ImportOptions['system'][], readonly Suggestion[]>;
  /** Changes the list and checks the rows that the change affects. */
  edit: Query<EditRequest, CheckSummary>;
  /** Same as the task `gifts`, but keeps what it read for other choices. */
  gifts: Query<Omit<GiftsInput, keyof ListSource>, GiftsResult>;
  /** The number of cells that still have the value from the last edit with this label. `from`: number of the first edit to consider. */
  cellsOf: Query<{ readonly label: string; readonly from: number }, number>;
  appliedEdits: Query<null, number>;
  /** The fixes that were applied to the whole list, in that order. */
  fixSteps: Query<null, FixSteps>;
  /** Tries a mapping with these fixes on the list, and stores nothing. `fixes`: which of them to apply; null: the safe ones. */
  tryRecipe: Query<
    { readonly plan: MappingPlan; readonly steps: FixSteps; readonly fixes: readonly string[] | null },
    { readonly fixes: RecipeFix[]; readonly ready: number }
  >;
  /** Decides who is sent this time. */
  choose: Query<BestAsk, CheckSummary>;
  /** Of a sample of the list's IDs, the number that each screening sent. A screening is given as the files of its projects. */
  baselineOverlap: Query<readonly (readonly ProjectFileRef[])[], { readonly sampled: number; readonly shared: readonly number[] }>;
  /** Sheet rows that would be sent, but already have a profile in `target`, the project that they came from. */
  scoredIn: Query<{ readonly target: ProjectFileRef; readonly options: SubmitOptions }, number[]>;
  /** The rows to send whose person was screened alone, at most the first 200. `key`, `codes`: see `PersonCodes`. */
  screenedAlone: Query<
    { readonly key: Uint8Array; readonly codes: ReadonlySet<string>; readonly options: SubmitOptions },
    readonly { readonly row: number; readonly name: string; readonly code: string }[]
  >;
  /** `own`: number of rows that the project itself sent. */
  paidEvidence: Query<{ readonly own: number }, PaidEvidence>;
  /** Sheet rows of a selection. */
  selectedRows: Query<
    { readonly selection: ResultSelection; readonly office: OfficeColumns; readonly verdicts: PackedVerdicts },
    Uint32Array
  >;
  /** The number of refused rows that the answer does not identify. */
  unplaced: Query<null, number>;
  /** The pairs of these sheet rows. */
  pairs: Query<{ readonly rows: readonly number[] }, ReadPairs>;
  /** The pairs of this list for which an earlier screening has a verdict, with that verdict. */
  carriable: Query<
    { readonly verdicts: readonly CarriableVerdict[] },
    { readonly found: readonly { readonly pair: Pair; readonly from: CarriableVerdict }[]; readonly changes: number }
  >;
}
