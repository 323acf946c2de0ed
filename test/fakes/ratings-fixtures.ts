/** Two ratings with their matrix, and officers. */
import type { MatrixView, OfficersView, RatingBasis, ResultsView } from '../../shared/contract/index.ts';

const CAPACITY = 'mostRecentScore.scoreDetails.capacityValue';
const PROPENSITY = 'mostRecentScore.scoreDetails.propensityRating';

export const RATINGS: ResultsView['ratings'] = [
  {
    kind: 'bands',
    column: CAPACITY,
    title: 'Our rating',
    steps: [
      { code: 'A', label: 'Principal', from: 1_000_000 },
      { code: 'B', label: 'Major', from: 250_000 },
      { code: 'C', label: 'Leadership', from: 100_000 },
      { code: 'D', label: 'Mid-level', from: 25_000 },
      { code: 'E', label: 'Annual', from: 0 },
    ],
  },
  {
    kind: 'values',
    column: PROPENSITY,
    title: 'Likelihood',
    steps: [
      { code: '', label: 'Very likely', value: '4' },
      { code: '', label: 'Likely', value: '3' },
      { code: '', label: 'Possible', value: '2' },
      { code: '', label: 'Unlikely', value: '1' },
    ],
  },
];

const COUNTS = [
  [9, 14, 11, 4],
  [22, 41, 44, 19],
  [35, 92, 121, 63],
  [51, 176, 318, 197],
  [43, 202, 547, 399],
  [1, 4, 9, 9],
];
const SUMS = [
  [18.4, 25.2, 19.1, 6.9],
  [9.7, 17.4, 18.5, 7.8],
  [5.5, 14.1, 18.2, 9.4],
  [2.6, 8.7, 15.1, 9],
  [0.3, 1.8, 4.7, 3.2],
  [0, 0, 0, 0],
];
const CELLS = COUNTS.map((row, at) => row.map((people, column) => ({ people, sum: SUMS[at]![column]! * 1_000_000 })));
const total = (cells: readonly { readonly people: number; readonly sum: number }[]) =>
  cells.reduce((all, { people, sum }) => ({ people: all.people + people, sum: all.sum + sum }), { people: 0, sum: 0 });

export const MATRIX: MatrixView = {
  rows: ['A Principal', 'B Major', 'C Leadership', 'D Mid-level', 'E Annual', ''].map((text, at) => ({ text, ...total(CELLS[at]!) })),
  columns: ['Very likely', 'Likely', 'Possible', 'Unlikely'].map((text, at) => ({ text, ...total(CELLS.map((row) => row[at]!)) })),
  cells: CELLS,
  all: total(CELLS.flat()),
};

export const OFFICERS: OfficersView = {
  officers: [
    { name: '', people: 2058, sum: 108_400_000, top: 41 },
    { name: 'J. Castellan', people: 118, sum: 31_200_000, top: 38 },
    { name: 'M. Trask', people: 104, sum: 28_700_000, top: 33 },
    { name: 'A. Lindqvist', people: 96, sum: 27_900_000, top: 31 },
    { name: 'P. Sorrel', people: 55, sum: 19_400_000, top: 21 },
  ],
  all: { people: 2431, sum: 215_600_000, top: 164 },
  topText: 'A and B',
  least: 250_000,
  undo: null,
};

export const BASIS: RatingBasis = {
  sorted: Array.from({ length: 200 }, (_, at) => Math.round(4000 * 1.034 ** at)),
  values: [],
  without: 23,
};
