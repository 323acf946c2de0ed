/** Encrypts workbooks with a password according to [MS-OFFCRYPTO], for tests of reading them. */
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import * as XLSX from 'xlsx';

const hash = (name: string, ...parts: readonly Buffer[]): Buffer => {
  const digest = createHash(name);
  parts.forEach((part) => digest.update(part));
  return digest.digest();
};
const uint32 = (number: number): Buffer => Buffer.from(Uint32Array.of(number).buffer);

function encipher(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  const encipherer = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([encipherer.update(padded), encipherer.final()]);
}

function spin(name: string, salt: Buffer, password: string, rounds: number): Buffer {
  let spun = hash(name, salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < rounds; round++) spun = hash(name, uint32(round), spun);
  return spun;
}

/** Fills the bytes with 0x36, or cuts them off, to this length. */
const sized = (bytes: Buffer, length: number): Buffer => Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);

function container(info: Buffer, encrypted: Buffer): Buffer {
  const file = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(file, '/EncryptionInfo', info);
  XLSX.CFB.utils.cfb_add(file, '/EncryptedPackage', encrypted);
  return Buffer.from(XLSX.CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const sizeOf = (workbook: Buffer): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(workbook.length));
  return bytes;
};

export interface AgileOptions {
  readonly hash?: 'SHA1' | 'SHA256' | 'SHA384' | 'SHA512';
  readonly bits?: 128 | 192 | 256;
  readonly spins?: number;
}

/** Encrypts like Excel 2010 and later. Few rounds keep tests quick; Excel uses 100,000. */
export function encryptAgile(
  workbook: Buffer,
  password: string,
  { hash: algorithm = 'SHA512', bits = 256, spins = 1000 }: AgileOptions = {},
): Buffer {
  const [name, cipher, bytes] = [algorithm.toLowerCase(), `aes-${bits}-cbc`, bits / 8];
  const [dataSalt, salt, key, input] = [randomBytes(16), randomBytes(16), randomBytes(bytes), randomBytes(16)];
  const spun = spin(name, salt, password, spins);
  const seal = (purpose: string, text: Buffer) =>
    encipher(cipher, sized(hash(name, spun, Buffer.from(purpose, 'hex')), bytes), salt, text).toString('base64');
  const size = createHash(name).digest().length;
  const common = `saltSize="16" blockSize="16" keyBits="${bits}" hashSize="${size}" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="${algorithm}"`;
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${common} saltValue="${dataSalt.toString('base64')}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${common} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${seal('fea7d2763b4b9e79', input)}" encryptedVerifierHashValue="${seal('d7aa0f6d3061344e', hash(name, input))}" encryptedKeyValue="${seal('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const pieces = Array.from({ length: Math.ceil(workbook.length / 4096) }, (_, piece) =>
    encipher(cipher, key, sized(hash(name, dataSalt, uint32(piece)), 16), workbook.subarray(piece * 4096, (piece + 1) * 4096)),
  );
  return container(Buffer.concat([uint32(0x0004_0004), uint32(0x40), Buffer.from(xml)]), Buffer.concat([sizeOf(workbook), ...pieces]));
}

/** Encrypts like Excel 2007. */
export function encryptStandard(workbook: Buffer, password: string, bits: 128 | 192 | 256 = 128): Buffer {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const final = hash('sha1', spin('sha1', salt, password, 50_000), uint32(0));
  const derived = [0x36, 0x5c].map((fill) => hash('sha1', Buffer.alloc(64, fill).map((byte, at) => byte ^ (final[at] ?? 0)) as Buffer));
  const key = Buffer.concat(derived).subarray(0, bits / 8);
  const seal = (bytes: Buffer) => encipher(`aes-${bits}-ecb`, key, null, bytes);
  const provider = Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\0', 'utf16le');
  const algorithm = { 128: 0x660e, 192: 0x660f, 256: 0x6610 }[bits];
  const header = Buffer.concat([
    uint32(0x24),
    uint32(0),
    uint32(algorithm),
    uint32(0x8004),
    uint32(bits),
    uint32(0x18),
    uint32(0),
    uint32(0),
    provider,
  ]);
  const info = [
    uint32(0x0002_0003),
    uint32(0x24),
    uint32(header.length),
    header,
    uint32(16),
    salt,
    seal(verifier),
    uint32(20),
    seal(hash('sha1', verifier)),
  ];
  return container(Buffer.concat(info), Buffer.concat([sizeOf(workbook), seal(workbook)]));
}

