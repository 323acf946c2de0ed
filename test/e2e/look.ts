/** Looks at the window in Chromium as a person with any eyesight would, in every scheme and size that it has to stand. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import type { Scenario } from '../fakes/fake-desk.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** A place of the window, and what to do there before it is looked at. */
export interface Place {
  readonly name: string;
  readonly scenario: Scenario;
  readonly hash: string;
  readonly act?: (page: Page) => Promise<void>;
}

interface Look {
  readonly name: string;
  readonly scheme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Names, roles and colours are the same in every size: axe need not see them again. */
  readonly withAxe: boolean;
}

/** The schemes at the usual size, the smallest window, and the smallest window shown at 200 %. */
export const LOOKS: readonly Look[] = [
  { name: 'light', scheme: 'light', width: 1280, height: 800, withAxe: true },
  { name: 'dark', scheme: 'dark', width: 1280, height: 800, withAxe: true },
  { name: 'smallest', scheme: 'light', width: 1024, height: 700, withAxe: false },
  { name: 'smallest at 200 %', scheme: 'light', width: 512, height: 350, withAxe: false },
];

/** What is wrong at a place, one line each; nothing when all is well. Keeps a picture of it. */
export async function findingsAt(browser: Browser, url: string, place: Place, look: Look, picture: string): Promise<string[]> {
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
  try {
    await page.goto(`${url}/?scenario=${place.scenario}#code=fake`);
    await page.locator('.rail-card').waitFor();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, place.hash);
    await page.locator('h1').waitFor();
    await place.act?.(page);
    // What was asked for comes, and menus and dialogs open, within a few frames, also with reduced motion.
    await page.waitForTimeout(500);
    await page.screenshot({ path: picture });
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (sideways > 0) findings.push(`scrolls sideways by ${sideways} px`);
    if (!look.withAxe) return findings;
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    for (const { id, nodes } of violations)
      for (const node of nodes) findings.push(`axe ${id}: ${node.target.join(' ')} ${node.any.map((check) => check.message).join('; ')}`);
  } finally {
    await context.close();
  }
  return findings;
}
