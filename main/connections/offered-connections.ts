/** The connections that exist without being added: practice, and those that an administrator's policy offers to everybody on a computer. */
import { createHash } from 'node:crypto';
import { DEFAULT_VERSION } from '../../shared/contract/index.ts';
import type { Clock } from '../platform/index.ts';
import type { ManagedPolicy } from '../policy/index.ts';
import { normalizeBaseUrl } from '../service/index.ts';
import type { AppDatabase, ConnectionRow } from '../store/app-database/index.ts';
import { UNTESTED } from './connection-input.ts';
import { PRACTICE } from './practice-service.ts';

interface OfferedConnectionsDeps {
  readonly database: AppDatabase;
  readonly clock: Clock;
  readonly policy: ManagedPolicy;
}

/** Adds the connection to the practice service if it does not exist yet. */
export function addPractice({ database, clock }: OfferedConnectionsDeps): void {
  if (database.connections.find(PRACTICE) !== null) return;
  const row = { ...UNTESTED, name: 'Practice', kind: 'practice', baseUrl: 'http://127.0.0.1', version: DEFAULT_VERSION } as const;
  database.connections.save({ ...row, id: PRACTICE }, clock.now());
}

/** Adds the connections that the policy offers and that do not exist yet. */
export function addOffered({ database, clock, policy }: OfferedConnectionsDeps): void {
  for (const { name, baseUrl: address, version = DEFAULT_VERSION } of policy.values?.connections ?? []) {
    const baseUrl = normalizeBaseUrl(address);
    const all = database.connections.all();
    if (all.some((row) => row.kind === 'live' && row.baseUrl === baseUrl && row.version === version)) continue;
    const isTaken = (text: string) => all.some((row) => row.name.toLowerCase() === text.toLowerCase());
    let free = name;
    for (let number = 2; isTaken(free); number++) free = `${name} ${number}`;
    const row = { ...UNTESTED, name: free, kind: 'live', baseUrl, version } as const;
    database.connections.save({ ...row, id: freeId(database, `${baseUrl} ${version}`) }, clock.now());
  }
}

/**
 * An ID that is the same in two programs that start at once, so that they add only one connection. No connection has it, even one that was
 * removed or got another address while no policy offered it: such a connection has a token and lists of its own.
 */
function freeId({ connections }: AppDatabase, offered: string): string {
  const taken = new Set(connections.accounts().map(({ id }) => id));
  for (let number = 1; ; number++) {
    const text = number === 1 ? offered : `${offered} ${number}`;
    const id = createHash('sha256').update(text).digest('hex').slice(0, 32);
    if (!taken.has(id)) return id;
  }
}

/** Whether the policy offers a stored connection, so that its address and version cannot be changed. */
export function isOffered({ values }: ManagedPolicy, { kind, baseUrl, version }: ConnectionRow): boolean {
  const { connections = [] } = values ?? {};
  return (
    kind === 'live' && connections.some((one) => normalizeBaseUrl(one.baseUrl) === baseUrl && (one.version ?? DEFAULT_VERSION) === version)
  );
}
