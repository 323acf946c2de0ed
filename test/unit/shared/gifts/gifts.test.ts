/** Gift files: which columns they have, which types count, amounts in cents, and the currencies. */
import { describe, expect, test } from 'vitest';
import {
  centsOf,
  centsText,
  giftColumnsByHeading,
  GiftLines,
  giftsProblem,
  hasRecurringPayments,
  reasonOf,
  typeOf,
} from '../../../../shared/gifts/index.ts';
import { currencyOf } from '../../../../shared/numbers/index.ts';

describe('columns of the systems that gifts come from', () => {
  test.each([
    [
      "Raiser's Edge",
      ['CnBio_ID', 'Gf_Date', 'Gf_Amount', 'Gf_Type', 'Gf_Currency'],
      ['CnBio_ID', 'Gf_Date', 'Gf_Amount', 'Gf_Type', undefined, 'Gf_Currency'],
    ],
    [
      'Salesforce report',
      ['Account ID', 'Opportunity ID', 'Close Date', 'Amount', 'Stage', 'Opportunity Record Type'],
      ['Account ID', 'Close Date', 'Amount', 'Opportunity Record Type', 'Stage'],
    ],
    [
      'Salesforce API',
      ['Id', 'AccountId', 'CloseDate', 'Amount', 'StageName', 'CurrencyIsoCode'],
      ['AccountId', 'CloseDate', 'Amount', undefined, 'StageName', 'CurrencyIsoCode'],
    ],
    [
      'Little Green Light',
      ['LGL Constituent ID', 'Gift Date', 'Gift Amount', 'Gift Type'],
      ['LGL Constituent ID', 'Gift Date', 'Gift Amount', 'Gift Type'],
    ],
    [
      'Bloomerang',
      ['Account Number', 'Transaction Date', 'Amount', 'Transaction Type'],
      ['Account Number', 'Transaction Date', 'Amount', 'Transaction Type'],
    ],
    ['DonorPerfect', ['donor_id', 'gift_date', 'amount', 'gift_type'], ['donor_id', 'gift_date', 'amount', 'gift_type']],
    [
      'CiviCRM',
      ['Contact ID', 'Date Received', 'Total Amount', 'Financial Type', 'Contribution Status', 'Currency'],
      ['Contact ID', 'Date Received', 'Total Amount', 'Financial Type', 'Contribution Status', 'Currency'],
    ],
    [
      'Neon',
      ['Account ID', 'Donation Date', 'Donation Amount', 'Donation Type', 'Donation Status'],
      ['Account ID', 'Donation Date', 'Donation Amount', 'Donation Type', 'Donation Status'],
    ],
    [
      'Stripe',
      ['Customer ID', 'Created date (UTC)', 'Amount', 'Currency', 'Status'],
      ['Customer ID', 'Created date (UTC)', 'Amount', undefined, 'Status', 'Currency'],
    ],
    [
      'PayPal',
      ['Custom Number', 'Date', 'Type', 'Status', 'Currency', 'Gross'],
      ['Custom Number', 'Date', 'Gross', 'Type', 'Status', 'Currency'],
    ],
    [
      'Ellucian Advance',
      ['ID_NUMBER', 'DATE_OF_RECORD', 'LEGAL_AMOUNT', 'TRAN_TYPE'],
      ['ID_NUMBER', 'DATE_OF_RECORD', 'LEGAL_AMOUNT', 'TRAN_TYPE'],
    ],
    [
      'Blackbaud CRM',
      ['Revenue ID', 'Constituent Lookup ID', 'Date', 'Amount', 'Transaction type'],
      ['Constituent Lookup ID', 'Date', 'Amount', 'Transaction type'],
    ],
    [
      'Nonprofit Cloud',
      ['Donor ID', 'Transaction Date', 'Original Amount', 'Current Amount', 'Status'],
      ['Donor ID', 'Transaction Date', 'Current Amount', undefined, 'Status'],
    ],
    [
      'eTapestry',
      ['Account Number', 'Date', 'Journal Entry Type', 'Received'],
      ['Account Number', 'Date', 'Received', 'Journal Entry Type'],
    ],
    ['Square', ['Customer ID', 'Date', 'Total Collected', 'Event Type'], ['Customer ID', 'Date', 'Total Collected', 'Event Type']],
    ['one with credits', ['Donor ID', 'Gift Date', 'Hard Credit Amount'], ['Donor ID', 'Gift Date', 'Hard Credit Amount']],
  ])('%s', (_, headings, expected) => {
    const found = giftColumnsByHeading(headings);
    const named = (['id', 'date', 'amount', 'type', 'state', 'currency'] as const).map((role) => headings[found[role][0] ?? -1]);
    expect(named).toEqual([...expected, ...Array(6 - expected.length).fill(undefined)]);
  });
});

