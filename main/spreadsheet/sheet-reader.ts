/** One sheet, or the shared strings, from the unpacked bytes of its part: the scanner where it can, the complete reader where it must. */
import { ByteWindow } from './byte-window.ts';
import type { RowBlock } from './rowblock.ts';
import type { SharedStrings } from './shared-strings.ts';
import type { SheetCells } from './sheet-cells.ts';
import { SCAN_SLACK, SheetScanner, Stop } from './sheet-scanner.ts';
import { MAIN_NAMESPACES, SharedStringsXml, SheetXml } from './sheet-xml.ts';
import type { ReadLimits } from './workbook.ts';
import { XmlReader, xmlDecoder, xmlEncoding } from './xml.ts';
import { Scan, StringScanner } from './xlsx-text.ts';
import { damagedPart } from './zip.ts';

/** A part's byte order mark and XML declaration are within these. */
const DECLARATION_BYTES = 256;

/** What may stand before the rows or strings for the scanner to look for them: all that programs write there takes some kilobytes. */
const FRAME_MOST = 4 * 1024 ** 2;

/** Chunks of a part's bytes, one after the other. */
export type Chunks = AsyncGenerator<Buffer, void>;

/** How a part's elements are named where its rows or strings begin. */
interface Frame {
  /** Behind the tag that opens the rows or strings. */
  readonly at: number;
  readonly prefix: string;
  /** That tag closed itself: there are none. */
  readonly empty: boolean;
}

/**
 * Looks for the tag `<name>` in the bytes, which are the beginning of a part. 'more': it may still come; null: something stands
 * before it that only the complete reader should judge.
 */
