/** Cells that are merged across several rows. Only the first row has the value, but it is meant for all of them. */
import { CellKind, type CellValue, type RowBlock, RowBlockBuilder, type SheetFacts } from '../../spreadsheet/index.ts';

/** A cell of one column that is merged across rows. Rows are numbered as in the list. */
export interface MergedCell {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The cells of one column below the headings that are merged across several rows, sorted by first row. */
export const mergedCellsOf = ({ merged }: Pick<SheetFacts, 'merged'>, headerRow: number): MergedCell[] =>
  merged
    .filter(({ firstRow, lastRow, firstColumn, lastColumn }) => firstRow > headerRow && lastRow > firstRow && firstColumn === lastColumn)
    .map(({ firstColumn, firstRow, lastRow }) => ({ column: firstColumn - 1, firstRow, lastRow }))
    .toSorted((a, b) => a.firstRow - b.firstRow);

/** Fills in the values in rows that merged cells cover. Blocks must be passed in sheet order. */
export class MergedCellFiller {
  private readonly cells: readonly MergedCell[];
  private next = 0;
  private open: { readonly cell: MergedCell; readonly value: CellValue }[] = [];

  /** `cells`: sorted by first row. */
  constructor(cells: readonly MergedCell[]) {
    this.cells = cells;
  }

  /** Fills in the values in empty cells that are covered. Returns the same block if there are none. */
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

  /** The values that cover a row, by column. Also starts the cells that begin in this row. */
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
