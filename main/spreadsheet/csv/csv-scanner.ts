/**
 * Scans delimited UTF-8 text into rows. Lines end with CR, LF or both; quotes are doubled inside quotes. Blanks, control characters and NUL
 * bytes stay in the cells, because the mapping does the cleaning. A leading quote opens a quoted cell only if a quote before a delimiter or
 * a line end closes it. Undoubled inner quotes (`"John "Jack" Smith",` or `"John "Jack"",`) are accepted within one line. Otherwise the
 * quote is an ordinary character, so that a forgotten quote cannot swallow the rest of the list. `="02108"`, which prevents Excel from
 * removing the zero, means the text 02108. With `blanksBeforeQuotes`, a quote after a delimiter and blanks is also a leading quote: `1,
 * "Voss, Ruben"`.
 */
import { cellTooLong, tooManyColumns, tooManyRows } from '../core/refusals.ts';
import { CellKind } from '../core/rowblock.ts';
import type { RowBlockBuilder } from '../core/rowblock-builder.ts';
import type { ReadLimits } from '../core/workbook.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** The byte order mark in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf] as const;

/** Rows with a number in a message. */
const NAMED_ROWS = 3;

/** Zero bytes that must follow the scanned bytes. */
export const CSV_SLACK = 8;

/**
 * Searches for closing quotes may scan this many bytes of a file in total without success. After that, a quote must close within `NEAR`
 * bytes.
 */
const WASTED_MOST = 64 * 1024 ** 2;
const NEAR = 4096;

