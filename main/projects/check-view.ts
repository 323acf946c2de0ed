/** The views of a stored check. */
import type { CheckView } from '../../shared/contract/index.ts';
import { type SendOptions, alreadyScreened, checkCounts } from '../../shared/rows/index.ts';
import type { ProjectRow } from '../store/app-database/index.ts';
import type { CheckSummary } from '../worker-protocol/index.ts';

/** `options` decides which of the recently screened people are sent again. */
export function checkView({ histogram, rules, undo, redo }: CheckSummary, options: SendOptions): CheckView {
  return { ...checkCounts(histogram), alreadyScreened: alreadyScreened(histogram, options), rules, undo, redo };
}

/** The counts that are stored for the view of a project. */
export function readinessOf({ histogram }: CheckSummary): NonNullable<ProjectRow['source']['readiness']> {
  const { ready, fixable, incomplete, invalid, leftOut } = checkCounts(histogram);
  return { ready, fixable, incomplete, invalid, leftOut };
}
