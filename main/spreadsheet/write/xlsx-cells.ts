/**
 * The cells of a sheet as XML in chunks of bytes. This is the loop that a million rows go through: a cell costs no object,
 * and its text goes from the source's bytes, or the string's units, straight into the chunk.
 *
 * Texts stand in their cells (`inlineStr`), not in a shared table. Measured over 1 M rows × 45 columns of names, addresses
 * and scores, shared strings spare 25 % of the XML but nothing of the deflated file (248 bytes a row against 248) nor of
 * the time to deflate it, and their table would have to stay in memory. Excel, LibreOffice and the importers of CRMs read both.
 * The shorter `t="str"` would spare 6 % of the work, but LibreOffice and SheetJS do not resolve `_xHHHH_` in it.
 * Every cell names its place (`r`), although that may be left out and takes half of the file: some readers lose cells without it.
 */
import { isPlainNumber } from '../core/cell-value.ts';
import { STYLE_COUNT } from './xlsx-styles.ts';
import { putXmlBytes, putXmlText, WIDEST } from './xml-text.ts';

/** A chunk is handed over from this size on; one deflates in some 3 ms. */
const CHUNK = 1024 * 1024;
/** Room behind it, so that a chunk seldom ends within a cell. */
const SLACK = 64 * 1024;
/** More than all of a cell's XML beside its text. */
const AROUND = 128;

/** XML that is always the same, as words of eight bytes: copied so, it costs an eighth of the steps. */
interface Piece {
  /** As doubles, which a loop copies without objects (no ASCII text is a NaN); filled up with NULs. */
  readonly words: Float64Array;
  /** Bytes that count. What the last word has beyond is written over by what follows. */
  readonly length: number;
}

function piece(text: string): Piece {
  const bytes = Buffer.alloc(Math.ceil(text.length / 8) * 8);
  bytes.write(text, 'latin1');
  const words = Float64Array.from({ length: bytes.length / 8 }, (_, index) => bytes.readDoubleLE(index * 8));
  return { words, length: text.length };
}

/** What follows a cell's place, by the number of its style. */
const byStyle = (rest: string) =>
  Array.from({ length: STYLE_COUNT }, (_, style) => piece(style === 0 ? `"${rest}` : `" s="${style}"${rest}`));

const OPEN_TEXT = byStyle(' t="inlineStr"><is><t>');
const OPEN_SPACED = byStyle(' t="inlineStr"><is><t xml:space="preserve">');
const OPEN_VALUE = byStyle('><v>');
const OPEN_BOOLEAN = byStyle(' t="b"><v>');
const OPEN_ERROR = byStyle(' t="e"><v>');
const BLANK = byStyle('/>');
const CLOSE_TEXT = piece('</t></is></c>');
const CLOSE_VALUE = piece('</v></c>');
const OPEN_ROW = piece('<row r="');
const OPEN_ROW_END = piece('">');
const CLOSE_ROW = piece('</row>');

/** A column's letters: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

const isBlank = (unit: number) => unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;

/** Hundredths that fit into a small integer of JavaScript. */
const MOST_CENTS = 2 ** 30;

/** Writes a number of hundredths as a plain decimal without zeros at its end; gives the position after it. */
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

