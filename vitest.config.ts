import { defineConfig } from 'vitest/config';

/** `require('electron')` outside Electron starts a download of the binary: with this it answers a path instead. */
const env = { ELECTRON_OVERRIDE_DIST_PATH: '/nonexistent' };

/** What a test writes to the keychain of the computer would stay there: only the tests of the keychain itself may. */
const keychainFor = (name: string) => (name === 'secrets' ? {} : { DESK_KEYCHAIN: 'none' });

const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts?(x)`],
    env: { ...env, ...keychainFor(name) },
    testTimeout,
    hookTimeout: testTimeout,
  },
});

export default defineConfig({
  test: { projects: [project('unit', 20_000), project('integration', 300_000), project('secrets', 30_000)] },
});
