/** Writes one table of a workbook: takes rows and produces as many sheets as they need. */
import { dateSerial, dateSerialOf, dateTimeSerial, timeSerial } from '../core/workbook-values.ts';
import { type RowBlock, CellKind } from '../core/rowblock.ts';
import { SHEET_COLUMNS } from '../core/workbook.ts';
import { cutText } from './cut-text.ts';
import type { RowWriter } from './row-writer.ts';
import { CellChunks } from './xlsx-cells.ts';
import type { Note } from './xlsx-notes.ts';
import { type DataBar, type SheetPart, type SheetView, absoluteRange, sheetHead, sheetTail } from './xlsx-parts.ts';
import { filesOfSheet } from './xlsx-sheet-files.ts';
import { HEADING_ROWS, type SheetHost, type SheetOptions, canWrap, widthFor } from './xlsx-sheet-options.ts';
import { type CellStyle, MARKED, QUOTED, STYLE } from './xlsx-styles.ts';

/** Excel's limit per cell, in UTF-16 code units. */
const LONGEST_TEXT = 32_767;
/** End of a shortened text. */
const CUT_MARK = '…[cut]';
/** Number of rows from which column widths are computed. */
const MEASURED_ROWS = 200;
/** Maximum number of notes per sheet, and of code units per note. With more, Excel opens the file slowly. */
const MAX_NOTES = 5000;
const LONGEST_NOTE = 1000;

/** Errors that a workbook can store; others are written as text. */
const ERRORS = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA']);

/** True for characters that may begin a formula. */
const beginsFormula = (unit: number) => unit === 0x3d || unit === 0x2b || unit === 0x2d || unit === 0x40 || unit === 0x09 || unit === 0x0d;

export class SheetWriter implements RowWriter {
  private readonly host: SheetHost;
  private readonly wanted: string;
  private readonly titles: readonly string[];
  private readonly header: boolean;
  /** Row of the header; 0 without one. */
  private readonly headerRow: number;
  private readonly options: SheetOptions;
  private readonly chunks: CellChunks;
  private readonly fixedWidths: readonly (number | undefined)[];
  private readonly measured: number[];
  private readonly bars: readonly (DataBar | null)[];
  private readonly choices: readonly (readonly string[])[];
  /** Style numbers of text and number cells, per column. */
  private readonly textStyles: readonly number[];
  private readonly numberStyles: readonly number[];
  private readonly dateStyles: readonly number[];
  private part: SheetPart | null = null;
  private headWritten = false;
  private measuring = true;
  private notes: Note[] = [];
  private row = 0;
  private column = 0;
  private inRow = false;
  private mark = 0;
  private note = '';
  private closed = false;

  constructor(host: SheetHost, name: string, options: SheetOptions) {
    const { columns } = options;
    if (columns.length > SHEET_COLUMNS) throw new RangeError(`a sheet has at most ${SHEET_COLUMNS} columns`);
    this.host = host;
    this.wanted = name;
    this.titles = columns.map(({ title }) => title);
    this.header = (options.header ?? true) && columns.length > 0;
    this.headerRow = this.header ? 1 + (options.heading === undefined ? 0 : HEADING_ROWS) : 0;
    this.options = options;
    this.fixedWidths = columns.map(({ width }) => width);
    this.measured = columns.map(() => 0);
    this.choices = columns.map(({ choices = [] }) => choices);
    this.bars = columns.map(({ bar }) => (bar === true ? { min: null, max: null } : bar === undefined || bar === false ? null : bar));
    const texts = new Set<CellStyle>(['text', 'wrap', 'strong', 'header', 'name', 'attention', 'padded', 'subtitle']);
    const numbers = new Set<CellStyle>(['integer', 'decimal', 'strong', 'time', 'money']);
    const pick = (of: Set<CellStyle>) => columns.map(({ style = 'general' }) => (of.has(style) ? STYLE[style] : STYLE.general));
    this.textStyles = pick(texts);
    this.numberStyles = pick(numbers);
    this.dateStyles = columns.map(({ style }) => (style === 'month' ? STYLE.month : STYLE.date));
    this.chunks = new CellChunks((bytes, done) => {
      this.writeHead();
      host.zip.write(bytes, done);
    });
    this.openPart();
  }

  private openPart(): void {
    this.part = this.host.nextPart(this.wanted, this.options.namesOfOthers);
    this.headWritten = false;
    this.row = 0;
    this.notes = [];
    if (!this.header) return;
    const { heading } = this.options;
    if (heading !== undefined) {
      this.headingRow(heading.title, STYLE.title);
      this.headingRow(heading.text, STYLE.subtitle);
      this.row = HEADING_ROWS;
    }
    this.startRow(this.titles.some(canWrap));
    for (const title of this.titles) this.putText(title, STYLE.header);
    this.chunks.closeRow();
  }

  /** A row in which the text of the first cell continues over the next cells. */
  private headingRow(text: string, style: number): void {
    this.startRow();
    this.chunks.text(0, beginsFormula(text.charCodeAt(0)) ? style | QUOTED : style, text);
    this.chunks.closeRow();
  }

