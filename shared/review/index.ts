/** Verdicts about matches. */
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
