/**
 * What an administrator can set for all users of a computer, one entry for each setting. The shape of the policy, its documentation, the
 * templates for administrators and the locked settings of the page derive from the entries.
 */
import { z } from 'zod';
import { ALLOWED_ADDRESS, PROXY, SERVICE_ADDRESS, isAllowedAddress } from './addresses.ts';
import { WITHHOLDABLE } from '../fields/index.ts';
import { OrganizationRules } from '../rules/index.ts';

/** The version of the policy that this program reads. */
export const POLICY_VERSION = 1;

interface PolicyEntry {
  readonly shape: z.ZodType;
  /**
   * How the registry stores it: `number` as REG_DWORD, `text` and `choice` as REG_SZ, `texts` as REG_MULTI_SZ, `document` as JSON in a
   * REG_SZ or REG_MULTI_SZ.
   */
  readonly kind: 'text' | 'texts' | 'number' | 'choice' | 'document';
  readonly label: string;
  /** What it does, in sentences for the administrator. */
  readonly description: string;
  /** The user settings that it locks; null if there is no such setting for users. */
  readonly locks: string | null;
  readonly example: unknown;
}

/** Fits into a REG_DWORD and into the decimal field of an administrative template. */
const MAX_NUMBER = 1_000_000_000;

/** Absolute, or below the home folder of the user. */
const FOLDER = /^(?:~[\\/].|\/|[a-z]:\\|\\\\[^\\]+\\[^\\])/i;
const Folder = z.string().max(1000).regex(FOLDER, 'it must be an absolute path, or begin with ~/ for the home folder');

/** Fields that are never sent. Their values stay in the lists. */
export const NeverSent = z.array(z.enum(WITHHOLDABLE)).max(WITHHOLDABLE.length);

/** Number of months after their screening when finished lists are removed. */
export const RetentionMonths = z.int().min(1).max(240);

const Texts = <S extends z.ZodString>(shape: S) => z.array(shape).min(1).max(100);

const NO_PROXY = 'it must be “direct”, or http://, https:// or socks5:// and a host, without a user name';
const NO_SERVICE = 'it must be the https:// address of a service';

export const POLICY_KEYS = {
  allowedAddresses: {
    shape: Texts(
      z.string().max(300).regex(ALLOWED_ADDRESS, 'it must be https:// and a host, such as https://*.example.org, without a path'),
    ),
    kind: 'texts',
    label: 'Allowed addresses',
    description:
      'The program sends nothing to any other address. Each entry is https:// and a host, with an optional port; https://*.example.org allows every host below example.org. The practice service of this computer is always allowed.',
    locks: 'the addresses of connections',
    example: ['https://screening.example.org', 'https://*.screening.example.com'],
  },
  connections: {
    shape: z
      .array(
        z.strictObject({
          name: z.string().trim().min(1).max(80),
          // A form that fits can still be no address: https://host:99999.
          baseUrl: z.url(NO_SERVICE).max(500).regex(SERVICE_ADDRESS, NO_SERVICE),
          version: z
            .string()
            .regex(/^[\w.-]{1,40}$/, 'it must be one word of letters and digits')
            .optional(),
        }),
      )
      .min(1)
      .max(50),
    kind: 'document',
    label: 'Connections',
    description:
      'Connections that everybody has, as a JSON list of objects with name, baseUrl and an optional version. Users enter their own token. They cannot remove these connections or change their address.',
    locks: 'the address and version of these connections',
    example: [{ name: 'Screening service', baseUrl: 'https://screening.example.org' }],
  },
  organizationRules: {
    shape: OrganizationRules,
    kind: 'document',
    label: 'Organization rules',
    description:
      'Required fields, and the severity of rules, as a JSON object with required, severities and an optional neverObjected. It replaces the organization rules of the user.',
    locks: 'the organization rules',
    example: { required: ['constituentId'], severities: {}, neverObjected: true },
  },
  mostRows: {
    shape: z.int().min(1).max(MAX_NUMBER),
    kind: 'number',
    label: 'Most rows in one screening',
    description:
      'A list with more rows to send is not sent, in the window or in the terminal, not even in parts. It limits each screening; it does not add up several screenings.',
    locks: null,
    example: 25_000,
  },
  neverSent: {
    shape: NeverSent.min(1),
    kind: 'texts',
    label: 'Fields that are never sent',
    description:
      'Names of fields of the interface, such as personalPhone or spouseFirst. They are kept in the lists and are never part of a request over any connection. Users can add further fields to a connection.',
    locks: 'these fields of every connection',
    example: ['personalPhone', 'businessPhone'],
  },
  retention: {
    shape: RetentionMonths,
    kind: 'number',
    label: 'Months until results are removed',
    description:
      'After this many months, the program removes a finished list of any connection, with its people, results and notes. Projects announces it a week in advance, and users can keep a list for a reason. Counts and screening records are kept.',
    locks: 'after how many months results are removed',
    example: 24,
  },
  practice: {
    shape: z.enum(['only', 'hidden']),
    kind: 'choice',
    label: 'Practice',
    description:
      'only: nothing is sent to a service; users can only rehearse. hidden: users cannot rehearse; it needs connections. Missing: both are possible.',
    locks: 'the choice between practice and a service',
    example: 'hidden',
  },
  dataFolder: {
    shape: Folder.refine((path) => !path.startsWith('\\\\'), 'it must be a folder of this computer, not of the network'),
    kind: 'text',
    label: 'Data folder',
    description:
      'The folder for lists, results and settings, on a disk of this computer. ~/ at its beginning is the home folder of the user. DESK_DATA and --data cannot name another one.',
    locks: 'the data folder',
    example: '~/Screening Desk',
  },
  exportFolders: {
    shape: Texts(Folder),
    kind: 'texts',
    label: 'Folders for exported files',
    description:
      'Files can be saved only in these folders and the folders in them. ~/ at the beginning is the home folder of the user. Links that lead elsewhere are refused. The page in a browser then saves no files, because the browser decides where they go, and the window does not print, because a print dialog can save PDF files anywhere.',
    locks: 'where files are saved',
    example: ['~/Screening results'],
  },
  proxy: {
    // A form that fits can still be no address: http://host:99999.
    shape: z
      .string()
      .max(300)
      .regex(PROXY, NO_PROXY)
      .refine((way) => way.toLowerCase() === 'direct' || z.url().safeParse(way).success, NO_PROXY),
    kind: 'text',
    label: 'Proxy',
    description:
      'The way to services: http://, https:// or socks5:// with a host and port, or direct. It replaces the proxy settings of the computer. It cannot hold a user name or password, because every user of the computer can read the policy.',
    locks: 'the proxy',
    example: 'http://proxy.example.org:8080',
  },
  certificateAuthorities: {
    shape: Texts(z.string().max(20_000)),
    kind: 'texts',
    label: 'Certificate authorities',
    description:
      'Certificates of authorities that services may use besides those of the computer: each is PEM, or its base64 text without the first and last line.',
    locks: null,
    example: null,
  },
} as const satisfies Readonly<Record<string, PolicyEntry>>;

