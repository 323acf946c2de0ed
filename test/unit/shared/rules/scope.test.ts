/**
 * The issues of a row depend only on the fields that `scope.ts` and `changes.ts` name. A new rule, field or setting that is missing
 * there would keep outdated issues after a changed mapping.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINDS_A_PERSON } from '../../../../shared/rules/completeness.ts';
import { RULE_CODES, type RuleCode } from '../../../../shared/rules/codes.ts';
import { RULES } from '../../../../shared/rules/table.ts';
import { compileChecks, type OrganizationRules } from '../../../../shared/rules/row-checks.ts';
import { Scope } from '../../../../shared/rules/scope.ts';
import { FIELD_INDEX, FIELD_KEYS, FIELDS, type FieldKey } from '../../../../shared/fields/table.ts';
import { changedFields } from '../../../../shared/mapping/changed-fields.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord, type MappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { type Cleaning, type MappingPlan, Splitter, STANDARD_CLEANING } from '../../../../shared/mapping/plan.ts';
import { column, field, planOf } from '../../../kit/mapped-rows.ts';

const NAMES = ['', 'Jane', 'Ashdown', 'JosÃ©', 'Jos?', 'JANE', 'Mr. Jane', 'Jane 2', 'j@b.org', 'Jane and John', 'J', 'Jane  Ann', "'Jane", 'N/A', 'x'.repeat(300), 'Estate of Jane Okafor', '078-05-1120', '078051120', 'Boy', 'Ann & Otto']; // prettier-ignore
const TEXTS = ['', 'Worcester', 'none', '4111 1111 1111 1111', '4111111111111111', ' Two  blanks ', "'quoted"];
const TYPES: Readonly<Record<(typeof FIELDS)[number]['type'], readonly string[]>> = {
  text: TEXTS,
  email: ['', 'a@b.org', 'nobody@', 'Jane <c@d.org>', 'none@none.com', 'é@f.org', 'a@b.org, c@d.org', '508-555-0147'],
  date: ['', '2019-03-04', '03/04/2019', '2031-01-01', '1899-01-01', '2019', '2019-02-31', 'soon', '43831', '03/04/19', '12/25/2020'],
  amount: ['', '100', '-5', 'much', '2000', '1.234,50', '12,50', '999999999999', '0', '€75'],
  count: ['', '0', '3', '-1', 'many'],
};
const OWN: Partial<Record<FieldKey, readonly string[]>> = {
  constituentId: ['', '100', '1.2E+15', '1.25E+2'],
  primaryLast: [
    '',
    'Okafor',
    'The Smith Family',
    'Acme Inc',
    'Jane Okafor',
    'O',
    'OKAFOR',
    'Okafor Jr.',
    'Okafor, Jane',
    'Orrin Okafor',
    'Anonymous',
    'In memory of Jane',
    'Jennifer',
    'Microsoft',
    'Smith & Jones',
    'Scouts of America',
    'Ms. Jane Okafor',
    'Jane and John Okafor',
    'Family',
    'Foundation',
  ],
  primaryFirst: [...NAMES, 'The Okafor Family', 'Jane Okafor', 'The Okafor'],
  spouseFirst: [...NAMES, 'Beth Tanabe', 'Jane Okafor', 'Single', 'and Kim', 'Otto (deceased)'],
  spouseLast: ['', 'Okafor', 'The Smith Family', 'Acme Inc', 'OKAFOR'],
  street: [
    '',
    'c/o Pell Law Group',
    '12 North Main Street',
    '5 Quarry Rd\nApt 4',
    '5 Quarry Rd, Troy, NY 12180, USA',
    'none',
    '078-05-1120',
  ],
  street2: ['', 'Apt 4', '12 Larch St', 'Troy, NY 12180'],
  state: ['', 'MA', 'Massachusetts', 'XX', 'ON', 'Ontario', 'Elsewhere', 'CA'],
  postalCode: ['', '01609', '1609', '016091234', '609', 'K1A 0B1', '90210', '12'],
  country: ['', 'US', 'United States', 'Canada', 'CA', 'France'],
  personalPhone: ['', '5085550147', '555', '555, 5085550147, 5085550148', 'g@h.org'],
  businessPhone: ['', '5085550147', '555', '5085550149 (g@h.org)'],
};
const valuesOf = (key: FieldKey): readonly string[] =>
  OWN[key] ?? (/(?:First|Middle|Maiden)$/.test(key) ? NAMES : TYPES[FIELDS[FIELD_INDEX[key]]!.type]);

const anyRow = fc.tuple(...FIELD_KEYS.map((key) => fc.constantFrom(...valuesOf(key))));
const anonymousRow = anyRow.map((cells) => cells.map((cell, at) => (FINDS_A_PERSON.includes(FIELD_KEYS[at]!) ? '' : cell)));
const cellsOf: fc.Arbitrary<readonly string[]> = fc.oneof({ weight: 20, arbitrary: anyRow }, { weight: 1, arbitrary: anonymousRow });
/** A field that comes from another column, and its value there. */
const other = fc.constantFrom(...FIELD_KEYS).chain((key) => fc.tuple(fc.constant(key), fc.constantFrom(...valuesOf(key))));

