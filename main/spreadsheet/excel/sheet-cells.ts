/**
 * Interprets the rows and cells of a sheet for all Excel readers: number formats, shared strings, limits, numbers of rows and columns
 * without a reference, and the sheet's facts.
 */
import { type DateSystem, IsoDays, isoText } from '../core/dates.ts';
import { type CellFormat, PLAIN, formatNumber, numberCell } from '../core/number-format.ts';
import { cellTooLong, tooManyColumns, tooManyRows } from '../core/refusals.ts';
import { CellKind } from '../core/rowblock.ts';
import { type BlockMemory, RowBlockBuilder } from '../core/rowblock-builder.ts';
import type { SharedStrings } from './shared-strings.ts';
import { decodeText } from './xlsx-text.ts';
import { type CellRange, type ReadLimits, type SheetFacts, MERGED_KEPT, SHEET_COLUMNS } from '../core/workbook.ts';
import { damagedPart } from '../zip/zip.ts';

/** The type of a cell: its `t` attribute. */
export const CellType = { Number: 0, Shared: 1, FormulaText: 2, Inline: 3, Boolean: 4, Error: 5, IsoDate: 6 } as const;
export type CellType = (typeof CellType)[keyof typeof CellType];

/** Maps the `t` attribute. An unknown type is read as a number; if the value is not a number, it is kept as text. */
export function cellTypeOf(t: string | undefined): CellType {
  switch (t) {
    case 's':
      return CellType.Shared;
    case 'str':
      return CellType.FormulaText;
    case 'inlineStr':
      return CellType.Inline;
    case 'b':
      return CellType.Boolean;
    case 'e':
      return CellType.Error;
    case 'd':
      return CellType.IsoDate;
    default:
      return CellType.Number;
  }
}

/** Maximum number of times that cells are moved because others come out of order. A file above it is malicious or broken. */
const MOVES_MOST = 200_000_000;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** How cells of a style can be formatted: there are shortcuts for plain numbers and whole days. */
const Shown = { Plain: 0, Day: 1, Other: 2 } as const;

/** The cell formats of a workbook by style number. */
export class CellFormats {
  private readonly formats: readonly CellFormat[];
  private readonly shown: Uint8Array;
  readonly dateSystem: DateSystem;

  constructor(formats: readonly CellFormat[], dateSystem: DateSystem) {
    this.formats = formats;
    this.dateSystem = dateSystem;
    this.shown = Uint8Array.from(formats, (format) => {
      if (format.type === 'plain') return Shown.Plain;
      return format.type === 'date' && format.parts.date && !format.parts.time ? Shown.Day : Shown.Other;
    });
  }

  /** The format of a style; plain for an unknown style. */
  of(style: number): CellFormat {
    return this.formats[style] ?? PLAIN;
  }

  shownAs(style: number): number {
    return style < this.shown.length ? this.shown[style]! : Shown.Plain;
  }
}

/** True when `numberCell` gives exactly these bytes for the plain format, so that they can be copied. Other bytes may be a number too. */
function isInPlainForm(b: Uint8Array, start: number, end: number): boolean {
  let p = start;
  if (b[p] === MINUS) p++;
  const first = p;
  while (p < end && b[p]! >= ZERO && b[p]! <= ZERO + 9) p++;
  const whole = p - first;
  if (whole === 0) return false;
  if (b[first] === ZERO && (whole > 1 || p === end)) return whole === 1 && first === start;
  if (p === end) return true;
  if (b[p] !== DOT || end - first > 16) return false;
  for (p++; p < end; p++) if (b[p]! < ZERO || b[p]! > ZERO + 9) return false;
  return b[end - 1] !== ZERO && b[end - 1] !== DOT;
}