export type PolicyKey = keyof typeof POLICY_KEYS;
export const policyKeys = Object.keys(POLICY_KEYS) as PolicyKey[];

type Shapes = { [K in PolicyKey]: z.ZodOptional<(typeof POLICY_KEYS)[K]['shape']> };
const shapes = Object.fromEntries(policyKeys.map((key) => [key, POLICY_KEYS[key].shape.optional()])) as unknown as Shapes;

export const Policy = z.strictObject({ version: z.literal(POLICY_VERSION), ...shapes }).superRefine((policy, context) => {
  const { allowedAddresses, connections = [], practice } = policy;
  const refuse = (key: PolicyKey, message: string) => context.addIssue({ code: 'custom', path: [key], message });
  if (practice === 'only' && connections.length > 0) refuse('practice', 'it cannot be “only” while connections are offered');
  if (practice === 'hidden' && connections.length === 0) refuse('practice', 'it can be “hidden” only if connections are offered');
  if (allowedAddresses !== undefined)
    for (const { name, baseUrl } of connections)
      if (!isAllowedAddress(allowedAddresses, baseUrl)) refuse('connections', `the address of “${name}” is not in allowedAddresses`);
});
export type Policy = z.infer<typeof Policy>;

/** The policy of this computer. `source`: where it is, for the user. */
export type PolicyState =
  | { readonly kind: 'none' }
  | { readonly kind: 'set'; readonly source: string; readonly policy: Policy }
  /** `problem`: a sentence. `dataFolder`: from the policy if that part can be read, otherwise null. */
  | { readonly kind: 'invalid'; readonly source: string; readonly problem: string; readonly dataFolder: string | null };

export const NO_POLICY: PolicyState = { kind: 'none' };

/** The first problem of a policy, as a sentence that names its key. */
function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'It has an unknown shape.';
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const named = issue.keys.map((key) => `“${path === '' ? key : `${path}.${key}`}”`).join(', ');
    return `${named} ${issue.keys.length === 1 ? 'is not a key' : 'are not keys'} of the policy.`;
  }
  if (path === 'version') return `“version” must be ${POLICY_VERSION}, the version that this program reads.`;
  return path === '' ? 'It is not an object with keys.' : `“${path}” does not fit: ${issue.message}.`;
}

/** The policy, or what is wrong with it. `found`: what the administrator wrote, as a JSON value. */
export function parsePolicy(source: string, found: unknown): PolicyState {
  const parsed = Policy.safeParse(found);
  if (parsed.success) return { kind: 'set', source, policy: parsed.data };
  const folder = POLICY_KEYS.dataFolder.shape.safeParse((found as Partial<Record<PolicyKey, unknown>> | null)?.dataFolder);
  return invalidPolicy(source, problemOf(parsed.error), folder.success ? folder.data : null);
}

export const invalidPolicy = (source: string, problem: string, dataFolder: string | null = null): PolicyState => ({
  kind: 'invalid',
  source,
  problem,
  dataFolder,
});
