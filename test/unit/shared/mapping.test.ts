import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS, FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/constituent.ts';
import {
  MappingPlan,
  STANDARD_CLEANING,
  SPLITTER_FIELDS,
  type Cleaning,
  type ColumnPlan,
  type Target,
} from '../../../shared/mapping/plan.ts';
import {
  CSV_HEADER,
  FAULT,
  MARK,
  applyOverride,
  compileMapping,
  createDraft,
  planProblems,
  plannedFields,
  previewCell,
  recordCsv,
  recordJson,
  recordOf,
  splitCell,
  type Draft,
} from '../../../shared/mapping/mapping.ts';

const column = (position: number, to: Target, more: Partial<ColumnPlan> = {}): ColumnPlan => ({
  column: position,
  to,
  settled: true,
  dateOrder: null,
  decimal: 'point',
  ...more,
});
const field = (key: FieldKey): Target => ({ kind: 'field', field: key });

const planOf = (targets: readonly Target[], more: Partial<MappingPlan> = {}): MappingPlan => ({
  columns: targets.map((to, position) => column(position, to)),
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
  ...more,
});

function mapRow(plan: MappingPlan, cells: readonly string[]): Draft {
  const draft = createDraft();
  compileMapping(plan).map((position) => cells[position] ?? '', draft);
  return draft;
}

/** What one cell becomes in one field. */
function mapCell(key: FieldKey, text: string, more: Partial<ColumnPlan> = {}, cleaning: Partial<Cleaning> = {}, country?: string) {
  const plan: MappingPlan = {
    columns: [column(0, field(key), more)],
    combinations: [],
    constants: country === undefined ? [] : [{ field: 'country', value: country }],
    cleaning: { ...STANDARD_CLEANING, ...cleaning },
  };
  const draft = mapRow(plan, [text]);
  const index = FIELD_INDEX[key];
  return { value: draft.values[index], fault: draft.faults[index], marks: draft.marks[index], draft };
}

const filledOf = (draft: Draft) =>
  Object.fromEntries(FIELD_KEYS.map((key, index) => [key, draft.values[index]!] as const).filter(([, value]) => value !== ''));

