/** Answers that come late, as on a slow computer, while the user continues: what the user did in the meantime is kept. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { checkedDraft } from '../fakes/project-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

// Interception begins before the page loads: if it begins while the page is open, the browser may let a call pass that follows at once.
test.beforeEach(async ({ page }) => await page.route('**/nothing', (route) => route.abort()));
// The page can request more while a test ends.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

/** Delays the calls of a method, or only their answers; `asked` resolves when the first call is held. */
async function hold(
  page: Page,
  method: string,
  what: 'call' | 'answer' = 'answer',
): Promise<{ readonly asked: Promise<void>; readonly release: () => void }> {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/rpc', async (route) => {
    if (!(route.request().postData() ?? '').includes(`"${method}"`)) return await route.fallback();
    const response = what === 'answer' ? await route.fetch() : null;
    asked.resolve();
    await held.promise;
    if (response === null) await route.continue();
    else await route.fulfill({ response });
  });
  return { asked: asked.promise, release: () => held.resolve() };
}

/** Drops a file on the window. */
async function drop(page: Page, name: string): Promise<void> {
  const transfer = await page.evaluateHandle((called) => {
    const data = new DataTransfer();
    data.items.add(new File(['ID,Date,Amount'], called, { type: 'text/csv' }));
    return data;
  }, name);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const commandOf = (page: Page, method: string) => page.waitForRequest((request) => (request.postData() ?? '').includes(`"${method}"`));
const inputOf = async (request: ReturnType<typeof commandOf>) =>
  (JSON.parse((await request).postData() ?? '{}') as { readonly input: Record<string, unknown> }).input;

for (const [hash, method] of [
  ['#/projects', 'projects.list'],
  ['#/project/fall/check', 'projects.get'],
  ['#/projects/plan', 'connections.list'],
  ['#/connections', 'connections.list'],
  ['#/profile', 'connections.list'],
] as const)
  test(`a screen that waits for ${method} says so: ${hash}`, async ({ page }) => {
    fake().start('check');
    const answer = await hold(page, method);
    await page.goto(`${fake().url}/?scenario=check#code=fake`);
    await page.evaluate((at) => {
      location.hash = at;
    }, hash);
    await answer.asked;
    await expect(page.getByText('Reading what is stored…')).toBeVisible();
    answer.release();
    await expect(page.getByText('Reading what is stored…')).toHaveCount(0);
    await expect(page.locator('h1')).toBeVisible();
  });

test.describe('in the review', () => {
  const title = (page: Page) => page.getByRole('heading', { name: /^Is this / });

  /** Gives a verdict by its key, and delays the answer. */
  async function giveHeldVerdict(page: Page, key: 'r' | 'w') {
    const verdict = await hold(page, 'review.set');
    await page.keyboard.press(key);
    await verdict.asked;
    return verdict;
  }

  test.beforeEach(async ({ page }) => {
    fake().start('done');
    await openFake(page, fake().url, 'done', '#/project/gala/results/review');
    await expect(title(page)).toBeVisible();
  });

  test('the answer about a stored verdict keeps the next person, the note and the ticks that the user has begun', async ({ page }) => {
    const verdict = await giveHeldVerdict(page, 'r');
    const rows = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
    await rows.nth(3).getByRole('button').click();
    const name = await rows.nth(3).locator('.review-name').innerText();
    await expect(title(page)).toContainText(name);
    await page.getByRole('textbox', { name: 'Note' }).fill('met at the gala');
    await rows.nth(4).getByRole('checkbox').check();
    verdict.release();
    await expect(page.getByText('Last verdict: right.')).toBeVisible();
    await expect(title(page)).toContainText(name);
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('met at the gala');
    await expect(page.getByText('The verdict is for the 1 person that you ticked.')).toBeVisible();
  });

  test('a stored verdict keeps the name that is typed to find the next person', async ({ page }) => {
    const field = page.getByRole('textbox', { name: 'Jump to a person by ID or name' });
    await field.fill('100499');
    await field.press('Enter');
    await expect(page.getByText('ID 100499, row 3')).toBeVisible();
    const verdict = await giveHeldVerdict(page, 'w');
    await field.fill('1005');
    verdict.release();
    await expect(page.getByText('Last verdict: wrong.')).toBeVisible();
    await expect(field).toHaveValue('1005');
  });

  test('a note that is typed while its verdict is stored is kept for its person, and stored with the next verdict', async ({ page }) => {
    const first = (await title(page).textContent())!;
    const field = page.getByRole('textbox', { name: 'Note' });
    const verdict = await giveHeldVerdict(page, 'r');
    await field.fill('met at the gala');
    verdict.release();
    await expect(page.getByText('Last verdict: right.')).toBeVisible();
    await expect(title(page)).toHaveText(first);
    await expect(field).toHaveValue('met at the gala');
    const again = commandOf(page, 'review.set');
    await button(page, /\bRight$/).click();
    expect(await inputOf(again)).toMatchObject({ verdict: { is: 'right', note: 'met at the gala' } });
    await expect(title(page)).not.toHaveText(first);
    await expect(field).toHaveValue('');
  });

  test('Ctrl Z takes back a verdict that is being stored', async ({ page }) => {
    const first = await title(page).textContent();
    const verdict = await giveHeldVerdict(page, 'w');
    await page.keyboard.press('Control+z');
    verdict.release();
    await expect(page.getByText('Right 0 · Wrong 0 · Unsure 0')).toBeVisible();
    await expect(page.locator('output.visually-hidden')).toHaveText('Undone.');
    await expect(title(page)).toHaveText(first!);
  });

  test('Ctrl Z takes back a verdict before it is counted', async ({ page }) => {
    const counted = await hold(page, 'review.get');
    await page.keyboard.press('w');
    await expect(page.getByText('Last verdict: wrong.')).toBeVisible();
    const undo = commandOf(page, 'review.undo');
    await page.keyboard.press('Control+z');
    await undo;
    counted.release();
    await expect(page.locator('output.visually-hidden')).toHaveText('Undone.');
  });
});

test.describe('in the write back', () => {
  test.beforeEach(async ({ page }) => {
    fake().start('done');
    await openFake(page, fake().url, 'done', '#/project/gala/results/write-back');
    await expect(button(page, 'Save the file…')).toBeVisible();
  });
  const category = (page: Page) => page.getByRole('textbox', { name: /^Their category for / });

  test('saving a layout keeps what the user changes during it', async ({ page }) => {
    await category(page).first().fill('First change');
    await category(page).first().press('Enter');
    const saving = await hold(page, 'layouts.save');
    await button(page, 'Save the layout').click();
    await saving.asked;
    await category(page).nth(1).fill('Second change');
    await category(page).nth(1).press('Enter');
    await expect(button(page, 'Save the file…')).toHaveAttribute('aria-disabled', 'true');
    saving.release();
    await expect(button(page, 'Save the file…')).toHaveAttribute('aria-disabled', 'false');
    await expect(category(page).nth(1)).toHaveValue('Second change');
    await expect(page.getByText('Changed, not saved')).toBeVisible();
  });

  test('the file is saved in the chosen layout, even before its people are counted', async ({ page }) => {
    const select = page.getByRole('combobox', { name: 'Layout' });
    await select.click();
    const option = page.getByRole('option').filter({ hasNotText: 'Raiser' }).first();
    const chosen = await option.innerText();
    const counting = await hold(page, 'writeBack.plan');
    await option.click();
    await counting.asked;
    await expect(select).toHaveValue(chosen);
    await expect(page.getByText('Counting the lines of this layout…')).toBeVisible();
    const saved = inputOf(commandOf(page, 'writeBack.save'));
    await button(page, 'Save the file…').click();
    expect((await saved)['layoutId']).not.toBe('raisers-edge');
    counting.release();
    await expect(page.getByText('Counting the lines of this layout…')).toHaveCount(0);
  });
});

test('a dialog cannot be closed while the confirmed action runs, and does not come back afterward', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/projects');
  await button(page, /^Menu of /)
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Remove “/ });
  const removal = await hold(page, 'projects.remove', 'call');
  await dialog.getByRole('button', { name: 'Remove for good' }).click();
  await removal.asked;
  await page.keyboard.press('Escape');
  const keep = dialog.getByRole('button', { name: 'Keep it' });
  await expect(keep).toHaveAttribute('aria-disabled', 'true');
  await keep.press('Enter');
  await expect(keep).toBeFocused();
  removal.release();
  await expect(dialog).toHaveCount(0);
});

