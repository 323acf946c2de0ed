/** Settings for the service in the window: saved score settings, CSV headings, and earlier balances. */
import { expect } from '@playwright/test';
import { people, PEOPLE_HEADINGS } from '../kit/list-people.ts';
import { test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const LIST = [PEOPLE_HEADINGS, ...people('S', 1, 2, 3)];

test('score settings are saved by name, chosen again, renamed and removed', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, LIST);
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByLabel('Primary affinity code').fill('EDU-02');
  await page.getByLabel('Primary affinity description').fill('Higher education');
  await page.getByRole('button', { name: 'Save these settings…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  const saved = page.getByRole('combobox', { name: 'Saved settings' });
  await expect(saved).toHaveValue('Higher education');

  await page.getByRole('button', { name: 'Turn them off' }).click();
  await expect(page.getByLabel('Primary affinity code')).toHaveValue('');
  await saved.click();
  await page.getByRole('option', { name: 'Higher education' }).click();
  await expect(page.getByLabel('Primary affinity code')).toHaveValue('EDU-02');

  await page.getByRole('button', { name: 'Menu of Higher education' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Campaign');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(saved).toHaveValue('Campaign');

  await page.getByRole('button', { name: 'Menu of Campaign' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(saved).toBeHidden();
  // The list keeps its settings.
  await expect(page.getByLabel('Primary affinity code')).toHaveValue('EDU-02');
});

test('CSV headings are changed on the connection, and the first rows show them', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Connections' }).first().click();
  const practice = page.getByRole('region', { name: 'Practice' });
  await practice.getByRole('button', { name: 'Menu of Practice' }).click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Format for sending a list' }).click();
  await page.getByRole('option', { name: 'CSV' }).click();
  await dialog.getByRole('button', { name: 'Change them' }).click();
  await dialog.getByLabel('Last name', { exact: true }).fill('city');
  await expect(dialog.getByText('Last name already has this heading.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Last name', { exact: true }).fill('Surname');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await toCost(desk, LIST);
  await page.getByRole('button', { name: /^See the .*rows? as sent$/ }).click();
  await page.getByText('CSV', { exact: true }).click();
  await expect(page.getByText(/^constituentId,primaryFirst,primaryMiddle,Surname,primaryMaiden,/)).toBeVisible();
});

test('balances appear as a line and as a table when there are two', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Connections' }).first().click();
  const practice = page.getByRole('region', { name: 'Practice' });
  const askBalance = practice.getByRole('button', { name: 'Test Practice' });
  await askBalance.click();
  await expect(askBalance).toHaveAttribute('aria-disabled', 'false');
  await askBalance.click();
  await practice.getByRole('button', { name: /^Show the values/ }).click();
  await expect(practice.getByRole('region', { name: 'Balances over time' }).getByRole('row')).toHaveCount(3);
});
