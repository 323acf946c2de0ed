import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recase } from '../../../../shared/transforms/namecase.ts';
import { isDeceased, isHonorific, isHousehold, isInverted, isOrganization, splitPeople } from '../../../../shared/transforms/namekinds.ts';
import {
  householdLastName,
  splitCoupleFirstNames,
  splitFullName,
  splitPerson,
  withoutTitles,
} from '../../../../shared/transforms/names.ts';

/** The filled parts. */
const filled = (name: object) => Object.fromEntries(Object.entries(name).filter(([, value]) => value !== ''));

describe('splitPerson', () => {
  it.each([
    ['John Smith', { first: 'John', last: 'Smith' }],
    ['John Q. Smith', { first: 'John', middle: 'Q.', last: 'Smith' }],
    ['Mr. John Q. Smith Jr.', { prefix: 'Mr.', first: 'John', middle: 'Q.', last: 'Smith', suffix: 'Jr.' }],
    ['Smith, John Q.', { first: 'John', middle: 'Q.', last: 'Smith' }],
    ['Smith, Jr., John', { first: 'John', last: 'Smith', suffix: 'Jr.' }],
    ['Smith Jr., John', { first: 'John', last: 'Smith', suffix: 'Jr.' }],
    ['John Smith, Jr.', { first: 'John', last: 'Smith', suffix: 'Jr.' }],
    ['John Smith, MD, PhD', { first: 'John', last: 'Smith', suffix: 'MD PhD' }],
    ['McAllister, III, Robert "Bob"', { first: 'Robert', last: 'McAllister', suffix: 'III' }],
    ['Robert (Bob) McAllister III', { first: 'Robert', last: 'McAllister', suffix: 'III' }],
    ['Beatrix van der Meer', { first: 'Beatrix', last: 'van der Meer' }],
    ['van der Meer, Beatrix', { first: 'Beatrix', last: 'van der Meer' }],
    ['Meer, Beatrix van der', { first: 'Beatrix', last: 'van der Meer' }],
    ['Ludwig von Mises', { first: 'Ludwig', last: 'von Mises' }],
    ['Mary Ann St. Clair', { first: 'Mary', middle: 'Ann', last: 'St. Clair' }],
    ['J. Robert Oppenheimer', { first: 'J.', middle: 'Robert', last: 'Oppenheimer' }],
    ['John D. Smith', { first: 'John', middle: 'D.', last: 'Smith' }],
    ['Dr. and Rev. Smith', { first: 'and', middle: 'Rev.', last: 'Smith', prefix: 'Dr.' }],
    ['The Honorable Jane Doe', { prefix: 'Honorable', first: 'Jane', last: 'Doe' }],
    ['Rev. Dr. Philippa Jane Cartwright', { prefix: 'Rev. Dr.', first: 'Philippa', middle: 'Jane', last: 'Cartwright' }],
    ['Smith', { last: 'Smith' }],
    ['Dr. Smith', { prefix: 'Dr.', last: 'Smith' }],
    ['Hyun-woo Seo', { first: 'Hyun-woo', last: 'Seo' }],
    ["Siobhan O'Brien-Smith", { first: 'Siobhan', last: "O'Brien-Smith" }],
    ['Adeyemi, Dr. Ngozi', { prefix: 'Dr.', first: 'Ngozi', last: 'Adeyemi' }],
    ['Łukasiewicz, Zoë', { first: 'Zoë', last: 'Łukasiewicz' }],
    ['John Ma', { first: 'John', last: 'Ma' }],
    ['John V', { first: 'John', last: 'V' }],
    ['', {}],
  ])('%j', (text, parts) => {
    expect(filled(splitPerson(text))).toEqual(parts);
  });
});

