import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { main } from '../../../../main/loopback/index.ts';
import type { SecretsOptions } from '../../../../main/secrets/secrets.ts';
import { AppError } from '../../../../shared/base/errors.ts';

const given = vi.hoisted(() => ({ timeoutMs: undefined as number | undefined }));
vi.mock('../../../../main/secrets/secrets.ts', async (original) => ({
  ...(await original<typeof import('../../../../main/secrets/secrets.ts')>()),
  createSecrets: async ({ timeoutMs, onWait }: SecretsOptions) => {
    given.timeoutMs = timeoutMs;
    onWait?.();
    throw new AppError('KEYCHAIN_LOCKED', 'It is locked.');
  },
}));

it('the terminal reports that the start waits for the keychain, and why it failed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-loopback-'));
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await main(['--data', join(folder, 'data')]);
  const lines = printed.mock.calls.map(([line]) => line);
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
  expect(lines).toEqual([expect.stringMatching(/^Waiting for your keychain\. .*Unlock it in the dialog.*\n$/), 'It is locked.\n']);
  expect([code, given.timeoutMs]).toEqual([2, 120_000]);
});
