/**
 * Writes a sheet's cells as XML chunks. A million rows pass through this code, so it creates no object per cell and copies text directly
 * into the chunk. Texts are inline (`inlineStr`): for 1 M rows × 45 columns, shared strings would save 25 % of the XML, but no deflated
 * bytes (248 per row) and no time, and their table would stay in memory. `t="str"` would save 6 % of the work, but LibreOffice and SheetJS
 * do not resolve `_xHHHH_` in it. Cells have `r`, which is half of the file, because some readers lose cells without it.
 */
import { type WordPiece, wordPiece } from '../../../shared/base/index.ts';
import { isPlainNumber } from '../core/workbook-values.ts';
import { STYLE_COUNT } from './xlsx-styles.ts';
import { putXmlBytes, putXmlText, WIDEST } from './xml-text.ts';

/** Size in bytes from which a chunk is passed on; deflating one takes about 3 ms. */
const CHUNK = 1024 * 1024;
/** Extra room per chunk, so that chunks rarely end inside a row. */
const SLACK = 64 * 1024;
/** Maximum bytes of a cell's XML without its text. */
const AROUND = 128;

/** The XML after a cell's reference, by style number. */
const byStyle = (rest: string) =>
  Array.from({ length: STYLE_COUNT }, (_, style) => wordPiece(style === 0 ? `"${rest}` : `" s="${style}"${rest}`));

const OPEN_TEXT = byStyle(' t="inlineStr"><is><t>');
const OPEN_SPACED = byStyle(' t="inlineStr"><is><t xml:space="preserve">');
const OPEN_VALUE = byStyle('><v>');
const OPEN_BOOLEAN = byStyle(' t="b"><v>');
const OPEN_ERROR = byStyle(' t="e"><v>');
const BLANK = byStyle('/>');
const CLOSE_TEXT = wordPiece('</t></is></c>');
const CLOSE_VALUE = wordPiece('</v></c>');
const OPEN_ROW = wordPiece('<row r="');
const OPEN_ROW_END = wordPiece('">');
/** The end of the opening of a row with room for two lines. */
const OPEN_ROW_TALL = wordPiece('" ht="30" customHeight="1">');
const CLOSE_ROW = wordPiece('</row>');

/** A column's letters: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

const isBlank = (unit: number) => unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;

/** Limit for hundredths that fit in a small integer of V8. */
const MAX_CENTS = 2 ** 30;

/** Writes a number of hundredths as a decimal without trailing zeros; returns the offset after it. */
function putHundredths(hundredths: number, target: Uint8Array, at: number): number {
  let first = at;
  let rest = hundredths | 0;
  if (rest < 0) {
    target[first++] = 0x2d;
    rest = -rest;
  }
  const fraction = (rest % 100) | 0;
  let whole = (rest / 100) | 0;
  let end = first + 1;
  for (let larger = whole; larger >= 10; larger = (larger / 10) | 0) end += 1;
  for (let digit = end - 1; digit >= first; digit -= 1) {
    const tenth = (whole / 10) | 0;
    target[digit] = 0x30 + whole - tenth * 10;
    whole = tenth;
  }
  if (fraction === 0) return end;
  const tenths = (fraction / 10) | 0;
  target[end] = 0x2e;
  target[end + 1] = 0x30 + tenths;
  if (fraction === tenths * 10) return end + 2;
  target[end + 2] = 0x30 + fraction - tenths * 10;
  return end + 3;
}

/** Memory of a chunk, and a view to write unaligned words. */
interface Chunk {
  readonly bytes: Buffer;
  readonly view: DataView;
}

function newChunk(size: number): Chunk {
  const bytes = Buffer.allocUnsafeSlow(size);
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}

export class CellChunks {
  private readonly give: (bytes: Buffer, done: () => void) => void;
  private readonly spare: Chunk[] = [];
  private chunk: Buffer;
  private view: DataView;
  private at = 0;
  /** The row number as text, in one word: Excel's rows have at most seven digits. */
  private readonly row = { words: new Float64Array(1), length: 0 };
  private readonly rowDigits = Buffer.alloc(8);
  /** `<c r="AB` of each column used so far. */
  private readonly starts: WordPiece[] = [];

  /** `give` receives each full chunk and owns it until it calls `done`. */
  constructor(give: (bytes: Buffer, done: () => void) => void) {
    this.give = give;
    ({ bytes: this.chunk, view: this.view } = newChunk(CHUNK + SLACK));
  }

  /** Passes the current chunk on, unless it is empty. */
  flush(): void {
    if (this.at === 0) return;
    const { chunk: bytes, view } = this;
    this.give(bytes.subarray(0, this.at), () => {
      if (bytes.length === CHUNK + SLACK) this.spare.push({ bytes, view });
    });
    ({ bytes: this.chunk, view: this.view } = this.spare.pop() ?? newChunk(CHUNK + SLACK));
    this.at = 0;
  }

