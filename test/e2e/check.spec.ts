/** Whole tasks on Check, checked by what the page shows and by the cost and the charges. */
import type { Locator, Page } from '@playwright/test';
import { type Desk, expect, test } from './fixtures.ts';
import { toAllIssues, toCheck } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();

const HEADINGS = 'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP,Email,Business Title';
const CLEAN = '9,Una,Dunmore,4 Mill St,Lowell,MA,01852,una@example.org,';

const importList = (desk: Desk, rows: readonly string[]) => toCheck(desk, [HEADINGS, ...rows]);

const strip = (page: Page) => page.getByRole('region', { name: 'Ready to match' });
const rows = (page: Page) => page.getByRole('region', { name: 'Rows' });
const cell = (page: Page, text: string | RegExp) => page.getByRole('gridcell', { name: text, exact: true });
const status = (page: Page) => page.getByRole('region', { name: 'The active cell' });

const UNSAFE = [
  '1,Dr. Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org,',
  '2,Grace and Tom,Brink,2 Quarry Rd,Nashua,NH,03060,grace@example.org,',
  `3,Ida,Carrow,${'3 Mill St '.repeat(30)},Lowell,MA,01852,ida@,`,
];

test('all safe fixes are one step with a preview, can be deselected one by one and undone, and change the cost', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  await expect(strip(page)).toContainText('Ready 1');
  await expect(strip(page)).toContainText('Won’t be accepted 1');
  await expect(strip(page)).toContainText('= 4 rows');
  await page.getByRole('button', { name: /^Fix all safe: 2 kinds/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Fix all safe' });
  await expect(dialog.getByText('Dr. Ada')).toBeVisible();
  await expect(dialog).toContainText('“Longer than 255 characters” in 1 row');
  await dialog.getByLabel('Two people in one name').click();
  await expect(dialog).toContainText('1 of 2 fixes');
  await dialog.getByLabel('Title, suffix or remark in the name').click();
  await expect(dialog.getByRole('button', { name: 'Tick a fix to apply it' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('All fixes').click();
  await desk.look('check-fix-all');
  await dialog.getByRole('button', { name: /^Apply 2 fixes to / }).click();
  await expect(dialog).toHaveCount(0);
  await expect(strip(page)).toContainText('Ready 3');
  await page.getByText(/^All \d+$/).click();
  await expect(cell(page, 'Grace')).toBeVisible();
  await expect(cell(page, 'Tom')).toBeVisible();

  const undo = page.getByRole('button', { name: 'Undo: 2 safe fixes' });
  await expect(undo).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(strip(page)).toContainText('Ready 1');
  await expect(cell(page, /Grace and Tom/)).toBeVisible();
  await expect(undo).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(strip(page)).toContainText('Ready 3');
  await expect(undo).toBeVisible();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: 'Send 3 rows' })).toBeVisible();
});

test('the user fixes an issue with only the keyboard, the row stays visible, and undo restores it', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, '4,Dr. Eve,Farrow,5 Mill St,Lowell,MA,01852,eve@example.org,', CLEAN]);
  await page.getByRole('button', { name: /^Title, suffix or remark in the name 2/ }).press('Enter');
  await expect(rows(page).getByText('2 of 5 rows, fix previewed')).toBeVisible();
  await expect(status(page)).toContainText('Title, suffix or remark in the name');
  await expect(status(page).getByRole('button', { name: 'Fix all 2' })).toBeVisible();
  const grid = page.getByRole('grid');
  await grid.focus();
  const described = page.locator('[role=gridcell][data-active]');
  const id = await described.getAttribute('aria-describedby');
  await expect(page.locator(`[id="${id}"]`)).toContainText('Title, suffix or remark in the name');

  await page.keyboard.press('F6');
  await expect(status(page).getByRole('button', { name: 'Change to Ada' })).toBeFocused();
  await page.keyboard.press('F6');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Alt+Enter');
  // The fixed row no longer matches the rule, but stays until another list is shown.
  await expect(cell(page, 'Ada')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /Dr\. Eve/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Title, suffix or remark in the name 1/ })).toBeVisible();
  await page.keyboard.press('F8');
  await expect(status(page)).toContainText('row 5');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByRole('button', { name: /^Title, suffix or remark in the name 2/ })).toBeVisible();
});

