/** One file of an export: a workbook whose first sheet is a table, or that table as text. */
import {
  CsvWriter,
  JsonLinesWriter,
  type RowWriter,
  type SheetOptions,
  type SheetWriter,
  WorkbookWriter,
  type WriteColumn,
} from '../../spreadsheet/write/index.ts';
import { countText, numberText, type Paper } from '../../../shared/base/index.ts';
import type { ExportFormat } from '../../../shared/contract/index.ts';
import type { ExportLine } from '../../worker-protocol/index.ts';
import { requireWidth } from './export-columns.ts';

export interface FileInput {
  readonly target: string;
  readonly format: ExportFormat;
  /** Maximum number of rows per sheet. Default: Excel's limit. */
  readonly rowsPerSheet?: number;
  /** Default: Letter. */
  readonly paper?: Paper;
  /**
   * True for a file that another system reads. A CSV file then has no byte order mark, which importers read as part of the first heading,
   * and no apostrophe before a text that looks like a formula, which they would store as a part of the value.
   */
  readonly isForSystem: boolean;
}

/** A file that is being written. */
export interface Target {
  readonly writer: RowWriter & { highlight?(note?: string): void };
  /** Null for a file that holds one table. */
  readonly book: WorkbookWriter | null;
  finish(): Promise<unknown>;
  abort(): Promise<void>;
}

/** Writes a sheet of labels and values. */
export async function writeLines(book: WorkbookWriter, name: string, lines: readonly ExportLine[]): Promise<void> {
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
    else sheet.number(value);
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}

/** Columns of a sheet of sentences, with room for a small table below. */
const SENTENCES: SheetOptions = {
  columns: [
    { title: '', width: 90, style: 'wrap' },
    { title: '', width: 14, style: 'integer' },
    { title: '', width: 18, style: 'money' },
  ],
  header: false,
};

/** Writes one sentence per row, the first one as a title. Returns the sheet, so that the caller can add rows. */
export async function writeSentences(
  book: WorkbookWriter,
  name: string,
  title: string,
  sentences: readonly string[],
): Promise<SheetWriter> {
  const sheet = book.addSheet(name, SENTENCES);
  for (const [index, sentence] of [title, ...sentences].entries()) {
    sheet.beginRow();
    sheet.text(sentence, index === 0 ? 'title' : 'wrap');
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
  return sheet;
}

/** Adds a sentence to a sheet of sentences if texts of the workbook were shortened, because a cell has a limit. */
export async function writeCuts({ cuts: { cutTexts, cutAt } }: WorkbookWriter, sheet: SheetWriter): Promise<void> {
  const [first] = cutAt;
  if (first === undefined) return;
  sheet.beginRow();
  sheet.text(
    `${countText(cutTexts, 'text')} ${cutTexts === 1 ? 'is' : 'are'} longer than a cell can be (32,767 characters) and ${cutTexts === 1 ? 'ends' : 'end'} with “…[cut]”, the first in row ${numberText(first.row)} of the sheet ${first.sheet}. A CSV file has the whole ${cutTexts === 1 ? 'text' : 'texts'}.`,
    'wrap',
  );
  const wait = sheet.endRow();
  if (wait !== undefined) await wait;
}

async function openBook({ target, rowsPerSheet, paper }: FileInput): Promise<WorkbookWriter> {
  return await WorkbookWriter.create(target, {
    program: 'Screening Desk',
    ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }),
    ...(paper === undefined ? {} : { paper }),
  });
}

/** Writes a workbook, completely or not at all. Returns what `write` returns. */
export async function writeBook<T>(input: FileInput, write: (book: WorkbookWriter) => Promise<T>): Promise<T> {
  const book = await openBook(input);
  try {
    const result = await write(book);
    await book.finish();
    return result;
  } catch (error) {
    await book.abort();
    throw error;
  }
}

async function openTarget(input: FileInput, name: string, columns: readonly WriteColumn[]): Promise<Target> {
  const { target, format, isForSystem } = input;
  if (format === 'xlsx') {
    requireWidth(columns.length);
    const book = await openBook(input);
    return { writer: book.addSheet(name, { columns }), book, finish: () => book.finish(), abort: () => book.abort() };
  }
  const text =
    format === 'csv'
      ? await CsvWriter.create(target, { columns, byteOrderMark: !isForSystem, guardFormulas: !isForSystem })
      : await JsonLinesWriter.create(target, { columns });
  return { writer: text, book: null, finish: () => text.finish(), abort: () => text.abort() };
}

/** Writes one table, and whatever else `write` adds to a workbook, completely or not at all. Returns the number of rows. */
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
