/** The messages between the main thread and the worker threads. */
export { BUILD_ID } from './build-id.ts';
export {
  type BaselineInput,
  type BestAsk,
  type CheckInputs,
  type CheckRequest,
  type CheckSummary,
  type ImportedSuppressions,
  NO_INPUTS,
  type StoredBest,
  type SuppressionCodes,
} from './check.ts';
export type { DiagnosticLine, DiagnosticSection } from './diagnose.ts';
export type { ExportContents, ExportInput, ExportReport, ListExportInput, ProfileExportInput, WorkbookExport } from './export.ts';
export type { FromWorker, HelperName, ToWorker } from './frames.ts';
export type { ImportResult, LoadInput, ReadableFile } from './import.ts';
export type {
  DerivedRows,
  EditRequest,
  EncodeInput,
  LeaveOutRule,
  ListInProgress,
  ListSource,
  ProjectFileRef,
  SheetLayout,
  SubmitOptions,
  SubtotalRow,
} from './list.ts';
export {
  type Additions,
  type BaselineList,
  type ContractAsk,
  type EarlierResults,
  type KnownScreening,
  type ListedRowsAsk,
  NO_OFFICE,
  type OfficeColumns,
  type PaidEvidence,
} from './queries.ts';
export {
  ADOPTED_REASON,
  type CollectInput,
  type CollectResult,
  type EarlierScreening,
  type ExportLine,
  type FoundPerson,
  type MeasuredList,
  type OrderJoinInput,
  type OrderJoinResult,
  type OrderPair,
  type PartProgress,
  type PersonSearch,
} from './results.ts';
export type { GiftsInput, GiftsResult } from './gifts.ts';
export type { CensusInput, CountedList, PlanDraft, PlanDraftInput } from './plan.ts';
export type { EraseInput, ErasedTexts, EverywhereInput, FoundPlace, FoundPlaces, StoredPerson } from './people.ts';
export { type CarriableVerdict, type GivenVerdict, NO_VERDICTS, PAIR_BYTES, type PackedVerdicts } from './review.ts';
export type { AnswerOf, Answers, AskOf, QueryName, TaskName, Tasks, Work } from './tasks.ts';
export type { ExportColumnsInput, ProofFileInput, ProveInput, WriteBackSource } from './write-back.ts';
