import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SecretFiles } from '../../../../main/secrets/secret-files.ts';
import type { Keytar } from '../../../../main/secrets/keychain.ts';
import { createSecrets } from '../../../../main/secrets/secrets.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { KeytarFailure } from '../../../fakes/keytar.ts';
import { setupSecrets } from '../../../kit/setup-secrets.ts';
import { fastClock } from '../../../kit/test-ports.ts';

const folder = setupSecrets();
const { open, openKey, keyFile, everythingOnDisk } = folder;

/** A keychain that asks its user in one of its calls; the call takes effect once the user answers. */
function askingKeytar(call: 'getPassword' | 'setPassword') {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const ask = async () => {
    asked.resolve();
    await answered.promise;
  };
  const asking: Keytar = {
    getPassword: async (...entry) => {
      if (call === 'getPassword') await ask();
      return await folder.keytar.getPassword(...entry);
    },
    setPassword: async (...entry) => {
      if (call === 'setPassword') await ask();
      await folder.keytar.setPassword(...entry);
    },
    deletePassword: (...entry) => folder.keytar.deletePassword(...entry),
  };
  return { asking, asked: asked.promise, answer: answered.resolve };
}

/** A program that holds the lock until it ends. */
const HOLDER = `
  import { SecretsLock } from ${JSON.stringify(new URL('../../../../main/secrets/secrets-lock.ts', import.meta.url).href)};
  setInterval(() => undefined, 1000);
  await new SecretsLock(process.argv[1]).exclusively(() => new Promise(() => console.log('held')));
`;
/** True when only the user can read it. Windows protects files in other ways. */
const isPrivate = (path: string) => process.platform === 'win32' || (statSync(path).mode & 0o077) === 0;
const failureOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? { code: error.code, ...error.details } : error),
  );

