/**
 * The complete reader for a sheet or the shared strings. It is slower, uses decoded XML with namespaces, and handles everything that the
 * scanner declines. It always reads the elements before and after the rows.
 */
import { cellTooLong } from '../core/refusals.ts';
import type { RowBlock } from '../core/rowblock.ts';
import { type SheetCells, CellType, cellTypeOf } from './sheet-cells.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { CellRange } from '../core/workbook.ts';
import type { XmlElement, XmlHandler } from '../markup/xml.ts';
import { unescapeOoxml } from './xlsx-text.ts';

/** SpreadsheetML, in its usual and its strict form. */
export const MAIN_NAMESPACES: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
]);

const REFERENCE = /^\$?([A-Za-z]{1,7})\$?(\d{1,10})$/;

/** `BC23` → column (from 1) and row; null when the text is not a reference. */
function cellReference(text: string): { column: number; row: number } | null {
  const match = REFERENCE.exec(text.trim());
  if (!match) return null;
  let column = 0;
  for (const letter of match[1]!.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { column, row: Number(match[2]) };
}

/** The range of `A1:C7` or `A1`; null when the text is not a range. */
export function cellRange(text: string): CellRange | null {
  const [from = '', to = from] = text.split(':');
  const first = cellReference(from);
  const last = cellReference(to);
  return first && last && { firstRow: first.row, firstColumn: first.column, lastRow: last.row, lastColumn: last.column };
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true' || value === 'on';

/** Collects the text of `<si>` or `<is>`: joins its runs and skips phonetic runs. */
class RichText {
  private depth = 0;
  private phonetic = 0;
  private inText = false;
  private gathered = '';

  begin(): void {
    this.depth = 1;
    this.phonetic = 0;
    this.inText = false;
    this.gathered = '';
  }

  get active(): boolean {
    return this.depth > 0;
  }

  open(name: string): void {
    this.depth++;
    if (name === 'rPh' || this.phonetic > 0) this.phonetic++;
    this.inText = name === 't' && this.phonetic === 0;
  }

  /** True when this ends the string itself. */
  close(): boolean {
    this.depth--;
    this.inText = false;
    if (this.phonetic > 0) this.phonetic--;
    return this.depth === 0;
  }

  add(text: string, most: number): void {
    if (!this.inText) return;
    this.gathered += text;
    if (this.gathered.length > most) throw cellTooLong(most);
  }

  take(): string {
    return unescapeOoxml(this.gathered);
  }
}

/** Handler for the shared strings part. */
export class SharedStringsXml implements XmlHandler {
  private readonly strings: SharedStrings;
  private readonly most: number;
  private readonly rich = new RichText();
  private depth = 0;

  constructor(strings: SharedStrings, most: number) {
    this.strings = strings;
    this.most = most;
  }

  open(element: XmlElement): void {
    if (this.rich.active) this.rich.open(element.name);
    else if (++this.depth === 2 && element.name === 'si') {
      this.depth--;
      this.rich.begin();
    }
  }

  close(): void {
    if (!this.rich.active) this.depth--;
    else if (this.rich.close()) this.strings.addText(this.rich.take());
  }

  text(text: string): void {
    this.rich.add(text, this.most);
  }
}

/** Handler for a sheet part. */
export class SheetXml implements XmlHandler {
  /** Full blocks, which the caller removes. */
  readonly ready: RowBlock[] = [];
  /** True after `<sheetData>` was opened in its expected place. */
  dataSeen = false;
  private readonly cells: SheetCells;
  private readonly most: number;
  private readonly rich = new RichText();
  private readonly path: string[] = [];
  private rootNamespace = '';
  private resumed = false;

  private column = 0;
  private style = 0;
  private type: CellType = CellType.Number;
  private value: string | null = null;
  private inline: string | null = null;
  private inValue = false;
  private hasFormula = false;

  /** `most`: maximum characters of one cell. */
  constructor(cells: SheetCells, most: number) {
    this.cells = cells;
    this.most = most;
  }

  /** Call it when the next `<row>` repeats a row that the scanner has already begun. */
  resumeRow(): void {
    this.resumed = true;
  }

  /** True for elements of the sheet. If a document uses its own namespace throughout, its elements are accepted by name. */
  private ours(namespace: string): boolean {
    return namespace === this.rootNamespace || MAIN_NAMESPACES.has(namespace);
  }

  open(element: XmlElement): void {
    if (this.path.length === 0) this.rootNamespace = element.namespace;
    if (this.rich.active) {
      this.rich.open(element.name);
      return;
    }
    const name = this.ours(element.namespace) ? element.name : '';
    const depth = this.path.push(name);
    const parent = this.path[depth - 2];
    if (depth === 2 && name === 'sheetData') this.dataSeen = true;
    else if (name === 'row' && parent === 'sheetData' && depth === 3) {
      if (this.cells.rowsStored < this.cells.rowsWanted) this.openRow(element);
      // Enough rows are stored, so this row and its cells are ignored.
      else this.path[depth - 1] = '';
    } else if (name === 'c' && parent === 'row' && depth === 4) this.openCell(element);
    else if (parent === 'c' && depth === 5) {
      if (name === 'v') {
        this.inValue = true;
        this.value ??= '';
      } else if (name === 'f') this.hasFormula = true;
      else if (name === 'is') {
        this.path.pop();
        this.rich.begin();
      }
    } else if (name === 'col' && parent === 'cols' && isTrue(element.attribute('hidden'))) {
      this.cells.hideColumns(Number(element.attribute('min')), Number(element.attribute('max')));
    } else if (name === 'mergeCell' && parent === 'mergeCells') {
      const range = cellRange(element.attribute('ref') ?? '');
      if (range) this.cells.merge(range);
    }
  }

  text(text: string): void {
    if (this.rich.active) this.rich.add(text, this.most);
    else if (this.inValue) {
      this.value += text;
      if (this.value!.length > this.most) throw cellTooLong(this.most);
    }
  }

  close(): void {
    if (this.rich.active) {
      if (this.rich.close()) this.inline = this.rich.take();
      return;
    }
    const depth = this.path.length;
    const name = this.path.pop();
    const parent = this.path[depth - 2];
    if (name === 'v' && parent === 'c' && depth === 5) this.inValue = false;
    else if (name === 'c' && parent === 'row' && depth === 4) this.closeCell();
    else if (name === 'row' && parent === 'sheetData' && depth === 3 && this.cells.endRow()) {
      const block = this.cells.builder.finish();
      if (block) this.ready.push(block);
    }
  }

  private openRow(element: XmlElement): void {
    if (this.resumed) {
      this.resumed = false;
      return;
    }
    const number = element.attribute('r')?.trim() ?? '';
    this.cells.beginRow(/^[1-9]\d{0,9}$/.test(number) ? Number(number) : 0, isTrue(element.attribute('hidden')));
  }

  private openCell(element: XmlElement): void {
    this.column = this.cells.nextColumn;
    const reference = cellReference(element.attribute('r') ?? '');
    if (reference) {
      this.column = reference.column - 1;
      if (reference.row > 0 && reference.row <= 0x7fff_ffff) this.cells.rowOfCell(reference.row);
    }
    const style = Number(element.attribute('s') ?? 0);
    this.style = Number.isInteger(style) && style >= 0 ? style : 0;
    this.type = cellTypeOf(element.attribute('t'));
    this.value = null;
    this.inline = null;
    this.hasFormula = false;
  }

  private closeCell(): void {
    const { cells, column } = this;
    cells.nextColumn = column + 1;
    if (this.inline !== null) {
      cells.text(column, this.inline);
    } else if (this.value === null || (this.value === '' && this.type === CellType.Number)) {
      if (this.hasFormula) cells.formulaWithoutValue();
    } else if (this.type === CellType.Shared) {
      const index = this.value.trim();
      if (/^\d{1,10}$/.test(index)) cells.shared(column, Number(index));
      else cells.text(column, unescapeOoxml(this.value));
    } else cells.value(column, this.type, this.style, unescapeOoxml(this.value), false);
  }
}
