/** How a workbook with a password is encrypted ([MS-OFFCRYPTO] 2.3.4), from the two usual forms of the stream EncryptionInfo. */
import { SpreadsheetError } from '../core/errors.ts';
import { readXml } from '../markup/xml.ts';
import { damagedPart } from '../zip/zip.ts';

/** A hash and a cipher, by their names in node:crypto, with the salt of the key. */
interface Keyed {
  readonly hash: string;
  readonly cipher: string;
  readonly keyBytes: number;
  readonly blockBytes: number;
  readonly salt: Buffer;
}

/** Excel 2010 and later. */
export interface AgileInfo {
  readonly kind: 'agile';
  /** How the parts of the workbook are encrypted. */
  readonly data: Keyed;
  /** How the key is encrypted with the password. */
  readonly password: Keyed & {
    readonly spins: number;
    readonly verifierInput: Buffer;
    readonly verifierHash: Buffer;
    readonly key: Buffer;
  };
}

/** Excel 2007: AES in ECB mode and SHA-1. */
export interface StandardInfo {
  readonly kind: 'standard';
  readonly keyBytes: number;
  readonly salt: Buffer;
  readonly verifier: Buffer;
  readonly verifierHash: Buffer;
}

const PART = 'EncryptionInfo';
const AGILE = 0x0004_0004;
/** More rounds than any program uses would only keep the computer busy. */
const SPINS_MOST = 2_000_000;

const HASHES: Readonly<Record<string, string>> = { MD5: 'md5', SHA1: 'sha1', 'SHA-1': 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' }; // prettier-ignore

/** Error for an encryption that no usual version of Excel writes, or that does not use a password. */
export const unknownEncryption = (): SpreadsheetError =>
  new SpreadsheetError(
    'FILE_ENCRYPTED',
    'The file is protected with a kind of password protection that Screening Desk cannot read. Open it in Excel, remove the password (File › Info › Protect Workbook › Encrypt with Password), save it, and choose it again.',
  );

type Attributes = (name: string) => string | undefined;

function keyedBy(attribute: Attributes): Keyed {
  const hash = HASHES[attribute('hashAlgorithm') ?? ''];
  const bits = Number(attribute('keyBits'));
  const isAes = attribute('cipherAlgorithm') === 'AES' && attribute('cipherChaining') === 'ChainingModeCBC';
  if (hash === undefined || !isAes || ![128, 192, 256].includes(bits) || attribute('blockSize') !== '16') throw unknownEncryption();
  return { hash, cipher: `aes-${bits}-cbc`, keyBytes: bits / 8, blockBytes: 16, salt: base64(attribute('saltValue')) };
}

function base64(text: string | undefined): Buffer {
  if (text === undefined || text.length > 1024) throw damagedPart(PART, 'lacks a value');
  return Buffer.from(text, 'base64');
}

function readAgile(bytes: Buffer): AgileInfo {
  let data: Keyed | null = null;
  let password: AgileInfo['password'] | null = null;
  readXml(bytes, PART, {
    open(element) {
      const attribute: Attributes = (name) => element.attribute(name);
      if (element.name === 'keyData') data = keyedBy(attribute);
      if (element.name !== 'encryptedKey' || attribute('spinCount') === undefined) return;
      const spins = Number(attribute('spinCount'));
      if (!Number.isInteger(spins) || spins < 0 || spins > SPINS_MOST) throw unknownEncryption();
      password = {
        ...keyedBy(attribute),
        spins,
        verifierInput: base64(attribute('encryptedVerifierHashInput')),
        verifierHash: base64(attribute('encryptedVerifierHashValue')),
        key: base64(attribute('encryptedKeyValue')),
      };
    },
    close() {},
    text() {},
  });
  // If there is no key for a password, the file is protected with a certificate.
  if (data === null || password === null) throw unknownEncryption();
  return { kind: 'agile', data, password };
}

const AES = new Map([
  [0x660e, 16],
  [0x660f, 24],
  [0x6610, 32],
]);
const SHA1_BYTES = 20;
const SALT_BYTES = 16;

function readStandard(bytes: Buffer): StandardInfo {
  const headerBytes = bytes.readUInt32LE(8);
  const verifierAt = 12 + headerBytes;
  if (headerBytes < 32 || verifierAt + 40 + 32 > bytes.length) throw damagedPart(PART, 'is cut off');
  const keyBytes = AES.get(bytes.readUInt32LE(12 + 8));
  if (keyBytes === undefined || bytes.readUInt32LE(verifierAt) !== SALT_BYTES) throw unknownEncryption();
  const saltAt = verifierAt + 4;
  const inputAt = saltAt + SALT_BYTES;
  const hashAt = inputAt + 16 + 4;
  if (bytes.readUInt32LE(inputAt + 16) !== SHA1_BYTES) throw unknownEncryption();
  return {
    kind: 'standard',
    keyBytes,
    salt: bytes.subarray(saltAt, inputAt),
    verifier: bytes.subarray(inputAt, inputAt + 16),
    verifierHash: bytes.subarray(hashAt, hashAt + 32),
  };
}

/**
 * Reads the stream EncryptionInfo.
 * @throws FILE_ENCRYPTED for other forms; FILE_DAMAGED
 */
export function readEncryptionInfo(bytes: Buffer): AgileInfo | StandardInfo {
  if (bytes.length < 8) throw damagedPart(PART, 'is cut off');
  if (bytes.readUInt32LE(0) === AGILE) return readAgile(bytes.subarray(8));
  const [major, minor] = [bytes.readUInt16LE(0), bytes.readUInt16LE(2)];
  if (minor === 2 && major >= 2 && major <= 4) return readStandard(bytes);
  throw unknownEncryption();
}
