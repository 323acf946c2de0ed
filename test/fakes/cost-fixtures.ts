/** The cost of sending a list, for the fake desk. */
import type {
  ConnectionView,
  CostIssues,
  CostView,
  ElsewhereProject,
  ProjectView,
  SampleView,
  ScorePreset,
  BaselineOffer,
} from '../../shared/contract/index.ts';
import { fieldOf, type FieldKey } from '../../shared/fields/table.ts';
import { CHECK_FIELDS, checkRow } from './check-fixtures.ts';

interface CostOf {
  readonly project: ProjectView;
  readonly connection: ConnectionView;
  readonly sendErrors: boolean;
  readonly resendRecent: boolean;
  /** Days in which people count as screened. */
  readonly recencyDays: number;
  readonly scoreConfiguration: CostView['scoreConfiguration'];
  readonly running: CostView['running'];
  /** The screening that the list is compared with. */
  readonly baseline: BaselineOffer | null;
  readonly withoutResult?: CostView['screened']['withoutResult'];
}

/** Finished screenings that have sent people of the list. */
export const sinceOffers = (now: number): BaselineOffer[] => [
  { id: 'gala', name: 'Gala attendees', at: now - 40 * 86_400_000, shared: 0.964 },
  { id: 'alumni', name: 'Alumni file 2026', at: now - 200 * 86_400_000, shared: 0.31 },
];

/** Projects on the service that someone else created from the same list. */
export const elsewhere = (now: number): ElsewhereProject[] => [
  { name: 'Fall appeal 2026 · K7MWQ2ZC', status: 'processed', totalRows: 8485, createdAt: now - 6 * 86_400_000 },
  { name: 'FALL APPEAL 2026', status: null, totalRows: null, createdAt: null },
];

/** The issues of the rows that are sent and of those that are held back. */
export const COST_ISSUES: CostIssues = {
  warned: 736,
  warnings: [
    { code: 'ZIP_FOUR_DIGITS', title: 'ZIP has 4 digits', rows: 482 },
    { code: 'TWO_PEOPLE', title: 'Two people in one name', rows: 168 },
    { code: 'HOUSEHOLD_TWICE', title: 'Same household twice', rows: 94 },
  ],
  errors: [
    { code: 'EMAIL_FORMAT', title: 'Email is not a valid address', rows: 188 },
    { code: 'DATE_FUTURE', title: 'Gift date is in the future', rows: 46 },
  ],
  risks: { fixable: [{ code: 'ZIP_FOUR_DIGITS', title: 'ZIP has 4 digits', rows: 482 }], incomplete: 43, other: 211 },
  repeated: 94,
  sentAnyway: [],
  reasons: [],
};

const TITLES = new Map([...COST_ISSUES.warnings, ...COST_ISSUES.errors].map(({ code, title }) => [code, title]));

const HEADINGS: Readonly<Partial<Record<FieldKey, string>>> = { constituentId: 'Constituent ID', postalCode: 'Home ZIP', state: 'ST' };

/** The first rows of the checked list that have no error. */
export function sample(limit: number): SampleView {
  const rows = Array.from({ length: limit * 2 }, (_, index) => checkRow(index))
    .filter(({ readiness }) => readiness !== 'invalid')
    .slice(0, limit);
  return {
    format: 'json',
    head: '',
    fields: CHECK_FIELDS.map((field) => ({ field, headings: [HEADINGS[field] ?? fieldOf(field).label] })),
    records: rows.map(({ row, values, issues }) => {
      const given = CHECK_FIELDS.flatMap((field, index) => (values[index] === '' ? [] : [{ field, value: values[index]! }]));
      return {
        row,
        text: JSON.stringify(Object.fromEntries(given.map(({ field, value }) => [field, value]))),
        values: given,
        issues: issues.flatMap(({ field, code, severity }) =>
          field === null || severity === 'note' ? [] : [{ field, code, title: TITLES.get(code) ?? code }],
        ),
      };
    }),
  };
}

/** The price of a project's list over its connection. */
export function cost(of: CostOf): CostView {
  const {
    project,
    connection,
    sendErrors,
    resendRecent,
    recencyDays,
    scoreConfiguration,
    running,
    baseline: since,
    withoutResult = [],
  } = of;
  const rows = project.sheet?.rows ?? 0;
  const errors = project.readiness?.invalid ?? 0;
  const byHand = project.readiness?.leftOut ?? 0;
  const unchanged = connection.kind === 'live' && since === null ? 1203 : 0;
  const onItsWay = unchanged > 0 && recencyDays > 0 ? 318 : 0;
  const asBefore = since === null ? 0 : Math.floor(rows * since.shared) - 412;
  const leftOut = [
    { reason: 'invalid' as const, rows: sendErrors ? 0 : errors },
    { reason: 'leftOutByHand' as const, rows: byHand },
    { reason: 'unchanged' as const, rows: asBefore },
    { reason: 'inProgress' as const, rows: resendRecent ? 0 : onItsWay },
    { reason: 'recentlyScreened' as const, rows: resendRecent || recencyDays === 0 ? 0 : unchanged },
  ].filter((one) => one.rows > 0);
  const rowsToSend = rows - leftOut.reduce((sum, one) => sum + one.rows, 0);
  return {
    rowsInFile: rows,
    leftOut,
    parts: 1,
    rowsToSend,
    sendErrors,
    resendRecent,
    screened: {
      recencyDays,
      unchanged: recencyDays === 0 ? 0 : unchanged + onItsWay,
      changed: recencyDays === 0 ? 0 : 41,
      inProgress: onItsWay === 0 ? [] : running.map(({ id, name }) => ({ id, name, isGivenUp: false })),
      withoutResult,
    },
    columnsKept: 8,
    neverSent: [],
    host: connection.kind === 'practice' ? 'this computer' : new URL(connection.baseUrl).host,
    creditsPerRecord: 1,
    learned: connection.kind === 'live',
    estimate: rowsToSend,
    saved: leftOut.reduce((sum, one) => sum + (one.reason === 'invalid' || one.reason === 'leftOutByHand' ? 0 : one.rows), 0),
    balance: connection.credits,
    running: connection.kind === 'live' ? running : [],
    nameOnService: `${project.name} · 7F3KQ2ZM`,
    scoreConfiguration,
    baseline:
      since === null
        ? null
        : {
            id: since.id,
            name: since.name,
            at: since.at,
            newRows: rowsToSend - 377,
            changed: 377,
            unchanged: asBefore,
            everyone: rowsToSend + asBefore,
            saved: asBefore,
            otherSettings: false,
          },
    best: null,
    sentBefore: null,
    quoteId: '',
  };
}

export const SCORE_PRESETS: ScorePreset[] = [
  {
    name: 'Capital campaign',
    configuration: {
      primaryAffinity: 'EDU-02',
      primaryAffinityDescription: 'Higher education',
      scoreWeights: { propensity: 0.3, affinity: 0.3, capacity: 0.4 },
    },
  },
  { name: 'Hospital gala', configuration: { primaryAffinity: 'HLTH-01', minimumConfidenceOfMatch: 0.7 } },
];