test('undo keys change no row behind an open dialog', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.postData() ?? ''));
  await page.getByText(/^All \d+$/).click();
  await cell(page, 'Nashua').dblclick();
  await page.getByRole('textbox', { name: 'City, edit' }).fill('Salem');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo the change of City in row 3' })).toBeVisible();
  await page.getByRole('button', { name: /^Fix all safe: 2 kinds/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Fix all safe' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(calls.filter((call) => call.includes('check.undo'))).toEqual([]);
  await expect(cell(page, 'Salem')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 'Nashua')).toBeVisible();
});

test('a text that is typed while the rows are sorted is saved', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  await page.getByText(/^All \d+$/).click();
  await expect(cell(page, 'Nashua')).toBeVisible();
  const [typed, sorted] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  let isHeld = false;
  await page.route('**/rpc', async (route) => {
    if (isHeld || route.request().postData()?.includes('"sort":{') !== true) return await route.continue();
    isHeld = true;
    await typed.promise;
    await route.fulfill({ response: await route.fetch() });
    sorted.resolve(undefined);
  });
  await page.getByRole('columnheader', { name: 'City', exact: true }).click();
  await cell(page, 'Nashua').dblclick();
  const editor = page.getByRole('textbox', { name: 'City, edit' });
  await editor.fill('Aurora');
  typed.resolve(undefined);
  await sorted.promise;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(editor).toHaveValue('Aurora');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Undo the change of City in row 3' })).toBeVisible();
  await expect(cell(page, 'Aurora')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'City', exact: true })).toHaveAttribute('aria-sort', 'ascending');
});

test('a cell shows its new text until it is saved, even if an earlier cell is saved in between', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  await page.getByText(/^All \d+$/).click();
  const saves: PromiseWithResolvers<void>[] = [];
  await page.route('**/rpc', async (route) => {
    if ((route.request().postData() ?? '').includes('"check.editCells"')) {
      const save = Promise.withResolvers<void>();
      saves.push(save);
      await save.promise;
    }
    await route.fallback();
  });
  for (const [from, to] of [
    ['Nashua', 'Salem'],
    ['Worcester', 'Boston'],
  ] as const) {
    await cell(page, from).dblclick();
    await page.getByRole('textbox', { name: 'City, edit' }).fill(to);
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => saves.length).toBe(2);
  saves[0]!.resolve();
  await expect(cell(page, 'Salem')).toBeVisible();
  await expect(cell(page, 'Boston')).toBeVisible();
  saves[1]!.resolve();
  await expect(page.getByRole('button', { name: 'Undo the change of City in row 2' })).toBeVisible();
  await expect(cell(page, 'Boston')).toBeVisible();
});

test('a space never replaces a value, and a block of cells is pasted or filled in one step', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  await page.getByText(/^All \d+$/).click();
  await cell(page, 'Lowell').first().click();
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: /edit$/ })).toHaveCount(0);
  await expect(page.getByText('1 empty column hidden')).toBeVisible();

  await cell(page, 'Worcester').click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Springfield\tIL\nSalem\tOR\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(rows(page).getByText('4 cells pasted. You can undo this')).toBeVisible();
  await expect(cell(page, 'Salem')).toBeVisible();
  await expect(cell(page, 'Nashua')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 'Worcester')).toBeVisible();
  await expect(cell(page, 'Nashua')).toBeVisible();

  await cell(page, 'Worcester').click();
  for (let row = 0; row < 3; row++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('ControlOrMeta+d');
  await expect(cell(page, 'Worcester')).toHaveCount(4);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell(page, 'Worcester')).toHaveCount(1);
});