/** Memory for a chunk, and a view that writes words at any place of it. */
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
  /** The row's number as text: one word, since Excel's rows have seven digits at most. */
  private readonly row = { words: new Float64Array(1), length: 0 };
  private readonly rowDigits = Buffer.alloc(8);
  /** `<c r="AB` of each column that was used so far. */
  private readonly starts: Piece[] = [];

  /** `give` takes each full chunk, which stays as it is until `done` is called. */
  constructor(give: (bytes: Buffer, done: () => void) => void) {
    this.give = give;
    ({ bytes: this.chunk, view: this.view } = newChunk(CHUNK + SLACK));
  }

  /** Hands over what there is. */
  flush(): void {
    if (this.at === 0) return;
    const { chunk: bytes, view } = this;
    this.give(bytes.subarray(0, this.at), () => {
      if (bytes.length === CHUNK + SLACK) this.spare.push({ bytes, view });
    });
    ({ bytes: this.chunk, view: this.view } = this.spare.pop() ?? newChunk(CHUNK + SLACK));
    this.at = 0;
  }

  /** Room for this many bytes more; the chunk so far is handed over when it has none. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.chunk.length) return;
    this.flush();
    // A cell's text is limited, so what is larger than a chunk is rare and thrown away afterwards.
    if (bytes > this.chunk.length) ({ bytes: this.chunk, view: this.view } = newChunk(bytes));
  }

  private put({ words, length }: Piece): void {
    const { view, at } = this;
    for (let word = 0; word < words.length; word += 1) view.setFloat64(at + word * 8, words[word]!, true);
    this.at = at + length;
  }

  /** Adds XML as it is. */
  raw(xml: string): void {
    this.room(xml.length * 3);
    this.at += this.chunk.write(xml, this.at);
  }

  /** Begins the row with this number, counted from 1. */
  openRow(row: number): void {
    this.row.length = putHundredths(row * 100, this.rowDigits, 0);
    this.row.words[0] = this.rowDigits.readDoubleLE(0);
    this.room(AROUND);
    this.put(OPEN_ROW);
    this.put(this.row);
    this.put(OPEN_ROW_END);
  }

  /** Ends the row, and hands over a chunk that is full. */
  closeRow(): void {
    this.room(AROUND);
    this.put(CLOSE_ROW);
    if (this.at >= CHUNK) this.flush();
  }

  private open(column: number, rest: Piece): void {
    this.put((this.starts[column] ??= piece(`<c r="${columnLetters(column)}`)));
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

  /** A text cell of UTF-8 bytes. */
  textBytes(column: number, style: number, source: Uint8Array, start: number, end: number): void {
    this.room((end - start) * WIDEST + AROUND);
    const spaced = isBlank(source[start]!) || isBlank(source[end - 1]!);
    this.open(column, (spaced ? OPEN_SPACED : OPEN_TEXT)[style]!);
    this.at = putXmlBytes(source, start, end, this.chunk, this.at);
    this.put(CLOSE_TEXT);
  }

  /** A number cell of a plain decimal text. False, and no cell, when it is not one that a workbook holds as it is. */
  number(column: number, style: number, text: string): boolean {
    this.room(text.length + AROUND);
    const before = this.at;
    this.open(column, OPEN_VALUE[style]!);
    const { chunk } = this;
    const start = this.at;
    let at = start;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      // Anything that is no ASCII is taken for a byte that no number has.
      chunk[at++] = unit < 0x80 ? unit : 0;
    }
    return this.closeNumber(before, start, at);
  }

  /** A number cell of ASCII bytes, like `number`. */
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

  private value(column: number, open: Piece, value: string): void {
    this.room(value.length + AROUND);
    this.open(column, open);
    this.at += this.chunk.write(value, this.at, 'latin1');
    this.put(CLOSE_VALUE);
  }

  /** A cell of a number that JavaScript made. It must be finite. */
  double(column: number, style: number, value: number): void {
    this.room(AROUND);
    this.open(column, OPEN_VALUE[style]!);
    const cents = Math.round(value * 100);
    // Whole numbers and amounts with two decimals are most of what there is. A double that equals its hundredths over 100
    // has those as its shortest text, for numbers of so few digits.
    if (cents / 100 === value && cents > -MOST_CENTS && cents < MOST_CENTS) this.at = putHundredths(cents, this.chunk, this.at);
    else this.at += this.chunk.write(String(value), this.at, 'latin1');
    this.put(CLOSE_VALUE);
  }

  boolean(column: number, style: number, value: boolean): void {
    this.value(column, OPEN_BOOLEAN[style]!, value ? '1' : '0');
  }

  /** A cell with one of Excel's own errors, such as `#N/A`. */
  error(column: number, style: number, error: string): void {
    this.value(column, OPEN_ERROR[style]!, error);
  }

  /** A cell that holds nothing but its style. */
  blank(column: number, style: number): void {
    this.room(AROUND);
    this.open(column, BLANK[style]!);
  }
}
