/**
 * Pseudonyms of constituent IDs: the service gets them instead of numbers that must not leave the computer, such as medical record numbers.
 * A pseudonym is the ID, encrypted deterministically with a key of the project, so that IDs in an answer can be decrypted without a table
 * (docs/SECURITY.md).
 */
import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../store/project-file/index.ts';

/** Letters and digits of RFC 4648 base 32, which has only capital letters: a service may change the case of an ID. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PREFIX = 'P-';
const TAG = 12;
const BLOCK = 16;
/** The shortest pseudonym, a tag and one byte, has 21 letters. */
const PSEUDONYM = /P-[A-Z2-7]{21,}/gi;
const VALUES = new Map(Array.from(LETTERS, (letter, value) => [letter, value] as const));

function toLetters(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += LETTERS[(held >>> (bits - 5)) & 31]!;
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + LETTERS[(held << (5 - bits)) & 31]!;
}

function toBytes(letters: string): Buffer {
  const bytes = Buffer.alloc(Math.floor((letters.length * 5) / 8));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const letter of letters) {
    held = (held << 5) | VALUES.get(letter)!;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = held >>> bits;
    held &= (1 << bits) - 1;
  }
  return bytes;
}

/**
 * The pseudonyms of one project. Uses a synthetic IV as in RFC 5297, with HMAC-SHA256: the tag of an ID is also the first counter block of
 * its encryption. Only the right key reproduces the tag after decryption.
 */
export class Pseudonyms {
  // With key objects, an ID takes a fifth of the time that it takes with keys as bytes.
  private readonly tagKey: KeyObject;
  private readonly cipherKey: KeyObject;

  /** `projectKey`: the key of the project's file, 32 bytes. */
  constructor(projectKey: Uint8Array) {
    this.tagKey = createSecretKey(deriveKey(Buffer.from(projectKey), 'pseudonym tag'));
    this.cipherKey = createSecretKey(deriveKey(Buffer.from(projectKey), 'pseudonym cipher'));
  }

  private tagOf(plain: Uint8Array): Buffer {
    return createHmac('sha256', this.tagKey).update(plain).digest().subarray(0, TAG);
  }

  /** The pseudonym of an ID, equal for equal IDs. It is too long for the service if the ID exceeds `MAX_PSEUDONYM_ID_BYTES`. */
  of(id: string): string {
    const plain = Buffer.from(id, 'utf8');
    const tag = this.tagOf(plain);
    const block = Buffer.alloc(BLOCK);
    tag.copy(block);
    return PREFIX + toLetters(Buffer.concat([tag, createCipheriv('aes-256-ctr', this.cipherKey, block).update(plain)]));
  }

  /** The ID of a pseudonym in any case; null for any other text. */
  idOf(pseudonym: string): string | null {
    const bytes = toBytes(pseudonym.slice(PREFIX.length).toUpperCase());
    const block = Buffer.alloc(BLOCK);
    bytes.copy(block, 0, 0, TAG);
    const plain = createDecipheriv('aes-256-ctr', this.cipherKey, block).update(bytes.subarray(TAG));
    return timingSafeEqual(this.tagOf(plain), bytes.subarray(0, TAG)) ? plain.toString('utf8') : null;
  }

  /** The bytes of a JSON value, in which each pseudonym is replaced by its ID. */
  restored(json: Buffer): Buffer {
    const text = json.toString('latin1');
    let isChanged = false;
    const restored = text.replaceAll(PSEUDONYM, (pseudonym) => {
      const id = this.idOf(pseudonym);
      if (id === null) return pseudonym;
      isChanged = true;
      return Buffer.from(JSON.stringify(id).slice(1, -1), 'utf8').toString('latin1');
    });
    return isChanged ? Buffer.from(restored, 'latin1') : json;
  }
}
