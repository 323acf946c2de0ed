/** A single profile: the form shows problems before anything is charged, and the scores stay next to it. */
import { expect, test as fakeTest, type Page } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';
import { EXPORT } from '../fakes/results-fixtures.ts';
import { cellsIn } from '../kit/workbook-facts.ts';
import { test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const screenButton = (page: Page) => page.getByRole('button', { name: /^Screen (again )?for 1 / });

test('issues appear on leaving a field, a warning offers its fix, and the scores stay while the form is edited', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Single profile' }).first().click();
  await expect(screenButton(page)).toHaveAttribute('aria-disabled', 'true');
  await box(page, 'First name').fill('Ngozi');
  await box(page, 'Last name').fill('Okafor');
  await box(page, 'State').fill('MA');
  const zip = box(page, 'Postal code');
  await zip.fill('1609');
  await expect(page.getByText('4 digits only.')).toHaveCount(0);
  await zip.press('Tab');
  await expect(zip).toHaveAccessibleDescription('Postal code: 4 digits only.');
  await expect(zip).not.toHaveAttribute('aria-invalid');
  await expect(screenButton(page)).toHaveAttribute('aria-disabled', 'false');
  await page.getByRole('button', { name: 'Change to 01609' }).click();
  await expect(zip).toHaveValue('01609');
  await expect(zip).toBeFocused();
  await expect(page.getByText('4 digits only.')).toHaveCount(0);

  const email = box(page, 'Email');
  await email.fill('ngozi@example');
  await email.press('Tab');
  await expect(email).toHaveAccessibleDescription('After the @, an email address needs an ending, such as .org.');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(screenButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Correct the email to continue' }).click();
  await expect(email).toBeFocused();
  await email.fill('ngozi@example.org');

  await box(page, 'Latest gift amount').fill('1250');
  await box(page, 'Latest gift date').fill('9/2/24');
  await box(page, 'Number of gifts').fill('14');
  await box(page, 'Number of gifts').press('Tab');
  await expect(box(page, 'Latest gift amount')).toHaveValue('$1,250.00');
  await expect(box(page, 'Latest gift date')).toHaveValue('09/02/2024');
  await expect(box(page, 'Number of gifts')).toHaveValue('14 gifts');
  await desk.look('single-profile');
  // The key only moves the focus to the button that spends a credit.
  await page.keyboard.press('Control+Enter');
  await expect(screenButton(page)).toBeFocused();
  await expect(page.getByText('They appear here after the screening', { exact: false })).toBeVisible();

  await screenButton(page).click();
  const scores = page.getByRole('region', { name: 'Current scores' });
  await expect(scores).toContainText('Ngozi Okafor');
  await expect(scores).toContainText('Overall');
  await expect(page.getByText('This record has just been screened. Change it to screen again.')).toBeVisible();
  // The balance is read again.
  await expect(page.getByRole('region', { name: /^Connection/ })).toContainText('99,999');
  await scores.getByText('As JSON').click();
  // The typed values are sent in the format of the interface.
  await expect(scores).toContainText('"rfmMostRecentGiftDate": "2024-09-02"');
  await expect(scores).toContainText('"rfmMostRecentGiftValue": 1250');
  await expect(scores).toContainText('"rfmTotalGiftCount": 14');
  await box(page, 'City').fill('Worcester');
  await expect(scores).toBeVisible();
  await expect(page.getByRole('button', { name: 'Screen again for 1 practice credit' })).toHaveAttribute('aria-disabled', 'false');
});

test('the page warns before it screens a person alone for the second time', async ({ desk }) => {
  const { page } = desk;
  const enter = async () => {
    await page.getByRole('link', { name: 'Single profile' }).first().click();
    await box(page, 'First name').fill('Kofi');
    await box(page, 'Last name').fill('Abara');
  };
  await enter();
  await screenButton(page).click();
  await expect(page.getByRole('region', { name: 'Current scores' })).toContainText('Kofi Abara');
  await page.getByRole('link', { name: 'New screening' }).first().click();
  await enter();
  await expect(page.getByRole('region', { name: /^Screened on / })).toContainText(
    'This person was screened as a single profile. Screening again costs 1 practice credit.',
  );
  await expect(screenButton(page)).toHaveAccessibleName('Screen again for 1 practice credit');
  await box(page, 'First name').fill('Ama');
  await expect(screenButton(page)).toHaveAccessibleName('Screen for 1 practice credit');
});

test('the user chooses a date with the keyboard, and future days are disabled', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Single profile' }).first().click();
  const date = box(page, 'First gift date');
  await date.fill('3/31/2009');
  const open = page.getByRole('button', { name: 'Choose the day of the first gift' });
  await open.focus();
  await open.press('Enter');
  const day = (name: string) => page.getByRole('grid').getByRole('button', { name, exact: true });
  await expect(day('March 31, 2009')).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(day('February 28, 2009')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(day('February 20, 2009')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(date).toHaveValue('02/20/2009');
  await expect(open).toBeFocused();

  await date.fill('');
  await open.click();
  const next = page.getByRole('button', { name: 'Next month' });
  await expect(next).toBeDisabled();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }));
  await expect(date).toHaveValue(today);

  await date.fill('1/1/2999');
  await date.press('Tab');
  await expect(date).toHaveAccessibleDescription(/^First gift date: Gift date is in the future\.$/);
  await expect(date).toHaveAttribute('aria-invalid', 'true');
});

