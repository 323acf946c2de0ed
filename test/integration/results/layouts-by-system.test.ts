/**
 * The file of each layout, cell by cell, from a list with the headings of its system: the heading and format of the ID, the date, the
 * words, the lengths, and what is left out so that no blank overwrites a value. The documentation of each vendor says what its import
 * accepts.
 */
import { readFileSync } from 'node:fs';
import * as XLSX from 'xlsx';
import { describe, expect, test } from 'vitest';
import { NO_OFFICE } from '../../../main/worker-protocol/queries.ts';
import { planWriteBack } from '../../../main/worker/write-back/plan.ts';
import { layoutProblem } from '../../../shared/results/layout-problem.ts';
import { LAYOUTS, type Layout } from '../../../shared/results/layouts.ts';
import { OFFICER_KEY } from '../../../shared/results/result-shapes.ts';
import { leftOutText } from '../../../shared/view-texts/export-notes.ts';
import { noneHeldBack } from '../../../shared/write-back/held-back.ts';
import { cellsOf, layoutOf, SCORE_KEYS, setupScreenedLists, sourceOf } from '../../kit/setup-screened-lists.ts';
import { quietContext } from '../../kit/task-context.ts';

const screened = setupScreenedLists();
/** A day that looks different in every date order. */
const DAY = '2026-03-04';
const US = ['First Name', 'Last Name', 'Address', 'City', 'State', 'ZIP'];
const NAMES = ['Ada Ashdown', 'Grace Brink', 'Una Dunmore', 'Ida Marlowe', 'Otto Brandvold', 'Ruth Abernathy'];
const RANGE = 'scoreDetails.capacityRange';

interface System {
  readonly layout: string;
  /** The headings of the list, the ID first. */
  readonly headings: readonly string[];
  readonly ids?: readonly string[] | undefined;
  readonly head: readonly string[];
  /** The lines of the first person. */
  readonly first: readonly (readonly string[])[];
}

const idsOf = ({ ids }: Pick<System, 'ids'>) => ids ?? NAMES.map((_, at) => `A-${at + 1}`);
const address = (heading: string, at: number) =>
  /postcode/i.test(heading) ? 'LS1 4AP' : /zip/i.test(heading) ? '01609' : /state/i.test(heading) ? 'MA' : /city/i.test(heading) ? 'Worcester' : `${at + 1} Larkspur Ln`; // prettier-ignore

/** Six people with every score, except the second, who has no capacity range. */
async function listOf({ headings, ids }: Pick<System, 'headings' | 'ids'>, range: string | null = '$50K - $100K') {
  const own = idsOf({ ids });
  const rows = NAMES.map((name, at) => [
    own[at]!,
    ...headings.slice(1).map((heading) => {
      if (/first/i.test(heading)) return name.split(' ')[0]!;
      return /last|surname/i.test(heading) ? name.split(' ')[1]! : address(heading, at);
    }),
  ]);
  const change = (profile: Record<string, unknown>, at: number) => {
    const score = profile['mostRecentScore'] as { readonly scoreDetails: object };
    const scoreDetails = { ...score.scoreDetails, capacityRange: at === 1 ? null : range };
    const [primaryFirst, primaryLast] = NAMES[at]!.split(' ');
    return { ...profile, constituentId: own[at], primaryFirst, primaryLast, mostRecentScore: { ...score, scoreDetails } };
  };
  return await screened(NAMES.length, change, [[...headings], ...rows]);
}

const columnsFor = (layout: Layout) => (layout.rows === 'score' ? SCORE_KEYS : null);
const VALUES = ['1', '1', '1', '4', '4000', '$50K - $100K', '0'];
const PARTS = ['Overall', 'Propensity', 'Affinity', 'Capacity', 'Capacity value', 'Capacity range', 'RFM'];
const SCREENING = [...PARTS.map((part) => `Screening ${part}`), 'Screening Date'];
const CIVI = ['overall', 'propensity', 'affinity', 'capacity', 'capacity value', 'capacity range', 'RFM', 'date'].map((part) => `Screening: ${part}`); // prettier-ignore
/** The titles and values of the scores, for layouts with one line for each score. */
const LINES = [['Overall score', '1'], ['Capacity rating', '4'], ['Capacity range', '$50K - $100K']] as const; // prettier-ignore
const attributes = (date: string) => LINES.map(([title, value]) => ['A-1', title, value, date, 'Wealth screening']);
const LONG_ID = '0035e00000abcdeAAA';

