/**
 * Reads zip archives: checks the directory before anything is unpacked, and streams the entries. The sizes in the directory are limits: an
 * entry that turns out to be larger fails at once.
 */
import { Readable, pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { SpreadsheetError } from '../core/errors.ts';
import type { Source } from '../core/source.ts';
import type { ReadLimits } from '../core/workbook.ts';

const END = 0x06054b50;
const END_SIZE = 22;
const END64_LOCATOR = 0x07064b50;
const END64_LOCATOR_SIZE = 20;
const END64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const CENTRAL_SIZE = 46;
const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const COMMENT_MOST = 0xffff;
const DIRECTORY_MOST = 64 * 1024 ** 2;
/** A smaller entry is harmless, whatever its ratio. */
const RATIO_FROM = 1024 ** 2;
const PACKED_CHUNK = 256 * 1024;
const INFLATED_CHUNK = 256 * 1024;

const STORED = 0;
const DEFLATED = 8;

/** An entry of the archive, as the directory describes it. */
export interface ZipEntry {
  /** With forward slashes, without a leading slash. */
  readonly name: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly inflatedSize: number;
  /** Offset of its local header in the file. */
  readonly headerAt: number;
}

const REPAIR = 'Open it in Excel, let Excel repair and save it, or export it again from where it came from.';

/** An entry's name for a message. Names in a malicious archive could contain anything. */
function displayName(name: string): string {
  return /^[\w./ -]{1,80}$/.test(name) ? `“${name}”` : 'one of its parts';
}

/** Error for an entry that cannot be unpacked or parsed. `detail` completes the sentence that the user sees. */
export function damagedPart(name: string, detail: string, cause?: unknown): SpreadsheetError {
  const text = `The file is damaged: ${displayName(name)} ${detail}. ${REPAIR}`;
  return new SpreadsheetError('FILE_DAMAGED', text, cause === undefined ? undefined : { cause });
}

function damaged(detail: string): SpreadsheetError {
  return new SpreadsheetError('FILE_DAMAGED', `The file is damaged: ${detail}. ${REPAIR}`);
}

function bomb(detail: string): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_BOMB',
    `The file is refused because it could harm this computer: ${detail}. No spreadsheet program writes such files; ask the person who sent it.`,
  );
}

/**
 * A 64-bit size or offset.
 * @throws FILE_DAMAGED when it exceeds the safe integers
 */
function uint64(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('its directory states an impossible size');
  return Number(value);
}

interface DirectoryPlace {
  readonly at: number;
  readonly size: number;
  readonly count: number;
  /** Number of bytes before the archive, which its offsets do not include. */
  readonly shift: number;
}

/** The location of the directory according to the end record at `endAt`; null if the record is invalid. */
async function locateDirectory(source: Source, tail: Buffer, endAt: number, tailAt: number): Promise<DirectoryPlace | null> {
  const i = endAt - tailAt;
  let count = tail.readUInt16LE(i + 10);
  let size = tail.readUInt32LE(i + 12);
  let at = tail.readUInt32LE(i + 16);
  let directoryEnd = endAt;
  if (i >= END64_LOCATOR_SIZE && tail.readUInt32LE(i - END64_LOCATOR_SIZE) === END64_LOCATOR) {
    const recordAt = uint64(tail, i - END64_LOCATOR_SIZE + 8);
    const record = await source.bytes(recordAt, 56);
    if (record.length < 56 || record.readUInt32LE(0) !== END64) return null;
    count = uint64(record, 32);
    size = uint64(record, 40);
    at = uint64(record, 48);
    directoryEnd = recordAt;
  }
  if (at + size > directoryEnd) return null;
  for (const shift of new Set([directoryEnd - size - at, 0])) {
    const head = await source.bytes(at + shift, 4);
    if (count === 0 || (head.length === 4 && head.readUInt32LE(0) === CENTRAL)) return { at: at + shift, size, count, shift };
  }
  return null;
}

/** Finds the directory from the end of the file; ignores bytes after the archive. */
async function findDirectory(source: Source): Promise<DirectoryPlace> {
  const length = Math.min(source.size, END64_LOCATOR_SIZE + END_SIZE + COMMENT_MOST);
  const tailAt = source.size - length;
  const tail = await source.bytes(tailAt, length);
  for (let i = tail.length - END_SIZE; i >= 0; i--) {
    if (tail.readUInt32LE(i) !== END) continue;
    const place = await locateDirectory(source, tail, tailAt + i, tailAt);
    if (place !== null) return place;
  }
  throw damaged('its end is missing, as after a download or copy that was cut off');
}

