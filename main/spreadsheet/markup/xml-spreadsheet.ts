/**
 * Reads the XML spreadsheets of Excel 2003 (SpreadsheetML), which many web systems still export as .xls. Each worksheet is kept in row
 * blocks. Source: "XML Spreadsheet Reference" of Microsoft, 2001.
 */
import { dateText, isoText, type DateSystem } from '../core/dates.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { type MemorySheet, MemorySheetBuilder } from '../core/memory-workbook.ts';
import { type CellFormat, PLAIN, formatsOf, numberCell } from '../core/number-format.ts';
import { cellTooLong } from '../core/refusals.ts';
import { CellKind, type CellValue } from '../core/rowblock.ts';
import { type CellRange, type ReadLimits, MERGED_KEPT, SHEET_COLUMNS } from '../core/workbook.ts';
import { type XmlElement, type XmlHandler, XmlReader } from './xml.ts';

const SHEET_NAMESPACE: ReadonlySet<string> = new Set(['urn:schemas-microsoft-com:office:spreadsheet']);

/** Formats that have a name of their own. The names of plain numbers are not listed. */
const NAMED_FORMATS: Readonly<Record<string, string>> = {
  'General Date': 'm/d/yyyy h:mm',
  'Long Date': 'm/d/yyyy',
  'Medium Date': 'm/d/yyyy',
  'Short Date': 'm/d/yyyy',
  'Long Time': 'h:mm:ss',
  'Medium Time': 'h:mm:ss',
  'Short Time': 'h:mm:ss',
  Currency: '$0.00',
  'Euro Currency': '€0.00',
  'Yes/No': '"Yes";"Yes";"No"',
  'True/False': '"True";"True";"False"',
  'On/Off': '"On";"On";"Off"',
};
const PLAIN_FORMATS = new Set(['General', 'General Number', 'Fixed', 'Standard', 'Percent', 'Scientific']);

/** Value of an attribute; some programs omit its prefix. */
const attributeOf = (element: XmlElement, name: string) => element.attributeIn(SHEET_NAMESPACE, name) ?? element.attribute(name);

/** A whole number from 1 in an attribute, or `otherwise`. */
function countOf(element: XmlElement, name: string, otherwise: number): number {
  const value = Number(attributeOf(element, name) ?? otherwise);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, 0x7fff_ffff) : otherwise;
}

const isHidden = (element: XmlElement) => attributeOf(element, 'Hidden') === '1';

/** The styles' number formats, with those of their parents. */
class Styles {
  private readonly codes = new Map<string, string>();
  private readonly parents = new Map<string, string>();
  private formats: ReadonlyMap<string, CellFormat> | null = null;
  private style = '';

  open(element: XmlElement): void {
    if (element.name === 'Style') {
      this.style = attributeOf(element, 'ID') ?? '';
      const parent = attributeOf(element, 'Parent');
      if (parent !== undefined) this.parents.set(this.style, parent);
    } else if (element.name === 'NumberFormat') this.codes.set(this.style, attributeOf(element, 'Format') ?? 'General');
  }

  private codeOf(style: string): string {
    let at = style;
    for (let steps = 0; steps < 10; steps++) {
      const code = this.codes.get(at);
      if (code !== undefined) return code;
      const parent = this.parents.get(at);
      if (parent === undefined) break;
      at = parent;
    }
    return 'General';
  }

  /** The format of a style. Call it after all styles were read. */
  of(style: string): CellFormat {
    if (this.formats === null) {
      const names = [...new Set([...this.codes.keys(), ...this.parents.keys()])];
      const codes = names.map((name) => this.codeOf(name));
      const known = new Map(codes.map((code, at) => [at, PLAIN_FORMATS.has(code) ? 'General' : (NAMED_FORMATS[code] ?? code)]));
      const formats = formatsOf([...known.keys()], known);
      this.formats = new Map(names.map((name, at) => [name, formats.get(at) ?? PLAIN]));
    }
    return this.formats.get(style) ?? PLAIN;
  }
}

