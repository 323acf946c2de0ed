/** The tasks of a worker thread: the input and the output of each one, and the queries that it answers while it runs. */
import type { Output } from '../../shared/contract/index.ts';
import type { Census } from '../../shared/plan/index.ts';
import type { Proof } from '../../shared/write-back/index.ts';
import type { Body, Counts } from '../../shared/project/index.ts';
import type { CheckRequest, CheckSummary, ImportedSuppressionFile } from './check.ts';
import type { DiagnosticSection } from './diagnose.ts';
import type { ExportInput, ExportReport, ProfileExportInput, ProfileExportQueries } from './export.ts';
import type { GiftsInput, GiftsResult } from './gifts.ts';
import type { ImportResult, Inspection, LoadInput, ReadableFile, RereadInput } from './import.ts';
import type { EraseInput, ErasedTexts, EverywhereInput, FoundPlaces } from './people.ts';
import type { DerivedRows, EncodeInput, ListSource, ProjectFileRef } from './list.ts';
import type { CensusInput, PlanDraft, PlanDraftInput } from './plan.ts';
import type { ListQueries, Query } from './queries.ts';
import type {
  CollectInput,
  CollectQueries,
  FoundPerson,
  MeasuredList,
  OrderJoinInput,
  OrderJoinResult,
  PersonSearch,
  ProfileList,
} from './results.ts';
import type { ExportColumnsInput, ProofChoiceInput, ProofFileInput, ProofPageInput, ProveInput, WriteBackInput } from './write-back.ts';

/** `Queries` has a `Query` for each name that the task answers. */
interface TaskType<Input, Output, Queries = object> {
  readonly input: Input;
  readonly output: Output;
  readonly queries: Queries;
}

