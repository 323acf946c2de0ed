/**
 * The byte format of a bundle, as described in docs/BUNDLE.md: a header that anybody can read, and chunks that need the passphrase. Reading
 * a bundle requires only node:crypto.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../shared/base/index.ts';

/** The last bytes reveal whether the file was transferred as text, because that changes them. */
const MAGIC = Buffer.from('SDBUNDLE\r\n\x1a\n', 'latin1');
export const BUNDLE_VERSION = 1;
const SALT_BYTES = 32;
const CHECK_BYTES = 32;
/** The positions of the version and of the scrypt parameters. */
const VERSION_AT = MAGIC.length;
const COST_AT = VERSION_AT + 2;
const SALT_AT = COST_AT + 3;
const CHECK_AT = SALT_AT + SALT_BYTES;
export const HEADER_BYTES = CHECK_AT + CHECK_BYTES;

export const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** The scrypt parameters. N is 2 to the power of `log2N`. Needs 128 · N · r bytes of memory. */
export interface Cost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}
/** Needs 128 MB. */
const USUAL_COST: Cost = { log2N: 17, r: 8, p: 1 };
/** The parameters that a file may have: at most 256 MB, so that a forged header cannot exhaust the memory. */
const isAllowed = ({ log2N, r, p }: Cost): boolean => log2N >= 14 && log2N <= 18 && r === 8 && p >= 1 && p <= 2;

interface Keys {
  readonly encryption: Buffer;
  readonly check: Buffer;
}

function deriveKeys(passphrase: string, salt: Buffer, { log2N, r, p }: Cost): Promise<Keys> {
  const N = 2 ** log2N;
  // Different computers may compose the same letters from different code points.
  const secret = Buffer.from(passphrase.normalize('NFKC'), 'utf8');
  return new Promise((resolve, reject) => {
    scrypt(secret, salt, 64, { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1024 * 1024 }, (error, bytes) => {
      if (error === null) resolve({ encryption: bytes.subarray(0, 32), check: bytes.subarray(32) });
      else reject(error);
    });
  });
}

const checkOf = (keys: Keys, head: Buffer): Buffer => createHmac('sha256', keys.check).update(head).digest();

/** The nonce of a chunk. It only needs to be unique within the bundle, because each bundle has its own key. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 4, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Receives the bytes of a bundle in order. */
export interface ByteSink {
  append(bytes: Uint8Array): Promise<void>;
}

/** Writes a bundle. It cannot be opened before `finish`, because the last chunk is missing. */
export class BundleWriter {
  private readonly sink: ByteSink;
  private readonly keys: Keys;
  private readonly header: Buffer;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  private chunks = 0;

  private constructor(sink: ByteSink, keys: Keys, header: Buffer) {
    this.sink = sink;
    this.keys = keys;
    this.header = header;
  }

  static async begin(sink: ByteSink, passphrase: string, cost: Cost = USUAL_COST): Promise<BundleWriter> {
    const head = Buffer.alloc(CHECK_AT);
    MAGIC.copy(head);
    head.writeUInt16BE(BUNDLE_VERSION, VERSION_AT);
    head.set([cost.log2N, cost.r, cost.p], COST_AT);
    const salt = randomBytes(SALT_BYTES);
    salt.copy(head, SALT_AT);
    const keys = await deriveKeys(passphrase, salt, cost);
    const header = Buffer.concat([head, checkOf(keys, head)]);
    await sink.append(header);
    return new BundleWriter(sink, keys, header);
  }

  async append(bytes: Buffer): Promise<void> {
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (this.waitingBytes <= CHUNK_BYTES) return;
    let rest = Buffer.concat(this.waiting);
    // The last chunk is marked, so a chunk is written only when more bytes follow.
    for (; rest.length > CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) await this.put(rest.subarray(0, CHUNK_BYTES), false);
    this.waiting = [rest];
    this.waitingBytes = rest.length;
  }

  /** Writes the last chunk. */
  async finish(): Promise<void> {
    await this.put(Buffer.concat(this.waiting), true);
  }

  private async put(plain: Buffer, isLast: boolean): Promise<void> {
    const cipher = createCipheriv(ALGORITHM, this.keys.encryption, nonceOf(this.chunks++, isLast));
    cipher.setAAD(this.header);
    const body = cipher.update(plain);
    cipher.final();
    await this.sink.append(Buffer.concat([body, cipher.getAuthTag()]));
  }
}

/** The error for a file that is not a bundle, or that cannot be opened. `name`: the file name. */
const damaged = (name: string): AppError =>
  new AppError(
    'BUNDLE_DAMAGED',
    `The bundle “${name}” is damaged or incomplete. Nothing was opened. Ask the person who made it to send the file again.`,
  );

/** The error for a failed read. The file is outside of the data folder, whose disk may be fine. `name`: the file name. */
export const bundleUnreadable = (name: string, cause: unknown): AppError =>
  new AppError(
    'FILE_UNREADABLE',
    `“${name}” cannot be read. It may have been moved or removed, or its drive disconnected. Nothing was opened. Copy it to this computer, and choose it again.`,
    {},
    { cause },
  );