/** Fixed, because the assertions at the end need certain cases. The tests have the time for all runs on a busy computer too. */
const SEED = 20261121;
const TARGETS = planOf([
  ...FIELD_KEYS.map(field),
  { kind: 'none' },
  { kind: 'none', tells: 'doNotScreen' },
  { kind: 'none', tells: 'deceased', everyValue: true },
  { kind: 'split', splitter: 'addressLines' },
  { kind: 'split', splitter: 'fullName' },
]);
const TOTAL = FIELD_INDEX.rfmTotalGiftValue;
const PLAN: MappingPlan = {
  ...TARGETS,
  columns: TARGETS.columns.with(TOTAL, column(TOTAL, field('rfmTotalGiftValue'), { currency: { main: '$', column: null } })),
};
const TODAY = '2026-11-20';

/** The record of a row under a plan; `only`: the wanted fields. */
function draftOf(plan: MappingPlan, cells: readonly string[], only: ReadonlySet<number> | null = null): MappedRecord {
  const draft = createMappedRecord();
  compileMapping(plan, only).map((at) => cells[at] ?? '', draft);
  return draft;
}

type Found = readonly [rule: number, field: number];

function found(plan: MappingPlan, cells: readonly string[], rules: OrganizationRules, scope: Scope | null = null): Found[] {
  const list: Found[] = [];
  const checker = compileChecks({ mapped: compileMapping(plan).fields, rules, today: TODAY, scope });
  checker.check(draftOf(plan, cells, scope?.fields ?? null), (rule, at) => list.push([rule, at]));
  if (scope !== null && list.some(([rule]) => RULE_CODES[rule] === 'NOBODY')) {
    list.length = 0;
    checker.check(draftOf(plan, cells), (rule, at) => list.push([rule, at]));
  }
  return list.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
}

const organizationRules: fc.Arbitrary<OrganizationRules> = fc
  .uniqueArray(fc.constantFrom(...FIELD_KEYS), { maxLength: 4 })
  .map((required) => ({
    required,
    severities: {},
  }));

const UNCHANGED: readonly [OrganizationRules, boolean, '', '', '', ''] = [{ required: [], severities: {} }, false, '', '', '', ''];
const named = (cells: Partial<Record<FieldKey, string>>) => FIELD_KEYS.map((key) => cells[key] ?? '');
/** Whether a last name is an organization, two people or a household can depend on the first name, which comes from another column. */
const NAMES_COMPARED = [
  { last: 'Microsoft', first: '', now: 'Jane' },
  { last: 'Microsoft', first: 'Jane', now: '' },
  { last: 'Smith & Jones', first: 'Ann & Otto', now: 'Ann' },
  { last: 'Scouts of America', first: 'Boy', now: '' },
  { last: 'Ms. Jane Okafor', first: '', now: 'Ann' },
  { last: 'Family', first: '', now: 'The Okafor' },
  { last: 'Family', first: 'The Okafor', now: '' },
  { last: 'The Okafor Family', first: '', now: 'Ann' },
  { last: 'Foundation', first: '', now: 'The Okafor Family' },
  { last: 'Okafor', first: '', now: 'Jane Okafor' },
].map(({ last, first, now }): [string[], [FieldKey, string], ...typeof UNCHANGED] => [
  named({ primaryFirst: first, primaryLast: last }),
  ['primaryFirst', now],
  ...UNCHANGED,
]);
/** The issue of a first name can depend on the last name. */
const FIRST_COMPARED = (['The Okafor Family', 'Jane Okafor'] as const).flatMap((first) =>
  (['', 'Okafor'] as const).map((last): [string[], [FieldKey, string], ...typeof UNCHANGED] => [
    named({ primaryFirst: first, primaryLast: last }),
    ['primaryLast', last === '' ? 'Okafor' : ''],
    ...UNCHANGED,
  ]),
);

