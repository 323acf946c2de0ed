/** Decrypts workbooks with a password ([MS-OFFCRYPTO] 2.3.4.7 to 2.3.4.15), piece by piece as they are read. */
import { createDecipheriv, hash as digestOf, timingSafeEqual } from 'node:crypto';
import type { Source } from '../core/source.ts';
import { damagedPart } from '../zip/zip.ts';
import { type AgileInfo, type StandardInfo, readEncryptionInfo, unknownEncryption } from './encryption-info.ts';
import { hashOf, littleEndian } from './key-bytes.ts';
import type { OleFile, OleStream } from './ole.ts';

/** Decrypts the piece with this number; its length is a multiple of 16 bytes. */
type DecryptPiece = (piece: number, bytes: Buffer) => Buffer;

const PIECE = 4096;
const BLOCK = 16;
const INFO_MOST = 64 * 1024;
const SIZE_BYTES = 8;

function decipher(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const decipherer = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipherer.update(bytes), decipherer.final()]);
}

/** The hash of a password. Many rounds make guessing slow. */
function spunHash(hash: string, salt: Buffer, password: string, spins: number): Buffer {
  let spun = hashOf(hash, salt, Buffer.from(password, 'utf16le'));
  const round = Buffer.alloc(4 + spun.length);
  for (let spin = 0; spin < spins; spin++) {
    round.writeUInt32LE(spin);
    spun.copy(round, 4);
    spun = digestOf(hash, round, 'buffer');
  }
  return spun;
}

/** Truncates or pads bytes to a length. */
const sized = (bytes: Buffer, length: number): Buffer =>
  bytes.length >= length ? bytes.subarray(0, length) : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)]);

const VERIFIER_INPUT = Buffer.from('fea7d2763b4b9e79', 'hex');
const VERIFIER_HASH = Buffer.from('d7aa0f6d3061344e', 'hex');
const KEY_VALUE = Buffer.from('146e0be7abacd0d6', 'hex');

const isSame = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other);

function agileKey({ data, password: by }: AgileInfo, password: string): DecryptPiece | null {
  const spun = spunHash(by.hash, by.salt, password, by.spins);
  const iv = sized(by.salt, by.blockBytes);
  const open = (purpose: Buffer, bytes: Buffer) => decipher(by.cipher, sized(hashOf(by.hash, spun, purpose), by.keyBytes), iv, bytes);
  const expected = hashOf(by.hash, open(VERIFIER_INPUT, by.verifierInput));
  if (!isSame(expected, open(VERIFIER_HASH, by.verifierHash).subarray(0, expected.length))) return null;
  const key = open(KEY_VALUE, by.key).subarray(0, data.keyBytes);
  return (piece, bytes) => decipher(data.cipher, key, sized(hashOf(data.hash, data.salt, littleEndian(piece)), data.blockBytes), bytes);
}

const STANDARD_SPINS = 50_000;

function standardKey({ salt, keyBytes, verifier, verifierHash }: StandardInfo, password: string): DecryptPiece | null {
  const hash = hashOf('sha1', spunHash('sha1', salt, password, STANDARD_SPINS), littleEndian(0));
  const padded = (fill: number) => {
    const bytes = Buffer.alloc(64, fill);
    for (const [at, byte] of hash.entries()) bytes[at]! ^= byte;
    return hashOf('sha1', bytes);
  };
  const key = Buffer.concat([padded(0x36), padded(0x5c)]).subarray(0, keyBytes);
  const cipher = `aes-${keyBytes * 8}-ecb`;
  const expected = hashOf('sha1', decipher(cipher, key, null, verifier));
  if (!isSame(expected, decipher(cipher, key, null, verifierHash).subarray(0, expected.length))) return null;
  return (_, bytes) => decipher(cipher, key, null, bytes);
}

/** The decrypted package as a source with positions and a length, like an ordinary file. Keeps only the requested bytes in memory. */
class DecryptedSource implements Source {
  readonly path: string;
  readonly size: number;
  private readonly file: Source;
  private readonly stream: OleStream;
  private readonly decrypt: DecryptPiece;

  constructor(file: Source, stream: OleStream, size: number, decrypt: DecryptPiece) {
    this.file = file;
    this.path = file.path;
    this.stream = stream;
    this.size = size;
    this.decrypt = decrypt;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    const bytes = await this.bytes(position, target.length);
    target.set(bytes);
    return bytes.length;
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size);
    if (end <= position) return Buffer.alloc(0);
    const first = Math.floor(position / PIECE);
    const encrypted = await this.stream.bytes(SIZE_BYTES + first * PIECE, Math.ceil(end / PIECE) * PIECE - first * PIECE);
    const pieces: Buffer[] = [];
    for (let at = 0; at < encrypted.length; at += PIECE) {
      const piece = encrypted.subarray(at, at + PIECE);
      pieces.push(this.decrypt(first + at / PIECE, piece.subarray(0, piece.length - (piece.length % BLOCK))));
    }
    return Buffer.concat(pieces).subarray(position - first * PIECE, end - first * PIECE);
  }

  assertUnchanged(): Promise<void> {
    return this.file.assertUnchanged();
  }

  rethrow(error: unknown): Promise<never> {
    return this.file.rethrow(error);
  }

  close(): Promise<void> {
    return this.file.close();
  }
}

/**
 * The workbook inside an encrypted container, opened with the first of these passwords that is right; null if none is.
 * @throws FILE_ENCRYPTED when no password can open it; FILE_DAMAGED
 */
export async function decryptPackage(source: Source, container: OleFile, passwords: readonly string[]): Promise<Source | null> {
  const [infoStream, stream] = [await container.stream('encryptioninfo'), await container.stream('encryptedpackage')];
  if (infoStream === null || stream === null) throw unknownEncryption();
  const info = readEncryptionInfo(await infoStream.bytes(0, Math.min(infoStream.size, INFO_MOST)));
  const size = stream.size < SIZE_BYTES ? -1 : Number((await stream.bytes(0, SIZE_BYTES)).readBigUInt64LE());
  if (size < 0 || size > stream.size - SIZE_BYTES) throw damagedPart('EncryptedPackage', 'is cut off');
  for (const password of passwords) {
    let decrypt: DecryptPiece | null;
    try {
      decrypt = info.kind === 'agile' ? agileKey(info, password) : standardKey(info, password);
    } catch (error) {
      throw damagedPart('EncryptionInfo', 'holds a value of the wrong length', error);
    }
    if (decrypt !== null) return new DecryptedSource(source, stream, size, decrypt);
  }
  return null;
}
