/** Previews of a change, with the fake desk: the old and the new value are both fully visible, also in a small window. */
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
