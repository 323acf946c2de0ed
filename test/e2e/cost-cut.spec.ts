/** Where the order is cut: by keys, by dragging, by the number of people, and by what the credits cover. */
import { expect, type Page, test } from '@playwright/test';
import { check } from '../fakes/check-fixtures.ts';
import { connections, LIVE } from '../fakes/connection-fixtures.ts';
import { cost, sinceOffers } from '../fakes/cost-fixtures.ts';
import { checkedDraft } from '../fakes/project-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function openBest(page: Page) {
  await openFake(page, fake().url, 'check', '#/project/fall/cost');
  await page.getByRole('radio', { name: 'The best for your credits' }).click();
  const cut = page.getByRole('slider', { name: 'Where to cut' });
  await expect(cut).toHaveAttribute('aria-valuetext', '4,243 people, down to decile E');
  return cut;
}

test('an arrow moves the cut by a decile, with Shift by one person, and the price follows', async ({ page }) => {
  const cut = await openBest(page);
  await cut.press('ArrowRight');
  await expect(cut).toHaveAttribute('aria-valuenow', '5091');
  await expect(page.getByRole('button', { name: 'Send 5,261 rows' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'A down to' })).toHaveValue('F');
  await cut.press('Shift+ArrowRight');
  await expect(cut).toHaveAttribute('aria-valuetext', '5,092 people, down to decile G');
  await expect(page.getByRole('textbox', { name: 'People who come first' })).toHaveValue('5,092');
  await expect(page.getByRole('button', { name: 'Send 5,262 rows' })).toBeVisible();
  await expect(cut).toBeFocused();
  // They are kept for later, so there is no fix for them.
  await expect(page.getByRole('link', { name: /^See [\d,]+: Not chosen this time$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Fix [\d,]+: / })).toHaveCount(1);
});

test('the cut can be dragged to the end of a decile', async ({ page }) => {
  const cut = await openBest(page);
  await cut.scrollIntoViewIfNeeded();
  const from = (await cut.boundingBox())!;
  const to = (await page.getByRole('columnheader', { name: 'C', exact: true }).boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 6, from.y + from.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(cut).toHaveAttribute('aria-valuetext', '2,546 people, down to decile C');
  await expect(page.getByRole('combobox', { name: 'A down to' })).toHaveValue('C');
});

test('without enough credits the card for everyone says how many are missing, and the reason opens the cut that fits', async ({ page }) => {
  await openFake(page, fake().url, 'cost-short', '#/project/fall/cost');
  await expect(page.getByRole('radio', { name: 'Everyone' })).toHaveAccessibleDescription(/3,835 too few/);
  await page.getByRole('button', { name: '3,835 credits missing' }).click();
  const fits = page.getByRole('button', { name: 'Send only the people who come first, as many as the credits cover' });
  await expect(fits).toBeFocused();
  await fits.press('Enter');
  await expect(page.getByRole('radio', { name: 'The best for your credits' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Send 4,650 rows' })).toHaveAttribute('aria-disabled', 'false');
});

test('with no days between screenings the page says that two newer lists can send the same person', async ({ page }) => {
  await openFake(page, fake().url, 'cost-since', '#/project/fall/cost');
  await page.getByRole('radio', { name: /^Only new or changed since/ }).click();
  const note = page.getByText(/another newer list that is compared with “Gala attendees” can send the same new or changed person again/);
  await expect(page.getByText(/keep their scores$/)).toBeVisible();
  await expect(note).toHaveCount(0);
  const now = Date.now();
  const connection = connections(now).find(({ id }) => id === LIVE)!;
  const options = { sendErrors: false, resendRecent: false, recencyDays: 0, scoreConfiguration: null, running: [] };
  fake().answer({ 'cost.get': cost({ project: checkedDraft(now), connection, baseline: sinceOffers(now)[0]!, ...options }) });
  await page.reload();
  await expect(note).toBeVisible();
});

test('Check has a separate filter with a count for the people who were not chosen', async ({ page }) => {
  const title = 'Not chosen this time';
  const view = check(checkedDraft(Date.now()).sheet!.rows);
  const rule = { ...view.rules.at(-1)!, code: 'NOT_CHOSEN', title, rows: 3624 };
  await openFake(page, fake().url, 'check', '#/project/fall/check');
  fake().answer({ 'check.get': { ...view, rules: [...view.rules, rule] } });
  await page.reload();
  await page.getByRole('radiogroup', { name: 'Rows to show' }).getByText(`${title} 3,624`).click();
  await expect(page).toHaveURL(/rule=NOT_CHOSEN/);
  await expect(page.getByRole('radio', { name: `${title} 3,624` })).toBeChecked();
});

test('the page says when it orders the people for the first time', async ({ page }) => {
  await openFake(page, fake().url, 'check', '#/project/fall/cost');
  let order = () => {};
  const asked = new Promise<void>((resolve) => {
    order = resolve;
  });
  await page.route('**/rpc', async (route) => {
    if ((route.request().postData() ?? '').includes('"cost.choose"')) await asked;
    await route.continue();
  });
  await page.getByRole('radio', { name: 'The best for your credits' }).click();
  await expect(page.getByText('Ordering…')).toBeVisible();
  order();
  await expect(page.getByText(/are kept for later; nobody is sent twice/)).toBeVisible();
  await expect(page.getByText('Ordering…')).toHaveCount(0);
});

test('weights that are all 0 are shown, and the page and the button ask for one of them', async ({ page }) => {
  await openBest(page);
  const weight = (factor: string, value: number) =>
    page.getByRole('radiogroup', { name: factor }).getByText(String(value), { exact: true }).click();
  for (const factor of ['Total given', 'Latest gift, newer first', 'Number of gifts', 'Complete for a match', 'Never screened before'])
    await weight(factor, 0);
  await expect(page.getByText('Give one of them a weight.')).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Never screened before' }).getByRole('radio', { name: '0' })).toBeChecked();
  await page.getByRole('button', { name: 'Give one of the weights of the order more than 0' }).click();
  await expect(page.getByRole('radiogroup', { name: 'Total given' }).getByRole('radio', { name: '0' })).toBeFocused();
  await expect(page.getByRole('button', { name: /^Send 4,455 rows/ })).toHaveAttribute('aria-disabled', 'true');
  await weight('Total given', 2);
  await expect(page.getByText('Give one of them a weight.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Send 4,455 rows/ })).toHaveAttribute('aria-disabled', 'false');
});
