/** Shared basics for all other folders: errors, texts, waits, score settings. */
export { clearCaches, createCache } from './caches.ts';
export { type DiskFailure, RESTORE_FOLDER, codeOf, diskError, diskFailureOf, expectedError } from './disk-failures.ts';
export {
  AppError,
  ERROR_CODES,
  EXIT,
  type ErrorCode,
  ErrorDetails,
  type Failure,
  type Recovery,
  assertNever,
  isDamage,
  mayReadAgain,
  recoveryOf,
  toErrorCode,
} from './errors.ts';
export { freeBytes, SPARE_BYTES } from './free-bytes.ts';
export { looksLikeFormula } from './formula-guard.ts';
export { DAY_MS, addDays, addMonths, dayNumber, dayOfNumber, localDay, wholeMonths } from './days.ts';
export { type Paper, paperOf } from './paper.ts';
export { mappedSize } from './mapped-size.ts';
export { type AppendedSheet, rowName } from './row-names.ts';
export { ScoreConfiguration } from './score-configuration.ts';
export { SCORE_GROUPS, type ScoreTexts, checkConfiguration, readForm, settingsGiven, textsOf } from './score-form.ts';
export { stackFrames } from './stack-frames.ts';
export { terminalCell, terminalJson, terminalText } from './terminal-text.ts';
export { countText, longDay, numberText, usDay, usTime } from './text.ts';
export { UNREADABLE_TEXT } from './unreadable-text.ts';
export { LONG_WAIT_MS } from './waits.ts';
export { type WordPiece, wordPiece } from './word-pieces.ts';