  private layout(): SheetView {
    const widths = this.measured.map(
      (longest, column) => this.fixedWidths[column] ?? widthFor(this.header ? (this.titles[column] ?? '') : '', longest),
    );
    const { headerRow, options } = this;
    const { frozenColumns = 0, isOnePage = false } = options;
    return { widths, bars: this.bars, choices: this.choices, headerRow, frozenColumns, paper: this.host.paper, isOnePage };
  }

  /**
   * Writes the beginning of the sheet. It contains the column widths, which are computed from the first rows, so it is written with the
   * first full chunk.
   */
  private writeHead(): void {
    if (this.headWritten || this.part === null) return;
    this.headWritten = true;
    this.measuring = false;
    this.host.zip.begin(`xl/worksheets/sheet${this.part.number}.xml`);
    this.host.zip.write(Buffer.from(sheetHead(this.part, this.layout())));
  }

  private closePart(): void {
    const { part, row } = this;
    const { zip } = this.host;
    if (part === null) return;
    const { headerRow } = this;
    const { printedColumns, charts = [] } = this.options;
    if (this.header) {
      part.filtered = absoluteRange(this.titles.length, headerRow, row);
      part.repeated = `$${headerRow}:$${headerRow}`;
    }
    if (printedColumns !== undefined) part.printed = absoluteRange(printedColumns, 1, row);
    part.notes = this.notes.length > 0;
    part.charts = charts.map(() => this.host.nextChart());
    this.chunks.raw(sheetTail(part, this.layout(), row));
    this.chunks.flush();
    zip.end();
    for (const [name, pieces] of filesOfSheet(part, charts, this.notes, this.host)) this.writePart(name, pieces);
    this.host.rows(part, row - headerRow);
    this.part = null;
  }

  private writePart(name: string, pieces: Iterable<string>): void {
    this.host.zip.begin(name);
    this.host.zip.write(Buffer.from([...pieces].join('')));
    this.host.zip.end();
  }

  private startRow(isTall = false): void {
    this.row += 1;
    this.column = 0;
    this.chunks.openRow(this.row, isTall);
  }

  /** Begins the next row. If this sheet is full, begins a new one with its own header. */
  beginRow(): void {
    if (this.inRow || this.closed) throw new Error('a row was begun twice, or after the end');
    if (this.row >= this.host.rowsPerSheet) {
      this.closePart();
      this.openPart();
    }
    this.inRow = true;
    this.startRow();
  }

  /**
   * Ends the row. If it returns a promise, the disk is behind: await it before the next row.
   * @throws WriteError, also through the promise
   */
  endRow(): Promise<void> | undefined {
    if (!this.inRow) throw new Error('no row was begun');
    this.inRow = false;
    this.mark = 0;
    this.note = '';
    this.chunks.closeRow();
    if (this.row === MEASURED_ROWS) this.measuring = false;
    return this.host.zip.drained();
  }

  /** Highlights the next cell and gives it this note, unless the note is empty. */
  highlight(note = ''): void {
    this.mark = MARKED;
    this.note = note;
  }

  /** Advances to the next column and stores its pending note. */
  private next(): number {
    const column = this.column;
    if (column >= SHEET_COLUMNS) throw new RangeError(`a sheet has at most ${SHEET_COLUMNS} columns`);
    this.column = column + 1;
    if (this.note !== '') this.putNote(column);
    return column;
  }

  private putNote(column: number): void {
    if (this.notes.length >= MAX_NOTES) this.host.noteLeftOut();
    else this.notes.push({ row: this.row, column, text: cutText(this.note, LONGEST_NOTE) });
    this.note = '';
  }

  /** The style, with the pending highlight if there is one. Clears the highlight. */
  private withHighlight(style: number): number {
    const highlighted = style | this.mark;
    this.mark = 0;
    return highlighted;
  }

  private measure(column: number, length: number): void {
    if (length > (this.measured[column] ?? 0)) this.measured[column] = length;
  }

  empty(): void {
    const column = this.next();
    if (this.mark !== 0) this.chunks.blank(column, this.withHighlight(this.textStyles[column] ?? 0));
  }

  /** A text, never a formula. `style`: replaces the column's style. */
  text(value: string, style?: CellStyle): void {
    this.putText(value, style === undefined ? (this.textStyles[this.column] ?? 0) : STYLE[style]);
  }

  private putText(value: string, style: number): void {
    if (value === '') {
      this.empty();
      return;
    }
    const column = this.next();
    const text = value.length > LONGEST_TEXT ? this.shortened(value, column) : value;
    if (this.measuring && style !== STYLE.header) this.measure(column, text.length);
    const quoted = beginsFormula(text.charCodeAt(0)) ? QUOTED : 0;
    this.chunks.text(column, this.withHighlight(style) | quoted, text);
  }

  private shortened(text: string, column: number): string {
    if (this.part !== null) this.host.cut(this.part.name, this.row, column + 1);
    return cutText(text, LONGEST_TEXT - CUT_MARK.length) + CUT_MARK;
  }

