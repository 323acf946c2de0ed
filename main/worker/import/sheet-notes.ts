/** What the user should know of a sheet that was read, in sentences. */
import { countText } from '../../../shared/base/index.ts';
import type { Workbook } from '../../spreadsheet/index.ts';

/** The notes of the workbook, and one on cells of the list that are merged over several rows. `headerRow`: null for none. */
export function notesOf(workbook: Workbook, sheet: number, headerRow: number | null): string[] {
  const merged = workbook
    .sheetFacts(sheet)
    .merged.filter(({ firstRow, lastRow }) => firstRow > (headerRow ?? 0) && lastRow > firstRow).length;
  if (merged === 0) return [...workbook.notes];
  const cells = countText(merged, 'group of cells is', 'groups of cells are');
  return [
    ...workbook.notes,
    `${cells} merged over several rows: only the first of these rows has the value. Unmerge and fill the cells if it is meant for all of them.`,
  ];
}