const SYSTEMS: readonly (System & { readonly from: string })[] = [
  {
    from: "Raiser's Edge, US",
    layout: 'raisers-edge',
    headings: ['CnBio_ID', ...US],
    head: ['ConsID', 'CAttrCat', 'CAttrDesc', 'CAttrDate', 'CAttrCom'],
    first: attributes('3/4/2026'),
  },
  {
    from: "Raiser's Edge, UK",
    layout: 'raisers-edge',
    headings: ['Constituent ID', 'First Name', 'Surname', 'Preferred Address Line 1', 'Preferred City', 'Preferred Postcode'],
    head: ['ConsID', 'CAttrCat', 'CAttrDesc', 'CAttrDate', 'CAttrCom'],
    first: attributes('04/03/2026'),
  },
  {
    from: 'RE:Search',
    layout: 'raisers-edge-ratings',
    headings: ['Constituent ID', ...US],
    head: ['Constituent ID', 'Source', 'Category', 'Description', 'Date'],
    first: LINES.map(([title, value]) => ['A-1', 'Wealth screening', title, value, '3/4/2026']),
  },
  {
    from: 'a Salesforce report, with IDs of 15 characters',
    layout: 'salesforce',
    headings: ['Contact ID', ...US],
    ids: ['0035e00000abcde', ...['f', 'g', 'h', 'i', 'j'].map((letter) => `0035e00000abcd${letter}`)],
    head: ['Id', ...['Overall', 'Propensity', 'Affinity', 'Capacity', 'Capacity_Value', 'Capacity_Range', 'RFM', 'Date'].map((part) => `Screening_${part}__c`)], // prettier-ignore
    first: [[LONG_ID, ...VALUES, DAY]],
  },
  {
    from: 'a Salesforce report, for the wizard',
    layout: 'salesforce-wizard',
    headings: ['Contact ID', ...US],
    ids: ['0035e00000abcde', ...['f', 'g', 'h', 'i', 'j'].map((letter) => `0035e00000abcd${letter}`)],
    head: ['Contact ID', ...SCREENING],
    first: [[LONG_ID, ...VALUES, new Date('2026-03-04T12:00:00').toLocaleDateString()]],
  },
  {
    from: 'DonorPerfect',
    layout: 'donorperfect',
    headings: ['DONOR_ID', ...US],
    head: ['DONOR_ID', ...['OVERALL', 'PROPENSITY', 'AFFINITY', 'CAPACITY', 'CAPACITY_VALUE', 'CAPACITY_RANGE', 'RFM', 'DATE'].map((part) => `WS_${part}`)], // prettier-ignore
    first: [['A-1', ...VALUES, '3/4/2026']],
  },
  ...(
    [
      ['External Identifier', 'External Identifier'],
      ['Contact ID', 'Contact ID'],
      ['contact_id', 'Contact ID'],
      ['Internal Contact ID', 'Internal Contact ID'],
      // Only the office knows which of the two it is, so the import asks.
      ['Constituent ID', 'Constituent ID'],
    ] as const
  ).map(([own, written]) => ({
    from: `CiviCRM with ${own}`,
    layout: 'civicrm',
    headings: [own, ...US],
    head: [written, ...CIVI],
    first: [['A-1', ...VALUES, DAY]],
  })),
  { from: 'Neon', layout: 'neon', headings: ['Account ID', ...US], head: ['Account ID', ...SCREENING], first: [['A-1', ...VALUES, '03/04/2026']] }, // prettier-ignore
  { from: 'Bloomerang', layout: 'bloomerang', headings: ['Account Number', ...US], head: ['Account Number', ...SCREENING], first: [['A-1', ...VALUES, '03/04/2026']] }, // prettier-ignore
  { from: 'Little Green Light', layout: 'little-green-light', headings: ['LGL Constituent ID', ...US], head: ['LGL Constituent ID', ...SCREENING], first: [['A-1', ...VALUES, DAY]] }, // prettier-ignore
  { from: 'VAN', layout: 'van', headings: ['VANID', ...US], head: ['VANID', ...SCREENING], first: [['A-1', ...VALUES, DAY]] }, // prettier-ignore
  { from: 'VAN, of voters', layout: 'van', headings: ['Voter File VANID', ...US], head: ['Voter File VANID', ...SCREENING], first: [['A-1', ...VALUES, DAY]] }, // prettier-ignore
  { from: 'Slate', layout: 'slate', headings: ['Slate ID', ...US], head: ['Slate ID', ...SCREENING], first: [['A-1', ...VALUES, DAY]] }, // prettier-ignore
  { from: 'Slate, by GUID', layout: 'slate', headings: ['Slate GUID', ...US], head: ['Slate GUID', ...SCREENING], first: [['A-1', ...VALUES, DAY]] }, // prettier-ignore
];

