/** Uses the real keyring of the system. `npm run test:secrets` starts a private one. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../main/secrets/secrets.ts';
import { openKeychain } from '../../main/secrets/keychain.ts';

const service = `Screening Desk test ${process.pid}`;
const root = join(import.meta.dirname, '../..');
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'desk-keyring-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the keyring of this system', () => {
  it('keeps a long text', async () => {
    const keychain = openKeychain({ service });
    await keychain.probe();
    await keychain.set('account', 'Zürich – 20,000 bytes '.repeat(900));
    expect(await openKeychain({ service }).get('account')).toBe('Zürich – 20,000 bytes '.repeat(900));
    await keychain.remove('account');
    expect(await keychain.get('account')).toBeNull();
  });

  it('holds the data key and the tokens of a data folder', async () => {
    const secrets = await createSecrets({ dataDir, service });
    expect({ kind: secrets.kind, notice: secrets.notice }).toEqual({ kind: 'keychain', notice: null });
    expect(await secrets.setToken('live', 'a-token', 'https://service.example')).toBe('kept');
    const again = await createSecrets({ dataDir, service });
    expect((await again.dataKey()).equals(await secrets.dataKey())).toBe(true);
    expect(await again.token('live', 'https://service.example')).toBe('a-token');
    expect(readdirSync(dataDir).toSorted()).toEqual(['secrets.json', 'secrets.lock.db']);
    expect(statSync(join(dataDir, 'secrets.lock.db')).size).toBe(0);
    await again.removeToken('live');
    expect(await (await createSecrets({ dataDir, service })).token('live', 'https://service.example')).toBeNull();
  });
});

describe.runIf(process.platform === 'linux')('a system without a keyring', () => {
  const program = `
    import { createSecrets } from ${JSON.stringify(join(root, 'main/secrets/secrets.ts'))};
    const secrets = await createSecrets({ dataDir: ${JSON.stringify('DATA')}, service: ${JSON.stringify(service)} });
    await secrets.dataKey();
    console.log(JSON.stringify({ kind: secrets.kind, notice: secrets.notice, token: await secrets.setToken('live', 'a-token', 'https://service.example') }));`;

  it.each([
    ['no bus', {}, /no message bus/],
    ['an unreachable bus', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }, /no message bus/],
  ])('is reported with its reason: %s', (_, env, words) => {
    const { PATH = '', HOME = '' } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program.replace('DATA', dataDir)], {
      cwd: root,
      env: { PATH, HOME, XDG_RUNTIME_DIR: dataDir, ...env },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const answer = JSON.parse(stdout) as { kind: string; notice: string; token: string };
    expect(answer).toMatchObject({ kind: 'key-file', token: 'session' });
    expect(answer.notice).toMatch(words);
  });
});
