/** The first view of finished results: headline, charts that filter, counts of all rows, and how many rows a small window shows. */
import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { RESULTS } from '../fakes/results-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const COMPLETE = { ...RESULTS, counts: { ...RESULTS.counts, submitted: 2492, unknown: 0, unmatched: 0 } };
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';

async function openComplete(page: Page): Promise<void> {
  fake().start('done');
  fake().answer({ 'results.get': COMPLETE });
  await page.goto(`${fake().url}/#code=fake`);
  await page.locator('.sidebar-card').waitFor();
  await page.evaluate(() => {
    location.hash = '#/project/gala/results';
  });
  await page.getByRole('region', { name: 'Headline' }).getByRole('heading').waitFor();
}

/** Collects the filters of each page of the list that the page requests. */
async function watchFilters(page: Page): Promise<unknown[][]> {
  const asked: unknown[][] = [];
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as {
      method: string;
      input: { selection: { filters: unknown[] } };
    };
    if (method === 'results.page') asked.push(input.selection.filters);
    await route.continue();
  });
  return asked;
}

test('the headline shows the people without an officer, and everybody when pressed again', async ({ page }) => {
  await openComplete(page);
  const asked = await watchFilters(page);
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline.getByRole('heading')).toHaveText('38 people at the top of the scale, 9 without an officer.');
  await expect(headline).toContainText('They hold $69.6M of $215.6M, $1M or more each.');
  const see = headline.getByRole('button', { name: 'See the 9' });
  await see.click();
  await expect(see).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(() => asked.at(-1))
    .toEqual([
      { kind: 'range', column: CAPACITY, min: 1_000_000, max: null },
      { kind: 'empty', column: 'office:officer' },
    ]);
  await see.click();
  await expect(see).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('button', { name: /^Remove the filter/ })).toHaveCount(0);
});

test('without a column of officers the headline counts the matches to check', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/projects');
  const groups = {
    column: CAPACITY,
    by: 'equal' as const,
    bands: [{ label: null, min: 5, max: 9, rows: 10, sum: 70 }],
    without: 0,
    least: 9,
  };
  fake().answer({
    'results.get': { ...COMPLETE, officer: null },
    'results.capacity': { ...groups, top: { rows: 1, sum: 9, withoutOfficer: null, toCheck: 1 } },
  });
  await page.evaluate(() => {
    location.hash = '#/project/gala/results';
  });
  await expect(page.getByRole('region', { name: 'Headline' }).getByRole('heading')).toHaveText(
    '1 person in the highest tenth, 1 match to check.',
  );
});

test('the headline says that nobody has a capacity if all have $0', async ({ page }) => {
  await openComplete(page);
  fake().answer({
    'results.capacity': {
      column: CAPACITY,
      by: 'equal',
      bands: [{ label: null, min: 0, max: 0, rows: 1, sum: 0 }],
      without: 0,
      least: 0,
      top: { rows: 1, sum: 0, withoutOfficer: null, toCheck: null },
    },
  });
  await page.reload();
  const headline = page.getByRole('region', { name: 'Headline' });
  await expect(headline).toContainText('Nobody has a capacity above $0, so no group is on top.');
  await expect(headline.getByRole('heading')).toHaveText(/scored\.$/);
});

test('the pyramid is one Tab stop whose bars filter; its numbers and those without a capacity add up', async ({ page }) => {
  await openComplete(page);
  const asked = await watchFilters(page);
  const pyramid = page.getByRole('toolbar', { name: 'People by capacity' });
  const bars = pyramid.getByRole('button');
  await expect(bars).toHaveCount(5);
  await expect(page.getByText('23 more have none')).toBeVisible();
  const title = page.getByRole('region', { name: 'Capacity value' }).getByRole('heading');
  expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  const names = await bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('title') ?? ''));
  const people = names.map((name) => Number(/: ([\d,]+) people/.exec(name)![1]!.replaceAll(',', '')));
  expect(people.reduce((sum, one) => sum + one, 23)).toBe(COMPLETE.counts.scored);
  expect(names[4]).toContain('the lower ranges of the service together');
  expect(await bars.evaluateAll((all) => all.filter((bar) => (bar as HTMLElement).tabIndex === 0).length)).toBe(1);

  await bars.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(bars.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => asked.at(-1)).toEqual([{ kind: 'range', column: CAPACITY, min: 250_000, max: 998_000 }]);
  await expect(bars.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(bars.nth(1)).toBeFocused();

  // The states are those of the chosen band, and a state filters within it.
  const states = page.getByRole('toolbar', { name: 'People by state' });
  await states.getByRole('button', { name: 'MA 17 people' }).click();
  await expect
    .poll(() => asked.at(-1))
    .toEqual([
      { kind: 'range', column: CAPACITY, min: 250_000, max: 998_000 },
      { kind: 'is', column: 'field:state', value: 'MA' },
    ]);
  await bars.nth(1).focus();
  await page.keyboard.press('End');
  await expect(bars.nth(4)).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await pyramid.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

test('all rows are accounted for in one green line that can be opened; if rows are missing, it is amber, open and names them', async ({
  page,
}) => {
  await openComplete(page);
  const line = page.getByRole('button', { name: /Every row accounted for/ });
  await expect(line).toContainText('2,506 in your file − 14 left out = 2,492 sent = 2,431 scored + 61 not accepted');
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await line.click();
  await expect(page.getByRole('link', { name: 'Full history' })).toBeVisible();
  await page.getByRole('button', { name: 'Left out before sending: 14, show them' }).click();
  await expect(page.getByRole('tab', { name: /Left out/ })).toHaveAttribute('aria-selected', 'true');

  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const missing = page.getByRole('button', { name: /8 rows without a result/ });
  await expect(missing).toContainText('2,431 scored + 61 not accepted = 2,492 of 2,500 sent');
  await expect(missing).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('Results without a row')).toBeVisible();
});

