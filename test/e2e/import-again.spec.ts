/** An imported list of people who were screened before can take over the columns, the comparison and the corrections of that screening. */
import { expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();
const HEADINGS = 'ID,First,Last,Street,City,State,ZIP,Nickname';
const row = (id: number, last: string, city = 'Worcester') => `P${id},Rosalind,${last},${id} Larkspur Ln,${city},MA,01609,Rosie`;
const NAMES = ['Quayle', 'Okafor', 'Farrow', 'Tanabe', 'Whitlock', 'Brandt'];
const list = (...more: string[]) => [HEADINGS, ...NAMES.map((name, at) => row(at + 1, name)), ...more];

test('all three are offered on File and apply together, and Check and Cost say who is left out', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toCheck(desk, list(), 'july.csv');
  await page.getByRole('gridcell', { name: 'Quayle' }).dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Quail');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: 'Quail' })).toBeVisible();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: 'Send 6 rows' }).click();
  // The comparison needs a finished screening.
  await expect(page.getByRole('button', { name: /^Export/ }).first()).toBeVisible();

  await page.getByRole('link', { name: 'New screening' }).first().click();
  const place = page.getByRole('region', { name: 'Import a spreadsheet' });
  await place
    .locator('input')
    .first()
    .setInputFiles(desk.file('august.csv', list(row(7, 'Lindqvist'), row(8, 'Moreau'))));
  const earlier = page.getByRole('region', { name: /of these people were screened on/ });
  await earlier.getByRole('checkbox', { name: 'Only new or changed' }).check();
  const corrections = earlier.getByRole('checkbox', { name: 'Your corrections there' });
  await expect(earlier).toContainText('1 correction can be applied again');
  await corrections.check();
  await expect(earlier).toContainText('1 correction applied again');
  await corrections.uncheck();
  await expect(earlier).toContainText('1 correction can be applied again');
  await corrections.check();
  await expect(earlier).toContainText('1 correction applied again');
  await desk.look('file-earlier');
  await page.getByRole('button', { name: /See the columns/ }).click();
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByText('= 8 rows, 6 screened already and not sent')).toBeVisible();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('radio', { name: /Only new or changed/ })).toBeChecked();
  await page.getByRole('button', { name: 'Send 2 rows' }).click();
  await expect.poll(() => practice.charged()).toBe(8);
});

test('the user chooses one of two dropped files, and the drop area says so first', async ({ desk }) => {
  const { page, file } = desk;
  const paths = [file('gala.csv', list()), file('board.csv', list())];
  const transfer = await page.evaluateHandle(
    (names) => {
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['ID,First,Last\nP1,Rosalind,Quayle\n'], name, { type: 'text/csv' }));
      return data;
    },
    paths.map((path) => path.split('/').at(-1)!),
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop the 2 files to choose one of them')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByRole('heading', { name: 'Which of the 2 files first?' })).toBeFocused();
  await expect(page.getByText('USAGE')).toHaveCount(0);
  await desk.look('new-several');
  await page.getByRole('button', { name: 'board.csv' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('board');
});
