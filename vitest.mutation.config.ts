import { defineConfig } from 'vitest/config';

/** The unit tests that state the rules which stryker.config.mjs changes; each of them runs thousands of times. */
export default defineConfig({
  test: {
    include: [
      'test/unit/submission/**/*.test.ts',
      'test/unit/worker/{joining,row-numbering,numbering-evidence,sent-ids}*.test.ts',
      'test/unit/answers/**/*.test.ts',
      'test/unit/matching/**/*.test.ts',
      'test/unit/store/{store,cipher}.test.ts',
      'test/unit/shared/row-facts.test.ts',
      'test/unit/spreadsheet-write/formula-guard*.test.ts',
      'test/unit/shared/transforms/**/*.test.ts',
    ],
    // Random lives differ from run to run, and so would the score.
    exclude: ['test/unit/submission/model.test.ts'],
    // Modules are loaded once per run of a mutant, not once per test file.
    isolate: false,
    env: { DESK_KEYCHAIN: 'none', JOINING_RUNS: '400' },
    testTimeout: 5_000,
  },
});