describe('the data key', () => {
  it('is created once and stored in the keychain, with only its mark on disk', async () => {
    const secrets = await open();
    const key = await secrets.dataKey();
    expect(key).toHaveLength(32);
    expect({ kind: secrets.kind, notice: secrets.notice }).toEqual({ kind: 'keychain', notice: null });
    expect(await openKey()).toBe(key.toString('hex'));
    expect(existsSync(keyFile())).toBe(false);
    expect(everythingOnDisk()).not.toContain(key.toString('base64'));
    expect(everythingOnDisk()).not.toContain(key.toString('hex'));
  });

  it('differs between data folders that share a keychain', async () => {
    expect(await openKey()).not.toBe(await openKey({ dataDir: join(folder.parent, 'other') }));
    expect(folder.keytar.entries.size).toBe(2);
  });

  it('is returned as a copy', async () => {
    const secrets = await open();
    const before = await secrets.dataKey();
    const hex = before.toString('hex');
    before.fill(0);
    expect((await secrets.dataKey()).toString('hex')).toBe(hex);
  });

  it('is returned as a copy to the first caller after the keychain was unlocked, too', async () => {
    folder.keytar.failure = 'locked';
    const secrets = await open();
    folder.keytar.failure = null;
    const first = await secrets.dataKey();
    const hex = first.toString('hex');
    first.fill(0);
    expect((await secrets.dataKey()).toString('hex')).toBe(hex);
  });

  const failures: readonly (readonly [KeytarFailure | 'hang', RegExp])[] = [
    ['not-installed', /library is not installed/],
    ['no-session', /no message bus/],
    ['no-dbus-launch', /no message bus/],
    ['dead-bus', /no message bus/],
    ['no-service', /no program on this computer/],
    ['no-keyring', /no keyring yet/],
    ['unheard', /unknown reason/],
  ];
  it.each(failures)('is stored in a key file, with a notice, when the keychain fails with %s', async (failure, words) => {
    folder.keytar.failure = failure;
    const secrets = await open();
    expect(secrets.kind).toBe('key-file');
    expect(secrets.notice).toMatch(words);
    expect(secrets.notice).toContain('little more than file permissions do');
    expect([keyFile(), folder.dataDir, join(folder.dataDir, 'secrets.json')].filter((path) => !isPrivate(path))).toEqual([]);
    expect(await openKey()).toBe((await secrets.dataKey()).toString('hex'));
  });

  it('is stored in a key file when the keychain accepts it but does not keep it, and is the same at the next start', async () => {
    folder.keytar.keeps = false;
    const secrets = await open();
    const key = (await secrets.dataKey()).toString('hex');
    expect({ kind: secrets.kind, hasFile: existsSync(keyFile()) }).toEqual({ kind: 'key-file', hasFile: true });
    expect(secrets.notice).toContain('unknown reason');
    expect(await openKey()).toBe(key);
    folder.keytar.keeps = true;
    folder.start = null;
    expect(await openKey()).toBe(key);
    expect(existsSync(keyFile())).toBe(false);
    expect(await openKey()).toBe(key);
  });

  it.each([
    ['locked', /is locked/],
    ['timeout', /did not answer in time/],
    ['hang', /did not answer in time/],
  ] as const)('waits for a keychain that fails with %s, without a key file', async (failure, words) => {
    folder.keytar.failure = failure;
    const secrets = await open();
    expect(await failureOf(secrets.dataKey())).toMatchObject({ code: 'KEYCHAIN_LOCKED' });
    expect(secrets.notice).toMatch(words);
    expect(existsSync(keyFile())).toBe(false);
    // A call that hangs is not repeated until it ends.
    if (failure === 'hang') return;
    folder.keytar.failure = null;
    await expect.poll(async () => (await secrets.dataKey().catch(() => null)) !== null).toBe(true);
    expect(secrets.kind).toBe('keychain');
    expect(existsSync(keyFile())).toBe(false);
  });

  it('is stored in a key file when the keychain is turned off, and the keychain is not loaded', async () => {
    vi.stubEnv('DESK_KEYCHAIN', 'none');
    const secrets = await createSecrets({ dataDir: folder.dataDir });
    vi.unstubAllEnvs();
    expect(secrets.kind).toBe('key-file');
    expect(secrets.notice).toContain('turned off by DESK_KEYCHAIN');
  });

  it('a key file that other users can read becomes private', async () => {
    folder.keytar.failure = 'no-session';
    await open();
    chmodSync(keyFile(), 0o644);
    await open();
    expect(isPrivate(keyFile())).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('an existing folder keeps its permissions', async () => {
    mkdirSync(folder.dataDir, { mode: 0o755 });
    chmodSync(folder.dataDir, 0o755);
    await open();
    expect(statSync(folder.dataDir).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['locked', 'KEYCHAIN_LOCKED'],
    ['no-session', 'KEYCHAIN_UNAVAILABLE'],
    ['hang', 'KEYCHAIN_UNAVAILABLE'],
  ] as const)('is never replaced when the keychain later fails with %s, and is available again afterwards', async (failure, code) => {
    const key = await openKey();
    folder.keytar.failure = failure;
    const secrets = await open();
    expect(await failureOf(secrets.dataKey())).toMatchObject({ code });
    expect(secrets.notice).toContain('nothing is lost');
    expect(existsSync(keyFile())).toBe(false);
    folder.keytar.failure = null;
    folder.keytar.release();
    await expect.poll(() => secrets.dataKey().then((found) => found.toString('hex'), String)).toBe(key);
    expect(secrets.notice).toBeNull();
  });

  it('is reported as removed and not as locked when its entry is missing', async () => {
    await open();
    folder.keytar.entries.clear();
    expect(await failureOf((await open()).dataKey())).toEqual({ code: 'KEYCHAIN_LOCKED', problem: 'removed' });
    expect(folder.keytar.entries.size).toBe(0);
  });

  it('is refused if it does not belong to the folder, in the keychain or in the file', async () => {
    await open();
    const [account = ''] = folder.keytar.entries.keys();
    folder.keytar.entries.set(account, Buffer.alloc(32, 7).toString('base64'));
    expect(await failureOf((await open()).dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'foreign-key' });
    writeFileSync(keyFile(), Buffer.alloc(32, 8).toString('base64'));
    expect(await failureOf((await open()).dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'foreign-key' });
  });

  it('is not replaced when there is encrypted data', async () => {
    expect(await failureOf((await open({ mayCreate: () => false })).dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'key-missing' });
    expect(readdirSync(folder.dataDir)).toEqual(['secrets.lock.db']);
    expect(folder.keytar.entries.size).toBe(0);
  });

  it('is not replaced when there is a project but no record of its key', async () => {
    mkdirSync(join(folder.dataDir, 'projects'), { recursive: true });
    await openKey();
    rmSync(join(folder.dataDir, 'secrets.json'));
    writeFileSync(join(folder.dataDir, 'projects', 'one.sqlite'), '');
    expect(await failureOf((await open()).dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'key-missing' });
  });

  it.each([
    ['data.key', 'AAAA'],
    ['secrets.json', '{"format":1'],
    ['secrets.json', '{"format":2}'],
  ])(
    'is not replaced when %s is damaged',
    async (name, text) => {
      mkdirSync(folder.dataDir);
      writeFileSync(join(folder.dataDir, name), text);
      expect(await failureOf((await open()).dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'damaged' });
      expect(readFileSync(join(folder.dataDir, name), 'utf8')).toBe(text);
    },
    5000,
  );

  it('is found again after a crash right after it was saved', async () => {
    const key = await openKey();
    const path = join(folder.dataDir, 'secrets.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), dataKey: null }));
    expect(await openKey()).toBe(key);
  });

  it('is the same for programs that start at the same time', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => openKey()));
    expect(new Set(keys).size).toBe(1);
    expect(folder.keytar.entries.size).toBe(1);
  });

  it('is created by one program only, however long its keychain takes to answer', async () => {
    const { asking, asked, answer } = askingKeytar('getPassword');
    const first = open({ loadKeytar: () => Promise.resolve(asking), timeoutMs: 60_000 });
    await asked;
    const clock = fastClock(1000);
    const second = await open({ clock });
    expect(clock.elapsed()).toBeGreaterThan(45_000);
    expect(await failureOf(second.dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'locked' });
    expect(folder.keytar.entries.size).toBe(0);
    answer();
    const key = await (await first).dataKey();
    expect(await second.dataKey()).toEqual(key);
    expect(await openKey()).toBe(key.toString('hex'));
  });

  it('is not created by a second program while the keychain can still save the first one', async () => {
    const { asking, asked, answer } = askingKeytar('setPassword');
    const first = await open({ loadKeytar: () => Promise.resolve(asking) });
    await asked;
    expect(await failureOf(first.dataKey())).toEqual({ code: 'KEYCHAIN_LOCKED', problem: 'timeout' });
    const second = await open({ clock: fastClock(1000) });
    expect(await failureOf(second.dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'locked' });
    answer();
    const key = await second.dataKey();
    expect(await first.dataKey()).toEqual(key);
    expect(await openKey()).toBe(key.toString('hex'));
  });

  it('is not written to a file if another program recorded its key while the keychain was tried', async () => {
    const files = new SecretFiles(folder.dataDir);
    const failing: Keytar = {
      getPassword: () => {
        files.writeState({ ...files.readState(), dataKey: { mark: 'other', copiedDuring: null, place: 'keychain' } });
        return Promise.reject(new Error('Could not connect'));
      },
      setPassword: () => Promise.reject(new Error('Could not connect')),
      deletePassword: () => Promise.resolve(false),
    };
    await open({ loadKeytar: () => Promise.resolve(failing) });
    expect(existsSync(keyFile())).toBe(false);
    expect(files.readState().dataKey?.mark).toBe('other');
  });

  it('waits for a program that is suspended, and not for one that has ended', async () => {
    mkdirSync(folder.dataDir);
    const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, folder.dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(holder.stdout, 'data');
      holder.kill('SIGSTOP');
      const secrets = await open({ clock: fastClock(1000) });
      expect(await failureOf(secrets.dataKey())).toEqual({ code: 'DATA_FOLDER', reason: 'locked' });
      holder.kill('SIGKILL');
      await once(holder, 'close');
      expect(await secrets.dataKey()).toHaveLength(32);
    } finally {
      holder.kill('SIGKILL');
    }
  });

  it('is not replaced when another one was recorded in the meantime', () => {
    const files = new SecretFiles(folder.dataDir);
    const state = files.readState();
    const record = (mark: string) => {
      files.writeState({ ...state, dataKey: { mark, copiedDuring: null, place: 'keychain' } });
    };
    record('first');
    expect(() => {
      record('second');
    }).toThrow(/Another program has just created the key .* Nothing was changed/);
    expect(files.readState().dataKey?.mark).toBe('first');
  });

  it.each([
    ['keychain', null, 'keychain'],
    ['key-file', 'no-session', 'key-file'],
  ] as const)('is recorded as stored in the %s', async (_, failure, place) => {
    folder.keytar.failure = failure;
    await openKey();
    const path = join(folder.dataDir, 'secrets.json');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ dataKey: { place } });
  });
});

