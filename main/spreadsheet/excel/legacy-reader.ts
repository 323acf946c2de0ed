/**
 * Reads older and rarer formats with SheetJS: XLS before Excel 97 or with rows out of order, dBASE II, SYLK, DIF. SheetJS
 * keeps the whole file and all cells in memory, so size limits apply. It is loaded only for these formats, and never receives an XLSX.
 */
import type { CellObject, WorkBook as SheetJsBook, WorkSheet } from 'xlsx';
import type { DateSystem } from '../core/dates.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { type MemorySheet, MemorySheetBuilder, MemoryWorkbook } from '../core/memory-workbook.ts';
import { type CellFormat, PLAIN, formatNumber, parseFormat } from '../core/number-format.ts';
import { errorText } from './binary-values.ts';
import { type DecodePage, readDbase } from './dbase-reader.ts';
import { encrypted } from './ole.ts';
import { CellKind, type CellValue } from '../core/rowblock.ts';
import type { Source } from '../core/source.ts';
import {
  type CellRange,
  type FileFacts,
  type ReadLimits,
  type SheetFacts,
  type SheetInfo,
  type Workbook,
  MERGED_KEPT,
} from '../core/workbook.ts';

interface CodePages {
  readonly utils: { readonly decode: DecodePage };
}

/** Loads SheetJS with the code pages that old XLS files need. */
async function load() {
  const sheetJs = await import('xlsx');
  const codePages = await import('xlsx/dist/cpexcel.full.mjs');
  sheetJs.set_cptable(codePages);
  // Its types describe another build of the module.
  const { utils } = codePages as unknown as CodePages;
  return { ...sheetJs, decodePage: utils.decode };
}

/** Tells which fields are not read, because a second file (`.dbt`, `.fpt`) has their texts. */
function memoNotes(memos: readonly string[]): string[] {
  if (memos.length === 0) return [];
  const names = new Intl.ListFormat('en-US').format(memos);
  return [`The texts of ${names} are in a second file, a memo file, and are not read. If you need them, save the list as XLSX or CSV.`];
}

/** Converts SheetJS cells. As in every other reader, the text is derived from value and format. */
class CellTexts {
  private readonly formats = new Map<string, CellFormat>();
  private readonly system: DateSystem;

  constructor(system: DateSystem) {
    this.system = system;
  }

  of(cell: CellObject): CellValue {
    switch (cell.t) {
      case 'n':
        return typeof cell.v === 'number' && Number.isFinite(cell.v) ? formatNumber(cell.v, this.format(cell.z), this.system) : NOTHING;
      case 'b':
        return { kind: CellKind.Boolean, text: cell.v ? 'TRUE' : 'FALSE' };
      case 'e':
        return { kind: CellKind.Error, text: cell.w ?? errorText(Number(cell.v)) };
      case 's':
        return { kind: CellKind.Text, text: String(cell.v ?? '').replaceAll('\0', '') };
      default:
        return NOTHING;
    }
  }

  private format(code: string | number | undefined): CellFormat {
    if (code === undefined || code === 'General') return PLAIN;
    const key = String(code);
    let format = this.formats.get(key);
    if (format === undefined) {
      format = parseFormat(key);
      this.formats.set(key, format);
    }
    return format;
  }
}

const NOTHING: CellValue = { kind: CellKind.Empty, text: '' };

function factsOf(data: WorkSheet): Partial<SheetFacts> {
  const merges = data['!merges'] ?? [];
  const merged = merges
    .slice(0, MERGED_KEPT)
    .map(({ s, e }): CellRange => ({ firstRow: s.r + 1, firstColumn: s.c + 1, lastRow: e.r + 1, lastColumn: e.c + 1 }));
  const hiddenColumns: number[] = [];
  for (const [index, column] of (data['!cols'] ?? []).entries()) if (column?.hidden) hiddenColumns.push(index + 1);
  return { hiddenColumns, mergedRanges: merges.length, merged };
}

/** Converts a SheetJS sheet. */
function convert(data: WorkSheet, info: Omit<SheetInfo, 'rowsHint'>, texts: CellTexts, limits: ReadLimits): MemorySheet {
  const rows = (data['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  const properties = data['!rows'] ?? [];
  const sheet = new MemorySheetBuilder(limits);
  // Index loops, because the arrays are sparse: a sheet with one distant cell has millions of holes.
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index];
    if (row === undefined) continue;
    sheet.beginRow(index + 1, properties[index]?.hidden === true);
    for (let column = 0; column < row.length; column++) {
      const cell = row[column];
      if (cell === undefined) continue;
      const { kind, text } = texts.of(cell);
      sheet.cell(column, kind, text);
    }
    sheet.endRow();
  }
  return sheet.finish({ ...info, rowsHint: rows.length > 0 ? rows.length : null }, factsOf(data));
}

/** The sheets with cells, without charts, dialogs and macro sheets. */
function sheetsOf(book: SheetJsBook, system: DateSystem, limits: ReadLimits): MemorySheet[] {
  const sheets: MemorySheet[] = [];
  const texts = new CellTexts(system);
  for (const [index, name] of book.SheetNames.entries()) {
    const data = book.Sheets[name];
    if (data === undefined || ['chart', 'dialog', 'macro'].includes(data['!type'] ?? '')) continue;
    const hidden = book.Workbook?.Sheets?.[index]?.Hidden ?? 0;
    const visibility = hidden === 2 ? 'veryHidden' : hidden === 1 ? 'hidden' : 'visible';
    sheets.push(convert(data, { name, visibility, hidden: visibility !== 'visible' }, texts, limits));
    // Frees the converted sheet, so that its cells are not in memory twice.
    Reflect.deleteProperty(book.Sheets, name);
  }
  return sheets;
}

