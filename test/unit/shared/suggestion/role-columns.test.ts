import { describe, expect, it } from 'vitest';
import type { Target } from '../../../../shared/mapping/plan.ts';
import { CHANGE } from '../../../../shared/mapping/mapped-record.ts';
import { field, mapRow, planOf } from '../../../kit/mapped-rows.ts';
import { only, suggest } from '../../../kit/suggested-mapping.ts';

it.each([
  ['Wealth Screening Opt-Out Date', ['', '3/1/2024']],
  ['Opted out of screening on', ['', '3/1/2024']],
  ['Do Not Research Reason', ['', 'asked by phone']],
  ['Fundraising Opt-Out', ['N', 'Y']],
  ['Opted Out of Fundraising', ['', 'TRUE']],
  ['HIPAA Fundraising Opt Out', ['No', 'Yes']],
  ['Exclude From Fundraising', ['', 'X']],
  ['No Fundraising Contact', ['0', '1']],
  ['HIPAA Opt-Out Date', ['', '3/1/2024']],
  ['fundraising_communications_opt_out_flag', ['0', '1']],
])('%s asks not to be screened', (heading, values) => {
  expect(only(heading, values).to).toEqual({ kind: 'none', tells: 'doNotScreen' });
});

describe('a plain opt-out', () => {
  const toOf = (heading: string, next: string) => suggest({ [heading]: ['N', 'Y'], [next]: ['4411', '4412'] }).suggestions[0]!.to;

  it.each([
    'Opt Out',
    'Opted Out',
    'Opt-Out Flag',
    'Opt Out Date',
    'Opt Out Reason',
    'Patient Opt Out',
    'Patient Fundraising Opt-Out',
    'Marketing Opt Out',
    'Opted Out of Marketing',
  ])('%s of a list of patients asks not to be screened', (heading) => {
    expect(toOf(heading, 'MRN')).toEqual({ kind: 'none', tells: 'doNotScreen' });
  });

  it.each(['Opt Out', 'Email Opt Out', 'Newsletter Opt-Out', 'Marketing Opt Out'])(
    '%s of another list may be about mailings',
    (heading) => {
      expect(toOf(heading, 'Last Gift Date')).toEqual({ kind: 'none' });
    },
  );

  it('of emails or texts of patients is about mailings', () => {
    expect(toOf('Email Opt Out', 'MRN')).toEqual({ kind: 'none' });
  });
});

