import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import type { Target } from '../../../../shared/mapping/plan.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { compileChecks, DEFAULT_RULES } from '../../../../shared/rules/row-checks.ts';
import { RULES } from '../../../../shared/rules/table.ts';
import { decodeFacts } from '../../../../shared/rows/row-facts.ts';
import { field, filledOf, planOf } from '../../../kit/mapped-rows.ts';

/** What the check makes of a row. `corrected`: values that the user types over the mapped ones. */
function checked(targets: readonly Target[], cells: readonly string[], corrected: Readonly<Partial<Record<FieldKey, string>>> = {}) {
  const mapper = compileMapping(planOf(targets));
  const record = createMappedRecord();
  mapper.map((column) => cells[column] ?? '', record);
  for (const key of FIELD_KEYS) if (corrected[key] !== undefined) mapper.override(record, FIELD_INDEX[key], corrected[key]);
  const codes: string[] = [];
  const checker = compileChecks({ mapped: mapper.fields, rules: DEFAULT_RULES, today: '2026-11-20' });
  const facts = decodeFacts(checker.check(record, (rule) => codes.push(RULES[rule]!.code)));
  return { name: filledOf(record), isSuppressed: facts.suppressed === 'yes', isWarned: codes.includes('CONTACT_BANNED'), codes };
}

const WHOLE: readonly Target[] = [{ kind: 'split', splitter: 'fullName' }];
const TWO = [field('primaryFirst'), field('primaryLast')];
const OTTO = { primaryFirst: 'Otto', primaryLast: 'Brandvold' };

describe('a request not to screen the person', () => {
  it.each(['Otto Brandvold - Do Not Screen', 'Brandvold, Otto (do not be screened, DNC)', "DON'T SCREEN: Otto Brandvold"])(
    '%j is left out, with the name alone',
    (cell) => {
      const { name, isSuppressed, isWarned, codes } = checked(WHOLE, [cell]);
      expect(name).toEqual(OTTO);
      expect({ isSuppressed, isWarned, isExplained: codes.includes('SCREENING_OBJECTED') }).toEqual({
        isSuppressed: true,
        isWarned: false,
        isExplained: true,
      });
    },
  );

  it('is kept when the user corrects the name', () => {
    expect(checked(TWO, ['Otto', 'Brandvold (do not screen)'], { primaryLast: 'Brandvold' })).toMatchObject({ isSuppressed: true });
    expect(checked(TWO, ['Otto', 'Poe'], { primaryLast: 'Brandvold do not screen' })).toMatchObject({ name: OTTO, isSuppressed: true });
  });
});

describe('a request not to contact the person in the cell of the whole name', () => {
  it.each([
    'Otto Brandvold DNC',
    'Otto Brandvold dnm',
    'OTTO BRANDVOLD DNC',
    'DNC Otto Brandvold',
    'Otto Brandvold (DNS)',
    'Brandvold DNC, Otto',
    'Brandvold, DNC Otto',
    'Brandvold, Otto (DNC)',
    'Otto Brandvold - Do Not Contact',
    'Otto Brandvold, Do Not Mail',
    'DO NOT SOLICIT: Otto Brandvold',
    'Otto Brandvold *NO MAIL*',
    'Otto Brandvold Esq. (no calls)',
    "Otto Brandvold, don't call",
  ])('%j has a warning, and the name alone is sent', (cell) => {
    const { name, isSuppressed, isWarned } = checked(WHOLE, [cell]);
    expect(Object.fromEntries(Object.entries(name).map(([key, value]) => [key, value.toLowerCase()]))).toEqual({
      primaryFirst: 'otto',
      primaryLast: 'brandvold',
    });
    expect({ isSuppressed, isWarned }).toEqual({ isSuppressed: false, isWarned: true });
  });

  it('is reported for a couple too', () => {
    const { name, isWarned } = checked(WHOLE, ['Otto & Rhea Brandvold DNC']);
    expect(name).toEqual({ ...OTTO, spouseFirst: 'Rhea', spouseLast: 'Brandvold' });
    expect(isWarned).toBe(true);
  });
});

describe('a request not to contact the person in the cell of one part of the name', () => {
  it.each([
    ['Otto', 'Brandvold DNC'],
    ['Otto', 'BRANDVOLD (DNC)'],
    ['Otto', 'Brandvold/DNM'],
    ['Otto', 'Brandvold_DNC'],
    ['Otto', 'Brandvold - Do Not Mail'],
    ['Otto', 'Brandvold NO MAIL'],
    ['Otto DNC', 'Brandvold'],
    ['DNC - Otto', 'Brandvold'],
  ])('%j | %j has a warning, and the name alone is sent', (first, last) => {
    const { name, isSuppressed, isWarned } = checked(TWO, [first, last]);
    expect(name).toEqual(OTTO);
    expect({ isSuppressed, isWarned }).toEqual({ isSuppressed: false, isWarned: true });
  });

  it.each([
    ['Otto', 'DNC'],
    ['DNC', 'Brandvold'],
    ['Otto', 'Do Not Contact'],
  ])('%j | %j has a warning: the mark is no name', (first, last) => {
    expect(checked(TWO, [first, last])).toMatchObject({ isWarned: true });
  });

  it('ends when the user corrects the name, and begins when they type it', () => {
    expect(checked(TWO, ['Otto', 'Brandvold DNC'], { primaryLast: 'Brandvold' })).toMatchObject({ isWarned: false });
    expect(checked(TWO, ['Otto', 'Poe'], { primaryLast: 'Brandvold DNC' })).toMatchObject({ name: OTTO, isWarned: true });
  });
});

describe('names and credentials that look like such a request', () => {
  it.each([
    'Otto Brandvold, CPA',
    'Otto Brandvold MD, PhD',
    'Otto Brandvold Esq.',
    'Otto Brandvold DNP',
    'No Maillet',
    'Do Nott',
    'D.N. McKay',
    'Don Mailer',
  ])('%j has none', (cell) => {
    expect(checked(WHOLE, [cell])).toMatchObject({ isSuppressed: false, isWarned: false });
  });
});

describe('a mark of death that is joined to a name', () => {
  it.each(['Brandvold-Deceased', 'BRANDVOLD_DECEASED', 'Brandvold*deceased*', "Brandvold Dec'd", 'Brandvold (d. 2019)', 'Brandvold Decd.'])(
    'is reported in the last name %j',
    (last) => {
      expect(checked(TWO, ['Otto', last]).codes).toContain('DECEASED');
    },
  );

  it('leaves no sign in the name', () => {
    expect(checked(WHOLE, ['Otto Brandvold Decd.'])).toMatchObject({ name: OTTO, codes: expect.arrayContaining(['DECEASED']) });
  });
});

describe('a last name with a word for a church', () => {
  it.each([
    ['Álex', 'de la Iglesia', false],
    ['Rosa', 'de las Iglesias', false],
    ['Rosa', 'Iglesia de la Paz', true],
  ])('%j | %j is an organization: %s', (first, last, isOrganization) => {
    expect(checked(TWO, [first, last]).codes.includes('ORGANIZATION')).toBe(isOrganization);
  });
});
