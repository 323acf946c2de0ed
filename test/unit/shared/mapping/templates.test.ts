import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STANDARD_CLEANING, type MappingPlan, type Target } from '../../../../shared/mapping/plan.ts';
import {
  differenceSize,
  fitTemplate,
  freeName,
  headerFingerprint,
  planDifference,
  readTemplate,
  templateJson,
  templateOf,
} from '../../../../shared/mapping/templates.ts';

const planOf = (...targets: readonly Target[]): MappingPlan => ({
  columns: targets.map((to, column) => ({ column, to, settled: true, dateOrder: column === 0 ? 'dmy' : null, decimal: 'point' })),
  combinations: [],
  constants: [{ field: 'country', value: 'US' }],
  cleaning: STANDARD_CLEANING,
});
const LAST: Target = { kind: 'field', field: 'primaryLast' };
const CITY: Target = { kind: 'field', field: 'city' };
const NONE: Target = { kind: 'none' };

describe('headerFingerprint', () => {
  it('is equal for any order and spelling, and differs for other headings', () => {
    expect(headerFingerprint(['Last Name', 'City'])).toBe(headerFingerprint(['city', 'LAST_NAME']));
    expect(headerFingerprint(['Last Name', 'City'])).not.toBe(headerFingerprint(['Last Name', 'State']));
    expect(headerFingerprint(['Last Name', 'City'])).toMatch(/^[0-9a-f]{16}$/);
    expect(headerFingerprint(['氏名'])).not.toBe(headerFingerprint(['住所']));
  });

  it('differs for two random sets of headings', () => {
    const headings = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(headings, headings, (one, other) => {
        const same = [...one].sort().join() === [...other].sort().join();
        expect(headerFingerprint(one) === headerFingerprint(other)).toBe(same);
      }),
    );
  });
});

describe('fitTemplate', () => {
  const template = templateOf('Fall appeal', ['Last Name', 'City', 'Notes'], planOf(LAST, CITY, NONE));

  it('applies a plan to columns in another order', () => {
    const { plan, missing, added } = fitTemplate(template, ['notes', 'CITY', 'last_name', 'Class Year']);
    expect(plan.columns.map(({ column, to, dateOrder }) => [column, to, dateOrder])).toEqual([
      [0, NONE, null],
      [1, CITY, null],
      [2, LAST, 'dmy'],
      [3, NONE, null],
    ]);
    expect([missing, added, plan.constants]).toEqual([[], ['Class Year'], [{ field: 'country', value: 'US' }]]);
  });

  it('prefers what the values of the sheet prove, and decides the rest', () => {
    const read = (provenOrder: 'mdy' | null, provenDecimal: 'comma' | null) =>
      fitTemplate(template, ['City', 'Last Name'], [{ column: 1, provenOrder, provenDecimal }]).plan.columns[1];
    expect(read('mdy', 'comma')).toMatchObject({ dateOrder: 'mdy', decimal: 'comma' });
    expect(read(null, null)).toMatchObject({ dateOrder: 'dmy', decimal: 'point' });
  });

  it('confirms the columns', () => {
    const open = { ...template, plan: { ...template.plan, columns: template.plan.columns.map((one) => ({ ...one, settled: false })) } };
    expect(fitTemplate(open, ['City', 'Last Name']).plan.columns.every(({ settled }) => settled)).toBe(true);
  });

  it('lets an unknown column mark deceased people', () => {
    const evidence = (column: number, to: Target) => ({ column, to, provenOrder: null, provenDecimal: null });
    const dead = { kind: 'none', tells: 'deceased' } as const;
    const { plan, added } = fitTemplate(template, ['City', 'Deceased', 'First'], [evidence(1, dead), evidence(2, LAST)]);
    expect(plan.columns.map(({ to }) => to)).toEqual([CITY, dead, NONE]);
    expect(added).toEqual(['Deceased', 'First']);
    // The template's own columns decide.
    const known = { ...template, headers: ['Last Name', 'City', 'Deceased'] };
    expect(fitTemplate(known, ['Deceased'], [evidence(0, dead)]).plan.columns[0]!.to).toEqual(NONE);
  });

  it('names the headings that are missing in the sheet', () => {
    expect(fitTemplate(template, ['Last Name']).missing).toEqual(['City']);
  });

  it('assigns repeated headings in order', () => {
    const twice = templateOf('x', ['Email', 'Email'], planOf(NONE, { kind: 'field', field: 'personalEmail' }));
    expect(fitTemplate(twice, ['City', 'Email', 'Email']).plan.columns.map(({ to }) => to.kind)).toEqual(['none', 'none', 'field']);
  });

  it('moves combinations, and removes those with one remaining column', () => {
    const combined = templateOf('x', ['A1', 'A2'], {
      ...planOf(NONE, NONE),
      combinations: [{ field: 'street', columns: [0, 1], how: 'join', separator: ' ' }],
    });
    expect(fitTemplate(combined, ['A2', 'A1']).plan.combinations[0]!.columns).toEqual([1, 0]);
    expect(fitTemplate(combined, ['A2']).plan.combinations).toEqual([]);
  });
});

