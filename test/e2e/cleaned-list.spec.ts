/** On Check: the cleaned list as a file, and a fix that would leave rows without a required value. */
import { readFileSync } from 'node:fs';
import { type Desk, expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP';

const importList = (desk: Desk, rows: readonly string[]) => toCheck(desk, [HEADINGS, ...rows]);

test('the cleaned list is saved from Check, with corrected values under the headings of the file', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, ['1,ADA,ASHDOWN,1 Larkspur Ln,Worcester,Massachusetts,1609', '2,Una,Dunmore,4 Mill St,Lowell,MA,01852']);
  await page.getByRole('button', { name: 'Save the cleaned list' }).click();
  const path = await desk.saveAtOnce(() => page.getByRole('menuitem', { name: 'CSV' }).click());
  expect(readFileSync(path, 'utf8').replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    `${HEADINGS},Why it is not sent`,
    '1,Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,',
    '2,Una,Dunmore,4 Mill St,Lowell,MA,01852,',
  ]);
});

test('a fix that would leave a row without its last name changes nothing, and the page reports it', async ({ desk }) => {
  const { page } = desk;
  // One in five rows. If most rows were affected, the whole column would be left out.
  const others = ['Dunmore', 'Brink', 'Carrow', 'Ellery'].map((name, at) => `${at + 2},Una,${name},${at + 4} Mill St,Lowell,MA,01852`);
  await importList(desk, ['1,Ada,123-45-6789,1 Larkspur Ln,Worcester,MA,01609', ...others]);
  await page.getByRole('button', { name: /^Looks like a card or social security number 1/ }).click();
  await page
    .getByRole('button', { name: /^Blank out /, exact: false })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'No row was changed' })).toHaveText(
    'No row was changed. The fix for “Looks like a card or social security number” would leave each row without a value that it needs. Correct the cells, or leave the rows out.',
  );
  await expect(page.getByRole('gridcell', { name: /123-45-6789/ })).toBeVisible();
});
