import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packPlaces, placeKey, placeRank } from '../../../../shared/transforms/place-names.ts';
import { countryAtEnd, splitAddress } from '../../../../shared/transforms/index.ts';

describe('place names', () => {
  it.each([
    ['Saint Paul', 'ST. PAUL'],
    ['Fort Payne', 'Ft Payne'],
    ['West Palm Beach', 'W Palm Bch'],
    ['Huntington Woods', 'Huntington Wds'],
    ['Coeur d’Alene', "Coeur d'Alene"],
    ['Winston-Salem', 'winston salem'],
  ])('%s and %s are one city', (one, other) => {
    expect(placeKey(one)).toBe(placeKey(other));
  });

  it('knows a city in its state, elsewhere, and not at all', () => {
    const inState = (state: string) => (there: string) => there === state;
    expect(placeRank('Cedar Rapids', inState('IA'))).toBe(2);
    expect(placeRank('Cedar Rapids', inState('VT'))).toBe(1);
    expect(placeRank('Quorndale', () => true)).toBe(0);
    expect(placeRank('Leeds', inState(''))).toBe(2);
    expect(placeRank('Nashville', inState('TN'))).toBe(2);
    expect(placeRank('West Hartford', inState('CT'))).toBe(2);
  });

  it('packs names with their common beginnings', () => {
    const places = new Map([
      ['aaronsburg', new Set(['PA'])],
      ['abbeville', new Set(['AL', 'KY'])],
      ['aaron', new Set(['GA'])],
    ]);
    expect(packPlaces(places)).toBe('aaaronKfsburg%bbbevilleAR');
  });
});

