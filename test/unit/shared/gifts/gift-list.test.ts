/** Which lists are lists of gifts: rows of the same people with the date and amount of a gift, or columns that only a payment has. */
import { expect, it } from 'vitest';
import { giftListOf, type RepeatedPeople } from '../../../../shared/gifts/index.ts';

const NOBODY: RepeatedPeople = { id: 0, email: 0, name: { rows: 0, of: 0 } };
const GIFT = ['Gift Date', 'Gift Amount'];
const ONES = ['Constituent ID', ...GIFT];

it.each([
  ['a fifth of the rows with a known ID', ONES, 100, { id: 20 }, { people: 80, byId: true }],
  ['a fifth with a known email address', GIFT, 100, { email: 20 }, { people: 80, byId: false }],
  ['IDs come before email addresses', ONES, 100, { id: 30, email: 60 }, { people: 70, byId: true }],
  [
    'names in all rows',
    GIFT,
    10,
    { name: { rows: 3, of: 10 } },
    { people: 7, why: '3 rows have the name of an earlier row, and each row has a date and an amount.' },
  ],
  [
    'names in the first rows',
    GIFT,
    1000,
    { name: { rows: 3, of: 10 } },
    { people: null, why: 'Of the first 10 rows, 3 rows have the name of an earlier row, and each row has a date and an amount.' },
  ],
  [
    'parts of a payment',
    ['Date', 'Amount', 'Fee', 'Net', 'Currency'],
    3,
    {},
    { people: null, why: 'Each row is a payment, with a date, an amount, a fee, a net amount, and a currency.' },
  ],
] as const)('%s: a list of gifts', (_, headers, rows, repeated, expected) => {
  expect(giftListOf(headers, rows, { ...NOBODY, ...repeated })).toMatchObject({ gifts: rows, ...expected });
});

it.each([
  ['fewer', ONES, 100, { id: 19 }],
  ['two rows with a known ID', ONES, 4, { id: 2 }],
  ['repeated IDs without a column of them', GIFT, 10, { id: 9 }],
  ['fewer email addresses', GIFT, 100, { email: 19 }],
  ['two names', GIFT, 4, { name: { rows: 2, of: 4 } }],
  ['no date of a gift', ['Constituent ID', 'Last Gift Date', 'Gift Amount'], 100, { id: 90 }],
  ['no amount of a gift', ['Constituent ID', 'Gift Date', 'Largest Gift'], 100, { id: 90 }],
  ['two parts of a payment', ['Date', 'Amount', 'Fee', 'Currency'], 100, {}],
  ['currency and status without a part', ['Date', 'Amount', 'Currency', 'Status'], 100, {}],
  ['two payments', ['Date', 'Amount', 'Fee', 'Net', 'Currency'], 2, {}],
] as const)('%s: no list of gifts', (_, headers, rows, repeated) => {
  expect(giftListOf(headers, rows, { ...NOBODY, ...repeated })).toBeNull();
});
