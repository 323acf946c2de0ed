/** A list through the proxies of a network: which proxy is used, what the user sees if one fails, and what is charged. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AppError } from '../../../shared/base/errors.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { deadProxy, type ProxyRule, type SmallProxy, startProxy, startSocks } from '../../kit/small-proxy.ts';

let desk: TestDesk;
const started: SmallProxy[] = [];
let lists = 0;

beforeAll(async () => {
  desk = await TestDesk.start();
});
afterAll(async () => {
  await desk.close();
});
afterEach(async () => {
  for (const proxy of started.splice(0)) await proxy.close();
});

/** Addresses that the desk tries only after others for some minutes. The system may give their ports to new proxies. */
const unreachable = new Set<string>();

async function unreachableProxy(protocol?: 'socks5'): Promise<string> {
  const url = await deadProxy(protocol);
  unreachable.add(new URL(url).host);
  return url;
}

async function proxy(rule: ProxyRule | 'socks'): Promise<SmallProxy> {
  const one = await (rule === 'socks' ? startSocks() : startProxy(rule));
  started.push(one);
  // The one that is not used keeps its port until the test ends.
  return unreachable.has(new URL(one.url).host) ? proxy(rule) : one;
}

/** Another list each time, because a repeated list is not sent. */
function list(): string[] {
  lists += 1;
  const people = Array.from({ length: 5 }, (_, row) => `${lists}-${row},Ann${row},Lee${lists},${row} Main Street,Springfield,IL,62701`);
  return ['ID,First Name,Last Name,Address,City,State,ZIP', ...people];
}

/** Sends a list of five rows: its state at the end, and what the service has charged and created for it. */
async function send(): Promise<{ readonly at: string; readonly charged: number; readonly projects: number }> {
  const count = async () => (await desk.practice.client.ledger()).projects.length;
  const [charged, projects] = [await desk.charged(), await count()];
  const id = await desk.importList(list());
  await desk.send(id);
  const { state } = await desk.call('projects.get', { id });
  return { at: state.at, charged: (await desk.charged()) - charged, projects: (await count()) - projects };
}
const ONCE = { at: 'done', charged: 5, projects: 1 };

/** The failure of the connection test, as the user reads it. */
async function failure(): Promise<string> {
  try {
    await desk.call('connections.test', { id: desk.connectionId });
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'none';
}

it('uses the next proxy if the first one does not answer, and the list is charged once', async () => {
  const second = await proxy({ kind: 'open' });
  const third = await proxy({ kind: 'open' });
  desk.proxies = [await unreachableProxy(), second.url, third.url, null];
  expect(await send()).toEqual(ONCE);
  expect(second.asked.length).toBeGreaterThan(5);
  expect(third.asked).toEqual([]);
});

it('connects directly if no proxy answers and the list ends with DIRECT', async () => {
  desk.proxies = [await unreachableProxy(), await unreachableProxy('socks5'), null];
  expect(await send()).toEqual(ONCE);
});

it('goes through a SOCKS proxy', async () => {
  const socks = await proxy('socks');
  desk.proxies = [socks.url];
  expect(await send()).toEqual(ONCE);
  expect(socks.asked.length).toBeGreaterThan(5);
});

it('signs in to a proxy with the credentials of its URL, and never shows them', async () => {
  const rule = { kind: 'password', user: 'ann@desk', password: 'se/cret' } as const;
  const one = await proxy(rule);
  desk.proxies = [one.url.replace('//', `//${encodeURIComponent(rule.user)}:${encodeURIComponent(rule.password)}@`)];
  expect(await send()).toEqual(ONCE);
  desk.proxies = [one.url.replace('//', '//ann:another-secret@')];
  expect(await failure()).toBe(
    `PROXY_SIGN_IN: The proxy ${one.address} of this network requires a user name and password, so nothing was sent to "${new URL(desk.practice.client.url).host}". It refused the ones it was given. Sign in to the proxy in the window, or with "desk connections proxy NAME".`,
  );
  expect(desk.storedBytes().includes('another-secret')).toBe(false);
});

it.each([
  [
    { 'Proxy-Authenticate': ['Negotiate', 'NTLM'] },
    'PROXY_UNSUPPORTED',
    'requires a sign-in with Negotiate or NTLM, which Screening Desk does not',
  ],
  [
    { 'Proxy-Authenticate': 'Digest realm="a, Basic b"' },
    'PROXY_UNSUPPORTED',
    'requires a sign-in with Digest, which Screening Desk does not',
  ],
  [{ 'Proxy-Authenticate': 'Negotiate, Basic realm="corp"' }, 'PROXY_SIGN_IN', 'requires a user name and password, so nothing was sent'],
  [{}, 'PROXY_UNSUPPORTED', 'requires a sign-in of an unknown kind, which Screening Desk does not'],
])('names a proxy that requires a sign-in: %j', async (headers, code, wanted) => {
  const one = await proxy({ kind: 'refuse', status: 407, headers });
  const next = await proxy({ kind: 'open' });
  desk.proxies = [one.url, next.url, null];
  const text = await failure();
  expect(text).toContain(`${code}: The proxy ${one.address} of this network ${wanted}`);
  expect((await desk.call('app.get', {})).proxy).toEqual(code === 'PROXY_SIGN_IN' ? { address: one.address, refused: false } : null);
  // An account may be locked after a few wrong passwords.
  expect(one.asked).toHaveLength(1);
  expect(next.asked).toEqual([]);
});

it.each([
  [
    { kind: 'refuse', status: 403 },
    /of this network \(which answered 403\) does not let requests through to .*Ask your network administrator/,
  ],
  [{ kind: 'refuse', status: 302 }, /which answered 302\) does not let requests through to .*log in first/],
  [{ kind: 'break' }, /broke before the answer was complete/],
] as const)('does not bypass a proxy that answered: %j', async (rule, text) => {
  const one = await proxy(rule);
  const next = await proxy({ kind: 'open' });
  desk.proxies = [one.url, next.url, null];
  expect(await failure()).toMatch(text);
  expect(one.asked.length).toBeGreaterThan(0);
  expect(next.asked).toEqual([]);
});

it('names the proxies that cannot be reached', async () => {
  const dead = [await unreachableProxy(), await unreachableProxy()];
  const [first, second] = dead.map((url) => new URL(url).host);
  desk.proxies = dead;
  expect(await failure()).toContain(`The proxy ${second} of this network cannot be reached, so nothing was sent to`);
  expect(await failure()).toContain(`Before that, the proxy ${first} could not be reached.`);
});

it('tries a proxy that did not answer only after the others for some minutes', async () => {
  const first = await proxy({ kind: 'hang-up' });
  const second = await proxy({ kind: 'open' });
  desk.proxies = [first.url, second.url];
  for (let at = 0; at < 3; at++) expect(await failure()).toBe('none');
  expect(first.asked).toHaveLength(1);
  expect(second.asked.length).toBeGreaterThan(2);
  await started.pop()!.close();
  expect(await failure()).toContain('cannot be reached');
  expect(first.asked.length).toBeGreaterThan(1);
});
