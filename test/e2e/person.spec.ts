/** A person's page: the sentence, the match, notes, keys, details, and the one page that prints. */
import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { gala } from '../fakes/project-fixtures.ts';
import { personView } from '../fakes/results-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';
import { cutTexts } from './look.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const SAYS = (page: Page) => page.getByRole('region', { name: 'In short' });
const at = (row: number) => `#/project/gala/results/person/${row}`;
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Opens a person with this match number. */
async function openWithMatch(page: Page, match: string): Promise<void> {
  await openFake(page, fake().url, 'done', '#/projects');
  const person = personView(2);
  fake().answer({
    'results.person': {
      ...person,
      values: person.values.map((one) => (one.key.endsWith('confidenceOfMatch') ? { ...one, value: match } : one)),
    },
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at(2));
}

test('the sentence uses what is known; a weak match precedes the capacity, which is gray', async ({ page }) => {
  await openWithMatch(page, '98');
  const brief = SAYS(page);
  await expect(brief).toContainText('Can give about $410,000, and has propensity 4 (1 to 4 in this list). Match 98, strong.');
  const amount = brief.getByText('$412,000', { exact: true });
  await expect(amount).toHaveCSS('color', 'rgb(26, 31, 43)');

  await openWithMatch(page, '58');
  await expect(brief).toContainText(/^ ?Match 58, weak\. This may be somebody else\.Can give about \$410,000/);
  await expect(amount).toHaveCSS('color', 'rgb(86, 96, 114)');
  expect(await axeFindings(page)).toEqual([]);
});

test('unknown facts are left out, with their card', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/projects');
  const person = personView(2);
  fake().answer({
    'results.person': {
      ...person,
      record: person.record.filter(({ field }) => !field.startsWith('rfm')),
      values: person.values.filter(({ key }) => /propensityRating|confidenceOfMatch/.test(key)),
    },
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at(2));
  await expect(SAYS(page)).toContainText(/^Has propensity 4 /);
  for (const card of ['Giving to us', 'Property and giving found', 'What the scores say'])
    await expect(page.getByRole('region', { name: card, exact: true })).toHaveCount(0);
  await expect(page.getByText('n/a')).toHaveCount(0);
});

test('J, K and the arrows turn the pages in the order of the list; N goes to the notes, which keep their letters', async ({ page }) => {
  await openFake(page, fake().url, 'done', at(3));
  await expect(page.getByText('2 of 2,431')).toBeVisible();
  for (const [key, position] of [
    ['j', 3],
    ['ArrowRight', 4],
    ['k', 3],
    ['ArrowLeft', 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByText(`${position} of 2,431`)).toBeVisible();
  }
  const saved: unknown[] = [];
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as { method: string; input: unknown };
    if (method === 'notes.save') saved.push(input);
    await route.continue();
  });
  const notes = page.getByRole('textbox', { name: 'Notes for the meeting' });
  await expect(notes).toBeVisible();
  await page.keyboard.press('n');
  await expect(notes).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Join Kim');
  await expect(notes).toHaveValue('Join Kim');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect.poll(() => saved.at(-1)).toEqual({ id: 'gala', row: 3, note: 'Join Kim', nextStep: 'Ask for a visit before Dec 15' });
});

test('saved notes show what is stored now: erasing the person removes them in this window too', async ({ page }) => {
  await openFake(page, fake().url, 'done', at(2));
  const notes = page.getByRole('textbox', { name: 'Notes for the meeting' });
  const write = async (text: string) => {
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('notes.save') === true);
    await notes.fill(text);
    await saved;
  };
  await write('Likes the chemistry wing');
  fake().answer({ 'notes.get': ({ row }) => ({ note: row === 2 ? '' : 'Met in May', nextStep: '' }) });
  // Any change of notes makes the page query those of the project again.
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(page.getByText('2 of 2,431')).toBeVisible();
  await write('Call Kim');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(page.getByText('1 of 2,431')).toBeVisible();
  await expect(notes).toHaveValue('');
});

test('earlier scores are a line with a link to each screening; all of them are in the details', async ({ page }) => {
  await openFake(page, fake().url, 'done', at(2));
  const card = page.getByRole('region', { name: 'Earlier scores' });
  await expect(card.getByRole('listitem')).toHaveCount(3);
  await expect(card.getByRole('listitem').last()).toContainText('3.6');
  await expect(page.getByRole('columnheader', { name: 'Affinity rating' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Details/ }).click();
  await expect(page.getByRole('columnheader', { name: 'Affinity rating' })).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('2 of 2,431')).toBeVisible();
  await card.getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/project\/(?!gala)[^/]+\/results\/person\/3/);
});

