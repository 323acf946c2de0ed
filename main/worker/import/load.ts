/** Imports a file into a project file: stores the rows unchanged, suggests a mapping from the headings, and checks every row. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { AppError } from '../../../shared/base/index.ts';
import { RowBlock, type RowsOptions, type Workbook } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { MIN_ROWS_FOR_HELPER } from '../check/engine.ts';
import type { LoadInput, ProjectFileRef } from '../../worker-protocol/index.ts';
import { storeEditCounts } from '../list/stored-edits.ts';
import { openWithOptions, pickSheet } from './open-file.ts';
import { notesOf } from './sheet-notes.ts';
import { ListImporter } from './list-importer.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';

/** Files from this many bytes on have enough rows for a helper thread. */
const LONG_FILE_BYTES = 8 * 1024 * 1024;

/** SHA-256 of a file, as hex digits. */
async function digestOf(path: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

/** The file's digest while a sheet is read: a text file is hashed as it passes, any other file is read a second time in parallel. */
function digestWhileRead(workbook: Workbook, path: string): { readonly onBytes?: (bytes: Uint8Array) => void; end(): Promise<string> } {
  if (workbook.format !== 'csv') {
    const digest = digestOf(path);
    // It is awaited after the rows; the reader reports an earlier failure.
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
    const { answer, stored, firstRows, lastRows } = await store(workbook, sheet, input, context, digest.onBytes);
    const { sheetLayout } = answer;
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
        notes: await notesOf(workbook, sheetLayout, context.signal),
        hiddenColumns: workbook
          .sheetFacts(sheet)
          .hiddenColumns.map((column) => column - 1)
          .filter((column) => column < sheetLayout.headers.length),
        formulasWithoutValue: workbook.sheetFacts(sheet).formulasWithoutValue,
      },
      sha256: await digest.end(),
    };
  } finally {
    await workbook.close();
  }
};

/** Reads a sheet into a new project file that replaces an earlier one once it is complete. */
async function store(workbook: Workbook, sheet: number, input: LoadInput, context: TaskContext, onBytes: RowsOptions['onBytes']) {
  const file = new ProjectFile(input.file, 'fresh');
  const { headerRow, totalsRows, system, subtotals, hiddenRows } = input.options;
  const { fileBytes } = workbook;
  let bytesRead = 0;
  const expectedRows = (checked: number) =>
    workbook.sheets[sheet]?.rowsHint ?? (bytesRead === 0 ? 0 : Math.ceil((checked * fileBytes) / bytesRead));
  const isLong = fileBytes >= LONG_FILE_BYTES;
  const choices = { headerRow, totalsRows, subtotals, hiddenRows, system, template: input.template };
  const options = { sheet, sheetName: sheetName(workbook, sheet), ...choices, expectedRows, isLong, hasStoredRows: false };
  const importer = new ListImporter(file, input, options, context);
  try {
    const onProgress = (bytes: number) => {
      bytesRead = bytes;
      context.progress(bytes, fileBytes, 'bytes');
    };
    file.begin();
    const { memory } = importer;
    for await (const block of workbook.rows(sheet, { signal: context.signal, onProgress, onBytes, memory })) await importer.add(block);
    const answer = await importer.finish();
    file.commit();
    await file.publish();
    return { answer, stored: importer.stored, firstRows: importer.firstRows, lastRows: importer.lastRows };
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
 * Reads the stored rows again with another header row: headings, suggested mapping and check. Clears corrections, which belong to the old
 * fields.
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
    storeEditCounts(file, { applied: 0, kept: 0 });
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
