/** Headings in the exports of programs for payments, campaigns and reports. */
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

describe('two addresses', () => {
  const sparse = (values: readonly string[]) => values.map((value, at) => (at === 3 ? value : ''));
  const mailing = { 'Mailing Address': sparse(['', '', '', 'PO Box 4']), 'Mailing City': sparse(CITIES), 'Mailing State': sparse(STATES) };
  it.each([
    ['Residence Address Line 1', 'Residence City', 'Residence State'],
    ['Physical Address', 'Physical City', 'Physical State'],
    ['res_street_address', 'res_city', 'res_state'],
  ])('%s is the address if few rows have a separate mailing address', (street, city, state) => {
    const list = { Name: NAMES, ...mailing, [street]: STREETS, [city]: CITIES, [state]: STATES };
    expect(targets(list).slice(1)).toEqual(['none', 'none', 'none', 'street', 'city', 'state']);
  });

  it('the mailing address is used if few rows have the home address', () => {
    const home = { 'Home Address': sparse(STREETS), 'Home City': sparse(CITIES) };
    const list = { Name: NAMES, ...home, 'Mailing Address': STREETS, 'Mailing City': CITIES };
    expect(targets(list).slice(1)).toEqual(['none', 'none', 'street', 'city']);
  });
});

it.each([
  ['with slashes', ['12/09/2016', '11/03/2018', '1/2/2010', '05/30/2022']],
  ['with points', ['12.09.2016', '11.03.2018', '01.02.2010', '30.05.2022']],
  ['with the year first', ['2016/12/09', '2018/11/03', '2010/01/02', '2022/05/30']],
])('days %s under an unknown heading are no phone numbers', (_, days) => {
  expect(targets({ Name: NAMES, Registrationdate: days, Enrolled: days })).toEqual(['fullName', 'none', 'none']);
});

it('columns of Banner are known without the names of their tables', () => {
  const list = {
    SPRIDEN_ID: ['A0041', 'A0042', 'A0043', 'A0044'],
    SPRIDEN_LAST_NAME: LAST,
    SPRIDEN_FIRST_NAME: FIRST,
    SPRIDEN_MI: ['A', 'B', 'C', 'D'],
    SPRADDR_STREET_LINE1: STREETS,
    SPRADDR_CITY: CITIES,
    SPRADDR_STAT_CODE: STATES,
    SPRADDR_ZIP: ZIPS,
    GOREMAL_EMAIL_ADDRESS: EMAILS,
  };
  expect(targets(list)).toEqual([
    'constituentId',
    'primaryLast',
    'primaryFirst',
    'primaryMiddle',
    'street',
    'city',
    'state',
    'postalCode',
    'personalEmail',
  ]);
});

it.each([
  ['iMIS ID', NUMBERS, 'constituentId'],
  ['Voter ID', NUMBERS, 'constituentId'],
  ['Voice', PHONES, 'personalPhone'],
  ['Total Received', AMOUNTS, 'rfmTotalGiftValue'],
])('%s is known', (heading, values, field) => {
  expect(targets({ Name: NAMES, [heading]: values })[1]).toBe(field);
});

describe('the second member of a household', () => {
  const second = { Secondary: ['Otto', 'Paul', 'Carl', 'Hugo'], names: ['Voss', 'Roe', 'Lund', 'Odell'] };
  it.each([
    ['PrimaryFirst', 'PrimaryLast', 'SecondaryFirst', 'SecondaryLast'],
    ['First Name', 'Last Name', 'Secondary First Name', 'Secondary Last Name'],
    ['Primary Member First Name', 'Primary Member Last Name', 'Secondary Member First Name', 'Secondary Member Last Name'],
  ])('with %s and %s: %s', (first, last, otherFirst, otherLast) => {
    const list = { [first]: FIRST, [last]: LAST, [otherFirst]: second.Secondary, [otherLast]: second.names, 'Secondary Email': EMAILS };
    expect(targets(list).slice(0, 4)).toEqual(['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast']);
  });
});