describe('templates as JSON', () => {
  const template = templateOf('Fall appeal', ['Last Name'], planOf(LAST));

  it('survive export and import', () => {
    expect(readTemplate(templateJson(template))).toEqual(template);
  });

  it.each([
    ['', 'notJson'],
    ['{', 'notJson'],
    ['[]', 'otherwise'],
    ['null', 'otherwise'],
    ['{"version":2}', 'otherwise'],
    ['{"version":2,"name":"x","plan":{"columns":7}}', 'newer'],
    ['{"version":1,"name":"x"}', 'otherwise'],
  ])('are rejected in %j: %s', (json, why) => {
    expect(readTemplate(json)).toBe(why);
  });

  it('are rejected with unknown properties', () => {
    expect(readTemplate(JSON.stringify({ ...template, more: true }))).toBe('otherwise');
  });

  it('are read after a byte order mark, and get a new fingerprint', () => {
    expect(readTemplate(`\uFEFF${JSON.stringify({ ...template, fingerprint: 'abc' })}`)).toEqual(template);
  });
});

describe('planDifference', () => {
  const plan = planOf(LAST, CITY, { kind: 'field', field: 'rfmFirstGiftDate' });

  it('is empty for equal plans, whatever is confirmed', () => {
    const other = { ...plan, columns: plan.columns.map((column) => ({ ...column, settled: false })) };
    expect(differenceSize(planDifference(plan, other))).toBe(0);
  });

  it('names changed columns, readings, constants, combinations and cleaning', () => {
    const after: MappingPlan = {
      columns: plan.columns.map((column) =>
        column.column === 1 ? { ...column, to: NONE } : column.column === 2 ? { ...column, dateOrder: 'mdy' } : column,
      ),
      combinations: [{ field: 'street', columns: [0, 1], how: 'join', separator: ' ' }],
      constants: [{ field: 'state', value: 'MA' }],
      cleaning: { ...plan.cleaning, zipZeros: false },
    };
    expect(planDifference(plan, after)).toEqual({
      columns: [{ column: 1, from: CITY, to: NONE }],
      readings: [2],
      constants: [
        { field: 'country', value: '' },
        { field: 'state', value: 'MA' },
      ],
      combinations: ['street'],
      cleaning: ['zipZeros'],
    });
  });

  it('ignores the date order of a column without dates', () => {
    const dated = { ...plan, columns: plan.columns.map((column) => ({ ...column, dateOrder: 'ymd' as const })) };
    expect(planDifference(plan, dated).readings).toEqual([2]);
  });
});

describe('freeName', () => {
  it.each([
    ['Fall', [], 'Fall'],
    ['Fall', ['FALL'], 'Fall (2)'],
    ['Fall', ['fall', 'Fall (2)'], 'Fall (3)'],
  ])('%s next to %j is %s', (name, taken, free) => {
    expect(freeName(name, taken)).toBe(free);
  });

  it('keeps the length limit of names', () => {
    const long = 'x'.repeat(120);
    expect(freeName(long, [long]).length).toBeLessThanOrEqual(120);
  });
});
