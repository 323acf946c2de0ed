/** What a name denotes, and words in place of a name. */
import { describe, expect, it } from 'vitest';
import {
  areFormsOfOnePerson,
  areNobody,
  isDedication,
  isHonorific,
  isHousehold,
  isNoSpouse,
  isUnnamed,
  splitPeople,
  withoutJoint,
} from '../../../../shared/transforms/name-kinds.ts';
import { isDeceased } from '../../../../shared/transforms/name-marks.ts';
import { householdLastName } from '../../../../shared/transforms/household-names.ts';
import { endsLikeOrganization, isOrganization, mayBeOrganization } from '../../../../shared/transforms/organizations.ts';
import { isInverted } from '../../../../shared/transforms/person-names.ts';

describe('kinds of names', () => {
  it.each([
    'Whitlock Marine Supply', 'University of the Desert', 'McAllister, Pike & Sons', 'Gravity Investments', 'The Rhombus Group', 'DeStefano and Partners',
    'American Document Services', 'First Presbyterian Church', 'Acme, Inc.', 'Estate of John Smith', 'Bank of America', 'Clínica Ibáñez', 'Smith Charitable Trust',
    'Robinson Family Foundation', 'Jones LLC', 'St. Mary Hospital', 'The Friends of Jane', 'The  Friends of Jane', 'City of Boston', 'Village of Oz', 'The Bank of Ohio',
    'Pike & Son', 'Pike and Sons', 'Pike & Daughter', 'Pike & Co.', 'Pike & Bro.', 'Pike &  Bros', 'Pike & Brothers', 'Church Homes', 'Law Office', 'Smith&Hospital', 'Acme-Holdings LLC',
    'First Street Church', 'The Corner Market', '3M Foundation', 'Jane (Law) Office',
    'Ann Poe Trust', 'John Smith Fund', 'Mary Jones Estate', 'Robert Hill Living Trust', 'John Smith Irrevocable Trust dated 2010', 'Mary Jones School', 'First Bank of Portland',
    'Portland, City of', 'of Tampa', 'First Church of Christ, Scientist', 'Cornell Club of Ithaca', 'Hope for the Children', 'Est. of Ann Poe', 'Est of Ann Poe',
    'Joe’s Diner', "JOE'S GRILL", "St. Mary's", 'Ladies Auxiliary',
  ])('%s is an organization', (text) => {
    expect(isOrganization(text)).toBe(true);
  }); // prettier-ignore

  it.each([
    'John Smith',
    'Alonzo Church',
    'Jane Banks',
    'van der Meer',
    'Smith',
    'Church',
    'Bishop',
    'Mary Ann Temple',
    'José María Núñez Ibáñez',
    'Anna Park',
    'Ted Law',
    'Park-Hall',
    'Smith-Hospital',
    'Jane Friends of Boston',
    'Anna Church Smith',
    'Okafor Church Smith',
    'Dr. Okafor Park',
    'Okafor Lyle Park, Jane',
    'Pike & Sonsini',
    'Sally & Coleman Lee',
    'Hall, Anna Jane',
    'The Okafor',
    'Mary Fund',
    'John School',
    'Mary B. Fund',
    'Dr. Mary Jones School',
    'Mary Ann Banks',
    'Charity Jones',
    'Ann For',
    'For Ann',
    'Ann of Cleves',
    'School, Mary Ann',
    "Ann O'Sullivan",
    'Ann D’Souza',
    "Jan van 's Gravesande",
  ])('%s is not an organization', (text) => {
    expect(isOrganization(text)).toBe(false);
  });

  it('include households, deceased people and titles', () => {
    expect(['The Smith Family', 'Smith Household', 'The Smiths', 'The Family of John Smith'].map(isHousehold)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      [
        'the  Smiths',
        'Smith Families',
        'Smith Hhd',
        'Smith Residence',
        'The Smith Family Of Boston',
        'The  Smith  Family in Ohio',
        'Family  Household Smith',
        'The Åbergs',
      ].map(isHousehold),
    ).toEqual([true, true, true, true, true, true, true, true]);
    expect(
      [
        'The Smiths of Boston',
        'Bathe Smiths',
        'The Ids',
        'Familyson',
        'Jane Residence Lee',
        'Bathe Okafor Family Lee',
        'Smith Family Lee',
        'Mary Households',
      ].map(isHousehold),
    ).toEqual([false, false, false, false, false, false, false, false]);
    expect(['Smith', 'John Smith', 'Smith Family Foundation', 'Theodore Families Trust'].map(isHousehold)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([
      householdLastName('The Smith Family'),
      householdLastName('van Horn Household'),
      householdLastName('The Smiths'),
      householdLastName('Smith'),
    ]).toEqual(['Smith', 'van Horn', 'Smith', '']);
    expect(
      ['John Smith (deceased)', 'Estate of Jane', 'The late John Smith', "Jane Smith Dec'd", 'Jane (dec.)', 'Jane (d. 2019)'].map(
        isDeceased,
      ),
    ).toEqual([true, true, true, true, true, true]);
    expect(
      [
        'Jane Smith †',
        'Estate  of Jane',
        'the  late Jane',
        'Late Jane Smith',
        'Jane ( dec )',
        'Jane ( d. 2019 )',
        'Jane (d.2019)',
        'Jane Smith DECD',
      ].map(isDeceased),
    ).toEqual([true, true, true, true, true, true, true, true]);
    expect(
      [
        'Jane Chocolate Smith',
        'Realestate of Jane',
        'Jane (xdec)',
        'Jane (decx)',
        'Jane (Ed. 2019)',
        'Jane (d. 2019x)',
        'Jane Decdale',
      ].map(isDeceased),
    ).toEqual([false, false, false, false, false, false, false]);
    expect(['POE, EST OF ANN', 'Est. of Ann Poe', 'POE, LATE ANN'].map(isDeceased)).toEqual([true, true, true]);
    expect(
      ['Ann Poe (Dec 2019)', 'Ann Poe (dec. 5/2019)', 'Ann Poe (1930–2019)', 'Ann Poe 1930-2019', 'Ann Poe, passed'].map(isDeceased),
    ).toEqual([true, true, true, true, true]);
    expect(['Ann Poe (1985-1989)', 'Ann Poe 1985', 'Ann Passed', 'Ann Poe (Decatur 2019)'].map(isDeceased)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(['Best of Ann', 'Poe, Late', 'Est, Ann', 'Poe Late Ann'].map(isDeceased)).toEqual([false, false, false, false]);
    expect(['Lateesha Smith', 'Slate', 'John Declan', 'John (Dec) D. Smith 2019', 'Smith (D.)'].map(isDeceased)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(['Mr.', 'Dr. and Mrs.', 'Prof', 'Mr. & Mrs.', 'The'].map(isHonorific)).toEqual([true, true, true, true, false]);
    expect(
      [
        '',
        ' ',
        ' Mr. ',
        'Mr/Mrs',
        'Mr. & Mrs',
        'Rev. Dr. and Hon. Mrs.',
        'The Rt. Rev.',
        'Gen. (Ret.)',
        'Mr. Smith',
        'Mr. The',
        'Mrandmrs',
      ].map(isHonorific),
    ).toEqual([false, false, true, true, true, true, true, true, false, false, false]);
    expect([', John', 'Smith, ', 'Smith, , John', 'Smith, Jr. MD', 'Smith, Jr. Jane', 'Smith, Jr., Jane'].map(isInverted)).toEqual([
      false,
      false,
      true,
      false,
      true,
      true,
    ]);
    expect([isInverted('Smith, John'), isInverted('John Smith, Jr.'), isInverted('Smith,'), isInverted('John')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('words in place of a name', () => {
  it.each(['Fargo Bank', 'Poe Trust', 'Hill Living Trust', 'Orrin COLLEGE'])('%s ends like an organization', (text) => {
    expect(endsLikeOrganization(text)).toBe(true);
  });

  it.each(['Bank', 'Ann Trust', 'Dr. Trust', 'de Bank', 'Trust, Poe', 'Trust, Bank', 'Poe Hall', 'Trust Poe'])('%s does not end like an organization', (text) => {
    expect(endsLikeOrganization(text)).toBe(false);
  }); // prettier-ignore

  it('finds what may be an organization', () => {
    expect(['Grace Church', 'Friends in Deed', 'Hope (Church) Poe'].map(mayBeOrganization)).toEqual([true, true, true]);
    expect(['Grace Churchill', 'Ann Poe', ''].map(mayBeOrganization)).toEqual([false, false, false]);
  });

  it.each([
    ['Anonymous', ''],
    ['', 'Anonymous'],
    ['Mr.', 'ANONYMOUS'],
    ['anon', 'Poe'],
    ['Cash', 'Donation'],
    ['Test', 'Test'],
    ['test', 'DONOR'],
    ['Test', 'Record'],
    ['Current', 'Resident'],
    ['', 'Occupant'],
    ['Postal', 'Customer'],
    ['Misc', 'Donor'],
    ['No', 'Name'],
    ['A', 'Friend'],
    ['Anonymous', 'Friend'],
  ])('%s %s is nobody', (first, last) => {
    expect(areNobody(first, last)).toBe(true);
  });

  it.each([
    ['Johnny', 'Cash'],
    ['Cash', 'Warren'],
    ['', 'Test'],
    ['Ann', 'Sample'],
    ['Ann', 'No'],
    ['A.', 'Friend'],
    ['Ann', 'Friend'],
    ['', ''],
  ])('%s %s is somebody', (first, last) => {
    expect(areNobody(first, last)).toBe(false);
  });

  it('finds a dedication at the start only', () => {
    expect(['In Memory of Ann', 'in  loving memory of Ann Poe', 'IN HONOR OF ANN', 'In honour of Ann'].map(isDedication)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['Ann, in memory of Bob', 'In Memory', 'In memory often', 'Ina Memory of'].map(isDedication)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('finds companions, and words in place of a spouse', () => {
    expect(['Family', 'guest', 'his guests', 'the children', 'Mr. Guest', 'her  husband', 'Sons', 'associates'].map(isUnnamed)).toEqual(
      Array.from({ length: 8 }, () => true),
    );
    expect(['Ann Guest', 'Guest Poe', 'Sonia', 'Jason', 'Dr. Guest'].map(isUnnamed)).toEqual([false, false, false, false, false]);
    expect(['Deceased', 'single', 'YES', 'Same', 'none'].map(isNoSpouse)).toEqual([true, true, true, true, true]);
    expect(['Yesenia', 'Ann', '', 'sINGLE'].map(isNoSpouse)).toEqual([false, false, false, false]);
  });

  it('removes the word that joins a spouse', () => {
    expect(['and Kim', '& Kim', '+Kim', 'AND  Kim', 'Andy Kim', 'Kim and', 'Kim & Lee'].map(withoutJoint)).toEqual([
      'Kim',
      'Kim',
      'Kim',
      'Kim',
      'Andy Kim',
      'Kim and',
      'Kim & Lee',
    ]);
  });

  it('finds two forms of one first name only at a slash', () => {
    const isOne = (text: string) => areFormsOfOnePerson(text, splitPeople(text)!);
    expect(['Bob/Robert', 'Hill, Bob / Robert', 'BOB/ROBERT HILL'].map(isOne)).toEqual([true, true, true]);
    expect(['Alex & Alexandra', 'Ann/Robert', 'Bob Hill/Robert'].map(isOne)).toEqual([false, false, false]);
  });
});
