/** Long tasks on Check: the progress is shown with its count, and Cancel leaves everything unchanged. The test delays the answers. */
import { expect, type Page, test } from '@playwright/test';
import { AppError } from '../../shared/base/errors.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const CANCELED = new AppError('CANCELED', 'Canceled. Nothing was changed.');
const grid = (page: Page) => page.getByRole('grid');
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const rows = (page: Page) => page.getByRole('region', { name: 'Rows', exact: true });

/** Never answers a call, so the call ends only when the page cancels it. */
const held = () => new Promise<never>(() => undefined);

test('a bulk fix and leaving out rows show a progress bar with a count, and end with Cancel', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  const strip = page.getByRole('region', { name: 'Ready to match' });
  const before = await strip.innerText();
  const tasks = [
    { method: 'check.fix', word: 'Fixing', press: () => page.getByRole('button', { name: /^Add the zero to/ }).click() },
    { method: 'check.leaveOut', word: 'Changing who is sent', press: () => page.getByRole('button', { name: 'Leave all out' }).click() },
  ] as const;
  for (const { method, word, press } of tasks) {
    fake().answer({ [method]: held });
    await press();
    await expect(page.getByRole('progressbar', { name: word })).toBeAttached();
    await expect(rows(page).getByText('0 of 10,240 rows')).toBeVisible();
    await rows(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(page.getByText('Canceled. Nothing was changed.')).toBeAttached();
    await expect(grid(page)).toBeFocused();
    await expect.poll(() => strip.innerText()).toBe(before);
    await expect(page.getByText('All changes saved')).toBeVisible();
  }
});

test('running safe fixes end with Cancel in their dialog', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  fake().answer({ 'check.fixSafe': held });
  await page.getByRole('button', { name: /^Fix all safe/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Fix all safe' });
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await expect(dialog.getByRole('progressbar', { name: 'Fixing' })).toBeAttached();
  await expect(dialog.getByText('0 of 10,240 rows')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Fix all safe/ })).toBeFocused();
});

test('a canceled sort or search leaves the rows and their order unchanged', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  await rows(page).getByRole('button', { name: 'Show the hidden columns' }).click();
  await expect(heading(page, 'City')).toHaveAttribute('aria-sort', 'none');
  const shown = await grid(page).getByRole('rowheader').allInnerTexts();
  for (const begin of ['sort', 'find'] as const) {
    fake().answer({ 'check.page': held });
    if (begin === 'sort') await heading(page, 'City').click();
    else await page.getByRole('searchbox', { name: 'Find in rows' }).fill('Nashua');
    await expect(page.getByRole('progressbar', { name: begin === 'sort' ? 'Sorting by City' : 'Finding “Nashua”' })).toBeAttached();
    await expect(rows(page).getByText('0 of 10,240 rows')).toBeVisible();
    await rows(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(heading(page, 'City')).toHaveAttribute('aria-sort', 'none');
    await expect(page.getByRole('searchbox', { name: 'Find in rows' })).toHaveValue('');
    await expect.poll(() => grid(page).getByRole('rowheader').allInnerTexts()).toEqual(shown);
    await expect(grid(page)).toBeFocused();
  }
});

test('Ctrl F opens the search, Ctrl Enter continues, and on Cost it only moves the focus to Send', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByRole('searchbox', { name: 'Find in rows' })).toBeFocused();
  let sent = 0;
  fake().answer({
    'project.send': () => {
      sent += 1;
      return CANCELED;
    },
  });
  await page.keyboard.press('ControlOrMeta+Enter');
  const send = page.getByRole('button', { name: /^Send/ });
  await expect(send).toBeVisible();
  await expect(page.locator('h1')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(send).toBeFocused();
  expect(sent).toBe(0);
});

test('rows that cannot be read say so above the frozen columns, and are read again from there', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.route('**/rpc', (route) => route.abort());
  await page.getByRole('button', { name: /^Add the zero to/ }).click();
  const alert = page.getByRole('alert', { name: 'These rows could not be read' });
  await expect(alert).toBeVisible();
  await page.unroute('**/rpc');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
});

test('rows of another filter that cannot be read say so in place of the rows of the filter before', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  fake().failNext('check.page', 'DISK_FULL', 'The disk is full.');
  await page.getByText(/^All [\d,]+$/).click();
  const alert = page.getByRole('alert', { name: 'These rows could not be read' });
  await expect(alert).toContainText('The disk is full.');
  const { x, y, width, height } = (await grid(page).boundingBox())!;
  const below = { x: x + width / 2, y: y + height - 20 };
  expect(await page.evaluate((at) => document.elementFromPoint(at.x, at.y)!.closest('[role=row]'), below)).toBeNull();
});

test('a project that is removed in another window, or at the end of its time, is no longer shown, nor is a dialog of it', async ({
  page,
}) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  fake().answer({ 'projects.get': () => Promise.reject(new AppError('NOT_FOUND', 'There is no such project.')) });
  fake().emit({ name: 'project.removed', payload: { id: 'fall' } });
  const alert = page.getByRole('alert', { name: 'This project cannot be shown' });
  await expect(alert).toContainText('There is no such project.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await alert.getByRole('link', { name: 'All projects' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused();
});

test('a block of cells that cannot be read says why it is not filled', async ({ page }) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await grid(page).getByRole('gridcell').nth(3).click();
  await page.keyboard.press('Shift+ArrowDown');
  fake().answer({ 'check.page': () => Promise.reject(new AppError('DISK_FULL', 'The disk is full.')) });
  await page.keyboard.press('ControlOrMeta+d');
  await expect(page.getByText('The rows could not be read. The disk is full.').first()).toBeVisible();
  expect(failures).toEqual([]);
});

test('F8 says why it finds no issue when the search fails', async ({ page }) => {
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  await expect(grid(page).getByRole('gridcell').first()).toBeVisible();
  fake().answer({ 'check.nextIssue': () => Promise.reject(new AppError('DISK_FULL', 'The disk is full.')) });
  await grid(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('F8');
  await expect(page.getByText('The search for the next issue failed. The disk is full.')).toBeAttached();
  expect(failures).toEqual([]);
});

test('a failed fix shows a message above the panes, which it does not change', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  fake().failNext('check.fix', 'DISK_FULL', 'The disk is full.');
  await page.getByRole('button', { name: 'Add the zero to 445' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The disk is full.' });
  await expect(failure).toBeVisible();
  const { y, height } = (await failure.boundingBox())!;
  const panes = (await page.locator('.check-panes').boundingBox())!;
  expect(panes.y - y - height).toBeGreaterThanOrEqual(8);
});
