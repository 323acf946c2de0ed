import * as fc from 'fast-check';
import { filledOf, mapRow } from '../../../kit/mapped-rows.ts';
import { describe, expect, it } from 'vitest';
import { knownHeadings } from '../../../../shared/mapping/known-headings.ts';
import { profileColumn } from '../../../../shared/suggestion/column-profile.ts';
import { suggestMapping } from '../../../../shared/suggestion/suggest.ts';
import { suggest, nameOf, targets, only, FIRST, LAST, EMAILS, PHONES } from '../../../kit/suggested-mapping.ts';

describe('known headings', () => {
  it('are certain and confirmed', () => {
    const { plan, suggestions } = suggest({ 'First Name': FIRST, CnAdrPrf_ZIP: ['01945', '60614', '85721', '11101'] });
    expect(suggestions.map(({ certainty, reason }) => [certainty, reason])).toEqual([
      ['certain', 'Known heading'],
      ['certain', 'Known heading'],
    ]);
    expect(plan.columns.every(({ settled }) => settled)).toBe(true);
  });

  it('identify the system when they are typical for it', () => {
    expect(suggest({ CnBio_First_Name: FIRST, CnBio_Last_Name: LAST }).suggestions[0]!.reason).toBe("Known Raiser's Edge heading");
  });

  it.each<[string, string[], string]>([
    ['Personal Email', ['Home', 'Work', 'Work', 'Home'], 'none'],
    ['Last Gift Date', ['$20', '$30', '$40', '$50'], 'none'],
    ['First Name', EMAILS, 'none'],
    ['Home Phone', ['yes', 'no', 'yes', 'no'], 'none'],
    ['City', ['12', '13', '14', '15'], 'none'],
  ])('%s is rejected when every value contradicts it', (heading, values, target) => {
    expect(nameOf(only(heading, values).to)).toBe(target);
  });

  it('are uncertain, and not confirmed, when many values contradict them', () => {
    const doubted = only('Home Email', ['d@example.org', 'home', 'work', 'work']);
    expect(doubted).toMatchObject({
      to: { field: 'personalEmail' },
      certainty: 'likely',
      reason: 'Known heading, but only 25% of the values are email addresses',
    });
  });
});

