import { describe, expect, it } from 'vitest';
import { recognizeSystem } from '../../../../shared/mapping/systems.ts';
import { filledOf, mapRow } from '../../../kit/mapped-rows.ts';
import { EMAILS, FIRST, LAST, PHONES, nameOf, only, suggest, targets } from '../../../kit/suggested-mapping.ts';

const IDS = ['C-4100', 'C-4107', 'C-4114', 'C-4121'];
const WORDS = ['Prospecting', 'Qualified', 'Asked', 'Closed'];
const NAMES = FIRST.map((first, at) => `${first} ${LAST[at]}`);
const DATES = ['2024-01-02', '2024-02-13', '2024-03-24', '2024-04-05'];
const AMOUNTS = ['12.50', '300', '45', '1000'];
const STREETS = ['3 Birch Rd', '14 Elm St', '9 Oak Ave', '220 Quarry Ln'];

describe('a word one letter away from a word of headings', () => {
  it.each([
    ['Pager', PHONES],
    ['Pager Number', PHONES],
    ['Contract ID', IDS],
    ['Contract Number', IDS],
    ['Player ID', IDS],
    ['Portal ID', IDS],
    ['Patrol ID', IDS],
    ['Stage', WORDS],
    ['Stage', ['MA', 'NY', 'Asked', 'Closed']],
    ['Stake', WORDS],
    ['Letter', WORDS],
    ['Court', WORDS],
    ['Closer', NAMES.map((name) => name.split(' ')[0]!)],
    ['Grant Amount', AMOUNTS],
    ['Total Grants', AMOUNTS],
    ['Middel', WORDS],
    ['Staat', WORDS],
    ['Datei', WORDS],
    ['Courrier', WORDS],
    ['Seite', ['1', '2', '3', '4']],
  ])('%s is not a typing error', (heading, values) => {
    expect(only(heading, values)).toMatchObject({ to: { kind: 'none' } });
  });

  it.each([
    ['Frist Name', FIRST, 'primaryFirst'],
    ['Adddress', STREETS, 'street'],
    ['Telphone Numbr', PHONES, 'personalPhone'],
    ['Constitunet ID', IDS, 'constituentId'],
    ['Emial', EMAILS, 'personalEmail'],
  ])('%s is one, and is confirmed', (heading, values, field) => {
    const { to, certainty } = only(heading, values);
    expect([nameOf(to), certainty]).toEqual([field, 'likely']);
  });
});

describe("a heading in somebody's own words", () => {
  it.each([
    ['Email (best)', EMAILS, 'personalEmail'],
    ['Email (if you have one, please)', EMAILS, 'personalEmail'],
    ['Email we use', EMAILS, 'personalEmail'],
    ['Best phone', PHONES, 'personalPhone'],
    ['Phone (if known)', PHONES, 'personalPhone'],
    ['Guest(s)', NAMES, 'fullName'],
    ['ID in Bloomerang', IDS, 'constituentId'],
  ])('%s is suggested by its values', (heading, values, target) => {
    const { to, certainty } = only(heading, values);
    expect([nameOf(to), certainty]).toEqual([target, 'likely']);
  });

  it.each([
    ['Email (best)', WORDS],
    ['Email (spouse)', EMAILS],
    ['Phone (fax)', PHONES],
    ['Owner email', EMAILS],
    ['Guest(s)', ['2', '1', '3', '2']],
  ])('%s above %j is not', (heading, values) => {
    expect(nameOf(only(heading, values).to)).toBe('none');
  });

  it('gives guests no name next to a column of names', () => {
    expect(targets({ 'First Name': FIRST, 'Last Name': LAST, 'Guest(s)': NAMES })).toEqual(['primaryFirst', 'primaryLast', 'none']);
  });
});

