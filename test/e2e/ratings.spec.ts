/** The matrix, ratings and officers on Scores, with mouse and keyboard. */
import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { RESULTS, resultPage } from '../fakes/results-fixtures.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });
const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';
const RATED = `rating:${CAPACITY}`;
const LIKELY = 'rating:mostRecentScore.scoreDetails.propensityRating';

interface Call {
  readonly method: string;
  readonly input: Record<string, unknown>;
}

/** Records the queries and commands of the page. */
async function watch(page: Page): Promise<Call[]> {
  const calls: Call[] = [];
  await page.route('**/rpc', async (route) => {
    calls.push(JSON.parse(route.request().postData() ?? '{}') as Call);
    await route.continue();
  });
  return calls;
}
const filtersOf = (calls: readonly Call[]) =>
  (calls.filter(({ method }) => method === 'results.page').at(-1)?.input['selection'] as { filters: unknown[] } | undefined)?.filters;
const lastOf = (calls: readonly Call[], method: string) => calls.findLast((call) => call.method === method)?.input;

async function openMatrix(page: Page): Promise<Call[]> {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const calls = await watch(page);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
  await page.getByRole('table', { name: 'Our rating by Likelihood' }).waitFor();
  return calls;
}

test('cells, heads and officers filter the list, by keyboard alone, and pressed again clear', async ({ page }) => {
  const calls = await openMatrix(page);
  const matrix = page.getByRole('table', { name: 'Our rating by Likelihood' });
  await expect(matrix.getByText('Our rating', { exact: true })).toBeInViewport();
  await expect(matrix.getByText('Likelihood', { exact: true })).toBeInViewport();
  const cell = matrix.getByRole('button', { name: 'A Principal, Very likely: 9 $18.4M' });
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect(cell).toHaveAttribute('aria-pressed', 'true');
  const both = [
    { kind: 'is', column: RATED, value: 'A Principal' },
    { kind: 'is', column: LIKELY, value: 'Very likely' },
  ];
  await expect.poll(() => filtersOf(calls)).toEqual(both);
  await expect(page.getByRole('button', { name: 'Remove the filter: Our rating is A Principal' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cell).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowLeft');
  await expect(matrix.getByRole('button', { name: /^B Major\s*: 126 people/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => filtersOf(calls)).toEqual([{ kind: 'is', column: RATED, value: 'B Major' }]);
  // The sums are the sums of the cells, and everybody is in one cell.
  await expect(matrix.locator('tfoot .matrix-all b')).toHaveText('2,431');
  await expect(matrix.getByRole('button', { name: /^Without a value, Very likely: 1$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Unassigned/ }).click();
  await expect
    .poll(() => filtersOf(calls))
    .toEqual([
      { kind: 'is', column: RATED, value: 'B Major' },
      { kind: 'empty', column: 'office:officer' },
    ]);
  await page.reload();
  await expect(matrix).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test('all people of the list, or the ticked ones, are assigned to an officer after their number is shown', async ({ page }) => {
  const calls = await openMatrix(page);
  const grid = page.locator('.result-list').getByRole('grid');
  await grid.focus();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Assign an officer' });
  await expect(dialog).toContainText(
    'All 2,431 people of the list get this officer. The assignment is kept on this computer, is never sent',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('region', { name: 'Selected people' }).getByRole('button', { name: 'Assign officer…' }).click();
  await expect(dialog).toContainText('The 2 people that you selected get this officer.');
  await dialog
    .getByRole('combobox', { name: 'Officer' })
    .or(dialog.getByRole('textbox', { name: 'Officer' }))
    .fill('M. Trask');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Assign 2 people' }).click();
  await expect(dialog).toBeHidden();
  expect(lastOf(calls, 'officers.assign')).toEqual({
    id: 'gala',
    selection: { outcome: 'scored', filters: [], find: '', chosen: { isExcept: false, rows: [2, 3] } },
    officer: 'M. Trask',
    people: 2,
  });
  fake().answer({
    'results.officers': { officers: [], all: { people: 0, sum: 0, top: 0 }, topText: null, least: null, undo: '2 people to M. Trask' },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Undo: 2 people to M. Trask' }).click();
  await expect.poll(() => lastOf(calls, 'officers.undo')).toEqual({ id: 'gala' });
});

test('a rating begins with proposals, counts people while it is typed, and says what is missing', async ({ page }) => {
  const calls = await openMatrix(page);
  await page.getByRole('button', { name: 'Edit ratings…' }).click();
  const drawer = page.getByRole('dialog', { name: 'Ratings, in your own words' });
  await expect(drawer.getByRole('textbox', { name: 'Label 1', exact: true })).toHaveValue('Principal');
  await drawer.getByRole('button', { name: 'Five equal groups' }).click();
  await expect(drawer.getByRole('textbox', { name: 'Code 5' })).toHaveValue('E');
  await expect(drawer).toContainText('23 without a value. Everybody is counted.');
  await drawer.getByRole('button', { name: 'Round amounts' }).click();
  await drawer.getByRole('textbox', { name: 'From 2', exact: true }).fill('lots');
  await expect(drawer).toContainText('Band 2 needs a number to begin at.');
  await drawer.getByRole('textbox', { name: 'From 2', exact: true }).fill('$1,000');
  await expect(drawer).toContainText('The highest band comes first.');
  await drawer.getByRole('button', { name: 'Five equal groups' }).click();
  await drawer.getByRole('textbox', { name: 'Label 1', exact: true }).fill('Top');
  // Closing loses nothing that was typed, and the focus returns to the button.
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit ratings…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('textbox', { name: 'Label 1', exact: true })).toHaveValue('Top');
  expect(await axeFindings(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Save the rating' }).click();
  await expect(drawer).toBeHidden();
  const { rating } = lastOf(calls, 'ratings.save') as { rating: { column: string; steps: { code: string; label: string }[] } };
  expect(rating.column).toBe(CAPACITY);
  expect(rating.steps[0]).toMatchObject({ code: 'A', label: 'Top' });
});

test('a rating says which band it is near to only while its cell has the focus', async ({ page }) => {
  fake().start('done');
  const cells: Readonly<Record<string, string>> = { [RATED]: 'A Principal', [CAPACITY]: '1010000' };
  fake().answer({
    'results.get': { ...RESULTS, shown: [RATED] },
    'results.page': (input) => {
      const [row] = resultPage({ ...input, offset: 0, limit: 1 }).rows;
      return { total: 1, rows: [{ ...row!, cells: input.columns.map((key) => cells[key] ?? '') }] };
    },
  });
  await page.goto(`${fake().url}/#code=fake`);
  await page.locator('.sidebar-card').waitFor();
  await page.evaluate(() => {
    location.hash = '#/project/gala/results';
  });
  const grid = page.locator('.result-list').getByRole('grid');
  const cell = grid.getByRole('gridcell', { name: /^A Principal/ });
  await expect(cell).toHaveText('A Principal', { useInnerText: true });
  await grid.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toHaveText('A Principal, near B', { useInnerText: true });
  await page.keyboard.press('Home');
  await expect(cell).toHaveText('A Principal', { useInnerText: true });
});

test('without any column for officers, the matrix says how people get one', async ({ page }) => {
  fake().start('done');
  fake().answer({
    'results.get': { ...RESULTS, officer: null, officerColumn: { heading: null, choices: [] } },
    'results.officers': { officers: [], all: { people: 0, sum: 0, top: 0 }, topText: null, least: null, undo: null },
  });
  await page.goto(`${fake().url}/#code=fake`);
  await page.locator('.sidebar-card').waitFor();
  await page.evaluate(() => {
    location.hash = '#/project/gala/results';
  });
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
  await expect(page.getByRole('region', { name: 'Officers' })).toContainText('No column of this list names an officer.');
  await page.getByRole('button', { name: 'Assign officer…' }).click();
  await expect(page.getByRole('dialog', { name: 'Assign an officer' })).toBeVisible();
});

test('without two ratings the matrix says what it needs; without an officer column the headline asks for one', async ({ page }) => {
  fake().start('done');
  fake().answer({ 'results.get': { ...RESULTS, ratings: [], officer: null, officerColumn: { heading: null, choices: ['sheet:Region'] } } });
  await page.goto(`${fake().url}/#code=fake`);
  await page.locator('.sidebar-card').waitFor();
  const calls = await watch(page);
  await page.evaluate(() => {
    location.hash = '#/project/gala/results';
  });
  await page.getByRole('combobox', { name: 'Which column names the officer?' }).click();
  await page.getByRole('option', { name: 'Region' }).click();
  await expect.poll(() => lastOf(calls, 'officers.choose')).toEqual({ id: 'gala', heading: 'Region' });
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
  await expect(page.getByRole('region', { name: 'Matrix' })).toContainText('Choose two scores and name their bands.');
  await page.getByRole('button', { name: 'Choose scores and bands…' }).click();
  await expect(page.getByRole('dialog', { name: 'Ratings, in your own words' })).toContainText(
    'Add a band, or begin with one of the proposals.',
  );
});

test('the export takes notes, and a sheet or a file for each officer, only when they are chosen', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const calls = await watch(page);
  await page.getByRole('button', { name: /^Export…/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'With your notes and next steps' }).check();
  const officers = dialog.getByRole('combobox', { name: 'Officers' });
  await expect(officers).toHaveValue('Everyone together');
  await officers.click();
  await page.getByRole('option', { name: 'A sheet for each officer as well' }).click();
  await dialog.getByText('CSV', { exact: true }).click();
  await expect(officers).toHaveValue('Everyone together');
  await officers.click();
  await expect(page.getByRole('option')).toHaveText(['Everyone together', 'One file for each officer, in a ZIP']);
  await page.getByRole('option', { name: 'One file for each officer, in a ZIP' }).click();
  await expect(dialog).toContainText('Only scored people. Those without an officer are in the file “Unassigned”.');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect
    .poll(() => lastOf(calls, 'results.export'))
    .toMatchObject({ kind: 'workbook', format: { kind: 'csv' }, notes: true, byOfficer: 'files' });
});

test('a rating is removed only after a question', async ({ page }) => {
  const calls = await openMatrix(page);
  await page.getByRole('button', { name: 'Edit ratings…' }).click();
  await page.getByRole('button', { name: 'Remove this rating…' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove this rating?' });
  await expect(removal).toContainText('This cannot be undone.');
  await removal.getByRole('button', { name: 'Keep it' }).click();
  await expect(removal).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove this rating…' })).toBeFocused();
  expect(lastOf(calls, 'ratings.remove')).toBeUndefined();
  await page.keyboard.press('Enter');
  await removal.getByRole('button', { name: 'Remove the rating' }).click();
  await expect.poll(() => lastOf(calls, 'ratings.remove')).toMatchObject({ id: 'gala' });
  await expect(removal).toHaveCount(0);
});