test('saving a rating keeps open the rating that the user opened in between', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
  await button(page, 'Edit ratings…').click();
  const drawer = page.getByRole('dialog', { name: 'Ratings, in your own words' });
  await drawer.getByRole('button', { name: 'Five equal groups' }).click();
  const saving = await hold(page, 'ratings.save');
  await drawer.getByRole('button', { name: 'Save the rating' }).click();
  await saving.asked;
  await drawer.getByRole('combobox', { name: 'Score' }).click();
  await page.getByRole('option').filter({ hasNotText: '(rated)' }).last().click();
  const called = drawer.getByRole('textbox', { name: 'Called' });
  await called.fill('Our own words');
  saving.release();
  await expect(page.locator('output.visually-hidden')).toHaveText('The rating is saved');
  await expect(called).toHaveValue('Our own words');
});

/** Finds a person in several lists. Returns the boxes that choose the places. */
async function findAshdown(page: Page): Promise<Locator> {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/person');
  await page.getByRole('searchbox').fill('Ashdown');
  await page.getByRole('searchbox').press('Enter');
  return page.getByRole('checkbox', { name: /^Choose / });
}

test('a person is not erased after others were chosen while the consequences were found out', async ({ page }) => {
  const boxes = await findAshdown(page);
  await boxes.nth(1).check();
  const finding = await hold(page, 'people.erasing');
  await button(page, 'Erase…').click();
  await finding.asked;
  await boxes.nth(0).check();
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"people.erasing"'));
  finding.release();
  await (await answered).finished();
  await button(page, 'Never screen again…').click();
  await expect(page.getByRole('dialog', { name: /^Never screen/ })).toBeVisible();
  await expect(page.getByRole('dialog', { name: /^Erase/ })).toHaveCount(0);
});

