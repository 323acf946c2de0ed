/** Invented results: 2,500 rows sent, 2,431 scored, 61 refused, 8 unknown. */
import type {
  CapacityGroups,
  Distribution,
  Output,
  Parsed,
  NotSent,
  OrderJoinView,
  EarlierView,
  ExportView,
  PersonView,
  ProjectView,
  ResultRow,
  ResultsView,
  ScoreColumn,
  SegmentView,
} from '../../shared/contract/index.ts';
import { noneHeldBack } from '../../shared/write-back/index.ts';
import type { ResultSelection } from '../../shared/results/index.ts';
import { FLAGS_KEY, OFFICER_KEY, fieldKey, ratingKey, sheetKey } from '../../shared/results/result-shapes.ts';
import { person } from './people-fixtures.ts';
import { RATINGS } from './ratings-fixtures.ts';

export const COUNTS = { submitted: 2500, scored: 2431, refused: 61, unknown: 8, unmatched: 2 };
const LEFT_OUT = 14;

type Score = (index: number) => string;

const rating =
  (step: number): Score =>
  (index) =>
    String(4 - (Math.floor(index / step) % 4));

const COLUMNS: readonly (readonly [
  key: string,
  title: string,
  type: ScoreColumn['type'],
  min: number | null,
  max: number | null,
  score: Score,
])[] = [
  ['mostRecentScore.overallScore', 'Overall score', 'number', 2.6, 3.6, (index) => (3.6 - (index % 11) / 10).toFixed(1)],
  ['mostRecentScore.dateScored', 'Date scored', 'date', null, null, () => '2026-11-19'],
  ['mostRecentScore.scoreDetails.propensityRating', 'Propensity rating', 'number', 1, 4, rating(5)],
  ['mostRecentScore.scoreDetails.affinityRating', 'Affinity rating', 'number', 1, 4, rating(3)],
  ['mostRecentScore.scoreDetails.capacityRating', 'Capacity rating', 'number', 1, 4, rating(7)],
  [
    'mostRecentScore.scoreDetails.capacityValue',
    'Capacity value',
    'number',
    4000,
    412_000,
    (index) => String(Math.max(4000, 412_000 - index * 1650)),
  ],
  [
    'mostRecentScore.scoreDetails.capacityRange',
    'Capacity range',
    'text',
    null,
    null,
    (index) => (index < 90 ? '$250K - $500K' : '$50K - $100K'),
  ],
  ['mostRecentScore.scoreDetails.capacitySource', 'Capacity source', 'text', null, null, () => 'Property and giving'],
  ['mostRecentScore.scoreDetails.confidenceOfMatch', 'Confidence of match', 'number', 40, 99, (index) => String(98 - ((index * 7) % 50))],
  ['mostRecentScore.rfmDetails.rfmScore', 'RFM score', 'number', 0, 4, rating(4)],
  ['mostRecentScore.rfmDetails.recencyScore', 'Recency score', 'number', 0, 4, rating(6)],
  ['mostRecentScore.rfmDetails.frequencyScore', 'Frequency score', 'number', 0, 4, rating(9)],
  ['mostRecentScore.plannedGivingDetails.bequest', 'Bequest', 'flag', null, null, (index) => (index % 3 === 0 ? 'TRUE' : 'FALSE')],
  ['mostRecentScore.plannedGivingDetails.annuity', 'Annuity', 'flag', null, null, () => 'FALSE'],
  ['mostRecentScore.analytics.propertiesCount', 'Properties count', 'number', 0, 6, (index) => String(index % 7)],
  [
    'mostRecentScore.analytics.estimatedNetWorth',
    'Estimated net worth',
    'number',
    0,
    2_900_000,
    (index) => String(2_900_000 - index * 1100),
  ],
  ['mostRecentScore.multiLensScores.1.lens', 'Multi lens scores 1, lens', 'text', null, null, () => 'Health'],
  ['mostRecentScore.multiLensScores.1.overallScore', 'Multi lens scores 1, overall score', 'number', 1, 4, rating(8)],
  ['mostRecentScore.multiLensScores.2.lens', 'Multi lens scores 2, lens', 'text', null, null, () => 'Education'],
  ['mostRecentScore.multiLensScores.2.overallScore', 'Multi lens scores 2, overall score', 'number', 1, 4, rating(6)],
];