/** @throws FILE_UNREADABLE. */
async function readAt(file: FileHandle, name: string, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done).catch((cause: unknown) => {
      throw bundleUnreadable(name, cause);
    });
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.subarray(0, done);
}

/**
 * Reads the header of a bundle, and verifies the passphrase.
 * @throws BUNDLE_FOREIGN; BUNDLE_NEWER; BUNDLE_OLDER; BUNDLE_DAMAGED; BUNDLE_PASSPHRASE; FILE_UNREADABLE.
 */
async function readHeader(file: FileHandle, name: string, passphrase: string): Promise<{ readonly header: Buffer; readonly keys: Keys }> {
  const header = await readAt(file, name, 0, HEADER_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC))
    throw new AppError(
      'BUNDLE_FOREIGN',
      `“${name}” is not a bundle of Screening Desk, or it was changed in transit. Nothing was opened. Choose the file whose name ends with “.deskbundle”. If it is that file, ask for it to be sent again as an attachment.`,
    );
  if (header.length < HEADER_BYTES) throw damaged(name);
  const version = header.readUInt16BE(VERSION_AT);
  if (version > BUNDLE_VERSION)
    throw new AppError(
      'BUNDLE_NEWER',
      `“${name}” was made by a newer version of Screening Desk. Nothing was opened. Update the program on this computer, and open the bundle again.`,
    );
  if (version < BUNDLE_VERSION)
    throw new AppError(
      'BUNDLE_OLDER',
      `“${name}” was made by a version of Screening Desk from before its first release. Nothing was opened. Ask for a bundle that is made with a current version.`,
    );
  const [log2N, r, p] = header.subarray(COST_AT, SALT_AT) as unknown as [number, number, number];
  const cost: Cost = { log2N, r, p };
  if (!isAllowed(cost)) throw damaged(name);
  const keys = await deriveKeys(passphrase, header.subarray(SALT_AT, CHECK_AT), cost);
  if (!timingSafeEqual(checkOf(keys, header.subarray(0, CHECK_AT)), header.subarray(CHECK_AT)))
    throw new AppError(
      'BUNDLE_PASSPHRASE',
      `The passphrase does not open “${name}”, or the beginning of the file is damaged. Nothing was opened. Type the passphrase again as it was given to you, with capitals and spaces. If it still does not open, ask for the file again.`,
    );
  return { header, keys };
}

/** The decrypted bytes of a bundle, in order. Only after the last byte is it certain that none is missing. */
export class BundleReader {
  private readonly file: FileHandle;
  private readonly name: string;
  private readonly header: Buffer;
  private readonly keys: Keys;
  private readonly size: number;
  private position = HEADER_BYTES;
  private chunks = 0;
  private ready: Buffer = Buffer.alloc(0);

  private constructor(file: FileHandle, name: string, header: Buffer, keys: Keys, size: number) {
    this.file = file;
    this.name = name;
    this.header = header;
    this.keys = keys;
    this.size = size;
  }

  /** @throws as `readHeader`. */
  static async begin(file: FileHandle, name: string, passphrase: string): Promise<BundleReader> {
    const { header, keys } = await readHeader(file, name, passphrase);
    return new BundleReader(file, name, header, keys, (await file.stat()).size);
  }

  /** The error for bytes that this program did not write. */
  damaged(): AppError {
    return damaged(this.name);
  }

  /** The next chunk; null after the last one. */
  private async next(): Promise<Buffer | null> {
    const isFirst = this.chunks === 0;
    if (this.position >= this.size && !isFirst) return null;
    const length = Math.min(CHUNK_BYTES + TAG_BYTES, this.size - this.position);
    const bytes = await readAt(this.file, this.name, this.position, Math.max(0, length));
    if (bytes.length < TAG_BYTES || bytes.length < length) throw this.damaged();
    this.position += length;
    const decipher = createDecipheriv(ALGORITHM, this.keys.encryption, nonceOf(this.chunks++, this.position >= this.size));
    decipher.setAAD(this.header);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const plain = decipher.update(bytes.subarray(0, -TAG_BYTES));
      decipher.final();
      return plain;
    } catch {
      throw this.damaged();
    }
  }

  /**
   * Reads exactly this many bytes.
   * @throws BUNDLE_DAMAGED when there are fewer.
   */
  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      if (this.ready.length === 0) {
        const chunk = await this.next();
        if (chunk === null) throw this.damaged();
        this.ready = chunk;
      }
      const part = this.ready.subarray(0, missing);
      this.ready = this.ready.subarray(part.length);
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** All remaining bytes, in pieces. They are complete when this ends. */
  async *rest(): AsyncGenerator<Buffer> {
    if (this.ready.length > 0) yield this.ready;
    this.ready = Buffer.alloc(0);
    for (let chunk = await this.next(); chunk !== null; chunk = await this.next()) yield chunk;
  }
}
