import { isLoopback } from '../../platform/index.ts';
/** Which connections reach the same account of a service: an account pays once for a list, whichever connection sends it. */

/** What identifies an account. */
export interface Account {
  readonly kind: 'practice' | 'live';
  readonly baseUrl: string;
  /** From the credits answer; null until an answer names an organization. */
  readonly organization: string | null;
}

/** A connection with the accounts that it reached earlier, under other addresses or organizations. */
export interface AccountOwner extends Account {
  readonly id: string;
  readonly former: readonly Pick<Account, 'baseUrl' | 'organization'>[];
}

/** Origin and path of the base URL without the version; every name of this computer becomes `localhost`. */
export function addressOf({ kind, baseUrl }: Pick<Account, 'kind' | 'baseUrl'>): string {
  if (kind === 'practice') return 'practice';
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = isLoopback(host) ? 'localhost' : host;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

const plainName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Also true if one of them is unknown, because then nothing shows that they differ. */
const sameOrganization = (one: string | null, other: string | null) =>
  one === null || other === null || plainName(one) === plainName(other);

/** In doubt, two connections reach the same account, because sending a list twice would cost twice. */
export function sameAccount(one: Account, other: Account): boolean {
  return addressOf(one) === addressOf(other) && sameOrganization(one.organization, other.organization);
}

const accountsOf = (owner: AccountOwner): Account[] => [owner, ...owner.former.map((former) => ({ ...former, kind: owner.kind }))];

/** IDs of the connections that reach, or reached, an account of this connection, including itself. Empty for an unknown ID. */
export function connectionsOfAccount(connections: readonly AccountOwner[], id: string): string[] {
  const own = connections.find((connection) => connection.id === id);
  if (own === undefined) return [];
  const reached = accountsOf(own);
  return connections
    .filter((other) => other.id === id || accountsOf(other).some((account) => reached.some((one) => sameAccount(one, account))))
    .map((connection) => connection.id);
}

/** True if these connections have reached more than one address. */
export const haveMoved = (owners: readonly AccountOwner[]): boolean => new Set(owners.flatMap(accountsOf).map(addressOf)).size > 1;

const MAX_FORMER = 20;

/** The accounts of a connection that now reaches the account `now`. */
export function withAccount(
  owner: Omit<AccountOwner, 'id'>,
  now: Pick<Account, 'baseUrl' | 'organization'>,
): Pick<AccountOwner, 'baseUrl' | 'organization' | 'former'> {
  const { kind, baseUrl, organization, former } = owner;
  // When the organization becomes known, it is still the same account.
  const isSame =
    addressOf({ kind, baseUrl }) === addressOf({ kind, baseUrl: now.baseUrl }) && sameOrganization(organization, now.organization);
  if (isSame) return { ...now, organization: now.organization ?? organization, former };
  const before = former.filter((one) => one.baseUrl !== baseUrl || one.organization !== organization);
  return { ...now, former: [...before, { baseUrl, organization }].slice(-MAX_FORMER) };
}