describe('one column to one field', () => {
  it.each<[FieldKey, string, string, number]>([
    ['primaryFirst', 'Jane', 'Jane', 0],
    ['primaryFirst', '  Jane  Q. ', 'Jane Q.', MARK.spaces],
    ['primaryFirst', ' Jane ', 'Jane', 0],
    ['primaryFirst', 'N/A', '', MARK.placeholder],
    ['primaryLast', 'MCDONALD', 'McDonald', MARK.shouted],
    ['primaryLast', 'LI', 'Li', MARK.shouted],
    ['primaryFirst', 'TJ', 'TJ', 0],
    ['businessName', 'IBM', 'IBM', 0],
    ['constituentId', "'00042", '00042', MARK.apostrophe],
    ['constituentId', '00042', '00042', 0],
    ['street', '2207 N. Clark St.\nApt. 4B', '2207 N. Clark St.', MARK.lines],
    ['state', 'MA', 'MA', 0],
    ['state', 'ma', 'MA', MARK.stateCode],
    ['state', 'Massachusetts', 'MA', MARK.stateCode],
    ['state', 'Kent', 'Kent', 0],
    ['country', 'US', 'US', 0],
    ['country', 'United States', 'US', MARK.countryCode],
    ['country', 'Narnia', 'Narnia', 0],
    ['postalCode', '01609', '01609', 0],
    ['postalCode', '1609', '1609', 0],
    ['postalCode', '606143311', '60614-3311', MARK.zipHyphen],
    ['postalCode', '60614 3311', '60614-3311', MARK.zipHyphen],
    ['postalCode', "'01609", '01609', MARK.apostrophe],
    ['personalEmail', 'jane@example.org', 'jane@example.org', 0],
    ['personalEmail', 'Jane <jane@example.org>', 'jane@example.org', MARK.address],
    ['personalEmail', 'mailto:jane@example.org', 'jane@example.org', MARK.address],
    ['personalEmail', ' jane@example.org ', 'jane@example.org', 0],
    ['personalEmail', 'jane@example.org\u200B', 'jane@example.org', MARK.spaces],
    ['personalEmail', "'jane@example.org", 'jane@example.org', MARK.apostrophe],
    ['personalEmail', 'liz@example.xyz', 'liz@example.xyz', 0],
    ['personalEmail', 'jane@', 'jane@', 0],
    ['personalPhone', '(781) 555-0142', '(781) 555-0142', 0],
    ['personalPhone', '555', '555', 0],
    ['rfmFirstGiftDate', '2024-01-31', '2024-01-31', 0],
    ['rfmFirstGiftDate', '1/31/2024', '2024-01-31', 0],
    ['rfmFirstGiftDate', '1/31/24', '2024-01-31', MARK.twoDigitYear],
    ['rfmFirstGiftDate', '03/04/2021', '2021-03-04', MARK.ambiguousDate],
    ['rfmFirstGiftDate', '45322', '2024-01-31', MARK.serialDate],
    ['rfmFirstGiftDate', '00/00/0000', '', MARK.placeholder],
    ['rfmFirstGiftDate', '1/0/1900', '', MARK.placeholder],
    ['rfmFirstGiftDate', ' 2024-01-31 ', '2024-01-31', 0],
    ['rfmFirstGiftValue', '$1,234.50', '1234.5', 0],
    ['rfmFirstGiftValue', '(250.00)', '-250', 0],
    ['rfmFirstGiftValue', '-', '', MARK.placeholder],
    ['rfmFirstGiftValue', ' $ 12.00 ', '12', 0],
    ['rfmFirstGiftValue', '0', '0', 0],
    ['rfmFirstGiftValue', '$0.00', '0', 0],
    ['rfmTotalGiftCount', '0', '0', 0],
    ['rfmTotalGiftCount', '27.0', '27', 0],
    ['rfmTotalGiftCount', '1,234', '1234', 0],
  ])('%s: %j becomes %j', (key, text, value, marks) => {
    const mapped = mapCell(key, text);
    expect([mapped.value, mapped.marks, mapped.fault]).toEqual([value, marks, FAULT.none]);
  });

  it.each<[FieldKey, string, number]>([
    ['rfmFirstGiftDate', 'last spring', FAULT.dateUnreadable],
    ['rfmFirstGiftDate', '2/30/2020', FAULT.dateImpossible],
    ['rfmFirstGiftValue', 'a lot', FAULT.amountUnreadable],
    ['rfmTotalGiftCount', '2.5', FAULT.countUnreadable],
    ['rfmTotalGiftCount', 'many', FAULT.countUnreadable],
  ])('%s: %j can not be read, and stays to be seen', (key, text, fault) => {
    const mapped = mapCell(key, text);
    expect([mapped.value, mapped.fault]).toEqual([text, fault]);
    expect(mapped.draft.remarked).not.toBe(0);
  });

  it('follows the order of dates and the decimal sign of the column', () => {
    expect(mapCell('rfmFirstGiftDate', '03/04/2021', { dateOrder: 'dmy' })).toMatchObject({ value: '2021-04-03', marks: 0 });
    expect(mapCell('rfmFirstGiftDate', '03/04/2021', { dateOrder: 'mdy' })).toMatchObject({ value: '2021-03-04', marks: 0 });
    expect(mapCell('rfmFirstGiftValue', '1.234', { decimal: 'comma' }).value).toBe('1234');
    expect(mapCell('rfmFirstGiftValue', '1,234', { decimal: 'comma' }).value).toBe('1.234');
  });

  it.each<[keyof Cleaning, FieldKey, string, string]>([
    ['spaces', 'primaryFirst', ' Mary  Ann ', 'Mary  Ann'],
    ['placeholders', 'primaryFirst', 'N/A', 'N/A'],
    ['shoutedNames', 'primaryLast', 'SMITH', 'SMITH'],
    ['stateCodes', 'state', 'Massachusetts', 'Massachusetts'],
    ['countryCodes', 'country', 'USA', 'USA'],
    ['streetLines', 'street', '1 Main St\nApt 4', '1 Main St Apt 4'],
  ])('leaves %s alone when that cleaning is off', (setting, key, text, value) => {
    expect(mapCell(key, text, {}, { [setting]: false }).value).toBe(value);
  });

  it('adds the zeros of ZIP codes when asked to', () => {
    expect(mapCell('postalCode', '1609', {}, { zipZeros: true })).toMatchObject({ value: '01609', marks: MARK.zipZero });
    expect(mapCell('postalCode', '901', {}, { zipZeros: true }).value).toBe('00901');
  });

  it('marks what is too long', () => {
    expect(mapCell('street', 'x'.repeat(256)).marks).toBe(MARK.long);
    expect(mapCell('street', 'x'.repeat(255)).marks).toBe(0);
  });
});

