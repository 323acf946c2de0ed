/** Encodes the store's personal data: AES-256-GCM when the service has a key, otherwise only compressed. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';

const NONCE = 12;
const TAG = 16;
const ALGORITHM = 'aes-256-gcm';

/** Encodes text for storage. `place` identifies the storage location, and bytes can be decoded only with the same `place`. */
export interface Encryption {
  readonly encrypted: boolean;
  encrypt(text: string, place: string): Buffer;
  /** @throws Error when the bytes were changed, moved to another place, or encrypted with another key */
  decrypt(bytes: Buffer, place: string): string;
}

// Compress before encrypting, because ciphertext does not compress and a list may have a million people.
const pack = (text: string) => deflateRawSync(text, { level: 1, strategy: constants.Z_DEFAULT_STRATEGY });
const unpack = (bytes: Buffer) => inflateRawSync(bytes).toString('utf8');

/** The encryption for a store with a 32-byte key. Null stores readable data, for tests and for a service with invented people. */
export function createEncryption(key: Buffer | null): Encryption {
  if (key === null) return { encrypted: false, encrypt: (text) => pack(text), decrypt: (bytes) => unpack(bytes) };
  if (key.length !== 32) throw new TypeError(`the store's key must have 32 bytes, not ${key.length}`);
  return {
    encrypted: true,
    encrypt(text, place) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(place));
      const body = cipher.update(pack(text));
      return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
    },
    decrypt(bytes, place) {
      if (bytes.length < NONCE + TAG) throw new Error('the encrypted bytes are cut short');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(bytes.length - TAG));
      const body = decipher.update(bytes.subarray(NONCE, bytes.length - TAG));
      return unpack(Buffer.concat([body, decipher.final()]));
    },
  };
}
