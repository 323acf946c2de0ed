/** A project is renamed in place on every step; if its name is that of a file, a better name is suggested, once. */
import { expect, test } from './fixtures.ts';
import { toCheck, toColumns } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();
const LIST = ['ID,First,Last,Street,City,State,ZIP', 'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609'];

test('F2 or a click renames: Enter saves, Escape keeps, leaving saves what was typed', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST, 'gala.csv');
  const title = page.getByRole('heading', { level: 1 });
  const field = page.getByRole('textbox', { name: 'Name of the project' });
  await title.getByRole('button').click();
  await expect(field).toBeFocused();
  await page.keyboard.type('Year-end appeal');
  await page.keyboard.press('Escape');
  await expect(title).toContainText('gala');
  await expect(title.getByRole('button')).toBeFocused();
  await page.keyboard.press('F2');
  await page.keyboard.type('Year-end appeal');
  await page.keyboard.press('Enter');
  await expect(title).toContainText('Year-end appeal');
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('grid').waitFor();
  // In a cell, F2 edits the cell.
  await page.getByRole('gridcell', { name: 'Quayle' }).click();
  await page.keyboard.press('F2');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Escape');
  await title.getByRole('button').click();
  await page.keyboard.type('Spring gala');
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(title).toContainText('Spring gala');
  await expect(page.getByLabel('Name on the service')).toHaveValue('Spring gala');
});

test('on Cost a better name is offered once, and sending does not wait for it', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toCheck(desk, LIST, 'RE_Query_LYBUNT_FY26 (2).csv');
  const field = page.getByRole('textbox', { name: 'Name of the project' });
  await expect(field).toHaveCount(0);
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('LYBUNT FY26');
  await expect(page.getByText('Enter saves, Esc keeps')).toBeVisible();
  await desk.look('cost-rename');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('RE_Query_LYBUNT_FY26 (2)');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: 'Send 1 row' })).toBeVisible();
  await expect(field).toHaveCount(0);
  await toCheck(
    desk,
    LIST.map((line) => line.replace('P1', 'P2').replace('Quayle', 'Okafor')),
    'Board 2026-03-12.csv',
  );
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(field).toHaveValue('Board');
  await page.getByRole('button', { name: 'Send 1 row' }).click();
  await expect.poll(() => practice.charged()).toBe(1);
});
