/** A service that identifies no rows: the window shows three pairs, joins by order after a click, and undoes it after another. */
import { person } from '../kit/practice-client.ts';
import { cellsIn } from '../kit/workbook-facts.ts';
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const HEADINGS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail'] as const;
const row = (number: number) => HEADINGS.map((key) => person(number)[key]).join(',');

const practice = startsOwnPractice();

test('profiles without a row are joined by order, marked in the workbook, and the join is undone', async ({ desk }) => {
  const { page } = desk;
  await practice.speak('no-echo');
  await practice.connect(page);
  await toCost(desk, [HEADINGS.join(','), row(1), row(2), row(3)], 'blind.csv');
  await page.getByRole('button', { name: 'Send 3 rows' }).click();

  const offer = page.getByRole('region', { name: '3 profiles without a row' });
  await expect(offer).toBeVisible({ timeout: 60_000 });
  const charged = await practice.charged();
  expect(charged).toBe(3);
  const pairs = offer.getByRole('table', { name: 'Rows and the profiles in the same place' }).getByRole('row');
  await expect(pairs).toHaveCount(4);
  await expect(pairs.nth(1)).toContainText(`${person(1).primaryFirst} ${person(1).primaryLast}`);
  await expect(pairs.nth(3)).toContainText(`${person(3).primaryFirst} ${person(3).primaryLast}`);
  await desk.look('join-by-order');

  await offer.getByRole('button', { name: 'Join 3 rows by order' }).click();
  const joined = page.getByRole('region', { name: '3 rows joined by order' });
  await expect(joined).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByRole('button', { name: 'Export…' }).click();
  const path = await desk.saveAtOnce(() => page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click());
  const [headings, ...rows] = cellsIn(path, 'Scores');
  const outcome = headings!.indexOf('Screening outcome');
  expect(rows.map((cells) => cells[outcome])).toEqual(Array(3).fill('Scored, joined by order'));

  await page.keyboard.press('Escape');
  await joined.getByRole('button', { name: 'Undo the join' }).click();
  await expect(offer).toBeVisible();
  await expect(joined).toHaveCount(0);
  expect(await practice.charged()).toBe(charged);
});
