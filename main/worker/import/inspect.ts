/** Reads a file without a project: its rows as texts, or the columns as an import would read them. */
import { AppError } from '../../../shared/base/index.ts';
import { type RowBlock, rowsAsTexts } from '../../spreadsheet/index.ts';
import { detectLayout, EARLY_ROWS } from '../list/detect-layout.ts';
import { noticesOf } from '../../../shared/view-texts/index.ts';
import { openWithOptions, pickSheet } from './open-file.ts';
import { furtherSheets } from './further-sheets.ts';
import { notesOnSecondList } from './second-list.ts';
import { mergedCellsOf } from './merged-cells.ts';
import type { Task } from '../threads/task-context.ts';

/** Number of characters of JSON lines per buffer. */
const BUFFER_LENGTH = 64 * 1024;

export const rows: Task<'rows'> = async (input, context) => {
  const workbook = await openWithOptions(input, context.signal);
  try {
    const sheet = await pickSheet(workbook, input.options.sheet, context.signal);
    let count = 0;
    let text = '';
    for await (const row of rowsAsTexts(workbook, sheet, { signal: context.signal })) {
      text += `${JSON.stringify(row)}\n`;
      count += 1;
      if (text.length >= BUFFER_LENGTH) {
        await context.send(Buffer.from(text, 'utf8'));
        text = '';
      }
    }
    if (count === 0) throw new AppError('SHEET_EMPTY', 'This sheet holds no row.');
    if (text !== '') await context.send(Buffer.from(text, 'utf8'));
    return { rows: count };
  } finally {
    await workbook.close();
  }
};

export const inspect: Task<'inspect'> = async (input, context) => {
  const workbook = await openWithOptions(input, context.signal);
  try {
    const sheet = await pickSheet(workbook, input.options.sheet, context.signal);
    const early: RowBlock[] = [];
    let rowCount = 0;
    let hiddenRows = 0;
    for await (const block of workbook.rows(sheet, { signal: context.signal })) {
      if (rowCount < EARLY_ROWS) early.push(block);
      rowCount += block.rowCount;
      for (let row = 0; row < block.rowCount; row++) if (block.rowHidden(row)) hiddenRows += 1;
    }
    if (rowCount === 0) throw new AppError('SHEET_EMPTY', 'This sheet holds no row.');
    const { headerRow, headers, suggestion } = detectLayout(early, input.options.headerRow, input.options.system);
    const { hiddenColumns, formulasWithoutValue, merged } = workbook.sheetFacts(sheet);
    const further = await furtherSheets(workbook, sheet, input.options.headerRow, context.signal);
    return {
      sheets: workbook.sheets.map(({ name, hidden, rowsHint }, index) => ({ name, hidden, rows: index === sheet ? rowCount : rowsHint })),
      sheet: workbook.sheets[sheet]?.name ?? '',
      headerRow,
      suggestions: suggestion.suggestions,
      combinations: suggestion.plan.combinations,
      system: suggestion.system,
      notes: [...workbook.notes, ...notesOnSecondList(headers)],
      notices: noticesOf(
        {
          formulasWithoutValue,
          otherSheets: further.map(({ name, rows }) => ({ name, rows })),
          mergedCells: mergedCellsOf({ merged }, headerRow ?? 0).length,
          hiddenColumns: hiddenColumns.map((column) => column - 1).filter((column) => column < headers.length),
        },
        { headers, rowCounts: { hidden: hiddenRows, blank: 0, headings: 0, subtotals: 0, subtotalRows: [] } },
        input.options,
      ),
    };
  } finally {
    await workbook.close();
  }
};
