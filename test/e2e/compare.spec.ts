/** The comparison of two screenings, with the fake desk: who changed, in which order, and how to change the order. */
import { expect, test } from '@playwright/test';
import { openFake, startsFakeDesk } from './fake-page.ts';

const fake = startsFakeDesk();

test('changed people are listed with the largest change first, or in file order on request', async ({ page }) => {
  await openFake(page, fake().url, 'done', '#/project/gala/results/compare');
  const rises = page.getByRole('grid', { name: 'Higher, Overall score' });
  const first = rises.getByRole('row').nth(1);
  const difference = rises.getByRole('columnheader', { name: 'Difference' });
  await expect(page.getByText('214 people, largest rise first', { exact: true }).first()).toBeVisible();
  await expect(first.getByRole('gridcell', { name: '+1.2' })).toBeVisible();
  await expect(difference).toHaveAttribute('aria-sort', 'descending');

  await page.getByRole('button', { name: 'Show in file order' }).click();
  await expect(page.getByText('214 people, in file order', { exact: true }).first()).toBeVisible();
  await expect(first.getByRole('rowheader')).toHaveText('2');
  await expect(difference).toHaveAttribute('aria-sort', 'none');

  await difference.click();
  await expect(first.getByRole('gridcell', { name: '+1.2' })).toBeVisible();

  await page.getByRole('tab', { name: 'Lower 131' }).click();
  await expect(page.getByText('131 people, largest fall first', { exact: true }).first()).toBeVisible();
  const falls = page.getByRole('grid', { name: 'Lower, Overall score' });
  await expect(falls.getByRole('row').nth(1).getByRole('gridcell', { name: '−1.2' })).toBeVisible();
  await expect(falls.getByRole('columnheader', { name: 'Difference' })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('tab', { name: 'Not screened then 122' }).click();
  await expect(page.getByText('122 people, in file order', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show/ })).toBeHidden();
});
