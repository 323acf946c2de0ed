/** On a slow computer, a short list is done before its progress is rendered. */
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

test('the results open automatically when a list is done before its progress is rendered', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, ['Constituent ID,First Name,Last Name,ZIP', 'A-1,Ada,Ashdown,01609', 'A-2,Grace,Brink,03060']);
  const head = page.getByRole('banner');
  await page.route('**/rpc', async (route) => {
    const { method } = route.request().postDataJSON() as { method: string };
    if (method !== 'project.send') {
      await route.continue();
      return;
    }
    const answer = await route.fetch();
    // The page gets the event of the end before the answer that the list was sent.
    await expect(head).toContainText('Done', { timeout: 60_000 });
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: /^Send 2 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
