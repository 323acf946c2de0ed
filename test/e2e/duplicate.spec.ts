/** A screening repeated with a new file from the project's menu. */
import { expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';

const HEAD = 'Donor No,Given,Family,Home,Town,Region,Code';
const FIRST = '17,Ann,Zephyrine,1 Mill St,Lowell,MA,01852';
const SECOND = '18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060';

test('a sent screening is duplicated with its columns, and the user sends the new one', async ({ desk }) => {
  const { page } = desk;
  const fieldOf = (column: string) => page.getByRole('combobox', { name: new RegExp(`^Field for column ${column},`) });
  await toColumns(desk, [HEAD, FIRST], 'spring.csv');
  await fieldOf('D').click();
  await page.getByRole('option', { name: 'Business name', exact: true }).click();
  await expect(fieldOf('D')).toHaveValue('Business name');
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: 'Send 1 row' }).click();
  await page.waitForURL(/#\/project\/[^/]+\/(progress|results)/);
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.locator('.projects')).toContainText(/Done|Some not accepted/);

  await page.getByRole('button', { name: 'Menu of spring' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate as new screening…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicate “spring” as a new screening' });
  await expect(dialog).toContainText('Nothing is sent until you press Send.');
  await page.setInputFiles('[role=dialog] input[type=file]', desk.file('fall.csv', [HEAD, SECOND]));
  await expect(page.getByText('The columns and the settings come from “spring”.')).toBeVisible();
  await page.getByRole('button', { name: /See the columns/ }).click();
  await expect(fieldOf('D')).toHaveValue('Business name');
  await expect(page.getByText('“spring” is used for these columns')).toBeVisible();

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('row', { name: /fall.*Draft/ })).toBeVisible();
});
