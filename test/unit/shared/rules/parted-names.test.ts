/** Whole names that were divided between the first and last name columns at the wrong space, and the result of the safe fixes. */
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { applyOverride, compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { decodeFacts, readinessOf } from '../../../../shared/rows/row-facts.ts';
import { DEFAULT_RULES, compileChecks } from '../../../../shared/rules/row-checks.ts';
import { FIXES, RULES, correctionsOf } from '../../../../shared/rules/table.ts';
import { PERSON, TODAY, planFor } from '../../../kit/checked-row.ts';

const NAMES = [
  'primaryFirst',
  'primaryMiddle',
  'primaryLast',
  'spouseFirst',
  'spouseMiddle',
  'spouseLast',
] as const satisfies readonly FieldKey[];

/** The names of a row after its safe fixes, and the codes of the issues before. */
function fixed(first: string, last: string) {
  const record = createMappedRecord();
  const cells = { ...PERSON, primaryFirst: first, primaryLast: last };
  compileMapping(planFor(FIELD_KEYS)).map((column) => (cells as Partial<Record<FieldKey, string>>)[FIELD_KEYS[column]!] ?? '', record);
  const checker = compileChecks({ mapped: FIELD_KEYS, rules: DEFAULT_RULES, today: TODAY });
  const found = () => {
    const issues: { rule: number; field: FieldKey }[] = [];
    checker.check(record, (rule, field) => issues.push({ rule, field: FIELD_KEYS[field]! }));
    return issues;
  };
  const readiness = () => readinessOf(decodeFacts(checker.check(record, () => undefined)));
  const before = readiness();
  const codes = found().map(({ rule, field }) => `${RULES[rule]!.code} ${field}`);
  for (let step = 0; step < 6; step++) {
    const corrections = found().flatMap(({ rule, field }) => {
      const { fix } = RULES[rule]!;
      return fix !== null && FIXES[fix].safe ? [correctionsOf(fix, record, field)] : [];
    });
    for (const { field, value } of corrections.find((some) => some.length > 0) ?? []) applyOverride(record, FIELD_INDEX[field], value);
  }
  const names = NAMES.map((key) => record.values[FIELD_INDEX[key]]!);
  return { codes, names, left: found().map(({ rule }) => RULES[rule]!.code), before, after: readiness() };
}

describe('a name that was divided at the wrong blank', () => {
  it.each<[string, string, string]>([
    ['Otto', '& Ida Brill', 'Otto//Brill Ida//Brill'],
    ['Otto', 'and Ida Fenn Brill', 'Otto//Brill Ida/Fenn/Brill'],
    ['Otto M.', '& Ida Brill', 'Otto/M./Brill Ida//Brill'],
    ['Otto', 'M. & Ida Brill', 'Otto/M./Brill Ida//Brill'],
    ['Otto &', 'Ida Brill', 'Otto//Brill Ida//Brill'],
    ['Otto Brill and', 'Ida Fenn', 'Otto//Brill Ida//Fenn'],
    ['Mr.', '& Mrs. Otto Brill', 'Otto//Brill //'],
    ['Mr.', 'Otto & Ida Brill', 'Otto//Brill Ida//Brill'],
    ['Dr.', 'Ida M. Fenn', 'Ida/M./Fenn //'],
    ['Otto Brill & Ida', 'Fenn', 'Otto//Brill Ida//Fenn'],
    ['Otto M. Brill & Ida L.', 'Fenn', 'Otto/M./Brill Ida/L./Fenn'],
    ['Dr. Otto Brill & Ms. Ida', 'Fenn', 'Otto//Brill Ida//Fenn'],
    ['Otto Brill & Ida Fenn', '', 'Otto//Brill Ida//Fenn'],
    ['Otto & Ida Brill', 'Jr.', 'Otto//Brill Ida//Brill'],
    ['Otto M. Brill', 'Jr.', 'Otto/M./Brill //'],
    ['Otto Brill', 'III', 'Otto//Brill //'],
    ['Ida Fenn', 'Ph.D.', 'Ida//Fenn //'],
    ['Ida', 'M. Fenn', 'Ida/M./Fenn //'],
    ['Ida', 'M Fenn, MD', 'Ida/M/Fenn //'],
    ['Ida M.', 'M. van Dyke', 'Ida M.//van Dyke //'],
    ['Otto', 'Brill, Otto', 'Otto//Brill //'],
    ['Otto M.', 'Brill, Otto M.', 'Otto/M./Brill //'],
    ['Otto', 'Brill & Ida', 'Otto//Brill Ida//Brill'],
    ['Juan y Ana', 'Brill', 'Juan//Brill Ana//Brill'],
  ])('%s | %s', (first, last, names) => {
    const { codes, names: all, left } = fixed(first, last);
    expect(codes).not.toEqual([]);
    expect(`${all.slice(0, 3).join('/')} ${all.slice(3).join('/')}`).toBe(names);
    expect(left).toEqual([]);
  });

  it.each([
    ['Ida', 'O Connor'],
    ['Ida', 'D Souza'],
    ['Otto', 'St. Clair'],
    ['Mary Ann', 'Do'],
    ['Anna', 'Vi'],
    ['Otto', 'Brill-Fenn'],
  ])('is not seen in %s | %s', (first, last) => {
    expect(fixed(first, last).codes).toEqual([]);
  });

  it.each([
    ['James Tyler & Ida', 'Brill', 'James Tyler', 'Brill'],
    ['Mary Ann & Otto', 'Brill', 'Mary Ann', 'Brill'],
    ['Otto', 'Brill & Thomas', 'Otto', 'Brill'],
  ])('is not another last name in %s | %s', (cell, lastCell, first, last) => {
    const { names } = fixed(cell, lastCell);
    expect([names[0], names[2]]).toEqual([first, last]);
  });

  it('is reported without a fix where it has no last name', () => {
    expect(fixed('Otto', 'Jr.')).toMatchObject({ codes: ['NAME_TITLE primaryLast'], left: ['NAME_TITLE'] });
  });
});

describe('the number of rows that safe fixes make ready', () => {
  const FIRST = [
    'Otto',
    'Otto M.',
    'Mr. Otto',
    'Dr.',
    'Mr. & Mrs.',
    'Mr. & Mrs. Otto',
    'Mr. Jane Okafor, Jr.',
    'Otto & Ida',
    'Otto M. & Ida L.',
  ];
  const MORE_FIRST = [
    'Mr. Otto & Mrs. Ida',
    'Otto & Family',
    'Otto and Guest',
    'Mary Ann & Otto',
    'Otto Brill & Ida',
    'Otto Brill',
    'J & J',
    '*Otto',
  ];
  const LAST = [
    'Brill',
    'Brill Jr.',
    'Brill, M.D.',
    'Brill (Ret)',
    'Brill & Fenn',
    'Brill and Ida Fenn',
    'Brill & Ida',
    'Otto Brill',
    'Jane Okafor',
  ];
  const MORE_LAST = [
    '& Ida Brill',
    'M. Brill',
    'Jr.',
    'The Brill Family',
    'Friend',
    'B',
    'van der Meer',
    'Brill & Guest',
    'Otto and Ida Brill',
  ];

  it.each([...FIRST, ...MORE_FIRST])('is what the fixes do with the first name %s', (first) => {
    const wrong = [...LAST, ...MORE_LAST].filter((last) => {
      const { before, after } = fixed(first, last);
      return (before === 'fixable') !== (before !== 'ready' && after === 'ready');
    });
    expect(wrong).toEqual([]);
  });
});