describe('a field that comes from another column', () => {
  it('changes no issue outside its scope, and a check of the scope finds every issue in it', { timeout: 240_000 }, () => {
    const triggered = new Set<RuleCode>();
    fc.assert(
      fc.property(
        cellsOf,
        other,
        organizationRules,
        fc.boolean(),
        fc.constantFrom('', 'Yes'),
        fc.constantFrom('', 'No', 'lost contact'),
        fc.constantFrom('', '12 Larch St Quorndale MA 01609', 'Apt 4\n12 Larch St\nBarre, VT 5641'),
        fc.constantFrom('', 'Justice Hale', 'Jane Voss née Kern', 'Otto Voss DNC', 'Otto Voss (merged)'),
        (cells, [key, value], rules, zipZeros, doNotScreen, deceased, address, whole) => {
          const row = [...cells, value, doNotScreen, deceased, address, whole];
          const at = FIELD_INDEX[key];
          const before: MappingPlan = { ...PLAN, cleaning: { ...PLAN.cleaning, zipZeros } };
          const columns = PLAN.columns
            .with(at, column(at, { kind: 'none' }))
            .with(FIELD_KEYS.length, column(FIELD_KEYS.length, field(key)));
          const after = { ...before, columns };
          const scope = new Scope(changedFields(before, after));
          const within = (one: Found) => scope.concerns(...one);
          const [old, now] = [found(before, row, rules), found(after, row, rules)];
          for (const [rule] of now) triggered.add(RULE_CODES[rule]!);
          // A row that has or had nobody in it is checked in full.
          if ([...old, ...now].some(([rule]) => RULE_CODES[rule] === 'NOBODY')) return;
          expect(now.filter((one) => !within(one))).toEqual(old.filter((one) => !within(one)));
          expect(found(after, row, rules, scope)).toEqual(now.filter(within));
        },
      ),
      { numRuns: 2_000, seed: SEED, examples: [...NAMES_COMPARED, ...FIRST_COMPARED] },
    );
    // The rows must trigger every rule.
    const ofRows = RULES.filter(({ scope }) => scope === 'row').map(({ code }) => code);
    // Without pseudonyms, no ID is too long for one.
    expect(ofRows.filter((code) => !triggered.has(code))).toEqual(['SERVICE_REFUSED', 'ID_WITHOUT_PSEUDONYM']);
  });
});

/** The parsed state of one field. */
const parsedOf = ({ values, classes, changes, parseErrors, numbers }: MappedRecord, at: number) => [
  values[at],
  classes[at],
  changes[at],
  parseErrors[at],
  values[at] === '' ? null : numbers[at],
];

const cleaningChange = fc
  .constantFrom(...(Object.keys(STANDARD_CLEANING) as (keyof Cleaning)[]))
  .map((name) => [name, (plan: MappingPlan) => ({ ...plan, cleaning: { ...plan.cleaning, [name]: !plan.cleaning[name] } })] as const);
const columnChange = fc
  .record({
    at: fc.nat(FIELD_KEYS.length),
    to: fc.oneof(
      fc.constantFrom(...FIELD_KEYS).map(field),
      fc.constantFrom(...Splitter.options).map((splitter) => ({ kind: 'split' as const, splitter })),
    ),
    dateOrder: fc.constantFrom(null, 'mdy' as const, 'dmy' as const),
    decimal: fc.constantFrom('point' as const, 'comma' as const),
  })
  .map(({ at, ...to }) => ['column', (plan: MappingPlan) => ({ ...plan, columns: plan.columns.with(at, column(at, to.to, to)) })] as const);
