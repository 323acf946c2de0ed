/** Names without a space, as many files have, are not cut off and leave the texts next to them readable. */
import { expect, type Page, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';
import { cutTexts, type Place } from './look.ts';
import { PLACES } from './look-places.ts';
import { RESULT_PLACES } from './look-result-places.ts';
import { RUN_PLACES } from './look-run-places.ts';
import { SETTINGS_PLACES } from './look-settings-places.ts';

const fake = startsFakeDesk();

const LONG = '_FY2026_Fall_Appeal_Constituents_Export_Without_Deceased_And_Repeated_People_Final_2';
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1024, height: 700 },
  { width: 512, height: 350 },
];

/** Lengthens each name in an answer. */
function lengthened(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => lengthened(one, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([part, one]) => [part, lengthened(one, part)]));
  return key === 'name' && typeof value === 'string' && value !== '' ? value + LONG : value;
}

/** The program with long names of projects, files, connections, templates and segments. */
async function withLongNames(page: Page): Promise<void> {
  await page.route('**/rpc', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: lengthened(await response.json()) });
  });
}

// The page may still make calls when the test has seen enough.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const places = new Map<string, Place>(
  [...PLACES, ...SETTINGS_PLACES, ...RESULT_PLACES, ...RUN_PLACES].map((place) => [place.name, place] as const),
);
const NAMES = ['connections', 'projects', 'new', 'cost', 'cost-presets', 'results', 'results-review', 'held-token', 'columns-templates'];

for (const name of NAMES)
  test(`${name}: long names are not cut off`, async ({ page }) => {
    await withLongNames(page);
    const { scenario, hash, act } = places.get(name)!;
    await openFake(page, fake().url, scenario, hash);
    await act?.(page);
    await page.locator('.reading-note').waitFor({ state: 'detached' });
    await expect(page.getByText(LONG).first()).toBeAttached();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(async () => expect(await cutTexts(page)).toEqual([])).toPass({ timeout: 5000 });
    }
  });

test('the offer to repeat the settings of a list keeps its place next to a long name', async ({ page }) => {
  await withLongNames(page);
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFake(page, fake().url, 'columns-recipe', '#/project/fall/columns');
  const card = page.getByRole('region', { name: 'Same as last time' });
  const text = card.getByText('You sent a list like this before');
  const button = card.getByRole('button', { name: /^Same as last time/ });
  await expect(button).toBeVisible();
  const [textBox, buttonBox] = [(await text.boundingBox())!, (await button.boundingBox())!];
  expect(textBox.width).toBeGreaterThan(200);
  expect(buttonBox.x).toBeGreaterThanOrEqual(textBox.x + textBox.width);
  expect(await button.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0);
});
