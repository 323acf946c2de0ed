/** Cells that are merged over several rows: only the first of these rows has the value, which is meant for all of them. */
import { CellKind, type CellValue, type RowBlock, RowBlockBuilder, type SheetFacts } from '../../spreadsheet/index.ts';

/** A cell of one column, merged over rows of the list; rows count as in the list. */
export interface MergedCell {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The cells of one column below the headings that are merged over several rows, by their first row. */
export const mergedCellsOf = ({ merged }: Pick<SheetFacts, 'merged'>, headerRow: number): MergedCell[] =>
  merged
    .filter(({ firstRow, lastRow, firstColumn, lastColumn }) => firstRow > headerRow && lastRow > firstRow && firstColumn === lastColumn)
    .map(({ firstColumn, firstRow, lastRow }) => ({ column: firstColumn - 1, firstRow, lastRow }))
    .toSorted((a, b) => a.firstRow - b.firstRow);

/** Fills the rows that merged cells cover, in blocks in the order of the sheet. */
export class MergedCellFiller {
  private readonly cells: readonly MergedCell[];
  private next = 0;
  private open: { readonly cell: MergedCell; readonly value: CellValue }[] = [];

  /** `cells`: by their first row. */
  constructor(cells: readonly MergedCell[]) {
    this.cells = cells;
  }

  /** The block with the values that cover empty cells of its rows; the same block when there are none. */
  fill(block: RowBlock): RowBlock[] {
    const last = block.rowNumber(block.rowCount - 1);
    if (this.open.length === 0 && (this.cells[this.next]?.firstRow ?? Infinity) > last) return [block];
    const builder = new RowBlockBuilder();
    const blocks: RowBlock[] = [];
    const close = () => {
      const full = builder.finish();
      if (full !== null) blocks.push(full);
    };
    for (let row = 0; row < block.rowCount; row++) {
      const number = block.rowNumber(row);
      const covering = this.coveringAt(block, row, number);
      builder.beginRow(number, block.rowHidden(row));
      const width = Math.max(block.columnCount, ...Array.from(covering.keys(), (column) => column + 1));
      for (let column = 0; column < width; column++) {
        const value = block.text(row, column) === '' ? covering.get(column) : undefined;
        if (value !== undefined) builder.cellText(column, value.kind, value.text);
        else if (column < block.columnCount)
          builder.cellBytes(column, block.kind(row, column), block.bytes, block.cellStart(row, column), block.cellEnd(row, column));
      }
      if (builder.endRow()) close();
    }
    close();
    return blocks;
  }

  /** The values that cover a row, by column; opens the cells that begin in it. */
  private coveringAt(block: RowBlock, row: number, number: number): Map<number, CellValue> {
    this.open = this.open.filter(({ cell }) => cell.lastRow >= number);
    const covering = new Map(this.open.map(({ cell, value }) => [cell.column, value]));
    for (let cell = this.cells[this.next]; cell !== undefined && cell.firstRow <= number; cell = this.cells[++this.next]) {
      const kind = block.kind(row, cell.column);
      if (cell.firstRow === number && kind !== CellKind.Empty)
        this.open.push({ cell, value: { kind, text: block.text(row, cell.column) } });
    }
    return covering;
  }
}
