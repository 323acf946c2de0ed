/** Texts of numbers, dates and counts. */
export { blockText, withoutGuard } from './cell-text.ts';
export { CONNECTION_STATE_LABELS, type ConnectionState, balanceText, connectionStateOf, hasFailed } from './connection-texts.ts';
export {
  FIELD_GROUPS,
  TARGET_CHOICES,
  choiceOf,
  columnsFeeding,
  combinationName,
  isFoundBy,
  splitInto,
  targetName,
  targetOf,
  withColumn,
  withCombination,
  withConstant,
  withOnly,
  withTarget,
} from './field-options.ts';
export { DATE_ORDERS, dateText } from './date-orders.ts';
export {
  type ProjectStatus,
  type StatusGroup,
  type StatusKind,
  creditsCharged,
  creditsText,
  creditsWithLater,
  groupOf,
  hasNoToken,
  requestOf,
  statusOf,
} from './project-status.ts';
export { explained, meaningOf, scaleOf } from './glossary.ts';
export { isReachable, stepOf } from './project-steps.ts';
export {
  type DisplayType,
  barFilter,
  barMark,
  barText,
  columnText,
  compactBounds,
  compactMoney,
  digitsOf,
  monthAt,
  displayTypeOf,
  filterText,
  hasLength,
  isSameFilter,
  monthText,
  reasonText,
  scoreText,
  shortDay,
} from './result-texts.ts';
export {
  STEP_NAMES,
  bytes,
  count,
  day,
  dayText,
  dayWithoutYear,
  decimal,
  listed,
  number,
  percent,
  progressOf,
  shownValue,
  sourceLine,
  span,
  time,
  timeWithSeconds,
  when,
  whenWithin,
} from './text.ts';
