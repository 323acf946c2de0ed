/** The directory of an OLE container: enough to tell a workbook from a letter, and a locked one from an open one. */
import { SpreadsheetError } from './errors.ts';
import type { Source } from './source.ts';

const HEADER = 512;
const ENTRY = 128;
const IN_HEADER = 109;
/** Sectors of the directory that are looked at. */
const SECTORS_MOST = 1_000;

/**
 * The names of the streams and folders in the container, in lower case. Of a damaged container those that can be found.
 * @throws SpreadsheetError FILE_DAMAGED when the header is cut off
 */
export async function oleNames(source: Source): Promise<ReadonlySet<string>> {
  const header = await source.bytes(0, HEADER);
  if (header.length < HEADER) throw damagedOle();
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damagedOle();
  const sectorBytes = 1 << shift;
  const perSector = sectorBytes / 4;
  const read = (sector: number) => source.bytes((sector + 1) * sectorBytes, sectorBytes);
  const names = new Set<string>();
  const seen = new Set<number>();
  let sector = header.readUInt32LE(48);
  while (sector < 0xffff_fff0 && !seen.has(sector) && seen.size < SECTORS_MOST) {
    seen.add(sector);
    const bytes = await read(sector);
    for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) {
      const length = bytes.readUInt16LE(at + 64);
      if (length >= 4 && length <= 64) names.add(bytes.toString('utf16le', at, at + length - 2).toLowerCase());
    }
    const table = Math.floor(sector / perSector);
    // Containers with more than these sectors of tables are larger than any that is read here.
    if (table >= IN_HEADER) break;
    const entries = await read(header.readUInt32LE(76 + table * 4));
    const place = (sector % perSector) * 4;
    if (place + 4 > entries.length) break;
    sector = entries.readUInt32LE(place);
  }
  return names;
}

function damagedOle(): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_DAMAGED',
    'The file is damaged: its beginning is cut off or overwritten. Open it in Excel, let Excel repair and save it, or export it again.',
  );
}

/** What a workbook with a password is refused with. */
export function encrypted(): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_ENCRYPTED',
    'The file is protected with a password. Open it in the program it was made with, remove the password (in Excel: File › Info › Protect Workbook › Encrypt with Password), save it, and choose it again.',
  );
}

/**
 * Refuses a container that holds no workbook that can be read.
 * @throws SpreadsheetError FILE_ENCRYPTED, FILE_NOT_SPREADSHEET, FILE_UNSUPPORTED
 */
export function judgeOle(names: ReadonlySet<string>): void {
  if (names.has('encryptedpackage') || names.has('encryptioninfo')) throw encrypted();
  if (names.has('workbook') || names.has('book')) return;
  const is = (what: string) =>
    new SpreadsheetError('FILE_NOT_SPREADSHEET', `This is ${what}, not a spreadsheet. Choose the spreadsheet that holds your list.`);
  if (names.has('worddocument')) throw is('a Word document');
  if (names.has('powerpoint document')) throw is('a PowerPoint presentation');
  if (names.has('__nameid_version1.0')) throw is('an Outlook message');
  if (names.has('visiodocument')) throw is('a Visio drawing');
  if (names.has('perfectoffice_main') || names.has('wksssworkbook') || names.has('contents')) {
    throw new SpreadsheetError(
      'FILE_UNSUPPORTED',
      'This is a spreadsheet of another program (Quattro Pro or Works). Open it where it was made, save it as XLSX or CSV, and choose that file.',
    );
  }
  throw new SpreadsheetError(
    'FILE_NOT_SPREADSHEET',
    'There is no workbook in this file. It may be damaged, or of another program: open it there, save it as XLSX or CSV, and choose that file.',
  );
}