describe('headings of systems and languages', () => {
  it.each([
    ['CnBio_Org_Name', ['Birch Bakery LLC', 'Quarry Books', 'Granite Trust Co', 'Otter Cafe'], 'businessName'],
    ['NPSP__CONTACT1_TITLE__C', ['Baker', 'Treasurer', 'Engineer', 'Surgeon'], 'businessTitle'],
    ['NPSP__HOME_STREET__C', STREETS, 'street'],
    ['npe01__HomeEmail__c', EMAILS, 'personalEmail'],
    ['NPO02__TOTALOPPAMOUNT__C', AMOUNTS, 'rfmTotalGiftValue'],
    ['CnBio_Key_Indicator', ['I', 'O', 'I', 'I'], 'none'],
    ['Payer Name', NAMES, 'fullName'],
    ['Payer ID', IDS, 'constituentId'],
    ['Last or Org Name', LAST, 'primaryLast'],
    ['Last/Org', LAST, 'primaryLast'],
    ['Active Street 1', STREETS, 'street'],
    ['Total Hard Credit Amount', AMOUNTS, 'rfmTotalGiftValue'],
    ['Address 1,2 and 3', STREETS, 'street'],
    ['Address Lines 1-3', STREETS, 'street'],
    ['Street 1 & 2', STREETS, 'street'],
    ['Voornamen', FIRST, 'primaryFirst'],
    ['Straatnaam', STREETS, 'street'],
    ['Woonplaats', ['Zwolle', 'Delft', 'Breda', 'Assen'], 'city'],
    ['Totaal giften', AMOUNTS, 'rfmTotalGiftValue'],
    ['Datum laatste gift', DATES, 'rfmMostRecentGiftDate'],
    ['Vor- und Nachname', NAMES, 'fullName'],
    ['Name, Vorname', LAST.map((last, at) => `${last}, ${FIRST[at]}`), 'lastFirst'],
    ['Anschrift', STREETS, 'street'],
    ['Nom et prénom', LAST.map((last, at) => `${last} ${FIRST[at]}`), 'lastFirst'],
    ['Téléphone portable', PHONES, 'personalPhone'],
    ['Nombre completo', NAMES, 'fullName'],
    ['Customer', ['Marlowe, Ines', 'Otto Brandvold', 'Birch Bakery'], 'fullName'],
    ['Población', ['Lugo', 'Teruel', 'Soria', 'Ronda'], 'city'],
    ['Fecha del último donativo', DATES, 'rfmMostRecentGiftDate'],
  ])('%s', (heading, values, target) => {
    expect(nameOf(only(heading, values).to)).toBe(target);
  });

  it.each([
    ['planningCenter', ['Person ID', 'Given Name', 'Last Name', 'Home Address Street Line 1', 'Home Address City']],
    ['donorPro', ['Constituent ID', 'First Name', 'Last or Org Name', 'Address Prefix 1', 'Address Line 1']],
    ['quickBooks', ['Customer', 'Company', 'M.I.', 'Main Phone', 'Main Email', 'Bill to 1']],
    ['thunderbird', ['First Name', 'Last Name', 'Screen Name', 'Fax Number', 'Pager Number', 'Home ZipCode']],
    ['mailchimp', ['Email Address', 'First Name', 'MEMBER_RATING', 'OPTIN_IP', 'LEID']],
    ['npsp', ['npe03__Amount__c', 'npe01__HomeEmail__c', 'FirstName']],
  ])('recognizes %s', (id, headings) => {
    expect(recognizeSystem(headings)?.system.id).toBe(id);
  });
});

