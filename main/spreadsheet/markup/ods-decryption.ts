/**
 * Decrypts OpenDocument files with a password (ODF 1.2, part 3, section 4.8, and the form of LibreOffice 24.8): either each part
 * separately, or one part with the whole document.
 */
import * as crypto from 'node:crypto';
import { Readable, pipeline } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { SpreadsheetError } from '../core/errors.ts';
import type { Source } from '../core/source.ts';
import { type ZipArchive, type ZipEntry, damagedPart } from '../zip/zip.ts';
import { BlowfishFeedback } from './blowfish.ts';
import type { PartBytes } from './ods-reader.ts';

/** The part that holds a whole document, as an archive. */
const WHOLE_DOCUMENT = 'encrypted-package';
/** The checksum of a part covers only this many bytes of its beginning. */
const CHECKED = 1024;
const BLOCK = 16;
const TAG = 16;
const NONCE = 12;
/** More rounds than any program uses would only keep the computer busy. */
const ROUNDS_MOST = 5_000_000;
const ARGON_KILOBYTES_MOST = 1024 * 1024;
const ARGON_PASSES_MOST = 64;
const ARGON_LANES_MOST = 32;

const cannotDecrypt = (cause?: unknown): SpreadsheetError =>
  new SpreadsheetError(
    'FILE_ENCRYPTED',
    'The spreadsheet is protected with a kind of password protection that Screening Desk cannot read. Open it in LibreOffice, choose File › Save As, clear “Save with password”, save it, and choose that file.',
    cause === undefined ? undefined : { cause },
  );

/** Decrypts the pieces of a part in order. */
interface Decipher {
  update(bytes: Uint8Array): Buffer;
}

/** How a part is encrypted, according to its entry in the manifest. */
class PartEncryption {
  private readonly xml: string;

  constructor(xml: string) {
    this.xml = xml;
  }

