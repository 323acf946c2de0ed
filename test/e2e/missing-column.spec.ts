/** A needed field without a column, on Check and on Columns. */
import { expect, test } from './fixtures.ts';
import { toCheck, toColumns } from './list-steps.ts';

const GUESTS = ['Sukie/Flossie', 'Marisol', 'Hattie & Walt', 'Ignacio', 'Prudence', 'Oswald', 'Gwen/Yusuf', 'Zelda', 'Eudora', 'Margaret'];
const LAST = ['Rasmussen', 'McAdoo', 'Bellwether', 'Zabriskie', 'Ogilvie', 'Pappas', 'Underhill', 'Loomis', 'Mendenhall', 'Quigley'];

/** A hand-made list whose column of first names has an unclear heading. */
const gala = (guest: (at: number) => string) => [
  'Party,Guest(s),Last name,Address,Town,ST,Zip,Table',
  ...Array.from({ length: 30 }, (_, at) => `P${at},${guest(at)},${LAST[at % 10]},${100 + at} Elm St,Worcester,MA,01609,${at % 4}`),
];

test('Check says that a field has no column, and using the suggested one makes its rows ready, with one undo', async ({ desk }) => {
  const { page } = desk;
  await toCheck(
    desk,
    gala((at) => GUESTS[at % 10]!),
    'gala.csv',
  );
  const strip = page.getByRole('region', { name: 'Ready to match' });
  const first = page.getByRole('region', { name: 'Fix this first' });
  await expect(strip).toContainText('Ready 0');
  await expect(first).toContainText('No column is mapped to First name. Choose one.');
  await expect(first).toContainText('That is why Ready is 0.');
  await expect(first).toContainText('“Guest(s)” looks right');
  await expect(first).toContainText('Sukie/Flossie → Sukie, spouse Flossie');
  await expect(first).toContainText('21 hold one name, 9 two: the second goes to Spouse.');
  await expect(strip).toContainText('30 more once First name has a column');
  await expect(page.getByText('Nothing is ready yet: First name has no column.')).toBeVisible();
  // The column is in the grid, hatched, and its first cell is the active one.
  await expect(page.getByRole('columnheader', { name: 'First name', exact: true })).toBeVisible();
  await expect(page.locator('.grid [aria-selected="true"], .grid [data-active]').first()).toHaveText('No column');
  const active = page.getByRole('region', { name: 'The active cell' });
  await expect(active).toContainText('First name has no column, 30 rows');
  await expect(active.getByRole('button', { name: 'Use “Guest(s)”' })).toBeVisible();
  // The suggested column is next to the names and shows the values that would be sent.
  const headings = page.getByRole('grid').getByRole('columnheader');
  await expect(headings).toContainText(['First name', 'Last name', 'Guest(s)', 'as it would be sent', 'Street']);
  const second = page.getByRole('grid').getByRole('row').filter({ hasText: 'Hattie & Walt' }).first();
  await expect(second.getByRole('gridcell', { name: 'Hattie spouse Walt' })).toBeVisible();
  await desk.look('check-missing-column');
  await active.getByRole('button', { name: 'Choose another…' }).click();
  await expect(page.getByRole('option', { name: /Guest\(s\)/ })).toBeVisible();
  await page.keyboard.press('Escape');
  // Rows cannot be left out because of the missing column.
  await expect(first.getByRole('button', { name: /leave|left/i })).toHaveCount(0);
  await first.getByRole('button', { name: 'Use “Guest(s)”: Ready 0 to 30' }).click();
  await expect(strip).toContainText('Ready 30');
  await expect(headings.filter({ hasText: 'as it would be sent' })).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
  await page.getByText(/^All 30$/).click();
  await expect(page.getByRole('gridcell', { name: 'Flossie' }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(strip).toContainText('Ready 0');
  await expect(first).toContainText('No column is mapped to First name.');
});

test('another column can be chosen, and the page says when no column has such values', async ({ desk }) => {
  const { page } = desk;
  await toCheck(
    desk,
    gala(() => 'RSVP yes'),
    'gala.csv',
  );
  const first = page.getByRole('region', { name: 'Fix this first' });
  await expect(first).toContainText('Your file has no first names.');
  await first.getByRole('button', { name: 'Choose another column…' }).click();
  await expect(page.getByRole('option', { name: /Guest\(s\).*RSVP yes/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: 'Continue without first names' }).click();
  await expect(first).toHaveCount(0);
});

test('Columns puts it first, and its choice can be undone', async ({ desk }) => {
  const { page } = desk;
  await toColumns(
    desk,
    gala((at) => GUESTS[at % 10]!),
    'gala.csv',
  );
  const columns = page.getByRole('region', { name: 'Columns', exact: true });
  await expect(columns).toContainText('To review: 1 needed field without a column');
  await columns.getByRole('button', { name: 'Use “Guest(s)”' }).click();
  await expect(columns).not.toContainText('No column is mapped to First name');
  const sent = page.getByRole('region', { name: /rows as they will be sent$/ });
  await expect(sent).toContainText('Sukie Rasmussen');
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await expect(columns).toContainText('No column is mapped to First name');
  await expect(sent).not.toContainText('Sukie');
});
