import { CellKind, type RowBlock } from '../../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../../main/spreadsheet/core/rowblock-builder.ts';

/** A block with the rows from sheet row 1 on, all cells texts; null when every row is empty, because a block has no empty rows. */
export function textBlock(rows: readonly (readonly string[])[]): RowBlock | null {
  const builder = new RowBlockBuilder();
  rows.forEach((cells, row) => {
    builder.beginRow(row + 1);
    cells.forEach((text, column) => builder.cellText(column, CellKind.Text, text));
    builder.endRow();
  });
  return builder.finish();
}
