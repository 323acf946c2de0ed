import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>;

const env = {
  // `require('electron')` outside Electron downloads the binary; with this it returns a path instead.
  ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent',
  // Programs and threads of the tests share a cache of compiled code.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
};

/** Tests must not leave entries in this computer's keychain, except the tests of the keychain itself. */
const keychainFor = (name: string) => (name === 'secrets' ? {} : { DESK_KEYCHAIN: 'none' });

const project = (name: string, testTimeout: number, more: ProjectConfig = {}) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts?(x)`],
    env: { ...env, ...keychainFor(name) },
    testTimeout,
    hookTimeout: testTimeout,
    setupFiles: ['test/kit/run-budget.ts'],
    ...more,
  },
});

/** Unit tests that replace a module, which other tests in the same process would get too. */
const replacing = globSync('test/unit/**/*.test.ts', { cwd: import.meta.dirname })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => readFileSync(new URL(path, import.meta.url), 'utf8').includes('vi.mock('));

const BUILT = ['test/kit/build-first.ts'];

export default defineConfig({
  test: {
    // Tests wait for programs that they started: one file more than there are processors keeps them busy. A percentage is capped at 100.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // Loading the modules once per process instead of once per file saves a third of the time.
      project('unit', 20_000, { exclude: replacing, isolate: false }),
      project('unit-isolated', 20_000, { include: replacing }),
      project('integration', 300_000, { globalSetup: BUILT }),
      project('deep', 600_000, { globalSetup: BUILT }),
      project('secrets', 30_000),
    ],
  },
});
