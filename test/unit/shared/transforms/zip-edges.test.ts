import { describe, expect, it } from 'vitest';
import {
  countryAtEnd,
  looksLikeCityStateZip,
  splitAddress,
  splitCityStateZip,
  splitStreetLines,
  withZipHyphen,
  withZipZeros,
  ZIP,
  zipShape,
} from '../../../../shared/transforms/index.ts';

describe('a ZIP', () => {
  it.each<[text: string, shape: keyof typeof ZIP]>([
    ['01609', 'whole'],
    ['99999', 'whole'],
    ['01609-1234', 'whole'],
    ['01609-0000', 'whole'],
    ['01609-9999', 'whole'],
    ['016091234', 'nine'],
    ['1609', 'lostZero'],
    ['1609-1234', 'lostZero'],
    ['601', 'lostTwo'],
    ['601-1234', 'lostTwo'],
    ['', 'other'],
    ['1', 'other'],
    ['16', 'other'],
    ['016090', 'other'],
    ['0160912', 'other'],
    ['01609123', 'other'],
    ['0160912345', 'other'],
    ['60-1234', 'other'],
    ['6-1234', 'other'],
    ['-1234', 'other'],
    ['016091-1234', 'other'],
    ['01609-123', 'other'],
    ['01609-12345', 'other'],
    ['01609+1234', 'other'],
    ['01609 1234', 'other'],
    ['01609-12a4', 'other'],
    ['01609-/234', 'other'],
    ['01609-:234', 'other'],
    ['01609-123:', 'other'],
    ['0160a', 'other'],
    ['0160:', 'other'],
    ['/1609', 'other'],
    ['K1A 0B1', 'other'],
  ])('%j is %s', (text, shape) => {
    expect(zipShape(text)).toBe(ZIP[shape]);
  });

  it.each<[text: string, zip: string]>([
    ['1609', '01609'],
    ['1609-1234', '01609-1234'],
    ['601', '00601'],
    ['601-1234', '00601-1234'],
    ['01609', '01609'],
    ['16', '16'],
    ['K1A', 'K1A'],
  ])('%j gets its lost zeros: %s', (text, zip) => {
    expect(withZipZeros(text)).toBe(zip);
  });

  it.each<[text: string, zip: string]>([
    ['016091234', '01609-1234'],
    ['01609 1234', '01609-1234'],
    ['01609  -  1234', '01609-1234'],
    ['01609–1234', '01609-1234'],
    ['01609—1234', '01609-1234'],
    ['01609.1234', '01609-1234'],
    ['01609-1234', '01609-1234'],
    ['01609.0', '01609'],
    ['1609.0', '1609'],
    ['601.0', '601'],
    ['01609-', '01609'],
    ['01609', '01609'],
    ['01609.01', '01609.01'],
    ['x01609.0', 'x01609.0'],
    ['x01609 1234', 'x01609 1234'],
    ['01609 12345', '01609 12345'],
    ['01609x1234', '01609x1234'],
    ['01609 x-1234', '01609 x-1234'],
    ['01609-x1234', '01609-x1234'],
    ['01609/1234', '01609/1234'],
    ['60.0', '60.0'],
    ['0160', '0160'],
  ])('%j gets its hyphen, or stays the same: %s', (text, zip) => {
    expect(withZipHyphen(text)).toBe(zip);
  });
});

describe('a place in one cell', () => {
  it.each<[text: string, city: string, state: string, postalCode: string]>([
    ['Worcester, MA 01609', 'Worcester', 'MA', '01609'],
    ['Worcester , MA , 01609-1234', 'Worcester', 'MA', '01609-1234'],
    ['Worcester, MA 01609-', 'Worcester', 'MA', '01609'],
    ['Worcester, MA 016091234', 'Worcester', 'MA', '016091234'],
    ['Worcester, MA 01609,', 'Worcester', 'MA', '01609'],
    ['Worcester, MA 01609,,', 'Worcester', 'MA', '01609'],
    ['Worcester MA 1609', 'Worcester', 'MA', '1609'],
    ['Worcester MA 1609-1234', 'Worcester', 'MA', '1609-1234'],
    ['Worcester 1609', 'Worcester 1609', '', ''],
    ['Room, 1609', 'Room, 1609', '', ''],
    ['01609', '', '', '01609'],
    ['MA 01609', '', 'MA', '01609'],
    ['MA', 'MA', '', ''],
    ['Worcester', 'Worcester', '', ''],
    ['Worcester, MA', 'Worcester', 'MA', ''],
    ['Worcester,', 'Worcester', '', ''],
    ['New York, New York 10001', 'New York', 'New York', '10001'],
    ['Fargo North Dakota 58102', 'Fargo', 'North Dakota', '58102'],
    ['Washington, District of Columbia 20001', 'Washington', 'District of Columbia', '20001'],
    ['Washington District of Columbia 20001', 'Washington', 'District of Columbia', '20001'],
    ['Ottawa, ON K1A 0B1', 'Ottawa', 'ON', 'K1A 0B1'],
    ['Ottawa, ON K1A0B1', 'Ottawa', 'ON', 'K1A0B1'],
    ['Ottawa, ON K1A-0B1', 'Ottawa', 'ON', 'K1A-0B1'],
    ['K1A 0B1', '', '', 'K1A 0B1'],
    ['London, England SW1A 1AA', 'London', 'England', 'SW1A 1AA'],
    ['London, England SW1A1AA', 'London', 'England', 'SW1A1AA'],
    ['M1 1AE', '', '', 'M1 1AE'],
    ['Chicago IL 60614 USA', 'Chicago', 'IL', '60614'],
    ['Chicago IL 60614, United States of America', 'Chicago', 'IL', '60614'],
    ['Ottawa, ON K1A 0B1 Canada', 'Ottawa', 'ON', 'K1A 0B1'],
    ['Lebanon', 'Lebanon', '', ''],
    ['12 Mexico', '12 Mexico', '', ''],
  ])('%j: %j, %j, %j', (text, city, state, postalCode) => {
    expect(splitCityStateZip(text)).toEqual({ city, state, postalCode });
  });

  it.each<[text: string, isPlace: boolean]>([
    ['Worcester, MA 01609', true],
    ['Worcester MA 1609', true],
    ['12 Main St, MA 01609', false],
    ['MA 01609', false],
    ['01609', false],
    ['Worcester, MA', false],
    ['Worcester 01609', false],
    ['Worcester', false],
  ])('%j is recognized: %s', (text, isPlace) => {
    expect(looksLikeCityStateZip(text)).toBe(isPlace);
  });

  it.each<[text: string, country: string]>([
    ['Chicago IL 60614 USA', 'USA'],
    ['12 Main St\nChicago IL 60614\nUSA', 'USA'],
    ['12 Main St\nUSA', ''],
    ['12 Main St\nTbilisi 0105\nGeorgia', ''],
    ['Worcester, MA 01609', ''],
    ['Lebanon', ''],
    ['75002 Paris France', 'France'],
    ['75002 Paris, France', 'France'],
    ['', ''],
  ])('%j ends in the country %j', (text, country) => {
    expect(countryAtEnd(text)).toBe(country);
  });
});

