/**
 * Workbooks of formats that can only be read as a whole. Their sheets are kept in row blocks, which take little more memory than the text.
 */
import type { SpreadsheetError } from './errors.ts';
import { FileWorkbook, dateNotes } from './file-workbook.ts';
import { noSuchSheet, tooManyColumns, tooManyRows } from './refusals.ts';
import { CellKind, RowBlock } from './rowblock.ts';
import { RowBlockBuilder } from './rowblock-builder.ts';
import type { Source } from './source.ts';
import { type FileFacts, type ReadLimits, type RowsOptions, type SheetFacts, type SheetInfo, NO_SHEET_FACTS } from './workbook.ts';

export interface MemorySheet {
  readonly info: SheetInfo;
  readonly blocks: readonly RowBlock[];
  readonly facts: SheetFacts;
  /** Why the sheet cannot be read; thrown when a caller asks for its rows. */
  readonly refusal: SpreadsheetError | null;
}

/** Builds one sheet from its cells, which arrive in order. */
export class MemorySheetBuilder {
  private readonly limits: ReadLimits;
  private readonly builder = new RowBlockBuilder();
  private readonly blocks: RowBlock[] = [];
  private refusal: SpreadsheetError | null = null;
  private row = 0;
  private hidden = false;
  private stored = 0;
  private hiddenRows = 0;

  constructor(limits: ReadLimits) {
    this.limits = limits;
  }

  /** Rows with text so far. */
  get rowsStored(): number {
    return this.stored;
  }

  /** Begins row `row` (from 1), which must be greater than the row before. */
  beginRow(row: number, hidden = false): void {
    this.row = row;
    this.hidden = hidden;
    this.builder.beginRow(row, hidden);
  }

  /** Adds a cell, `column` from 0, unless its text is empty. After a limit was exceeded, the builder ignores all further cells. */
  cell(column: number, kind: CellKind, text: string): void {
    if (text === '' || this.refusal) return;
    if (column >= this.limits.columns) this.refusal = tooManyColumns(this.limits.columns);
    else if (this.row > this.limits.rows) this.refusal = tooManyRows(this.limits.rows);
    else this.builder.cellText(column, kind, text);
  }

  endRow(): void {
    const before = this.builder.rowCount;
    const full = this.builder.endRow();
    if (this.builder.rowCount > before) {
      this.stored++;
      if (this.hidden) this.hiddenRows++;
    }
    if (full) this.close();
  }

  private close(): void {
    const block = this.builder.finish();
    if (block) this.blocks.push(block);
  }

  /** The finished sheet. Call it once, after the last row. */
  finish(info: SheetInfo, facts: Partial<SheetFacts> = {}): MemorySheet {
    this.close();
    return {
      info,
      blocks: this.blocks,
      refusal: this.refusal,
      facts: { ...NO_SHEET_FACTS, complete: true, hiddenRows: this.hiddenRows, ...facts },
    };
  }
}

/** Copies the first `count` rows of a block to a new block. */
function firstRows(block: RowBlock, count: number): RowBlock | null {
  const builder = new RowBlockBuilder();
  for (let row = 0; row < Math.min(count, block.rowCount); row++) {
    builder.beginRow(block.rowNumber(row), block.rowHidden(row));
    for (let column = 0; column < block.columnCount; column++) builder.cellText(column, block.kind(row, column), block.text(row, column));
    builder.endRow();
  }
  return builder.finish();
}

/** A workbook whose sheets are in memory. */
export class MemoryWorkbook extends FileWorkbook {
  readonly format = 'legacy';
  readonly notes: readonly string[];
  private readonly contents: readonly MemorySheet[];

  constructor(source: Source, contents: readonly MemorySheet[], facts: FileFacts, notes: readonly string[] = []) {
    super(
      source,
      contents.map(({ info }) => info),
      facts,
    );
    this.contents = contents;
    this.notes = [`Read as ${facts.kind}.`, ...dateNotes(facts.dateSystem), ...notes];
  }

  async *rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<RowBlock, void> {
    const contents = this.contents[sheet];
    if (contents === undefined) throw noSuchSheet();
    if (contents.refusal) throw contents.refusal;
    const { signal, onProgress, maxRows = Number.POSITIVE_INFINITY } = options;
    let left = maxRows;
    for (const block of contents.blocks) {
      signal?.throwIfAborted();
      if (left <= 0) break;
      // The caller may keep a block or transfer its memory, so each reading copies the blocks.
      const own = block.rowCount <= left ? new RowBlock(Uint8Array.from(block.bytes)) : firstRows(block, left);
      left -= block.rowCount;
      if (own) yield own;
    }
    signal?.throwIfAborted();
    onProgress?.(this.fileBytes);
  }

  sheetFacts(sheet: number): SheetFacts {
    const contents = this.contents[sheet];
    if (contents === undefined) throw noSuchSheet();
    return contents.facts;
  }
}
