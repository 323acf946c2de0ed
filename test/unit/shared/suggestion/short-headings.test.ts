/** Headings of one or two short words, whose meaning depends on the values of the column. */
import { describe, expect, it } from 'vitest';
import { EMAILS, FIRST, LAST, PHONES, suggest, targets } from '../../../kit/suggested-mapping.ts';

describe('“Home” and “Work” alone', () => {
  const names = { First: FIRST, Last: LAST };
  const without = (values: readonly string[]) => ['', ...values.slice(1)];

  it('are phones above phone numbers, the one at home before the mobile', () => {
    expect(targets({ ...names, Cell: PHONES, Home: without(PHONES), Work: PHONES }).slice(2)).toEqual([
      'personalPhone',
      'personalPhone',
      'businessPhone',
    ]);
    const { plan } = suggest({ ...names, Cell: PHONES, Home: without(PHONES) });
    expect(plan.combinations).toMatchObject([{ field: 'personalPhone', columns: [3, 2], how: 'firstFilled' }]);
  });

  it('are email addresses above email addresses', () => {
    expect(targets({ ...names, Home: EMAILS, Office: EMAILS }).slice(2)).toEqual(['personalEmail', 'businessEmail']);
  });

  it('the work is the employer above names of organizations', () => {
    expect(targets({ ...names, Work: ['Northfield Bank', 'Harbor Supply LLC', 'Voss & Sons', 'City of Salem'] })[2]).toBe('businessName');
  });
});

describe('names, phones and gifts under short headings', () => {
  it('“Donor” has the names of people and couples', () => {
    const donors = ['Desmond Whitlock', 'Mara and Otto Lund', 'Ngozi Adeyemi', 'Ben & Nora Odell', 'Philippa Cartwright'];
    expect(targets({ Donor: donors, City: ['Reno', 'Erie', 'Salem', 'Boise', 'Newark'] })[0]).toBe('fullName');
  });

  it.each([
    ['Hm Ph', PHONES, 'personalPhone'],
    ['giftcnt', ['1', '4', '12', '7'], 'rfmTotalGiftCount'],
    ['lastgiftdt', ['1/2/2024', '2/13/2024', '3/24/2024', '4/5/2024'], 'rfmMostRecentGiftDate'],
    ['maxgiftamt', ['10.00', '250.00', '35.50', '1000.00'], 'rfmLargestGiftValue'],
    ['Total Lifetime $ Given', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'rfmTotalGiftValue'],
    ['Total # Given', ['1', '4', '12', '7'], 'rfmTotalGiftCount'],
    ['Given Name', FIRST, 'primaryFirst'],
    ['Gifts Given', ['1', '4', '12', '7'], 'rfmTotalGiftCount'],
    ['Gifts Given', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'rfmTotalGiftValue'],
    ['Giving Since', ['1/2/2024', '2/13/2024', '3/24/2024', '4/5/2024'], 'rfmFirstGiftDate'],
    ['Giving Since 2010', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'none'],
    ['2024 Total Giving', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'none'],
    ['Largest Gift 2024', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'none'],
    ['Planned Gift Total', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'none'],
    ['Lifetime Giving as of 6/30/2024', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'rfmTotalGiftValue'],
    ['Total Giving as of 2024', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'rfmTotalGiftValue'],
    ['MRC', ['$10.00', '$250.00', '$35.50', '$1,000.00'], 'rfmMostRecentGiftValue'],
    ['Home #', PHONES, 'personalPhone'],
    ['Work #', PHONES, 'businessPhone'],
    ['Contact Number', PHONES, 'personalPhone'],
    ['Contact Number', ['100234', '100235', '100268', '100301'], 'none'],
  ])('%s', (heading, values, field) => {
    expect(targets({ Last: LAST, [heading]: values })[1]).toBe(field);
  });
});

describe('a list whose only names are whole', () => {
  const places = { City: ['Reno', 'Erie', 'Salem', 'Boise'], Zip: ['89501', '16501', '97301', '83702'] };
  const inverted = ['Whitlock, Desmond', 'Lund, Mara and Otto', 'Adeyemi, Ngozi', 'Odell, Ben & Nora'];
  const couples = ['Desmond Whitlock', 'Mara and Otto Lund', 'Ngozi Adeyemi', 'Ben & Nora Odell'];
  it.each(['Family Name', 'Last Name', 'Family', 'Household', 'Account', 'Parent(s)', 'Parents'])('under %s', (heading) => {
    expect(targets({ [heading]: inverted, ...places })[0]).toBe('lastFirst');
    expect(targets({ [heading]: couples, ...places })[0]).toBe('fullName');
  });

  it('next to first names, last names and double surnames are recognized as last names', () => {
    expect(targets({ First: FIRST, 'Last Name': ['Ann Roe', 'Voss', 'Mara Lund', 'Odell'], ...places })[1]).toBe('primaryLast');
    expect(targets({ 'Last Name': ['Moreno Castro', 'Sandoval Ruiz', 'Okafor Bello', 'Tremaine Quist'], ...places })[0]).toBe(
      'primaryLast',
    );
  });

  it('a household next to names is not used', () => {
    expect(targets({ First: FIRST, Last: LAST, Household: couples, ...places })[2]).toBe('none');
  });
});
