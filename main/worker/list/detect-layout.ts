/** Detects the header row, headings, suggested mapping and totals from the first and last rows of a sheet. */
import { AppError } from '../../../shared/base/index.ts';
import {
  type ImportOptions,
  type SampleRow,
  type Target,
  findHeaderRow,
  joinedHeadings,
  nameColumns,
} from '../../../shared/mapping/index.ts';
import { type Suggestion, profileColumn, suggestMapping } from '../../../shared/suggestion/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { SheetLayout } from '../../worker-protocol/index.ts';
import type { RowMembership } from './stored-rows.ts';

/** Number of first rows from which the sheet and its header row are chosen. */
export const HEADER_ROWS_SAMPLED = 100;
/** Number of cells to read per row when choosing a sheet and finding its totals. A sheet with thousands of columns is not a list. */
const SAMPLED_CELLS = 400;

/** `mostCells`: maximum number of cells to read. */
export function sampleRow(block: RowBlock, row: number, mostCells = SAMPLED_CELLS): SampleRow {
  const width = Math.min(block.columnCount, mostCells);
  const cells = Array.from({ length: width }, (_, column) => block.text(row, column));
  while (cells.length > 0 && cells.at(-1) === '') cells.pop();
  return { rowNumber: block.rowNumber(row), cells };
}

/** Number of rows below the header from which the mapping is suggested. */
export const VALUE_ROWS_SAMPLED = 1000;

/** The sheet row of the header, with the reason. `requested`: the user's choice, null for no header; undefined to detect it. */
export function detectHeader(
  rows: readonly SampleRow[],
  requested: number | null | undefined,
): { readonly headerRow: number | null; readonly headerReason: string } & Pick<ReturnType<typeof findHeaderRow>, 'cells' | 'fieldsBelow'> {
  if (requested !== undefined) {
    const at = rows.findIndex(({ rowNumber }) => rowNumber === requested);
    const cells = at < 0 ? [] : (joinedHeadings(rows[at - 1], rows[at]!) ?? rows[at]!.cells);
    return {
      headerRow: requested,
      headerReason: requested === null ? 'You chose to use no row as headings.' : `You chose row ${requested}.`,
      cells,
    };
  }
  const { index, reason, ...header } = findHeaderRow(rows);
  return { headerRow: index === null ? null : rows[index]!.rowNumber, headerReason: reason, ...header };
}

/** Headings, using the widths of the rows below the header, and the mapping that the `listed` rows suggest. */
export function detectColumns(
  header: readonly string[],
  below: readonly (readonly string[])[],
  system: ImportOptions['system'],
  listed = below,
): { readonly headers: string[]; readonly suggestion: Suggestion } {
  const width = below.reduce((widest, cells) => Math.max(widest, cells.length), header.length);
  const headers = nameColumns(header, width);
  const profiles = headers.map((name, column) =>
    profileColumn(
      name,
      listed.map((cells) => cells[column] ?? ''),
      column,
    ),
  );
  const mayHaveMore = below.length >= VALUE_ROWS_SAMPLED;
  return { headers, suggestion: suggestMapping(profiles, mayHaveMore ? Number.POSITIVE_INFINITY : undefined, system) };
}

/** The number of rows that have the same name as an earlier row. */
function repeatedNames(rows: readonly (readonly string[])[], { plan }: Suggestion): NonNullable<SheetLayout['repeatedNames']> {
  const columns = plan.columns.flatMap(({ column, to }) => (isOfName(to) ? [column] : []));
  const names = rows.map((cells) => columns.map((column) => (cells[column] ?? '').trim().toLowerCase()).join(' ').trim()); // prettier-ignore
  const named = names.filter((name) => name !== '');
  return { rows: named.length - new Set(named).size, of: rows.length };
}

/** Whether a column contains a name, or a part of a name that two people rarely share. */
const isOfName = (to: Target): boolean =>
  to.kind === 'field'
    ? to.field === 'primaryFirst' || to.field === 'primaryLast'
    : to.kind === 'split' && /^(?:fullName|lastFirst)$/.test(to.splitter);

/** Number of first rows of a sheet from which its layout is detected. */
export const EARLY_ROWS = VALUE_ROWS_SAMPLED + HEADER_ROWS_SAMPLED;

/** The sheet row and texts of the headings, from the first blocks of a sheet. */
function headerIn(blocks: readonly RowBlock[], requested: number | null | undefined): ReturnType<typeof detectHeader> {
  const first = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount && first.length < HEADER_ROWS_SAMPLED; row++) first.push(sampleRow(block, row, Infinity));
  return detectHeader(first, requested);
}

/** The headings of a sheet from its first blocks, and the texts of all rows below them. */
export function detectHeadings(blocks: readonly RowBlock[], requestedHeader: number | null | undefined) {
  const { headerRow, cells } = headerIn(blocks, requestedHeader);
  const below: string[][] = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > (headerRow ?? 0)) below.push(block.rowTexts(row));
  const width = below.slice(0, VALUE_ROWS_SAMPLED).reduce((widest, row) => Math.max(widest, row.length), cells.length);
  return { headerRow, headers: nameColumns(cells, width), below };
}

/** A sheet whose people are side by side, or a form about one person, would be read as a list of its fields. */
function assertIsList(fieldsBelow: readonly string[] | undefined): void {
  if (fieldsBelow === undefined) return;
  throw new AppError(
    'NO_ROWS',
    `The sheet has its fields below each other (${fieldsBelow.slice(0, 3).join(', ')}), and a list has them side by side, with one person in each row. In Excel, copy the cells, choose Paste Special › Transpose on an empty sheet, save the file, and choose that sheet.`,
  );
}

/**
 * Detects the layout from the first blocks of a sheet. `requestedHeader`, `system`: the user's choice; undefined to detect it. `list`: the
 * rows from which the mapping is suggested; null for every row below the header.
 * @throws NO_ROWS when the sheet has its fields below each other
 */
export function detectLayout(
  blocks: readonly RowBlock[],
  requestedHeader: number | null | undefined,
  system: ImportOptions['system'],
  list: RowMembership | null = null,
): Pick<SheetLayout, 'headerRow' | 'headerReason' | 'headers' | 'repeatedNames'> & { readonly suggestion: Suggestion } {
  const { headerRow, headerReason, cells, fieldsBelow } = headerIn(blocks, requestedHeader);
  assertIsList(fieldsBelow);
  const below: string[][] = [];
  const listed: string[][] = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount && below.length < VALUE_ROWS_SAMPLED; row++) {
      if (block.rowNumber(row) <= (headerRow ?? 0)) continue;
      const texts = block.rowTexts(row);
      below.push(texts);
      if (list === null || list.has(block, row)) listed.push(texts);
    }
  const { headers, suggestion } = detectColumns(cells, below, system, listed);
  return { headerRow, headerReason, headers, suggestion, repeatedNames: repeatedNames(listed, suggestion) };
}
