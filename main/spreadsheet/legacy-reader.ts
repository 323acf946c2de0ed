/**
 * Older and rarer formats: XLS, XLSB, XML and HTML tables, dBASE, SYLK, DIF. SheetJS reads them, which holds the whole file and all of its cells in memory; hence the limit on their size. This is the only place that
 * loads it, and it is never given an XLSX.
 */
import type { CellObject, WorkBook as SheetJsBook, WorkSheet } from 'xlsx';
import { SpreadsheetError } from './errors.ts';
import type { CellFormat } from './number-format.ts';
import { PLAIN, formatNumber, parseFormat } from './number-format.ts';
import { encrypted } from './ole.ts';
import { tooManyColumns, tooManyRows } from './refusals.ts';
import type { RowBlock } from './rowblock.ts';
import { CellKind, RowBlockBuilder } from './rowblock.ts';
import type { Source } from './source.ts';
import type { CellRange, FileFacts, ReadLimits, RowsOptions, SheetFacts, SheetInfo, Workbook } from './workbook.ts';

const MERGED_KEPT = 1_000;

/** Loads SheetJS, once, with the code pages that old XLS files need. */
async function load() {
  const sheetJs = await import('xlsx');
  const codePages = await import('xlsx/dist/cpexcel.full.mjs');
  sheetJs.set_cptable(codePages);
  return sheetJs;
}

interface Sheet extends SheetInfo {
  readonly data: WorkSheet;
}

class LegacyWorkbook implements Workbook {
  readonly format = 'legacy';
  readonly fileBytes: number;
  readonly sheets: readonly Sheet[];
  readonly facts: FileFacts;
  readonly notes: readonly string[];
  private readonly source: Source;
  private readonly limits: ReadLimits;
  private readonly formats = new Map<string, CellFormat>();
  private readonly known = new Map<number, SheetFacts>();

  constructor(source: Source, sheets: readonly Sheet[], facts: FileFacts, limits: ReadLimits) {
    this.source = source;
    this.fileBytes = source.size;
    this.sheets = sheets;
    this.facts = facts;
    this.notes = [`Read as ${facts.kind}.`, ...(facts.dateSystem === 1904 ? ['Dates count from 1904 in this workbook.'] : [])];
    this.limits = limits;
  }

