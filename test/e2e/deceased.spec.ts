/** A deceased column of the list: shown on Columns, found on Check, and not sent unless the user says so. */
import { expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';

const LIST = [
  'ID,First,Last,Street,City,State,ZIP,Deceased',
  'P1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,No',
  'P2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,Yes',
  'P3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,No',
  'P4,Beatrix,Farrow,9 Fern Hollow Dr,Portland,OR,97201,Yes',
];

test('people marked as deceased are left out, can be sent anyway, and the column can be set to have no meaning', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  const column = page.getByRole('row', { name: /Deceased/ });
  await expect(column).toContainText('Those rows are left out');
  await desk.look('columns-deceased');
  const choice = page.getByRole('combobox', { name: /Deceased/ });
  const rule = page.getByRole('button', { name: /^Marked as deceased \d/ });
  await choice.click();
  await page.getByRole('option', { name: 'Not sent. Stays in your file' }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByRole('button', { name: /See the cost/ })).toBeEnabled();
  await expect(rule).toHaveCount(0);
  await page.goBack();
  await choice.click();
  await page.getByRole('option', { name: 'Deceased (yes/no)', exact: true }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  // They are left out already, so they need nothing from the user.
  await rule.click();
  await expect(rule).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('grid').getByRole('row', { name: /P[24]/ })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Rows' }).getByText('Left out 2')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send all anyway' })).toBeVisible();
  await desk.look('check-deceased');
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toBeVisible();
  await desk.look('cost-deceased');
  await page.getByRole('button', { name: 'Send anyway: Deceased' }).click();
  await expect(page.getByRole('button', { name: 'Send 4 rows' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Deceased/ })).toContainText('2 will be sent');
  await page.getByRole('button', { name: 'Undo: Deceased' }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toBeVisible();
});

test('the button of a recognized column shows each value with its rows, and a click on one changes its meaning', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, LIST);
  const known = page.getByRole('region', { name: 'Recognized columns' });
  const chip = (name: string) => known.getByRole('button', { name });
  await chip('2 deceased: left out').click();
  const choice = page.getByRole('dialog', { name: 'deceased: left out' });
  await expect(choice.getByRole('checkbox', { name: '“Yes” 2 rows: left out' })).toBeChecked();
  await choice.getByRole('checkbox', { name: '“No” 2 rows: sent' }).check();
  await expect(choice.getByRole('checkbox', { name: '“No” 2 rows: left out' })).toBeChecked();
  await desk.look('columns-deceased-values');
  await choice.getByRole('checkbox', { name: '“Yes” 2 rows: left out' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(chip('2 deceased: left out')).toBeFocused();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('button', { name: /^Marked as deceased 2/ }).click();
  await expect(page.getByRole('grid').getByRole('row', { name: /P1|P3/ })).toHaveCount(2);
});

test('for an unclear value, the page asks under the columns to review, and uses the answer', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, [LIST[0]!, ...LIST.slice(1, 3), LIST[3]!.replace(/No$/, 'gone 2019'), LIST[4]!.replace(/Yes$/, 'No')]);
  const column = page.getByRole('row', { name: /Deceased/ });
  await expect(column).toContainText('“gone 2019” in 1 row: treat as deceased?');
  await expect(page.getByRole('heading', { name: 'To review: 1 column' })).toBeVisible();
  await expect(column).toBeVisible();
  await desk.look('columns-deceased-asked');
  await column.getByRole('button', { name: '“gone 2019” means deceased' }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByRole('button', { name: /^Marked as deceased 2/ })).toBeVisible();
  await page.goBack();
  await expect(column).toContainText('“gone 2019” means deceased.');
  await column.getByRole('button', { name: 'Ask again' }).click();
  await column.getByRole('button', { name: 'It does not' }).click();
  await expect(column).toContainText('“gone 2019” means alive.');
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByRole('button', { name: /^Marked as deceased 1/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unclear whether deceased/ })).toHaveCount(0);
});

test('an unclear value without an answer is found on Check', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, [LIST[0]!, ...LIST.slice(1, 3), LIST[3]!.replace(/No$/, 'lost contact'), LIST[4]!]);
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('button', { name: /^Unclear whether deceased 1/ }).click();
  await expect(page.getByRole('grid').getByRole('row', { name: /P3/ })).toBeVisible();
  await page.getByRole('gridcell', { name: 'Whitlock' }).click();
  await desk.look('check-death-unclear');
});

test('typing dead, died or deceased in the list of fields finds the deceased column', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, ['ID,First,Last,Street,City,State,ZIP,Note', ...LIST.slice(1).map((line) => line.replace(/(Yes|No)$/, 'x'))]);
  for (const word of ['dead', 'died', 'deceased']) {
    await page.getByRole('combobox', { name: /Note/ }).fill(word);
    await expect(page.getByRole('option')).toHaveText(['Deceased (yes/no)', 'Spouse deceased (yes/no)']);
  }
});

test('mixed dates show their counts, and each choice shows a date that allows both orders', async ({ desk }) => {
  const { page } = desk;
  const dates = ['12/25/2019', '25/12/2019', '03/04/2020', '05/06/2021'];
  await toColumns(desk, [
    LIST[0]!.replace('Deceased', 'Last Gift Date'),
    ...LIST.slice(1).map((line, at) => line.replace(/(Yes|No)$/, dates[at]!)),
  ]);
  const column = page.locator('.columns-list').getByRole('row', { name: /Last Gift Date/ });
  await expect(column).toContainText('1 month first, 1 day first, 2 either way');
  await expect(column.getByRole('button', { name: 'Month first: March 4, 2020' })).toBeVisible();
  await desk.look('columns-mixed-dates');
  await column.getByRole('button', { name: 'Day first: April 3, 2020' }).click();
  await expect(column).not.toContainText('either way');
});

test('the living spouse of a person who has died is sent with one click', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, [
    'ID,First,Last,Spouse First,Spouse Last,Street,City,State,ZIP,Deceased',
    'P1,Desmond,Okafor,Harriet,,5 Quarry Rd,Nashua,NH,03060,Yes',
    'P2,Tobias,Whitlock,,,77 Old Post Rd,Boulder,CO,80306,No',
  ]);
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('button', { name: /^Marked as deceased \d/ }).click();
  const grid = page.getByRole('grid');
  await grid.getByRole('gridcell', { name: /Okafor/ }).click();
  await page.getByRole('button', { name: 'Send Harriet instead' }).click();
  await page.getByRole('button', { name: 'Undo the change of 6 cells in 1 row' }).waitFor();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toBeVisible();
});
