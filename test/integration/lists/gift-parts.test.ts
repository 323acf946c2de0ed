/** Gift files with several rows for one gift: the same row again, or rows with a part of the amount each. */
import { expect, it } from 'vitest';
import { partsText, STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import { GIVER_IDS, GIVER_LIST, readGiftFile } from '../../kit/gift-files.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);

it("Raiser's Edge: a gift with a row for each of its funds counts once", async () => {
  const { view, lines } = await readGiftFile(desk, [
    'CnBio_ID,Gf_Gift_ID,Gf_Date,Gf_Amount,Gf_Type,Gf_Fund',
    `${GIVER_IDS[0]!},G-1,02/15/2021,"$1,000.00",Cash,Annual Fund`,
    `${GIVER_IDS[1]!},G-2,02/15/2021,"$1,000.00",Cash,Annual Fund`,
    `${GIVER_IDS[0]!},G-1,02/15/2021,"$1,000.00",Cash,Library`,
    `${GIVER_IDS[0]!},G-1,02/15/2021,"$1,000.00",Cash,Organ`,
    `${GIVER_IDS[0]!},,02/15/2021,$20.00,Cash,Organ`,
    `${GIVER_IDS[0]!},,02/15/2021,$20.00,Cash,Organ`,
    `${GIVER_IDS[0]!},G-3,02/16/2021,$500.00,Pledge,Organ`,
    `${GIVER_IDS[0]!},G-3,02/16/2021,$500.00,Cash,Organ`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 5, sum: '2540' });
  expect(lines).toEqual([
    ['Cash', 5, '2540', null],
    ['Another row of a gift', 2, '2000', 'in the file again as other gifts'],
    ['Pledge', 1, '500', 'promised, not received'],
  ]);
});

it('a gift that is credited to its own giver in a row before counts', async () => {
  const { view } = await readGiftFile(desk, [
    'Opportunity ID,Contact ID,Close Date,Amount,Stage,Role',
    `006A,${GIVER_IDS[0]!},2021-02-15,50.00,Posted,Household Member`,
    `006A,${GIVER_IDS[0]!},2021-02-15,50.00,Posted,Donor`,
    `006A,${GIVER_IDS[0]!},2021-02-15,50.00,Posted,Donor`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 1, sum: '50' });
});

it.each([
  ['the amounts of one gift differ', 'Gift ID,Donor ID,Gift Date,Amount,Fund', '700.00'],
  ['the heading says that each is a part', 'Gift ID,Donor ID,Gift Date,Split Amount,Fund', '500.00'],
])('rows of one gift that have their own amounts all count: %s', async (_, headings, amount) => {
  const { view } = await readGiftFile(desk, [
    headings,
    `G-1,${GIVER_IDS[0]!},2021-02-15,500.00,Annual Fund`,
    `G-1,${GIVER_IDS[0]!},2021-02-15,500.00,Library`,
    `G-2,${GIVER_IDS[1]!},2021-02-15,500.00,Annual Fund`,
    `G-2,${GIVER_IDS[1]!},2021-02-15,${amount},Library`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 2, sum: String(1500 + Number(amount)) });
});

it('parts of one gift are sent as one gift, however they are written, typed and ordered', async () => {
  const gifts = [
    'Transaction Number,Account Number,Transaction Date,Transaction Type,Amount,Fund',
    `T-1,${GIVER_IDS[0]!},02/03/2021,Donation,"$1,200.00",Annual Fund`,
    `T-2,${GIVER_IDS[1]!},02/03/2021,Donation,$40,Annual Fund`,
    `T-3,${GIVER_IDS[0]!},03/15/2021,Donation,"$1,300",Library`,
    `T-1,${GIVER_IDS[0]!},02/03/2021,Gift in kind,$150.50,Organ`,
    `T-1,${GIVER_IDS[0]!},02/03/2021,Pledge,$5000,Organ`,
    `,${GIVER_IDS[1]!},02/03/2021,Donation,$40,Annual Fund`,
    `,${GIVER_IDS[1]!},02/03/2021,Donation,$40,Annual Fund`,
  ];
  const id = await desk.importList(GIVER_LIST);
  const { view } = await desk.call('gifts.read', { id, file: await desk.file('gifts.csv', gifts), options: {}, choices: { ...STANDARD_GIFT_CHOICES, dateOrder: 'mdy' } }); // prettier-ignore
  expect(view.counted).toMatchObject({ gifts: 5, sum: '2770.5' });
  expect(partsText(view)).toBe('in 6 rows: the rows of one gift count once');
  await desk.call('gifts.use', { id });
  const { records } = await desk.call('cost.sample', { id, limit: 2 });
  const [first, second] = records.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  expect(first).toMatchObject({ rfmTotalGiftCount: 2, rfmTotalGiftValue: 2650.5, rfmLargestGiftValue: 1350.5, rfmLargestGiftDate: '2021-02-03', rfmFirstGiftValue: 1350.5, rfmMostRecentGiftValue: 1300 }); // prettier-ignore
  expect(second).toMatchObject({ rfmTotalGiftCount: 3, rfmTotalGiftValue: 120, rfmLargestGiftValue: 40 });
});

/** Gifts with one row each: more than the first rows by which a file is judged. */
const singles = Array.from({ length: 3000 }, (_, at) => `S-${at},${GIVER_IDS[at % 4]!},2020-01-01,10.00,Annual Fund`);

it('parts of gifts that are only in the last rows of a long file are one gift', async () => {
  const { view } = await readGiftFile(desk, [
    'Gift ID,Donor ID,Gift Date,Amount,Fund',
    ...singles,
    `G-1,${GIVER_IDS[0]!},2021-02-15,500.00,Annual Fund`,
    `G-1,${GIVER_IDS[0]!},2021-02-15,500.00,Library`,
    `G-1,${GIVER_IDS[0]!},2021-02-15,200.00,Organ`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 3001, sum: '31200' });
});

it('one corrected amount does not mean that the rows of all gifts are parts', async () => {
  const twice = singles.slice(0, 500).flatMap((row) => [row, row.replace('Annual Fund', 'Library')]);
  const { view, lines } = await readGiftFile(desk, [
    'Gift ID,Donor ID,Gift Date,Amount,Fund',
    `G-1,${GIVER_IDS[0]!},2021-02-15,500.00,Annual Fund`,
    `G-1,${GIVER_IDS[0]!},2021-02-15,50.00,Annual Fund`,
    ...twice,
  ]);
  expect(view.counted).toMatchObject({ gifts: 502, sum: '5550' });
  expect(lines[1]).toEqual(['Another row of a gift', 500, '5000', 'in the file again as other gifts']);
});
