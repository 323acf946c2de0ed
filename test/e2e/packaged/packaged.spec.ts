/**
 * The installed program: the practice sample from New to Results, in the program in DESK_PROGRAM. Its fuses refuse the inspector of Node,
 * which Playwright's Electron driver needs, so the test uses Chromium's debugging port.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, test } from '@playwright/test';

const PROGRAM = process.env['DESK_PROGRAM'] ?? '';

/** The address that Chromium prints when its port is open. */
async function debuggingAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the program ended before its window was open');
}

test('the installed program screens the practice sample', async () => {
  test.skip(PROGRAM === '', 'DESK_PROGRAM names no packaged program');
  const folder = mkdtempSync(join(tmpdir(), 'desk-packaged-'));
  const child = spawn(PROGRAM, ['--remote-debugging-port=0'], {
    env: { ...process.env, DESK_DATA: join(folder, 'data') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  try {
    const browser = await chromium.connectOverCDP(await debuggingAddress(createInterface({ input: child.stderr })));
    const context = browser.contexts()[0]!;
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await page.getByRole('link', { name: 'New screening' }).first().click();
    await page.getByRole('button', { name: /Practi[cs]e with the sample/ }).click();
    await page.getByRole('button', { name: /Check the rows/ }).click();
    await page.getByRole('button', { name: /See the cost/ }).click();
    await page.getByRole('button', { name: /^Send [\d,]+ rows/ }).click();
    await expect(page.getByText(/Every row accounted for/)).toBeVisible({ timeout: 60_000 });
    expect(await page.evaluate(() => typeof (globalThis as { process?: unknown }).process)).toBe('undefined');
    await browser.close();
  } finally {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
