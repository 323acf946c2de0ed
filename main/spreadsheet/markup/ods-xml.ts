/** Handlers for the XML of OpenDocument spreadsheets: the list of sheets, and the rows of one sheet. */
import { isoText } from '../core/dates.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { moneyCell, plainNumber } from '../core/number-format.ts';
import { cellTooLong, tooManyColumns, tooManyRows } from '../core/refusals.ts';
import { type CellValue, type RowBlock, CellKind } from '../core/rowblock.ts';
import { RowBlockBuilder } from '../core/rowblock-builder.ts';
import { type CellRange, type ReadLimits, type SheetFacts, type SheetInfo, MERGED_KEPT, SHEET_COLUMNS } from '../core/workbook.ts';
import type { XmlElement, XmlHandler } from './xml.ts';

const NAMESPACE = 'urn:oasis:names:tc:opendocument:xmlns:';
const TABLE: ReadonlySet<string> = new Set([`${NAMESPACE}table:1.0`]);
const OFFICE: ReadonlySet<string> = new Set([`${NAMESPACE}office:1.0`]);
const STYLE: ReadonlySet<string> = new Set([`${NAMESPACE}style:1.0`]);
const TEXT: ReadonlySet<string> = new Set([`${NAMESPACE}text:1.0`]);
/** LibreOffice's extension, the only namespace that distinguishes an error from a text. */
const CALC: ReadonlySet<string> = new Set(['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0']);

/** Maximum number of cells from repeat counts, because a few bytes could produce billions of cells. */
const REPEATED_MOST = 20_000_000;
/** Maximum number of characters in repeated cells. */
const REPEATED_TEXT_MOST = 256 * 1024 ** 2;

const isTable = (element: XmlElement, name: string) => element.name === name && TABLE.has(element.namespace);

/** Collects the sheets, with their names, visibility and claimed row counts, and the currencies of all amounts. */
export class OdsSheetList implements XmlHandler {
  readonly sheets: SheetInfo[] = [];
  private readonly currencies = new Set<string>();
  private readonly undisplayed = new Set<string>();
  private style = '';
  private depth = 0;
  private tableDepth = 0;
  private spreadsheetDepth = 0;

  open(element: XmlElement): void {
    this.depth++;
    if (element.name === 'table-cell') {
      const currency = currencyOf(element);
      if (currency !== '' && this.currencies.size < 2) this.currencies.add(currency);
    } else if (element.name === 'spreadsheet' && OFFICE.has(element.namespace)) this.spreadsheetDepth ||= this.depth;
    else if (element.name === 'style' && STYLE.has(element.namespace)) this.style = element.attributeIn(STYLE, 'name') ?? '';
    else if (element.name === 'table-properties' && element.attributeIn(TABLE, 'display') === 'false') this.undisplayed.add(this.style);
    else if (isSheet(element, this.depth, this.spreadsheetDepth)) {
      this.tableDepth = this.depth;
      const hidden = this.undisplayed.has(element.attributeIn(TABLE, 'style-name') ?? '');
      this.sheets.push({
        name: element.attributeIn(TABLE, 'name') ?? `Sheet${this.sheets.length + 1}`,
        hidden,
        visibility: hidden ? 'hidden' : 'visible',
        rowsHint: null,
      });
    }
  }

  /** True if amounts must show their currency, because the workbook has several. */
  get hasCurrencies(): boolean {
    return this.currencies.size > 1;
  }

  close(): void {
    this.depth--;
  }

  text(): void {}
}

/** The code of the currency of a cell; '' when the cell is no amount. */
const currencyOf = (element: XmlElement): string =>
  element.attributeIn(OFFICE, 'value-type') === 'currency' ? (element.attributeIn(OFFICE, 'currency') ?? '').trim() : '';

/** True for a table directly in the spreadsheet; not for tables in cells or in linked files. */
function isSheet(element: XmlElement, depth: number, spreadsheetDepth: number): boolean {
  return isTable(element, 'table') && spreadsheetDepth > 0 && depth === spreadsheetDepth + 1;
}

/** A repeat count; 1 when missing or invalid. */
function repeats(element: XmlElement, name: string): number {
  const value = Number(element.attributeIn(TABLE, name) ?? 1);
  return Number.isInteger(value) && value >= 1 ? value : 1;
}

const DURATION = /^(-?)P(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,9}))?S)?)?$/;

