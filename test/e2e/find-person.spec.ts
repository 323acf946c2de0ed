/** A person who asks is found, exported, and put on the do-not-screen list, with only the keyboard. */
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

test('a person is found by a phone number, what is stored is saved, and the person is never screened again', async ({ desk }) => {
  const { page } = desk;
  const lines = [
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Home Phone,Remarks',
    'A1,Rosalind,Quayle,1 Larkspur Ln,Worcester,MA,01609,(508) 555-0117,sings in the choir',
    'A2,Ines,Duarte,2 Larkspur Ln,Worcester,MA,01609,(508) 555-0118,',
  ];
  await toCheck(desk, lines, 'Gala of Rosalind Quayle.csv');
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.getByRole('link', { name: 'Find a person' }).click();
  await expect(page.getByRole('heading', { name: 'Find a person' })).toBeFocused();
  const field = page.getByRole('searchbox');
  await field.fill('508.555.0117');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row', { name: /Rosalind Quayle/ })).toContainText('Not sent');

  const save = page.getByRole('button', { name: 'Save what is stored' });
  await expect(save).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Choose Rosalind Quayle/ }).press('Space');
  await save.press('Enter');
  const path = await desk.saveAtOnce(() => page.getByRole('menuitem', { name: 'JSON' }).press('Enter'));
  const saved = page.getByRole('dialog', { name: 'What is stored is saved' });
  await expect(saved).toContainText('1 place written.');
  const { places } = JSON.parse(readFileSync(path, 'utf8')) as { places: { cells: unknown }[] };
  expect(places).toHaveLength(1);
  expect(places[0]!.cells).toContainEqual({ heading: 'Remarks', value: 'sings in the choir' });
  await saved.getByRole('button', { name: 'Close' }).first().press('Enter');

  await page.getByRole('button', { name: 'Never screen again…' }).press('Enter');
  await page.getByRole('button', { name: 'Add to the do-not-screen list' }).press('Enter');
  await expect(page.getByText('1 person added to the do-not-screen list.').first()).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('row', { name: /Rosalind Quayle/ })).toContainText('on the do-not-screen list');

  await page.getByRole('checkbox', { name: /^Choose Rosalind Quayle/ }).press('Space');
  await page.getByRole('button', { name: 'Erase…' }).press('Enter');
  const erase = page.getByRole('dialog', { name: 'Erase this person?' });
  await expect(erase).toContainText('The rows are kept, but emptied.');
  await expect(erase).toContainText('the row is no longer part of the list');
  const named = erase.getByRole('group', { name: 'These texts name the person' });
  await expect(named.getByRole('checkbox', { name: '“Gala of Rosalind Quayle” becomes “Gala of [erased]”' }).first()).toBeChecked();
  await expect(named).toContainText('the name of the project');
  await expect(erase.getByRole('checkbox', { name: 'Also put them on the do-not-screen list' })).toBeChecked();
  await desk.look('erase');
  await erase.getByRole('button', { name: 'Erase for good' }).press('Enter');
  await expect(page.getByText(/^Erased from 1 place\. Taken out of \d texts\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nobody was found' })).toBeVisible();
  await field.fill('Duarte');
  await field.press('Enter');
  await expect(page.getByRole('row', { name: /Ines Duarte/ })).toContainText('Gala of [erased]');
});