describe('types that do not count by default', () => {
  test.each([
    ['Cash', null],
    ['Pay-Cash', null],
    ['Stock/Property', null],
    ['Recurring Gift Pay-Cash', null],
    ['Pledge Payment', null],
    ['PledgePayment', null],
    ['Bequest', null],
    ['Memory Lane Gala', null],
    ['Pledge', 'pledge'],
    ['Planned Gift', 'pledge'],
    ['MG Pledge', 'matching'],
    ['Matching Gift', 'matching'],
    ['MG Pay-Cash', 'matching'],
    ['Soft Credit', 'softCredit'],
    ['Write Off', 'writeOff'],
    ['MG Write Off', 'writeOff'],
    ['Refund', 'refund'],
    ['Partially Refunded', 'refund'],
    ['GL Reversal', 'refund'],
    ['Adjustment', 'refund'],
    ['Tribute', 'tribute'],
    ['Memorial gift', 'tribute'],
    ['In honor of', 'tribute'],
    ['Closed Lost', 'notReceived'],
    ['Denied', 'notReceived'],
    ['Scheduled', 'notReceived'],
    ['Recurring Gift Schedule', 'notReceived'],
    ['Not won', 'notReceived'],
    ['requires_action', 'notReceived'],
    ['Proposal/Price Quote', 'notReceived'],
    ['Goal', 'notReceived'],
    ['Template', 'notReceived'],
    ['Deferred', 'notReceived'],
    ['Amendment', 'pledge'],
    ['payout', 'noGift'],
    ['stripe_fee', 'noGift'],
    ['General Withdrawal', 'noGift'],
    ['Hold on Balance for Dispute Investigation', 'refund'],
    ['Account Hold for Open Authorization', 'noGift'],
    ['Main gift of a split', 'repeated'],
    ['charge', null],
    ['Wire Transfer', null],
    ['Event Fee', null],
    ['IRA Withdrawal', null],
    ['Estate payout', null],
    ['Deferred Payment', null],
  ])('%s', (type, reason) => {
    expect(reasonOf(type, false)).toBe(reason);
  });

  test('a recurring gift is a promise if its payments have their own type', () => {
    expect(hasRecurringPayments(['Recurring Gift', 'Cash'])).toBe(false);
    expect(hasRecurringPayments(['RecurringDonation', 'RecurringDonationPayment'])).toBe(true);
    expect(reasonOf('RecurringDonation', true)).toBe('pledge');
    expect(reasonOf('RecurringDonationPayment', true)).toBeNull();
    expect(reasonOf('Recurring Gift', false)).toBeNull();
  });

  test('the state decides when it says that the gift was not received', () => {
    expect(typeOf('Donation', 'Completed')).toBe('Donation');
    expect(typeOf('Donation', 'Closed Won')).toBe('Donation');
    expect(typeOf('Donation', 'Pending')).toBe('Pending');
    expect(typeOf('Donation', 'Pledged')).toBe('Pledged');
    expect(typeOf('Pledge', '')).toBe('Pledge');
  });
});

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['0.005', 1],
  ['-0.004', 0],
  ['-18.94', -1894],
  ['90071992547409.91', 9_007_199_254_740_991],
  ['90071992547409.92', null],
  ['1,000', null],
])('%s is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test.each([
  [0, '0'],
  [5, '0.05'],
  [1250, '12.5'],
  [-1200, '-12'],
])('%d cents are %s', (cents, text) => {
  expect(centsText(cents)).toBe(text);
});

