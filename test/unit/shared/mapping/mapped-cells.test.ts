import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../../../shared/fields/table.ts';
import { PARSE_ERROR, CHANGE } from '../../../../shared/mapping/mapped-record.ts';
import { type Cleaning, STANDARD_CLEANING } from '../../../../shared/mapping/plan.ts';
import { field, filledOf, mapCell, mapRow, planOf } from '../../../kit/mapped-rows.ts';

describe('one column to one field', () => {
  it.each<[FieldKey, string, string, number]>([
    ['primaryFirst', 'Jane', 'Jane', 0],
    ['primaryFirst', '  Jane  Q. ', 'Jane Q.', CHANGE.spaces],
    ['primaryFirst', ' Jane ', 'Jane', 0],
    ['primaryFirst', 'N/A', '', CHANGE.placeholder],
    ['primaryLast', 'MCDONALD', 'McDonald', CHANGE.shouted],
    ['primaryLast', 'LI', 'Li', CHANGE.shouted],
    ['primaryFirst', 'TJ', 'TJ', 0],
    ['primaryFirst', 'jANE', 'Jane', CHANGE.shouted],
    ['primaryFirst', ' Mary  aNN ', 'Mary Ann', CHANGE.spaces | CHANGE.shouted],
    ['primaryLast', 'Okafor-lYLE', 'Okafor-Lyle', CHANGE.shouted],
    ['primaryLast', "O'bRIEN", "O'Brien", CHANGE.shouted],
    ['primaryMaiden', 'whitLOCK', 'Whitlock', CHANGE.shouted],
    ['primaryLast', 'éLISE', 'Élise', CHANGE.shouted],
    ['primaryLast', 'deVries', 'deVries', 0],
    ['primaryLast', 'van der Berg', 'van der Berg', 0],
    ['primaryLast', `${'Ann '.repeat(100)}jANE`, `${'Ann '.repeat(100)}jANE`, CHANGE.long],
    ['city', 'bOSTON', 'bOSTON', 0],
    ['businessName', 'IBM', 'IBM', 0],
    ['constituentId', "'00042", '00042', CHANGE.apostrophe],
    ['constituentId', '00042', '00042', 0],
    ['street', '2207 N. Clark St.\nApt. 4B', '2207 N. Clark St.', CHANGE.lines],
    ['state', 'MA', 'MA', 0],
    ['state', 'ma', 'MA', CHANGE.stateCode],
    ['state', 'Massachusetts', 'MA', CHANGE.stateCode],
    ['state', 'Kent', 'Kent', 0],
    ['country', 'US', 'US', 0],
    ['country', 'United States', 'US', CHANGE.countryCode],
    ['country', 'Narnia', 'Narnia', 0],
    ['postalCode', '01609', '01609', 0],
    ['postalCode', '1609', '1609', 0],
    ['postalCode', '606143311', '60614-3311', CHANGE.zipHyphen],
    ['postalCode', '60614 3311', '60614-3311', CHANGE.zipHyphen],
    ['postalCode', "'01609", '01609', CHANGE.apostrophe],
    ['state', '"NH"', 'NH', CHANGE.apostrophe],
    ['primaryLast', "O\\'Dowd", "O'Dowd", CHANGE.restored],
    ['primaryLast', "O''Dowd", "O'Dowd", CHANGE.restored],
    ['primaryLast', 'Sorrell_x000D_', 'Sorrell', CHANGE.restored],
    ['street', "3 O\\'Neil St", "3 O'Neil St", CHANGE.restored],
    ['street', '3 Elm St_x000D_', '3 Elm St', CHANGE.restored],
    ['street', '<p>3 Elm St</p>', '3 Elm St', CHANGE.restored],
    ['street', '<None Specified>', '', CHANGE.placeholder],
    ['street', '3 Elm "Rear" St', '3 Elm "Rear" St', 0],
    ['city', "L\\'Anse", "L'Anse", CHANGE.restored],
    ['personalEmail', 'jane@example.org#mailto:jane@example.org#', 'jane@example.org', CHANGE.address],
    ['primaryFirst', '"Rhea"', 'Rhea', CHANGE.apostrophe],
    ['personalEmail', 'jane@example.org', 'jane@example.org', 0],
    ['personalPhone', '+1 813-555-0100 ::: +1 813-555-0109', '+1 813-555-0100', CHANGE.phone | CHANGE.several],
    ['personalPhone', '(813) 555-0101 / (813) 555-0102', '(813) 555-0101', CHANGE.phone | CHANGE.several],
    ['personalPhone', '000-000-0000', '', CHANGE.placeholder],
    ['personalEmail', 'Jane <jane@example.org>', 'jane@example.org', CHANGE.address],
    ['personalEmail', 'mailto:jane@example.org', 'jane@example.org', CHANGE.address],
    ['personalEmail', ' jane@example.org ', 'jane@example.org', 0],
    ['personalEmail', 'jane@example.org\u200B', 'jane@example.org', CHANGE.spaces],
    ['personalEmail', "'jane@example.org", 'jane@example.org', CHANGE.apostrophe],
    ['personalEmail', 'liz@example.xyz', 'liz@example.xyz', 0],
    ['personalPhone', '(781) 555-0142', '(781) 555-0142', 0],
    ['rfmFirstGiftDate', '2024-01-31', '2024-01-31', 0],
    ['rfmFirstGiftDate', '1/31/2024', '2024-01-31', 0],
    ['rfmFirstGiftDate', '1/31/24', '2024-01-31', CHANGE.twoDigitYear],
    ['rfmFirstGiftDate', '03/04/2021', '2021-03-04', CHANGE.ambiguousDate],
    ['rfmFirstGiftDate', '45322', '2024-01-31', CHANGE.serialDate],
    ['rfmFirstGiftDate', '00/00/0000', '', CHANGE.placeholder],
    ['rfmFirstGiftDate', '1/0/1900', '', CHANGE.placeholder],
    ['rfmFirstGiftDate', ' 2024-01-31 ', '2024-01-31', 0],
    ['rfmFirstGiftValue', '$1,234.50', '1234.5', 0],
    ['rfmFirstGiftValue', '-', '', CHANGE.placeholder],
    ['rfmFirstGiftValue', ' $ 12.00 ', '12', 0],
    ['rfmFirstGiftValue', '0', '0', 0],
    ['rfmFirstGiftValue', '$0.00', '0', 0],
    ['rfmTotalGiftCount', '0', '0', 0],
    ['rfmTotalGiftCount', '27.0', '27', 0],
    ['rfmTotalGiftCount', '1,234', '1234', 0],
  ])('%s: %j becomes %j', (key, text, value, changes) => {
    const mapped = mapCell(key, text);
    expect([mapped.value, mapped.changes, mapped.fault]).toEqual([value, changes, PARSE_ERROR.none]);
  });

  it.each<[FieldKey, string, number]>([
    ['rfmFirstGiftDate', 'last spring', PARSE_ERROR.dateUnreadable],
    ['rfmFirstGiftDate', '2/30/2020', PARSE_ERROR.dateImpossible],
    ['rfmFirstGiftValue', 'a lot', PARSE_ERROR.amountUnreadable],
    ['rfmTotalGiftCount', '2.5', PARSE_ERROR.countUnreadable],
    ['rfmTotalGiftCount', 'many', PARSE_ERROR.countUnreadable],
  ])('%s: %j cannot be parsed, and stays visible', (key, text, fault) => {
    const mapped = mapCell(key, text);
    expect([mapped.value, mapped.fault]).toEqual([text, fault]);
    expect([...mapped.draft.flaggedFields]).toEqual([FIELD_INDEX[key]]);
  });

  it.each(['3 Elm St<br>Apt 2', '3 Elm St<br />Apt 2', '3 Elm St\\nApt 2', '3 Elm St\\r\\nApt 2', '3 Elm St_x000D_\nApt 2'])(
    'divides the street %j',
    (text) => {
      expect(filledOf(mapRow(planOf([field('street')]), [text]))).toEqual({ street: '3 Elm St', street2: 'Apt 2' });
    },
  );

  it('uses the column’s date order and decimal sign', () => {
    expect(mapCell('rfmFirstGiftDate', '03/04/2021', { dateOrder: 'dmy' })).toMatchObject({ value: '2021-04-03', changes: 0 });
    expect(mapCell('rfmFirstGiftDate', '03/04/2021', { dateOrder: 'mdy' })).toMatchObject({ value: '2021-03-04', changes: 0 });
    expect(mapCell('rfmFirstGiftValue', '1.234', { decimal: 'comma' }).value).toBe('1234');
    expect(mapCell('rfmFirstGiftValue', '1,234', { decimal: 'comma', thousandths: true }).value).toBe('1.234');
  });

  it.each<[keyof Cleaning, FieldKey, string, string]>([
    ['spaces', 'primaryFirst', ' Mary  Ann ', 'Mary  Ann'],
    ['placeholders', 'primaryFirst', 'N/A', 'N/A'],
    ['shoutedNames', 'primaryLast', 'SMITH', 'SMITH'],
    ['shoutedNames', 'primaryFirst', 'jANE', 'jANE'],
    ['stateCodes', 'state', 'Massachusetts', 'Massachusetts'],
    ['countryCodes', 'country', 'USA', 'USA'],
    ['streetLines', 'street', '1 Main St\nApt 4', '1 Main St Apt 4'],
  ])('leaves %s unchanged when that cleaning is off', (setting, key, text, value) => {
    expect(mapCell(key, text, {}, { [setting]: false }).value).toBe(value);
  });

  it.each([
    ['1609', 'MA', '01609'],
    ['1609', 'Massachusetts', '01609'],
    ['901', 'PR', '00901'],
    // The state is missing, disagrees, or is not in the US.
    ['1609', '', '1609'],
    ['1609', 'CA', '1609'],
    ['1609', 'XX', '1609'],
    ['1609', 'ON', '1609'],
  ])('restores the zeros of the ZIP %s only if the state %s agrees', (zip, state, value) => {
    const plan = planOf([field('postalCode'), field('state')]);
    expect(filledOf(mapRow(plan, [zip, state])).postalCode).toBe(value);
    const off = planOf([field('postalCode'), field('state')], { cleaning: { ...STANDARD_CLEANING, zipZeros: false } });
    expect(filledOf(mapRow(off, [zip, state])).postalCode).toBe(zip);
  });

  it('marks values that are too long', () => {
    expect(mapCell('street', 'x'.repeat(256)).changes).toBe(CHANGE.long);
    expect(mapCell('street', 'x'.repeat(255)).changes).toBe(0);
  });
});

