/** The common part of the text format writers: one table in one file, with cells as text unless the format overrides it. */
import type { CellKind, RowBlock } from '../core/rowblock.ts';
import type { RowWriter, WriteReport } from './row-writer.ts';
import type { TextFile } from './text-file.ts';

/** Writes one table to one text file. Subclasses format rows, texts and numbers. */
export abstract class TextTable implements RowWriter {
  protected readonly file: TextFile;
  /** Rows so far. */
  protected rows = 0;
  protected inRow = false;

  protected constructor(file: TextFile) {
    this.file = file;
  }

  /** @throws Error when the previous row has not ended */
  protected enterRow(): void {
    if (this.inRow) throw new Error('a row was begun twice');
    this.inRow = true;
  }

  /** @throws Error when no row was begun */
  protected leaveRow(): void {
    if (!this.inRow) throw new Error('no row was begun');
    this.inRow = false;
  }

  abstract beginRow(): void;
  abstract text(value: string): void;
  abstract number(value: string | number): void;
  abstract boolean(value: boolean): void;
  abstract empty(): void;
  abstract cell(kind: CellKind, value: string): void;
  abstract cells(block: RowBlock, row: number, from?: number, to?: number): void;
  abstract endRow(): Promise<void> | undefined;

  date(iso: string): void {
    this.text(iso);
  }

  dateTime(iso: string): void {
    this.text(iso);
  }

  time(value: string): void {
    this.text(value);
  }

  error(value: string): void {
    this.text(value);
  }

  /**
   * Flushes the file, and moves it to the target. Can be repeated, like `WorkbookWriter.finish`.
   * @throws WriteError
   */
  async finish(): Promise<WriteReport> {
    const bytes = await this.file.finish();
    return { bytes, sheets: [{ name: '', rows: this.rows }], cutTexts: 0, cutAt: [], notesLeftOut: 0 };
  }

  /** Discards the file; the old target is unchanged. Never fails. */
  abort(): Promise<void> {
    return this.file.abort();
  }
}
