/** Helpers for the tests of written files. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import * as XLSX from 'xlsx';
import yauzl from 'yauzl';
import type { RowWriter } from '../../../main/spreadsheet/write/row-writer.ts';

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'write-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads a file with SheetJS. Serial numbers and number formats are kept. */
export async function readWorkbook(path: string): Promise<XLSX.WorkBook> {
  return XLSX.read(await readFile(path), { cellDates: false, cellNF: true, cellStyles: true, sheetStubs: false });
}

/** A cell of SheetJS, or undefined. Counted from 0. */
export function cellAt(sheet: XLSX.WorkSheet, row: number, column: number): XLSX.CellObject | undefined {
  return sheet[XLSX.utils.encode_cell({ r: row, c: column })] as XLSX.CellObject | undefined;
}

/** All entries of a zip in order, with their sizes and checksums verified against the directory. */
export async function readZip(path: string): Promise<Map<string, Buffer>> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true });
  const parts = new Map<string, Buffer>();
  try {
    for await (const entry of zip.eachEntry()) {
      const bytes = await buffer(await zip.openReadStreamPromise(entry));
      if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw new Error(`${entry.fileName} is damaged`);
      parts.set(entry.fileName, bytes);
    }
  } finally {
    zip.close();
  }
  return parts;
}

/** The text of an entry; '' for none. */
export const partOf = (parts: ReadonlyMap<string, Buffer>, name: string): string => parts.get(name)?.toString() ?? '';

/** Writes one row of texts, and waits if the writer requires it. */
export async function writeRow(writer: RowWriter, texts: readonly string[]): Promise<void> {
  writer.beginRow();
  for (const text of texts) writer.text(text);
  await writer.endRow();
}
