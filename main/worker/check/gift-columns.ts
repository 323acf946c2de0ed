/** Writes the gifts of people as cells behind those of their rows, or removes them. */
import { CellKind, RowBlock, RowBlockBuilder } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { keepOnlyKeys } from './recheck-basis.ts';

/**
 * Rewrites every block with the cells before column `first`, followed by the texts of a row; null for a row without. Blocks keep their
 * rows, so that everything stored by blocks keeps its place. Call it in a transaction.
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
