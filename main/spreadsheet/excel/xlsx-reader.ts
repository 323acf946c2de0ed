/** Opens XLSX and XLSM workbooks and their templates: packages of XML parts. */
import { type PackageReaders, PackageWorkbook } from './package-workbook.ts';
import { SheetReader } from './sheet-reader.ts';
import { cellRange } from './sheet-xml.ts';
import type { Source } from '../core/source.ts';
import { readStringsXml } from './strings-reader.ts';
import type { FileFacts, ReadLimits, Workbook } from '../core/workbook.ts';
import { xmlDecoder } from '../markup/xml.ts';
import { readPackage } from './xlsx-package.ts';
import type { ZipArchive, ZipEntry } from '../zip/zip.ts';

/** Bytes of a sheet's beginning that contain its dimension. */
const HINT_BYTES = 2048;

/** The last row of a sheet's `<dimension>`, from the first bytes of its part; null when they have none. */
async function rowsHint(zip: ZipArchive, entry: ZipEntry): Promise<number | null> {
  try {
    const head = await zip.readHead(entry, HINT_BYTES);
    const text = xmlDecoder(head, entry.name).decode(head.subarray(0, HINT_BYTES), { stream: true });
    const reference = /<(?:[\w.-]+:)?dimension\s[^<>]*?\bref\s*=\s*["']([^"'<>]{1,40})["']/.exec(text)?.[1];
    return (reference && cellRange(reference)?.lastRow) || null;
  } catch {
    // A hint may fail: reading the sheet later reports what is wrong with it.
    return null;
  }
}

const READERS: PackageReaders = {
  format: 'xlsx',
  sheet: (...parameters) => new SheetReader(...parameters).blocks(),
  strings: readStringsXml,
};

/**
 * Opens an XLSX or XLSM workbook without reading its sheets, and takes ownership of the source.
 * @param workbook the zip entry of the workbook part
 * @param facts the facts of the file except its date system
 * @throws FILE_DAMAGED, FILE_BOMB, FILE_TOO_LARGE
 */
export async function openXlsx(
  source: Source,
  zip: ZipArchive,
  workbook: ZipEntry,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
): Promise<Workbook> {
  return new PackageWorkbook(source, zip, await readPackage(zip, workbook, limits, rowsHint), READERS, facts, limits);
}