const MS_A_DAY = 86_400_000;

/** A date and time; as a time or a duration if its format shows no date. Null if it is not an ISO date. */
function dateCell(text: string, format: CellFormat): CellValue | null {
  const parts = format.type === 'date' ? format.parts : null;
  if (parts !== null && !parts.date) {
    // Day 0 is 31 December 1899. From March 1900, Excel's day numbers include 29 February 1900, which did not exist.
    const days = (Date.parse(`${text.replace(/Z$/, '')}Z`) - Date.UTC(1899, 11, 31)) / MS_A_DAY;
    const shown = Number.isNaN(days) ? null : dateText(days >= 60 ? days + 1 : days, parts, 1900);
    if (shown !== null) return shown;
  }
  return isoText(text, parts);
}

class XmlSpreadsheet implements XmlHandler {
  readonly sheets: MemorySheet[] = [];
  dateSystem: DateSystem = 1900;
  private readonly limits: ReadLimits;
  private readonly styles = new Styles();
  private readonly path: string[] = [];
  private sheet: MemorySheetBuilder | null = null;
  private name = '';
  private visibility: 'visible' | 'hidden' | 'veryHidden' = 'visible';
  private row = 0;
  private column = 0;
  private nextColumn = 0;
  private hiddenColumns: number[] = [];
  private columnStyles = new Map<number, string>();
  private columnAt = 0;
  private merged: CellRange[] = [];
  private mergedRanges = 0;
  private formulasWithoutValue = 0;
  private rowsRenumbered = 0;
  private rowStyle: string | undefined;
  private style = '';
  private type = '';
  private gathered = '';
  private hasData = false;
  private hasFormula = false;

  constructor(limits: ReadLimits) {
    this.limits = limits;
  }

  private get parent(): string {
    return this.path.at(-1) ?? '';
  }

  open(element: XmlElement): void {
    const { name } = element;
    const { parent } = this;
    this.path.push(name);
    if (this.sheet === null) {
      if (name === 'Worksheet') this.openSheet(element);
      else if (name === 'Date1904') this.dateSystem = 1904;
      else this.styles.open(element);
    } else if (parent === 'Table' && name === 'Row') this.openRow(element);
    else if (parent === 'Table' && name === 'Column') this.openColumn(element);
    else if (parent === 'Row' && name === 'Cell') this.openCell(element);
    else if (parent === 'Cell' && name === 'Data') {
      this.type = attributeOf(element, 'Type') ?? 'String';
      this.hasData = true;
    } else if (parent === 'WorksheetOptions' && name === 'Visible') this.gathered = '';
  }

  text(text: string): void {
    // A cell's text can have elements for its fonts. A comment has `Data` of its own.
    const isData = this.sheet !== null && this.path.includes('Data') && !this.path.includes('Comment');
    if (!isData && this.parent !== 'Visible') return;
    this.gathered += text;
    if (this.gathered.length > this.limits.cellBytes) throw cellTooLong(this.limits.cellBytes, this.row);
  }

  close(name: string): void {
    this.path.pop();
    if (this.sheet === null) return;
    if (name === 'Cell' && this.parent === 'Row') this.closeCell();
    else if (name === 'Row' && this.parent === 'Table') this.sheet.endRow();
    else if (name === 'Visible') this.visibility = VISIBILITY[this.gathered.trim()] ?? 'visible';
    else if (name === 'Worksheet') this.closeSheet(this.sheet);
  }

  private openSheet(element: XmlElement): void {
    this.sheet = new MemorySheetBuilder(this.limits);
    this.name = attributeOf(element, 'Name') ?? `Sheet${this.sheets.length + 1}`;
    this.visibility = 'visible';
    this.row = 0;
    this.hiddenColumns = [];
    this.columnStyles = new Map();
    this.columnAt = 0;
    this.merged = [];
    this.mergedRanges = 0;
    this.formulasWithoutValue = 0;
    this.rowsRenumbered = 0;
  }

