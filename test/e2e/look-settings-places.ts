/** The screens of plans, connections and settings, with their menus, dialogs and failures. */
import type { Page } from '@playwright/test';
import type { Place } from './look.ts';

async function chooseAshdown(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill('Ashdown');
  await page.getByRole('searchbox').press('Enter');
  await page
    .getByRole('checkbox', { name: /^Choose Marguerite Ashdown/ })
    .first()
    .check();
}

export const SETTINGS_PLACES: readonly Place[] = [
  { name: 'plan-reminder', scenario: 'plan', hash: '#/projects' },
  { name: 'plan', scenario: 'plan', hash: '#/projects/plan' },
  { name: 'plan-without-lists', scenario: 'live', hash: '#/projects/plan' },
  { name: 'connections', scenario: 'live', hash: '#/connections' },
  { name: 'policy-settings', scenario: 'policy', hash: '#/settings' },
  { name: 'policy-rules', scenario: 'policy', hash: '#/settings/rules' },
  { name: 'policy-connections', scenario: 'policy', hash: '#/connections' },
  { name: 'proxy-asks', scenario: 'proxy-asks', hash: '#/connections' },
  { name: 'settings-diagnostics', scenario: 'projects', hash: '#/settings/diagnostics' },
  { name: 'policy-invalid', scenario: 'policy-invalid', hash: '#/settings' },
  {
    name: 'person-found',
    scenario: 'live',
    hash: '#/person',
    act: chooseAshdown,
  },
  {
    name: 'person-erase',
    scenario: 'live',
    hash: '#/person',
    act: async (page) => {
      await chooseAshdown(page);
      await page.getByRole('button', { name: 'Erase…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'connections-troubled', scenario: 'connections-troubled', hash: '#/connections' },
  {
    name: 'connections-token',
    scenario: 'live',
    hash: '#/connections',
    act: async (page) => {
      await page.getByRole('button', { name: 'Test Fernhollow account' }).click();
      await page.getByText('The test passed').first().waitFor();
      await page.getByRole('button', { name: 'Menu of Fernhollow account' }).click();
      await page.getByRole('menuitem', { name: 'Enter another token…' }).click();
    },
  },
  {
    name: 'connections-change-held',
    scenario: 'live',
    hash: '#/connections',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of Fernhollow account' }).click();
      await page.getByRole('menuitem', { name: 'Change…' }).click();
      await page.getByLabel('Address').fill('https://elsewhere.example');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('dialog').getByText('was sent over this connection and is not finished').waitFor();
    },
  },
  {
    name: 'connections-balances',
    scenario: 'live',
    hash: '#/connections',
    act: async (page) => {
      await page.getByRole('button', { name: 'Show the values of Fernhollow account' }).click();
      await page.getByRole('region', { name: 'Balances over time' }).waitFor();
    },
  },
  {
    name: 'connections-headings',
    scenario: 'connections-troubled',
    hash: '#/connections',
    act: async (page) => {
      await page.getByRole('button', { name: 'Menu of Northgate account' }).click();
      await page.getByRole('menuitem', { name: 'Change…' }).click();
      await page.getByRole('button', { name: /^Use the \d headings that it names$/ }).click();
      await page.getByLabel('Last name', { exact: true }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'connections-refused',
    scenario: 'live',
    hash: '#/connections?add=yes',
    act: async (page) => {
      await page.getByLabel('Name').fill('Riverside account');
      await page.getByLabel('Address').fill('https://refused.example');
      await page.getByLabel('Token', { exact: true }).fill('not-a-token');
      await page.getByRole('button', { name: 'Add and test' }).click();
      await page.getByText('The test failed').waitFor();
    },
  },
  {
    name: 'drop',
    scenario: 'live',
    hash: '#/settings',
    act: async (page) => {
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['a,b'], 'list.csv'));
        document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer: data }));
      });
    },
  },
  {
    name: 'settings-notices',
    scenario: 'done',
    hash: '#/settings/notices',
    act: async (page) => {
      await page.locator('.notices summary').first().click();
    },
  },
  { name: 'settings', scenario: 'projects', hash: '#/settings' },
  { name: 'settings-guide', scenario: 'projects', hash: '#/settings/guide' },
  {
    name: 'settings-end',
    scenario: 'projects',
    hash: '#/settings',
    act: async (page) => {
      await page.locator('.page-body').evaluate((body) => body.scrollTo(0, 560));
    },
  },
  {
    name: 'organization-rules',
    scenario: 'projects',
    hash: '#/settings/rules',
    act: async (page) => {
      await page.getByLabel('Email', { exact: true }).check();
      await page.getByRole('combobox', { name: 'Severity: ZIP has 4 digits' }).click();
      await page.getByRole('option', { name: 'Error' }).click();
      await page.getByText('1 rule changed by you').waitFor();
    },
  },
  {
    name: 'organization-rules-found',
    scenario: 'projects',
    hash: '#/settings/rules',
    act: async (page) => {
      await page.getByRole('searchbox', { name: 'Find a rule' }).fill('zip');
      await page.getByRole('combobox', { name: 'Severity: ZIP has 4 digits' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'do-not-screen-empty', scenario: 'first-run', hash: '#/settings/do-not-screen' },
  {
    name: 'do-not-screen',
    scenario: 'projects',
    hash: '#/settings/do-not-screen',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add from a spreadsheet…' }).waitFor();
      await page.setInputFiles('input[type=file]', { name: 'opted-out.csv', mimeType: 'text/csv', buffer: Buffer.from('ID') });
      await page.locator('.settings-message').waitFor();
    },
  },
  {
    name: 'do-not-screen-person',
    scenario: 'projects',
    hash: '#/settings/do-not-screen',
    act: async (page) => {
      await page.getByRole('button', { name: 'One person…' }).click();
      await page.getByLabel('Email').fill('someone@example.org');
    },
  },
];
