/** What the window says before a person is paid for twice, and about unexpected work and answers. */
import { expect, test } from '@playwright/test';
import { app, LIVE } from '../fakes/connection-fixtures.ts';
import { elsewhere } from '../fakes/cost-fixtures.ts';
import { resultPage, RESULTS } from '../fakes/results-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('people who were screened alone are named on Cost, next to the lists of colleagues', async ({ page }) => {
  const alone = { name: 'Ann Lee', status: null, totalRows: 1, createdAt: new Date(2026, 10, 20).getTime(), row: 812 };
  await openFake(page, fake().url, 'cost-elsewhere', '#/projects');
  fake().answer({ 'cost.elsewhere': { found: [...elsewhere(Date.now()), alone], isUnread: false } });
  await page.evaluate(() => {
    location.hash = '#/project/fall/cost';
  });
  const warning = page.getByRole('alert', { name: 'A colleague may have sent this list' });
  await expect(warning).toContainText('The service has projects with this name, and they were');
  await expect(warning).toContainText('These people on the list were already paid for as single profiles.');
  await expect(warning.getByRole('listitem').filter({ hasText: 'Ann Lee in row 812, screened alone on' })).toHaveCount(1);
});

test('a refused row that may be paid is fixed only after the user pays again on purpose', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const asked: unknown[] = [];
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: unknown };
    if (method === 'projects.fixRefused') asked.push(input);
    await route.continue();
  });
  fake().failNext('projects.fixRefused', 'SENT_BEFORE', 'The service may have charged for these rows. Nothing was sent.');
  await page.getByRole('button', { name: 'Fix 61 rows' }).click();
  await expect(page.getByText('The service may have charged for these rows. Nothing was sent.')).toBeVisible();
  expect(asked).toEqual([{ id: 'gala', allowPaid: false }]);
  await page.getByRole('button', { name: 'Fix and pay again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not accepted');
  expect(asked).toEqual([
    { id: 'gala', allowPaid: false },
    { id: 'gala', allowPaid: true },
  ]);
});

test('entries of an answer that cannot be read are shown with the reason and their text', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/projects');
  const reason = { message: 'This entry is not well formed.', field: null, value: '{"id":"p7","score":NaN}' };
  fake().answer({
    'results.get': { ...RESULTS, unreadable: 1 },
    'results.page': (input) => {
      const { total, rows } = resultPage(input);
      return { total, rows: rows.map((row, at) => (at === 0 ? { ...row, reasons: [reason] } : row)) };
    },
  });
  await page.evaluate(() => {
    location.hash = '#/project/gala/results?outcome=unmatched';
  });
  await expect(page.getByText('One entry of the answer cannot be read. Its text is kept')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'This entry is not well formed.' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '{"id":"p7","score":NaN}' })).toBeVisible();
});

test('the window says which screenings it continues without a command', async ({ page }) => {
  const continued = 'Screening Desk continues “Alumni file 2026”: it was not finished when the last program ended.';
  await openFake(page, fake().url, 'live', '#/projects');
  fake().answer({ 'app.get': { ...app(LIVE), continued } });
  await page.goto(`${fake().url}/#/projects`);
  await page.reload();
  const banner = page.getByRole('status').filter({ hasText: continued });
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
});
