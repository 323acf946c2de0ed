/** The sign-in to a proxy, the diagnostics, and printing if the administrator limits where files are saved. */
import { expect, test } from '@playwright/test';
import { DIAGNOSTICS } from '../fakes/diagnostics-fixtures.ts';
import { axeFindings } from './axe.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('a proxy that requires a sign-in has a banner on every screen, and a refused password keeps the dialog open', async ({ page }) => {
  await openFake(page, fake().url, 'proxy-asks', '#/projects');
  fake().failNext('app.signInToProxy', 'PROXY_SIGN_IN', 'The proxy refused it.');
  await expect(page.getByText('The proxy proxy.example.org:3128 on your network asks for a user name and password')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to the proxy proxy.example.org:3128' });
  await expect(dialog.getByLabel('User name')).toBeFocused();
  await page.keyboard.type('ann');
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('The proxy refused it.');
  await dialog.getByLabel('Password', { exact: true }).fill('right');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test('all of the diagnostics can be read before exactly that text is saved', async ({ page }) => {
  let saved = '';
  await openFake(page, fake().url, 'projects', '#/settings');
  fake().answer({
    'app.saveDiagnostics': ({ text }) => {
      saved = text;
      return { shown: 'diagnostics.txt in the folder Documents', download: null };
    },
  });
  await page.getByRole('link', { name: 'Diagnostics' }).click();
  await expect(page.locator('pre')).toHaveText(DIAGNOSTICS);
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText('Saved: diagnostics.txt in the folder Documents').first()).toBeAttached();
  expect(saved).toBe(DIAGNOSTICS);
});

test('nothing prints if the administrator limits the folders of saved files', async ({ page }) => {
  for (const [scenario, count] of [
    ['done', 1],
    ['policy', 0],
  ] as const) {
    await openFake(page, fake().url, scenario, '#/project/gala/results/report');
    await expect(page.locator('.report-part').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Print/ })).toHaveCount(count);
  }
});
