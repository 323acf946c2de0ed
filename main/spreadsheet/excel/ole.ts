/** OLE containers ([MS-CFB]): the directory, and streams read by position. */
import { SpreadsheetError } from '../core/errors.ts';
import type { Source } from '../core/source.ts';

const HEADER = 512;
const ENTRY = 128;
const IN_HEADER = 109;
const STREAM = 2;
const ROOT = 5;
/** Sector numbers from this one on are markers, such as the end of a chain. */
const SPECIAL = 0xffff_fff0;
/** Maximum number of directory sectors to read. */
const DIRECTORY_MOST = 1_000;

function damagedOle(detail: string): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_DAMAGED',
    `The file is damaged: ${detail}. Open it in Excel, let Excel repair and save it, or export it again from where it came from.`,
  );
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly start: number;
  readonly size: number;
}

/** Bytes that are read by position. */
export interface ByteStream {
  readonly size: number;
  /** Up to `length` bytes from `position`. */
  bytes(position: number, length: number): Promise<Buffer>;
}

/** A stream of the container, read by position. */
export class OleStream implements ByteStream {
  readonly size: number;
  private readonly source: Source;
  /** File offset of each piece of the stream. */
  private readonly pieces: readonly number[];
  private readonly pieceBytes: number;

  constructor(source: Source, size: number, pieces: readonly number[], pieceBytes: number) {
    this.source = source;
    this.size = size;
    this.pieces = pieces;
    this.pieceBytes = pieceBytes;
  }

  /**
   * Up to `length` bytes of the stream from `position`. Adjacent pieces are read together.
   * @throws FILE_DAMAGED when the stream ends before its size
   */
  async bytes(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size);
    const target = Buffer.allocUnsafeSlow(Math.max(0, end - position));
    for (let at = position; at < end;) {
      const first = Math.floor(at / this.pieceBytes);
      let last = first;
      while ((last + 1) * this.pieceBytes < end && this.pieces[last + 1] === this.pieces[last]! + this.pieceBytes) last++;
      const from = this.pieces[first];
      const upTo = Math.min(end, (last + 1) * this.pieceBytes);
      if (from === undefined) throw damagedOle('a part of it ends too early');
      const read = await this.source.read(target.subarray(at - position, upTo - position), from + (at - first * this.pieceBytes));
      if (read < upTo - at) throw damagedOle('its end is missing, as after a download or copy that was cut off');
      at = upTo;
    }
    return target;
  }
}

/** An OLE container with its directory, created by `openOle`. */
export class OleFile {
  private readonly source: Source;
  private readonly header: Buffer;
  private readonly sectorBytes: number;
  private readonly entries: readonly Entry[];
  private readonly table: Uint32Array;

  constructor(source: Source, header: Buffer, entries: readonly Entry[], table: Uint32Array) {
    this.source = source;
    this.header = header;
    this.sectorBytes = 1 << header.readUInt16LE(30);
    this.entries = entries;
    this.table = table;
  }

  /** Names of streams and folders, in lower case. */
  get names(): ReadonlySet<string> {
    return new Set(this.entries.map(({ name }) => name));
  }

  /** File offsets of a chain's sectors: enough for `bytes` bytes, or fewer if the chain ends before. */
  private chain(start: number, bytes: number): number[] {
    const count = Math.min(Math.ceil(bytes / this.sectorBytes), this.table.length);
    const places: number[] = [];
    for (let sector = start; sector < SPECIAL && places.length < count; sector = this.table[sector] ?? SPECIAL) {
      places.push((sector + 1) * this.sectorBytes);
    }
    return places;
  }

  /**
   * The stream with this name, or null.
   * @throws FILE_DAMAGED, FILE_UNREADABLE
   */
  async stream(name: string): Promise<OleStream | null> {
    const entry = this.entries.find((candidate) => candidate.type === STREAM && candidate.name === name);
    if (entry === undefined) return null;
    if (entry.size > this.source.size) throw damagedOle('a part of it is larger than the whole');
    if (entry.size >= this.header.readUInt32LE(56))
      return new OleStream(this.source, entry.size, this.chain(entry.start, entry.size), this.sectorBytes);
    return this.miniStream(entry);
  }

  /** A small stream. Small streams are stored together, in smaller sectors, in the root's stream. */
  private async miniStream(entry: Entry): Promise<OleStream> {
    const root = this.entries.find(({ type }) => type === ROOT);
    const miniBytes = 1 << Math.min(this.header.readUInt16LE(32), 12);
    const tableBytes = this.header.readUInt32LE(64) * this.sectorBytes;
    if (root === undefined || tableBytes > this.source.size) throw damagedOle('its directory is damaged');
    const table = await new OleStream(
      this.source,
      tableBytes,
      this.chain(this.header.readUInt32LE(60), tableBytes),
      this.sectorBytes,
    ).bytes(0, tableBytes);
    const places = this.chain(root.start, root.size);
    const pieces: number[] = [];
    const count = Math.ceil(entry.size / miniBytes);
    for (let mini = entry.start; mini < SPECIAL && pieces.length < count;) {
      const at = mini * miniBytes;
      const sector = places[Math.floor(at / this.sectorBytes)];
      if (sector === undefined || mini * 4 + 4 > table.length) break;
      pieces.push(sector + (at % this.sectorBytes));
      mini = table.readUInt32LE(mini * 4);
    }
    return new OleStream(this.source, entry.size, pieces, miniBytes);
  }
}

