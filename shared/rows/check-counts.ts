/** The counts that the check screen and the terminal show, derived from the histogram of a list. */
import { dispositionOf, isAlreadyScreened, type SendOptions } from './disposition.ts';
import { countRows, type RowHistogram } from './histogram.ts';
import { hasIssueOf, hasWarningOf, isLeftOut, type Readiness, readinessOf } from './row-facts.ts';

/** Counts that do not depend on how the list is sent. */
export interface CheckCounts {
  readonly rows: number;
  /** By readiness: rows that are ready, without those that are left out. */
  readonly ready: number;
  /** Rows that are ready once the safe fixes are applied. */
  readonly fixable: number;
  readonly incomplete: number;
  /** Rows with errors, which the service would refuse. */
  readonly invalid: number;
  /** Rows that the user left out, that must not be screened, or that name no living person. */
  readonly leftOut: number;
  /** Rows with an error or a warning, without those that are left out. */
  readonly withIssues: number;
  /** Rows with a warning, without those that are left out. */
  readonly withWarnings: number;
  /**
   * Rows that were compared with the baseline, or whose person is in a recent screening or a list in progress, without those that are left
   * out.
   */
  readonly compared: number;
}

export function checkCounts(histogram: RowHistogram): CheckCounts {
  const having = (wanted: Readiness) => countRows(histogram, (facts) => !isLeftOut(facts) && readinessOf(facts) === wanted);
  return {
    rows: countRows(histogram, () => true),
    ready: having('ready'),
    fixable: having('fixable'),
    incomplete: having('incomplete'),
    invalid: having('invalid'),
    leftOut: countRows(histogram, isLeftOut),
    withIssues: countRows(histogram, hasIssueOf),
    withWarnings: countRows(histogram, hasWarningOf),
    compared: countRows(histogram, (facts) => !isLeftOut(facts) && (facts.comparison !== 'none' || facts.recent !== 'none')),
  };
}

/** Rows that are not sent because they were screened already. */
export const alreadyScreened = (histogram: RowHistogram, options: SendOptions): number =>
  countRows(histogram, (facts) => isAlreadyScreened(dispositionOf(facts, options)));
