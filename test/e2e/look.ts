/**
 * Looks at the window: opens places of the stand-in in Chromium, keeps a picture of each, and says what axe, the console
 * and the page's width have to say. `look.ts OUT_FOLDER [name …]`
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Scenario, startFakeDesk } from '../fakes/fake-desk.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** A place of the window, and what to do there before it is looked at. */
export interface Place {
  readonly name: string;
  readonly scenario: Scenario;
  readonly hash: string;
  readonly act?: (page: Page) => Promise<void>;
}

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
}

const LOOKS: readonly Look[] = [
  { scheme: 'light', width: 1280, height: 800 },
  { scheme: 'dark', width: 1280, height: 800 },
  { scheme: 'light', width: 1024, height: 700 },
  // 1024 × 700 shown at 200 %
  { scheme: 'light', width: 512, height: 350 },
];

/** What was found at a place, one line each; nothing when all is well. */
async function lookAt(browser: Browser, url: string, place: Place, look: Look, folder: string): Promise<string[]> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const findings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') findings.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => findings.push(`error: ${error.message}`));
  await page.goto(`${url}/?scenario=${place.scenario}#code=fake`);
  await page.waitForSelector('.rail-card');
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place.hash);
  await page.waitForSelector('h1');
  await page.waitForTimeout(350);
  await place.act?.(page);
  await page.waitForTimeout(250);
  await page.screenshot({ path: join(folder, `${place.name}-${look.width}-${look.scheme}.png`) });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (sideways > 0) findings.push(`scrolls sideways by ${sideways} px`);
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  for (const { id, nodes } of violations)
    for (const node of nodes) findings.push(`axe ${id}: ${node.target.join(' ')} ${node.any.map((check) => check.message).join('; ')}`);
  await context.close();
  return findings;
}

/** Looks at places in every size and scheme; answers how many findings there were. */
export async function lookAtAll(places: readonly Place[], folder: string, looks: readonly Look[] = LOOKS): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const desk = await startFakeDesk();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
  let total = 0;
  try {
    for (const place of places)
      for (const look of looks) {
        const findings = await lookAt(browser, desk.url, place, look, folder);
        total += findings.length;
        const where = `${place.name} ${look.width}×${look.height} ${look.scheme}`;
        process.stdout.write(findings.length === 0 ? `${where}: nothing\n` : `${where}:\n${findings.map((one) => `  ${one}\n`).join('')}`);
      }
  } finally {
    await browser.close();
    await desk.close();
  }
  return total;
}