it('abbreviations of a data warehouse are understood', () => {
  const list = {
    ADDR_LN_1_TXT: STREETS,
    ADDR_LN_2_TXT: ['', 'Apt 2', '', ''],
    CITY_NM: CITIES,
    ST_CD: STATES,
    ZIP_CD: ZIPS,
    EMAIL_ADDR_TXT: EMAILS,
  };
  expect(targets(list)).toEqual(['street', 'street2', 'city', 'state', 'postalCode', 'personalEmail']);
});

it.each([
  ['HPhone', PHONES, 'personalPhone'],
  ['Phone (W)', PHONES, 'businessPhone'],
  ['Email (W)', EMAILS, 'businessEmail'],
  ['Lifetime', AMOUNTS, 'rfmTotalGiftValue'],
  ['Lifetime', ['Yes', 'No', 'No', 'Yes'], 'none'],
])('%s with its values is understood', (heading, values, field) => {
  expect(targets({ Name: NAMES, [heading]: values })[1]).toBe(field);
});

describe('the ID that an office names in its own words', () => {
  const list = { 'First Name': FIRST, 'Last Name': LAST, City: CITIES };
  it.each(['Advance ID', 'RE ID', 'Alma Mater ID', 'Campus_ID'])('%s is the ID where no other column is one', (heading) => {
    expect(suggest({ [heading]: ['4101', '4177', '4210', '4388'], ...list }).suggestions[0]).toMatchObject({
      to: { kind: 'field', field: 'constituentId' },
      certainty: 'likely',
      reason: 'Every value is different',
    });
  });

  it.each([
    ['another column is the ID', { 'Advance ID': ['4101', '4177', '4210', '4388'], 'Donor ID': NUMBERS, ...list }],
    ['two columns could be it', { 'Advance ID': ['4101', '4177', '4210', '4388'], 'Campus ID': ['71', '75', '79', '92'], ...list }],
    ['its values repeat', { 'Advance ID': ['4101', '4101', '4210', '4388'], ...list }],
    ['it numbers orders', { 'Order ID': ['4101', '4177', '4210', '4388'], ...list }],
    ['it numbers grants', { 'Grant ID': ['4101', '4177', '4210', '4388'], ...list }],
    ['the list has data of patients', { 'Stay ID': ['4101', '4177', '4210', '4388'], MRN: ['81', '85', '89', '93'], ...list }],
  ])('is not found if %s', (_, columns) => {
    expect(targets(columns)[0]).toBe('none');
  });

  it.each(["Raiser's Edge ID", 'Customer Reference', 'DPID'])('%s is known', (heading) => {
    expect(targets({ [heading]: NUMBERS, ...list })[0]).toBe('constituentId');
  });
});

describe('gifts', () => {
  const DOLLARS = ['$12.50', '$300.00', '$45.00', '$1,000.00'];
  it.each([
    ['Revenue Summary\\Number of gifts', NUMBERS, 'rfmTotalGiftCount'],
    ['Revenue Summary\\Total amount', DOLLARS, 'rfmTotalGiftValue'],
    ['Revenue Summary\\First gift date', DATES, 'rfmFirstGiftDate'],
    ['Smart Field: Lifetime Giving', DOLLARS, 'rfmTotalGiftValue'],
    ['Smart Field: Largest Gift Amount', DOLLARS, 'rfmLargestGiftValue'],
    ['Lifetime Received', DOLLARS, 'rfmTotalGiftValue'],
    ['Lifetime Contributed', DOLLARS, 'rfmTotalGiftValue'],
    ['Last Received Date', DATES, 'rfmMostRecentGiftDate'],
    ['HIGH_GIFT_AMT', AMOUNTS, 'rfmLargestGiftValue'],
    ['Smart Field: Age', NUMBERS, 'none'],
    ['Revenue\\Amount', AMOUNTS, 'none'],
    ['Revenue\\Date', DATES, 'none'],
    ['Soft Credits\\Total amount', DOLLARS, 'none'],
  ])('%s', (heading, values, field) => {
    expect(targets({ Name: NAMES, [heading]: values })[1]).toBe(field);
  });

  it('given in total are an amount next to their number; otherwise their values decide', () => {
    expect(targets({ Name: NAMES, 'Total Gifts Given': DOLLARS, 'Total Number of Gifts': NUMBERS }).slice(1)).toEqual([
      'rfmTotalGiftValue',
      'rfmTotalGiftCount',
    ]);
    expect(targets({ Name: NAMES, 'Total Gifts Given': NUMBERS })[1]).toBe('rfmTotalGiftCount');
  });

  it('the first one comes before the day since when somebody is a donor', () => {
    expect(targets({ Name: NAMES, 'Donor Since': DATES, 'First Donation': DATES }).slice(1)).toEqual(['none', 'rfmFirstGiftDate']);
    expect(targets({ Name: NAMES, 'Donor Since': DATES })[1]).toBe('rfmFirstGiftDate');
  });
});