describe('an address in one cell', () => {
  const nothing = { street2: '', city: '', state: '', postalCode: '' };
  it.each<[text: string, address: object]>([
    ['12 Main St, Worcester, MA 01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    [
      '12 Main St, Apt 4, Worcester, MA 01609',
      { street: '12 Main St', street2: 'Apt 4', city: 'Worcester', state: 'MA', postalCode: '01609' },
    ],
    ['12 Main St, Worcester MA 01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    ['12 Main St, Worcester, MA, 01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    ['12 Main St, , Worcester, MA 01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    [
      '1 High St, Oxford, Oxfordshire OX1 1AA',
      { street: '1 High St', street2: '', city: 'Oxford', state: 'Oxfordshire', postalCode: 'OX1 1AA' },
    ],
    ['12 Main St, Unit 9', { ...nothing, street: '12 Main St', street2: 'Unit 9' }],
    ['12 Main St, Unit 9, Rear', { ...nothing, street: '12 Main St', street2: 'Unit 9, Rear' }],
    ['12 Main St, #9', { ...nothing, street: '12 Main St', street2: '#9' }],
    ['12 Main St, Elsewhere', { ...nothing, street: '12 Main St, Elsewhere' }],
    ['12 Main St', { ...nothing, street: '12 Main St' }],
    ['', { ...nothing, street: '' }],
    ['12 Main St\nWorcester, MA 01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    ['12 Main St\nWorcester, MA', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '' }],
    [
      '12 Main St\n\nApt 4;Worcester, MA 01609',
      { street: '12 Main St', street2: 'Apt 4', city: 'Worcester', state: 'MA', postalCode: '01609' },
    ],
    ['12 Main St\nWorcester\nMA 01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    ['12 Main St\nWorcester\nMA\n01609', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    ['12 Main St\nWorcester, MA 01609\nUSA', { street: '12 Main St', street2: '', city: 'Worcester', state: 'MA', postalCode: '01609' }],
    ['12 Main St|Apt 4', { ...nothing, street: '12 Main St', street2: 'Apt 4' }],
  ])('%j', (text, address) => {
    expect(splitAddress(text)).toEqual(address);
  });
});

describe('a street of several lines', () => {
  it.each<[text: string, street: string, street2: string]>([
    ['12 Main St\nApt 4', '12 Main St', 'Apt 4'],
    ['12 Main St,\r\n\r\nApt 4,\nRear', '12 Main St', 'Apt 4, Rear'],
    ['Mrs Ann Lee\n12 Main St', '12 Main St', 'Mrs Ann Lee'],
    ['Mr Bob Ray\n1207 Main St', '1207 Main St', 'Mr Bob Ray'],
    ['c/o Ann Lee\n12 Main St', '12 Main St', 'c/o Ann Lee'],
    ['Larkspur House\n12 Main St', '12 Main St', 'Larkspur House'],
    ['Larkspur House\n120 Main St', '120 Main St', 'Larkspur House'],
    ['Larkspur House\n1200 Main St', 'Larkspur House', '1200 Main St'],
    ['Rue de la Paix\n75002 Paris', 'Rue de la Paix', '75002 Paris'],
    ['Larkspur House\n12A Main St', '12A Main St', 'Larkspur House'],
    ['Larkspur House\n12-14 Main St', '12-14 Main St', 'Larkspur House'],
    ['Larkspur House\nP.O. Box 7', 'P.O. Box 7', 'Larkspur House'],
    ['Larkspur House\nPO Box 7', 'PO Box 7', 'Larkspur House'],
    ['Larkspur House\nNear 12 Main St', 'Larkspur House', 'Near 12 Main St'],
    ['One Main Plaza\n12 Main St', 'One Main Plaza', '12 Main St'],
    ['Stone Court\n12 Main St', '12 Main St', 'Stone Court'],
    ['Larkspur\nHouse', 'Larkspur', 'House'],
    ['Larkspur\nHouse\n12 Main St', '12 Main St', 'Larkspur, House'],
    ['12 Main St', '12 Main St', ''],
    ['Larkspur', 'Larkspur', ''],
    ['', '', ''],
  ])('%j: %j and %j', (text, street, street2) => {
    expect(splitStreetLines(text)).toEqual({ street, street2 });
  });
});