/** Options of every reading. Texts stay texts, so that no guess removes a zero from a ZIP code. */
const OPTIONS = {
  dense: true,
  raw: true,
  cellNF: true,
  // SheetJS reports hidden rows and columns only with this option. Empty cells that have only a style are skipped.
  cellStyles: true,
  sheetStubs: false,
  cellHTML: false,
  cellFormula: false,
  bookVBA: false,
  nodim: true,
} as const;

/** The SheetJS function for a container's content. Unlike `read`, which would create every empty cell, it uses options unchanged. */
interface Parser {
  parse_xlscfb(container: object, options: object): SheetJsBook;
}

const OLE = 0xd0;
const BIFF = 0x09;

/** A number of DIF that stands for an error, which SheetJS reads as 0. */
const DIF_ERROR = /^0,[^\r\n]*(\r?\n)(ERROR|NA)[ \t]*$/gm;
/** Begins a text that replaces an error. */
const MARKED = '\u0001';

/** Reads DIF. Errors are replaced with marked texts before parsing, and restored afterwards. */
function parseDif(sheetJs: Awaited<ReturnType<typeof load>>, content: Buffer, options: object): SheetJsBook {
  const errors: Readonly<Record<string, string>> = { ERROR: '#VALUE!', NA: '#N/A' };
  const marked = content
    .toString('latin1')
    .replaceAll(MARKED, '')
    .replaceAll(DIF_ERROR, (_, end: string, kind: string) => `1,0${end}"${MARKED}${errors[kind]}"`);
  const book = sheetJs.read(Buffer.from(marked, 'latin1'), { ...options, type: 'buffer' });
  for (const name of book.SheetNames)
    for (const row of (book.Sheets[name]?.['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[])
      for (const cell of row ?? [])
        if (cell?.t === 's' && String(cell.v).startsWith(MARKED)) Object.assign(cell, { t: 'e', w: String(cell.v).slice(1) });
  return book;
}

function parse(sheetJs: Awaited<ReturnType<typeof load>>, content: Buffer, kind: string, limits: ReadLimits): SheetJsBook {
  const options = { ...OPTIONS, sheetRows: limits.rows + 1 };
  if (kind === 'DIF') return parseDif(sheetJs, content, options);
  if (content[0] === OLE) return (sheetJs as unknown as Parser).parse_xlscfb(sheetJs.CFB.read(content, { type: 'buffer' }), options);
  // Excel 2 to 4 files are bare records without a container.
  if (content[0] === BIFF) return sheetJs.read(content, { ...options, cellStyles: false, type: 'buffer' });
  if (kind === 'SYLK') return assertSylk(sheetJs.read(content, { ...options, type: 'buffer' }));
  return sheetJs.read(content, { ...options, type: 'buffer' });
}

/**
 * Checks that SheetJS read SYLK: it reads a file that it cannot interpret as text, record by record.
 * @throws Error when the first record became a row
 */
function assertSylk(book: SheetJsBook): SheetJsBook {
  const [first] = (book.Sheets[book.SheetNames[0] ?? '']?.['!data'] ?? []) as readonly (readonly (CellObject | undefined)[])[];
  if (first?.[0]?.v === 'ID' && String(first[1]?.v ?? 'P').startsWith('P')) throw new Error('SYLK was read as text');
  return book;
}

/**
 * Opens a file with SheetJS. The workbook takes ownership of the source.
 * @param facts the facts of the file except its date system
 * @throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_CHANGED
 */
export async function openLegacy(
  source: Source,
  content: Buffer,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
): Promise<Workbook> {
  const sheetJs = await load();
  if (facts.kind === 'dBASE') {
    const dbase = readDbase(content, 'Sheet1', limits, sheetJs.decodePage);
    await source.assertUnchanged();
    if (dbase !== null) return new MemoryWorkbook(source, [dbase.sheet], { ...facts, dateSystem: null }, memoNotes(dbase.memos));
  }
  let book: SheetJsBook;
  try {
    book = parse(sheetJs, content, facts.kind, limits);
  } catch (error) {
    await source.assertUnchanged();
    if (error instanceof Error && /password|encrypt/i.test(error.message)) throw encrypted();
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      `The file looks like ${facts.kind}, but it is damaged and cannot be read. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.`,
      { cause: error },
    );
  }
  const dateSystem = book.Workbook?.WBProps?.date1904 ? 1904 : 1900;
  const sheets = sheetsOf(book, dateSystem, limits);
  if (sheets.length === 0) {
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      'There is no sheet with cells in this file. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.',
    );
  }
  await source.assertUnchanged();
  return new MemoryWorkbook(source, sheets, { ...facts, dateSystem });
}

/** Error for a file that is too large to keep in memory as a whole. */
export function tooLargeAsWhole(kind: string, most: number): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_TOO_LARGE',
    `${kind} files can be read up to ${Math.floor(most / 1024 ** 2)} MB, and this one is larger. Open it in Excel or LibreOffice, save it as XLSX or CSV, and choose that file: those have no such limit.`,
  );
}