test('a heading sorts its column, an edited row stays, and the third click restores the order of the file', async ({ desk }) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  await page.getByText(/^All \d+$/).click();
  const city = page.getByRole('columnheader', { name: 'City', exact: true });
  const ids = async () => (await page.getByRole('gridcell', { name: /^[1239]$/ }).allInnerTexts()).join(' ');
  await expect(city).toHaveAttribute('aria-sort', 'none');
  await city.click();
  await expect(city).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(ids).toBe('3 9 2 1');
  await expect(rows(page)).toContainText('4 rows, sorted by City');
  await page.keyboard.press('Enter');
  await expect(city).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(ids).toBe('1 2 3 9');
  await desk.look('check-sorted');
  await cell(page, 'Worcester').click();
  await page.keyboard.type('Acton');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Acton')).toBeVisible();
  expect(await ids()).toBe('1 2 3 9');
  // F8 moves through the rows in their visible order, from anywhere on the screen.
  await page.getByRole('button', { name: /^Two people in one name 1/ }).focus();
  await page.keyboard.press('F8');
  await expect(page.getByRole('grid')).toBeFocused();
  await expect(status(page)).toContainText('Longer than 255 characters row 4');
  // Two quick presses move two steps, however long the search takes.
  await page.keyboard.press('Shift+F8');
  await page.keyboard.press('Shift+F8');
  await expect(status(page)).toContainText('row 2');
  await page.keyboard.press('F8');
  await page.keyboard.press('F8');
  await page.keyboard.press('F8');
  await expect(status(page)).toContainText('Nothing after the @ row 4');
  await city.click();
  await expect(city).toHaveAttribute('aria-sort', 'none');
  await expect.poll(ids).toBe('1 2 3 9');
  await page.keyboard.press('Space');
  await expect(city).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(ids).toBe('1 3 9 2');

  // Another screen and back: the order stays, unless its column is no longer sent.
  const steps = page.getByRole('navigation', { name: 'Steps' });
  await steps.getByRole('link', { name: /^Columns/ }).click();
  await steps.getByRole('link', { name: /^Check/ }).click();
  await page.getByText(/^All \d+$/).click();
  await expect(city).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(ids).toBe('1 3 9 2');
  const email = page.getByRole('columnheader', { name: 'Email', exact: true });
  await email.click();
  await expect(email).toHaveAttribute('aria-sort', 'ascending');
  await steps.getByRole('link', { name: /^Columns/ }).click();
  await page.getByRole('combobox', { name: /^Field for column \w, Email$/ }).click();
  await page.getByRole('option', { name: 'Not sent. Stays in your file' }).click();
  await steps.getByRole('link', { name: /^Check/ }).click();
  await page.getByText(/^All \d+$/).click();
  await expect.poll(ids).toBe('1 2 3 9');
  await expect(rows(page)).not.toContainText('sorted');
});

test('a chosen rule moves its columns to the front, keeps their index for assistive technology, and the order is restored afterwards', async ({
  desk,
}) => {
  const { page } = desk;
  await importList(desk, [...UNSAFE, CLEAN]);
  await toAllIssues(desk);
  await page.setViewportSize({ width: 1800, height: 900 });
  await page.getByRole('columnheader', { name: 'Email' }).waitFor();
  const order = () => page.getByRole('columnheader').allInnerTexts();
  const before = await order();
  expect(before.indexOf('Street')).toBeLessThan(before.indexOf('Email'));
  await page.getByRole('button', { name: /^Email is not a valid address 1/ }).click();
  await expect(rows(page).getByText('1 of 4 rows, fix previewed')).toBeVisible();
  await expect
    .poll(async () => {
      const reordered = await order();
      return reordered.indexOf('Street') - reordered.indexOf('Email');
    })
    .toBeGreaterThan(0);
  const position = Number(await page.getByRole('columnheader', { name: 'Email' }).getAttribute('aria-colindex'));
  expect(position).toBeGreaterThan(Number(await page.getByRole('columnheader', { name: 'City' }).getAttribute('aria-colindex')));
  await page.getByRole('button', { name: 'Show rows other than “Email is not a valid address”' }).click();
  await expect.poll(order).toEqual(before);
});