test('field names and JSON are behind Details, which stays open for the project', async ({ page }) => {
  await openFake(page, fake().url, 'done', at(2));
  await expect(SAYS(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Record as sent' })).toHaveCount(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(/mostRecentScore|scoreDetails|JSON:/);
  await page.getByRole('button', { name: /^Details/ }).click();
  await expect(page.getByText('was 1609')).toBeVisible();
  await page.getByText('As JSON').click();
  await expect(page.getByLabel('The profile as JSON')).toContainText('mostRecentScore.overallScore');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('2 of 2,431')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Details/ })).toHaveAttribute('aria-expanded', 'true');
});

test('the sheet alone prints, on one page, also with endless notes', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/projects');
  const note = 'Prefers letters to calls and invites both.\n'.repeat(400);
  fake().answer({ 'notes.get': { note: note.slice(0, 20_000), nextStep: 'Ask '.repeat(100) } });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at(2));
  const sheet = page.getByRole('article', { name: 'Marguerite Ashdown', includeHidden: true });
  await expect(sheet).toBeAttached();
  await expect(sheet).toBeHidden();
  for (const format of ['Letter', 'A4'] as const) expect(pagesIn(await page.pdf({ format, preferCSSPageSize: false }))).toBe(1);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText('Prefers letters to calls and invites both. … more on screen');
  await expect(sheet).toContainText('Page 1 of 1');
  // Gifts and earlier scores look the same as on the screen.
  await expect(sheet.locator('.gift-chart')).toBeVisible();
  await expect(sheet.locator('.history-line li')).toHaveCount(3);
  await expect(sheet.getByRole('heading', { name: 'Marguerite Ashdown' })).toHaveCSS('color', 'rgb(26, 31, 43)');
  for (const part of [page.getByRole('link', { name: 'Projects' }), page.getByRole('button', { name: 'Print one page…' })])
    await expect(part).toBeHidden();
  // Nothing is cut off at the bottom: the last line is inside the page.
  const box = (await sheet.boundingBox())!;
  const foot = (await sheet.getByText('Page 1 of 1').boundingBox())!;
  expect(foot.y + foot.height).toBeLessThanOrEqual(box.y + box.height + 1);
});

test('names stay whole: on paper next to a long name of the list, and in a narrow window', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/projects');
  const last = 'Castellwyn'.repeat(4);
  const name = `Bartholomew-Christopher Maximilian ${last}`;
  const project = {
    ...gala(Date.now()),
    name: 'Everybody who came to an event of the last five years and never gave, without board members',
  };
  fake().answer({ 'projects.get': project, 'projects.list': [project], 'results.person': { ...personView(2), name } });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, at(2));
  await page.setViewportSize({ width: 512, height: 350 });
  await expect(page.getByRole('heading', { level: 1, name: last })).toBeVisible();
  expect(await cutTexts(page)).toEqual([]);

  await page.setViewportSize({ width: 700, height: 900 });
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('article', { name });
  const shortened = await sheet
    .locator('header h2, header p, dt')
    .evaluateAll((parts) =>
      parts
        .filter((part) => part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1)
        .map((part) => part.textContent),
    );
  expect(shortened).toEqual([]);
});

test('ticked people print one page each, in the order of the list', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { print: () => Object.assign(globalThis, { printed: document.querySelectorAll('article.sheet').length }) });
  });
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const grid = page.getByRole('grid');
  await grid.getByText('Rafael Wexford').waitFor();
  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.route('**/rpc', async (route) => {
    const { method, input } = JSON.parse(route.request().postData() ?? '{}') as {
      method: string;
      input: { limit: number; offset: number; selection: { chosen?: unknown } };
    };
    if (method !== 'results.page' || input.selection.chosen === undefined) return route.continue();
    expect(input.selection.chosen).toEqual({ isExcept: false, rows: [2, 3, 4] });
    const response = await route.fetch({
      postData: JSON.stringify({ ...JSON.parse(route.request().postData()!), input: { ...input, limit: 3 } }),
    });
    return route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Print 3 people…' }).click();
  await expect.poll(() => page.evaluate(() => (globalThis as { printed?: number }).printed)).toBe(3);
  const sheets = page.locator('article.sheet');
  expect(await sheets.evaluateAll((all) => all.map((sheet) => sheet.getAttribute('aria-label')))).toEqual([
    'Marguerite Ashdown',
    'Imogen Holloway',
    'Rafael Wexford',
  ]);
  const contents = page.getByRole('navigation', { name: 'Contents', includeHidden: true });
  expect(await contents.locator('li').allTextContents()).toEqual([
    'Marguerite Ashdown page 1',
    'Imogen Holloway page 2',
    'Rafael Wexford page 3',
  ]);
  const pdf = await page.pdf({ format: 'Letter', tagged: true, outline: true });
  expect(pagesIn(pdf)).toBe(4);
  const written = pdf.toString('latin1');
  // The structure for screen readers: headings, and links to the pages of the three people.
  expect(written).toContain('/StructTreeRoot');
  for (const tag of ['/H1', '/H2', '/Link']) expect(written).toMatch(new RegExp(`/S ${tag}\\b`));
  // The end of printing removes the sheets.
  await expect(sheets).toHaveCount(0);
});
