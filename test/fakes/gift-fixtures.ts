/** The invented gift file of a list: 41,386 gifts, and ten people before and after. */
import type { Output, Parsed } from '../../shared/contract/index.ts';
import { STANDARD_GIFT_CHOICES, withLines } from '../../shared/gifts/index.ts';

type ListGifts = NonNullable<Output<'gifts.get'>>;

const line = (label: string, gifts: number, sum: string, why: string | null, key = `type:${label.toLowerCase()}`) => ({
  key,
  label,
  gifts,
  sum,
  counted: why === null,
  why,
  canCount: true,
  rows: [],
});
const person = (row: number, name: string, before: readonly [string, string], after: readonly [string, string, string]) => ({
  row,
  name,
  before: { latestDate: before[0], total: before[1], count: '' },
  after: { latestDate: after[0], total: after[1], count: after[2] },
});

const GIFTS: ListGifts = {
  view: {
    file: 'Fernhollow gifts.csv',
    sheet: 'Fernhollow gifts.csv',
    sheets: ['Fernhollow gifts.csv'],
    headings: [
      { heading: 'CnBio_ID', first: ['100486', '100486', '100491'] },
      { heading: 'Gf_Date', first: ['03/18/2022', '11/03/2024'] },
      { heading: 'Gf_Amount', first: ['$250.00', '$1,250.00'] },
      { heading: 'Gf_Type', first: ['Cash', 'Pay-Cash', 'Pledge'] },
    ],
    columns: { id: 'CnBio_ID', date: 'Gf_Date', amount: 'Gf_Amount', type: 'Gf_Type' },
    certain: ['id', 'date', 'amount', 'type'],
    dateOrder: 'mdy',
    unclearDates: null,
    decimal: 'point',
    unclearAmounts: null,
    gifts: 41_386,
    currency: '$',
    lines: [
      line('Cash', 22_914, '6214380', null),
      line('Pay-Cash', 9206, '2871450', null),
      line('Stock/Property', 142, '1096300', null),
      line('Recurring Gift Pay-Cash', 6318, '284310', null),
      line('Pledge', 1487, '4020000', 'promised, not received'),
      line('Soft Credit', 1182, '1912250', 'credited to somebody who did not give them'),
      line('Refund', 97, '-18940', 'money that went back'),
      line('Amounts below zero', 34, '-4105', 'below zero: Cash, Pay-Cash', 'below-zero'),
      { ...line('No date that can be read', 6, '0', 'cannot be used', 'no-date'), sum: null, canCount: false, rows: [418, 2210, 9071] },
    ],
    counted: { gifts: 38_580, sum: '10466440', firstDay: '1987-01-09', lastDay: '2026-11-18' },
    onList: { gifts: 37_366, people: 2261 },
    notOnList: { gifts: 1214, people: 318, firstIds: ['104410', '104412', '104417'] },
    withoutGifts: 277,
    nothingJoins: null,
    examples: [
      person(2, 'Hiroshi Tanabe', ['', ''], ['2025-12-18', '900', '3']),
      person(5, 'Cornelius Baptiste', ['2019-11-30', '22400'], ['2019-11-30', '23400', '31']),
      person(9, 'Marguerite Ashdown', ['2026-09-02', '17200'], ['2026-09-02', '18450', '14']),
      person(14, 'Tobias Wexford', ['2022-03-18', '2300'], ['2024-11-03', '3150', '9']),
      person(21, 'Thaddeus Brink', ['2020-06-01', '310'], ['2023-10-09', '560', '5']),
      person(30, 'Delphine Marchetti', ['2026-01-12', '7980'], ['2026-01-12', '7730', '12']),
      person(33, 'Solveig Maddox', ['2025-08-14', '41750'], ['2025-08-14', '41750', '22']),
      person(47, 'Rosalind Quayle', ['2018-09-27', '640'], ['2018-09-27', '640', '4']),
      person(52, 'Ines Calloway', ['', ''], ['2021-04-05', '120.5', '2']),
      person(60, 'Silas Drummond', ['2017-02-06', ''], ['2019-05-13', '75', '1']),
    ],
  },
  choices: STANDARD_GIFT_CHOICES,
  options: {},
  others: 0,
  report: { sum: '$10,462,335', gifts: '38,614' },
  isUsed: false,
  isCurrent: false,
};

const NOBODY: ListGifts = {
  ...GIFTS,
  view: {
    ...GIFTS.view,
    onList: { gifts: 0, people: 0 },
    withoutGifts: 2538,
    nothingJoins: { ids: 2579, ofList: ['100486', '100491', '100502'], ofGifts: ['G-1', 'G-2', 'G-3'] },
    examples: [],
  },
};

/** `scenario`: `gifts` has a gift file, `gifts-nobody` one of other people. */
export function giftAnswers(scenario: string) {
  const shown = scenario === 'gifts-nobody' ? NOBODY : GIFTS;
  return {
    'gifts.get': scenario.startsWith('gifts') ? shown : null,
    'gifts.read': shown,
    'gifts.choose': ({ choices, options, others }: Parsed<'gifts.choose'>) => ({
      ...shown,
      choices,
      options,
      others,
      view: withLines(shown.view, choices.lines),
    }),
    'gifts.use': { ...shown, isUsed: true, isCurrent: true },
    'gifts.remove': null,
    'gifts.restore': { ...shown, isUsed: true, isCurrent: true },
    'gifts.report': ({ report }: Parsed<'gifts.report'>) => ({ ...shown, report }),
  };
}
