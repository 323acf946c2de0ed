/** Screening results: columns, rows and people. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { OrderResults } from '../order/index.ts';
import { Counts } from '../project/index.ts';
import { Rating } from '../ratings/index.ts';
import { Best, ChangeKind, ColumnKey, MAX_SHOWN, ResultSelection, RowOutcome } from '../results/index.ts';
import { Id, Page, SheetRow } from './basics.ts';
import { NotSent } from './cost.ts';
import { all, ById, command, NOTHING_ANSWERED, projectQuery, view } from './method.ts';
import { ProjectView } from './projects.ts';

export const ScoreColumn = z.strictObject({
  /** Dotted path in the profile, `mostRecentScore.scoreDetails.capacityRating`. */
  key: z.string(),
  /** The user's title, or else `foundTitle`. */
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
  /** Rows without a result that were not part of this project, which was adopted from the service. Either all such rows or none. */
  notPart: z.int(),
  /** Refusals that cannot be assigned to a row with certainty. Their rows count as unknown. */
  unplaced: z.int(),
  /** Malformed entries of the answer. They also count as profiles that match no row. */
  unreadable: z.int(),
  /** Profiles without any score; their rows count as unknown. */
  withoutScores: z.int(),
  /** Entries of other lists in the answer, such as warnings. */
  notRead: z.int(),
  /** Scored rows whose profile the user joined to them by order. */
  byOrder: z.int(),
  /** Scored rows whose profile belongs to somebody else according to a verdict. Lists and sums of scored rows do not include them. */
  judgedWrong: z.int(),
  columns: z.array(ScoreColumn),
  /** The columns of the sheet, which can also be shown, filtered and sorted. */
  sheetColumns: z.array(ScoreColumn.pick({ key: true, title: true, type: true })),
  /** Fields as sent, and the marks of people. They can also be shown, filtered and sorted. */
  recordColumns: z.array(ScoreColumn.pick({ key: true, title: true, type: true })),
  /** Key of the column with the officers; null if there are none from the sheet or by assignment. */
  officer: z.string().nullable(),
  /** `heading`: the heading of the sheet column with officers; null for none. `choices`: keys of sheet columns that may have them. */
  officerColumn: z.strictObject({ heading: z.string().nullable(), choices: z.array(z.string()) }),
  /** The ratings of the connection whose scores are in this list. */
  ratings: z.array(Rating),
  /** Keys of the visible columns in order: the user's arrangement for this connection, or else `defaultColumns`. */
  shown: z.array(z.string()),
  /** Keys of the default columns, in order. */
  defaultColumns: z.array(z.string()),
  /** A sentence about how row numbers of refused rows were interpreted; null if it is not needed. */
  rowBase: z.string().nullable(),
  /**
   * Later submissions: parts of the list and retries of refused rows, whose results are merged into these, and the comparison of a pilot,
   * whose results are not. `credits`: their own charge; null if not known.
   */
  later: z.array(z.strictObject({ kind: z.enum(['part', 'retry', 'comparison']), credits: z.number().nullable() })),
});
export type ResultsView = z.infer<typeof ResultsView>;

/** How a person's value in a column changed since an earlier screening. */
const ScoreChange = z.strictObject({
  change: ChangeKind,
  /** The earlier value; '' for none. */
  before: z.string(),
  /** The difference of two different numbers; otherwise null. */
  by: z.number().nullable(),
});

export const ResultRow = z.strictObject({
  /** Sheet row; null for a profile that matched no row. */
  row: SheetRow.nullable(),
  /** The person as sent: name, city and state. */
  name: z.string(),
  locality: z.string(),
  /** Texts of the requested columns, in that order. Dates are ISO dates, numbers are plain. */
  cells: z.array(z.string()),
  /** True when the user joined the profile to the row by order. */
  byOrder: z.boolean(),
  /** Why the row was refused, or why its outcome is unknown. */
  reasons: z.array(z.strictObject({ field: z.string().nullable(), message: z.string(), value: z.string().nullable() })),
  /** Why the row was not sent; null for a sent row, and if the stored list does not show the reason. */
  leftOut: NotSent.nullable(),
  /** The row into which this one was merged; otherwise null. */
  mergedInto: SheetRow.nullable(),
  /** Null for a row without an ID. Missing if it was not requested, and until the two screenings are compared. */
  scoreChange: ScoreChange.nullable().optional(),
});
export type ResultRow = z.infer<typeof ResultRow>;

export const Distribution = z.strictObject({
  column: z.string(),
  /** Bars in the order of the values. `from` and `to`: the bounds of a bar of numbers, including `to`. */
  bars: z.array(z.strictObject({ label: z.string(), rows: z.int(), from: z.number().nullable(), to: z.number().nullable() })),
  empty: z.int(),
});
export type Distribution = z.infer<typeof Distribution>;

/** The scored people by capacity; null if nobody has a numeric capacity. */
export const CapacityGroups = z
  .strictObject({
    /** Key of the capacity. */
    column: z.string(),
    by: z.enum(['ranges', 'equal']),
    /** The highest first. Both bounds are included. `label`: the service's name for the range. */
    bands: z.array(z.strictObject({ label: z.string().nullable(), min: z.number(), max: z.number(), rows: z.int(), sum: z.number() })),
    /** People without a capacity. */
    without: z.int(),
    /** The lowest capacity of the top group. */
    least: z.number(),
    top: z.strictObject({
      rows: z.int(),
      sum: z.number(),
      /** People without an officer; null if no column names officers. */
      withoutOfficer: z.int().nullable(),
      /** People whose match is not strong; null without match numbers. */
      toCheck: z.int().nullable(),
    }),
  })
  .nullable();
export type CapacityGroups = z.infer<typeof CapacityGroups>;