describe('headings whose meaning depends on the system', () => {
  it.each<[string, string[], string]>([
    ['Mr., Ms., Dr.', ['Mr.', 'Ms.', 'Dr.', 'Owner'], 'none'],
    ['jobs', ['Owner', 'Professor', 'Partner', 'Dr.'], 'businessTitle'],
    ['nothing', [], 'none'],
  ])('Title with %s', (_, values, target) => {
    const suggestion = only('Title', values);
    expect(nameOf(suggestion.to)).toBe(target);
    expect(suggestion.certainty).not.toBe('certain');
  });

  it.each<[string, string, string[], string]>([
    ['Total Gifts', 'small whole numbers', ['14', '3', '27', '1'], 'rfmTotalGiftCount'],
    ['Total Gifts', 'amounts', ['$41,325.50', '$25.00', '$100.00', '$1.00'], 'rfmTotalGiftValue'],
    ['Total Gifts', 'large whole numbers', ['4100', '2500', '900', '3000'], 'rfmTotalGiftValue'],
    ['Gifts', 'small whole numbers', ['14', '3', '27', '1'], 'rfmTotalGiftCount'],
    ['Gifts', 'nothing', [], 'rfmTotalGiftCount'],
    ['Total Gifts', 'nothing', [], 'rfmTotalGiftValue'],
  ])('%s with %s', (heading, _, values, target) => {
    const suggestion = only(heading, values);
    expect([nameOf(suggestion.to), suggestion.certainty]).toEqual([target, 'likely']);
    expect(suggestion.alternatives.map(nameOf)).toEqual([target === 'rfmTotalGiftCount' ? 'rfmTotalGiftValue' : 'rfmTotalGiftCount']);
  });

  it('have a reason in the words of the page', () => {
    expect(only('Total Gifts', ['14', '3', '27']).reason).toBe('Small whole numbers: read as a count. Some CRMs mean an amount.');
    expect(only('Total Gifts', ['many', 'few', 'some']).reason).toBe(
      'Not small whole numbers: read as an amount. Some CRMs mean a count, but no value is an amount',
    );
  });

  it('map Total Gifts to the amount next to a column of counts', () => {
    expect(targets({ 'Total Number of Gifts': ['2', '3', '4'], 'Total Gifts': ['20', '30', '40'] })).toEqual([
      'rfmTotalGiftCount',
      'rfmTotalGiftValue',
    ]);
  });

  it.each<[string, string[], string]>([
    ['Largest Gift', ['$5,000.00', '$25.00', '$10'], 'rfmLargestGiftValue'],
    ['Largest Gift', ['6/1/2015', '2/29/2020', '3/31/2019'], 'rfmLargestGiftDate'],
    ['Last Gift', ['12/31/2024', '2/29/2020'], 'rfmMostRecentGiftDate'],
    ['First Gift', ['50', '25', '100'], 'rfmFirstGiftValue'],
    ['First Gift', ['1998', '2003', '2011'], 'rfmFirstGiftDate'],
    ['First Gift', ['19980312', '20031104', '20110713'], 'rfmFirstGiftDate'],
    ['First Gift', ['FY98', 'FY03', 'FY 2011', '2019-20'], 'rfmFirstGiftDate'],
    ['Last Gift', ['Mar-98', 'Nov-03', '7/2011'], 'rfmMostRecentGiftDate'],
    ['Largest Gift', ['35866', '37929', '40737'], 'rfmLargestGiftDate'],
    ['Largest Gift', ['35000', '37500', '40730'], 'rfmLargestGiftValue'],
    ['First Gift', ['2000', '1500', '2500'], 'rfmFirstGiftValue'],
    // If only a few values, or not all of a column, look like years or day numbers, that is an accident.
    ['First Gift', ['1998', '2003'], 'rfmFirstGiftValue'],
    ['First Gift', ['1998', '2003', '2011', '350', '475'], 'rfmFirstGiftValue'],
    ['Largest Gift', ['35866', '37929'], 'rfmLargestGiftValue'],
    ['Largest Gift', ['35866', '37929', '40737', '123'], 'rfmLargestGiftValue'],
    ['Most Recent Gift', ['2024-12-31', '2020-02-29'], 'rfmMostRecentGiftDate'],
  ])('%s with %j', (heading, values, target) => {
    expect(nameOf(only(heading, values).to)).toBe(target);
    expect(only(heading, values).certainty).toBe('sure');
  });

  it.each(['Montant total', 'Gesamtbetrag', 'Totaalbedrag', 'Importe total'])('“%s” is a total that the user confirms', (heading) => {
    const { to, certainty } = only(heading, ['1.250,00', '75,50', '300,00']);
    expect([nameOf(to), certainty === 'certain']).toEqual(['rfmTotalGiftValue', false]);
    expect(targets({ 'Gift Date': ['1/2/2020', '1/3/2020', '1/4/2020'], [heading]: ['75,50', '80,00', '12,00'] })).toEqual([
      'none',
      'none',
    ]);
  });

  it('a column of numbers has no names, whatever its heading says', () => {
    expect(targets({ Customer: ['1', '2', '3'], 'Customer full name': ['Ines Marlowe', 'Otto Brandvold', 'Rhea Castellan'] })).toEqual([
      'none',
      'fullName',
    ]);
    expect(targets({ Customer: ['1', '2', '3', '4', '5', 'Ines Marlowe'] })).toEqual(['none']);
    expect(targets({ Customer: ['Ines Marlowe', 'Otto Brandvold', '17'] })).toEqual(['fullName']);
  });

  it('map the ID whose values all differ', () => {
    const { suggestions } = suggest({ 'Account ID': ['A1', 'A1', 'A2', 'A2'], 'Contact ID': ['C1', 'C2', 'C3', 'C4'] });
    expect(suggestions.map(({ to }) => nameOf(to))).toEqual(['none', 'constituentId']);
    expect(suggestions[1]).toMatchObject({ certainty: 'certain', remark: 'Every value is different' });
    expect(suggestions[0]!.reason).toBe('Constituent ID comes from B (Contact ID)');
  });

  it.each([
    ['differ by case', ['0033t00002XyZaB', '0033t00002XyZab', '0033t00002XyZaC', '0033t00002XyZac']],
    ['have one person in two rows', ['C1', 'C2', 'C3', 'C3']],
  ])('an account with several contacts does not take the place of the contacts when their IDs %s', (_, contacts) => {
    const { suggestions } = suggest({ 'Account ID': ['A1', 'A1', 'A2', 'A2'], 'Contact ID': contacts });
    expect(suggestions.map(({ to }) => nameOf(to))).toEqual(['none', 'constituentId']);
  });

  it('need confirmation when two columns could be the ID', () => {
    const { suggestions, plan } = suggest({ 'Account ID': ['A1', 'A2', 'A3'], 'Contact ID': ['C1', 'C2', 'C3'] });
    expect(suggestions[1]).toMatchObject({ certainty: 'likely', reason: 'A (Account ID) could also be this field' });
    expect(plan.columns.some(({ settled }) => settled)).toBe(false);
  });

  it('map a plain phone and email to the personal field, and need confirmation', () => {
    const { suggestions } = suggest({ Phone: PHONES, Email: EMAILS });
    expect(suggestions.map(({ to, certainty }) => [nameOf(to), certainty])).toEqual([
      ['personalPhone', 'sure'],
      ['personalEmail', 'sure'],
    ]);
  });

  it('do not map a household account to the employer', () => {
    expect(targets({ Employer: ['Smith Household', 'Doe Household', 'Acme, Inc.'] })).toEqual(['none']);
    expect(targets({ Employer: ['Acme, Inc.', 'Whitlock Marine Supply', 'Freelance'] })).toEqual(['businessName']);
  });

  it('split a spouse of two words and map one of a single word', () => {
    expect(only('SPOUSE', ['Marguerite Whitlock', 'Lucía Ferrer', 'Edmund Cartwright'])).toMatchObject({
      to: { splitter: 'spouseName' },
      certainty: 'sure',
      reason: 'Two words in nearly all cells: split at the last word',
    });
    expect(only('SPOUSE', ['Marguerite', 'Lucía', 'Edmund'])).toMatchObject({ to: { field: 'spouseFirst' }, certainty: 'certain' });
  });
});

