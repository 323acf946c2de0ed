import { describe, expect, it } from 'vitest';
import { CHANGE, createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import type { Target } from '../../../../shared/mapping/plan.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { field, planOf } from '../../../kit/mapped-rows.ts';

/** Whether a person objects, according to a cell of such a column. */
function objects(to: Target, cell: string): boolean {
  const mapper = compileMapping(planOf([field('primaryLast'), to]));
  const record = createMappedRecord();
  mapper.map((column) => ['Quayle', cell][column]!, record);
  return (record.changes[mapper.objectedOn]! & CHANGE.objected) !== 0;
}

describe('a column with codes of which one asks not to screen', () => {
  it.each<[string, boolean]>([
    ['Do Not Mail; Do Not Wealth Screen', true],
    ['No wealth screening', true],
    ['opted out of screening', true],
    ['Do Not Call; HIPAA opt-out', true],
    ['Fundraising Opt Out', true],
    ['Excluded from fundraising', true],
    ['Do Not Mail', false],
    ['Fundraising events', false],
    ['Screen again in May', false],
    ['', false],
  ])('%j: %s', (codes, objected) => {
    expect(objects({ kind: 'none', tells: 'doNotScreen', codes: true }, codes)).toBe(objected);
  });
});

describe('a column that says who opted out', () => {
  it.each<[string, boolean]>([
    ['Y', true],
    ['Opted out', true],
    ['3/1/2024', true],
    ['Opted in', false],
    ['Opt-In', false],
    ['Not opted out', false],
    ['N', false],
    ['', false],
  ])('%j: %s', (answer, objected) => {
    expect(objects({ kind: 'none', tells: 'doNotScreen' }, answer)).toBe(objected);
  });
});

describe('a column that asks for consent to be screened', () => {
  it.each<[string, boolean]>([
    ['No', true],
    ['0', true],
    ['withdrawn', true],
    ['Not yet', true],
    ['opted out', true],
    ['Yes', false],
    [' consented ', false],
    ['2024-03-01', false],
    ['3/1/2024', false],
    ['', false],
    ['n/a', false],
    ['-', false],
  ])('%j: %s', (answer, objected) => {
    expect(objects({ kind: 'none', tells: 'screeningConsent' }, answer)).toBe(objected);
  });
});