/** Reads sizes and the offset from the extra field if they exceed 32 bits. It contains only those, in a fixed order. */
function withZip64(extra: Buffer, entry: { packed: number; inflated: number; at: number }): void {
  let i = 0;
  while (i + 4 <= extra.length) {
    const id = extra.readUInt16LE(i);
    const end = i + 4 + extra.readUInt16LE(i + 2);
    if (id === 1) {
      let at = i + 4;
      const take = () => {
        if (at + 8 > end || at + 8 > extra.length) throw damaged('its directory is cut off');
        at += 8;
        return uint64(extra, at - 8);
      };
      if (entry.inflated === 0xffff_ffff) entry.inflated = take();
      if (entry.packed === 0xffff_ffff) entry.packed = take();
      if (entry.at === 0xffff_ffff) entry.at = take();
      return;
    }
    i = end;
  }
}

function readEntries(directory: Buffer, place: DirectoryPlace): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let i = 0;
  for (let n = 0; n < place.count; n++) {
    if (i + CENTRAL_SIZE > directory.length || directory.readUInt32LE(i) !== CENTRAL) throw damaged('its directory is cut off');
    const nameEnd = i + CENTRAL_SIZE + directory.readUInt16LE(i + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(i + 30);
    const next = extraEnd + directory.readUInt16LE(i + 32);
    if (next > directory.length) throw damaged('its directory is cut off');
    const sizes = { packed: directory.readUInt32LE(i + 20), inflated: directory.readUInt32LE(i + 24), at: directory.readUInt32LE(i + 42) };
    withZip64(directory.subarray(nameEnd, extraEnd), sizes);
    // Office uses ASCII names, which are the same in CP437 and UTF-8.
    const name = directory
      .toString('utf8', i + CENTRAL_SIZE, nameEnd)
      .replaceAll('\\', '/')
      .replace(/^\/+/, '');
    entries.push({
      name,
      method: directory.readUInt16LE(i + 10),
      encrypted: (directory.readUInt16LE(i + 8) & 1) !== 0,
      crc: directory.readUInt32LE(i + 16),
      packedSize: sizes.packed,
      inflatedSize: sizes.inflated,
      headerAt: sizes.at + place.shift,
    });
    i = next;
  }
  return entries;
}

/**
 * Rejects what real programs do not write, before anything is unpacked.
 * @throws FILE_BOMB
 */
function rejectBombs(entries: readonly ZipEntry[], source: Source, limits: ReadLimits): void {
  let total = 0;
  for (const entry of entries) {
    if (entry.name.split('/').includes('..') || entry.name.includes('\0')) throw bomb('it names parts outside of itself (“..”)');
    if (entry.inflatedSize > RATIO_FROM && entry.inflatedSize > entry.packedSize * limits.ratio) {
      throw bomb(`a part of it would grow to more than ${limits.ratio} times its size when unpacked (a zip bomb)`);
    }
    total += entry.inflatedSize;
  }
  if (total > limits.inflatedBytes) {
    throw bomb(
      `unpacked it would take ${(total / 1024 ** 3).toFixed(1)} GB, more than the ${(limits.inflatedBytes / 1024 ** 3).toFixed(1)} GB that are allowed`,
    );
  }
  const ordered = entries.toSorted((a, b) => a.headerAt - b.headerAt);
  let reached = 0;
  for (const entry of ordered) {
    if (entry.headerAt < reached) throw bomb('its parts overlap (a zip bomb)');
    reached = entry.headerAt + LOCAL_SIZE + entry.packedSize;
    if (reached > source.size) throw damaged('a part of it is beyond its end, as after a download that was cut off');
  }
}

/**
 * Frees the memory of a chunk if the chunk is alone in its buffer, or is the last one in the inflater's buffer; otherwise, the inflater
 * will continue in the rest of that buffer. The stream joins small waiting chunks in Node's pool for small buffers, which cannot be freed.
 */
function freeFilled({ buffer, byteOffset, byteLength }: Buffer): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  const isAlone = byteLength === buffer.byteLength;
  const isFilled = buffer.byteLength === INFLATED_CHUNK && byteOffset + byteLength === INFLATED_CHUNK;
  if (isAlone || isFilled) buffer.transfer(0);
}

