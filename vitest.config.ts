import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const env = {
  // `require('electron')` outside Electron downloads the binary; with this it returns a path instead.
  ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent',
  // Programs and threads of the tests share a cache of compiled code.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url)),
};

/** Tests must not leave entries in this computer's keychain, except the tests of the keychain itself. */
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
    // Many tests wait for programs that they started: three files for each processor keep the processors busy.
    maxWorkers: '300%',
    projects: [
      project('unit', 20_000),
      project('integration', 300_000, BUILT),
      project('deep', 600_000, BUILT),
      project('secrets', 30_000),
    ],
  },
});