it('a part in the life of a school is no job, where another column has jobs', () => {
  const jobs = ['Engineer', 'Nurse', 'Attorney', 'Teacher'];
  const roles = ['Parent', 'Alum', 'Parent', 'Trustee'];
  expect(targets({ Name: NAMES, Role: roles, 'Business Title': jobs }).slice(1)).toEqual(['none', 'businessTitle']);
  expect(targets({ Name: NAMES, Role: jobs })[1]).toBe('businessTitle');
});

it('the winner of an item of an auction has an address', () => {
  const winner = {
    'Winner First Name': FIRST,
    'Winner Last Name': LAST,
    'Winner Address': STREETS,
    'Winner City': CITIES,
    'Winner State': STATES,
  };
  expect(targets({ 'Bidder #': ['101', '102', '103', '104'], ...winner, 'Winner Zip': ZIPS })).toEqual([
    'none',
    'primaryFirst',
    'primaryLast',
    'street',
    'city',
    'state',
    'postalCode',
  ]);
});

it('lines of a bill of QuickBooks are read by their values, and those of a shipment are not', () => {
  const places = CITIES.map((city, at) => `${city}, ${STATES[at]} ${ZIPS[at]}`);
  const list = { 'First Name': FIRST, 'Last Name': LAST, 'Bill to 1': NAMES, 'Bill to 2': STREETS, 'Bill to 3': places };
  expect(targets({ ...list, 'Ship to 2': STREETS, 'Ship to 3': places }).slice(2)).toEqual([
    'none',
    'street',
    'cityStateZip',
    'none',
    'none',
  ]);
});

describe('the second person of a household', () => {
  const people = { First: FIRST, Last: LAST, 'Secondary First Name': ['Otto', 'Paul', 'Carl', 'Hugo'], 'Secondary Last Name': LAST };
  it('has an email address and a phone that are not those of the person', () => {
    const list = {
      ...people,
      'Primary Email': ['', ...EMAILS.slice(1)],
      'Secondary Email': EMAILS,
      Phone: ['', ...PHONES.slice(1)],
      'Secondary Cell': PHONES,
    };
    expect(targets(list).slice(4)).toEqual(['personalEmail', 'none', 'personalPhone', 'none']);
  });

  it('is no other person where only an email address is the second one', () => {
    const list = { First: FIRST, Last: LAST, 'Primary Email': ['', ...EMAILS.slice(1)], 'Secondary Email': EMAILS };
    expect(targets(list).slice(2)).toEqual(['personalEmail', 'personalEmail']);
  });

  it.each([
    ['name2_fname', 'name2_lname'],
    ['A2 First Name', 'A2 Last Name'],
  ])('%s', (first, last) => {
    expect(targets({ fname: FIRST, lname: LAST, [first]: ['Otto', 'Paul', 'Carl', 'Hugo'], [last]: LAST }).slice(2)).toEqual([
      'spouseFirst',
      'spouseLast',
    ]);
  });
});

it.each(['Dead', 'SPBPERS_DEAD_IND', "Dec'd"])('%s tells who has died', (heading) => {
  expect(suggest({ Name: NAMES, [heading]: ['', '', 'Y', ''] }).suggestions[1]!.to).toMatchObject({ tells: 'deceased' });
});

it('an address that mail does not reach does not mean a death', () => {
  expect(suggest({ Name: NAMES, 'Dead Address': ['Yes', 'No', 'No', 'No'] }).suggestions[1]!.to).toEqual({ kind: 'none' });
});

it('the last name at birth is the maiden name', () => {
  expect(targets({ 'FIRST.NAME': FIRST, 'LAST.NAME': LAST, 'BIRTH.NAME.LAST': ['Roe', '', '', 'Voss'] })[2]).toBe('primaryMaiden');
});
