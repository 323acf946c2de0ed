/** Emails and phones as lists have them: with names, remarks, several in a cell, in the wrong column, damaged by a spreadsheet. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX, type FieldKey } from '../../../../shared/fields/table.ts';
import { CHANGE, PARSE_ERROR, recordOf } from '../../../../shared/mapping/mapped-record.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { compileChecks, DEFAULT_RULES } from '../../../../shared/rules/row-checks.ts';
import { RULE_CODES } from '../../../../shared/rules/codes.ts';
import { decodeFacts } from '../../../../shared/rows/row-facts.ts';
import { field, filledOf, mapCell, mapRow, planOf } from '../../../kit/mapped-rows.ts';

const KEYS = ['primaryFirst', 'primaryLast', 'personalEmail', 'personalPhone', 'businessEmail', 'businessPhone'] as const;
type Cells = Readonly<Partial<Record<(typeof KEYS)[number], string>>>;
const PLAN = planOf(KEYS.map(field));
const NAME = { primaryFirst: 'Rhea', primaryLast: 'Castellan' };

const mapped = (cells: Cells) => mapRow(PLAN, KEYS.map((key) => ({ ...NAME, ...cells })[key] ?? '')); // prettier-ignore
const sent = (cells: Cells) => {
  const { primaryFirst: _, primaryLast: __, ...contacts } = recordOf(mapped(cells));
  return contacts;
};
function rulesOf(cells: Cells): { codes: string[]; isInvalid: boolean } {
  const codes = new Set<string>();
  const checker = compileChecks({ mapped: compileMapping(PLAN).fields, rules: DEFAULT_RULES, today: '2026-11-20' });
  const bits = checker.check(mapped(cells), (rule) => codes.add(RULE_CODES[rule]!));
  return { codes: [...codes].toSorted(), isInvalid: decodeFacts(bits).readiness === 'invalid' };
}

describe('an email', () => {
  it.each([
    ['Rhea Castellan <rhea@example.org>', 'rhea@example.org'],
    ['"Castellan, Rhea" <rhea@example.org>', 'rhea@example.org'],
    ['<rhea@example.org>', 'rhea@example.org'],
    ['mailto:rhea@example.org', 'rhea@example.org'],
    ['mailto:rhea@example.org?subject=Hi', 'rhea@example.org'],
    ['rhea@example.org <mailto:rhea@example.org>', 'rhea@example.org'],
    ['<a href="mailto:rhea@example.org">rhea@example.org</a>', 'rhea@example.org'],
    ['rhea@example.org (work)', 'rhea@example.org'],
    ['rhea@example.org - do not use for receipts', 'rhea@example.org'],
    ['Email: rhea@example.org', 'rhea@example.org'],
    ['Rhea rhea@example.org', 'rhea@example.org'],
    ['rhea@example.org;', 'rhea@example.org'],
    ['rhea@example.org.', 'rhea@example.org'],
    ["rhea.o'dowd@example.org", "rhea.o'dowd@example.org"],
  ])('%j is %s', (text, address) => {
    expect(sent({ personalEmail: text })).toEqual({ personalEmail: address });
  });

  // Half of a mistyped address can be the address of somebody else.
  it.each(['rhea castellan@example.org', 'rhea@example. org', 'rhea@example,org', 'rhea@example.co m', 'rhea@@example.org', 'rhea at example.org', 'ask Rhea'])(
    '%j is withheld, and its person is sent',
    (text) => {
      expect(sent({ personalEmail: text })).toEqual({});
      expect(mapped({ personalEmail: text }).parseErrors[FIELD_INDEX.personalEmail]).toBe(PARSE_ERROR.emailUnreadable);
      const { codes, isInvalid } = rulesOf({ personalEmail: text });
      expect(codes).toContain('EMAIL_FORMAT');
      expect(isInvalid).toBe(false);
    },
  ); // prettier-ignore
});

describe('a phone number', () => {
  it.each([
    ['8135550100.0', '8135550100'],
    ['8.13555010E9', '8135550100'],
    ['813-555-0100 call after 5', '813-555-0100'],
    ['813-555-0100 ext. 7', '813-555-0100 ext. 7'],
    ['Rhea (cell): 813-555-0100', '813-555-0100'],
  ])('%j is %s', (text, number) => {
    expect(sent({ personalPhone: text })).toEqual({ personalPhone: number });
  });

  it.each(['8.13555E+09', 'unlisted', '555-01', 'call after 5', '12345678901234567890'])('%j is withheld and counted', (text) => {
    expect(sent({ personalPhone: text })).toEqual({});
    expect(rulesOf({ personalPhone: text })).toMatchObject({ codes: expect.arrayContaining(['PHONE_FORMAT']), isInvalid: false });
  });
});

describe('cells of contacts', () => {
  it.each<readonly [string, Cells, Cells, string[]]>([
    ['a phone among emails', { personalEmail: '813-555-0100' }, { personalPhone: '813-555-0100' }, ['CONTACT_MOVED']],
    ['an email among phones', { personalPhone: 'rhea@example.org' }, { personalEmail: 'rhea@example.org' }, ['CONTACT_MOVED']],
    [
      'an email and a phone, swapped',
      { personalEmail: '813-555-0100', personalPhone: 'rhea@example.org' },
      { personalEmail: 'rhea@example.org', personalPhone: '813-555-0100' },
      ['CONTACT_MOVED'],
    ],
    [
      'a phone among business emails',
      { businessEmail: '813-555-0100', personalPhone: '813-555-0109' },
      { businessPhone: '813-555-0100', personalPhone: '813-555-0109' },
      ['CONTACT_MOVED'],
    ],
    [
      'a phone among emails where the phones are filled',
      { personalEmail: '813-555-0100', personalPhone: '813-555-0109', businessPhone: '813-555-0108' },
      { personalPhone: '813-555-0109', businessPhone: '813-555-0108' },
      ['EMAIL_FORMAT'],
    ],
    [
      'two emails',
      { personalEmail: 'rhea@example.org; r.castellan@example.com' },
      { personalEmail: 'rhea@example.org', businessEmail: 'r.castellan@example.com' },
      ['CONTACT_MOVED', 'EMAIL_EXTRACTED'],
    ],
    [
      'two emails where the second field is filled',
      { personalEmail: 'rhea@example.org / r.castellan@example.com', businessEmail: 'office@example.net' },
      { personalEmail: 'rhea@example.org', businessEmail: 'office@example.net' },
      ['CONTACT_LEFT_OUT', 'EMAIL_EXTRACTED'],
    ],
    [
      'three phones',
      { personalPhone: '813-555-0100, 813-555-0101, 813-555-0102' },
      { personalPhone: '813-555-0100', businessPhone: '813-555-0101' },
      ['CONTACT_LEFT_OUT', 'CONTACT_MOVED', 'PHONE_EXTRACTED'],
    ],
    ['the same email twice', { personalEmail: 'rhea@example.org, RHEA@example.org' }, { personalEmail: 'rhea@example.org' }, ['EMAIL_EXTRACTED']],
  ])('%s', (_, cells, contacts, rules) => {
    expect(sent(cells)).toEqual(contacts);
    expect(rulesOf(cells).codes.filter((code) => /^(?:CONTACT|EMAIL|PHONE)/.test(code))).toEqual(rules);
  }); // prettier-ignore

  it('never lose an address or a number unsaid, and never invalidate a person', () => {
    const piece = fc.constantFrom('rhea@example.org', 'r.c@example.com', '813-555-0100', '(813) 555-0102', '8135550104.0', 'call after 5', 'work', '', 'x@', ';', ' / ', 'n/a'); // prettier-ignore
    const cell = fc.array(piece, { maxLength: 3 }).map((pieces) => pieces.join(' ; '));
    fc.assert(
      fc.property(cell, cell, cell, cell, (...[personalEmail, personalPhone, businessEmail, businessPhone]) => {
        const cells = { personalEmail, personalPhone, businessEmail, businessPhone };
        const { codes, isInvalid } = rulesOf(cells);
        expect(isInvalid).toBe(false);
        const kept = Object.values(sent(cells)).map((value) => String(value).replace(/\D/g, '') || String(value));
        const given = Object.values(cells).flatMap((text) => text.match(/\S+@\S+\.\S+|\d{3}\D{0,2}\d{3}-?\d{4}/g) ?? []); // prettier-ignore
        const isLost = given.some((one) => !kept.includes(one.includes('@') ? one : one.replace(/\D/g, '').slice(0, 10)));
        expect(!isLost || codes.some((code) => ['CONTACT_LEFT_OUT', 'EMAIL_FORMAT', 'PHONE_FORMAT'].includes(code))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('an optional text that is too long', () => {
  it.each<FieldKey>(['street2', 'businessName', 'businessTitle', 'primaryMiddle', 'spouseFirst', 'country'])('of %s is withheld', (key) => {
    const { draft, fault } = mapCell(key, 'Larch '.repeat(60));
    expect(fault).toBe(PARSE_ERROR.tooLong);
    expect(recordOf(draft)).toEqual({});
  });

  it('of a field that a match needs is an error', () => {
    const { draft, changes } = mapCell('street', `1 ${'Larch '.repeat(60)}`);
    expect(changes! & CHANGE.long).toBe(CHANGE.long);
    expect(filledOf(draft)).toHaveProperty('street');
  });
});

it('a row with nothing but an email that cannot be read identifies nobody', () => {
  expect(rulesOf({ primaryFirst: '', primaryLast: '', personalEmail: 'ask Rhea' }).codes).toContain('NOBODY');
});
