/** The contract between a host and the application. */
export type { AppView } from './application.ts';
export { FilePassword, PAGE_ROWS } from './basics.ts';
export { LEAST_PASSPHRASE } from './bundles.ts';
export {
  type CarriedCorrectionsView,
  type CellEdits,
  type CheckFilter,
  type CheckPage,
  type CheckRow,
  CheckSort,
  type CheckView,
  type ColumnFilter,
  type ColumnOffer,
  type ColumnTrial,
  type DuplicateGroups,
  MAX_MERGED,
  Readiness,
  type RepeatsPlan,
  type ReplacePreview,
  type Replacement,
  type RuleCount,
  type SafeFixes,
  type SettleHow,
  type Severity,
} from './check.ts';
export { type ConnectionView, type CreditsView, DEFAULT_VERSION, ReportedBalance } from './connections.ts';
export {
  type Answer,
  type AppEvent,
  CONTRACT,
  type CallOptions,
  type CallProgress,
  type CommandName,
  type ContractTransport,
  EVENTS,
  type EventName,
  type EventPayload,
  FailureShape,
  type Input,
  type MethodName,
  type Output,
  type Parsed,
  type ProjectQueryName,
  type QueryName,
  VIEWS,
  isQuery,
} from './contract.ts';
export {
  type BaselineOffer,
  type CostIssues,
  type CostView,
  DEFAULT_RECENCY_DAYS,
  type ElsewhereProject,
  type NotSent,
  type SampleView,
} from './cost.ts';
export { ExportFormat, ExportRequest, type ExportView, type TableRequest } from './exports.ts';
export type { ColumnsView, ImportView, SheetNotices } from './list.ts';
export type { Addition, Answers, Effect, Method, ProjectQuery, TagChange, ViewName } from './method.ts';
export type { PersonNotesView } from './notes.ts';
export type { PlanView } from './plan.ts';
export type { RetainedList } from './retention.ts';
export type { PersonPlace } from './people.ts';
export type { PilotComparisonView, PilotView } from './pilot.ts';
export type { MatrixView, OfficersView, RatingBasis } from './ratings.ts';
export type { SegmentView } from './preferences.ts';
export { type Activity, type LineageView, type ProjectView, type ScreeningPace, TimelineEntry } from './projects.ts';
export {
  type CapacityGroups,
  type Distribution,
  type OrderJoinView,
  type PersonView,
  type ResultRow,
  ResultSort,
  type ResultsView,
  type ScoreColumn,
} from './results.ts';
export type { ComparedRow, EarlierView, HistoryView, ScreenedBefore } from './comparisons.ts';
export { ReviewPart } from './review.ts';
export { ScorePreset } from './score-presets.ts';
export { type AnswerView, MAX_FOUND_PROFILES, type ScreenedAlone } from './service.ts';
export {
  CONNECTION_SETTINGS,
  ConnectionSettings,
  INITIAL_CONNECTION_SETTINGS,
  INITIAL_PROJECT_SETTINGS,
  LIST_SETTINGS,
  PROJECT_SETTINGS,
  RECIPE_SETTINGS,
  RECORD_SETTINGS,
  ROW_SETTINGS,
  type SettingField,
  type Settings,
  shapesOf,
  valuesOf,
} from './settings.ts';
export type { SuppressionView } from './suppression.ts';
export { ChainView, type RecordView } from './records.ts';
export type { RecipeFix, RecipePreview } from './recipes.ts';
export type { TemplateOffer, TemplateView } from './templates.ts';
