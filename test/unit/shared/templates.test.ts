import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STANDARD_CLEANING, type MappingPlan, type Target } from '../../../shared/plan.ts';
import { fitTemplate, headerFingerprint, readTemplate, templateJson, templateOf } from '../../../shared/templates.ts';

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
  it('is the same in any order and writing, and another for other headings', () => {
    expect(headerFingerprint(['Last Name', 'City'])).toBe(headerFingerprint(['city', 'LAST_NAME']));
    expect(headerFingerprint(['Last Name', 'City'])).not.toBe(headerFingerprint(['Last Name', 'State']));
    expect(headerFingerprint(['Last Name', 'City'])).toMatch(/^[0-9a-f]{16}$/);
    expect(headerFingerprint(['氏名'])).not.toBe(headerFingerprint(['住所']));
  });

  it('differs for any two different sets of headings that chance brings', () => {
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

  it('lays a plan over columns in another order', () => {
    const { plan, missing, added } = fitTemplate(template, ['notes', 'CITY', 'last_name', 'Class Year']);
    expect(plan.columns.map(({ column, to, dateOrder }) => [column, to, dateOrder])).toEqual([
      [0, NONE, null],
      [1, CITY, null],
      [2, LAST, 'dmy'],
      [3, NONE, null],
    ]);
    expect([missing, added, plan.constants]).toEqual([[], ['Class Year'], [{ field: 'country', value: 'US' }]]);
  });

  it('names what the sheet does not have', () => {
    expect(fitTemplate(template, ['Last Name']).missing).toEqual(['City']);
  });

  it('takes equal headings by turn', () => {
    const twice = templateOf('x', ['Email', 'Email'], planOf(NONE, { kind: 'field', field: 'personalEmail' }));
    expect(fitTemplate(twice, ['City', 'Email', 'Email']).plan.columns.map(({ to }) => to.kind)).toEqual(['none', 'none', 'field']);
  });

  it('moves combinations along, and leaves out those with one column left', () => {
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

  it('come back as they went', () => {
    expect(readTemplate(templateJson(template))).toEqual(template);
  });

  it.each(['', '{', '[]', 'null', '{"version":2}', '{"version":1,"name":"x"}'])('are none in %j', (json) => {
    expect(readTemplate(json)).toBeNull();
  });

  it('are none with anything more in them', () => {
    expect(readTemplate(JSON.stringify({ ...template, more: true }))).toBeNull();
  });
});