/** `PT13H45M00S` as `13:45:00`; hours may exceed 23. Null for other texts. */
function clockOf(duration: string): string | null {
  const match = DURATION.exec(duration.trim());
  if (!match) return null;
  const [, sign = '', days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const total = Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const behind = fraction.slice(0, 3).replace(/0+$/, '');
  return `${sign}${two(Math.floor(total / 3600))}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}${behind === '' ? '' : `.${behind}`}`;
}

const ERROR = /^(?:#[A-Z/0!?_]+[!?A]?|Err:\d{3})$/;

/** The signs that name one currency. Dollars of other countries have the same sign. */
const SIGN_OF: Readonly<Record<string, string>> = { USD: '$', EUR: '€', GBP: '£' };
const PLAIN_AMOUNT = /^(\p{Sc}) ?(\d+(?:\.\d\d)?)$/u;

/** An amount with its currency: the shown text if it has only one reading, else with the code. */
function amountOf(value: number, code: string, shown: string): CellValue {
  const [, sign, digits] = PLAIN_AMOUNT.exec(shown) ?? [];
  const isClear = sign !== undefined && sign === SIGN_OF[code] && Number(digits) === value;
  return isClear ? { kind: CellKind.Text, text: shown } : moneyCell(value, code);
}

/** Letters before an ID, as in `C-0042`; not the code of a currency. */
const LABEL = /^(?!\s*[A-Z]{3}\s*\d)(\p{L}{1,20}[-_/# ]?|#)(?=\d)/u;

/** The shown text of a number if it adds leading zeros, or the letters or dashes of an ID; otherwise null. */
function shownDigits(value: number, text: string): string | null {
  if (!Number.isInteger(value) || value < 0) return null;
  const label = LABEL.exec(text)?.[0] ?? '';
  const shown = text.slice(label.length);
  if (!/^[\d().\-/ ]*\d$/.test(shown)) return null;
  const digits = shown.replaceAll(/\D/g, '');
  if (digits.replace(/^0+(?=.)/, '') !== String(value)) return null;
  return /^0\d/.test(digits) || /\d[-/)]/.test(shown) || /\p{L}[-_/#]$/u.test(label) ? text : null;
}

/** Handler for the rows of one sheet. */
export class OdsSheet implements XmlHandler {
  /** Full blocks, which the caller removes. */
  readonly ready: RowBlock[] = [];
  rowsStored = 0;
  rowsWanted = Number.POSITIVE_INFINITY;
  private readonly wanted: number;
  private readonly limits: ReadLimits;
  private readonly showCurrencies: boolean;
  private readonly builder = new RowBlockBuilder();
  private seen = -1;
  private depth = 0;
  private spreadsheetDepth = 0;
  private sheetDepth = 0;
  private row = 0;
  private repeated = 0;
  /** Number of characters in the repeated cells. */
  private repeatedText = 0;
  private complete = false;
  private hiddenRows = 0;
  private readonly hiddenColumns: number[] = [];
  private columnsSeen = 0;
  private mergedRanges = 0;
  private formulasWithoutValue = 0;
  private readonly merged: CellRange[] = [];

  // State of the current row.
  private rowDepth = 0;
  private rowTimes = 1;
  private rowHidden = false;
  private readonly cells: { column: number; times: number; value: CellValue }[] = [];
  private column = 0;

  // State of the current cell.
  private cellDepth = 0;
  private cellTimes = 1;
  private type = '';
  private hasFormula = false;
  /** The currency to show; '' for none. */
  private currency = '';
  private value: string | undefined;
  private shown = '';
  /** True if the shown text is empty or ends with a space. */
  private blank = true;
  private paragraphs = 0;
  private paragraphDepth = 0;
  /** Depth of an element in the cell that is not part of its text: a comment or a drawing. 0 for none. */
  private asideDepth = 0;

  /**
   * @param sheet index of the sheet
   * @param showCurrencies whether amounts show their currency. In a workbook with one currency they are plain numbers
   */
  constructor(sheet: number, limits: ReadLimits, showCurrencies = false) {
    this.wanted = sheet;
    this.limits = limits;
    this.showCurrencies = showCurrencies;
  }

  get facts(): SheetFacts {
    return {
      complete: this.complete,
      hiddenRows: this.hiddenRows,
      hiddenColumns: this.hiddenColumns,
      mergedRanges: this.mergedRanges,
      merged: this.merged,
      formulasWithoutValue: this.formulasWithoutValue,
      rowsRenumbered: 0,
    };
  }

  /** True after the end of the sheet: the rest of the document has other sheets. */
  get hasEnded(): boolean {
    return this.sheetDepth === Number.POSITIVE_INFINITY;
  }

  /** The last block, at the end of the sheet. */
  finish(): RowBlock | null {
    this.complete = true;
    return this.builder.finish();
  }

  open(element: XmlElement): void {
    this.depth++;
    if (this.sheetDepth === 0) {
      if (element.name === 'spreadsheet' && OFFICE.has(element.namespace)) this.spreadsheetDepth ||= this.depth;
      else if (isSheet(element, this.depth, this.spreadsheetDepth) && ++this.seen === this.wanted) this.sheetDepth = this.depth;
      return;
    }
    if (this.asideDepth > 0) return;
    if (this.cellDepth > 0) this.openInCell(element);
    else if (this.rowDepth > 0) this.openCell(element);
    else if (isTable(element, 'table-row')) {
      this.rowDepth = this.depth;
      this.rowTimes = repeats(element, 'number-rows-repeated');
      const visibility = element.attributeIn(TABLE, 'visibility');
      this.rowHidden = visibility === 'collapse' || visibility === 'filter';
      this.column = 0;
      this.cells.length = 0;
    } else if (isTable(element, 'table-column')) {
      const times = repeats(element, 'number-columns-repeated');
      const visibility = element.attributeIn(TABLE, 'visibility');
      if (visibility === 'collapse' || visibility === 'filter') {
        for (let c = this.columnsSeen + 1; c <= Math.min(this.columnsSeen + times, SHEET_COLUMNS); c++) this.hiddenColumns.push(c);
      }
      this.columnsSeen = Math.min(this.columnsSeen + times, SHEET_COLUMNS);
    } else if (element.name === 'shapes' || element.name === 'table') this.asideDepth = this.depth;
  }

  private openCell(element: XmlElement): void {
    if (!isTable(element, 'table-cell') && !isTable(element, 'covered-table-cell')) return;
    this.cellDepth = this.depth;
    this.cellTimes = repeats(element, 'number-columns-repeated');
    this.type = element.attributeIn(CALC, 'value-type') === 'error' ? 'error' : (element.attributeIn(OFFICE, 'value-type') ?? '');
    this.value = this.type === '' ? undefined : element.attributeIn(OFFICE, VALUE_OF[this.type] ?? 'value');
    this.hasFormula = element.attributeIn(TABLE, 'formula') !== undefined;
    this.currency = this.showCurrencies ? currencyOf(element) : '';
    this.shown = '';
    this.blank = true;
    this.paragraphs = 0;
    const rows = repeats(element, 'number-rows-spanned');
    const columns = repeats(element, 'number-columns-spanned');
    if (rows > 1 || columns > 1) {
      this.mergedRanges++;
      const first = { firstRow: this.row + 1, firstColumn: this.column + 1 };
      if (this.merged.length < MERGED_KEPT) this.merged.push({ ...first, lastRow: this.row + rows, lastColumn: this.column + columns });
    }
  }

  private openInCell(element: XmlElement): void {
    if (!TEXT.has(element.namespace)) {
      this.asideDepth = this.depth;
      return;
    }
    switch (element.name) {
      case 'p':
      case 'h':
        if (this.paragraphDepth > 0) return;
        if (this.paragraphs++ > 0) this.add('\n');
        this.paragraphDepth = this.depth;
        return;
      case 's': {
        const count = Number(element.attributeIn(TEXT, 'c') ?? 1);
        this.add(' '.repeat(Number.isInteger(count) && count > 0 ? Math.min(count, this.limits.cellBytes + 1) : 1));
        return;
      }
      case 'tab':
        this.add('\t');
        return;
      case 'line-break':
        this.add('\n');
        return;
      case 'note':
      case 'ruby-text':
        this.asideDepth = this.depth;
        return;
      default:
    }
  }

  private add(text: string): void {
    if (text === '') return;
    this.shown += text;
    this.blank = /[ \n]$/.test(text);
    if (this.shown.length > this.limits.cellBytes) throw cellTooLong(this.limits.cellBytes, this.row + 1);
  }

  text(text: string): void {
    if (this.paragraphDepth === 0 || this.asideDepth > 0) return;
    // White space in a paragraph collapses, and leading white space is dropped. Intentional white space is stored as elements.
    const single = text.replaceAll(/[ \t\r\n]+/g, ' ');
    this.add(single.startsWith(' ') && this.blank ? single.slice(1) : single);
  }

  close(): void {
    const depth = this.depth--;
    if (this.sheetDepth === 0) return;
    if (this.asideDepth > 0) {
      if (depth === this.asideDepth) this.asideDepth = 0;
    } else if (depth === this.paragraphDepth) this.paragraphDepth = 0;
    else if (depth === this.cellDepth) this.closeCell();
    else if (depth === this.rowDepth) this.closeRow();
    else if (depth === this.sheetDepth) this.sheetDepth = Number.POSITIVE_INFINITY;
  }

  private closeCell(): void {
    this.cellDepth = 0;
    const value = this.cellValue();
    if (value.text !== '') this.cells.push({ column: this.column, times: this.cellTimes, value });
    else if (this.hasFormula && this.type === '') this.formulasWithoutValue += this.rowTimes;
    this.column += this.cellTimes;
  }

  private cellValue(): CellValue {
    const { type, value, shown } = this;
    switch (type) {
      case 'float':
      case 'percentage':
      case 'currency': {
        const number = Number(value);
        if (value === undefined || value.trim() === '' || !Number.isFinite(number)) return { kind: CellKind.Text, text: shown };
        // The format hides a zero.
        if (number === 0 && this.paragraphs > 0 && shown === '') return { kind: CellKind.Empty, text: '' };
        if (ERROR.test(shown)) return { kind: CellKind.Error, text: shown };
        if (this.currency !== '') return amountOf(number, this.currency, shown);
        const digits = type === 'float' ? shownDigits(number, shown) : null;
        return digits === null ? { kind: CellKind.Number, text: plainNumber(number) } : { kind: CellKind.Text, text: digits };
      }
      case 'date':
        // The format hides day zero.
        if (this.paragraphs > 0 && shown === '' && value?.startsWith('1899-12-30')) return { kind: CellKind.Empty, text: '' };
        return isoText(value?.trim() ?? '', null) ?? { kind: CellKind.Text, text: shown };
      case 'time': {
        const clock = clockOf(value ?? '');
        return clock === null ? { kind: CellKind.Text, text: shown } : { kind: CellKind.Time, text: clock };
      }
      case 'boolean':
        return { kind: CellKind.Boolean, text: value === 'true' ? 'TRUE' : 'FALSE' };
      case 'error':
        return { kind: CellKind.Error, text: shown };
      default:
        return { kind: CellKind.Text, text: this.paragraphs > 0 ? shown : (value ?? '') };
    }
  }

  private closeRow(): void {
    this.rowDepth = 0;
    const first = this.row + 1;
    this.row += this.rowTimes;
    if (this.cells.length === 0) return;
    for (let number = first; number <= this.row && this.rowsStored < this.rowsWanted; number++) this.storeRow(number);
  }

  private storeRow(number: number): void {
    if (number > this.limits.rows) throw tooManyRows(this.limits.rows);
    this.builder.beginRow(number, this.rowHidden);
    for (const { column, times, value } of this.cells) {
      if (column + times > this.limits.columns) throw tooManyColumns(this.limits.columns);
      const repeated = times - 1 + (this.rowTimes > 1 ? 1 : 0);
      this.repeated += repeated;
      this.repeatedText += repeated * value.text.length;
      if (this.repeated > REPEATED_MOST || this.repeatedText > REPEATED_TEXT_MOST) throw repeatsTooMuch();
      for (let c = column; c < column + times; c++) this.builder.cellText(c, value.kind, value.text);
    }
    const full = this.builder.endRow();
    this.rowsStored++;
    if (this.rowHidden) this.hiddenRows++;
    if (!full && this.rowsStored < this.rowsWanted) return;
    const block = this.builder.finish();
    if (block) this.ready.push(block);
  }
}

/** The attribute with the value of each cell type. */
const VALUE_OF: Readonly<Record<string, string>> = {
  date: 'date-value',
  time: 'time-value',
  boolean: 'boolean-value',
  string: 'string-value',
};

function repeatsTooMuch(): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_BOMB',
    'The file is refused because it could harm this computer: a few of its bytes ask for many millions of equal cells. Delete the rows and columns after the list, save it, and choose it again.',
  );
}
