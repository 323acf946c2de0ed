/** Sheets with the same headings are appended with one click, on Columns and on File, and the rows keep the numbers of their sheet. */
import { xlsx } from '../kit/sheet-xlsx.ts';
import { axeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';

const rowsOf = (rows: readonly (readonly string[])[]) =>
  rows
    .map((cells, at) => `<row r="${at + 1}">${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('');
const HEADINGS = ['ID', 'First Name', 'Last Name', 'Email', 'City'];
const people = xlsx({
  sheets: [
    { name: 'Alumni', rows: rowsOf([HEADINGS, ['1', 'Ines', 'Marlowe', 'i@marlowe.example', 'Keene'], ['2', 'Otto', 'Brandvold', 'o@brandvold.example', 'Nashua'], ['3', 'Rhea', 'Castellan', 'r@castellan.example', 'Ayer']]) }, // prettier-ignore
    { name: 'Parents', rows: rowsOf([HEADINGS, ['8', 'Wim', 'Oduya', 'w@oduya.example', 'Salem'], ['9', 'Fay', 'Oduya', 'f@oduya.example', 'Salem']]) }, // prettier-ignore
  ],
});

test('a second sheet is appended and left out again', async ({ desk: { page } }) => {
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await page
    .getByRole('region', { name: 'Import a spreadsheet' })
    .locator('input')
    .first()
    .setInputFiles({ name: 'people.xlsx', mimeType: 'application/octet-stream', buffer: people });
  await page.getByRole('button', { name: /See the columns/ }).click();
  const card = page.getByRole('region', { name: 'How the file is read' });
  await expect(card).toContainText('The sheet “Parents” has the same columns and 2 more rows.');
  await card.getByText('Append').click();
  await expect(page.getByRole('radio', { name: 'Append' })).toBeChecked();
  await expect(card).not.toHaveAttribute('aria-busy', 'true');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /Check the rows/ }).click();
  const grid = page.getByRole('grid');
  await expect(grid.getByRole('rowheader', { name: '3 of “Parents”' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: 'Oduya', exact: true })).toHaveCount(2);
  await grid.getByRole('gridcell', { name: 'Fay', exact: true }).click();
  await expect(page.getByRole('region', { name: 'The active cell' })).toContainText('row 3 of “Parents”');

  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: /File/ }).click();
  const file = page.getByRole('region', { name: 'How the file is read' });
  await file.getByText('Leave out', { exact: true }).click();
  await expect(page.getByText('3 rows below the headings in row 1. Nothing is sent.')).toBeVisible();
});
