/** What the user types is stored although the page goes away before the next moment at which its field saves. */
import { expect, test } from './fixtures.ts';
import { toCheck, toCost } from './list-steps.ts';

const LIST = ['Constituent ID,First Name,Last Name,ZIP', 'A-1,Ada,Ashdown,01609', 'A-2,Grace,Brink,03060'];

test('the purpose and the name on the service survive a reload and the back button right after they are typed', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, LIST);
  const purpose = page.getByRole('textbox', { name: 'Purpose' });
  await purpose.fill('Spring campaign of the library');
  await page.reload();
  await expect(purpose).toHaveValue('Spring campaign of the library');

  const name = page.getByRole('textbox', { name: 'Name on the service' });
  await name.fill('Library friends');
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goForward();
  await expect(name).toHaveValue('Library friends');
});

test('the order of the rows in Check survives a reload', async ({ desk }) => {
  const { page } = desk;
  await toCheck(desk, LIST);
  const heading = page.getByRole('columnheader', { name: /^Last name/ });
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
});

test('a cost without a row to send does not count the fields of nobody', async ({ desk }) => {
  const { page } = desk;
  await toCost(desk, ['Constituent ID,First Name,Last Name,ZIP,Deceased', 'A-1,Ada,Ashdown,01609,Yes', 'A-2,Grace,Brink,03060,Yes']);
  const cost = page.getByRole('region', { name: 'Cost' });
  await expect(cost.getByText('Nothing, because no row is left to send.')).toBeVisible();
  await expect(cost).not.toContainText('0 people');
  await expect(cost.getByRole('button', { name: /as sent$/ })).toHaveCount(0);
});
