/**
 * Most cells have the form of their field and are stored without cleaning. A trailing space forces a text through cleaning, which removes
 * the space without a trace: the record must be the same.
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, FIELDS, type FieldKey } from '../../../../shared/fields/table.ts';
import { MatchKeyHasher, SLOT_BITS } from '../../../../shared/rules/index.ts';
import { RULE_INDEX } from '../../../../shared/rules/codes.ts';
import { compileChecks, DEFAULT_RULES } from '../../../../shared/rules/row-checks.ts';
import type { Cleaning } from '../../../../shared/mapping/plan.ts';
import { mapCell } from '../../../kit/mapped-rows.ts';
import { nastyText } from '../../../kit/nasty-text.ts';

const USUAL = [
  '6006 Willow Lane', 'P.O. Box 12', '12 & 14 Elm St', '<b>1</b> Elm', 'One Main St', 'apt 6', 'R', 'r', 'É', 'TJ', 'LI', 'NMI', 'n/a', 'Nora', 'none', 'JANE', 'jANE', 'Mary Ann',
  'mary ann', 'McDonald', 'van der Berg', "O'Brien", 'O´Dowd', "'t Hooft", 'Poe-', '*Poe', 'Jos?', 'JosÃ©', 'José', 'US', 'us', 'USA', 'usa', 'U.S.A.', 'United States',
  'United States of America', 'Canada', 'MA', 'Massachusetts', '02108', '2108', '021081234', 'ann@example.org', 'ann.müller@example.org', 'ann@müller.example',
  'none@none.com', 'no@example.org', 'ann@example.org; bob@example.org', 'Ann <ann@example.org>', '(617) 555-0100', '(617) 555-0100+', '+1 617 555 0100', '617+555+0100', '123-45-6789', '4111111111111111', '1.5E+10',
] as const; // prettier-ignore
/** Without the ZIP: a whole ZIP counts as one with a hyphen, but no rule needs that. */
const TEXT_FIELDS = FIELDS.filter(({ type, kind }) => !['date', 'amount', 'count'].includes(type) && kind !== 'postalCode').map(
  ({ key }) => key,
);

const usual = fc.constantFrom(...USUAL);
const text = fc.oneof(
  { weight: 3, arbitrary: usual },
  { weight: 1, arbitrary: nastyText() },
  { weight: 1, arbitrary: fc.tuple(usual, nastyText()).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(nastyText(), usual).map((parts) => parts.join('')) },
);
const cleaning: fc.Arbitrary<Partial<Cleaning>> = fc.oneof(
  fc.constant({}),
  fc.record({ spaces: fc.boolean(), placeholders: fc.boolean(), shoutedNames: fc.boolean(), countryCodes: fc.boolean() }),
);

function recordOf(key: FieldKey, cell: string, cleaned: Partial<Cleaning>) {
  const { values, classes, changes, parseErrors, flaggedFields } = mapCell(key, cell, {}, cleaned).draft;
  return { values, classes, changes, parseErrors, isFlagged: !flaggedFields.isEmpty };
}

describe('a cell that has the form of its field', () => {
  it('is stored as cleaning would store it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TEXT_FIELDS), text, cleaning, (key, cell, cleaned) => {
        expect(recordOf(key, cell, cleaned)).toEqual(recordOf(key, `${cell} `, cleaned));
      }),
      { numRuns: 4000 },
    );
  });

  it.each<[FieldKey, string]>([
    ['street', '6006 Willow Lane'],
    ['primaryMiddle', 'R'],
    ['primaryFirst', 'TJ'],
  ])('is the text of the sheet itself: %s %s', (key, cell) => {
    expect(mapCell(key, cell).draft.flaggedFields.isEmpty).toBe(true);
    expect(mapCell(key, cell).value).toBe(cell);
  });
});

describe('the keys of an email address', () => {
  it('are the same whether or not parsing has proven its form', () => {
    const [proven, unknown] = [new MatchKeyHasher(), new MatchKeyHasher()];
    fc.assert(
      fc.property(fc.constantFrom('personalEmail', 'businessEmail'), text, (key, cell) => {
        const { draft } = mapCell(key, cell);
        const { values, parseErrors } = draft;
        const wanted = SLOT_BITS.emails;
        expect(proven.hashes(draft, wanted)).toBe(unknown.hashes({ values, parseErrors }, wanted));
        expect(proven.halves).toEqual(unknown.halves);
      }),
      { numRuns: 4000 },
    );
  });
});

describe('a sign at the end of a name', () => {
  const ENDS = /^[*#~^_=+-]|[*#~^_=+-]$/;
  it('is reported wherever the name has one word', () => {
    const checks = compileChecks({ mapped: ['primaryLast'], rules: DEFAULT_RULES, today: '2026-11-20' });
    const name = fc.tuple(
      fc.constantFrom('', '*', '#', '~', '^', '_', '=', '-', 'é'),
      fc.constantFrom('Poe', 'Núñez', 'Poe-Lyle'),
      fc.constantFrom('', '*', '-', '_', '=', '^', '~', '#'),
    );
    fc.assert(
      fc.property(name, (parts) => {
        const { draft, value } = mapCell('primaryLast', parts.join(''));
        const found: number[] = [];
        checks.check(draft, (rule, field) => field === FIELD_INDEX.primaryLast && found.push(rule));
        expect(found.includes(RULE_INDEX.NAME_TITLE)).toBe(ENDS.test(value!));
      }),
    );
  });
});