export interface Tasks {
  /** The certificates that connections trust, in PEM and each once: those of Node, of NODE_EXTRA_CA_CERTS and of the system. */
  certificates: TaskType<null, string[]>;
  /** A data folder → what it says without being opened, as codes, counts and times. Also of a damaged one. */
  diagnose: TaskType<{ readonly dataDir: string }, readonly DiagnosticSection[]>;
  /** File → its rows as JSON lines of cell texts, as mapping sees them. */
  rows: TaskType<ReadableFile, { readonly rows: number }>;
  /** File → the sheets and columns as an import would read them. */
  inspect: TaskType<ReadableFile, Inspection>;
  /** File → its sheets and first rows, when the file holds no list. */
  preview: TaskType<ReadableFile, ImportResult['import']>;
  /** File → row blocks in the project file, with the suggested plan and a first check of every row. */
  load: TaskType<LoadInput, ImportResult>;
  /** Reads stored rows again with another header row: new headings, plan and check. */
  reread: TaskType<RereadInput, Omit<ImportResult, 'import' | 'sha256'>>;
  /** File → the match keys of the people in it who must not be screened and are not in `imports`, as entries of a suppression list. `key`: of the codes. */
  importSuppressionList: TaskType<
    { readonly path: string; readonly name: string; readonly key: Uint8Array; readonly imports: readonly Uint8Array[] },
    ImportedSuppressionFile
  >;
  /** Maps and checks every row and stores the issues. */
  check: TaskType<CheckRequest, CheckSummary>;
  /**
   * Stores the people who were sent and not refused, and the digests of all sent records, for the checks of later lists. `key`: of the
   * digests. `keeps`: adds to what is stored. `othersWereSent`: whether rows without a result count as sent. Returns how many people and records later checks can recognize.
   */
  indexScreening: TaskType<
    ListSource & { readonly key: Uint8Array; readonly keeps: boolean; readonly othersWereSent: boolean },
    { readonly people: number; readonly sent: number }
  >;
  /** One person → the newest of the screenings that sent them. `unread`: screenings whose files are damaged. */
  findPerson: TaskType<PersonSearch, { readonly found: FoundPerson | null; readonly unread: number }>;
  /** The lists of an account → how many people were screened when. */
  census: TaskType<CensusInput, Census>;
  /** The people of an account who are due → the list of a new draft at `target`. Null: nobody is due. */
  planDraft: TaskType<PlanDraftInput, PlanDraft | null>;
  /** Everything in a project's file that holds a text about one person. */
  findEverywhere: TaskType<EverywhereInput, FoundPlaces>;
  /** Erases people from a project's file; with `read`, returns the texts that name them. */
  erasePlaces: TaskType<EraseInput, ErasedTexts>;
  /** Answers queries about an open project, and changes its list, until it is canceled. */
  query: TaskType<CheckRequest, null, ListQueries>;
  /** A gift file → what it holds and what it gives the people of a list; with `write`, the columns of gifts in the list's rows. */
  gifts: TaskType<GiftsInput, GiftsResult>;
  /** The exact body: measured, or streamed as bytes. Measuring stores the list of rows sent. */
  encode: TaskType<EncodeInput, Body | null>;
  /** Answer bytes → profiles and row errors, uncommitted until `settle`. */
  collect: TaskType<CollectInput, null, CollectQueries>;
  /** Stores that the list of a project has every row from sheet row 2 on; of a new file, that it has none yet. */
  writeList: TaskType<{ readonly file: ProjectFileRef; readonly isNew: boolean; readonly list: MeasuredList }, null>;
  /** Collected profiles and row errors → a list of the rows that they show, in place of the results. Null: they show no row. */
  listProfiles: TaskType<ProjectFileRef, ProfileList | null>;
  /** Rows of `source` as a list of their own in `target`. `without`: rows from which somebody was erased, which only a whole list copies. */
  deriveRows: TaskType<
    { readonly source: ListSource; readonly target: ProjectFileRef; readonly which: DerivedRows; readonly without: readonly number[] },
    { readonly rows: number }
  >;
  /** Merges the results of `source` into those of `target`, the project that its rows came from. `isRetry`: `target` sent these rows, too. */
  mergeResults: TaskType<{ readonly source: ProjectFileRef; readonly target: ProjectFileRef; readonly isRetry: boolean }, Counts>;
  /** Joins profiles to rows by their order, because the user said so, or undoes that. */
  orderJoin: TaskType<OrderJoinInput, OrderJoinResult>;
  /** Project file → a workbook, CSV or JSON lines at `target`. */
  export: TaskType<ExportInput, ExportReport>;
  /** What a layout writes, whom it holds back, and its first rows. */
  writeBack: TaskType<WriteBackInput, Omit<Output<'writeBack.plan'>, 'layout'>>;
  /** An export of the other system → which values of a layout arrived, stored in the project's file. */
  prove: TaskType<ProveInput, Proof>;
  /** The columns of another system's export. */
  exportColumns: TaskType<ExportColumnsInput, Output<'proof.columns'>>;
  /** Stores choices for different values in the last proof. */
  proofChoice: TaskType<ProofChoiceInput, Proof>;
  /** The last proof; null before the first. */
  proof: TaskType<ProjectFileRef, Proof | null>;
  proofPage: TaskType<{ readonly file: ProjectFileRef } & ProofPageInput, Output<'proof.page'>>;
  /** The last proof → a file at `target`. */
  proofFile: TaskType<ProofFileInput, { readonly rows: number; readonly people: number }>;
  /** The list of profiles → a table at `target`. The file appears with `finish`; a task that ends before leaves nothing. */
  exportProfiles: TaskType<ProfileExportInput, null, ProfileExportQueries>;
}

export type TaskName = keyof Tasks;
export type QueryName<N extends TaskName> = keyof Tasks[N]['queries'];
export type AskOf<N extends TaskName, K extends QueryName<N>> = Tasks[N]['queries'][K] extends Query<infer Ask, unknown> ? Ask : never;
export type AnswerOf<N extends TaskName, K extends QueryName<N>> =
  Tasks[N]['queries'][K] extends Query<unknown, infer Answer> ? Answer : never;

/** How long work reports its progress and learns that it is canceled. */
export interface Work {
  /** Aborted when the work is canceled; `progress` is where work that never waits learns of it. */
  readonly signal: AbortSignal;
  /** Reports progress, at most ten times a second. */
  progress(done: number, total: number | null, unit: 'bytes' | 'rows'): void;
}

/** The functions with which a task answers its queries. Each query has a signal and a progress of its own. */
export type Answers<N extends TaskName> = {
  readonly [K in QueryName<N>]: (ask: AskOf<N, K>, work: Work) => AnswerOf<N, K> | Promise<AnswerOf<N, K>>;
};
