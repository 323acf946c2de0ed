/** Tests of connections, with the fake desk. */
import { expect, test } from '@playwright/test';
import { AppError } from '../../shared/base/errors.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('a connection is not tested again while its test runs', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/connections');
  let started = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  fake().answer({
    'connections.test': async () => {
      started += 1;
      await finished;
      return new AppError('SERVICE_BUSY', 'The service is busy.');
    },
  });
  const one = page.getByRole('button', { name: /^Test (?!all)/ }).first();
  const all = page.getByRole('button', { name: /^Test all/ });
  await one.click();
  await expect(one).toHaveAttribute('aria-disabled', 'true');
  await one.press('Enter');
  await all.press('Enter');
  finish();
  await expect(one).not.toHaveAttribute('aria-disabled', 'true');
  expect(started).toBe(1);
});

test('the saved password of a proxy is removed from the menu of a connection', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/connections');
  const asked: unknown[] = [];
  fake().answer({
    'app.forgetProxies': (input) => {
      asked.push(input);
      return asked.length === 1 ? new AppError('KEYCHAIN_LOCKED', 'The keychain is locked.') : {};
    },
  });
  await page
    .getByRole('button', { name: /^Menu of (?!Practice)/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Forget the proxy password…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget the proxy password?' });
  // If the keychain is locked, the dialog stays open, so the user does not think that the password is forgotten.
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect(dialog).toContainText('The keychain is locked.');
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await expect(dialog).toBeHidden();
  expect(asked).toHaveLength(2);
});

test('the keyboard alone shows the token that was typed', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/connections');
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const token = page.getByRole('dialog', { name: 'Add a connection' }).getByRole('textbox', { name: 'Token' });
  await token.fill('an invented token');
  await expect(token).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show or hide the token' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(token).toHaveAttribute('type', 'text');
  await expect(token).toHaveValue('an invented token');
});

test('an address without https is explained in the dialog, not in the words of the browser', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/connections');
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByLabel('Name').fill('Our account');
  await dialog.getByLabel('Address').fill('api.screening.example');
  fake().failNext('connections.add', 'BASE_URL_INVALID', 'The address is not a web address.');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('The address is not a web address.');
});

test('“Add and test” with empty fields says what is missing, and goes there', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/connections');
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  const [name, address] = [dialog.getByRole('textbox', { name: 'Name' }), dialog.getByRole('textbox', { name: 'Address' })];
  const add = dialog.getByRole('button', { name: 'Add and test' });
  await add.press('Enter');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/Give the connection a name\./);
  await name.fill('Our account');
  await expect(dialog.getByText('Give the connection a name.')).toHaveCount(0);
  await add.press('Enter');
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Enter the address of the service\./);
});
