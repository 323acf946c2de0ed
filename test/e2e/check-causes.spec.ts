/** On Check: why the values of a rule break it, the filter of a heading, and a fix of only the filtered rows. */
import { type Desk, expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();

const EMAILS: readonly (readonly [string, string])[] = [
  ...Array.from({ length: 19 }, (_, at) => [`r${at} @example.org`, ''] as const),
  ...Array.from({ length: 12 }, (_, at) => [`p${at}@`, ''] as const),
  ...Array.from({ length: 10 }, () => ['ask her', ''] as const),
  ...Array.from({ length: 7 }, () => ['', 'front desk'] as const),
  ...Array.from({ length: 60 }, (_, at) => [`fine${at}@example.org`, `work${at}@example.org`] as const),
];

/** Of 108 rows, 41 have an invalid email and 7 a work email. */
const LIST = [
  'Constituent ID,First Name,Last Name,Street,City,State,ZIP,Email,Work Email',
  ...EMAILS.map(([email, work], at) => {
    const name = `Quay${'abcdefghij'[at % 10]!}${'klmnopqrstu'[Math.floor(at / 10)]!}`;
    return `P${at},Rosalind,${name},${at + 1} Mill St,${at % 3 === 0 ? 'Lowell' : 'Worcester'},MA,01609,${email},${work}`;
  }),
];

const menu = async ({ page }: Desk, heading: string) => {
  await page.getByRole('columnheader', { name: heading, exact: true }).click({ button: 'right' });
  return page.getByRole('dialog', { name: `Column ${heading}` });
};

test('a rule says its reasons, its button what it does, and a filter of one reason is fixed alone', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toCheck(desk, LIST);
  const item = page.locator('.issue[data-chosen]').filter({ hasText: 'Email is not a valid address' });
  await expect(item).toContainText('19 space inside, 17 no @, 12 nothing after the @');
  await expect(item).toContainText('Email 41');
  await expect(item).toContainText('Business email 7');
  await expect(item.getByRole('button', { name: /^Fix 19, blank out 29: / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'The active cell' })).toContainText('Space inside');

  const options = await menu(desk, 'Email');
  await options.getByRole('checkbox', { name: 'Space inside 19' }).check();
  await desk.look('check-causes');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Rows' }).getByText(/^19 of 108 rows/)).toBeVisible();
  // A filter never changes what the button of the rule does.
  await expect(item.getByRole('button', { name: /^Fix 19, blank out 29: / })).toBeVisible();
  await page.getByRole('gridcell', { name: /r0@example.org/ }).click();
  await page.getByRole('button', { name: 'Fix these 19' }).click();
  await expect(item).toContainText('17 no @, 12 nothing after the @');
  await expect(item).not.toContainText('space inside');
  await expect(item.getByRole('button', { name: /^Blank out 29: / })).toBeVisible();
  await item.getByRole('button', { name: /^Blank out 29: / }).click();
  await expect(item).toHaveCount(0);
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: 'Send 108 rows' }).click();
  await expect.poll(() => practice.charged()).toBe(108);
});

test('a heading without issues filters by the most frequent values', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  await page.getByText(/^All 108$/).click();
  const options = await menu(desk, 'City');
  await expect(options).toContainText('Filter: most frequent values');
  await options.getByRole('checkbox', { name: 'Lowell 36' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Rows' }).getByText(/^36 of 108 rows/)).toBeVisible();
  await expect(page.getByText('City: “Lowell”', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show rows other than “City: “Lowell””' }).click();
  await expect(page.getByRole('region', { name: 'Rows' }).getByText(/^108 rows/)).toBeVisible();
});
