/** Writes the rows of a list that was not imported from a file. */
import { CellKind, type RowBlock, RowBlockBuilder } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { blockPlace } from './stored-rows.ts';

export class StoredRowWriter {
  private readonly file: ProjectFile;
  private readonly builder = new RowBlockBuilder();
  private seq = 0;
  private position = 0;

  constructor(file: ProjectFile) {
    this.file = file;
  }

  /** Copies a row of another list, with its row number. */
  copy(block: RowBlock, row: number): void {
    this.builder.beginRow(block.rowNumber(row), block.rowHidden(row));
    for (let column = 0; column < block.columnCount; column++) {
      const bytes = block.cellBytes(row, column);
      if (bytes.length > 0) this.builder.cellBytes(column, block.kind(row, column), bytes, 0, bytes.length);
    }
    if (this.builder.endRow()) this.finish();
  }

  /** Adds a row with these texts. */
  add(rowNumber: number, texts: readonly string[]): void {
    this.builder.beginRow(rowNumber);
    for (const [column, text] of texts.entries()) this.builder.cellText(column, CellKind.Text, text);
    if (this.builder.endRow()) this.finish();
  }

  /** Writes the last block. */
  finish(): void {
    const block = this.builder.finish();
    if (block === null) return;
    this.file.write('rows', blockPlace(block, this.seq, this.position), block.bytes);
    this.seq += 1;
    this.position += block.rowCount;
  }
}
