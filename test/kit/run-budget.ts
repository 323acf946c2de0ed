/**
 * A property test has a budget of time instead of a number of runs that it must reach: under load it makes fewer runs and does not time out.
 * fast-check fails a property that has had no successful run by then.
 *
 * Each property draws the same values in each run of the tests, so that a change fails only by what it changes. PROPERTY_SEED, a number or
 * `random` (`vitest.config.ts`), draws others. The seed of a property comes from it and from the name of its test: properties with the same
 * generators draw different values.
 */
import { configureGlobal } from 'fast-check';
import { beforeEach } from 'vitest';

/** Part of a test's time limit. The rest is for the run that is under way, and for preparations. */
const SHARE = 0.6;

const PROPERTY_SEED = Number(process.env['PROPERTY_SEED'] ?? 1);
if (!Number.isSafeInteger(PROPERTY_SEED)) throw new RangeError('PROPERTY_SEED is not a whole number');

let end = Number.POSITIVE_INFINITY;
let test = '';
let hasDrawn = false;

beforeEach(({ task, onTestFailed }) => {
  end = performance.now() + SHARE * task.timeout;
  test = task.fullTestName;
  hasDrawn = false;
  onTestFailed(() => {
    if (hasDrawn)
      process.stderr.write(`PROPERTY_SEED=${PROPERTY_SEED} in the environment repeats the values of this test: ${task.fullTestName}\n`);
  });
});

/** The seed of a property in a test, as a 32-bit integer. */
function seedOf(name: string): number {
  let seed = PROPERTY_SEED | 0;
  for (let at = 0; at < name.length; at++) seed = Math.imul(seed ^ name.charCodeAt(at), 0x01_00_01_93);
  return seed;
}

configureGlobal({
  // Read when a property begins: the properties of one test share its budget.
  get interruptAfterTimeLimit() {
    return Math.max(1, Math.min(end - performance.now(), 2 ** 31 - 1));
  },
  // A property can have a seed of its own.
  get seed() {
    hasDrawn = true;
    return seedOf(test);
  },
  markInterruptAsFailure: false,
});
