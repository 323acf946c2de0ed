/**
 * Mutation testing of the rules that money, joins and readings depend on: `npm run test:mutation [folder or file]`. Each rule is changed
 * in small ways; a change that no unit test notices survives and is listed.
 */

/** What is mutated, with the tests that state its rules. */
const RULES = [
  'shared/project/*.ts',
  'main/runner/reconcile.ts',
  'main/worker/results/{joining,alike-ids,row-numbering,sent-ids}.ts',
  'shared/results/{constituent-ids,name-echo,json}.ts',
];

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: RULES,
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  // With TypeScript 7 the preprocessor of tsconfig files ends in an error; a file that does not exist has nothing to rewrite.
  tsconfigFile: 'none.json',
  incremental: true,
  incrementalFile: 'artifacts/mutation/incremental.json',
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: 'artifacts/mutation/report.json' },
  tempDirName: 'artifacts/mutation/sandbox',
  concurrency: 2,
  timeoutMS: 20_000,
};
