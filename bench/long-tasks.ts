/**
 * The longest task of the page's main thread on every screen, in CPU time of the thread and in wall time. Runs the built page over the
 * loopback host in Chromium, with about 30 projects, through a whole screening. Baseline: a fixed loop in the page, before and after,
 * because the machine can be busy or slow. Prints one line of JSON.
 * npm run build && npx -c 'node bench/long-tasks.ts [--rows 2500] [--traces DIR]'
 */
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findHeadlessChromium } from '../scripts/browsers.ts';
import { startLoopback } from '../test/kit/loopback-host.ts';
import { type SpawnedPractice, spawnPractice } from '../test/kit/practice-client.ts';
import { writeCsvList } from '../test/kit/sheet-generate.ts';
import { drive, type LongestTask, type PageDriver } from './page-driver.ts';

const LIMIT_MS = 50;
const DRAFTS = 24;
const SCREENED = 6;
/** Enough time to import, check, send and collect a million rows. */
const LONG_SECONDS = 300;

/** Runs in the page. */
function loop(): number {
  let sum = 0;
  for (let at = 0; at < 30_000_000; at++) sum = (Math.imul(sum, 31) + at) | 0;
  return sum;
}

/** Runs in the page: one call of the application, as the page makes it. */
async function callHere(method: string, input: unknown): Promise<unknown> {
  const response = await fetch('/rpc', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${sessionStorage.getItem('screening-desk-session') ?? ''}` },
    body: JSON.stringify({ method, input }),
  });
  const answer = (await response.json()) as { ok: boolean; value: unknown; error: { message: string } };
  if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`);
  return answer.value;
}

