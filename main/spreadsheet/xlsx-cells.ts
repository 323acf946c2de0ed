/**
 * The cells of a sheet as XML in chunks of bytes. This is the loop that a million rows go through: a cell costs no object,
 * and its text goes from the source's bytes, or the string's units, straight into the chunk.
 *
 * Texts stand in their cells (`inlineStr`), not in a shared table. Measured over 1 M rows × 45 columns of names, addresses
 * and scores, shared strings spared 25 % of the XML but nothing of the deflated file (248 bytes a row against 248) nor of
 * the time to deflate it, and their table would have to stay in memory. Excel, LibreOffice and the importers of CRMs read both.
 * Every cell names its place (`r`), although it may be left out and costs half of the file: some readers lose cells without it.
 */
import { isPlainNumber } from './cell-value.ts';
import { STYLE_COUNT } from './xlsx-styles.ts';
import { putXmlBytes, putXmlText, WIDEST } from './xml-text.ts';

/** A chunk is handed over from this size on; one deflates in some 3 ms. */
const CHUNK = 1024 * 1024;
/** Room behind it, so that a chunk seldom ends within a cell. */
const SLACK = 64 * 1024;
/** More than all of a cell's XML beside its text. */
const AROUND = 128;

const ascii = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

/** What follows a cell's place, by the number of its style. */
const byStyle = (rest: string) =>
  Array.from({ length: STYLE_COUNT }, (_, style) => ascii(style === 0 ? `"${rest}` : `" s="${style}"${rest}`));

const OPEN_TEXT = byStyle(' t="inlineStr"><is><t>');
const OPEN_SPACED = byStyle(' t="inlineStr"><is><t xml:space="preserve">');
const OPEN_VALUE = byStyle('><v>');
const OPEN_BOOLEAN = byStyle(' t="b"><v>');
const OPEN_ERROR = byStyle(' t="e"><v>');
const BLANK = byStyle('/>');
const CLOSE_TEXT = ascii('</t></is></c>');
const CLOSE_VALUE = ascii('</v></c>');
const OPEN_ROW = ascii('<row r="');
const OPEN_ROW_END = ascii('">');
const CLOSE_ROW = ascii('</row>');

/** A column's letters: 0 is A, 26 is AA. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

const isBlank = (unit: number) => unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d;

export class CellChunks {
  private readonly give: (bytes: Buffer, done: () => void) => void;
  private readonly spare: Buffer[] = [];
  private chunk: Buffer;
  private at = 0;
  /** The row's number as digits. */
  private readonly rowDigits = new Uint8Array(10);
  private rowLength = 0;
  /** `<c r="AB` of each column that was used so far. */
  private readonly starts: Uint8Array[] = [];

  /** `give` takes each full chunk, which stays as it is until `done` is called. */
  constructor(give: (bytes: Buffer, done: () => void) => void) {
    this.give = give;
    this.chunk = Buffer.allocUnsafeSlow(CHUNK + SLACK);
  }

  /** Hands over what there is. */
  flush(): void {
    if (this.at === 0) return;
    const { chunk } = this;
    this.give(chunk.subarray(0, this.at), () => {
      if (chunk.length === CHUNK + SLACK) this.spare.push(chunk);
    });
    this.chunk = this.spare.pop() ?? Buffer.allocUnsafeSlow(CHUNK + SLACK);
    this.at = 0;
  }

  /** Room for this many bytes more; the chunk so far is handed over when it has none. */
  private room(bytes: number): void {
    if (this.at + bytes <= this.chunk.length) return;
    this.flush();
    // A cell's text is limited, so what is larger than a chunk is rare and thrown away afterwards.
    if (bytes > this.chunk.length) this.chunk = Buffer.allocUnsafeSlow(bytes);
  }

  private put(bytes: Uint8Array): void {
    const { chunk } = this;
    let { at } = this;
    for (let index = 0; index < bytes.length; index += 1) chunk[at++] = bytes[index]!;
    this.at = at;
  }

  /** Adds XML as it is. */
  raw(xml: string): void {
    this.room(xml.length * 3);
    this.at += this.chunk.write(xml, this.at);
  }

  /** Begins the row with this number, counted from 1. */
  openRow(row: number): void {
    const digits = String(row);
    this.rowLength = digits.length;
    for (let index = 0; index < digits.length; index += 1) this.rowDigits[index] = digits.charCodeAt(index);
    this.room(AROUND);
    this.put(OPEN_ROW);
    this.putRow();
    this.put(OPEN_ROW_END);
  }

  /** Ends the row, and hands over a chunk that is full. */
  closeRow(): void {
    this.room(AROUND);
    this.put(CLOSE_ROW);
    if (this.at >= CHUNK) this.flush();
  }

  private putRow(): void {
    const { chunk, rowDigits, rowLength } = this;
    let { at } = this;
    for (let index = 0; index < rowLength; index += 1) chunk[at++] = rowDigits[index]!;
    this.at = at;
  }

  private open(column: number, rest: Uint8Array): void {
    this.put((this.starts[column] ??= ascii(`<c r="${columnLetters(column)}`)));
    this.putRow();
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

  private value(column: number, open: Uint8Array, value: string): void {
    this.room(value.length + AROUND);
    this.open(column, open);
    this.at += this.chunk.write(value, this.at, 'latin1');
    this.put(CLOSE_VALUE);
  }

  /** A cell of a number that JavaScript made: a date's serial, for example. It must be finite. */
  serial(column: number, style: number, serial: number): void {
    this.value(column, OPEN_VALUE[style]!, String(serial));
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
