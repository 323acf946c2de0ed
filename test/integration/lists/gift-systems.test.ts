/** Gift files of the systems that gifts come from: which columns are read, what counts by default, and that a list of gifts is no list of people. */
import { expect, it } from 'vitest';
import { STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);

const IDS = ['900001', '900002', '900003', '900004'];
const LIST = [
  'ID,First Name,Last Name,Street,City,State,ZIP',
  ...IDS.map((id, at) => `${id},Ada,Ashdown${at},${at + 5} Quarry Rd,Nashua,NH,03060`),
];

interface System {
  readonly name: string;
  readonly headings: string;
  /** A line for a gift; the amount is 10 for each. */
  readonly gift: (id: string, at: number) => string;
  /** A line that does not count by default. */
  readonly left: (id: string) => string;
  readonly columns: Readonly<Record<string, string>>;
}
const two = (at: number) => String((at % 9) + 1).padStart(2, '0');

const SYSTEMS: readonly System[] = [
  {
    name: "Raiser's Edge",
    headings: 'CnBio_ID,CnBio_Name,Gf_System_ID,Gf_Date,Gf_Amount,Gf_Type,Gf_Fund',
    gift: (id, at) => `${id},Ada Ashdown,00${at},${two(at)}/15/2021,$10.00,Cash,Annual Fund`,
    left: (id) => `${id},Ada Ashdown,0099,02/03/2021,$10.00,Pledge,Annual Fund`,
    columns: { id: 'CnBio_ID', date: 'Gf_Date', amount: 'Gf_Amount', type: 'Gf_Type' },
  },
  {
    name: 'Salesforce opportunities',
    headings: 'Opportunity ID,Primary Contact: Contact ID,Contact ID,Close Date,Amount,Stage,Opportunity Record Type',
    gift: (id, at) => `0065000${at},x,${id},${two(at)}/15/2021,10.00,Closed Won,Donation`,
    left: (id) => `00659999,x,${id},02/03/2021,10.00,Closed Lost,Donation`,
    columns: { id: 'Contact ID', date: 'Close Date', amount: 'Amount', type: 'Opportunity Record Type', state: 'Stage' },
  },
  {
    name: 'Little Green Light',
    headings: 'LGL Gift ID,LGL Constituent ID,Gift Date,Gift Amount,Gift Type,Fund',
    gift: (id, at) => `${at + 40},${id},2021-${two(at)}-15,10.00,Gift,General`,
    left: (id) => `99,${id},2021-02-03,10.00,Pledge,General`,
    columns: { id: 'LGL Constituent ID', date: 'Gift Date', amount: 'Gift Amount', type: 'Gift Type' },
  },
  {
    name: 'Bloomerang transactions',
    headings: 'Account Number,Name,Transaction Date,Transaction Type,Amount,Fund',
    gift: (id, at) => `${id},Ada Ashdown,${two(at)}/15/2021,Donation,$10.00,General`,
    left: (id) => `${id},Ada Ashdown,02/03/2021,Pledge,$10.00,General`,
    columns: { id: 'Account Number', date: 'Transaction Date', amount: 'Amount', type: 'Transaction Type' },
  },
  {
    name: 'DonorPerfect',
    headings: 'gift_id,donor_id,gift_date,amount,gift_type,record_type',
    gift: (id, at) => `${at + 7},${id},${two(at)}/15/2021,10.00,CK,G`,
    left: (id) => `99,${id},02/03/2021,10.00,Soft Credit,G`,
    columns: { id: 'donor_id', date: 'gift_date', amount: 'amount', type: 'gift_type' },
  },
  {
    name: 'CiviCRM contributions',
    headings: 'Contribution ID,Contact ID,Total Amount,Date Received,Financial Type,Contribution Status,Currency',
    gift: (id, at) => `${at + 7},${id},10.00,2021-${two(at)}-15 10:00:00,Donation,Completed,USD`,
    left: (id) => `99,${id},10.00,2021-02-03 10:00:00,Donation,Refunded,USD`,
    columns: { id: 'Contact ID', date: 'Date Received', amount: 'Total Amount', type: 'Financial Type', state: 'Contribution Status', currency: 'Currency' }, // prettier-ignore
  },
  {
    name: 'Neon donations',
    headings: 'Donation ID,Account ID,Donation Date,Donation Amount,Donation Type,Donation Status',
    gift: (id, at) => `${at + 7},${id},${two(at)}/15/2021,10.00,Donation,Succeeded`,
    left: (id) => `99,${id},02/03/2021,10.00,Donation,Failed`,
    columns: { id: 'Account ID', date: 'Donation Date', amount: 'Donation Amount', type: 'Donation Type', state: 'Donation Status' },
  },
  {
    name: 'Stripe',
    headings: 'id,Created date (UTC),Amount,Currency,Customer ID,Status,Customer Email',
    gift: (id, at) => `ch_${at},2021-${two(at)}-15 10:00,10.00,usd,${id},Paid,ada@example.org`,
    left: (id) => `ch_99,2021-02-03 10:00,10.00,usd,${id},Refunded,ada@example.org`,
    columns: { id: 'Customer ID', date: 'Created date (UTC)', amount: 'Amount', currency: 'Currency', state: 'Status' },
  },
  {
    name: 'PayPal',
    headings: 'Date,Name,Type,Status,Currency,Gross,Transaction ID,Custom Number',
    gift: (id, at) => `${two(at)}/15/2021,Ada Ashdown,Donation Payment,Completed,USD,10.00,T${at},${id}`,
    left: (id) => `02/03/2021,Ada Ashdown,Payment Refund,Completed,USD,-10.00,T99,${id}`,
    columns: { id: 'Custom Number', date: 'Date', amount: 'Gross', type: 'Type', currency: 'Currency', state: 'Status' },
  },
];

it.each(SYSTEMS)('$name: columns, and what counts', async ({ headings, gift, left, columns }) => {
  const id = await desk.importList(LIST);
  const lines = Array.from({ length: 12 }, (_, at) => gift(IDS[at % IDS.length]!, at));
  const { view } = await desk.call('gifts.read', {
    id,
    file: await desk.file('gifts.csv', [headings, ...lines, left(IDS[0]!)]),
    options: {},
    choices: STANDARD_GIFT_CHOICES,
  });
  expect(view.columns).toEqual(columns);
  expect(view).toMatchObject({ gifts: 13, counted: { gifts: 12, sum: '120' }, onList: { gifts: 12, people: 4 }, nothingJoins: null });
});

// As a list, Stripe has the ID of the payment as that of a person, and PayPal has none: no rows have the same ID.
it.each(SYSTEMS.filter(({ name }) => !['Stripe', 'PayPal'].includes(name)))(
  '$name: a list of gifts is no list of people',
  async ({ headings, gift }) => {
    const lines = Array.from({ length: 12 }, (_, at) => gift(IDS[at % IDS.length]!, at));
    const id = await desk.importList([headings, ...lines]);
    expect((await desk.call('import.get', { id })).notices.giftList).toEqual({ gifts: 12, people: 4 });
  },
);

it('a list of people with their gifts in columns is none of gifts', async () => {
  const id = await desk.importList([
    'ID,First Name,Last Name,Last Gift Date,Last Gift Amount',
    ...Array.from({ length: 12 }, (_, at) => `${IDS[at % IDS.length]!},Ada,Ashdown,01/02/2021,$10.00`),
  ]);
  expect((await desk.call('import.get', { id })).notices.giftList).toBeUndefined();
});
