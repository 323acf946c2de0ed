/** Screening results: columns, rows, people and comparisons. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { OrderResults } from '../order/index.ts';
import { Counts } from '../project/index.ts';
import { Rating } from '../ratings/index.ts';
import { Best, ChangeKind, ChangeOrder, ColumnKey, MOST_SHOWN, ResultSelection, RowOutcome } from '../results/index.ts';
import { Id, Page, RecordTexts, SheetRow, Time } from './basics.ts';
import { NotSent } from './cost.ts';
import { all, ById, command, NOTHING_ANSWERED, projectQuery, query, view } from './method.ts';
import { ProjectView } from './projects.ts';

export const ScoreColumn = z.strictObject({
  /** Dotted path in the profile, `mostRecentScore.scoreDetails.capacityRating`. */
  key: z.string(),
  /** The user's title, else `foundTitle`. */
  title: z.string(),
  foundTitle: z.string(),
  type: z.enum(['number', 'date', 'flag', 'text']),
  filled: z.int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** The better end according to the user. */
  best: Best.nullable(),
});
export type ScoreColumn = z.infer<typeof ScoreColumn>;

export const ResultsView = z.strictObject({
  counts: Counts,
  /** Rows that were not sent; `notChosen` of them were not chosen this time. */
  leftOut: z.int(),
  notChosen: z.int(),
  /** Refusals whose row the answer does not prove; their rows count as unknown. */
  unplaced: z.int(),
  /** Entries of the answer that are not well formed; they are among the profiles that match no row. */
  unreadable: z.int(),
  /** Profiles without any score; their rows count as unknown. */
  withoutScores: z.int(),
  /** Entries of other lists in the answer, such as warnings. */
  notRead: z.int(),
  /** Scored rows whose profile the user joined to them by order. */
  byOrder: z.int(),
  /** Scored rows whose profile is of somebody else by a verdict: they are in no list and in no sum of the scored rows. */
  judgedWrong: z.int(),
  columns: z.array(ScoreColumn),
  /** The columns of the sheet, which can also be shown, filtered and sorted. */
  sheetColumns: z.array(ScoreColumn.pick({ key: true, title: true, type: true })),
  /** Fields as sent, and the marks of people: they can also be shown, filtered and sorted. */
  recordColumns: z.array(ScoreColumn.pick({ key: true, title: true, type: true })),
  /** Key of the column that says who looks after a person; null where neither the sheet nor an assignment does. */
  officer: z.string().nullable(),
  /** `heading`: of the sheet column that names the officer, null without one. `choices`: keys of sheet columns that may name one. */
  officerColumn: z.strictObject({ heading: z.string().nullable(), choices: z.array(z.string()) }),
  /** The ratings of the connection whose scores are in this list. */
  ratings: z.array(Rating),
  /** Keys of the visible columns in order: the user's arrangement for this connection, else `defaultColumns`. */
  shown: z.array(z.string()),
  /** Keys of the default columns, in order. */
  defaultColumns: z.array(z.string()),
  /** A sentence about how row numbers of refused rows were interpreted; null when none was needed. */
  rowBase: z.string().nullable(),
  /**
   * Later submissions whose results are merged into these: parts of the list, and retries of refused rows; and the comparison of a pilot, whose
   * results stay apart. `credits`: what they were charged in addition to the first submission; null when it is not known.
   */
  later: z.array(z.strictObject({ kind: z.enum(['part', 'retry', 'comparison']), credits: z.number().nullable() })),
});
export type ResultsView = z.infer<typeof ResultsView>;

/** How a person's value in a column changed since an earlier screening. */
const ScoreChange = z.strictObject({
  change: ChangeKind,
  /** The earlier value; '' for none. */
  before: z.string(),
  /** The difference of two numbers that are not the same. */
  by: z.number().nullable(),
});