const combination = fc.record({
  field: fc.constantFrom(...FIELD_KEYS),
  columns: fc.uniqueArray(fc.nat(FIELD_KEYS.length), { minLength: 2, maxLength: 3 }),
  how: fc.constantFrom('firstFilled' as const, 'join' as const),
  separator: fc.constantFrom(' ', ', '),
});
/** A field may occur twice: such a plan has a problem, but is still checked. */
const combinationsChange = fc
  .oneof(
    fc.array(combination, { maxLength: 3 }),
    fc.tuple(combination, combination).map(([one, two]) => [one, { ...two, field: one.field }]),
  )
  .map((combinations) => ['combinations', (plan: MappingPlan) => ({ ...plan, combinations })] as const);
const constantsChange = fc
  .array(
    fc.constantFrom(...FIELD_KEYS).chain((key) => fc.record({ field: fc.constant(key), value: fc.constantFrom(...valuesOf(key)) })),
    { maxLength: 3 },
  )
  .map((constants) => ['constants', (plan: MappingPlan) => ({ ...plan, constants })] as const);
const planChange = fc.oneof({ weight: 3, arbitrary: cleaningChange }, columnChange, combinationsChange, constantsChange);

describe('a changed plan', () => {
  it('changes only values of the reported fields', { timeout: 240_000 }, () => {
    const effective = new Set<string>();
    fc.assert(
      fc.property(cellsOf, fc.array(planChange, { maxLength: 3 }), planChange, (cells, before, [what, change]) => {
        const row = [...cells, 'Jane and John Okafor'];
        let plan: MappingPlan = PLAN;
        for (const [, make] of before) plan = make(plan);
        const after = change(plan);
        const changed = changedFields(plan, after);
        const [old, now] = [draftOf(plan, row), draftOf(after, row)];
        const others = FIELD_KEYS.flatMap((key, at) => {
          const [was, is] = [parsedOf(old, at), parsedOf(now, at)];
          return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ key, at, was, is }];
        });
        expect(others.filter(({ at }) => !changed.has(at))).toEqual([]);
        if (others.length > 0) effective.add(what);
        // Reading only these fields gives the same values as reading all.
        const some = draftOf(after, row, changed);
        for (const at of changed) expect([FIELD_KEYS[at], parsedOf(some, at)]).toEqual([FIELD_KEYS[at], parsedOf(now, at)]);
      }),
      { numRuns: 2_500, seed: SEED },
    );
    // Every setting must change something.
    expect([...effective].toSorted()).toEqual([...Object.keys(STANDARD_CLEANING), 'column', 'combinations', 'constants'].toSorted());
  });

  it('uses the last of two combinations for one field', () => {
    const [first, second] = [1, 2].map((at) => ({
      field: 'businessName' as const,
      columns: [at, at + 2],
      how: 'join' as const,
      separator: ' ',
    }));
    const before: MappingPlan = { ...PLAN, combinations: [first!, second!] };
    const after: MappingPlan = { ...PLAN, combinations: [first!, { ...second!, separator: '-' }] };
    expect([before, after].map((plan) => draftOf(plan, FIELD_KEYS).values[FIELD_INDEX.businessName])).toEqual([
      `${FIELD_KEYS[2]} ${FIELD_KEYS[4]}`,
      `${FIELD_KEYS[2]}-${FIELD_KEYS[4]}`,
    ]);
    expect(changedFields(before, after)).toEqual(new Set([FIELD_INDEX.businessName]));
  });

  it('may change every field when it has an unknown setting', () => {
    const all = new Set(FIELD_KEYS.keys());
    expect(changedFields(PLAN, { ...PLAN, cleaning: { ...PLAN.cleaning, later: true } } as MappingPlan)).toEqual(all);
    expect(changedFields(PLAN, { ...PLAN, later: true } as MappingPlan)).toEqual(all);
    const columns = PLAN.columns.with(0, { ...PLAN.columns[0]!, later: true } as (typeof PLAN.columns)[number]);
    expect(changedFields(PLAN, { ...PLAN, columns })).toEqual(new Set([FIELD_INDEX.constituentId]));
  });
});
