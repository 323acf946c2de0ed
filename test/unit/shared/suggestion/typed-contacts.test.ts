import { describe, expect, it } from 'vitest';
import { FIRST, LAST, suggest, nameOf } from '../../../kit/suggested-mapping.ts';
import { field, filledOf, mapRow, planOf } from '../../../kit/mapped-rows.ts';
import { changedFields } from '../../../../shared/mapping/changed-fields.ts';
import { fitTemplate, templateOf } from '../../../../shared/mapping/templates.ts';
import { planProblems } from '../../../../shared/mapping/plan-problems.ts';
import type { MappingPlan } from '../../../../shared/mapping/plan.ts';
import { FIELD_INDEX } from '../../../../shared/fields/table.ts';

const CONTACT = ['personalEmail', 'personalPhone', 'businessEmail', 'businessPhone'] as const;

/** The phones and emails that each row sends, in the order of `CONTACT`. */
function sentOf(columns: Readonly<Record<string, readonly string[]>>): string[][] {
  const named = { First: FIRST, Last: LAST, ...columns };
  const { plan } = suggest(named);
  return FIRST.map((_, row) => {
    const filled = filledOf(
      mapRow(
        plan,
        Object.values(named).map((values) => values[row] ?? ''),
      ),
    );
    return CONTACT.map((key) => filled[key] ?? '');
  });
}

const PAIRS = {
  CnPh_1_01_Phone_type: ['Home', 'Business', 'Email', 'Fax'],
  CnPh_1_01_Phone_number: ['312-555-0111', '312-555-0122', 'ngozi@example.org', '312-555-0144'],
  CnPh_1_02_Phone_type: ['E-Mail', 'Cell', 'Business E-Mail', 'Home'],
  CnPh_1_02_Phone_number: ['desmond@example.org', '312-555-0123', 'n.adeyemi@example.com', '312-555-0145'],
  CnPh_1_03_Phone_type: ['Spouse Email', 'Pager', 'Web Page', ''],
  CnPh_1_03_Phone_number: ['other@example.org', '312-555-0133', 'ngozi@pages.example.org', '312-555-0146'],
};

describe('phones and emails with a column of their types', () => {
  it('go to the field of their type, row by row', () => {
    expect(sentOf(PAIRS)).toEqual([
      ['desmond@example.org', '312-555-0111', '', ''],
      ['', '312-555-0123', '', '312-555-0122'],
      ['ngozi@example.org', '', 'n.adeyemi@example.com', ''],
      ['', '312-555-0145', '', ''],
    ]);
  });

  it.each([
    ['Phone 1 - Type', 'Phone 1 - Value'],
    ['Phone Type 1', 'Phone 1'],
    ['phone_type_code', 'phone_number'],
    ['PhoneType', 'Phone'],
    ['Telephone Label', 'Telephone'],
    ['eaddress_type_desc', 'eaddress'],
    ['E_ADDR_TYPE', 'EMAIL_ADDR'],
    ['Phone Number Type', 'Phone Number'],
  ])('%s is the type of %s', (type, phone) => {
    expect(sentOf({ [type]: ['Home', 'Work', 'Fax', ''], [phone]: PAIRS.CnPh_1_02_Phone_number })).toEqual([
      ['desmond@example.org', '', '', ''],
      ['', '', '', '312-555-0123'],
      ['', '', '', ''],
      ['', '312-555-0145', '', ''],
    ]);
  });

  it('an email at work is the business one', () => {
    const emails = ['d@example.org', 's@example.com', 'n@example.org', 'p@example.com'];
    expect(sentOf({ 'E-mail 1 - Type': ['Home', 'WORK_EMAIL', 'Personal', 'Old'], 'E-mail 1 - Value': emails })).toEqual([
      ['d@example.org', '', '', ''],
      ['', '', 's@example.com', ''],
      ['n@example.org', '', '', ''],
      ['', '', '', ''],
    ]);
  });

  it('a value that is no number makes room for the next one, and alone comes up in Check', () => {
    const [first, second] = sentOf({
      'Phone 1 Type': ['Home', 'Home', 'Work', 'Home'],
      'Phone 1': ['ask wife', 'ask wife', '312-555-0113', '312-555-0114'],
      'Phone 2 Type': ['Cell', 'Cell', 'Cell', 'Cell'],
      'Phone 2': ['312-555-0121', '', '312-555-0123', '312-555-0124'],
    });
    expect([first![1], second![1]]).toEqual(['312-555-0121', 'ask wife']);
  });

  it('the columns do not change if all types are the person’s own numbers, or if the other column has no types', () => {
    const phones = ['312-555-0111', '312-555-0112', '312-555-0113', '312-555-0114'];
    const { suggestions } = suggest({ First: FIRST, 'Phone Type': ['Home', 'Cell', 'Mobile', 'Home'], Phone: phones });
    expect(suggestions.map(({ to }) => nameOf(to))).toEqual(['primaryFirst', 'none', 'personalPhone']);
    const donors = suggest({ First: FIRST, Type: ['Individual', 'Business', 'Individual', 'Foundation'], Phone: phones });
    expect(donors.suggestions.map(({ to }) => nameOf(to))).toEqual(['primaryFirst', 'none', 'personalPhone']);
  });
});

describe('a column of types in a plan', () => {
  const plan: MappingPlan = planOf([field('primaryLast'), { kind: 'none' }, { kind: 'none' }, { kind: 'none' }], {});
  const contact = (typeColumn?: number, at = 2): MappingPlan => ({
    ...plan,
    columns: plan.columns.map((one) =>
      one.column >= at ? { ...one, to: { kind: 'split', splitter: 'contact' }, ...(typeColumn !== undefined && { typeColumn }) } : one,
    ),
  });

  it('several columns are not a conflict, and another column of types changes all contacts', () => {
    expect(planProblems(contact(1), ['Last', 'Type', 'Phone', 'Phone 2']).map(({ code }) => code)).not.toContain('FIELD_TAKEN_TWICE');
    expect(changedFields(contact(1), contact())).toEqual(new Set(CONTACT.map((key) => FIELD_INDEX[key])));
  });

  it('without its column of types the value decides', () => {
    expect(filledOf(mapRow(contact(), ['Vale', 'Fax', 'a@example.org', '312-555-0111']))).toEqual({
      primaryLast: 'Vale',
      personalEmail: 'a@example.org',
      personalPhone: '312-555-0111',
    });
  });

  it('a template finds it by its heading, and works without it if the sheet has none', () => {
    const template = templateOf('Phones', ['Last', 'Type', 'Phone', 'Phone 2'], contact(1));
    const placed = fitTemplate(template, ['Phone', 'Last', 'Notes', 'Type']).plan.columns;
    expect(placed[0]).toMatchObject({ to: { kind: 'split', splitter: 'contact' }, typeColumn: 3 });
    expect(fitTemplate(template, ['Phone', 'Last']).plan.columns[0]).not.toHaveProperty('typeColumn');
  });
});