describe('a deceased column', () => {
  const OF_SPOUSE: Target = { kind: 'none', tells: 'spouseDeceased' };
  const OF_SPOUSE_BY_CODES: Target = { ...OF_SPOUSE, codes: true };
  const ROLE: Target = { kind: 'none', tells: 'deceased' };
  const BY_HEADING: Target = { ...ROLE, everyValue: true };
  const BY_CODES: Target = { ...ROLE, codes: true };
  const NONE: Target = { kind: 'none' };
  it.each<[string, string[], Target]>([
    ['CnBio_Deceased', ['No', 'Yes', ''], BY_HEADING],
    ['npsp__Deceased__c', ['0', '1'], BY_HEADING],
    ['Is Deceased', ['FALSE', 'TRUE'], BY_HEADING],
    ['Date of Death', ['', '1/2/2020'], BY_HEADING],
    ['Deceased Date', ['', '03/2019', 'June 2018', '0000-00-00'], BY_HEADING],
    // There is no deceased person in the first rows, but a later row can have one.
    ['Deceased', ['No', 'N', '', '0'], BY_HEADING],
    ['Constituent Status', ['Active', 'Lapsed', 'Deceased'], BY_CODES],
    ['Constituent Status', ['Active', 'Lapsed', 'Yes'], NONE],
    ['Constituent Codes', ['Active', 'Alum; Deceased'], BY_CODES],
    ['Constituent Codes', ['Active', 'Deceased, No Mail'], BY_CODES],
    ['inactive_desc', ['Active', 'Inactive/Deceased'], BY_CODES],
    ['Record Type', ['Alumni', 'Deceased Alumnus'], BY_CODES],
    ['RECORD_STATUS_CODE', ['A', 'L', 'D'], ROLE],
    ['RECORD_STATUS_CODE', ['A', 'L', 'I'], NONE],
    ['Grade Code', ['A', 'B', 'D'], NONE],
    ['Constituent Codes', ['Active', 'Alum', 'Husband Al, deceased'], NONE],
    // The column is about the death of another person.
    ['Spouse Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Spouse Status', ['Living', 'Deceased'], OF_SPOUSE_BY_CODES],
    ['Spouse Status', ['Living', 'Retired'], NONE],
    ['CnSpSpBio_Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Sp Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Individual 2 Is Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['P2 Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Second Person Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Member 2 Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Secondary Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Co-Constituent Deceased', ['No', 'Yes'], OF_SPOUSE],
    ['Individual 2 Status', ['Living', 'Deceased'], OF_SPOUSE_BY_CODES],
    ['Individual 1 Is Deceased', ['No', 'Yes'], BY_HEADING],
    ['Deceased Name', ['', 'John Smith'], NONE],
    // A can mean alive, or anything else.
    ['Deceased Code', ['A', 'A', 'D'], NONE],
  ])('%s with %j', (heading, values, target) => {
    const { to, remark } = only(heading, values);
    expect(to).toEqual(target);
    const ofDead = target === OF_SPOUSE || target === OF_SPOUSE_BY_CODES ? 'Those spouses are not sent' : 'Those rows are left out';
    expect(remark).toBe(target === NONE ? null : ofDead);
  });
});

describe('a column that says who is living', () => {
  it.each(['Is Living', 'Living?', 'Living Flag', 'Alive', 'Is_Living__c'])('%s leaves out those with a no', (heading) => {
    const values = ['Y', 'N', 'Yes', 'FALSE', '1', '0', '', 'true', 'No'];
    const { plan, suggestions } = suggest({ 'Last Name': values.map((_, row) => `Vale${row}`), [heading]: values });
    expect(suggestions[1]).toMatchObject({ reason: 'Living (yes/no)', remark: 'Rows with a no are left out' });
    const isDead = (value: string) => mapRow(plan, ['Vale', value]).changes.some((bits) => ((bits ?? 0) & CHANGE.deceased) !== 0);
    expect(values.filter(isDead)).toEqual(['N', 'FALSE', '0', 'No']);
  });

  it.each([
    ['Living', ['Assisted', 'At home', '']],
    ['Spouse Living', ['Y', 'N', 'Y']],
    ['Living Trust', ['Y', 'N', 'Y']],
  ])('%s with %j says something else', (heading, values) => {
    expect(only(heading, values).to).toEqual({ kind: 'none' });
  });
});

describe('a column of other values in which somebody wrote that a person has died', () => {
  const deadOf = (heading: string, values: readonly string[]): string[] => {
    const { plan } = suggest({ 'Last Name': values.map((_, row) => `Vale${row}`), [heading]: values });
    return values.filter((value, row) => {
      const record = mapRow(plan, [`Vale${row}`, value]);
      return record.changes.some((bits) => ((bits ?? 0) & CHANGE.deceased) !== 0);
    });
  };

  it.each([
    ['Class', ['1987', '1991', 'Deceased', '2003']],
    ['Last Contacted', ['3/1/2024', 'deceased', '2024-05-06', 'June 2020']],
    ['Notes', ['x', 'yes', 'Deceased', '1', 'd', 'T']],
  ])('%s leaves out that person alone', (heading, values) => {
    expect(deadOf(heading, values)).toEqual(values.filter((value) => /deceased/i.test(value)));
  });

  it('counts where the first one is after many rows', () => {
    const values = Array.from({ length: 600 }, (_, row) => (row < 590 ? 'Active' : 'Deceased'));
    expect(deadOf('Status', values)).toHaveLength(10);
  });

  it('is looked for under a heading of status where it can be below the rows that were looked at', () => {
    const { suggestions } = suggest(
      { Status: ['Active', 'Lapsed'], 'Constituent Status Code': ['Alum', 'Friend'], 'Email Status': ['ok', 'ok'] },
      9000,
    );
    const tells: Target = { kind: 'none', tells: 'deceased', codes: true };
    expect(suggestions.map(({ to }) => to)).toEqual([tells, tells, { kind: 'none' }]);
  });
});

describe('a column of names next to the columns that are sent', () => {
  const people = { 'First Name': ['Delphine', 'Aldous'], 'Last Name': ['Ashdown', 'Hollis'] };
  const toOf = (heading: string, values: string[], rows?: number) => suggest({ ...people, [heading]: values }, rows).suggestions[2]!.to;
  const OF_NAMES: Target = { kind: 'none', tells: 'deceased', ofNames: true };

  it.each(['Addressee', 'Primary Addressee', 'CnAdrSal_Addressee', 'Mailing Name', 'Customer', 'Full Name'])(
    '%s tells who has died if a name there says so, or a later one may',
    (heading) => {
      expect(toOf(heading, ['Ms. Delphine Ashdown', 'The Estate of Aldous Hollis'])).toEqual(OF_NAMES);
      expect(toOf(heading, ['Ms. Delphine Ashdown', 'Mr. Aldous Hollis'])).toEqual({ kind: 'none' });
      expect(toOf(heading, ['Ms. Delphine Ashdown', 'Mr. Aldous Hollis'], 9000)).toEqual(OF_NAMES);
    },
  );

  it.each(['Last Gift Source', 'Guest Name', 'Spouse Name', 'Account Name', 'Household Name'])('%s can name somebody else', (heading) => {
    expect(toOf(heading, ['Ms. Delphine Ashdown', 'Estate of Aldous Hollis'])).not.toMatchObject({ tells: 'deceased' });
  });

  it.each<[string, boolean]>([
    ['The Late Mr. Aldous Hollis', true],
    ['Est. of Aldous Hollis', true],
    ['Aldous Hollis (deceased)', true],
    ['Hollis, Aldous - Deceased', true],
    ['Mr. and Mrs. Aldous Hollis', false],
    ['Mrs. Aldous Hollis (husband deceased)', false],
    ['Aldous Hollis Late', false],
    ['Hollis Real Estate', false],
    ['', false],
  ])('“%s”: %s', (text, isDead) => {
    const { changes } = mapRow(planOf([field('primaryFirst'), field('primaryLast'), OF_NAMES]), ['Aldous', 'Hollis', text]);
    expect(changes.some((bits) => (bits & CHANGE.deceased) !== 0)).toBe(isDead);
  });
});

describe('a column with codes', () => {
  const codes: Target = { kind: 'none', tells: 'doNotScreen', codes: true };

  it.each<[string, string[], Target]>([
    ['Solicit Codes', ['', 'Do Not Mail; Do Not Wealth Screen'], codes],
    ['Attributes', ['Volunteer', 'No wealth screening'], codes],
    ['Solicit Codes', ['No Phone', 'Do Not Mail; HIPAA Opt-Out'], codes],
    ['Preferences', ['', 'Opted out of fundraising'], codes],
    ['Interests', ['Fundraising events', 'Opted out of fundraising news'], { kind: 'none' }],
    ['Solicit Codes', ['Do Not Mail', 'Do not call'], { kind: 'none' }],
    ['Notes', ['Asked whether we do not screen her brother'], { kind: 'none' }],
    ['Spouse Codes', ['Do not screen'], { kind: 'none' }],
    ['Solicit Codes', ['Do not call', 'No mail, Do Not Research'], codes],
    ['Tags', ['Donor', 'Do not screen (asked 3/2021)'], codes],
    ['Tags', ['Screen again', 'No mail - screen first'], { kind: 'none' }],
    ['Do Not Screen', ['Yes', ''], { kind: 'none', tells: 'doNotScreen' }],
  ])('%s with %j', (heading, values, target) => {
    expect(only(heading, values).to).toEqual(target);
  });
});

describe('an objection to screening', () => {
  const objection: Target = { kind: 'none', tells: 'doNotScreen' };

  it.each([
    'Do_Not_Wealth_Screen__c',
    'Custom: Do Not Wealth Screen',
    'Contact: Wealth Screening Opt-Out',
    'CnAttrCat_1_Do_not_screen',
    'Constituent Attributes: No Wealth Screening',
    'Do Not Screen (Custom)',
    'Excl. Wealth Screening',
    'Suppress from wealth screening',
    'Requested no prospect research',
    'Do Not Profile',
  ])('is found under %s', (heading) => {
    const { to, remark } = only(heading, ['', 'Yes']);
    expect([to, remark]).toEqual([objection, 'Those rows are left out']);
  });

  it.each(['Last Wealth Screen', 'Wealth Screened', 'Donor Profile', 'Spouse: Do Not Screen', 'Custom: Screening Score'])(
    '%s is none',
    (heading) => expect(only(heading, ['', 'Yes']).to).toEqual({ kind: 'none' }),
  );

  it('is looked for under headings of codes where it can be below the rows that were looked at', () => {
    const columns = { 'Last Name': ['Vale', 'Wren'], CnSolCd_1_01_Solicit_Code: ['No mail', ''], Tags: ['Gala', ''], Meal: ['Fish', ''] };
    const { suggestions } = suggest(columns, 9000);
    const codes: Target = { ...objection, codes: true };
    expect(suggestions.map(({ to }) => to).slice(1)).toEqual([codes, codes, { kind: 'none' }]);
    expect(
      suggest(columns)
        .suggestions.map(({ to }) => to)
        .slice(1),
    ).toEqual([{ kind: 'none' }, { kind: 'none' }, { kind: 'none' }]);
  });
});

describe('a column of consent', () => {
  const consent: Target = { kind: 'none', tells: 'screeningConsent' };
  const none: Target = { kind: 'none' };

  it.each<[string, Target]>([
    ['Screening consent', consent],
    ['Consent to wealth screening', consent],
    ['WealthScreeningConsent', consent],
    ['Agreed to be screened', consent],
    ['May be screened?', consent],
    ['OK to screen', consent],
    ['Wealth_Screening_Consent__c', consent],
    ['GDPR: Consent to profiling', consent],
    ['Opted in to profiling', consent],
    ['Screening permission status', consent],
    ['Spouse screening consent', none],
    // The day says nothing about somebody who was not asked, and research in a hospital can be medical.
    ['Screening consent date', none],
    ['Consent to research', none],
    ['Email consent', none],
  ])('%s', (heading, target) => {
    const { to, remark } = only(heading, ['Yes', 'No']);
    expect(to).toEqual(target);
    expect(remark).toBe(target === none ? null : 'Rows with any answer but a yes are left out');
  });
});

describe('the values of a deceased column', () => {
  it('are counted, with upper and lower case as one, the most frequent first', () => {
    const { answers } = only('Deceased', ['no', 'Yes', 'No', '', 'Lost contact', 'NO']);
    expect(answers).toEqual([
      { value: 'no', rows: 3 },
      { value: 'Yes', rows: 1 },
      { value: 'Lost contact', rows: 1 },
    ]);
  });

  it('are not listed for a column with many, nor for another role', () => {
    const days = Array.from({ length: 60 }, (_, day) => `${1 + (day % 12)}/${1 + (day % 28)}/${2000 + day}`);
    expect(only('Date of Death', days).answers).toBeUndefined();
    expect(only('Do Not Screen', ['Yes', 'No']).answers).toBeUndefined();
  });
});

describe('headings with the answers that they take, and those of data protection', () => {
  const tells = (heading: string, values: readonly string[]) => {
    const { to } = suggest({ 'Last Name': ['Roe', 'Voss', 'Lund', 'Odell'], [heading]: values }).suggestions[1]!;
    return to.kind === 'none' ? (to.tells ?? 'nothing') : to.kind;
  };
  it.each([
    ['Opt Out of Wealth Screening (Y/N)', 'doNotScreen'],
    ['Do Not Screen (Yes/No)', 'doNotScreen'],
    ['Fundraising Opt-Out (T/F)', 'doNotScreen'],
    ['No Data Enrichment', 'doNotScreen'],
    ['Objects to Processing', 'doNotScreen'],
    ['Objection to data processing date', 'doNotScreen'],
    ['Restricted Processing', 'doNotScreen'],
    ['Wealth Screening Consent (Y/N)', 'screeningConsent'],
    ['Processing Fee', 'nothing'],
    ['Payment Processing', 'nothing'],
    ['Dcsd', 'deceased'],
    ['Passed Away', 'deceased'],
    ['Deceased (Y/N)', 'deceased'],
  ])('%s: %s', (heading, role) => {
    expect(tells(heading, ['', 'Yes', '', ''])).toBe(role);
  });

  it('DOD is the day of death above days', () => {
    expect(tells('DOD', ['', '3/4/2021', '', ''])).toBe('deceased');
    expect(tells('DOD', ['Navy', 'Army', 'Navy', ''])).toBe('nothing');
  });

  it.each(['D.O.D.', 'Dec. Date', 'DEC_DATE', 'Date of Passing', 'Date Passed', 'Passed On', 'Date of Decease', 'Obituary Date'])(
    '%s is the day of death above days',
    (heading) => {
      expect(tells(heading, ['', '3/4/2021', '', ''])).toBe('deceased');
      expect(tells(heading, ['Navy', 'Army', 'Navy', ''])).toBe('nothing');
    },
  );

  it.each(['Dec', 'Dec 2023', 'December Gift Date', 'Decile', 'Passing Score Date', 'Date Passed Exam'])('%s is not', (heading) => {
    expect(tells(heading, ['', '3/4/2021', '', ''])).toBe('nothing');
  });

  it('the code D of a life status means that the person has died', () => {
    expect(tells('Life Status', ['A', 'D', 'A', 'A'])).toBe('deceased');
    expect(tells('Life Status', ['Member', 'Guest', '', ''])).toBe('nothing');
  });
});

it.each(['Ex-Spouse First Name', 'Late Spouse First Name'])('%s is no spouse', (heading) => {
  expect(suggest({ 'Last Name': ['Roe', 'Voss', 'Lund'], [heading]: ['Otto', 'Paul', ''] }).suggestions[1]!.to).toEqual({ kind: 'none' });
});
