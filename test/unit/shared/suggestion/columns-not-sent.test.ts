import { describe, expect, it } from 'vitest';
import { suggest, nameOf, only } from '../../../kit/suggested-mapping.ts';

describe('columns that are not sent', () => {
  it.each([
    'SSN',
    'Social Security Number',
    'Credit Card',
    'Card Number',
    'CVV',
    'Bank Account',
    'IBAN',
    'Routing Number',
    'Diagnosis',
    'Admit Date',
    'Treating Department',
    'Medical Record Number',
    'MRN',
    'Password',
    'Primary Diagnosis',
    'DX_CODE',
    'ICD-10',
    'ICD10 Code',
    'MS-DRG',
    'DRG',
    'Treating Physician',
    'TreatingPhysician',
    'Attending Provider Name',
    'Date of Service',
    'Last Service Date',
    'Service Line',
    'Encounter ID',
    'Health Insurance',
    'Insurance Status',
    'Primary Payer',
    'Epic_MRN',
    'PatientMRN',
    'MRN #',
    'Patient ID',
  ])('%s is sensitive', (heading) => {
    expect(only(heading, ['x', 'y'])).toMatchObject({ to: { kind: 'none' }, sensitive: true });
  });

  it.each(['Years of Service', 'Military Service', 'Physician Donor', 'Department Code', 'Life Insurance', 'Service Level', 'Provider'])(
    '%s is not sensitive',
    (heading) => {
      expect(only(heading, ['x', 'y'])).toMatchObject({ sensitive: false });
    },
  );

  it.each(['MRN', 'Medical Record Number', 'Patient ID'])('%s can be the constituent ID, with pseudonyms in its place', (heading) => {
    expect(only(heading, ['7001', '7002'])).toMatchObject({
      to: { kind: 'none' },
      alternatives: [{ kind: 'field', field: 'constituentId' }],
      remark:
        'A hospital record number must not leave the hospital. If it is your only ID, choose Constituent ID: pseudonyms are sent in its place',
    });
  });

  it.each([
    'PRIM_SVC_NAME',
    'HOSP_SERV_NAME',
    'LOC_NAME',
    'PROV_NAME',
    'CUR_PCP_PROV_NAME',
    'PAT_CLASS_NAME',
    'Specialty',
    'Surgeon',
    'Last Visit',
  ])('%s is about the stay of a patient, and in other lists about anything', (heading) => {
    const values = ['Heart and Vascular', 'Oncology', 'Heart and Vascular', 'Urology'];
    const names = ['Voss, Otto', 'Roe, Ann', 'Lund, Mara', 'Odell, Ben'];
    const patients = suggest({ MRN: ['81', '85', '89', '93'], PAT_NAME: names, [heading]: values }).suggestions;
    expect(patients[1]!.to).toEqual({ kind: 'split', splitter: 'lastFirst' });
    expect(patients[2]).toMatchObject({ to: { kind: 'none' }, sensitive: true });
    expect(suggest({ Name: names, [heading]: values }).suggestions[1]).toMatchObject({ sensitive: false });
  });

  it('a province in a list of patients is the state', () => {
    const places = { City: ['Guelph', 'Oakville', 'Windsor'], Prov: ['ON', 'ON', 'ON'] };
    expect(suggest({ MRN: ['81', '85', '89'], ...places }).suggestions[2]!.to).toEqual({ kind: 'field', field: 'state' });
  });

  it('a column whose heading only ends in “name” is not a name unless it has whole names', () => {
    expect(only('Main Building Name', ['Maple', 'Oak', 'Elm', 'Oak'])).toMatchObject({
      to: { kind: 'none' },
      reason: 'The values are not whole names',
    });
    expect(nameOf(only('Main Building Name', ['Ann Roe', 'Otto Voss', 'Mara Lund', 'Ben Odell']).to)).toBe('fullName');
  });

  it('a medical record number is not offered as the constituent ID next to another ID', () => {
    const { suggestions } = suggest({ 'Constituent ID': ['1', '2'], MRN: ['7001', '7002'] });
    expect(suggestions[1]).toMatchObject({
      sensitive: true,
      alternatives: [],
      remark: 'A hospital record number must not leave the hospital',
    });
  });

  it('a column without a heading is not named by its letters', () => {
    expect(only('Column DX', ['Maple', 'Oak', 'Elm']).sensitive).toBe(false);
  });

  it.each<[string, Record<string, string[]>]>([
    ['a diagnosis', { Diagnosis: ['C50', 'O80', 'F32'] }],
    ['a record number', { 'Patient ID': ['1', '2', '3'] }],
  ])('the unit of a patient does not leave as an apartment next to %s', (_, patient) => {
    const { suggestions } = suggest({ ...patient, Street: ['1 Elm St', '2 Elm St', '3 Elm St'], Unit: ['Oncology', '4 West', '12'] });
    expect(suggestions[2]).toMatchObject({ to: { kind: 'none' }, sensitive: true, reason: 'Patient data; it is not sent' });
  });

  it.each(['Ward', 'Nursing Unit', 'Room', 'BED_NO'])('%s of a patient must not leave', (heading) => {
    expect(suggest({ 'Admit Date': ['1/5/2024'], [heading]: ['Maternity'] }).suggestions[1]).toMatchObject({ sensitive: true });
    expect(only(heading, ['3']).sensitive).toBe(false);
  });

  it.each<[string, string[]]>([
    ['street2', ['4B', '#12', 'Apt 3', 'PH', '1204', '']],
    ['street2', ['N/A', 'N/A', 'N/A', '7']],
    ['none', ['Oncology', 'NICU', 'Psychiatry']],
    ['none', ['4 West', '3 North', '12', '9']],
    ['none', ['Oncology']],
  ])('a unit goes to %s with %j', (target, values) => {
    expect(nameOf(only('Unit', values).to)).toBe(target);
  });

  it.each<[string, string[], string]>([
    ['ID', ['4111111111111111', '5500000000000004', '340000000000009'], 'The values look like card numbers'],
    ['ID', ['123-45-6789', '223-45-6789', '323-45-6789'], 'The values look like social security numbers'],
  ])('%s with %j is not sent', (heading, values, remark) => {
    expect(only(heading, values)).toMatchObject({ to: { kind: 'none' }, sensitive: true, remark });
  });

  it.each(['CnRelInd_1_01_First_Name', 'CnAttrCat_1_01_Description', 'Gf_Date', 'Birth date', 'DOB'])(
    'include %s, which belongs to another record',
    (heading) => {
      expect(only(heading, ['Jane', 'John', 'Ann'])).toMatchObject({ to: { kind: 'none' }, sensitive: false });
    },
  );

  it('do not include a birth name, which is the maiden name', () => {
    expect(nameOf(only('Birth Name', ['Kowalczyk', 'Delacroix', 'Smith']).to)).toBe('primaryMaiden');
  });
});

