import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browsers.ts';

// what a test writes to the keychain of the computer would stay there; the programs that the tests start inherit this
process.env['DESK_KEYCHAIN'] = 'none';

/** The same tests twice: the page over the loopback host in a browser, and the page in the window of Electron. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'artifacts/test-results',
  preserveOutput: 'always',
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  // each test starts programs of its own; more at once only take the processors from one another
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: ['--disable-gpu'] },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // recording every test takes a third of their time: `npm run test:e2e -- --trace on` records them
  },
  projects: [
    { name: 'chromium', testIgnore: ['look.spec.ts', 'packaged/**'] },
    // its tests are reported as skipped where the binary of Electron is not there
    { name: 'electron', testIgnore: ['look.spec.ts', 'packaged/**'] },
    // the program that DESK_PROGRAM names, as it is installed
    { name: 'packaged', testMatch: 'packaged/**' },
    // every screen in both schemes and small windows, and the tasks with a look at each of their steps
    {
      name: 'looks',
      testMatch: ['look.spec.ts', 'main-job.spec.ts', 'refused.spec.ts', 'house.spec.ts', 'deceased.spec.ts', 'templates.spec.ts'],
    },
  ],
});
