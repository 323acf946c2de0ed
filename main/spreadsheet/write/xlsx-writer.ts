/**
 * Writes workbooks (XLSX) of any length in bounded memory. Sheets are streamed in order. The file appears at its path only when it is
 * complete on disk; after a failure, it does not appear.
 */
import { availableParallelism } from 'node:os';
import type { Paper } from '../../../shared/base/index.ts';
import type { CellPlace, WriteReport } from './row-writer.ts';
import { uniqueSheetName } from './sheet-names.ts';
import { TargetFile } from './target-file.ts';
import { writeErrorOf } from './write-error.ts';
import { noteBlocks } from './xlsx-notes.ts';
import { type SheetPart, applicationProperties, contentTypes, packageRelations, workbookPart, workbookRelations } from './xlsx-parts.ts';
import { SheetWriter } from './xlsx-sheet.ts';
import type { SheetOptions } from './xlsx-sheet-options.ts';
import { stylesPart } from './xlsx-styles.ts';
import { type Compression, ZipWriter } from './zip-writer.ts';

/** Excel's limit per sheet. */
const MAX_ROWS = 1_048_576;
/** Maximum number of reported positions of shortened texts. */
const NAMED_PLACES = 100;

export interface WorkbookOptions {
  /** 1 (fast) to 9 (20 % smaller, four times the work). Default: depends on the number of processors and the length. */
  readonly compression?: number;
  /** Program name in the file's properties. Default: none. */
  readonly program?: string;
  /** Paper on which the sheets are printed. Default: Letter. */
  readonly paper?: Paper;
  /** Rows per sheet, including the header, before a new sheet begins. Default: Excel's limit. */
  readonly rowsPerSheet?: number;
}

/** For this many bytes of XML (some 100,000 rows of 30 columns), level 5 takes about half a second longer than level 2. */
const FIRST_BYTES = 128 * 1024 * 1024;

/**
 * The default compression. Chunks are deflated on the thread pool while another thread writes the cells. Level 5 makes files as small as
 * those of LibreOffice (`bench/workbook-size.ts`), and 16 % smaller than level 2, for twice the processor time. With four processors, this
 * time is available. With fewer, a long export would take longer, so only its beginning gets level 5. Level 1 takes as long as level 2 and
 * makes files 5 % larger.
 */
const usualCompression = (processors: number): Compression => ({
  level: processors >= 4 ? 5 : 2,
  first: { level: 5, bytes: FIRST_BYTES },
});

const fixedCompression = (level: number): Compression => ({ level, first: { level, bytes: 0 } });

export class WorkbookWriter {
  private readonly target: TargetFile;
  private readonly zip: ZipWriter;
  private readonly rowsPerSheet: number;
  private readonly paper: Paper;
  private readonly parts: SheetPart[] = [];
  private readonly names = new Set<string>();
  private readonly sheets: { name: string; rows: number }[] = [];
  private readonly cutAt: CellPlace[] = [];
  private cutTexts = 0;
  private notesLeftOut = 0;
  private nextNoteBlock = 1;
  private charts = 0;
  private open: SheetWriter | null = null;
  private complete = false;

  private constructor(target: TargetFile, options: WorkbookOptions) {
    const { compression, rowsPerSheet = MAX_ROWS } = options;
    if (rowsPerSheet < 2 || rowsPerSheet > MAX_ROWS) throw new RangeError(`a sheet has 2 to ${MAX_ROWS} rows`);
    this.target = target;
    this.zip = new ZipWriter(target, compression === undefined ? usualCompression(availableParallelism()) : fixedCompression(compression));
    this.rowsPerSheet = rowsPerSheet;
    this.paper = options.paper ?? 'letter';
  }

  /**
   * Begins a workbook at this path and checks at once that it can be written.
   * @throws TARGET_UNWRITABLE when the folder is missing or read-only, or the target is open elsewhere, read-only or a folder
   */
  static async create(path: string, options: WorkbookOptions = {}): Promise<WorkbookWriter> {
    const target = await TargetFile.open(path);
    try {
      const book = new WorkbookWriter(target, options);
      // Programs that detect a file's type look at the first names in the zip.
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
   * Ends the previous sheet, and begins the next one with a valid, unique name. A long table continues in "Name (2)", with the header
   * repeated.
   * @throws RangeError for more than 16,384 columns
   */
  addSheet(name: string, options: SheetOptions): SheetWriter {
    this.open?.close();
    const sheet = new SheetWriter(
      {
        zip: this.zip,
        rowsPerSheet: this.rowsPerSheet,
        paper: this.paper,
        nextPart: (wanted, namesOfOthers) => this.nextPart(wanted, namesOfOthers),
        nextChart: () => ++this.charts,
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

  private nextPart(wanted: string, namesOfOthers?: readonly string[]): SheetPart {
    const name = uniqueSheetName(wanted, this.names, namesOfOthers);
    const part: SheetPart = {
      number: this.parts.length + 1,
      name,
      filtered: null,
      notes: false,
      printed: null,
      repeated: null,
      charts: [],
    };
    this.parts.push(part);
    return part;
  }

  /** The shortened texts of the sheets so far. */
  get cuts(): Pick<WriteReport, 'cutTexts' | 'cutAt'> {
    return { cutTexts: this.cutTexts, cutAt: this.cutAt };
  }

  /**
   * Completes the file, flushes it and moves it to the target. If only the move failed because another program has the target open, it can
   * be called again. After any other failure, the new file is removed, and the old one is unchanged.
   * @throws DISK_FULL, TARGET_UNWRITABLE
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
    // Excel reports a workbook without sheets as damaged.
    if (this.open === null) this.addSheet('Sheet', { columns: [], header: false });
    this.open?.close();
    this.part('xl/workbook.xml', workbookPart(this.parts));
    this.part('xl/_rels/workbook.xml.rels', workbookRelations(this.parts));
    this.part('[Content_Types].xml', contentTypes(this.parts));
    await this.zip.finish();
  }

  /** Removes the new file; the old target is unchanged. Never fails. Does nothing after `finish`. */
  async abort(): Promise<void> {
    await this.zip.close();
    await this.target.abort();
  }
}
