/** The review of matches with only the keyboard: verdicts, undo, several people at once, the jump, and the number for accepting matches. */
import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const title = (page: Page) => page.getByRole('heading', { name: /^Is this / });
const tab = (page: Page) => page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: /^Review/ });
const spoken = (page: Page) => page.locator('output.visually-hidden');

test.beforeEach(async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/project/gala/results/review');
  await expect(title(page)).toBeVisible();
});

test('R, W and U decide and bring the next one, a number gives the reason, N the note, and Ctrl Z comes back', async ({ page }) => {
  await expect(tab(page)).toHaveText('Review 40 left');
  const first = await title(page).textContent();
  await page.keyboard.press('1');
  await expect(page.getByRole('button', { name: 'Moved' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('n');
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('rwu');
  await page.keyboard.press('Escape');
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('r');
  await expect(title(page)).not.toHaveText(first!);
  await expect(spoken(page)).toHaveText(/^Right\. Next: .+, match \d+, 2 differences/);
  await expect(tab(page)).toHaveText('Review 39 left');
  await expect(page.getByText('Last verdict: right.')).toBeVisible();
  await page.keyboard.press('w');
  await expect(spoken(page)).toHaveText(/^Wrong\. Next:/);
  await page.keyboard.press('u');
  await expect(page.getByText('Right 1 · Wrong 1 · Unsure 1')).toBeVisible();
  await expect(page.getByText('40 scored − 1 judged wrong = 39')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Right 1 · Wrong 1 · Unsure 0')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Right 1 · Wrong 0 · Unsure 0')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(title(page)).toHaveText(first!);
  await expect(tab(page)).toHaveText('Review 40 left');
});

test('a note and a reason wait for their person until the verdict, and are of nobody else', async ({ page }) => {
  const first = await title(page).textContent();
  const note = page.getByRole('textbox', { name: 'Note' });
  const moved = page.getByRole('button', { name: 'Moved' });
  await page.keyboard.press('1');
  await page.keyboard.press('n');
  await page.keyboard.type('Ask the parents’ office');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(title(page)).not.toHaveText(first!);
  await expect(note).toHaveValue('');
  await expect(moved).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('k');
  await expect(title(page)).toHaveText(first!);
  await expect(note).toHaveValue('Ask the parents’ office');
  await expect(moved).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('r');
  await expect(title(page)).not.toHaveText(first!);
  await page.keyboard.press('Control+z');
  await expect(title(page)).toHaveText(first!);
  await expect(note).toHaveValue('');
});

test('J and K move, the slash jumps to a person by ID or name, and ticked people get one verdict together', async ({ page }) => {
  const first = await title(page).textContent();
  await page.keyboard.press('j');
  await expect(title(page)).not.toHaveText(first!);
  await page.keyboard.press('k');
  await expect(title(page)).toHaveText(first!);
  await page.keyboard.press('/');
  await page.keyboard.type('nobody');
  await expect(page.locator('output')).toHaveText(['Nobody has this ID or name.']);
  await page.keyboard.press('Escape');
  await page.keyboard.type('100499');
  await expect(page.getByRole('list', { name: 'Queue' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.locator('output')).toHaveText(['1 person']);
  await page.keyboard.press('Enter');
  await expect(page.getByText('ID 100499, row 3')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Jump to a person by ID or name' })).toHaveValue('');

  const ticks = page.getByRole('list', { name: 'Queue' }).getByRole('checkbox');
  await ticks.nth(0).check();
  await ticks.nth(1).check();
  await expect(page.getByText('The verdict is for the 2 people that you ticked.')).toBeVisible();
  await page.getByRole('button', { name: 'Wrong' }).click();
  await expect(tab(page)).toHaveText('Review 37 left');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tab(page)).toHaveText('Review 39 left');
});

test('in the smallest window the buttons of a long list show their whole labels, and the last page keeps the focus', async ({ page }) => {
  await page.route('**/rpc', async (route) => {
    if (!(route.request().postData() ?? '').includes('"review.queue"')) return await route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/"total":\d+/, '"total":254') });
  });
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.keyboard.press('r');
  for (const name of ['Before', 'After']) {
    const label = page.getByRole('button', { name, exact: true }).getByText(name);
    await expect(label).toBeVisible();
    expect(await label.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  const after = page.getByRole('button', { name: 'After', exact: true });
  await after.press('Enter');
  await expect(page.getByText('101 to 200 of 254')).toBeVisible();
  await after.press('Enter');
  await expect(page.getByText('201 to 254 of 254')).toBeVisible();
  await expect(after).toHaveAttribute('aria-disabled', 'true');
  await expect(after).toBeFocused();
  await after.press('Enter');
  await expect(page.getByText('201 to 254 of 254')).toBeVisible();
});

test('letters decide nothing once they are switched off in Settings', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/settings');
  await page.getByText('Keys without Ctrl').waitFor();
  await page.getByRole('switch', { name: 'Keys without Ctrl' }).press('Space');
  await openFake(page, fake().url, 'done', '#/project/gala/results/review');
  await expect(title(page)).toBeVisible();
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Wrong' }).click();
  await expect(tab(page)).toHaveText('Review 39 left');
  await page.keyboard.press('Control+z');
  await expect(tab(page)).toHaveText('Review 40 left');
});

test('Enter shows the person that was typed, even before the list has them', async ({ page }) => {
  const entered = Promise.withResolvers<void>();
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: { find?: string } };
    // Also delays what a slow computer looks up between two keys.
    if (method === 'review.queue' && input.find !== '') await entered.promise;
    await route.continue();
  });
  await page.keyboard.press('/');
  await page.keyboard.type('100499');
  await page.keyboard.press('Enter');
  await expect(page.getByText('ID 100482, row 2')).toBeVisible();
  entered.resolve();
  await expect(page.getByText('ID 100499, row 3')).toBeVisible();
});

