/**
 * Reads HTML tables, which many web systems export as .xls; each table becomes a sheet. Like browsers, it accepts missing end tags and
 * cells that span rows and columns. All cells are texts, so that no guess removes a zero from a ZIP code.
 */
import { SpreadsheetError } from '../core/errors.ts';
import { htmlReferenced } from './html-references.ts';
import { type MemorySheet, MemorySheetBuilder } from '../core/memory-workbook.ts';
import { cellTooLong } from '../core/refusals.ts';
import { CellKind } from '../core/rowblock.ts';
import { type CellRange, MERGED_KEPT, type ReadLimits } from '../core/workbook.ts';

/** Elements that start a new line. */
const BLOCKS = new Set(['p', 'div', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol']);
/** Elements whose content is not part of the page's text. */
const RAW = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'template', 'xml']);
/** Maximum span; a larger one is not the layout of a list. */
const SPAN_MOST = 1_000;
/** Maximum table nesting, and maximum number of tables. */
const NESTED_MOST = 40;
const TABLES_MOST = 5_000;
/** Searches for the end of a tag may scan this many characters in total without success. After that, a tag ends at its first `>`. */
const WASTED_MOST = 32 * 1024 ** 2;

/** An open table. A table within a cell is a separate table, and its text is not part of the outer cell. */
interface Table {
  readonly rows: MemorySheetBuilder;
  row: number;
  column: number;
  inRow: boolean;
  /** Text of the open cell; null when no cell is open. */
  text: string | null;
  /** Columns that the open cell spans, and rows below it that it covers. */
  columns: number;
  reach: number;
  /** For each column: the last row covered by a cell that spans rows, and the column after that cell. */
  readonly coveredTo: number[];
  readonly coveredEnd: number[];
  /** Cells that span rows. */
  readonly merged: CellRange[];
}

