/** Names that users of other importers reported as misread: what the service gets, and what Check reports. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMapping, createMappedRecord, CHANGE, type MappedRecord, recordOf } from '../../../../shared/mapping/index.ts';
import { FIELD_INDEX as F } from '../../../../shared/fields/index.ts';
import { compileChecks, DEFAULT_RULES, FIXES, RULES } from '../../../../shared/rules/index.ts';
import { decodeFacts } from '../../../../shared/rows/index.ts';
import { suggest } from '../../../kit/suggested-mapping.ts';

const ADDRESS = {
  Street: ['3 Elm St', '5 Oak St', '7 Ash St'],
  City: ['Keene', 'Keene', 'Keene'],
  State: ['NH', 'NH', 'NH'],
  ZIP: ['03431', '03431', '03431'],
};
const ID = { ID: ['101', '102', '103'] };

interface Row {
  readonly sent: Readonly<Record<string, string>>;
  readonly issues: readonly string[];
  readonly isReady: boolean;
  readonly record: MappedRecord;
}

/** The rows of a sheet with these columns, mapped as suggested; only the names of each record. */
function rowsOf(columns: Readonly<Record<string, readonly string[]>>): readonly Row[] {
  const { plan } = suggest({ ...ID, ...columns, ...ADDRESS });
  const cells = Object.values({ ...ID, ...columns, ...ADDRESS });
  const mapper = compileMapping(plan);
  const checker = compileChecks({ mapped: mapper.fields, rules: DEFAULT_RULES, today: '2026-11-20' });
  return cells[0]!.map((_, row) => {
    const record = createMappedRecord();
    mapper.map((column) => cells[column]![row] ?? '', record);
    const issues: string[] = [];
    const facts = decodeFacts(checker.check(record, (rule) => issues.push(RULES[rule]!.code)));
    const sent = Object.fromEntries(
      Object.entries(recordOf(record)).flatMap(([key, value]) => (/^(?:primary|spouse)/.test(key) ? [[key, String(value)]] : [])),
    );
    return { sent, issues, isReady: facts.readiness === 'ready' && facts.weakness === 'none', record };
  });
}

const OTHERS = ['Tamsin Quayle', 'Jonas Whitcombe'];
const person = (primaryFirst: string, primaryLast: string) => ({ primaryFirst, primaryLast });