describe('splitAddress abroad and between other signs', () => {
  it.each([
    ['9 Quay Road, Dublin 4, Ireland', '9 Quay Road', '', 'Dublin 4', '', ''],
    ['9 Quay Road, Dublin 4, D04 XY12, Ireland', '9 Quay Road', '', 'Dublin 4', '', 'D04 XY12'],
    ['9 Quay Road, Dublin, D04 XY12', '9 Quay Road', '', 'Dublin', '', 'D04 XY12'],
    ['9 Quay Road, Galway, Ireland', '9 Quay Road', '', 'Galway', '', ''],
    ['9 Quay Road, Ennis, Co. Clare, Ireland', '9 Quay Road', '', 'Ennis', 'Co. Clare', ''],
    ['Ahornweg 9, Berlin, Germany', 'Ahornweg 9', '', 'Berlin', '', ''],
    ['9, rue des Ormes, 75011 Paris, France', '9 rue des Ormes', '', 'Paris', '', '75011'],
    ['9, rue des Ormes, Montréal (Québec) H2X 1Y4', '9 rue des Ormes', '', 'Montréal', 'Québec', 'H2X 1Y4'],
    ['9 Wattle St, Hobart, TAS 7000', '9 Wattle St', '', 'Hobart', 'TAS', '7000'],
    ['9 Wattle St, Brisbane, Queensland, Australia', '9 Wattle St', '', 'Brisbane', 'Queensland', ''],
    ['9 Quay Road, London, England SW1A 9ZZ', '9 Quay Road', '', 'London', '', 'SW1A 9ZZ'],
    ['9 Quay Road, Singapore 049000', '9 Quay Road', '', 'Singapore', '', '049000'],
    ['9 Quay Road, Hong Kong', '9 Quay Road', '', 'Hong Kong', '', ''],
    ['Av. Ipê 9, São Paulo, SP 01310-000, Brazil', 'Av. Ipê 9', '', 'São Paulo', 'SP', '01310-000'],
    // A town of the US that is also a country.
    ['9 Elm St, Apt 2, Lebanon', '9 Elm St', 'Apt 2', 'Lebanon', '', ''],
    ['9 Elm St, Lebanon, OH', '9 Elm St', '', 'Lebanon', 'OH', ''],
    ['c/o Bo Falk, 9 Elm St', '9 Elm St', 'c/o Bo Falk', '', '', ''],
    ['9 Elm St - Keene, NH 03431', '9 Elm St', '', 'Keene', 'NH', '03431'],
    ['9 Elm St, Keene, Cheshire County, NH 03431', '9 Elm St', '', 'Keene', 'NH', '03431'],
    ['UNIT 100900 BOX 4120 FPO AP 96691', 'UNIT 100900 BOX 4120', '', 'FPO', 'AP', '96691'],
    ['NH 03431', '', '', '', 'NH', '03431'],
    ['Ahornweg 9\n10435 Berlin\nGermany', 'Ahornweg 9', '', 'Berlin', '', '10435'],
    ['9 Wattle St\nCarlton VIC 3053\nAustralia', '9 Wattle St', '', 'Carlton', 'VIC', '3053'],
    ['Keene NH', '', '', 'Keene', 'NH', ''],
    ['03431', '', '', '', '', '03431'],
    ['18 Wattle St, Carlton VIC 3053, Australia', '18 Wattle St', '', 'Carlton', 'VIC', '3053'],
    ['Unit 4, 18 Wattle Street, Carlton, Victoria 3053, Australia', '18 Wattle Street', 'Unit 4', 'Carlton', 'Victoria', '3053'],
    ['22 Kauri Road, Ponsonby, Auckland 1011, New Zealand', '22 Kauri Road', 'Ponsonby', 'Auckland', '', '1011'],
    ['14 Merrion Sq, Dublin 2, D02 XY45, Ireland', '14 Merrion Sq', '', 'Dublin 2', '', 'D02 XY45'],
    ['12 Garden Road, Bengaluru, Karnataka 560001, India', '12 Garden Road', '', 'Bengaluru', 'Karnataka', '560001'],
    ['1-2-3 Aoba, Chiyoda-ku, Tokyo 100-0005, Japan', '1-2-3 Aoba', 'Chiyoda-ku', 'Tokyo', '', '100-0005'],
    ['Rua Azul 45, São Paulo - SP, 01305-000, Brazil', 'Rua Azul 45', '', 'São Paulo', 'SP', '01305-000'],
    ['Av. Sol 123, Col. Norte, 06600 Ciudad de México, CDMX, Mexico', 'Av. Sol 123', 'Col. Norte', 'Ciudad de México', 'CDMX', '06600'],
    ['PO Box 12 · Keene · NH · 03431', 'PO Box 12', '', 'Keene', 'NH', '03431'],
    ['5 Oak St / Keene / NH / 03431', '5 Oak St', '', 'Keene', 'NH', '03431'],
    ['5 Oak St - Keene - NH - 03431', '5 Oak St', '', 'Keene', 'NH', '03431'],
    ['5 Oak St, Keene (NH) 03431', '5 Oak St', '', 'Keene', 'NH', '03431'],
    ['5 Oak St Apt 2, Keene NH 03431 (summer: 9 Bay Rd)', '5 Oak St Apt 2', '', 'Keene', 'NH', '03431'],
    ['Keene, NH', '', '', 'Keene', 'NH', ''],
    ['9 Highway, Peru', '9 Highway', '', 'Peru', '', ''],
  ])('%j', (text, street, street2, city, state, postalCode) => {
    expect(splitAddress(text)).toMatchObject({ street, street2, city, state, postalCode });
  });
});

