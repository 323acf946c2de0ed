/** What has to be known of the data folder before anything is sent stands over every page until it is dismissed. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('missing changes of the history are told on every page until they are dismissed', async ({ page }) => {
  await openFake(page, fake().url, 'missing-changes', '#/projects');
  const notice = page.getByRole('status').filter({ hasText: 'The last changes of the history are missing' });
  for (const hash of ['#/projects', '#/project/fall/cost', '#/connections']) {
    await page.evaluate((at) => {
      location.hash = at;
    }, hash);
    await expect(notice).toContainText('Screenings may have been sent that are not shown here');
  }
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
