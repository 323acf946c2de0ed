/**
 * Takes the screenshots of README and the user guide and saves them in `docs/pictures`: `npm run pictures`, or only some of them with
 * `npm run pictures -- write-back proof`. The built page runs over the loopback host in Chromium. It screens the messy sample in Practice,
 * and then over a connection to a second practice service with faults that delay or change its answers. Times, dates and project codes
 * differ between runs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Page } from '@playwright/test';
import { startPractice } from '../practice/server/start.ts';
import { findHeadlessChromium } from './browsers.ts';
import { decodePng, encodeSmall } from './small-png.ts';
import { builtFile, ROOT } from './targets.mjs';

const FOLDER = join(ROOT, 'docs/pictures');
const SAMPLES = join(ROOT, 'assets/samples');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const CONTROL_TOKEN = 'control';
const TOKEN = 'picture-token';
/** Maximum total size of the pictures. */
const MAX_BYTES = 1_500_000;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const goTo = (page: Page, place: string) => page.getByRole('link', { name: place }).first().click();

/** Names of the pictures to take; empty: all of them. */
const wanted = new Set(process.argv.slice(2));
const isWanted = (...names: readonly string[]) => wanted.size === 0 || names.some((name) => wanted.has(name));

async function take(page: Page, name: string): Promise<void> {
  if (!isWanted(name)) return;
  // the pointer would show a tooltip or highlight a row
  await page.mouse.move(640, 1);
  await page.waitForLoadState('networkidle');
  // the state above stays true after it was reached once
  await page.locator('.reading-note').waitFor({ state: 'detached' });
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  writeFileSync(join(FOLDER, `${name}.png`), encodeSmall(decodePng(picture)));
}

/** Imports a sample under the name of a list. */
async function importSample(page: Page, sample: 'clean' | 'messy', name: string): Promise<void> {
  await goTo(page, 'New screening');
  const place = page.getByRole('region', { name: 'Import a spreadsheet' });
  const buffer = readFileSync(join(SAMPLES, `sample-${sample}.xlsx`));
  await place
    .locator('input')
    .first()
    .setInputFiles({ name: `${name}.xlsx`, mimeType: XLSX, buffer });
  await page.getByText(/rows below the headings/).waitFor();
}

async function toCheck(page: Page): Promise<void> {
  await press(page, /See the columns/);
  await press(page, /Check the rows/);
  await page.getByRole('grid').waitFor();
}

async function send(page: Page): Promise<void> {
  await press(page, /See the cost/);
  await page.getByRole('button', { name: /^Send [\d,]+ rows/, disabled: false }).click();
}

const finished = (page: Page) => page.getByText(/Every row accounted for/).waitFor({ timeout: 120_000 });

/** The text of the file that the page saves after a click on the button `name`. */
async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)]);
  return readFileSync(await download.path(), 'utf8');
}

/** The export with damage: some people are missing or have another ID, and some values are cut or different. */
function damaged(file: string): string {
  const [head = '', ...lines] = file.trimEnd().split('\r\n');
  const cells = lines.map((line) => line.split(','));
  const ids = [...new Set(cells.map(([id]) => id!))];
  const [lost, moved] = [new Set(ids.slice(0, 40)), new Set(ids.slice(60, 63))];
  let ranges = 0;
  const rest = cells.flatMap(([id = '', title = '', text = '', ...more], at) => {
    if (lost.has(id)) return [];
    if (moved.has(id)) return [[`9${id}`, title, text, ...more]];
    if (text.includes(' - ')) ranges += 1;
    const isCut = text.includes(' - ') && ranges % 60 === 0;
    return [[id, title, isCut ? text.slice(0, 7) : title.startsWith('Propensity') && at % 1000 < 10 ? '1.1' : text, ...more]];
  });
  return [head, ...rest.map((line) => line.join(','))].join('\r\n');
}

/** A gift file as Raiser's Edge exports it, with gifts of most people of the messy sample and of some others. */
function gifts(): string {
  const types = ['Cash', 'Cash', 'Cash', 'Pay-Cash', 'Pay-Cash', 'Stock/Property', 'Recurring Gift Pay-Cash', 'Cash', 'Pledge', 'Soft Credit', 'Refund']; // prettier-ignore
  const lines = Array.from({ length: 4200 }, (_, at) => {
    const id = 100_000 + ((at * 7) % 1300) * 3;
    const type = types[(at * 5) % types.length]!;
    const amount = type === 'Stock/Property' ? 5000 + (at % 9) * 1500 : [25, 50, 100, 120, 250, 500, 1000][(at * 3) % 7]!;
    const sign = type === 'Refund' || at % 300 === 7 ? '-' : '';
    return `${id},${(at % 12) + 1}/${(at % 28) + 1}/${1998 + (at % 28)},${sign}$${amount}.00,${type}`;
  });
  return ['CnBio_ID,Gf_Date,Gf_Amount,Gf_Type', ...lines].join('\r\n');
}