it('a second key file is refused and the first one stays', () => {
  const files = new SecretFiles(folder.dataDir);
  files.createKey(Buffer.alloc(32, 1));
  expect(() => files.createKey(Buffer.alloc(32, 2))).toThrow(AppError);
  expect(files.readKey()).toEqual(Buffer.alloc(32, 1));
  expect(readdirSync(folder.dataDir)).toEqual(['data.key']);
});

describe('a keychain that asks the user', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is reported after a second, and a keychain that answers immediately is not', async () => {
    const waits = vi.fn<() => void>();
    await openKey({ onWait: waits });
    await vi.advanceTimersByTimeAsync(5000);
    expect(waits).not.toHaveBeenCalled();
    folder.keytar.failure = 'hang';
    const opened = open({ onWait: waits, timeoutMs: 120_000 });
    await vi.advanceTimersByTimeAsync(999);
    expect(waits).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(waits).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(120_000);
    await opened;
    expect(existsSync(keyFile())).toBe(false);
  });
});

it('records a mark that does not reveal the key', async () => {
  const key = await (await open()).dataKey();
  const { dataKey } = JSON.parse(readFileSync(join(folder.dataDir, 'secrets.json'), 'utf8')) as { dataKey: { mark: string } };
  expect(dataKey.mark).toHaveLength(16);
  expect(createHash('sha256').update(key).digest('hex')).not.toContain(dataKey.mark);
});
