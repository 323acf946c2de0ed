/** Reads a sheet from the inflated bytes of its part: with the fast scanner as far as possible, then with the complete XML reader. */
import { ByteWindow } from '../core/byte-window.ts';
import { type Chunks, readFrame } from './part-frame.ts';
import type { RowBlock } from '../core/rowblock.ts';
import type { SheetCells } from './sheet-cells.ts';
import { SCAN_SLACK, SheetScanner, Stop } from './sheet-scanner.ts';
import { MAIN_NAMESPACES, SheetXml } from './sheet-xml.ts';
import type { StringsReader } from './strings-reader.ts';
import type { ReadLimits } from '../core/workbook.ts';
import { XmlReader, xmlDecoder } from '../markup/xml.ts';
import { damagedPart } from '../zip/zip.ts';

/** The byte order mark and XML declaration of a part are within this many bytes. */
const DECLARATION_BYTES = 256;

export class SheetReader {
  private readonly chunks: Chunks;
  private readonly cells: SheetCells;
  private readonly strings: StringsReader | null;
  private readonly part: string;
  private readonly limits: ReadLimits;
  private readonly window = new ByteWindow(SCAN_SLACK);
  private readonly handler: SheetXml;
  private readonly xml: XmlReader;

  constructor(chunks: Chunks, cells: SheetCells, strings: StringsReader | null, part: string, limits: ReadLimits) {
    this.chunks = chunks;
    this.cells = cells;
    this.strings = strings;
    this.part = part;
    this.limits = limits;
    this.handler = new SheetXml(cells, limits.cellBytes);
    this.xml = new XmlReader(this.handler, part);
  }

  /**
   * The sheet's blocks. `onlyComplete`: skips the scanner, which only affects the speed.
   * @throws SpreadsheetError when the sheet is damaged or exceeds a limit; the caller must discard the blocks before it
   */
  async *blocks(onlyComplete = false): AsyncGenerator<RowBlock, void> {
    const { cells, window, xml } = this;
    let rowsLeft = true;
    const frame = onlyComplete ? null : await readFrame(window, this.chunks, 'sheetData');
    if (frame && window.isUtf8()) {
      xml.write(window.bytes.toString('utf8', 0, frame.at));
      window.from = frame.at;
      rowsLeft = !frame.empty;
      // The scanner does not know namespaces, so this checks that it is the sheet's own `sheetData`.
      if (rowsLeft && this.handler.dataSeen && xml.openTags.length === 2 && MAIN_NAMESPACES.has(xml.namespaceOf(frame.prefix))) {
        rowsLeft = (yield* this.scanned(new SheetScanner(cells, frame.prefix, this.limits.cellBytes), frame.prefix)) !== Stop.End;
      }
    }
    if (!this.enough) yield* this.completed(rowsLeft);
    const last = cells.builder.finish();
    if (last) yield last;
    if (this.enough) return;
    if (!this.handler.dataSeen) throw damagedPart(this.part, 'has no place for rows, so it is not a sheet');
    cells.finish();
  }

  private get enough(): boolean {
    return this.cells.rowsStored >= this.cells.rowsWanted;
  }

  /** Yields the scanner's blocks, and returns why it stopped. The window keeps the rest. */
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

  /** Reads the rest with the complete reader: any remaining rows, and the elements after them. */
  private async *completed(rowsLeft: boolean): AsyncGenerator<RowBlock, void> {
    const { handler, window, xml } = this;
    // The complete reader cannot wait for a shared string, so all of them must be loaded.
    if (rowsLeft) await this.strings?.ensure(Number.POSITIVE_INFINITY);
    // The first bytes determine the encoding.
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
