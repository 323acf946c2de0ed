/** Passes a sheet's XML directly to the sheet reader, in chunks that the test chooses. */
import { formatsOf } from '../../main/spreadsheet/core/number-format.ts';
import type { DateSystem } from '../../main/spreadsheet/core/dates.ts';
import { SharedStrings } from '../../main/spreadsheet/excel/shared-strings.ts';
import { CellFormats, SheetCells } from '../../main/spreadsheet/excel/sheet-cells.ts';
import { SheetReader } from '../../main/spreadsheet/excel/sheet-reader.ts';
import { StringsReader, readStringsXml } from '../../main/spreadsheet/excel/strings-reader.ts';
import { type ReadLimits, READ_LIMITS } from '../../main/spreadsheet/core/workbook.ts';

export interface Scan {
  /** Per row: number, hidden, then kind and text of each cell. */
  readonly rows: readonly (readonly [number: number, hidden: boolean, ...cells: string[]])[];
  readonly blocks: number;
}

export interface ScanOptions {
  readonly strings?: Uint8Array | undefined;
  /** Number format of each style. */
  readonly formats?: readonly (string | number)[];
  readonly dateSystem?: DateSystem;
  readonly limits?: Partial<ReadLimits>;
  /** Chunk lengths, repeated in order; by default the bytes form one chunk. */
  readonly chunks?: readonly number[];
  /** Use only the complete reader. */
  readonly complete?: boolean;
  readonly maxRows?: number;
}

/** Splits the bytes into chunks of these lengths. */
async function* inChunks(bytes: Uint8Array, lengths: readonly number[] = [bytes.length]): AsyncGenerator<Buffer, void> {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = Math.max(1, lengths[n % lengths.length]!);
    yield Buffer.from(bytes.subarray(at, at + length));
    at += length;
  }
}

/** Reads a sheet part. */
export async function scanSheet(xml: Uint8Array, options: ScanOptions = {}): Promise<Scan> {
  const limits = { ...READ_LIMITS, ...options.limits };
  const strings = new SharedStrings(limits.sharedStringBytes);
  const reader =
    options.strings === undefined
      ? null
      : new StringsReader(readStringsXml, strings, inChunks(options.strings, options.chunks), 'strings.xml', limits);
  if (reader === null) strings.finish();
  const codes = new Map((options.formats ?? []).map((format, index) => [1000 + index, String(format)]));
  const formats = (options.formats ?? []).map(
    (format, index) =>
      formatsOf([typeof format === 'number' ? format : 1000 + index], codes)
        .values()
        .next().value!,
  );
  const cells = new SheetCells(strings, new CellFormats(formats, options.dateSystem ?? 1900), limits, 'sheet.xml');
  cells.rowsWanted = options.maxRows ?? Number.POSITIVE_INFINITY;
  const rows: [number, boolean, ...string[]][] = [];
  let blocks = 0;
  for await (const block of new SheetReader(inChunks(xml, options.chunks), cells, reader, 'sheet.xml', limits).blocks(options.complete)) {
    blocks++;
    for (let row = 0; row < block.rowCount; row++) {
      const texts = block.rowTexts(row).map((text, column) => (text === '' ? '' : `${block.kind(row, column)}:${text}`));
      while (texts.at(-1) === '') texts.pop();
      rows.push([block.rowNumber(row), block.rowHidden(row), ...texts]);
    }
  }
  return { rows, blocks };
}

/** Reads all shared strings and returns them as the cells of a row. */
export async function scanStrings(xml: Uint8Array, chunks?: readonly number[]): Promise<string[]> {
  const strings = new SharedStrings(READ_LIMITS.sharedStringBytes);
  const reader = new StringsReader(readStringsXml, strings, inChunks(xml, chunks), 'strings.xml', READ_LIMITS);
  await reader.ensure(Number.POSITIVE_INFINITY);
  const cells = new SheetCells(strings, new CellFormats([], 1900), READ_LIMITS, 'sheet.xml');
  cells.beginRow(1, false);
  for (let index = 0; index < strings.count; index++) cells.shared(index, index);
  cells.endRow();
  return cells.builder.finish()?.rowTexts(0) ?? [];
}
