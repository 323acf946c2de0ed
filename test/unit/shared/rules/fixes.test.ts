import { describe, expect, it } from 'vitest';
import { RULES, FIXES, correctionsOf, type FixId } from '../../../../shared/rules/table.ts';
import { RULE_INDEX, type RuleCode } from '../../../../shared/rules/codes.ts';
import { DEFAULT_RULES, compileChecks } from '../../../../shared/rules/row-checks.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { applyOverride, compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { createMappedRecord, type MappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { STANDARD_CLEANING } from '../../../../shared/mapping/plan.ts';

type Cells = Readonly<Partial<Record<FieldKey, string>>>;

function draftOf(cells: Cells): MappedRecord {
  const draft = createMappedRecord();
  const columns = FIELD_KEYS.map((key, column) => ({
    column,
    to: { kind: 'field' as const, field: key },
    settled: true,
    dateOrder: null,
    decimal: 'point' as const,
  }));
  compileMapping({ columns, combinations: [], constants: [], cleaning: { ...STANDARD_CLEANING, stateCodes: false } }).map(
    (column) => cells[FIELD_KEYS[column]!] ?? '',
    draft,
  );
  return draft;
}

const corrected = (fix: FixId, cells: Cells, field: FieldKey) =>
  Object.fromEntries(correctionsOf(fix, draftOf(cells), field).map((correction) => [correction.field, correction.value]));

