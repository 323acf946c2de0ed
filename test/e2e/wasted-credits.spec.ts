/** Rows that would waste credits are left out and named, line by line; the service's ledger charges exactly what the page says. */
import { expect, type Page } from '@playwright/test';
import type { Desk } from './fixtures.ts';
import { test } from './fixtures.ts';
import { toCost } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';
import { sheetsIn } from '../kit/workbook-facts.ts';

const practice = startsOwnPractice();

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email,Deceased,No research';
const KINDS = { deceased: 34, twice: 22, organizations: 20, objected: 6 };
const ROWS = 818;

/** 818 rows: 34 dead people, 22 people in two rows, 20 organizations, 6 who asked not to be screened, and 736 others. */
function list(): string[] {
  const row = (id: number, first: string, last: string, deceased = '', objected = '') =>
    `W${id},${first},${last},${id + 10} Larkspur Ln,Worcester,MA,01609,p${id}@example.org,${deceased},${objected}`;
  const people = ROWS - KINDS.deceased - KINDS.twice - KINDS.organizations - KINDS.objected;
  // The letters of the number: names do not contain digits.
  const name = (id: number) => `Quay${String(id).replaceAll(/\d/g, (digit) => `${'bcdfghklmn'[Number(digit)]!}a`)}e`;
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
  return [
    HEADINGS,
    ...ids(0, people).map((id) => row(id, 'Rosalind', name(id), 'No', 'No')),
    ...ids(0, KINDS.twice).map((id) => row(id, 'Rosalind', name(id), 'No', 'No')),
    ...ids(1000, KINDS.deceased).map((id) => row(id, 'Desmond', name(id), 'Yes', 'No')),
    ...ids(2000, KINDS.organizations).map((id) => row(id, '', `${name(id)} Holdings LLC`, '', '')),
    ...ids(3000, KINDS.objected).map((id) => row(id, 'Beatrix', name(id), 'No', 'Yes')),
  ];
}

const wasted = (page: Page) => page.getByRole('region', { name: /would buy nothing$|would waste/ });
const line = (page: Page, name: string | RegExp) => wasted(page).getByRole('row', { name });

async function open(desk: Desk): Promise<void> {
  await practice.connect(desk.page);
  await toCost(desk, list(), 'gala.csv');
  await expect(wasted(desk.page)).toBeVisible();
}

test('82 of 818 credits would buy nothing, each line with its people, and all sums add up', async ({ desk }) => {
  const { page } = desk;
  await open(desk);
  await expect(wasted(page).getByRole('heading')).toHaveText('82 of 818 credits would buy nothing');
  const lines = wasted(page).getByRole('row');
  await expect(lines).toHaveText([/^Deceased.*34$/, /^Same person twice.*22$/, /^Organizations.*20$/, /^Do not screen.*6$/, /0/, /736$/]);
  await expect(line(page, /^Rows to send/)).toContainText('818 − 34 − 22 − 20 − 6');
  await expect(lines.nth(4)).toContainText('Won’t be accepted 0');
  await expect(lines.nth(4)).toContainText('Test rows 0');
  const card = page.getByRole('region', { name: 'Cost', exact: true });
  await expect(card).toContainText('82 credits saved');
  await expect(card).not.toContainText('Not spent until fixed');
  // Each number opens its people, and the browser's Back returns from them.
  await page.getByRole('link', { name: 'See 34: Deceased' }).click();
  await expect(page.getByRole('grid').getByRole('row')).not.toHaveCount(0);
  await expect(page).toHaveURL(/check\?show=leftOut&rule=DECEASED/);
  await page.goBack();
  await desk.look('cost-wasted');
  await page.getByRole('button', { name: 'Send 736 rows' }).click();
  await expect.poll(() => practice.charged()).toBe(736);
});

test('a kind of row is sent anyway and left out again, even after a visit to Check', async ({ desk }) => {
  const { page } = desk;
  await open(desk);
  await page.getByRole('button', { name: 'Send anyway: Organizations' }).click();
  await expect(line(page, /^Organizations/)).toContainText('20 will be sent');
  await expect(wasted(page).getByRole('heading')).toHaveText('62 of 818 credits would buy nothing');
  await expect(page.getByRole('button', { name: 'Send 756 rows' })).toBeVisible();
  await page.getByRole('link', { name: 'See 34: Deceased' }).click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(line(page, /^Organizations/)).toContainText('20 will be sent');
  await page.getByRole('button', { name: 'Undo: Organizations' }).click();
  await expect(page.getByRole('button', { name: 'Send 736 rows' })).toBeVisible();
  await expect(wasted(page).getByRole('heading')).toHaveText('82 of 818 credits would buy nothing');
});