export const ResultRow = z.strictObject({
  /** Sheet row; null for a profile that matched no row. */
  row: SheetRow.nullable(),
  /** The person as sent: name, city and state. */
  name: z.string(),
  locality: z.string(),
  /** Texts of the requested columns, in their order; ISO dates, plain numbers. */
  cells: z.array(z.string()),
  /** True when the user joined the profile to the row by order. */
  byOrder: z.boolean(),
  /** Why the row was refused, or why its outcome is not known. */
  reasons: z.array(z.strictObject({ field: z.string().nullable(), message: z.string(), value: z.string().nullable() })),
  /** Why the row was not sent; null for a sent row, and when the stored list does not show the reason. */
  leftOut: NotSent.nullable(),
  /** The row that stands for a merged one. */
  mergedInto: SheetRow.nullable(),
  /** Null for a row without an ID. Absent where it was not asked for, and until the two screenings are compared. */
  scoreChange: ScoreChange.nullable().optional(),
});
export type ResultRow = z.infer<typeof ResultRow>;

export const Distribution = z.strictObject({
  column: z.string(),
  /** Bars in the order of the values; `from` and `to` bound a bar of numbers, `to` included. */
  bars: z.array(z.strictObject({ label: z.string(), rows: z.int(), from: z.number().nullable(), to: z.number().nullable() })),
  empty: z.int(),
});
export type Distribution = z.infer<typeof Distribution>;

/** The scored people by capacity; null where nobody has a capacity in numbers. */
export const CapacityGroups = z
  .strictObject({
    /** Key of the capacity. */
    column: z.string(),
    by: z.enum(['ranges', 'equal']),
    /** The highest first; both bounds are included. `label`: the service's words for the range. */
    bands: z.array(z.strictObject({ label: z.string().nullable(), min: z.number(), max: z.number(), rows: z.int(), sum: z.number() })),
    /** People without a capacity. */
    without: z.int(),
    /** The lowest capacity of the top group. */
    least: z.number(),
    top: z.strictObject({
      rows: z.int(),
      sum: z.number(),
      /** People whose officer is not named; null when no column names one. */
      withoutOfficer: z.int().nullable(),
      /** People whose match is not strong; null without such a number. */
      toCheck: z.int().nullable(),
    }),
  })
  .nullable();
export type CapacityGroups = z.infer<typeof CapacityGroups>;

export const PersonView = z.strictObject({
  row: SheetRow.nullable(),
  name: z.string(),
  outcome: RowOutcome,
  record: z.array(
    z.strictObject({
      field: Field,
      /** '' for a value that a correction removed. */
      value: z.string(),
      /** The value before the user's corrections, or the ZIP as the sheet has it; null where it is the same. */
      was: z.string().nullable(),
    }),
  ),
  notSent: z.array(z.strictObject({ header: z.string(), value: z.string() })),
  /** Every leaf of the profile, in order. */
  values: z.array(z.strictObject({ key: z.string(), title: z.string(), value: z.string() })),
  /** Marks such as Deceased. */
  flags: z.array(z.string()),
  /** Who looks after the person; '' for nobody, null when no column says. */
  officer: z.string().nullable(),
  /** The original profile. */
  json: z.string().nullable(),
  reasons: ResultRow.shape.reasons,
  leftOut: ResultRow.shape.leftOut,
  /** The row that stands for a merged one, and whose profile this is. */
  mergedInto: ResultRow.shape.mergedInto,
  byOrder: ResultRow.shape.byOrder,
});
export type PersonView = z.infer<typeof PersonView>;

/** The scores of an unsent, unchanged person from an earlier screening. */
export const EarlierView = z.strictObject({
  projectId: Id,
  name: z.string(),
  /** When it was processed. */
  at: Time.nullable(),
  /** Sheet row in that project. */
  row: SheetRow,
  values: PersonView.shape.values,
  /** The original profile. */
  json: z.string(),
});
export type EarlierView = z.infer<typeof EarlierView>;

/** One person in the screenings of a connection, oldest first. */
export const HistoryView = z.strictObject({
  columns: z.array(ScoreColumn.pick({ key: true, title: true, type: true, best: true })),
  entries: z.array(
    z.strictObject({
      projectId: Id,
      name: z.string(),
      /** When it was processed. */
      at: Time.nullable(),
      row: SheetRow,
      outcome: z.enum(['scored', 'refused', 'unknown']),
      /** Texts of the columns, in their order. */
      cells: z.array(z.string()),
    }),
  ),
});
export type HistoryView = z.infer<typeof HistoryView>;

