/** A single profile: if the answer of a screening is lost, the profile is looked up before anyone pays twice. */
import { expect, test } from './fixtures.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();

test('after a lost answer, the person must be looked up in the list of profiles before another screening', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await page.getByRole('link', { name: 'Single profile' }).first().click();
  await page.getByLabel('First name', { exact: true }).fill('Ngozi');
  await page.getByLabel('Last name', { exact: true }).fill('Okafor');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Screen for 1 credit' })).toBeFocused();
  expect(await practice.charged()).toBe(0);
  await practice.setFaults({ kind: 'drop-answer', how: 'reset', times: 1, on: { step: 'profile' } });
  await page.getByRole('button', { name: 'Screen for 1 credit' }).click();

  const failure = page.getByRole('alert', { name: 'The person was not screened' });
  await expect(failure).toContainText('OUTCOME_UNKNOWN');
  const again = page.getByRole('button', { name: 'Screen again for 1 credit' });
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  // The button leads to the same place as the reason.
  await again.click({ force: true });
  expect(await practice.charged()).toBe(1);
  await expect(page.getByRole('textbox', { name: 'Name, ID or email' })).toHaveValue('Ngozi Okafor');
  await expect(page.getByText('1 of 1 profile with “Ngozi Okafor”')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Okafor' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Name, ID or email' }).fill('nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('No profile contains this text')).toBeVisible();
  await page.getByRole('button', { name: 'Show all profiles' }).click();
  await expect(page.getByRole('cell', { name: 'Okafor' })).toBeVisible();
  expect(await practice.charged()).toBe(1);
});