describe('the country', () => {
  it('decides how state and ZIP are parsed, in any column order', () => {
    const cells = (country: string) => ['Maine', '4101', country];
    const plan = planOf([field('state'), field('postalCode'), field('country')], { cleaning: { ...STANDARD_CLEANING, zipZeros: true } });
    expect(filledOf(mapRow(plan, cells('USA')))).toEqual({ state: 'ME', postalCode: '04101', country: 'US' });
    expect(filledOf(mapRow(plan, cells('Australia')))).toEqual({ state: 'Maine', postalCode: '4101', country: 'AU' });
    expect(filledOf(mapRow(plan, ['Ontario', '1609', 'Canada']))).toEqual({ state: 'ON', postalCode: '1609', country: 'CA' });
  });

  it.each([
    ['m5v 2t6', 'Canada', 'M5V 2T6'],
    ['m5v2t6', '', 'M5V2T6'],
    ['sw1a 1aa', 'United Kingdom', 'SW1A 1AA'],
    ['1012 ab', '', '1012 AB'],
    ['0564l', '', '0564l'],
    ['ask her', '', 'ask her'],
  ])('the letters of %s, typed in lower case, are capitals only in a code of another country', (code, country, expected) => {
    expect(filledOf(mapRow(planOf([field('postalCode'), field('country')]), [code, country])).postalCode).toBe(expected);
  });

  it('is parsed before state and ZIP when it is a constant or a combination', () => {
    const zeros = { ...STANDARD_CLEANING, zipZeros: true };
    const constant = planOf([field('state'), field('postalCode')], {
      constants: [{ field: 'country', value: 'Germany' }],
      cleaning: zeros,
    });
    expect(filledOf(mapRow(constant, ['Washington', '1609']))).toEqual({ state: 'Washington', postalCode: '1609', country: 'DE' });
    const combined = planOf([field('state'), { kind: 'none' }, { kind: 'none' }], {
      combinations: [{ field: 'country', columns: [1, 2], how: 'firstFilled', separator: '' }],
      cleaning: zeros,
    });

    expect(filledOf(mapRow(combined, ['Washington', '', 'Germany']))).toEqual({ state: 'Washington', country: 'DE' });
  });

  it('is the constant only when its column is blank', () => {
    const plan = planOf([field('country')], { constants: [{ field: 'country', value: 'US' }] });
    expect([filledOf(mapRow(plan, ['Canada'])), filledOf(mapRow(plan, [''])), filledOf(mapRow(plan, ['N/A']))]).toEqual([
      { country: 'CA' },
      { country: 'US' },
      { country: 'US' },
    ]);
  });
});

