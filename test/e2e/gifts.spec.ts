/** A gift file fills the giving fields of a list: dropped, compared, used, removed, and sent. */
import type { Page } from '@playwright/test';
import { encryptAgile } from '../kit/sheet-encryption.ts';
import { bySheetJs } from '../kit/sheetjs-workbook.ts';
import { expect, test } from './fixtures.ts';
import { toColumns, toCost } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const LIST = [
  'ID,First Name,Last Name,Street,City,State,ZIP,Total Giving',
  'P1,Ada,Ashdown,5 Quarry Rd,Nashua,NH,03060,100',
  'P2,Bea,Brook,6 Quarry Rd,Nashua,NH,03060,',
  'P3,Cal,Corey,7 Quarry Rd,Nashua,NH,03060,7',
];
const GIFTS = [
  'CnBio_ID,Gf_Date,Gf_Amount,Gf_Type',
  'P1,2021-03-04,"$1,000.50",Cash',
  'P1,2022-03-14,$20.00,Cash',
  'P1,2023-03-04,$5000.00,Pledge',
  'P2,2020-01-02,$30.00,Check',
  'P2,2020-01-03,-$4.00,Check',
  'Z9,2020-01-02,$40.00,Check',
  'P3,someday,$40.00,Check',
];

const practice = startsOwnPractice({ records: true });

async function dropGifts(page: Page, lines: readonly string[]): Promise<void> {
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'gifts.csv', { type: 'text/csv' }));
    return data;
  }, lines.join('\n'));
  await page.getByRole('button', { name: 'Add gifts…' }).waitFor();
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
  await page.getByRole('dialog', { name: 'New list or gifts?' }).getByRole('button', { name: 'Gifts of this list' }).click();
}

test('a refunded amount is subtracted from its gift, and its column can be chosen', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toColumns(desk, LIST);
  await dropGifts(page, [
    'ID,Date,Amount,Amount Refunded',
    'P1,2021-03-04,$100.00,$25.50',
    'P2,2021-03-05,$7.00,',
    'P3,2021-03-06,$9.00,$9.00',
  ]);
  const types = page.getByRole('table', { name: 'Gift types that count' });
  const counted = types.getByRole('row', { name: /^Counted/ });
  await expect(counted).toContainText('$81.50');
  await expect(counted).toContainText('$25.50 refunded is taken off 1 gift');
  await expect(types.getByRole('row', { name: /Refunded/ })).toContainText('money that went back');
  await expect(page.getByRole('combobox', { name: 'Refunded amount' })).toHaveValue('Amount Refunded');
});

