/** A history with more projects than the first page of the table, with the fake desk. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
/** The first project after the 50 that are shown at first, and the last one. */
const NEXT = 'Annual appeal 1988';
const LAST = 'Annual appeal 1965';

test('the button below the first 50 projects shows the others', async ({ page }) => {
  await openFake(page, fake().url, 'many-projects', '#/projects');
  const rows = page.locator('.projects tbody tr');
  await expect(rows).toHaveCount(50);
  await expect(page.getByRole('link', { name: NEXT, exact: true })).toBeHidden();
  const more = page.getByRole('button', { name: 'Show the other 24 projects' });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(74);
  await expect(more).toBeHidden();
  await expect(page.getByRole('link', { name: LAST, exact: true })).toBeAttached();
  // The button is gone, so the focus moves to the first project that it added.
  await expect(page.getByRole('link', { name: NEXT, exact: true })).toBeFocused();
});

test('the search finds a project that is not among the first 50, by its name and by its file', async ({ page }) => {
  await openFake(page, fake().url, 'many-projects', '#/projects');
  const find = page.getByRole('searchbox', { name: 'Find a project or file' });
  const rows = page.locator('.projects tbody tr');
  for (const words of ['annual appeal 1965', 'APPEAL-1965.csv']) {
    await find.fill(words);
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('link', { name: LAST, exact: true })).toBeVisible();
  }
  await find.fill('annual appeal');
  await expect(page.getByRole('button', { name: 'Show the other 10 projects' })).toBeVisible();
});

test('another order applies to all projects, not only to the first 50', async ({ page }) => {
  await openFake(page, fake().url, 'many-projects', '#/projects');
  const oldest = page.getByRole('button', { name: 'Last change' });
  await oldest.click();
  await expect(page.locator('.projects tbody tr').first()).toContainText(LAST);
});

test('a project names its earlier screening, even while a search hides that screening', async ({ page }) => {
  await openFake(page, fake().url, 'since', '#/projects');
  await page.getByRole('searchbox', { name: 'Find a project or file' }).fill('volunteers');
  const rows = page.locator('.projects tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('volunteers.csv · new or changed since Summer camp parents');
});

test('the message about a damaged history says what to do, and opens the folder to restore', async ({ page }) => {
  fake().start('failing');
  fake().answer({ 'app.folder': { path: '/data/desk', canOpen: true }, 'app.openFolder': { opened: false } });
  await page.goto(`${fake().url}/#code=fake`);
  const failure = page.getByRole('alert', { name: 'The projects cannot be shown' });
  await expect(failure).toContainText('history.sqlite');
  await expect(failure).toContainText('send no list until it is back');
  await expect(failure).toContainText('restore the whole data folder from a backup');
  await failure.getByRole('button', { name: 'Open folder' }).click();
  await expect(failure).toContainText('Copy its path and open it in your file manager.');
  await expect(failure.getByRole('button', { name: 'Copy path' })).toBeVisible();
});