describe('the country', () => {
  it('decides how state and ZIP are read, wherever its column stands', () => {
    const cells = (country: string) => ['Washington', '1609', country];
    const plan = planOf([field('state'), field('postalCode'), field('country')], { cleaning: { ...STANDARD_CLEANING, zipZeros: true } });
    expect(filledOf(mapRow(plan, cells('USA')))).toEqual({ state: 'WA', postalCode: '01609', country: 'US' });
    expect(filledOf(mapRow(plan, cells('Australia')))).toEqual({ state: 'Washington', postalCode: '1609', country: 'AU' });
    expect(filledOf(mapRow(plan, ['Ontario', '1609', 'Canada']))).toEqual({ state: 'ON', postalCode: '1609', country: 'CA' });
  });

  it('is read before state and ZIP where it is a constant or a combination', () => {
    const zeros = { ...STANDARD_CLEANING, zipZeros: true };
    const constant = planOf([field('state'), field('postalCode')], {
      constants: [{ field: 'country', value: 'Germany' }],
      cleaning: zeros,
    });
    expect(filledOf(mapRow(constant, ['Washington', '1609']))).toEqual({ state: 'Washington', postalCode: '1609', country: 'DE' });
    const combined = planOf([field('state'), { kind: 'none' }, { kind: 'none' }], {
      combinations: [{ field: 'country', columns: [1, 2], how: 'firstFilled', separator: '' }],
      cleaning: zeros,
    });
    expect(filledOf(mapRow(combined, ['Washington', '', 'Germany']))).toEqual({ state: 'Washington', country: 'DE' });
  });

  it('is the constant only where its column is blank', () => {
    const plan = planOf([field('country')], { constants: [{ field: 'country', value: 'US' }] });
    expect([filledOf(mapRow(plan, ['Canada'])), filledOf(mapRow(plan, [''])), filledOf(mapRow(plan, ['N/A']))]).toEqual([
      { country: 'CA' },
      { country: 'US' },
      { country: 'US' },
    ]);
  });
});

