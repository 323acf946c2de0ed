/** Writes delimited text of any length in bounded memory (RFC 4180: quotes where needed, doubled inside; CRLF). */
import { isUtf8 } from 'node:buffer';
import { looksLikeFormula } from '../../../shared/base/index.ts';
import { type RowBlock, CellKind } from '../core/rowblock.ts';
import type { WriteColumn } from './row-writer.ts';
import { TextTable } from './text-table.ts';
import { TextFile } from './text-file.ts';

const QUOTE = 0x22;
const BLANK = 0x20;
const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvOptions {
  readonly columns: readonly WriteColumn[];
  /** Writes the titles as the first row. Default: true. */
  readonly header?: boolean;
  /** One ASCII character. Default: a comma. */
  readonly delimiter?: string;
  /** Writes a byte order mark, by which Excel recognizes UTF-8. Default: true. */
  readonly byteOrderMark?: boolean;
  /** Writes an apostrophe before texts that a spreadsheet program would read as a formula. Default: true. */
  readonly guardFormulas?: boolean;
}

/** Bytes that require quotes: those of the format, and other common delimiters because Excel may split at them. */
function quotedBytes(delimiter: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of `${delimiter}",;\t|\r\n`) table[character.charCodeAt(0)] = 1;
  // NUL needs the slow path, which writes U+FFFD instead because programs cannot read NUL.
  table[0] = 1;
  return table;
}

/** Writes each row as a line and each cell as text, and guards texts that look like formulas. */
export class CsvWriter extends TextTable {
  private readonly delimiter: number;
  private readonly special: Uint8Array;
  private readonly guard: boolean;
  private cellsInRow = 0;
  /** True while the current line is empty. */
  private lineEmpty = true;

  private constructor(file: TextFile, options: CsvOptions, delimiter: string) {
    super(file);
    this.delimiter = delimiter.charCodeAt(0);
    this.special = quotedBytes(delimiter);
    this.guard = options.guardFormulas ?? true;
  }

