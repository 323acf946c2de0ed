/** A workbook with a password is opened in the window, with the keyboard; a wrong password gets a message. */
import { encryptAgile } from '../kit/sheet-encryption.ts';
import { bySheetJs } from '../kit/sheetjs-workbook.ts';
import { axeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';

const PASSWORD = 'Quarry-Otter-7731';
const people = bySheetJs('xlsx', [
  ['ID', 'First Name', 'Last Name', 'Street', 'City', 'State', 'ZIP'],
  ['1', 'Ines', 'Marlowe', '3 Elm St', 'Keene', 'NH', '03431'],
]);

test('the page asks for the password of a workbook, and reads the list with it', async ({ desk: { page } }) => {
  await page.getByRole('link', { name: 'New screening' }).first().click();
  const place = page.getByRole('region', { name: 'Import a spreadsheet' });
  await place
    .locator('input')
    .first()
    .setInputFiles({ name: 'board.xlsx', mimeType: 'application/octet-stream', buffer: encryptAgile(people, PASSWORD) });
  const dialog = page.getByRole('dialog', { name: 'Password of “board.xlsx”' });
  const field = dialog.getByLabel('Password', { exact: true });
  await expect(field).toBeFocused();
  expect(await axeFindings(page)).toEqual([]);

  await page.keyboard.type('quarry');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not the password of the file.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('The file is protected with a password.')).toBeVisible();

  await page.getByRole('button', { name: 'Type the password…' }).click();
  await field.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 row below the headings in row 1.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /See the columns/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('board');
});
