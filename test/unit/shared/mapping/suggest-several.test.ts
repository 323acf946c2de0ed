import { describe, expect, it } from 'vitest';
import { suggest, nameOf, targets, only, FIRST, LAST, EMAILS, PHONES } from '../../../kit/suggested-mapping.ts';

describe('several columns for one field', () => {
  it.each<[string, Record<string, string[]>, string[]]>([
    ['home before mailing address', { 'Mailing Street': ['1 A St', '2 B St'], 'Home Street': ['3 C St', '4 D St'] }, ['none', 'street']],
    ['home phone before mobile', { Mobile: PHONES, HomePhone: PHONES }, ['none', 'personalPhone']],
    [
      'the employer before another organization',
      { 'Org Name': ['Acme, Inc.', 'Pike & Sons'], Employer: ['Acme, Inc.', 'Pike & Sons'] },
      ['none', 'businessName'],
    ],
    ['a filled column before an empty one', { HomePhone: ['', '', ''], Mobile: PHONES.slice(0, 3) }, ['none', 'personalPhone']],
    ['the first of several', { 'Email 2': EMAILS, 'Email 1': EMAILS }, ['none', 'personalEmail']],
    ['a known heading before words', { 'Home Telephone Nr': PHONES, 'Home Telephone': PHONES }, ['none', 'personalPhone']],
  ])('%s', (_, columns, expected) => {
    expect(targets(columns)).toEqual(expected);
  });

  it('keeps the field as an alternative of the other column', () => {
    const { suggestions } = suggest({ 'Mailing Street': ['1 A St'], 'Home Street': ['3 C St'] });
    expect(suggestions[0]).toMatchObject({
      alternatives: [{ kind: 'field', field: 'street' }],
      reason: 'Street comes from B (Home Street)',
    });
  });
});

describe('a second address', () => {
  const FIRST_PLACE = { City: ['Tampa', 'Tampa'], State: ['FL', 'FL'], Zip: ['33601', '33602'] };
  const NUMBERED_PLACE = { 'City 1': ['Tampa', 'Tampa'], 'State 1': ['FL', 'FL'], 'Zip 1': ['33601', '33602'] };
  const target = (columns: Record<string, string[]>, heading: string) => targets(columns)[Object.keys(columns).indexOf(heading)];

  it.each<[string, string, Record<string, string[]>]>([
    [
      'numbered columns',
      'Address 2',
      { 'Address 1': ['1 Elm St', '2 Elm St'], ...NUMBERED_PLACE, 'Address 2': ['PO Box 9', ''], 'City 2': ['Stowe', ''] },
    ],
    [
      'columns sorted by kind',
      'Address 2',
      { 'Address 1': ['1 Elm St'], 'Address 2': ['9 Snow Ln'], 'City 1': ['Tampa'], 'City 2': ['Stowe'] },
    ],
    [
      'repeated headings',
      'Address (2)',
      { Address: ['1 Elm St', '2 Elm St'], ...FIRST_PLACE, 'Address (2)': ['9 Snow Ln', ''], 'Zip (2)': ['05672', ''] },
    ],
    [
      'a repeated home address',
      'Home Address (2)',
      { 'Home Address': ['1 Elm St'], ...FIRST_PLACE, 'Home Address (2)': ['9 Snow Ln'], 'City (2)': ['Stowe'] },
    ],
    ['streets', 'Street 2', { 'Street 1': ['1 Elm St'], ...NUMBERED_PLACE, 'Street 2': ['Snow Ln 9'], 'Postal Code 2': ['05672'] }],
    ['a third address', 'Address 3', { 'Address 1': ['1 Elm St'], ...NUMBERED_PLACE, 'Address 3': ['7 Ice Rd'], 'City 3': ['Nome'] }],
  ])('does not lend its street to the first: %s', (_, heading, columns) => {
    expect(target(columns, heading)).toBe('none');
  });

  it.each<[string, Record<string, string[]>]>([
    [
      'Address 2',
      { 'Address 1': ['1 Elm St'], 'Address 2': ['Apt 4'], ...FIRST_PLACE, 'Work Address': ['9 Snow Ln'], 'City (2)': ['Stowe'] },
    ],
    ['Address Line 2', { 'Address Line 1': ['1 Elm St'], 'Address Line 2': ['Apt 4'], ...NUMBERED_PLACE, 'City 2': ['Stowe'] }],
    ['Address 2', { 'Address 1': ['1 Elm St'], ...FIRST_PLACE, 'Address 2': ['Apt 4'] }],
    ['Address (2)', { Address: ['1 Elm St'], 'Address (2)': ['Apt 4'], ...FIRST_PLACE }],
  ])('%s stays the second line of the first with %j', (heading, columns) => {
    expect(target(columns, heading)).toBe('street2');
  });

  it('names the city or ZIP that shows it', () => {
    const { suggestions } = suggest({ Address: ['1 Elm St'], City: ['Tampa'], 'Address (2)': ['9 Snow Ln'], 'City (2)': ['Stowe'] });
    expect(suggestions[2]).toMatchObject({
      reason: 'Belongs to another address, as D (City (2)) does',
      alternatives: [{ kind: 'field', field: 'street2' }],
    });
  });
});

