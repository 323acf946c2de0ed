/** What the writers of text formats have in common: one table in one file, whose cells are texts unless the format knows better. */
import type { CellKind, RowBlock } from '../core/rowblock.ts';
import type { RowWriter, WriteReport } from './row-writer.ts';
import type { TextFile } from './write-text.ts';

/** A writer of one table into one text file; a format says how its rows, texts and numbers look. */
export abstract class TextTable implements RowWriter {
  protected readonly file: TextFile;
  /** Lines of the table so far. */
  protected rows = 0;
  protected inRow = false;

  protected constructor(file: TextFile) {
    this.file = file;
  }

  /** Throws when the row before has not ended. */
  protected enterRow(): void {
    if (this.inRow) throw new Error('a row was begun twice');
    this.inRow = true;
  }

  /** Throws when no row was begun. */
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

  /** Writes the rest, flushes it to the disk and puts the file in its place. Throws a WriteError, with the same promises as `WorkbookWriter.finish`. */
  async finish(): Promise<WriteReport> {
    const bytes = await this.file.finish();
    return { bytes, sheets: [{ name: '', rows: this.rows }], cutTexts: 0, cutAt: [], notesLeftOut: 0 };
  }

  /** Gives the file up; the old target stays as it was. Never fails. */
  abort(): Promise<void> {
    return this.file.abort();
  }
}