/** Runs in the page: uploads a small list to the application and returns its file token. */
async function offerHere(name: string, text: string): Promise<string> {
  const response = await fetch(`/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/octet-stream',
      Authorization: `Bearer ${sessionStorage.getItem('screening-desk-session') ?? ''}`,
    },
    body: text,
  });
  return ((await response.json()) as { value: { token: string } }).value.token;
}

const smallList = (number: number) =>
  [
    'Constituent ID,First Name,Last Name,Street,City,State,ZIP,Email',
    ...Array.from(
      { length: 12 },
      (_, row) => `S${number}-${row},Ada,Brink${number},${row + 1} Mill St,Lowell,MA,01852,ada${row}@example.org`,
    ),
  ].join('\n');

/** Rows for the same list with a title in the first name, which a safe fix removes. */
const withTitles = (rows: number) =>
  Array.from(
    { length: 20 },
    (_, at) => `T${rows + at},Dr. Ada,,Ashdown${at},${','.repeat(4)},${at + 1} Oak Lane,,Boston,MA,02101,USA\r\n`,
  ).join('');

/** Adds the service as the connection of new screenings, and about 30 projects. */
async function furnish(driver: PageDriver, { client }: SpawnedPractice): Promise<void> {
  const call = async <T>(method: string, input: unknown) => (await driver.evaluate(callHere, method, input)) as T;
  const { id: connectionId } = await call<{ id: string }>('connections.add', {
    name: 'Own service',
    baseUrl: client.url,
    token: client.token,
  });
  await call('connections.test', { id: connectionId });
  await call('connections.use', { id: connectionId });
  const stateOf = (id: string) => call<{ state: { at: string }; readiness: unknown }>('projects.get', { id });
  const until = async (is: () => Promise<boolean>) => {
    const end = Date.now() + 60_000;
    while (!(await is())) {
      if (Date.now() > end) throw new Error('a small project was not finished');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  for (let number = 0; number < DRAFTS + SCREENED; number++) {
    const token = await driver.evaluate(offerHere, `small list ${number}.csv`, smallList(number));
    const { id } = await call<{ id: string }>('projects.create', { file: token, connectionId });
    if (number >= SCREENED) continue;
    await until(async () => (await stateOf(id)).readiness !== null);
    const { rowsToSend } = await call<{ rowsToSend: number }>('cost.get', { id });
    await call('project.send', { id, rows: rowsToSend, connectionId });
    await until(async () => (await stateOf(id)).state.at === 'done');
  }
}

interface Steps {
  readonly longest: Record<string, LongestTask>;
  readonly left: string[];
}

type Step = (name: string, work: () => Promise<void>) => Promise<void>;

const link = (to: string) => ({ css: `nav a[href="#/${to}"]` });
const heading = { css: 'h1' };
const button = (text: RegExp) => ({ css: 'button', text });

async function throughScreens(driver: PageDriver, step: Step, visit: string): Promise<void> {
  for (const screen of ['projects', 'new', 'profile', 'connections', 'settings'])
    await step(`${screen}, ${visit}`, async () => {
      await driver.press(link(screen));
      await driver.shows(heading);
    });
}

/** Scrolls the grid far, as the user does with the bar and with the wheel. */
async function scrollGrid(driver: PageDriver): Promise<void> {
  const scrollTo = (share: number) =>
    driver.evaluate((to) => {
      const grid = document.querySelector('[role="grid"]');
      let box = grid;
      while (box !== null && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement;
      box ??= grid;
      if (box !== null) box.scrollTop = box.scrollHeight * to;
    }, share);
  for (const share of [0.3, 0.9, 0.5]) {
    await scrollTo(share);
    await driver.rest();
  }
  const { x, y } = await driver.shows({ css: '[role="gridcell"]' });
  await driver.page.mouse.move(x, y);
  for (let turn = 0; turn < 10; turn++) await driver.page.mouse.wheel(0, 400);
  await scrollTo(0);
}

async function checkSteps(driver: PageDriver, step: Step): Promise<void> {
  const cell = { css: '[role="gridcell"]' };
  await step('check', async () => {
    await driver.press(button(/Check the rows/), LONG_SECONDS);
    await driver.shows(cell, LONG_SECONDS);
  });
  await step('check, a rule', async () => {
    await driver.press({ css: '.issues-pane li button, .issues-pane [role="option"]' });
    await driver.rest();
  });
  await step('check, all rows', () => driver.press({ css: '[aria-label="Rows to show"] label', text: /^All/ }));
  await step('check, scroll', () => scrollGrid(driver));
  await step('check, sort', async () => {
    await driver.press({ css: '[role="columnheader"][data-sortable]' });
    await driver.shows({ css: '.rows-bar', text: /sorted by/ }, 90);
    await driver.shows(cell);
  });
  await step('check, find', async () => {
    await driver.press({ css: 'input[aria-label="Find in rows"]' });
    await driver.type('dvor');
    await driver.shows({ css: '.rows-bar', text: /with “dvor”/ }, 90);
    await driver.shows(cell);
  });
  await step('check, edit a cell', async () => {
    await driver.press({ css: '[role="gridcell"]:nth-child(4)' });
    await driver.type('Changed');
    await driver.page.keyboard.press('Enter');
    await driver.shows({ css: '[data-command="undo"]' }, 60);
  });
  await step('check, undo', () => driver.press({ css: '[data-command="undo"]' }));
  await step('check, fix all safe', async () => {
    await driver.press(button(/^Fix all safe/));
    await driver.shows({ css: '[role="dialog"] button', text: /^Apply/ }, 60);
    await driver.rest();
  });
  await step('check, apply and undo', async () => {
    await driver.press({ css: '[role="dialog"] button', text: /^Apply/ });
    await driver.shows({ css: '[data-command="undo"]' }, 90);
    await driver.rest();
    await driver.press({ css: '[data-command="undo"]' }, 90);
    await driver.shows({ css: '[data-command="redo"]' }, 90);
  });
}

async function resultSteps(driver: PageDriver, step: Step): Promise<void> {
  const person = { css: '[role="gridcell"] a.result-name' };
  await step('results, sort', async () => {
    await driver.press({ css: '[role="columnheader"][data-sortable][data-align="right"]' });
    await driver.rest();
    await driver.shows(person, 60);
  });
  await step('results, scroll', () => scrollGrid(driver));
  await step('results, filter', async () => {
    await driver.press({ css: '.result-list button', text: /^\s*Filter/ });
    await driver.press({ css: '[aria-label="Add a filter"] input' });
    await driver.press({ css: '[role="option"]' });
    await driver.page.keyboard.press('Escape');
  });
  await step('results, find', async () => {
    await driver.press({ css: 'input[aria-label="Find a person"]' });
    await driver.type('ada');
    await driver.rest();
    await driver.shows(person, 60);
  });
  await step('results, columns', async () => {
    await driver.press({ css: '.result-list button', text: /^Columns/ });
    await driver.shows({ css: 'input[aria-label="Find a column"]' });
    await driver.press({ css: '[aria-label="Columns"] label' });
    await driver.rest();
    await driver.page.keyboard.press('Escape');
  });
  await step('results, export', async () => {
    await driver.press({ css: '.page-head button', text: /ther|ptions|Export/ });
    await driver.shows({ css: '[role="dialog"], [role="menu"]' });
    await driver.page.keyboard.press('Escape');
  });
  await step('compare', async () => {
    await driver.press(button(/^Compare/));
    await driver.press({ css: '[role="tab"]', text: /^New here/ }, 60);
    await driver.shows({ css: '[role="gridcell"]' }, 60);
  });
  await step('results again', async () => {
    await driver.evaluate(() => history.back());
    await driver.shows(person, 60);
  });
  await step('person', async () => {
    await driver.press(person);
    await driver.shows(heading);
  });
}

async function through(driver: PageDriver, url: string, list: string, practice: SpawnedPractice, step: Step): Promise<void> {
  await step('boot, empty', async () => {
    await driver.page.goto(url);
    await driver.shows({ css: '.new-drop' });
  });
  await furnish(driver, practice);
  await step('boot, 30 projects', async () => {
    await driver.page.goto(`${new URL(url).origin}/#/projects`);
    await driver.page.reload();
    await driver.shows({ css: 'table tbody tr' });
  });
  await throughScreens(driver, step, 'first');
  await throughScreens(driver, step, 'again');
  await step('profile, typed', async () => {
    await driver.press(link('profile'));
    await driver.press({ css: '.page input' });
    await driver.type('Margaret');
  });
  await step('import', async () => {
    await driver.press(link('new'));
    await driver.shows({ css: '.new-drop' });
    await driver.chooseFile('.new-drop input[type=file]', list);
    await driver.shows(button(/See the columns/), LONG_SECONDS);
  });
  await step('columns', async () => {
    await driver.press(button(/See the columns/), LONG_SECONDS);
    await driver.shows({ css: '.columns-list' }, 60);
    await driver.rest();
  });
  await step('columns, see all', async () => {
    await driver.press(button(/^See them/));
    await driver.shows({ css: 'input[id^="column-target-"]' });
    await driver.rest();
  });
  await step('columns, choose a field', async () => {
    await driver.press({ css: 'input[id^="column-target-"]' });
    await driver.shows({ css: '[role="option"]' });
    await driver.type('first');
    await driver.page.keyboard.press('Escape');
  });
  await step('columns, choose the system', async () => {
    await driver.press({ css: 'input[aria-label="The system that the file was exported from"]' });
    await driver.shows({ css: '[role="option"]' });
    await driver.page.keyboard.press('Escape');
  });
  await checkSteps(driver, step);
  await step('cost', async () => {
    await driver.press(button(/See the cost/), 60);
    await driver.shows(button(/^Send [\d,]+ rows/), 60);
  });
  await step('send, progress, results', async () => {
    await driver.press(button(/^Send [\d,]+ rows/));
    await driver.shows({ css: '.overview' }, LONG_SECONDS);
    await driver.shows({ css: '[role="gridcell"] a.result-name' }, 60);
  });
  await resultSteps(driver, step);
}

