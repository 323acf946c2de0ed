/** What the first and last rows of a sheet say of it: header, headings, totals, and the mapping that is proposed. */
import { findHeaderRow, findTotalsRows, nameColumns, type SampleRow } from '../../../shared/mapping/headers.ts';
import { profileColumn } from '../../../shared/mapping/columns.ts';
import type { ImportOptions } from '../../../shared/mapping/import-options.ts';
import { suggestMapping, type Suggestion } from '../../../shared/mapping/suggest.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { SheetLayout } from '../../worker-protocol/list.ts';

/** Rows that are looked at to choose a sheet and to find its header. */
export const LAST_ROWS_SAMPLED = 100;
/** Cells of one row that are looked at: a sheet of thousands of columns is no list. */
const WIDEST_LOOK = 400;

/** A row's texts as the domain's functions look at them. */
export function sampleRow(block: RowBlock, row: number): SampleRow {
  const width = Math.min(block.columnCount, WIDEST_LOOK);
  const cells = Array.from({ length: width }, (_, column) => block.text(row, column));
  while (cells.length > 0 && cells.at(-1) === '') cells.pop();
  return { rowNumber: block.rowNumber(row), cells };
}

/** Rows whose values are weighed to propose a mapping. */
export const FIRST_ROWS_SAMPLED = 1000;

/** The header row among the first rows: the one asked for (undefined: look for it), as a sheet row, with the reason. */
export function detectHeader(
  rows: readonly SampleRow[],
  asked: number | null | undefined,
): { readonly headerRow: number | null; readonly headerReason: string; readonly cells: readonly string[] } {
  if (asked !== undefined) {
    const cells = rows.find(({ rowNumber }) => rowNumber === asked)?.cells ?? [];
    return { headerRow: asked, headerReason: asked === null ? 'you said that there is none' : 'chosen by you', cells };
  }
  const { index, reason } = findHeaderRow(rows);
  const found = index === null ? undefined : rows[index];
  return { headerRow: found?.rowNumber ?? null, headerReason: reason, cells: found?.cells ?? [] };
}

/** Headings and proposed mapping out of the rows below the header. */
export function detectColumns(
  header: readonly string[],
  below: readonly (readonly string[])[],
  system: ImportOptions['system'],
): { readonly headers: string[]; readonly suggestion: Suggestion } {
  const width = below.reduce((widest, cells) => Math.max(widest, cells.length), header.length);
  const headers = nameColumns(header, width);
  const profiles = headers.map((name, column) =>
    profileColumn(
      name,
      below.map((cells) => cells[column] ?? ''),
      column,
    ),
  );
  return { headers, suggestion: suggestMapping(profiles, undefined, system) };
}

/** Rows at the beginning of a sheet out of which it is understood. */
export const EARLY_ROWS = FIRST_ROWS_SAMPLED + LAST_ROWS_SAMPLED;

/** What the first blocks of a sheet say of it; `asked` and `system`: what a person says of it, undefined to find out. */
export function detectLayout(
  blocks: readonly RowBlock[],
  asked: number | null | undefined,
  system: ImportOptions['system'],
): Pick<SheetLayout, 'headerRow' | 'headerReason' | 'headers'> & { readonly suggestion: Suggestion } {
  const first = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount && first.length < LAST_ROWS_SAMPLED; row++) first.push(sampleRow(block, row));
  const { headerRow, headerReason, cells } = detectHeader(first, asked);
  const below: string[][] = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount && below.length < FIRST_ROWS_SAMPLED; row++)
      if (block.rowNumber(row) > (headerRow ?? 0)) below.push(block.rowTexts(row));
  const { headers, suggestion } = detectColumns(cells, below, system);
  return { headerRow, headerReason, headers, suggestion };
}

/** Sheet rows at the end that are totals, out of the last rows of the list. */
export function detectTotals(lastRows: readonly SampleRow[]): SheetLayout['totalsRows'] {
  return findTotalsRows(lastRows);
}
