/**
 * Two realistic tasks of an office, from the file to the workbook, with every click counted: an export of Raiser's Edge with people who
 * have died, organizations, repeats and objections, and a guest list typed by hand. The service's ledger and the workbook's cells show the
 * result.
 */
import type { Locator, Page } from '@playwright/test';
import { galaList, type OfficeList, raisersEdgeExport } from '../kit/office-lists.ts';
import { sheetsIn, summaryIn } from '../kit/workbook-facts.ts';
import { type Desk, expect, test } from './fixtures.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();

const SEED = 2024;
/** One click for each step: new screening, the file, columns, check, cost, send, export, and its confirmation. */
const STEPS = 8;

/** Counts the clicks of a task. */
class Clicks {
  count = 0;

  async press(target: Locator): Promise<void> {
    await target.click();
    this.count += 1;
  }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** From the first screen to the columns. */
async function toColumns({ page, file }: Desk, clicks: Clicks, { lines, rows }: OfficeList, name: string): Promise<void> {
  await clicks.press(page.getByRole('link', { name: 'New screening' }).first());
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), clicks.press(button(page, /Choose a file/))]);
  await chooser.setFiles(file(name, lines));
  await expect(page.getByText(`${rows} rows below the headings in row 1.`)).toBeVisible();
  await clicks.press(button(page, 'See the columns'));
}

/** Sends the list, waits for the results, and exports them. Returns the rows of the sheet of scores by the column `id`. */
async function sendAndExport(
  desk: Desk,
  clicks: Clicks,
  { rows, id }: { readonly rows: number; readonly id: string },
): Promise<ReadonlyMap<string, readonly Record<string, unknown>[]>> {
  const { page } = desk;
  await clicks.press(button(page, `Send ${rows} rows`));
  await expect(page.getByRole('button', { name: /^Every row accounted for/ })).toContainText(`${rows} credits`, { timeout: 60_000 });
  await clicks.press(button(page, 'Export…'));
  const path = await desk.saveAtOnce(() => clicks.press(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true })));
  expect(summaryIn(path).join(' ')).toContain(`${rows} rows sent = ${rows} scored + 0 not accepted + 0 without a result`);
  return Map.groupBy(sheetsIn(path)['Scores']!, (row) => String(row[id]));
}

const outcomes = (rows: readonly Record<string, unknown>[] | undefined) => rows?.map((row) => row['Screening outcome']).toSorted();

/** Expects that the people are scored in the workbook, and that the others are not in it as sent. */
function expectOutcomes(cells: Awaited<ReturnType<typeof sendAndExport>>, list: OfficeList): void {
  const repeated = new Set(list.repeated);
  for (const id of list.people) expect(outcomes(cells.get(id)), id).toEqual(repeated.has(id) ? ['Not sent', 'Scored'] : ['Scored']);
  for (const id of [...list.deceased, ...list.organizations, ...list.objected]) expect(outcomes(cells.get(id)), id).toEqual(['Not sent']);
}

test('an export of Raiser’s Edge: nobody who has died, no organization, nobody twice, nobody who objected', async ({ desk }) => {
  const { page } = desk;
  const list = raisersEdgeExport(SEED);
  const clicks = new Clicks();
  await practice.connect(page);
  await toColumns(desk, clicks, list, 'RE_Query_LYBUNT_FY26 (2).csv');
  await expect(page.getByRole('region', { name: 'Recognized columns' })).toContainText('of 40 columns recognized');
  await clicks.press(button(page, /^Accept all/));
  await clicks.press(button(page, 'Check the rows'));
  await clicks.press(button(page, /^Move second person to Spouse \(\d+\): Two people in one name$/));
  await clicks.press(button(page, 'See the cost'));
  await expect(page.getByRole('heading', { name: '82 of 818 credits would buy nothing' })).toBeVisible();
  // The suggested name is in the title, selected.
  await page.keyboard.press('Enter');
  await expect(button(page, 'LYBUNT FY26')).toBeVisible();
  const cells = await sendAndExport(desk, clicks, { rows: 736, id: 'CnBio_ID' });
  // At most one decision on Columns and one on Check.
  expect(clicks.count).toBeLessThanOrEqual(STEPS + 2);
  expect(await practice.ledger()).toEqual({ charged: [736], scored: list.people.toSorted() });
  expectOutcomes(cells, list);
});

test('a guest list without a column of first names: its parties are sent, and the names of the tables are not', async ({ desk }) => {
  const { page } = desk;
  const list = galaList(SEED);
  const clicks = new Clicks();
  await practice.connect(page);
  await toColumns(desk, clicks, list, 'Gala 2026 RSVPs.csv');
  await clicks.press(button(page, 'Use “Guest(s)”'));
  await clicks.press(button(page, 'Check the rows'));
  await clicks.press(button(page, 'See the cost'));
  const cells = await sendAndExport(desk, clicks, { rows: 130, id: 'Party' });
  // At most one decision: the column of the first names.
  expect(clicks.count).toBeLessThanOrEqual(STEPS + 1);
  // The list has no IDs that the service could know, so the program gives each row its own.
  const { charged, scored } = await practice.ledger();
  expect([charged, new Set(scored).size]).toEqual([[130], 130]);
  expectOutcomes(cells, list);
});