/** RC4 of these bytes. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const order = Array.from({ length: 256 }, (_, at) => at);
  const swap = (a: number, b: number) => {
    [order[a], order[b]] = [order[b]!, order[a]!];
  };
  for (let a = 0, b = 0; a < 256; a++) {
    b = (b + order[a]! + key[a % key.length]!) % 256;
    swap(a, b);
  }
  let [a, b] = [0, 0];
  return Buffer.from(
    Array.from(bytes, (byte) => {
      a = (a + 1) % 256;
      b = (b + order[a]!) % 256;
      swap(a, b);
      return byte ^ order[(order[a]! + order[b]!) % 256]!;
    }),
  );
}

interface Rc4 {
  /** The FILEPASS record. */
  readonly record: Buffer;
  readonly keyOf: (piece: number) => Buffer;
}

function office97(password: string): Rc4 {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const short = hash('md5', Buffer.from(password, 'utf16le')).subarray(0, 5);
  const base = hash('md5', Buffer.concat(Array.from({ length: 16 }, () => [short, salt]).flat())).subarray(0, 5);
  const keyOf = (piece: number) => hash('md5', base, uint32(piece));
  const record = [Buffer.from([1, 0, 1, 0, 1, 0]), salt, rc4(keyOf(0), Buffer.concat([verifier, hash('md5', verifier)]))];
  return { record: Buffer.concat(record), keyOf };
}

function cryptoApi(password: string, bits: 40 | 128): Rc4 {
  const [salt, verifier] = [randomBytes(16), randomBytes(16)];
  const base = hash('sha1', salt, Buffer.from(password, 'utf16le'));
  const keyOf = (piece: number) => {
    const key = hash('sha1', base, uint32(piece)).subarray(0, bits / 8);
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  const sealed = rc4(keyOf(0), Buffer.concat([verifier, hash('sha1', verifier)]));
  const header = Buffer.concat([
    uint32(4),
    uint32(0),
    uint32(0x6801),
    uint32(0x8004),
    uint32(bits),
    uint32(1),
    uint32(0),
    uint32(0),
    Buffer.from('RC4\0', 'utf16le'),
  ]);
  const rest = [uint32(4), uint32(header.length), header, uint32(16), salt, sealed.subarray(0, 16), uint32(20), sealed.subarray(16)];
  return { record: Buffer.concat([Buffer.from([1, 0, 2, 0, 2, 0]), ...rest]), keyOf };
}

/** Encrypts an XLS file of SheetJS, like Excel 97, or with CryptoAPI like Excel 2002 and 2003. */
export function encryptXls(workbook: Buffer, password: string, form: 'office97' | 'cryptoApi40' | 'cryptoApi128'): Buffer {
  const file = XLSX.CFB.read(workbook, { type: 'buffer' });
  const entry = XLSX.CFB.find(file, '/Workbook')!;
  const plain = Buffer.from(entry.content as Uint8Array);
  const { record, keyOf } = form === 'office97' ? office97(password) : cryptoApi(password, form === 'cryptoApi40' ? 40 : 128);
  const filePass = Buffer.concat([Buffer.from([0x2f, 0, record.length, 0]), record]);
  const beginning = 4 + plain.readUInt16LE(2);
  const bytes = Buffer.concat([plain.subarray(0, beginning), filePass, plain.subarray(beginning)]);
  const sealed = Buffer.from(bytes);
  for (let at = 0; at + 4 <= bytes.length;) {
    const [type, end] = [bytes.readUInt16LE(at), at + 4 + bytes.readUInt16LE(at + 2)];
    let from = [0x0809, 0x2f, 0xe1].includes(type) ? end : at + 4;
    if (type === 0x85) {
      sealed.writeUInt32LE(bytes.readUInt32LE(at + 4) + filePass.length, at + 4);
      from += 4;
    }
    for (; from < end; from++) {
      const piece = Math.floor(from / 1024);
      sealed[from] = bytes[from]! ^ rc4(keyOf(piece), Buffer.alloc((from % 1024) + 1))[from % 1024]!;
    }
    at = end;
  }
  XLSX.CFB.utils.cfb_add(file, '/Workbook', sealed);
  return Buffer.from(XLSX.CFB.write(file, { type: 'buffer' }) as Uint8Array);
}
