/** A mapping kept once and used again: saved, offered when the headings return, used, taken back, carried in a file. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const HEAD = 'Donor No,Given,Family,Home,Town,Region,Code';
const list = (row: string) => ({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(`${HEAD}\n${row}\n`) });
const FIRST = list('17,Ann,Zephyrine,1 Mill St,Lowell,MA,01852');
const SECOND = list('18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060');

async function toColumns(page: Page, file: ReturnType<typeof list>): Promise<void> {
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await page.setInputFiles('input[type=file]', file);
  await page.getByRole('button', { name: /See the columns/ }).click();
  await expect(page.getByRole('combobox', { name: /^Field for column B, Given/ })).toBeVisible();
}

const fieldOf = (page: Page, column: string) => page.getByRole('combobox', { name: new RegExp(`^Field for column ${column},`) });

async function choose(page: Page, column: string, field: string): Promise<void> {
  await fieldOf(page, column).click();
  await page.getByRole('option', { name: field, exact: true }).click();
  await expect(fieldOf(page, column)).toHaveValue(field);
}

test('a mapping is saved, offered for the next list, used and taken back', async ({ desk }) => {
  // The page hands over files that it was given; the installed program takes only files that lie in a folder.
  test.skip(test.info().project.name === 'electron', 'files are made in the page');
  const { page } = desk;
  await toColumns(page, FIRST);
  await choose(page, 'D', 'Business name');
  await page.getByRole('button', { name: 'Save as a template…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Town office');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await toColumns(page, SECOND);
  const before = await fieldOf(page, 'D').inputValue();
  expect(before).not.toBe('Business name');
  await expect(page.getByText('Your template “Town office” was made for these headings')).toBeVisible();
  await page.getByRole('button', { name: 'See what it sets' }).click();
  await expect(page.getByRole('dialog')).toContainText('Business name');
  await desk.look('template-sets');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByText('“Town office” is used for these columns')).toBeVisible();
  await expect(fieldOf(page, 'D')).toHaveValue('Business name');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(fieldOf(page, 'D')).toHaveValue(before);
  await expect(page.getByText('Your template “Town office” was made for these headings')).toBeVisible();

  await page.getByRole('button', { name: 'Templates…' }).click();
  await page.getByRole('button', { name: 'Menu of Town office' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Export…' }).click()]);
  expect(download.suggestedFilename()).toBe('Town office - template.json');
  const path = join(tmpdir(), `desk-template-${process.pid}.json`);
  await download.saveAs(path);
  await page.setInputFiles('[role=dialog] input[type=file]', path);
  await expect(page.getByRole('dialog').getByText('Town office (2)', { exact: true })).toBeVisible();
  writeFileSync(path, 'no template');
  await page.setInputFiles('[role=dialog] input[type=file]', path);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('TEMPLATE_UNREADABLE');
  await desk.look('templates');
});
