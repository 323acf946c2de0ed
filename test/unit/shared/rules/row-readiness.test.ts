/** The effect of a row's issues: whether the row can be sent, and how organization rules change that. */
import { describe, expect, it } from 'vitest';
import { RULE_INDEX } from '../../../../shared/rules/codes.ts';
import { OrganizationRules, compileChecks } from '../../../../shared/rules/row-checks.ts';
import { FIELD_KEYS } from '../../../../shared/fields/table.ts';
import { type Cells, PERSON, TODAY, check, person } from '../../../kit/checked-row.ts';

describe('a row that identifies no one', () => {
  it.each<[string, Cells]>([
    ['a heading between the rows', { constituentId: 'BOARD MEMBERS' }],
    ['a total', { constituentId: 'Grand Totals (3 records)', rfmTotalGiftCount: '17', rfmTotalGiftValue: '12800' }],
    ['a state alone', { state: 'MA', country: 'US' }],
    ['the second line of the address above it', { street: 'Apt 4' }],
    ['an address alone', { street: '1 Elm St', city: 'Tampa', postalCode: '33601' }],
    ['nothing', {}],
  ])('is invalid: %s', (_, cells) => {
    const { readiness, found } = check(cells);
    expect(found).toEqual(['NOBODY primaryLast']);
    expect(readiness).toBe('invalid');
  });

  it('lacks everything else only where an organization sends such rows', () => {
    const required = ['city'] as const;
    const error = check({}, { rules: { required: [...required], severities: {} } });
    expect(error.found).toEqual(['NOBODY primaryLast']);
    const warning = check({}, { rules: { required: [...required], severities: { NOBODY: 'warning' } } });
    expect(warning.found).toEqual(expect.arrayContaining(['NOBODY primaryLast', 'FIELD_REQUIRED city', 'LAST_MISSING primaryLast']));
    expect(warning.readiness).toBe('invalid');
  });

  it.each<Cells>([
    { primaryFirst: 'Jane' },
    { personalEmail: 'jane@example.org' },
    { businessName: 'Acme' },
    { constituentId: '7', postalCode: '01609' },
  ])('is not reported with %j', (cells) => {
    expect(check(cells).found).not.toContain('NOBODY primaryLast');
  });

  it('lacks a last name even if no column is mapped to it', () => {
    expect(check({ street: '1 Elm St', city: 'Tampa' }, { mapped: ['street', 'city'] }).found).toEqual(['LAST_MISSING primaryLast']);
  });

  it('is not reported without a column that identifies a person', () => {
    expect(check({ constituentId: '7' }, { mapped: ['constituentId', 'rfmTotalGiftValue'] }).found).toEqual([]);
  });
});

describe('readiness', () => {
  const LONG = `1 ${'x'.repeat(256)}`;
  it.each<[string, Cells, string]>([
    ['name and full address', {}, 'ready'],
    ['no street', { street: '' }, 'incomplete'],
    ['no last name', { primaryLast: '' }, 'incomplete'],
    ['a warning that does not weaken the match', { personalPhone: '555-014' }, 'ready'],
    ['a ZIP that lost its zero, without a state to prove it', { postalCode: '1609', country: 'US', state: '' }, 'incomplete'],
    ['a ZIP of another state', { postalCode: '60614' }, 'incomplete'],
    ['two people in one name', { primaryFirst: 'Jane and John' }, 'fixable'],
    ['a title in the name', { primaryFirst: 'Dr. Jane' }, 'fixable'],
    ['a title and an initial', { primaryFirst: 'Dr. Jane', primaryLast: 'O' }, 'incomplete'],
    ['an organization', { primaryLast: 'Acme, Inc.' }, 'incomplete'],
    ['a deceased person', { primaryFirst: 'Jane (deceased)' }, 'incomplete'],
    ['a fixable name without a street', { primaryFirst: 'Jane and John', street: '' }, 'incomplete'],
    ['a fixable name and an error', { primaryFirst: 'Jane and John', street: LONG }, 'invalid'],
    ['an error', { street: LONG }, 'invalid'],
    ['an optional value that cannot be read', { personalEmail: 'jane@', personalPhone: 'unlisted', businessName: LONG }, 'ready'],
    ['an error and a missing part', { street: LONG, city: '' }, 'invalid'],
  ])('%s', (_, cells, readiness) => {
    expect(check(person(cells)).readiness).toBe(readiness);
  });

  it('is at most incomplete when a part of the match has no column', () => {
    const mapped = FIELD_KEYS.filter((key) => key !== 'postalCode');
    expect(check(PERSON, { mapped }).readiness).toBe('incomplete');
  });
});

describe('organization rules', () => {
  it('require a field', () => {
    expect(check(PERSON, { rules: { required: ['personalEmail'], severities: {} } })).toEqual({
      readiness: 'invalid',
      found: ['FIELD_REQUIRED personalEmail'],
    });
  });

  it('turn a rule off, or make it an error or a note', () => {
    const cells = person({ postalCode: '1609', state: 'CA' });
    const options = (severity: 'off' | 'error' | 'note') => ({ rules: { required: [], severities: { ZIP_FOUR_DIGITS: severity } } });
    expect(check(cells, options('off'))).toEqual({ readiness: 'ready', found: [] });
    expect(check(cells, options('error'))).toEqual({ readiness: 'invalid', found: ['ZIP_FOUR_DIGITS postalCode'] });
    expect(check(cells, options('note'))).toEqual({ readiness: 'ready', found: ['ZIP_FOUR_DIGITS postalCode'] });
  });

  it('also apply to rules that compare rows', () => {
    const { severities } = compileChecks({
      mapped: FIELD_KEYS,
      today: TODAY,
      rules: { required: [], severities: { ID_DUPLICATE: 'warning', HOUSEHOLD_TWICE: 'off' } },
    });
    expect([severities[RULE_INDEX.ID_DUPLICATE], severities[RULE_INDEX.HOUSEHOLD_TWICE], severities[RULE_INDEX.EMAIL_FORMAT]]).toEqual([
      'warning',
      null,
      'warning',
    ]);
  });

  it('have a strict schema', () => {
    expect(OrganizationRules.safeParse({ required: ['city'], severities: { ZIP_FORMAT: 'off' } }).success).toBe(true);
    expect(OrganizationRules.safeParse({ required: ['town'], severities: {} }).success).toBe(false);
    expect(OrganizationRules.safeParse({ required: [], severities: { NO_SUCH_RULE: 'off' } }).success).toBe(false);
  });
});
