/** A reload, the back button, and answers that are late or fail: the screen keeps what it showed, or says what is missing. */
import { expect, type Page, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

// The page can request more while a test ends.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
const RESULTS = '#/project/gala/results';

test('the tab and the filters of the results without a text stay after a reload and after the back button', async ({ page }) => {
  await openFake(page, fake().url, 'done', RESULTS);
  await tab(page, /^Not accepted/).click();
  await expect(tab(page, /^Not accepted/)).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(tab(page, /^Not accepted/)).toHaveAttribute('aria-selected', 'true');

  await tab(page, /^All scored/).click();
  await page.getByRole('toolbar', { name: 'People by capacity' }).getByRole('button').first().click();
  await page.getByRole('searchbox').fill('Abara');
  const filter = page.getByRole('button', { name: /^Remove the filter/ }).first();
  await expect(filter).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.goBack();
  await expect(filter).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('Abara');
  await page.reload();
  await expect(filter).toBeVisible();
  // names are not in the address, which the browser remembers
  expect(page.url()).not.toContain('Abara');
});

test('a link to the rows that were not accepted wins over the tab of before', async ({ page }) => {
  await openFake(page, fake().url, 'done', `${RESULTS}?outcome=unknown`);
  await expect(tab(page, /^Without a result/)).toHaveAttribute('aria-selected', 'true');
  await page.evaluate((at) => {
    location.hash = at;
  }, `${RESULTS}?outcome=refused`);
  await expect(tab(page, /^Not accepted/)).toHaveAttribute('aria-selected', 'true');
});

for (const [hash, method] of [
  ['#/settings/do-not-screen', 'doNotScreen.get'],
  ['#/settings/rules', 'organizationRules.get'],
  ['#/settings/notices', 'app.notices'],
  ['#/project/gala/results/review', 'review.household'],
] as const) {
  test(`a part that waits for ${method} says so: ${hash}`, async ({ page }) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/rpc', async (route) => {
      if ((route.request().postData() ?? '').includes(`"${method}"`)) await held.promise;
      await route.continue();
    });
    await page.goto(`${fake().url}/?scenario=done#code=fake`);
    await page.evaluate((at) => {
      location.hash = at;
    }, hash);
    await expect(page.getByText('Reading what is stored…')).toBeVisible();
    held.resolve();
    await expect(page.getByText('Reading what is stored…')).toHaveCount(0);
  });

  for (const [code, retry] of [
    ['READ_FAILED', 'safe'],
    ['INTERNAL', 'ask'],
  ] as const)
    test(`a part that needs ${method} and gets ${code} says so and can be read again: ${hash}`, async ({ page }) => {
      await openFake(page, fake().url, 'done', '#/connections');
      let fails = true;
      const error = { code, message: 'The part is not there.', retry, details: {} };
      await page.route('**/rpc', async (route) => {
        if (!fails || !(route.request().postData() ?? '').includes(`"${method}"`)) return await route.continue();
        await route.fulfill({ json: { ok: false, error } });
      });
      await page.evaluate((at) => {
        location.hash = at;
      }, hash);
      await expect(page.getByText('The part is not there.')).toBeVisible();
      fails = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('The part is not there.')).toHaveCount(0);
    });
}

test('Settings does not say that nobody is on the do-not-screen list before it is read', async ({ page }) => {
  await page.route('**/rpc', async (route) => {
    const asked = route.request().postData() ?? '';
    if (!asked.includes('"doNotScreen.get"') && !asked.includes('"records.chain"')) await route.continue();
  });
  await openFake(page, fake().url, 'done', '#/settings');
  await expect(page.getByText('People who are never sent.')).toBeVisible();
  await expect(page.getByText('Who sent each list, when and why.')).toBeVisible();
});
