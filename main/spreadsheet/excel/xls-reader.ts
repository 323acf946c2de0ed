/** Reads XLS of Excel 97 and later (BIFF8 in an OLE container) as a stream of records ([MS-XLS]). */
import { type BiffRecord, BiffReader, readBiff } from './biff-records.ts';
import { errorText, rkNumber } from './binary-values.ts';
import type { DateSystem } from '../core/dates.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { StreamedWorkbook, dateNotes } from '../core/file-workbook.ts';
import { type ByteStream, encrypted } from './ole.ts';
import { type RowBlock, CellKind } from '../core/rowblock.ts';
import { SharedStrings } from './shared-strings.ts';
import { type CellFormats, SheetCells } from './sheet-cells.ts';
import type { Source } from '../core/source.ts';
import type { FileFacts, ReadLimits, RowsOptions, SheetFacts, SheetInfo, Workbook } from '../core/workbook.ts';
import { STYLES_MOST, cellFormats } from './xlsx-package.ts';
import { damagedPart } from '../zip/zip.ts';

/** Numbers of the records that the reader uses. */
const Record = {
  Formula: 0x06,
  End: 0x0a,
  DateMode: 0x22,
  FilePass: 0x2f,
  ColumnInfo: 0x7d,
  BoundSheet: 0x85,
  MulRk: 0xbd,
  RichText: 0xd6,
  Style: 0xe0,
  Merge: 0xe5,
  Strings: 0xfc,
  SharedText: 0xfd,
  Number: 0x203,
  Text: 0x204,
  BoolError: 0x205,
  FormulaBiff3: 0x206,
  FormulaText: 0x207,
  Row: 0x208,
  Rk: 0x27e,
  FormulaBiff4: 0x406,
  Format: 0x41e,
  Begin: 0x809,
} as const;

/** Records that begin with the row and column of a cell that has content. */
const CELLS: ReadonlySet<number> = new Set([
  Record.Formula,
  // Records of older versions, which some programs write into BIFF8.
  Record.FormulaBiff3,
  Record.FormulaBiff4,
  Record.MulRk,
  Record.RichText,
  Record.SharedText,
  Record.Number,
  Record.Text,
  Record.BoolError,
  Record.Rk,
]);

const BIFF8 = 0x600;
const PART = 'Workbook';
const VISIBILITY: readonly SheetInfo['visibility'][] = ['visible', 'hidden', 'veryHidden'];

interface XlsSheet extends SheetInfo {
  /** Offset of the sheet's first record in the stream; null for a sheet without records of its own. */
  readonly position: number | null;
}

interface Globals {
  readonly sheets: readonly (XlsSheet & { readonly position: number })[];
  readonly strings: SharedStrings;
  readonly formats: CellFormats;
  readonly dateSystem: DateSystem;
}

function readStrings(record: BiffRecord, strings: SharedStrings): void {
  record.skip(4);
  const count = record.uint32();
  for (let n = 0; n < count && record.left > 0; n++) strings.addText(record.text(record.uint16()));
}

/** Reads the records before the sheets; null for a workbook of a version before Excel 97. */
async function readGlobals(stream: ByteStream, limits: ReadLimits): Promise<Globals | null> {
  const strings = new SharedStrings(limits.sharedStringBytes);
  const codes = new Map<number, string>();
  const styles: number[] = [];
  const sheets: (XlsSheet & { position: number })[] = [];
  let dateSystem: DateSystem = 1900;
  let version = 0;
  let begun = 0;
  await readBiff(stream, 0, (record) => {
    switch (record.type) {
      case Record.Begin:
        if (begun++ === 0) version = record.uint16();
        return version === BIFF8;
      case Record.End:
        return --begun > 0;
      case Record.FilePass:
        throw encrypted();
      case Record.DateMode:
        dateSystem = record.uint16() === 1 ? 1904 : 1900;
        break;
      case Record.Format:
        codes.set(record.uint16(), record.text(record.uint16()));
        break;
      case Record.Style:
        record.skip(2);
        if (styles.length < STYLES_MOST) styles.push(record.uint16());
        break;
      case Record.Strings:
        readStrings(record, strings);
        break;
      case Record.BoundSheet: {
        const position = record.uint32();
        const visibility = VISIBILITY[record.uint8() & 3] ?? 'hidden';
        const kind = record.uint8();
        const name = record.text(record.uint8());
        if (kind === 0) sheets.push({ name, position, visibility, hidden: visibility !== 'visible', rowsHint: null });
        break;
      }
      default:
    }
    return true;
  });
  strings.finish();
  return version === BIFF8 ? { sheets, strings, formats: cellFormats(styles, codes, dateSystem), dateSystem } : null;
}

