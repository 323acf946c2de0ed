/**
 * Reads an administrator's policy from the place where each system keeps it, where only administrators can write. No environment variable
 * or option can name another place.
 */
import { X509Certificate } from 'node:crypto';
import { userInfo } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import {
  NO_POLICY,
  POLICY_KEYS,
  type Policy,
  type PolicyState,
  invalidPolicy,
  parsePolicy,
  policyKeys,
} from '../../shared/policy/index.ts';
import { type Ownership, type PolicySystem, THIS_SYSTEM } from './policy-system.ts';
import { type RegistryValue, registryValues } from './registry.ts';

const LINUX_FOLDER = '/etc/screening-desk';
const LINUX_FILE = `${LINUX_FOLDER}/policy.json`;
/** The bundle ID, as in electron-builder.yml. */
const MAC_FILE = '/Library/Managed Preferences/invalid.example.screening-desk.plist';
const REGISTRY_KEY = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Screening Desk`;
const REGISTRY_PARENT = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE`;
const REGISTRY_SHOWN = String.raw`HKLM\Software\Screening Desk`;

const WRITABLE_BY_OTHERS = 0o022;
const isOfRoot = ({ owner, mode }: Ownership): boolean => owner === 0 && (mode & WRITABLE_BY_OTHERS) === 0;

/** `ignored`: keys that belong to the system. */
function readJson(source: string, text: string, ignored: RegExp | null = null): PolicyState {
  let found: unknown;
  try {
    found = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return invalidPolicy(source, 'It is not JSON.');
  }
  if (ignored !== null && typeof found === 'object' && found !== null)
    found = Object.fromEntries(Object.entries(found).filter(([key]) => !ignored.test(key)));
  return parsePolicy(source, found);
}

function linuxPolicy(system: PolicySystem): PolicyState {
  const folder = system.ownership(LINUX_FOLDER);
  const file = folder === null ? null : system.read(LINUX_FILE);
  if (folder === null || file === null) return NO_POLICY;
  if (!isOfRoot(folder) || !isOfRoot(file))
    return invalidPolicy(LINUX_FILE, `The file and the folder ${LINUX_FOLDER} must belong to root, and nobody else may write to them.`);
  return readJson(LINUX_FILE, file.text);
}

function macPolicy(system: PolicySystem): PolicyState {
  const file = system.ownership(MAC_FILE);
  if (file === null) return NO_POLICY;
  if (!isOfRoot(file)) return invalidPolicy(MAC_FILE, 'The file must belong to root, and nobody else may write to it.');
  // The file is in a binary format or XML.
  const json = system.run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', MAC_FILE]).toString('utf8');
  // The profile also contains properties about itself.
  return readJson(MAC_FILE, json, /^Payload/);
}

/** The value of a registry entry for a policy key; undefined if it has the wrong type. */
function registryJson(value: RegistryValue, kind: (typeof POLICY_KEYS)[keyof typeof POLICY_KEYS]['kind']): unknown {
  if (value.kind === 'number') return kind === 'number' ? value.number : undefined;
  if (value.kind === 'other' || kind === 'number') return undefined;
  const texts = value.kind === 'texts' ? value.texts : [value.text];
  if (kind === 'texts') return texts;
  if (kind !== 'document') return value.kind === 'text' ? value.text : undefined;
  try {
    return JSON.parse(texts.join('\n'));
  } catch {
    return undefined;
  }
}

const REGISTRY_TYPES = {
  number: 'a REG_DWORD',
  text: 'a REG_SZ',
  choice: 'a REG_SZ',
  texts: 'a REG_MULTI_SZ',
  document: 'a REG_SZ or REG_MULTI_SZ with JSON',
} as const;