describe('columns that are taken apart', () => {
  it.each<[keyof typeof SPLITTER_FIELDS, string, Partial<Record<FieldKey, string>>]>([
    ['fullName', 'Mr. & Mrs. John Q. Smith Jr.', { primaryFirst: 'John', primaryMiddle: 'Q.', primaryLast: 'Smith' }],
    ['fullName', 'Jane and John Smith', { primaryFirst: 'Jane', primaryLast: 'Smith', spouseFirst: 'John', spouseLast: 'Smith' }],
    ['fullName', 'JANE SMITH', { primaryFirst: 'Jane', primaryLast: 'Smith' }],
    ['fullName', 'Juniper & Vale Family Foundation', { primaryLast: 'Juniper & Vale Family Foundation' }],
    ['fullName', '<None Specified>', {}],
    ['lastFirst', 'Whitlock, Desmond Arthur', { primaryFirst: 'Desmond', primaryMiddle: 'Arthur', primaryLast: 'Whitlock' }],
    ['spouseName', 'Marguerite Anne Whitlock', { spouseFirst: 'Marguerite', spouseMiddle: 'Anne', spouseLast: 'Whitlock' }],
    ['spouseName', 'Marguerite', { spouseFirst: 'Marguerite' }],
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
    for (const key of Object.keys(expected)) expect(draft.marks[FIELD_INDEX[key as FieldKey]]! & MARK.split).not.toBe(0);
    expect(splitCell(splitter, text).every(([key]) => SPLITTER_FIELDS[splitter].includes(key))).toBe(true);
  });

  it('fill only what no column of its own has filled', () => {
    const plan = planOf([{ kind: 'split', splitter: 'fullName' }, field('primaryFirst')]);
    expect(filledOf(mapRow(plan, ['Jane Doe', 'Janet']))).toEqual({ primaryFirst: 'Janet', primaryLast: 'Doe' });
    expect(filledOf(mapRow(plan, ['Jane Doe', '']))).toEqual({ primaryFirst: 'Jane', primaryLast: 'Doe' });
  });

  it('give lines of a street to the second line, or keep them together where that is taken', () => {
    const plan = planOf([field('street'), field('street2')]);
    expect(filledOf(mapRow(plan, ['1 Main St\nApt 4', '']))).toEqual({ street: '1 Main St', street2: 'Apt 4' });
    expect(filledOf(mapRow(plan, ['1 Main St\nApt 4', 'Rear']))).toEqual({ street: '1 Main St, Apt 4', street2: 'Rear' });
  });

  it('show before and after', () => {
    const plan = planOf([field('primaryLast'), { kind: 'split', splitter: 'cityStateZip' }]);
    expect(previewCell(plan, 1, 'Marblehead, MA 01945', createDraft())).toEqual([
      { field: 'city', value: 'Marblehead' },
      { field: 'state', value: 'MA' },
      { field: 'postalCode', value: '01945' },
    ]);
  });
});

