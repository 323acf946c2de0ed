/** What stays visible: the name and the sorted column while a list scrolls sideways, and the buttons of Export. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('sorting results moves the column next to the name, where both stay visible, and ending the sort moves it back', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  const grid = page.getByRole('grid');
  const headings = grid.getByRole('columnheader');
  const titles = async () => (await headings.allInnerTexts()).map((text) => text.trim()).filter((text) => text !== '');
  // The list opens with the largest capacity first.
  await expect.poll(async () => (await titles()).slice(1, 3)).toEqual(['Name', 'Capacity']);
  // Columns far to the right are not rendered.
  const first = async () => (await titles()).slice(1, 5);
  const before = await first();
  const title = before[3]!;
  const heading = headings.filter({ hasText: title });
  await heading.click();
  await expect.poll(first).toEqual(['Name', title, 'City', 'Capacity']);
  await grid.evaluate((element) => {
    for (const box of [element, ...element.querySelectorAll('*')]) box.scrollLeft = box.scrollWidth;
  });
  await expect(headings.filter({ hasText: 'Name' })).toBeInViewport();
  await expect(heading).toBeInViewport();
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', /ending/);
  await heading.click();
  await grid.evaluate((element) => {
    for (const box of [element, ...element.querySelectorAll('*')]) box.scrollLeft = 0;
  });
  await expect.poll(first).toEqual(before);
});

test('in Check the name stays visible while the rows scroll sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFake(page, fake().url, 'check', '#/project/fall/check?show=all');
  await page.getByRole('button', { name: 'Show the hidden columns' }).click();
  const grid = page.getByRole('grid');
  const heading = (name: string) => grid.getByRole('columnheader', { name, exact: true });
  const left = async (name: string) => (await heading(name).boundingBox())?.x ?? 0;
  const [street, last] = [await left('Street'), await left('Last name')];
  await grid.evaluate((element) => {
    for (const box of [element, ...element.querySelectorAll('*')]) box.scrollLeft = box.scrollWidth;
  });
  await expect.poll(() => left('Street')).toBeLessThan(street);
  expect(await left('Last name')).toBe(last);
  for (const name of ['First name', 'Last name']) await expect(heading(name)).toBeInViewport();
});

test('at 1024 × 700 the buttons of Export are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await openFake(page, fake().url, 'done', '#/project/gala/results');
  await page.getByRole('button', { name: 'Export…', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true })).toBeInViewport({ ratio: 1 });
});
