/** What the user types is stored although the page goes away before the next moment at which its field saves. */
import { expect, test } from './fixtures.ts';
import { toCost } from './list-steps.ts';

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
