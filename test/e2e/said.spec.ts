/** What the window says while it waits, and what it no longer says on another screen. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('a screen reader does not find an announcement of an earlier screen', async ({ page }) => {
  await page.clock.install();
  await openFake(page, fake().url, 'live', '#/profile');
  await page.getByRole('button', { name: /^Screen for 1 / }).press('Enter');
  const said = page.locator('output.visually-hidden').last();
  await expect(said).toHaveText('Enter a person to continue');
  await page.clock.runFor(2000);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(said).toHaveText('');
});

test('a search that has not counted the rows yet does not say “0 of 0 rows”', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/person');
  fake().answer({ 'people.find': () => new Promise(() => undefined) });
  await page.getByRole('searchbox').fill('Ashdown');
  await page.getByRole('searchbox').press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByText('Searching:')).toBeVisible();
  await expect(main).not.toContainText('0 of 0');
});

test('Check offers its columns only when it has read them', async ({ page }) => {
  let answerRows = (): void => undefined;
  const held = new Promise<void>((done) => {
    answerRows = done;
  });
  await page.route('**/rpc', async (route) => {
    if (/"method":"check\.page"/.test(route.request().postData() ?? '')) await held;
    await route.continue();
  });
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.getByText('Columns 0 of 0')).toHaveCount(0);
  answerRows();
  await expect(page.getByRole('button', { name: /^Columns [1-9]/ })).toBeVisible();
});

test('the verdict of Review does not cover the link that has the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFake(page, fake().url, 'done', '#/project/gala/results/review');
  const link = page.getByRole('button', { name: /Open in browser/ }).last();
  await link.waitFor();
  await page.locator('.page-body').evaluate((body) => body.scrollTo(0, 0));
  await link.evaluate((button) => button.focus());
  const isCovered = () =>
    link.evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  await expect.poll(isCovered).toBe(false);
});
