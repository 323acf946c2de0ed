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

/** `Queries` has a `Query` for each query that the task answers. */
interface TaskType<Input, Output, Queries = object> {
  readonly input: Input;
  readonly output: Output;
  readonly queries: Queries;
}

export interface Tasks {
  /** The certificates that connections trust, in PEM without duplicates: those of Node, of NODE_EXTRA_CA_CERTS and of the system. */
  certificates: TaskType<null, string[]>;
  /** A data folder → facts about it as codes, counts and times. It is not opened, so this also works for a damaged folder. */
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
  /**
   * File → the match keys of its people, as entries of a suppression list. It leaves out the people in `imports`, and rows that say that the
   * person may be screened. `key`: the key of the codes.
   */
  importSuppressionList: TaskType<
    { readonly path: string; readonly name: string; readonly key: Uint8Array; readonly imports: readonly Uint8Array[] },
    ImportedSuppressionFile
  >;
  /** Maps and checks every row and stores the issues. */
  check: TaskType<CheckRequest, CheckSummary>;
  /**
   * Stores the people who were sent and not refused, and the digests of all sent records, for checks of later lists. Returns how many
   * people and records later checks can recognize.
   * `key`: the key of the digests. `keeps`: adds to what is stored. `othersWereSent`: whether rows without a result were sent.
   */
  indexScreening: TaskType<
    ListSource & { readonly key: Uint8Array; readonly keeps: boolean; readonly othersWereSent: boolean },
    { readonly people: number; readonly sent: number }
  >;
  /** One person → the newest screening that sent them. `unread`: number of screenings with damaged files. */
  findPerson: TaskType<PersonSearch, { readonly found: FoundPerson | null; readonly unread: number }>;
  /** The lists of an account → how many people were last screened when. */
  census: TaskType<CensusInput, Census>;
  /** The people of an account who are due → the list of a new draft at `target`; null when nobody is due. */
  planDraft: TaskType<PlanDraftInput, PlanDraft | null>;
  /** Finds everything in a project's file that contains a text about one person. */
  findEverywhere: TaskType<EverywhereInput, FoundPlaces>;
  /** Erases people from a project's file. With `read`, only returns the texts that name them. */
  erasePlaces: TaskType<EraseInput, ErasedTexts>;
  /** Answers queries about an open project, and changes its list, until it is canceled. */
  query: TaskType<CheckRequest, null, ListQueries>;
  /** A gift file → its contents and what it changes for the people of a list. With `write`, writes gifts into the list's rows. */
  gifts: TaskType<GiftsInput, GiftsResult>;
  /** The exact body of the upload: measured, or streamed as bytes. Measuring stores which rows are sent. */
  encode: TaskType<EncodeInput, Body | null>;
  /** Answer bytes → profiles and row errors, uncommitted until `settle`. */
  collect: TaskType<CollectInput, null, CollectQueries>;
  /** Stores that the list of a project consists of every row from sheet row 2 on; for a new file, that it has no rows yet. */
  writeList: TaskType<{ readonly file: ProjectFileRef; readonly isNew: boolean; readonly list: MeasuredList }, null>;
  /** Collected profiles and row errors → a list of the rows that they show, which replaces the results; null when they show no row. */
  listProfiles: TaskType<ProjectFileRef, ProfileList | null>;
  /** Rows of `source` → a list in `target`. `without`: rows in which a person was erased. Only a copy of the whole list includes them. */
  deriveRows: TaskType<
    { readonly source: ListSource; readonly target: ProjectFileRef; readonly which: DerivedRows; readonly without: readonly number[] },
    { readonly rows: number }
  >;
  /** Merges the results of `source` into `target`, the project that its rows came from. `isRetry`: `target` also sent these rows. */
  mergeResults: TaskType<{ readonly source: ProjectFileRef; readonly target: ProjectFileRef; readonly isRetry: boolean }, Counts>;
  /** Joins profiles to rows by their order, after the user decided so, or undoes that. */
  orderJoin: TaskType<OrderJoinInput, OrderJoinResult>;
  /** Project file → a workbook, CSV or JSON lines at `target`. */
  export: TaskType<ExportInput, ExportReport>;
  /** What a layout writes, which people it holds back, and its first rows. */
  writeBack: TaskType<WriteBackInput, Omit<Output<'writeBack.plan'>, 'layout'>>;
  /** An export of the other system → which values of a layout arrived. The proof is stored in the project's file. */
  prove: TaskType<ProveInput, Proof>;
  /** The columns of another system's export. */
  exportColumns: TaskType<ExportColumnsInput, Output<'proof.columns'>>;
  /** Stores what the user chose for the values that differ in the last proof. */
  proofChoice: TaskType<ProofChoiceInput, Proof>;
  /** The last proof; null before the first. */
  proof: TaskType<ProjectFileRef, Proof | null>;
  proofPage: TaskType<{ readonly file: ProjectFileRef } & ProofPageInput, Output<'proof.page'>>;
  /** The last proof → a file at `target`. */
  proofFile: TaskType<ProofFileInput, { readonly rows: number; readonly people: number }>;
  /** The list of profiles → a table at `target`. The file appears with `finish`. If the task ends earlier, no file is left. */
  exportProfiles: TaskType<ProfileExportInput, null, ProfileExportQueries>;
}

export type TaskName = keyof Tasks;
export type QueryName<N extends TaskName> = keyof Tasks[N]['queries'];
export type AskOf<N extends TaskName, K extends QueryName<N>> = Tasks[N]['queries'][K] extends Query<infer Ask, unknown> ? Ask : never;
export type AnswerOf<N extends TaskName, K extends QueryName<N>> =
  Tasks[N]['queries'][K] extends Query<unknown, infer Answer> ? Answer : never;

/** How a piece of work reports progress and finds out that it was canceled. */
export interface Work {
  /** Aborted when the work is canceled. Synchronous work finds out when it calls `progress`. */
  readonly signal: AbortSignal;
  /** Reports progress, at most ten times a second. */
  progress(done: number, total: number | null, unit: 'bytes' | 'rows'): void;
}

/** The functions with which a task answers its queries. Each query has its own signal and progress. */
export type Answers<N extends TaskName> = {
  readonly [K in QueryName<N>]: (ask: AskOf<N, K>, work: Work) => AnswerOf<N, K> | Promise<AnswerOf<N, K>>;
};
