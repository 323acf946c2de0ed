/** Reads XLSB: an XLSX package whose parts are binary records ([MS-XLSB]) instead of XML. */
import { errorText } from './binary-values.ts';
import type { DateSystem } from '../core/dates.ts';
import { type OpenPackage, type PackageReaders, PackageWorkbook } from './package-workbook.ts';
import { type RowBlock, CellKind } from '../core/rowblock.ts';
import type { SheetCells } from './sheet-cells.ts';
import type { StringSteps } from './strings-reader.ts';
import type { SheetInfo } from '../core/workbook.ts';
import { type RecordContent, BinaryRecordReader, readRecords } from './xlsb-records.ts';
import { type NamedSheet, STYLES_MOST, cellFormats, findParts } from './xlsx-package.ts';
import { type ZipArchive, type ZipEntry, damagedPart } from '../zip/zip.ts';

/** Numbers of the records that the reader uses ([MS-XLSB] 2.3). */
const Record = {
  RowHeader: 0,
  Blank: 1,
  Rk: 2,
  Error: 3,
  Bool: 4,
  Real: 5,
  Text: 6,
  SharedText: 7,
  FormulaText: 8,
  FormulaNumber: 9,
  FormulaBool: 10,
  FormulaError: 11,
  ShortBlank: 12,
  ShortRk: 13,
  ShortError: 14,
  ShortBool: 15,
  ShortReal: 16,
  ShortText: 17,
  ShortSharedText: 18,
  StringItem: 19,
  NumberFormat: 44,
  CellFormat: 47,
  ColumnInfo: 60,
  RichText: 62,
  BeginSheetData: 145,
  EndSheetData: 146,
  Dimension: 148,
  WorkbookProperties: 153,
  Sheet: 156,
  Merge: 176,
  BeginCellFormats: 617,
  EndCellFormats: 618,
} as const;

const VISIBILITY: readonly SheetInfo['visibility'][] = ['visible', 'hidden', 'veryHidden'];

/** A formatted text: flags and text. The formatting and phonetic runs after it are not read. */
function richText(content: RecordContent): string {
  content.skip(1);
  return content.text() ?? '';
}

const readStrings: StringSteps = async function* steps(strings, chunks, part) {
  const reader = new BinaryRecordReader(part);
  for await (const chunk of chunks) {
    reader.add(chunk, (type, content) => {
      if (type === Record.StringItem) strings.addText(richText(content));
    });
    yield;
  }
  if (!reader.drained) throw damagedPart(part, 'ends in the middle');
  strings.finish();
};

/** Processes the records of a sheet. */
class SheetRecords {
  /** A full block, which the caller removes. */
  ready: RowBlock | null = null;
  /** True after the rows have begun. */
  begun = false;
  private readonly cells: SheetCells;
  private inRows = false;
  private inRow = false;

  constructor(cells: SheetCells) {
    this.cells = cells;
  }

  take(type: number, content: RecordContent): void {
    if (this.inRows && type <= Record.ShortSharedText && type !== Record.RowHeader) this.cell(type, content);
    else if (this.inRows && type === Record.RichText) this.cell(type, content);
    else if (this.inRows && type === Record.RowHeader) this.row(content);
    else if (type === Record.BeginSheetData) this.begun = this.inRows = true;
    else if (type === Record.EndSheetData) {
      this.endRow();
      this.inRows = false;
    } else if (type === Record.ColumnInfo) {
      const first = content.uint32();
      const last = content.uint32();
      content.skip(8);
      if ((content.uint16() & 1) !== 0) this.cells.hideColumns(first + 1, last + 1);
    } else if (type === Record.Merge) {
      const [firstRow, lastRow, firstColumn, lastColumn] = [
        content.uint32() + 1,
        content.uint32() + 1,
        content.uint32() + 1,
        content.uint32() + 1,
      ];
      this.cells.merge({ firstRow, firstColumn, lastRow, lastColumn });
    }
  }

  private endRow(): void {
    if (this.inRow && this.cells.endRow()) this.ready = this.cells.builder.finish();
    this.inRow = false;
  }

  private row(content: RecordContent): void {
    this.endRow();
    if (this.cells.rowsStored >= this.cells.rowsWanted) {
      this.inRows = false;
      return;
    }
    const number = content.uint32() + 1;
    content.skip(7);
    this.cells.beginRow(number, content.left > 0 && (content.uint8() & 16) !== 0);
    this.inRow = true;
  }

