/**
 * Every screen in states that are hard to reach, with the fake desk: no findings of axe, no console messages, no sideways scrolling.
 * DESK_PICTURES=yes saves a picture of each look in `artifacts/test-results`.
 */
import { expect, type Page, test } from '@playwright/test';
import { startsFakeDesk } from './fake-page.ts';
import { findingsAt, type Look, lookPage } from './look.ts';
import { GIFT_PLACES } from './look-gift-places.ts';
import { PLACES } from './look-places.ts';
import { RESULT_PLACES } from './look-result-places.ts';
import { RUN_PLACES } from './look-run-places.ts';
import { SETTINGS_PLACES } from './look-settings-places.ts';

// The places are independent, so they run in parallel, with a separate fake desk for each worker.
test.describe.configure({ mode: 'parallel' });
// Playwright's own pictures and a trace of each place would take longer than the check.
test.use({ screenshot: 'off', trace: 'off' });

const fake = startsFakeDesk();
const savesPictures = process.env['DESK_PICTURES'] === 'yes';

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await lookPage(browser);
});
test.afterAll(() => page.close());

for (const place of [...PLACES, ...SETTINGS_PLACES, ...RESULT_PLACES, ...RUN_PLACES, ...GIFT_PLACES])
  test(`${place.name} is accessible`, async ({ browserName: _browserName }, info) => {
    const pictureOf = ({ width, scheme }: Look) => info.outputPath(`${place.name}-${width}-${scheme}.png`);
    expect(await findingsAt(page, fake().url, place, savesPictures ? pictureOf : null)).toEqual([]);
  });