test('a person with two rows is sent twice only on request, each row once and with its own ID', async ({ desk }) => {
  const { page } = desk;
  await open(desk);
  await page.getByRole('button', { name: 'Send anyway: Same person twice' }).click();
  await expect(line(page, /^Same person twice/)).toContainText('22 will be sent, “-2” after the ID');
  await expect(wasted(page).getByRole('heading')).toHaveText('60 of 818 credits would buy nothing');
  await expect(page.getByRole('button', { name: 'Send 758 rows' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Same person twice' }).click();
  await expect(page.getByRole('button', { name: 'Send 736 rows' })).toBeVisible();
  await expect(line(page, /^Same person twice/)).toContainText('the first row is sent');
  await page.getByRole('button', { name: 'Send anyway: Same person twice' }).click();
  await page.getByRole('button', { name: 'Send 758 rows' }).click();
  await expect.poll(() => practice.charged()).toBe(758);
  await expect(page.getByText('Every row accounted for')).toBeVisible();
  const { charged, scored } = await practice.ledger();
  expect([charged, new Set(scored).size]).toEqual([[758], 758]);
  expect(scored.filter((id) => id.endsWith('-2')).toSorted()).toEqual(Array.from({ length: 22 }, (_, at) => `W${at}-2`).toSorted());
  const path = await desk.saveAtOnce(async () => {
    await page.getByRole('button', { name: 'Export…', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  });
  // Both rows have their scores, and their ID is the same as in the file.
  const rows = sheetsIn(path)['Scores']!.filter((row) => row['Constituent ID'] === 'W7');
  expect(rows.map((row) => row['Screening outcome'])).toEqual(['Scored', 'Scored']);
});

test('people who asked not to be screened are sent only with a reason, which the timeline keeps', async ({ desk }) => {
  const { page } = desk;
  await open(desk);
  await page.getByRole('button', { name: 'Send anyway…: Do not screen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send 6 people marked “do not screen”?' });
  const submit = dialog.getByRole('button', { name: 'Send these people anyway' });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They agreed by letter in March');
  await desk.look('cost-reason');
  await page.keyboard.press('Tab');
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(line(page, /^Do not screen/)).toContainText('6 will be sent: “They agreed by letter in March”');
  await page.getByRole('button', { name: 'Undo: Do not screen' }).click();
  await expect(page.getByRole('button', { name: 'Send 736 rows' })).toBeVisible();
  await page.getByRole('button', { name: 'Send anyway…: Do not screen' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They agreed by letter in March');
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(line(page, /^Do not screen/)).toContainText('6 will be sent');
  await page.getByRole('button', { name: 'Send 742 rows' }).click();
  await expect.poll(() => practice.charged()).toBe(742);
  const scored = async () => (await practice.ledger()).scored.filter((id) => /^W300\d$/.test(id)).length;
  await expect.poll(scored).toBe(KINDS.objected);
  await page.goto(
    `${page.url().split('#')[0]}${page
      .url()
      .slice(page.url().indexOf('#'))
      .replace(/(#\/project\/[^/]+).*/, '$1/progress/timeline')}`,
  );
  await expect(page.getByText('6 of them marked “do not screen”: “They agreed by letter in March”')).toBeVisible();
});

test('warnings rank by the credits at risk, and a safe fix is applied and undone on Cost', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  const couple = (id: number) => `C${id},Percy & Harriet,Quayle,${id + 10} Larkspur Ln,Worcester,MA,01609,p${id}@example.org,,`;
  const incomplete = (id: number) => `I${id},Rosalind,Okafor,,,,,i${id}@example.org,,`;
  await toCost(desk, [
    HEADINGS,
    couple(1),
    couple(2),
    couple(3),
    incomplete(4),
    'M5,Ines,Farrow,5 Quarry Rd,Nashua,NH,03060,test@test.com,,',
  ]);
  const risks = page.getByRole('region', { name: /with warnings$/ });
  await expect(risks.getByRole('row')).toHaveText([/^Two people in one name.*Ready 1 to 4.*3$/, /^Incomplete.*1$/, /^Other warnings.*1$/]);
  await risks.getByRole('button', { name: 'Move second person to Spouse (3): Two people in one name' }).click();
  await expect(risks.getByRole('row').first()).toContainText('fixed. Ready 1 to 4');
  await expect(risks.getByRole('heading')).toHaveText('2 go with warnings');
  await risks.getByRole('button', { name: 'Undo: Two people in one name' }).click();
  await expect(risks.getByRole('heading')).toHaveText('5 go with warnings');
  await risks.getByRole('button', { name: 'Move second person to Spouse (3): Two people in one name' }).click();
  await expect(risks.getByRole('heading')).toHaveText('2 go with warnings');
  await page.getByRole('button', { name: 'Send 5 rows' }).click();
  await expect.poll(() => practice.charged()).toBe(5);
});

test('the rules of the organization can forbid it', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page
    .getByRole('link', { name: /Organization rules|See the rules|rules/ })
    .first()
    .click();
  await page.getByRole('switch', { name: 'Never send people who asked not to be screened' }).check();
  await open(desk);
  await expect(line(page, /^Do not screen/)).toContainText('Not allowed by your rules');
  await expect(page.getByRole('button', { name: /Do not screen/ })).toHaveCount(0);
});
