/** Lists past their retention period: Projects says so a week before, and a list can be kept for a reason. */
import { expect, test } from '@playwright/test';
import { axeFindings } from './axe.ts';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('Projects announces what is removed, keeps a list for a reason, and asks before unsaved results are lost', async ({ page }) => {
  await openFake(page, fake().url, 'retention', '#/projects');
  const notice = page.getByRole('region', { name: '1 list will be removed because of age, the first on September 20, 2026' });
  await expect(notice).toContainText('It is removed on September 20, 2026, 24 months after its screening.');
  await expect(notice).toContainText('Its people and results are removed; counts and the screening record are kept.');
  await expect(notice).toContainText('Its results were never saved in a file.');
  expect(await axeFindings(page)).toEqual([]);
  await notice.getByRole('button', { name: 'Keep this one: Spring gala 2024' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep Spring gala 2024' });
  await expect(dialog.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Campaign until June');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const past = page.getByRole('region', { name: 'Lists past their time' });
  await expect(past).not.toContainText('Spring gala 2024');
  fake().failNext('retention.agree', 'DISK_FULL', 'The disk is full.');
  await past.getByRole('button', { name: 'Remove without saving: Board prospects' }).click();
  await expect(past.getByRole('alert')).toContainText('The disk is full.');
  await past.getByRole('button', { name: 'Remove without saving: Board prospects' }).click();
  await expect(notice).toContainText('Board prospects');
  await expect(notice.getByRole('button', { name: 'Remove without saving: Board prospects' })).toHaveCount(0);
});
