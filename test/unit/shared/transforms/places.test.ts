import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countryAtEnd,
  ZIP,
  looksLikeCityStateZip,
  looksLikeUnit,
  splitAddress,
  splitCityStateZip,
  splitStreetLines,
  withZipHyphen,
  withZipZeros,
  zipShape,
} from '../../../../shared/transforms/index.ts';
import { countryCode, isCountryCode, isUsOrEmpty } from '../../../../shared/transforms/countries.ts';
import { isProvince, isUsState, stateCode, stateName, zipFitsState } from '../../../../shared/transforms/states.ts';

describe('states', () => {
  it.each([
    ['MA', 'MA'],
    ['ma', 'MA'],
    ['Massachusetts', 'MA'],
    ['MASSACHUSETTS', 'MA'],
    ['Mass.', 'MA'],
    ['M.A.', 'MA'],
    ['N.Y.', 'NY'],
    ['New  York', 'NY'],
    ['Calif', 'CA'],
    ['Penna.', 'PA'],
    ['W. Va.', 'WV'],
    ['District of Columbia', 'DC'],
    ['D.C.', 'DC'],
    ['Puerto Rico', 'PR'],
    ['Ontario', 'ON'],
    ['Québec', 'QC'],
    ['quebec', 'QC'],
    ['Newfoundland', 'NL'],
    ['Washington', 'WA'],
    ['So. Dakota', 'SD'],
    ['No. Carolina', 'NC'],
    ['MA - Massachusetts', 'MA'],
    ['Massachusetts (MA)', 'MA'],
    ['ny: new york', 'NY'],
  ])('%s is %s', (text, code) => {
    expect(stateCode(text)).toBe(code);
  });

  it.each(['', 'MA - Maine', 'MA/Boston', 'MA - ', 'XX', 'Kent', 'Shropshire', 'Bayern', 'Boston', 'M', '12'])(
    '%j is not a state',
    (text) => {
      expect(stateCode(text)).toBeNull();
    },
  );

  it('distinguishes states and provinces', () => {
    expect([isUsState('MA'), isUsState('ON'), isUsState('ma'), isUsState('M1'), isUsState('MAS')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    expect([isProvince('ON'), isProvince('MA'), isProvince('on')]).toEqual([true, false, false]);
    expect(stateName('NH')).toBe('New Hampshire');
    expect(stateName('ZZ')).toBeNull();
  });

  it.each([
    ['01609', 'MA', true],
    ['02301', 'MA', true],
    ['03060', 'NH', true],
    ['03060', 'MA', false],
    ['60614', 'IL', true],
    ['60614-3311', 'IN', false],
    ['00901', 'PR', true],
    ['00801', 'VI', true],
    ['10001', 'NY', true],
    ['06390', 'NY', true],
    ['20001', 'DC', true],
    ['99501', 'AK', true],
    ['96701', 'HI', true],
    ['09001', 'AE', true],
    ['34001', 'AA', true],
    ['20101', 'VA', true],
    ['12345', 'ON', true],
  ])('%s in %s: %s', (zip, state, fits) => {
    expect(zipFitsState(zip, state)).toBe(fits);
  });
});

describe('countries', () => {
  it.each([
    ['USA', 'US'],
    ['U.S.A.', 'US'],
    ['United States of America', 'US'],
    ['the united states', 'US'],
    ['us', 'US'],
    ['UK', 'GB'],
    ['England', 'GB'],
    ['United Kingdom', 'GB'],
    ['Deutschland', 'DE'],
    ['Côte d’Ivoire'.replace('’', "'"), 'CI'],
    ['Mexico', 'MX'],
    ['México', 'MX'],
    ['South Korea', 'KR'],
    ['Canada', 'CA'],
    ['CAN', 'CA'],
    ['The Netherlands', 'NL'],
  ])('%s is %s', (name, code) => {
    expect(countryCode(name)).toBe(code);
  });

  it.each(['', 'Narnia', 'ZZ', 'Massachusetts', 'United'])('%j is not a country', (name) => {
    expect(countryCode(name)).toBeNull();
  });

  it('recognizes the US', () => {
    expect(['', 'US', 'USA', 'United States', 'Puerto Rico'].every(isUsOrEmpty)).toBe(true);
    expect(['CA', 'Canada', 'GB', 'Narnia'].some(isUsOrEmpty)).toBe(false);
    expect([isCountryCode('US'), isCountryCode('us'), isCountryCode('USA')]).toEqual([true, false, false]);
  });
});

describe('ZIP codes', () => {
  it.each([
    ['01609', ZIP.whole],
    ['60614-3311', ZIP.whole],
    ['606143311', ZIP.nine],
    ['1609', ZIP.lostZero],
    ['1609-1234', ZIP.lostZero],
    ['901', ZIP.lostTwo],
    ['16', ZIP.other],
    ['A1C 5S7', ZIP.other],
    ['0160', ZIP.lostZero],
    ['123456', ZIP.other],
    ['60614-331', ZIP.other],
    ['60614-33a1', ZIP.other],
    ['', ZIP.other],
  ])('%j has shape %i', (zip, shape) => {
    expect(zipShape(zip)).toBe(shape);
  });

  it.each([
    ['1609', '01609'],
    ['901', '00901'],
    ['1609-1234', '01609-1234'],
    ['60614', '60614'],
    ['SY8 1AA', 'SY8 1AA'],
  ])('%s gets its zeros: %s', (before, after) => {
    expect(withZipZeros(before)).toBe(after);
  });

  it.each([
    ['606143311', '60614-3311'],
    ['60614 3311', '60614-3311'],
    ['60614–3311', '60614-3311'],
    ['01609.0', '01609'],
    ['01609-', '01609'],
    ['60614', '60614'],
    ['SY8 1AA', 'SY8 1AA'],
  ])('%s gets its hyphen: %s', (before, after) => {
    expect(withZipHyphen(before)).toBe(after);
  });
});

describe('looksLikeUnit', () => {
  it.each([
    '4B',
    '#12',
    '# 12',
    'B-204',
    'A',
    '12',
    '4 AB',
    'PH 2',
    'AB 12',
    'Apt 4',
    'Unit 9',
    'c/o Jane Doe',
    'PO Box 4',
    'P O Box 4',
    'P.O.Box 4',
    'POBox 4',
    '#garden',
    'Upper',
    'basement',
  ])('%s can be the unit of an address', (text) => {
    expect(looksLikeUnit(text)).toBe(true);
  });

  it.each([
    'Oncology',
    '4 West',
    'Cardiology 4',
    'ABC 12',
    '12 ABC',
    'AB',
    'Uptown',
    'The front',
    'Fronts',
    'Aptos',
    '4B East',
    'Harbor Suite',
    '',
  ])('%j is not', (text) => {
    expect(looksLikeUnit(text)).toBe(false);
  });
});

describe('splitStreetLines', () => {
  it.each([
    ['2207 N. Clark St.\nApt. 4B, Rear', '2207 N. Clark St.', 'Apt. 4B, Rear'],
    ['The Old Rectory,\r\n Mill Lane\r\nLudlow', 'The Old Rectory', 'Mill Lane, Ludlow'],
    ['14 Harbor View Rd', '14 Harbor View Rd', ''],
    ['\n14 Harbor View Rd\n\n', '14 Harbor View Rd', ''],
    ['c/o Mary Doe\n12345 Ventura Blvd\nApt 2', '12345 Ventura Blvd', 'c/o Mary Doe, Apt 2'],
    ['Acme Supply Inc.\nPO Box 12', 'PO Box 12', 'Acme Supply Inc.'],
    ['Hill House\n4 High Street', '4 High Street', 'Hill House'],
    ['Rue de la Paix\n75002 Paris', 'Rue de la Paix', '75002 Paris'],
    ['Hauptstraße 5\n04109 Leipzig', 'Hauptstraße 5', '04109 Leipzig'],
    ['One Beacon Street\n22 Floor', 'One Beacon Street', '22 Floor'],
    ['Hill House\n4 A Street', '4 A Street', 'Hill House'],
    ['Hill House\n4 2nd Street', '4 2nd Street', 'Hill House'],
    ['Hill House\n4 Highgate', '4 Highgate', 'Hill House'],
    ['Acme Supply Inc.\nP O Box 12', 'P O Box 12', 'Acme Supply Inc.'],
    ['Acme Supply Inc.\nP.O.Box 12', 'P.O.Box 12', 'Acme Supply Inc.'],
    // A street that is named after a doctor is no recipient.
    ['Rue du Dr Roux\n75015 Paris', 'Rue du Dr Roux', '75015 Paris'],
  ])('%j', (text, street, street2) => {
    expect(splitStreetLines(text)).toEqual({ street, street2 });
  });
});

describe('splitCityStateZip', () => {
  it.each([
    ['Marblehead, MA 01945', 'Marblehead', 'MA', '01945'],
    ['Chicago, IL 60614-3311', 'Chicago', 'IL', '60614-3311'],
    ['Chicago IL 60614', 'Chicago', 'IL', '60614'],
    ['Long Island City, NY 11101', 'Long Island City', 'NY', '11101'],
    ["St. John's, NL A1C 5S7", "St. John's", 'NL', 'A1C 5S7'],
    ['Ludlow, Shropshire SY8 1AA', 'Ludlow', 'Shropshire', 'SY8 1AA'],
    ['New York, NY, 10001', 'New York', 'NY', '10001'],
    ['Portland, Oregon 97201', 'Portland', 'Oregon', '97201'],
    ['Fargo North Dakota 58102', 'Fargo', 'North Dakota', '58102'],
    ['Washington DC 20001', 'Washington', 'DC', '20001'],
    ['St. Paul, Minnesota 55101-', 'St. Paul', 'Minnesota', '55101'],
    ['Boulder CO', 'Boulder', 'CO', ''],
    ['Boulder, CO', 'Boulder', 'CO', ''],
    ['Boulder', 'Boulder', '', ''],
    ['Worcester, MA 1609', 'Worcester', 'MA', '1609'],
    ['Chicago, IL 60614 USA', 'Chicago', 'IL', '60614'],
    ['Atlanta, Georgia 30301', 'Atlanta', 'Georgia', '30301'],
    ['London SW1A 1AA', 'London', '', 'SW1A 1AA'],
    ['Chicago IL 60614 United States of America', 'Chicago', 'IL', '60614'],
    ['Dover DE 19901-', 'Dover', 'DE', '19901'],
    ['New York, New York 10001', 'New York', 'New York', '10001'],
    ['Worcester, MA, 1609', 'Worcester', 'MA', '1609'],
    ['Worcester, MA 1609-', 'Worcester', 'MA', '1609'],
    ['London , SW1A 1AA', 'London', '', 'SW1A 1AA'],
    ['Boulder,, CO 80306', 'Boulder', 'CO', '80306'],
    ['Old Town, Boulder, CO 80306', 'Old Town, Boulder', 'CO', '80306'],
    ['', '', '', ''],
  ])('%j', (text, city, state, postalCode) => {
    expect(splitCityStateZip(text)).toEqual({ city, state, postalCode });
  });

  it.each([
    '60614 Chicago',
    'Chicago IL 60614x3311',
    'Worcester MA 1609 Rear',
    'Oslo, Norge 0150',
    'A1C 5S7 Wharf',
    'SW1A 1AA Hall',
    'London SW1- 1AA',
  ])('%j has no postal code at its end', (text) => {
    expect(splitCityStateZip(text)).toEqual({ city: text, state: '', postalCode: '' });
  });

  it('is recognized by its form', () => {
    expect(['Marblehead, MA 01945', "St. John's, NL A1C 5S7", 'Area 51, NV 89001'].every(looksLikeCityStateZip)).toBe(true);
    expect(['Marblehead', '14 Harbor View Rd', '01945', 'MA 01945', 'Smith, John', '12/31/2024'].some(looksLikeCityStateZip)).toBe(false);
  });
});

describe('country names of neighboring countries', () => {
  it.each([
    ['Vereinigte Staaten', 'US'],
    ['États-Unis', 'US'],
    ['Großbritannien', 'GB'],
    ['Dänemark', 'DK'],
    ['POLEN', 'PL'],
    ['Pays-Bas', 'NL'],
  ])('%s is %s', (name, code) => {
    expect(countryCode(name)).toBe(code);
  });
});

describe('countryAtEnd', () => {
  it.each([
    ['10115 Berlin, Germany', 'Germany'],
    ['221B Baker St, London NW1 6XE, United Kingdom', 'United Kingdom'],
    ['Hauptstraße 5\n04109 Leipzig\nGermany', 'Germany'],
    ['Chicago, IL 60614 USA', 'USA'],
    ['Atlanta, Georgia 30301', ''],
    ['30301 Atlanta, Georgia', ''],
    ['Marblehead, MA 01945', ''],
    ['12 Mexico', ''],
    ['PO Box 4, Lebanon', ''],
    ['1 Rideau St, Ottawa, ON K1N 8S7, Canada', 'Canada'],
    ['12 Main St, 111 22 Stockholm, Sweden', 'Sweden'],
    ['1 Rideau St, Ottawa, ON K1N8S7, Canada', 'Canada'],
    ['1010 – Wien, Austria', 'Austria'],
    // Only a postal code shows that a country follows, not the number of a house.
    ['12 Main St, Lebanon', ''],
    ['12 2nd St, Lebanon', ''],
    ['12 34, Lebanon', ''],
    ['1234 #5, Lebanon', ''],
    ['75002 Paris FR', ''],
    ['Hauptstraße 5\nHinterhaus\n04109 Leipzig', ''],
    ['', ''],
  ])('of %j is %j', (text, country) => {
    expect(countryAtEnd(text)).toBe(country);
  });
});

describe('splitAddress', () => {
  it.each([
    [
      '14 Harbor View Rd\nMarblehead, MA 01945',
      { street: '14 Harbor View Rd', street2: '', city: 'Marblehead', state: 'MA', postalCode: '01945' },
    ],
    [
      '2207 N. Clark St.\nApt. 4B, Rear\nChicago, IL 60614-3311\nUSA',
      { street: '2207 N. Clark St.', street2: 'Apt. 4B, Rear', city: 'Chicago', state: 'IL', postalCode: '60614-3311' },
    ],
    [
      '14 Harbor View Rd, Marblehead, MA 01945',
      { street: '14 Harbor View Rd', street2: '', city: 'Marblehead', state: 'MA', postalCode: '01945' },
    ],
    [
      "500 Main St, Unit 9, St. John's, NL A1C 5S7",
      { street: '500 Main St', street2: 'Unit 9', city: "St. John's", state: 'NL', postalCode: 'A1C 5S7' },
    ],
    [
      '14 Harbor View Rd, Marblehead, MA, 01945, USA',
      { street: '14 Harbor View Rd', street2: '', city: 'Marblehead', state: 'MA', postalCode: '01945' },
    ],
    ['500 Main St, Unit 9', { street: '500 Main St', street2: 'Unit 9', city: '', state: '', postalCode: '' }],
    ['500 Main St', { street: '500 Main St', street2: '', city: '', state: '', postalCode: '' }],
    ['The Old Rectory\nMill Lane', { street: 'The Old Rectory', street2: 'Mill Lane', city: '', state: '', postalCode: '' }],
    [
      'Ms. Jane Doe\n14 Harbor View Rd\nMarblehead\nMA\n01945',
      { street: '14 Harbor View Rd', street2: 'Ms. Jane Doe', city: 'Marblehead', state: 'MA', postalCode: '01945' },
    ],
    [
      '221B Baker St, London NW1 6XE, United Kingdom',
      { street: '221B Baker St', street2: '', city: 'London', state: '', postalCode: 'NW1 6XE' },
    ],
    ['PO Box 417; Boulder, CO 80306', { street: 'PO Box 417', street2: '', city: 'Boulder', state: 'CO', postalCode: '80306' }],
    [
      '1600 Pennsylvania Ave NW, Washington DC 20500',
      { street: '1600 Pennsylvania Ave NW', street2: '', city: 'Washington', state: 'DC', postalCode: '20500' },
    ],
    [
      '9 Oak Rd, Apt 2, Washington D.C. 20001',
      { street: '9 Oak Rd', street2: 'Apt 2', city: 'Washington', state: 'D.C.', postalCode: '20001' },
    ],
    [
      '14 Harbor View Rd\n\nMarblehead, MA 01945',
      { street: '14 Harbor View Rd', street2: '', city: 'Marblehead', state: 'MA', postalCode: '01945' },
    ],
    [
      '14 Harbor View Rd,, Marblehead, MA 01945',
      { street: '14 Harbor View Rd', street2: '', city: 'Marblehead', state: 'MA', postalCode: '01945' },
    ],
    ['14 Harbor View Rd, Marblehead, MA', { street: '14 Harbor View Rd', street2: '', city: 'Marblehead', state: 'MA', postalCode: '' }],
    // A place without a city.
    ['14 Harbor View Rd\nMA 01945', { street: '14 Harbor View Rd', street2: '', city: '', state: 'MA', postalCode: '01945' }],
    ['14 Harbor View Rd, MA 01945', { street: '14 Harbor View Rd', street2: '', city: '', state: 'MA', postalCode: '01945' }],
    ['4 High St\nLondon SW1A 1AA', { street: '4 High St', street2: '', city: 'London', state: '', postalCode: 'SW1A 1AA' }],
    // A country is left out only after a place, and Georgia is a state.
    ['14 Harbor View Rd\nCanada', { street: '14 Harbor View Rd', street2: 'Canada', city: '', state: '', postalCode: '' }],
    ['14 Peachtree St\nAtlanta\nGeorgia', { street: '14 Peachtree St', street2: 'Atlanta, Georgia', city: '', state: '', postalCode: '' }],
    ['9 Oak Rd, Washington  D. C. 20001', { street: '9 Oak Rd', street2: '', city: 'Washington', state: 'D. C.', postalCode: '20001' }],
  ])('%j', (text, address) => {
    expect(splitAddress(text)).toEqual(address);
  });

  it('splits an address that was joined from parts', () => {
    const word = fc.constantFrom('Harbor', 'Larkspur', 'Quarry', 'Mill', 'Old Post');
    const place = fc.constantFrom(
      ['Worcester', 'MA', '01609'],
      ['St. Louis', 'MO', '63101'],
      ['New York', 'NY', '10001-1234'],
      ['Fond du Lac', 'WI', '54935'],
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9999 }),
        word,
        place,
        fc.constantFrom('\n', ', '),
        (number, name, [city, state, zip], between) => {
          const street = `${number} ${name} Rd`;
          expect(splitAddress(`${street}${between}${city}, ${state} ${zip}`)).toEqual({
            street,
            street2: '',
            city,
            state,
            postalCode: zip,
          });
        },
      ),
    );
  });
});
