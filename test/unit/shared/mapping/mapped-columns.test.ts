import { withDeathAnswer } from '../../../../shared/mapping/death-columns.ts';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../../../shared/rules/table.ts';
import { compileChecks, DEFAULT_RULES } from '../../../../shared/rules/row-checks.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../../shared/fields/table.ts';
import { applyOverride, compileMapping, plannedFields, previewCell } from '../../../../shared/mapping/row-mapper.ts';
import { splitCell } from '../../../../shared/mapping/split-cells.ts';
import { createMappedRecord, PARSE_ERROR, CHANGE, recordOf } from '../../../../shared/mapping/mapped-record.ts';
import { type MappingPlan, type Splitter, SPLITTER_FIELDS } from '../../../../shared/mapping/plan.ts';
import { column, field, filledOf, mapCell, mapRow, planOf } from '../../../kit/mapped-rows.ts';

describe('split columns', () => {
  it.each<[keyof typeof SPLITTER_FIELDS, string, Partial<Record<FieldKey, string>>]>([
    ['fullName', 'Mr. & Mrs. John Q. Smith Jr.', { primaryFirst: 'John', primaryMiddle: 'Q.', primaryLast: 'Smith' }],
    ['fullName', 'Jane and John Smith', { primaryFirst: 'Jane', primaryLast: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['fullName', 'JANE SMITH', { primaryFirst: 'Jane', primaryLast: 'Smith' }],
    ['fullName', 'Juniper & Vale Family Foundation', { primaryLast: 'Juniper & Vale Family Foundation' }],
    ['fullName', '<None Specified>', {}],
    ['lastFirst', 'Whitlock, Desmond Arthur', { primaryFirst: 'Desmond', primaryMiddle: 'Arthur', primaryLast: 'Whitlock' }],
    ['spouseName', 'Marguerite Anne Whitlock', { spouseFirst: 'Marguerite', spouseMiddle: 'Anne', spouseLast: 'Whitlock' }],
    ['spouseName', 'Marguerite', { spouseFirst: 'Marguerite' }],
    ['cityStateZip', '1010 Wien, Austria', { city: '1010 Wien', country: 'AT' }],
    ['cityStateZip', 'Boulder, CO 80306 United States', { city: 'Boulder', state: 'CO', postalCode: '80306', country: 'US' }],
    ['spouseName', 'Mrs. Whitlock', { spouseLast: 'Whitlock' }],
    ['spouseName', "Lars Sørensen '83", { spouseFirst: 'Lars', spouseLast: 'Sørensen' }],
    ['spouseName', 'and Kim Whitlock', { spouseFirst: 'Kim', spouseLast: 'Whitlock' }],
    // Check reports a word in place of a name.
    ['spouseName', 'Single', { spouseFirst: 'Single' }],
    ['coupleFirstNames', 'Jane and John', { primaryFirst: 'Jane', spouseFirst: 'John' }],
    ['cityStateZip', 'Marblehead, Massachusetts 01945', { city: 'Marblehead', state: 'MA', postalCode: '01945' }],
    [
      'addressLines',
      '500 Main St\nUnit 9\nChicago, IL 60614',
      { street: '500 Main St', street2: 'Unit 9', city: 'Chicago', state: 'IL', postalCode: '60614' },
    ],
  ])('%s: %j', (splitter, text, expected) => {
    const draft = mapRow(planOf([{ kind: 'split', splitter }]), [text]);
    expect(filledOf(draft)).toEqual(expected);
    for (const key of Object.keys(expected)) expect(draft.changes[FIELD_INDEX[key as FieldKey]]! & CHANGE.split).not.toBe(0);
    expect(splitCell(splitter, text).every(([key]) => SPLITTER_FIELDS[splitter].includes(key))).toBe(true);
  });

  it('fill only fields that their own column left empty', () => {
    const plan = planOf([{ kind: 'split', splitter: 'fullName' }, field('primaryFirst')]);
    expect(filledOf(mapRow(plan, ['Jane Doe', 'Janet']))).toEqual({ primaryFirst: 'Janet', primaryLast: 'Doe' });
    expect(filledOf(mapRow(plan, ['Jane Doe', '']))).toEqual({ primaryFirst: 'Jane', primaryLast: 'Doe' });
  });

  it('put further street lines into the second line, or keep them together when it is used', () => {
    const plan = planOf([field('street'), field('street2')]);
    expect(filledOf(mapRow(plan, ['1 Main St\nApt 4', '']))).toEqual({ street: '1 Main St', street2: 'Apt 4' });
    expect(filledOf(mapRow(plan, ['1 Main St\nApt 4', 'Rear']))).toEqual({ street: '1 Main St, Apt 4', street2: 'Rear' });
  });

  it('have a preview', () => {
    const plan = planOf([field('primaryLast'), { kind: 'split', splitter: 'cityStateZip' }]);
    expect(previewCell(plan, 1, 'Marblehead, MA 01945', createMappedRecord())).toEqual([
      { field: 'city', value: 'Marblehead' },
      { field: 'state', value: 'MA' },
      { field: 'postalCode', value: '01945' },
    ]);
  });
});

describe('combinations and constants', () => {
  const two = (how: 'firstFilled' | 'join', separator = ' ') =>
    planOf([field('street'), field('street')], { combinations: [{ field: 'street', columns: [0, 1], how, separator }] });

  it('use the first filled column', () => {
    expect([filledOf(mapRow(two('firstFilled'), ['1 A St', '2 B St'])), filledOf(mapRow(two('firstFilled'), ['N/A', '2 B St']))]).toEqual([
      { street: '1 A St' },
      { street: '2 B St' },
    ]);
  });

  it('join the filled columns', () => {
    expect([filledOf(mapRow(two('join', ', '), ['1 A St', 'Apt 4'])), filledOf(mapRow(two('join', ', '), ['', 'Apt 4']))]).toEqual([
      { street: '1 A St, Apt 4' },
      { street: 'Apt 4' },
    ]);
  });

  it('keep nothing of the previous row', () => {
    const mapper = compileMapping(planOf([field('primaryLast'), { kind: 'split', splitter: 'cityStateZip' }]));
    const draft = createMappedRecord();
    const rows = [
      ['DOE', 'Nashua, NH 03060'],
      ['', ''],
    ];
    for (const row of rows) {
      mapper.map((position) => row[position] ?? '', draft);
      if (row[0] !== '') mapper.override(draft, FIELD_INDEX.businessName, 'Acme');
    }
    expect([filledOf(draft), [...draft.changes], [...draft.flaggedFields]]).toEqual([
      {},
      Array.from({ length: FIELD_KEYS.length }, () => 0),
      [],
    ]);
  });

  it('count as fields and columns of a plan', () => {
    const mapper = compileMapping(
      planOf([{ kind: 'split', splitter: 'coupleFirstNames' }, field('primaryFirst'), { kind: 'none' }], {
        constants: [{ field: 'country', value: 'US' }],
      }),
    );
    expect(mapper.fields).toEqual(['primaryFirst', 'spouseFirst', 'country']);
    expect([mapper.columnsOf('primaryFirst'), mapper.columnsOf('spouseFirst'), mapper.columnsOf('country')]).toEqual([[1, 0], [0], []]);
    expect(plannedFields(planOf([field('city')]))).toEqual(['city']);
  });
});

describe('the name of a deceased person', () => {
  const rulesOf = (splitter: Splitter, text: string) => {
    const plan = planOf([{ kind: 'split', splitter }]);
    const found: string[] = [];
    const checker = compileChecks({ mapped: plannedFields(plan), rules: DEFAULT_RULES, today: '2026-11-20' });
    checker.check(mapRow(plan, [text]), (rule, at) => found.push(`${RULES[rule]!.code} ${FIELD_KEYS[at]}`));
    return found.filter((one) => one.startsWith('DECEASED'));
  };

  it.each<[Splitter, string, string[]]>([
    ['fullName', 'John Smith (deceased)', ['DECEASED primaryLast']],
    ['lastFirst', 'Smith, John (dec.)', ['DECEASED primaryLast']],
    ['fullName', 'Jane & John Smith (deceased)', ['DECEASED primaryLast']],
    ['coupleFirstNames', 'Jane (deceased)', ['DECEASED primaryFirst']],
    ['fullName', 'POE, EST OF ANN', ['DECEASED primaryLast']],
    ['lastFirst', 'POE, LATE ANN', ['DECEASED primaryLast']],
    ['fullName', 'John Smith', []],
  ])('%s of %j is found, although only the name is kept', (splitter, text, found) => {
    expect(rulesOf(splitter, text)).toEqual(found);
  });

  it.each<[Splitter, string, Record<string, string>]>([
    ['spouseName', 'Mary Smith (d. 2019)', {}],
    ['fullName', 'Jane and the late John Smith', { primaryFirst: 'Jane', primaryLast: 'Smith' }],
    ['fullName', 'John (deceased) & Jane Smith', { primaryFirst: 'Jane', primaryLast: 'Smith' }],
    ['fullName', 'Jane Smith and John Doe (deceased)', { primaryFirst: 'Jane', primaryLast: 'Smith' }],
    ['lastFirst', 'Smith, Jane & John (dec.)', { primaryFirst: 'Jane', primaryLast: 'Smith' }],
    ['coupleFirstNames', 'Jane & John (deceased)', { primaryFirst: 'Jane' }],
  ])('%s of %j leaves out the dead spouse, with a note', (splitter, text, sent) => {
    const plan = planOf([{ kind: 'split', splitter }]);
    const found: string[] = [];
    const record = mapRow(plan, [text]);
    compileChecks({ mapped: plannedFields(plan), rules: DEFAULT_RULES, today: '2026-11-20' }).check(record, (rule) =>
      found.push(RULES[rule]!.code),
    );
    expect(recordOf(record)).toEqual(sent);
    expect(found).toContain('SPOUSE_DECEASED');
    expect(found).not.toContain('DECEASED');
  });

  it('leaves out a spouse whom another column or a word marks', () => {
    const plan = planOf([field('primaryLast'), field('spouseFirst'), field('spouseLast'), { kind: 'none', tells: 'spouseDeceased' }]);
    expect(recordOf(mapRow(plan, ['Voss', 'Otto', 'Voss', 'Yes']))).toEqual({ primaryLast: 'Voss' });
    expect(recordOf(mapRow(plan, ['Voss', 'Otto (deceased)', 'Voss', '']))).toEqual({ primaryLast: 'Voss' });
    expect(recordOf(mapRow(plan, ['Voss', 'Otto', 'Voss', 'No']))).toEqual({
      primaryLast: 'Voss',
      spouseFirst: 'Otto',
      spouseLast: 'Voss',
    });
    expect(recordOf(mapRow(plan, ['Voss', '', '', 'Yes']))).toEqual({ primaryLast: 'Voss' });
  });

  it('is found once in an unsplit name', () => {
    expect(rulesOf('fullName', 'Estate of John Smith')).toEqual(['DECEASED primaryLast']);
  });
});

describe('a deceased column', () => {
  const plan = planOf([field('primaryLast'), { kind: 'none', tells: 'deceased' }, field('primaryFirst')]);
  const rulesOf = (cells: string[], only?: ReadonlySet<number>, corrected?: string, by: MappingPlan = plan) => {
    const found: string[] = [];
    const checker = compileChecks({ mapped: plannedFields(by), rules: DEFAULT_RULES, today: '2026-11-20' });
    const draft = createMappedRecord();
    const mapper = compileMapping(by, only);
    mapper.map((column) => cells[column] ?? '', draft);
    if (corrected !== undefined) mapper.override(draft, FIELD_KEYS.indexOf('primaryLast'), corrected);
    checker.check(draft, (rule, at) => found.push(`${RULES[rule]!.code} ${FIELD_KEYS[at]}`));
    return found.filter((one) => /^(?:DECEASED|DEATH_UNCLEAR)/.test(one));
  };

  it.each([
    'Yes',
    'y',
    'TRUE',
    '1',
    'X',
    ' Deceased ',
    'died',
    "Dec'd",
    '2019',
    '2019-05-02',
    '5/2/2019',
    '43587',
    'ja',
    'Alum; Do Not Mail; Deceased',
    'Deceased, No Mail',
  ])('marks a row with %j', (value) => {
    expect(rulesOf(['Quayle', value, 'Rosalind'])).toEqual(['DECEASED primaryLast']);
  });

  it.each([
    '',
    'No',
    'n',
    '0',
    'FALSE',
    'Alive',
    '00/00/0000',
    'not deceased',
    'Anna, in 2019, as her sister wrote to us',
    'Alum; Husband Al, deceased',
  ])('does not mark a row with %j', (value) => {
    expect(rulesOf(['Quayle', value, 'Rosalind'])).toEqual([]);
  });

  it('does not mark other values as unclear when its heading does not name deaths', () => {
    expect(rulesOf(['Quayle', 'lost contact', 'Rosalind'])).toEqual([]);
  });

  it('marks a name once when the name also shows it', () => {
    expect(rulesOf(['Quayle (deceased)', 'Yes', 'Rosalind'])).toEqual(['DECEASED primaryLast']);
  });

  it('marks the first name when there is no last name', () => {
    expect(rulesOf(['', 'Yes', 'Rosalind'])).toEqual(['DECEASED primaryLast']);
    const firstOnly = compileMapping(planOf([field('primaryFirst'), { kind: 'none', tells: 'deceased' }]));
    const draft = createMappedRecord();
    firstOnly.map((column) => ['Rosalind', 'Yes'][column]!, draft);
    expect(draft.changes[FIELD_KEYS.indexOf('primaryFirst')]).toBe(CHANGE.deceased);
  });

  it('marks the ID or another field in a list without names', () => {
    const nameless = planOf([field('street'), { kind: 'none', tells: 'deceased' }, field('constituentId')]);
    expect(rulesOf(['1 Elm St', 'Yes', '7'], undefined, undefined, nameless)).toEqual(['DECEASED constituentId']);
  });

  it('marks nothing when only another field is needed', () => {
    expect(rulesOf(['Quayle', 'Yes', 'Rosalind'], new Set([FIELD_KEYS.indexOf('primaryFirst')]))).toEqual([]);
  });

  // A corrected name without the mark must not remove the mark.
  it.each([
    ['Quale', 'Quayle'],
    ['Quayle (deceased)', 'Quayle'],
    ['Quayle', 'Quayle (deceased)'],
  ])('still marks the name once after a correction from %j to %j', (last, corrected) => {
    expect(rulesOf([last, 'Yes', 'Rosalind'], undefined, corrected)).toEqual(['DECEASED primaryLast']);
  });

  describe('whose heading names deaths', () => {
    const answered = (answers: object) =>
      planOf([
        field('primaryLast'),
        { kind: 'none', tells: 'deceased', everyValue: true, ...answers },
        field('primaryFirst'),
        { kind: 'none', tells: 'deceased', everyValue: true },
      ]);
    const rulesWith = (answers: object, ...cells: string[]) =>
      rulesOf(['Quayle', cells[0]!, 'Rosalind', cells[1] ?? ''], undefined, undefined, answered(answers));

    it.each(['lost contact', 'gone 2019', 'A', 'Anna, in 2019, as her sister wrote to us'])('marks the row with %j as unclear', (value) => {
      expect(rulesWith({}, value)).toEqual(['DEATH_UNCLEAR primaryLast']);
    });

    it.each(['', 'No', 'n', '0', 'FALSE', 'Alive', '00/00/0000', 'not deceased'])('accepts %j as alive', (value) => {
      expect(rulesWith({}, value)).toEqual([]);
    });

    it('uses the user’s answers for its values', () => {
      expect(rulesWith({ yesValues: ['Gone  2019'] }, 'gone 2019')).toEqual(['DECEASED primaryLast']);
      expect(rulesWith({ noValues: ['Lost contact'] }, 'lost contact ')).toEqual([]);
      expect(rulesWith({ noValues: ['Lost contact'] }, 'gone 2019')).toEqual(['DEATH_UNCLEAR primaryLast']);
    });

    it('lets the user’s answer decide over a word that every list uses', () => {
      expect(rulesWith({ noValues: ['Yes'] }, 'yes')).toEqual([]);
      expect(rulesWith({ noValues: ['Yes'] }, 'Deceased')).toEqual(['DECEASED primaryLast']);
      expect(rulesWith({ yesValues: ['No'] }, 'No')).toEqual(['DECEASED primaryLast']);
    });

    it('keeps no answer that says what every list means', () => {
      const asked = { everyValue: true };
      const sent = withDeathAnswer(asked, 'Yes', 'alive');
      expect(sent).toEqual({ ...asked, noValues: ['Yes'] });
      expect(withDeathAnswer(sent, 'yes', 'deceased')).toEqual(asked);
      const lost = withDeathAnswer(asked, 'Lost contact', 'deceased');
      expect(lost).toEqual({ ...asked, yesValues: ['Lost contact'] });
      expect(withDeathAnswer(lost, 'lost contact', 'alive')).toEqual({ ...asked, noValues: ['lost contact'] });
    });

    it('does not make a clear answer of another column unclear', () => {
      expect(rulesWith({}, 'lost contact', 'Yes')).toEqual(['DECEASED primaryLast']);
      expect(rulesWith({}, 'lost contact', 'No')).toEqual(['DEATH_UNCLEAR primaryLast']);
    });

    it('still marks the row after a correction of the name', () => {
      const cells = ['Quale', 'lost contact', 'Rosalind', ''];
      expect(rulesOf(cells, undefined, 'Quayle', answered({}))).toEqual(['DEATH_UNCLEAR primaryLast']);
    });
  });
});

describe('corrections', () => {
  it('are parsed like the column, without unwanted cleaning', () => {
    const mapper = compileMapping({
      ...planOf([]),
      columns: [column(0, field('rfmFirstGiftDate'), { dateOrder: 'dmy' }), column(1, field('primaryLast'))],
    });
    const draft = createMappedRecord();
    mapper.map(() => '', draft);
    mapper.override(draft, FIELD_INDEX.rfmFirstGiftDate, '03/04/2021');
    mapper.override(draft, FIELD_INDEX.primaryLast, ' NONE ');
    expect(filledOf(draft)).toEqual({ rfmFirstGiftDate: '2021-04-03', primaryLast: 'NONE' });
    expect(draft.changes[FIELD_INDEX.primaryLast]).toBe(CHANGE.edited);
  });

  it('remove the error that they fix, and can cause one', () => {
    const { draft } = mapCell('rfmFirstGiftValue', 'a lot');
    const index = FIELD_INDEX.rfmFirstGiftValue;
    applyOverride(draft, index, '$1,200');
    expect([draft.values[index], draft.parseErrors[index]]).toEqual(['1200', PARSE_ERROR.none]);
    applyOverride(draft, index, 'many');
    expect([draft.values[index], draft.parseErrors[index]]).toEqual(['many', PARSE_ERROR.amountUnreadable]);
    applyOverride(draft, index, '');
    expect([draft.values[index], draft.parseErrors[index], draft.classes[index]]).toEqual(['', PARSE_ERROR.none, 0]);
  });
});

describe('a street in the second of two columns', () => {
  it.each([
    ['', '7 Elm St', { street: '7 Elm St' }],
    ['', 'PO Box 12', { street: 'PO Box 12' }],
    ['', 'Apt 3', { street2: 'Apt 3' }],
    ['', '4 B', { street2: '4 B' }],
    ['Bad Address', '7 Elm St', { street: '7 Elm St' }],
    ['c/o Poe', 'Suite 5, 7 Elm St', { street: '7 Elm St', street2: 'c/o Poe, Suite 5' }],
    ['5 Oak St', 'Bldg 2, 7 East', { street: '5 Oak St', street2: 'Bldg 2, 7 East' }],
  ])('%j and %j', (first, second, filled) => {
    expect(filledOf(mapRow(planOf([field('street'), field('street2')]), [first, second]))).toStrictEqual(filled);
  });
});
