/** A hospital's list with the medical record number as its only ID. */
import { expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';

const LIST = [
  'MRN,First,Last,Street,City,State,ZIP,Diagnosis',
  '88400117,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,C50.9',
  '88400118,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,I10',
];

test('a medical record number becomes the constituent ID, and is sent as a pseudonym', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  const diagnosis = page.getByRole('row', { name: /Diagnosis/ });
  await expect(diagnosis).toContainText('Patient data must not leave the hospital');
  const column = page.locator('.columns-list').getByRole('row', { name: /MRN/ });
  await expect(column).toContainText('A hospital record number must not leave the hospital');
  await desk.look('columns-hospital');
  await page.getByRole('button', { name: 'Use MRN as Constituent ID, with pseudonyms' }).click();
  await expect(column).toContainText('The service gets a pseudonym in place of each ID. Results come back with your IDs.');
  await page.getByRole('button', { name: 'Send the IDs instead' }).click();
  await expect(column).toContainText('The service gets these IDs as they are.');
  await page.getByRole('button', { name: 'Send pseudonyms instead' }).click();
  await expect(column).toContainText('The service gets a pseudonym in place of each ID.');
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByRole('gridcell', { name: '88400117' })).toBeVisible();
});
