/** How an installer is signed, depending on the environment: electron-builder's options, and messages for the person who builds it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Signing {
  /** Options for electron-builder. */
  readonly options: readonly string[];
  readonly says: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const NOTARIZING: readonly (readonly string[])[] = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
];

/**
 * The environment of a build on macOS. A build system stores the notarization key as text, but Apple's tool reads it from a file. Writes
 * the text to a file in `folder` that only its owner can read.
 */
export function withKeyFile(environment: Environment, folder: string): Environment {
  const key = environment['APPLE_API_KEY'];
  if (key?.includes('BEGIN PRIVATE KEY') !== true) return environment;
  const path = join(folder, 'AuthKey.p8');
  writeFileSync(path, key, { mode: 0o600 });
  return { ...environment, APPLE_API_KEY: path };
}

/**
 * The signing of a build on `platform`. A release (`DESK_RELEASE=1`) fails when it cannot be signed.
 * Variables: https://www.electron.build/code-signing
 */
export function signingOf(platform: NodeJS.Platform, environment: Environment): Signing {
  const has = (name: string) => (environment[name] ?? '') !== '';
  const isRelease = environment['DESK_RELEASE'] === '1';
  const force = isRelease && platform !== 'linux' ? ['-c.forceCodeSigning=true'] : [];
  if (platform === 'darwin') {
    const isSigned = has('CSC_LINK') || has('CSC_NAME');
    const isNotarized = isSigned && NOTARIZING.some((names) => names.every(has));
    if (!isSigned)
      return {
        // Apple Silicon requires at least an ad-hoc signature. It is made last, because later changes of the files would invalidate it.
        options: isRelease
          ? force
          : [
              '-c.mac.identity=-',
              '-c.mac.entitlements=scripts/package/entitlements.adhoc.plist',
              '-c.mac.entitlementsInherit=scripts/package/entitlements.adhoc.plist',
              '-c.mac.notarize=false',
            ],
        says: [
          'Not signed: CSC_LINK or CSC_NAME is not set. The app has an ad-hoc signature, and macOS warns the people who open it.',
          'Not notarized.',
        ],
      };
    return {
      options: [...force, `-c.mac.notarize=${isNotarized}`],
      says: [
        'Signed with the certificate of CSC_LINK or CSC_NAME.',
        isNotarized ? 'Notarized by Apple.' : 'Not notarized: no APPLE_… variables are set, and macOS warns the people who open it.',
      ],
    };
  }
  if (platform === 'win32')
    return has('WIN_CSC_LINK') || has('CSC_LINK')
      ? { options: force, says: ['Signed with the certificate of WIN_CSC_LINK or CSC_LINK.'] }
      : { options: force, says: ['Not signed: neither WIN_CSC_LINK nor CSC_LINK is set. Windows warns the people who install it.'] };
  return { options: [], says: ['Linux packages are not signed: publish SHA256SUMS over a channel that people trust.'] };
}