describe('the kind of a constituent is not an ID', () => {
  it.each([
    ['Constituent Code', ['Alumnus', 'Friend', 'Alumnus', 'Friend', 'Trustee', 'Alumnus']],
    ['Donor Code', ['A', 'F', 'A', 'F', 'A', 'A']],
    ['Member Number', ['Gold', 'Silver', 'Gold', '', 'Gold', 'Silver']],
  ])('%s with %j', (heading, values) => {
    expect(nameOf(only(heading, values).to)).toBe('none');
  });

  it('an ID that repeats with its person is still an ID', () => {
    expect(nameOf(only('Account ID', ['A1', 'A1', 'A1', 'B7', 'B7', 'B7']).to)).toBe('constituentId');
  });
});

it.each(['Attending', 'Adm Date', 'Fin Class', 'HOSP_DISCH_TIME', 'CUR_PCP'])(
  '%s is patient data in a list of patients alone',
  (heading) => {
    const reasonBeside = (other: string) => suggest({ [other]: ['4411', '4412'], [heading]: ['a', 'b'] }).suggestions[1]!.sensitive;
    expect([reasonBeside('MRN'), reasonBeside('Donor ID')]).toEqual([true, false]);
  },
);

it('the region that a newsletter program looks up is not the state of a written address', () => {
  const { suggestions } = suggest({
    Address: ['12 Elm St  Tampa  FL  33601', '9 Oak Ave  Boise  ID  83702', '4 Birch Rd  Tulsa  OK  74103'],
    GMTOFF: ['-5', '-5', '-5'],
    DSTOFF: ['-4', '-4', '-4'],
    TIMEZONE: ['America/New_York', 'America/New_York', 'America/New_York'],
    CC: ['us', 'us', 'us'],
    REGION: ['oh', 'oh', 'oh'],
  });
  expect(suggestions.map(({ to }) => nameOf(to))).toEqual(['addressLines', 'none', 'none', 'none', 'none', 'none']);
});

