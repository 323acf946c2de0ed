/** XLSX and XLSM: the workbook over its package, its shared strings and its sheets. */
import { SpreadsheetError } from './errors.ts';
import type { RowBlock } from './rowblock.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetCells } from './sheet-cells.ts';
import { SharedStringsReader, SheetReader } from './sheet-reader.ts';
import { cellRange } from './sheet-xml.ts';
import type { Source } from './source.ts';
import type { FileFacts, ReadLimits, RowsOptions, SheetFacts, SheetInfo, Workbook } from './workbook.ts';
import { xmlDecoder } from './xml.ts';
import type { XlsxPackage } from './xlsx-package.ts';
import { readPackage } from './xlsx-package.ts';
import type { ZipArchive, ZipEntry } from './zip.ts';
import { damagedPart } from './zip.ts';

/** Sheets whose beginning is looked at for the number of their rows. */
const HINTS_MOST = 64;
/** Bytes of a sheet's beginning in which its dimension stands. */
const HINT_BYTES = 2048;

/** The strings of a workbook that has none. */
const NO_STRINGS = new SharedStrings(0);
NO_STRINGS.finish();

const NOTHING_READ: SheetFacts = {
  complete: false,
  hiddenRows: 0,
  hiddenColumns: [],
  mergedRanges: 0,
  merged: [],
  formulasWithoutValue: 0,
  rowsRenumbered: 0,
};

/** The rows that a sheet's `<dimension>` claims, from the first bytes of its part; null when they say nothing. */
async function rowsHint(zip: ZipArchive, entry: ZipEntry | null): Promise<number | null> {
  if (entry === null) return null;
  try {
    const head = await zip.readHead(entry, HINT_BYTES);
    const text = xmlDecoder(head, entry.name).decode(head.subarray(0, HINT_BYTES), { stream: true });
    const reference = /<(?:[\w.-]+:)?dimension\s[^<>]*?\bref\s*=\s*["']([^"'<>]{1,40})["']/.exec(text)?.[1];
    return (reference && cellRange(reference)?.lastRow) || null;
  } catch {
    // It is only a hint: what is wrong with the sheet is told when it is read.
    return null;
  }
}

class XlsxWorkbook implements Workbook {
  readonly format = 'xlsx';
  readonly fileBytes: number;
  readonly sheets: readonly SheetInfo[];
  readonly facts: FileFacts;
  readonly notes: readonly string[];
  private readonly source: Source;
  private readonly zip: ZipArchive;
  private readonly contents: XlsxPackage;
  private readonly limits: ReadLimits;
  private strings: SharedStringsReader | null = null;
  private readonly read = new Map<number, SheetFacts>();
  private packed = 0;
  private onPacked: ((bytes: number) => void) | null = null;

  constructor(source: Source, zip: ZipArchive, contents: XlsxPackage, sheets: readonly SheetInfo[], facts: FileFacts, limits: ReadLimits) {
    this.source = source;
    this.zip = zip;
    this.contents = contents;
    this.limits = limits;
    this.fileBytes = source.size;
    this.sheets = sheets;
    this.facts = facts;
    this.notes = facts.dateSystem === 1904 ? ['Dates count from 1904 in this workbook.'] : [];
  }

  private chunks(entry: ZipEntry) {
    return this.zip.read(entry, (bytes) => {
      this.packed += bytes;
      this.onPacked?.(Math.min(this.packed, this.fileBytes));
    });
  }

  async *rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<RowBlock, void> {
    const part = this.contents.sheets[sheet];
    if (part === undefined)
      throw new SpreadsheetError('SHEET_NOT_FOUND', 'The workbook has no such sheet. Choose one of the sheets it has.');
    const { signal, onProgress, maxRows = Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    if (maxRows <= 0) return;
    this.packed = 0;
    this.onPacked = onProgress ?? null;
    const entry = part.entry;
    if (entry === null) throw damagedPart('workbook', 'names a sheet that is not in the file');
    const chunks = this.chunks(entry);
    try {
      const strings = this.sharedStrings();
      const cells = new SheetCells(strings?.strings ?? NO_STRINGS, this.contents.formats, this.limits, entry.name);
      cells.rowsWanted = maxRows;
      this.read.set(sheet, cells.sheetFacts);
      for await (const block of new SheetReader(chunks, cells, strings, entry.name, this.limits).blocks()) {
        yield block;
        signal?.throwIfAborted();
      }
      await this.source.assertUnchanged();
      onProgress?.(this.fileBytes);
    } catch (error) {
      // A file that is overwritten meanwhile looks damaged: then that is the reason to tell.
      if (error instanceof SpreadsheetError && error.code !== 'FILE_CHANGED') await this.source.assertUnchanged();
      throw error;
    } finally {
      this.onPacked = null;
      await chunks.return();
    }
  }

  private sharedStrings(): SharedStringsReader | null {
    const entry = this.contents.sharedStrings;
    if (entry === null) return null;
    this.strings ??= new SharedStringsReader(new SharedStrings(this.limits.sharedStringBytes), this.chunks(entry), entry.name, this.limits);
    return this.strings;
  }

  sheetFacts(sheet: number): SheetFacts {
    return this.read.get(sheet) ?? NOTHING_READ;
  }

  async close(): Promise<void> {
    await this.strings?.close();
    await this.source.close();
  }
}

/**
 * Opens an XLSX or XLSM workbook; no sheet is read yet. The workbook owns the source from then on.
 * @param workbook the workbook's own part
 * @param facts what is known of the file but its date system
 * @throws SpreadsheetError FILE_DAMAGED, FILE_BOMB, FILE_TOO_LARGE
 */
export async function openXlsx(
  source: Source,
  zip: ZipArchive,
  workbook: ZipEntry,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
): Promise<Workbook> {
  const contents = await readPackage(zip, workbook, limits);
  const sheets: SheetInfo[] = [];
  for (const [index, { name, visibility, entry }] of contents.sheets.entries()) {
    const hint = index < HINTS_MOST ? await rowsHint(zip, entry) : null;
    sheets.push({ name, visibility, hidden: visibility !== 'visible', rowsHint: hint });
  }
  return new XlsxWorkbook(source, zip, contents, sheets, { ...facts, dateSystem: contents.dateSystem }, limits);
}
