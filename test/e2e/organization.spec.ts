/** The rules of an organization: required fields, people who are never sent, and a value replaced in every row. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

const LIST = [
  'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP,Email',
  '1,Ada,Ashdown,1 Larkspur Ln,Wooster,MA,01609,ada@example.org',
  '2,Grace,Brink,2 Quarry Rd,Nashua,NH,03060,',
  '3,Ida,Carrow,3 Mill St,Wooster,MA,01608,ida@example.org',
  '4,Una,Dunmore,4 Mill St,Lowell,MA,01852,una@example.org',
];
const SUPPRESSED = ['Constituent ID,Email', '77,una@example.org'];

const open = (page: Page, hash: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

test('organization rules, the suppression list and a replacement decide what is sent', async ({ desk }) => {
  const { page } = desk;
  await open(page, '#/settings/rules');
  // Clicks at once, like a fast user: if a box showed its old value for a moment, a second click would go wrong.
  for (const isOn of [true, false, true, false, true, false, true, false, true])
    await page.getByLabel('Email', { exact: true }).setChecked(isOn);
  await expect(page.getByText('1 field required.')).toBeVisible();
  await open(page, '#/settings/do-not-screen');
  await page.getByRole('button', { name: 'Add from a spreadsheet…' }).waitFor();
  await page.setInputFiles('input[type=file]', desk.file('opted-out.csv', SUPPRESSED));
  await expect(page.locator('.settings-message')).toContainText('1 person added');
  await desk.look('do-not-screen');

  await toCheck(desk, LIST);
  await expect(page.getByRole('button', { name: 'A required field is empty 1', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'On the do-not-screen list 1', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Find and replace' }).click();
  await page.getByRole('combobox', { name: 'Field', exact: true }).click();
  await page.getByRole('option', { name: 'City', exact: true }).click();
  await page.getByLabel('Find', { exact: true }).fill('wooster');
  await page.getByLabel('Replace with').fill('Worcester');
  await expect(page.getByText('2 rows would change')).toBeVisible();
  await desk.look('replace');
  await page.getByRole('button', { name: 'Replace in 2 rows' }).click();
  await page.getByText(/^All \d+$/).click();
  await expect(page.getByRole('gridcell', { name: /Worcester/ })).toHaveCount(2);
  await page.getByRole('button', { name: /^Undo / }).click();
  await expect(page.getByRole('gridcell', { name: /Worcester/ })).toHaveCount(0);
  await expect(page.getByRole('gridcell', { name: /Wooster/ })).toHaveCount(2);

  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('row', { name: /Do not screen/ })).toContainText('1');
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toBeVisible();
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByLabel('Send rows with errors anyway').click();
  await expect(page.getByRole('button', { name: 'Send 3 rows' })).toBeVisible();
});

test('a person who cannot be recognized is not added, and a spreadsheet of people leaves the do-not-screen list only after a question', async ({
  desk,
}) => {
  const { page } = desk;
  await open(page, '#/settings/do-not-screen');
  await page.getByRole('button', { name: 'One person…' }).click();
  const one = page.getByRole('dialog', { name: 'One person' });
  const add = one.getByRole('button', { name: 'Add to the list' });
  await one.getByLabel('First name').fill('Rosalind');
  await one.getByLabel('Last name').fill('Quayle');
  await expect(add).toBeDisabled();
  await one.getByLabel('Email').fill('not an address');
  await add.click();
  await expect(one.getByRole('alert')).toContainText('“Email” cannot be read in this form.');
  await expect(one.getByLabel('Last name')).toHaveValue('Quayle');
  await one.getByLabel('Email').fill('');
  await expect(add).toBeDisabled();
  await one.getByLabel('Postal code').fill('01609');
  await add.click();
  await expect(page.locator('.settings-message')).toContainText('1 person added');

  await page.setInputFiles('input[type=file]', desk.file('opted-out.csv', SUPPRESSED));
  await expect(page.getByText('2 people', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: opted-out.csv' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove “opted-out.csv” from the list?' });
  await expect(removal).toContainText('1 person could then be screened again');
  await removal.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByText('2 people', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove: opted-out.csv' }).click();
  await removal.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  await expect(page.locator('.settings-message')).toHaveCount(0);
});