const SHEET: Readonly<Record<string, Score>> = {
  [sheetKey('Gift officer')]: (index) => (index % 6 === 3 ? '' : index % 3 === 0 ? 'J. Castellan' : 'P. Osei'),
  [sheetKey('Region')]: () => 'Central',
  [sheetKey('Table')]: (index) => String((index % 40) + 1),
};

const LAST_GIFT = fieldKey('rfmMostRecentGiftValue');
/** Fields as sent, and the marks of people. */
const RECORD: Readonly<Record<string, Score>> = {
  [LAST_GIFT]: (index) => (index % 9 === 8 ? '' : String(250 * (1 + (index % 12)))),
  [fieldKey('rfmMostRecentGiftDate')]: (index) => (index % 9 === 8 ? '' : `2026-0${1 + (index % 9)}-12`),
  [fieldKey('state')]: (index) => person(index).state,
  [OFFICER_KEY]: (index) => SHEET[sheetKey('Gift officer')]!(index),
  [FLAGS_KEY]: (index) => ({ 4: 'No mail', 9: 'Deceased; No mail' })[index % 20] ?? '',
};

export const scoreOf = (index: number, key: string): string =>
  (COLUMNS.find(([one]) => one === key)?.[5] ?? SHEET[key] ?? RECORD[key])?.(index) ?? '';

const keyAt = (position: number): string => COLUMNS[position]![0];
const OFFICER = OFFICER_KEY;
const USUAL: string[] = [keyAt(5), keyAt(8), LAST_GIFT, OFFICER, FLAGS_KEY, ...[0, 2, 3, 4].map(keyAt)];
const OVERALL = keyAt(0);

/** 2,431 scored people: 2,408 in five ranges, and 23 without a capacity. */
export const CAPACITY: CapacityGroups = {
  column: keyAt(5),
  by: 'ranges',
  bands: [
    { label: '$1M and more', min: 1_000_000, max: 3_120_000, rows: 38, sum: 69_600_000 },
    { label: '$250K - $1M', min: 250_000, max: 998_000, rows: 126, sum: 53_400_000 },
    { label: '$100K - $250K', min: 100_000, max: 249_000, rows: 311, sum: 47_200_000 },
    { label: '$25K - $100K', min: 25_000, max: 99_500, rows: 742, sum: 35_400_000 },
    { label: null, min: 4000, max: 24_900, rows: 1191, sum: 10_000_000 },
  ],
  without: 23,
  least: 1_000_000,
  top: { rows: 38, sum: 69_600_000, withoutOfficer: 9, toCheck: 12 },
};

export const RESULTS: ResultsView = {
  counts: COUNTS,
  leftOut: LEFT_OUT,
  notChosen: 0,
  columns: COLUMNS.map(([key, title, type, min, max]) => ({
    key,
    title,
    foundTitle: title,
    type,
    filled: COUNTS.scored,
    min,
    max,
    best: null,
  })),
  sheetColumns: ['Gift officer', 'Region', 'Table'].map((title) => ({ key: sheetKey(title), title, type: 'text' })),
  recordColumns: [
    { key: LAST_GIFT, title: 'Last gift', type: 'number' },
    { key: fieldKey('state'), title: 'State, as sent', type: 'text' },
    ...RATINGS.map(({ column, title }) => ({ key: ratingKey(column), title, type: 'text' as const })),
    { key: OFFICER_KEY, title: 'Gift officer', type: 'text' },
    { key: FLAGS_KEY, title: 'Flags', type: 'text' },
  ],
  officer: OFFICER,
  officerColumn: { heading: 'Gift officer', choices: [sheetKey('Gift officer'), sheetKey('Region')] },
  ratings: RATINGS,
  shown: USUAL,
  defaultColumns: USUAL,
  notPart: 0,
  unplaced: 0,
  unreadable: 0,
  withoutScores: 0,
  notRead: 0,
  byOrder: 0,
  judgedWrong: 0,
  rowBase: 'Row numbers in its report are counted from 1: all 61 rows were refused for a value that stands in that row.',
  later: [],
};

export const SEGMENTS: SegmentView[] = [
  {
    id: 'major',
    name: 'Capacity 4, propensity 3+',
    filters: [
      { kind: 'is', column: 'mostRecentScore.scoreDetails.capacityRating', value: '4' },
      { kind: 'range', column: 'mostRecentScore.scoreDetails.propensityRating', min: 3, max: null },
    ],
    find: '',
    rows: 306,
  },
  {
    id: 'legacy',
    name: 'Legacy talk',
    filters: [{ kind: 'is', column: 'mostRecentScore.plannedGivingDetails.bequest', value: 'TRUE' }],
    find: '',
    rows: 811,
  },
];

