/** The program in two tabs of a browser: what is done in one appears in the other, without a reload. */
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const PEOPLE = ['Ada,Ashdown,01609', 'Grace,Brink,03060', 'Edwin,Castell,02108', 'Mary,Dunmore,04101', 'Viggo,Ellery,06103'];

test('a verdict in one tab appears in the other, its undo in the first, and each tab reads once what has changed', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, ['Constituent ID,First Name,Last Name,ZIP', ...PEOPLE.map((person, index) => `T-${index},${person}`)]);
  await page.getByRole('button', { name: /^Send 5 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  const parts = page.getByRole('navigation', { name: 'Parts of the project' });
  await parts.getByRole('link', { name: /^Review/ }).click();
  const [other] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open(location.href))]);
  const verdicts = (tab: typeof page) => tab.getByText(/^Right \d+ · Wrong \d+ · Unsure \d+$/);
  const title = (tab: typeof page) => tab.getByRole('heading', { name: /^Is this / });
  await expect(title(page)).toBeVisible();
  await expect(title(other)).toBeVisible();

  const reads = new Map<typeof page, string[]>([page, other].map((tab) => [tab, []]));
  for (const [tab, methods] of reads)
    tab.on('request', (request) => {
      const { method } = (request.url().endsWith('/rpc') ? request.postDataJSON() : {}) as { method?: string };
      if (method !== undefined) methods.push(method);
    });
  await page.bringToFront();
  await page.keyboard.press('w');
  await expect(verdicts(page)).toHaveText('Right 0 · Wrong 1 · Unsure 0');
  await expect(verdicts(other)).toHaveText('Right 0 · Wrong 1 · Unsure 0');
  for (const methods of reads.values()) expect(methods.filter((method) => method === 'review.get')).toHaveLength(1);

  await other.bringToFront();
  await other.keyboard.press('Control+z');
  await expect(verdicts(other)).toHaveText('Right 0 · Wrong 0 · Unsure 0');
  await expect(verdicts(page)).toHaveText('Right 0 · Wrong 0 · Unsure 0');
});