  /**
   * Creates the file at this path.
   * @throws TARGET_UNWRITABLE when it cannot be written there
   */
  static async create(path: string, options: CsvOptions): Promise<CsvWriter> {
    const { delimiter = ',' } = options;
    if (!/^[\t !#-&(-,./:-@[-`{-~]$/.test(delimiter)) throw new RangeError('a delimiter is one ASCII character, no letter, digit or quote');
    const file = await TextFile.create(path);
    const writer = new CsvWriter(file, options, delimiter);
    const isMarked = options.byteOrderMark ?? true;
    if (isMarked) file.put(BYTE_ORDER_MARK);
    if (options.header ?? true) {
      writer.beginRow();
      for (const [at, { title }] of options.columns.entries())
        // If a file begins with these letters, Excel assumes the format SYLK and refuses to open it.
        if (at === 0 && !isMarked && title.startsWith('ID')) writer.quotedText(title);
        else writer.text(title);
      void writer.endRow();
      writer.rows = 0;
    }
    return writer;
  }

  beginRow(): void {
    this.enterRow();
    this.cellsInRow = 0;
    this.lineEmpty = true;
  }

  /**
   * Ends the row. If it returns a promise, the disk is behind: await it before the next row.
   * @throws WriteError, also through the promise
   */
  endRow(): Promise<void> | undefined {
    this.leaveRow();
    const { file } = this;
    file.room(4);
    // Many programs skip an empty line, so an empty quoted cell is written.
    if (this.lineEmpty) {
      file.chunk[file.at++] = QUOTE;
      file.chunk[file.at++] = QUOTE;
    }
    file.chunk[file.at++] = 0x0d;
    file.chunk[file.at++] = 0x0a;
    this.rows += 1;
    return file.drained();
  }

  /** Makes room for a cell and writes the delimiter before it. */
  private next(bytes: number): void {
    const { file } = this;
    file.room(bytes + 1);
    if (bytes > 0 || this.cellsInRow > 0) this.lineEmpty = false;
    if (this.cellsInRow > 0) file.chunk[file.at++] = this.delimiter;
    this.cellsInRow += 1;
  }

  empty(): void {
    this.next(0);
  }

  text(value: string): void {
    this.plainText(this.guard && looksLikeFormula(value) ? `'${value}` : value);
  }

  private quotedText(value: string): void {
    this.next(value.length);
    const bytes = Buffer.from(value);
    this.quoted(bytes, 0, bytes.length);
  }

  /** Writes a text without a guard, quoted where needed. */
  private plainText(value: string): void {
    this.next(value.length);
    const { file, special } = this;
    const { chunk } = file;
    const start = file.at;
    let at = start;
    for (let index = 0; index < value.length; index += 1) {
      const unit = value.charCodeAt(index);
      if (unit > 0x7f || special[unit] === 1) {
        const bytes = Buffer.from(value);
        this.quotable(bytes, 0, bytes.length);
        return;
      }
      chunk[at++] = unit;
    }
    file.at = at;
    if (at > start && (chunk[start] === BLANK || chunk[at - 1] === BLANK)) {
      file.at = start;
      this.quoted(Buffer.from(value), 0, value.length);
    }
  }

  /** Writes a cell of valid UTF-8, quoted where needed, after its delimiter. */
  private quotable(bytes: Uint8Array, start: number, end: number): void {
    const { special, file } = this;
    let plain = bytes[start] !== BLANK && bytes[end - 1] !== BLANK;
    for (let index = start; plain && index < end; index += 1) plain = special[bytes[index]!] === 0;
    if (plain) file.putBytes(bytes.subarray(start, end));
    else this.quoted(bytes, start, end);
  }

  private quoted(bytes: Uint8Array, start: number, end: number): void {
    const { file } = this;
    file.room((end - start) * 3 + 2);
    const { chunk } = file;
    let { at } = file;
    chunk[at++] = QUOTE;
    for (let index = start; index < end; index += 1) {
      const byte = bytes[index]!;
      if (byte === QUOTE) chunk[at++] = QUOTE;
      if (byte === 0) at += chunk.write('\uFFFD', at);
      else chunk[at++] = byte;
    }
    chunk[at++] = QUOTE;
    file.at = at;
  }

  number(value: string | number): void {
    if (typeof value === 'string') this.text(value);
    else this.plainText(Number.isFinite(value) ? String(value) : '#NUM!');
  }

  boolean(value: boolean): void {
    this.plainText(value ? 'TRUE' : 'FALSE');
  }

  cell(kind: CellKind, value: string): void {
    if (kind === CellKind.Empty) this.empty();
    else this.text(value);
  }

  cells(block: RowBlock, row: number, from = 0, to: number = block.columnCount): void {
    for (let column = from; column < to; column += 1) this.copy(block, row, column);
  }

  private copy(block: RowBlock, row: number, column: number): void {
    if (block.kind(row, column) === CellKind.Empty) {
      this.empty();
      return;
    }
    const start = block.cellStart(row, column);
    const end = block.cellEnd(row, column);
    const { bytes } = block;
    const first = bytes[start]!;
    // Text beyond ASCII and possible formulas take the slow path.
    let plain = first > BLANK && first !== 0x2b && first !== 0x2d && first !== 0x3d && first !== 0x40;
    this.next(end - start);
    const { file, special } = this;
    const { chunk } = file;
    let { at } = file;
    for (let index = start; plain && index < end; index += 1) {
      const byte = bytes[index]!;
      plain = byte < 0x80 && special[byte] === 0;
      chunk[at++] = byte;
    }
    if (plain && chunk[at - 1] !== BLANK) file.at = at;
    else this.repaired(bytes, start, end);
  }

  /** Writes the cell through a string. The delimiter is already written. */
  private repaired(bytes: Buffer, start: number, end: number): void {
    const text = bytes.toString('utf8', start, end);
    const guarded = this.guard && looksLikeFormula(text);
    if (!guarded && isUtf8(bytes.subarray(start, end))) this.quotable(bytes, start, end);
    else {
      const repaired = Buffer.from(guarded ? `'${text}` : text);
      this.quotable(repaired, 0, repaired.length);
    }
  }
}
