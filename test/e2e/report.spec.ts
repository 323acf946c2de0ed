/** The report of a finished project on screen: its numbers agree with Scores, and it prints on one page. */
import { expect, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

test('Report is a tab, has the numbers of the matrix, and prints as one tagged page without the window', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: 'Report' }).click();
  const report = page.getByRole('article', { name: /^Report/ });
  await expect(report.getByRole('row', { name: /^A Principal \$1M\+ 38 \$69\.6M/ })).toBeVisible();
  await expect(report.getByRole('cell', { name: '9', exact: true })).toBeVisible();
  await expect(report.getByText('of these 164 have no officer yet')).toBeVisible();
  await expect(report.getByText('No names on this page')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  for (const format of ['Letter', 'A4'] as const) {
    await page.getByText(format, { exact: true }).click();
    await expect(page.getByRole('radio', { name: format })).toBeChecked();
    await expect(page.locator(`.sheets [data-paper="${format.toLowerCase()}"]`)).toHaveCount(1);
    const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true });
    expect(pagesOf(pdf), format).toBe(1);
    expect(pdf.toString('latin1')).toContain('/MarkInfo');
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.sheets').getByRole('heading', { name: 'Next steps' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Parts of the project' })).toBeHidden();
});

test('a screen without a sheet of its own prints as a whole, without the navigation and the buttons at the bottom', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/cost');
  const send = page.getByRole('button', { name: /^Send/ });
  const last = page.getByText('Advanced');
  await expect(send).toBeVisible();
  await expect(last).not.toBeInViewport();
  await page.emulateMedia({ media: 'print' });
  await expect(send).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const { bottom, height } = await last.evaluate((element) => ({
    bottom: element.getBoundingClientRect().bottom,
    height: document.documentElement.scrollHeight,
  }));
  expect(bottom).toBeLessThan(height);
  expect(height).toBeGreaterThan(page.viewportSize()!.height);
});

test('parts, steps and names are kept; the user agrees to names once, and they are on a second page', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results/report');
  const report = page.getByRole('article', { name: /^Report, Spring gala guests, rehearsal$/ });
  await report.getByRole('heading', { name: 'Match quality' }).waitFor();
  await page.getByRole('checkbox', { name: 'Match quality and checks' }).uncheck();
  await expect(report.getByRole('heading', { name: 'Match quality' })).toBeHidden();
  const steps = page.getByRole('textbox', { name: 'Next steps, one per line' });
  await expect(steps).toHaveValue(/^Assign officers to the 41 people rated A or B who have none\./);
  await steps.fill('Visit the first ten.\nWrite to the others.');
  await steps.blur();
  await expect(report.getByRole('listitem')).toHaveText(['Visit the first ten.', 'Write to the others.']);
  await page.getByRole('checkbox', { name: 'Names of the top 20' }).click();
  await page.getByRole('dialog', { name: 'This page will hold 20 names' }).getByRole('button', { name: 'Show the names' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(report.getByText('With 20 names, page 1 of 2')).toBeVisible();
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(2);
  await page.getByRole('button', { name: 'Use the suggested steps' }).click();
  await expect(steps).toHaveValue(/^Assign officers/);
  await page.getByRole('button', { name: 'Save as workbook…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Ctrl 4 opens the report, and arrows go from tab to tab', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const tabs = page.getByRole('navigation', { name: 'Parts of the project' });
  await expect(tabs.getByRole('link', { name: 'Report' })).toBeVisible();
  await page.keyboard.press('Control+4');
  await expect(tabs.getByRole('link', { name: 'Report' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Report' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tabs.getByRole('link', { name: /^Write back/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What passes' })).toBeVisible();
});

test('in a small window the settings are a drawer, and the page says what was checked', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFake(page, fake().url, 'done', '#/project/gala/results/report');
  const report = page.getByRole('article', { name: /^Report/ });
  await expect(report.getByText(/^95 checked by hand: 80 right, 0 wrong, 15 unsure\./)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Match quality and checks' })).toHaveCount(0);
  await page.getByRole('button', { name: 'What is on the page…' }).click();
  const drawer = page.getByRole('dialog', { name: 'What is on the page' });
  await drawer.getByRole('checkbox', { name: 'Match quality and checks' }).uncheck();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(report.getByRole('heading', { name: 'Match quality' })).toBeHidden();
  await page.setViewportSize({ width: 640, height: 400 });
  for (const name of ['Save as workbook…', 'What is on the page…', 'Print or save as PDF…'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
});
