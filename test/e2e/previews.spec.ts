/** Previews of a change, with the fake desk: the old and the new value are both fully visible, even in a small window. */
import { expect, type Locator, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

/** True when no part of the text is cut off. */
const isWhole = (preview: Locator): Promise<boolean> =>
  preview.evaluate(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth <= clientWidth && scrollHeight <= clientHeight,
  );

for (const [size, width, height] of [
  ['the usual size', 1280, 800],
  ['200 %', 640, 400],
] as const) {
  test(`a name that is split shows the old and the new value at ${size}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openFake(page, fake().url, 'columns', '#/project/fall/columns');
    await page.getByRole('button', { name: 'See them' }).click();
    const spouse = page.getByText('Bartholomew Montgomery-Abernathy → Bartholomew · Montgomery-Abernathy', { exact: true });
    await spouse.scrollIntoViewIfNeeded();
    await expect(spouse).toBeVisible();
    expect(await isWhole(spouse)).toBe(true);
  });
}

test('an issue shows the old and the new value of its example in full', async ({ page }) => {
  await openFake(page, fake().url, 'columns', '#/project/fall/check');
  const example = page.getByTitle('Christopher and Wilhelmina → Christopher · Wilhelmina · Pellegrin');
  await expect(example).toBeVisible();
  expect(await isWhole(example)).toBe(true);
});

test('the balance and the connection stay visible in the smallest window at 200 %', async ({ page }) => {
  for (const [width, height] of [
    [640, 400],
    [512, 350],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const scenario of ['live', 'first-run'] as const) {
      await openFake(page, fake().url, scenario, '#/new');
      await expect(page.getByRole('region', { name: /^Connection/ }).getByText(scenario === 'live' ? '24,650' : '100,000')).toBeInViewport({
        ratio: 1,
      });
    }
  }
});

test('the sum of the rows is a sentence without gaps, and a list that was sent offers nothing to leave out', async ({ page }) => {
  await openFake(page, fake().url, 'cost-since', '#/project/fall/check?show=all');
  const sum = page.getByText(/screened already and not sent$/);
  // the comma is next to the number
  const gap = await sum.evaluate((element) => {
    const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
    const boxes = texts.map((text) => {
      const range = document.createRange();
      range.selectNode(text);
      return range.getBoundingClientRect();
    });
    const comma = texts.findIndex((text) => text.textContent?.startsWith(','));
    return boxes[comma]!.left - boxes[comma - 1]!.right;
  });
  expect(gap).toBeLessThan(2);
  await openFake(page, fake().url, 'run-processing', '#/project/alumni/check?show=all');
  const cell = page.getByRole('region', { name: 'The active cell' });
  await expect(cell).toContainText('The row was sent with the list.');
});
