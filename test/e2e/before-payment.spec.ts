/** The screens before anything is paid for: what they request, what they store, and what they use from earlier screenings. */
import { expect, test as fakeTest } from '@playwright/test';
import { app, PRACTICE } from '../fakes/connection-fixtures.ts';
import { columns } from '../fakes/list-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
const SECOND_WINDOW = 'Another Screening Desk window is using this data folder. Sending waits until it is done.';

fakeTest('a second window shows that another one is in use, below the Practice strip, until the other one is closed', async ({ page }) => {
  await openFake(page, fake().url, 'second-window', '#/projects');
  const banner = page.getByRole('status').filter({ hasText: 'Another Screening Desk window' });
  await expect(banner).toHaveText(SECOND_WINDOW);
  const strip = (await page.locator('.practice-strip').boundingBox())!;
  const text = await banner.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().top;
  });
  expect(text).toBeGreaterThanOrEqual(strip.y + strip.height + 4);
  fake().emit({ name: 'app.changed', payload: app(PRACTICE) });
  await expect(banner).toHaveCount(0);
});

fakeTest('refused rows of a finished project are dismissed everywhere, permanently', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/projects');
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await expect(waiting).toContainText('61 rows were not accepted');
  await expect(page.getByRole('link', { name: /^Projects 2 projects waiting/ })).toBeVisible();
  await expect(waiting.getByRole('button', { name: /^Dismiss/ })).toHaveCount(1);
  await waiting.getByRole('button', { name: 'Dismiss: Spring gala guests, rehearsal' }).click();
  await expect(waiting).not.toContainText('61 rows were not accepted');
  await expect(page.getByRole('link', { name: /^Projects 1 project waiting/ })).toBeVisible();
  await expect(page.getByText('Waiting 1', { exact: true })).toBeVisible();
  await page.reload();
  await expect(waiting).toContainText('Lapsed donors');
  await expect(waiting).not.toContainText('61 rows were not accepted');
});

fakeTest('an empty list of projects has no search', async ({ page }) => {
  await openFake(page, fake().url, 'first-run', '#/projects');
  await expect(page.getByRole('heading', { name: 'No screenings yet' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
});

fakeTest('no text of the project list is cut off, at any width', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/projects');
  for (const width of [2200, 1280, 1024, 512]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page
      .locator('.projects :is(td, td *)')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0).map((cell) => cell.textContent),
      );
    expect(cut, `at ${width} px`).toEqual([]);
  }
});

