/** The plan in the window: who is due, a reminder in Projects, and a draft that the user sends. */
import { expect, test } from './fixtures.ts';
import { toCheck, toCost } from './list-steps.ts';

const HEAD = 'Constituent ID,First Name,Last Name,Street,City,State,ZIP';
const FIRST = [HEAD, 'P-1,Ann,Zephyrine,1 Mill St,Lowell,MA,01852', 'P-2,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060'];
const SECOND = [
  HEAD,
  'P-1,Ann,Zephyrine,1 Mill St,Lowell,MA,01852',
  'P-2,Bea,Quillfeather,77 Harbor View,Salem,MA,01970',
  'P-3,Cy,Penhaligon,6 Dock St,Dover,NH,03820',
];

test('people who moved and people who were never screened become a draft, which is sent from Cost', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, FIRST, 'Spring.csv');
  await page.getByRole('button', { name: /^Send 2 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  await toCheck(desk, SECOND, 'Fall.csv');

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('link', { name: 'Plan', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeFocused();
  const due = page.getByRole('region', { name: 'Due to be screened' });
  await expect(due).toContainText('2 people');
  await expect(due).toContainText('1 with a new address since then, 1 never screened');
  await expect(page.getByRole('row', { name: 'Within the last year 2' })).toBeVisible();
  const movers = page.getByRole('checkbox', { name: 'People whose address has changed since' });
  await movers.focus();
  await page.keyboard.press('Space');
  await expect(due.getByText('1 never screened', { exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Save the plan' }).click();
  await expect(page.getByRole('button', { name: 'Save the plan' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Save the plan' })).toBeFocused();
  await expect(page.getByText('Projects says when people are due. Nothing is ever sent automatically.', { exact: true })).toBeVisible();
  await desk.look('plan');

  await page.getByRole('link', { name: 'Projects' }).first().click();
  const reminder = page.getByRole('region', { name: 'Your plan' });
  await expect(reminder).toContainText('2 people due to be screened over Practice');
  await desk.look('reminder');
  await reminder.getByRole('link', { name: 'See the plan: Practice' }).click();
  await page.getByRole('button', { name: 'Make a draft of these 2 people' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Due on');
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: /^Send 2 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('link', { name: /^Due on/ })).toBeVisible();
  await expect(reminder).toBeHidden();
  await page.getByRole('link', { name: 'Plan', exact: true }).click();
  await expect(due).toContainText('0 people');
  await expect(due.getByRole('button')).toHaveCount(0);
});
