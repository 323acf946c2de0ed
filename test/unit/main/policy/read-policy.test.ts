/** Each system's place of the policy, with a stand-in for the system; and the real one of this computer. */
import { readFileSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { PolicySystem } from '../../../../main/policy/policy-system.ts';
import { folderOf, policyCertificates, policyDataFolder, policyProxies, readPolicy } from '../../../../main/policy/read-policy.ts';
import { parsePolicy } from '../../../../shared/policy/policy.ts';
import { selfSigned } from '../../../kit/self-signed.ts';

const ROOT_FILE = { owner: 0, mode: 0o100644 };
const ROOT_FOLDER = { owner: 0, mode: 0o040755 };
const unexpected = () => {
  throw new Error('this system is not asked for it');
};

function standIn(given: Partial<PolicySystem>): PolicySystem {
  return {
    platform: 'linux',
    ownership: unexpected,
    read: unexpected,
    run: unexpected,
    written: unexpected,
    windowsFolder: unexpected,
    ...given,
  };
}

describe('Linux', () => {
  const linux = (text: string, file = ROOT_FILE, folder = ROOT_FOLDER) =>
    readPolicy(standIn({ ownership: (path) => (path === '/etc/screening-desk' ? folder : null), read: () => ({ ...file, text }) }));

  it('reads /etc/screening-desk/policy.json', () => {
    expect(linux('{"version":1,"mostRows":5}')).toEqual({
      kind: 'set',
      source: '/etc/screening-desk/policy.json',
      policy: { version: 1, mostRows: 5 },
    });
  });

  it('reads a file that begins with a byte order mark', () => {
    expect(linux('\uFEFF{"version":1,"mostRows":5}')).toMatchObject({ kind: 'set', policy: { mostRows: 5 } });
  });

  it.each([
    ['a file of a user', { ...ROOT_FILE, owner: 1000 }, ROOT_FOLDER],
    ['a file that others can write', { ...ROOT_FILE, mode: 0o100646 }, ROOT_FOLDER],
    ['a file that the group can write', { ...ROOT_FILE, mode: 0o100664 }, ROOT_FOLDER],
    ['a folder of a user', ROOT_FILE, { ...ROOT_FOLDER, owner: 1000 }],
    ['a folder that others can write', ROOT_FILE, { ...ROOT_FOLDER, mode: 0o041777 }],
  ])('refuses %s and does not ignore it', (_what, file, folder) => {
    const state = linux('{"version":1}', file, folder);
    expect(state).toMatchObject({ kind: 'invalid' });
    expect(state).toHaveProperty('problem', expect.stringContaining('must belong to root'));
  });

  it('has no policy without the folder or the file, and an invalid one when it cannot be read', () => {
    expect(readPolicy(standIn({ ownership: () => null }))).toEqual({ kind: 'none' });
    expect(readPolicy(standIn({ ownership: () => ROOT_FOLDER, read: () => null }))).toEqual({ kind: 'none' });
    expect(readPolicy(standIn({ ownership: () => ROOT_FOLDER }))).toMatchObject({ kind: 'invalid', problem: 'It cannot be read.' });
    expect(linux('{')).toMatchObject({ kind: 'invalid', problem: 'It is not JSON.' });
  });
});

describe('macOS', () => {
  const file = '/Library/Managed Preferences/invalid.example.screening-desk.plist';
  it('has plutil read the managed preferences, and ignores what a profile says about itself', () => {
    const run = vi.fn<PolicySystem['run']>(() => Buffer.from('{"PayloadUUID":"x","version":1,"practice":"only"}'));
    const state = readPolicy(standIn({ platform: 'darwin', ownership: () => ROOT_FILE, run }));
    expect(state).toEqual({ kind: 'set', source: file, policy: { version: 1, practice: 'only' } });
    expect(run).toHaveBeenCalledExactlyOnceWith('/usr/bin/plutil', ['-convert', 'json', '-o', '-', file]);
  });

  it('refuses a file of a user, and one that plutil cannot read', () => {
    const ofUser = readPolicy(standIn({ platform: 'darwin', ownership: () => ({ owner: 501, mode: 0o100644 }) }));
    expect(ofUser).toMatchObject({ kind: 'invalid', problem: expect.stringContaining('must belong to root') as string });
    expect(readPolicy(standIn({ platform: 'darwin', ownership: () => ROOT_FILE }))).toMatchObject({ kind: 'invalid' });
    expect(readPolicy(standIn({ platform: 'darwin', ownership: () => null }))).toEqual({ kind: 'none' });
  });
});

describe('Windows', () => {
  const KEY = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Screening Desk`;
  const hex = (text: string) => [...Buffer.from(text, 'utf16le')].map((byte) => byte.toString(16).padStart(2, '0')).join(',');
  const exported = (lines: readonly string[]) =>
    Buffer.from(
      `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n[${KEY}]\r\n${lines.join('\r\n')}\r\n\r\n[${KEY}\\Other]\r\n"mostRows"=dword:00000001\r\n`,
      'utf16le',
    );
  const windows = (lines: readonly string[], keys = `\r\n${KEY}\r\n`) => {
    const run = vi.fn<PolicySystem['run']>((_program, [verb]) => Buffer.from(verb === 'query' ? keys : ''));
    const written: PolicySystem['written'] = (write) => {
      write('file');
      return exported(lines);
    };
    const state = readPolicy(standIn({ platform: 'win32', run, written, windowsFolder: () => String.raw`C:\Windows` }));
    return { state, run };
  };

  it('reads typed values of the vendor key, with other letters and long values, and no subkey', () => {
    const folders = hex('~/Größe\0~/Exports\0\0');
    const cut = folders.indexOf(',', 40) + 1;
    const { state, run } = windows([
      '"Version"=dword:00000001',
      '"MOSTrows"=dword:00001388',
      `"exportFolders"=hex(7):${folders.slice(0, cut)}\\`,
      `  ${folders.slice(cut)}`,
      `"connections"="[{\\"name\\":\\"A \\\\\\\\ B\\",\\"baseUrl\\":\\"https://screening.example.org\\"}]"`,
      '"proxy"="direct"',
    ]);
    expect(state).toEqual({
      kind: 'set',
      source: String.raw`HKLM\Software\Screening Desk`,
      policy: {
        version: 1,
        mostRows: 5000,
        exportFolders: ['~/Größe', '~/Exports'],
        connections: [{ name: String.raw`A \ B`, baseUrl: 'https://screening.example.org' }],
        proxy: 'direct',
      },
    });
    expect(run.mock.calls.map(([program]) => program)).toEqual(Array(2).fill(String.raw`C:\Windows\System32\reg.exe`));
  });

  it.each([
    ['"version"=dword:00000001\r\n"mostRows"="5000"', '“mostRows” must be a REG_DWORD.'],
    ['"version"="1"', '“version” must be a REG_DWORD.'],
    ['"version"=dword:00000001\r\n"connections"="[{"', '“connections” must be a REG_SZ or REG_MULTI_SZ with JSON.'],
    ['"version"=dword:00000001\r\n"proxies"="direct"', '“proxies” is not a key of the policy.'],
  ])('refuses %j', (line, problem) => {
    expect(windows([line]).state).toMatchObject({ kind: 'invalid', problem });
  });

  it('has no policy without the key or without values, and an invalid one when the registry cannot be read', () => {
    expect(windows([], String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Screening Desk 2`).state).toEqual({ kind: 'none' });
    expect(windows([]).state).toEqual({ kind: 'none' });
    expect(readPolicy(standIn({ platform: 'win32', windowsFolder: () => 'C:' }))).toMatchObject({ kind: 'invalid' });
  });
});

it('finds no policy on this computer, whatever the environment says', () => {
  vi.stubEnv('HOME', '/nowhere').stubEnv('SystemRoot', '/nowhere').stubEnv('DESK_POLICY', '/nowhere');
  expect(readPolicy()).toEqual({ kind: 'none' });
  vi.unstubAllEnvs();
});

describe('what the policy means on this computer', () => {
  const set = (values: object) => parsePolicy('here', { version: 1, ...values });

  it('a certificate is PEM or its base64 text; anything else makes the policy invalid', () => {
    const { cert } = selfSigned({ host: 'authority.example' });
    const bare = cert.replaceAll(/-----[^-]+-----|\s/g, '');
    expect(policyCertificates(set({ certificateAuthorities: [cert, bare] }))).toEqual([cert, cert]);
    const other = selfSigned({ host: 'issuer.example' }).cert;
    expect(policyCertificates(set({ certificateAuthorities: [`Root\n${cert}\nIssuer\n${other}`] }))).toEqual([cert, other]);
    const text = JSON.stringify({ version: 1, certificateAuthorities: ['nonsense'] });
    const state = readPolicy(standIn({ ownership: () => ROOT_FOLDER, read: () => ({ ...ROOT_FILE, text }) }));
    expect(state).toMatchObject({ kind: 'invalid', problem: '“certificateAuthorities” does not fit: an entry is not a certificate.' });
  });

  it('~ is the home folder of the system', () => {
    expect(folderOf('~/Exports', () => '/home/ann')).toBe(join('/home/ann', 'Exports'));
    expect(policyDataFolder(set({ dataFolder: '/srv/desk/../data' }))).toBe(normalize('/srv/data'));
    expect(policyDataFolder(set({}))).toBeNull();
  });

  // On Windows every form of a folder that the policy takes is an absolute path.
  it.runIf(sep === '/')('a folder of another system makes the policy invalid, and the data folder stays that of the policy', () => {
    const other = String.raw`C:\Exports`;
    const text = JSON.stringify({ version: 1, dataFolder: '/srv/desk', exportFolders: [other] });
    const state = readPolicy(standIn({ ownership: () => ROOT_FOLDER, read: () => ({ ...ROOT_FILE, text }) }));
    expect(state).toMatchObject({ kind: 'invalid', problem: '“exportFolders” does not fit: it is not an absolute path of this system.' });
    expect(policyDataFolder(state)).toBe(normalize('/srv/desk'));
  });

  it('the proxy replaces those of the computer', async () => {
    const own = () => Promise.resolve(['http://own:1']);
    expect(await policyProxies(set({ proxy: 'direct' }), own)('https://a.example')).toEqual([null]);
    expect(await policyProxies(set({ proxy: 'http://proxy.example:8080' }), own)('https://a.example')).toEqual([
      'http://proxy.example:8080',
    ]);
    expect(await policyProxies(set({}), own)('https://a.example')).toEqual(['http://own:1']);
  });
});

it('the program has one bundle ID, which names the managed preferences of macOS', () => {
  expect(readFileSync('electron-builder.yml', 'utf8')).toContain('appId: invalid.example.screening-desk\n');
});
