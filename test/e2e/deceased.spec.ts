/** A column of the list that tells who has died: said on Columns, found on Check, left out in one step, and not sent. */
import { expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';

const LIST = [
  'ID,First,Last,Street,City,State,ZIP,Deceased',
  'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,No',
  'P2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,Yes',
  'P3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,No',
  'P4,Beatrix,Farrow,9 Fern Hollow Dr,Portland,OR,97201,Yes',
];

test('those whom a column calls dead are left out in one step, and the column can be told to say nothing', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  const column = page.getByRole('row', { name: /Deceased/ });
  await expect(column).toContainText('Those rows are marked on Check; nobody is left out by itself');
  await desk.look('columns-deceased');
  const choice = page.getByRole('combobox', { name: /Deceased/ });
  const rule = page.getByRole('button', { name: /^Marked as deceased \d/ });
  await choice.click();
  await page.getByRole('option', { name: /^Not sent, comes back/ }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByRole('button', { name: /See the cost/ })).toBeEnabled();
  await expect(rule).toHaveCount(0);
  await page.goBack();
  await choice.click();
  await page.getByRole('option', { name: 'Tells who has died' }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await rule.click();
  await expect(page.getByRole('grid').getByRole('row', { name: /P[24]/ })).toHaveCount(2);
  await page.getByRole('button', { name: 'Leave all out' }).click();
  await expect(page.getByRole('region', { name: 'Rows' }).getByText('Left out 2')).toBeVisible();
  await desk.look('check-deceased');
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toBeVisible();
});
