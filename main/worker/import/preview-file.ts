/** Previews a file that could not be imported: its sheets and first rows, so that the user can choose how to read it. */
import { detectHeader } from '../list/detect-layout.ts';
import { firstRows, likeliestSheet, openWithOptions } from './open-file.ts';
import type { Task } from '../threads/task-context.ts';

const PREVIEW_ROWS = 30;

export const previewFile: Task<'preview'> = async (input, context) => {
  const workbook = await openWithOptions(input, context.signal);
  try {
    const { sheets, facts } = workbook;
    const { sheet: requested, headerRow: requestedRow } = input.options;
    const requestedIndex = typeof requested === 'string' ? sheets.findIndex(({ name }) => name === requested) : (requested ?? -1);
    const hasAny = sheets.some(({ rowsHint }) => rowsHint !== 0);
    const sheet = requestedIndex in sheets ? requestedIndex : hasAny ? await likeliestSheet(workbook, context.signal).catch(() => 0) : 0;
    const rows = await firstRows(workbook, sheet, context.signal);
    const { headerRow, headerReason } = detectHeader(rows, requestedIndex in sheets || requested === undefined ? requestedRow : undefined);
    const { kind, encoding, delimiter } = facts;
    return {
      format: kind,
      sheets: sheets.map(({ name, hidden, rowsHint }) => ({ name, hidden, rows: rowsHint })),
      sheet,
      headerRow,
      headerReason,
      rows: 0,
      totalsRows: [],
      firstRows: rows.slice(0, PREVIEW_ROWS).map(({ rowNumber, cells }) => ({ row: rowNumber, cells: [...cells] })),
      lastRows: [],
      text: encoding === null || delimiter === null ? null : { encoding, delimiter },
      notes: [...workbook.notes],
      hiddenColumns: [],
      formulasWithoutValue: 0,
      otherSheets: [],
      mergedCells: 0,
    };
  } finally {
    await workbook.close();
  }
};