export const PersonView = z.strictObject({
  row: SheetRow.nullable(),
  name: z.string(),
  outcome: RowOutcome,
  /** True for a row of the file that was not part of this adopted project. Its outcome is then `leftOut`. */
  isNotPart: z.boolean(),
  record: z.array(
    z.strictObject({
      field: Field,
      /** '' for a value that a correction removed. */
      value: z.string(),
      /** The value before the user's corrections, or the ZIP as in the sheet; null if it is the same. */
      was: z.string().nullable(),
    }),
  ),
  notSent: z.array(z.strictObject({ header: z.string(), value: z.string() })),
  /** Every leaf of the profile, in order. */
  values: z.array(z.strictObject({ key: z.string(), title: z.string(), value: z.string() })),
  /** Marks such as Deceased. */
  flags: z.array(z.string()),
  /** The person's officer; '' for none, null if no column names officers. */
  officer: z.string().nullable(),
  /** The original profile. */
  json: z.string().nullable(),
  reasons: ResultRow.shape.reasons,
  leftOut: ResultRow.shape.leftOut,
  /** The row into which this one was merged. The profile belongs to that row. */
  mergedInto: ResultRow.shape.mergedInto,
  byOrder: ResultRow.shape.byOrder,
});
export type PersonView = z.infer<typeof PersonView>;

/** The counts before and after results were fetched again. */
const FetchedAgain = z.strictObject({
  project: ProjectView,
  before: Counts,
  after: Counts,
  /** The report of row errors: `none` when the service has none. */
  report: z.enum(['not needed', 'none', 'read', 'not understood']),
  /** Rows that keep their earlier scores, because the service returned none for them. */
  kept: z.int(),
});
export type FetchedAgain = z.infer<typeof FetchedAgain>;

/** Whether profiles that name no row can be joined to the rows by their order. */
export const OrderJoinView = z.strictObject({
  /** `none`: all profiles have a row. `refused`: it is not possible; `reason` says why. */
  state: z.enum(['none', 'refused', 'possible', 'joined']),
  reason: z.string().nullable(),
  /** Rows without a result; once joined: the rows that were joined. */
  rows: z.int(),
  /** Profiles in the last answer. */
  profiles: z.int(),
  /** The first, the middle and the last pair, and the first pair with contradicting names, in the order of the list. */
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
  /** True if an earlier join was dropped, because a later answer had other profiles or another order. */
  wasDropped: z.boolean(),
  /** Identifies the data of this preview, so that a join applies only to what the user saw. */
  previewId: z.string(),
});
export type OrderJoinView = z.infer<typeof OrderJoinView>;

const OrderJoined = z.strictObject({ project: ProjectView, before: Counts, after: Counts, rows: z.int() });

/**
 * Sorts by a column. `bySince`: by the change of its numbers since each person's most recent earlier result. Rows without a value come
 * last.
 */
export const ResultSort = z.strictObject({ column: ColumnKey, descending: z.boolean(), bySince: z.literal(true).optional() });
export type ResultSort = z.infer<typeof ResultSort>;

export const ByRow = z.strictObject({ id: Id, row: SheetRow });

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
      columns: z.array(ColumnKey).max(MAX_SHOWN),
      sort: ResultSort.nullable(),
      /** Adds the change of a column as in `results.since`, once it is known. Not needed when sorting by a change. */
      since: ColumnKey.optional(),
      ...Page,
    }),
    z.strictObject({ total: z.int(), rows: z.array(ResultRow) }),
    { reads: ['results', 'verdicts'], needs: 'results', adds: ['earlier', 'office', 'verdicts'] },
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
  /** Capacity by the order by which the people were chosen; null if everyone was sent. */
  'results.order': projectQuery(ById, OrderResults, {
    reads: ['results', 'verdicts'],
    needs: 'results',
    adds: ['office', 'verdicts'],
  }),
  /** The number of selected rows, and the sum of their numbers in a column; null if none has a number. */
  'results.sum': projectQuery(
    z.strictObject({ id: Id, selection: ResultSelection, column: ColumnKey }),
    z.strictObject({ rows: z.int(), sum: z.number().nullable() }),
    { reads: ['results', 'verdicts'], needs: 'results', adds: ['office', 'verdicts'] },
  ),
  'results.person': projectQuery(ByRow, PersonView, { reads: ['results'], needs: 'results', adds: ['office'] }),
  /**
   * Opens the web address in a value of a person's profile in the browser. `confirmedHost`: the host that the user agreed to. Results:
   * `confirm`: the user must agree first. `page`: the page must open the address itself, in a new tab without an opener. `failed`: the
   * desktop has no browser for it.
   */
  'results.openLink': command(
    ByRow.extend({ key: ColumnKey, confirmedHost: z.string().max(300).nullable() }),
    z.strictObject({ state: z.enum(['confirm', 'opened', 'page', 'failed']), host: z.string(), address: z.string() }),
    { answers: NOTHING_ANSWERED, changes: [] },
  ),
  'results.orderJoin': projectQuery(ById, OrderJoinView, { reads: ['results'], needs: 'results', adds: ['sent'] }),
  /** Joins profiles to rows by their order. Sends nothing, costs nothing, and can be undone. */
  'results.joinByOrder': command(z.strictObject({ id: Id, previewId: z.string() }), OrderJoined, {
    answers: view('project', 'project'),
    changes: all('results', 'segments'),
  }),
  'results.undoOrderJoin': command(ById, OrderJoined, { answers: view('project', 'project'), changes: all('results', 'segments') }),
  /** Fetches profiles and row errors of a finished project again, free of charge. Never loses results. */
  'results.fetchAgain': command(ById, FetchedAgain, { answers: view('project', 'project'), changes: all('results', 'segments') }),
};
