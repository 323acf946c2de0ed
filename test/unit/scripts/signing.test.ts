/** How installers are signed, depending on the environment of the build. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signingOf, withKeyFile } from '../../../scripts/package/signing.ts';

const CERTIFICATE = { CSC_LINK: 'certificate.p12', CSC_KEY_PASSWORD: 'x' };
const KEY = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'ID', APPLE_API_ISSUER: 'issuer' };

describe('on macOS', () => {
  it('without a certificate makes an ad-hoc signature with matching entitlements, and reports the missing signature', () => {
    const { options, says } = signingOf('darwin', {});
    expect(options).toContain('-c.mac.identity=-');
    expect(options).toContain('-c.mac.entitlements=scripts/package/entitlements.adhoc.plist');
    expect(says.join(' ')).toMatch(/Not signed.*Not notarized/);
  });

  it('signs with a certificate, and notarizes only with all variables of one method', () => {
    expect(signingOf('darwin', CERTIFICATE)).toMatchObject({ options: ['-c.mac.notarize=false'] });
    expect(signingOf('darwin', { ...CERTIFICATE, APPLE_API_KEY: 'key.p8' }).says.join(' ')).toContain('Not notarized');
    const all = signingOf('darwin', { ...CERTIFICATE, ...KEY });
    expect(all.options).toEqual(['-c.mac.notarize=true']);
    expect(all.says.join(' ')).toBe('Signed with the certificate of CSC_LINK or CSC_NAME. Notarized by Apple.');
  });
});

it('the text of a key for notarization becomes a file that only its owner can read, and a path stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-key-'));
  const text = '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----\n';
  const path = withKeyFile({ ...KEY, APPLE_API_KEY: text }, folder)['APPLE_API_KEY'] ?? '';
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([text, 0o600]);
  expect(withKeyFile(KEY, folder)).toEqual(KEY);
  rmSync(folder, { recursive: true });
});

it('reports on Windows whether it signs', () => {
  expect(signingOf('win32', { WIN_CSC_LINK: '' }).says.join(' ')).toContain('Not signed');
  expect(signingOf('win32', { WIN_CSC_LINK: 'certificate.pfx' }).says.join(' ')).toContain('Signed with');
});

it('requires a signature for a release on macOS and Windows', () => {
  const release = { DESK_RELEASE: '1' };
  expect(signingOf('darwin', release).options).toEqual(['-c.forceCodeSigning=true']);
  expect(signingOf('win32', release).options).toEqual(['-c.forceCodeSigning=true']);
  expect(signingOf('darwin', { ...release, ...CERTIFICATE, ...KEY }).options).toContain('-c.forceCodeSigning=true');
  expect(signingOf('linux', release).options).toEqual([]);
});
