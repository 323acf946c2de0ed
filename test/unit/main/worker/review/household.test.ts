/** Who else in the list lives with a person under review: also rows that were not sent, but nobody who only lives nearby. */
import { afterAll, describe, expect, it } from 'vitest';
import { ResultProject, csvOf } from '../../../../kit/result-project.ts';

const HEAD = [
  'Constituent ID',
  'First Name',
  'Last Name',
  'Spouse First Name',
  'Spouse Last Name',
  'Address',
  'City',
  'State',
  'Zip',
  'Email',
];
const at = (street: string, zip = '04101', email = '') => [street, 'Portland', 'ME', zip, email];
const ROWS = [
  ['1', 'Solveig', 'Maddox', 'Peter', 'Hale', ...at('27 Fore Street', '04101', 's.maddox@example.org')],
  ['2', 'SOLVEIG', 'Maddox', '', '', ...at('27 Fore St.')],
  ['3', 'Peter', 'Hale', '', '', ...at('27 Fore St')],
  ['4', 'Imogen', 'Vogt', '', '', ...at('27 Fore St', '04101-2233')],
  ['5', 'Rosa', 'Lark', '', '', ...at('9 Beacon Ave', '03301', 'S.Maddox@example.org')],
  ['6', 'Jonah', 'Osei', '', '', ...at('27 Forest Ave')],
  ['7', 'Tobias', 'Raman', '', '', ...at('27 Fore St', '03060')],
  // A second row with the same ID is not sent.
  ['2', 'Winifred', 'Ash', '', '', ...at('27 Fore St')],
];
const profile = (id: string, street: string, postalCode: string) => ({
  constituentId: id,
  street,
  postalCode,
  mostRecentScore: { overallScore: 3 },
});

const project = await ResultProject.of(csvOf([HEAD, ...ROWS]), false);
afterAll(() => project.dispose());
const household = (row: number) => project.ask('review.household', { options: { sendErrors: false, resendRecent: false }, row });
const shared = async (row: number) => Object.fromEntries((await household(row)).rows.map((one) => [one.row, one.shares]));

describe('the household of a person', () => {
  it('has every row with the same name, spouse, address or email, sent or not, and the row at the address of the profile', async () => {
    await project.collect({
      profiles: JSON.stringify([
        profile('1', '27 Forest Avenue', '04101'),
        profile('5', '9 Beacon Ave', '03301'),
        profile('7', '27 Fore St', '03060'),
      ]),
    });
    expect(await shared(2)).toEqual({
      3: ['name', 'address'],
      4: ['spouse', 'address'],
      5: ['address'],
      6: ['email'],
      7: ['profileAddress'],
      9: ['address'],
    });
    expect(await shared(6)).toEqual({ 2: ['email'] });
    const { rows } = await household(2);
    expect(rows.find(({ row }) => row === 6)).toMatchObject({ name: 'Rosa Lark', address: '9 Beacon Ave, Portland', outcome: 'scored' });
    expect(rows.find(({ row }) => row === 9)).toMatchObject({ outcome: 'leftOut' });
  });

  it('has nobody of a house with the same street in another town, and a person without a profile is not under review', async () => {
    expect(await shared(8)).toEqual({});
    await expect(household(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