it('a phone column can have several numbers in a cell', () => {
  const numbers = ['+1 813-555-0100 ::: +1 813-555-0109', '813-555-0101, 813-555-0102', 'Phone:(813) 555-0103'];
  expect(only('Mobile', numbers)).toMatchObject({ to: { field: 'personalPhone' }, certainty: 'certain' });
});

it.each<[string, Record<string, string[]>, string | null]>([
  ['of the US', { State: ['MA', 'NH'], Postcode: ['1609', '03060'] }, '1 lost the leading zero'],
  ['of Australia', { State: ['NSW', 'NT'], Postcode: ['2026', '0800'], Country: ['Australia', 'AU'] }, null],
  ['of Austria', { State: ['Tirol', 'Wien'], Postcode: ['6020', '1010'] }, null],
])('postal codes %s: %j', (_, columns, remark) => {
  expect(suggest(columns).suggestions.find(({ header }) => header === 'Postcode')!.remark).toBe(remark);
});

it('the position in a family is no job', () => {
  expect(nameOf(only('FamilyPosition', ['Head', 'Spouse', 'Child']).to)).toBe('none');
  expect(nameOf(only('Position', ['Director', 'Clerk', 'Nurse']).to)).toBe('businessTitle');
});

describe('values alone', () => {
  it.each<[string, string[], string]>([
    ['Kontakt', EMAILS, 'personalEmail'],
    ['Xyz', PHONES, 'personalPhone'],
    ['Xyz', ['14 Harbor View Rd', '2207 N. Clark St.', '88 Calle Luna', '3 Observatory Ln'], 'street'],
    ['Xyz', ['Marblehead, MA 01945', 'Chicago, IL 60614', 'Tucson, AZ 85721'], 'cityStateZip'],
    ['Xyz', ['MA', 'IL', 'AZ', 'NY'], 'state'],
    ['Xyz', ['Desmond Whitlock', 'James Smith', 'Mary Jones'], 'fullName'],
    ['Xyz', ['Whitlock, Desmond', 'Smith, James', 'Jones, Mary'], 'lastFirst'],
  ])('%s with %j', (heading, values, target) => {
    const suggestion = only(heading, values);
    expect([nameOf(suggestion.to), suggestion.certainty]).toEqual([target, 'likely']);
  });

  it.each<[string, string[]]>([
    ['Xyz', ['12/31/2024', '2/29/2020', '1/1/2020']],
    ['Xyz', ['$20', '$30', '$50']],
    ['Fax', PHONES],
    ['Account Owner', EMAILS],
    ['Notes', EMAILS],
    ['Item', ['1', '2', '3']],
    ['County', ['MA', 'IL', 'AZ']],
  ])('%s with %j keeps its target', (heading, values) => {
    expect(nameOf(only(heading, values).to)).toBe('none');
  });

  it('map a sheet without headings', () => {
    const columns = {
      'Column A': ['K-100', 'K-101', 'K-102', 'K-103'],
      'Column B': ['James', 'Mary', 'Robert', 'Linda'],
      'Column C': LAST,
      'Column D': ['14 Harbor View Rd', '2207 N. Clark St.', '88 Calle Luna', '3 Observatory Ln'],
      'Column E': ['Marblehead', 'Chicago', 'San Juan', 'Tucson'],
      'Column F': ['MA', 'IL', 'PR', 'AZ'],
      'Column G': ['01945', '60614', '00901', '85721'],
      'Column H': EMAILS,
    };
    expect(targets(columns)).toEqual(['none', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail']);
    expect(suggest(columns).plan.columns.some(({ settled }) => settled)).toBe(false);
  });
});

describe('notes', () => {
  it.each<[string, string[], string | null]>([
    ['CnBio_First_Name', ['Jane and John', 'Ann & Bob', 'Desmond'], '2 cells hold two people'],
    ['ZIP', ['1609', '03060', '2301'], '2 lost the leading zero'],
    ['ID', ['1', '5', '1', '7'], '1 value appears more than once'],
    ['ID', ['1.23E+15', '1.24E+15'], 'A spreadsheet cut the last digits of some IDs. Export the column as text'],
    ['City', ['N/A', 'Nashua', '<None Specified>'], '2 cells hold a placeholder instead of a value'],
    ['City', ['', ''], 'Empty in every row'],
    ['State', ['MO/KS', 'NH', 'MA'], null],
    ['City', ['Nashua', 'Concord'], null],
  ])('%s with %j: %s', (heading, values, remark) => {
    expect(only(heading, values).remark).toBe(remark);
  });

  it('mention that they come from the first rows of a longer list', () => {
    expect(suggest({ ZIP: ['1609', '03060'] }, 10_240).suggestions[0]!.remark).toBe('1 lost the leading zero in the first 2 rows');
  });
});

describe('any list', () => {
  const headings = fc.constantFrom(
    ...knownHeadings().map(({ heading }) => heading),
    'Name',
    'CSZ',
    'Title',
    'Spouse Name',
    'Fax',
    'Notes',
    'Xyz',
    'Full Address',
    'Household Name',
    'Mobile Phone',
  );
  const values = fc.constantFrom(
    FIRST,
    LAST,
    EMAILS,
    PHONES,
    ['MA', 'IL', 'AZ', 'NY'],
    ['1', '2', '3', '4'],
    ['$20', '$30'],
    ['12/31/2024', '1/2/2020'],
    ['', ''],
    ['Jane and John Smith', 'Acme, Inc.'],
  );

  it('gives no field to two columns that are not combined, confirms only certain ones, and keeps the column order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(headings, values), { maxLength: 30 }), (columns) => {
        const { plan, suggestions } = suggestMapping(columns.map(([header, cells], column) => profileColumn(header, cells, column)));
        const joined = new Set(plan.combinations.flatMap((combination) => combination.columns.slice(1)));
        const fields = plan.columns.flatMap(({ column, to }) => (to.kind === 'field' && !joined.has(column) ? [to.field] : []));
        expect(new Set(fields).size).toBe(fields.length);
        expect(plan.columns.map(({ column }) => column)).toEqual(columns.map((_, column) => column));
        for (const [index, suggestion] of suggestions.entries()) {
          expect(plan.columns[index]!.settled).toBe(suggestion.certainty === 'certain');
          expect(suggestion.alternatives.map(nameOf)).not.toContain(nameOf(suggestion.to));
          expect(suggestion.reason).not.toBe('');
        }
      }),
    );
  });
});