describe('house numbers in a separate column', () => {
  it('are joined with the street in sheet order, and need confirmation', () => {
    const american = suggest({ 'House Number': ['12', '7A', '99'], 'Street Name': ['Main St', 'Mill Rd', 'Oak Ave'] });
    expect(american.plan.combinations).toEqual([{ field: 'street', columns: [0, 1], how: 'join', separator: ' ' }]);
    expect(american.suggestions[0]).toMatchObject({ to: { field: 'street' }, certainty: 'likely' });
    expect(suggest({ 'House Number': ['12', '7'], 'Street Name': ['Main St\nApt 4', 'Mill Rd'] }).plan.combinations).toHaveLength(1);
    const german = suggest({ Straße: ['Hauptstraße', 'Am Markt'], Hausnummer: ['12a', '3-5'] });
    expect(german.plan.combinations).toEqual([{ field: 'street', columns: [0, 1], how: 'join', separator: ' ' }]);
  });

  it('are joined with streets that are numbers themselves', () => {
    const numbered = suggest({
      StreetNo: ['12', '7', '301', '9'],
      StreetName: ['42nd', '5th', 'Highway 9', 'Mill'],
      StreetType: ['St', 'Ave', '', 'Ln'],
    });
    expect(numbered.plan.combinations).toEqual([{ field: 'street', columns: [0, 1, 2], how: 'join', separator: ' ' }]);
    expect(suggest({ 'House Number': ['12', '7'], Street: ['42nd St', '5th Ave'] }).plan.combinations).toHaveLength(1);
    expect(suggest({ StreetNo: ['12', '7'], StreetName: ['12 Main St', '7 Mill Rd'] }).plan.combinations).toEqual([]);
  });

  it('are not joined when the street includes its number, or when they are not numbers', () => {
    expect(suggest({ 'House Number': ['12', '7'], Address: ['12 Main St', '7 Mill Rd'] }).plan.combinations).toEqual([]);
    expect(suggest({ Straße: ['Hauptstraße 5', 'Am Markt 7'], Hausnummer: ['5', '7'] }).plan.combinations).toEqual([]);
    expect(suggest({ 'House Number': ['Hill House', 'The Lodge'], 'Street Name': ['Main St', 'Mill Rd'] }).plan.combinations).toEqual([]);
  });
});

