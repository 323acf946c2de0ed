/** A fix takes time on a long list, and the user continues on another screen. */
import { expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

const LIST = [
  'First Name,Last Name,Street,City,State,ZIP',
  'Dr. Ada,Gray,1 Elm St,Worcester,MA,01609',
  'Grace & Tom,Bell,2 Elm St,Worcester,MA,01609',
];

test('a fix that ends after the user went on to the cost leaves the cost shown', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  await expect(page.getByRole('button', { name: /^Title, suffix or remark in the name/ })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/rpc', async (route) => {
    const { method } = JSON.parse(route.request().postData() ?? '{}') as { method: string };
    if (method !== 'check.fix') return await route.continue();
    const response = await route.fetch();
    await held.promise;
    await route.fulfill({ response });
  });
  const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('"check.fix"'));
  // Until the fixes are tried, the button only chooses the rule, and its label ends with “…”.
  await page.getByRole('button', { name: /\d: Title, suffix or remark in the name$/ }).click();
  await asked;
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page).toHaveURL(/\/cost$/);
  held.resolve();
  // The announcement comes with the same rendering that shows Check again.
  await expect(page.getByText(/^1 row fixed: Title, suffix or remark in the name/)).toBeAttached();
  await expect(page.getByRole('button', { name: /^Send [\d,]+ rows/ })).toBeVisible();
  await expect(page).toHaveURL(/\/cost$/);
});