describe('a name in one cell', () => {
  it.each<[string, object]>([
    // Credentials, known or not.
    ['Delphine Ashdown, MSN, RN', person('Delphine', 'Ashdown')],
    ['Aldous Hollis, PMP', person('Aldous', 'Hollis')],
    ['Delphine Ashdown, CTRS, LRT', person('Delphine', 'Ashdown')],
    // Signs and letters by which a list sorts or marks its names.
    ['+Delphine Ashdown', person('Delphine', 'Ashdown')],
    ['*Delphine Ashdown*', person('Delphine', 'Ashdown')],
    ['zzDelphine Ashdown', person('Delphine', 'Ashdown')],
    ['ZZZ Delphine Ashdown', person('Delphine', 'Ashdown')],
    ['Delphine Ashdown + 1', person('Delphine', 'Ashdown')],
    // A first name that is a title elsewhere, before a second person.
    ['Dean and Delphine Ashdown', { ...person('Dean', 'Ashdown'), spouseFirst: 'Delphine', spouseLast: 'Ashdown' }],
    ['Delphine Ashdown, M.Ed.', person('Delphine', 'Ashdown')],
    ['Delphine Ashdown, LCPT', person('Delphine', 'Ashdown')],
    ['Delphine Ashdown MD/PhD', person('Delphine', 'Ashdown')],
    // First names that are titles elsewhere, and last names that are degrees elsewhere.
    ['Fairweather, Dean B.', { ...person('Dean', 'Fairweather'), primaryMiddle: 'B.' }],
    ['Linh Thi Do, DDS', { ...person('Linh', 'Do'), primaryMiddle: 'Thi' }],
    ['Jun Ma, CPA', person('Jun', 'Ma')],
    ['Hoa Tran', person('Hoa', 'Tran')],
    // Two people.
    ['Aldous Hollis\nDelphine Hollis', { ...person('Aldous', 'Hollis'), spouseFirst: 'Delphine', spouseLast: 'Hollis' }],
    ['Aldous and/or Delphine Hollis', { ...person('Aldous', 'Hollis'), spouseFirst: 'Delphine', spouseLast: 'Hollis' }],
    ['Aldous Hollis / Delphine Voss', { ...person('Aldous', 'Hollis'), spouseFirst: 'Delphine', spouseLast: 'Voss' }],
    ['Delphine &amp; Aldous Hollis', { ...person('Delphine', 'Hollis'), spouseFirst: 'Aldous', spouseLast: 'Hollis' }],
    ['Delphine Ashdown - Board Chair', person('Delphine', 'Ashdown')],
    // Generations, maiden names, hyphens.
    ['Aldous Hollis the 2nd', person('Aldous', 'Hollis')],
    ['Aldous Hollis the Third', person('Aldous', 'Hollis')],
    ['Delphine Hollis née Voss', { ...person('Delphine', 'Hollis'), primaryMaiden: 'Voss' }],
    ['Delphine Hollis (born Voss)', { ...person('Delphine', 'Hollis'), primaryMaiden: 'Voss' }],
    ['Delphine Hollis - Voss', person('Delphine', 'Hollis-Voss')],
    // What a web page left.
    ['Aldous O&#039;Hara', person('Aldous', "O'Hara")],
    ['Aldous Hollis<br>', person('Aldous', 'Hollis')],
    ['<p>Aldous Hollis</p>', person('Aldous', 'Hollis')],
    ['Hollis, J.R.', person('J.R.', 'Hollis')],
    ['Aldous NMI Hollis', person('Aldous', 'Hollis')],
  ])('%j is sent right and is ready', (name, expected) => {
    const [row] = rowsOf({ Name: [name, ...OTHERS] });
    expect(row!.sent).toEqual(expected);
    expect(row!.isReady).toBe(true);
  });

  it.each([
    'Aldous Hollis DECEASED',
    'Aldous Hollis, deceased',
    'Aldous Hollis (d. 2019)',
    'the late Aldous Hollis',
    'Hollis, Aldous (dec.)',
  ])('%j is marked as deceased, with the name alone', (name) => {
    const [row] = rowsOf({ Name: [name, ...OTHERS] });
    expect(row!.sent).toEqual(person('Aldous', 'Hollis'));
    expect(row!.issues).toContain('DECEASED');
  });

  it.each(['Tom, Ann & Joe Hollis', 'Hollis & Voss PC', 'M & J Concrete', 'Local 12 Carpenters', 'Hollis County Schools'])(
    '%j is not sent as one or two people without a word',
    (name) => {
      const [row] = rowsOf({ Name: [name, ...OTHERS] });
      expect(row!.sent).toEqual({ primaryLast: name });
      expect(row!.isReady).toBe(false);
    },
  );

  it.each<[string, object, string, object]>([
    ['Justice Hollis', person('Justice', 'Hollis'), 'Read Justice as a title', person('', 'Hollis')],
    ['Major Voss', person('Major', 'Voss'), 'Read Major as a title', person('', 'Voss')],
    ['Tran, Do', person('Do', 'Tran'), 'Read Do as a degree', person('', 'Tran')],
    ['Hollis Janice', person('Janice', 'Hollis'), 'Read as last name Janice', person('Hollis', 'Janice')],
    ['Hollis Janice Q', { ...person('Janice', 'Hollis'), primaryMiddle: 'Q' }, 'Read as last name Q', person('Hollis', 'Q')],
  ])('%j is flagged with its reading and the other one', (name, expected, label, other) => {
    const [row] = rowsOf({ Name: [name, ...OTHERS] });
    expect(row!.sent).toEqual(expected);
    expect(row!.issues).toContain('NAME_UNCLEAR');
    expect(row!.isReady).toBe(false);
    const choices = FIXES.readOtherwise.choices!(row!.record, 'primaryLast');
    expect(choices.map((choice) => choice.label)).toEqual([`Keep last name ${row!.sent['primaryLast']}`, label]);
    const corrected = Object.fromEntries(choices[1]!.corrections.map(({ field, value }) => [field, value]));
    expect(corrected).toMatchObject(other);
  });

  it('is settled by a correction that keeps the reading', () => {
    const { plan } = suggest({ ...ID, Name: ['Justice Hollis', ...OTHERS], ...ADDRESS });
    const mapper = compileMapping(plan);
    const record = createMappedRecord();
    mapper.map((column) => (column === 1 ? 'Justice Hollis' : ''), record);
    expect(record.changes[F.primaryLast]! & CHANGE.nameUnclear).not.toBe(0);
    mapper.override(record, F.primaryLast, 'Hollis');
    expect(record.changes[F.primaryLast]! & CHANGE.nameUnclear).toBe(0);
  });
});

