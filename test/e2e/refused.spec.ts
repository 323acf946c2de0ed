/** Rows that the service refused are fixed in the window and sent again, and a newer list pays only for what changed. */
import { person } from '../kit/practice-client.ts';
import { type Desk, expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const HEADINGS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail'] as const;
const row = (number: number, changes: Partial<Record<(typeof HEADINGS)[number], string>> = {}) =>
  HEADINGS.map((key) => changes[key] ?? person(number)[key]).join(',');
const idOf = (number: number) => person(number).constituentId;

const practice = startsOwnPractice();

const importList = (desk: Desk, name: string, rows: readonly string[]) => toCost(desk, [HEADINGS.join(','), ...rows], name);

/** Sends the rows and waits for the results. */
async function send({ page }: Desk, rows: string): Promise<void> {
  await page.getByRole('button', { name: `Send ${rows}` }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
}

test('refused rows are fixed in place, and only the fixed ones are sent and paid for', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  const refused = [row(2, { personalEmail: 'nobody2@example.invalid' }), row(4, { personalEmail: 'nobody4@example.invalid' })];
  await importList(desk, 'appeal.csv', [row(1), refused[0]!, row(3), refused[1]!, row(5)]);
  await send(desk, '5 rows');
  expect(await practice.ledger()).toEqual({ charged: [3], scored: [idOf(1), idOf(3), idOf(5)] });

  await page.getByRole('button', { name: 'Fix 2 rows' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Not accepted: appeal');
  await expect(page.getByRole('gridcell', { name: /nobody2/ })).toBeVisible();
  await desk.look('refused-check');
  await page.getByRole('gridcell', { name: /nobody2/ }).dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('mended@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('gridcell', { name: /nobody2/ })).toHaveCount(0);
  await page.getByRole('button', { name: /See the cost/ }).click();
  // The row that was not fixed would be refused again, so it is not sent.
  await expect(page.getByRole('row', { name: /Won’t be accepted/ })).toContainText('1');
  await send(desk, '1 row');
  expect(await practice.ledger()).toEqual({ charged: [3, 1], scored: [idOf(1), idOf(2), idOf(3), idOf(5)] });

  // The results join the others, the remaining row can be fixed next, and no one was paid for twice.
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('table').getByRole('link', { name: 'appeal', exact: true }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fix 1 row' })).toBeVisible();
  await desk.look('refused-joined');
  await page.getByRole('button', { name: 'Fix 1 row' }).click();
  await expect(page.getByRole('gridcell', { name: /nobody4/ })).toBeVisible();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveAttribute('aria-disabled', 'true');
  expect((await practice.ledger()).charged).toEqual([3, 1]);
});

test('a newer list is compared with the earlier screening, and pays for what is new or changed', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await importList(desk, 'may.csv', [row(1), row(2), row(3)]);
  await send(desk, '3 rows');
  await importList(desk, 'june.csv', [row(1), row(2, { city: 'Salem' }), row(3), row(4)]);
  const since = page.getByRole('radio', { name: /^Only new or changed since/ });
  await expect(since).toHaveAccessibleDescription(/75\s?% of these people were screened in “may”/);
  await since.click();
  await expect(page.getByRole('row', { name: /Not changed/ })).toContainText('2');
  await desk.look('since-cost');
  await send(desk, '2 rows');
  await page.getByRole('button', { name: /Every row accounted for/ }).click();
  await expect(page.getByText('Only new or changed since')).toBeVisible();
  await desk.look('since-results');
  expect(await practice.ledger()).toEqual({ charged: [3, 2], scored: [idOf(1), idOf(2), idOf(2), idOf(3), idOf(4)] });
  const list = page.getByRole('grid', { name: /^All scored/ });
  const changes = list.getByRole('columnheader', { name: /^Since/ });
  await expect(list.getByRole('gridcell', { name: 'new', exact: true })).toBeVisible();
  await changes.click();
  await expect(changes).toHaveAttribute('aria-sort', 'descending');
  // The person in both screenings comes first. A new person has no difference.
  await expect(list.getByRole('row').nth(2)).toContainText('new');
  await page.getByRole('button', { name: /Export/ }).click();
  await expect(page.getByLabel(/earlier scores of people who have not changed since “may”/)).toBeChecked();
  await desk.look('since-export');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'may', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('may');
});
