/** Every screen in states that are hard to reach, with the fake desk: no issue of axe, no console message, no sideways scrolling. */
import { expect, test } from '@playwright/test';
import { startsFakeDesk } from './fake-page.ts';
import { findingsAt, type Look } from './look.ts';
import { PLACES } from './look-places.ts';
import { RESULT_PLACES } from './look-result-places.ts';
import { RUN_PLACES } from './look-run-places.ts';

// Each place stands alone: as many at once as there are workers, each worker with a stand-in of its own.
test.describe.configure({ mode: 'parallel' });
// It keeps pictures of its own; a trace of each place would take longer than looking at it.
test.use({ screenshot: 'off', trace: 'off' });

const fake = startsFakeDesk();

for (const place of [...PLACES, ...RESULT_PLACES, ...RUN_PLACES])
  test(`${place.name} can be read by everybody`, async ({ browser }, info) => {
    const pictureOf = ({ width, scheme }: Look) => info.outputPath(`${place.name}-${width}-${scheme}.png`);
    expect(await findingsAt(browser, fake().url, place, pictureOf)).toEqual([]);
  });