/** Numbers of the sectors of the sector table. The first ones are in the header, the others in a separate chain. */
async function tableSectors(source: Source, header: Buffer, sectorBytes: number): Promise<number[]> {
  const most = Math.ceil(source.size / sectorBytes);
  const count = Math.min(header.readUInt32LE(44), most);
  const sectors: number[] = [];
  for (let i = 0; i < Math.min(count, IN_HEADER); i++) sectors.push(header.readUInt32LE(76 + i * 4));
  const perSector = sectorBytes / 4 - 1;
  for (let next = header.readUInt32LE(68), seen = 0; next < SPECIAL && sectors.length < count && seen < most; seen++) {
    const bytes = await source.bytes((next + 1) * sectorBytes, sectorBytes);
    if (bytes.length < sectorBytes) break;
    for (let i = 0; i < perSector && sectors.length < count; i++) sectors.push(bytes.readUInt32LE(i * 4));
    next = bytes.readUInt32LE(perSector * 4);
  }
  return sectors;
}

async function readTable(source: Source, header: Buffer, sectorBytes: number): Promise<Uint32Array> {
  const sectors = await tableSectors(source, header, sectorBytes);
  const perSector = sectorBytes / 4;
  const table = new Uint32Array(sectors.length * perSector).fill(0xffff_ffff);
  for (const [index, sector] of sectors.entries()) {
    if (sector >= SPECIAL) continue;
    const bytes = await source.bytes((sector + 1) * sectorBytes, sectorBytes);
    for (let i = 0; i * 4 + 4 <= bytes.length; i++) table[index * perSector + i] = bytes.readUInt32LE(i * 4);
  }
  return table;
}

/**
 * Reads the directory of an OLE container; of a damaged file, as much as possible.
 * @throws FILE_DAMAGED when the header is cut off or invalid
 */
export async function openOle(source: Source): Promise<OleFile> {
  const header = await source.bytes(0, HEADER);
  const shift = header.length < HEADER ? 0 : header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damagedOle('its beginning is cut off or overwritten');
  const sectorBytes = 1 << shift;
  const table = await readTable(source, header, sectorBytes);
  const entries: Entry[] = [];
  const seen = new Set<number>();
  for (
    let sector = header.readUInt32LE(48);
    sector < SPECIAL && !seen.has(sector) && seen.size < DIRECTORY_MOST;
    sector = table[sector] ?? SPECIAL
  ) {
    seen.add(sector);
    const bytes = await source.bytes((sector + 1) * sectorBytes, sectorBytes);
    for (let at = 0; at + ENTRY <= bytes.length; at += ENTRY) {
      const length = bytes.readUInt16LE(at + 64);
      const type = bytes[at + 66]!;
      // Only the root may have no name.
      if (type !== ROOT && (length < 4 || length > 64)) continue;
      const name = bytes.toString('utf16le', at, at + Math.max(0, Math.min(length, 64) - 2)).toLowerCase();
      entries.push({ name, type, start: bytes.readUInt32LE(at + 116), size: bytes.readUInt32LE(at + 120) });
    }
  }
  return new OleFile(source, header, entries, table);
}

/** The stream of an encrypted workbook. */
export const ENCRYPTED = 'encryptedpackage';

const REMOVE =
  'in the program it was made with, remove the password (in Excel: File › Info › Protect Workbook › Encrypt with Password), save it, and choose it again.';

/** Error for a workbook that cannot be opened here even with its password: the obfuscation of Excel 95, DES and others. */
export function encrypted(): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_ENCRYPTED',
    'The file is protected with an old kind of password protection that Screening Desk cannot read, even with the password. Open it in Excel, remove the password (File › Info › Protect Workbook › Encrypt with Password), save it as an Excel workbook (.xlsx), and choose that file.',
  );
}

/** Error for a workbook that needs its password. `isWrong`: a wrong one was given. */
export function needsPassword(isWrong: boolean): SpreadsheetError {
  const sentence = isWrong
    ? 'This is not the password of the file. Type it again; capitals and small letters differ.'
    : 'The file is protected with a password. Type the password to read it.';
  return new SpreadsheetError('FILE_PASSWORD', `${sentence} Or open it ${REMOVE}`);
}

/**
 * Rejects a container without a readable workbook.
 * @throws FILE_ENCRYPTED, FILE_NOT_SPREADSHEET, FILE_UNSUPPORTED
 */
export function assertWorkbook(names: ReadonlySet<string>): void {
  if (names.has(ENCRYPTED)) return;
  if (names.has('encryptioninfo')) throw encrypted();
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
      'This is a spreadsheet of another program (Quattro Pro or Works). Open it in the program it was made with, save it as XLSX or CSV, and choose that file.',
    );
  }
  throw new SpreadsheetError(
    'FILE_NOT_SPREADSHEET',
    'There is no workbook in this file. It may be damaged, or of another program: open it there, save it as XLSX or CSV, and choose that file.',
  );
}
