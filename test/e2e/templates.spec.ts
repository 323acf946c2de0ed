/** A mapping as a template: saved, offered for the same headings, used, undone, exported and imported. */
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { type Desk, expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';

const HEAD = 'Donor No,Given,Family,Home,Town,Region,Code';
const FIRST = '17,Ann,Zephyrine,1 Mill St,Lowell,MA,01852';
const SECOND = '18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060';

async function importList(desk: Desk, row: string): Promise<void> {
  await toColumns(desk, [HEAD, row]);
  await expect(desk.page.getByRole('combobox', { name: /^Field for column B, Given/ })).toBeVisible();
}

const fieldOf = (page: Page, column: string) => page.getByRole('combobox', { name: new RegExp(`^Field for column ${column},`) });

async function choose(page: Page, column: string, field: string): Promise<void> {
  await fieldOf(page, column).click();
  await page.getByRole('option', { name: field, exact: true }).click();
  await expect(fieldOf(page, column)).toHaveValue(field);
}

test('a mapping is saved, offered for the next list, used, undone, exported and imported', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, FIRST);
  await choose(page, 'D', 'Business name');
  await page.getByRole('button', { name: 'Save as a template…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Town office');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await importList(desk, SECOND);
  const before = await fieldOf(page, 'D').inputValue();
  expect(before).not.toBe('Business name');
  await expect(page.getByText('Your template “Town office” was made for these headings')).toBeVisible();
  await page.getByRole('button', { name: 'See its settings' }).click();
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
  const path = await desk.saveAtOnce(() => page.getByRole('menuitem', { name: 'Export…' }).click());
  expect(basename(path)).toBe('Town office - template.json');
  await page.setInputFiles('[role=dialog] input[type=file]', path);
  await expect(page.getByRole('dialog').getByText('Town office (2)', { exact: true })).toBeVisible();
  await page.setInputFiles('[role=dialog] input[type=file]', desk.file('broken.json', ['no template']));
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('TEMPLATE_UNREADABLE');
  await desk.look('templates');
});
