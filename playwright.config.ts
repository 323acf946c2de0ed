import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from './scripts/browsers.ts';
import { findElectron } from './scripts/electron-program.ts';
import { temporaryFolder } from './test/kit/temporary-folder.ts';

// tests must not leave entries in this computer's keychain; the programs that they start inherit this
process.env['DESK_KEYCHAIN'] = 'none';
// the programs of all tests share a cache of compiled code
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled-tests', import.meta.url));
process.env['TMPDIR'] = temporaryFolder();

/** The main job and the screens on its way, which each change passes. The others are for the deep tests. */
const USUAL = [
  'before-payment',
  'check',
  'check-work',
  'columns-fill',
  'connections',
  'main-job',
  'page-policy',
  'paid-before',
  'password',
  'person',
  'profile',
  'projects',
  'results-list',
  'review',
  'short-list',
].map((name) => `${name}.spec.ts`);

/** Tasks that pass with a picture of each step, and checks of its accessibility. */
const WITH_LOOKS = ['five-ways', 'refused', 'organization', 'templates', 'deceased', 'missing-column', 'look'].map(
  (name) => `${name}.spec.ts`,
);

const missing = [...USUAL, ...WITH_LOOKS].filter((name) => !existsSync(new URL(`test/e2e/${name}`, import.meta.url)));
if (missing.length > 0) throw new Error(`playwright.config.ts names tests that do not exist: ${missing.join(', ')}`);

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
    launchOptions: { executablePath: findHeadlessChromium() ?? '/usr/bin/chromium', args: ['--disable-gpu'] },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // recording every test takes a third of the time: `npm run test:e2e -- --trace on` records them
  },
  projects: [
    // first, because the main job takes longest: without Electron's binary, it passes through the program that ships around a stand-in for Electron
    findElectron() === null
      ? { name: 'electron', testMatch: ['main-job.spec.ts'] }
      : { name: 'electron', testIgnore: ['look.spec.ts', 'packaged/**'] },
    // each test by itself, because the files differ so much that one processor would wait at the end
    { name: 'chromium', testMatch: USUAL, fullyParallel: true },
    { name: 'deep', testIgnore: [...USUAL, ...WITH_LOOKS, 'packaged/**'] },
    // the program that DESK_PROGRAM names, as it is installed
    { name: 'packaged', testMatch: 'packaged/**' },
    // every screen in both schemes and small windows, and tasks with a screenshot of each step; those of the main job are in `electron`
    { name: 'looks', testMatch: WITH_LOOKS },
  ],
});
