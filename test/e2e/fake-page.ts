/** The page with the fake desk, for states that are hard to reach or to keep with the real application. */
import { type Page, test } from '@playwright/test';
import { type FakeDesk, startFakeDesk } from '../fakes/fake-desk.ts';
import type { Scenario } from '../fakes/scenarios.ts';

/** Opens a place of the page, its address after the `#`, in a scenario. */
export async function openFake(page: Page, url: string, scenario: Scenario, hash: string): Promise<void> {
  await page.goto(`${url}/?scenario=${scenario}#code=fake`);
  await page.locator('.sidebar-card').waitFor();
  await page.evaluate((at) => {
    location.hash = at;
  }, hash);
  await page.locator('h1').waitFor();
}

/** Starts the fake desk for the tests of a file, once per worker. The page is the same in a browser and in Electron. */
export function startsFakeDesk(): () => FakeDesk {
  let fake: FakeDesk | null = null;
  test.beforeEach(({ browserName: _browserName }, info) => {
    info.skip(info.project.name === 'electron', 'the page is the same in both');
  });
  test.beforeAll(async () => {
    fake = await startFakeDesk();
  });
  test.afterAll(async () => {
    await fake?.close();
  });
  return () => fake!;
}
