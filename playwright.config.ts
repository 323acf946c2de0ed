import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/browsers.ts';
import { findElectron } from './scripts/electron-program.ts';
import { temporaryFolder } from './test/kit/temporary-folder.ts';

// tests must not leave entries in this computer's keychain; the programs that they start inherit this
process.env['DESK_KEYCHAIN'] = 'none';
// the programs of all tests share a cache of compiled code
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url));
process.env['TMPDIR'] = temporaryFolder();

/** Takes longer than a change can wait for: only in the deep tests. */
const DEEP = ['look.spec.ts', 'five-ways.spec.ts', 'refused.spec.ts', 'organization.spec.ts', 'templates.spec.ts'];

/** The same tests twice: the page over the loopback host in a browser, and the page in the window of Electron. */
export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'artifacts/test-results',
  preserveOutput: 'always',
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list']],
  // one more than two processors: pages and programs wait for each other a quarter of the time
  workers: 3,
  // limits for what never comes: on a busy computer the main job takes two minutes, and the sample is read in 20 seconds
  timeout: 300_000,
  expect: { timeout: 45_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findChromium() ?? '/usr/bin/chromium', args: ['--disable-gpu'] },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // recording every test takes a third of the time: `npm run test:e2e -- --trace on` records them
  },
  projects: [
    // first, because the main job takes longest: without Electron's binary, it passes through the program that ships around a stand-in for Electron
    findElectron() === null
      ? { name: 'electron', testMatch: ['main-job.spec.ts'] }
      : { name: 'electron', testIgnore: ['look.spec.ts', 'packaged/**'] },
    { name: 'chromium', testIgnore: [...DEEP, 'packaged/**'] },
    // the program that DESK_PROGRAM names, as it is installed
    { name: 'packaged', testMatch: 'packaged/**' },
    // every screen in both schemes and small windows, and the tasks with a screenshot of each step
    {
      name: 'looks',
      testMatch: [...DEEP, 'main-job.spec.ts', 'deceased.spec.ts', 'missing-column.spec.ts'],
    },
  ],
});