  /**
   * A number or its decimal text. Other texts become text cells, as do whole numbers of more than 15 digits, because Excel would round
   * them.
   */
  number(value: string | number, style?: CellStyle): void {
    const chosen = (style === undefined ? (this.numberStyles[this.column] ?? 0) : STYLE[style]) | this.mark;
    if (typeof value === 'number') {
      if (Number.isFinite(value)) {
        this.chunks.double(this.column, chosen, value);
        this.advance(8);
      } else this.error('#NUM!');
    } else if (value !== '' && this.chunks.number(this.column, chosen, value)) this.advance(value.length);
    else this.text(value);
  }

  /** Advances past a cell that is already written. */
  private advance(length: number): void {
    const column = this.next();
    this.mark = 0;
    if (this.measuring) this.measure(column, length);
  }

  private serial(serial: number, style: number, text: string): void {
    if (Number.isNaN(serial)) {
      this.text(text);
      return;
    }
    const column = this.next();
    if (this.measuring) this.measure(column, Math.min(19, text.length));
    this.chunks.double(column, this.withHighlight(style), serial);
  }

  /** An ISO date as an Excel date. Invalid dates, and days before 1900-03-01, become texts. */
  date(iso: string): void {
    this.serial(dateSerial(iso), this.dateStyles[this.column] ?? STYLE.date, iso);
  }

  /**
   * An ISO date-time as an Excel one; otherwise like `date`. Workbooks have no time zones, so a date-time with a zone is converted to UTC.
   */
  dateTime(iso: string): void {
    this.serial(dateTimeSerial(iso), STYLE.datetime, iso);
  }

  /** A time of day or duration (`26:15:00`) as a fraction of a day. Other values become texts. */
  time(value: string): void {
    this.serial(timeSerial(value), STYLE.time, value);
  }

  boolean(value: boolean): void {
    const column = this.next();
    this.chunks.boolean(column, this.withHighlight(0), value);
  }

  /** An Excel error (`#N/A`). Other values become texts. */
  error(value: string): void {
    if (!ERRORS.has(value)) {
      this.text(value);
      return;
    }
    const column = this.next();
    this.chunks.error(column, this.withHighlight(0), value);
  }

  cell(kind: CellKind, value: string): void {
    switch (kind) {
      case CellKind.Empty:
        this.empty();
        return;
      case CellKind.Number:
        this.number(value);
        return;
      case CellKind.Date:
        this.date(value);
        return;
      case CellKind.DateTime:
        this.dateTime(value);
        return;
      case CellKind.Time:
        this.time(value);
        return;
      case CellKind.Boolean:
        if (value === 'TRUE' || value === 'FALSE') this.boolean(value === 'TRUE');
        else this.text(value);
        return;
      case CellKind.Error:
        this.error(value);
        return;
      case CellKind.Text:
        this.text(value);
        return;
    }
  }

  /** Copies the cells `from` to `to` (exclusive) of a block's row without a string per cell. */
  cells(block: RowBlock, row: number, from = 0, to: number = block.columnCount): void {
    const stored = Math.min(to, block.columnCount);
    let start = from < stored ? block.cellStart(row, from) : 0;
    for (let column = from; column < stored; column += 1) {
      const end = block.cellEnd(row, column);
      if (end === start) this.empty();
      // The limit is in code units, so only the decoded string shows whether a text is too long.
      else if (end - start > LONGEST_TEXT) this.cell(block.kind(row, column), block.text(row, column));
      else this.copy(block, row, column, start, end);
      start = end;
    }
    for (let column = Math.max(from, stored); column < to; column += 1) this.empty();
  }

  private copy(block: RowBlock, row: number, column: number, start: number, end: number): void {
    const { bytes } = block;
    switch (block.kind(row, column)) {
      case CellKind.Text:
        break;
      case CellKind.Number: {
        const style = (this.numberStyles[this.column] ?? 0) | this.mark;
        if (!this.chunks.numberBytes(this.column, style, bytes, start, end)) break;
        this.advance(end - start);
        return;
      }
      case CellKind.Date: {
        const serial = dateSerialOf(bytes, start, end);
        if (Number.isNaN(serial)) break;
        this.chunks.double(this.column, (this.dateStyles[this.column] ?? STYLE.date) | this.mark, serial);
        this.advance(end - start);
        return;
      }
      default:
        this.cell(block.kind(row, column), block.text(row, column));
        return;
    }
    const style = this.textStyles[this.column] ?? 0;
    const to = this.next();
    if (this.measuring) this.measure(to, end - start);
    const quoted = beginsFormula(bytes[start]!) ? QUOTED : 0;
    this.chunks.textBytes(to, this.withHighlight(style) | quoted, bytes, start, end);
  }

  /** Ends the table. The workbook then accepts further sheets. */
  close(): void {
    if (this.inRow) throw new Error('the last row has not ended');
    if (this.closed) return;
    this.closed = true;
    this.closePart();
  }
}
