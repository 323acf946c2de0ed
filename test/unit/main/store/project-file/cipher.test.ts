/** What keeps a person's data shut on the disk: nonces that never repeat, purposes that part, keys that come out the same. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  deriveKey,
  newKey,
  decrypt,
  decryptJson,
  encrypt,
  encryptInto,
  encryptJson,
  ENCRYPTION_OVERHEAD,
} from '../../../../../main/store/project-file/cipher.ts';

const key = newKey();
const NONCE_BYTES = 12;
const nonceOf = (sealed: Buffer) => sealed.subarray(0, NONCE_BYTES).toString('hex');

describe('the nonce', () => {
  it('is never used twice, however many texts are sealed under one key', () => {
    const nonces = new Set(Array.from({ length: 2_000 }, () => nonceOf(encrypt(key, 'p', Buffer.alloc(1)))));
    expect(nonces.size).toBe(2_000);
  });

  it('is drawn where a text is sealed into memory that was used before', () => {
    const memory = Buffer.alloc(ENCRYPTION_OVERHEAD + 5);
    const nonces = Array.from({ length: 1_200 }, () => nonceOf(Buffer.from(encryptInto(memory, key, 'p', Buffer.from('plain')))));
    expect(new Set(nonces).size).toBe(1_200);
    // Zeros are what memory holds into which nothing was drawn.
    expect(nonces).not.toContain('00'.repeat(NONCE_BYTES));
  });

  it('is random in all of its bytes', () => {
    const values = Array.from({ length: NONCE_BYTES }, () => new Set<number>());
    for (let n = 0; n < 600; n++)
      for (const [at, byte] of encrypt(key, 'p', Buffer.alloc(0)).subarray(0, NONCE_BYTES).entries()) values[at]!.add(byte);
    for (const seen of values) expect(seen.size).toBeGreaterThan(100);
  });
});

describe('a sealed text', () => {
  it('may be empty, and is then its overhead alone', () => {
    const sealed = encrypt(key, 'p', Buffer.alloc(0));
    expect(sealed).toHaveLength(ENCRYPTION_OVERHEAD);
    expect(decrypt(key, 'p', sealed)).toHaveLength(0);
  });

  it('lies at the beginning of the memory that it was sealed into', () => {
    const sealed = encryptInto(Buffer.alloc(200, 7), key, 'p', Buffer.from('Ashdown'));
    expect(decrypt(key, 'p', sealed.subarray(0, ENCRYPTION_OVERHEAD + 7)).toString()).toBe('Ashdown');
    expect(sealed.subarray(ENCRYPTION_OVERHEAD + 7).every((byte) => byte === 7)).toBe(true);
  });

  it.each([0, 1, 12, ENCRYPTION_OVERHEAD - 1])('of %i bytes is refused as too short', (length) => {
    expect(() => decrypt(key, 'p', Buffer.alloc(length))).toThrow('too short');
  });

  it('with letters beyond ASCII in its text or its purpose opens as it was', () => {
    expect(decryptJson(key, 'project/é/0', encryptJson(key, 'project/é/0', { name: 'Zoë Ångström 李' }))).toEqual({
      name: 'Zoë Ångström 李',
    });
    expect(() => decrypt(key, 'project/è/0', encrypt(key, 'project/é/0', Buffer.from('x')))).toThrow(/./);
  });
});

describe('a key for one purpose', () => {
  it('is the same at every start, so that what was sealed opens again', () => {
    const master = Buffer.alloc(32, 5);
    expect(deriveKey(master, 'suppression')).toEqual(createHmac('sha256', master).update('screening-desk/suppression').digest());
    expect(deriveKey(master, 'suppression')).toHaveLength(32);
  });

  it('is another one for another purpose or another master key', () => {
    const master = Buffer.alloc(32, 5);
    expect(deriveKey(master, 'one')).not.toEqual(deriveKey(master, 'two'));
    expect(deriveKey(master, 'one')).not.toEqual(deriveKey(Buffer.alloc(32, 6), 'one'));
  });
});