/** The parts of an amount around a comma that should have been quoted, such as `$1` and `500.00`. */
const FIRST_DIGITS = /^[-(]{0,2}(\$?) ?(\d+)$/;
const NEXT_DIGITS = /^\d{3}(?:\.\d{1,2})?\)?\s*$/;
const LONGEST_AMOUNT = 30;
/** The parts of a date around such a comma: `Jan 31` and ` 2024`. */
const MONTH_AND_DAY =
  /^\s*(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d{1,2}$/i;
const YEAR = /^ (?:19|20)\d{2}(?: (?:at )?\d{1,2}:\d{2}[:\d]{0,3}(?: ?[ap]m)?)?\s*$/i;

/** Per byte: 1 for bytes that need attention inside quotes. */
const IN_QUOTES = new Uint8Array(256);
for (const byte of [QUOTE, LF, CR, 0]) IN_QUOTES[byte] = 1;

/**
 * What ends a line. `any`: CR, LF or both. `lf`: LF or CRLF; a single CR is a character of the text. `crlf`: only both; a single CR or LF
 * is a character of the text.
 */
export type LineEnds = 'any' | 'lf' | 'crlf';

/** Why a scan stopped. */
export const CsvStop = { More: 0, Block: 1, End: 2 } as const;
export type CsvStop = (typeof CsvStop)[keyof typeof CsvStop];

export class CsvScanner {
  /** Offset of the first cell that was not scanned. */
  at = 0;
  /** Number of the current row, from 1; blank lines count. */
  row = 1;
  /** Rows with text so far. */
  rowsStored = 0;
  /** After this many stored rows, the scan stops at every row as if the block were full. */
  rowsWanted = Number.POSITIVE_INFINITY;
  /** If set, receives for each line that is not blank the number of its cells, and the number up to the last filled cell. */
  widths: { readonly all: number[]; readonly filled: number[] } | null = null;
  /** Number of line ends so far that were treated as characters of an unquoted cell. */
  keptEnds = 0;
  /** Number of cells so far with a leading quote that was not closed properly. */
  oddQuotes = 0;
  /** Number of quoted cells so far with blanks before the quote. */
  indentedQuotes = 0;
  /**
   * Number of cells in the heading line. If a line has more cells, and one of them continues an amount, as in `…,$1,500`, it is joined with
   * the amount.
   */
  headings = Number.POSITIVE_INFINITY;
  /** Joins only amounts with a dollar sign, if it is not certain that longer lines have a comma in a value. */
  onlyDollars = false;
  /** Number of amounts that were joined so far. */
  joinedAmounts = 0;
  /** Number of dates so far that were joined, because a row had as many surplus cells as cells with the rest of a date. */
  joinedDates = 0;
  /** Rows so far with a filled cell after the last heading; the numbers of the first ones. */
  longRows = 0;
  readonly firstLongRows: number[] = [];
  private readonly builder: RowBlockBuilder;
  private readonly delimiter: number;
  private readonly limits: ReadLimits;
  /** Per byte: 1 for bytes that end a cell or the input. */
  private readonly ends = new Uint8Array(256);
  private column = 0;
  private begun = false;
  private wasted = 0;
  private storedBefore = 0;
  private filledColumns = 0;
  /** Number of cells of the current row that were joined with the cell before. */
  private joined = 0;
  private readonly crIsText: boolean;
  private readonly lfIsText: boolean;
  private readonly blanksBeforeQuotes: boolean;

  // Results of `quoted`.
  private textEnd = 0;
  private behind = 0;
  private high = 0;

  /** `delimiter` is one ASCII character. */
  constructor(builder: RowBlockBuilder, delimiter: string, limits: ReadLimits, lineEnds: LineEnds = 'any', blanksBeforeQuotes = false) {
    this.blanksBeforeQuotes = blanksBeforeQuotes;
    this.crIsText = lineEnds !== 'any';
    this.lfIsText = lineEnds === 'crlf';
    this.builder = builder;
    this.delimiter = delimiter.charCodeAt(0);
    this.limits = limits;
    for (const byte of [this.delimiter, LF, CR, 0]) this.ends[byte] = 1;
  }

  /**
   * Scans `b` from `from` to `end`; `CSV_SLACK` zero bytes must follow. `final`: the file ends at `end`. After `More`, call again from `at`
   * with more bytes.
   * @throws FILE_TOO_MANY_ROWS, FILE_TOO_MANY_COLUMNS, FILE_TOO_LARGE (a cell)
   */
  scan(b: Buffer, from: number, end: number, final: boolean): CsvStop {
    const { builder, delimiter, ends } = this;
    const { columns, rows, cellBytes } = this.limits;
    // An equals sign can also begin a cell, ="02108", and a NUL byte is always text.
    const emptyCell = delimiter === EQUALS || delimiter === 0 ? -1 : delimiter;
    let text = builder.reserve(end - from);
    let length = builder.textLength;
    let p = from;
    for (;;) {
      // The mark of a file that was appended to another one.
      if (!this.begun && b[p] === MARK[0] && b[p + 1] === MARK[1] && b[p + 2] === MARK[2] && p + 2 < end) p += MARK.length;
      const start = p;
      this.at = start;
      if (b[p] === emptyCell && p < end && this.begun) {
        this.column++;
        p++;
        continue;
      }
      let high = 0;
      let o = length;
      let q = p;
      if (b[p] === SPACE && this.blanksBeforeQuotes && this.begun) {
        while (q < end && b[q] === SPACE) q++;
        if (q >= end && !final) return CsvStop.More;
      }
      if (b[q] === QUOTE && q < end) {
        const closed = this.quoted(b, q, end, final, text, length);
        if (closed === null) return CsvStop.More;
        if (closed) {
          if (q > p) this.indentedQuotes++;
          o = this.textEnd;
          p = this.behind;
          high = this.high;
        }
      }
      if (b[p] === EQUALS && b[p + 1] === QUOTE && p + 1 < end) {
        const odd = this.oddQuotes;
        const closed = this.quoted(b, p + 1, end, final, text, length);
        if (closed === null) return CsvStop.More;
        // If there is a quote inside, it is a formula that concatenates texts.
        if (closed && odd === this.oddQuotes) {
          o = this.textEnd;
          p = this.behind;
          high = this.high;
        }
      } else if (o - length >= 3 && text[length] === EQUALS && text[length + 1] === QUOTE && text.indexOf(QUOTE, length + 2) === o - 1) {
        text.copyWithin(length, length + 2, o - 1);
        o -= 3;
      }
      const isQuoted = p !== start;
      if (!isQuoted) {
        for (;;) {
          let byte = b[p]!;
          while (ends[byte] === 0) {
            text[o++] = byte;
            high |= byte;
            byte = b[++p]!;
          }
          if (p >= end) break;
          if (byte !== 0) {
            if (!this.isText(b, p, end, final)) break;
            this.keptEnds++;
          }
          text[o++] = byte;
          p++;
        }
        if (p >= end && !final) {
          if (p - start > cellBytes) throw cellTooLong(cellBytes, this.row);
          return CsvStop.More;
        }
      }
      const stopper = p < end ? b[p]! : 0;
      if (stopper === CR && p + 1 >= end && !final) return CsvStop.More;
      if (!this.begun) {
        if (p >= end && o === length) {
          this.at = end;
          return CsvStop.End;
        }
        this.begin();
      }
      if (o > length) {
        if (this.column >= columns || this.row > rows || o - length > cellBytes) this.refuse(o - length);
        if (this.column < this.headings || isQuoted || !this.continuesAmount(text, length, o)) {
          builder.commit(this.column, CellKind.Text, o, high < 128);
          this.filledColumns = this.column + 1;
        }
        length = o;
      }
      if (stopper === delimiter && p < end) {
        this.column++;
        p++;
        continue;
      }
      const blank = this.column === 0 && p === start;
      if (p < end) p += stopper === CR && b[p + 1] === LF ? 2 : 1;
      const full = this.endRow(blank);
      this.at = p;
      if (full) return CsvStop.Block;
      if (p >= end && final) return CsvStop.End;
      text = builder.reserve(end - p);
      length = builder.textLength;
    }
  }

  /** True for a CR or LF that does not end a line here. At the end of the bytes, this may not be known yet. */
  private isText(b: Buffer, p: number, end: number, final: boolean): boolean {
    const byte = b[p]!;
    if (byte === LF) return this.lfIsText;
    return byte === CR && this.crIsText && (p + 1 < end ? b[p + 1] !== LF : final);
  }

  /** Joins a cell after the last heading with the amount before it, if it has the next three digits of the amount. */
  private continuesAmount(text: Buffer, from: number, to: number): boolean {
    const { builder, headings, joined } = this;
    const start = this.delimiter === COMMA && this.column === headings + joined ? builder.startOf(headings - 1) : -1;
    if (start === -1 || to - start > LONGEST_AMOUNT || !NEXT_DIGITS.test(text.toString('latin1', from, to))) return false;
    const [, sign, digits] = FIRST_DIGITS.exec(text.toString('latin1', start, from)) ?? [];
    if (digits === undefined || digits.length > 3 + 3 * joined || (this.onlyDollars && sign === '')) return false;
    builder.extend(to);
    if (joined === 0) this.joinedAmounts++;
    this.joined++;
    return true;
  }

  private begin(): void {
    this.begun = true;
    this.joined = 0;
    this.filledColumns = 0;
    this.column = 0;
    this.storedBefore = this.builder.rowCount;
    this.builder.beginRow(this.row);
  }

  /** Joins the dates of a row if they alone explain its surplus cells. The values after them are then under their headings. */
  private joinDates(): void {
    const surplus = this.column + 1 - this.headings - this.joined;
    if (!(surplus > 0) || this.delimiter !== COMMA) return;
    const texts = this.builder.rowTexts;
    const dates = texts.flatMap((text, column) => (MONTH_AND_DAY.test(text) && YEAR.test(texts[column + 1] ?? '') ? [column] : []));
    if (dates.length !== surplus) return;
    for (const column of dates.toReversed()) this.builder.joinWithNext(column);
    this.filledColumns -= surplus;
    this.joinedDates += surplus;
  }

  private endRow(blank: boolean): boolean {
    this.joinDates();
    const full = this.builder.endRow();
    if (this.filledColumns > this.headings) {
      this.longRows++;
      if (this.firstLongRows.length < NAMED_ROWS) this.firstLongRows.push(this.row);
    }
    if (this.builder.rowCount > this.storedBefore) this.rowsStored++;
    if (this.widths && !blank) {
      this.widths.all.push(this.column + 1);
      this.widths.filled.push(this.filledColumns);
    }
    this.row++;
    this.begun = false;
    return full || this.rowsStored >= this.rowsWanted;
  }

  private refuse(bytes: number): never {
    if (bytes > this.limits.cellBytes) throw cellTooLong(this.limits.cellBytes, this.row);
    throw this.row > this.limits.rows ? tooManyRows(this.limits.rows) : tooManyColumns(this.limits.columns);
  }

  /**
   * Copies the quoted cell at `from` to `text` at `length`. True: `textEnd` and `behind` hold its ends. False: no quote closes it, so the
   * quote is an ordinary character. Null: more bytes are needed.
   */
  private quoted(b: Buffer, from: number, end: number, final: boolean, text: Buffer, length: number): boolean | null {
    const most = this.wasted > WASTED_MOST ? NEAR : this.limits.cellBytes;
    const stopAt = Math.min(end, from + most + 1);
    let p = from + 1;
    let o = length;
    let high = 0;
    let lines = false;
    let loose = false;
    for (;;) {
      let byte = 0;
      while (p < stopAt && IN_QUOTES[(byte = b[p]!)] === 0) {
        text[o++] = byte;
        high |= byte;
        p++;
      }
      if (p >= stopAt) return final || stopAt < end ? this.notClosed(p - from) : null;
      if (byte !== QUOTE) {
        if (byte !== 0) {
          if (loose) return this.notClosed(p - from);
          lines = true;
        }
        text[o++] = byte;
        p++;
        continue;
      }
      if (p + 1 >= end && !final) return null;
      if (b[p + 1] === QUOTE && p + 1 < end) {
        // If inner quotes are not doubled, the second of two quotes at the end closes the cell.
        const mayClose = loose && (b[p + 2] === this.delimiter || b[p + 2]! <= SPACE);
        const closing = mayClose ? this.closes(b, p + 2, end, final) : -1;
        if (closing === null) return null;
        text[o++] = QUOTE;
        p += 2;
        if (closing === -1) continue;
        this.oddQuotes++;
        this.textEnd = o;
        this.behind = closing;
        this.high = high;
        return true;
      }
      const closing = this.closes(b, p + 1, end, final);
      if (closing === null) return null;
      if (closing !== -1) {
        if (loose) this.oddQuotes++;
        this.textEnd = o;
        this.behind = closing;
        this.high = high;
        return true;
      }
      // After a line end or a delimiter, this quote opens another cell, so the current cell was never closed.
      if (lines || b[p - 1] === this.delimiter) return this.notClosed(p - from);
      loose = true;
      text[o++] = QUOTE;
      p++;
    }
  }

  private notClosed(bytes: number): false {
    this.oddQuotes++;
    this.wasted += bytes;
    return false;
  }

  /**
   * Offset of the delimiter or line end after a closing quote and blanks; -1 when something else follows, null when more bytes are needed.
   */
  private closes(b: Buffer, from: number, end: number, final: boolean): number | null {
    let p = from;
    while (p < end && (b[p] === SPACE || b[p] === TAB || this.isText(b, p, end, final)) && b[p] !== this.delimiter) p++;
    if (p >= end) return final ? p : null;
    const byte = b[p]!;
    return byte === this.delimiter || byte === LF || byte === CR ? p : -1;
  }
}