describe('columns decided by the others', () => {
  it('ignores the region of an internet address, and keeps the region of a postal address', () => {
    const names = { 'First Name': FIRST, 'Last Name': LAST };
    const place = { LATITUDE: ['44.2', '44.3', '44.4', '44.5'], LONGITUDE: ['-72.5', '-72.6', '-72.7', '-72.8'] };
    const region = { CC: ['us', 'us', 'us', 'us'], REGION: ['vt', 'vt', 'nh', 'ma'] };
    expect(targets({ ...names, OPTIN_IP: ['192.0.2.1', '', '', ''], ...place, ...region }).slice(2)).toEqual(Array(5).fill('none'));
    expect(targets({ ...names, Street: STREETS, Region: ['VT', 'VT', 'NH', 'MA'], ...place }).slice(2)).toEqual([
      'street',
      'state',
      'none',
      'none',
    ]);
  });

  it('takes the amount of one gift for no total, whatever its heading', () => {
    for (const heading of ['individual_gift_total_amount', 'Total Gift Amount', 'gift_total'])
      expect(targets({ 'Gift Date': DATES, [heading]: AMOUNTS })).toEqual(['none', 'none']);
    expect(targets({ 'Gift Date': DATES, 'Lifetime Giving': AMOUNTS })).toEqual(['none', 'rfmTotalGiftValue']);
    expect(targets({ 'Last Gift Date': DATES, 'Total Gift Amount': AMOUNTS })).toEqual(['rfmMostRecentGiftDate', 'rfmTotalGiftValue']);
  });

  it('reports patient data only if there are patients', () => {
    const others = { Department: ['Sales', 'Sales', 'Legal', 'Sales'], 'Payer Name': NAMES };
    expect(suggest(others).suggestions.map(({ sensitive }) => sensitive)).toEqual([false, false]);
    expect(suggest({ ...others, Diagnosis: WORDS }).suggestions.map(({ sensitive }) => sensitive)).toEqual([true, true, true]);
  });

  it('joins the words before a surname with it', () => {
    for (const heading of ['Last Name Prefix', 'Tussenvoegsel', 'Surname particle', 'Middle Name', 'Prefix']) {
      const { plan } = suggest({ 'First Name': FIRST, [heading]: ['van den', 'van der', '', 'de'], 'Last Name': LAST });
      expect(filledOf(mapRow(plan, ['Joris', 'van den', 'Bosveld']))).toEqual({
        primaryFirst: 'Joris',
        primaryLast: 'van den Bosveld',
      });
    }
    expect(targets({ 'First Name': FIRST, Prefix: ['Mr.', 'Ms.', 'Dr.', 'Ms.'], 'Last Name': LAST })[1]).toBe('none');
  });

  it('fills an empty phone from the second column of phones', () => {
    const { plan, suggestions } = suggest({ 'Home Phone': ['603-555-0101', '', '', ''], 'Cell Phone': ['', ...PHONES.slice(1, 3), ''] });
    expect(suggestions[1]).toMatchObject({
      fills: 2,
      remark: '“Home Phone” is empty in 3 rows. This fills 2; 1 remains without a phone',
    });
    expect(filledOf(mapRow(plan, ['603-555-0101', '603-555-0199']))).toEqual({ personalPhone: '603-555-0101' });
    expect(filledOf(mapRow(plan, ['', '603-555-0102']))).toEqual({ personalPhone: '603-555-0102' });
  });

  it.each([
    ['Case Safe ID', ['0035g00000XyZaBAAV', '0035g00000XyZabAAV'], 'constituentId'],
    ['CASESAFEID__C', ['0035g00000XyZaBAAV', '0035g00000XyZabAAV'], 'constituentId'],
    ['18 Digit ID', ['0035g00000XyZaBAAV', '0035g00000XyZabAAV'], 'constituentId'],
    ['PREF_MAIL_NAME', NAMES, 'fullName'],
    ['Acct', IDS, 'constituentId'],
    ['Org/Last Name', LAST, 'primaryLast'],
    ['MAX_DATE', DATES, 'rfmLargestGiftDate'],
  ])('knows %s', (header, values, target) => {
    expect(nameOf(only(header, values).to)).toBe(target);
  });

  it('reads a first name, or an organization where the last name is empty', () => {
    for (const heading of ['First Name/Org Name', 'First Name or Organization', 'First/Org Name']) {
      const { plan } = suggest({ [heading]: ['Ines', 'Otto', 'Rhea', 'Quarry Street Foundation'], 'Last Name': [...LAST.slice(1), ''] });
      expect(filledOf(mapRow(plan, ['Ines', 'Marlowe']))).toEqual({ primaryFirst: 'Ines', primaryLast: 'Marlowe' });
      expect(filledOf(mapRow(plan, ['Quarry Street Foundation', '']))).toEqual({ primaryLast: 'Quarry Street Foundation' });
    }
  });
});

describe('headings that nobody listed', () => {
  const PLACES = {
    house: ['3 Birch Rd', '14 Elm St Apt 2', '9 Oak Ave', '220 Quarry Ln'],
    burgh: ['Keene', 'Concord', 'Barre', 'Stowe'],
    'st/prov': ['NH', 'NH', 'VT', 'VT'],
    pc: ['03431', '03301', '05641', '05672'],
  };
  const GIVEN = ['Patricia', 'Walter', 'Linda', 'Ngozi'];
  const list = { who1: GIVEN, who2: LAST, 'reach us': EMAILS, dial: PHONES, ...PLACES };

  it('are mapped by the values of their columns together, to be reviewed first', () => {
    const { suggestions } = suggest(list);
    expect(suggestions.map(({ to }) => nameOf(to))).toEqual([
      'primaryFirst',
      'primaryLast',
      'personalEmail',
      'personalPhone',
      'street',
      'city',
      'state',
      'postalCode',
    ]);
    const byValues = suggestions.filter(({ header }) => header !== 'st/prov');
    expect(byValues.map(({ certainty }) => certainty)).toEqual(byValues.map(() => 'likely'));
  });

  it.each([
    [
      'names of officers next to the names of the list',
      { 'Last Name': LAST, 'First Name': FIRST, helper: GIVEN, other: LAST },
      ['primaryLast', 'primaryFirst', 'none', 'none'],
    ],
    ['words next to no first name', { what: WORDS, thing: ['Red', 'Blue', 'Green', 'Gray'] }, ['none', 'none']],
    ['numbers that fit no state', { state: ['NH', 'NH', 'VT', 'VT'], pc: ['90210', '10001', '60614', '73301'] }, ['state', 'none']],
  ])('are left alone: %s', (_, columns, expected) => {
    expect(targets(columns)).toEqual(expected);
  });
});

