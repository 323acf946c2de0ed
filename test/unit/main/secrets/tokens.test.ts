/** Tokens of connections and passwords of proxies: only in the keychain, or only for this session. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../../shared/base/errors.ts';
import type { SecretsOptions, SessionToken } from '../../../../main/secrets/secrets.ts';
import { setupSecrets } from '../../../kit/setup-secrets.ts';

const ORIGIN = 'https://service.example';
const folder = setupSecrets();
const { open, everythingOnDisk } = folder;
const failureOfToken = async () => (await open()).token('one', ORIGIN).catch(({ code, details }: AppError) => ({ code, ...details }));

describe('a token', () => {
  it('is stored only in the keychain, and removed from it', async () => {
    const secrets = await open();
    expect(await secrets.token('one', ORIGIN)).toBeNull();
    expect(await secrets.setToken('one', 'token-of-one', ORIGIN)).toBe('kept');
    expect(await (await open()).token('one', ORIGIN)).toBe('token-of-one');
    expect(await secrets.token('other', ORIGIN)).toBeNull();
    expect(everythingOnDisk()).not.toContain('token-of-one');
    await secrets.removeToken('one');
    expect(await (await open()).token('one', ORIGIN)).toBeNull();
    expect([...folder.keytar.entries.values()]).not.toContain('token-of-one');
  });

  it('is kept only for the session, and never on disk, if there is no keychain', async () => {
    folder.keytar.failure = 'no-session';
    const secrets = await open();
    expect(await secrets.setToken('one', 'token-of-one', ORIGIN)).toBe('session');
    expect(await secrets.token('one', ORIGIN)).toBe('token-of-one');
    expect(everythingOnDisk()).not.toContain('token-of-one');
    expect(await (await open()).token('one', ORIGIN)).toBeNull();
  });

  it('causes an error if it was saved but cannot be read', async () => {
    await (await open()).setToken('one', 'token-of-one', ORIGIN);
    folder.keytar.failure = 'locked';
    expect(await failureOfToken()).toEqual({ code: 'KEYCHAIN_LOCKED', problem: 'locked' });
    folder.keytar.failure = 'no-service';
    expect(await failureOfToken()).toEqual({ code: 'KEYCHAIN_UNAVAILABLE', problem: 'no-service' });
  });

  it.each([
    ['with a line end behind it', 'token-of-one\n', 'token-of-one'],
    ['with the word of the header', 'Bearer token-of-one', 'token-of-one'],
    ['with another header behind it', 'token-of-one\r\nx-other: 1', 'TOKEN_MISSING'],
    ['to nothing', '', 'TOKEN_MISSING'],
    ['to letters that no header takes', 'ключ', 'TOKEN_MISSING'],
  ])('an entry that another program changed %s is sent only where it belongs, or not at all', async (_how, changed, sent) => {
    await (await open()).setToken('one', 'token-of-one', ORIGIN);
    const [account] = [...folder.keytar.entries].find(([, secret]) => secret === 'token-of-one')!;
    folder.keytar.entries.set(account, changed);
    const read = await (await open()).token('one', ORIGIN).catch((error: AppError) => error.code);
    expect(read).toBe(sent);
  });

  it('a token entered again while the keychain is locked takes precedence over the saved one', async () => {
    const secrets = await open();
    await secrets.setToken('one', 'old', ORIGIN);
    folder.keytar.failure = 'locked';
    expect(await secrets.setToken('one', 'new', ORIGIN)).toBe('session');
    expect(await secrets.token('one', ORIGIN)).toBe('new');
  });

  it('is removed at the next start if it could not be removed before, unless it was entered again', async () => {
    const secrets = await open();
    await secrets.setToken('one', 'token-of-one', ORIGIN);
    await secrets.setToken('two', 'token-of-two', ORIGIN);
    folder.keytar.failure = 'no-service';
    await secrets.removeToken('one');
    await secrets.removeToken('two');
    expect(await secrets.token('one', ORIGIN)).toBeNull();
    folder.keytar.failure = null;
    expect(await secrets.setToken('two', 'again', ORIGIN)).toBe('kept');
    const later = await open();
    expect([...folder.keytar.entries.values()]).not.toContain('token-of-one');
    expect(await later.token('two', ORIGIN)).toBe('again');
  });

  it('a token given for this session is used only by the connection that it is for, and takes precedence over the saved one', async () => {
    const secrets = await open({ session: { token: 'given' } });
    await secrets.setToken('live', 'saved', ORIGIN);
    expect([await secrets.token('live', ORIGIN), await secrets.token('elsewhere', ORIGIN)]).toEqual(['saved', null]);
    expect(secrets.hasFreeToken).toBe(true);
    secrets.bindSessionToken('live');
    secrets.bindSessionToken('elsewhere');
    expect(secrets.hasFreeToken).toBe(false);
    expect(await secrets.token('live', ORIGIN)).toBe('given');
    expect(await secrets.token('elsewhere', ORIGIN)).toBeNull();
    expect(everythingOnDisk()).not.toContain('given');
    await secrets.setToken('live', 'typed', ORIGIN);
    expect(await secrets.token('live', ORIGIN)).toBe('typed');
  });

  it('a token given for one connection is not used by another one that requests it earlier', async () => {
    const session: SecretsOptions['session'] = { token: 'given' };
    const secrets = await open({ session });
    session.connectionId = 'live';
    expect(await secrets.token('elsewhere', ORIGIN)).toBeNull();
    expect(await secrets.token('live', ORIGIN)).toBe('given');
    expect(await secrets.token('elsewhere', ORIGIN)).toBeNull();
  });
});

describe('a token in memory', () => {
  const OTHER = 'https://other.example';

  it('is only for the origin for which it was given, because another program can change the address of a connection', async () => {
    folder.keytar.failure = 'no-session';
    const secrets = await open();
    await secrets.setToken('one', 'token-of-one', ORIGIN);
    expect([await secrets.token('one', OTHER), await secrets.token('one', ORIGIN)]).toEqual([null, 'token-of-one']);
  });

  it('that was given for this session is only for the origin that got it first', async () => {
    const secrets = await open({ session: { token: 'given', connectionId: 'one' } });
    expect([await secrets.token('one', ORIGIN), await secrets.token('one', OTHER)]).toEqual(['given', null]);
    expect(await secrets.token('one', ORIGIN)).toBe('given');
    // The token that another program has saved for the new address is used.
    await (await open()).setToken('one', 'saved-for-other', OTHER);
    expect(await secrets.token('one', OTHER)).toBe('saved-for-other');
  });
});

describe('a token given for this session', () => {
  it('goes to the connection of a command, even if a list that runs over another one has used it before', async () => {
    const session: SessionToken = { token: 'given', connectionId: 'of-the-list' };
    const secrets = await open({ session });
    expect(await secrets.token('of-the-list', 'https://list.example')).toBe('given');
    session.connectionId = 'of-the-command';
    expect(await secrets.token('of-the-command', ORIGIN)).toBe('given');
    expect(await secrets.token('of-the-list', 'https://list.example')).toBeNull();
  });
});

describe('the password of a proxy', () => {
  const PROXY = 'http://proxy.example.org:3128';

  it('is kept in the keychain under a name without the proxy, for the next program, and is removed', async () => {
    expect(await (await open()).keepProxyPassword(PROXY, 'ann:secret@')).toBe(true);
    expect(readFileSync(join(folder.dataDir, 'secrets.json'), 'utf8')).not.toMatch(/example|secret@|ann/);
    const next = await open();
    expect(await next.proxyPassword(PROXY)).toBe('ann:secret@');
    expect(await next.proxyPassword('http://proxy.example.org:3129')).toBeNull();
    await next.removeProxyPassword(PROXY);
    expect(await next.proxyPassword(PROXY)).toBeNull();
  });

  it('is never the token of this run, and is not kept without a keychain', async () => {
    const secrets = await open({ session: { token: 'a-token' } });
    expect(await secrets.proxyPassword(PROXY)).toBeNull();
    folder.keytar.failure = 'no-service';
    expect(await secrets.keepProxyPassword(PROXY, 'ann:secret@')).toBe(false);
  });
});
