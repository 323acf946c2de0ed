/** Criteria of WCAG 2.2 that the rules of axe do not cover, on the screens of a whole screening. */
import { expect, type Page, test } from '@playwright/test';
import type { Scenario } from '../fakes/scenarios.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';
import { cutTexts } from './look.ts';

const fake = startsFakeDesk();

const SCREENS: readonly (readonly [Scenario, string])[] = [
  ['projects', '#/projects'],
  ['file', '#/project/fall/file'],
  ['columns', '#/project/fall/columns'],
  ['check', '#/project/fall/check'],
  ['live', '#/project/fall/cost'],
  ['done', '#/project/gala/results'],
  ['done', '#/project/gala/results/report'],
  ['live', '#/connections'],
  ['proxy-asks', '#/settings'],
  ['projects', '#/settings/diagnostics'],
  ['live', '#/profile'],
];

const soft = expect.configure({ soft: true });

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** 1.4.10 Reflow: at 320 px wide nothing scrolls sideways, and no text is cut off. */
async function expectReflow(page: Page, hash: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  // The page needs a moment for its other layout, and longer on a busy computer.
  await soft.poll(() => sideways(page), `${hash} at 320 px`).toBeLessThanOrEqual(0);
  await soft.poll(() => cutTexts(page), `${hash} at 320 px`).toEqual([]);
}

/** 1.4.12 Text spacing: with the spacing of the criterion nothing scrolls sideways, and no button cuts its text off. */
async function expectRoomForSpacing(page: Page, hash: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const style = await page.addStyleTag({
    content:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }',
  });
  await soft.poll(() => sideways(page), `${hash} with spacing`).toBeLessThanOrEqual(0);
  const cut = () =>
    page
      .locator('main button:visible .mantine-Button-label')
      .evaluateAll((labels) =>
        labels
          .filter((label) => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1)
          .map((label) => label.textContent),
      );
  await soft.poll(cut, `${hash} with spacing`).toEqual([]);
  await style.evaluate((element) => (element as Element).remove());
}

/** 2.4.11 Focus not obscured: nothing covers what has the focus, from the first to the last stop of Tab. */
async function expectFocusInSight(page: Page, hash: string, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  const covered: string[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < 60; at++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (element === null || element === document.body) return null;
      // Of a switch or a segment, only the label is visible.
      const [label] = (element as HTMLInputElement).labels ?? [];
      const box = (label ?? element).getBoundingClientRect();
      // Level AA requires only that some point of the element is visible.
      const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [box.x + box.width * x, box.y + box.height * y] as const),
      );
      const isSeen = points.some(([x, y]) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (element.contains(top) || top.contains(element) || top.closest('label')?.control === element);
      });
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)} ${box.x},${box.y}`;
      return { name, isSeen };
    });
    if (stop === null || seen.has(stop.name)) break;
    seen.add(stop.name);
    if (!stop.isSeen) covered.push(stop.name);
  }
  expect.soft(seen.size, `${hash} with Tab`).toBeGreaterThan(2);
  expect.soft(covered, `${hash} with Tab, ${size.width} px wide`).toEqual([]);
}

test('1.4.10 Reflow, 1.4.12 Text spacing and 2.4.11 Focus not obscured, on each screen', async ({ page }) => {
  for (const [scenario, hash] of SCREENS) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openFake(page, fake().url, scenario, hash);
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectReflow(page, hash);
    await expectRoomForSpacing(page, hash);
    await expectFocusInSight(page, hash, { width: 1024, height: 700 });
  }
});

test('2.4.11 Focus not obscured at 200 %, where the footer is over the page, also with only a note', async ({ page }) => {
  for (const [scenario, hash] of [
    ['file', '#/project/fall/file'],
    ['columns', '#/project/fall/columns'],
    ['check', '#/project/fall/check'],
    ['done', '#/project/gala/check'],
  ] as const) {
    await openFake(page, fake().url, scenario, hash);
    await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
    await expectFocusInSight(page, hash, { width: 512, height: 350 });
  }
  // The longest note is in the footer of a list that was sent.
  const note = page.getByText('The list was sent. You can view its rows, but not change them.');
  await expect.poll(async () => (await note.boundingBox())?.height ?? 1000).toBeLessThanOrEqual(64);
});

test('1.3.1 Every tab of the results is in sight with its whole number', async ({ page }) => {
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await openFake(page, fake().url, 'done', '#/project/gala/results');
    const list = page.getByRole('tablist', { name: 'Rows by outcome' });
    await expect(list.getByRole('tab', { name: /^Without a row/ })).toBeVisible();
    const { right } = await list.evaluate((element) => element.getBoundingClientRect());
    const ends = await list.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().right));
    expect(ends.filter((end) => end > right + 1)).toEqual([]);
  }
});

test('1.4.1 A pressed button differs from the others by more than color, also in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [scenario, hash] of [
    ['check', '#/project/fall/check'],
    ['done', '#/project/gala/results'],
  ] as const) {
    await openFake(page, fake().url, scenario, hash);
    const button = page.locator(hash.endsWith('check') ? '.readiness-part' : '.pick-bar').first();
    const outline = () => button.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline(), hash).toBe('none');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await page.mouse.move(0, 0);
    expect(await outline(), hash).toBe('solid');
  }
});
