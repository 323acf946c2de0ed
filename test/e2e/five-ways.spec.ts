/**
 * The whole job five times, as different people do it: with the mouse, with only the keyboard, at 200 %, in the dark scheme, and in
 * forced colors. Each time, each person is charged once, and the workbook shows it.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { read, utils } from 'xlsx';
import { person } from '../kit/practice-client.ts';
import { type Desk, expect, test } from './fixtures.ts';
import { startsOwnPractice } from './practice-service.ts';

const practice = startsOwnPractice();

const HEADINGS = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail'] as const;
const ROWS = 40;
const IDS = Array.from({ length: ROWS }, (_, index) => person(index + 1).constituentId);

/** A list in which one first name has a title, which a fix removes. */
const LIST = [
  HEADINGS.join(','),
  ...IDS.map((_, index) =>
    HEADINGS.map((key) => `${index === 2 && key === 'primaryFirst' ? 'Dr. ' : ''}${person(index + 1)[key]}`).join(','),
  ),
];

interface Way {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly media: Parameters<Page['emulateMedia']>[0];
  /** The rules of axe to check: the page of the mouse is that of the keyboard, and a scheme changes only colors. */
  readonly axe: 'all' | 'colors' | 'none';
  /** Presses a link, a button or a tab. */
  press(page: Page, target: Locator): Promise<void>;
  /** Opens the first person of the results. */
  openFirst(page: Page): Promise<void>;
}

const byMouse: Pick<Way, 'press' | 'openFirst'> = {
  press: (_page, target) => target.click(),
  openFirst: (page) => page.getByRole('grid').getByRole('link').first().click(),
};

/** More tab stops than any screen of this job has. */
const MAX_STOPS = 150;

/** Moves the focus with Tab until the target has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  await expect(target).toBeEnabled();
  const handle = await target.elementHandle();
  const isFocused = () => page.evaluate((element) => document.activeElement === element, handle);
  for (let stops = 0; stops < MAX_STOPS && !(await isFocused()); stops++) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

const byKeyboard: Pick<Way, 'press' | 'openFirst'> = {
  async press(page, target) {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  async openFirst(page) {
    await tabTo(page, page.getByRole('grid'));
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('Enter');
  },
};

const WAYS: readonly Way[] = [
  { name: 'mouse', width: 1280, height: 800, media: {}, axe: 'none', ...byMouse },
  { name: 'keyboard', width: 1280, height: 800, media: {}, axe: 'all', ...byKeyboard },
  { name: '200 %', width: 640, height: 400, media: {}, axe: 'all', ...byMouse },
  { name: 'dark', width: 1280, height: 800, media: { colorScheme: 'dark' }, axe: 'colors', ...byMouse },
  { name: 'forced colors', width: 1280, height: 800, media: { forcedColors: 'active' }, axe: 'colors', ...byMouse },
];

/** Expects that the button to continue is visible without scrolling, and that the page does not scroll sideways. */
async function expectWithinView(page: Page, next: Locator): Promise<void> {
  await expect(next).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
}

async function wholeJob(desk: Desk, way: Way): Promise<string> {
  const { page } = desk;
  await practice.connect(page);
  await page.setViewportSize({ width: way.width, height: way.height });
  await page.emulateMedia({ reducedMotion: 'reduce', ...way.media });
  const look = (name: string) => desk.look(`${way.name.replaceAll(/\W+/g, '-')}-${name}`);
  const press = (target: Locator) => way.press(page, target);
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  await press(page.getByRole('link', { name: 'New screening' }).first());
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(button(/Choose a file/))]);
  await chooser.setFiles(desk.file('gala.csv', LIST));
  for (const [name, next] of [
    ['file', /See the columns/],
    ['columns', /Check the rows/],
  ] as const) {
    await expect(button(next)).toBeEnabled();
    await expectWithinView(page, button(next));
    await look(name);
    await press(button(next));
  }
  // In a narrow window the button has a shorter name.
  await press(button(/^Fix all safe(: 1 kind|…)/));
  const fixes = page.getByRole('dialog', { name: 'Fix all safe' });
  await press(fixes.getByRole('button', { name: /^Apply 1 fix to / }));
  await expect(fixes).toHaveCount(0);
  await expectWithinView(page, button(/See the cost/));
  await look('check');
  await press(button(/See the cost/));
  const send = button(`Send ${ROWS} rows`);
  await expect(send).toBeEnabled();
  await expectWithinView(page, send);
  await look('cost');
  await press(send);
  await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
  await look('results');
  await way.openFirst(page);
  await expect(page.getByRole('region', { name: 'In short' })).toBeVisible();
  await look('person');
  await press(page.getByRole('link', { name: 'gala', exact: true }));
  await press(button(/^Export/));
  return await desk.saveAtOnce(() => press(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true })));
}

for (const way of WAYS)
  test(`the whole job: ${way.name}`, async ({ desk }) => {
    const workbook = read(readFileSync(await wholeJob(desk, way)));
    const rows = utils.sheet_to_json<Record<string, unknown>>(workbook.Sheets['Scores']!);
    expect(rows.map((row) => [row['constituentId'], row['Screening outcome']])).toEqual(IDS.map((id) => [id, 'Scored']));
    expect(await practice.ledger()).toEqual({ charged: [ROWS], scored: IDS.toSorted() });
  });
