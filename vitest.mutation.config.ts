import { defineConfig } from 'vitest/config';

/** The unit tests of the rules that stryker.config.mjs changes; each of them runs thousands of times. */
export default defineConfig({
  test: {
    include: [
      'test/unit/{shared/project,main/submission,main/runner}/**/*.test.ts',
      'test/unit/main/worker/collect/{joining,row-numbering,numbering-evidence,sent-ids,order-conditions,echoed-prefix}*.test.ts',
      'test/unit/shared/results/**/*.test.ts',
      'test/unit/main/matching/**/*.test.ts',
      'test/unit/main/store/**/*.test.ts',
      'test/unit/main/service/*.test.ts',
      'test/unit/main/checking/recency.test.ts',
      'test/unit/shared/rows/**/*.test.ts',
      'test/unit/shared/rules/merge.test.ts',
      'test/unit/main/worker/submit/{pseudonyms,sent-list}.test.ts',
      'test/unit/shared/base/formula-guard*.test.ts',
      'test/unit/shared/numbers/**/*.test.ts',
      'test/unit/shared/transforms/**/*.test.ts',
    ],
    // Random lives would change the score in each run.
    exclude: ['test/unit/shared/project/model.test.ts'],
    // Loads modules once per mutant, not once per test file.
    isolate: false,
    env: { DESK_KEYCHAIN: 'none', JOINING_RUNS: '400' },
    testTimeout: 5_000,
  },
});