test('a gift file is dropped, compared with a report, used, removed, brought back and sent', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toColumns(desk, LIST);
  await dropGifts(page, GIFTS);

  const types = page.getByRole('table', { name: 'Gift types that count' });
  const sums = async (name: RegExp) => (await types.getByRole('row', { name }).innerText()).replaceAll(/\s+/g, ' ');
  await expect(types.getByRole('row', { name: /^Counted/ })).toContainText('$1,090.50');
  expect(await sums(/Pledge/)).toContain('promised, not received');
  await expect(types.getByRole('row', { name: /No date that can be read/ })).toContainText('row 8');
  await expect(page.getByText('Not on your list')).toBeVisible();
  await desk.look('gifts');

  // Arrow keys move between the checkboxes, and Space toggles one.
  await types.getByRole('checkbox', { name: 'Count Cash' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(types.getByRole('checkbox', { name: 'Count Check' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(types.getByRole('row', { name: /^Counted/ })).toContainText('$1,020.50');
  await expect(types.getByRole('checkbox', { name: 'Count Check' })).toBeFocused();
  await types.getByRole('checkbox', { name: 'Count Check' }).press('Space');
  await expect(types.getByRole('row', { name: /^Counted/ })).toContainText('$1,090.50');

  await page.getByLabel('Sum in your report').fill('1,086.50');
  await page.getByLabel('Gifts in your report').fill('5');
  await page.getByRole('button', { name: 'Count them too' }).click();
  await expect(page.getByText('Both match')).toBeVisible();
  await page.getByRole('button', { name: 'Use these gifts' }).click();
  await expect(page.getByRole('button', { name: /Check the rows/ })).toBeVisible();
  await page.getByText(/^Gifts, 7/).click();
  await expect(page.getByLabel('Sum in your report')).toHaveValue('1,086.50');

  await page.getByRole('button', { name: 'Remove gifts' }).click();
  await expect(page.getByRole('button', { name: 'Add gifts…' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Gifts, 7/)).toBeVisible();

  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('grid').waitFor();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: /^Send 3 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  expect((await practice.ledger()).scored).toEqual(['P1', 'P2', 'P3']);
  const list = practice.sent().find((request) => request.split('\n', 1)[0]!.endsWith('/scores') && request.includes('constituentId'))!;
  const { scoreProfiles } = JSON.parse(list.slice(list.indexOf('\n'))) as { scoreProfiles: Record<string, unknown>[] };
  const sent = new Map(scoreProfiles.map((one) => [one['constituentId'], one]));
  expect(sent.get('P1')).toMatchObject({
    rfmFirstGiftValue: 1000.5,
    rfmFirstGiftDate: '2021-03-04',
    rfmMostRecentGiftValue: 20,
    rfmMostRecentGiftDate: '2022-03-14',
    rfmLargestGiftValue: 1000.5,
    rfmLargestGiftDate: '2021-03-04',
    rfmTotalGiftCount: 2,
    rfmTotalGiftValue: 1020.5,
  });
  expect(sent.get('P2')).toMatchObject({ rfmTotalGiftCount: 2, rfmTotalGiftValue: 26 });
  expect(sent.get('P3')).toMatchObject({ rfmTotalGiftValue: 7 });
});

test('quick ticks all count, in their order, while the first of them is still being read', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  await page.getByLabel('Gift file').setInputFiles(desk.file('gifts.csv', GIFTS));
  const types = page.getByRole('table', { name: 'Gift types that count' });
  const counted = types.getByRole('row', { name: /^Counted/ });
  await expect(counted).toContainText('$1,090.50');
  const answer = Promise.withResolvers<void>();
  await page.route('**/rpc', async (route) => {
    if (route.request().postData()?.includes('gifts.choose') === true) await answer.promise;
    await route.continue();
  });
  const check = types.getByRole('checkbox', { name: 'Count Check' });
  await check.press('Space');
  await expect(counted).toContainText('$1,020.50');
  await expect(check).toBeFocused();
  // The answer to the first tick arrives while the key is still pressed.
  await page.keyboard.down('Space');
  answer.resolve();
  await expect(page.getByText('Fills all 8 giving fields for 1 person', { exact: false })).toBeVisible();
  await page.keyboard.up('Space');
  await expect(page.getByText('Fills all 8 giving fields for 2 people', { exact: false })).toBeVisible();
  await expect(counted).toContainText('$1,090.50');

  for (const name of ['Count Check', 'Count Pledge']) await types.getByRole('checkbox', { name }).click();
  await expect(page.getByText('Fills all 8 giving fields for 1 person', { exact: false })).toBeVisible();
  await expect(counted).toContainText('$6,020.50');
  await page.reload();
  await expect(counted).toContainText('$6,020.50');
});

test('dates of either order are asked about, and each answer counts all of them', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  const dated = ['CnBio_ID,Gf_Date,Gf_Amount', 'P1,03/04/2021,$100.00', 'P1,03/14/2022,$20.00', 'P2,05/06/2020,$3.00'];
  await page.getByLabel('Gift file').setInputFiles(desk.file('dated.csv', dated));
  const order = page.getByRole('region', { name: 'Day or month first' });
  await expect(order).toContainText('2 dates can be read both ways, 1 only month first: 03/04/2021');
  await expect(page.getByRole('row', { name: /Day or month first\?/ })).toContainText('row 2, 4');
  const counted = page.getByRole('row', { name: /^Counted \d/ });
  await expect(counted).toContainText('$20');
  await page.getByRole('button', { name: 'Choose whether dates have the day or the month first' }).click();
  await expect(order.getByRole('button', { name: 'Month first: March 4, 2021' })).toBeFocused();
  await order.getByRole('button', { name: 'Day first: April 3, 2021' }).click();
  await expect(order).toHaveCount(0);
  await expect(counted).toContainText('$123');
  await expect(page.getByText('June 5, 2020 to March 14, 2022')).toBeVisible();
  await page.getByRole('button', { name: 'Read as month first' }).click();
  await expect(page.getByText('May 6, 2020 to March 14, 2022')).toBeVisible();
  await page.getByRole('button', { name: 'Use these gifts' }).click();
  await expect(page.getByRole('button', { name: /Check the rows/ })).toBeVisible();
});

test('if the column of IDs was not recognized, the user can choose it, and the gifts then join', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, [LIST[0]!.replace('ID', 'Guest Ref'), ...LIST.slice(1)]);
  await dropGifts(page, GIFTS);
  await expect(page.getByRole('alert', { name: 'Nobody found' })).toContainText(
    'Your list has no IDs. Choose the column of your list that has the constituent IDs.',
  );
  await page.getByRole('button', { name: 'Your list has no IDs' }).click();
  await page
    .getByRole('region', { name: 'Columns', exact: true })
    .getByRole('combobox', { name: /^Field for column A/ })
    .click();
  await page.getByRole('option', { name: 'Constituent ID', exact: true }).click();
  await page.getByText(/^Gifts, \d+$/).click();
  await expect(page.getByRole('button', { name: 'Use these gifts' })).not.toHaveAttribute('aria-disabled', 'true');
});

test('a list with only latest gifts is not reported as having no gifts, and the line of the cut does not cross that text', async ({
  desk,
}) => {
  const { page } = desk;
  const people = Array.from({ length: 100 }, (_, at) => `Ann,Ashdown,${at + 1} Quarry Rd,Nashua,NH,03060,$50,3/14/2024`);
  await toCost(desk, ['First Name,Last Name,Street,City,State,ZIP,Last Gift Amount,Last Gift Date', ...people]);
  await page.getByRole('radio', { name: 'The best for your credits' }).click();
  await page.getByRole('slider', { name: 'Where to cut' }).waitFor();
  const text = page.getByText('No total given in this list: add a gift file');
  await text.scrollIntoViewIfNeeded();
  // Playwright clicks the topmost element at the center of the text, where the line is.
  await text.click({ trial: true });
  await expect(page.getByText('No gifts in this list')).toHaveCount(0);
});

test('a list of gifts is recognized, and the page asks for the list of people', async ({ desk }) => {
  const rows = Array.from({ length: 12 }, (_, at) => `P${at % 4},Ada,Ashdown,01/0${(at % 9) + 1}/2020,$${at + 1}.00,Cash`);
  await toColumns(desk, ['CnBio_ID,First Name,Last Name,Gf_Date,Gf_Amount,Gf_Type', ...rows], 'gifts.csv');
  await expect(desk.page.getByText('This looks like a gift list: 12 gifts of 4 people.')).toBeVisible();
  const people = desk.file('people.csv', LIST);
  await desk.page.getByLabel('List of your people').setInputFiles(people);
  await expect(desk.page.getByText(/3 rows below the headings/)).toBeVisible();
});

test('a workbook with a password is opened after the page says what is missing, and after a wrong password', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  const buffer = encryptAgile(
    bySheetJs('xlsx', [
      ['ID', 'Gift Date', 'Gift Amount'],
      ['P1', '2021-03-04', '12.50'],
    ]),
    'Quarry-Otter-7731',
  );
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add gifts…' }).click();
  await (await chosen).setFiles({ name: 'gifts.xlsx', mimeType: 'application/octet-stream', buffer });

  const field = page.getByLabel('Password of the workbook');
  const open = page.getByRole('button', { name: 'Open', exact: true });
  await open.click({ force: true });
  await expect(page.getByText('Enter the password.')).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('quarry');
  await open.click();
  await expect(page.getByText('This is not the password of the file.')).toBeVisible();
  // The user corrects what was typed.
  await expect(field).toHaveValue('quarry');
  await field.fill('Quarry-Otter-7731');
  await field.press('Enter');
  await expect(page.getByRole('table', { name: 'Gift types that count' }).getByRole('row', { name: /^Counted/ })).toContainText('12.50');
});