describe('parts of a place in the cell of another part', () => {
  const PLACE = planOf((['street', 'city', 'state', 'postalCode', 'country'] as const).map(field));
  const read = (...cells: readonly string[]) => {
    const { street: _, ...place } = filledOf(mapRow(PLACE, ['7 Elm St', ...cells]));
    return place;
  };

  it.each([
    [['Barre, VT', '', '05641'], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Barre VT', '', ''], { city: 'Barre', state: 'VT' }],
    [['Barre Vermont', '', '05641'], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Barre, VT', '', '5641'], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Barre VT 05641', '', ''], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Barre', 'VT 05641', ''], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Barre', '', 'VT 05641'], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['', '', 'Barre, VT 05641'], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Barre, VT', 'VT', '05641'], { city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['Washington DC', 'DC', '20002'], { city: 'Washington', state: 'DC', postalCode: '20002' }],
    [['Washington, D.C.', 'DC', '20002'], { city: 'Washington', state: 'DC', postalCode: '20002' }],
    [['Toronto, ON', '', 'M5V 2T6', 'Canada'], { city: 'Toronto', state: 'ON', postalCode: 'M5V 2T6', country: 'CA' }],
    [['Toronto', 'Canada', 'M5V 2T6'], { city: 'Toronto', postalCode: 'M5V 2T6', country: 'CA' }],
    [['Leeds', 'UK', 'LS1 4AP'], { city: 'Leeds', postalCode: 'LS1 4AP', country: 'GB' }],
    [['Barre', 'USA', '05641'], { city: 'Barre', postalCode: '05641', country: 'US' }],
  ])('%j is read by part', (cells, filled) => {
    expect(read(...cells)).toStrictEqual(filled);
  });

  it.each([
    [['Fort Washington', '', '19034'], { city: 'Fort Washington', postalCode: '19034' }],
    [['Fort Washington', '', ''], { city: 'Fort Washington' }],
    [['Port Washington', 'WA', '98101'], { city: 'Port Washington', state: 'WA', postalCode: '98101' }],
    [['West New York', 'NY', '10001'], { city: 'West New York', state: 'NY', postalCode: '10001' }],
    [['Barre, NH', 'VT', '05641'], { city: 'Barre, NH', state: 'VT', postalCode: '05641' }],
    [['Barre, VT', '', '10001'], { city: 'Barre, VT', postalCode: '10001' }],
    [['Barre VT', '', '05641', 'France'], { city: 'Barre VT', postalCode: '05641', country: 'FR' }],
    [['Barre', 'Georgia', '30301'], { city: 'Barre', state: 'GA', postalCode: '30301' }],
    [['Barre', 'IT', '05641'], { city: 'Barre', state: 'IT', postalCode: '05641' }],
    [['Leeds', 'West Yorkshire', 'LS1 4AP'], { city: 'Leeds', state: 'West Yorkshire', postalCode: 'LS1 4AP' }],
  ])('%j stays as it is', (cells, filled) => {
    expect(read(...cells)).toStrictEqual(filled);
  });

  it('keeps the country in the state if no column is for countries', () => {
    const plan = planOf((['street', 'city', 'state', 'postalCode'] as const).map(field));
    expect(filledOf(mapRow(plan, ['7 Elm St', 'Toronto', 'Canada', 'M5V 2T6']))['state']).toBe('Canada');
  });
});

