/** Builds the records of a zip file (PKWARE APPNOTE.TXT, 4.3) with deflated entries. 64-bit fields are used only where needed. */

const LIMIT_32 = 0xffff_ffff;
const LIMIT_16 = 0xffff;
/** Bit 11: names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATE = 8;
/** Format version that a reader must support: for deflate, or for 64-bit sizes. */
const VERSION = 20;
const VERSION_64 = 45;
/** An extra field that no program reads. It reserves room for the 64-bit field (ID 1), which has the same length. */
const PADDING_ID = 0xd935;
const EXTRA_BYTES = 20;
/** 1980-01-01, the zip format's first day. Because of the fixed date, equal input gives equal bytes. */
const DOS_DATE = 0x0021;

/** A zip entry. Sizes in bytes. */
export interface Entry {
  /** Path within the zip, UTF-8. */
  readonly name: Buffer;
  /** Offset of the entry's local header. */
  offset: number;
  crc: number;
  bytes: number;
  packed: number;
}

/** The header before an entry's bytes. Its length does not depend on the sizes, so it can be overwritten. */
export function localHeader(entry: Entry): Buffer {
  const wide = entry.bytes >= LIMIT_32 || entry.packed >= LIMIT_32;
  const header = Buffer.alloc(30 + entry.name.length + EXTRA_BYTES);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(wide ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt32LE(entry.crc, 14);
  header.writeUInt32LE(wide ? LIMIT_32 : entry.packed, 18);
  header.writeUInt32LE(wide ? LIMIT_32 : entry.bytes, 22);
  header.writeUInt16LE(entry.name.length, 26);
  header.writeUInt16LE(EXTRA_BYTES, 28);
  entry.name.copy(header, 30);
  const extra = 30 + entry.name.length;
  header.writeUInt16LE(wide ? 1 : PADDING_ID, extra);
  header.writeUInt16LE(16, extra + 2);
  if (wide) {
    header.writeBigUInt64LE(BigInt(entry.bytes), extra + 4);
    header.writeBigUInt64LE(BigInt(entry.packed), extra + 12);
  }
  return header;
}

/** The directory's record of an entry. */
export function directoryRecord(entry: Entry): Buffer {
  const wide = [entry.bytes, entry.packed, entry.offset].filter((value) => value >= LIMIT_32);
  const extra = wide.length === 0 ? 0 : 4 + wide.length * 8;
  const record = Buffer.alloc(46 + entry.name.length + extra);
  const version = wide.length > 0 ? VERSION_64 : VERSION;
  record.writeUInt32LE(0x0201_4b50, 0);
  record.writeUInt16LE(version, 4);
  record.writeUInt16LE(version, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt16LE(DEFLATE, 10);
  record.writeUInt16LE(DOS_DATE, 14);
  record.writeUInt32LE(entry.crc, 16);
  record.writeUInt32LE(Math.min(entry.packed, LIMIT_32), 20);
  record.writeUInt32LE(Math.min(entry.bytes, LIMIT_32), 24);
  record.writeUInt16LE(entry.name.length, 28);
  record.writeUInt16LE(extra, 30);
  record.writeUInt32LE(Math.min(entry.offset, LIMIT_32), 42);
  entry.name.copy(record, 46);
  if (extra > 0) {
    let at = 46 + entry.name.length;
    record.writeUInt16LE(1, at);
    record.writeUInt16LE(wide.length * 8, at + 2);
    at += 4;
    for (const value of wide) at = record.writeBigUInt64LE(BigInt(value), at);
  }
  return record;
}

/**
 * The end record, preceded by its 64-bit form where needed. `count`: number of entries. The directory begins at `start` and has `length`
 * bytes.
 */
export function directoryEnd(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 8);
  end.writeUInt16LE(Math.min(count, LIMIT_16), 10);
  end.writeUInt32LE(Math.min(length, LIMIT_32), 12);
  end.writeUInt32LE(Math.min(start, LIMIT_32), 16);
  if (count < LIMIT_16 && length < LIMIT_32 && start < LIMIT_32) return end;
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x0606_4b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(VERSION_64, 12);
  wide.writeUInt16LE(VERSION_64, 14);
  wide.writeBigUInt64LE(BigInt(count), 24);
  wide.writeBigUInt64LE(BigInt(count), 32);
  wide.writeBigUInt64LE(BigInt(length), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  wide.writeUInt32LE(0x0706_4b50, 56);
  wide.writeBigUInt64LE(BigInt(start + length), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}