/** An archive with a checked directory. Names are case-insensitive, as in Excel. */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  private readonly source: Source;
  private readonly byName = new Map<string, ZipEntry>();
  private readonly twice = new Set<string>();

  constructor(source: Source, entries: readonly ZipEntry[]) {
    this.source = source;
    this.entries = entries;
    for (const entry of entries) {
      const key = entry.name.toLowerCase();
      if (this.byName.has(key)) this.twice.add(key);
      else this.byName.set(key, entry);
    }
  }

  has(name: string): boolean {
    return this.byName.has(name.toLowerCase());
  }

  /**
   * The entry with this name, or null.
   * @throws FILE_DAMAGED when two entries have the name, because programs would disagree on which one to use
   */
  find(name: string): ZipEntry | null {
    const key = name.toLowerCase();
    if (this.twice.has(key)) throw damagedPart(name, 'is in the file twice, and it is unclear which one to use');
    return this.byName.get(key) ?? null;
  }

  private async dataAt(entry: ZipEntry): Promise<number> {
    const head = await this.source.bytes(entry.headerAt, LOCAL_SIZE);
    if (head.length < LOCAL_SIZE || head.readUInt32LE(0) !== LOCAL) throw damagedPart(entry.name, 'is not where the directory says');
    const at = entry.headerAt + LOCAL_SIZE + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (at + entry.packedSize > this.source.size) throw damagedPart(entry.name, 'is cut off');
    return at;
  }

  private async *packed(entry: ZipEntry, onPacked: ((bytes: number) => void) | undefined): AsyncGenerator<Buffer> {
    const start = await this.dataAt(entry);
    const end = start + entry.packedSize;
    for (let at = start; at < end; at += PACKED_CHUNK) {
      const chunk = await this.source.bytes(at, Math.min(PACKED_CHUNK, end - at));
      if (chunk.length < Math.min(PACKED_CHUNK, end - at)) throw damagedPart(entry.name, 'is cut off');
      onPacked?.(chunk.length);
      yield chunk;
    }
  }

  /**
   * As `read`, but each chunk is valid only until the next one is requested. Its memory is then freed, because garbage collection would do
   * so much later and at a high cost.
   */
  async *readOnce(entry: ZipEntry, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer, void> {
    for await (const chunk of this.read(entry, onPacked)) {
      yield chunk;
      freeFilled(chunk);
    }
  }

  /**
   * The unpacked bytes of an entry; the caller owns the chunks. Inflation runs on the thread pool. The checksum is compared last, so the
   * data is valid only if the stream ends without an error.
   * @param onPacked called with the number of packed bytes of each read
   * @throws FILE_DAMAGED, FILE_ENCRYPTED, FILE_UNSUPPORTED, FILE_UNREADABLE
   */
  async *read(entry: ZipEntry, onPacked?: (bytes: number) => void): AsyncGenerator<Buffer, void> {
    if (entry.encrypted) {
      throw new SpreadsheetError(
        'FILE_ENCRYPTED',
        'The file is a zip archive with a password. Unpack it with its password and choose the spreadsheet inside.',
      );
    }
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      throw new SpreadsheetError(
        'FILE_UNSUPPORTED',
        'The file is packed in a way that spreadsheets do not use. Open it in Excel, save it again and try that file.',
      );
    }
    const packed = this.packed(entry, onPacked);
    let stream: AsyncIterable<Buffer> = packed;
    if (entry.method === DEFLATED) {
      const inflate = createInflateRaw({ chunkSize: INFLATED_CHUNK, readableHighWaterMark: INFLATED_CHUNK * 2 } as object);
      // The iteration below reports errors. This callback prevents them from being thrown as unhandled.
      stream = pipeline(Readable.from(packed, { objectMode: true, highWaterMark: 2 }), inflate, () => {});
    }
    let size = 0;
    let crc = 0;
    try {
      for await (const chunk of stream) {
        size += chunk.length;
        if (size > entry.inflatedSize) throw damagedPart(entry.name, 'holds more than the file says');
        crc = crc32(chunk, crc);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof SpreadsheetError) throw error;
      if (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')) {
        throw damagedPart(entry.name, `cannot be unpacked beyond its byte ${size}`, error);
      }
      throw error;
    }
    if (size !== entry.inflatedSize) throw damagedPart(entry.name, 'holds less than the file says');
    if (crc !== entry.crc) throw damagedPart(entry.name, 'does not match the checksum that was stored with it');
  }

  /**
   * A small entry as a whole.
   * @throws FILE_TOO_LARGE when it takes more than `most` bytes; otherwise as `read`
   */
  async readWhole(entry: ZipEntry, most: number): Promise<Buffer> {
    if (entry.inflatedSize > most) {
      throw new SpreadsheetError(
        'FILE_TOO_LARGE',
        `The file is too large: ${displayName(entry.name)} alone takes ${Math.ceil(entry.inflatedSize / 1024 ** 2)} MB. Save it in Excel without formats or drawings, or as CSV.`,
      );
    }
    const chunks: Buffer[] = [];
    for await (const chunk of this.read(entry)) chunks.push(chunk);
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  /** The first bytes of an entry: at least `least`, or all of them. Does not check the checksum. */
  async readHead(entry: ZipEntry, least: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.read(entry)) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= least) break;
    }
    return Buffer.concat(chunks);
  }
}

/**
 * Reads and checks the directory of an archive: number of entries, sizes, ratios, names, overlaps.
 * @throws FILE_DAMAGED, FILE_BOMB
 */
export async function openZip(source: Source, limits: ReadLimits): Promise<ZipArchive> {
  const place = await findDirectory(source);
  if (place.count > limits.entries) throw bomb(`it is made of ${place.count} parts`);
  if (place.size > DIRECTORY_MOST) throw bomb('its list of parts is larger than any workbook needs');
  const directory = await source.bytes(place.at, place.size);
  const entries = readEntries(directory, place);
  rejectBombs(entries, source, limits);
  return new ZipArchive(source, entries);
}
