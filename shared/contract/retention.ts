/** How long results are kept: which lists are removed when, and which of them are kept longer. */
import { z } from 'zod';
import { Id, Text } from './basics.ts';
import { answerOf, command, event, Nothing, query } from './method.ts';

const Day = z.iso.date();

/**
 * `planned`: it is removed on its day. `kept`: somebody keeps it. `unsaved`: its results were never saved in a file, so somebody must agree.
 * `unfinished`: a part of it, or a list of its refused rows, is not finished.
 */
const RetentionState = z.enum(['planned', 'kept', 'unsaved', 'unfinished']);

/** A finished list over a connection with a period. */
export const RetainedList = z.strictObject({
  id: Id,
  name: z.string(),
  connection: z.string(),
  rows: z.int(),
  /** The day of the screening. */
  screened: Day,
  /** The months after which it is removed. */
  months: z.int(),
  /** The first day on which it can be removed: at least a week after it was announced. */
  removed: Day,
  state: RetentionState,
  /** Why it is kept; null for a list that is not kept. */
  reason: z.string().nullable(),
  /** The day on which the removal was announced; null: not yet. */
  announced: Day.nullable(),
  /** What other lists lose with it, in sentences. */
  loses: z.array(z.string()),
});
export type RetainedList = z.infer<typeof RetainedList>;

/** In the order of their days. */
const RetentionView = z.strictObject({ today: Day, lists: z.array(RetainedList) });

const Lists = z.array(Id).min(1).max(500);
const ANSWERED = { answers: answerOf('retention.get'), changes: [] } as const;

export const RETENTION_METHODS = {
  /** What is removed when. Nothing is removed by this. */
  'retention.get': query(Nothing, RetentionView, { reads: ['screenings', 'cost', 'timeline'] }),
  /**
   * Keeps lists longer, for a reason; null: no longer.
   * @throws NOT_FOUND.
   */
  'retention.keep': command(z.strictObject({ ids: Lists, reason: Text(200).min(1).nullable() }), RetentionView, ANSWERED),
  /**
   * Agrees that lists are removed although their results were never saved in a file.
   * @throws NOT_FOUND.
   */
  'retention.agree': command(z.strictObject({ ids: Lists }), RetentionView, ANSWERED),
  /**
   * Announces what is due within a week, and removes what is due. The program that runs the projects does the same at its start and daily.
   * `removed`: names of the lists.
   */
  'retention.apply': command(Nothing, z.strictObject({ removed: z.array(z.string()), view: RetentionView }), {
    answers: answerOf('retention.get', 'view'),
    changes: [],
  }),
};

export const RETENTION_EVENTS = { 'retention.changed': event(RetentionView, ANSWERED) };
