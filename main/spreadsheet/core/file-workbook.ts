/** The common part of the workbooks of all formats. Each workbook owns its source. */
import { noSuchSheet } from './refusals.ts';
import type { RowBlock } from './rowblock.ts';
import type { Source } from './source.ts';
import type { FileFacts, FileFormat, RowsOptions, SheetFacts, SheetInfo, Workbook } from './workbook.ts';

export abstract class FileWorkbook implements Workbook {
  abstract readonly format: FileFormat;
  readonly fileBytes: number;
  readonly sheets: readonly SheetInfo[];
  readonly facts: FileFacts;
  abstract readonly notes: readonly string[];
  protected readonly source: Source;

  constructor(source: Source, sheets: readonly SheetInfo[], facts: FileFacts) {
    this.source = source;
    this.fileBytes = source.size;
    this.sheets = sheets;
    this.facts = facts;
  }

  abstract rows(sheet: number, options?: RowsOptions): AsyncIterable<RowBlock>;

  abstract sheetFacts(sheet: number): SheetFacts;

  close(): Promise<void> {
    return this.source.close();
  }
}

/** A workbook whose sheets are read from the file each time, so a change of the file can make it look damaged. */
export abstract class StreamedWorkbook extends FileWorkbook {
  /** The blocks of an existing sheet, at most `maxRows` rows. If the file has changed, a failure is reported as that. */
  protected abstract blocks(sheet: number, maxRows: number, options: RowsOptions): AsyncIterable<RowBlock>;

  async *rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<RowBlock, void> {
    if (this.sheets[sheet] === undefined) throw noSuchSheet();
    const { signal, onProgress, maxRows = Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    if (maxRows <= 0) return;
    try {
      for await (const block of this.blocks(sheet, maxRows, options)) {
        yield block;
        signal?.throwIfAborted();
      }
      await this.source.assertUnchanged();
      onProgress?.(this.fileBytes);
    } catch (error) {
      await this.source.rethrow(error);
    }
  }
}

/** The notes for a workbook with dates that count from 1904. */
export const dateNotes = (system: FileFacts['dateSystem']): readonly string[] =>
  system === 1904 ? ['This file uses Mac dates, which count from 1904. They are converted.'] : [];
