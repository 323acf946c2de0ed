import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../../shared/rules/table.ts';
import type { RuleCode } from '../../../../shared/rules/codes.ts';
import { DEFAULT_RULES, type OrganizationRules, compileChecks } from '../../../../shared/rules/row-checks.ts';
import { decodeFacts } from '../../../../shared/rows/row-facts.ts';
import { FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import type { Cleaning } from '../../../../shared/mapping/plan.ts';
import { type Cells, PERSON, TODAY, check, person, planFor } from '../../../kit/checked-row.ts';

describe('a complete row', () => {
  it('has no issue and is ready', () => {
    expect(check(PERSON)).toEqual({ readiness: 'ready', found: [] });
  });

  it('has no issue with every field filled', () => {
    const cells = person({
      primaryMiddle: 'Q.', primaryMaiden: 'Delacroix', spouseFirst: 'Aldous', spouseMiddle: 'R', spouseLast: 'Ashdown', street2: 'Apt 6', country: 'US', personalEmail: 'm@example.org',
      personalPhone: '(508) 555-0142', businessName: 'Whitlock Marine Supply', businessTitle: 'Owner', businessPhone: '+1 508 555 0100', businessEmail: 'm@whitlock.example.com',
      rfmFirstGiftValue: '50', rfmFirstGiftDate: '1998-11-03', rfmMostRecentGiftValue: '1250', rfmMostRecentGiftDate: '2024-12-31', rfmLargestGiftValue: '5000', rfmLargestGiftDate: '2015-06-01',
      rfmTotalGiftCount: '27', rfmTotalGiftValue: '41325.5',
    }); // prettier-ignore
    expect(check(cells)).toEqual({ readiness: 'ready', found: [] });
  });
});

describe('each rule', () => {
  it.each<[RuleCode, FieldKey, Cells]>([
    ['EMAIL_FORMAT', 'personalEmail', { personalEmail: 'rosalind.quayle@' }],
    ['EMAIL_FORMAT', 'businessEmail', { businessEmail: 'none at home' }],
    ['DATE_UNREADABLE', 'rfmFirstGiftDate', { rfmFirstGiftDate: 'last spring' }],
    ['DATE_IMPOSSIBLE', 'rfmLargestGiftDate', { rfmLargestGiftDate: '2/30/2020' }],
    ['DATE_FUTURE', 'rfmMostRecentGiftDate', { rfmMostRecentGiftDate: '2062-11-02' }],
    ['DATE_FUTURE', 'rfmMostRecentGiftDate', { rfmMostRecentGiftDate: '2026-11-21' }],
    ['AMOUNT_UNREADABLE', 'rfmTotalGiftValue', { rfmTotalGiftValue: 'a lot' }],
    ['AMOUNT_UNCLEAR', 'rfmTotalGiftValue', { rfmTotalGiftValue: '12,50' }],
    ['AMOUNT_UNCLEAR', 'rfmTotalGiftValue', { rfmTotalGiftValue: '1.500' }],
    ['NUMBER_TOO_LARGE', 'rfmTotalGiftValue', { rfmTotalGiftValue: '603555010199' }],
    ['NUMBER_TOO_LARGE', 'rfmTotalGiftCount', { rfmTotalGiftCount: '6035550101' }],
    ['DATE_PARTIAL', 'rfmFirstGiftDate', { rfmFirstGiftDate: 'May 2019' }],
    ['ID_RESTORED', 'constituentId', { constituentId: '1.00000123E+8' }],
    ['AMOUNT_NEGATIVE', 'rfmMostRecentGiftValue', { rfmMostRecentGiftValue: '(250.00)' }],
    ['COUNT_UNREADABLE', 'rfmTotalGiftCount', { rfmTotalGiftCount: '2.5' }],
    ['COUNT_NEGATIVE', 'rfmTotalGiftCount', { rfmTotalGiftCount: '-3' }],
    ['TOO_LONG', 'street', { street: `1 ${'x'.repeat(256)}` }],
    ['OPTIONAL_TOO_LONG', 'businessName', { businessName: 'x'.repeat(256) }],
    ['CONTACT_MOVED', 'personalPhone', { personalEmail: '813-555-0100' }],
    ['LAST_MISSING', 'primaryLast', { primaryLast: '' }],
    ['MATCH_PART_MISSING', 'city', { city: '' }],
    ['MATCH_PART_MISSING', 'postalCode', { postalCode: '' }],
    ['ZIP_FOUR_DIGITS', 'postalCode', { postalCode: '1609', state: 'CA' }],
    ['ZIP_THREE_DIGITS', 'postalCode', { postalCode: '901', state: 'CA' }],
    ['ZIP_FORMAT', 'postalCode', { postalCode: '016091' }],
    ['ZIP_FORMAT', 'postalCode', { postalCode: 'SY8 1AA' }],
    ['ZIP_OTHER_STATE', 'postalCode', { postalCode: '60614' }],
    ['STATE_FORMAT', 'state', { state: 'Shropshire' }],
    ['STATE_UNKNOWN', 'state', { state: 'XX' }],
    ['TWO_PEOPLE', 'primaryFirst', { primaryFirst: 'Jane and John' }],
    ['TWO_PEOPLE', 'primaryFirst', { primaryFirst: 'Jane & John' }],
    ['TWO_PEOPLE', 'primaryFirst', { primaryFirst: 'Ann + Bob' }],
    ['TWO_PEOPLE', 'primaryLast', { primaryLast: 'Smith/Doe' }],
    ['ORGANIZATION', 'primaryLast', { primaryLast: 'Juniper & Vale Family Foundation' }],
    ['ORGANIZATION', 'primaryLast', { primaryFirst: 'Wells', primaryLast: 'Fargo Bank' }],
    ['ORGANIZATION', 'primaryLast', { primaryFirst: 'Ann', primaryLast: 'Poe Trust' }],
    ['ORGANIZATION', 'primaryFirst', { primaryFirst: 'Friends of the', primaryLast: 'Library' }],
    ['NOT_A_PERSON', 'primaryLast', { primaryFirst: 'Anonymous', primaryLast: 'Donor' }],
    ['NOT_A_PERSON', 'primaryLast', { primaryFirst: 'Test', primaryLast: 'Test' }],
    ['NOT_A_PERSON', 'primaryLast', { primaryLast: 'In memory of Ann and Bob Poe' }],
    ['NOT_A_PERSON', 'primaryFirst', { primaryFirst: 'In Memory of Ann', primaryLast: 'Poe' }],
    ['SPOUSE_NOT_NAMED', 'spouseFirst', { spouseFirst: 'Deceased' }],
    ['SPOUSE_NOT_NAMED', 'spouseFirst', { spouseFirst: 'and Kim' }],
    ['SPOUSE_NOT_NAMED', 'spouseFirst', { spouseFirst: '&Kim', spouseLast: 'Poe' }],
    ['DECEASED', 'primaryFirst', { primaryFirst: 'Estate of' }],
    ['DECEASED', 'primaryFirst', { primaryFirst: 'Est. of Ann' }],
    ['NAME_TITLE', 'primaryFirst', { primaryFirst: 'Dean Alan' }],
    ['NAME_TITLE', 'primaryLast', { primaryLast: 'Poe TTEE' }],
    ['HOUSEHOLD_NAME', 'primaryLast', { primaryLast: 'The Smith Family' }],
    ['DECEASED', 'primaryFirst', { primaryFirst: 'John (deceased)' }],
    ['NAME_TITLE', 'primaryFirst', { primaryFirst: 'Dr. Marguerite' }],
    ['NAME_TITLE', 'primaryLast', { primaryLast: 'McAllister, III' }],
    ['NAME_TITLE', 'primaryLast', { primaryLast: 'Smith Jr.' }],
    ['NAME_TITLE', 'primaryFirst', { primaryFirst: 'Mrs.' }],
    ['NAME_INITIAL', 'primaryLast', { primaryLast: 'A' }],
    ['NAME_DIGITS', 'primaryFirst', { primaryFirst: 'J4ne' }],
    ['NAME_EMAIL', 'primaryLast', { primaryLast: 'jane@example.org' }],
    ['SPOUSE_SAME', 'spouseFirst', { spouseFirst: 'Marguerite', spouseLast: 'Ashdown' }],
    ['SPOUSE_SAME', 'spouseFirst', { spouseFirst: 'Marguerite' }],
    ['ID_MISSING', 'constituentId', { constituentId: '' }],
    ['ID_SCIENTIFIC', 'constituentId', { constituentId: '1.23E+15' }],
    ['PHONE_FORMAT', 'personalPhone', { personalPhone: '555-014' }],
    ['PHONE_FORMAT', 'businessPhone', { businessPhone: '7.81555E+09' }],
    ['EMAIL_MADE_UP', 'personalEmail', { personalEmail: 'none@none.com' }],
    ['EMAIL_NOT_ASCII', 'personalEmail', { personalEmail: 'josé@example.org' }],
    ['SENSITIVE', 'constituentId', { constituentId: '4111111111111111' }],
    ['SENSITIVE', 'street2', { street2: '123-45-6789' }],
    ['ADDRESS_FOREIGN', 'country', { country: 'CA', state: 'NL', postalCode: 'A1C 5S7' }],
    ['ADDRESS_FOREIGN', 'postalCode', { state: '', postalCode: '1012 AB' }],
    ['ADDRESS_FOREIGN', 'street', { street: 'Lindenstr. 3', state: '', postalCode: '10115' }],
    ['ADDRESS_FOREIGN', 'street', { street: 'Calle Mayor 3', state: 'Madrid', postalCode: '28013' }],
    ['CHARACTERS_RESTORED', 'primaryFirst', { primaryFirst: 'JosÃ©' }],
    ['CHARACTERS_RESTORED', 'city', { city: 'CaÃ±on City', state: 'CO', postalCode: '81212' }],
    ['CHARACTERS_RESTORED', 'businessName', { businessName: 'Whitlock &amp; Quayle' }],
    ['NAMES_SWAPPED', 'primaryLast', { primaryFirst: 'Ashdown', primaryLast: 'Jennifer' }],
    ['NAME_DAMAGED', 'primaryLast', { primaryLast: 'Pe?a' }],
    ['NAME_DAMAGED', 'spouseFirst', { spouseFirst: 'Jos\uFFFD' }],
    ['DATE_AMBIGUOUS', 'rfmFirstGiftDate', { rfmFirstGiftDate: '03/04/2021' }],
    ['DATE_ANCIENT', 'rfmFirstGiftDate', { rfmFirstGiftDate: '1898-12-31' }],
    ['GIFT_DATES_ORDER', 'rfmFirstGiftDate', { rfmFirstGiftDate: '2020-01-02', rfmMostRecentGiftDate: '2020-01-01' }],
    ['LARGEST_TOO_SMALL', 'rfmLargestGiftValue', { rfmLargestGiftValue: '99.5', rfmFirstGiftValue: '100' }],
    ['LARGEST_TOO_SMALL', 'rfmLargestGiftValue', { rfmLargestGiftValue: '99', rfmMostRecentGiftValue: '100' }],
    ['TOTAL_TOO_SMALL', 'rfmTotalGiftValue', { rfmTotalGiftValue: '99', rfmLargestGiftValue: '100' }],
    ['COUNT_ZERO', 'rfmTotalGiftCount', { rfmTotalGiftCount: '0', rfmTotalGiftValue: '5', rfmFirstGiftValue: '5' }],
    ['COUNT_ZERO', 'rfmTotalGiftCount', { rfmTotalGiftCount: '0', rfmFirstGiftDate: '2020-01-01' }],
    ['LARGEST_DATE_OUTSIDE', 'rfmLargestGiftDate', { rfmFirstGiftDate: '2020-01-01', rfmMostRecentGiftDate: '2021-01-01', rfmLargestGiftDate: '2022-01-01' }],
    ['LARGEST_DATE_OUTSIDE', 'rfmLargestGiftDate', { rfmFirstGiftDate: '2020-01-01', rfmLargestGiftDate: '2019-01-01' }],
    ['SPACES_REMOVED', 'city', { city: 'Fort  Collins', state: 'CO', postalCode: '80525' }],
    ['PLACEHOLDER_REMOVED', 'street2', { street2: '<None Specified>' }],
    ['APOSTROPHE_REMOVED', 'postalCode', { postalCode: "'01609" }],
    ['NAME_RECASED', 'primaryLast', { primaryLast: 'ASHDOWN' }],
    ['NAME_RECASED', 'primaryFirst', { primaryFirst: 'jANE' }],
    ['NAME_RECASED', 'primaryLast', { primaryLast: 'whitLOCK' }],
    ['STATE_CODED', 'state', { state: 'Massachusetts' }],
    ['COUNTRY_CODED', 'country', { country: 'USA' }],
    ['ZIP_HYPHEN_ADDED', 'postalCode', { postalCode: '016091234' }],
    ['YEAR_COMPLETED', 'rfmFirstGiftDate', { rfmFirstGiftDate: '1/31/24' }],
    ['SERIAL_READ', 'rfmFirstGiftDate', { rfmFirstGiftDate: '45322' }],
    ['PHONE_EXTRACTED', 'personalPhone', { personalPhone: '813-555-0100 call after 5' }],
    ['PLACEHOLDER_REMOVED', 'personalPhone', { personalPhone: '000-000-0000' }],
    ['PHONE_EXTRACTED', 'personalPhone', { personalPhone: 'Home: 813-555-0102' }],
    ['EMAIL_EXTRACTED', 'personalEmail', { personalEmail: 'Jane <jane@example.org>' }],
  ])('%s on %s', (code, field, cells) => {
    expect(check(person(cells)).found).toEqual([`${code} ${field}`]);
  }); // prettier-ignore

  it.each<[string, string[], Cells, Partial<Cleaning>]>([
    ['a zero added to a ZIP', ['ZIP_ZERO_ADDED postalCode'], { postalCode: '1609' }, { zipZeros: true }],
    ['both lines of a street that was split', ['LINES_PARTED street', 'LINES_PARTED street2'], { street: '1 Main St\nApt 4' }, {}],
    ['a state code in lower case, without cleaning', ['STATE_UNKNOWN state'], { state: 'ma' }, { stateCodes: false }],
    ['a state name, without cleaning', ['STATE_FORMAT state'], { state: 'Massachusetts' }, { stateCodes: false }],
  ])('reports %s', (_, found, cells, cleaning) => {
    expect(check(person(cells), {}, cleaning).found.sort()).toEqual(found);
  });

  const ALONE = ['FIRST_AND_STREET_MISSING primaryFirst', 'FIRST_AND_STREET_MISSING street'];

  it.each<[string, Cells, string[]]>([
    ['a last name alone', { primaryFirst: '', street: '' }, ALONE],
    ['a last name alone, whatever else is missing', { primaryFirst: '', street: '', state: '', postalCode: '' }, ALONE],
    ['no last name', { primaryFirst: '', primaryLast: '', street: '' }, ['LAST_MISSING primaryLast']],
    ['an organization without a street', { primaryFirst: '', primaryLast: '', street: '', businessName: 'Acme' }, ['ORGANIZATION businessName', ...ALONE]],
    ['a whole name in the last name', { primaryFirst: '', primaryLast: 'Marguerite Ashdown', street: '' }, ['FULL_NAME_IN_LAST primaryLast', 'MATCH_PART_MISSING street']],
  ])('reports %s as one kind of what is missing', (_, cells, found) => {
    expect(check(person(cells))).toEqual({ readiness: 'incomplete', found });
  }); // prettier-ignore

  it.each<FieldKey>(['primaryFirst', 'street'])('reports what a row lacks by its parts where no column goes to %s', (key) => {
    const mapped = FIELD_KEYS.filter((one) => one !== key);
    const { found } = check(person({ primaryFirst: '', street: '', state: '' }), { mapped });
    const missing = (['primaryFirst', 'street', 'state'] as const).filter((one) => one !== key);
    expect(found).toEqual(missing.map((one) => `MATCH_PART_MISSING ${one}`));
  });

  it('reports the more severe of two kinds of what is missing, so that a row which an organization holds back stays held back', () => {
    const alone = person({ primaryFirst: '', street: '' });
    const rules = (severities: OrganizationRules['severities']) => ({ rules: { required: [], severities } });
    const error = rules({ FIRST_AND_STREET_MISSING: 'error' });
    const withoutFirst = FIELD_KEYS.filter((key) => key !== 'primaryFirst');
    for (const options of [error, { ...error, mapped: withoutFirst }])
      expect(check(alone, options)).toEqual({ readiness: 'invalid', found: ALONE });
    expect(check({ ...alone, primaryLast: '' }, error)).toEqual({ readiness: 'invalid', found: ALONE });
    const parts = ['MATCH_PART_MISSING primaryFirst', 'MATCH_PART_MISSING street'];
    expect(check(alone, rules({ MATCH_PART_MISSING: 'error' }))).toEqual({ readiness: 'invalid', found: parts });
    expect(check(alone, rules({ FIRST_AND_STREET_MISSING: 'off' }))).toEqual({ readiness: 'incomplete', found: parts });
    expect(check(alone, rules({ FIRST_AND_STREET_MISSING: 'off', MATCH_PART_MISSING: 'off' })).found).toEqual([]);
  });

  it('reports a full name in the last name only if the first name is empty', () => {
    // The full name contains a first name, so none is reported as missing.
    expect(check(person({ primaryFirst: '', primaryLast: 'Marguerite Ashdown' })).found).toEqual(['FULL_NAME_IN_LAST primaryLast']);
    expect(check(person({ primaryFirst: '', primaryLast: 'van der Meer' })).found).toEqual(['MATCH_PART_MISSING primaryFirst']);
    expect(check(person({ primaryLast: 'Núñez Ibáñez' })).found).toEqual([]);
  });

  it.each(['Jane Okafor', 'Bob Okafor', 'Dr. Lyle Okafor', 'Okafor, Jane'])(
    'takes %s in the last name for the name of a person',
    (last) => {
      expect(check(person({ primaryFirst: '', primaryLast: last })).found).toContain('FULL_NAME_IN_LAST primaryLast');
    },
  );

  it.each(['Friends in Deed', 'Microsoft Canada', 'Grace Church', 'Hope in Jesus'])(
    'does not take %s in the last name for a person, and leaves the split to the user',
    (last) => {
      expect(check(person({ primaryFirst: '', primaryLast: last }))).toEqual({
        readiness: 'incomplete',
        found: ['LAST_NAME_UNCLEAR primaryLast'],
      });
    },
  );

  it('finds organizations and households whose name fills both columns', () => {
    const found = (primaryFirst: string, primaryLast: string) => check(person({ primaryFirst, primaryLast })).found;
    for (const [first, last] of [
      ['Pell Family', 'Foundation'],
      ['Quorndale', 'Inc.'],
      ['QUORNDALE', 'LLC'],
      ['Otto Pell', 'Trust'],
    ] as const)
      expect(found(first, last)).toContain('ORGANIZATION primaryLast');
    for (const first of ['Pell', 'The Pell', 'Otto Pell']) expect(found(first, 'Family')).toEqual(['HOUSEHOLD_NAME primaryLast']);
    expect(found('The Pell Family', 'Pell')).toEqual(['HOUSEHOLD_NAME primaryFirst']);
    for (const last of ['Church', 'Council', 'Co', 'Temple', 'Guest', 'School', 'Trust']) expect(found('Grant', last)).toEqual([]);
  });

  it('finds a whole name in the first name that the last name repeats', () => {
    const found = (primaryFirst: string, primaryLast: string) => check(person({ primaryFirst, primaryLast })).found;
    for (const first of ['Otto Pell', 'Otto T. Pell', 'Pell, Otto', 'OTTO PELL'])
      expect(found(first, 'Pell')).toContain('FULL_NAME_IN_LAST primaryFirst');
    expect(found('Otto van Dam', 'van Dam')).toEqual(['FULL_NAME_IN_LAST primaryFirst']);
    expect(found('Otto James', 'James')).toEqual(['FULL_NAME_IN_LAST primaryFirst']);
    // A title and a second person have their own fix.
    expect(found('Mr. Otto Pell', 'Pell')).toEqual(['NAME_TITLE primaryFirst']);
    expect(found('Otto & Ann Pell', 'Pell')).toEqual(['TWO_PEOPLE primaryFirst']);
    for (const [first, last] of [
      ['Mary Ann', 'Ann'],
      ['Li Li', 'Li'],
      ['Pell', 'Pell'],
      ['Otto Capell', 'Pell'],
    ] as const)
      // prettier-ignore
      expect(found(first, last)).toEqual([]);
  });

  it('finds a whole name in the last name that repeats the first name', () => {
    const found = (primaryFirst: string, primaryLast: string) => check(person({ primaryFirst, primaryLast })).found;
    for (const last of ['Jane Pell', 'Jane Q. Pell']) expect(found('Jane', last)).toEqual(['FULL_NAME_IN_LAST primaryLast']);
    expect(found('Jane Pell', 'Jane Pell')).toEqual(['FULL_NAME_IN_LAST primaryLast']);
    for (const [first, last] of [
      ['Van', 'Van Pellen'],
      ['Garcia', 'Garcia Lopez'],
      ['Jan', 'Janes Pell'],
      ['Jane', 'Jane'],
    ] as const)
      // prettier-ignore
      expect(found(first, last)).toEqual([]);
  });

  it('takes two last names for a firm only where no two first names are next to them', () => {
    const found = (primaryFirst: string) => check(person({ primaryFirst, primaryLast: 'Smith & Jones' })).found;
    expect(found('Jane & Bob')).toEqual(['TWO_PEOPLE primaryFirst', 'TWO_PEOPLE primaryLast']);
    expect(found('')).toContain('ORGANIZATION primaryLast');
  });

  it.each(['Microsoft', 'Wells Fargo'])('knows that %s without a first name is no person', (last) => {
    expect(check(person({ primaryFirst: '', primaryLast: last })).found).toContain('ORGANIZATION primaryLast');
    expect(check(person({ primaryFirst: 'Jane', primaryLast: 'Target' })).found).toEqual([]);
  });

  it.each(['De La Cruz Hernandez', 'Van Horn', 'St. Clair'])('does not look for a first name in %s', (last) => {
    expect(check(person({ primaryFirst: '', primaryLast: last })).found).toEqual(['MATCH_PART_MISSING primaryFirst']);
  });

  it('reports an anonymous donor in the last name alone, and not as a name to split', () => {
    expect(check(person({ primaryFirst: '', primaryLast: 'Anonymous Donor' })).found).toEqual(['NOT_A_PERSON primaryLast']);
    expect(check(person({ primaryFirst: '', primaryLast: 'Fargo Bank' })).found).toEqual([
      'ORGANIZATION primaryLast',
      'MATCH_PART_MISSING primaryFirst',
    ]);
    expect(check(person({ primaryFirst: 'Johnny', primaryLast: 'Cash' })).found).toEqual([]);
  });

  it('reports scouts whose name is in two columns', () => {
    expect(check(person({ primaryFirst: 'Boy', primaryLast: 'Scouts' })).found).toEqual(['ORGANIZATION primaryLast']);
    expect(check(person({ primaryFirst: '', primaryLast: 'Girl Scouts' })).found).toContain('ORGANIZATION primaryLast');
    for (const [primaryFirst, primaryLast] of [
      ['Scout', 'Finch'],
      ['Ada', 'Scout'],
      ['Boy', 'George'],
    ] as const)
      expect(check(person({ primaryFirst, primaryLast })).found).toEqual([]);
  });

  it('has no safe fix for two forms of one name, and for a title that can be a first name', () => {
    for (const first of ['Bob/Robert', 'Dean Alan', 'Gen Marie'])
      expect(check(person({ primaryFirst: first })).readiness).toBe('incomplete');
  });

  it('reports a full name in the first name of a spouse only if the spouse has no last name', () => {
    expect(check(person({ spouseFirst: 'Beth Tanabe' })).found).toEqual(['FULL_NAME_IN_SPOUSE_FIRST spouseFirst']);
    for (const spouse of [{ spouseFirst: 'Beth Tanabe', spouseLast: 'Ito' }, { spouseFirst: 'Mary Ann' }, { spouseFirst: 'Beth' }])
      expect(check(person(spouse)).found).toEqual([]);
    expect(check(person({ spouseFirst: 'Mrs. Beth Tanabe' })).found).toEqual(['NAME_TITLE spouseFirst']);
    expect(check(person({ spouseFirst: 'Beth and Tom Tanabe' })).found).toEqual(['TWO_PEOPLE spouseFirst']);
  });

  it('accepts a gift of today', () => {
    expect(check(person({ rfmMostRecentGiftDate: TODAY })).found).toEqual([]);
  });

  it('warns about an address in Canada, with its country or without', () => {
    const toronto = { state: 'ON', postalCode: 'M5V 2T6' };
    expect(check(person(toronto))).toEqual({ readiness: 'ready', found: ['ADDRESS_FOREIGN postalCode'] });
    expect(check(person({ ...toronto, country: 'CA' }))).toEqual({ readiness: 'ready', found: ['ADDRESS_FOREIGN country'] });
  });

  it('needs no state in other countries', () => {
    expect(check(person({ country: 'Germany', state: '', postalCode: '10115' }))).toEqual({
      readiness: 'ready',
      found: ['COUNTRY_CODED country', 'ADDRESS_FOREIGN country'],
    });
  });

  it.each<[string, Cells]>([
    ['an unreadable amount', { rfmLargestGiftValue: 'x', rfmFirstGiftValue: '5' }],
    ['a negative amount', { rfmLargestGiftValue: '-1', rfmFirstGiftValue: '5' }],
    ['an unreadable date', { rfmFirstGiftDate: 'x', rfmMostRecentGiftDate: '2020-01-01' }],
  ])('does not compare %s', (_, cells) => {
    expect(check(person(cells)).found).toHaveLength(1);
  });
});

describe('fields without a column', () => {
  it('are not missing', () => {
    const mapped = ['primaryFirst', 'primaryLast'] as const;
    const draft = createMappedRecord();
    compileMapping(planFor(mapped)).map((column) => ['Jane', 'Doe'][column] ?? '', draft);
    const found: string[] = [];
    compileChecks({ mapped, rules: DEFAULT_RULES, today: TODAY }).check(draft, (rule) => found.push(RULES[rule]!.code));
    expect(found).toEqual([]);
  });
});

describe('any row', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'N/A',
      'Jane and John',
      'McAllister, III',
      'jane@',
      'none@none.com',
      '2062-01-01',
      '03/04/21',
      '(250.00)',
      'a lot',
      '2.5',
      '1609',
      'XX',
      'Canada',
      '4111111111111111',
      '1.23E+15',
      'x'.repeat(300),
      '0',
      '7',
    ),
    fc.string({ maxLength: 12 }),
  );

  it('is invalid exactly when an error is reported, and reports only row rules on mapped fields', () => {
    const checker = compileChecks({ mapped: FIELD_KEYS, rules: DEFAULT_RULES, today: TODAY });
    const mapper = compileMapping(planFor(FIELD_KEYS));
    const draft = createMappedRecord();
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        mapper.map((column) => cells[column]!, draft);
        const reported: { rule: number; field: number }[] = [];
        const readiness = checker.check(draft, (rule, field) => reported.push({ rule, field }));
        expect(decodeFacts(readiness).readiness === 'invalid').toBe(reported.some(({ rule }) => RULES[rule]!.severity === 'error'));
        for (const { rule, field } of reported) {
          expect(RULES[rule]!.scope).toBe('row');
          expect(field).toBeGreaterThanOrEqual(0);
          const { fields } = RULES[rule]!;
          expect(fields.length === 0 ? FIELD_KEYS : fields).toContain(FIELD_KEYS[field]);
        }
        expect(new Set(reported.map(({ rule, field }) => `${rule} ${field}`)).size).toBe(reported.length);
      }),
    );
  });
});
