/** The page's replacements for desktop features that are missing: copying texts, progress, the end of a screening, and licenses. */
import { expect, test } from '@playwright/test';
import { app, LIVE } from '../fakes/connection-fixtures.ts';
import { projectsOf } from '../fakes/scenario-projects.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
const DESKTOP = { progress: true, notifications: true };

test('the page copies a text in a browser, and a text that cannot be copied can be selected', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFake(page, fake().url, 'done', '#/settings');
  await page.getByRole('button', { name: 'Copy for support' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Screening Desk \d/);

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const copy = page.getByRole('button', { name: 'Copy for support' });
  await copy.click();
  const dialog = page.getByRole('dialog', { name: 'The text could not be copied' });
  await expect(dialog.getByRole('textbox')).toHaveValue(text);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(text);
  await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(copy).toBeFocused();
});

test('the title shows the progress of a run, unless the taskbar does', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/projects');
  await expect(page).toHaveTitle(/^\d{1,2}% · Screening Desk$/);
  await openFake(page, fake().url, 'done', '#/projects');
  fake().emit({ name: 'app.changed', payload: { ...app(LIVE), desktop: DESKTOP } });
  await expect(page).toHaveTitle('Projects – Screening Desk');
});

test('a notice names a screening that ended while the user was in another window, unless notifications can be shown', async ({ page }) => {
  const now = Date.now();
  const running = projectsOf('projects', now).find(({ id }) => id === 'alumni')!;
  const gala = projectsOf('projects', now).find(({ id }) => id === 'gala')!;
  const finish = async (name: string) => {
    fake().emit({ name: 'project.changed', payload: running });
    fake().emit({
      name: 'project.changed',
      payload: { ...running, version: running.version + 1, name, activity: null, state: gala.state },
    });
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
  };
  await openFake(page, fake().url, 'projects', '#/projects');
  const notice = page.getByRole('status').filter({ hasText: 'Finished while you were in another window' });
  await finish('Seen');
  await expect(notice).toHaveCount(0);

  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await finish('Alumni 2026');
  await expect(notice).toHaveText(/Finished while you were in another window: Alumni 2026/);
  fake().emit({ name: 'app.changed', payload: { ...app(LIVE), desktop: DESKTOP } });
  await expect(notice).toHaveCount(0);
  fake().emit({ name: 'app.changed', payload: app(LIVE) });
  await notice.getByRole('link', { name: 'Alumni 2026' }).click();
  await expect(page).toHaveURL(/#\/project\/alumni\/results$/);
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
});

test('the licenses of the software in the program can be searched and read', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/settings');
  await page.getByRole('link', { name: 'Third-party notices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Third-party notices' })).toBeVisible();
  const packages = page.locator('.notices summary');
  await expect(packages).toHaveText(['alpha 1.0.0 (MIT), beta 1.0.0 (MIT)', '@gamma/gamma 1.0.0 (Apache-2.0)']);
  await expect(page.getByText('Permission is hereby granted')).toHaveCount(0);
  await packages.first().click();
  await expect(page.getByText('Permission is hereby granted')).toBeVisible();
  await page.getByRole('searchbox').fill('apache');
  await expect(packages).toHaveText(['@gamma/gamma 1.0.0 (Apache-2.0)']);
  await expect(page.getByText('1 package, 1 license text')).toBeVisible();

  fake().answer({ 'app.notices': { text: null } });
  await page.reload();
  await expect(page.getByText('The notices come with the installed program')).toBeVisible();
});
