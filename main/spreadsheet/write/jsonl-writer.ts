/** Writes JSON Lines: one object per row, UTF-8, in bounded memory. */
import { isPlainNumber } from '../core/workbook-values.ts';
import { type RowBlock, CellKind } from '../core/rowblock.ts';
import type { WriteColumn } from './row-writer.ts';
import { TextTable } from './text-table.ts';
import { TextFile } from './text-file.ts';

/** Some readers treat these as line ends, although JSON does not. */
const OTHER_LINE_ENDS = /[\u0085\u2028\u2029]/gu;

/** JSON on a single line. */
function json(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.replace(OTHER_LINE_ENDS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Texts that need no escaping, the most frequent case. */
const SIMPLE = /^[ !#-[\]-~]*$/;

const jsonText = (text: string): string => (SIMPLE.test(text) ? `"${text}"` : json(text));

/** Unique keys from the titles: an empty title is replaced with its position, and a repeated one gets a number. */
function keysOf(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title, index) => {
    const base = title === '' ? `Column ${index + 1}` : title;
    let key = base;
    for (let number = 2; taken.has(key); number += 1) key = `${base} (${number})`;
    taken.add(key);
    return key;
  });
}

export interface JsonLinesOptions {
  /** The titles become the keys, made unique if necessary. */
  readonly columns: readonly WriteColumn[];
}

/**
 * Writes one object per row. Empty cells have no key. Numbers keep their digits; a number that a reader would round becomes a text. Dates
 * are ISO texts.
 */
export class JsonLinesWriter extends TextTable {
  /** `"Name":` of each column. */
  private readonly keys: readonly string[];
  private column = 0;
  private line = '';

  private constructor(file: TextFile, options: JsonLinesOptions) {
    super(file);
    this.keys = keysOf(options.columns.map(({ title }) => title)).map((key) => `${json(key)}:`);
  }

  /**
   * Creates the file at this path.
   * @throws TARGET_UNWRITABLE when it cannot be written there
   */
  static async create(path: string, options: JsonLinesOptions): Promise<JsonLinesWriter> {
    return new JsonLinesWriter(await TextFile.create(path), options);
  }

  beginRow(): void {
    this.enterRow();
    this.column = 0;
    this.line = '';
  }

  /**
   * Ends the row. If it returns a promise, the disk is behind: await it before the next row.
   * @throws WriteError, also through the promise
   */
  endRow(): Promise<void> | undefined {
    this.leaveRow();
    return this.put(`{${this.line}}\n`);
  }

  /** Writes any value as a line instead of a row of cells. Omits what JSON.stringify omits. */
  value(value: unknown): Promise<void> | undefined {
    if (this.inRow) throw new Error('the row has not ended');
    return this.put(`${json(value)}\n`);
  }

  private put(line: string): Promise<void> | undefined {
    this.file.put(line);
    this.rows += 1;
    return this.file.drained();
  }

  /** Adds a JSON value for the next column. */
  private add(value: string): void {
    const key = this.keys[this.column] ?? `"Column ${this.column + 1}":`;
    this.line += `${this.line === '' ? '' : ','}${key}${value}`;
    this.column += 1;
  }

  empty(): void {
    this.column += 1;
  }

  text(value: string): void {
    if (value === '') this.empty();
    else this.add(jsonText(value));
  }

  number(value: string | number): void {
    if (typeof value === 'number') {
      if (Number.isFinite(value)) this.add(String(value));
      else this.text('#NUM!');
      return;
    }
    const bytes = Buffer.from(value);
    if (isPlainNumber(bytes, 0, bytes.length)) this.add(value);
    else this.text(value);
  }

  boolean(value: boolean): void {
    this.add(value ? 'true' : 'false');
  }

  cell(kind: CellKind, value: string): void {
    if (kind === CellKind.Number) this.number(value);
    else if (kind === CellKind.Boolean && (value === 'TRUE' || value === 'FALSE')) this.boolean(value === 'TRUE');
    else this.text(value);
  }

  cells(block: RowBlock, row: number, from = 0, to: number = block.columnCount): void {
    for (let column = from; column < to; column += 1) this.cell(block.kind(row, column), block.text(row, column));
  }
}