  private closeSheet(sheet: MemorySheetBuilder): void {
    const { name, visibility, hiddenColumns, merged, mergedRanges, formulasWithoutValue, rowsRenumbered } = this;
    const info = { name, visibility, hidden: visibility !== 'visible', rowsHint: sheet.rowsStored };
    this.sheets.push(sheet.finish(info, { hiddenColumns, merged, mergedRanges, formulasWithoutValue, rowsRenumbered }));
    this.sheet = null;
  }

  private openColumn(element: XmlElement): void {
    const first = countOf(element, 'Index', this.columnAt + 1);
    this.columnAt = Math.min(first + countOf(element, 'Span', 0), SHEET_COLUMNS);
    const style = attributeOf(element, 'StyleID');
    for (let column = first; column <= this.columnAt; column++) {
      if (style !== undefined) this.columnStyles.set(column, style);
      if (isHidden(element) && this.hiddenColumns.length < SHEET_COLUMNS) this.hiddenColumns.push(column);
    }
  }

  private openRow(element: XmlElement): void {
    const index = countOf(element, 'Index', this.row + 1);
    if (index <= this.row) this.rowsRenumbered++;
    this.row = Math.max(index, this.row + 1);
    this.nextColumn = 0;
    this.rowStyle = attributeOf(element, 'StyleID');
    this.sheet!.beginRow(this.row, isHidden(element));
  }

  private openCell(element: XmlElement): void {
    this.column = countOf(element, 'Index', this.nextColumn + 1) - 1;
    const across = countOf(element, 'MergeAcross', 0);
    const down = countOf(element, 'MergeDown', 0);
    this.nextColumn = this.column + 1 + across;
    if (across > 0 || down > 0) {
      this.mergedRanges++;
      const first = { firstRow: this.row, firstColumn: this.column + 1 };
      if (this.merged.length < MERGED_KEPT) this.merged.push({ ...first, lastRow: this.row + down, lastColumn: this.column + 1 + across });
    }
    this.style = attributeOf(element, 'StyleID') ?? this.rowStyle ?? this.columnStyles.get(this.column + 1) ?? 'Default';
    this.hasFormula = attributeOf(element, 'Formula') !== undefined;
    this.hasData = false;
    this.gathered = '';
  }

  private closeCell(): void {
    if (!this.hasData) {
      if (this.hasFormula) this.formulasWithoutValue++;
      return;
    }
    const { kind, text } = this.value();
    this.sheet!.cell(this.column, kind, text);
  }

  private value(): CellValue {
    const { gathered: text } = this;
    switch (this.type) {
      case 'Number':
        return numberCell(text, this.styles.of(this.style), this.dateSystem);
      case 'DateTime':
        return dateCell(text.trim(), this.styles.of(this.style)) ?? { kind: CellKind.Text, text };
      case 'Boolean':
        return { kind: CellKind.Boolean, text: /^\s*(?:1|true)\s*$/i.test(text) ? 'TRUE' : 'FALSE' };
      case 'Error':
        return { kind: CellKind.Error, text: text.trim() };
      default:
        return { kind: CellKind.Text, text };
    }
  }
}

const VISIBILITY: Readonly<Record<string, 'hidden' | 'veryHidden'>> = { SheetHidden: 'hidden', SheetVeryHidden: 'veryHidden' };

/**
 * Reads all worksheets of an XML spreadsheet.
 * @throws FILE_DAMAGED when it is not well-formed or has no worksheet; FILE_TOO_LARGE (a cell); FILE_BOMB
 */
export function readXmlSpreadsheet(text: string, limits: ReadLimits): { sheets: readonly MemorySheet[]; dateSystem: DateSystem } {
  const handler = new XmlSpreadsheet(limits);
  const xml = new XmlReader(handler, 'document');
  xml.write(text);
  xml.end();
  const { sheets, dateSystem } = handler;
  if (sheets.length === 0) {
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      'There is no sheet with cells in this file. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.',
    );
  }
  return { sheets, dateSystem };
}