const SPOUSES = ['Henry', 'Irma', 'Jonas', 'Klara'];
const wholeNames = (first: readonly string[]) => first.map((name, at) => `${name} ${LAST[at]!}`);

describe('two people whom the headings name by what they are', () => {
  it.each<[string, Readonly<Record<string, readonly string[]>>, string[]]>([
    [
      'a husband and a wife',
      { 'Husband First': FIRST, 'Husband Last': LAST, 'Wife First': SPOUSES, 'Wife Last': LAST },
      ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast'],
    ],
    [
      'hers before his, with a common last name and an email address each',
      { 'Her First Name': FIRST, 'His First Name': SPOUSES, 'Last Name': LAST, 'His Email': EMAILS, 'Her Email': EMAILS },
      ['primaryFirst', 'spouseFirst', 'primaryLast', 'none', 'personalEmail'],
    ],
    ['whole names', { Husband: wholeNames(FIRST), Wife: wholeNames(SPOUSES) }, ['fullName', 'spouseName']],
    ['first names', { 'Last Name': LAST, Husband: FIRST, Wife: SPOUSES }, ['primaryLast', 'primaryFirst', 'spouseFirst']],
    ['Mr. and Mrs.', { 'Mr. First': FIRST, 'Mrs. First': SPOUSES, Last: LAST }, ['primaryFirst', 'spouseFirst', 'primaryLast']],
    [
      'numbered adults',
      { Adult1_First: FIRST, Adult1_Last: LAST, Adult2_First: SPOUSES, Adult2_Last: LAST },
      ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast'],
    ],
    [
      'numbered names',
      { 'First Name 1': FIRST, 'Last Name 1': LAST, 'First Name 2': SPOUSES, 'Last Name 2': LAST },
      ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast'],
    ],
    [
      'a second name next to the first',
      { 'First Name': FIRST, 'Last Name': LAST, 'First Name 2': SPOUSES, 'Last Name 2': LAST },
      ['primaryFirst', 'primaryLast', 'spouseFirst', 'spouseLast'],
    ],
    [
      'a second first name alone, which can be the middle one',
      { 'First Name': FIRST, 'Last Name': LAST, 'First Name 2': SPOUSES },
      ['primaryFirst', 'primaryLast', 'none'],
    ],
  ])('%s', (_, columns, expected) => {
    expect(targets(columns)).toEqual(expected);
  });

  it('are to be confirmed, under their own headings', () => {
    const { suggestions, plan } = suggest({ 'Husband First': FIRST, 'Wife First': SPOUSES, 'Last Name': LAST });
    expect(suggestions.map(({ header, certainty }) => [header, certainty])).toEqual([
      ['Husband First', 'likely'],
      ['Wife First', 'likely'],
      ['Last Name', 'certain'],
    ]);
    expect(plan.columns.map(({ settled }) => settled)).toEqual([false, false, true]);
  });

  it('are not both meant where somebody else is named, or only one of them', () => {
    expect(targets({ 'First Name': FIRST, 'Last Name': LAST, 'Husband First': SPOUSES, 'Wife First': SPOUSES }).slice(0, 2)).toEqual([
      'primaryFirst',
      'primaryLast',
    ]);
    expect(targets({ Name: wholeNames(FIRST), 'Wife First': SPOUSES })).toEqual(['fullName', 'spouseFirst']);
  });
});

