/** Encryption of data on disk: nonces never repeat, purposes are separate, and derived keys stay the same. */
import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
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
const nonceOf = (encrypted: Buffer) => encrypted.subarray(0, NONCE_BYTES).toString('hex');

describe('the nonce', () => {
  it('is never used twice under one key', () => {
    const nonces = new Set(Array.from({ length: 2_000 }, () => nonceOf(encrypt(key, 'p', Buffer.alloc(1)))));
    expect(nonces.size).toBe(2_000);
  });

  it('is also new in memory that was used before', () => {
    const memory = Buffer.alloc(ENCRYPTION_OVERHEAD + 5);
    const nonces = Array.from({ length: 1_200 }, () => nonceOf(Buffer.from(encryptInto(memory, key, 'p', Buffer.from('plain')))));
    expect(new Set(nonces).size).toBe(1_200);
    // Zeros would mean that no nonce was written.
    expect(nonces).not.toContain('00'.repeat(NONCE_BYTES));
  });

  it('is drawn for the first text of a program as well', async () => {
    vi.resetModules();
    const started = await import('../../../../../main/store/project-file/cipher.ts');
    const first = started.encryptInto(Buffer.alloc(ENCRYPTION_OVERHEAD + 5), key, 'p', Buffer.from('plain'));
    expect(nonceOf(first)).not.toBe('00'.repeat(NONCE_BYTES));
  });

  it('is random in every byte', () => {
    const values = Array.from({ length: NONCE_BYTES }, () => new Set<number>());
    for (let n = 0; n < 600; n++)
      for (const [at, byte] of encrypt(key, 'p', Buffer.alloc(0)).subarray(0, NONCE_BYTES).entries()) values[at]!.add(byte);
    for (const seen of values) expect(seen.size).toBeGreaterThan(100);
  });
});

describe('an encrypted text', () => {
  it('can be empty', () => {
    const encrypted = encrypt(key, 'p', Buffer.alloc(0));
    expect(encrypted).toHaveLength(ENCRYPTION_OVERHEAD);
    expect(decrypt(key, 'p', encrypted)).toHaveLength(0);
  });

  it('is written to the beginning of its memory', () => {
    const encrypted = encryptInto(Buffer.alloc(200, 7), key, 'p', Buffer.from('Ashdown'));
    expect(decrypt(key, 'p', encrypted.subarray(0, ENCRYPTION_OVERHEAD + 7)).toString()).toBe('Ashdown');
    expect(encrypted.subarray(ENCRYPTION_OVERHEAD + 7).every((byte) => byte === 7)).toBe(true);
  });

  it.each([0, 1, 12, ENCRYPTION_OVERHEAD - 1])('a text of %i bytes is refused as too short', (length) => {
    expect(() => decrypt(key, 'p', Buffer.alloc(length))).toThrow('too short');
  });

  it('can have non-ASCII letters in its text and its purpose', () => {
    expect(decryptJson(key, 'project/é/0', encryptJson(key, 'project/é/0', { name: 'Zoë Ångström 李' }))).toEqual({
      name: 'Zoë Ångström 李',
    });
    expect(() => decrypt(key, 'project/è/0', encrypt(key, 'project/é/0', Buffer.from('x')))).toThrow(/./);
  });
});

describe('a key for one purpose', () => {
  it('is the same at every start', () => {
    const master = Buffer.alloc(32, 5);
    expect(deriveKey(master, 'suppression')).toEqual(createHmac('sha256', master).update('screening-desk/suppression').digest());
    expect(deriveKey(master, 'suppression')).toHaveLength(32);
  });

  it('differs by purpose and by master key', () => {
    const master = Buffer.alloc(32, 5);
    expect(deriveKey(master, 'one')).not.toEqual(deriveKey(master, 'two'));
    expect(deriveKey(master, 'one')).not.toEqual(deriveKey(Buffer.alloc(32, 6), 'one'));
  });
});

describe('encrypted bytes', () => {
  const key = newKey();
  const plain = Buffer.from('Marguerite Ashdown');

  it('are decrypted with their key and purpose, and hide the text', () => {
    const encrypted = encrypt(key, 'project/rows/0', plain);
    expect(decrypt(key, 'project/rows/0', encrypted)).toEqual(plain);
    expect(encrypted.length).toBe(plain.length + ENCRYPTION_OVERHEAD);
    expect(encrypted.includes('Ashdown')).toBe(false);
    expect(encrypt(key, 'project/rows/0', plain)).not.toEqual(encrypted);
  });

  it('are refused with another key, another purpose, or any changed byte', () => {
    const encrypted = encrypt(key, 'project/rows/0', plain);
    expect(() => decrypt(newKey(), 'project/rows/0', encrypted)).toThrow(/./);
    expect(() => decrypt(key, 'project/rows/1', encrypted)).toThrow(/./);
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at]! ^= 1;
      expect(() => decrypt(key, 'project/rows/0', changed)).toThrow(/./);
    }
    expect(() => decrypt(key, 'project/rows/0', encrypted.subarray(0, 20))).toThrow('too short');
  });

  it('can contain JSON', () => {
    expect(decryptJson(key, 'p', encryptJson(key, 'p', { a: [1, 'ü'] }))).toEqual({ a: [1, 'ü'] });
  });
});
