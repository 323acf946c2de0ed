/** Reads a workbook's shared strings from their part, only as far as the rows need them. */
import { ByteWindow } from '../core/byte-window.ts';
import { type Chunks, readFrame } from './part-frame.ts';
import type { SharedStrings } from './shared-strings.ts';
import { SCAN_SLACK } from './sheet-scanner.ts';
import { MAIN_NAMESPACES, SharedStringsXml } from './sheet-xml.ts';
import type { ReadLimits } from '../core/workbook.ts';
import { XmlReader, xmlDecoder } from '../markup/xml.ts';
import { Scan, StringScanner } from './xlsx-text.ts';

/** Reads strings into the table and pauses after each chunk. */
export type StringSteps = (strings: SharedStrings, chunks: Chunks, part: string, limits: ReadLimits) => AsyncGenerator<void, void>;

/** A table of shared strings that is filled on demand. */
export class StringsReader {
  readonly strings: SharedStrings;
  private readonly chunks: Chunks;
  private readonly steps: AsyncGenerator<void, void>;
  private pending: Promise<void> = Promise.resolve();

  constructor(read: StringSteps, strings: SharedStrings, chunks: Chunks, part: string, limits: ReadLimits) {
    this.strings = strings;
    this.chunks = chunks;
    this.steps = read(strings, chunks, part, limits);
  }

  /**
   * Reads until string `index` exists or the part ends; Infinity reads all.
   * @throws SpreadsheetError when the part cannot be read, and again on every later call
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
}

/** Adds all complete strings of the window; false when the next one needs the complete reader. */
function scanStrings(strings: SharedStrings, window: ByteWindow, scanner: StringScanner, si: Buffer): boolean {
  const { bytes: b, end } = window;
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

/** Reads the shared strings of XLSX: with the fast scanner as far as possible, then with the complete XML reader. */
export const readStringsXml: StringSteps = async function* steps(strings, chunks, part, limits) {
  const window = new ByteWindow(SCAN_SLACK);
  const xml = new XmlReader(new SharedStringsXml(strings, limits.cellBytes), part);
  const frame = await readFrame(window, chunks, 'sst');
  if (frame) {
    xml.write(window.bytes.toString('utf8', 0, frame.at));
    window.from = frame.at;
  }
  if (frame && !frame.empty && MAIN_NAMESPACES.has(xml.namespaceOf(frame.prefix))) {
    const scanner = new StringScanner(frame.prefix, limits.cellBytes);
    const si = Buffer.from(frame.prefix === '' ? 'si' : `${frame.prefix}:si`);
    while (window.isUtf8() && scanStrings(strings, window, scanner, si)) {
      yield;
      const { done, value } = await chunks.next();
      if (done) break;
      window.append(value);
    }
  }
  const decoder = xmlDecoder(window.rest(), part);
  xml.write(decoder.decode(window.rest(), { stream: true }));
  yield;
  for await (const chunk of chunks) {
    xml.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  xml.write(decoder.decode());
  xml.end();
  strings.finish();
};