fakeTest('the welcome is shown once, and a folder that had projects shows the plain form', async ({ page }) => {
  await openFake(page, fake().url, 'first-run', '#/new');
  await expect(page.getByRole('heading', { name: 'Welcome to Screening Desk' })).toBeVisible();
  fake().emit({ name: 'app.changed', payload: app(PRACTICE) });
  await expect(page.getByRole('heading', { name: 'New screening', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Practice with the sample' })).toBeVisible();
});

fakeTest('all decisions about the file are above the first rows, in standard terms', async ({ page }) => {
  await openFake(page, fake().url, 'file-text', '#/project/fall/file');
  const table = (await page.getByRole('region', { name: 'First rows of the sheet' }).boundingBox())!;
  for (const name of ['Heading row', 'Encoding', 'Separator']) {
    const box = (await page.getByRole('combobox', { name }).boundingBox())!;
    expect(box.y + box.height, name).toBeLessThan(table.y);
  }
  for (const name of ['Hidden rows', 'Totals and remarks']) {
    const box = (await page.getByRole('radiogroup', { name }).boundingBox())!;
    expect(box.y + box.height, name).toBeLessThan(table.y);
  }
  await page.getByRole('button', { name: 'See the last rows' }).click();
  await expect(page.getByRole('heading', { name: 'Last rows' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Last rows' })).toBeInViewport();
});

fakeTest('Accept names the field, moves the focus, and can be undone', async ({ page }) => {
  await openFake(page, fake().url, 'columns', '#/project/fall/columns');
  const accept = page.getByRole('button', { name: 'Accept Number of gifts for Total Gifts' });
  await expect(accept).toHaveText('Accept');
  await accept.click();
  await expect(accept).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const undo = page.getByRole('button', { name: 'Undo: Number of gifts for Total Gifts' });
  await undo.click();
  await expect(accept).toBeVisible();
});

fakeTest('the counts of the columns state the number of rows they cover', async ({ page }) => {
  await openFake(page, fake().url, 'columns', '#/project/fall/columns');
  await expect(page.getByText('Counts are of all 10,240 rows')).toBeVisible();
  const view = columns();
  const suggestions = view.suggestions.map((one) => ({ ...one, looked: 1000, filled: Math.min(one.filled, 240) }));
  fake().answer({ 'columns.get': { ...view, suggestions } });
  await page.reload();
  await expect(page.getByText('Counts are of the first 1,000 rows')).toBeVisible();
  await expect(page.getByText('E is filled in 240 of 1,000 rows, Q in 240 of 1,000.')).toBeVisible();
});

fakeTest('values and cleaning switches are visible', async ({ page }) => {
  await openFake(page, fake().url, 'columns', '#/project/fall/columns');
  const switches = page.getByRole('region', { name: 'Cleaned in every row' }).getByRole('switch');
  await expect(switches).toHaveCount(7);
  await expect(switches.last()).toBeInViewport();
  // The smallest window at 200 %.
  await page.setViewportSize({ width: 512, height: 350 });
  const values = page.getByText('14 · 3 · 27 · 1 · 8');
  await values.scrollIntoViewIfNeeded();
  await expect(values).toBeInViewport();
  await page.getByRole('button', { name: 'Check the rows' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Check the rows' })).toBeInViewport();
});

fakeTest('Settings shows the folder, the guide and every shortcut, and refills the practice credits', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/settings');
  await expect(page.getByText('/home/dana/.config/Screening Desk/data')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy path' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open folder' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Shift F8 Previous issue' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'M In rows that repeat each other, merge' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'N Notes' })).toBeVisible();
  await expect(page.getByRole('row', { name: '1 to 7 Reason of the verdict' })).toBeVisible();
  await page.getByRole('button', { name: 'Refill practice credits' }).click();
  await expect(page.getByRole('heading', { name: 'Practice credits: 1,000,000' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Connection: Practice' })).toContainText('1,000,000');
  await expect(page.getByRole('button', { name: 'Refill practice credits' })).toHaveCount(0);
  await page.getByRole('link', { name: 'User guide' }).click();
  await expect(page.getByRole('heading', { name: 'User guide', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'From a terminal' }).click();
  await expect(page.getByRole('heading', { name: 'From a terminal' })).toBeFocused();
  await expect(page.getByText('**')).toHaveCount(0);
  await expect(page.getByText(/ - [A-Z]/).and(page.locator(':not(code)'))).toHaveCount(0);
});

fakeTest('a host that opens folders has a button for it, and reports when that fails', async ({ page }) => {
  await openFake(page, fake().url, 'projects', '#/projects');
  fake().answer({ 'app.folder': { path: 'C:\\Users\\Dana\\data', canOpen: true } });
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The folder could not be opened. Copy its path' })).toBeVisible();
});

fakeTest('in forced colors, a switch shows whether it is on, and the Practice strip stays', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openFake(page, fake().url, 'columns', '#/project/fall/columns');
  const first = page.getByRole('switch', { name: 'Remove extra spaces' });
  const track = page.locator('.mantine-Switch-root').filter({ has: first }).locator('.mantine-Switch-track');
  const ground = () => track.evaluate((element) => getComputedStyle(element).backgroundColor);
  const on = await ground();
  await first.setChecked(false);
  await expect.poll(ground).not.toBe(on);
  await openFake(page, fake().url, 'projects', '#/projects');
  const strip = await page.locator('.practice-strip').evaluate((element) => getComputedStyle(element).backgroundImage);
  expect(strip).toContain('gradient');
});

fakeTest('the buttons and links of these screens are at least 24 px high', async ({ page }) => {
  for (const [scenario, hash] of [
    ['projects', '#/projects'],
    ['live', '#/new'],
    ['file', '#/project/fall/file'],
    ['projects', '#/settings'],
  ] as const) {
    await openFake(page, fake().url, scenario, hash);
    // The button that skips a table is visible only while it has the focus.
    const targets = page.locator('main a:visible, main button:not(.skip-past):visible');
    await targets.first().waitFor();
    const small = await targets.evaluateAll((all) =>
      all.filter((target) => target.getBoundingClientRect().height < 24).map((target) => target.textContent),
    );
    expect(small, hash).toEqual([]);
  }
});
