/** The screening record in the window: required before sending, shown with its chain, completed, and exported without a person. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifyFiles } from '../../shared/record/verify.ts';
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const NAMES = ['Ada Ashdown', 'Grace Brink', 'Una Dunmore'];
const LIST = [
  'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP,Email',
  ...NAMES.map((name, at) => `A-${at + 1},${name.replace(' ', ',')},${at + 1} Larkspur Ln,Worcester,MA,01609,p${at}@example.org`),
];

test('an office requires a basis, sends with it, and opens, completes and exports the record', async ({ desk }) => {
  const { page } = desk;
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Change the organization rules' }).click();
  await page.getByRole('group', { name: 'Required' }).getByRole('checkbox', { name: 'Lawful basis' }).check();
  await page.getByLabel('Who to ask what to fill in').fill('Data protection, ext. 214');
  await page.getByRole('checkbox', { name: 'Privacy notice' }).focus();
  await page.getByRole('link', { name: 'New screening' }).click();
  await toCost(desk, LIST);
  const card = page.getByRole('region', { name: 'For the record' });
  await expect(card).toContainText('Who to ask: Data protection, ext. 214.');
  await page.getByRole('button', { name: 'Your organization requires the lawful basis' }).click();
  await expect(card.getByLabel('Lawful basis')).toBeFocused();
  await card.getByLabel('Lawful basis').fill('Legitimate interest');
  await card.getByLabel('Purpose').fill('Ask amounts for the year-end appeal');
  await card.getByLabel('Privacy notice').fill('2026-01-15');
  await card.getByLabel('Assessment').focus();
  await page.getByRole('button', { name: /^Send 3 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });

  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Screening record' }).click();
  await expect(page.getByText('Chain verified')).toBeVisible();
  const record = page.getByRole('article').first();
  for (const text of ['Legitimate interest', 'Ask amounts for the year-end appeal', 'January 15, 2026', 'Confirmed sending 3 rows'])
    await expect(record).toContainText(text);
  for (const name of NAMES) await expect(page.getByText(name)).toHaveCount(0);
  await desk.look('record');

  await page.getByRole('button', { name: 'Complete…' }).click();
  await page.getByRole('dialog').getByLabel('Assessment').fill('LIA-2026-07');
  await page.getByRole('button', { name: 'Add an entry' }).click();
  await expect(record).toContainText('LIA-2026-07');
  await expect(page.getByRole('region', { name: 'The chain is intact' })).toContainText('3 entries, one chain');

  const file = await desk.saveAtOnce(() => page.getByRole('button', { name: 'Export…' }).click());
  const text = readFileSync(file, 'utf8');
  expect(verifyFiles([text], (content) => createHash('sha256').update(content).digest('hex'))).toMatchObject({ problem: null, proven: 3 });
  expect(text).not.toMatch(/Ashdown|Larkspur|example\.org|list\.csv/);
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true });
  expect(pdf.toString('latin1')).toMatch(/\/Type\s*\/Page\b(?!s)/);
});
