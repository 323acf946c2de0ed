/** Verdicts about matches, and how a record is compared with its profile. */
export { compareFields, doubtByEcho, identityOf, showsPerson } from './comparison.ts';
export { REVIEW_COLUMNS } from './review-columns.ts';
export {
  LONGEST_NOTE,
  Pair,
  REASON_TEXTS,
  Reason,
  ReviewStep,
  VERDICT_TEXTS,
  Verdict,
  type VerdictChange,
  VerdictKind,
  areSameVerdict,
} from './verdict.ts';
export { LEAST_VERDICTS, precisionOf, wilsonInterval } from './wilson.ts';