/** A non-negative whole number of at most seven digits; -1 for anything else. */
function smallWhole(b: Uint8Array, start: number, end: number): number {
  if (end - start > 7 || end <= start) return -1;
  let value = 0;
  for (let p = start; p < end; p++) {
    const digit = b[p]! - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Writes the cells of one sheet into row blocks. */
export class SheetCells {
  readonly builder: RowBlockBuilder;
  /** Number of the current or last row. */
  row = 0;
  /** Column (from 0) of the next cell without a reference. */
  nextColumn = 0;
  /** False while the current row has no number. The reference of a cell may still provide it. */
  rowNumbered = true;
  /** Rows with text so far. */
  rowsStored = 0;
  /** After this many stored rows, every row ends a block. */
  rowsWanted = Number.POSITIVE_INFINITY;
  private hidden = false;
  private beyond = false;
  private rowsBefore = 0;
  private lastRow = 0;
  private readonly strings: SharedStrings;
  private readonly formats: CellFormats;
  private readonly limits: ReadLimits;
  private readonly part: string;
  private readonly days: IsoDays;
  private readonly facts = {
    complete: false,
    hiddenRows: 0,
    hiddenColumns: [] as number[],
    mergedRanges: 0,
    merged: [] as CellRange[],
    formulasWithoutValue: 0,
    rowsRenumbered: 0,
  };

  constructor(strings: SharedStrings, formats: CellFormats, limits: ReadLimits, part: string, memory?: BlockMemory) {
    this.builder = new RowBlockBuilder(memory);
    this.strings = strings;
    this.formats = formats;
    this.limits = limits;
    this.part = part;
    this.days = new IsoDays(formats.dateSystem);
  }

  /** The sheet's facts, updated while the sheet is read. */
  get sheetFacts(): SheetFacts {
    return this.facts;
  }

  finish(): void {
    this.facts.complete = true;
  }

  /** Begins a row. `number`: 0 if the sheet does not give one. */
  beginRow(number: number, hidden: boolean): void {
    this.lastRow = this.row;
    this.rowNumbered = number > 0;
    this.hidden = hidden;
    let row = number;
    if (row <= this.lastRow) {
      row = this.lastRow + 1;
      if (number > 0) this.facts.rowsRenumbered++;
    }
    this.startRow(row);
  }

  private startRow(row: number): void {
    this.row = row;
    this.nextColumn = 0;
    this.beyond = row > this.limits.rows;
    this.rowsBefore = this.builder.rowCount;
    // An empty row beyond the limits is allowed. Its number is clamped, but never stored.
    this.builder.beginRow(Math.min(row, 0x7fff_ffff), this.hidden);
  }

  /** Uses the row number in a cell's reference if the row itself has none. */
  rowOfCell(row: number): void {
    if (this.rowNumbered) return;
    this.rowNumbered = true;
    if (row > this.lastRow) this.startRow(row);
    else this.facts.rowsRenumbered++;
  }

  /**
   * Ends the row; true when a block is full or enough rows are stored.
   * @throws FILE_DAMAGED when far too many cells are out of order
   */
  endRow(): boolean {
    if (this.builder.cellMoves > MOVES_MOST) throw damagedPart(this.part, 'has cells in its rows that are out of order');
    const full = this.builder.endRow();
    if (this.builder.rowCount > this.rowsBefore) {
      this.rowsStored++;
      if (this.hidden) this.facts.hiddenRows++;
    }
    if (!this.rowNumbered) this.facts.rowsRenumbered++;
    this.rowNumbered = true;
    return full || this.rowsStored >= this.rowsWanted;
  }

  /**
   * Checks the limits before a cell is stored.
   * @throws FILE_TOO_MANY_COLUMNS, FILE_TOO_MANY_ROWS, FILE_TOO_LARGE
   */
  private checkLimits(column: number, bytes: number): void {
    if (column >= this.limits.columns) throw tooManyColumns(this.limits.columns);
    if (this.beyond) throw tooManyRows(this.limits.rows);
    if (bytes > this.limits.cellBytes) throw cellTooLong(this.limits.cellBytes, this.row);
  }

  /** Stores a number by copying its bytes, or as a cached date. False if the number needs the slow path; nothing is stored then. */
  plainNumber(column: number, style: number, b: Buffer, start: number, end: number): boolean {
    const shown = this.formats.shownAs(style);
    if (shown === Shown.Plain) {
      if (!isInPlainForm(b, start, end)) return false;
      this.checkLimits(column, end - start);
      this.builder.cellBytes(column, CellKind.Number, b, start, end);
      return true;
    }
    if (shown !== Shown.Day) return false;
    const serial = smallWhole(b, start, end);
    const day = serial < 0 ? -1 : this.days.at(serial);
    if (day < 0) return false;
    this.checkLimits(column, 10);
    this.builder.cellBytes(column, CellKind.Date, this.days.bytes, day, day + 10);
    return true;
  }

  /** Stores a number from the bytes of its text. */
  numberBytes(column: number, style: number, b: Buffer, start: number, end: number): void {
    if (!this.plainNumber(column, style, b, start, end)) this.number(column, style, b.toString('utf8', start, end));
  }

  /** Stores a number from its text in the sheet. */
  number(column: number, style: number, raw: string): void {
    const { kind, text } = numberCell(raw, this.formats.of(style), this.formats.dateSystem);
    this.put(column, kind, text);
  }

  /** Stores a number; skips NaN and infinity. */
  numberValue(column: number, style: number, value: number): void {
    if (!Number.isFinite(value)) return;
    const { kind, text } = formatNumber(value, this.formats.of(style), this.formats.dateSystem);
    this.put(column, kind, text);
  }

  /** Stores a text that needs no further formatting. */
  put(column: number, kind: CellKind, text: string): void {
    this.checkLimits(column, text.length);
    this.builder.cellText(column, kind, text);
  }

  /** False when shared string `index` must be read first. */
  hasString(index: number): boolean {
    return index < this.strings.count || this.strings.complete;
  }

  /**
   * Stores shared string `index`, after `hasString` returned true.
   * @throws FILE_DAMAGED when the file has no such string
   */
  shared(column: number, index: number): void {
    this.checkLimits(column, 0);
    if (!(index < this.strings.count)) throw damagedPart(this.part, `refers in row ${this.row} to a text that the file does not hold`);
    this.strings.copyTo(this.builder, column, index);
  }

  textBytes(column: number, b: Buffer, start: number, end: number): void {
    this.checkLimits(column, end - start);
    this.builder.cellBytes(column, CellKind.Text, b, start, end);
  }

  text(column: number, text: string): void {
    this.put(column, CellKind.Text, text);
  }

  /** Stores a `<v>` value that is neither a plain number nor a shared string. `encoded`: its XML references are not resolved yet. */
  value(column: number, type: CellType, style: number, raw: string, encoded: boolean): void {
    this.checkLimits(column, raw.length);
    const text = encoded ? decodeText(raw) : raw;
    switch (type) {
      case CellType.Number:
        if (text.trim() !== '') this.number(column, style, text);
        return;
      case CellType.Boolean: {
        const value = text.trim().toLowerCase();
        const known = value === '1' || value === 'true' ? 'TRUE' : value === '0' || value === 'false' ? 'FALSE' : null;
        this.builder.cellText(column, known === null ? CellKind.Text : CellKind.Boolean, known ?? text);
        return;
      }
      case CellType.Error:
        this.builder.cellText(column, CellKind.Error, text.trim());
        return;
      case CellType.IsoDate: {
        const format = this.formats.of(style);
        const shown = isoText(text.trim(), format.type === 'date' ? format.parts : null);
        if (shown) this.builder.cellText(column, shown.kind, shown.text);
        else this.number(column, style, text);
        return;
      }
      default:
        this.builder.cellText(column, CellKind.Text, text);
    }
  }

  formulaWithoutValue(): void {
    this.facts.formulasWithoutValue++;
  }

  hideColumns(first: number, last: number): void {
    const { hiddenColumns } = this.facts;
    const end = Math.min(last, SHEET_COLUMNS);
    for (let c = Math.max(1, first); c <= end && hiddenColumns.length < SHEET_COLUMNS; c++) hiddenColumns.push(c);
  }

  merge(range: CellRange): void {
    this.facts.mergedRanges++;
    if (this.facts.merged.length < MERGED_KEPT) this.facts.merged.push(range);
  }
}
