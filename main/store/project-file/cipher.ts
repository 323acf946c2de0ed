/**
 * AES-256-GCM for everything about a person that is written to the disk. Encrypted bytes are nonce (12), tag (16), ciphertext.
 * The purpose is bound to them as additional data, so that a chunk that was moved or taken from another project cannot be decrypted.
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, KeyObject, randomBytes, randomFillSync } from 'node:crypto';
import { freeBytes } from '../../../shared/base/index.ts';

const NONCE = 12;
const TAG = 16;
const ALGORITHM = 'aes-256-gcm';
/** How many nonces one call of the random generator makes: a list has thousands of chunks, and each call is slow. */
const NONCES_PER_DRAW = 512;

/** Bytes that encryption adds. */
export const ENCRYPTION_OVERHEAD = NONCE + TAG;

/** A 32-byte key. */
export type Key = Buffer | KeyObject;

/** A cipher also accepts a Buffer, but is several times slower with it than with a key object. */
const objectOf = (key: Key): KeyObject => (key instanceof KeyObject ? key : createSecretKey(key));

/** A new random key, 32 bytes. */
export const newKey = (): Buffer => randomBytes(32);

const nonces = Buffer.alloc(NONCES_PER_DRAW * NONCE);
let used = NONCES_PER_DRAW;

/** Writes a nonce that was never used before to the start of `encrypted`. */
function drawNonce(encrypted: Buffer): void {
  if (used === NONCES_PER_DRAW) {
    randomFillSync(nonces);
    used = 0;
  }
  nonces.copy(encrypted, 0, used * NONCE, (used + 1) * NONCE);
  used += 1;
}

/** The tag of encrypted bytes. It depends on every byte, on the key and on the purpose. */
export const authenticationTag = (encrypted: Buffer): Buffer => encrypted.subarray(NONCE, ENCRYPTION_OVERHEAD);

export function encrypt(key: Key, purpose: string, plain: Uint8Array): Buffer {
  return encryptInto(Buffer.allocUnsafe(ENCRYPTION_OVERHEAD + plain.length), key, purpose, plain);
}

/** Encrypts into `encrypted`, which has room for `plain` and `ENCRYPTION_OVERHEAD`. Returns `encrypted`. */
export function encryptInto(encrypted: Buffer, key: Key, purpose: string, plain: Uint8Array): Buffer {
  drawNonce(encrypted);
  const cipher = createCipheriv(ALGORITHM, objectOf(key), encrypted.subarray(0, NONCE));
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  const body = cipher.update(plain);
  cipher.final();
  cipher.getAuthTag().copy(encrypted, NONCE);
  body.copy(encrypted, ENCRYPTION_OVERHEAD);
  freeBytes(body);
  return encrypted;
}

/** @throws Error when the key or the purpose differs, or a byte was changed. */
export function decrypt(key: Key, purpose: string, encrypted: Uint8Array): Buffer {
  if (encrypted.length < ENCRYPTION_OVERHEAD) throw new RangeError('encrypted text is too short');
  const decipher = createDecipheriv(ALGORITHM, objectOf(key), encrypted.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(purpose, 'utf8'));
  decipher.setAuthTag(encrypted.subarray(NONCE, ENCRYPTION_OVERHEAD));
  const plain = decipher.update(encrypted.subarray(ENCRYPTION_OVERHEAD));
  decipher.final();
  return plain;
}

export function encryptJson(key: Key, purpose: string, value: unknown): Buffer {
  return encrypt(key, purpose, Buffer.from(JSON.stringify(value), 'utf8'));
}

export function decryptJson(key: Key, purpose: string, encrypted: Uint8Array): unknown {
  return JSON.parse(decrypt(key, purpose, encrypted).toString('utf8'));
}

/** A key for one purpose, derived from a master key; 32 bytes. */
export const deriveKey = (key: Buffer, purpose: string): Buffer => createHmac('sha256', key).update(`screening-desk/${purpose}`).digest();
