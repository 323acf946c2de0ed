/** How Check opens, and what its headings, its search and its list of done issues do. */
import type { Page } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { toCheck, toColumns } from './list-steps.ts';

const HEADINGS =
  'Constituent ID,First Name,Middle Name,Last Name,Spouse First Name,Street,City,State,ZIP,Email,Phone,Business Name,Last Gift Date';
const row = (at: number, { first = 'Una', email = `una${at}@example.org`, zip = '01609', spouse = '' } = {}) =>
  `C${at},${first},,Dunmore,${spouse},${at} Elm St,Worcester,MA,${zip},${email},(508) 555-01${String(at).padStart(2, '0')},,2020-01-0${(at % 9) + 1}`;
const LIST = [
  HEADINGS,
  ...Array.from({ length: 40 }, (_, at) => {
    if (at % 10 === 3) return row(at, { email: 'ask her' });
    if (at === 5 || at === 6) return row(at, { first: 'Dr. Ada' });
    if (at === 7) return row(at, { first: 'Grace and Tom' });
    if (at === 8) return row(at, { first: 'Percy & Harriet', spouse: 'Ruth' });
    return row(at);
  }),
];

const headings = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');

test('Check opens on its first kind, with the columns that have issues, and counts the kinds that are done', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(page.getByRole('button', { name: /^Email is not a valid address/ })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => headings(page)).toEqual(['Row', 'Send', 'First name', 'Last name', 'Email']);
  await expect(page.getByRole('region', { name: 'The active cell' })).toContainText('No @ row 5');
  await expect(rows).toContainText('without issues hidden');
  await expect(page.getByText('3 kinds left')).toBeVisible();
  await expect(page.getByText('0 of 3 done')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  // The active cell is always one with the chosen issue.
  await page.getByRole('button', { name: /^Title, suffix or remark in the name/ }).click();
  await expect(page.getByRole('gridcell', { name: 'Dr. Ada' })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'The active cell' })).toContainText('row 7');
  await expect(page.locator('[role=gridcell][data-active]')).toContainText('Dr. Ada');
  await page.getByRole('button', { name: /^Email is not a valid address/ }).click();
  await expect(page.getByRole('region', { name: 'The active cell' })).toContainText('No @ row 5');

  // The label counts only the rows that the fix changes: Harriet's row already has Ruth as spouse.
  await page.getByRole('button', { name: /^Move second person to Spouse \(1\)/ }).click();
  await page.getByRole('button', { name: /^Remove it from 2/ }).click();
  await expect(page.getByText('1 of 3 done')).toBeVisible();
  await page.getByText(/^All 40$/).click();
  await expect(page.getByRole('gridcell', { name: 'Percy & Harriet' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Grace', exact: true })).toBeVisible();
  // Any fix can be undone, not only the latest.
  await page.getByRole('button', { name: 'Undo: Two people in one name' }).click();
  await expect(page.getByRole('gridcell', { name: 'Grace and Tom' })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: 'Ada', exact: true })).toHaveCount(2);

  await rows.getByRole('button', { name: 'Show the hidden columns' }).click();
  await expect(page.getByRole('columnheader', { name: 'City' })).toBeAttached();
});

test('a heading has a menu that sorts, filters by what is wrong, and hides its column', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  await page.getByText(/^All 40$/).click();
  const grid = page.getByRole('grid');
  const email = page.getByRole('columnheader', { name: 'Email', exact: true });
  await email.click({ button: 'right' });
  const menu = page.getByRole('dialog', { name: 'Column Email' });
  await menu.getByLabel('Email is not a valid address 4').check();
  await expect(grid).toHaveAttribute('aria-rowcount', '5');
  await expect(page.getByText('4 of 40 rows, filtered by Email: Email is not a valid address').first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.getByRole('button', { name: /^Show rows other than “Email: / }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '41');
  // By keyboard.
  await grid.focus();
  await email.click({ button: 'right' });
  // The menu takes the focus a moment after it opens.
  const first = menu.getByRole('button', { name: 'Sort A to Z' });
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(first).toBeFocused();
  await menu.getByPlaceholder('contains…').fill('una1');
  await page.keyboard.press('Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', '11');
  await page.keyboard.press('Alt+ArrowDown');
  await menu.getByRole('button', { name: 'Hide column' }).click();
  await expect(email).toHaveCount(0);
});

