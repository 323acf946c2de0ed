/**
 * A property test has a budget of time instead of a number of runs that it must reach: under load it makes fewer runs and does not time out.
 * fast-check fails a property that has had no successful run by then.
 */
import { configureGlobal } from 'fast-check';
import { beforeEach } from 'vitest';

/** Part of a test's time limit. The rest is for the run that is under way, and for preparations. */
const SHARE = 0.6;

let end = Number.POSITIVE_INFINITY;

beforeEach(({ task }) => {
  end = performance.now() + SHARE * task.timeout;
});

configureGlobal({
  // Read when a property begins: the properties of one test share its budget.
  get interruptAfterTimeLimit() {
    return Math.max(1, Math.min(end - performance.now(), 2 ** 31 - 1));
  },
  markInterruptAsFailure: false,
});