/** A comparison of two screenings by one column. */
const ComparisonView = z.strictObject({
  id: Id,
  withId: Id,
  name: z.string(),
  at: Time.nullable(),
  column: z.string(),
  title: z.string(),
  best: Best.nullable(),
  counts: z.record(ChangeKind, z.int()),
  /** Rows of this list that have no ID and cannot be compared. */
  withoutId: z.int(),
});

export const ComparedRow = z.strictObject({
  /** Sheet row in this project; null for people who are no longer in the list. Unsent people have no current value. */
  row: SheetRow.nullable(),
  name: z.string(),
  locality: z.string(),
  id: z.string(),
  change: ChangeKind,
  before: z.string(),
  after: z.string(),
  /** The difference of two numbers. */
  by: z.number().nullable(),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

/** The counts before and after results were fetched again. */
const FetchedAgain = z.strictObject({
  project: ProjectView,
  before: Counts,
  after: Counts,
  /** The report of row errors: `none` when the service has none. */
  report: z.enum(['not needed', 'none', 'read', 'not understood']),
  /** Rows that keep the scores fetched before, because the service returned none for them. */
  kept: z.int(),
});
export type FetchedAgain = z.infer<typeof FetchedAgain>;

/** Whether the profiles of an answer that names no row may be joined to the rows by their order. */
export const OrderJoinView = z.strictObject({
  /** `none`: no profile is without a row. `refused`: `reason` says why. */
  state: z.enum(['none', 'refused', 'possible', 'joined']),
  reason: z.string().nullable(),
  /** Rows without a result; of a join: rows that were joined. */
  rows: z.int(),
  /** Profiles of the last answer. */
  profiles: z.int(),
  /** The first, the middle and the last pair, and the first one whose names contradict, in the order of the list. */
  pairs: z.array(
    z.strictObject({
      row: SheetRow,
      /** As sent. */
      name: z.string(),
      /** Number of the profile in the answer, from 1. */
      profile: z.int(),
      /** The name in the profile; '' when it has none. */
      profileName: z.string(),
      /** A few values of the profile. */
      text: z.string(),
      contradicts: z.boolean(),
    }),
  ),
  /** True when a later answer had other profiles, or another order, than the one that was joined. */
  wasDropped: z.boolean(),
  /** Identifies what the pairs come from: a join applies only to what the user saw. */
  previewId: z.string(),
});
export type OrderJoinView = z.infer<typeof OrderJoinView>;

const OrderJoined = z.strictObject({ project: ProjectView, before: Counts, after: Counts, rows: z.int() });

/** By a column, or by the change of its numbers since the finished project `withId`; rows without a value come last. */
export const ResultSort = z.strictObject({ column: ColumnKey, descending: z.boolean(), withId: Id.optional() });
export type ResultSort = z.infer<typeof ResultSort>;

const ByRow = z.strictObject({ id: Id, row: SheetRow });
/** `withId`: another finished project of the same account. */
const Compared = z.strictObject({ id: Id, withId: Id, column: ColumnKey });

/** A person in an earlier screening of the account. */
export const ScreenedBefore = z.strictObject({
  projectId: Id,
  name: z.string(),
  /** When the screening was started; null when unknown. */
  at: Time.nullable(),
  /** True for a list that was sent and has no results yet. */
  isInProgress: z.boolean().optional(),
  /** True for such a list for whose results nobody waits. */
  isGivenUp: z.boolean().optional(),
  row: SheetRow,
  /** What agrees: the constituent ID, or first name, last name and ZIP. */
  by: z.enum(['id', 'name']),
  /** As sent, without empty fields. */
  record: z.array(z.strictObject({ field: Field, value: z.string() })),
});
export type ScreenedBefore = z.infer<typeof ScreenedBefore>;

export const RESULT_METHODS = {
  'results.get': projectQuery(ById, ResultsView, {
    reads: ['results', 'arrangement', 'verdicts'],
    needs: 'results',
    adds: ['preferences', 'sent', 'office', 'verdicts'],
  }),
  'results.page': projectQuery(
    z.strictObject({
      id: Id,
      selection: ResultSelection,
      columns: z.array(ColumnKey).max(MOST_SHOWN),
      sort: ResultSort.nullable(),
      /** Adds the change of a column since another finished project of the same account, once it is known. A sort by a change is enough. */
      compare: z.strictObject({ withId: Id, column: ColumnKey }).optional(),
      ...Page,
    }),
    z.strictObject({ total: z.int(), rows: z.array(ResultRow) }),
    { reads: ['results', 'verdicts'], needs: 'results', adds: ['since', 'office', 'verdicts'] },
  ),
  'results.distribution': projectQuery(z.strictObject({ id: Id, selection: ResultSelection, column: z.string() }), Distribution, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** All scored people by capacity. */
  'results.capacity': projectQuery(ById, CapacityGroups, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** Capacity by the order that chose the people; null for a list of which everyone was sent. */
  'results.order': projectQuery(ById, OrderResults, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** How many rows are selected, and the sum of their numbers in a column; null where none has a number. */
  'results.sum': projectQuery(
    z.strictObject({ id: Id, selection: ResultSelection, column: ColumnKey }),
    z.strictObject({ rows: z.int(), sum: z.number().nullable() }),
    { reads: ['results', 'verdicts'], needs: 'results', adds: ['office', 'verdicts'] },
  ),
  'results.person': projectQuery(ByRow, PersonView, { reads: ['results'], needs: 'results', adds: ['office'] }),
  /** The scores of an unchanged person from a baseline screening; null for others, and when the scores are gone. */
  'results.earlier': projectQuery(ByRow, EarlierView.nullable(), {
    reads: ['results', 'comparisons'],
    needs: 'results',
    adds: ['baselines'],
  }),
  'results.history': projectQuery(ByRow, HistoryView, {
    reads: ['results', 'comparisons', 'arrangement'],
    needs: 'results',
    adds: ['finished', 'preferences', 'sent'],
  }),
  'results.compare': projectQuery(Compared, ComparisonView, {
    reads: ['results', 'comparisons', 'arrangement'],
    needs: 'results',
    adds: ['other', 'preferences'],
  }),
  'results.comparePage': projectQuery(
    Compared.extend({ change: ChangeKind, order: ChangeOrder, ...Page }),
    z.strictObject({ total: z.int(), rows: z.array(ComparedRow) }),
    { reads: ['results', 'comparisons'], needs: 'results', adds: ['other'] },
  ),
  /**
   * The newest finished screening of the connection's account that sent a person: the one with this ID, else with this name and ZIP.
   * `unread`: screenings that could not be searched because their files are damaged.
   */
  'results.screenedBefore': query(
    z.strictObject({ connectionId: Id, record: RecordTexts }),
    z.strictObject({ found: ScreenedBefore.nullable(), unread: z.int() }),
    { reads: ['results', 'comparisons', 'connections'] },
  ),
  /**
   * Opens the web address in a value of a person's profile in the browser. `confirmedHost`: the host that the user agreed to. `confirm`: the
   * user must agree first. `page`: the page opens the address itself, in a new tab that knows nothing of this one. `failed`: the desktop
   * has no browser for it.
   */
  'results.openLink': command(
    ByRow.extend({ key: ColumnKey, confirmedHost: z.string().max(300).nullable() }),
    z.strictObject({ state: z.enum(['confirm', 'opened', 'page', 'failed']), host: z.string(), address: z.string() }),
    { answers: NOTHING_ANSWERED, changes: [] },
  ),
  'results.orderJoin': projectQuery(ById, OrderJoinView, { reads: ['results'], needs: 'results', adds: ['sent'] }),
  /** Joins profiles to rows by their order: nothing is sent or charged, and it can be undone. */
  'results.joinByOrder': command(z.strictObject({ id: Id, previewId: z.string() }), OrderJoined, {
    answers: view('project', 'project'),
    changes: all('results', 'segments'),
  }),
  'results.undoOrderJoin': command(ById, OrderJoined, { answers: view('project', 'project'), changes: all('results', 'segments') }),
  /** Reads profiles and row errors of a finished project again, free of charge; never loses results. */
  'results.fetchAgain': command(ById, FetchedAgain, { answers: view('project', 'project'), changes: all('results', 'segments') }),
};
