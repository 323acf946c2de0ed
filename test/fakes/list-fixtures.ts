/** An imported list: its file, its columns and the suggested mapping. */
import type { ColumnsView, ImportView } from '../../shared/contract/index.ts';
import type { FieldKey } from '../../shared/fields/table.ts';
import { planProblems } from '../../shared/mapping/plan-problems.ts';
import { type Certainty, type ColumnPlan, type ColumnSuggestion, STANDARD_CLEANING, type Target } from '../../shared/mapping/plan.ts';
import { person } from './people-fixtures.ts';

const HEADINGS: readonly (readonly [string, readonly string[], Target, Certainty, string, string | null])[] = [
  ['CnBio_ID', ['100482', '100517', '100533'], field('constituentId'), 'certain', 'known heading', 'Every value is different'],
  [
    'CnBio_First_Name',
    ['Marguerite', 'Desmond', 'Jane and John'],
    field('primaryFirst'),
    'certain',
    'known heading',
    '137 cells hold two people',
  ],
  ['CnBio_Last_Name', ['Ashdown', 'Okafor-Lyle', 'Pellegrin'], field('primaryLast'), 'certain', 'known heading', 'Filled in every row'],
  [
    'Spouse Name',
    ['Bartholomew Montgomery-Abernathy', '–', 'Dana Okafor'],
    { kind: 'split', splitter: 'spouseName' },
    'sure',
    'two words in nearly all',
    null,
  ],
  ['CnAdrPrf_Addrline1', ['14 Larkspur Ln', '220 Quarry Rd', '9 Mill St'], field('street'), 'certain', 'known heading', null],
  ['CnAdrPrf_City', ['Worcester', 'Nashua', 'Brockton'], field('city'), 'certain', 'known heading', 'Filled in 10,171 rows'],
  ['CnAdrPrf_State', ['MA', 'NH', 'MA'], field('state'), 'certain', 'known heading', 'All are states of the US'],
  ['CnAdrPrf_ZIP', ['1609', '03060', '2301'], field('postalCode'), 'certain', 'known heading', '412 lost the leading zero'],
  ['CnAdrPrf_ContryShrtDscription', ['United States', 'United States'], field('country'), 'certain', 'known heading', null],
  [
    'CnPh_1_01_Phone_number',
    ['m.ashdown@example.org', 'd.okafor@example.com'],
    field('personalEmail'),
    'sure',
    'looks like email addresses',
    null,
  ],
  ['First Gift Amount', ['50', '25', '100'], field('rfmFirstGiftValue'), 'certain', 'known heading', null],
  [
    'First Gift Date',
    ['03/04/2009', '11/12/2014'],
    field('rfmFirstGiftDate'),
    'certain',
    'known heading',
    '03/04/2009 read as 4 March 2009',
  ],
  ['Last Gift Amount', ['1,250.00', '75.00'], field('rfmMostRecentGiftValue'), 'certain', 'known heading', null],
  [
    'Total Gifts',
    ['14', '3', '27', '1', '8'],
    field('rfmTotalGiftCount'),
    'likely',
    'Small whole numbers: read as a count. Some CRMs mean an amount.',
    null,
  ],
  ['Gift Officer', ['J. Castellan', 'R. Dunmore'], { kind: 'none' }, 'certain', 'known heading', 'Kept next to the scores'],
  ['Region', ['Central', 'North'], { kind: 'none' }, 'none', 'no field fits', null],
  ['Mailing Street', ['PO Box 118', '9 Orchard Ct'], field('street'), 'likely', 'looks like street addresses', null],
  ['Table', ['12', '4', '7'], { kind: 'none' }, 'none', 'no field fits', null],
  [
    'CnBio_Deceased',
    ['No', 'Yes'],
    { kind: 'none', tells: 'deceased', everyValue: true },
    'sure',
    'Deceased (yes/no)',
    'Those rows are left out',
  ],
];

function field(key: FieldKey): Target {
  return { kind: 'field', field: key };
}