/** CPU milliseconds of the fixed loop in the page. */
const calibrate = async (driver: PageDriver) =>
  (
    await driver.longest(async () => {
      await driver.evaluate(loop);
    })
  ).cpuMs;

async function measure(driver: PageDriver, run: (step: Step) => Promise<void>, traces: string | undefined): Promise<Steps> {
  const longest: Record<string, LongestTask> = {};
  const left: string[] = [];
  await run(async (name, work) => {
    let failure: Error | null = null;
    const keep = traces === undefined ? undefined : join(traces, `${name.replaceAll(/[^\w]+/g, '-')}.json`);
    longest[name] = await driver.longest(async () => {
      try {
        await work();
      } catch (error) {
        failure = error as Error;
      }
    }, keep);
    if (failure !== null) left.push(`${name}: ${(failure as Error).message}`);
  });
  return { longest, left };
}

const { values } = parseArgs({ options: { rows: { type: 'string', default: '2500' }, traces: { type: 'string' } } });
const rows = Number(values.rows);
if (values.traces !== undefined) await mkdir(values.traces, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'bench-long-tasks-'));
try {
  const list = join(folder, 'list.csv');
  await writeCsvList(list, { rows });
  await appendFile(list, withTitles(rows));
  const practice = await spawnPractice({ dataDir: join(folder, 'service'), credits: 10_000_000, secondsPerThousandRows: 0 });
  const host = await startLoopback(join(folder, 'data'));
  const browser = await chromium.launch({ executablePath: findHeadlessChromium() ?? '/usr/bin/chromium', args: ['--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' });
    const driver = await drive(browser, page);
    const begun = performance.now();
    const before = await calibrate(driver);
    const { longest, left } = await measure(driver, (step) => through(driver, host.url, list, practice, step), values.traces);
    const after = await calibrate(driver);
    const times = Object.entries(longest);
    const over = times.filter(([, { cpuMs }]) => cpuMs > LIMIT_MS).toSorted(([, a], [, b]) => b.cpuMs - a.cpuMs);
    console.log(
      JSON.stringify({
        bench: 'long-tasks',
        rows,
        seconds: Math.round((performance.now() - begun) / 1000),
        baseline: 'a fixed loop in the page, before and after',
        baselineCpuMs: [before, after],
        longestCpuMs: Math.max(...times.map(([, { cpuMs }]) => cpuMs)),
        longestWallMs: Math.max(...times.map(([, { wallMs }]) => wallMs)),
        overLimit: Object.fromEntries(over),
        steps: longest,
        notMeasured: left,
      }),
    );
  } finally {
    await browser.close();
    await host.close();
    await practice.end('SIGTERM');
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
