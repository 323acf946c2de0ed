/**
 * Mutation testing of the rules that money, joins and readings depend on: `npm run test:mutation [folder or file]`. It
 * changes each rule in small ways and lists the changes that no unit test notices. Scores and survivors:
 * docs/MUTATION.md.
 */

/** The mutated files. vitest.mutation.config.ts lists the tests of these rules. */
const RULES = [
  'shared/project/*.ts',
  'shared/rows/*.ts',
  'shared/rules/merge.ts',
  'main/worker/submit/{pseudonyms,sent-list}.ts',
  'main/runner/{reconcile,project-lookup,delays}.ts',
  'main/service/{answer-bodies,failures,service-requests}.ts',
  'main/submission/elsewhere.ts',
  'main/store/app-database/accounts.ts',
  'main/checking/recency.ts',
  'main/worker/collect/{joining,open-profiles,alike-ids,row-numbering,sent-ids,order-conditions,echoed-prefix}.ts',
  'shared/results/{constituent-ids,name-echo,json,profile-keys,row-errors}.ts',
  'shared/results/{project,list,credits,error}-answer.ts',
  'main/store/project-file/cipher.ts',
  'main/matching/{suppression-list,person-codes}.ts',
  'shared/base/formula-guard.ts',
  'shared/numbers/{dates,amounts}.ts',
  'shared/transforms/{addresses,last-names,names,name-case,name-kinds,name-marks,nicknames,organizations,person-names}.ts',
];

const isSentence = (text) => /\S \S+ \S/.test(text);

/** Three or more words are a sentence for a person, which no rule depends on. Codes, keys and status words are shorter. */
function shouldIgnore({ node }) {
  if (node.type === 'StringLiteral') return isSentence(node.value) ? 'A sentence is no rule.' : undefined;
  const isText = node.type === 'TemplateLiteral' && isSentence(node.quasis.map(({ value }) => value.raw).join('x'));
  return isText ? 'A sentence is no rule.' : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'sentences', value: { shouldIgnore } }];

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './stryker.config.mjs'],
  ignorers: ['sentences'],
  mutate: RULES,
  vitest: { configFile: 'vitest.mutation.config.ts', related: true },
  coverageAnalysis: 'perTest',
  // The preprocessor of tsconfig files fails with TypeScript 7; a missing file has nothing to rewrite.
  tsconfigFile: 'none.json',
  // With `--incremental`, survivors among constants of a module are not tried again when a test is added.
  incremental: false,
  incrementalFile: 'artifacts/mutation/incremental.json',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: 'artifacts/mutation/report.json' },
  tempDirName: 'artifacts/mutation/sandbox',
  concurrency: 2,
  // Generous: on a busy computer a shorter time counts slow tests as failures.
  timeoutMS: 20_000,
};