test('every built-in layout has a list of its system here', () => {
  expect(new Set(SYSTEMS.map(({ layout }) => layout))).toEqual(new Set(LAYOUTS.map(({ id }) => id)));
});

describe.each(SYSTEMS)('a list from $from', ({ layout: id, headings, ids, head, first }) => {
  test('is written with the headings, the ID and the dates that the import takes', async () => {
    const layout = layoutOf(id);
    const project = await listOf({ headings, ids });
    const path = await project.export(`file.${layout.format}`, { kind: 'layout', layout, columns: columnsFor(layout), day: DAY });
    const [titles = [], ...lines] = cellsOf(path);
    expect(titles).toEqual(head);
    expect(lines.slice(0, first.length)).toEqual(first);

    // The person without a range has no line for it, no line at all, or an empty cell if the system then keeps its value.
    const own = idsOf({ ids });
    const second = lines.filter(([one]) => one === own[1] || one!.startsWith(own[1]!));
    const keepsBlanks = layout.rows === 'person' && layout.removesByEmptyCell !== true;
    expect(second).toHaveLength(layout.rows === 'score' ? LINES.length - 1 : keepsBlanks ? 1 : 0);
    expect(lines.flat().filter((cell) => cell === '')).toHaveLength(keepsBlanks ? 1 : 0);
    expect(new Set(lines.map(([one]) => one)).size).toBe(keepsBlanks || layout.rows === 'score' ? 6 : 5);
    // One line for each person, or for each score of a person.
    const category = layout.columns.findIndex(({ from }) => from.kind === 'scoreTitle');
    expect(new Set(lines.map((line) => `${line[0]}|${line[category] ?? ''}`)).size).toBe(lines.length);
  });
});

