/** Checks the accessibility of the window in Chromium, in every supported scheme and size. */
import type { Browser, ConsoleMessage, Page } from '@playwright/test';
import type { Scenario } from '../fakes/scenarios.ts';
import { axeFindings } from './axe.ts';
import { openFake } from './fake-page.ts';

/** A place of the window, and what to do there before it is checked. */
export interface Place {
  readonly name: string;
  readonly scenario: Scenario;
  readonly hash: string;
  readonly act?: (page: Page) => Promise<void>;
}

export interface Look {
  readonly name: string;
  readonly scheme: 'light' | 'dark' | 'forced';
  readonly width: number;
  readonly height: number;
  /** The rules of axe to check: names and roles are the same in every scheme and size, colors in every size. */
  readonly axe: 'all' | 'colors' | 'none';
}

/** The schemes at the usual size, the smallest window, the smallest window shown at 200 %, and a window of 1280 px shown at 400 %. */
const LOOKS: readonly [Look, ...Look[]] = [
  { name: 'light', scheme: 'light', width: 1280, height: 800, axe: 'all' },
  { name: 'dark', scheme: 'dark', width: 1280, height: 800, axe: 'colors' },
  { name: 'smallest', scheme: 'light', width: 1024, height: 700, axe: 'none' },
  { name: 'smallest at 200 %', scheme: 'light', width: 512, height: 350, axe: 'none' },
  { name: '400 %', scheme: 'light', width: 320, height: 350, axe: 'none' },
];
/** Only for pictures, because no check depends on it. It comes last, because some of its lines stay in Chromium's later pictures. */
const FORCED: Look = { name: 'forced colors', scheme: 'forced', width: 1280, height: 800, axe: 'none' };

/** Waits until nothing is loading and the page has not changed for a few frames, at most 2 seconds, because some places never stop. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let seen = performance.now();
    const observer = new MutationObserver(() => {
      seen = performance.now();
    });
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const ends = ({ playState, effect }: Animation) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    const isMoving = () => document.getAnimations().some(ends) || document.querySelector('.mantine-Skeleton-root') !== null;
    for (const start = performance.now(); performance.now() - start < 2000;) {
      await frame();
      if (performance.now() - seen > 150 && !isMoving()) break;
    }
    observer.disconnect();
  });
}

/**
 * The texts that end beyond the right edge of the window, or of a box that hides the rest and does not scroll, one line each. A text that
 * ends with an ellipsis is not cut off in this sense.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    /** The right edge at which an ancestor cuts the element off, or null if the user can scroll to its end. */
    const edgeOf = (element: Element): number | null => {
      let edge = innerWidth;
      for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX, textOverflow, position, clipPath } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis' || clipPath !== 'none') return null;
        if (hides(overflowX)) edge = Math.min(edge, box.getBoundingClientRect().right);
        if (position === 'fixed') break;
      }
      return edge;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      if (element === null || textContent?.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      range.selectNodeContents(texts.currentNode);
      const { right, width } = range.getBoundingClientRect();
      const edge = width === 0 ? null : edgeOf(element);
      if (edge !== null && right > edge + 1) found.push(`cut off by ${Math.ceil(right - edge)} px: ${textContent!.trim().slice(0, 60)}`);
    }
    return found;
  });

/** The findings in one look at the current page, one line each. */
async function findingsOf(page: Page, { axe }: Look): Promise<string[]> {
  const findings: string[] = [];
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (sideways > 0) findings.push(`scrolls sideways by ${sideways} px`);
  findings.push(...(await cutTexts(page)));
  if (axe === 'none') return findings;
  return [...findings, ...(await axeFindings(page, axe))];
}

const [FIRST_LOOK] = LOOKS;

/** A page for many places: the process of a new page would start, load and compile the program and axe for each of them. */
export async function lookPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-GB' });
  // Each place starts without what another place stored.
  await page.addInitScript(() => localStorage.clear());
  return page;
}

/** Shows a look. */
async function show(page: Page, { scheme, width, height }: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: scheme === 'dark' ? 'dark' : 'light',
    forcedColors: scheme === 'forced' ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  await page.setViewportSize({ width, height });
}

/**
 * The findings at a place, one line each, with the look in which they were found. Loads the program and opens the place once, and changes
 * the scheme and size there, as a user can. `pictureOf`: the path of the picture of each look; absent: no pictures.
 */
export async function findingsAt(page: Page, url: string, place: Place, pictureOf: ((look: Look) => string) | null): Promise<string[]> {
  const findings: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error' || message.type() === 'warning') findings.push(`console: ${message.text()}`);
  };
  const onError = (error: Error) => findings.push(`error: ${error.message}`);
  // What the place before left: its program, which may still make calls, and the position of the pointer.
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  page.on('console', onConsole);
  page.on('pageerror', onError);
  try {
    await show(page, FIRST_LOOK);
    await openFake(page, url, place.scenario, place.hash);
    await place.act?.(page);
    for (const look of pictureOf === null ? LOOKS : [...LOOKS, FORCED]) {
      await show(page, look);
      await untilStill(page);
      if (pictureOf !== null) await page.screenshot({ path: pictureOf(look) });
      findings.push(...(await findingsOf(page, look)).map((finding) => `${look.name}: ${finding}`));
    }
  } finally {
    page.off('console', onConsole);
    page.off('pageerror', onError);
  }
  return findings;
}