describe('each fix', () => {
  it.each<[FixId, FieldKey, Cells, Cells]>([
    ['repairEmail', 'personalEmail', { personalEmail: 'rosalind.quayle@' }, { personalEmail: '' }],
    ['repairEmail', 'personalEmail', { personalEmail: 'jane @example,com' }, { personalEmail: 'jane@example.com' }],
    ['clearValue', 'rfmFirstGiftDate', { rfmFirstGiftDate: 'last spring' }, { rfmFirstGiftDate: '' }],
    ['clearValue', 'personalPhone', { personalPhone: '555' }, { personalPhone: '' }],
    ['centuryBack', 'rfmFirstGiftDate', { rfmFirstGiftDate: '2062-11-02' }, { rfmFirstGiftDate: '1962-11-02' }],
    ['centuryBack', 'rfmFirstGiftDate', { rfmFirstGiftDate: '1962-11-02' }, {}],
    ['centuryBack', 'rfmFirstGiftDate', { rfmFirstGiftDate: 'soon' }, {}],
    ['addZipZeros', 'postalCode', { postalCode: '1609', country: 'US' }, { postalCode: '01609' }],
    ['addZipZeros', 'postalCode', { postalCode: '901', country: 'US' }, { postalCode: '00901' }],
    ['addZipZeros', 'postalCode', { postalCode: '01609' }, {}],
    ['stateToCode', 'state', { state: 'Massachusetts' }, { state: 'MA' }],
    ['stateToCode', 'state', { state: 'Shropshire' }, {}],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Jane and John', primaryLast: 'Pellegrin' },
      { primaryFirst: 'Jane', spouseFirst: 'John', spouseLast: 'Pellegrin' },
    ],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Jane & John Doe', primaryLast: 'Smith' },
      { primaryFirst: 'Jane', spouseFirst: 'John', spouseLast: 'Doe' },
    ],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'John & Mary Ann', primaryLast: 'Smith' },
      { primaryFirst: 'John', spouseFirst: 'Mary Ann', spouseLast: 'Smith' },
    ],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'John A. & Mary B.', primaryLast: 'Smith' },
      { primaryFirst: 'John A.', spouseFirst: 'Mary B.', spouseLast: 'Smith' },
    ],
    // Nobody is dropped if the spouse's fields name somebody else.
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Percy & Harriet', primaryLast: 'Doe', spouseFirst: 'Jack' }, {}],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Percy & Harriet', primaryLast: 'Doe', spouseFirst: 'Harriet A.', spouseLast: 'Doe' },
      { primaryFirst: 'Percy' },
    ],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Percy & Harriet', primaryLast: 'Doe', spouseLast: 'Quill' },
      { primaryFirst: 'Percy', spouseFirst: 'Harriet' },
    ],
    ['splitPeople', 'primaryLast', { primaryLast: 'Percy and Harriet Doe', spouseFirst: 'Jack' }, {}],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'John & Mary', primaryLast: 'Hill & Doe', spouseFirst: 'Ruth' }, {}],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Dr. Jane and John', primaryLast: 'Doe' },
      { primaryFirst: 'Jane', spouseFirst: 'John', spouseLast: 'Doe' },
    ],
    [
      'splitPeople',
      'primaryLast',
      { primaryLast: 'Jane and John Smith' },
      { primaryFirst: 'Jane', primaryLast: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' },
    ],
    ['splitPeople', 'primaryLast', { primaryFirst: 'Jane', primaryLast: 'Smith/Doe' }, { primaryLast: 'Smith', spouseLast: 'Doe' }],
    // Titles of two people name only one of them, or none.
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Mr. & Mrs. Otto T.', primaryLast: 'Pell' }, { primaryFirst: 'Otto T.' }],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'The Honorable and Mrs. Otto', primaryLast: 'Pell' }, { primaryFirst: 'Otto' }],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Sir Otto and Lady', primaryLast: 'Pell' }, { primaryFirst: 'Otto' }],
    ['householdToLast', 'primaryLast', { primaryFirst: 'The Pell', primaryLast: 'Family' }, {}],
    ['householdToLast', 'primaryFirst', { primaryFirst: 'The Pell Family', primaryLast: 'Pell' }, {}],
    ['householdToLast', 'primaryFirst', { primaryFirst: 'The Pell Family', primaryLast: 'Moss' }, {}],
    ['householdToLast', 'primaryLast', { primaryFirst: 'Anna', primaryLast: 'Family' }, {}],
    ['splitLast', 'primaryFirst', { primaryFirst: 'Otto T. Pell', primaryLast: 'Pell' }, { primaryFirst: 'Otto T.' }],
    ['splitLast', 'primaryFirst', { primaryFirst: 'Pell, Otto', primaryLast: 'Pell' }, { primaryFirst: 'Otto' }],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Mr. Otto Pell', primaryLast: 'Pell' }, { primaryFirst: 'Otto' }],
    ['dropTitles', 'primaryLast', { primaryFirst: 'Otto Pell', primaryLast: 'Pell Jr.' }, {}],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Otto Pell & Ann', primaryLast: 'Pell' },
      { primaryFirst: 'Otto', spouseFirst: 'Ann', spouseLast: 'Pell' },
    ],
    // No fix empties a first name.
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Mr. and Mrs.', primaryLast: 'Pell' }, {}],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Mr. and Mrs.', primaryLast: 'Van Pellen' }, {}],
    // "Jane", "Smith & Doe" and the spouse "Otto Doe": the spouse's whole name has its own fix, and Doe is not added to it.
    ['splitPeople', 'primaryLast', { primaryFirst: 'Jane', primaryLast: 'Smith & Doe', spouseFirst: 'Otto Doe' }, { primaryLast: 'Smith' }],
    ['splitPeople', 'primaryLast', { primaryFirst: 'Jane', primaryLast: 'Smith & Doe', spouseFirst: 'Otto Pell' }, {}],
    // A spouse's whole name is split when its title, remark or second person is dropped; otherwise the row would need another fix.
    [
      'dropTitles',
      'spouseFirst',
      { primaryLast: 'Pell', spouseFirst: 'Mr. Otto Q. Pell, Jr.' },
      { spouseFirst: 'Otto', spouseMiddle: 'Q.', spouseLast: 'Pell' },
    ],
    ['keepSpouseName', 'spouseFirst', { primaryLast: 'Pell', spouseFirst: 'and Otto Pell' }, { spouseFirst: 'Otto', spouseLast: 'Pell' }],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Mr. and Mrs.', primaryLast: 'Percy Pell' },
      { primaryFirst: 'Percy', primaryLast: 'Pell' },
    ],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Mr. & Mrs. Percy and Jane', primaryLast: 'Pell' },
      { primaryFirst: 'Percy', spouseFirst: 'Jane', spouseLast: 'Pell' },
    ],
    ['splitPeople', 'primaryLast', { primaryLast: 'Mr. and Mrs. Pell' }, { primaryLast: 'Pell' }],
    ['splitPeople', 'primaryLast', { primaryFirst: 'Otto', primaryLast: 'Pell, Mr. and Mrs.' }, { primaryLast: 'Pell' }],
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'Dean and Carla', primaryLast: 'Pell' },
      { primaryFirst: 'Dean', spouseFirst: 'Carla', spouseLast: 'Pell' },
    ],
    ['splitLast', 'primaryLast', { primaryFirst: 'Jane', primaryLast: 'Jane Q. Pell' }, { primaryMiddle: 'Q.', primaryLast: 'Pell' }],
    // A safe fix leaves nothing for another fix.
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Jane and John', primaryLast: 'Jane Okafor' }, {}],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Jane c/o Otto', primaryLast: 'Pell' }, { primaryFirst: 'Jane' }],
    ['splitPeople', 'spouseFirst', { spouseFirst: 'John and Jack' }, { spouseFirst: 'John' }],
    // A companion without a name is not a spouse.
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Paul and Family', primaryLast: 'Kent' }, { primaryFirst: 'Paul' }],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Paul & Guest', primaryLast: 'Kent' }, { primaryFirst: 'Paul' }],
    ['splitPeople', 'primaryLast', { primaryFirst: 'Paul', primaryLast: 'Kent & Guest' }, { primaryLast: 'Kent' }],
    ['splitPeople', 'primaryLast', { primaryLast: 'Paul Kent & Guest' }, { primaryFirst: 'Paul', primaryLast: 'Kent' }],
    // The second person has a first and a last name in the last name.
    [
      'splitPeople',
      'primaryLast',
      { primaryFirst: 'John', primaryLast: 'Hill & Mary Ann Doe' },
      { primaryLast: 'Hill', spouseFirst: 'Mary Ann', spouseLast: 'Doe' },
    ],
    [
      'splitPeople',
      'primaryLast',
      { primaryFirst: 'John', primaryLast: 'Hill & Mary Doe', spouseFirst: 'Mary' },
      { primaryLast: 'Hill', spouseLast: 'Doe' },
    ],
    ['splitPeople', 'primaryLast', { primaryFirst: 'John', primaryLast: 'Hill & Mary Doe', spouseFirst: 'Ruth' }, {}],
    [
      'splitPeople',
      'primaryLast',
      { primaryFirst: 'John', primaryLast: 'Hill & Doe', spouseFirst: 'Mary', spouseLast: 'Roe' },
      { primaryLast: 'Hill' },
    ],
    // Two first names and two last names, from either field.
    ...(['primaryFirst', 'primaryLast'] as const).map((from): [FixId, FieldKey, Cells, Cells] => [
      'splitPeople',
      from,
      { primaryFirst: 'Mr. John & Dr. Mary', primaryLast: 'Hill & Doe' },
      { primaryFirst: 'John', primaryLast: 'Hill', spouseFirst: 'Mary', spouseLast: 'Doe' },
    ]),
    [
      'splitPeople',
      'primaryFirst',
      { primaryFirst: 'John & Mary', primaryLast: 'Hill & Doe', spouseFirst: 'Mary' },
      { primaryFirst: 'John', primaryLast: 'Hill' },
    ],
    // More than one sensible reading.
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Bob/Robert', primaryLast: 'Hill' }, {}],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Paul & Rita & Kim', primaryLast: 'Kent' }, {}],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'John & Mary Roe', primaryLast: 'Hill & Doe' }, {}],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'John & Mary', primaryLast: 'Hill & Ruth Doe' }, {}],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'John & Guest', primaryLast: 'Hill & Doe' }, {}],
    ['splitPeople', 'primaryLast', { primaryFirst: 'John & Mary', primaryLast: 'Hill & Guest' }, {}],
    ['splitPeople', 'primaryLast', { primaryFirst: 'John', primaryLast: 'Hill & Van Horn' }, {}],
    ['splitPeople', 'primaryLast', { primaryLast: 'Robert, Ann and Lee Price' }, {}],
    ['splitPeople', 'primaryLast', { primaryLast: 'Arts and Crafts Portland' }, {}],
    [
      'splitPeople',
      'primaryLast',
      { primaryLast: 'Lyle and Jane Okafor' },
      { primaryFirst: 'Lyle', primaryLast: 'Okafor', spouseFirst: 'Jane', spouseLast: 'Okafor' },
    ],
    ['splitPeople', 'primaryFirst', { primaryFirst: 'Jane' }, {}],
    ['householdToLast', 'primaryLast', { primaryLast: 'The Smith Family' }, { primaryLast: 'Smith' }],
    ['householdToLast', 'primaryLast', { primaryLast: 'Smith' }, {}],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Dr. Robert' }, { primaryFirst: 'Robert' }],
    ['dropTitles', 'primaryLast', { primaryLast: 'McAllister, III' }, { primaryLast: 'McAllister' }],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Mrs.' }, {}],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Col. (Ret.) Jim' }, { primaryFirst: 'Jim' }],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Gen. Marie' }, { primaryFirst: 'Marie' }],
    ['dropTitles', 'primaryLast', { primaryLast: 'Smith MD FACS' }, { primaryLast: 'Smith' }],
    ['dropTitles', 'primaryLast', { primaryLast: 'Poe TTEE' }, { primaryLast: 'Poe' }],
    // Dean and Gen are also first names.
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Dean Alan' }, {}],
    ['dropTitles', 'primaryFirst', { primaryFirst: 'Gen Marie' }, {}],
    ['splitUnclear', 'primaryLast', { primaryLast: 'Lyle Okafor' }, { primaryFirst: 'Lyle', primaryLast: 'Okafor' }],
    ['keepSpouseName', 'spouseFirst', { primaryFirst: 'Eve', primaryLast: 'Hay', spouseFirst: 'Single' }, { spouseFirst: '' }],
    ['keepSpouseName', 'spouseFirst', { primaryFirst: 'Jo', primaryLast: 'May', spouseFirst: 'and Kim' }, { spouseFirst: 'Kim' }],
    ['keepSpouseName', 'spouseFirst', { primaryFirst: 'Jo', primaryLast: 'May', spouseFirst: '& Dr. Kim' }, {}],
    ['splitLast', 'primaryLast', { primaryLast: 'John Q. Smith' }, { primaryFirst: 'John', primaryMiddle: 'Q.', primaryLast: 'Smith' }],
    ['nameFromFirst', 'primaryLast', { primaryFirst: 'John Smith' }, { primaryFirst: 'John', primaryLast: 'Smith' }],
    ['nameFromFirst', 'primaryLast', { primaryFirst: 'John' }, {}],
    ['clearSpouse', 'spouseFirst', { primaryFirst: 'Jane', spouseFirst: 'Jane', spouseLast: 'Doe' }, { spouseFirst: '', spouseLast: '' }],
    [
      'swapGiftDates',
      'rfmFirstGiftDate',
      { rfmFirstGiftDate: '2020-01-02', rfmMostRecentGiftDate: '2019-01-01' },
      { rfmFirstGiftDate: '2019-01-01', rfmMostRecentGiftDate: '2020-01-02' },
    ],
  ])('%s on %s of %j', (fix, field, cells, expected) => {
    expect(corrected(fix, cells, field)).toEqual(expected);
  });

  it('cuts a long text at a space and never splits a character', () => {
    const words = 'word '.repeat(60);
    expect(corrected('shorten', { street: words }, 'street')['street']).toBe('word '.repeat(51).trim());
    const pairs = `x${'\u{1F600}'.repeat(150)}`;
    expect(corrected('shorten', { street: pairs }, 'street')['street']).toBe(`x${'\u{1F600}'.repeat(127)}`);
    expect(corrected('shorten', { street: 'short' }, 'street')).toEqual({});
  });

  it.each<[Cells, Cells]>([
    [{ spouseFirst: 'Beth Tanabe' }, { spouseFirst: 'Beth', spouseLast: 'Tanabe' }],
    [{ spouseFirst: 'Beth Ann Tanabe' }, { spouseFirst: 'Beth', spouseMiddle: 'Ann', spouseLast: 'Tanabe' }],
    [{ spouseFirst: 'Tanabe, Beth' }, { spouseFirst: 'Beth', spouseLast: 'Tanabe' }],
    // The word is a common first name, but the constituent has it as a last name.
    [
      { spouseFirst: 'Beth Thomas', primaryLast: 'Thomas' },
      { spouseFirst: 'Beth', spouseLast: 'Thomas' },
    ],
    [{ spouseFirst: 'Mary Ann' }, {}],
    [{ spouseFirst: 'Beth T.' }, {}],
    [{ spouseFirst: 'Beth Tanabe', spouseLast: 'Ito' }, {}],
  ])('splits the full name %j of a spouse', (cells, after) => {
    expect(corrected('splitSpouse', { primaryFirst: 'Ken', primaryLast: 'Ito', ...cells }, 'spouseFirst')).toEqual(after);
  });

  it('does not change the record', () => {
    const draft = draftOf({ primaryFirst: 'Jane and John', primaryLast: 'Doe' });
    const before = [...draft.values];
    correctionsOf('splitPeople', draft, 'primaryFirst');
    expect(draft.values).toEqual(before);
  });
});

