/** A form that is submitted before it is complete says what is missing, at the field that it then focuses. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import type { Scenario } from '../fakes/scenarios.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

interface Form {
  readonly name: string;
  readonly scenario: Scenario;
  readonly hash: string;
  /** Opens the form, and leaves it incomplete. */
  readonly open: (page: Page) => Promise<void>;
  readonly submit: string;
  /** The field that gets the focus. */
  readonly field: (page: Page) => Locator;
  /** The group of the field if the sentence belongs to the group. */
  readonly saidAt?: (page: Page) => Locator;
  readonly says: RegExp;
}

const menuItem = (menu: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
};
const textbox = (name: string) => (page: Page) => page.getByRole('textbox', { name, exact: true });
const labeled = (name: string) => (page: Page) => page.getByLabel(name, { exact: true });

const FORMS: readonly Form[] = [
  {
    name: 'a new name',
    scenario: 'projects',
    hash: '#/projects',
    open: async (page) => {
      await menuItem('Menu of October newsletter readers', 'Rename…')(page);
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(' ');
    },
    submit: 'Rename',
    field: textbox('Name'),
    says: /Enter a name\./,
  },
  {
    name: 'a project of the service',
    scenario: 'projects',
    hash: '#/projects',
    open: async (page) => {
      await page.getByRole('button', { name: 'Get a project from the service…' }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
    },
    submit: 'Get the project',
    field: (page) => page.getByRole('dialog').getByRole('radio', { disabled: false }).first(),
    saidAt: (page) => page.getByRole('radiogroup', { name: 'Project' }),
    says: /Choose a project\./,
  },
  {
    name: 'a handed-over project',
    scenario: 'projects',
    hash: '#/projects',
    open: async (page) => {
      await menuItem('Menu of October newsletter readers', 'Hand over…')(page);
      await page.getByLabel('Passphrase', { exact: true }).fill('too short');
    },
    submit: 'Save the copy…',
    field: labeled('Passphrase'),
    says: /The passphrase is too short\./,
  },
  {
    name: 'a name of a do-not-screen list',
    scenario: 'projects',
    hash: '#/settings/do-not-screen',
    open: async (page) => {
      await page.getByRole('button', { name: 'One person…' }).first().click();
      await page.getByRole('dialog').getByLabel('Last name').fill('Ashdown');
    },
    submit: 'Remove from the list',
    field: (page) => page.getByRole('dialog').getByLabel('First name'),
    says: /A name needs a first name, a last name and a postal code\./,
  },
  {
    name: 'a search for a person',
    scenario: 'projects',
    hash: '#/person',
    open: () => Promise.resolve(),
    submit: 'Search',
    field: (page) => page.getByRole('searchbox', { name: /^Name, ID, email/ }),
    says: /Enter at least two characters\./,
  },
  {
    name: 'a profile number',
    scenario: 'live',
    hash: '#/profile',
    open: async (page) => page.getByText('Find a profile', { exact: true }).click(),
    submit: 'Find',
    field: labeled('Profile number'),
    says: /Enter the profile number\./,
  },
  {
    name: 'an officer',
    scenario: 'done',
    hash: '#/project/gala/results',
    open: async (page) => page.getByRole('button', { name: 'Assign officer…' }).first().click(),
    submit: 'Assign',
    field: (page) => page.getByRole('dialog').getByRole('combobox', { name: 'Officer' }),
    says: /Enter an officer, or tick “To nobody”\./,
  },
  {
    name: 'a filter',
    scenario: 'done',
    hash: '#/project/gala/results',
    open: async (page) => page.getByRole('button', { name: 'Filter' }).first().click(),
    submit: 'Add the filter',
    field: (page) => page.getByRole('combobox', { name: 'Column' }),
    says: /Choose a column\./,
  },
];

for (const { name, scenario, hash, open, submit, field, saidAt = field, says } of FORMS)
  test(`${name}: an incomplete form says what is missing, and goes there`, async ({ page }) => {
    await openFake(page, fake().url, scenario, hash);
    await open(page);
    await page.getByRole('button', { name: submit }).last().press('Enter');
    await expect(field(page)).toBeFocused();
    await expect(saidAt(page)).toHaveAccessibleDescription(says);
  });

test('a filter with a number that cannot be read says so, and reads commas and dollar signs', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await page.getByRole('button', { name: 'Filter' }).first().click();
  await page.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'Overall score', exact: true }).click();
  const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
  await from.fill('about 5');
  await to.fill('$12,500');
  await to.press('Enter');
  await expect(from).toBeFocused();
  await expect(from).toHaveAccessibleDescription('This is not a number.');
  await from.fill('');
  await to.press('Enter');
  await expect(page.getByRole('button', { name: /^Remove the filter: Overall score .*12,500/ })).toBeVisible();
});
