/** A key file, on a computer whose keychain becomes available later. */
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SecretFiles } from '../../../../main/secrets/secret-files.ts';
import { setupSecrets } from '../../../kit/setup-secrets.ts';

const folder = setupSecrets();
const { open, openKey, keyFile } = folder;

describe('a key file when a keychain becomes available later', () => {
  const keyInFile = async () => {
    folder.keytar.failure = 'no-session';
    const key = await openKey();
    folder.keytar.failure = null;
    return key;
  };

  it('is copied immediately, and removed only if the keychain still has the key after a restart', async () => {
    const key = await keyInFile();
    for (const when of ['copied', 'opened again during the same start']) {
      const secrets = await open();
      expect({ when, kind: secrets.kind, key: (await secrets.dataKey()).toString('hex') }).toEqual({ when, kind: 'key-file', key });
      expect(secrets.notice).toContain('after a restart');
      expect(existsSync(keyFile())).toBe(true);
    }
    folder.start = 'second start';
    const secrets = await open();
    expect({ kind: secrets.kind, notice: secrets.notice }).toEqual({ kind: 'keychain', notice: null });
    expect(existsSync(keyFile())).toBe(false);
    expect(await openKey()).toBe(key);
  });

  it('stays when the keychain was temporary, even if it is filled again', async () => {
    const key = await keyInFile();
    await open();
    folder.start = 'second start';
    folder.keytar.entries.clear();
    for (let opened = 0; opened < 3; opened++) {
      expect(await openKey()).toBe(key);
      expect(existsSync(keyFile())).toBe(true);
    }
  });

  it('stays for one more restart if the program ended after the copy, before it recorded it', async () => {
    const key = await keyInFile();
    await open();
    const files = new SecretFiles(folder.dataDir);
    const state = files.readState();
    files.writeState({ ...state, dataKey: { ...state.dataKey!, copiedDuring: null } });
    folder.start = 'second start';
    for (let opened = 0; opened < 2; opened++) {
      expect(await openKey()).toBe(key);
      expect(existsSync(keyFile())).toBe(true);
    }
    folder.start = 'third start';
    expect(await openKey()).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
  });

  it('stays when the keychain accepts the key but does not keep it', async () => {
    const key = await keyInFile();
    folder.keytar.keeps = false;
    folder.start = null;
    for (let opened = 0; opened < 2; opened++) {
      expect(await openKey()).toBe(key);
      expect(existsSync(keyFile())).toBe(true);
    }
  });

  it('is still used when the keychain is gone again', async () => {
    const key = await keyInFile();
    await open();
    folder.start = 'second start';
    folder.keytar.failure = 'no-service';
    expect(await openKey()).toBe(key);
    expect(existsSync(keyFile())).toBe(true);
  });

  it('is removed immediately if keychains survive restarts of the computer', async () => {
    const key = await keyInFile();
    folder.start = null;
    expect(await openKey()).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
    expect(await openKey()).toBe(key);
  });
});