test('hits of a search are marked, and the tick of a row is as high as its row', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  await page.getByText(/^All 40$/).click();
  await page.getByRole('searchbox', { name: 'Find in rows' }).fill('percy');
  await expect(page.getByRole('gridcell', { name: 'Percy & Harriet' }).locator('mark')).toHaveText('Percy');
  await page.getByRole('searchbox', { name: 'Find in rows' }).fill('');
  await page.getByText(/^With issues/).click();
  await page.getByRole('button', { name: 'Leave all out' }).click();
  await expect(page.getByRole('region', { name: 'Ready to match' })).toContainText('Left out 8');
  await page.keyboard.press('Home');
  const heights = await page.locator('.check-send').evaluateAll((ticks) => ticks.map((tick) => tick.parentElement!.offsetHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(30);
});

test('an issue counts the rows that are sent, shows those that are left out, and is done when all are left out', async ({ desk }) => {
  const { page } = desk;
  const without = [1, 2, 3].map((at) => row(at, { zip: '' }));
  await toCheck(desk, [HEADINGS, ...without, row(4)]);
  const rows = page.getByRole('region', { name: 'Rows' });
  const grid = page.getByRole('grid');
  const strip = page.getByRole('region', { name: 'Ready to match' });
  const kind = page.getByRole('button', { name: /^Name or address is incomplete \d/ });
  const alsoOut = page.getByRole('button', { name: 'Name or address is incomplete: and 1 left out' });
  await expect(kind).toHaveText(/3$/);
  await expect(page.getByText('0 of 1 done')).toBeVisible();
  await expect(alsoOut).toHaveCount(0);

  // The row stays visible, so its tick can be undone.
  await page.getByRole('button', { name: 'Row 2 is sent: leave it out' }).click();
  await expect(kind).toHaveText(/2$/);
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await expect(rows.getByText('With issues 2')).toBeVisible();
  await alsoOut.click();
  await expect(alsoOut).toHaveAttribute('aria-pressed', 'true');
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await expect(rows.getByRole('radio', { name: 'Left out 1' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Include it again', exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await desk.look('check-kind-left-out');

  await kind.click();
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await page.getByRole('button', { name: 'Leave all out' }).click();
  await expect(page.getByText('Nothing left')).toBeVisible();
  await expect(page.getByText('1 of 1 done')).toBeVisible();
  await expect(kind).toHaveCount(0);
  await expect(strip.getByRole('button', { name: /^Incomplete/ })).toContainText('0');
  await expect(grid).toHaveAttribute('aria-rowcount', '4');
  await page.getByRole('button', { name: 'See the cost' }).click();
  await expect(page.getByRole('row', { name: /^Left out by you/ })).toContainText('3');
  await expect(page.getByText(/go(es)? with warnings/)).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Include all again' }).click();
  await expect(kind).toHaveText(/3$/);
  await expect(page.getByText('0 of 1 done')).toBeVisible();
});

test('at 200 % the issues and the first rows are in sight above the footer, and in forced colors the button that continues is filled', async ({
  desk,
}) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  await page.setViewportSize({ width: 640, height: 400 });
  const footer = page.getByRole('contentinfo');
  const found = page.getByRole('gridcell', { name: 'ask her' });
  const bottom = async () => {
    const box = await found.nth(1).boundingBox();
    return box!.y + box!.height;
  };
  await expect.poll(async () => (await bottom()) <= (await footer.boundingBox())!.y).toBe(true);
  await expect(page.getByRole('region', { name: 'Issues', exact: true }).getByText('Email is not a valid')).toBeInViewport();
  await expect(footer.getByText('can be sent')).toBeInViewport();
  const above = await page.evaluate(() => {
    const header = document.querySelector<HTMLElement>('.grid-header')!;
    const footer = document.querySelector<HTMLElement>('.step-footer')!;
    header.scrollIntoView({ block: 'end' });
    const { left, top } = footer.getBoundingClientRect();
    // The headings are moved under the footer.
    window.scrollBy(0, header.getBoundingClientRect().top - top - 4);
    const at = document.elementFromPoint(left + 60, footer.getBoundingClientRect().top + 8);
    return footer.contains(at);
  });
  expect(above).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ forcedColors: 'active' });
  const colors = await page.getByRole('button', { name: /See the cost/ }).evaluate((button) => {
    const page = getComputedStyle(document.body).backgroundColor;
    return { own: getComputedStyle(button).backgroundColor, page };
  });
  expect(colors.own).not.toBe(colors.page);
});

test('Columns collapses what is certain, each row to look at is one tab stop, and three rows show the effect of the choices', async ({
  desk,
}) => {
  const { page } = desk;
  await toColumns(desk, [
    HEADINGS.replace('Email', 'Email (best)'),
    ...LIST.slice(1).map((line, at) => line.replace(/2020-01-0\d/, ['04/05/2021', '03/18/2022', '27/09/2018'][at % 3]!)),
  ]);
  const columns = page.getByRole('region', { name: 'Columns', exact: true });
  const known = page.getByRole('region', { name: 'Recognized columns' });
  await expect(known).toContainText('of 13 columns recognized.');
  await expect(known).toContainText('Looks like a hand-made list.');
  await expect(columns.getByRole('row', { name: /^Email \(best\)/ })).toBeVisible();
  await expect(columns.getByText('Constituent ID')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  const sent = page.getByRole('region', { name: 'Three rows as they will be sent' });
  await expect(sent).toContainText('Una Dunmore');
  await expect(sent).toContainText('April 5, 2021');
  await columns.getByRole('button', { name: /^Day first/ }).click();
  await expect(sent).toContainText('May 4, 2021');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(sent).toContainText('April 5, 2021');
  // Enter on a row accepts it.
  const row = columns.getByRole('row', { name: /^Email \(best\)/ });
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(columns.getByRole('button', { name: 'Undo: Email for Email (best)' })).toBeVisible();
  // Tab leaves a row in one step, and always moves the focus to a control.
  const other = columns.getByRole('row', { name: /^Last Gift Date/ });
  await other.focus();
  await page.keyboard.press('ArrowRight');
  await expect(columns.getByRole('combobox', { name: /Last Gift Date/ })).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await known.getByRole('button', { name: 'See them' }).click();
  const first = page.getByRole('combobox', { name: 'Field for column A, Constituent ID' });
  await expect(first).toBeFocused();
  // No list that the user did not open covers the lines below.
  await expect(page.getByRole('combobox', { name: /^Field for column/ })).toHaveCount(13);
  await expect(page.getByRole('option')).toHaveCount(0);
  // Choosing keeps the focus, even if the line moves to another group.
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'Not sent. Stays in your file' }).click();
  await expect(first).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('the strip says which rows it counts twice, and its number of safe fixes opens them', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, [HEADINGS, row(1), 'C2,Ann & Joe Pell,,,,2 Elm St,Worcester,MA,01609,,,,']);
  const strip = page.getByRole('region', { name: 'Ready to match' });
  await expect(strip).toContainText('= 2 rows, 1 counted twice');
  await expect(strip.getByRole('button', { name: /^Incomplete/ })).toContainText('1');
  await strip.getByRole('button', { name: '1 more with a safe fix' }).click();
  await expect(page.getByRole('gridcell', { name: /Ann & Joe Pell/ })).toBeVisible();
  await page.getByRole('button', { name: /^Move second person to Spouse \(1\): / }).click();
  await expect(strip.getByRole('button', { name: /^Ready/ })).toContainText('2');
  await expect(strip).not.toContainText('counted twice');
});

test('a kind that is chosen on another screen is in sight in the list', async ({ desk }) => {
  const { page } = desk;
  await page.setViewportSize({ width: 1280, height: 700 });
  const lines = LIST.map((line, at) => (at === 12 ? line.replace('Dunmore', 'Dunmore (deceased)') : line));
  const wrong = lines.map((line, at) => (at < 20 || at > 24 ? line : line.replace('2020-01', at === 20 ? '2999-01' : '2020-02-3')));
  await toCheck(
    desk,
    wrong.map((line, at) => (at === 30 ? line.replace('(508) 555', '(000) 12') : at === 31 ? line.replace(',01609', ',1609') : line)),
  );
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('link', { name: 'See 1: Deceased' }).click();
  const chosen = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Marked as deceased/ }) });
  await expect(page.getByRole('button', { name: /^Marked as deceased/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(chosen).toBeInViewport({ ratio: 1 });
});