test('a pair shows the other rows of its household, with what they share and that they were not sent', async ({ page }) => {
  await page.keyboard.press('/');
  await page.keyboard.type('100499');
  await page.keyboard.press('Enter');
  await expect(page.getByText('ID 100499, row 3')).toBeVisible();
  const household = page.getByRole('definition').filter({ hasText: 'same address' });
  await expect(household).toHaveText(/^Row 4, Peter .+, .+ · spouse, same address, not sent$/);
});

test('the number of the office is counted before it is set, and asks once', async ({ page }) => {
  const field = page.getByRole('textbox', { name: 'Match number from which profiles are accepted without a review' });
  await field.fill('80');
  await expect(page.getByText(/more people would be accepted without a review\. About \d+ of them would not be right\./)).toBeVisible();
  await expect(tab(page)).toHaveText('Review 40 left');
  await page.getByRole('button', { name: 'Accept at 80 and above…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(tab(page)).toHaveText('Review 25 left');
  await expect(page.getByRole('heading', { name: '25 left to review' })).toBeVisible();
});

for (const [name, width, height] of [
  ['desktop', 1280, 800],
  ['1024', 1024, 700],
  ['200 %', 640, 400],
] as const)
  test(`nothing is out of reach at ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Unsure' }).click();
    await expect(tab(page)).toHaveText('Review 39 left');
  });

test('a sheet is exported for a colleague, and after its return the page names differences and the user decides', async ({ page }) => {
  const asked: unknown[] = [];
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: unknown };
    if (method === 'results.export' || method === 'review.import') asked.push(input);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Review in Excel…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(asked).toEqual([{ kind: 'toReview', id: 'gala', format: 'xlsx', filters: [], find: '' }]);
  await page.keyboard.press('Escape');
  const verdict = { reason: null, note: '' };
  const imported = {
    changed: 3,
    same: 1,
    nobody: [{ line: 7, text: 'row 9, Ann Gray' }],
    twice: [{ row: 12, verdicts: ['right' as const, 'wrong' as const] }],
    unknown: [],
    unread: 3,
    conflicts: [{ row: 14, here: { is: 'wrong' as const, ...verdict }, file: { is: 'right' as const, ...verdict } }],
  };
  fake().answer({ 'review.import': ({ take }) => (take === null ? imported : { ...imported, changed: 1, conflicts: [] }) });
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'filled.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') });
  const dialog = page.getByRole('dialog', { name: '3 verdicts were read' });
  await expect(dialog).toContainText('Line 7: row 9, Ann Gray');
  await expect(dialog).toContainText('Row 12: Right and Wrong');
  await expect(dialog).toContainText('3 lines of the file were not used.');
  await expect(dialog).toContainText('Row 14: Wrong here, Right in the file');
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use the ones in the file' }).click();
  await expect(page.getByRole('dialog', { name: '1 verdict was read' })).toBeVisible();
  expect(asked.at(-1)).toMatchObject({ take: 'file' });
});

test('while the first person is loaded, the page reserves their space, and no verdict can be given', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/rpc', async (route) => {
    if ((route.request().postData() ?? '').includes('"review.person"')) await held.promise;
    await route.continue();
  });
  await openFake(page, fake().url, 'done', '#/project/gala/results/review');
  const right = page.getByRole('button', { name: 'R Right' });
  await expect(page.getByRole('region', { name: 'The person is being read' })).toBeVisible();
  await expect(right).toHaveAttribute('aria-disabled', 'true');
  held.resolve();
  await expect(title(page)).toBeVisible();
  await expect(right).toHaveAttribute('aria-disabled', 'false');
});