describe('Mailchimp’s region is not the state, even without its time zone offsets and next to a written address', () => {
  const own = {
    MEMBER_RATING: ['2', '3', '2'],
    CC: ['us', 'us', 'us'],
    REGION: ['oh', 'oh', 'oh'],
    LEID: ['1', '2', '3'],
    EUID: ['ab', 'cd', 'ef'],
  };
  const targetsOf = (columns: Record<string, string[]>) => suggest(columns).suggestions.map(({ to }) => nameOf(to));

  it('in a list that has no state', () => {
    expect(targetsOf({ 'Street Address': ['12 Elm St', '9 Oak Ave', '4 Birch Rd'], ...own })).toEqual([
      'street',
      'none',
      'none',
      'none',
      'none',
      'none',
    ]);
  });

  it('in a list with a state under the same heading', () => {
    const columns = { 'Street Address': ['12 Elm St', '9 Oak Ave', '4 Birch Rd'], Region: ['FL', 'ID', 'OK'], ...own };
    expect(targetsOf(columns)).toEqual(['street', 'state', 'none', 'none', 'none', 'none', 'none']);
  });
});

it('the ID of a person comes before that of the household', () => {
  const ids = ['80', '81', '82', '83'];
  const targetsOf = (...headings: string[]) =>
    suggest(Object.fromEntries(headings.map((heading) => [heading, ids]))).suggestions.map(({ to }) => nameOf(to));
  expect(targetsOf('Household ID', 'Parent 1 ID')).toEqual(['none', 'constituentId']);
  expect(targetsOf('Household ID', 'EMPLID')).toEqual(['none', 'constituentId']);
  expect(targetsOf('Household ID')).toEqual(['constituentId']);
});

describe('results of an earlier screening', () => {
  const list = { 'Constituent ID': ['C-1', 'C-2'], 'Last Name': ['Ashdown', 'Brink'] };
  const results = { 'Donations count': ['2', '14'], 'Donations value': ['560', '9000'] };
  const target = (columns: Record<string, string[]>, heading: string) =>
    suggest(columns).suggestions.find(({ header }) => header === heading)!.to;

  it.each([
    ['our export', { 'Screening outcome': ['Scored', 'Scored'] }],
    ['a table of profiles', { 'Profile ID': ['p1', 'p2'], 'Profile URL': ['https://service.example/p1', 'https://service.example/p2'] }],
  ])('donations that the service found are not sent as gifts to the office: %s', (_, more) => {
    const columns = { ...list, ...more, ...results };
    for (const heading of Object.keys(results)) expect(target(columns, heading)).toEqual({ kind: 'none' });
  });

  it('the office’s own column with such a heading is still its own', () => {
    const columns = { ...list, 'Donations count': ['1', '3'], 'Screening outcome': ['Scored', 'Scored'], 'Donations count (screening)': ['2', '14'] }; // prettier-ignore
    expect(target(columns, 'Donations count')).toEqual({ kind: 'field', field: 'rfmTotalGiftCount' });
    expect(target(columns, 'Donations count (screening)')).toEqual({ kind: 'none' });
    expect(target({ ...list, ...results }, 'Donations count')).toEqual({ kind: 'field', field: 'rfmTotalGiftCount' });
  });
});
