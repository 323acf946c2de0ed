/** The report of a screening by the practice service: its numbers agree with Scores, it is one page, and the workbook begins with it. */
import { readFileSync } from 'node:fs';
import { read, utils } from 'xlsx';
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

const NAMES = ['Ada Ashdown', 'Grace Brink', 'Una Dunmore', 'Ida Marlowe', 'Otto Brandvold', 'Ruth Abernathy'];
const LIST = [
  'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP,Email',
  ...NAMES.map((name, at) => `A-${at + 1},${name.replace(' ', ',')},${at + 1} Larkspur Ln,Worcester,MA,01609,p${at}@example.org`),
];

test('a finished project has a report with the numbers of its tabs, on one page and as the first sheet', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, LIST);
  await page.getByRole('button', { name: /^Send 6 rows/ }).click();
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  const tabs = page.getByRole('navigation', { name: 'Parts of the project' });
  const scored = /\d+/.exec((await tabs.getByRole('link', { name: /^Scores/ }).textContent())!)![0];
  await tabs.getByRole('link', { name: 'Report' }).click();
  const report = page.getByRole('article', { name: /^Report/ });
  await expect(report.getByRole('heading', { name: 'Sent and scored' })).toBeVisible();
  const sent = report.locator('section').filter({ has: page.getByRole('heading', { name: 'Sent and scored' }) });
  await expect(sent).toContainText(`Scored${scored}`);
  await expect(sent).toContainText('Sent6');
  await expect(report.getByText('No match was checked by hand.')).toBeVisible();
  await expect(report.getByText('No names on this page')).toBeVisible();
  for (const name of NAMES) await expect(report.getByText(name)).toHaveCount(0);
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  const book = read(readFileSync(await desk.saveAtOnce(() => page.getByRole('button', { name: 'Save as workbook…' }).click())));
  expect(book.SheetNames).toEqual(['Report']);
  const cells = utils.sheet_to_json<unknown[]>(book.Sheets['Report']!, { header: 1 });
  expect(cells).toContainEqual(['Scored', Number(scored)]);
});
