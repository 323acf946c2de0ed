/** Every screen of the window in the states that are hard to reach, behind a stand-in of the application: no finding of axe, no word on the console, no scrolling sideways. */
import { expect, test } from '@playwright/test';
import { type FakeDesk, startFakeDesk } from '../fakes/fake-desk.ts';
import { findingsAt, type Look } from './look.ts';
import { PLACES } from './look-places.ts';
import { RESULT_PLACES } from './look-result-places.ts';
import { RUN_PLACES } from './look-run-places.ts';

// Each place stands alone: as many at once as there are workers, each with a desk of its own.
test.describe.configure({ mode: 'parallel' });
// It keeps pictures of its own; a trace of each place would take longer than looking at it.
test.use({ screenshot: 'off', trace: 'off' });

let desk: FakeDesk;

test.beforeAll(async () => {
  desk = await startFakeDesk();
});

test.afterAll(async () => {
  await desk.close();
});

for (const place of [...PLACES, ...RESULT_PLACES, ...RUN_PLACES])
  test(`${place.name} can be read by everybody`, async ({ browser }, info) => {
    test.skip(info.project.name !== 'chromium', 'the page is the same one in both');
    const pictureOf = ({ width, scheme }: Look) => info.outputPath(`${place.name}-${width}-${scheme}.png`);
    expect(await findingsAt(browser, desk.url, place, pictureOf)).toEqual([]);
  });
