import { describe, expect, it } from 'vitest';
import type { Target } from '../../../../shared/mapping/plan.ts';
import { CHANGE, createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { field, planOf } from '../../../kit/mapped-rows.ts';
import { only, suggest } from '../../../kit/suggested-mapping.ts';

const CHILD: Target = { kind: 'none', tells: 'child' };
const NONE: Target = { kind: 'none' };

describe('a column that tells who is a child', () => {
  it.each<[string, string[]]>([
    ['Family Role', ['Head of Household', 'Spouse', 'Child']],
    ['Family Position', ['Head', 'Child', 'Other']],
    ['Relationship to Head', ['Self', 'Son', 'Daughter']],
    ['Relationship', ['Self', 'Wife', 'Son']],
    ['Member Type', ['Adult', 'Youth']],
    ['Adult/Child', ['Adult', 'Child']],
    ['Child', ['false', 'true']],
    ['Is Minor', ['', 'Yes']],
    ['Age', ['46', '', '11']],
    ['How old are you?', ['46', '12']],
  ])('%s', (heading, values) => {
    const suggestion = only(heading, values);
    expect(suggestion.to).toEqual(CHILD);
    expect(suggestion.remark).toBe('Rows of children are left out');
  });

  it.each<[string, string[]]>([
    ['Family Role', ['Head of Household', 'Spouse']],
    ['Relationship', ['Daughter', 'Son']],
    ['Donor Relationship', ['Child of alum', 'Parent']],
    ['Type', ['Major', 'Minor']],
    ['Child', ['Pip', 'Wren']],
    ['Child', ['2', '1', '5']],
    ['Child Age', ['4', '6']],
    ['Age', ['46', '71']],
    ['Age of Account', ['4', '6']],
    ['Notes', ['child', 'son']],
  ])('not %s of %j', (heading, values) => {
    expect(only(heading, values).to).toEqual(NONE);
  });

  it('leaves the last name Child to the name', () => {
    expect(only('Last Name', ['Child', 'Quayle']).to).toEqual({ kind: 'field', field: 'primaryLast' });
  });

  it('is found next to names and addresses', () => {
    const { plan } = suggest({ 'First Name': ['Ina', 'Pip'], 'Last Name': ['Quayle', 'Quayle'], 'Family Role': ['Head', 'Child'] });
    expect(plan.columns[2]!.to).toEqual(CHILD);
  });
});

describe('a row of such a column', () => {
  const isLeftOut = (...cells: readonly string[]): boolean => {
    const mapper = compileMapping(planOf([field('primaryLast'), ...cells.map(() => CHILD)]));
    const record = createMappedRecord();
    mapper.map((column) => ['Quayle', ...cells][column]!, record);
    return (record.changes[mapper.objectedOn]! & CHANGE.objected) !== 0;
  };

  it.each(['Child', ' son ', 'Daughter', 'Step-child', 'Grandchild', 'Minor', 'Dependent Child', 'true', 'Yes', 'x', '11', '0.5', '8 yrs'])(
    '%s is left out',
    (cell) => {
      expect(isLeftOut(cell)).toBe(true);
    },
  );

  it.each(['', 'Head', 'Spouse', 'Adult', 'Other', 'No', 'false', '0', '18', '70', 'Unassigned', 'Childs Hill', 'Adult Child'])(
    '%j is kept',
    (cell) => {
      expect(isLeftOut(cell)).toBe(false);
    },
  );

  it('is kept if another column says that the son or daughter is an adult', () => {
    expect(isLeftOut('Daughter', '25')).toBe(false);
    expect(isLeftOut('Daughter', '12')).toBe(true);
    expect(isLeftOut('Daughter', '')).toBe(true);
  });
});