test('the page shows an earlier screening of the person before a credit is spent', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'New screening' }).first().click();
  const lines = ['Constituent ID,First Name,Last Name,Address,City,State,ZIP', '17,Ann,Zephyrine,1 Mill St,Lowell,MA,01852'];
  await page.setInputFiles('input[type=file]', desk.file('spring.csv', lines));
  await page.getByRole('button', { name: /See the columns/ }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: 'Send 1 row' }).click();
  await page.waitForURL(/\/results/);

  await page.getByRole('link', { name: 'Single profile' }).first().click();
  await box(page, 'First name').fill('Ann');
  await box(page, 'Last name').fill('Zephyrine');
  await box(page, 'Street').fill('9 Hill St');
  await expect(screenButton(page)).toHaveAccessibleName('Screen for 1 practice credit');
  await box(page, 'Postal code').fill('01852');
  const before = page.getByRole('region', { name: /^Screened on / });
  await expect(before).toContainText('In “spring”, with the same name and postal code. Different now: the street.');
  await expect(screenButton(page)).toHaveAccessibleName('Screen again for 1 practice credit');
  await box(page, 'Postal code').fill('02139');
  await expect(before).toHaveCount(0);
  await box(page, 'Your ID').fill('17');
  await expect(before).toContainText('with the same ID. Different now: the street and the postal code.');
  await before.getByRole('link', { name: 'Open that screening' }).click();
  await expect(page.getByRole('heading', { name: /Ann Zephyrine/ })).toBeVisible();
});

test('all profiles of all pages are saved in one step', async ({ desk }) => {
  const { page } = desk;
  const people = Array.from({ length: 130 }, (_, at) => `P-${at},Ann,Zephyrine${at},${at + 1} Mill St,Lowell,MA,01852`);
  await toCost(desk, ['Constituent ID,First Name,Last Name,Address,City,State,ZIP', ...people]);
  await page.getByRole('button', { name: 'Send 130 rows' }).click();
  await page.waitForURL(/\/results/);

  await page.getByRole('link', { name: 'Single profile' }).first().click();
  await page.getByText('Find a profile', { exact: true }).click();
  await page.getByRole('button', { name: 'Save all profiles' }).click();
  const path = await desk.saveAtOnce(() => page.getByRole('menuitem', { name: 'Excel workbook' }).click());
  await expect(page.getByRole('dialog', { name: 'The profiles are saved' })).toContainText('130 profiles written.');
  await desk.look('profiles-saved');
  const [headings, ...rows] = cellsIn(path, 'Profiles');
  expect(headings!.slice(0, 3)).toEqual(['Constituent ID', 'First name', 'Last name']);
  expect(new Set(rows.map(([id]) => id))).toEqual(new Set(people.map((line) => line.split(',')[0])));
});

const fake = startsFakeDesk();

fakeTest('reading all profiles shows its progress, and can be canceled', async ({ page }) => {
  const { url, answer, emit } = fake();
  const reading = { ...EXPORT, id: 'profiles', state: 'reading' as const, location: 'profiles.csv', done: 300, total: 1200 };
  await openFake(page, url, 'live', '#/profile');
  answer({
    'service.exportProfiles': reading,
    'exports.cancel': () => {
      const failure = { code: 'CANCELED', message: 'The export was canceled. No file was written.' };
      emit({ name: 'export.changed', payload: { ...reading, version: 2, state: 'failed', failure } });
      return {};
    },
  });
  await page.getByText('Find a profile', { exact: true }).click();
  await page.getByRole('button', { name: 'Save all profiles' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('profiles.csv, 300 profiles read of 1,200 profiles');
  await expect(dialog.getByRole('progressbar', { name: 'Read from the service' })).toHaveAttribute('aria-valuenow', '25');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog', { name: 'The export was canceled' })).toContainText(
    'No file was written. Nothing changed on the service.',
  );
});

fakeTest('newer scores that are being calculated can be checked without paying again', async ({ page }) => {
  await openFake(page, fake().url, 'live', '#/profile');
  await page.getByRole('button', { name: '+ Maiden name of the spouse' }).click();
  await expect(box(page, 'Spouse maiden name')).toBeFocused();
  await box(page, 'First name').fill('Marguerite');
  await box(page, 'Last name').fill('Ashdown');
  await screenButton(page).click();
  const scores = page.getByRole('region', { name: 'Current scores' });
  await expect(scores).toContainText('Newer scores are being calculated');
  await expect(scores).toContainText('There is nothing to read yet');
  await scores.getByRole('button', { name: 'Check now' }).click();
  await expect(scores).not.toContainText('Newer scores are being calculated');
  await expect(scores).toContainText('Capacity rating');
});