describe('a column whose values contradict its heading', () => {
  const names = { 'First Name': [...FIRST, ...FIRST, ...FIRST], 'Last Name': [...LAST, ...LAST, ...LAST] };
  const ids = (filled: number) => Array.from({ length: 12 }, (_, row) => (row < filled ? `C0000${row}` : ''));

  it.each([
    [0, 'none'],
    [1, 'none'],
    [2, 'constituentId'],
    [12, 'constituentId'],
  ])('with %i IDs in 12 rows is mapped to %s', (filled, target) => {
    const id = suggest({ ...names, contributor_id: ids(filled) }).suggestions[2]!;
    expect(nameOf(id.to)).toBe(target);
    if (target === 'constituentId') return;
    expect(id.reason).toBe('Empty in most rows, so it does not identify people');
    expect(id.alternatives.map(nameOf)).toContain('constituentId');
  });

  it('is an ID if no column has values, as in a template of headings', () => {
    expect(targets({ 'Constituent ID': ['', ''], 'First Name': ['', ''] })[0]).toBe('constituentId');
  });

  it('named "Partner" is split if it holds full names, and is a first name if it holds single words', () => {
    const partner = (values: readonly string[]) => targets({ ...names, Partner: values })[2];
    expect(partner(Array<string>(12).fill('Marguerite Whitlock'))).toBe('spouseName');
    expect(partner(Array<string>(12).fill('Marguerite'))).toBe('spouseFirst');
    expect(partner(Array<string>(12).fill('Harbor View Foundation'))).toBe('none');
  });
});