describe('a whole address in the column of streets', () => {
  const ADDRESS = planOf((['street', 'street2', 'city', 'state', 'postalCode'] as const).map(field));

  it.each([
    [['7 Elm St, Barre, VT 05641'], { street: '7 Elm St', city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['7 Elm St Apt 3\nBarre, Vermont 05641'], { street: '7 Elm St Apt 3', city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['7 Elm St', 'Barre, VT 05641'], { street: '7 Elm St', city: 'Barre', state: 'VT', postalCode: '05641' }],
    [['7 Elm St, Apt 3'], { street: '7 Elm St, Apt 3' }],
    [['7 Elm St, Barre, VT 05641', '', 'Barre'], { street: '7 Elm St, Barre, VT 05641', city: 'Barre' }],
  ])('%j', (cells, filled) => {
    expect(filledOf(mapRow(ADDRESS, cells))).toStrictEqual(filled);
  });

  it.each([
    [['7 Elm St, Barre, VT 05641', '', 'Barre', 'VT', '05641'], { street: '7 Elm St' }],
    [['7 Elm St, Barre', '', 'Barre', 'VT', '05641'], { street: '7 Elm St' }],
    [['7 ELM ST BARRE VT 05641', '', 'Barre', 'Vermont', '05641-2210'], { street: '7 ELM ST' }],
    [['7 Elm St Barre VT', '', 'Barre', 'VT', '05641'], { street: '7 Elm St' }],
    [['7 Elm St Apt 3, Barre, Vermont, USA', '', 'Barre', 'VT', '05641'], { street: '7 Elm St Apt 3' }],
    [['7 Elm St, Apt 3, Barre, VT', '', 'Barre', 'VT', '05641'], { street: '7 Elm St', street2: 'Apt 3' }],
    [['7 Elm St, Apt 3, Barre, VT', 'Rear', 'Barre', 'VT', '05641'], { street: '7 Elm St, Apt 3', street2: 'Rear' }],
    [['7 Elm St, Saint Albans, VT', '', 'St. Albans', 'VT', '05478'], { street: '7 Elm St' }],
    [['7 Elm St, Barre, VT 05641', '', 'Barre', 'MA', '01005'], { street: '7 Elm St, Barre, VT 05641' }],
    [['7 Barre St, Apt 3', '', 'Barre', 'VT', '05641'], { street: '7 Barre St, Apt 3' }],
    [['The Barre Inn, 7 Elm St', '', 'Barre', 'VT', '05641'], { street: 'The Barre Inn, 7 Elm St' }],
  ])('loses the place that the other columns repeat: %j', (cells, filled) => {
    const record = mapRow(ADDRESS, cells);
    const { street, street2 } = filledOf(record);
    expect({ street, ...(street2 !== undefined && { street2 }) }).toStrictEqual(filled);
    // A street that differs from the file has a note.
    expect((record.changes[FIELD_INDEX.street]! & CHANGE.lines) !== 0).toBe(street !== cells[0]);
  });

  it('is unchanged if the columns of city, state and ZIP are not mapped, or lines are not split', () => {
    const text = '7 Elm St, Barre, VT 05641';
    expect(filledOf(mapRow(planOf([field('street')]), [text]))).toStrictEqual({ street: text });
    const cleaning = { ...STANDARD_CLEANING, streetLines: false };
    expect(filledOf(mapRow({ ...ADDRESS, cleaning }, [text]))).toStrictEqual({ street: text });
  });
});
