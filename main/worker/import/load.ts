/** Imports a file into a project file: stores the rows unchanged, suggests a mapping based on the headings, and checks every row. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError, type AppendedSheet } from '../../../shared/base/index.ts';
import { RowBlock, type RowsOptions, type Workbook } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { MIN_ROWS_FOR_HELPER } from '../check/engine.ts';
import type { LoadInput, ProjectFileRef } from '../../worker-protocol/index.ts';
import { rewriteGiftColumns } from '../check/gift-columns.ts';
import { markStale } from '../list/best-rows.ts';
import { forgetKeptRepeats } from '../list/kept-repeats.ts';
import { storeNoEdits } from '../list/stored-edits.ts';
import { openWithOptions, pickSheet } from './open-file.ts';
import { type FurtherSheet, furtherSheets, rowsAfter } from './further-sheets.ts';
import { ListImporter } from './list-importer.ts';
import { notesOnSecondList } from './second-list.ts';
import { type MergedCell, MergedCellFiller, mergedCellsOf } from './merged-cells.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';

/** Files with at least this many bytes have enough rows for a helper thread. */
const LONG_FILE_BYTES = 8 * 1024 * 1024;

/** SHA-256 of a file, in hex. */
async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

/** The file's digest while a sheet is read: a text file is hashed as it is read, any other file is read again in parallel. */
function digestWhileRead(workbook: Workbook, path: string): { readonly onBytes?: (bytes: Uint8Array) => void; end(): Promise<string> } {
  if (workbook.format !== 'csv') {
    const digest = digestOf(path);
    // The digest is awaited after the rows. If reading fails earlier, the reader reports the failure.
    digest.catch(() => undefined);
    return { end: () => digest };
  }
  const hash = createHash('sha256');
  return { onBytes: (bytes) => void hash.update(bytes), end: async () => hash.digest('hex') };
}

const sheetName = (workbook: Workbook, sheet: number) => workbook.sheets[sheet]?.name ?? '';

export const load: Task<'load'> = async (input, context) => {
  const workbook = await openWithOptions(input, context.signal);
  try {
    if (input.expectedSha256 !== undefined && (await digestOf(input.path)) !== input.expectedSha256)
      throw new AppError(
        'FILE_CHANGED',
        'This is not the file that the list was read from, or the file has changed since. Nothing was read. To screen it as it is now, import it as a new screening.',
      );
    const sheet = await pickSheet(workbook, input.options.sheet, context.signal);
    const digest = digestWhileRead(workbook, input.path);
    const further = await furtherSheets(workbook, sheet, input.options.headerRow, context.signal);
    const list = { workbook, sheet, further: input.options.otherSheets === 'keep' ? further : [] };
    const { answer, stored, firstRows, lastRows, merged } = await storeFilled(list, input, context, digest.onBytes);
    const { sheetLayout } = answer;
    const facts = [sheet, ...list.further.map((one) => one.sheet)].map((one) => workbook.sheetFacts(one));
    const { kind, encoding, delimiter } = workbook.facts;
    return {
      ...answer,
      import: {
        format: kind,
        sheets: workbook.sheets.map(({ name, hidden, rowsHint }, index) => ({ name, hidden, rows: index === sheet ? stored : rowsHint })),
        sheet,
        headerRow: sheetLayout.headerRow,
        headerReason: sheetLayout.headerReason,
        rows: sheetLayout.rows,
        totalsRows: [...sheetLayout.totalsRows],
        firstRows,
        lastRows,
        text: encoding === null || delimiter === null ? null : { encoding, delimiter },
        notes: [...workbook.notes, ...notesOnSecondList(sheetLayout.headers)],
        hiddenColumns: workbook
          .sheetFacts(sheet)
          .hiddenColumns.map((column) => column - 1)
          .filter((column) => column < sheetLayout.headers.length),
        formulasWithoutValue: facts.reduce((sum, { formulasWithoutValue }) => sum + formulasWithoutValue, 0),
        otherSheets: further.map(({ name, rows }) => ({ name, rows })),
        mergedCells: merged.length,
      },
      sha256: await digest.end(),
    };
  } finally {
    await workbook.close();
  }
};

/** The sheet of a list, and the additional sheets whose rows follow. */
interface ListSheets {
  readonly workbook: Workbook;
  readonly sheet: number;
  readonly further: readonly FurtherSheet[];
}

/** What is known about the sheets after their rows were read. */
class ListRows {
  readonly appended: AppendedSheet[] = [];
  private readonly list: ListSheets;
  /** Number of rows of the first sheet. */
  own = 0;

  constructor(list: ListSheets) {
    this.list = list;
  }

  /** The rows of all sheets, in order. */
  async *read(options: RowsOptions): AsyncGenerator<RowBlock, void> {
    const { workbook, sheet, further } = this.list;
    let last = 0;
    for await (const block of workbook.rows(sheet, options)) {
      last = block.rowNumber(block.rowCount - 1);
      this.own += block.rowCount;
      yield block;
    }
    for (const one of further) {
      const after = last;
      this.appended.push({ name: one.name, after });
      for await (const block of rowsAfter(workbook, one, after, options)) {
        last = block.rowNumber(block.rowCount - 1);
        yield block;
      }
    }
  }

