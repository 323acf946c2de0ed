/** A project that a colleague sent: the window fetches it from the service, with its file, and nothing is charged. */
import { Buffer } from 'node:buffer';
import { person, type SpawnedPractice, spawnPractice } from '../kit/practice-client.ts';
import { expect, test } from './fixtures.ts';

let practice: SpawnedPractice;
const PEOPLE = Array.from({ length: 8 }, (_, index) => person(index));

test.beforeEach(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 1000, secondsPerThousandRows: 0.01 });
  await practice.client.screen('Spring appeal', PEOPLE);
  await practice.client.create('Not sent yet');
});
test.afterEach(async () => {
  await practice.end('SIGTERM');
});

test('the user gets a project from the service, joins it to its file and opens its results', async ({ desk }) => {
  const { page } = desk;
  const before = JSON.stringify(await practice.client.ledger());
  await page.getByRole('link', { name: 'Connections' }).first().click();
  await page.getByRole('button', { name: 'Add a connection' }).first().click();
  const adding = page.getByRole('dialog', { name: 'Add a connection' });
  await adding.getByLabel('Name').fill('Our account');
  await adding.getByLabel('Address').fill(practice.client.url);
  await adding.getByLabel('Token', { exact: true }).fill(practice.client.token);
  await adding.getByRole('button', { name: 'Add and test' }).click();
  await page.getByRole('button', { name: 'Use for new screenings: Our account' }).click();

  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page.getByRole('button', { name: 'Get a project from the service…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Get a project from the service' });
  await expect(dialog.getByRole('radio', { name: 'Not sent yet' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Get the project' })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Spring appeal' }).check();
  // The file has a person whom the colleague did not send.
  const lines = [...PEOPLE, { constituentId: 'L-1', primaryFirst: 'Wilhelmina', primaryLast: 'Thrale' }].map(
    (one) => `${one.constituentId},${one.primaryFirst},${one.primaryLast}`,
  );
  const buffer = Buffer.from(`constituentId,primaryFirst,primaryLast\n${lines.join('\n')}\n`);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose the file that was sent' }).click(),
  ]);
  await chooser.setFiles({ name: 'spring.csv', mimeType: 'text/csv', buffer });
  await expect(dialog).toContainText('spring.csv');
  await dialog.getByRole('button', { name: 'Get the project' }).click();
  await expect(dialog).toContainText('“Spring appeal” is here: 9 rows, 8 scores. Nothing was sent and nothing was charged.');
  await expect(dialog).toContainText('Its cost is not known.');
  await dialog.getByRole('link', { name: 'See the results' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Spring appeal');
  await expect(page.getByText(PEOPLE[0]!.primaryLast).first()).toBeVisible();
  await expect(page.getByText('9 in your file − 1 not part of this project = 8 sent = 8 scored + 0 not accepted')).toBeVisible();
  await page.getByRole('tab', { name: 'Not part of this project 1' }).click();
  await expect(page.getByText('It was neither sent nor charged with it.')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['File row', 'Name', 'City']);
  await page.getByRole('gridcell', { name: 'Wilhelmina Thrale' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Not part of this project' })).toBeVisible();
  await expect(page.getByText(/^Record, not sent/)).toBeVisible();
  expect(JSON.stringify(await practice.client.ledger())).toBe(before);
});
