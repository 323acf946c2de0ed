/** The part Gifts of Columns. */
import type { Place } from './look.ts';

const HASH = '#/project/fall/columns/gifts';

export const GIFT_PLACES: readonly Place[] = [
  { name: 'gifts', scenario: 'gifts', hash: HASH },
  {
    name: 'gifts-agree',
    scenario: 'gifts',
    hash: HASH,
    act: async (page) => {
      await page.getByRole('button', { name: 'Count them too' }).click();
      await page.getByText('Both match').waitFor();
      await page.getByRole('button', { name: 'See', exact: true }).click();
      await page.getByText('104410, 104412').waitFor();
    },
  },
  {
    name: 'gifts-end',
    scenario: 'gifts',
    hash: HASH,
    act: async (page) => {
      await page.getByRole('table', { name: 'Ten people' }).waitFor();
      await page.locator('.page-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'gifts-nobody',
    scenario: 'gifts-nobody',
    hash: HASH,
    act: async (page) => {
      await page.getByText('None of the 2,579 IDs is on your list').waitFor();
    },
  },
  {
    name: 'gifts-none',
    scenario: 'columns',
    hash: HASH,
    act: async (page) => {
      await page.getByText('Drop a file with one gift per row').waitFor();
    },
  },
  { name: 'gifts-list', scenario: 'gifts', hash: '#/project/fall/columns' },
  {
    name: 'gifts-or-list',
    scenario: 'columns',
    hash: '#/project/fall/columns',
    act: async (page) => {
      await page.getByRole('button', { name: 'Add gifts…' }).waitFor();
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['ID'], 'gifts.csv'));
        document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
      });
      await page.getByRole('dialog', { name: 'New list or gifts?' }).waitFor();
    },
  },
];
