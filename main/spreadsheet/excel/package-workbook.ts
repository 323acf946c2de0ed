/** Workbooks in a zip package, with XML or binary parts. Streams their sheets and shared strings. */
import type { Chunks } from './part-frame.ts';
import { StreamedWorkbook, dateNotes } from '../core/file-workbook.ts';
import type { RowBlock } from '../core/rowblock.ts';
import { SharedStrings } from './shared-strings.ts';
import { type CellFormats, SheetCells } from './sheet-cells.ts';
import type { Source } from '../core/source.ts';
import { type StringSteps, StringsReader } from './strings-reader.ts';
import {
  type FileFacts,
  type FileFormat,
  type ReadLimits,
  type RowsOptions,
  type SheetFacts,
  type SheetInfo,
  type Workbook,
  NO_SHEET_FACTS,
} from '../core/workbook.ts';
import type { ZipArchive, ZipEntry } from '../zip/zip.ts';

/** A sheet with its zip entry; null for a sheet without a part, which is empty. */
export interface SheetPart {
  readonly name: string;
  readonly visibility: SheetInfo['visibility'];
  readonly entry: ZipEntry | null;
  readonly rowsHint: number | null;
}

export interface PackageContents {
  readonly sheets: readonly SheetPart[];
  readonly sharedStrings: ZipEntry | null;
  readonly formats: CellFormats;
}

/**
 * Opens a workbook without reading its sheets, and takes ownership of the source.
 * @param workbook the zip entry of the workbook part
 * @param facts the facts of the file except its date system
 * @throws FILE_DAMAGED, FILE_BOMB, FILE_TOO_LARGE
 */
export type OpenPackage = (
  source: Source,
  zip: ZipArchive,
  workbook: ZipEntry,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
) => Promise<Workbook>;

/** The readers for one kind of package. */
export interface PackageReaders {
  readonly format: FileFormat;
  readonly sheet: (
    chunks: Chunks,
    cells: SheetCells,
    strings: StringsReader | null,
    part: string,
    limits: ReadLimits,
  ) => AsyncGenerator<RowBlock, void>;
  readonly strings: StringSteps;
}

/** The strings of a workbook without shared strings. */
const NO_STRINGS = new SharedStrings(0);
NO_STRINGS.finish();

/** A workbook in a zip package. */
export class PackageWorkbook extends StreamedWorkbook {
  readonly format: FileFormat;
  readonly notes: readonly string[];
  private readonly zip: ZipArchive;
  private readonly contents: PackageContents;
  private readonly readers: PackageReaders;
  private readonly limits: ReadLimits;
  private strings: StringsReader | null = null;
  private readonly read = new Map<number, SheetFacts>();
  private packed = 0;
  private onPacked: ((bytes: number) => void) | null = null;

  constructor(
    source: Source,
    zip: ZipArchive,
    contents: PackageContents,
    readers: PackageReaders,
    facts: Omit<FileFacts, 'dateSystem'>,
    limits: ReadLimits,
  ) {
    const { sheets, formats } = contents;
    super(
      source,
      sheets.map(({ name, visibility, rowsHint }) => ({ name, visibility, hidden: visibility !== 'visible', rowsHint })),
      { ...facts, dateSystem: formats.dateSystem },
    );
    this.zip = zip;
    this.contents = contents;
    this.readers = readers;
    this.limits = limits;
    this.format = readers.format;
    this.notes = dateNotes(formats.dateSystem);
  }

  private chunks(entry: ZipEntry) {
    return this.zip.readOnce(entry, (bytes) => {
      this.packed += bytes;
      this.onPacked?.(Math.min(this.packed, this.fileBytes));
    });
  }

  protected async *blocks(sheet: number, maxRows: number, { onProgress, memory }: RowsOptions): AsyncGenerator<RowBlock, void> {
    const { entry } = this.contents.sheets[sheet]!;
    if (entry === null) {
      this.read.set(sheet, { ...NO_SHEET_FACTS, complete: true });
      return;
    }
    this.packed = 0;
    this.onPacked = onProgress ?? null;
    const chunks = this.chunks(entry);
    try {
      const strings = this.sharedStrings();
      const cells = new SheetCells(strings?.strings ?? NO_STRINGS, this.contents.formats, this.limits, entry.name, memory);
      cells.rowsWanted = maxRows;
      this.read.set(sheet, cells.sheetFacts);
      yield* this.readers.sheet(chunks, cells, strings, entry.name, this.limits);
    } finally {
      this.onPacked = null;
      await chunks.return();
    }
  }

  private sharedStrings(): StringsReader | null {
    const entry = this.contents.sharedStrings;
    if (entry === null) return null;
    const table = () => new SharedStrings(this.limits.sharedStringBytes);
    this.strings ??= new StringsReader(this.readers.strings, table(), this.chunks(entry), entry.name, this.limits);
    return this.strings;
  }

  sheetFacts(sheet: number): SheetFacts {
    return this.read.get(sheet) ?? NO_SHEET_FACTS;
  }

  override async close(): Promise<void> {
    await this.strings?.close();
    await super.close();
  }
}