test.each([
  ['', '$250.00', '$'],
  ['', '250.00', ''],
  ['', '(250.00)', ''],
  ['', '€250', 'EUR'],
  ['', '250 eur', 'EUR'],
  ['', 'C$ 12', 'CAD'],
  ['usd', '$250', 'USD'],
])('currency %j, amount %s: %j', (column, amount, currency) => {
  expect(currencyOf(column, amount)).toBe(currency);
});

describe('lines', () => {
  const of = (...gifts: readonly (readonly [string, string, number])[]) => {
    const lines = new GiftLines();
    for (const [type, currency, cents] of gifts) lines.add(type, '', currency, cents);
    return lines;
  };
  const shown = (lines: GiftLines, choices = {}) =>
    lines.list(choices).map(({ label, gifts, cents, counted }) => [label, gifts, cents, counted]);

  test('amounts below zero of types that count are a line; those of a refund stay with it', () => {
    const lines = of(['Cash', '', 500], ['cash', '', 250], ['Cash', '', -100], ['Stock', '', -50], ['Refund', '', -70]);
    expect(shown(lines)).toEqual([
      ['Cash', 2, 750, true],
      ['Amounts below zero', 2, -150, false],
      ['Refund', 1, -70, false],
    ]);
    expect(lines.list({})[1]?.why).toBe('below zero: Cash, Stock');
    expect(shown(lines, { 'below-zero': true, 'type:cash': false }).filter(([, , , counted]) => counted)).toEqual([
      ['Amounts below zero', 2, -150, true],
    ]);
  });

  test('another currency is never added, whatever was chosen', () => {
    const lines = of(['Cash', 'USD', 500], ['Cash', 'USD', 100], ['Cash', 'EUR', 900], ['Stock', 'EUR', 50]);
    expect(lines.currency).toBe('USD');
    expect(shown(lines, { 'currency:EUR': true })).toEqual([
      ['Cash', 2, 600, true],
      ['In EUR', 2, 950, false],
    ]);
  });

  test('dollars count with gifts of which most state no currency', () => {
    for (const dollars of ['$', 'USD']) {
      const lines = of(['Cash', '', 500], ['Cash', '', 500], ['Cash', dollars, 100]);
      expect(lines.currency).toBe(dollars);
      expect(shown(lines)).toEqual([['Cash', 3, 1100, true]]);
    }
    expect(shown(of(['Cash', '', 500], ['Cash', '', 500], ['Cash', 'EUR', 100]))).toEqual([
      ['Cash', 2, 1000, true],
      ['In EUR', 1, 100, false],
    ]);
  });

  test('a gift without a currency counts with the only one that is stated', () => {
    expect(shown(of(['Cash', 'USD', 500], ['Cash', 'USD', 500], ['Cash', '', 100]))).toEqual([['Cash', 3, 1100, true]]);
    expect(shown(of(['Cash', 'USD', 500], ['Cash', 'USD', 500], ['Cash', 'EUR', 7], ['Cash', '', 100]))).toEqual([
      ['Cash', 2, 1000, true],
      ['Without a currency', 1, 100, false],
      ['In EUR', 1, 7, false],
    ]);
  });

  test('gifts that cannot be used are counted with their rows', () => {
    const lines = of(['Cash', '', 500]);
    for (const row of [3, 5, 6, 7, 8, 9]) lines.addUnusable('noDate', row);
    expect(lines.list({}).at(-1)).toMatchObject({
      key: 'no-date',
      gifts: 6,
      cents: null,
      counted: false,
      canCount: false,
      rows: [3, 5, 6, 7, 8],
    });
  });
});

test('a file with one ID that is not on the list says so in the singular', () => {
  const view = {
    columns: { id: 'ID', date: 'Date', amount: 'Amount' },
    file: 'g.csv',
    headings: [],
    unclearDates: null,
    unclearAmounts: null,
  };
  expect(giftsProblem({ ...view, nothingJoins: { ids: 1, ofList: ['G1'], ofGifts: ['Q1'] } })).toMatch(
    /^The only ID in column “ID” of “g\.csv” is not on your list\. /,
  );
  expect(giftsProblem({ ...view, nothingJoins: { ids: 2, ofList: ['G1'], ofGifts: ['Q1', 'Q2'] } })).toMatch(
    /^None of the 2 IDs in column “ID” of “g\.csv” is on your list\. /,
  );
});
