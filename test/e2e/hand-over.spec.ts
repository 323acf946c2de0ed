/**
 * A project is handed over to a colleague: the bundle is made on one computer and opened on another, and each computer keeps its own
 * rights.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { startLoopback } from '../kit/loopback-host.ts';
import { test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

const PASSPHRASE = 'correct horse battery staple';

test('a draft is handed over, opened by a colleague, and taken back', async ({ desk, browser }) => {
  const { page } = desk;
  await toCheck(desk, [
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP',
    'A1,Rosalind,Quayle,1 Larkspur Ln,Worcester,MA,01609',
    'A2,Ines,Duarte,2 Larkspur Ln,Worcester,MA,01609',
  ]);
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  const menu = page.getByRole('button', { name: /^Menu of / });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Hand over…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Hand over / });
  await dialog.getByRole('radio', { name: /^The project itself/ }).check();
  await dialog.getByLabel('Passphrase', { exact: true }).fill('short');
  await expect(dialog).toContainText('At least 12 characters; 7 more.');
  await dialog.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await dialog.getByLabel('The same passphrase again').fill(PASSPHRASE);
  await desk.look('hand-over');
  const path = await desk.saveAtOnce(() => dialog.getByRole('button', { name: 'Hand it over…' }).click());
  const made = page.getByRole('dialog', { name: 'The project was handed over' });
  await made.getByRole('button', { name: 'Close' }).last().click();
  await expect(menu).toBeFocused();
  await expect(page.getByRole('row').nth(1)).toContainText('Handed over');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: /See the cost/ }).click();
  await expect(page.getByRole('button', { name: 'Send 2 rows' })).toHaveAccessibleDescription('Only another computer can send this list');
  // A click on a button that is blocked says why.
  await page.getByRole('button', { name: 'Send 2 rows' }).click({ force: true });
  await expect(page.locator('output.visually-hidden')).toHaveText('Only another computer can send this list');
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();

  const folder = mkdtempSync(join(tmpdir(), 'desk-colleague-'));
  const host = await startLoopback(join(folder, 'data'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US', reducedMotion: 'reduce' });
  const there = await context.newPage();
  await there.goto(host.url);
  await there.getByRole('navigation', { name: 'Main' }).waitFor();
  await there.getByRole('link', { name: 'Projects', exact: true }).first().click();
  const choose = async () => {
    const [chooser] = await Promise.all([there.waitForEvent('filechooser'), there.getByRole('button', { name: 'Open a bundle…' }).click()]);
    await chooser.setFiles(path);
  };
  await choose();
  const opening = there.getByRole('dialog', { name: 'Open a bundle' });
  await opening.getByLabel('Passphrase', { exact: true }).fill('not the passphrase');
  await opening.getByRole('button', { name: 'Open the bundle' }).click();
  await expect(opening).toContainText('The passphrase does not open');
  await opening.getByRole('button', { name: 'Cancel' }).click();
  await choose();
  await opening.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  const held = Promise.withResolvers<void>();
  await there.route('**/rpc', async (route) => {
    if ((route.request().postData() ?? '').includes('"bundles.open"')) await held.promise;
    await route.continue();
  });
  await there.keyboard.press('Enter');
  // A bundle that is being opened cannot be canceled.
  await expect(opening.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
  await there.keyboard.press('Escape');
  await expect(opening.getByLabel('Passphrase', { exact: true })).toBeVisible();
  held.resolve();
  await expect(opening).toContainText('It belongs to this computer now');
  await expect(opening.getByRole('link', { name: 'Open the project' })).toBeFocused();
  await there.keyboard.press('Enter');
  await expect(there.getByText('Rosalind').first()).toBeVisible();
  await context.close();
  await host.close();
  rmSync(folder, { recursive: true, force: true });

  await menu.click();
  await page.getByRole('menuitem', { name: 'Take it back…' }).click();
  await page.getByRole('button', { name: 'Nobody opens the bundle: take it back' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('Draft');
});
