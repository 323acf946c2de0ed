/**
 * A property test has a time budget instead of a required number of runs: under load it makes fewer runs and does not time out.
 * fast-check fails a property that has had no successful run by then.
 *
 * Each property draws the same values in each run of the tests, so a failure comes from a change of the code. PROPERTY_SEED, a number or
 * `random` (`vitest.config.ts`), draws other values. The seed of a property comes from it and from the name of its test, so properties with
 * the same generators draw different values.
 */
import { configureGlobal } from 'fast-check';
import { beforeEach } from 'vitest';

/** The part of a test's time limit for its properties. The rest is for the run in progress, and for preparations. */
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
  // Read when a property begins, because the properties of one test share its budget.
  get interruptAfterTimeLimit() {
    return Math.max(1, Math.min(end - performance.now(), 2 ** 31 - 1));
  },
  // Read when a property begins, because each has its own seed.
  get seed() {
    hasDrawn = true;
    return seedOf(test);
  },
  markInterruptAsFailure: false,
});
