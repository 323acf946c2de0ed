/**
 * Project file → the file that a person asked for: a workbook with every row of the list and its scores, the refused rows with
 * their reasons, profiles that match no row, a summary whose counts balance and the settings behind it; or one table as text.
 */
import { CHANGE_WORDS } from '../../../shared/results/result-shapes.ts';
import { CsvWriter } from '../../spreadsheet/write/csv-writer.ts';
import { JsonLinesWriter } from '../../spreadsheet/write/jsonl-writer.ts';
import type { RowWriter, WriteColumn } from '../../spreadsheet/write/row-writer.ts';
import { WorkbookWriter } from '../../spreadsheet/write/xlsx-writer.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Comparison } from '../prior/comparison.ts';
import { requireWidth } from './export-columns.ts';
import { errorColumns, writeErrors, writeStrangers } from './export-errors.ts';
import { type ExportInput, ExportList } from './export-list.ts';
import type { ExportLine } from '../../worker-protocol/results.ts';
import { Screened } from '../prior/screening-reader.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';

/** How a file is completed or given up. */
interface Ending {
  finish(): Promise<unknown>;
  abort(): Promise<void>;
}

/** A table of two columns: what it is, and its value. `earlier`: rows that were written with the scores of an earlier screening. */
async function writeLines(book: WorkbookWriter, name: string, lines: readonly ExportLine[], earlier = 0): Promise<void> {
  const sheet = book.addSheet(name, {
    columns: [
      { title: 'Fact', width: 38 },
      { title: 'Value', width: 60 },
    ],
  });
  for (const { label, value } of lines) {
    sheet.beginRow();
    sheet.text(label);
    if (typeof value === 'string') sheet.text(value);
    else sheet.number(typeof value === 'number' ? value : earlier);
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}

async function writeWorkbook(list: ExportList, input: ExportInput, context: TaskContext): Promise<number> {
  if (input.comparison !== null) return await writeComparison(input, input.comparison, context);
  const alone = input.layout !== null || input.contents === 'errors';
  const table = list.table();
  const columns = input.contents === 'errors' && input.layout === null ? errorColumns(list, input.marker) : table.columns;
  requireWidth(columns.length);
  const book = await WorkbookWriter.create(input.target, {
    program: 'Screening Desk',
    ...(input.rowsPerSheet === undefined ? {} : { rowsPerSheet: input.rowsPerSheet }),
  });
  try {
    let rows: number;
    if (input.layout === null && input.contents === 'errors') rows = await writeErrors(list, book.addSheet('Errors', { columns }));
    else rows = await list.write(table, book.addSheet(input.layout?.name ?? 'Scores', { columns }), context);
    // Another system reads the first sheet and stumbles over more; a segment is for those in it.
    if (!alone) {
      if (input.segment === null) {
        await writeErrors(list, book.addSheet('Errors', { columns: errorColumns(list, input.marker) }));
        const strangers = list.results.unmatchedProfiles();
        if (strangers.length > 0) await writeStrangers(list, (columns) => book.addSheet('Unmatched', { columns }), strangers);
      }
      await writeLines(book, 'Summary', [...input.summary, { label: 'Rows on the sheet Scores', value: rows }], list.scoredBefore);
      await writeLines(book, 'Settings', input.settings);
    }
    await book.finish();
    return rows;
  } catch (error) {
    await book.abort();
    throw error;
  }
}

async function textWriter(input: ExportInput, columns: readonly WriteColumn[]): Promise<RowWriter & Ending> {
  if (input.format !== 'csv') return await JsonLinesWriter.create(input.target, { columns });
  // An importer may take a byte order mark for part of the first heading.
  return await CsvWriter.create(input.target, { columns, byteOrderMark: input.layout === null });
}

/** Who moved since another screening: one table, whatever the format. */
async function writeComparison(input: ExportInput, asked: NonNullable<ExportInput['comparison']>, context: TaskContext): Promise<number> {
  const columns: readonly WriteColumn[] = [
    { title: 'Constituent ID', style: 'text' },
    { title: 'Name' },
    { title: 'Place' },
    { title: 'Change' },
    { title: `${asked.title}, before` },
    { title: `${asked.title}, now` },
    { title: 'Difference' },
  ];
  const mine = new Screened(input);
  const other = new Screened(asked.other);
  let book: WorkbookWriter | null = null;
  let text: (RowWriter & Ending) | null = null;
  try {
    const comparison = new Comparison(mine, other);
    if (input.format === 'xlsx') book = await WorkbookWriter.create(input.target, { program: 'Screening Desk' });
    else text = await textWriter(input, columns);
    const writer: RowWriter = book?.addSheet('Comparison', { columns }) ?? text!;
    let rows = 0;
    for (const row of comparison.rows(asked.column)) {
      writer.beginRow();
      writer.text(row.id);
      writer.text(row.name);
      writer.text(row.place);
      writer.text(CHANGE_WORDS[row.change]);
      // A number that is none is written as the text that it is.
      writer.number(row.before);
      writer.number(row.after);
      if (row.by === null) writer.empty();
      else writer.number(row.by);
      const wait = writer.endRow();
      if (wait !== undefined) await wait;
      rows += 1;
      if (rows % 1000 === 0) {
        context.signal.throwIfAborted();
        context.progress(rows, null, 'rows');
      }
    }
    if (book !== null) await writeLines(book, 'Summary', input.summary);
    await (book ?? text!).finish();
    return rows;
  } catch (error) {
    await (book ?? text)?.abort();
    throw error;
  } finally {
    mine.close();
    other.close();
  }
}

async function writeText(list: ExportList, input: ExportInput, context: TaskContext): Promise<number> {
  if (input.comparison !== null) return await writeComparison(input, input.comparison, context);
  const onlyErrors = input.layout === null && input.contents === 'errors';
  const table = list.table();
  const columns: readonly WriteColumn[] = onlyErrors ? errorColumns(list, input.marker) : table.columns;
  const writer = await textWriter(input, columns);
  try {
    const rows = onlyErrors ? await writeErrors(list, writer) : await list.write(table, writer, context);
    await writer.finish();
    return rows;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/**
 * Writes the results to `target`, whole or not at all; answers how many rows were written. Ends in a WriteError or in
 * PROJECT_FILE_DAMAGED.
 */
export const exportResults: Task<'export'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'read');
  try {
    const list = new ExportList(file, input);
    try {
      const rows = input.format === 'xlsx' ? await writeWorkbook(list, input, context) : await writeText(list, input, context);
      return { rows };
    } finally {
      list.close();
    }
  } finally {
    file.close();
  }
};
