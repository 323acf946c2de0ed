/** Saving results to a file. */
import { z } from 'zod';
import { ColumnKey, Conditions } from '../results/result-shapes.ts';
import { Id } from './basics.ts';
import { answerOf, ById, command, event, Nothing, NOTHING_ANSWERED, query } from './method.ts';

export const ExportView = z.strictObject({
  id: Id,
  projectId: Id,
  state: z.enum(['writing', 'done', 'failed']),
  /** How the place is named to the person. */
  shown: z.string(),
  /** A single-use token with which the page fetches the file from its host; null where the file lies in a folder. */
  download: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ExportView = z.infer<typeof ExportView>;

export const ExportRequest = z.strictObject({
  id: Id,
  format: z.enum(['xlsx', 'csv', 'jsonl']),
  /** Score columns in their order; null: all of them. */
  columns: z.array(ColumnKey).max(16_000).nullable(),
  /** `sheet`: every column of the file, then the scores. `keyed`: the scores by id. `errors`: the refused rows, to be fixed. */
  contents: z.enum(['sheet', 'keyed', 'errors']).default('sheet'),
  /** The people of these conditions alone; null: everybody. */
  segment: Conditions.extend({ name: z.string().max(80).nullable() })
    .nullable()
    .default(null),
  /** A layout for another system, in place of `contents`. */
  layoutId: Id.nullable().default(null),
  /** Unchanged people of a list that was compared with earlier screenings come with the scores that they have there. */
  withEarlier: z.boolean().default(false),
  /** Who moved since another screening, in place of `contents`. */
  comparison: z.strictObject({ withId: Id, column: ColumnKey }).nullable().default(null),
  /** Number columns with a bar behind each number, in a workbook. */
  bars: z.array(ColumnKey).max(100).default([]),
});

export const EXPORT_METHODS = {
  /** Asks the host where to save, then writes in the background; null when the person cancels. */
  'results.export': command(ExportRequest, ExportView.nullable(), { answers: answerOf('exports.get'), changes: [] }),
  'exports.get': query(ById, ExportView, { reads: ['exports'] }),
  'exports.reveal': command(ById, Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
};

export const EXPORT_EVENTS = { 'export.changed': event(ExportView, { answers: answerOf('exports.get'), changes: [] }) };
