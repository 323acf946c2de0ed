/** What a task answers while a project is open, to pages, distributions and persons: the questions, and the answer to each. */
import type {
  CheckFilter,
  CheckPage,
  ComparedRow,
  Distribution,
  EarlierView,
  MadeBefore,
  PersonView,
  Replacement,
  ReplacePreview,
  ResultRow,
  ResultSelection,
  ResultsView,
  ScoreColumn,
} from '../../shared/contract/index.ts';
import type { ImportOptions } from '../../shared/mapping/import-options.ts';
import type { Suggestion } from '../../shared/mapping/suggest.ts';
import type { Change, Conditions } from '../../shared/results/result-shapes.ts';
import type { ProjectFileRef, EditRequest, ListSource, SubmitOptions } from './list.ts';
import type { CheckSummary } from './check.ts';

/** The results as the data shows them, before a person's own titles and order. */
export interface FoundResults extends Pick<ResultsView, 'counts' | 'leftOut' | 'unplaced' | 'sheetColumns' | 'shown'> {
  readonly columns: readonly Omit<ScoreColumn, 'best' | 'foundTitle'>[];
}

/** A person in one of the lists that were asked about. */
export interface FoundAgain {
  /** Position in the lists asked about; -1 for the list of the question itself. */
  readonly list: number;
  readonly row: number;
  readonly outcome: 'scored' | 'refused' | 'unknown';
  readonly cells: readonly string[];
}

/** The profile of a person in an earlier screening; `list` is its position among those asked about. */
export interface FoundEarlier extends Pick<EarlierView, 'row' | 'leaves' | 'json'> {
  readonly list: number;
}

/** What is asked about an open project. */
export type QueryQuestion =
  /** What the last check has found, as the project's file has it. */
  | { readonly ask: 'summary' }
  /** What would be proposed for the columns under each of these systems. */
  | { readonly ask: 'proposals'; readonly systems: readonly ImportOptions['system'][] }
  | {
      readonly ask: 'checkPage';
      readonly filter: CheckFilter;
      readonly find: string;
      readonly offset: number;
      readonly limit: number;
      /** How the list would be sent, or was, which tells who is held back. */
      readonly choice: SubmitOptions;
    }
  /** Makes a change of the list and checks what it touches. */
  | { readonly ask: 'edit'; readonly edit: EditRequest }
  /** What a replacement would change. */
  | ({ readonly ask: 'replacing' } & Replacement)
  /** Which corrections of earlier lists, the newest of them first, can be made again. */
  | { readonly ask: 'madeBefore'; readonly earlier: readonly ListSource[] }
  /** How many of a sample of the list's ids each of these screenings has sent; a screening is the files of its projects. */
  | { readonly ask: 'sharedIds'; readonly others: readonly (readonly ProjectFileRef[])[] }
  | { readonly ask: 'sample'; readonly choice: SubmitOptions; readonly limit: number }
  /** Which rows that would be sent have a profile in the results of `other`, the project that they came out of. */
  | { readonly ask: 'scoredIn'; readonly other: ProjectFileRef; readonly choice: SubmitOptions }
  | { readonly ask: 'results' }
  | {
      readonly ask: 'resultsPage';
      readonly selection: ResultSelection;
      readonly columns: readonly string[];
      readonly sort: { readonly column: string; readonly descending: boolean } | null;
      readonly offset: number;
      readonly limit: number;
      /** How the list was sent, which tells why a row was left out. */
      readonly choice: SubmitOptions;
    }
  /** How many scored rows meet each of the conditions. */
  | { readonly ask: 'counts'; readonly conditions: readonly Conditions[] }
  | { readonly ask: 'distribution'; readonly selection: ResultSelection; readonly column: string }
  | { readonly ask: 'person'; readonly row: number; readonly choice: SubmitOptions }
  /** The newest scores that a person of this list who was left out as unchanged has in the screenings before, the newest first. */
  | { readonly ask: 'earlier'; readonly row: number; readonly others: readonly ListSource[] }
  /** The person of a row in this and the other lists; one answer for each list that has the id, in their order. */
  | { readonly ask: 'history'; readonly row: number; readonly others: readonly ListSource[]; readonly columns: readonly string[] }
  | { readonly ask: 'compare'; readonly other: ListSource; readonly column: string }
  | {
      readonly ask: 'comparePage';
      readonly other: ListSource;
      readonly column: string;
      readonly change: Change;
      readonly offset: number;
      readonly limit: number;
    };
/** The answers, by question. */
export interface QueryAnswers {
  readonly summary: CheckSummary;
  /** In the order of the systems asked about. */
  readonly proposals: readonly Suggestion[];
  readonly checkPage: CheckPage;
  readonly edit: CheckSummary;
  readonly replacing: ReplacePreview;
  readonly madeBefore: Omit<MadeBefore, 'name'>;
  readonly sharedIds: { readonly sampled: number; readonly shared: readonly number[] };
  readonly sample: string[];
  /** Sheet rows. */
  readonly scoredIn: number[];
  readonly results: FoundResults;
  readonly resultsPage: { total: number; rows: ResultRow[] };
  readonly counts: number[];
  readonly distribution: Distribution;
  readonly person: PersonView;
  readonly earlier: FoundEarlier | null;
  readonly history: readonly FoundAgain[];
  readonly compare: { readonly counts: Record<Change, number>; readonly withoutId: number };
  readonly comparePage: { total: number; rows: ComparedRow[] };
}
