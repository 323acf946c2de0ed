/** The plan of a list: which column is which field, and how a row becomes a record. */
export { changedFields } from './changed-fields.ts';
export {
  CsvHeadings,
  HeadingAnswer,
  MAX_HEADING_LENGTH,
  changedHeadings,
  csvHeader,
  headingOf,
  headingProblems,
  readHeadingAnswer,
} from './csv-headings.ts';
export { type HeadingWord, isStopWord, normalizeHeader, parseHeading } from './heading-words.ts';
export { DELIMITERS, type Delimiter, ImportOptions, KeepOrLeaveOut, MAX_TOTALS, TEXT_ENCODINGS, needsFile } from './import-options.ts';
export { AMBIGUOUS, SPLIT_HEADINGS, asideReason, isKnownHeading, isSplitHeading, knownFieldOf, otherFieldOf } from './known-headings.ts';
export {
  CHANGE,
  CSV_QUOTED,
  type MappedRecord,
  type MappedTexts,
  NUMERIC,
  PARSE_ERROR,
  VALIDITY,
  addChange,
  comparedValues,
  createMappedRecord,
  hasValue,
  recordCsv,
  recordJson,
  recordOf,
  withholdFuture,
} from './mapped-record.ts';
export { withholdFields } from './never-sent.ts';
export { meansDeath, withDeathAnswer } from './death-columns.ts';
export { PARSE_ORDER } from './parsing.ts';
export { isOfficerHeading, keptColumns, objectionColumns, objectionOf, officerColumn } from './people-columns.ts';
export { GIFT_COLUMNS, withoutGifts } from './gift-values.ts';
export { planProblems } from './plan-problems.ts';
export {
  type AmountCurrency,
  type Certainty,
  type ChoiceEvidence,
  type Cleaning,
  type ColumnPlan,
  ColumnSuggestion,
  type Combination,
  Field,
  GiftSource,
  LONGEST_ANSWER,
  MAX_ANSWERED,
  MAX_ANSWERS,
  MAX_UNCLEAR,
  MappingPlan,
  OBJECTION_ROLES,
  ROLE_TEXTS,
  Role,
  SPLITTER_FIELDS,
  STANDARD_CLEANING,
  SourceSystem,
  Splitter,
  type Target,
  columnsFor,
  roleColumns,
  roleOf,
  sendsPseudonyms,
  sentTo,
} from './plan.ts';
export { isInstruction, isRemark } from './remark-rows.ts';
export { REASON_TITLE, returnedMarker, returnedRowTitle } from './returned-sheet.ts';
export { type RowMapper, applyOverride, compileMapping, previewCell } from './row-mapper.ts';
export { type Sensitivity, mayConcernPatients, namesPlaceOfCare, sensitivityOf } from './sensitive-headings.ts';
export {
  type SampleRow,
  chooseSheet,
  columnLetters,
  findHeaderRow,
  findTotalsRows,
  joinedHeadings,
  nameColumns,
} from './sheet-detection.ts';
export { underSystem } from './system-choice.ts';
export { SYSTEMS, SystemId, type SystemPreset, recognizeSystem, systemOf } from './systems.ts';
export {
  type ColumnEvidence,
  type NoTemplate,
  Template,
  differenceSize,
  fitTemplate,
  freeName,
  headerFingerprint,
  headingsFound,
  placesOfHeadings,
  planDifference,
  readTemplate,
  templateJson,
  templateOf,
} from './templates.ts';
