/**
 * The text of the diagnostics. It must not contain a person, a name of a file, project, connection or template, an address, a path, a
 * token, or any text that a user or a service wrote (docs/SECURITY.md).
 */
import { arch, availableParallelism, release, totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { countText } from '../../shared/base/index.ts';
import { POLICY_KEYS, type PolicyState, policyKeys } from '../../shared/policy/index.ts';
import { type Host, MalformedProxy, type SpawnWorker, UnsupportedProxy } from '../platform/index.ts';
import type { DiagnosticLine, DiagnosticSection } from '../worker-protocol/index.ts';

interface DiagnosticsInput {
  readonly host: Host['kind'];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly dataDir: string;
  readonly policy: PolicyState;
  /** The ways to an address that no proxy knows: URLs of proxies, or null for a direct connection. */
  readonly ways: () => Promise<readonly (string | null)[]>;
  /** Where the program keeps its keys; null when it has not opened the data folder. */
  readonly secrets: 'keychain' | 'key-file' | null;
  readonly spawn: SpawnWorker;
}

const HEAD = `It names no person, list, project, connection, template, file or folder, and has no address, token or password. Read it before you send it.`;
const WAYS_MS = 3000;
const VERSIONS = ['electron', 'chrome', 'node', 'v8', 'openssl', 'undici'] as const;
/** The form of a version of a system or a library. Anything else is not shown, because a vendor can write anything there. */
const VERSION = /^[\w.+-]{1,40}$/;

const versionText = (text: string | undefined): string => (text !== undefined && VERSION.test(text) ? text : 'not known');

function programLines({ host, now, secrets }: DiagnosticsInput): DiagnosticLine[] {
  const versions = VERSIONS.filter((name) => process.versions[name] !== undefined);
  return [
    ['Screening Desk', packageFile.version],
    ['Runs as', host],
    ['Made', new Date(now).toISOString()],
    ...versions.map((name): DiagnosticLine => [name, versionText(process.versions[name])]),
    ['System', `${process.platform} ${versionText(release())}, ${arch()}`],
    ['Processors', String(availableParallelism())],
    ['Memory', `${Math.round(totalmem() / 1024 ** 3)} GB`],
    ['Time zone', `UTC${-new Date(now).getTimezoneOffset() / 60 >= 0 ? '+' : ''}${-new Date(now).getTimezoneOffset() / 60}`],
    ['As administrator', process.getuid?.() === 0 ? 'yes' : 'no or not known'],
    ['Running for', `${Math.round(process.uptime())} seconds`],
    ['Keys', secrets ?? 'not opened'],
  ];
}

/** Which settings an administrator has made, with their numbers and choices. */
function policyLines(policy: PolicyState): DiagnosticLine[] {
  if (policy.kind === 'none') return [['Policy', 'none']];
  if (policy.kind === 'invalid') return [['Policy', 'not valid: nothing is sent and no file is saved; “desk policy show” says why']];
  const valueOf = (value: unknown): string => {
    if (typeof value === 'number') return String(value);
    if (Array.isArray(value)) return countText(value.length, 'entry', 'entries');
    return value === 'only' || value === 'hidden' ? value : 'set';
  };
  const { policy: values } = policy;
  const set = policyKeys.filter((key) => values[key] !== undefined);
  return [
    ['Policy', countText(set.length, 'setting')],
    ...set.map((key): DiagnosticLine => {
      const { locks } = POLICY_KEYS[key];
      return [key, `${valueOf(values[key])}, set by the administrator${locks === null ? '' : ', who locked it'}`];
    }),
  ];
}

function wayText(way: string | null): string {
  if (way === null) return 'direct';
  const url = URL.parse(way);
  if (url === null || !/^(https?|socks5h?):$/.test(url.protocol)) return 'a proxy of another kind';
  return `${url.protocol.slice(0, -1)} proxy${url.username === '' ? '' : ' with a user name'}`;
}

async function networkLines({ ways }: DiagnosticsInput): Promise<DiagnosticLine[]> {
  const late = new AbortController();
  try {
    const found = await Promise.race([ways(), delay(WAYS_MS, null, { signal: late.signal })]);
    return [['Ways to a service, in order', found === null ? 'not known within 3 seconds' : found.map(wayText).join(', ')]];
  } catch (error) {
    if (error instanceof UnsupportedProxy) return [['Ways to a service, in order', `${error.type}, which is not supported`]];
    return [['Ways to a service, in order', error instanceof MalformedProxy ? `${error.variable} holds no address` : 'not known']];
  } finally {
    late.abort();
  }
}

async function folderSections({ spawn, dataDir }: DiagnosticsInput): Promise<readonly DiagnosticSection[]> {
  try {
    return await spawn('diagnose', { dataDir }).result;
  } catch {
    return [{ title: 'Data folder', lines: [['Reading', 'failed']] }];
  }
}

const sectionText = ({ title, lines }: DiagnosticSection): string => {
  const body = lines.length === 0 ? ['  none'] : lines.map(([label, value]) => `  ${label}: ${value}`);
  return [title, ...body].join('\n');
};

/** The whole text. Never throws, even if the folder is damaged, missing or locked. */
export async function diagnosticsText(input: DiagnosticsInput): Promise<string> {
  const [network, folder] = await Promise.all([networkLines(input), folderSections(input)]);
  const sections: DiagnosticSection[] = [
    { title: 'Program and computer', lines: programLines(input) },
    { title: 'Administrator', lines: policyLines(input.policy) },
    { title: 'Network', lines: network },
    ...folder,
  ];
  return `Diagnostics of Screening Desk\n${HEAD}\n\n${sections.map(sectionText).join('\n\n')}\n`;
}