  async *rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<RowBlock, void> {
    const data = this.sheets[sheet]?.data;
    if (data === undefined)
      throw new SpreadsheetError('SHEET_NOT_FOUND', 'The workbook has no such sheet. Choose one of the sheets it has.');
    const { signal, onProgress, maxRows = Number.POSITIVE_INFINITY } = options;
    const rows = (data['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
    const properties = data['!rows'] ?? [];
    const builder = new RowBlockBuilder();
    let stored = 0;
    let hiddenRows = 0;
    // A plain loop: the array has holes, millions of them in a sheet with a far row.
    for (let index = 0; index < rows.length && stored < maxRows; index++) {
      const row = rows[index];
      if (row === undefined) continue;
      const hidden = properties[index]?.hidden === true;
      const before = builder.rowCount;
      builder.beginRow(index + 1, hidden);
      for (let column = 0; column < row.length; column++) {
        const cell = row[column];
        if (cell === undefined) continue;
        if (column >= this.limits.columns) throw tooManyColumns(this.limits.columns);
        this.cell(builder, column, cell);
      }
      const full = builder.endRow();
      if (builder.rowCount > before) {
        if (index >= this.limits.rows) throw tooManyRows(this.limits.rows);
        stored++;
        if (hidden) hiddenRows++;
      }
      if (!full) continue;
      signal?.throwIfAborted();
      const block = builder.finish();
      if (block) yield block;
    }
    const rest = builder.finish();
    if (rest) yield rest;
    if (stored < maxRows) this.known.set(sheet, factsOf(data, hiddenRows));
    onProgress?.(this.fileBytes);
  }

  private cell(builder: RowBlockBuilder, column: number, cell: CellObject): void {
    switch (cell.t) {
      case 'n': {
        const value = cell.v as number;
        if (!Number.isFinite(value)) return;
        const shown = formatNumber(value, this.format_(cell.z), this.facts.dateSystem ?? 1900);
        builder.cellText(column, shown.kind, shown.text);
        return;
      }
      case 'b':
        builder.cellText(column, CellKind.Boolean, cell.v ? 'TRUE' : 'FALSE');
        return;
      case 'e':
        builder.cellText(column, CellKind.Error, cell.w ?? '#VALUE!');
        return;
      case 's':
        builder.cellText(column, CellKind.Text, String(cell.v ?? '').replaceAll('\0', ''));
        return;
      default:
    }
  }

  private format_(code: string | number | undefined): CellFormat {
    if (code === undefined || code === 'General') return PLAIN;
    const key = String(code);
    let format = this.formats.get(key);
    if (format === undefined) {
      format = parseFormat(key);
      this.formats.set(key, format);
    }
    return format;
  }

  sheetFacts(sheet: number): SheetFacts {
    const data = this.sheets[sheet]?.data;
    return this.known.get(sheet) ?? { ...factsOf(data ?? {}, 0), complete: false };
  }

  close(): Promise<void> {
    return this.source.close();
  }
}

function factsOf(data: WorkSheet, hiddenRows: number): SheetFacts {
  const merges = data['!merges'] ?? [];
  const merged = merges
    .slice(0, MERGED_KEPT)
    .map(({ s, e }): CellRange => ({ firstRow: s.r + 1, firstColumn: s.c + 1, lastRow: e.r + 1, lastColumn: e.c + 1 }));
  const hiddenColumns: number[] = [];
  for (const [index, column] of (data['!cols'] ?? []).entries()) if (column?.hidden) hiddenColumns.push(index + 1);
  return { complete: true, hiddenRows, hiddenColumns, mergedRanges: merges.length, merged, formulasWithoutValue: 0, rowsRenumbered: 0 };
}

/** The sheets with cells; charts, dialogs and macros have none. */
function sheetsOf(book: SheetJsBook): Sheet[] {
  const sheets: Sheet[] = [];
  for (const [index, name] of book.SheetNames.entries()) {
    const data = book.Sheets[name];
    if (data === undefined || ['chart', 'dialog', 'macro'].includes(data['!type'] ?? '')) continue;
    const hidden = book.Workbook?.Sheets?.[index]?.Hidden ?? 0;
    const visibility = hidden === 2 ? 'veryHidden' : hidden === 1 ? 'hidden' : 'visible';
    const rows = (data['!data'] as unknown[] | undefined)?.length ?? 0;
    sheets.push({ name, data, visibility, hidden: visibility !== 'visible', rowsHint: rows > 0 ? rows : null });
  }
  return sheets;
}

/**
 * Opens a file by SheetJS. The workbook owns the source from then on.
 * @param content the file's bytes, or its text where it is text in whatever encoding
 * @param facts what is known of the file but its date system
 * @throws SpreadsheetError FILE_TOO_LARGE, FILE_ENCRYPTED, FILE_DAMAGED, FILE_CHANGED
 */
export async function openLegacy(
  source: Source,
  content: Buffer | string,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
): Promise<Workbook> {
  const sheetJs = await load();
  let book: SheetJsBook;
  try {
    book = sheetJs.read(content, {
      type: typeof content === 'string' ? 'string' : 'buffer',
      dense: true,
      // Texts of HTML tables stay texts: no guess may take a zero off a postal code.
      raw: true,
      cellNF: true,
      cellStyles: true,
      cellHTML: false,
      cellFormula: false,
      bookVBA: false,
      nodim: true,
      sheetRows: limits.rows + 1,
    });
  } catch (error) {
    await source.assertUnchanged();
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw encrypted();
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      `The file looks like ${facts.kind}, but it is damaged and can not be read. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.`,
      { cause: error },
    );
  }
  const sheets = sheetsOf(book);
  if (sheets.length === 0) {
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      'There is no sheet with cells in this file. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.',
    );
  }
  await source.assertUnchanged();
  return new LegacyWorkbook(source, sheets, { ...facts, dateSystem: book.Workbook?.WBProps?.date1904 ? 1904 : 1900 }, limits);
}

/** The refusal for a file that is too large to be held in memory as a whole. */
export function tooLargeForLegacy(kind: string, limits: ReadLimits): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_TOO_LARGE',
    `${kind} files can be read up to ${Math.floor(limits.legacyBytes / 1024 ** 2)} MB, and this one is larger. Open it in Excel or LibreOffice, save it as XLSX or CSV, and choose that file: those have no such limit.`,
  );
}
