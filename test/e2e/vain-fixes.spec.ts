/** If the safe fixes of a list change nothing, there is no button for all of them. */
import { expect, test } from './fixtures.ts';
import { toCheck } from './list-steps.ts';

test('a name of three people has no button for all safe fixes, and one of two people has', async ({ desk }) => {
  const { page } = desk;
  const all = page.getByRole('button', { name: /^Fix all safe/ });
  const list = (name: string) => ['ID,First,Last,Street,City,State,ZIP', `P1,,${name},12 Larkspur Ln,Worcester,MA,01609`];
  await toCheck(desk, list('"Tim, Ann & Joe Pell"'));
  await expect(page.getByRole('button', { name: /^Two people in one name 1/ })).toBeVisible();
  await expect(all).toHaveCount(0);
  await toCheck(desk, list('Ann & Joe Pell'));
  await expect(all).toHaveText('Fix all safe: 1 kind, 4 cells…');
});
