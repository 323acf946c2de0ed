/** XLSX and XLSM, and their templates: packages of XML. */
import { type PackageReaders, PackageWorkbook } from './package-workbook.ts';
import { SheetReader } from './sheet-reader.ts';
import { cellRange } from './sheet-xml.ts';
import type { Source } from '../core/source.ts';
import { readStringsXml } from './strings-reader.ts';
import type { FileFacts, ReadLimits, Workbook } from '../core/workbook.ts';
import { xmlDecoder } from '../markup/xml.ts';
import { readPackage } from './xlsx-package.ts';
import type { ZipArchive, ZipEntry } from '../zip/zip.ts';

/** Bytes of a sheet's beginning in which its dimension stands. */
const HINT_BYTES = 2048;

/** The rows that a sheet's `<dimension>` claims, from the first bytes of its part; null when they say nothing. */
async function rowsHint(zip: ZipArchive, entry: ZipEntry): Promise<number | null> {
  try {
    const head = await zip.readHead(entry, HINT_BYTES);
    const text = xmlDecoder(head, entry.name).decode(head.subarray(0, HINT_BYTES), { stream: true });
    const reference = /<(?:[\w.-]+:)?dimension\s[^<>]*?\bref\s*=\s*["']([^"'<>]{1,40})["']/.exec(text)?.[1];
    return (reference && cellRange(reference)?.lastRow) || null;
  } catch {
    // It is only a hint: what is wrong with the sheet is told when it is read.
    return null;
  }
}

const READERS: PackageReaders = {
  format: 'xlsx',
  sheet: (...parameters) => new SheetReader(...parameters).blocks(),
  strings: readStringsXml,
};

/**
 * Opens an XLSX or XLSM workbook; no sheet is read yet. The workbook owns the source from then on.
 * @param workbook the workbook's own part
 * @param facts what is known of the file but its date system
 * @throws SpreadsheetError FILE_DAMAGED, FILE_BOMB, FILE_TOO_LARGE
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
