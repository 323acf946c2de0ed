/** Other sheets of the same list. They are found by their headings, and read as rows that follow the rows of the list. */
import { type ImportOptions, normalizeHeader } from '../../../shared/mapping/index.ts';
import { type RowBlock, RowBlockBuilder, type RowsOptions, type Workbook } from '../../spreadsheet/index.ts';
import { MAX_COUNTED } from '../../../shared/view-texts/index.ts';
import { detectHeader } from '../list/detect-layout.ts';
import { firstRows } from './open-file.ts';

/** A workbook with more sheets is not a list in several parts. */
const MAX_SHEETS = 40;

/** Sheets of people who must not be sent. Their rows would be sent with the others. */
const NOT_SENT =
  /\b(?:deceased|died|dead|do not (?:contact|mail|screen|solicit)|dn[cms]|opt(?:ed)?[ -]?outs?|removed|suppress(?:ed|ions?)|excluded?)\b/i;

export interface FurtherSheet {
  readonly sheet: number;
  readonly name: string;
  /** Sheet row of the headings. */
  readonly headerRow: number;
  /** For each column of the sheet, the column of the list with the same heading. */
  readonly columns: readonly number[];
  /** Number of rows below the headings, at most `MAX_COUNTED`. */
  readonly rows: number;
}

const keyOf = (headings: readonly string[]): string =>
  headings.map(normalizeHeader).filter((key) => key !== '').toSorted().join('|'); // prettier-ignore

/**
 * For each heading of another sheet, the column of the list. The order can differ. Equal headings are assigned in order. A column without a
 * heading comes after all others, if the list has no such column.
 */
function columnsOf(own: readonly string[], other: readonly string[]): number[] {
  const free = new Map<string, number[]>();
  own.forEach((heading, column) => {
    const key = normalizeHeader(heading);
    free.set(key, [...(free.get(key) ?? []), column]);
  });
  let next = own.length;
  return other.map((heading) => free.get(normalizeHeader(heading))?.shift() ?? next++);
}

/** The sheets that have rows below the same headings, in order, without those of people who must not be sent. `headerRow`: the user's choice for the sheet of the list. */
export async function furtherSheets(
  workbook: Workbook,
  sheet: number,
  headerRow: ImportOptions['headerRow'],
  signal: AbortSignal,
): Promise<FurtherSheet[]> {
  const { sheets } = workbook;
  if (sheets.length < 2 || sheets.length > MAX_SHEETS) return [];
  const own = detectHeader(await firstRows(workbook, sheet, signal), headerRow);
  if (own.headerRow === null || keyOf(own.cells) === '') return [];
  const found: FurtherSheet[] = [];
  for (const [index, { name, hidden, rowsHint }] of sheets.entries()) {
    if (index === sheet || hidden || rowsHint === 0 || NOT_SENT.test(name)) continue;
    const same = await sameSheet(workbook, index, own.cells, signal);
    if (same !== null) found.push({ sheet: index, name, ...same });
  }
  return found;
}

/** Null for a sheet with other headings, without rows, or that cannot be read. */
async function sameSheet(workbook: Workbook, sheet: number, own: readonly string[], signal: AbortSignal) {
  try {
    const { headerRow, cells } = detectHeader(await firstRows(workbook, sheet, signal), undefined);
    if (headerRow === null || keyOf(cells) !== keyOf(own)) return null;
    let rows = 0;
    for await (const block of workbook.rows(sheet, { maxRows: MAX_COUNTED, signal }))
      for (let row = 0; row < block.rowCount; row++) if (block.rowNumber(row) > headerRow) rows += 1;
    return rows === 0 ? null : { headerRow, columns: columnsOf(own, cells), rows };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

/** The rows below the headings of another sheet, in the columns of the list. Their numbers continue after `after`. */
export async function* rowsAfter(
  workbook: Workbook,
  { sheet, headerRow, columns }: FurtherSheet,
  after: number,
  options: RowsOptions,
): AsyncGenerator<RowBlock, void> {
  const builder = new RowBlockBuilder(options.memory);
  const beyond = Math.max(columns.length, ...columns.map((column) => column + 1));
  const { memory: _, ...reading } = options;
  for await (const block of workbook.rows(sheet, reading)) {
    // Sorted by the columns of the list, because a builder is fastest from left to right.
    const order = Array.from({ length: block.columnCount }, (_, from) => [columns[from] ?? beyond + from - columns.length, from] as const);
    order.sort(([a], [b]) => a - b);
    for (let row = 0; row < block.rowCount; row++) {
      if (block.rowNumber(row) <= headerRow) continue;
      builder.beginRow(after + block.rowNumber(row), block.rowHidden(row));
      for (const [to, from] of order)
        builder.cellBytes(to, block.kind(row, from), block.bytes, block.cellStart(row, from), block.cellEnd(row, from));
      const full = builder.endRow() ? builder.finish() : null;
      if (full !== null) yield full;
    }
  }
  const last = builder.finish();
  if (last !== null) yield last;
}