describe('an applied fix', () => {
  it.each<[RuleCode, FieldKey, Cells]>([
    ['EMAIL_FORMAT', 'personalEmail', { personalEmail: 'jane@example,com' }],
    ['DATE_FUTURE', 'rfmMostRecentGiftDate', { rfmMostRecentGiftDate: '2062-11-02' }],
    ['AMOUNT_NEGATIVE', 'rfmFirstGiftValue', { rfmFirstGiftValue: '-5' }],
    ['TOO_LONG', 'street', { street: 'x'.repeat(400) }],
    ['ZIP_FOUR_DIGITS', 'postalCode', { postalCode: '1609', state: '', country: 'US' }],
    ['STATE_FORMAT', 'state', { state: 'Massachusetts' }],
    ['TWO_PEOPLE', 'primaryFirst', { primaryFirst: 'Jane and John' }],
    ['HOUSEHOLD_NAME', 'primaryLast', { primaryLast: 'The Smith Family' }],
    ['NAME_TITLE', 'primaryLast', { primaryLast: 'Smith, Jr.' }],
    ['FULL_NAME_IN_LAST', 'primaryLast', { primaryFirst: '', primaryLast: 'Jane Doe' }],
    ['LAST_NAME_UNCLEAR', 'primaryLast', { primaryFirst: '', primaryLast: 'Orrin Okafor' }],
    ['SPOUSE_NOT_NAMED', 'spouseFirst', { spouseFirst: 'Deceased' }],
    ['FULL_NAME_IN_SPOUSE_FIRST', 'spouseFirst', { spouseFirst: 'Beth Tanabe' }],
    ['SPOUSE_SAME', 'spouseFirst', { spouseFirst: 'Jane', spouseLast: 'Doe' }],
    ['GIFT_DATES_ORDER', 'rfmFirstGiftDate', { rfmFirstGiftDate: '2020-01-02', rfmMostRecentGiftDate: '2019-01-01' }],
  ])('removes the issue %s', (code, field, more) => {
    const draft = draftOf({
      constituentId: '1',
      primaryFirst: 'Jane',
      primaryLast: 'Doe',
      street: '1 Main St',
      city: 'Worcester',
      state: 'MA',
      postalCode: '01609',
      ...more,
    });
    const checker = compileChecks({ mapped: FIELD_KEYS, rules: DEFAULT_RULES, today: '2026-11-20' });
    const found = (): string[] => {
      const codes: string[] = [];
      checker.check(draft, (rule) => codes.push(RULES[rule]!.code));
      return codes;
    };
    expect(found()).toContain(code);
    const fix = RULES[RULE_INDEX[code]]!.fix!;
    for (const correction of correctionsOf(fix, draft, field)) applyOverride(draft, FIELD_INDEX[correction.field], correction.value);
    expect(found()).not.toContain(code);
  });
});

describe('the texts of fixes', () => {
  it('are sentences, and the button contains the number of rows', () => {
    for (const fix of Object.values(FIXES)) {
      expect(fix.button('412', 'personalEmail')).toMatch(/^[A-Z].*412/);
      expect(fix.description).toMatch(/^[A-Z].*\.$/);
    }
    expect(FIXES.addZipZeros.button('412', 'postalCode')).toBe('Add the zero to 412');
    expect(FIXES.repairEmail.button('188', 'personalEmail')).toBe('Fix or blank out 188');
    expect(FIXES.clearSpouse.button('1', 'spouseFirst')).toBe('Blank out 1 spouse');
    expect(FIXES.splitPeople.button('137', 'primaryFirst')).toBe('Move second person to Spouse (137)');
    expect(FIXES.centuryBack.button('46', 'rfmFirstGiftDate')).toBe('Review 46');
    expect(FIXES.clearValue.button('3', 'rfmFirstGiftDate')).toBe('Blank out 3 dates');
  });

  it('exist for every fix that a rule names', () => {
    const named = RULES.flatMap(({ fix }) => (fix === null ? [] : [fix]));
    expect(named.map((fix) => FIXES[fix].id)).toEqual(named);
  });
});
