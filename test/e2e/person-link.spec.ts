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
  await expect(page.getByText('profiles.example.org')).toBeVisible();
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

test('the printed page of a person shows only the person, without controls', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results/person/2');
  await expect(page.getByRole('heading', { name: 'Record as sent' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const part of [
    page.getByRole('button', { name: 'Open in browser' }),
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('link', { name: 'Projects' }),
  ])
    await expect(part).toBeHidden();
  await expect(page.getByText('was 1609')).toBeVisible();
  await expect(page.getByText('$412,000').first()).toBeVisible();
});

test('a person prints on one page, in its whole width', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results/person/2');
  await expect(page.getByRole('heading', { name: 'Record as sent' })).toBeVisible();
  for (const format of ['Letter', 'A4'] as const) {
    const pdf = (await page.pdf({ format, margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' } })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  // The width of a sheet without its margins, in CSS pixels.
  await page.setViewportSize({ width: 720, height: 960 });
  await page.emulateMedia({ media: 'print' });
  const width = (await page.getByRole('main').boundingBox())!.width;
  const text = (await page.getByRole('heading', { name: 'Record as sent' }).locator('..').boundingBox())!.width;
  expect([width, text > 640]).toEqual([720, true]);
});
