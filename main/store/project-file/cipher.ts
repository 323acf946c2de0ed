/**
 * AES-256-GCM for everything about a person that touches the disk.
 * A sealed text is nonce (12 bytes), tag (16), ciphertext. What it is for is bound to it as additional data, so that
 * a chunk that was moved, swapped or taken from another project does not open.
 */
import { createCipheriv, createDecipheriv, createHmac, type KeyObject, randomBytes, randomFillSync } from 'node:crypto';

const NONCE = 12;
const TAG = 16;
const ALGORITHM = 'aes-256-gcm';
/** Nonces that are drawn at once: a list is sealed in thousands of chunks, and each draw costs more than it gives. */
const NONCES = 512;

/** Bytes that sealing adds. */
export const ENCRYPTION_OVERHEAD = NONCE + TAG;

/** A 32-byte key; who seals many texts makes a key object of it once (`createSecretKey`), which halves what each of them costs. */
export type Key = Buffer | KeyObject;

/** A new random key, 32 bytes. */
export function newKey(): Buffer {
  return randomBytes(32);
}

const nonces = Buffer.alloc(NONCES * NONCE);
let used = NONCES;

/** Puts a nonce that was never used before into the first bytes of `sealed`. */
function drawNonce(sealed: Buffer): void {
  if (used === NONCES) {
    randomFillSync(nonces);
    used = 0;
  }
  nonces.copy(sealed, 0, used * NONCE, (used + 1) * NONCE);
  used += 1;
}

/** Seals `plain` under `key`, bound to `purpose`. */
export function encrypt(key: Key, purpose: string, plain: Uint8Array): Buffer {
  return encryptInto(Buffer.allocUnsafe(ENCRYPTION_OVERHEAD + plain.length), key, purpose, plain);
}

/** Seals `plain` as `seal` does into `sealed`, which has room for it and for `SEAL_OVERHEAD`; answers it. */
export function encryptInto(sealed: Buffer, key: Key, purpose: string, plain: Uint8Array): Buffer {
  drawNonce(sealed);
  const cipher = createCipheriv(ALGORITHM, key, sealed.subarray(0, NONCE));
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  const body = cipher.update(plain);
  cipher.final();
  cipher.getAuthTag().copy(sealed, NONCE);
  body.copy(sealed, ENCRYPTION_OVERHEAD);
  return sealed;
}

/** Opens what `seal` made; throws when the key or the purpose is another, or a byte was changed. */
export function decrypt(key: Key, purpose: string, sealed: Uint8Array): Buffer {
  if (sealed.length < ENCRYPTION_OVERHEAD) throw new RangeError('sealed text is too short');
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(purpose, 'utf8'));
  decipher.setAuthTag(sealed.subarray(NONCE, ENCRYPTION_OVERHEAD));
  const plain = decipher.update(sealed.subarray(ENCRYPTION_OVERHEAD));
  decipher.final();
  return plain;
}

/** Seals a JSON value. */
export function encryptJson(key: Key, purpose: string, value: unknown): Buffer {
  return encrypt(key, purpose, Buffer.from(JSON.stringify(value), 'utf8'));
}

/** Opens a sealed JSON value; what it holds is unknown to the types until it is parsed. */
export function decryptJson(key: Key, purpose: string, sealed: Uint8Array): unknown {
  return JSON.parse(decrypt(key, purpose, sealed).toString('utf8'));
}

/** A key for one purpose out of a master key; 32 bytes. */
export function deriveKey(key: Buffer, purpose: string): Buffer {
  return createHmac('sha256', key).update(`screening-desk/${purpose}`).digest();
}