  /** The value of an element's attribute, without prefixes; empty if it is missing. */
  private value(element: string, attribute: string): string {
    const tag = new RegExp(`<(?:[\\w-]+:)?${element}\\s[^>]*>`).exec(this.xml)?.[0] ?? '';
    return new RegExp(`[\\s:]${attribute}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '';
  }

  private bytes(element: string, attribute: string): Buffer {
    return Buffer.from(this.value(element, attribute), 'base64');
  }

  /** A whole number within limits. */
  private count(attribute: string, otherwise: number, most: number): number {
    const text = this.value('key-derivation', attribute);
    const count = text === '' ? otherwise : Number(text);
    if (!Number.isInteger(count) || count < 1 || count > most) throw cannotDecrypt();
    return count;
  }

  get algorithm(): 'aes' | 'gcm' | 'blowfish' {
    const name = this.value('algorithm', 'algorithm-name').toLowerCase();
    if (/aes(?:128|192|256)-cbc$/.test(name)) return 'aes';
    if (name.endsWith('aes256-gcm')) return 'gcm';
    if (name.startsWith('blowfish')) return 'blowfish';
    throw cannotDecrypt();
  }

  get isArgon(): boolean {
    return /argon2id$/i.test(this.value('key-derivation', 'key-derivation-name'));
  }

  get vector(): Buffer {
    return this.bytes('algorithm', 'initialisation-vector');
  }

  key(password: string): Buffer {
    const start = crypto.hash(this.value('start-key-generation', 'start-key-generation-name').endsWith('256') ? 'sha256' : 'sha1', Buffer.from(password), 'buffer'); // prettier-ignore
    const size = this.count('key-size', 16, 64);
    const salt = this.bytes('key-derivation', 'salt');
    if (this.isArgon) return this.argonKey(start, salt, size);
    return crypto.pbkdf2Sync(start, salt, this.count('iteration-count', 1024, ROUNDS_MOST), size, 'sha1');
  }

  private argonKey(message: Buffer, nonce: Buffer, tagLength: number): Buffer {
    const passes = this.count('argon2-iterations', 3, ARGON_PASSES_MOST);
    const memory = this.count('argon2-memory', 65_536, ARGON_KILOBYTES_MOST);
    const parallelism = this.count('argon2-lanes', 4, ARGON_LANES_MOST);
    try {
      return crypto.argon2Sync('argon2id', { message, nonce, tagLength, passes, memory, parallelism });
    } catch (error) {
      throw cannotDecrypt(error);
    }
  }

  decipher(key: Buffer): Decipher {
    const { algorithm, vector } = this;
    if (algorithm === 'gcm') throw cannotDecrypt();
    if (algorithm === 'blowfish') {
      if (vector.length !== 8) throw cannotDecrypt();
      return new BlowfishFeedback(key, vector);
    }
    try {
      return crypto.createDecipheriv(`aes-${key.length * 8}-cbc`, key, vector).setAutoPadding(false);
    } catch (error) {
      throw cannotDecrypt(error);
    }
  }

  /** True if the beginning of a part, decrypted with this key, has the checksum of the manifest. `isAll`: it is the whole part. */
  opens(key: Buffer, beginning: Buffer, isAll: boolean): boolean {
    const expected = this.bytes('encryption-data', 'checksum');
    if (expected.length === 0) return true;
    const isPadded = this.algorithm === 'aes';
    const whole = isPadded ? beginning.subarray(0, beginning.length - (beginning.length % BLOCK)) : beginning;
    const plain = this.decipher(key).update(whole);
    const padding = isAll && isPadded ? (plain.at(-1) ?? 0) : 0;
    const end = padding <= BLOCK ? plain.length - padding : plain.length;
    const type = this.value('encryption-data', 'checksum-type');
    const checked = /1k$/i.test(type) ? plain.subarray(0, Math.min(end, CHECKED)) : plain.subarray(0, end);
    const hash = crypto.hash(/256/.test(type) ? 'sha256' : 'sha1', checked, 'buffer');
    return hash.length === expected.length && crypto.timingSafeEqual(hash, expected);
  }

  /** Decrypts a part with its authentication tag; null for a wrong key. */
  openWhole(key: Buffer, encrypted: Buffer): Buffer | null {
    const { vector } = this;
    if (this.algorithm !== 'gcm' || vector.length !== NONCE || key.length !== 32) throw cannotDecrypt();
    const data = encrypted.subarray(0, NONCE).equals(vector) ? encrypted.subarray(NONCE) : encrypted;
    if (data.length < TAG) return null;
    const decipher = crypto.createDecipheriv('aes-256-gcm', key, vector).setAuthTag(data.subarray(-TAG));
    const plain = decipher.update(data.subarray(0, -TAG));
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      return null;
    }
  }
}

/** The decrypted document in memory, used instead of the file. */
class DecryptedDocument implements Source {
  readonly path: string;
  readonly size: number;
  private readonly file: Source;
  private readonly content: Buffer;

  constructor(file: Source, content: Buffer) {
    this.file = file;
    this.path = file.path;
    this.content = content;
    this.size = content.length;
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    return this.content.copy(target, 0, position, position + target.length);
  }

  async bytes(position: number, length: number): Promise<Buffer> {
    return Buffer.from(this.content.subarray(position, position + length));
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

export const isEncrypted = (manifest: string): boolean => /<(?:[\w-]+:)?encryption-data\b/.test(manifest);

/** How a part is encrypted, according to the manifest; null if it is not encrypted. */
function encryptionOf(manifest: string, part: string): PartEncryption | null {
  for (const [entry] of manifest.matchAll(/<(?:[\w-]+:)?file-entry\b[^>]*?(?<!\/)>[^]*?<\/(?:[\w-]+:)?file-entry\s*>/g)) {
    const path = /full-path\s*=\s*["']([^"']*)["']/.exec(entry)?.[1];
    if (path === part && isEncrypted(entry)) return new PartEncryption(entry);
  }
  return null;
}

/**
 * Checks that the part can be opened with a password, before the user is asked for it.
 * @throws FILE_ENCRYPTED
 */
export function assertReadable(manifest: string, part: string): void {
  const encryption = encryptionOf(manifest, part);
  if (encryption === null || (encryption.algorithm === 'gcm') !== (part === WHOLE_DOCUMENT)) throw cannotDecrypt();
  // Some builds of Electron do not have it.
  if (encryption.isArgon && typeof crypto.argon2Sync !== 'function') throw cannotDecrypt();
}

/** The part of an archive that contains the whole encrypted document; null for a document whose parts are encrypted separately. */
export const wholeDocument = (zip: ZipArchive): ZipEntry | null => zip.find(WHOLE_DOCUMENT);

/**
 * The archive of a document that is encrypted as a whole; null for a wrong password. Call `assertReadable` first.
 * @throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_TOO_LARGE
 */
export async function decryptDocument(
  source: Source,
  zip: ZipArchive,
  part: ZipEntry,
  manifest: string,
  password: string,
  most: number,
): Promise<Source | null> {
  const encryption = encryptionOf(manifest, part.name)!;
  const content = encryption.openWhole(encryption.key(password), await zip.readWhole(part, most));
  return content === null ? null : new DecryptedDocument(source, content);
}

/**
 * Reads a part that is encrypted separately; null for a wrong password. Call `assertReadable` first.
 * @throws FILE_ENCRYPTED, FILE_DAMAGED
 */
export async function decryptPart(
  zip: ZipArchive,
  part: ZipEntry,
  manifest: string,
  password: string,
  most: number,
): Promise<PartBytes | null> {
  const encryption = encryptionOf(manifest, part.name)!;
  const key = encryption.key(password);
  const beginning: Buffer[] = [];
  let length = 0;
  for await (const chunk of zip.read(part)) {
    beginning.push(Buffer.from(chunk));
    length += chunk.length;
    if (length >= CHECKED + BLOCK) break;
  }
  const bytes = Buffer.concat(beginning);
  if (!encryption.opens(key, bytes.length >= part.inflatedSize ? bytes : bytes.subarray(0, CHECKED), bytes.length >= part.inflatedSize))
    return null;
  return async function* decrypted(onBytes) {
    const decipher = encryption.decipher(key);
    const packed = async function* packed() {
      for await (const chunk of zip.read(part, onBytes)) yield decipher.update(chunk);
    };
    // The iteration below reports errors. This callback prevents them from being thrown as unhandled.
    const inflated = pipeline(Readable.from(packed(), { objectMode: true, highWaterMark: 2 }), createInflateRaw(), () => {});
    let size = 0;
    try {
      for await (const chunk of inflated as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > most) throw damagedPart(part.name, 'holds more than a spreadsheet can');
        yield chunk;
      }
    } catch (error) {
      if (error instanceof SpreadsheetError) throw error;
      throw damagedPart(part.name, `cannot be unpacked beyond its byte ${size}`, error);
    }
  };
}
