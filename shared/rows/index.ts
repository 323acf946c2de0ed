/** What a check finds about rows, and whether they are sent. */
export { type CheckCounts, alreadyScreened, checkCounts } from './check-counts.ts';
export { NOT_SENT, dispositionText, whyNotSent } from './disposition-text.ts';
export {
  NOT_WORTH,
  type NotSent,
  type NotWorth,
  type SendOptions,
  type Disposition,
  buysNothing,
  creditsOf,
  dispositionOf,
  dispositionsBy,
  estimatedCredits,
  fixedReasonOf,
  isAlreadyScreened,
} from './disposition.ts';
export { type RowHistogram, countRows, creditsSaved, histogramOf, mergeHistograms, rowsByDisposition } from './histogram.ts';
export {
  FACT_BITS,
  FACT_MASK,
  LEFT_OUT_MASK,
  type FactsCode,
  NOT_COMPARED_MASK,
  NO_ROW,
  type RowFacts,
  decodeFacts,
  hasIssueOf,
  isLeftOut,
  readinessOf,
} from './row-facts.ts';