test('a failure about one person is not shown for the person who is chosen afterward', async ({ page }) => {
  const boxes = await findAshdown(page);
  await boxes.nth(1).check();
  fake().failNext('people.erasing', 'NOT_NOW', 'The list is being checked.');
  await button(page, 'Erase…').click();
  const failure = page.getByRole('region', { name: 'Places' }).getByRole('alert');
  await expect(failure).toContainText('The list is being checked.');
  await boxes.nth(1).uncheck();
  await boxes.nth(0).check();
  await expect(failure).toHaveCount(0);
});

test('gifts that are used after the user has left the list do not open it again', async ({ page }) => {
  fake().start('gifts');
  await openFake(page, fake().url, 'gifts', '#/project/fall/columns/gifts');
  const using = await hold(page, 'gifts.use');
  await button(page, 'Use these gifts').click();
  await using.asked;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  using.release();
  await expect(page.getByText(/^The gifts fill the giving fields/)).toBeAttached();
  await expect(page).toHaveURL(/#\/settings$/);
});

test('of two gift files that are dropped one after the other, the page waits for the second', async ({ page }) => {
  fake().start('gifts');
  await openFake(page, fake().url, 'gifts', '#/project/fall/columns/gifts');
  await expect(button(page, 'Use these gifts')).toHaveAttribute('aria-disabled', 'false');
  const first = await hold(page, 'gifts.read', 'call');
  await drop(page, 'first.csv');
  await first.asked;
  const uploaded = page.waitForResponse((response) => response.url().includes('/files?name=second.csv'));
  await drop(page, 'second.csv');
  await (await uploaded).finished();
  const second = await hold(page, 'gifts.read', 'call');
  first.release();
  await second.asked;
  await expect(page.getByRole('region', { name: 'Reading the gifts' })).toBeVisible();
  await expect(page.getByText('second.csv')).toBeVisible();
  await expect(button(page, 'Use these gifts')).toHaveAttribute('aria-disabled', 'true');
  second.release();
  await expect(button(page, 'Use these gifts')).toHaveAttribute('aria-disabled', 'false');
});

test('a list that is still copied when a later list is open does not stay on the page of new screenings', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/new');
  fake().answer({ 'projects.create': checkedDraft(Date.now()) });
  const uploaded = page.waitForResponse((response) => response.url().includes('/files?name=first.csv'));
  const held = Promise.withResolvers<void>();
  await page.route('**/files?name=first.csv', async (route) => {
    await held.promise;
    await route.continue();
  });
  await drop(page, 'first.csv');
  await expect(page.getByText('first.csv')).toBeVisible();
  await drop(page, 'second.csv');
  await expect(page).toHaveURL(/#\/project\//);
  await page.getByRole('link', { name: 'New screening' }).first().click();
  const created = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"projects.create"'));
  held.resolve();
  await (await uploaded).finished();
  await (await created).finished();
  await expect(page.getByRole('region', { name: 'Import a spreadsheet' }).getByText('first.csv')).toHaveCount(0);
  await expect(button(page, /Choose a file/)).toBeVisible();
});

test('a profile that is read again does not replace the profile of a person who was screened in between', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/profile');
  const box = (name: string) => page.getByRole('textbox', { name, exact: true });
  const screen = async (first: string) => {
    await box('First name').fill(first);
    await box('Last name').fill('Okafor');
    await box('Postal code').fill('01609');
    await button(page, /^Screen (again )?for /).click();
    await expect(page.locator('.profile-side')).toContainText(`${first} Okafor`);
  };
  await screen('Ngozi');
  const reading = await hold(page, 'service.profile');
  await button(page, 'Check now').click();
  await reading.asked;
  await screen('Ama');
  reading.release();
  await expect(page.locator('output.visually-hidden')).toHaveText('The profile was read again');
  await expect(page.locator('.profile-side')).toContainText('Ama Okafor');
});