describe('a guest whom the person of a row brings', () => {
  const OTHERS = wholeNames(SPOUSES);
  it.each<[string, Readonly<Record<string, readonly string[]>>, string[]]>([
    [
      'the guest of a name',
      { Name: NAMES, 'Guest First Name': SPOUSES, 'Guest Last Name': LAST, 'Guest Email': EMAILS },
      ['fullName', 'none', 'none', 'none'],
    ],
    [
      'the email address of a guest',
      { 'First Name': FIRST, 'Last Name': LAST, 'Guest Name': OTHERS, 'Guest Email': EMAILS },
      ['primaryFirst', 'primaryLast', 'none', 'none'],
    ],
    ['the guest before the buyer', { 'Guest Name': OTHERS, 'Buyer Name': NAMES }, ['none', 'fullName']],
    ['an attendee next to a purchaser', { Attendee: OTHERS, Purchaser: NAMES }, ['none', 'fullName']],
    ['guests alone', { 'Guest First': FIRST, 'Guest Last': LAST, 'Guest Email': EMAILS }, ['primaryFirst', 'primaryLast', 'personalEmail']],
    ['a guest in one column', { Guest: NAMES, Email: EMAILS }, ['fullName', 'personalEmail']],
    [
      'a student and a parent',
      { 'Student First Name': SPOUSES, 'Student Last Name': LAST, 'Parent First Name': FIRST, 'Parent Last Name': LAST },
      ['none', 'none', 'primaryFirst', 'primaryLast'],
    ],
    [
      'the names of a student and of a parent',
      { Student: OTHERS, 'Parent/Guardian Name': NAMES, 'Parent Email': EMAILS },
      ['none', 'fullName', 'personalEmail'],
    ],
    ['students alone', { 'Student Name': NAMES, 'Student ID': IDS }, ['fullName', 'none']],
    [
      'the number of a student who is the person',
      { 'Student ID': IDS, 'First Name': FIRST, 'Last Name': LAST },
      ['none', 'primaryFirst', 'primaryLast'],
    ],
  ])('%s', (_, columns, expected) => {
    expect(targets(columns)).toEqual(expected);
  });

  it('is not sent, for a reason', () => {
    expect(suggest({ Name: NAMES, 'Guest Email': EMAILS, 'Guest Name': OTHERS }).suggestions[1]).toMatchObject({
      header: 'Guest Email',
      to: { kind: 'none' },
      reason: 'About a guest, and another column names the person',
    });
  });
});

const TOTALS = ['$1,250.00', '$40.00', '$9,000.00', '$310.50'];

describe('headings of exports that were not known', () => {
  it.each<[string, string, readonly string[], string]>([
    ["Raiser's Edge NXT", 'Greatest gift amount', AMOUNTS, 'rfmLargestGiftValue'],
    ["Raiser's Edge NXT", 'Greatest gift date', DATES, 'rfmLargestGiftDate'],
    ['Neon', 'All Time Donation Amount', TOTALS, 'rfmTotalGiftValue'],
    ['hand-made lists', 'Total Giving to Date', TOTALS, 'rfmTotalGiftValue'],
    ['hand-made lists', 'giving_to_date', TOTALS, 'rfmTotalGiftValue'],
    ['hand-made lists', 'All-Time Giving', TOTALS, 'rfmTotalGiftValue'],
    ['hand-made lists', 'Year to Date Giving', TOTALS, 'none'],
    ['hand-made lists', 'fiscal_year_to_date_giving', TOTALS, 'none'],
    ['hand-made lists', 'Month to Date Giving', TOTALS, 'none'],
    ['hand-made lists', 'Significant Other', SPOUSES, 'spouseFirst'],
    ['hand-made lists', 'Significant Other', wholeNames(SPOUSES), 'spouseName'],
    ['Breeze', 'Breeze ID', IDS, 'constituentId'],
    ['VAN', 'mAddress', STREETS, 'street'],
    ['VAN', 'mCity', ['Nashua', 'Salem', 'Reno', 'Tampa'], 'city'],
    ['VAN', 'mState', ['NH', 'OR', 'NV', 'FL'], 'state'],
    ['VAN', 'mZip5', ['03060', '97301', '89501', '33602'], 'postalCode'],
    ['lists of organizations', 'Primary Contact', NAMES, 'fullName'],
    ['Salesforce', 'Primary Contact', ['Yes', 'No', 'No', 'Yes'], 'none'],
    ['Salesforce', 'Primary Contact', ['0035f00000AbCdE', '0035f00000AbCdF', '0035f00000AbCdG', '0035f00000AbCdH'], 'none'],
  ])('%s: %s', (_, heading, values, field) => {
    expect(nameOf(only(heading, values).to)).toBe(field);
  });

  it('the lookup ID of the Blackbaud SKY API is the constituent, not the number of the record', () => {
    expect(targets({ id: ['77', '78', '79', '80'], lookup_id: IDS })).toEqual(['none', 'constituentId']);
  });
});

it('the headings of phones and emails can be swapped', () => {
  const { suggestions } = suggest({ Email: PHONES, Phone: EMAILS });
  expect(suggestions.map(({ to, certainty }) => [nameOf(to), certainty])).toEqual([
    ['personalPhone', 'likely'],
    ['personalEmail', 'likely'],
  ]);
  expect(targets({ 'Work Email': PHONES })).toEqual(['businessPhone']);
});

it('a few phones among emails do not make a column one of phones', () => {
  expect(targets({ Email: [...PHONES, ...EMAILS, ...EMAILS] })).toEqual(['personalEmail']);
});

it('Cust # is the ID of a customer', () => {
  expect(targets({ 'Cust #': ['70', '75', '81'] })).toEqual(['constituentId']);
});
