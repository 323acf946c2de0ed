import { describe, expect, it } from 'vitest';
import { planProblems } from '../../../../shared/mapping/plan-problems.ts';
import { MappingPlan, type Target } from '../../../../shared/mapping/plan.ts';
import { column, field, planOf } from '../../../kit/mapped-rows.ts';

describe('planProblems', () => {
  const headers = ['CnAdrPrf_Addrline1', 'Mailing Street', 'Name', 'Envelope'];
  const full = ['primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode'] as const;
  const errors = (plan: MappingPlan) => planProblems(plan, headers).filter(({ severity }) => severity === 'error');

  it('finds none in a complete plan', () => {
    expect(planProblems(planOf(full.map(field)), full)).toEqual([]);
  });

  it('names both columns of one field', () => {
    expect(errors(planOf([field('street'), field('street')]))).toEqual([
      {
        code: 'FIELD_TAKEN_TWICE',
        severity: 'error',
        message: 'Street takes one column, but A (CnAdrPrf_Addrline1) and B (Mailing Street) both go there.',
        field: 'street',
        columns: [0, 1],
      },
    ]);
  });

  it('allows two columns in a combination, but not a third', () => {
    const combination = { field: 'street', columns: [0, 1], how: 'firstFilled', separator: '' } as const;
    expect(errors(planOf([field('street'), field('street')], { combinations: [{ ...combination, columns: [0, 1] }] }))).toEqual([]);
    expect(
      errors(planOf([field('street'), field('street'), field('street')], { combinations: [{ ...combination, columns: [0, 1] }] })),
    ).toMatchObject([{ code: 'FIELD_TAKEN_TWICE', columns: [0, 1, 2] }]);
  });

  it('rejects two columns that split into the same fields, and allows a name and a spouse', () => {
    const fullName: Target = { kind: 'split', splitter: 'fullName' };
    expect(errors(planOf([{ kind: 'none' }, { kind: 'none' }, fullName, fullName]))).toMatchObject([
      { code: 'FIELD_TAKEN_TWICE', columns: [2, 3] },
    ]);
    expect(errors(planOf([fullName, { kind: 'split', splitter: 'spouseName' }]))).toEqual([]);
  });

  it('names the fields that are missing for a match', () => {
    const problems = planProblems(planOf([field('primaryLast')]), headers);
    expect(problems.map(({ code, severity, field: key }) => [code, severity, key])).toEqual(
      ['primaryFirst', 'street', 'city', 'state', 'postalCode'].map((key) => ['MAPPING_INCOMPLETE', 'warning', key]),
    );
    expect(problems[1]!.message).toBe('No column is mapped to Street, which is needed for a match.');
  });

  it('rejects a plan that sends nothing, unknown columns and repeated columns', () => {
    expect(errors(planOf([{ kind: 'none' }])).map(({ code }) => code)).toEqual(['NOTHING_TO_SEND']);
    expect(errors({ ...planOf([]), columns: [column(9, field('city'))] })).toMatchObject([
      { code: 'COLUMN_UNKNOWN', message: 'The sheet has no column J.', columns: [9] },
    ]);
    expect(errors({ ...planOf([]), columns: [column(0, field('city')), column(0, field('state'))] }).map(({ code }) => code)).toEqual([
      'COLUMN_TWICE',
    ]);
  });

  it('accepts suggested plans by the schema', () => {
    expect(MappingPlan.safeParse(planOf(full.map(field))).success).toBe(true);
  });
});