/** Columns of a Raiser's Edge export; two of them map to the same field. */
export function columns(): ColumnsView {
  const suggestions: ColumnSuggestion[] = HEADINGS.map(([header, samples, to, certainty, reason, remark], column) => ({
    column,
    header,
    samples: [...samples],
    filled: header === 'Mailing Street' ? 2306 : header === 'CnAdrPrf_Addrline1' ? 10_118 : 10_240,
    to,
    certainty,
    reason,
    alternatives: header === 'Total Gifts' ? [field('rfmTotalGiftValue')] : header === 'Mailing Street' ? [field('street2')] : [],
    remark,
    sensitive: false,
    looked: 10_240,
    provenOrder: null,
    provenDecimal: null,
    ...(header === 'CnBio_Deceased' && {
      answers: [
        { value: 'No', rows: 10_196 },
        { value: 'Yes', rows: 38 },
        { value: 'Lost contact', rows: 6 },
      ],
    }),
  }));
  const plan: ColumnPlan[] = suggestions.map(({ column, to, certainty, header }) => ({
    column,
    to,
    settled: certainty === 'certain' || certainty === 'sure' || certainty === 'none',
    dateOrder: header.endsWith('Date') ? 'mdy' : null,
    decimal: 'point',
  }));
  return withProblems({
    headers: HEADINGS.map(([header]) => header),
    plan: {
      columns: plan,
      combinations: [],
      constants: [],
      cleaning: { ...STANDARD_CLEANING },
    },
    suggestions,
    system: { id: 'raisersEdge', name: "Raiser's Edge", known: 14, of: 19 },
    template: null,
    problems: [],
  });
}

/** The columns of a list whose dates can be read both ways. */
export function withOpenDates(view: ColumnsView): ColumnsView {
  const isDate = (column: number) => view.headers[column] === 'First Gift Date';
  return {
    ...view,
    plan: {
      ...view.plan,
      columns: view.plan.columns.map((own) => (isDate(own.column) ? { ...own, dateOrder: null, settled: false } : own)),
    },
    suggestions: view.suggestions.map((one) =>
      isDate(one.column)
        ? { ...one, certainty: 'likely', remark: 'Day and month could be swapped: 03/04/2009 is read as 4 March 2009' }
        : one,
    ),
  };
}

/** The columns with their current problems, found as in the application. */
export function withProblems(view: ColumnsView): ColumnsView {
  const problems = planProblems(view.plan, view.headers);
  return { ...view, problems: problems.map((problem) => ({ ...problem, columns: [...problem.columns] })) };
}

/** The same rows from a text file without a kept copy. */
export const asText = (view: ImportView): ImportView => ({
  ...view,
  format: 'CSV',
  sheets: [{ name: 'fall', hidden: false, rows: view.rows }],
  sheet: 0,
  text: { encoding: 'windows-1252', delimiter: ';' },
  isReadable: false,
});

/** The first rows of a sheet with a title above its header. */
export function imported(rows: number): ImportView {
  const header = HEADINGS.map(([heading]) => heading).slice(0, 9);
  const people = Array.from({ length: 6 }, (_, index) => person(index));
  return {
    format: 'Excel workbook',
    sheets: [
      { name: 'Read me', hidden: false, rows: 14 },
      { name: 'Query 14', hidden: false, rows },
      { name: 'Lookup', hidden: true, rows: 40 },
    ],
    sheet: 1,
    headerRow: 3,
    headerReason: 'Row 3 is the first one in which every cell is filled and no cell looks like a value.',
    rows,
    totalsRows: [rows + 4],
    notices: {
      hiddenRows: 12,
      hiddenRowsAre: 'keep',
      hiddenColumns: ['Solicitor', 'Notes'],
      formulasWithoutValue: 40,
      blankRows: 118,
      headingRows: 2,
      subtotals: 3,
      subtotalRows: [
        { row: 61, label: 'MA Total' },
        { row: 122, label: 'NH Total' },
        { row: rows + 4, label: 'Grand Total' },
      ],
      subtotalsAre: 'leave-out',
    },
    firstRows: [
      { row: 1, cells: ['Fernhollow Foundation, fall appeal 2026', '', '', '', '', '', '', '', ''] },
      { row: 2, cells: ['', '', '', '', '', '', '', '', ''] },
      { row: 3, cells: header },
      ...people.map((one, index) => ({
        row: index + 4,
        cells: [one.id, one.first, one.last, one.spouse, one.street, one.city, one.state, one.zip, 'United States'],
      })),
    ],
    lastRows: [
      ...Array.from({ length: 4 }, (_, index) => ({ row: rows + index, one: person(index + 2) })).map(({ row, one }) => ({
        row,
        cells: [one.id, one.first, one.last, one.spouse, one.street, one.city, one.state, one.zip, 'United States'],
      })),
      { row: rows + 4, cells: ['Total', '', '', '', '', '', '', `${rows}`, ''] },
    ],
    text: null,
    isReadable: true,
    notes: ['This file uses Mac dates, which count from 1904. They are converted.'],
  };
}