  /** Cells below the headings that are merged across several rows, with rows and columns numbered as in the list. */
  merged(headerRow: number): MergedCell[] {
    const { workbook, sheet, further } = this.list;
    const behind = further.flatMap(({ sheet, headerRow, columns }, at) => {
      const { after } = this.appended[at]!;
      return mergedCellsOf(workbook.sheetFacts(sheet), headerRow).map(({ column, firstRow, lastRow }) => ({
        column: columns[column] ?? column,
        firstRow: after + firstRow,
        lastRow: after + lastRow,
      }));
    });
    return [...mergedCellsOf(workbook.sheetFacts(sheet), headerRow), ...behind];
  }
}

/** Stores the rows. Readers find merged cells only after the rows, so a list with merged cells is read twice. */
async function storeFilled(list: ListSheets, input: LoadInput, context: TaskContext, onBytes: RowsOptions['onBytes']) {
  const first = await store(list, input, context, onBytes, []);
  if (first.merged.length === 0 || input.options.mergedCells === 'leave-out') return first;
  return await store(list, input, context, undefined, first.merged);
}

/** Reads the rows into a new project file, which replaces an earlier one when complete. `filled`: cells to copy to all their rows. */
async function store(
  list: ListSheets,
  input: LoadInput,
  context: TaskContext,
  onBytes: RowsOptions['onBytes'],
  filled: readonly MergedCell[],
) {
  const { workbook, sheet, further } = list;
  const file = new ProjectFile(input.file, 'fresh');
  const { headerRow, totalsRows, system, subtotals, hiddenRows } = input.options;
  const { fileBytes } = workbook;
  let bytesRead = 0;
  const rowsHint = [sheet, ...further.map((one) => one.sheet)].reduce<number | null>((sum, one) => {
    const { rowsHint } = workbook.sheets[one]!;
    return sum === null || rowsHint === null ? null : sum + rowsHint;
  }, 0);
  const expectedRows = (checked: number) => rowsHint ?? (bytesRead === 0 ? 0 : Math.ceil((checked * fileBytes) / bytesRead));
  const isLong = fileBytes >= LONG_FILE_BYTES;
  const rows = new ListRows(list);
  const choices = { headerRow, totalsRows, subtotals, hiddenRows, system, template: input.template, appended: rows.appended };
  const options = { sheet, sheetName: sheetName(workbook, sheet), ...choices, expectedRows, isLong, hasStoredRows: false };
  const importer = new ListImporter(file, input, options, context);
  const filler = filled.length === 0 ? null : new MergedCellFiller(filled);
  try {
    const onProgress = (bytes: number) => {
      bytesRead = bytes;
      context.progress(bytes, fileBytes, 'bytes');
    };
    file.begin();
    // Not with a filler: it copies blocks, so the memory of the original blocks would never be freed.
    const memory = filler === null ? { memory: importer.memory } : {};
    for await (const block of rows.read({ signal: context.signal, onProgress, onBytes, ...memory }))
      for (const one of filler === null ? [block] : filler.fill(block)) await importer.add(one);
    const answer = await importer.finish();
    file.commit();
    await file.publish();
    const merged = rows.merged(answer.sheetLayout.headerRow ?? 0);
    return { answer, stored: rows.own, firstRows: importer.firstRows, lastRows: importer.lastRows, merged };
  } finally {
    importer.end();
    file.discard();
  }
}

function copyFile(from: ProjectFileRef, to: ProjectFileRef): void {
  const file = new ProjectFile(from, 'read');
  try {
    file.copyTo(to.path);
  } finally {
    file.close();
  }
}

/**
 * Reads the stored rows again with another header row: headings, suggested mapping and check. Clears the corrections, because they belong
 * to the old fields. Marks a choice of people as stale.
 */
export const reread: Task<'reread'> = async (input, context) => {
  if (input.from !== undefined) copyFile(input.from, input.file);
  const file = new ProjectFile(input.file, 'write');
  const places = file.places('rows');
  const rows = places.reduce((sum, { count }) => sum + count, 0);
  const options = { ...input, expectedRows: () => rows, isLong: rows >= MIN_ROWS_FOR_HELPER, hasStoredRows: true };
  const importer = new ListImporter(file, input, options, context);
  try {
    file.begin();
    file.clear('check', 'keys', 'counts', 'edits', 'list');
    storeNoEdits(file);
    markStale(file);
    forgetKeptRepeats(file);
    if (input.giftsFrom !== undefined) rewriteGiftColumns(file, input.giftsFrom, () => null);
    for (const { seq } of places) {
      context.signal.throwIfAborted();
      await importer.add(new RowBlock(file.read('rows', seq)!));
      context.progress(seq, places.length, 'rows');
    }
    const answer = await importer.finish();
    file.commit();
    return answer;
  } finally {
    importer.end();
    file.rollback();
    file.close();
  }
};
