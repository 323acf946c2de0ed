/** The page behind a stand-in of the application, for what is hard to reach or to hold with a real one. */
import { type Page, test } from '@playwright/test';
import { type FakeDesk, type Scenario, startFakeDesk } from '../fakes/fake-desk.ts';

/** Opens a place of the page: its address behind the `#`, in one of the states that the stand-in knows. */
export async function openFake(page: Page, url: string, scenario: Scenario, hash: string): Promise<void> {
  await page.goto(`${url}/?scenario=${scenario}#code=fake`);
  await page.locator('.sidebar-card').waitFor();
  await page.evaluate((at) => {
    location.hash = at;
  }, hash);
  await page.locator('h1').waitFor();
}

/** For a file of tests of the page by itself, which is the same one in a browser and in Electron: answers the stand-in of its worker. */
export function startsFakeDesk(): () => FakeDesk {
  let fake: FakeDesk | null = null;
  test.beforeEach(({ browserName: _browserName }, info) => {
    info.skip(info.project.name === 'electron', 'the page is the same one in both');
  });
  test.beforeAll(async () => {
    fake = await startFakeDesk();
  });
  test.afterAll(async () => {
    await fake?.close();
  });
  return () => fake!;
}