describe('splitAddress', () => {
  it.each([
    // With the labels of a form.
    ['Street Address: 12 Larch St City: Barre State / Province: VT Postal / Zip Code: 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    [
      'Street Address: 12 Larch St\nStreet Address Line 2: Apt 4\nCity: Barre\nState / Province: VT\nPostal / Zip Code: 05641',
      '12 Larch St',
      'Apt 4',
      'Barre',
      'VT',
      '05641',
    ],
    ['Address: 12 Larch St, City: Barre, State: VT, Zip: 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    // Nothing between street and city.
    ['12 Larch St Barre VT 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St Saint Paul MN 55101', '12 Larch St', '', 'Saint Paul', 'MN', '55101'],
    ['12 Grove St Paul MN 55101', '12 Grove', '', 'St Paul', 'MN', '55101'],
    ['99 Larch Park Way W Palm Beach FL 33401', '99 Larch Park Way', '', 'W Palm Beach', 'FL', '33401'],
    ['12 Larch St, Apt 4 Reno, NV 89501', '12 Larch St', 'Apt 4', 'Reno', 'NV', '89501'],
    ['12 Larch St Apt 4 Reno NV 89501', '12 Larch St Apt 4', '', 'Reno', 'NV', '89501'],
    ['12 Larch St # 502 Delray Beach FL 33445', '12 Larch St # 502', '', 'Delray Beach', 'FL', '33445'],
    ['PO Box 628 Lake Butler FL 32054', 'PO Box 628', '', 'Lake Butler', 'FL', '32054'],
    ['12 Larch St Washington DC 20001', '12 Larch St', '', 'Washington', 'DC', '20001'],
    ['610 East Larch Marion Kansas', '610 East Larch', '', 'Marion', 'Kansas', ''],
    ['12 Larch Drive Creve Coeur', '12 Larch Drive', '', 'Creve Coeur', '', ''],
    ['12 Larch St, Los Osos', '12 Larch St', '', 'Los Osos', '', ''],
    // Only a street.
    ['12 Larch St 60606', '12 Larch St', '', '', '', '60606'],
    ['12 Larch St, 60606', '12 Larch St', '', '', '', '60606'],
    ['12 Larch St, NE', '12 Larch St, NE', '', '', '', ''],
    ['12 Larch St, NE, Washington, DC 20002', '12 Larch St, NE', '', 'Washington', 'DC', '20002'],
    ['12 Larch St, Omaha, NE 68102', '12 Larch St', '', 'Omaha', 'NE', '68102'],
    ['P.O. Box 11418', 'P.O. Box 11418', '', '', '', ''],
    ['3901 S State', '3901 S State', '', '', '', ''],
    ['12 Avenue of the Birches', '12 Avenue of the Birches', '', '', '', ''],
    // A ZIP right after its state, or without two zeros.
    ['12 Larch St, Barre VT05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT-05641-2210', '12 Larch St', '', 'Barre', 'VT', '05641-2210'],
    ['12 Calle Alerce, San Juan, PR 926', '12 Calle Alerce', '', 'San Juan', 'PR', '926'],
    ['Cond. Alerce Apt 12, Ponce, Puerto Rico 716-2210', 'Cond. Alerce Apt 12', '', 'Ponce', 'Puerto Rico', '716-2210'],
    ['Km 2, Carr PR 115', 'Km 2, Carr PR 115', '', '', '', ''],
    // A point, a hyphen or a country after the ZIP.
    ['12 Larch St, Barre, VT 05641.', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT 05641 US', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT 05641, USA.', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT 05641 UNITED STATES US', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St Barre VT 05641—1204', '12 Larch St', '', 'Barre', 'VT', '05641—1204'],
    // Two blanks or tabs.
    ['3 Birch Rd  Barre  VT  05640  US', '3 Birch Rd', '', 'Barre', 'VT', '05640'],
    ['3 Birch Rd  Apt 2  Barre  VT 05640', '3 Birch Rd', 'Apt 2', 'Barre', 'VT', '05640'],
    ['3 Birch Rd\tBarre\tVT\t05640', '3 Birch Rd', '', 'Barre', 'VT', '05640'],
    ['3 Birch  Rd Barre VT 05640', '3 Birch Rd', '', 'Barre', 'VT', '05640'],
    ['3 Birch Rd,  Barre,  VT  05640', '3 Birch Rd', '', 'Barre', 'VT', '05640'],
    // A recipient or a unit before the street.
    ['c/o Pell Law Group\n12 Larch St\nBarre, VT 05641', '12 Larch St', 'c/o Pell Law Group', 'Barre', 'VT', '05641'],
    ['Apt 4\n12 Larch St\nBarre, VT 05641', '12 Larch St', 'Apt 4', 'Barre', 'VT', '05641'],
    ['Suite 200, 1420 Larch Ave, Reno, NV 89501', '1420 Larch Ave', 'Suite 200', 'Reno', 'NV', '89501'],
    ['Attn: Rhea Castellan\n12 Larch St, Barre, VT 05641', '12 Larch St', 'Attn: Rhea Castellan', 'Barre', 'VT', '05641'],
    ['12 Larch Trace Ponte Vedra Beach FL 32082', '12 Larch Trace', '', 'Ponte Vedra Beach', 'FL', '32082'],
    // A number in a grid of streets has a direction.
    ['100 S 200 W Bountiful UT 84010', '100 S 200 W', '', 'Bountiful', 'UT', '84010'],
    ['100 South 200 West West Jordan UT 84084', '100 South 200 West', '', 'West Jordan', 'UT', '84084'],
    // A country or a sign before the postal code.
    ['12 Larch St, Barre, VT, USA 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT, US, 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT, United States of America, 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Toronto, ON, CA, M5V 2T6', '12 Larch St', '', 'Toronto', 'ON', 'M5V 2T6'],
    ['12 Larch St, Ottawa, Ontario, Canada K1A 0B1', '12 Larch St', '', 'Ottawa', 'Ontario', 'K1A 0B1'],
    ['12 Larch St, La Canada 91011', '12 Larch St', '', 'La Canada', '', '91011'],
    ['12 Larch St, Barre, VT - 05641', '12 Larch St', '', 'Barre', 'VT', '05641'],
    ['12 Larch St, Barre, VT 05641 - 1234', '12 Larch St', '', 'Barre', 'VT', '05641-1234'],
    // Cities with the name of a state.
    ['12 Larch St, New York 10013', '12 Larch St', '', 'New York', 'New York', '10013'],
    ['12 Larch St, Washington 20001', '12 Larch St', '', 'Washington', '', '20001'],
    ['12 Larch St, Washington 98101', '12 Larch St', '', '', 'Washington', '98101'],
    // Abroad.
    ['14 Larch Road, Leeds LS6 2AB', '14 Larch Road', '', 'Leeds', '', 'LS6 2AB'],
    ['14 Larch Road, LS6 2AB Leeds', '14 Larch Road', '', 'Leeds', '', 'LS6 2AB'],
    ['Flat 3, 9 Larch Lane, Shrewsbury, Shropshire, SY1 1AA', '9 Larch Lane', 'Flat 3', 'Shrewsbury', 'Shropshire', 'SY1 1AA'],
    ['18 Rue Larche Montréal QC H2X 1Y4', '18 Rue Larche', '', 'Montréal', 'QC', 'H2X 1Y4'],
    ['Larchstrasse 3, 8001 Zürich, Switzerland', 'Larchstrasse 3', '', 'Zürich', '', '8001'],
  ])('%j', (text, street, street2, city, state, postalCode) => {
    const { guessed: _, ...parts } = splitAddress(text);
    expect(parts).toEqual({ street, street2, city, state, postalCode });
  });

  it('says when the end of the street is a guess', () => {
    expect(splitAddress('12 Larch St Quorndale VT 05641')).toMatchObject({ street: '12 Larch St', city: 'Quorndale', guessed: true });
    expect(splitAddress('12 Larch St, Quorndale, VT 05641').guessed).toBeUndefined();
    expect(splitAddress('12 Larch St Barre VT 05641').guessed).toBeUndefined();
  });

  it.each([
    ['3 Birch Rd  Barre  VT  05640  US', 'US'],
    ['12 Larch St, Barre, VT 05641 US.', 'US'],
    ['Stoke-on-Trent, United Kingdom', 'United Kingdom'],
    ['12 Larch St, Lebanon', ''],
    ['12 Larch St, Barre, VT 05641', ''],
  ])('%j ends in the country %j', (text, country) => {
    expect(countryAtEnd(text)).toBe(country);
  });

  it('loses and adds no word', () => {
    const words = fc.constantFrom('12', 'Larch', 'St', 'Apt', '4', 'Barre', 'VT', 'Reno', 'NV', '05641', 'NE', 'Park', ',', 'PO Box', 'Leeds', 'US', 'LS6 2AB', '  '); // prettier-ignore
    const wordsOf = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '').toSorted(); // prettier-ignore
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.join(' ');
        const { street, street2, city, state, postalCode } = splitAddress(text);
        const all = wordsOf([street, street2, city, state, postalCode, countryAtEnd(text)].join(' '));
        expect(all.filter((word) => word !== 'US')).toEqual(wordsOf(text).filter((word) => word !== 'US'));
      }),
    );
  });
});
