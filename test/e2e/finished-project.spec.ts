/** After a screening, in the window: results fetched again, projects with paid results that would be lost, and waiting parts. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a new fetch shows and announces what is new, and a failure shows what was kept', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const menu = page.getByRole('button', { name: 'Menu of Spring gala guests, rehearsal' });
  const again = page.getByRole('menuitem', { name: 'Fetch the results again' });
  fake().failNext(
    'results.fetchAgain',
    'SERVICE_REFUSED',
    'The service has no results of this screening (404). The results fetched before are unchanged.',
  );
  await menu.click();
  await again.click();
  const failed = page.getByRole('alert', { name: 'The results were not fetched again' });
  await expect(failed).toContainText('The results fetched before are unchanged.');

  await menu.click();
  await again.click();
  const note = page.getByRole('region', { name: 'Results fetched again' });
  await expect(note).toContainText('Fetched again: 8 more scored, 8 fewer without a result.');
  await expect(note).toContainText('Nothing was charged.');
  await expect(failed).toHaveCount(0);
  await expect(page.locator('output.visually-hidden')).toHaveText('Fetched again: 8 more scored, 8 fewer without a result');
  await note.getByRole('button', { name: 'Close this note' }).click();
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('the progress of a new fetch is above the results, which stay visible', async ({ page }) => {
  await openFake(page, fake().url, 'fetching', '#/project/gala/results');
  await expect(page.getByRole('region', { name: 'Fetching the results again' })).toContainText(/32\s?% of 9\.8 MB/);
  await expect(page.getByText('8 rows without a result')).toBeVisible();
  await page.getByRole('button', { name: 'Menu of Spring gala guests, rehearsal' }).click();
  await expect(page.getByRole('menuitem', { name: 'Fetch the results again' })).toBeDisabled();
});

test('a project with results that may be paid for is removed only after its name is typed', async ({ page }) => {
  await openFake(page, fake().url, 'needs-token', '#/projects');
  const asked: unknown[] = [];
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: unknown };
    if (method === 'projects.remove') asked.push(input);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Menu of Alumni file 2026' }).click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Alumni file 2026” and lose its results?' });
  await expect(dialog).toContainText(/screening of 18,432 rows .* may be paid for.* can no longer be fetched/);
  await expect(dialog.getByRole('button', { name: 'Remove for good' })).toHaveCount(0);
  const lose = dialog.getByRole('button', { name: 'Remove and lose the results' });
  await lose.press('Enter');
  await expect(dialog.getByText('This is not the project name.')).toBeVisible();
  const name = dialog.getByLabel(/^Type the project name/);
  await expect(name).toBeFocused();
  expect(asked).toEqual([]);
  await name.fill('Alumni file 2026');
  await lose.click();
  await expect(dialog).toHaveCount(0);
  expect(asked).toEqual([{ id: 'alumni', loseResults: true }]);
  await expect(page.getByRole('link', { name: 'Alumni file 2026', exact: true })).toHaveCount(0);
});

test('waiting parts can be sent or released from the stopped project and from the first one', async ({ page }) => {
  await openFake(page, fake().url, 'parts', '#/project/annual-2/progress');
  const card = page.getByRole('region', { name: '3 parts of this list are not sent' });
  await expect(card).toContainText('Parts 3 to 5, with 27,424 rows, wait because the part before has no results.');
  await expect(card).toContainText('for about 12,006 credits');
  await card.getByRole('button', { name: 'Send part 3 of 5' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Annual fund 2025, part 3 of 5');
  await expect(card).toHaveCount(0);

  for (const [hash, ends] of [
    ['#/project/annual/progress', 'Keep waiting'],
    ['#/project/annual/results', 'Release them'],
  ] as const) {
    await openFake(page, fake().url, 'parts', hash);
    await card.getByRole('button', { name: 'Release the 3 parts that are not sent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Release 3 parts?' });
    await expect(dialog).toContainText('27,424 rows of this list will not be sent, and nothing was charged for them.');
    await dialog.getByRole('button', { name: ends }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toHaveCount(ends === 'Keep waiting' ? 1 : 0);
  }
  await expect(page.locator('output.visually-hidden')).toHaveText('3 parts with 27,424 rows released. Nothing was charged.');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
