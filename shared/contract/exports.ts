/** Exporting results to a file. */
import { z } from 'zod';
import { ChosenConditions, ColumnKey, Conditions } from '../results/index.ts';
import { HeldBack } from '../write-back/index.ts';
import { Id } from './basics.ts';
import { answerOf, ById, command, event, Nothing, NOTHING_ANSWERED, query } from './method.ts';

/** People held back by reason. */
export const HeldBackCountsShape = z.record(HeldBack, z.int());

export const ExportView = z.strictObject({
  id: Id,
  /** Null for a file that holds no list of a project. */
  projectId: Id.nullable(),
  /** Increases with every change: the answer of `results.export` can arrive after a later event. */
  version: z.int(),
  /** `reading`: what the file will hold is being read from the service; `done` and `total` count its entries. */
  state: z.enum(['reading', 'writing', 'done', 'failed']),
  /** The file's location in words. */
  location: z.string(),
  /** A single-use token for downloading the file from its host; null when the file was saved to a folder. */
  download: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  /** Scored people who are left out of a file for another system, each once under the first reason. */
  heldBack: HeldBackCountsShape,
  /** Columns that are left out of a file for a system that removes values by empty cells. */
  emptyColumns: z.array(z.string()),
  /** Rows in a file for another system whose scores the user joined to them by order: such a file has no place for a mark. */
  byOrder: z.int(),
  /** Profiles that the service counts and its list did not answer. */
  missing: z.int(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ExportView = z.infer<typeof ExportView>;

export const ExportFormat = z.enum(['xlsx', 'csv', 'jsonl']);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Score columns in order; null: all. */
const Columns = z.array(ColumnKey).max(16_000).nullable();

/** `bars`: number columns with a data bar behind each number. */
const TableFormat = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('xlsx'), bars: z.array(ColumnKey).max(100) }),
  z.strictObject({ kind: z.literal('csv') }),
  z.strictObject({ kind: z.literal('jsonl') }),
]);

const People = z.discriminatedUnion('kind', [
  /** `priorScores`: adds the scores of unchanged people from the baseline screenings. */
  z.strictObject({ kind: z.literal('everyone'), priorScores: z.boolean() }),
  /** Scored people who meet the conditions, or those of them who were ticked. `name` is null when they are not saved as a segment. */
  ChosenConditions.extend({ kind: z.literal('segment'), name: z.string().max(80).nullable() }),
]);

/**
 * `notes`: with the notes about people and their next steps, which otherwise stay in the program. `byOfficer`: the scored people by their
 * officer, as further sheets of a workbook, or as a zip with a file of the format for each officer and for nobody.
 */
const Table = z.strictObject({
  id: Id,
  format: TableFormat,
  people: People,
  columns: Columns,
  notes: z.boolean().optional(),
  byOfficer: z.enum(['sheets', 'files']).optional(),
});
const Plain = z.strictObject({ id: Id, format: ExportFormat });

export const ExportRequest = z.discriminatedUnion('kind', [
  /**
   * A workbook to hand on: the top prospects, then everybody with the scores that people use first. A file with one table has the contents
   * of `list`.
   */
  Table.extend({ kind: z.literal('workbook') }),
  /** Every column of the file, then the scores. `intact`: a workbook of what is not damaged in the project's file. */
  Table.extend({ kind: z.literal('list'), intact: z.boolean().optional() }),
  Table.extend({ kind: z.literal('scoresById') }),
  /**
   * A file for another system. `columns` applies to a layout with one row per score. `byOrder`: the user knows that rows joined by
   * order are in it without a mark; without it, a project with such rows is refused.
   */
  Plain.extend({
    kind: z.literal('layout'),
    layoutId: Id,
    segment: Conditions.nullable(),
    columns: Columns,
    byOrder: z.boolean().optional(),
  }),
  /** The rows that the service refused and its reasons, for correcting and importing again. */
  Plain.extend({ kind: z.literal('refusedRows') }),
  /** The list as it is or was sent, before and after the screening: cleaned and corrected values under the file's own headings. */
  Plain.extend({ kind: z.literal('cleanedList') }),
  /** The people who are left to review, with columns that a colleague fills in; `review.import` reads it. */
  Plain.extend({ kind: z.literal('toReview'), ...Conditions.shape }),
  /** How scores changed since another screening, by one column. */
  Plain.extend({ kind: z.literal('comparison'), withId: Id, column: ColumnKey }),
]);
export type ExportRequest = z.infer<typeof ExportRequest>;

export type TableRequest = Extract<ExportRequest, { kind: 'workbook' | 'list' | 'scoresById' }>;

export const EXPORT_METHODS = {
  /** Asks the host where to save, then writes in the background; null when the user cancels. */
  'results.export': command(ExportRequest, ExportView.nullable(), { answers: answerOf('exports.get'), changes: [] }),
  'exports.get': query(ById, ExportView, { reads: ['exports'] }),
  /** Stops a file that is being written: it ends as failed with CANCELED, and nothing of it is left. A finished file stays. */
  'exports.cancel': command(ById, Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
  /** Reads every page of the list of profiles and writes them as one table; null when the user cancels. */
  'service.exportProfiles': command(z.strictObject({ connectionId: Id, format: ExportFormat }), ExportView.nullable(), {
    answers: answerOf('exports.get'),
    changes: [],
  }),
  'exports.reveal': command(ById, Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
};

export const EXPORT_EVENTS = { 'export.changed': event(ExportView, { answers: answerOf('exports.get'), changes: [] }) };
