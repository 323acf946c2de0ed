/** Which connections reach the same account of a service: an account pays once for a list, however its connections are called. */

/** What tells the account of a connection. */
export interface Account {
  readonly kind: 'practice' | 'live';
  /** In its normal form. */
  readonly baseUrl: string;
  /** The organization as the credits answer names it; null until it named one. */
  readonly organization: string | null;
}

/** A connection with the accounts that it reached before its address or its token was changed. */
export interface AccountOwner extends Account {
  readonly id: string;
  readonly former: readonly Pick<Account, 'baseUrl' | 'organization'>[];
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The address of an account: origin and path of the base url without the version, with one name for this computer. */
export function addressOf({ kind, baseUrl }: Pick<Account, 'kind' | 'baseUrl'>): string {
  if (kind === 'practice') return 'practice';
  const url = new URL(baseUrl);
  const host = url.hostname.replace(/\.$/, '');
  url.hostname = LOOPBACK.test(host) ? 'localhost' : host;
  return (url.origin + url.pathname).replace(/\/+$/, '');
}

const plainName = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whether both name the same organization, or at least one of them names none: then nothing shows that they are two. */
const sameOrganization = (one: string | null, other: string | null) =>
  one === null || other === null || plainName(one) === plainName(other);

/** Whether two connections reach the same account. In doubt they do: a list that is sent twice is paid for twice. */
export function sameAccount(one: Account, other: Account): boolean {
  return addressOf(one) === addressOf(other) && sameOrganization(one.organization, other.organization);
}

const accountsOf = (owner: AccountOwner): Account[] => [owner, ...owner.former.map((former) => ({ ...former, kind: owner.kind }))];

/** Ids of the connections that reach the account of one of them, or did before: itself included. Empty for an unknown id. */
export function connectionsOfAccount(connections: readonly AccountOwner[], id: string): string[] {
  const own = connections.find((connection) => connection.id === id);
  if (own === undefined) return [];
  const reached = accountsOf(own);
  return connections
    .filter((other) => other.id === id || accountsOf(other).some((account) => reached.some((one) => sameAccount(one, account))))
    .map((connection) => connection.id);
}

/** Accounts that a connection keeps of those that it reached before. */
const MOST_FORMER = 20;

/** What a connection keeps of its accounts once it reaches the account `now`, by another address or under another organization. */
export function withAccount(
  owner: Omit<AccountOwner, 'id'>,
  now: Pick<Account, 'baseUrl' | 'organization'>,
): Pick<AccountOwner, 'baseUrl' | 'organization' | 'former'> {
  const { kind, baseUrl, organization, former } = owner;
  // An organization that names itself for the first time is still the same one.
  const isSame =
    addressOf({ kind, baseUrl }) === addressOf({ kind, baseUrl: now.baseUrl }) && sameOrganization(organization, now.organization);
  if (isSame) return { ...now, organization: now.organization ?? organization, former };
  const before = former.filter((one) => one.baseUrl !== baseUrl || one.organization !== organization);
  return { ...now, former: [...before, { baseUrl, organization }].slice(-MOST_FORMER) };
}