function spanOf(attributes: string, name: RegExp): number {
  const value = Number(name.exec(attributes)?.[1] ?? 1);
  return Math.min(Math.max(value, 1), SPAN_MOST);
}
const COLSPAN = /\bcolspan\s{0,9}=\s{0,9}["']?\s{0,9}(\d{1,9})/i;
const ROWSPAN = /\browspan\s{0,9}=\s{0,9}["']?\s{0,9}(\d{1,9})/i;

/** Trims each line and removes empty lines at both ends. */
function trimLines(text: string): string {
  if (!text.includes('\n')) return text.trim();
  const lines = text.split('\n').map((line) => line.trim());
  while (lines.at(-1) === '') lines.pop();
  return lines.slice(lines.findIndex((line) => line !== '')).join('\n');
}

class HtmlTables {
  readonly sheets: MemorySheet[] = [];
  private readonly limits: ReadLimits;
  private readonly html: string;
  private readonly open: Table[] = [];
  private tables = 0;
  private wasted = 0;

  constructor(html: string, limits: ReadLimits) {
    this.html = html;
    this.limits = limits;
  }

  read(): void {
    const { html } = this;
    let at = 0;
    while (at < html.length) {
      if (html[at] === '<') at = this.markup(at);
      else {
        const next = html.indexOf('<', at);
        const end = next === -1 ? html.length : next;
        this.characters(html.slice(at, end));
        at = end;
      }
    }
    while (this.open.length > 0) this.closeTable();
  }

  /** Processes the markup at the `<` at `at` and returns the offset after it. */
  private markup(at: number): number {
    const { html } = this;
    const behind = (closing: string) => {
      const end = html.indexOf(closing, at);
      return end === -1 ? html.length : end + closing.length;
    };
    if (html.startsWith('<!--', at)) return behind('-->');
    if (html[at + 1] === '!' || html[at + 1] === '?') return behind('>');
    const tag = /^<(\/?)([a-z][\w:-]{0,40})/i.exec(html.slice(at, at + 50));
    const end = tag ? this.tagEnd(at) : -1;
    if (!tag || end === -1) {
      this.characters('<');
      return at + 1;
    }
    const name = tag[2]!.toLowerCase();
    const attributes = html.slice(at + tag[0].length, end);
    if (tag[1] === '/') this.closes(name);
    else if (!RAW.has(name) || attributes.endsWith('/')) this.opens(name, attributes);
    else {
      const close = html.slice(end).search(new RegExp(`</${name}\\b`, 'i'));
      return close === -1 ? html.length : end + close;
    }
    return end + 1;
  }

  /** Offset of the `>` that ends the tag at `at`, ignoring quoted ones; -1 when it is not a tag. */
  private tagEnd(at: number): number {
    const { html } = this;
    const quotes = this.wasted < WASTED_MOST;
    let quote = 0;
    for (let i = at + 1; i < html.length; i++) {
      const code = html.charCodeAt(i);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === 0x3e) return i;
      else if (code === 0x3c) return this.notClosed(i - at);
      else if (quotes && (code === 0x22 || code === 0x27)) quote = code;
    }
    return this.notClosed(html.length - at);
  }

  private notClosed(characters: number): -1 {
    this.wasted += characters;
    return -1;
  }

  private characters(text: string): void {
    const table = this.open.at(-1);
    if (table?.text == null) return;
    const plain = text.includes('&')
      ? text.replaceAll(/&(#?\w{1,31});?/g, (whole, reference: string) => htmlReferenced(reference) ?? whole)
      : text;
    // In HTML, white space collapses. In a list, a non-breaking space is an ordinary one.
    this.add(table, plain.replaceAll(/[ \t\r\n\f]+/g, ' ').replaceAll('\u00A0', ' '));
  }

  private add(table: Table, text: string): void {
    table.text += text;
    if (table.text!.length > this.limits.cellBytes) throw cellTooLong(this.limits.cellBytes, table.row);
  }

  private opens(name: string, attributes: string): void {
    if (name === 'table') {
      this.openTable();
      return;
    }
    const table = this.open.at(-1);
    if (table === undefined) return;
    if (name === 'tr') {
      this.closeRow(table);
      this.openRow(table);
    } else if (name === 'td' || name === 'th') {
      this.closeCell(table);
      if (!table.inRow) this.openRow(table);
      while ((table.coveredTo[table.column] ?? 0) >= table.row) table.column = table.coveredEnd[table.column]!;
      table.text = '';
      table.columns = spanOf(attributes, COLSPAN);
      table.reach = spanOf(attributes, ROWSPAN) - 1;
    } else if (name === 'thead' || name === 'tbody' || name === 'tfoot') this.closeRow(table);
    else if (table.text !== null && (name === 'br' || BLOCKS.has(name))) this.add(table, '\n');
  }

  private closes(name: string): void {
    const table = this.open.at(-1);
    if (table === undefined) return;
    if (name === 'table') this.closeTable();
    else if (name === 'tr' || name === 'thead' || name === 'tbody' || name === 'tfoot') this.closeRow(table);
    else if (name === 'td' || name === 'th') this.closeCell(table);
    else if (table.text !== null && BLOCKS.has(name)) this.add(table, '\n');
  }

  private openTable(): void {
    if (this.open.length >= NESTED_MOST || ++this.tables > TABLES_MOST) {
      throw new SpreadsheetError(
        'FILE_UNSUPPORTED',
        'This web page has far too many tables to be a list. Export the list as XLSX or CSV, and choose that file.',
      );
    }
    const rows = new MemorySheetBuilder(this.limits);
    this.open.push({ rows, row: 0, column: 0, inRow: false, text: null, columns: 1, reach: 0, coveredTo: [], coveredEnd: [], merged: [] });
  }

  private openRow(table: Table): void {
    table.inRow = true;
    table.row++;
    table.column = 0;
    table.rows.beginRow(table.row);
  }

  private closeCell(table: Table): void {
    if (table.text === null) return;
    table.rows.cell(table.column, CellKind.Text, trimLines(table.text));
    table.text = null;
    const { row, column, columns, reach, merged } = table;
    if (reach > 0 && merged.length < MERGED_KEPT)
      merged.push({ firstRow: row, firstColumn: column + 1, lastRow: row + reach, lastColumn: column + columns });
    const behind = Math.min(table.column + table.columns, this.limits.columns + 1);
    if (reach > 0)
      for (let c = table.column; c < behind; c++) {
        table.coveredTo[c] = row + reach;
        table.coveredEnd[c] = behind;
      }
    table.column = behind;
  }

  private closeRow(table: Table): void {
    this.closeCell(table);
    if (!table.inRow) return;
    table.inRow = false;
    table.rows.endRow();
  }

  private closeTable(): void {
    const table = this.open.pop();
    if (table === undefined) return;
    this.closeRow(table);
    // A table without text is only for the page layout.
    if (table.rows.rowsStored === 0) return;
    const name = `Table ${this.sheets.length + 1}`;
    const { merged } = table;
    const info = { name, hidden: false, visibility: 'visible', rowsHint: table.rows.rowsStored } as const;
    this.sheets.push(table.rows.finish(info, { merged, mergedRanges: merged.length }));
  }
}

/**
 * Reads the tables with text, in the order in which they end.
 * @throws FILE_TOO_LARGE (a cell), FILE_UNSUPPORTED
 */
export function readHtmlTables(html: string, limits: ReadLimits): MemorySheet[] {
  const tables = new HtmlTables(html, limits);
  tables.read();
  return tables.sheets;
}