  private cell(type: number, content: RecordContent): void {
    const { cells } = this;
    if (!this.inRow) return;
    const short = type >= Record.ShortBlank && type !== Record.RichText;
    const column = short ? cells.nextColumn : content.uint32();
    const style = content.uint24();
    content.skip(1);
    cells.nextColumn = column + 1;
    switch (short ? type - Record.ShortBlank + Record.Blank : type) {
      case Record.Rk:
        cells.numberValue(column, style, content.rk());
        return;
      case Record.Real:
      case Record.FormulaNumber:
        cells.numberValue(column, style, content.double());
        return;
      case Record.Bool:
      case Record.FormulaBool:
        cells.put(column, CellKind.Boolean, content.uint8() === 0 ? 'FALSE' : 'TRUE');
        return;
      case Record.Error:
      case Record.FormulaError:
        cells.put(column, CellKind.Error, errorText(content.uint8()));
        return;
      case Record.Text:
      case Record.FormulaText:
        cells.text(column, content.text() ?? '');
        return;
      case Record.RichText:
        cells.text(column, richText(content));
        return;
      case Record.SharedText:
        cells.shared(column, content.uint32());
        return;
      default:
    }
  }
}

const READERS: PackageReaders = {
  format: 'legacy',
  strings: readStrings,
  async *sheet(chunks, cells, strings, part) {
    // Records refer to shared strings while they are read, so all strings must be loaded first.
    await strings?.ensure(Number.POSITIVE_INFINITY);
    const reader = new BinaryRecordReader(part);
    const records = new SheetRecords(cells);
    const take = (type: number, content: RecordContent) => {
      records.take(type, content);
      return records.ready === null;
    };
    const enough = () => cells.rowsStored >= cells.rowsWanted;
    for await (const chunk of chunks) {
      for (let more = reader.add(chunk, take); !more; more = reader.next(take)) {
        const block = records.ready;
        records.ready = null;
        if (block) yield block;
        if (enough()) return;
      }
    }
    if (!reader.drained) throw damagedPart(part, 'ends in the middle');
    if (!records.begun) throw damagedPart(part, 'has no place for rows, so it is not a sheet');
    const last = cells.builder.finish();
    if (last) yield last;
    if (!enough()) cells.finish();
  },
};

async function readWorkbook(zip: ZipArchive, workbook: ZipEntry): Promise<{ sheets: NamedSheet[]; dateSystem: DateSystem }> {
  const sheets: NamedSheet[] = [];
  let dateSystem: DateSystem = 1900;
  await readRecords(zip.read(workbook), workbook.name, (type, content) => {
    if (type === Record.WorkbookProperties) dateSystem = (content.uint32() & 1) === 0 ? 1900 : 1904;
    else if (type === Record.Sheet) {
      const visibility = VISIBILITY[content.uint32() & 3] ?? 'hidden';
      content.skip(4);
      const relation = content.text() ?? undefined;
      sheets.push({ relation, visibility, name: content.text() ?? `Sheet${sheets.length + 1}` });
    }
  });
  return { sheets, dateSystem };
}

async function readFormats(zip: ZipArchive, styles: ZipEntry | null, dateSystem: DateSystem) {
  const codes = new Map<number, string>();
  const numbers: number[] = [];
  let inCells = false;
  if (styles) {
    await readRecords(zip.read(styles), styles.name, (type, content) => {
      if (type === Record.NumberFormat) codes.set(content.uint16(), content.text() ?? '');
      else if (type === Record.BeginCellFormats) inCells = true;
      else if (type === Record.EndCellFormats) inCells = false;
      else if (type === Record.CellFormat && inCells && numbers.length < STYLES_MOST) {
        content.skip(2);
        numbers.push(content.uint16());
      }
    });
  }
  return cellFormats(numbers, codes, dateSystem);
}

/** The dimension of a sheet is within this many bytes of its beginning. */
const HINT_BYTES = 512;

async function rowsHint(zip: ZipArchive, entry: ZipEntry): Promise<number | null> {
  let rows: number | null = null;
  try {
    new BinaryRecordReader(entry.name).add((await zip.readHead(entry, HINT_BYTES)).subarray(0, HINT_BYTES), (type, content) => {
      if (type !== Record.Dimension) return true;
      content.skip(4);
      rows = content.uint32() + 1;
      return false;
    });
  } catch {
    // If the hint cannot be read, reading the sheet later reports what is wrong with it.
  }
  return rows;
}

/** Opens an XLSB workbook. */
export const openXlsb: OpenPackage = async (source, zip, workbook, facts, limits) => {
  const { sheets, dateSystem } = await readWorkbook(zip, workbook);
  const layout = await findParts(zip, workbook, sheets, 'bin', rowsHint, limits);
  const contents = { ...layout, formats: await readFormats(zip, layout.styles, dateSystem) };
  return new PackageWorkbook(source, zip, contents, READERS, facts, limits);
};
