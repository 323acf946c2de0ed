/** Gift files of real systems: which columns are read, what counts by default, and that a list of gifts is recognized as one. */
import { expect, it } from 'vitest';
import { type GiftChoices, giftsProblem, refundedText, STANDARD_GIFT_CHOICES } from '../../../shared/gifts/index.ts';
import { giftListText } from '../../../shared/view-texts/index.ts';
import { GIVER_IDS as IDS, GIVER_LIST as LIST, readGiftFile } from '../../kit/gift-files.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);

interface System {
  readonly name: string;
  readonly headings: string;
  /** A line for a gift with an amount of 10. */
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
    columns: { id: 'donor_id', date: 'gift_date', amount: 'amount', type: 'gift_type', state: 'record_type' },
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

it.each(SYSTEMS.filter(({ name }) => !['Stripe', 'PayPal'].includes(name)))(
  '$name: a list of gifts is no list of people',
  async ({ headings, gift }) => {
    const lines = Array.from({ length: 12 }, (_, at) => gift(IDS[at % IDS.length]!, at));
    expect(await giftListIn([headings, ...lines])).toMatchObject({
      gifts: 12,
      people: 4,
      why: '8 rows have the constituent ID of an earlier row, and each row has a date and an amount.',
    });
  },
);

const giftListIn = async (lines: readonly string[]) => {
  const id = await desk.importList(lines);
  return (await desk.call('import.get', { id })).notices.giftList;
};

const GIVERS = ['ada@example.org', 'bea@example.org', 'cal@example.org', 'dot@example.org'];
const STRIPE = 'id,Created date (UTC),Amount,Amount Refunded,Currency,Fee,Status,Description,Customer ID,Customer Email';
const stripe = (at: number, rest: string, id = '') => `ch_${at},2021-${two(at)}-15 10:00,${rest},Gift,${id},${GIVERS[at % 4]!}`;
const PAYPAL = 'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,Transaction ID,Custom Number';
const paypal = (at: number, kind: string, rest: string, id = '', email = GIVERS[at % 4]!) =>
  `${two(at)}/15/2021,10:00:00,PST,Giver ${'ABCDEFGHIJKLM'[at]!}shdown,${kind},${rest},${email},T${at},${id}`;
const TWELVE = Array.from({ length: 12 }, (_, at) => at);

it.each([
  ['payments of a card service', [STRIPE, ...TWELVE.map((at) => stripe(at, '10.00,0.00,usd,0.59,Paid'))], 4, '8 rows have the email address of an earlier row, and each row has a date and an amount.'], // prettier-ignore
  ['an account history', [PAYPAL, ...TWELVE.map((at) => paypal(at, 'Donation Payment', 'Completed,USD,10.00,-0.59,9.41'))], 4, '8 rows have the email address of an earlier row, and each row has a date and an amount.'], // prettier-ignore
  ['payments of people who gave once', [PAYPAL, ...TWELVE.map((at) => paypal(at, 'Donation Payment', 'Completed,USD,10.00,-0.59,9.41', '', `giver${at}@example.org`))], null, 'Each row is a payment, with a date, an amount, a fee, a net amount, a currency, and a status.'], // prettier-ignore
  ['names alone', ['First Name,Last Name,Donation Date,Amount', ...TWELVE.map((at) => `${['Ada', 'Bea', 'Cal'][at % 3]!},Ashdown,${two(at)}/15/2021,$10.00`)], 3, '9 rows have the name of an earlier row, and each row has a date and an amount.'], // prettier-ignore
])('%s: a list of gifts without IDs of people is recognized, and says why', async (_, lines, people, why) => {
  const notice = await giftListIn(lines);
  expect(notice).toEqual({ gifts: 12, people, why, byId: false });
  expect(giftListText(notice!)).toContain(people === null ? '12 gifts. ' : `12 gifts of about ${people} people. `);
  expect(giftListText(notice!)).toContain('Gifts are joined by constituent ID, so this file must have a column of them.');
});

it.each([
  ['people with their gifts in columns, and some in two rows', 'ID,First Name,Last Name,Last Gift Date,Last Gift Amount', (at: number) => `${IDS[at % 4]!},Ada,Ashdown,01/02/2021,$10.00`], // prettier-ignore
  ['couples with one email address', 'ID,First Name,Last Name,Email,Last Gift Date,Last Gift Amount,Currency,Status', (at: number) => `9${at},Ada,Ashdown${at},${GIVERS[at % 4]!},01/02/2021,$10.00,USD,Active`], // prettier-ignore
  ['members with the date and amount of their dues', 'Member ID,First Name,Last Name,Email,Created Date,Amount,Currency,Status', (at: number) => `9${at},Ada,Ashdown${at},a${at}@example.org,01/02/2021,$10.00,USD,Active`], // prettier-ignore
  ['customers with their totals', 'id,Email,Name,Created (UTC),Total Spend,Payment Count,Refunded Volume,Currency', (at: number) => `cus_${at},a${at}@example.org,Ada Ashdown${at},2021-01-02 10:00,10.00,3,0.00,usd`], // prettier-ignore
  [
    'a family with one name',
    'ID,First Name,Last Name,First Gift Date,Largest Gift',
    (at: number) => `9${at},Ada,Ashdown,01/02/2021,$10.00`,
  ],
])('%s: a list of people is not a list of gifts', async (_, headings, line) => {
  expect(await giftListIn([headings, ...TWELVE.map(line)])).toBeUndefined();
});

const readGifts = (lines: readonly string[]) => readGiftFile(desk, lines);

it('payments of a card service: only what was received counts, before fees, in one currency', async () => {
  const { view, lines } = await readGifts([
    STRIPE,
    stripe(1, '10.00,0.00,usd,0.59,Paid', IDS[0]),
    stripe(2, '20.00,5.00,usd,0.88,Partially refunded', IDS[1]),
    stripe(3, '30.00,30.00,usd,1.17,Refunded', IDS[0]),
    stripe(4, '40.00,0.00,usd,0,Failed', IDS[0]),
    stripe(5, '50.00,0.00,usd,0,requires_payment_method', IDS[0]),
    stripe(6, '60.00,0.00,usd,0,Uncaptured', IDS[0]),
    stripe(7, '70.00,0.00,eur,2.33,Paid', IDS[0]),
  ]);
  expect(view.columns).toEqual({ id: 'Customer ID', date: 'Created date (UTC)', amount: 'Amount', refunded: 'Amount Refunded', currency: 'Currency', state: 'Status' }); // prettier-ignore
  expect(view).toMatchObject({ currency: 'USD', counted: { gifts: 2, sum: '25' }, refunded: { gifts: 1, sum: '5' } });
  expect(lines).toEqual([
    ['Without a type', 2, '25', null],
    ['In EUR', 1, '70', 'not added to USD'],
    ['Uncaptured', 1, '60', 'not received'],
    ['requires_payment_method', 1, '50', 'not received'],
    ['Failed', 1, '40', 'not received'],
    ['Refunded', 1, '30', 'money that went back'],
  ]);
});

const REFUNDS = 'Donor ID,Gift Date,Amount,Amount Refunded,Status';

it('a column of refunded amounts: a part is taken off, a whole refund does not count, and a line says so', async () => {
  const { view, lines } = await readGifts([
    REFUNDS,
    `${IDS[0]!},2021-01-15,"1,000.00","$250.50",Succeeded`,
    `${IDS[0]!},2021-02-15,40.00,(10.00),partially_refunded`,
    `${IDS[1]!},2021-03-15,30.00,30.00,Succeeded`,
    `${IDS[1]!},2021-04-15,0.00,60.00,Succeeded`,
    `${IDS[1]!},2021-05-15,20.00,,Succeeded`,
    `${IDS[1]!},2021-05-16,5.00,-,Partial refund`,
    `${IDS[1]!},2021-06-15,70.00,some,Succeeded`,
    `${IDS[1]!},2021-07-15,90.00,80.00,Failed`,
    `${IDS[1]!},2021-08-15,-25.00,25.00,Succeeded`,
  ]);
  expect(view).toMatchObject({ counted: { gifts: 4, sum: '804.5' }, refunded: { gifts: 2, sum: '260.5' } });
  expect(refundedText(view)).toBe('260.50 refunded is taken off 2 gifts');
  expect(lines).toEqual([
    ['Without a type', 4, '804.5', null],
    ['Refunded', 2, '30', 'money that went back'],
    ['Amounts below zero', 1, '-25', 'below zero: Without a type'],
    ['Failed', 1, '10', 'not received'],
    ['No amount that can be read', 1, null, 'cannot be used'],
  ]);
});

it.each([
  ['', (paid: string) => paid],
  ['Original Amount,', (paid: string) => `100.00,${paid}`],
])('Nonprofit Cloud: %sa current amount is what remains after refunds', async (original, amounts) => {
  const { view, lines } = await readGifts([
    `Donor ID,Transaction Date,${original}Current Amount,Refunded Amount,Status`,
    `${IDS[0]!},2021-01-15,${amounts('100.00')},0.00,Paid`,
    `${IDS[0]!},2021-02-15,${amounts('70.00')},30.00,Paid`,
    `${IDS[1]!},2021-03-15,${amounts('40.00')},60.00,Refunded`,
    `${IDS[1]!},2021-04-15,${amounts('20.00')},80.00,Partially Refunded`,
    `${IDS[1]!},2021-05-15,${amounts('0.00')},100.00,Fully Refunded`,
    `${IDS[1]!},2021-06-15,${amounts('0.00')},100.00,Paid`,
    `${IDS[0]!},2021-07-15,${amounts('100.00')},,Unpaid`,
  ]);
  expect(view.columns.amount).toBe('Current Amount');
  expect(view.counted).toMatchObject({ gifts: 4, sum: '230' });
  expect(lines.filter(([, , , why]) => why !== null)).toEqual([
    ['Unpaid', 1, '100', 'not received'],
    ['Fully Refunded', 1, '0', 'money that went back'],
    ['Refunded', 1, '0', 'money that went back'],
  ]);
  // The status alone.
  const alone = await readGifts([
    'Donor ID,Transaction Date,Current Amount,Status',
    `${IDS[0]!},2021-01-15,75.00,Refunded`,
    `${IDS[0]!},2021-02-15,0.00,Refunded`,
    `${IDS[0]!},2021-03-15,75.00,Fully Refunded`,
    `${IDS[1]!},2021-03-15,10.00,Paid`,
  ]);
  expect(alone.view.counted).toMatchObject({ gifts: 2, sum: '85' });
});

it('a column of yes and no, or of the role of a person, says of a gift why it does not count', async () => {
  const { view, lines } = await readGifts([
    'Contact ID,Close Date,Amount,Stage,Role,Is Refunded,Soft Credit',
    `${IDS[0]!},2021-01-15,10.00,Posted,Donor,No,`,
    `${IDS[1]!},2021-01-15,10.00,Posted,Household Member,No,`,
    `${IDS[0]!},2021-02-15,20.00,Posted,Donor,Yes,`,
    `${IDS[0]!},2021-03-15,30.00,Pledged,Donor,No,`,
    `${IDS[1]!},2021-04-15,40.00,Posted,Board Chair,No,TRUE`,
    `${IDS[1]!},2021-05-15,50.00,Withdrawn,Soft Credit,Yes,`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 1, sum: '10' });
  expect(lines).toEqual([
    ['Without a type', 1, '10', null],
    ['Soft credit', 2, '50', 'credited to somebody who did not give them'],
    ['Withdrawn', 1, '50', 'not received'],
    ['Pledged', 1, '30', 'promised, not received'],
    ['Refunded', 1, '20', 'money that went back'],
  ]);
});

it('IDs in the form in which spreadsheets protect them match those of the list', async () => {
  for (const id of [`'${IDS[0]!}`, `="${IDS[0]!}"`, `"=""${IDS[0]!}"""`, ` ${IDS[0]!} `]) {
    const { view } = await readGifts(['Donor ID,Gift Date,Amount', `${id},2021-01-15,10.00`, `${IDS[1]!},2021-01-15,10.00`]);
    expect({ id, ...view.onList }).toEqual({ id, gifts: 2, people: 2 });
  }
});

it('an amount of a payment has the day of the payment, not that of the pledge', async () => {
  const { view } = await readGifts([
    'Contact ID,Close Date,Amount,Payment Amount,Payment Date',
    `${IDS[0]!},2021-01-15,120.00,10.00,2021-02-15`,
    `${IDS[0]!},2021-01-15,120.00,10.00,2021-03-15`,
    `${IDS[0]!},2021-01-15,120.00,100.00,`,
  ]);
  expect(view.columns).toMatchObject({ amount: 'Payment Amount', date: 'Payment Date' });
  expect(view.counted).toEqual({ gifts: 2, sum: '20', firstDay: '2021-02-15', lastDay: '2021-03-15' });
});

it('a paid payment of a pledge that is still open is received', async () => {
  const { view, lines } = await readGifts([
    'Contact ID,Stage,Payment Amount,Payment Date,Paid',
    `${IDS[0]!},Pledged,10.00,2021-02-15,TRUE`,
    `${IDS[0]!},Pledged,20.00,2021-03-15,FALSE`,
    `${IDS[0]!},Withdrawn,30.00,2021-03-15,TRUE`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 1, sum: '10' });
  expect(lines).toEqual([
    ['Without a type', 1, '10', null],
    ['Withdrawn', 1, '30', 'not received'],
    ['Pledged', 1, '20', 'promised, not received'],
  ]);
});

it('payments that are not paid, and opportunities that are not won, are not received', async () => {
  const { view, lines } = await readGifts([
    'Contact ID,Payment Date,Payment Amount,Paid,Won',
    `${IDS[0]!},2021-01-15,10.00,TRUE,1`,
    `${IDS[0]!},2021-02-15,20.00,FALSE,1`,
    `${IDS[0]!},2021-03-15,30.00,,0`,
    `${IDS[0]!},2021-03-15,40.00,,`,
  ]);
  expect(view.counted).toMatchObject({ gifts: 2, sum: '50' });
  expect(lines.slice(1)).toEqual([
    ['Not won', 1, '30', 'not received'],
    ['Unpaid', 1, '20', 'not received'],
  ]);
});

it('refunded amounts are read in the notation of the amounts', async () => {
  const { view } = await readGifts([REFUNDS, `${IDS[0]!},2021-01-15,"1.000,50","1.000",paid`, `${IDS[0]!},2021-02-15,"40,00","2,5",paid`]);
  expect(view).toMatchObject({ counted: { gifts: 2, sum: '38' }, refunded: { gifts: 2, sum: '1002.5' } });
});

it('a column that says whether or when a gift was refunded is not a column of amounts', async () => {
  for (const value of ['no', '02/15/2021']) {
    const { view } = await readGifts(['Donor ID,Gift Date,Amount,Refunded', `${IDS[0]!},2021-01-15,10.00,${value}`]);
    expect(view.columns).not.toHaveProperty('refunded');
    expect(view.counted).toMatchObject({ gifts: 1, sum: '10' });
  }
});

it('an account history: transfers, fees, holds and denied payments are not gifts', async () => {
  const { view, lines } = await readGifts([
    PAYPAL,
    paypal(1, 'Donation Payment', 'Completed,USD,10.00,-0.59,9.41', IDS[0]),
    paypal(2, 'Subscription Payment', 'Completed,USD,20.00,-0.88,19.12', IDS[1]),
    paypal(3, 'Donation Payment', 'Denied,USD,30.00,0.00,30.00', IDS[0]),
    paypal(4, 'Donation Payment', 'Uncleared,USD,40.00,0.00,40.00', IDS[0]),
    paypal(5, 'Payment Refund', 'Completed,USD,-10.00,0.59,-9.41', IDS[0]),
    paypal(6, 'General Withdrawal', 'Completed,USD,-500.00,0.00,-500.00', IDS[0]),
    paypal(7, 'General Currency Conversion', 'Completed,USD,-7.00,0.00,-7.00', IDS[0]),
    paypal(8, 'Payment Hold', 'Placed,USD,-8.00,0.00,-8.00', IDS[0]),
    paypal(9, 'Partner Fee', 'Completed,USD,-9.00,0.00,-9.00', IDS[0]),
  ]);
  expect(view.columns.amount).toBe('Gross');
  expect(view.counted).toMatchObject({ gifts: 2, sum: '30' });
  const noGift = 'moved or kept by a payment service, no gift';
  expect(lines).toEqual([
    ['Subscription Payment', 1, '20', null],
    ['Donation Payment', 1, '10', null],
    ['General Withdrawal', 1, '-500', noGift],
    ['Uncleared', 1, '40', 'not received'],
    ['Denied', 1, '30', 'not received'],
    ['Payment Refund', 1, '-10', 'money that went back'],
    ['Partner Fee', 1, '-9', noGift],
    ['Payment Hold', 1, '-8', noGift],
    ['General Currency Conversion', 1, '-7', noGift],
  ]);
});

it('a file without IDs of people says that gifts are joined by them', async () => {
  const { view } = await readGifts(['Date,Name,Email,Gross', `01/15/2021,Ada Ashdown,${GIVERS[0]!},10.00`]);
  expect(giftsProblem(view)).toMatch(/has no column for Constituent ID\. .* Gifts are joined by constituent ID/);
});

it('DonorPerfect: the record type leaves out pledges, soft credits and the main gifts of splits', async () => {
  const dp = (at: number, amount: string, kind: string) => `${at},${IDS[0]!},${two(at)}/15/2021,${amount},CK,${kind}`;
  const { view, lines } = await readGifts([
    'gift_id,donor_id,gift_date,amount,gift_type,record_type',
    dp(1, '10.00', 'G'),
    dp(2, '500.00', 'P'),
    dp(3, '50.00', 'M'),
    dp(4, '30.00', 'G'),
    dp(5, '20.00', 'G'),
    dp(6, '70.00', 'S'),
  ]);
  expect(view.columns).toMatchObject({ type: 'gift_type', state: 'record_type' });
  expect(lines).toEqual([
    ['CK', 3, '60', null],
    ['Pledge', 1, '500', 'promised, not received'],
    ['Soft credit', 1, '70', 'credited to somebody who did not give them'],
    ['Main gift of a split', 1, '50', 'in the file again as other gifts'],
  ]);
});

it('a second column of types counts only when it says why some gifts do not count, and nobody chose the types', async () => {
  const columnsOf = async (kind: string, columns: GiftChoices['columns'] = {}) => {
    const id = await desk.importList(LIST);
    const file = await desk.file('gifts.csv', ['ID,Date,Amount,Gift Type,Payment Type', `${IDS[0]!},2021-02-15,10,Cash,${kind}`]);
    return (await desk.call('gifts.read', { id, file, options: {}, choices: { ...STANDARD_GIFT_CHOICES, columns } })).view.columns;
  };
  expect(await columnsOf('Refund')).toMatchObject({ type: 'Gift Type', state: 'Payment Type' });
  expect(await columnsOf('Visa')).not.toHaveProperty('state');
  for (const type of ['Gift Type', '']) expect(await columnsOf('Refund', { type })).not.toHaveProperty('state');
});

it('Salesforce: opportunities that are still open are not received', async () => {
  const opportunity = (at: number, stage: string) => `006${at},${IDS[0]!},${two(at)}/15/2021,10.00,${stage},Donation`;
  const stages = ['Closed Won', 'Posted', 'Qualification', 'Proposal/Price Quote', 'Negotiation/Review', 'Withdrawn', 'Pledged'];
  const { view } = await readGifts(['Opportunity ID,Contact ID,Close Date,Amount,Stage,Opportunity Record Type', ...stages.map((stage, at) => opportunity(at, stage))]); // prettier-ignore
  expect(view.counted).toMatchObject({ gifts: 2, sum: '20' });
  expect(view.lines.filter(({ counted }) => counted).map(({ label }) => label)).toEqual(['Donation']);
});