describe('combinations and constants', () => {
  const two = (how: 'firstFilled' | 'join', separator = ' ') =>
    planOf([field('street'), field('street')], { combinations: [{ field: 'street', columns: [0, 1], how, separator }] });

  it('take the first that is filled', () => {
    expect([filledOf(mapRow(two('firstFilled'), ['1 A St', '2 B St'])), filledOf(mapRow(two('firstFilled'), ['N/A', '2 B St']))]).toEqual([
      { street: '1 A St' },
      { street: '2 B St' },
    ]);
  });

  it('join what is filled', () => {
    expect([filledOf(mapRow(two('join', ', '), ['1 A St', 'Apt 4'])), filledOf(mapRow(two('join', ', '), ['', 'Apt 4']))]).toEqual([
      { street: '1 A St, Apt 4' },
      { street: 'Apt 4' },
    ]);
  });

  it('leave nothing of the row before in a draft', () => {
    const mapper = compileMapping(planOf([field('primaryLast'), { kind: 'split', splitter: 'cityStateZip' }]));
    const draft = createDraft();
    const rows = [
      ['DOE', 'Nashua, NH 03060'],
      ['', ''],
    ];
    for (const row of rows) {
      mapper.map((position) => row[position] ?? '', draft);
      if (row[0] !== '') mapper.override(draft, FIELD_INDEX.businessName, 'Acme');
    }
    expect([filledOf(draft), [...draft.marks], draft.remarked]).toEqual([{}, Array.from({ length: 29 }, () => 0), 0]);
  });

  it('name the fields and columns of a plan', () => {
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

describe('corrections', () => {
  it('are read as the column is, but not cleaned of what a person meant', () => {
    const mapper = compileMapping({
      ...planOf([]),
      columns: [column(0, field('rfmFirstGiftDate'), { dateOrder: 'dmy' }), column(1, field('primaryLast'))],
    });
    const draft = createDraft();
    mapper.map(() => '', draft);
    mapper.override(draft, FIELD_INDEX.rfmFirstGiftDate, '03/04/2021');
    mapper.override(draft, FIELD_INDEX.primaryLast, ' NONE ');
    expect(filledOf(draft)).toEqual({ rfmFirstGiftDate: '2021-04-03', primaryLast: 'NONE' });
    expect(draft.marks[FIELD_INDEX.primaryLast]).toBe(MARK.edited);
  });

  it('take away the fault that they mend, and can make one', () => {
    const { draft } = mapCell('rfmFirstGiftValue', 'a lot');
    const index = FIELD_INDEX.rfmFirstGiftValue;
    applyOverride(draft, index, '$1,200');
    expect([draft.values[index], draft.faults[index]]).toEqual(['1200', FAULT.none]);
    applyOverride(draft, index, 'many');
    expect([draft.values[index], draft.faults[index]]).toEqual(['many', FAULT.amountUnreadable]);
    applyOverride(draft, index, '');
    expect([draft.values[index], draft.faults[index], draft.traits[index]]).toEqual(['', FAULT.none, 0]);
  });
});

describe('planProblems', () => {
  const headers = ['CnAdrPrf_Addrline1', 'Mailing Street', 'Name', 'Envelope'];
  const full = ['primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode'] as const;
  const errors = (plan: MappingPlan) => planProblems(plan, headers).filter(({ severity }) => severity === 'error');

  it('finds none in a whole plan', () => {
    expect(planProblems(planOf(full.map(field)), full)).toEqual([]);
  });

  it('names both columns that go to one field', () => {
    expect(errors(planOf([field('street'), field('street')]))).toEqual([
      {
        code: 'FIELD_TAKEN_TWICE',
        severity: 'error',
        message: 'Street takes one column, and A (CnAdrPrf_Addrline1) and B (Mailing Street) both go there.',
        field: 'street',
        columns: [0, 1],
      },
    ]);
  });

  it('allows two columns that a combination joins, and not a third', () => {
    const combination = { field: 'street', columns: [0, 1], how: 'firstFilled', separator: '' } as const;
    expect(errors(planOf([field('street'), field('street')], { combinations: [{ ...combination, columns: [0, 1] }] }))).toEqual([]);
    expect(
      errors(planOf([field('street'), field('street'), field('street')], { combinations: [{ ...combination, columns: [0, 1] }] })),
    ).toMatchObject([{ code: 'FIELD_TAKEN_TWICE', columns: [0, 1, 2] }]);
  });

  it('refuses two columns taken apart into the same fields, and allows a name beside a spouse', () => {
    const fullName: Target = { kind: 'split', splitter: 'fullName' };
    expect(errors(planOf([{ kind: 'none' }, { kind: 'none' }, fullName, fullName]))).toMatchObject([
      { code: 'FIELD_TAKEN_TWICE', columns: [2, 3] },
    ]);
    expect(errors(planOf([fullName, { kind: 'split', splitter: 'spouseName' }]))).toEqual([]);
  });

  it('says what is missing for a match', () => {
    const problems = planProblems(planOf([field('primaryLast')]), headers);
    expect(problems.map(({ code, severity, field: key }) => [code, severity, key])).toEqual(
      ['primaryFirst', 'street', 'city', 'state', 'postalCode'].map((key) => ['MAPPING_INCOMPLETE', 'warning', key]),
    );
    expect(problems[1]!.message).toBe('No column goes to Street, which is needed for a match.');
  });

  it('refuses a plan that sends nothing, columns that are not there and columns named twice', () => {
    expect(errors(planOf([{ kind: 'none' }])).map(({ code }) => code)).toEqual(['NOTHING_TO_SEND']);
    expect(errors({ ...planOf([]), columns: [column(9, field('city'))] })).toMatchObject([
      { code: 'COLUMN_UNKNOWN', message: 'The sheet has no column J.', columns: [9] },
    ]);
    expect(errors({ ...planOf([]), columns: [column(0, field('city')), column(0, field('state'))] }).map(({ code }) => code)).toEqual([
      'COLUMN_TWICE',
    ]);
  });

  it('accepts its own plans by the schema', () => {
    expect(MappingPlan.safeParse(planOf(full.map(field))).success).toBe(true);
  });
});

/** Texts as they stand in sheets, clean and not. */
const cell = fc.oneof(
  fc.constantFrom(
    '',
    'N/A',
    ' Jane  Doe ',
    'MCDONALD',
    "O'Brien",
    '"quoted"',
    'a\\b',
    '2/30/2020',
    '03/04/21',
    '$1,234.50',
    '(250.00)',
    '1.5K',
    'a lot',
    '2.5',
    '27',
    '1609',
    'Massachusetts',
    'USA',
    'jane@example.org',
    'jane@',
    '1 Main\nApt 4',
    '\u{1F600}',
    '\uD800',
    "'007",
    '日本',
  ),
  fc.string({ maxLength: 20 }),
  fc.string({ maxLength: 8, unit: 'binary' }),
);
const everything = planOf(FIELDS.map(({ key }) => field(key)));

describe('the record of any row', () => {
  it('has one JSON text, whichever way it is made', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const draft = mapRow(everything, cells);
        expect(recordJson(draft)).toBe(JSON.stringify(recordOf(draft)));
      }),
    );
  });

  it('has numbers where the interface takes numbers, and texts elsewhere', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const record = recordOf(mapRow(everything, cells)) as Record<string, unknown>;
        for (const { key, type } of FIELDS) {
          if (record[key] === undefined) continue;
          expect(typeof record[key]).toBe(type === 'amount' || type === 'count' ? 'number' : 'string');
        }
      }),
    );
  });

  it('is not changed when it is mapped once more', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const first = mapRow(everything, cells);
        // Values with a fault are texts as given, and were not brought into any form.
        const clean = first.values.map((value, index) => (first.faults[index] === FAULT.none ? value : ''));
        const second = mapRow(everything, clean);
        expect(second.values).toEqual(clean);
        expect([...second.faults].every((fault) => fault === FAULT.none)).toBe(true);
      }),
    );
  });

  it('keeps its proofs true when a value is corrected to what it is', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const draft = mapRow(everything, cells);
        const before = [...draft.traits];
        for (const [index, value] of draft.values.entries()) if (draft.faults[index] === FAULT.none) applyOverride(draft, index, value);
        expect([...draft.traits]).toEqual(before);
      }),
    );
  });

  it('has one line of CSV that reads back', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 29, maxLength: 29 }), (cells) => {
        const draft = mapRow(everything, cells);
        expect(parseLine(recordCsv(draft))).toEqual(FIELD_KEYS.map((key) => String(recordOf(draft)[key] ?? '')));
      }),
    );
    expect(parseLine(CSV_HEADER)).toEqual(FIELD_KEYS);
  });

  it('leaves out what is empty and what is no number', () => {
    const plan = planOf([field('primaryLast'), field('rfmFirstGiftValue'), field('rfmFirstGiftDate'), field('rfmTotalGiftCount')]);
    expect(recordJson(mapRow(plan, ['', '', '', '']))).toBe('{}');
    expect(recordJson(mapRow(plan, ['Doe "D"', 'a lot', 'last spring', '0']))).toBe(
      '{"primaryLast":"Doe \\"D\\"","rfmFirstGiftDate":"last spring","rfmTotalGiftCount":0}',
    );
  });
});

/** A reader of one CSV line, written apart from what it reads. */
function parseLine(line: string): string[] {
  const values: string[] = [];
  let rest = `${line},`;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)",/s.exec(rest);
    const plain = /^([^,]*),/s.exec(rest);
    const match = quoted ?? plain!;
    values.push(quoted === null ? match[1]! : match[1]!.replaceAll('""', '"'));
    rest = rest.slice(match[0].length);
  }
  return values;
}