/** Takes the picture of a gift file for the list whose columns are open, and removes the gifts again. */
async function takeGifts(page: Page): Promise<void> {
  if (!isWanted('gifts')) return;
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Add gifts…')]);
  await chooser.setFiles({ name: 'Fernhollow gifts.csv', mimeType: 'text/csv', buffer: Buffer.from(gifts()) });
  await page.getByRole('table', { name: 'Gift types that count' }).waitFor();
  await take(page, 'gifts');
  await press(page, 'Remove gifts');
  await page.getByRole('button', { name: 'Add gifts…' }).waitFor();
}

/** The work after a screening: ratings of capacity and propensity, the review, and write back. */
async function takeAfter(page: Page): Promise<void> {
  const view = page.getByRole('radiogroup', { name: 'View' });
  await view.getByText('Matrix').click();
  for (const [proposal, before] of [
    ['Round amounts', 'name their bands.'],
    ['Five equal groups', 'You have one so far.'],
  ] as const) {
    await page.getByText(before).waitFor();
    await press(page, 'Choose scores and bands…');
    await press(page, proposal);
    await press(page, 'Save the rating');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.getByRole('table').getByRole('button').first().waitFor();
  await take(page, 'matrix');
  await view.getByText('Overview').click();
  const parts = page.getByRole('navigation', { name: 'Parts of the project' });
  await parts.getByRole('link', { name: /^Review/ }).click();
  await page.getByRole('heading', { name: /^Is this / }).waitFor();
  await take(page, 'review');
  await parts.getByRole('link', { name: /^Write back/ }).click();
  await page.getByRole('heading', { name: 'The file, first lines' }).waitFor();
  await take(page, 'write-back');
  if (isWanted('proof')) {
    const file = damaged(await saved(page, 'Save the file…'));
    await page.keyboard.press('Escape');
    await page
      .getByLabel('Export of the other system')
      .setInputFiles({ name: 'Attributes export.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('heading', { name: /values are there$/ }).waitFor();
    await page.getByRole('cell', { name: 'Missing' }).first().waitFor();
    await take(page, 'proof');
  }
  await parts.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('article', { name: /^Report/ }).waitFor();
  await take(page, 'report');
  await parts.getByRole('link', { name: /^Scores/ }).click();
}

async function takeMainJob(page: Page): Promise<void> {
  await goTo(page, 'New screening');
  await page.getByRole('button', { name: /Practice with the sample/ }).waitFor();
  await page
    .getByRole('region', { name: /^Connection/ })
    .getByText('100,000')
    .waitFor();
  await take(page, 'new');

  // An earlier screening, so that results can be compared.
  await importSample(page, 'messy', 'Spring appeal');
  await toCheck(page);
  await send(page);
  await finished(page);

  await importSample(page, 'messy', 'Fall appeal');
  await take(page, 'file');
  await press(page, /See the columns/);
  await page.getByRole('button', { name: /Check the rows/, disabled: false }).waitFor();
  await take(page, 'columns');
  await takeGifts(page);
  await press(page, /Check the rows/);
  await press(page, /^Title, suffix or remark in the name/);
  await page
    .getByText(/fix previewed/)
    .first()
    .waitFor();
  await take(page, 'check');
  await press(page, /^Same email in several rows/);
  await page.getByText('Merged, preview').waitFor();
  await take(page, 'duplicates');
  await press(page, /^Fix all safe/);
  await page.getByRole('button', { name: /^Apply \d+ fixes to / }).waitFor();
  await take(page, 'fix-all');
  await press(page, /^Apply \d+ fixes to /);
  await page.getByRole('button', { name: /^Fix all safe/ }).waitFor({ state: 'detached' });

  await press(page, /See the cost/);
  await page.getByRole('button', { name: /^Send [\d,]+ rows/, disabled: false }).waitFor();
  // these counts appear after the cost
  await page.getByText(/^\d+ fields of/).waitFor();
  await take(page, 'cost');
  await press(page, /^See the first 20/);
  await page.getByRole('dialog').getByRole('table').waitFor();
  await take(page, 'first-rows');
  await page.keyboard.press('Escape');
  await press(page, /^Send [\d,]+ rows/);
  await finished(page);
  await page.getByRole('grid').getByRole('link').first().waitFor();
  await page.getByRole('link', { name: /^Write back .* pass$/ }).waitFor();
  await take(page, 'results');
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('textbox', { name: 'Notes for the meeting' }).waitFor();
  await page.getByText(/^1 of [\d,]+$/).waitFor();
  await take(page, 'person');
  await page.goBack();
  await takeAfter(page);
  await press(page, 'Compare');
  await page.getByRole('grid').getByRole('rowheader').or(page.getByRole('grid').getByRole('gridcell')).first().waitFor();
  await take(page, 'compare');
}

async function takeSingleProfile(page: Page): Promise<void> {
  await goTo(page, 'Single profile');
  const values = {
    'First name': 'Marguerite',
    'Last name': 'Ashdown',
    Street: '14 Larkspur Ln',
    City: 'Worcester',
    State: 'MA',
    'Postal code': '1609',
    'Latest gift amount': '1250',
    'Latest gift date': '9/2/24',
    'Number of gifts': '14',
  };
  for (const [name, value] of Object.entries(values)) {
    const field = page.getByRole('textbox', { name, exact: true });
    await field.fill(value);
    await field.press('Tab');
  }
  await press(page, /^Screen for 1 /);
  await page.getByRole('region', { name: 'Current scores' }).waitFor();
  await page.getByText('Looking for this person').waitFor({ state: 'detached' });
  await page.locator('.page-body').evaluate((body) => {
    body.scrollTop = 0;
  });
  await take(page, 'single-profile');
}

/** The second practice service: connected like a real service, and slow enough for a picture of its progress. */
async function takeConnection(page: Page): Promise<void> {
  const service = await startPractice({
    token: TOKEN,
    controlToken: CONTROL_TOKEN,
    dataDir: null,
    credits: 24_650,
    secondsPerThousandRows: 6,
  });
  const control = async (path: string, method: string, body: unknown) => {
    const answer = await fetch(`${service.baseUrl}/__control/${path}`, {
      method,
      headers: { authorization: `Bearer ${CONTROL_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the practice service answered ${answer.status} to ${path}`);
  };
  try {
    await goTo(page, 'Connections');
    await press(page, 'Add a connection');
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    await dialog.getByLabel('Name').fill('Our account');
    await dialog.getByLabel('Address').fill(service.baseUrl);
    await dialog.getByLabel('Token', { exact: true }).fill(TOKEN);
    await dialog.getByRole('button', { name: 'Add and test' }).click();
    await press(page, 'Use for new screenings: Our account');

    await importSample(page, 'messy', 'Alumni file');
    await toCheck(page);
    await send(page);
    await page.getByText('Right now, screening').waitFor();
    await take(page, 'progress');
    await finished(page);

    await control('faults', 'POST', [{ kind: 'status', status: 422, on: { step: 'process' } }]);
    await importSample(page, 'clean', 'Board prospects');
    await toCheck(page);
    await send(page);
    await page.getByText('What should we do?').waitFor({ timeout: 120_000 });
    await take(page, 'decision');

    await goTo(page, 'Connections');
    await page.getByText('Our account').first().waitFor();
    await take(page, 'connections');
    await goTo(page, 'Projects');
    await page.getByRole('table').waitFor();
    await take(page, 'projects');
  } finally {
    await service.close();
  }
}

const TIME_ZONE = 'America/New_York';

const folder = mkdtempSync(join(tmpdir(), 'screening-desk-pictures-'));
mkdirSync(FOLDER, { recursive: true });
const host = spawn(process.execPath, [builtFile('loopback'), '--data', join(folder, 'data')], {
  stdio: ['pipe', 'pipe', 'inherit'],
  // The temporary data folder's key must not enter the keychain. Both programs of a picture have the same day.
  env: { ...process.env, DESK_KEYCHAIN: 'none', TZ: TIME_ZONE },
});
const browser = await chromium.launch({ executablePath: findHeadlessChromium() ?? '/usr/bin/chromium', args: ['--disable-gpu'] });
try {
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: TIME_ZONE,
  });
  await page.goto((JSON.parse(line) as { url: string }).url);
  await heading(page).waitFor();
  await takeMainJob(page);
  if (isWanted('single-profile')) await takeSingleProfile(page);
  if (isWanted('progress', 'decision', 'connections', 'projects')) await takeConnection(page);
} finally {
  await browser.close();
  host.stdin.end();
  await once(host, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

const sizes = readdirSync(FOLDER).map((name) => [name, statSync(join(FOLDER, name)).size] as const);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
for (const [name, size] of sizes) console.log(`${name.padEnd(22)} ${Math.round(size / 1024)} kB`);
console.log(`together               ${Math.round(total / 1024)} kB`);
if (total > MAX_BYTES) throw new Error('the pictures are too large');
