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
  /** Null for a file that is not about a project. */
  projectId: Id.nullable(),
  /** Increases with every change, because the answer of `results.export` can arrive after a later event. */
  version: z.int(),
  /** `reading`: the content is being read from the service; `done` and `total` then count its entries. */
  state: z.enum(['reading', 'writing', 'done', 'failed']),
  /** The file's location in words. */
  location: z.string(),
  /** A single-use token for downloading the file from its host; null when the file was saved to a folder. */
  download: z.string().nullable(),
  done: z.number(),
  total: z.number().nullable(),
  /** Scored people who are left out of a file for another system, each counted under the first reason. */
  heldBack: HeldBackCountsShape,
  /** Columns that are left out, because in the other system their empty cells would delete values. */
  emptyColumns: z.array(z.string()),
  /** Rows with scores that the user joined by order, which a file for another system cannot mark. */
  byOrder: z.int(),
  /** Rows of a CSV file for another system with a text that a spreadsheet program would run as a formula. */
  formulas: z.int(),
  /** Profiles that the service counts but did not return. */
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
  /** Scored people who meet the conditions, or only the ticked ones of them. `name` is null if the conditions are not a saved segment. */
  ChosenConditions.extend({ kind: z.literal('segment'), name: z.string().max(80).nullable() }),
]);

/**
 * `notes`: includes the notes about people and their next steps. `byOfficer`: adds the scored people by officer, as more sheets of the
 * workbook, or as a zip with a file for each officer and one for people without an officer.
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
   * A workbook for colleagues: the top prospects, then everybody, with the most used scores first. In a format with a single table, the
   * same as `list`.
   */
  Table.extend({ kind: z.literal('workbook') }),
  /** All columns of the file, then the scores. `intact`: a workbook of the undamaged parts of the project file. */
  Table.extend({ kind: z.literal('list'), intact: z.boolean().optional() }),
  Table.extend({ kind: z.literal('scoresById') }),
  /**
   * A file for another system. `columns` applies to a layout with one row per score. `byOrder`: the user accepts that rows joined by order
   * are not marked in it; without it, a project with such rows is refused.
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
  /**
   * The list as it will be or was sent: cleaned and corrected values under the headings of the file. Possible before and after the
   * screening.
   */
  Plain.extend({ kind: z.literal('cleanedList') }),
  /** The people whose match is not reviewed yet, with columns for a colleague to fill in. `review.import` reads it. */
  Plain.extend({ kind: z.literal('toReview'), ...Conditions.shape }),
  /** Only the sheet Report, without a list. */
  z.strictObject({ kind: z.literal('report'), id: Id, format: z.literal('xlsx') }),
  /** How scores changed since another screening, by one column. */
  Plain.extend({ kind: z.literal('comparison'), withId: Id, column: ColumnKey }),
]);
export type ExportRequest = z.infer<typeof ExportRequest>;

export type TableRequest = Extract<ExportRequest, { kind: 'workbook' | 'list' | 'scoresById' }>;

export const EXPORT_METHODS = {
  /** Asks the host where to save, then writes in the background; null when the user cancels. */
  'results.export': command(ExportRequest, ExportView.nullable(), { answers: answerOf('exports.get'), changes: [] }),
  'exports.get': query(ById, ExportView, { reads: ['exports'] }),
  /** Stops writing a file: it fails with CANCELED, and nothing of it remains. Does not change a finished file. */
  'exports.cancel': command(ById, Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
  /** Reads all profiles of the service and writes them as one table; null when the user cancels. */
  'service.exportProfiles': command(z.strictObject({ connectionId: Id, format: ExportFormat }), ExportView.nullable(), {
    answers: answerOf('exports.get'),
    changes: [],
  }),
  'exports.reveal': command(ById, Nothing, { answers: NOTHING_ANSWERED, changes: [] }),
};

export const EXPORT_EVENTS = { 'export.changed': event(ExportView, { answers: answerOf('exports.get'), changes: [] }) };
