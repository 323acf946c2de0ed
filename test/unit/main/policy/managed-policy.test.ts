/** The policy at the last places before a request leaves and a file is written, whatever was checked before. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Network } from '../../../../main/platform/ports.ts';
import { ManagedPolicy } from '../../../../main/policy/managed-policy.ts';
import { type Policy, invalidPolicy, parsePolicy } from '../../../../shared/policy/policy.ts';
import { testHost } from '../../../kit/test-ports.ts';

const policy = (values: Partial<Policy>) => new ManagedPolicy(parsePolicy('here', { version: 1, ...values }));

it('no request goes to an address that is not allowed, and none at all while the policy is invalid', async () => {
  const connect = vi.fn<Network['connect']>(() => Promise.resolve({ proxies: [null], trust: null }));
  const allowing = policy({ allowedAddresses: ['https://a.example.org'] }).network({ connect });
  await expect(allowing.connect('https://b.example.org')).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
  const invalid = new ManagedPolicy(invalidPolicy('here', 'It is not JSON.')).network({ connect });
  await expect(invalid.connect('https://a.example.org')).rejects.toMatchObject({ code: 'POLICY_INVALID' });
  expect(connect).not.toHaveBeenCalled();
  await allowing.connect('https://a.example.org');
  expect(connect).toHaveBeenCalledExactlyOnceWith('https://a.example.org');
});

it('a browser, which decides where files are saved, saves none while the folders are set', async () => {
  const browser = { ...testHost(), saveTarget: () => Promise.resolve({ path: join(tmpdir(), 'a.xlsx'), shown: 'a.xlsx', download: 'x' }) };
  await expect(
    policy({ exportFolders: [tmpdir()] })
      .host(browser)
      .saveTarget('a.xlsx'),
  ).rejects.toMatchObject({
    code: 'POLICY_REFUSED',
    message: expect.stringContaining('a browser saves files elsewhere') as string,
  });
  expect(await policy({}).host(browser).saveTarget('a.xlsx')).toMatchObject({ download: 'x' });
});

it('the terminal saves no file while the policy is not valid', async () => {
  const invalid = new ManagedPolicy(invalidPolicy('here', 'It is not JSON.'));
  await expect(invalid.exportPath(join(tmpdir(), 'a.xlsx'))).rejects.toMatchObject({ code: 'POLICY_INVALID' });
});
