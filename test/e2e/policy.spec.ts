/** An administrator's settings are shown where they apply, and cannot be changed there. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const desk = startsFakeDesk();
const LOCKED = 'Set by your organization';

test('locked settings say who locked them and cannot be changed', async ({ page }) => {
  await openFake(page, desk().url, 'policy', '#/settings');
  const card = page.getByRole('region', { name: 'Your organization’s settings' });
  await expect(card).toContainText('5,000 rows');
  await expect(card).toContainText('/etc/screening-desk/policy.json');
  await expect(page.getByRole('region', { name: 'Data on this computer' })).toContainText(LOCKED);
  await expect(page.getByText('Refill practice credits')).toHaveCount(0);

  await page.getByRole('link', { name: 'See the organization rules' }).click();
  // Until the rules have replaced the settings page, the text is there twice.
  await expect(page.getByText(LOCKED)).toHaveCount(1);
  await expect(page.getByText(LOCKED)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toBeDisabled();
  await expect(page.getByLabel('Never send people who asked not to be screened')).toBeDisabled();
  await expect(page.getByLabel(/^Severity: /).first()).toBeDisabled();

  await page.goto(`${page.url().split('#')[0]}#/connections`);
  const connection = page.getByRole('region', { name: 'Fernhollow account', exact: true });
  await expect(connection).toContainText(LOCKED);
  await connection.getByRole('button', { name: 'Menu of Fernhollow account' }).click();
  await expect(page.getByRole('menuitem', { name: 'Remove…' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  await expect(page.getByLabel('Address')).toBeDisabled();
  await expect(page.getByLabel('Name')).toBeEnabled();
});

test('a list with more rows than allowed cannot be sent', async ({ page }) => {
  await openFake(page, desk().url, 'policy', '#/project/fall/cost');
  await expect(page.getByText('Your organization allows 5,000 rows in one screening')).toBeVisible();
});

test('a policy that is not valid is named on every screen, and sending waits for it', async ({ page }) => {
  await openFake(page, desk().url, 'policy-invalid', '#/project/fall/cost');
  await expect(page.getByText('“mostRow” is not a key of the policy.')).toBeVisible();
  await expect(page.getByText('Your organization’s policy is not valid, so nothing is sent')).toBeVisible();
});