describe('columns that hold several fields', () => {
  const names = ['Desmond Whitlock', 'Jane and John Smith', "Siobhan O'Brien", 'Ngozi Adeyemi'];

  it.each<[string, string[], string]>([
    ['Name', names, 'fullName'],
    ['Donor Name', names, 'fullName'],
    ['Name', ['Whitlock, Desmond', "O'Brien, Siobhan", 'Adeyemi, Ngozi'], 'lastFirst'],
    ['CSZ', ['Marblehead, MA 01945', 'Chicago, IL 60614'], 'cityStateZip'],
    ['Full Address', ['14 Harbor View Rd, Marblehead, MA 01945'], 'addressLines'],
    ['Spouse Name', ['Marguerite Whitlock', 'Lucía Ferrer'], 'spouseName'],
    ['First/Given Name (Auto-Split)', ['Jane and John', 'Desmond', 'Ann & Bob'], 'coupleFirstNames'],
    ['Account Name', ['Acme, Inc.', 'Whitlock Marine Supply', 'Hi Rise'], 'businessName'],
    ['Address', ['14 Harbor View Rd, Marblehead, MA 01945', '1 Main St, Nashua, NH 03060'], 'addressLines'],
  ])('%s with %j', (heading, values, target) => {
    expect(nameOf(only(heading, values).to)).toBe(target);
    expect(only(heading, values).certainty).not.toBe('certain');
  });

  it('leaves the full name unused next to first and last name', () => {
    const { suggestions } = suggest({ Name: names, 'First Name': FIRST, 'Last Name': LAST });
    expect(suggestions[0]).toMatchObject({
      to: { kind: 'none' },
      reason: 'First and last name have separate columns',
      alternatives: [{ kind: 'split', splitter: 'fullName' }],
    });
  });

  it('uses the guests of a gala, but not next to a column of names', () => {
    expect(targets({ 'Guest Name': names, ZIP: ['01609'] })).toEqual(['fullName', 'postalCode']);
    expect(targets({ Name: names, 'Guest Name': names })).toEqual(['fullName', 'none']);
  });

  it('uses a hospital’s patients, never its staff', () => {
    const patients = ['DOE,JANE Q', 'MCDONALD,ANGUS', 'VAN BUREN,MARTIN', 'RUIZ,ELENA', 'BELL,ANN'];
    const physicians = ['SMITH,ROBERT', 'PATEL,ANITA', 'SMITH,ROBERT', 'PATEL,ANITA', 'SMITH,ROBERT'];
    expect(targets({ 'Patient Name': patients, Attending: physicians })).toEqual(['lastFirst', 'none']);
    expect(targets({ Attending: physicians, Zip: ['01609', '01527', '12203', '06103', '01852'] })).toEqual(['none', 'postalCode']);
    expect(targets({ Attending: physicians, 'Patient Last Name': LAST, 'Patient First Name': FIRST, 'Pt City': ['Lowell'] })).toEqual([
      'none',
      'primaryLast',
      'primaryFirst',
      'city',
    ]);
  });

  it('uses full names under a heading that names the people of the list', () => {
    expect(targets({ Donor: names, Fundraiser: ['Sam Lee', 'Sam Lee', 'Jo Kay', 'Sam Lee', 'Sam Lee'] })).toEqual(['fullName', 'none']);
    expect(targets({ Donor: ['Yes', 'No', 'Yes', 'No'] })).toEqual(['none']);
  });

  it('uses one of several full names', () => {
    expect(targets({ Addressee: names, 'Full Name': names, 'Envelope Name': names })).toEqual(['none', 'fullName', 'none']);
  });

  it('uses an account as employer next to people', () => {
    expect(
      targets({ 'First Name': FIRST, 'Last Name': LAST, 'Account Name': ['Acme, Inc.', '', 'Clínica Ibáñez', 'Pike & Sons'] })[2],
    ).toBe('businessName');
    expect(
      targets({
        'First Name': FIRST,
        'Last Name': LAST,
        'Account Name': ['Whitlock Household', "O'Brien Household", 'Adeyemi Household', 'Smith Household'],
      })[2],
    ).toBe('none');
  });

  it.each<[string, string[]]>([
    ['organizations and people', ['Kresge Foundation', 'Acme Industries Inc', 'Tampa Museum', 'Tobias Whitlock', 'Lee Ortiz']],
    ['estates and people', ['Estate of Harold O’Brien', 'Estate of Ann Pike', 'Fitzgerald Family Foundation', 'Dr. Anneke van der Berg']],
    ['one person', ['Kresge Foundation', 'Acme Industries Inc', 'Tampa Museum', 'Beta Services LLC', 'Price, Desmond']],
  ])('does not leave the people of a mixed list without a name: %s', (_, values) => {
    expect(targets({ Name: values, Phone: values.map(() => '813-555-0100') })).toEqual(['fullName', 'personalPhone']);
  });

  it('does not send the account of a person as the employer', () => {
    const accounts = ['Acme, Inc.', 'Pike & Sons', 'Lee Ortiz', 'Jane Doe'];
    expect(targets({ 'First Name': FIRST, 'Last Name': LAST, 'Account Name': accounts })[2]).toBe('none');
  });

  it('detects a list of organizations', () => {
    const columns = { Name: ['Acme, Inc.', 'Hi Rise', 'BX Video'], Industry: ['Energy'], AnnualRevenue: ['1'], Phone: PHONES };
    expect(targets(columns)).toEqual(['businessName', 'none', 'none', 'businessPhone']);
  });
});
