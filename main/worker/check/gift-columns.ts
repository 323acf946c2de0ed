/** Writes the gifts of people into columns after the columns of the sheet, or removes them. */
import { CellKind, RowBlock, RowBlockBuilder } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { keepOnlyKeys } from './recheck-basis.ts';

/**
 * Rewrites every block with the cells before column `first`, followed by the given texts of each row; null for a row without gifts. Blocks
 * keep their rows, so that data stored per block remains valid. Must be called in a transaction.
 */
export function rewriteGiftColumns(
  file: ProjectFile,
  first: number,
  textsOf: (block: RowBlock, row: number) => readonly string[] | null,
  onBlock: (rows: number) => void = () => undefined,
): void {
  const builder = new RowBlockBuilder();
  for (const { place, bytes } of file.passingChunks('rows')) {
    const block = new RowBlock(bytes);
    for (let row = 0; row < block.rowCount; row++) {
      builder.beginRow(block.rowNumber(row), block.rowHidden(row));
      builder.cellsOf(block, row, first);
      for (const [at, text] of (textsOf(block, row) ?? []).entries()) builder.cellText(first + at, CellKind.Text, text);
      builder.endRow();
    }
    file.write('rows', place, builder.finish()!.bytes);
    onBlock(place.first + place.count);
  }
  keepOnlyKeys(file);
}
