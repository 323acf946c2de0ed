/** Notices: problems of the data folder before anything is sent, and how long a service requires to wait. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('missing changes of the history are shown on every page until the user dismisses them', async ({ page }) => {
  await openFake(page, fake().url, 'missing-changes', '#/projects');
  const notice = page.getByRole('status').filter({ hasText: 'The latest changes in the history are missing' });
  for (const hash of ['#/projects', '#/project/fall/cost', '#/connections']) {
    await page.evaluate((at) => {
      location.hash = at;
    }, hash);
    await expect(notice).toContainText('Screenings that are not shown here may have been sent');
  }
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('a wait of days is shown with its date and time, not as a countdown', async ({ page }) => {
  await openFake(page, fake().url, 'run-waits-days', '#/project/alumni/progress');
  await expect(page.getByText('The service asks you to wait until November 24, 2026 at 10:50 AM.').first()).toBeVisible();
  await expect(page.getByText(/^Next try on .*\d{4}, \d/)).toBeVisible();
  await expect(page.getByText(/^Next try in/)).toHaveCount(0);
});
