/** Selecting and finding people in the results. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } });

test('the user selects people with Space, Shift and clicks, and exports them without a dialog', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const exported: unknown[] = [];
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: unknown };
    if (method === 'results.export') exported.push(input);
    await route.continue();
  });
  const grid = page.getByRole('grid', { name: 'All scored, Spring gala guests, rehearsal' });
  const bar = page.getByRole('region', { name: 'Selected people' });
  const tick = (row: number) => grid.getByRole('row').nth(row).getByRole('checkbox');
  await expect(tick(1)).not.toBeChecked();
  await grid.focus();
  await page.keyboard.press('Space');
  await expect(bar).toContainText('1 of 2,431 selected');
  await expect(page.locator('output.visually-hidden')).toHaveText('1 person selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('2 of 2,431 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('3 of 2,431 selected');
  // Shift in the other direction removes the last person.
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar).toContainText('2 of 2,431 selected');
  await expect(bar).toContainText('capacity together $700,000');
  await expect(grid.getByRole('row').nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect(grid.getByRole('row').nth(3)).toHaveAttribute('aria-selected', 'false');

  await tick(6).click();
  await expect(bar).toContainText('3 of 2,431 selected');
  await tick(8).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('5 of 2,431 selected');
  await expect(grid).toBeFocused();

  await bar.getByRole('button', { name: 'Copy' }).click();
  await expect(page.locator('output.visually-hidden')).toContainText('copied');
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines[0]).toMatch(/^File row\tName\tCity\tCapacity value\t/);

  await bar.getByRole('button', { name: 'Export these 5…' }).click();
  await expect(page.getByRole('dialog', { name: 'The results are saved' })).toBeVisible();
  expect(exported).toEqual([
    {
      kind: 'workbook',
      id: 'gala',
      format: { kind: 'xlsx', bars: expect.any(Array) as unknown },
      people: { kind: 'segment', name: null, filters: [], find: '', chosen: { isExcept: false, rows: [2, 3, 7, 8, 9] } },
      columns: null,
    },
  ]);
  await page.keyboard.press('Escape');

  await bar.getByRole('button', { name: 'Select all 2,431' }).click();
  await expect(bar).toContainText('2,431 of 2,431 selected');
  await tick(1).click();
  await expect(bar).toContainText('2,430 of 2,431 selected');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Find a person' })).toBeVisible();

  // Other filters end a selection, so no hidden person is exported.
  await page.keyboard.press('ControlOrMeta+a');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'See the 9' }).click();
  await expect(bar).toHaveCount(0);
});

test('Show all ends a search immediately', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const searched: string[] = [];
  await page.route('**/rpc', async (route) => {
    const call = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: { selection: { find: string } } };
    if (call.method !== 'results.page' || call.input.selection.find === '') return route.continue();
    searched.push(call.input.selection.find);
    return route.fulfill({ json: { ok: true, value: { total: 0, rows: [] } } });
  });
  const search = page.getByRole('searchbox', { name: 'Find a person' });
  const nobody = page.getByText('Nobody matches the filters and the search text.');
  await search.fill(' Nobodi ');
  await expect(nobody).toBeVisible();
  expect(searched).toEqual(['Nobodi']);
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  expect(await nobody.count()).toBe(0);
  await expect(search).toHaveValue('');
  await expect(page.getByRole('grid', { name: 'All scored, Spring gala guests, rehearsal' })).toHaveAttribute('aria-rowcount', '2432');
});

test('the match quality filters the list', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await page.getByRole('radio', { name: 'Match' }).press('Space');
  const weak = page.getByRole('toolbar', { name: 'People by match quality' }).getByRole('button', { name: 'Weak, below 70 248 people' });
  await weak.click();
  await expect(page.getByRole('button', { name: 'Remove the filter: Confidence of match 69.99 or less' })).toBeVisible();
  await expect(weak).toHaveAttribute('aria-pressed', 'true');
  await weak.click();
  await expect(weak).toHaveAttribute('aria-pressed', 'false');
});

test('no picture is replaced by another one that is known later', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/rpc', async (route) => {
    if ((JSON.parse(route.request().postData() ?? '{}') as { method?: string }).method === 'results.capacity') await held;
    await route.continue();
  });
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const pictures = page.getByRole('radiogroup', { name: 'Picture' });
  await expect(page.getByRole('grid', { name: 'All scored, Spring gala guests, rehearsal' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Match' })).toHaveCount(0);
  release();
  await expect(pictures.getByRole('radio').first()).toBeChecked();
  await expect(page.getByRole('toolbar', { name: 'People by capacity' })).toBeVisible();
});