test('a profile that is found by its number does not replace one that the user has chosen in between', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/profile');
  await page.getByRole('radiogroup', { name: 'What to do' }).getByText('Find a profile').click();
  const rows = page.getByRole('table').getByRole('button');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Profile number' }).fill('1');
  const finding = await hold(page, 'service.profile');
  const answered = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"service.profile"'));
  await button(page, 'Find').click();
  await finding.asked;
  await rows.nth(1).click();
  const panel = page.getByRole('region', { name: 'Profile on the service' });
  const chosen = await panel.innerText();
  finding.release();
  await (await answered).finished();
  await expect(button(page, 'Find')).toHaveAttribute('aria-disabled', 'false');
  expect(await panel.innerText()).toBe(chosen);
});

test('a paid answer of an older call stays on the page when another call is looked up and when profiles are shown', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/profile');
  await page.getByRole('textbox', { name: 'First name', exact: true }).fill('Ngozi');
  await page.getByRole('textbox', { name: 'Last name', exact: true }).fill('Okafor');
  await page.getByText('Older calls').click();
  const requesting = await hold(page, 'service.requestScore');
  await button(page, 'Request a score').click();
  await requesting.asked;
  const tabs = page.getByRole('radiogroup', { name: 'What to do' });
  await tabs.getByText('Find a profile').click();
  await tabs.getByText('Screen one person').click();
  await page.getByText('Older calls').click();
  await expect(button(page, 'Request a score')).toHaveAttribute('aria-disabled', 'true');
  requesting.release();
  const paid = page.getByRole('region', { name: 'Answer to the request' });
  await expect(paid).toBeVisible();
  await page.getByRole('textbox', { name: 'Request number' }).fill('req-1');
  await button(page, 'Look').click();
  await expect(page.getByRole('region', { name: 'The request that was looked up' })).toBeVisible();
  await tabs.getByText('Find a profile').click();
  await tabs.getByText('Screen one person').click();
  await expect(paid).toBeVisible();
});

test('a name that is saved by a click elsewhere leaves the focus there', async ({ page }) => {
  fake().start('done');
  await openFake(page, fake().url, 'done', '#/project/gala/results/review');
  const field = page.getByRole('textbox', { name: 'Jump to a person by ID or name' });
  await field.waitFor();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of the project' }).fill('Gala of the spring');
  await field.click();
  // The title would take the focus with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(field).toBeFocused();
});