/** The last row with a cell; null if the sheet's rows are out of order. */
async function lastRow(stream: ByteStream, position: number): Promise<number | null> {
  let last = 0;
  let ordered = true;
  let depth = 0;
  await readBiff(stream, position, (record) => {
    if (record.type === Record.Begin) depth++;
    else if (record.type === Record.End) depth--;
    else if (depth === 1 && CELLS.has(record.type)) {
      const row = record.uint16() + 1;
      if (row < last) ordered = false;
      last = Math.max(last, row);
    }
    return depth > 0 && ordered;
  });
  return ordered ? last : null;
}

/** Processes the records of one sheet. */
class SheetRecords {
  /** A full block, which the caller removes. */
  ready: RowBlock | null = null;
  ended = false;
  private readonly cells: SheetCells;
  private readonly hiddenRows = new Set<number>();
  private depth = 0;
  private row = -1;
  /** Column of a formula whose text follows in a separate record; -1 for none. */
  private waiting = -1;

  constructor(cells: SheetCells) {
    this.cells = cells;
  }

  /** Processes a record; false at the end of the sheet or when a block is full. */
  take(record: BiffRecord): boolean {
    if (record.type === Record.Begin) this.depth++;
    else if (record.type === Record.End) this.ended = --this.depth <= 0;
    // Deeper levels are ignored: charts in the sheet use the same record types.
    else if (this.depth === 1) this.own(record);
    else if (this.depth === 0) throw damagedPart(PART, 'has no sheet where it says');
    if (this.ended) this.endRow();
    return !this.ended && this.ready === null;
  }

  private own(record: BiffRecord): void {
    const { type } = record;
    if (CELLS.has(type)) this.cell(record);
    else if (type === Record.FormulaText && this.waiting >= 0) {
      this.cells.text(this.waiting, record.text(record.uint16()));
      this.waiting = -1;
    } else if (type === Record.Row) {
      const row = record.uint16();
      record.skip(10);
      if ((record.uint16() & 32) !== 0) this.hiddenRows.add(row);
    } else if (type === Record.ColumnInfo) {
      const first = record.uint16();
      const last = record.uint16();
      record.skip(4);
      if ((record.uint16() & 1) !== 0) this.cells.hideColumns(first + 1, Math.min(last, 255) + 1);
    } else if (type === Record.Merge) {
      for (let left = record.uint16(); left > 0; left--) {
        const [firstRow, lastRowOf, firstColumn, lastColumn] = [
          record.uint16() + 1,
          record.uint16() + 1,
          record.uint16() + 1,
          record.uint16() + 1,
        ];
        this.cells.merge({ firstRow, firstColumn, lastRow: lastRowOf, lastColumn });
      }
    }
  }

  private endRow(): void {
    if (this.row >= 0 && this.cells.endRow()) this.ready = this.cells.builder.finish();
    this.row = -1;
  }

  private cell(record: BiffRecord): void {
    const { cells } = this;
    const row = record.uint16();
    if (row !== this.row) {
      this.endRow();
      if (cells.rowsStored >= cells.rowsWanted) {
        this.ended = true;
        return;
      }
      cells.beginRow(row + 1, this.hiddenRows.has(row));
      this.row = row;
    }
    const column = record.uint16();
    this.waiting = -1;
    if (record.type === Record.MulRk) {
      for (let c = column; record.left >= 8; c++) {
        const style = record.uint16();
        cells.numberValue(c, style, rkNumber(record.int32()));
      }
      return;
    }
    const style = record.uint16();
    switch (record.type) {
      case Record.Rk:
        cells.numberValue(column, style, rkNumber(record.int32()));
        return;
      case Record.Number:
        cells.numberValue(column, style, record.double());
        return;
      case Record.SharedText:
        cells.shared(column, record.uint32());
        return;
      case Record.Text:
      case Record.RichText:
        cells.text(column, record.text(record.uint16()));
        return;
      case Record.BoolError:
        this.boolOrError(column, record.uint8(), record.uint8() !== 0);
        return;
      default:
        this.formula(column, style, record.eight());
    }
  }

