/** Headings as programs for payments, campaigns and reports export them. */
import { describe, expect, it } from 'vitest';
import { EMAILS, FIRST, LAST, PHONES, suggest, targets } from '../../../kit/suggested-mapping.ts';

const NAMES = FIRST.map((first, at) => `${first} ${LAST[at]}`);
const STREETS = ['3 Birch Rd', '14 Elm St', '9 Oak Ave', '220 Quarry Ln'];
const CITIES = ['Reno', 'Erie', 'Salem', 'Boise'];
const STATES = ['NV', 'PA', 'OR', 'ID'];
const ZIPS = ['89501', '16501', '97301', '83702'];
const DATES = ['01/02/2024', '02/13/2024', '03/24/2024', '04/05/2024'];
const AMOUNTS = ['12.50', '300', '45', '1000'];
const NUMBERS = ['1', '2', '3', '4'];

describe('the ID of a contact', () => {
  const accounts = ['0018', '0018', '0019', '0020'];
  const contacts = ['003A', '003B', '003C', '003D'];
  it.each(['Contact ID 18', 'Contact ID (18)', '18 Digit Contact ID', 'Case Safe ID', 'Contact: Case Safe ID', 'Contact ID'])(
    '%s comes before that of the account, which members of a household share',
    (heading) => {
      expect(targets({ 'Account ID': accounts, [heading]: contacts, 'First Name': FIRST })[1]).toBe('constituentId');
      expect(targets({ 'Account ID': ['0018', '0019', '0020', '0021'], [heading]: contacts, 'First Name': FIRST })[1]).toBe(
        'constituentId',
      );
    },
  );

  it('is that of the account in a list without contacts', () => {
    expect(targets({ 'Account ID': accounts, 'First Name': FIRST })[0]).toBe('constituentId');
  });
});

describe('a list of gifts', () => {
  it.each(['Customer ID', 'ContactId', 'Donor ID', 'Supporter ID'])('%s is the ID, not the number of the gift', (heading) => {
    const list = { id: ['901', '902', '903', '904'], [heading]: ['31', '32', '31', '31'], Name: NAMES, Amount: AMOUNTS };
    expect(targets(list).slice(0, 2)).toEqual(['none', 'constituentId']);
  });

  it.each(['Gift Number', 'Donation #', 'Contribution No.', 'Transaction Number'])('%s is no number of gifts', (heading) => {
    const { suggestions } = suggest({ [heading]: NUMBERS, Name: NAMES, 'Gift Date': DATES, 'Gift Amount': AMOUNTS });
    expect(suggestions[0]).toMatchObject({ to: { kind: 'none' }, reason: 'The number of one gift, because each row is a gift' });
  });

  it('counts gifts under a heading that says so', () => {
    expect(targets({ 'Gift Number': NUMBERS, Name: NAMES })[0]).toBe('rfmTotalGiftCount');
    expect(targets({ 'Number of Gifts': NUMBERS, Name: NAMES, 'Gift Date': DATES })[0]).toBe('rfmTotalGiftCount');
  });
});

describe('the address', () => {
  it('is the one that goods are sent to, where the list has no other', () => {
    const shipped = {
      'Shipping Amount': AMOUNTS,
      'Shipping Address 1': STREETS,
      'Shipping City': CITIES,
      'Shipping State': STATES,
      'Shipping Postal Code': ZIPS,
    };
    expect(targets({ Name: NAMES, ...shipped })).toEqual(['fullName', 'none', 'street', 'city', 'state', 'postalCode']);
    const billed = { 'Billing Address 1': STREETS, 'Billing City': CITIES };
    expect(targets({ Name: NAMES, ...shipped, ...billed })).toEqual(['fullName', 'none', 'none', 'none', 'none', 'none', 'street', 'city']);
  });

  it('is that of a payment card', () => {
    const card = { 'Card Address Line1': STREETS, 'Card Address City': CITIES, 'Card Address State': STATES, 'Card Address Zip': ZIPS };
    expect(targets({ 'Card Name': NAMES, 'Card Last4': ['4242', '1111', '0005', '4444'], ...card })).toEqual([
      'fullName',
      'none',
      'street',
      'city',
      'state',
      'postalCode',
    ]);
  });

  it('is where a voter votes', () => {
    expect(targets({ VANID: NUMBERS, vAddress: STREETS, vCity: CITIES, vState: STATES, vZip5: ZIPS })).toEqual([
      'constituentId',
      'street',
      'city',
      'state',
      'postalCode',
    ]);
  });
});

describe('phones and emails', () => {
  it('are personal in a list of people, whose employers have names of organizations', () => {
    const employers = ['Northfield Bank Inc', 'Harbor Supply LLC', 'Lindell & Sons Inc', 'Orchard Foundation'];
    const people = { 'Supporter First Name': FIRST, 'Supporter Last Name': LAST, 'Company Name': employers };
    expect(targets({ ...people, Phone: PHONES, Email: EMAILS }).slice(3)).toEqual(['personalPhone', 'personalEmail']);
    const contacts = { 'Company Name': employers, 'Main Contact First': FIRST };
    expect(targets({ ...contacts, Phone: PHONES }).at(-1)).toBe('businessPhone');
  });
});

it('the highest previous contribution is the largest gift', () => {
  expect(targets({ Name: NAMES, 'Highest Previous Contribution': AMOUNTS, 'Highest Previous Contribution Date': DATES }).slice(1)).toEqual([
    'rfmLargestGiftValue',
    'rfmLargestGiftDate',
  ]);
});
