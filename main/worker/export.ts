/**
 * Project file → the file that a person asked for: a workbook with every row of the list and its scores, the refused rows with
 * their reasons, profiles that match no row, a summary whose counts balance and the settings behind it; or one table as text.
 */
import { CsvWriter } from '../spreadsheet/write/csv-writer.ts';
import { JsonLinesWriter } from '../spreadsheet/write/jsonl-writer.ts';
import type { RowWriter, WriteColumn } from '../spreadsheet/write/row-writer.ts';
import { WorkbookWriter } from '../spreadsheet/write/xlsx-writer.ts';
import { ProjectFile } from '../store/projectfile.ts';
import { requireWidth } from './exportcolumns.ts';
import { errorColumns, writeErrors, writeStrangers } from './exporterrors.ts';
import { type ExportInput, ExportList } from './exportlist.ts';
import type { ExportLine } from './messages.ts';
import type { Task, TaskContext } from './task.ts';

/** A table of two columns: what it is, and its value. */
async function writeLines(book: WorkbookWriter, name: string, lines: readonly ExportLine[]): Promise<void> {
  const sheet = book.addSheet(name, {
    columns: [
      { title: 'Fact', width: 38 },
      { title: 'Value', width: 60 },
    ],
  });
  for (const { label, value } of lines) {
    sheet.beginRow();
    sheet.text(label);
    if (typeof value === 'number') sheet.number(value);
    else sheet.text(value);
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}

async function writeWorkbook(list: ExportList, input: ExportInput, context: TaskContext): Promise<number> {
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
        const strangers = list.results.strangers();
        if (strangers.length > 0) await writeStrangers(list, (columns) => book.addSheet('Unmatched', { columns }), strangers);
      }
      await writeLines(book, 'Summary', [...input.summary, { label: 'Rows on the sheet Scores', value: rows }]);
      await writeLines(book, 'Settings', input.settings);
    }
    await book.finish();
    return rows;
  } catch (error) {
    await book.abort();
    throw error;
  }
}

async function writeText(list: ExportList, input: ExportInput, context: TaskContext): Promise<number> {
  const onlyErrors = input.layout === null && input.contents === 'errors';
  const table = list.table();
  const columns: readonly WriteColumn[] = onlyErrors ? errorColumns(list, input.marker) : table.columns;
  const writer: RowWriter & { finish(): Promise<unknown>; abort(): Promise<void> } =
    input.format === 'csv'
      ? // An importer may take a byte order mark for part of the first heading.
        await CsvWriter.create(input.target, { columns, byteOrderMark: input.layout === null })
      : await JsonLinesWriter.create(input.target, { columns });
  try {
    const rows = onlyErrors ? await writeErrors(list, writer) : await list.write(table, writer, context);
    await writer.finish();
    return rows;
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

export const exportResults: Task<'export'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'read');
  try {
    const list = new ExportList(file, input);
    const rows = input.format === 'xlsx' ? await writeWorkbook(list, input, context) : await writeText(list, input, context);
    return { rows };
  } finally {
    file.close();
  }
};
