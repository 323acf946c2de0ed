/** On Columns: a second phone is used if the first is empty; one click accepts it or leaves it out. */
import { expect, test } from './fixtures.ts';
import { toColumns } from './list-steps.ts';

/** Of 30 rows, 12 have no home phone; 8 of these have a cell phone. */
const LIST = [
  'Constituent ID,First Name,Last Name,Street,City,State,ZIP,Home Phone,Cell Phone',
  ...Array.from({ length: 30 }, (_, at) => {
    const home = at < 18 ? `(508) 555-01${10 + at}` : '';
    const cell = at >= 10 && at < 26 ? `(617) 555-01${10 + at}` : '';
    return `P${at},Rosalind,Quayle${'abcdefghij'[at % 10]!}${'klm'[Math.floor(at / 10)]!},${at + 1} Mill St,Worcester,MA,01609,${home},${cell}`;
  }),
];

test('the cell phone fills empty home phones with one click, after the numbers are shown', async ({ desk }) => {
  const { page } = desk;
  await toColumns(desk, [LIST[0]!, ...LIST.slice(1).toReversed()]);
  const columns = page.getByRole('region', { name: 'Columns', exact: true });
  const row = columns.getByRole('row', { name: /Cell Phone/ });
  const sent = page.getByRole('region', { name: /rows as they will be sent$/ });
  await expect(columns).toContainText('To review: 1 column');
  await expect(row).toContainText('“Home Phone” is empty in 12 rows. This fills 8; 4 remain without a phone');
  await sent.getByRole('button', { name: 'Three others' }).click();
  await expect(sent).toContainText('(617) 555-0135');
  await row.getByRole('button', { name: 'Fill 8 with Cell Phone' }).click();
  await expect(columns).toContainText('Nothing to review');
  // The button opens its choice in place, and gets the focus back.
  const fact = page.getByRole('button', { name: '“Cell Phone” where “Home Phone” is empty' });
  await fact.click();
  const choice = page.getByRole('dialog');
  await expect(choice.getByRole('button', { name: /^How .* is shared: / })).toBeVisible();
  // Escape inside the choice closes it.
  await expect(choice.locator('.chip-title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(fact).toBeFocused();
  await desk.look('columns-fill');
  await columns.getByRole('button', { name: /^Undo: .* for Cell Phone$/ }).click();
  await row.getByRole('combobox').click();
  await page.getByRole('option', { name: /^Not sent/ }).click();
  await expect(sent).not.toContainText('(617) 555-0135');
});
