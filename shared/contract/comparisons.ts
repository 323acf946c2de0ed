/** Results next to the earlier ones of the same account: of one person, of a whole list, and of everybody. */
import { z } from 'zod';
import { Field } from '../mapping/index.ts';
import { Best, ChangeKind, ChangeOrder, ColumnKey } from '../results/index.ts';
import { Id, Page, RecordTexts, SheetRow, Time } from './basics.ts';
import { projectQuery, query } from './method.ts';
import { ByRow, PersonView, ScoreColumn } from './results.ts';

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

/** How a column of the scored people changed since the most recent earlier result of each. */
const SinceView = z.strictObject({
  column: z.string(),
  title: z.string(),
  /** The screenings with these earlier results, newest first; empty if nobody has an earlier result. */
  lists: z.array(z.strictObject({ id: Id, name: z.string(), at: Time.nullable() })),
  /** The number of earlier screenings that could not be read because their files are damaged. */
  unread: z.int(),
  /** `noValue`: people without a value now or then. `new`: people who are in no earlier screening. */
  counts: z.strictObject({
    higher: z.int(),
    lower: z.int(),
    same: z.int(),
    changed: z.int(),
    noValue: z.int(),
    new: z.int(),
  }),
  /** People who cannot be compared because they have no ID. */
  withoutId: z.int(),
});

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
  /** Rows of this list that cannot be compared because they have no ID. */
  withoutId: z.int(),
});

export const ComparedRow = z.strictObject({
  /** Sheet row in this project; null for people who are no longer in the list. People who were not sent have no current value. */
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
  /** True for such a list if nobody waits for its results any more. */
  isGivenUp: z.boolean().optional(),
  row: SheetRow,
  /** How the person was found: by constituent ID, or by first name, last name and ZIP. */
  by: z.enum(['id', 'name']),
  /** As sent, without empty fields. */
  record: z.array(z.strictObject({ field: Field, value: z.string() })),
});
export type ScreenedBefore = z.infer<typeof ScreenedBefore>;

export const COMPARISON_METHODS = {
  /** The scores of an unchanged person from a baseline screening; null for others, and if the scores no longer exist. */
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
  /** `since`: key of the column. The newest 50 screenings of the account are compared. */
  'results.since': projectQuery(z.strictObject({ id: Id, since: ColumnKey }), SinceView, {
    reads: ['results', 'comparisons', 'arrangement', 'verdicts'],
    needs: 'results',
    adds: ['earlier', 'office', 'preferences', 'verdicts'],
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
   * The newest finished screening of the connection's account that sent a person, found by ID, or else by name and ZIP. `unread`:
   * screenings that could not be searched because their files are damaged.
   */
  'results.screenedBefore': query(
    z.strictObject({ connectionId: Id, record: RecordTexts }),
    z.strictObject({ found: ScreenedBefore.nullable(), unread: z.int() }),
    { reads: ['results', 'comparisons', 'connections'] },
  ),
};
