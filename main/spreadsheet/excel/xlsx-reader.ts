/** Opens XLSX and XLSM workbooks and their templates: packages of XML parts. */
import { type OpenPackage, type PackageReaders, PackageWorkbook } from './package-workbook.ts';
import { SheetReader } from './sheet-reader.ts';
import { cellRange } from './sheet-xml.ts';
import { readStringsXml } from './strings-reader.ts';
import { xmlDecoder } from '../markup/xml.ts';
import { readPackage } from './xlsx-package.ts';
import type { ZipArchive, ZipEntry } from '../zip/zip.ts';

/** The dimension of a sheet is within this many bytes of its beginning. */
const HINT_BYTES = 2048;

/** The last row according to a sheet's `<dimension>`, from the first bytes of its part; null if it is not there. */
async function rowsHint(zip: ZipArchive, entry: ZipEntry): Promise<number | null> {
  try {
    const head = await zip.readHead(entry, HINT_BYTES);
    const text = xmlDecoder(head, entry.name).decode(head.subarray(0, HINT_BYTES), { stream: true });
    const reference = /<(?:[\w.-]+:)?dimension\s[^<>]*?\bref\s*=\s*["']([^"'<>]{1,40})["']/.exec(text)?.[1];
    return (reference && cellRange(reference)?.lastRow) || null;
  } catch {
    // If the hint cannot be read, reading the sheet later reports what is wrong with it.
    return null;
  }
}

const READERS: PackageReaders = {
  format: 'xlsx',
  sheet: (...parameters) => new SheetReader(...parameters).blocks(),
  strings: readStringsXml,
};

/** Opens an XLSX or XLSM workbook. */
export const openXlsx: OpenPackage = async (source, zip, workbook, facts, limits) =>
  new PackageWorkbook(source, zip, await readPackage(zip, workbook, limits, rowsHint), READERS, facts, limits);
