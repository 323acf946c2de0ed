/** Removal of old results: which lists are removed when, and which are kept longer. */
import { z } from 'zod';
import { Id, Text } from './basics.ts';
import { answerOf, command, event, Nothing, query } from './method.ts';

const Day = z.iso.date();

/**
 * `planned`: the list is removed on its day. `kept`: a user keeps it. `unsaved`: its results were never saved in a file, so a user must
 * agree first. `unfinished`: one of its parts, or a list of its refused rows, is not finished.
 */
const RetentionState = z.enum(['planned', 'kept', 'unsaved', 'unfinished']);

/** A finished list of a connection that has `retentionMonths`. */
export const RetainedList = z.strictObject({
  id: Id,
  name: z.string(),
  connection: z.string(),
  rows: z.int(),
  /** The day of the screening. */
  screened: Day,
  /** The number of months after which it is removed. */
  months: z.int(),
  /** The first day on which it can be removed: at least a week after it was announced. */
  removed: Day,
  state: RetentionState,
  /** Why it is kept; null if it is not. */
  reason: z.string().nullable(),
  /** The day on which the removal was announced; null: not yet. */
  announced: Day.nullable(),
  /** What other lists lose when it is removed, in sentences. */
  loses: z.array(z.string()),
});
export type RetainedList = z.infer<typeof RetainedList>;

/** Sorted by the day of removal. */
const RetentionView = z.strictObject({ today: Day, lists: z.array(RetainedList) });

const Lists = z.array(Id).min(1).max(500);
const ANSWERED = { answers: answerOf('retention.get'), changes: [] } as const;

export const RETENTION_METHODS = {
  /** The lists with their days. Removes nothing. */
  'retention.get': query(Nothing, RetentionView, { reads: ['screenings', 'cost', 'timeline'] }),
  /**
   * Keeps lists longer. `reason` null: ends that.
   * @throws NOT_FOUND.
   */
  'retention.keep': command(z.strictObject({ ids: Lists, reason: Text(200).min(1).nullable() }), RetentionView, ANSWERED),
  /**
   * Allows the removal of lists whose results were never saved in a file.
   * @throws NOT_FOUND.
   */
  'retention.agree': command(z.strictObject({ ids: Lists }), RetentionView, ANSWERED),
  /**
   * Announces removals that are due within a week, and removes lists that are due. The program that runs the projects does this at its
   * start and daily. `removed`: the names of removed lists.
   */
  'retention.apply': command(Nothing, z.strictObject({ removed: z.array(z.string()), view: RetentionView }), {
    answers: answerOf('retention.get', 'view'),
    changes: [],
  }),
};

export const RETENTION_EVENTS = { 'retention.changed': event(RetentionView, ANSWERED) };