it('the ID of the CRM is preferred to the ID of a vendor, which is only likely without it', () => {
  const vendor = { 'Vendor Record ID': ['1001', '1002', '1003', '1004'], 'First Name': FIRST };
  const alone = suggest(vendor).suggestions[0]!;
  expect([nameOf(alone.to), alone.certainty]).toEqual(['constituentId', 'likely']);
  const both = suggest({ ...vendor, 'Constituent ID': ['77', '78', '79', '80'] }).suggestions;
  expect(both.map(({ to }) => nameOf(to))).toEqual(['none', 'primaryFirst', 'constituentId']);
  expect(both[0]!.reason).toBe('Constituent ID comes from C (Constituent ID)');
});

it('whole names are the last name where a row has no other name, so that Check finds its organizations', () => {
  const columns = {
    Name: ['Alma Abbot', 'Granite Trust', 'Cadell Household', 'Bela Brandt'],
    First: ['Alma', '', '', 'Bela'],
    Last: ['Abbot', '', '', 'Brandt'],
    'Envelope Name': ['Ms. Alma Abbot', '', '', 'Mr. Bela Brandt'],
  };
  const { plan } = suggest(columns);
  const lastOf = (row: number) => filledOf(mapRow(plan, Object.values(columns).map((values) => values[row]!))).primaryLast; // prettier-ignore
  expect([0, 1, 2, 3].map(lastOf)).toEqual(['Abbot', 'Granite Trust', 'Cadell Household', 'Brandt']);
  const named = { ...columns, First: FIRST, Last: LAST };
  expect(targets(named)).toEqual(['none', 'primaryFirst', 'primaryLast', 'none']);
});

it('suggests a mapping for four times as many columns in about four times the time', { tags: ['deep'] }, () => {
  const millisecondsFor = (columns: number) => {
    const headers = ['ID', 'First Name', 'Last Name', ...Array.from({ length: columns }, (_, at) => `Q${at}`)];
    const profiles = headers.map((header, column) => profileColumn(header, ['1', '2', '3'], column));
    const { user } = process.cpuUsage();
    suggestMapping(profiles);
    return (process.cpuUsage().user - user) / 1_000;
  };
  millisecondsFor(1_000);
  const [few, many] = [millisecondsFor(4_000), millisecondsFor(16_000)];
  expect(many / few).toBeLessThan(10);
});
