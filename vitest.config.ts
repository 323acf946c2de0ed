import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mayHaveTests } from './test/kit/tagged-files.ts';
import { temporaryFolder } from './test/kit/temporary-folder.ts';

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>;

const env = {
  // `require('electron')` outside Electron downloads the binary; with this it returns a path instead.
  ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent',
  // Programs and threads of the tests share a cache of compiled code.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
  TMPDIR: temporaryFolder(),
  // One number for all processes of the tests; a failure names it.
  ...(process.env['PROPERTY_SEED'] === 'random' ? { PROPERTY_SEED: String(randomInt(2 ** 31)) } : {}),
};

/** Tests must not leave entries in this computer's keychain, except the tests of the keychain itself. */
const keychainFor = (name: string) => (name === 'secrets' ? {} : { DESK_KEYCHAIN: 'none' });

/**
 * Node loads the modules, as in the program. The runner of Vite would transform each module for each process, and slow down every call of
 * an import: the unit tests take up to a fifth longer with it, and short deep files half as long again. Only it can replace a
 * module, load one again, or load TSX.
 */
const NATIVE = { viteModuleRunner: false, nodeLoader: false };

const project = (name: string, testTimeout: number, more: ProjectConfig = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts?(x)`],
    env: { ...env, ...keychainFor(name) },
    testTimeout,
    hookTimeout: testTimeout,
    // As long as `eventually` waits: a busy computer takes much longer than the second that is usual.
    expect: { poll: { timeout: 30_000, interval: 50 } },
    setupFiles: ['test/kit/run-budget.ts'],
    // The program limits the space for new objects (main/platform/engine-flags.ts). The process of the tests would keep the initial 1 MB, and
    // clear it after each step of a test.
    execArgv: ['--min-semi-space-size=16'],
    experimental: NATIVE,
    ...more,
  },
});

/**
 * Tests of a project that need the runner of Vite: they replace a module, which other tests in the same process would get too,
 * load one again, or load TSX.
 */
const needingVite = (name: string) =>
  globSync(`test/${name}/**/*.test.ts`, { cwd: import.meta.dirname })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => readFileSync(new URL(path, import.meta.url), 'utf8').match(/\bvi\.(?:mock|doMock|resetModules)\(|\.tsx'/) !== null);

const BUILT = ['test/kit/build-first.ts'];

const LONG = /\/test\/deep\/(kills|services|fixes|whom-to-send|recipes|random-bundles|spreadsheet-fuzz|random-gifts)\.test\.ts$/;

/**
 * Begins with the files that take a minute and more, so that no processor waits for them at the end. Leaves out the files of which the
 * filter `deep` or `!deep` selects no test.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const filter = this.ctx.config.tagsFilter?.join();
    const wanted = files.filter(({ moduleId }) => mayHaveTests(readFileSync(moduleId, 'utf8'), filter));
    const lateness = ({ moduleId, project: { name: of } }: TestSpecification) => (LONG.test(moduleId) || of.endsWith('-isolated') ? 0 : 1);
    return (await super.sort(wanted)).toSorted((a, b) => lateness(a) - lateness(b));
  }
}

export default defineConfig({
  test: {
    tags: [
      {
        name: 'deep',
        description: 'Rare conditions, at seconds a test: unusual services, disks, damage, other computers. `npm run test:deep` runs them.',
      },
    ],
    // Tests wait for programs that they started: one file more than there are processors keeps them busy. A percentage is capped at 100.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    projects: [
      // Loading the modules once per process instead of once per file saves a third of the time.
      project('unit', 60_000, { exclude: needingVite('unit'), isolate: false }),
      project('unit-isolated', 60_000, { include: needingVite('unit'), experimental: {} }),
      project('integration', 300_000, { exclude: needingVite('integration'), isolate: false, globalSetup: BUILT }),
      project('integration-isolated', 300_000, { include: needingVite('integration'), globalSetup: BUILT, experimental: {} }),
      project('deep', 600_000, { globalSetup: BUILT }),
      project('secrets', 60_000),
    ],
  },
});
