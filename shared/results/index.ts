/** Scores, row errors and other answers of the service. */
export { answerFormatOf } from './answer-format.ts';
export { ID_CHANGE, foldId, idChangesBetween, idChangesOf } from './constituent-ids.ts';
export { readCredits, readOrganization } from './credits-answer.ts';
export { CsvEntries, type CsvEntry, readCsvAnswer } from './csv-answer.ts';
export { compareDecimals, isDouble } from './decimals.ts';
export { type EchoedRecord, readEchoedFields, readEchoedRecord } from './echoed-record.ts';
export { withoutToken } from './error-answer.ts';
export { readRefusal, saysFailed } from './refusal.ts';
export { type JsonObject, isObject, readText } from './json-values.ts';
export { type Json, WrittenNumber, isTooDeep, parseAnswer, parseJson } from './json.ts';
export { addressHeadings, formatProblem, layoutProblem } from './layout-problem.ts';
export { LAYOUTS, Layout, type LayoutColumn, datesOfList, dayText, findScore, isBuiltInLayout, layoutsWith, wordFor } from './layouts.ts';
export { type ReadSoFar, hasOwnId, listRank, mapEntryRank, readList, readMore, readTotal } from './list-answer.ts';
export { MATCH_STEPS, STRONG_MATCH, type MatchStep, matchColumn, matchStep } from './match.ts';
export { NAME_KEY, areSameName, nameKey, namesAgree } from './name-echo.ts';
export { type NextPage, readNextPage } from './next-page.ts';
export { readPageHeaders } from './page-headers.ts';
export { type ListPage, type OnEnd, everyPage } from './pages.ts';
export { identifiesRow, isIdHeading, readEchoedName, readProfileKeys } from './profile-keys.ts';
export { type RemoteProject, readProject, readProjectId } from './project-answer.ts';
export {
  Best,
  CHANGE_TEXTS,
  ChangeKind,
  ChangeOrder,
  type Chosen,
  ChosenConditions,
  ColumnArrangement,
  ColumnKey,
  Conditions,
  MAX_CHOSEN,
  MAX_SHOWN,
  Outcome,
  RowOutcome,
  isUnsent,
  ResultColumnSettings,
  ResultFilter,
  FLAGS_KEY,
  OFFICER_KEY,
  ResultSelection,
  Segment,
  fieldKey,
  fieldOfKey,
  hasSize,
  headerOfKey,
  isScoreKey,
  ratedColumn,
  ratingKey,
  sheetKey,
} from './result-shapes.ts';
export { type RowError, readRowErrors } from './row-errors.ts';
export { canBeScore, isScoreValue } from './score-presence.ts';
export {
  DEEPEST_VALUE,
  type Leaf,
  MAX_INDEXED,
  PENDING_COLUMN,
  PENDING_SCORE,
  ValuePath,
  type ValueType,
  canBeDate,
  capacityColumn,
  capacityRangeColumn,
  columnsShownFirst,
  eachValue,
  isMoney,
  isShownFirst,
  overallColumn,
  propensityColumn,
  titlesOf,
  typeOfValue,
  valueText,
  walkValues,
} from './scores.ts';
export { webAddress } from './web-address.ts';