const LEFT_OUT_AS = ['invalid', 'duplicateId', 'leftOutByHand', 'recentlyScreened', 'suppressed'] as const satisfies NotSent[];
/** The last row that was left out has earlier scores. */
const UNCHANGED = 2500 + LEFT_OUT - 1;
const leftOutAs = (index: number, outcome: ResultSelection['outcome']): NotSent | null =>
  outcome !== 'leftOut' ? null : index === UNCHANGED ? 'unchanged' : LEFT_OUT_AS[index % LEFT_OUT_AS.length]!;

/** By outcome: the first person and the number of rows. */
const ROWS_OF: Readonly<Record<ResultSelection['outcome'], readonly [first: number, rows: number]>> = {
  scored: [0, COUNTS.scored],
  refused: [2431, COUNTS.refused],
  unknown: [2492, COUNTS.unknown],
  leftOut: [2500, LEFT_OUT],
  notChosen: [2500, 0],
  unmatched: [2600, COUNTS.unmatched],
};

/** The change of a person's overall score. */
function scoreChangeOf(index: number): ResultRow['scoreChange'] {
  const now = Number(scoreOf(index, OVERALL));
  const step = [0.5, 0, 0.5, null, -0.3, 0][index % 6]!;
  if (step === null) return { change: 'new', before: '', by: null };
  const before = String(Number((now - step).toFixed(1)));
  return step === 0 ? { change: 'same', before, by: null } : { change: step > 0 ? 'higher' : 'lower', before, by: step };
}

/** A page of the rows of an outcome, whatever the filters and the order. */
export function resultPage({ selection: { outcome }, columns, since, offset, limit }: Parsed<'results.page'>): Output<'results.page'> {
  const [first, total] = ROWS_OF[outcome];
  const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at): ResultRow => {
    const index = first + offset + at;
    const one = person(index);
    return {
      row: outcome === 'unmatched' ? null : index + 2,
      name: `${one.first} ${one.last}`,
      locality: outcome === 'unmatched' ? '' : `${one.city}, ${one.state}`,
      cells: columns.map((key) => (outcome === 'scored' || outcome === 'unmatched' ? scoreOf(index, key) : '')),
      reasons: reasonsOf(index, outcome),
      leftOut: leftOutAs(index, outcome),
      mergedInto: null,
      byOrder: false,
      ...(since !== undefined && { scoreChange: scoreChangeOf(index) }),
    };
  });
  return { total, rows };
}

function reasonsOf(index: number, outcome: ResultSelection['outcome']): ResultRow['reasons'] {
  if (outcome !== 'refused') return [];
  const email = { field: 'personalEmail', message: 'must be a valid email address', value: `${person(index).last.toLowerCase()}@` };
  return index % 5 === 0 ? [email, { field: 'postalCode', message: 'must have 5 or 9 digits', value: '160' }] : [email];
}

/** Four bars for a rating, ten for another number, one for a text. */
export function distribution({ column }: Parsed<'results.distribution'>): Distribution {
  if (column === fieldKey('state')) {
    const states = { MA: 17, ME: 5, NH: 9, RI: 4, VT: 3 };
    return { column, bars: Object.entries(states).map(([label, rows]) => ({ label, rows, from: null, to: null })), empty: 0 };
  }
  const [, , type, , most] = COLUMNS.find(([key]) => key === column) ?? [];
  if (type !== 'number') return { column, bars: [{ label: scoreOf(0, column), rows: COUNTS.scored, from: null, to: null }], empty: 0 };
  const max = most ?? 0;
  const bars =
    max > 20
      ? Array.from({ length: 10 }, (_, at) => ({ from: (at * max) / 10, to: ((at + 1) * max) / 10, rows: 460 - at * 48 }))
      : [1, 2, 3, 4].map((value) => ({ from: value, to: value, rows: 400 + value * 80 }));
  return {
    column,
    bars: bars.map((bar) => ({ ...bar, label: bar.from === bar.to ? `${bar.from}` : `${bar.from} – ${bar.to}` })),
    empty: 0,
  };
}

const scoresOf = (index: number): PersonView['values'] => [
  ...COLUMNS.map(([key, title]) => ({ key, title, value: scoreOf(index, key) })),
  { key: 'profileUrl', title: 'Profile URL', value: `https://profiles.example.org/p/${4000 + index}` },
];
const jsonOf = (values: PersonView['values']): string =>
  JSON.stringify(Object.fromEntries(values.map(({ key, value }) => [key, value])), null, 2);