  private boolOrError(column: number, value: number, error: boolean): void {
    if (error) this.cells.put(column, CellKind.Error, errorText(value));
    else this.cells.put(column, CellKind.Boolean, value === 0 ? 'FALSE' : 'TRUE');
  }

  /** A formula's result: a number, or a code for another type. */
  private formula(column: number, style: number, result: Buffer): void {
    if (result.readUInt16LE(6) !== 0xffff) {
      this.cells.numberValue(column, style, result.readDoubleLE(0));
      return;
    }
    if (result[0] === 0) this.waiting = column;
    else if (result[0] === 1 || result[0] === 2) this.boolOrError(column, result[2]!, result[0] === 2);
  }
}

class XlsWorkbook extends StreamedWorkbook {
  readonly format = 'legacy';
  readonly notes: readonly string[];
  private readonly stream: ByteStream;
  private readonly globals: Omit<Globals, 'sheets'>;
  /** Offsets of the first records of the sheets; null for a sheet without records of its own. */
  private readonly positions: readonly (number | null)[];
  private readonly limits: ReadLimits;
  private readonly read = new Map<number, SheetFacts>();

  constructor(
    source: Source,
    stream: ByteStream,
    globals: Omit<Globals, 'sheets'>,
    sheets: readonly XlsSheet[],
    facts: Omit<FileFacts, 'dateSystem'>,
    limits: ReadLimits,
  ) {
    super(source, sheets, { ...facts, dateSystem: globals.dateSystem });
    this.stream = stream;
    this.globals = globals;
    this.positions = sheets.map(({ position }) => position);
    this.notes = ['Read as XLS.', ...dateNotes(globals.dateSystem)];
    this.limits = limits;
  }

  private cellsOf(): SheetCells {
    return new SheetCells(this.globals.strings, this.globals.formats, this.limits, PART);
  }

  protected async *blocks(sheet: number, maxRows: number, { onProgress }: RowsOptions): AsyncGenerator<RowBlock, void> {
    const cells = this.cellsOf();
    cells.rowsWanted = maxRows;
    this.read.set(sheet, cells.sheetFacts);
    const position = this.positions[sheet] ?? null;
    if (position === null) {
      cells.finish();
      return;
    }
    const reader = new BiffReader(this.stream, position);
    const records = new SheetRecords(cells);
    for (let final = false; !records.ended;) {
      let record = reader.next(final);
      while (record && records.take(record)) record = reader.next(final);
      if (records.ready) {
        yield records.ready;
        records.ready = null;
      } else if (!records.ended) {
        if (final) throw damagedPart(PART, 'ends in the middle of a sheet');
        final = !(await reader.more());
        onProgress?.(Math.min(reader.bytesRead, this.fileBytes));
      }
    }
    const last = cells.builder.finish();
    if (last) yield last;
    if (cells.rowsStored < cells.rowsWanted) cells.finish();
  }

  sheetFacts(sheet: number): SheetFacts {
    return this.read.get(sheet) ?? this.cellsOf().sheetFacts;
  }
}

/**
 * Opens the workbook in this stream, and takes ownership of the source. Returns null, without taking ownership, for a workbook of a version
 * before Excel 97 or with rows out of order, which SheetJS must read.
 * @param facts the facts of the file except its date system
 * @throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_TOO_LARGE
 */
export async function openXls(
  source: Source,
  stream: ByteStream,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
): Promise<Workbook | null> {
  const globals = await readGlobals(stream, limits);
  if (globals === null) return null;
  const sheets: XlsSheet[] = [];
  const taken = new Set<number>();
  for (const sheet of globals.sheets) {
    if (taken.has(sheet.position)) {
      // The rows at this position belong to another sheet.
      sheets.push({ ...sheet, position: null, rowsHint: 0 });
      continue;
    }
    taken.add(sheet.position);
    const rows = await lastRow(stream, sheet.position);
    if (rows === null) return null;
    sheets.push({ ...sheet, rowsHint: rows > 0 ? rows : null });
  }
  if (sheets.length === 0) {
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      'The workbook names no sheet with cells. Open it in Excel, check that the list is there, and save it again.',
    );
  }
  return new XlsWorkbook(source, stream, globals, sheets, facts, limits);
}