describe('splitFullName', () => {
  it.each([
    ['Jane and John Smith', { kind: 'couple', first: 'Jane', last: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['John & Jane Smith', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' }],
    ['John Smith and Jane Doe', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Doe' }],
    [
      'John Q. Smith & Jane R. Doe',
      { kind: 'couple', first: 'John', middle: 'Q.', last: 'Smith', spouseFirst: 'Jane', spouseMiddle: 'R.', spouseLast: 'Doe' },
    ],
    ['Mr. & Mrs. John Q. Smith Jr.', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'John', middle: 'Q.', last: 'Smith', suffix: 'Jr.' }],
    ['Mr. and Mrs. Smith', { kind: 'couple', prefix: 'Mr. & Mrs.', last: 'Smith' }],
    [
      'Dr. John and Mrs. Jane Smith',
      { kind: 'couple', prefix: 'Dr.', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' },
    ],
    ['Smith, John and Jane', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' }],
    ['Smith, John & Doe, Jane', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Doe' }],
    [
      'Smith, John & Mary Ann',
      { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Mary', spouseMiddle: 'Ann', spouseLast: 'Smith' },
    ],
    [
      'Smith, John A & Jane B',
      { kind: 'couple', first: 'John', middle: 'A', last: 'Smith', spouseFirst: 'Jane', spouseMiddle: 'B', spouseLast: 'Smith' },
    ],
    ['Smith, Mr. and Mrs. John', { kind: 'couple', prefix: 'Mr. & Mrs.', first: 'John', last: 'Smith' }],
    ['Dr. Lee, Wei', { kind: 'person', prefix: 'Dr.', first: 'Wei', last: 'Lee' }],
    ['Dean Jones, Mary', { kind: 'person', first: 'Mary', last: 'Dean Jones' }],
    [
      'Drs. John and Jane Smith',
      { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith', prefix: 'Drs.' },
    ],
    ['Jane Q. and John Smith', { kind: 'couple', first: 'Jane', middle: 'Q.', last: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['John Smith/Jane Smith', { kind: 'couple', first: 'John', last: 'Smith', spouseFirst: 'Jane', spouseLast: 'Smith' }],
    ['Juniper & Vale Family Foundation', { kind: 'organization', last: 'Juniper & Vale Family Foundation' }],
    ['Gil & Jo Hall', { kind: 'couple', first: 'Gil', last: 'Hall', spouseFirst: 'Jo', spouseLast: 'Hall' }],
    ['Bread & Roses House', { kind: 'organization', last: 'Bread & Roses House' }],
    ['The Smith Family', { kind: 'household', last: 'The Smith Family' }],
    ['Smith Household', { kind: 'household', last: 'Smith Household' }],
    ['Mr. Desmond Arthur Whitlock', { kind: 'person', prefix: 'Mr.', first: 'Desmond', middle: 'Arthur', last: 'Whitlock' }],
    ['', { kind: 'empty' }],
  ])('%j', (text, parts) => {
    expect(filled(splitFullName(text))).toEqual(parts);
  });

  it('loses no letter of a person’s name', () => {
    const word = fc
      .stringMatching(/^[A-Z][a-z]{2,8}$/)
      .filter((text) => !isHonorific(text) && withoutTitles(`Aaa ${text}`) === `Aaa ${text}`);
    fc.assert(
      fc.property(word, word, word, (first, middle, last) => {
        const name = splitPerson(`${first} ${middle} ${last}`);
        expect([name.prefix, name.first, name.middle, name.last, name.suffix].filter((part) => part !== '').join(' ')).toBe(
          `${first} ${middle} ${last}`,
        );
        expect(splitPerson(`${last}, ${first} ${middle}`)).toMatchObject({ first, middle, last });
      }),
    );
  });
});

describe('splitPeople', () => {
  it.each([
    ['Jane and John', ['Jane', 'John']],
    ['Jane & John', ['Jane', 'John']],
    ['Jane/John', ['Jane', 'John']],
    ['Jane + John', ['Jane', 'John']],
    ['Jane; John', ['Jane', 'John']],
    ['Hans und Ursula', ['Hans', 'Ursula']],
    ['Smith & Doe', ['Smith', 'Doe']],
  ])('splits %s', (text, people) => {
    expect(splitPeople(text)).toEqual(people);
  });

  it.each(['Jane', 'Andrew', 'Ortega y Gasset', 'Sandy Anderson', 'c/o', 'A/B', '& Sons', 'Jane and', 'Mary Ann'])(
    '%s is one person',
    (text) => {
      expect(splitPeople(text)).toBeNull();
    },
  );

  it('removes titles from the first names of a couple', () => {
    expect(splitCoupleFirstNames('Dr. Jane and Mr. John')).toEqual({ first: 'Jane', spouseFirst: 'John' });
    expect(splitCoupleFirstNames(' Jane ')).toEqual({ first: 'Jane', spouseFirst: '' });
  });
});

describe('kinds of names', () => {
  it.each([
    'Whitlock Marine Supply', 'University of the Desert', 'McAllister, Pike & Sons', 'Gravity Investments', 'The Rhombus Group', 'DeStefano and Partners',
    'American Document Services', 'First Presbyterian Church', 'Acme, Inc.', 'Estate of John Smith', 'Bank of America', 'Clínica Ibáñez', 'Smith Charitable Trust',
    'Robinson Family Foundation', 'Jones LLC', 'St. Mary Hospital',
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
  ])('%s is not', (text) => {
    expect(isOrganization(text)).toBe(false);
  });

  it('include households, deceased people and titles', () => {
    expect(['The Smith Family', 'Smith Household', 'The Smiths', 'The Family of John Smith'].map(isHousehold)).toEqual([
      true,
      true,
      true,
      true,
    ]);
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
    expect(['Lateesha Smith', 'Slate', 'John Declan', 'John (Dec) D. Smith 2019', 'Smith (D.)'].map(isDeceased)).toEqual([
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(['Mr.', 'Dr. and Mrs.', 'Prof', 'Mr. & Mrs.', 'The'].map(isHonorific)).toEqual([true, true, true, true, false]);
    expect([isInverted('Smith, John'), isInverted('John Smith, Jr.'), isInverted('Smith,'), isInverted('John')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('withoutTitles', () => {
  it.each([
    ['Dr. Robert', 'Robert'],
    ['Robert, Jr.', 'Robert'],
    ['McAllister, III', 'McAllister'],
    ['Smith Jr', 'Smith'],
    ['Mr. and Mrs. John', 'and Mrs. John'],
    ['Robert', 'Robert'],
    ['Dr.', 'Dr.'],
    ['Jo Ma', 'Jo Ma'],
  ])('%j becomes %j', (before, after) => {
    expect(withoutTitles(before)).toBe(after);
  });
});

describe('recase', () => {
  it.each([
    ['SMITH', 'Smith'],
    ['MCDONALD', 'McDonald'],
    ['MACDONALD', 'MacDonald'],
    ['MACK', 'Mack'],
    ["O'BRIEN", "O'Brien"],
    ["D'ARCY", "D'Arcy"],
    ['VAN DER BERG', 'van der Berg'],
    ['VAN', 'Van'],
    ['OKAFOR-LYLE', 'Okafor-Lyle'],
    ['MARY ANN', 'Mary Ann'],
    ['JOSÉ', 'José'],
    ['NÚÑEZ IBÁÑEZ', 'Núñez Ibáñez'],
    ['SMITH III', 'Smith III'],
    ['ST. CLAIR', 'St. Clair'],
    ['McDonald', 'McDonald'],
    ['smith', 'Smith'],
    ['mcdonald', 'McDonald'],
    ['van der berg', 'van der Berg'],
    ['mary ann', 'Mary Ann'],
    ['none@none.com', 'none@none.com'],
    ['apt 4b', 'apt 4b'],
    ['J.D.', 'J.D.'],
    ['JD', 'JD'],
    ['JR', 'JR'],
    ['TJ', 'TJ'],
    ['123', '123'],
    ['', ''],
    ['ﬀolkes', 'Ffolkes'],
  ])('%j becomes %j', (before, after) => {
    expect(recase(before)).toBe(after);
  });

  it('changes short last names, too', () => {
    expect([recase('LI', false), recase('NG', false), recase('WU', false), recase('X', false)]).toEqual(['Li', 'Ng', 'Wu', 'X']);
  });

  it('changes nothing the second time, and only the case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-ZÀ-ÖØ-Þ' .-]{0,20}$/), fc.boolean(), (text, initials) => {
        const once = recase(text, initials);
        expect(once.toUpperCase()).toBe(text);
        expect(recase(once, initials)).toBe(once);
      }),
    );
  });
});