test('the table says match, gift, officer and flags in words, and each score what it is', async ({ page }) => {
  await openComplete(page);
  const grid = page.getByRole('grid');
  const cells = async (row: number) => await grid.getByRole('row').nth(row).getByRole('gridcell').allInnerTexts();
  await expect
    .poll(async () => (await cells(1)).slice(0, 6))
    .toEqual(['Marguerite Ashdown', '$412,000', 'Worcester, MA', '98 strong', '$250\nJan 2026', 'J. Castellan']);
  await expect.poll(async () => (await cells(4)).slice(3, 6)).toEqual(['77 fair', '$1,000\nApr 2026', 'No officer']);
  await expect.poll(async () => (await cells(9))[4]).toContain('no gift yet');
  await expect.poll(async () => (await cells(10))[6]).toBe('2 flags');
  const match = grid.getByRole('columnheader', { name: 'Match' });
  await expect(match).toHaveAttribute('aria-description', /How sure the service is .* From 40 to 99, known from 2,431 answers\.$/);
  await page.getByRole('button', { name: 'What the scores mean' }).click();
  const glossary = page.getByRole('dialog', { name: 'What the scores mean' });
  await expect(glossary).toContainText(
    'How likely the person is to give, according to the service. From 1 to 4, known from 2,431 answers.',
  );
});

test('at 1024 × 700 at least eleven people are in sight; at 200 % the pictures fold', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openComplete(page);
  const grid = page.getByRole('grid');
  const inSight = async () => {
    await expect(grid.getByRole('row').nth(11)).toBeVisible();
    const boxes = await grid.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
    return boxes.slice(1).filter((bottom) => bottom <= 700).length;
  };
  expect(await inSight()).toBeGreaterThanOrEqual(11);
  // If something is missing, the amber line names it without taking space from the people.
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await expect(page.getByRole('button', { name: /8 rows without a result/ })).toHaveAttribute('aria-expanded', 'false');
  expect(await inSight()).toBeGreaterThanOrEqual(11);

  await page.setViewportSize({ width: 640, height: 400 });
  const pictures = page.getByRole('button', { name: 'Pictures' });
  await expect(pictures).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('toolbar', { name: 'People by capacity' })).toHaveCount(0);
  await pictures.click();
  await expect(page.getByRole('toolbar', { name: 'People by capacity' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  expect(await axeFindings(page)).toEqual([]);
});

test('Tab moves from the choice of a column to the next control', async ({ page }) => {
  await openComplete(page);
  await page.getByRole('radio', { name: 'Any score' }).press('Space');
  const select = page.getByRole('combobox', { name: 'Distribution of' });
  await select.click();
  await page.keyboard.press('Tab');
  await expect(page.locator('.distribution-bar').first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(select).toBeFocused();
});

test('a large last gift never covers its date', async ({ page }) => {
  await page.route('**/rpc', async (route) => {
    const { method } = JSON.parse(route.request().postData() ?? '{}') as { method: string };
    if (method !== 'results.page') return await route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"500"', '"125000.5"') });
  });
  await openComplete(page);
  const gift = page.getByRole('gridcell', { name: /^\$125,000\.50/ }).first();
  const [amount, date] = await gift.locator('.result-gift > span').evaluateAll((parts) => parts.map((one) => one.getBoundingClientRect()));
  expect(date!.width).toBeGreaterThan(20);
  expect(amount!.right).toBeLessThanOrEqual(date!.left);
  const text = await gift
    .locator('.result-gift > span')
    .first()
    .evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(text).toBe(0);
});