/** Opens the repeats of a list with two pairs of rows, each of which has one ID. */
async function openTwoPairs(desk: Desk): Promise<Locator> {
  const { page } = desk;
  await importList(desk, [
    '1,Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org,',
    '1,Tom,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org,',
    '7,Grace,Brink,2 Quarry Rd,Nashua,NH,03060,grace@example.org,',
    '7,Ned,Oakes,2 Quarry Road,Nashua,,,ned@example.org,',
    CLEAN,
  ]);
  await page.getByRole('button', { name: /^Constituent ID appears twice 2/ }).click();
  return page.getByRole('table', { name: /^Rows that repeat/ });
}

test('a later pair is merged with the first click, although another pair shows its preview', async ({ desk }) => {
  const pairs = await openTwoPairs(desk);
  const pair = (name: string) => pairs.getByRole('rowgroup').filter({ hasText: name });
  await expect(pair('Ashdown').getByRole('row', { name: /^Preview of row 2/ })).toBeVisible();
  await pair('Brink')
    .getByRole('button', { name: /^Merge/ })
    .click();
  await expect(pairs).toContainText('Merged into row 4');
});

test('B keeps both rows of a pair and goes to the next pair', async ({ desk }) => {
  const { page } = desk;
  const pairs = await openTwoPairs(desk);
  await pairs.getByRole('button', { name: 'Keep this one: row 2', exact: true }).press('b');
  await expect(pairs.getByRole('button', { name: 'Keep this one: row 4', exact: true })).toBeFocused();
  await page.keyboard.press('b');
  await expect(pairs.getByRole('button', { name: 'Undo: Both kept' })).toHaveCount(2);
});

test('one of several duplicate rows is kept, and the others are not sent or paid for', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await importList(desk, [
    '1,Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org,',
    '1,Adah,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org,',
    '7,Grace,Brink,2 Quarry Rd,Nashua,NH,03060,grace@example.org,',
    '7,Tom,Oakes,2 Quarry Road,Nashua,,,tom@example.org,',
    CLEAN,
  ]);
  await page.getByRole('button', { name: /^Constituent ID appears twice 2/ }).click();
  const pairs = page.getByRole('table', { name: /^Rows that repeat/ });
  // The rows of the first pair differ in fewer columns than those of the second.
  await expect(pairs.getByRole('rowgroup').nth(1)).toContainText('1 column differs');
  await desk.look('check-duplicates');
  await page.getByRole('button', { name: 'Keep this one: row 2', exact: true }).click();
  await expect(pairs).toContainText('Row 2 kept');
  await expect(strip(page)).toContainText('Left out 1');
  await page.getByRole('button', { name: 'Undo: Row 2 kept' }).click();
  await expect(strip(page)).toContainText('Left out 0');
  await page.getByRole('button', { name: 'Keep this one: row 2', exact: true }).click();
  await expect(pairs).toContainText('Row 2 kept');
  // The couple of the second pair becomes a person and a spouse. The active pair shows the result of Merge.
  const couple = pairs.getByRole('rowgroup').filter({ hasText: 'Brink' });
  await couple.getByRole('button', { name: 'Keep this one: row 4', exact: true }).focus();
  await expect(couple.getByRole('row', { name: /^Preview of row 4/ })).toContainText('Tom');
  await page.keyboard.press('m');
  await expect(strip(page)).toContainText('Left out 2');
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: 'Send 3 rows' }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  // The merged row has the scores of the row that was sent for both.
  await page.getByRole('tab', { name: /^Left out/ }).click();
  await page.getByRole('link', { name: 'Tom Oakes' }).click();
  await expect(page.getByRole('region', { name: 'Merged into row 4' })).toContainText('Nothing was charged for this row');
  expect(await practice.ledger()).toEqual({ charged: [3], scored: ['1', '7', '9'] });
});