function windowsPolicy(system: PolicySystem): PolicyState {
  const reg = `${system.windowsFolder()}\\System32\\reg.exe`;
  // `reg` has the same exit code for a missing key and for one that cannot be read, so the name is searched in the parent key.
  const keys = system.run(reg, ['query', REGISTRY_PARENT, '/reg:64']).toString('latin1').split(/\r?\n/);
  if (!keys.some((key) => key.trim().toLowerCase() === REGISTRY_KEY.toLowerCase())) return NO_POLICY;
  const file = system.written((path) => void system.run(reg, ['export', REGISTRY_KEY, path, '/y', '/reg:64']));
  const values = registryValues(file, REGISTRY_KEY);
  if (values.size === 0) return NO_POLICY;
  const found: Record<string, unknown> = {};
  for (const [name, value] of values) {
    // The registry is case-insensitive.
    const key = policyKeys.find((one) => one.toLowerCase() === name.toLowerCase());
    const isVersion = name.toLowerCase() === 'version';
    const kind = isVersion ? 'number' : key === undefined ? null : POLICY_KEYS[key].kind;
    const json = kind === null ? '' : registryJson(value, kind);
    if (kind !== null && json === undefined) return invalidPolicy(REGISTRY_SHOWN, `“${key ?? 'version'}” must be ${REGISTRY_TYPES[kind]}.`);
    found[isVersion ? 'version' : (key ?? name)] = json;
  }
  return parsePolicy(REGISTRY_SHOWN, found);
}

const SOURCES: Partial<Record<NodeJS.Platform, readonly [source: string, read: (system: PolicySystem) => PolicyState]>> = {
  linux: [LINUX_FILE, linuxPolicy],
  darwin: [MAC_FILE, macPolicy],
  win32: [REGISTRY_SHOWN, windowsPolicy],
};

/** A folder of the policy on this computer. `~` is the home folder according to the system, because a user can change HOME. */
export function folderOf(path: string, home: () => string = () => userInfo().homedir): string {
  return normalize(/^~[\\/]/.test(path) ? join(home(), path.slice(2)) : path);
}

/** The certificates in an entry, as PEM. The text may contain several, and a single one may lack its first and last line. */
function pemsOf(text: string): string[] {
  if (text.includes('-----BEGIN')) return text.split(/(?=-----BEGIN)/).filter((part) => part.startsWith('-----BEGIN'));
  const lines = text.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return [['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')];
}

/**
 * The certificates of the policy as PEM.
 * @throws Error when one cannot be parsed
 */
const certificatesOf = ({ certificateAuthorities = [] }: Policy): string[] =>
  certificateAuthorities.flatMap(pemsOf).map((pem) => new X509Certificate(pem).toString());

/**
 * Checks what the schema cannot: whether the certificates can be used, and whether the folders are valid on this system. Null if nothing is
 * wrong.
 */
function problemHere(policy: Policy): string | null {
  try {
    certificatesOf(policy);
  } catch {
    return '“certificateAuthorities” does not fit: an entry is not a certificate.';
  }
  for (const key of ['dataFolder', 'exportFolders'] as const) {
    const folders = [policy[key] ?? []].flat();
    if (!folders.every((path) => isAbsolute(folderOf(path)))) return `“${key}” does not fit: it is not an absolute path of this system.`;
  }
  return null;
}

/** Reads this computer's policy. Never throws: a policy that cannot be read is invalid, so that it is never ignored. */
export function readPolicy(system: PolicySystem = THIS_SYSTEM): PolicyState {
  const [source, read] = SOURCES[system.platform] ?? [];
  if (source === undefined || read === undefined) return NO_POLICY;
  let state: PolicyState;
  try {
    state = read(system);
  } catch {
    return invalidPolicy(source, 'It cannot be read.');
  }
  if (state.kind !== 'set') return state;
  const problem = problemHere(state.policy);
  return problem === null ? state : invalidPolicy(source, problem, state.policy.dataFolder ?? null);
}

/** The data folder that the policy sets; null if it sets none. */
export function policyDataFolder(state: PolicyState): string | null {
  const named = state.kind === 'set' ? state.policy.dataFolder : state.kind === 'invalid' ? state.dataFolder : null;
  return named == null ? null : folderOf(named);
}

/** The certificates that are trusted in addition to those of the computer, as PEM. */
export const policyCertificates = (state: PolicyState): string[] => (state.kind === 'set' ? certificatesOf(state.policy) : []);

/** The proxies for an origin: those of the policy, or otherwise those of `otherwise`. */
export function policyProxies(
  state: PolicyState,
  otherwise: (origin: string) => Promise<readonly (string | null)[]>,
): (origin: string) => Promise<readonly (string | null)[]> {
  const proxy = state.kind === 'set' ? state.policy.proxy : undefined;
  if (proxy === undefined) return otherwise;
  return () => Promise.resolve([proxy.toLowerCase() === 'direct' ? null : proxy]);
}
