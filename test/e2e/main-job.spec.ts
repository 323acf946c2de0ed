/** The main job in the window, from the import of a spreadsheet to a workbook with scores and errors. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { ROOT } from '../../scripts/targets.mjs';
import { expect, test } from './fixtures.ts';
import { summaryIn } from '../kit/workbook-facts.ts';

const SAMPLE = join(ROOT, 'assets/samples/sample-messy.xlsx');
const ROWS = 2500;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const numberIn = async (page: Page, text: RegExp) =>
  Number(/[\d,]+/.exec((await page.getByText(text).first().innerText()).replace(/^\D+/, ''))?.[0].replaceAll(',', ''));

async function importByInput(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New screening' }).first().click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: /Choose a file/ }).click()]);
  await chooser.setFiles(SAMPLE);
}

async function importByDrop(page: Page): Promise<void> {
  const bytes = readFileSync(SAMPLE).toString('base64');
  const transfer = await page.evaluateHandle((encoded) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
    data.items.add(new File([content], 'sample-messy.xlsx', { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
    return data;
  }, bytes);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

/** Screens the sample, from the file to the results, with a picture of each step. Returns the number of sent rows. */
async function screen(page: Page, look: (name: string) => Promise<void>): Promise<number> {
  await expect(page.getByText(/2,500 rows below the headings/)).toBeVisible();
  await look('file');
  await page.getByRole('button', { name: /See the columns/ }).click();
  await expect(page.getByRole('button', { name: /Check the rows/ })).toBeEnabled();
  await look('columns');
  await page.getByRole('button', { name: /Check the rows/ }).click();
  await expect(page.getByText('Title, suffix or remark in the name').first()).toBeVisible();
  await look('check');
  await page.getByRole('button', { name: /^Title, suffix or remark in the name/ }).click();
  await page.getByRole('button', { name: /^Remove it from [\d,]+: Title, suffix or remark in the name$/ }).click();
  await expect(page.getByRole('button', { name: 'Undo: Title, suffix or remark in the name' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Title, suffix or remark in the name/ })).toHaveCount(0);
  await page.getByRole('button', { name: /See the cost/ }).click();
  const send = page.getByRole('button', { name: /^Send [\d,]+ rows/ });
  await expect(send).toBeEnabled();
  await look('cost');
  const sent = await numberIn(page, /^Send [\d,]+ rows/);
  await send.click();
  await expect(heading(page)).toBeVisible();
  await look('progress');
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  await look('results');
  return sent;
}

function sheets(path: string): Record<string, Record<string, unknown>[]> {
  const book = read(readFileSync(path));
  return Object.fromEntries(
    book.SheetNames.map((name) => [name, utils.sheet_to_json<Record<string, unknown>>(book.Sheets[name]!, { defval: '' })]),
  );
}

test('a chosen spreadsheet becomes a workbook with matching counts', async ({ desk }) => {
  const { page } = desk;
  await desk.look('projects-empty');
  await importByInput(page);
  const sent = await screen(page, (name) => desk.look(name));
  await page.getByRole('button', { name: /Export/ }).click();
  await desk.look('export');
  const path = await desk.saveAtOnce(() => page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click());

  const saved = sheets(path);
  const { Scores, Errors } = saved;
  expect(Scores).toHaveLength(ROWS);
  const summary = summaryIn(path);
  const numbers = (sentence: RegExp) => (summary.join(' ').match(sentence) ?? []).slice(1).map((text) => Number(text.replaceAll(',', '')));
  expect(numbers(/([\d,]+) rows in the file = ([\d,]+) sent \+ ([\d,]+) not sent/)).toEqual([ROWS, sent, ROWS - sent]);
  const [ofSent, scored, refused, unknown] = numbers(
    /([\d,]+) rows sent = ([\d,]+) scored \+ ([\d,]+) not accepted \+ ([\d,]+) without a result/,
  );
  expect([ofSent, scored! + refused! + unknown!]).toEqual([sent, sent]);
  expect(numbers(/before = ([\d,]+) charged/)).toEqual([scored]);
  expect(saved['Top prospects']).toHaveLength(50 + 2);
  const outcomes = (outcome: string) => Scores!.filter((row) => row['Screening outcome'] === outcome);
  expect(outcomes('Scored')).toHaveLength(scored!);
  expect(outcomes('Not sent')).toHaveLength(ROWS - sent);
  // The file's own columns are unchanged: a lost zero is still missing, although the zero was sent.
  expect(Scores![0]).toMatchObject({ CnBio_ID: '100000', CnBio_First_Name: 'DELPHINE' });
  for (const row of outcomes('Scored').slice(0, 50)) expect(Number(row['Overall score'])).toBeGreaterThanOrEqual(1);
  for (const row of outcomes('Not accepted')) expect(row['Overall score']).toBe('');
  // Each refused row appears once. The marker in the heading identifies it when it is imported again.
  const rowTitle = Object.keys(Errors![0]!).find((title) => title.startsWith('Row in your file (screening ')) ?? '';
  expect(new Set(Errors!.map((row) => row[rowTitle])).size).toBe(refused);
  expect(Errors).toHaveLength(refused!);
  for (const row of Errors!) expect(String(row['What the service refused']).length).toBeGreaterThan(5);

  // From the second export on, one click writes the same file.
  await page.getByRole('dialog', { name: 'The results are saved' }).getByRole('button', { name: 'Close', exact: true }).last().click();
  const repeated = await desk.saveAtOnce(() => page.getByRole('button', { name: 'Export…', exact: true }).click());
  expect(sheets(repeated)).toEqual(saved);

  // The results are there after a restart.
  const restarted = await desk.restart();
  await restarted.getByRole('link', { name: 'Projects' }).first().click();
  await expect(restarted.getByText('sample-messy.xlsx')).toBeVisible();
  await desk.look('projects');
  await restarted.getByRole('table').getByRole('link', { name: 'sample-messy', exact: true }).click();
  await expect(restarted.getByText(/Every row accounted for/)).toBeVisible();
});

test('a spreadsheet dropped on the window is imported; the installed program asks for one that is on the computer', async ({ desk }) => {
  await expect(desk.page.getByText('Drop your spreadsheet anywhere in this window')).toBeVisible();
  await importByDrop(desk.page);
  // A file that a script created has no path, like a file that is dragged out of an email.
  const hasFile = test.info().project.name !== 'electron';
  await expect(
    desk.page.getByText(hasFile ? /2,500 rows below the headings/ : 'This file is not on this computer. Save it to a folder first'),
  ).toBeVisible();
});