  /** Makes room for `bytes` more bytes; passes the current chunk on if necessary. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.chunk.length) return;
    this.flush();
    // Cell text is limited, so larger chunks are rare; `flush` does not reuse them.
    if (bytes > this.chunk.length) ({ bytes: this.chunk, view: this.view } = newChunk(bytes));
  }

  private put({ words, length }: WordPiece): void {
    const { view, at } = this;
    for (let word = 0; word < words.length; word += 1) view.setFloat64(at + word * 8, words[word]!, true);
    this.at = at + length;
  }

  /** Adds unescaped XML. */
  raw(xml: string): void {
    this.room(xml.length * 3);
    this.at += this.chunk.write(xml, this.at);
  }

  /** Begins the row with this number, from 1. `isTall`: with room for two lines. */
  openRow(row: number, isTall = false): void {
    this.row.length = putHundredths(row * 100, this.rowDigits, 0);
    this.row.words[0] = this.rowDigits.readDoubleLE(0);
    this.room(AROUND);
    this.put(OPEN_ROW);
    this.put(this.row);
    this.put(isTall ? OPEN_ROW_TALL : OPEN_ROW_END);
  }

  /** Ends the row and passes a full chunk on. */
  closeRow(): void {
    this.room(AROUND);
    this.put(CLOSE_ROW);
    if (this.at >= CHUNK) this.flush();
  }

  private open(column: number, rest: WordPiece): void {
    this.put((this.starts[column] ??= wordPiece(`<c r="${columnLetters(column)}`)));
    this.put(this.row);
    this.put(rest);
  }

  /** A text cell. */
  text(column: number, style: number, text: string): void {
    this.room(text.length * WIDEST + AROUND);
    const spaced = isBlank(text.charCodeAt(0)) || isBlank(text.charCodeAt(text.length - 1));
    this.open(column, (spaced ? OPEN_SPACED : OPEN_TEXT)[style]!);
    this.at = putXmlText(text, this.chunk, this.at);
    this.put(CLOSE_TEXT);
  }

  /** A text cell from UTF-8 bytes. */
  textBytes(column: number, style: number, source: Uint8Array, start: number, end: number): void {
    this.room((end - start) * WIDEST + AROUND);
    const spaced = isBlank(source[start]!) || isBlank(source[end - 1]!);
    this.open(column, (spaced ? OPEN_SPACED : OPEN_TEXT)[style]!);
    this.at = putXmlBytes(source, start, end, this.chunk, this.at);
    this.put(CLOSE_TEXT);
  }

  /** A number cell from decimal text. False, and no cell, if a workbook cannot store the number exactly. */
  number(column: number, style: number, text: string): boolean {
    this.room(text.length + AROUND);
    const before = this.at;
    this.open(column, OPEN_VALUE[style]!);
    const { chunk } = this;
    const start = this.at;
    let at = start;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      // Characters beyond ASCII become NUL, which no number contains.
      chunk[at++] = unit < 0x80 ? unit : 0;
    }
    return this.closeNumber(before, start, at);
  }

  /** A number cell from ASCII bytes, like `number`. */
  numberBytes(column: number, style: number, source: Uint8Array, from: number, to: number): boolean {
    this.room(to - from + AROUND);
    const before = this.at;
    this.open(column, OPEN_VALUE[style]!);
    const { chunk } = this;
    const start = this.at;
    let at = start;
    for (let index = from; index < to; index += 1) chunk[at++] = source[index]!;
    return this.closeNumber(before, start, at);
  }

  private closeNumber(before: number, start: number, end: number): boolean {
    if (!isPlainNumber(this.chunk, start, end)) {
      this.at = before;
      return false;
    }
    this.at = end;
    this.put(CLOSE_VALUE);
    return true;
  }

  private value(column: number, open: WordPiece, value: string): void {
    this.room(value.length + AROUND);
    this.open(column, open);
    this.at += this.chunk.write(value, this.at, 'latin1');
    this.put(CLOSE_VALUE);
  }

  /** A cell with a finite JavaScript number. */
  double(column: number, style: number, value: number): void {
    this.room(AROUND);
    this.open(column, OPEN_VALUE[style]!);
    const cents = Math.round(value * 100);
    // Fast path for the usual numbers: integers, and amounts with two decimals. Within this range, if a double equals hundredths / 100,
    // that is also its shortest decimal text.
    if (cents / 100 === value && cents > -MAX_CENTS && cents < MAX_CENTS) this.at = putHundredths(cents, this.chunk, this.at);
    else this.at += this.chunk.write(String(value), this.at, 'latin1');
    this.put(CLOSE_VALUE);
  }

  boolean(column: number, style: number, value: boolean): void {
    this.value(column, OPEN_BOOLEAN[style]!, value ? '1' : '0');
  }

  /** A cell with an Excel error such as `#N/A`. */
  error(column: number, style: number, error: string): void {
    this.value(column, OPEN_ERROR[style]!, error);
  }

  /** An empty cell with a style. */
  blank(column: number, style: number): void {
    this.room(AROUND);
    this.open(column, BLANK[style]!);
  }
}
