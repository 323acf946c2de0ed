import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const env = {
  // `require('electron')` outside Electron starts a download of the binary: with this it answers a path instead.
  ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent',
  // The programs and threads that tests start keep their compiled code from one start to the next.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
};

/** What a test writes to the keychain of the computer would stay there: only the tests of the keychain itself may. */
const keychainFor = (name: string) => (name === 'secrets' ? {} : { DESK_KEYCHAIN: 'none' });

const project = (name: string, testTimeout: number, globalSetup: string[] = []) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts?(x)`],
    env: { ...env, ...keychainFor(name) },
    globalSetup,
    testTimeout,
    hookTimeout: testTimeout,
  },
});

const BUILT = ['test/kit/build-first.ts'];

export default defineConfig({
  test: {
    // Many tests wait for programs that they have started: one file a processor keeps none of them idle.
    maxWorkers: '100%',
    projects: [
      project('unit', 20_000),
      project('integration', 300_000, BUILT),
      project('deep', 600_000, BUILT),
      project('secrets', 30_000),
    ],
  },
});