describe('names in columns', () => {
  it('of last names first without a comma are read so, also where one name does not show it', () => {
    const rows = rowsOf({ Name: ['Hollis Janice', 'Ashdown Kevin Q', 'Whitcombe Ngozi'] });
    expect(rows.map(({ sent }) => sent)).toEqual([
      person('Janice', 'Hollis'),
      { ...person('Kevin', 'Ashdown'), primaryMiddle: 'Q' },
      person('Ngozi', 'Whitcombe'),
    ]);
    expect(rows.every(({ isReady }) => isReady)).toBe(true);
  });

  it('join a surname prefix with the last name', () => {
    const rows = rowsOf({
      'First Name': ['Ruben', 'Femke', 'Sven'],
      'Last Name Prefix': ['van den', 'van der', ''],
      'Last Name': ['Oosterwold', 'Linderveld', 'Hollis'],
    });
    expect(rows.map(({ sent }) => sent['primaryLast'])).toEqual(['van den Oosterwold', 'van der Linderveld', 'Hollis']);
  });

  it('leave titles out of the last name', () => {
    const rows = rowsOf({
      'First Name': ['Ruben', 'Femke', 'Sven'],
      'Name Prefix': ['Mr.', 'Dr.', ''],
      'Last Name': ['Oosterwold', 'Linderveld', 'Hollis'],
    });
    expect(rows.map(({ sent }) => sent['primaryLast'])).toEqual(['Oosterwold', 'Linderveld', 'Hollis']);
  });

  it('have no middle name NMN, and no HTML', () => {
    const rows = rowsOf({
      'First Name': ['Delphine', 'Aldous<br>', 'Ruben'],
      'Middle Name': ['NMN', '(nmi)', 'T'],
      'Last Name': ['Ashdown', 'O&#039;Hara', 'Voss'],
    });
    expect(rows.map(({ sent }) => sent)).toEqual([
      person('Delphine', 'Ashdown'),
      person('Aldous', "O'Hara"),
      { ...person('Ruben', 'Voss'), primaryMiddle: 'T' },
    ]);
  });

  it('leave out a spouse who has died, with a note', () => {
    const rows = rowsOf({
      'First Name': ['Delphine', 'Aldous', 'Ruben'],
      'Last Name': ['Ashdown', 'Hollis', 'Voss'],
      'Spouse First Name': ['Carl', 'Ann', ''],
      'Spouse Deceased': ['Yes', 'No', ''],
    });
    expect(rows.map(({ sent }) => sent['spouseFirst'])).toEqual([undefined, 'Ann', undefined]);
    expect(rows.map(({ issues }) => issues.includes('SPOUSE_DECEASED'))).toEqual([true, false, false]);
    expect(rows[0]!.isReady).toBe(true);
  });
});

const NAME = fc.constantFrom('Delphine', 'Aldous', 'Hollis', 'Voss', 'Quayle', 'Ngozi', 'Dean', 'Do', 'Janice', 'de', 'Q.', "O'Hara");
const MARK = fc.constantFrom('DECEASED', '(deceased)', 'deceased', '<br>', '&amp;', '&#039;', '<b>', '</b>', '2019', '#4', 'NMN', 'et al.', 'MD', ',', '&', 'and', '<a', 'Inactive', 'Dec.', 'DO NOT MAIL', 'VIP', '12', 'née', '&lt;p&gt;', 'Estate of'); // prettier-ignore
const CELL = fc.array(fc.oneof({ weight: 3, arbitrary: NAME }, MARK), { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

describe('whatever is ready', () => {
  const hasRest = /\d|[<>]|&#?\w+;|\b(?:deceased|inactive|duplicate|vacant|do not mail|n\.?m\.?[ni])\b/i;
  /** Texts that the service would get as names although they are not names. */
  const wrongIn = (rows: readonly Row[]) =>
    rows
      .filter(({ isReady }) => isReady)
      .flatMap(({ sent }) => [sent['primaryFirst'] ?? '', sent['primaryLast'] ?? ''])
      .filter((name) => !/\p{L}/u.test(name) || hasRest.test(name));
  const CELLS = fc.tuple(CELL, CELL, CELL);

  it('has a first and a last name without digits, tags, entities and words of status', () => {
    fc.assert(
      fc.property(CELLS, (names) => {
        expect(wrongIn(rowsOf({ Name: names }))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(CELLS, CELLS, (firsts, lasts) => {
        expect(wrongIn(rowsOf({ 'First Name': firsts, 'Last Name': lasts }))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('can be ready', () => {
    expect(rowsOf({ Name: ['Delphine Hollis<br>', ...OTHERS] }).every(({ isReady }) => isReady)).toBe(true);
  });
});
