/** Decrypts XLS with a password: RC4 as in Excel 97 and with CryptoAPI ([MS-OFFCRYPTO] 2.3.5 and 2.3.6, [MS-XLS] 2.2.10). */
import { timingSafeEqual } from 'node:crypto';
import { readBiff } from './biff-records.ts';
import { hashOf, littleEndian } from './key-bytes.ts';
import { type ByteStream, encrypted } from './ole.ts';

const RECORD = { Bof: 0x0809, FilePass: 0x2f, BoundSheet: 0x85 } as const;
/** Records that are not encrypted. Only the first two can come before a FILEPASS record. */
const PLAIN: ReadonlySet<number> = new Set([RECORD.Bof, RECORD.FilePass, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
/** A record that readers skip. It replaces FILEPASS. */
const SKIPPED = 0x0160;
/** Each piece of this length has its own key. */
const PIECE = 1024;
/** Larger streams are not kept in memory. */
const STREAM_MOST = 128 * 1024 ** 2;
/** Number of records in which FILEPASS is searched. */
const FIRST_RECORDS = 4;

/** The first `length` bytes of the RC4 key stream. Node:crypto no longer supports RC4. */
function rc4(key: Uint8Array, length: number): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255;
    [state[i], state[j]] = [state[j]!, state[i]!];
  }
  const stream = new Uint8Array(length);
  for (let at = 0, i = 0, j = 0; at < length; at++) {
    i = (i + 1) & 255;
    const one = state[i]!;
    j = (j + one) & 255;
    const other = state[j]!;
    state[i] = other;
    state[j] = one;
    stream[at] = state[(one + other) & 255]!;
  }
  return stream;
}

type KeyOf = (piece: number) => Uint8Array;

/** True if the verifier, decrypted with the first key, matches the hash that follows it. */
function isRight(keyOf: KeyOf, hash: 'md5' | 'sha1', verifier: Buffer, verifierHash: Buffer): boolean {
  const both = Buffer.concat([verifier, verifierHash]);
  const stream = rc4(keyOf(0), both.length);
  const plain = both.map((byte, at) => byte ^ stream[at]!);
  return timingSafeEqual(hashOf(hash, plain.subarray(0, verifier.length)), plain.subarray(verifier.length));
}

/** Excel 97: 40 bits and MD5. */
function officeKey(info: Buffer, password: string): KeyOf | null {
  const [salt, verifier, verifierHash] = [info.subarray(0, 16), info.subarray(16, 32), info.subarray(32, 48)];
  const short = hashOf('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
  const base = hashOf('md5', ...Array.from({ length: 16 }, () => Buffer.concat([short, salt]))).subarray(0, 5);
  const keyOf: KeyOf = (piece) => hashOf('md5', base, littleEndian(piece));
  return isRight(keyOf, 'md5', verifier, verifierHash) ? keyOf : null;
}

const RC4 = 0x6801;
const SHA1 = 0x8004;

/** Excel 2002 and 2003: up to 128 bits and SHA-1. */
function cryptoApiKey(info: Buffer, password: string): KeyOf | null {
  const at = 8 + info.readUInt32LE(4);
  if (at + 60 > info.length) throw encrypted();
  if (info.readUInt32LE(16) !== RC4 || info.readUInt32LE(20) !== SHA1 || info.readUInt32LE(at) !== 16) throw encrypted();
  const bits = info.readUInt32LE(24) || 40;
  const [salt, verifier] = [info.subarray(at + 4, at + 20), info.subarray(at + 20, at + 36)];
  const verifierHash = info.subarray(at + 40, at + 60);
  const base = hashOf('sha1', salt, Buffer.from(password, 'utf16le'));
  const keyOf: KeyOf = (piece) => {
    const key = hashOf('sha1', base, littleEndian(piece)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  return isRight(keyOf, 'sha1', verifier, verifierHash) ? keyOf : null;
}

/** Decrypts the records of a stream in place. Their headers are not encrypted, but also advance the key stream. */
function decryptRecords(bytes: Buffer, keyOf: KeyOf): void {
  let piece = -1;
  let stream: Uint8Array = new Uint8Array(0);
  for (let at = 0; at + 4 <= bytes.length;) {
    const type = bytes.readUInt16LE(at);
    const end = Math.min(at + 4 + bytes.readUInt16LE(at + 2), bytes.length);
    if (type === RECORD.FilePass) bytes.writeUInt16LE(SKIPPED, at);
    // The position of a sheet is not encrypted.
    const from = PLAIN.has(type) ? end : at + 4 + (type === RECORD.BoundSheet ? 4 : 0);
    for (let byte = from; byte < end; byte++) {
      const own = Math.floor(byte / PIECE);
      if (own !== piece) {
        piece = own;
        stream = rc4(keyOf(piece), PIECE);
      }
      bytes[byte]! ^= stream[byte % PIECE]!;
    }
    at = end;
  }
}

/** The FILEPASS record of a workbook, which says how it is encrypted; null for a workbook without a password. */
async function protectionOf(stream: ByteStream): Promise<Buffer | null> {
  let found: Buffer | null = null;
  let records = 0;
  await readBiff(stream, 0, (record) => {
    if (record.type === RECORD.FilePass) found = Buffer.from(Array.from({ length: record.left }, () => record.uint8()));
    return found === null && ++records < FIRST_RECORDS;
  });
  return found;
}

const RC4_ENCRYPTION = 1;
/** Length of the shortest FILEPASS record for RC4. */
const SHORTEST = 54;

/**
 * The workbook in a stream, decrypted with the first of these passwords that is right; null if none is.
 * @throws FILE_ENCRYPTED for the obfuscation of Excel 95, and for other forms that are not supported; FILE_DAMAGED
 */
export async function decryptBiff(stream: ByteStream, passwords: readonly string[]): Promise<ByteStream | null> {
  const info = await protectionOf(stream);
  if (info === null) return stream;
  if (info.length < SHORTEST || info.readUInt16LE(0) !== RC4_ENCRYPTION || stream.size > STREAM_MOST) throw encrypted();
  const [major, minor, rest] = [info.readUInt16LE(2), info.readUInt16LE(4), info.subarray(6)];
  const isCryptoApi = minor === 2 && major >= 2 && major <= 4;
  if (!isCryptoApi && !(major === 1 && minor === 1)) throw encrypted();
  for (const password of passwords) {
    const keyOf = isCryptoApi ? cryptoApiKey(rest, password) : officeKey(rest, password);
    if (keyOf === null) continue;
    const bytes = await stream.bytes(0, stream.size);
    decryptRecords(bytes, keyOf);
    return { size: bytes.length, bytes: (position, length) => Promise.resolve(bytes.subarray(position, position + length)) };
  }
  return null;
}
