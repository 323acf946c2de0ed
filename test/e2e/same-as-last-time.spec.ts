/** "Same as last time" in the window: the first month is corrected and sent, and the second month takes over its settings. */
import { expect, test } from './fixtures.ts';
import { toCheck, toColumns } from './list-steps.ts';

const HEAD = 'Donor No,First Name,Last Name,Street,City,State,ZIP,Email,Last Gift Date,Last Gift';
const MARCH = [
  HEAD,
  '17,Mr. Ann,Zephyrine,1 Mill St,Lowell,MA,01852,ann@example.org,03/18/2024,100',
  '18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060,bea@example.org,04/19/2024,200',
];
const APRIL = [
  `${HEAD.replace('Email', 'Mail')},Deceased`,
  '30,Mr. Flo,Penhaligon,6 Dock St,Dover,NH,03820,flo@example.org,25/01/2024,10,',
  '31,Gus,Fairweather,7 Dock St,Dover,NH,03820,gus@example.org,26/01/2024,20,Yes',
];

test('a second month takes over the settings of the first, says what differs, and is sent in the same way', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, MARCH, 'Spring gala.csv');
  await page.getByRole('button', { name: /^Remove it from 1: Title, suffix or remark in the name$/ }).click();
  await expect(page.getByRole('button', { name: 'Undo: Title, suffix or remark in the name' })).toBeVisible();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: /^Send 2 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });

  await toColumns(desk, APRIL, 'April.csv');
  const open = page.getByRole('button', { name: /^Same as last time \(Spring gala, / });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /Spring gala/ });
  await expect(dialog.getByText('9 of 10 columns found, 2 new, 1 missing')).toBeVisible();
  await expect(
    dialog.getByText(/“Last Gift Date” was read with month first last time; its values in this file show day first/),
  ).toBeVisible();
  await expect(dialog.getByRole('row', { name: /Title, suffix or remark in the name.*Mr\. Flo → Flo/ })).toBeVisible();
  await desk.look('recipe');
  await dialog.getByRole('combobox', { name: /“Email”, which is sent as/ }).selectOption({ label: 'Use “Mail”' });
  await expect(dialog.getByText('10 of 10 columns found, 1 new')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  const card = page.getByRole('region', { name: 'Same as last time' });
  await expect(card).toContainText('Same as last time: “Spring gala”');

  await card.getByRole('button', { name: 'Undo' }).click();
  await expect(open).toBeVisible();
  await open.click();
  await dialog.getByRole('combobox', { name: /“Email”, which is sent as/ }).selectOption({ label: 'Use “Mail”' });
  await expect(dialog.getByText('10 of 10 columns found, 1 new')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(card).toContainText('Same as last time: “Spring gala”');
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: /^Send 1 row/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
});
