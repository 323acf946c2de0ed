/** The web address in a profile, opened from the page in a browser. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('a page of another site opens in a separate tab, after a dialog that shows its address', async ({ page, context }) => {
  const asked: string[] = [];
  await context.route('https://profiles.example.org/**', async (route) => {
    asked.push(`${route.request().url()} ${route.request().headers()['referer'] ?? 'without referer'}`);
    await route.fulfill({ contentType: 'text/html', body: '<title>Profile</title>' });
  });
  await openFake(page, fake().url, 'done', '#/project/gala/results/person/2');
  const open = page.getByRole('button', { name: 'Open in browser' });
  await expect(page.getByRole('region', { name: 'Property and giving found' })).toContainText('profiles.example.org');
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Open a page of profiles.example.org?' });
  await expect(dialog).toContainText('https://profiles.example.org/p/4000');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(asked).toEqual([]);
  await open.click();
  const [tab] = await Promise.all([context.waitForEvent('page'), dialog.getByRole('button', { name: 'Open in browser' }).click()]);
  await tab.waitForURL('https://profiles.example.org/p/4000');
  expect(await tab.evaluate(() => window.opener === null)).toBe(true);
  expect(asked).toEqual(['https://profiles.example.org/p/4000 without referer']);
});