/** The scores of another screening for a row that was left out as unchanged. */
export function earlierView(row: number, { id, name, processedAt }: ProjectView): EarlierView | null {
  if (row - 2 !== UNCHANGED) return null;
  const values = scoresOf(7);
  return { projectId: id, name, at: processedAt, row: 9, values, json: jsonOf(values) };
}

/** A person of the list by the row in the file. */
export function personView(row: number): PersonView {
  const index = row - 2;
  const one = person(index);
  const outcome = index < 2431 ? 'scored' : index < 2492 ? 'refused' : index < COUNTS.submitted ? 'unknown' : 'leftOut';
  const values = outcome === 'scored' ? scoresOf(index) : [];
  const sent: readonly Pick<PersonView['record'][number], 'field' | 'value'>[] = [
    { field: 'constituentId', value: one.id },
    { field: 'primaryFirst', value: one.first },
    { field: 'primaryLast', value: one.last },
    { field: 'spouseFirst', value: 'Aldous' },
    { field: 'spouseLast', value: one.last },
    { field: 'street', value: one.street },
    { field: 'city', value: one.city },
    { field: 'state', value: one.state },
    { field: 'postalCode', value: one.zip },
    { field: 'personalEmail', value: one.email },
    { field: 'personalPhone', value: '508 555 0142' },
    { field: 'rfmFirstGiftValue', value: '50' },
    { field: 'rfmFirstGiftDate', value: '2009-03-04' },
    { field: 'rfmLargestGiftValue', value: '5000' },
    { field: 'rfmLargestGiftDate', value: '2023-12-02' },
    { field: 'rfmTotalGiftCount', value: '14' },
    { field: 'rfmTotalGiftValue', value: '18450' },
  ];
  const record = sent.map((one) => ({
    ...one,
    was: one.field === 'postalCode' && one.value.startsWith('0') ? one.value.slice(1) : null,
  }));
  return {
    row,
    name: `${one.first} ${one.last}`,
    outcome,
    isNotPart: false,
    record,
    notSent: [
      { header: 'Gift officer', value: 'J. Castellan' },
      { header: 'Region', value: 'Central' },
      { header: 'Table', value: '12' },
    ],
    values,
    flags: scoreOf(index, FLAGS_KEY)
      .split('; ')
      .filter((flag) => flag !== ''),
    officer: scoreOf(index, OFFICER),
    json: values.length === 0 ? null : jsonOf(values),
    reasons: reasonsOf(index, outcome),
    leftOut: leftOutAs(index, outcome),
    mergedInto: null,
    byOrder: false,
  };
}

/** A finished export. */
export const EXPORT: ExportView = {
  id: 'export',
  projectId: null,
  version: 1,
  state: 'done',
  location: 'screened.xlsx',
  download: null,
  done: COUNTS.scored,
  total: COUNTS.scored,
  heldBack: noneHeldBack(),
  emptyColumns: [],
  formulas: 0,
  byOrder: 0,
  missing: 0,
  failure: null,
};

/** The results of a service whose profiles do not name their rows. */
export const UNMATCHED_RESULTS: ResultsView = {
  ...RESULTS,
  counts: { ...COUNTS, scored: 0, unknown: COUNTS.scored + COUNTS.unknown, unmatched: COUNTS.scored },
};

/** The results after a join by order. */
export const JOINED_RESULTS: ResultsView = { ...RESULTS, byOrder: COUNTS.scored };

export const ORDER_JOIN: OrderJoinView = {
  state: 'possible',
  reason: null,
  rows: COUNTS.scored,
  profiles: COUNTS.scored,
  pairs: [
    { row: 2, name: 'Eleanor Whitfield', profile: 1, profileName: '', text: 'Overall score: 71 · Capacity rating: 4', contradicts: false },
    {
      row: 1219,
      name: 'Marcus Oyelaran',
      profile: 1216,
      profileName: '',
      text: 'Overall score: 38 · Capacity rating: 2',
      contradicts: false,
    },
    {
      row: 2436,
      name: 'Ruth Abernathy',
      profile: 2431,
      profileName: '',
      text: 'Overall score: 55 · Capacity rating: 3',
      contradicts: false,
    },
  ],
  wasDropped: false,
  previewId: 'seen',
};
