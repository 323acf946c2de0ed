import { test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';
const fake = startsFakeDesk();
const SIZES = [
  [1280, 800, 'light'],
  [1024, 700, 'light'],
  [640, 400, 'light'],
  [1280, 800, 'dark'],
] as const;
for (const [width, height, colorScheme] of SIZES)
  test(`shots ${width} ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const shot = (name: string) => page.screenshot({ path: `/tmp/q31/${name}-${width}-${colorScheme}.png` });
    await openFake(page, fake().url, 'done', '#/project/gala/results');
    await page.waitForTimeout(600);
    await shot('overview');
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Matrix').click();
    await page.getByRole('grid', { name: 'Our rating by Likelihood' }).waitFor();
    await page.waitForTimeout(400);
    await shot('matrix');
    await page.getByRole('button', { name: 'Edit ratings…' }).click();
    await page.waitForTimeout(600);
    await shot('ratings');
  });
