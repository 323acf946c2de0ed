/** Writes delimited text (RFC 4180: quoted where needed, quotes doubled, CRLF) of any length in bounded memory. */
import { isUtf8 } from 'node:buffer';
import { looksLikeFormula } from './formula-guard.ts';
import { type RowBlock, CellKind } from '../core/rowblock.ts';
import type { WriteColumn } from './row-writer.ts';
import { TextTable } from './text-table.ts';
import { TextFile } from './write-text.ts';

const QUOTE = 0x22;
const BLANK = 0x20;
const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvOptions {
  readonly columns: readonly WriteColumn[];
  /** A first row with the titles. True when left out. */
  readonly header?: boolean;
  /** One ASCII character, a comma when left out. */
  readonly delimiter?: string;
  /** A byte order mark, by which Excel knows that the text is UTF-8. True when left out. */
  readonly byteOrderMark?: boolean;
  /** An apostrophe before texts that a spreadsheet program would take for a formula. True when left out. */
  readonly guardFormulas?: boolean;
}

/** Bytes for which a cell must be quoted: those of the format, and other usual delimiters, since Excel may split at them. */
function quotedBytes(delimiter: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of `${delimiter}",;\t|\r\n`) table[character.charCodeAt(0)] = 1;
  // Not to be quoted, but to be looked at: no program reads it.
  table[0] = 1;
  return table;
}

/** Every row is a line, every cell a text; a cell that looks like a formula is guarded. */
export class CsvWriter extends TextTable {
  private readonly delimiter: number;
  private readonly special: Uint8Array;
  private readonly guard: boolean;
  private cellsInRow = 0;
  /** Nothing was written to the row's line so far. */
  private lineEmpty = true;

  private constructor(file: TextFile, options: CsvOptions, delimiter: string) {
    super(file);
    this.delimiter = delimiter.charCodeAt(0);
    this.special = quotedBytes(delimiter);
    this.guard = options.guardFormulas ?? true;
  }

  /** Begins a file that is to be at this path. Throws a WriteError (TARGET_UNWRITABLE) when it cannot be written there. */
  static async create(path: string, options: CsvOptions): Promise<CsvWriter> {
    const { delimiter = ',' } = options;
    if (!/^[\t !#-&(-,./:-@[-`{-~]$/.test(delimiter)) throw new RangeError('a delimiter is one ASCII character, no letter, digit or quote');
    const file = await TextFile.create(path);
    const writer = new CsvWriter(file, options, delimiter);
    if (options.byteOrderMark ?? true) file.put(BYTE_ORDER_MARK);
    if (options.header ?? true) {
      writer.beginRow();
      for (const { title } of options.columns) writer.text(title);
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

  /** Ends the row. A promise when the disk is behind: wait for it before the next row. Throws or rejects with a WriteError. */
  endRow(): Promise<void> | undefined {
    this.leaveRow();
    const { file } = this;
    file.room(4);
    // A line with nothing in it would be no row to many programs.
    if (this.lineEmpty) {
      file.chunk[file.at++] = QUOTE;
      file.chunk[file.at++] = QUOTE;
    }
    file.chunk[file.at++] = 0x0d;
    file.chunk[file.at++] = 0x0a;
    this.rows += 1;
    return file.drained();
  }

  /** Room for a cell, and the delimiter before it. */
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

  /** A text as it is, quoted where needed. */
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

  /** A cell of valid UTF-8 bytes, quoted where needed. The delimiter before it is written. */
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
    // What may need a guard, and what is not ASCII, takes the way of texts.
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
    else this.copySlowly(bytes, start, end);
  }

  /** The delimiter is written already. */
  private copySlowly(bytes: Buffer, start: number, end: number): void {
    const text = bytes.toString('utf8', start, end);
    const guarded = this.guard && looksLikeFormula(text);
    if (!guarded && isUtf8(bytes.subarray(start, end))) this.quotable(bytes, start, end);
    else {
      const mended = Buffer.from(guarded ? `'${text}` : text);
      this.quotable(mended, 0, mended.length);
    }
  }
}
