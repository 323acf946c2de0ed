import { defineConfig } from 'vitest/config';

/** The unit tests that state the rules which stryker.config.mjs changes; each of them runs thousands of times. */
export default defineConfig({
  test: {
    include: [
      'test/unit/submission/**/*.test.ts',
      'test/unit/worker/{joining,row-numbering,numbering-evidence}*.test.ts',
      'test/unit/answers/**/*.test.ts',
    ],
    env: { DESK_KEYCHAIN: 'none', JOINING_RUNS: '400', MODEL_RUNS: '20' },
    testTimeout: 20_000,
  },
});
