/** The write back with the real program: a layout that is changed, its file, a fresh export with damage, the proof and the repair file. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Desk, expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const PEOPLE = ['Ada Ashdown', 'Grace Brink', 'Una Dunmore', 'Ida Marlowe', 'Otto Brandvold', 'Ruth Abernathy'];
const LIST = [
  'External Identifier,First Name,Last Name,Street Address,City,State,ZIP,Email',
  ...PEOPLE.map((name, at) => `A-${at + 1},${name.replace(' ', ',')},${at + 1} Larkspur Ln,Worcester,MA,01609,p${at}@example.org`),
];
const cellsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const close = (page: Page) => page.getByRole('dialog', { name: 'The file is saved' }).getByRole('button', { name: 'Close', exact: true }).last(); // prettier-ignore

async function prove({ page, file }: Desk, lines: readonly (readonly string[])[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose the export…').click()]);
  await chooser.setFiles(file('export.csv', lines.map((line) => line.join(',')))); // prettier-ignore
  // A browser sends no event for a file that is chosen already, and a fresh export often has the same name.
  await expect(page.getByLabel('Export of the other system')).toHaveValue('');
}

test('a changed layout is saved with its file, damage in an export is found, and the repair file has what is not there', async ({
  desk,
}) => {
  const { page } = desk;
  await toCost(desk, LIST);
  await button(page, /^Send 6 rows/).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  // The tab says how many pass, even after a verdict was given and removed.
  const tab = page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name: /^Write back/ });
  await expect(tab).toHaveText('Write back 6 pass');
  await page.getByRole('link', { name: /^Review/ }).click();
  await expect(page.getByRole('row', { name: /^Postal code/ })).toBeVisible();
  await button(page, 'W Wrong').click();
  await expect(tab).toHaveText('Write back 5 pass');
  await tab.click();
  await expect(page.getByText('Saves 50 lines for 5 people on this computer. The 1 held back stays out.')).toBeVisible();
  await page.getByRole('link', { name: /^Review/ }).click();
  await expect(page.getByRole('row', { name: /^Postal code/ })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(tab).toHaveText('Write back 6 pass');
  await tab.click();
  await expect(page.getByRole('heading', { name: 'What passes' })).toBeVisible();
  await expect(tab).toHaveText('Write back 6 pass');
  await page.getByRole('combobox', { name: 'Layout' }).click();
  await page.getByRole('option', { name: "Raiser's Edge import" }).click();

  // Two scores in one category are refused, with both named, and Ctrl+Z undoes the change.
  const categories = page.getByRole('textbox', { name: /^Their category for / });
  await expect(categories.nth(1)).toBeVisible();
  const second = await categories.nth(1).inputValue();
  await categories.first().fill(second);
  await categories.first().press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: `both go to “${second}”` })).toBeVisible();
  await expect(button(page, 'Save the file…')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('alert').filter({ hasText: 'both go to' })).toHaveCount(0);
  await expect(page.getByText('Changed, not saved')).toHaveCount(0);

  await categories.first().fill('DS First');
  await categories.first().press('Enter');
  await expect(page.getByText('Changed, not saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'First lines of the file' }).getByText('DS First').first()).toBeVisible();
  await button(page, 'Words and length of DS First').click();
  const words = page.getByRole('dialog', { name: 'Words of DS First' });
  await words.getByRole('button', { name: 'Add a word' }).click();
  await words.getByRole('textbox', { name: 'Our value 1' }).fill('0');
  await words.getByRole('textbox', { name: 'Their word 1' }).fill('Scored by us');
  await words.getByRole('button', { name: 'Use these words' }).click();
  await expect(page.getByRole('region', { name: 'First lines of the file' }).getByText('Scored by us').first()).toBeVisible();

  // A changed layout is kept while the user looks at its people elsewhere.
  await page.getByRole('link', { name: /^Review/ }).click();
  await expect(page.getByRole('row', { name: /^Postal code/ })).toBeVisible();
  await tab.click();
  await expect(page.getByText('Changed, not saved')).toBeVisible();
  await expect(categories.first()).toHaveValue('DS First');

  const [head = [], ...lines] = cellsOf(await desk.saveAtOnce(() => button(page, 'Save the file…').click()));
  expect(head.slice(0, 3)).toEqual(['ConsID', 'CAttrCat', 'CAttrDesc']);
  const first = lines.filter(([, title]) => title === 'DS First');
  expect(first.map(([id, , text]) => [id, text])).toEqual(PEOPLE.map((_, at) => [`A-${at + 1}`, 'Scored by us']));
  await close(page).click();
  await expect(page.getByText('Changed, not saved')).toHaveCount(0);

  // The values of A-2 are missing, and A-4 has another word.
  const lost = lines.filter(([id]) => id === 'A-2');
  const changed = first[3]!;
  const theirs = lines.filter(([id]) => id !== 'A-2').map((line) => (line === changed ? line.with(2, 'Their own word') : line));
  await prove(desk, [head, ...theirs.toReversed()]);
  await expect(page.getByRole('heading', { name: `${lines.length - lost.length - 1} of ${lines.length} values are there` })).toBeVisible();
  await expect(page.getByText(/^Made before the import/)).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Write back/ })).toHaveText(`Write back ${lost.length + 1} not there`);
  await button(page, 'Cut 0').click();
  await expect(page.getByText('No text is cut.')).toBeVisible();
  // The layout is not visible, so Ctrl+Z changes nothing in it.
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('Control+z');
  await button(page, 'Back to the layout').click();
  await expect(categories.first()).toHaveValue('DS First');
  await expect(page.getByText('Changed, not saved')).toHaveCount(0);
  await button(page, 'Back to the proof').click();
  await button(page, 'Different 1').click();
  await page.getByRole('group', { name: /^Whose value to keep: Ida Marlowe, DS First/ }).getByRole('button', { name: 'Ours' }).click(); // prettier-ignore
  await expect(page.getByText('1 ours, 0 theirs as chosen')).toBeVisible();
  const repair = cellsOf(await desk.saveAtOnce(() => button(page, 'Save the repair file…').click()));
  expect(repair).toEqual([head, ...lines.filter((line) => lost.includes(line) || line === changed)]);
  await close(page).click();

  // After another export, the page shows everything that is not there, whatever the search was before.
  await page.getByRole('textbox', { name: 'Find a person' }).fill('Marlowe');
  await prove(desk, [head, ...lines.filter(([id]) => id !== 'A-2')]);
  await expect(button(page, `Not there ${lost.length}`)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('textbox', { name: 'Find a person' })).toHaveValue('');
  await expect(page.getByRole('link', { name: 'Grace Brink' })).toBeVisible();

  // The repair was imported: every value is there, and nothing is left to repair.
  await prove(desk, [head, ...lines]);
  await expect(page.getByText('Every value arrived.')).toBeVisible();
  await expect(tab).toHaveText('Write back all there');
  await expect(button(page, 'Save the repair file…')).toHaveCount(0);

  // The length that the other system keeps is added to the current layout, not to that of the proof.
  await prove(desk, [head, ...lines.map((line) => line.with(2, line[2]!.slice(0, 9)))]);
  await expect(page.getByText('6 texts of “DS First” end at 9 characters or before')).toBeVisible();
  await button(page, 'Back to the layout').click();
  await categories.first().fill('DS Later');
  await categories.first().press('Enter');
  await expect(page.getByText('Changed, not saved')).toBeVisible();
  await button(page, 'Back to the proof').click();
  await button(page, 'Use 9 in the layout').click();
  await expect(categories.first()).toHaveValue('DS Later');
  await expect(page.getByText('Changed, not saved')).toHaveCount(0);

  // What a saved layout loses is said before the confirmation, and a failure is shown where it was confirmed.
  await button(page, 'Name, file and dates').click();
  await button(page, 'Restore the default…').click();
  const restoring = page.getByRole('dialog', { name: "Restore the default of “Raiser's Edge import”?" });
  await expect(restoring).toContainText('This cannot be undone.');
  await restoring.getByRole('button', { name: 'Keep it' }).click();
  await expect(categories.first()).toHaveValue('DS Later');
  await button(page, 'Name, file and dates').click();
  await button(page, 'Restore the default…').click();
  await restoring.getByRole('button', { name: 'Restore the default' }).click();
  await expect(restoring).toHaveCount(0);
  await expect(categories.first()).not.toHaveValue('DS Later');
});
