/**
 * Writes workbooks (XLSX) of any length in bounded memory. Sheets are streamed one after the other; the file appears at
 * its place when all of it is on the disk, and not at all when something fails.
 */
import type { CellPlace, WriteReport } from './row-writer.ts';
import { uniqueSheetName } from './sheet-names.ts';
import { TargetFile } from './target-file.ts';
import { writeErrorOf } from './write-error.ts';
import { noteBlocks } from './xlsx-notes.ts';
import { type SheetPart, applicationProperties, contentTypes, packageRelations, workbookPart, workbookRelations } from './xlsx-parts.ts';
import { type SheetOptions, SheetWriter } from './xlsx-sheet.ts';
import { stylesPart } from './xlsx-styles.ts';
import { ZipWriter } from './zip-writer.ts';

/** Rows of a sheet in Excel. */
const MOST_ROWS = 1_048_576;
/** Places of cut texts that the report names. */
const NAMED_PLACES = 100;

export interface WorkbookOptions {
  /** 1 (default, quick) to 9 (a fifth smaller, four times the work). */
  readonly compression?: number;
  /** Name of the program for the file's properties; none when left out. */
  readonly program?: string;
  /** Rows of a sheet, the header with it, before the next one begins. Excel's limit when left out. */
  readonly rowsPerSheet?: number;
}

export class WorkbookWriter {
  private readonly target: TargetFile;
  private readonly zip: ZipWriter;
  private readonly rowsPerSheet: number;
  private readonly parts: SheetPart[] = [];
  private readonly names = new Set<string>();
  private readonly sheets: { name: string; rows: number }[] = [];
  private readonly cutAt: CellPlace[] = [];
  private cutTexts = 0;
  private notesLeftOut = 0;
  private nextNoteBlock = 1;
  private open: SheetWriter | null = null;
  private complete = false;

  private constructor(target: TargetFile, options: WorkbookOptions) {
    const { compression = 1, rowsPerSheet = MOST_ROWS } = options;
    if (rowsPerSheet < 2 || rowsPerSheet > MOST_ROWS) throw new RangeError(`a sheet has 2 to ${MOST_ROWS} rows`);
    this.target = target;
    this.zip = new ZipWriter(target, compression);
    this.rowsPerSheet = rowsPerSheet;
  }

  /**
   * Begins a workbook that is to be at this path. Whether it can be written there is found now: a folder that is missing or
   * read-only, a target that is open elsewhere, read-only or a folder end in a WriteError with the code TARGET_UNWRITABLE.
   */
  static async create(path: string, options: WorkbookOptions = {}): Promise<WorkbookWriter> {
    const target = await TargetFile.open(path);
    try {
      const book = new WorkbookWriter(target, options);
      // Programs that guess a file's type look at the first names in the zip.
      book.part('_rels/.rels', packageRelations());
      book.part('docProps/app.xml', applicationProperties(options.program ?? ''));
      book.part('xl/styles.xml', stylesPart());
      return book;
    } catch (error) {
      await target.abort();
      throw error;
    }
  }

  private part(name: string, text: string): void {
    this.zip.begin(name);
    this.zip.write(Buffer.from(text));
    this.zip.end();
  }

  /**
   * Begins the next sheet, and ends the one before. The name is made fit for Excel and unique. A table longer than a sheet
   * goes on in "Name (2)" with its header again. Throws a RangeError for more than 16,384 columns.
   */
  addSheet(name: string, options: SheetOptions): SheetWriter {
    this.open?.close();
    const sheet = new SheetWriter(
      {
        zip: this.zip,
        rowsPerSheet: this.rowsPerSheet,
        nextPart: (wanted) => this.nextPart(wanted),
        cut: (sheetName, row, column) => {
          this.cutTexts += 1;
          if (this.cutAt.length < NAMED_PLACES) this.cutAt.push({ sheet: sheetName, row, column });
        },
        noteLeftOut: () => {
          this.notesLeftOut += 1;
        },
        noteBlock: (notes) => {
          const first = this.nextNoteBlock;
          this.nextNoteBlock += noteBlocks(notes);
          return first;
        },
        rows: (part, rows) => {
          this.sheets.push({ name: part.name, rows });
        },
      },
      name,
      options,
    );
    this.open = sheet;
    return sheet;
  }

  private nextPart(wanted: string): SheetPart {
    const part: SheetPart = { number: this.parts.length + 1, name: uniqueSheetName(wanted, this.names), filtered: null, notes: false };
    this.parts.push(part);
    return part;
  }

  /**
   * Completes the file, flushes it to the disk and puts it in the target's place. Throws a WriteError: DISK_FULL, or
   * TARGET_UNWRITABLE. When only the last step failed because the target was opened elsewhere meanwhile, it may be called
   * again; after any other failure nothing of the new file remains, and the old one is as it was.
   */
  async finish(): Promise<WriteReport> {
    if (!this.complete) {
      try {
        await this.writeRest();
      } catch (error) {
        await this.abort();
        throw writeErrorOf(error, true);
      }
      this.complete = true;
    }
    await this.target.commit();
    const { sheets, cutTexts, cutAt, notesLeftOut } = this;
    return { bytes: this.target.length, sheets, cutTexts, cutAt, notesLeftOut };
  }

  private async writeRest(): Promise<void> {
    // A workbook without a sheet is one that Excel calls damaged.
    if (this.open === null) this.addSheet('Sheet', { columns: [], header: false });
    this.open?.close();
    this.part('xl/workbook.xml', workbookPart(this.parts));
    this.part('xl/_rels/workbook.xml.rels', workbookRelations(this.parts));
    this.part('[Content_Types].xml', contentTypes(this.parts));
    await this.zip.finish();
  }

  /** Gives the file up: what was written so far is removed, the old target stays as it was. Never fails; nothing after `finish`. */
  async abort(): Promise<void> {
    await this.zip.close();
    await this.target.abort();
  }
}
