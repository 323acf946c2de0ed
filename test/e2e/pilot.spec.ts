/**
 * A pilot in the window, scored with two settings, and the others sent with the better one; checked by what the service charged, and for
 * whom.
 */
import { expect, test } from './fixtures.ts';
import { rankedList } from '../kit/ranked-lists.ts';
import { toCost } from './list-steps.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();
const done = { timeout: 60_000 };

test('the people of a pilot are charged a second time after a confirmation, and the others once, as the second time', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toCost(desk, rankedList('P', 12), 'Autumn.csv');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  for (const [label, weight] of [
    ['Propensity', '0.1'],
    ['Affinity', '0.1'],
    ['Capacity', '0.8'],
  ] as const)
    await page.getByRole('group', { name: 'Overall score weights' }).getByLabel(label, { exact: true }).fill(weight);
  await page.getByRole('button', { name: 'Save these settings…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Capacity first');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Turn them off' }).click();
  await page.getByRole('radio', { name: 'A pilot first, the rest later' }).click();
  await page.getByLabel('People in total').fill('4');
  await page.getByLabel('People in total').press('Enter');
  await page.getByRole('button', { name: /^Send 4 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible(done);
  expect(await practice.charged()).toBe(4);

  await page.getByRole('link', { name: 'Pilot', exact: true }).first().click();
  const compared = page.getByRole('region', { name: 'Two settings compared' });
  await compared.getByRole('button', { name: 'Compare…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Score the same 4 again?' });
  const send = dialog.getByRole('button', { name: 'Send 4 a second time' });
  await expect(dialog).toContainText('Spends about 4 credits of 996 more');
  const agree = dialog.getByRole('checkbox', { name: 'I agree that these 4 people are charged a second time' });
  await agree.check();
  await expect(send).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Score settings' }).click();
  await page.getByRole('option', { name: 'Capacity first' }).click();
  // After another choice, the user must agree again.
  await expect(agree).not.toBeChecked();
  await agree.check();
  await send.click();

  await expect(compared.getByText('A The pilot: Our account')).toBeVisible(done);
  await expect(compared.getByText(/^B The second time: Our account.*4 credits spent$/)).toBeVisible();
  await expect(compared.getByRole('row', { name: 'Scored 4 4' })).toBeVisible();
  await expect(compared.getByRole('button', { name: 'Compare…' })).toHaveCount(0);
  expect((await practice.ledger()).charged).toEqual([4, 4]);
  await desk.look('pilot-compared');

  const others = compared.getByRole('radiogroup', { name: 'Send the others as' });
  await others.getByText('B', { exact: true }).click();
  await expect(others.getByRole('radio', { name: 'B', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Send the other 8' }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible(done);
  await page.getByRole('button', { name: 'Menu of The rest: Autumn' }).click();
  await page.getByRole('menuitem', { name: 'Cost & send' }).click();
  await expect(page.getByRole('group', { name: 'Overall score weights' }).getByLabel('Capacity', { exact: true })).toHaveValue('0.8');

  const { charged, scored } = await practice.ledger();
  expect(charged).toEqual([4, 4, 8]);
  const times = Object.values(Object.groupBy(scored, (id) => id)).map((of) => of!.length);
  expect(times.toSorted((a, b) => a - b)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);

  // The cost of the comparison is shown next to the cost of the pilot.
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('link', { name: 'Autumn', exact: true }).first().click();
  await page.getByRole('button', { name: 'Menu of Autumn' }).click();
  await page.getByRole('menuitem', { name: 'Cost & send' }).click();
  await expect(page.getByRole('region', { name: 'Cost', exact: true })).toContainText(
    '4 credits more to compare two settings, in Comparison: Autumn.',
  );
});

test('a problem that the service refused in a pilot is fixed in the others before they are sent', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  const long = (text: string) => text.replace(/ Larkspur Ln/, ' Larkspur Ln'.repeat(30));
  const [headings, ...people] = rankedList('Q', 6);
  await toCost(desk, [headings!, ...people.map((text, at) => (at < 2 ? long(text) : text))], 'Winter.csv');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('switch', { name: 'Send rows with errors anyway' }).setChecked(true);
  await page.getByRole('radio', { name: 'A pilot first, the rest later' }).click();
  await page.getByLabel('People in total').fill('5');
  await page.getByLabel('People in total').press('Enter');
  await page.getByLabel('Or by their constituent IDs').fill('Q1, Q3, Q4, Q5, Q6');
  await page.getByLabel('Or by their constituent IDs').blur();
  await expect(page.getByText('A pilot of 5 of 6 people: 0 drawn')).toBeVisible();
  await expect(page.getByText('The other one can be sent after the pilot; nobody is sent twice.')).toBeVisible();
  await page.getByRole('button', { name: /^Send 5 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible(done);

  await page.getByRole('link', { name: 'Pilot', exact: true }).first().click();
  await expect(
    page.getByText('The pilot has too few rows that were not accepted to predict whether the other one will not be accepted.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the other one' })).toBeVisible();
  await page.getByRole('button', { name: 'Fix the same issues in the others' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /The rest: Winter/ })).toBeVisible(done);
  await expect(page.getByRole('row', { name: /Lastqc/ })).toHaveCount(1, done);
});

test('the people who were not chosen are screened later, each once, and their first list names the new one', async ({ desk }) => {
  const { page } = desk;
  await practice.connect(page);
  await toCost(desk, rankedList('S', 6), 'Gala.csv');
  await page.getByRole('radio', { name: 'The best for your credits' }).click();
  await page.getByRole('combobox', { name: 'Order by' }).click();
  await page.getByRole('option', { name: 'Rank' }).click();
  await expect(page.getByText(/ordered by the column “Rank”, largest number first/)).toBeVisible();
  await page.getByText('Smallest first', { exact: true }).click();
  await expect(page.getByText(/ordered by the column “Rank”, smallest number first/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Sample of the rest' }).click();
  await page.getByRole('option', { name: '0%', exact: true }).click();
  await page.getByLabel('People who come first').fill('2');
  await page.getByLabel('People who come first').press('Enter');
  await page.getByRole('button', { name: /^Send 2 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible(done);
  expect((await practice.ledger()).scored).toEqual(['S1', 'S2']);

  await page.getByRole('button', { name: /Details/ }).click();
  await page.getByRole('button', { name: 'Screen the rest' }).click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await page.getByRole('button', { name: /^Send 4 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible(done);
  const { charged, scored } = await practice.ledger();
  expect([charged, scored]).toEqual([
    [2, 4],
    ['S1', 'S2', 'S3', 'S4', 'S5', 'S6'],
  ]);

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('link', { name: 'Gala', exact: true }).first().click();
  await page.getByRole('button', { name: /Details/ }).click();
  await expect(page.getByRole('button', { name: 'Screen the rest' })).toHaveCount(0);
  await page.getByRole('link', { name: 'The rest: Gala' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /The rest: Gala/ })).toBeVisible();
});
