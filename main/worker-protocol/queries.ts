/** The queries that an open project answers. */
import type {
  CarriedCorrectionsView,
  ComparedRow,
  EarlierView,
  OrderJoinView,
  Output,
  Parsed,
  ProjectQueryName,
  ResultRow,
  ResultsView,
  SampleView,
  ScoreColumn,
} from '../../shared/contract/index.ts';
import type { ChangeKind, ChangeOrder, Conditions, ResultSelection } from '../../shared/results/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { ImportOptions } from '../../shared/mapping/index.ts';
import type { Suggestion } from '../../shared/suggestion/index.ts';
import type { SendOptions } from '../../shared/rows/index.ts';
import type { ProjectFileRef, EditRequest, ListSource, SubmitOptions } from './list.ts';
import type { CheckSummary } from './check.ts';

/** What the last answer shows about the rows that a project itself sent. */
export interface PaidEvidence {
  /** Profiles of these rows, and profiles without a row. */
  readonly profiles: number;
  /** Rows that the service refused, also those that were fixed since. */
  readonly refused: number;
  /** Rows that the service counts as valid; null when it does not say. */
  readonly validRows: number | null;
}

/** The results before the user's own titles and order. */
export interface ResultsOverview extends Pick<
  ResultsView,
  'counts' | 'leftOut' | 'unplaced' | 'unreadable' | 'withoutScores' | 'notRead' | 'byOrder' | 'sheetColumns' | 'shown'
> {
  readonly columns: readonly Omit<ScoreColumn, 'best' | 'foundTitle'>[];
}

/** A person in one list. */
export interface HistoryEntry {
  /** Index in `others`; -1 for the list of the project. */
  readonly list: number;
  readonly row: number;
  readonly outcome: 'scored' | 'refused' | 'unknown';
  readonly cells: readonly string[];
}

/** The profile of a person in an earlier screening; `list` is its index in `others`. */
export interface PriorProfile extends Pick<EarlierView, 'row' | 'values' | 'json'> {
  readonly list: number;
}

/** A question to a running task, and its answer. */
export interface Query<Ask, Answer> {
  readonly ask: Ask;
  readonly answer: Answer;
}

/** The rows of a check that a page lists, in their order. */
export type ListedRowsAsk = Pick<ContractAsk<'check.page'>, 'filter' | 'find' | 'sort' | 'also'>;

/** A page of the results. */
export interface ResultsPageAsk {
  readonly selection: ResultSelection;
  readonly columns: readonly string[];
  readonly sort: { readonly column: string; readonly descending: boolean } | null;
  readonly offset: number;
  readonly limit: number;
  /** How the list was sent, which tells why a row was left out. */
  readonly options: SubmitOptions;
  /** The earlier screening since which a column is compared; `isSorted`: the page is sorted by the change. */
  readonly since?: (ComparisonAsk & { readonly isSorted: boolean }) | null;
}

/** The columns of two screenings that are compared. */
interface ComparisonAsk {
  readonly other: ListSource;
  readonly column: string;
}

/** The input of a query of the contract. `options`: how the list is or was sent, which tells which rows are left out and why. */
export type ContractAsk<N extends ProjectQueryName> = Omit<Parsed<N>, 'id'> & { readonly options: SubmitOptions };

type ContractQueries = { [N in ProjectQueryName]: Query<ContractAsk<N>, Output<N>> };

/** The queries of an open project. */
export interface ListQueries extends ContractQueries {
  /** The last check as the project's file has it. */
  summary: Query<null, CheckSummary>;
  /** The suggestions for the columns under each of these systems, in their order. */
  suggestions: Query<readonly ImportOptions['system'][], readonly Suggestion[]>;
  /** Those of the fields that at least one row to send has a value for, in their order. */
  sentFields: Query<{ readonly fields: readonly FieldKey[]; readonly options: SendOptions }, readonly FieldKey[]>;
  /** Changes the list and checks the rows that the change affects. */
  edit: Query<EditRequest, CheckSummary>;
  /** The corrections of earlier lists, the newest of them first, that can be reapplied. */
  carriedCorrections: Query<readonly ListSource[], Omit<CarriedCorrectionsView, 'name'>>;
  /** How many of a sample of the list's IDs each of these screenings sent; a screening is the files of its projects. */
  baselineOverlap: Query<readonly (readonly ProjectFileRef[])[], { readonly sampled: number; readonly shared: readonly number[] }>;
  /** The first records as they would be sent. */
  sample: Query<{ readonly options: SubmitOptions; readonly format: SampleView['format'] }, SampleView['records']>;
  /** Sheet rows that would be sent and have a profile in `target`, the project that they came from. */
  scoredIn: Query<{ readonly target: ProjectFileRef; readonly options: SubmitOptions }, number[]>;
  /** The first of the rows to send whose person was screened alone. `key`, `codes`: of `PersonCodes`. */
  screenedAlone: Query<
    { readonly key: Uint8Array; readonly codes: ReadonlySet<string>; readonly options: SubmitOptions },
    readonly { readonly row: number; readonly name: string; readonly code: string }[]
  >;
  results: Query<null, ResultsOverview>;
  resultsPage: Query<ResultsPageAsk, { total: number; rows: ResultRow[] }>;
  /** Whether the profiles may be joined by order. `own`: number of rows that the project itself sent. */
  orderJoin: Query<{ readonly own: number }, OrderJoinView>;
  /** `own`: number of rows that the project itself sent. */
  paidEvidence: Query<{ readonly own: number }, PaidEvidence>;
  /** How many scored rows meet each of the conditions. */
  counts: Query<readonly Conditions[], number[]>;
  /** The newest scores in `others`, newest first, of a person who was left out as unchanged. */
  priorScores: Query<{ readonly row: number; readonly others: readonly ListSource[] }, PriorProfile | null>;
  /** The scores of the person of a row in this list and in each of the other lists that has the ID, in their order. */
  history: Query<
    { readonly row: number; readonly others: readonly ListSource[]; readonly columns: readonly string[] },
    readonly HistoryEntry[]
  >;
  compare: Query<ComparisonAsk, { readonly counts: Record<ChangeKind, number>; readonly withoutId: number }>;
  comparePage: Query<
    ComparisonAsk & { readonly change: ChangeKind; readonly order: ChangeOrder; readonly offset: number; readonly limit: number },
    { total: number; rows: ComparedRow[] }
  >;
}
