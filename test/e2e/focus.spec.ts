/** The focus after a dialog or a menu closes: on the control that opened it, or on its replacement. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the column menu closes when its dialog opens, which returns the focus to the button', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const columns = page.getByRole('button', { name: /^Columns \d/ });
  const dialog = page.getByRole('dialog', { name: 'Arrange the columns' });
  for (const end of ['Escape', 'Save'] as const) {
    await columns.click();
    await expect(page.getByPlaceholder('Find a column')).toBeVisible();
    await page.getByRole('button', { name: 'Arrange columns…' }).click();
    await expect(dialog).toBeVisible();
    await expect(page.getByPlaceholder('Find a column')).toHaveCount(0);
    await (end === 'Escape' ? page.keyboard.press('Escape') : dialog.getByRole('button', { name: 'Save' }).click());
    await expect(dialog).toHaveCount(0);
    await expect(columns).toBeFocused();
  }
});

test('find and replace returns the focus to its button after Escape or a replacement', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  const button = page.getByRole('button', { name: 'Find and replace' });
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await button.click();
  await expect(dialog.getByLabel('Find', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();

  await button.click();
  await dialog.getByRole('combobox', { name: 'Field', exact: true }).click();
  await page.getByRole('option', { name: 'City' }).click();
  await dialog.getByLabel('Find', { exact: true }).fill('Nashua');
  await dialog.getByRole('button', { name: /^Replace in/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('the focus returns to the menu if a project is kept, and moves to the title if it is removed', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/projects');
  const menu = page.getByRole('button', { name: 'Menu of October newsletter readers' });
  const remove = page.getByRole('menuitem', { name: 'Remove…' });
  await menu.click();
  await remove.click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await menu.click();
  await remove.click();
  await page.getByRole('button', { name: 'Remove for good' }).click();
  await expect(menu).toHaveCount(0);
  await expect(page.locator('h1')).toBeFocused();
});

test('a project that is removed on its own page leaves it: the projects are shown, and their title has the focus', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await page.getByRole('button', { name: /^Menu of Spring gala guests/ }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove for good' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a filter returns the focus to its button, and a saved or removed segment moves it to the active tab', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const filter = page.getByRole('button', { name: 'Filter', exact: true });
  const form = page.getByRole('dialog', { name: 'Filter', exact: true });
  await filter.click();
  await form.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'Capacity rating', exact: true }).click();
  await form.getByLabel('From').fill('3');
  await form.getByRole('button', { name: 'Add the filter' }).click();
  await expect(form).toHaveCount(0);
  await expect(filter).toBeFocused();

  await page.getByRole('button', { name: 'Save as segment' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Capacity three');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Capacity three' })).toBeFocused();

  const menu = page.getByRole('button', { name: 'Menu of the segment Capacity three' });
  const remove = page.getByRole('menuitem', { name: 'Remove the segment…' });
  const removal = page.getByRole('dialog', { name: 'Remove “Capacity three”?' });
  await menu.click();
  await remove.click();
  await removal.getByRole('button', { name: 'Keep it' }).click();
  await expect(removal).toHaveCount(0);
  await expect(menu).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Capacity three' })).toBeVisible();
  await menu.click();
  await remove.click();
  await removal.getByRole('button', { name: 'Remove the segment' }).click();
  await expect(page.getByRole('tab', { name: 'All scored' })).toBeFocused();
});

test('a dialog keeps the focus while its command runs, and its button gets it back if the command fails', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/connections');
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByLabel('Name').fill('Our account');
  await dialog.getByLabel('Address').fill('https://service.example');
  const submit = dialog.getByRole('button', { name: 'Add and test' });
  for (const presses of [0, 3]) {
    const held = Promise.withResolvers<void>();
    await page.route('**/rpc', async (route) => {
      if ((route.request().postData() ?? '').includes('"connections.add"')) await held.promise;
      await route.continue();
    });
    fake().failNext('connections.add', 'INPUT_INVALID', 'The name is taken.');
    await submit.press('Enter');
    await expect(submit).toBeDisabled();
    for (let press = 0; press < presses; press++) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    held.resolve();
    await expect(dialog.getByText('The name is taken.')).toBeVisible();
    // The button does not take the focus if the user has moved it elsewhere.
    await expect(presses === 0 ? submit : dialog.getByLabel('Address')).toBeFocused();
  }
});

test('a part that leaves an open dialog gives its focus to the dialog', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results/write-back');
  await page.getByText('Columns of each line:').click();
  await page.getByRole('button', { name: 'Words and length of CAttrDesc' }).click();
  const dialog = page.getByRole('dialog', { name: 'Words of CAttrDesc' });
  await dialog.getByRole('button', { name: 'Add a word' }).click();
  await dialog.getByRole('button', { name: 'Leave out word 1' }).press('Enter');
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
});

test('Escape closes an open list of suggestions first and then its dialog; without a suggestion it closes the dialog', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const button = page.getByRole('button', { name: 'Assign officer…' });
  const dialog = page.getByRole('dialog', { name: 'Assign an officer' });
  const field = dialog.getByRole('combobox', { name: 'Officer' });
  await button.click();
  await expect(dialog.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('listbox')).toBeHidden();
  await expect(dialog).toBeVisible();
  await field.fill('Zoë Nobody');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});