function findFrame(bytes: Buffer, name: string): Frame | 'more' | null {
  const found = bytes.indexOf(name, 0, 'latin1');
  const head = bytes.toString('latin1', 0, found === -1 ? bytes.length : found);
  if (head.includes('<!')) return null;
  if (found === -1) return 'more';
  const prefix = /<(?:([\w.-]{1,40}):)?$/.exec(head);
  if (!prefix) return null;
  const end = bytes.indexOf('>', found, 'latin1');
  if (end === -1) return 'more';
  const tag = bytes.toString('latin1', found + name.length, end);
  // With the quoted values taken out nothing may be left that shows the `>` to be within one.
  const outside = tag.replaceAll(/"[^"]*"|'[^']*'/g, '');
  if (/["'<]/.test(outside) || !/^(?:[\s/]|$)/.test(outside)) return null;
  return { at: end + 1, prefix: prefix[1] ?? '', empty: tag.endsWith('/') };
}

/** Reads into the window until the frame is known, the limit is reached or the part ends; 'more' is then as good as null. */
async function readFrame(window: ByteWindow, chunks: Chunks, name: string): Promise<Frame | null> {
  for (;;) {
    const frame = window.end > 0 ? (xmlEncoding(window.rest()) === 'utf-8' ? findFrame(window.rest(), name) : null) : 'more';
    if (frame !== 'more') return frame;
    if (window.end > FRAME_MOST) return null;
    const { done, value } = await chunks.next();
    if (done) return null;
    window.append(value);
  }
}

/** The shared strings part, read as far as it is asked for. */
export class SharedStringsReader {
  readonly strings: SharedStrings;
  private readonly chunks: Chunks;
  private readonly part: string;
  private readonly limits: ReadLimits;
  private readonly steps: AsyncGenerator<void, void>;
  private pending: Promise<void> = Promise.resolve();

  constructor(strings: SharedStrings, chunks: Chunks, part: string, limits: ReadLimits) {
    this.strings = strings;
    this.chunks = chunks;
    this.part = part;
    this.limits = limits;
    this.steps = this.read();
  }

  /**
   * Reads until string number `index` is there or there are no more; Infinity for all of them.
   * @throws SpreadsheetError when the part can not be read; then again each time
   */
  ensure(index: number): Promise<void> {
    const step = async () => {
      while (!this.strings.complete && this.strings.count <= index) await this.steps.next();
    };
    this.pending = this.pending.then(step);
    return this.pending;
  }

  async close(): Promise<void> {
    await this.pending.catch(() => {});
    await this.steps.return();
    await this.chunks.return();
  }

  /** Reads the part, pausing after each chunk. */
  private async *read(): AsyncGenerator<void, void> {
    const { strings, chunks, limits } = this;
    const window = new ByteWindow(SCAN_SLACK);
    const xml = new XmlReader(new SharedStringsXml(strings, limits.cellBytes), this.part);
    const frame = await readFrame(window, chunks, 'sst');
    if (frame) {
      xml.write(window.bytes.toString('utf8', 0, frame.at));
      window.from = frame.at;
    }
    if (frame && !frame.empty && MAIN_NAMESPACES.has(xml.namespaceOf(frame.prefix))) {
      const scanner = new StringScanner(frame.prefix, limits.cellBytes);
      const si = Buffer.from(frame.prefix === '' ? 'si' : `${frame.prefix}:si`);
      while (window.isUtf8() && this.scan(window, scanner, si)) {
        yield;
        const { done, value } = await chunks.next();
        if (done) break;
        window.append(value);
      }
    }
    const decoder = xmlDecoder(window.rest(), this.part);
    xml.write(decoder.decode(window.rest(), { stream: true }));
    yield;
    for await (const chunk of chunks) {
      xml.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    xml.write(decoder.decode());
    xml.end();
    strings.finish();
  }

  /** Takes all strings that are complete in the window; false when something is to be left to the complete reader. */
  private scan(window: ByteWindow, scanner: StringScanner, si: Buffer): boolean {
    const { bytes: b, end } = window;
    const { strings } = this;
    let p = window.from;
    for (;;) {
      if (scanner.plainItem(b, p)) {
        strings.add(b, scanner.start, scanner.end);
        p = scanner.at;
        continue;
      }
      while (b[p] === 0x20 || b[p] === 0x0a || b[p] === 0x0d || b[p] === 0x09) p++;
      window.from = p;
      if (p + si.length + 2 > end) return true;
      if (b[p] !== 0x3c) return false;
      for (let i = 0; i < si.length; i++) if (b[p + 1 + i] !== si[i]) return false;
      if (b[p + 1 + si.length] !== 0x3e) return false;
      const status = scanner.scan(b, p + 2 + si.length, end, si);
      if (status === Scan.More) return true;
      if (status === Scan.Declined) return false;
      if (scanner.value === null) strings.add(b, scanner.start, scanner.end);
      else strings.addText(scanner.value);
      p = scanner.at;
    }
  }
}

/** Reads one sheet into blocks. */
export class SheetReader {
  private readonly chunks: Chunks;
  private readonly cells: SheetCells;
  private readonly strings: SharedStringsReader | null;
  private readonly part: string;
  private readonly limits: ReadLimits;
  private readonly window = new ByteWindow(SCAN_SLACK);
  private readonly handler: SheetXml;
  private readonly xml: XmlReader;

  constructor(chunks: Chunks, cells: SheetCells, strings: SharedStringsReader | null, part: string, limits: ReadLimits) {
    this.chunks = chunks;
    this.cells = cells;
    this.strings = strings;
    this.part = part;
    this.limits = limits;
    this.handler = new SheetXml(cells, limits.cellBytes);
    this.xml = new XmlReader(this.handler, part);
  }

  /**
   * The sheet's blocks. With `onlyComplete` the scanner is not asked, which makes no difference but to the time it takes.
   * @throws SpreadsheetError as soon as the sheet turns out damaged or over a limit; blocks before that are good only if it does not
   */
  async *blocks(onlyComplete = false): AsyncGenerator<RowBlock, void> {
    const { cells, window, xml } = this;
    let rowsLeft = true;
    const frame = onlyComplete ? null : await readFrame(window, this.chunks, 'sheetData');
    if (frame && window.isUtf8()) {
      xml.write(window.bytes.toString('utf8', 0, frame.at));
      window.from = frame.at;
      rowsLeft = !frame.empty;
      // Only where it is what it looks like: the sheet's own rows, in the namespace of sheets.
      if (rowsLeft && this.handler.dataSeen && xml.openTags.length === 2 && MAIN_NAMESPACES.has(xml.namespaceOf(frame.prefix))) {
        rowsLeft = (yield* this.scanned(new SheetScanner(cells, frame.prefix, this.limits.cellBytes), frame.prefix)) !== Stop.End;
      }
    }
    if (!this.enough) yield* this.completed(rowsLeft);
    const last = cells.builder.finish();
    if (last) yield last;
    if (this.enough) return;
    if (!this.handler.dataSeen) throw damagedPart(this.part, 'has no place for rows, so it is no sheet');
    cells.finish();
  }

  private get enough(): boolean {
    return this.cells.rowsStored >= this.cells.rowsWanted;
  }

  /** Blocks by the scanner, as far as it goes; answers why it stopped. What it leaves stands in the window. */
  private async *scanned(scanner: SheetScanner, prefix: string): AsyncGenerator<RowBlock, Stop> {
    const { cells, window } = this;
    let stop: Stop;
    for (;;) {
      stop = scanner.scan(window.bytes, window.from, window.end);
      window.from = scanner.at;
      if (stop === Stop.Block) {
        const block = cells.builder.finish();
        if (block) yield block;
        if (this.enough) return stop;
      } else if (stop === Stop.Strings) await this.strings?.ensure(this.strings.strings.count);
      else if (stop === Stop.More) {
        const { done, value } = await this.chunks.next();
        if (done) break;
        window.append(value);
        if (!window.isUtf8()) break;
      } else break;
    }
    if (scanner.inRow) {
      this.handler.resumeRow();
      this.xml.write(`<${prefix === '' ? '' : `${prefix}:`}row>`);
    }
    return stop;
  }

  /** What the scanner left by the complete reader: all of the rows or the rest of them, if any, and what stands behind them. */
  private async *completed(rowsLeft: boolean): AsyncGenerator<RowBlock, void> {
    const { handler, window, xml } = this;
    // The complete reader takes each shared string as it comes, so all have to be there.
    if (rowsLeft) await this.strings?.ensure(Number.POSITIVE_INFINITY);
    // The encoding is told by the first bytes.
    while (window.end < DECLARATION_BYTES) {
      const { done, value } = await this.chunks.next();
      if (done) break;
      window.append(value);
    }
    const decoder = xmlDecoder(window.rest(), this.part);
    xml.write(decoder.decode(window.rest(), { stream: true }));
    for (;;) {
      for (const block of handler.ready.splice(0)) yield block;
      if (this.enough) return;
      const { done, value } = await this.chunks.next();
      if (done) break;
      xml.write(decoder.decode(value, { stream: true }));
    }
    xml.write(decoder.decode());
    xml.end();
    for (const block of handler.ready.splice(0)) yield block;
  }
}