describe('the bytes of a file', () => {
  const words = [{ from: '1', to: 'Très élevé, à voir' }];

  test.each(LAYOUTS.filter(({ format }) => format === 'csv').map(({ id }) => id))('%s: UTF-8 without a mark, commas, CRLF', async (id) => {
    const layout = layoutOf(id);
    const withWords =
      layout.rows === 'person'
        ? { ...layout, columns: layout.columns.map((one) => (one.title.includes('verall') ? { ...one, words } : one)) }
        : { ...layout, scores: [{ key: SCORE_KEYS[0]!, title: 'DS Overall', words }] };
    const project = await listOf({ headings: ['Constituent ID', ...US] });
    const bytes = readFileSync(await project.export('file.csv', { kind: 'layout', layout: withWords, columns: null, day: DAY }));
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    expect(text).toMatch(/^[A-Za-z]/);
    expect(text).toContain(',"Très élevé, à voir",');
    expect(text.endsWith('\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test('texts that look like formulas arrive as in the list, and the app says to keep the file out of Excel', async () => {
    const ids = ['=A1', '@rhea', '+top', '-1', 'A-5', 'A-6'];
    const project = await listOf({ headings: ['VANID', ...US], ids });
    const layout = layoutOf('van');
    const report = await project.exportCounted('file.csv', { kind: 'layout', layout, columns: null, day: DAY });
    const lines = readFileSync(report.path, 'utf8').trimEnd().split('\r\n').slice(1).map((line) => line.split(',')[0]); // prettier-ignore
    // The second person has no range, and an empty cell would remove the one that VAN has.
    expect(lines).toEqual(['=A1', '+top', '-1', 'A-5', 'A-6']);
    expect(leftOutText(report)).toContain(
      '2 rows in the file have a text that begins like a formula. The text is as in your list, so that the other system gets it unchanged: import the file without opening it in Excel.',
    );
    // A workbook has the texts in text cells, which no program runs.
    const book = await project.exportCounted('file.xlsx', { kind: 'layout', layout: { ...layoutOf('neon') }, columns: null, day: DAY });
    expect(cellsOf(book.path).slice(1).map(([id]) => id)).toEqual(lines); // prettier-ignore
    expect(book.formulas).toBe(0);
  });

  test('DonorPerfect: one sheet, with IDs and dates as text and scores as numbers', async () => {
    const project = await listOf({ headings: ['DONOR_ID', ...US], ids: ['00012', '00013', '00014', '00015', '00016', '00017'] });
    const layout = layoutOf('donorperfect');
    const book = XLSX.read(readFileSync(await project.export('file.xlsx', { kind: 'layout', layout, columns: null, day: DAY })));
    expect(book.SheetNames).toHaveLength(1);
    const sheet = book.Sheets[book.SheetNames[0]!]!;
    const cells = ['A2', 'B2', 'I2'].map((at) => sheet[at] as XLSX.CellObject);
    expect(cells.map(({ t, v }) => [t, v])).toEqual([['s', '00012'], ['n', 1], ['s', '3/4/2026']]); // prettier-ignore
  });

  test.each(['salesforce', 'salesforce-wizard', 'van'])('%s is not written as a workbook', async (id) => {
    const layout = layoutOf(id);
    const project = await listOf({ headings: ['VANID', ...US] });
    await expect(project.export('file.xlsx', { kind: 'layout', layout, columns: null })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: `“${layout.name}” is a layout for a system that reads only CSV files, not workbooks. Nothing was written.`,
    });
    expect(layoutProblem({ ...layout, format: 'xlsx' })).toContain('not workbooks');
  });
});

test.each([
  ['raisers-edge', 'CAttrCat', 150],
  ['raisers-edge', 'CAttrDesc', 255],
  ['raisers-edge', 'CAttrCom', 50],
  ['raisers-edge-ratings', 'Category', 150],
  ['raisers-edge-ratings', 'Description', 255],
])('%s takes in %s at most %i characters', async (id, title, most) => {
  const layout = layoutOf(id);
  const project = await listOf({ headings: ['Constituent ID', ...US] });
  const heldWith = async (text: string) => {
    const words = [{ from: '0', to: title.endsWith('Desc') || title === 'Description' ? text : 'High' }];
    const long = {
      ...layout,
      columns: layout.columns.map((one) => (one.title === 'CAttrCom' && title === 'CAttrCom' ? { ...one, from: { kind: 'text' as const, text } } : one)), // prettier-ignore
      scores: [{ key: SCORE_KEYS[0]!, title: /Cat/.test(title) ? text : 'DS Overall', words }],
    };
    const plan = await planWriteBack({ ...sourceOf(project, long), held: { reason: 'tooLong', offset: 0 } }, quietContext);
    return [plan.heldBack.tooLong, plan.held[0]?.tooLong[0]?.title];
  };
  expect(await heldWith('x'.repeat(most))).toEqual([0, undefined]);
  expect(await heldWith('x'.repeat(most + 1))).toEqual([6, title]);
});

describe('Bloomerang', () => {
  const withRange = (more: Partial<Layout['columns'][number]>): Layout => {
    const layout = layoutOf('bloomerang');
    return { ...layout, columns: layout.columns.map((one) => (one.from.kind === 'score' && one.from.key === RANGE ? { ...one, ...more } : one)) }; // prettier-ignore
  };
  const rangeOf = (lines: readonly (readonly string[])[]) => lines[1]![6];
  const HEADINGS = { headings: ['Account Number', ...US] };

  test('separates the values of a list field by |, each with its own word, and names those without one', async () => {
    const project = await listOf(HEADINGS, 'Arts; Health; Sea');
    const layout = withRange({ known: ['The arts', 'Health'], words: [{ from: 'Arts', to: 'The arts' }] });
    expect(rangeOf(cellsOf(await project.export('list.csv', { kind: 'layout', layout, columns: null })))).toBe('The arts|Health|Sea');
    const { unknownWords } = await planWriteBack({ ...sourceOf(project, layout), held: null }, quietContext);
    expect(unknownWords).toEqual([{ title: 'Screening Capacity range', word: 'Sea', people: 5 }]);
  });

  test('has no | in a text, which it would read as two values', async () => {
    const project = await listOf(HEADINGS, '$50K|$100K; or more');
    const path = await project.export('text.csv', { kind: 'layout', layout: withRange({}), columns: null });
    expect(rangeOf(cellsOf(path))).toBe('$50K/$100K; or more');
  });
});

describe('Little Green Light', () => {
  const withColumn = (title: string, from: Layout['columns'][number]['from']): Layout => {
    const layout = layoutOf('little-green-light');
    return { ...layout, columns: [...layout.columns, { title, from }] };
  };
  const address = (title: string) =>
    `“${title}” is a part of an address, and Little Green Light would make the address inactive. Leave the column out.`;

  test.each([
    ['a field', 'Note', { kind: 'field', field: 'city' }],
    ['a column of the sheet with a known heading', 'Note', { kind: 'sheet', header: 'Mailing Street' }],
    ['a fixed text under the heading of an address', 'Pref. Zip/Postal Code', { kind: 'text', text: '01609' }],
  ] as const)('refuses %s', (_, title, from) => {
    expect(layoutProblem(withColumn(title, from))).toBe(address(title));
  });

  test('refuses a column of the list that goes to the address, whatever its heading', async () => {
    const headings = ['LGL Constituent ID', 'First Name', 'Last Name', 'Address', 'City', 'State', 'Zip', 'Wohin'];
    const project = await listOf({ headings });
    const { plan } = project.request;
    const toAddress = { ...plan, columns: plan.columns.map((one) => (one.column === 7 ? { ...one, to: { kind: 'field' as const, field: 'street2' as const } } : one)) }; // prettier-ignore
    const layout = withColumn('Note', { kind: 'sheet', header: 'Wohin' });
    expect(layoutProblem(layout)).toBeNull();
    const planned = await planWriteBack({ ...sourceOf(project, layout), plan: toAddress, held: null }, quietContext);
    expect(planned.problem).toBe(address('Note'));
    Object.assign(project.request, { plan: toAddress });
    await expect(project.export('file.csv', { kind: 'layout', layout, columns: null })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  test('takes columns that are not part of an address', () => {
    expect(layoutProblem(withColumn('Statement', { kind: 'sheet', header: 'Class year' }))).toBeNull();
  });
});

describe('the ID of a list', () => {
  test.each([
    ['raisers-edge', 'CnBio_System_ID', 'ConsID'],
    ['raisers-edge-ratings', 'Import ID', 'Constituent ID'],
    ['little-green-light', 'External Constituent ID', 'LGL Constituent ID'],
    ['bloomerang', 'Account ID', 'Account Number'],
  ])('%s: %s is not written as %s, because both are numbers of different people', async (id, own, title) => {
    const project = await listOf({ headings: [own, ...US] });
    const layout = layoutOf(id);
    const { problem } = await planWriteBack({ ...sourceOf(project, layout), held: null }, quietContext);
    expect(problem).toContain(`are from “${own}” of your list. That is another ID than “${title}”`);
    await expect(project.export('file.csv', { kind: 'layout', layout, columns: null })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    // Under the heading that the import takes for this ID, it is written.
    const renamed = { ...layout, columns: layout.columns.map((one) => (one.title === title ? { ...one, title: own } : one)) };
    expect(cellsOf(await project.export('own.csv', { kind: 'layout', layout: renamed, columns: null }))[0]![0]).toBe(own);
  });

  test('of accounts is not written as that of contacts', async () => {
    const project = await listOf({ headings: ['Account ID', ...US] });
    const path = await project.export('file.csv', { kind: 'layout', layout: layoutOf('salesforce-wizard'), columns: null });
    expect(cellsOf(path)[0]![0]).toBe('Account ID');
  });
});

describe('a layout of our own', () => {
  const ID: Layout['columns'][number] = { title: 'Id', from: { kind: 'field', field: 'constituentId' } };
  const own = (columns: Layout['columns'], more: Partial<Layout> = {}): Layout => ({
    id: 'ours', name: 'Ours', hint: '', format: 'csv', rows: 'person', dates: 'monthFirstTwoDigits', columns: [ID, ...columns], ...more }); // prettier-ignore

  test('writes dates of the record and of the sheet, and words of the sheet, as the other system takes them', async () => {
    const headings = ['ID', ...US, 'Last Gift Date', 'Class'];
    const rows = NAMES.map((name, at) => [`A-${at + 1}`, ...name.split(' '), `${at + 1} Larkspur Ln`, 'Worcester', 'MA', '01609', `${at + 13}.2.2025`, 'A']); // prettier-ignore
    const project = await screened(NAMES.length, (profile, at) => ({ ...profile, constituentId: `A-${at + 1}` }), [headings, ...rows]);
    const layout = own([
      { title: 'Gift', from: { kind: 'field', field: 'rfmMostRecentGiftDate' } },
      { title: 'Gift, as it was', from: { kind: 'sheet', header: 'Last Gift Date' } },
      { title: 'Class', from: { kind: 'sheet', header: 'Class' }, words: [{ from: 'A', to: 'First' }] },
    ]);
    const lines = cellsOf(await project.export('own.csv', { kind: 'layout', layout, columns: null }));
    expect(lines[1]).toEqual(['A-1', '02/13/2025', '02/13/2025', 'First']);
  });

  test('writes no error of a formula, which the other system would store as a value, and which is no officer', async () => {
    const headings = ['ID', ...US, 'Class', 'Gift officer'];
    const errors = ['#N/A', '#REF!', '#SPILL!', '#1', 'A'];
    const rows = NAMES.map((name, at) => [`A-${at + 1}`, ...name.split(' '), `${at + 1} Larkspur Ln`, 'Worcester', 'MA', '01609', errors[at] ?? '', errors[at] ?? '']); // prettier-ignore
    const project = await screened(NAMES.length, (profile, at) => ({ ...profile, constituentId: `A-${at + 1}` }), [headings, ...rows]);
    const layout = own([
      { title: 'Class', from: { kind: 'sheet', header: 'Class' } },
      { title: 'Officer', from: { kind: 'score', key: OFFICER_KEY } },
    ]);
    const [, ...lines] = cellsOf(await project.export('own.csv', { kind: 'layout', layout, columns: null }));
    expect(lines.slice(0, 5).map(([, ...cells]) => cells)).toEqual([['', ''], ['', ''], ['', ''], ['#1', '#1'], ['A', 'A']]); // prettier-ignore
    const { officers } = await project.ask('results.officers', { options: { sendErrors: true, resendRecent: false }, office: NO_OFFICE });
    expect(officers.map(({ name }) => name).toSorted()).toEqual(['', '#1', 'A']);
  });

  test('writes dates in the order of the list if the layout says so', async () => {
    const project = await listOf({ headings: ['ID', 'First Name', 'Surname', 'Address', 'City', 'Postcode'] });
    const layout = own([{ title: 'Screened', from: { kind: 'day' } }], { dates: 'list' });
    expect(cellsOf(await project.export('own.csv', { kind: 'layout', layout, columns: null, day: DAY }))[1]).toEqual(['A-1', '04/03/2026']);
  });

  test('holds nobody back for a blank if the other system keeps its value', async () => {
    const project = await listOf({ headings: ['ID', ...US] });
    const layout = own([{ title: 'Range', from: { kind: 'score', key: RANGE } }]);
    const plan = await planWriteBack({ ...sourceOf(project, layout), held: null }, quietContext);
    expect([plan.people, plan.heldBack]).toEqual([6, noneHeldBack()]);
  });
});
