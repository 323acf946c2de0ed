/** One file of an export: a workbook whose first sheet is a table, or that table as text. */
import { CsvWriter, JsonLinesWriter, type RowWriter, WorkbookWriter, type WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ExportFormat } from '../../../shared/contract/index.ts';
import type { ExportLine } from '../../worker-protocol/index.ts';
import { requireWidth } from './export-columns.ts';

export interface FileInput {
  readonly target: string;
  readonly format: ExportFormat;
  /** Most rows per sheet; Excel's limit without it. */
  readonly rowsPerSheet?: number;
  /** Whether CSV begins with a byte order mark, which an importer may read as part of the first heading. */
  readonly byteOrderMark: boolean;
}

/** A file that is being written. */
export interface Target {
  readonly writer: RowWriter & { highlight?(note?: string): void };
  /** Null for a file that holds one table. */
  readonly book: WorkbookWriter | null;
  finish(): Promise<unknown>;
  abort(): Promise<void>;
}

const NOTHING_COUNTED = { earlier: 0, byOrder: 0 };

/** Writes a table of labels and values. `counted`: the values that were counted while the rows were written. */
export async function writeLines(
  book: WorkbookWriter,
  name: string,
  lines: readonly ExportLine[],
  counted = NOTHING_COUNTED,
): Promise<void> {
  const sheet = book.addSheet(name, {
    columns: [
      { title: 'Fact', width: 38 },
      { title: 'Value', width: 60 },
    ],
  });
  for (const { label, value } of lines) {
    if (typeof value === 'object' && value.counted === 'byOrder' && counted.byOrder === 0) continue;
    sheet.beginRow();
    sheet.text(label);
    if (typeof value === 'string') sheet.text(value);
    else sheet.number(typeof value === 'number' ? value : counted[value.counted]);
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}

async function openTarget(input: FileInput, name: string, columns: readonly WriteColumn[]): Promise<Target> {
  const { target, format, rowsPerSheet, byteOrderMark } = input;
  if (format === 'xlsx') {
    requireWidth(columns.length);
    const book = await WorkbookWriter.create(target, {
      program: 'Screening Desk',
      ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }),
    });
    return { writer: book.addSheet(name, { columns }), book, finish: () => book.finish(), abort: () => book.abort() };
  }
  const text =
    format === 'csv' ? await CsvWriter.create(target, { columns, byteOrderMark }) : await JsonLinesWriter.create(target, { columns });
  return { writer: text, book: null, finish: () => text.finish(), abort: () => text.abort() };
}

/** Writes one table, and in a workbook what `write` adds to it, completely or not at all. Returns the number of rows. */
export async function writeFile(
  input: FileInput,
  name: string,
  columns: readonly WriteColumn[],
  write: (target: Target) => Promise<number>,
): Promise<number> {
  const target = await openTarget(input, name, columns);
  try {
    const rows = await write(target);
    await target.finish();
    return rows;
  } catch (error) {
    await target.abort();
    throw error;
  }
}
