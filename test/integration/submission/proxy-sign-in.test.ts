/** The sign-in to a proxy: what the user is asked, which proxy gets the password, where it is kept, and what the service charges. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isRunning } from '../../../shared/project/state-properties.ts';
import { type SmallProxy, startProxy } from '../../kit/small-proxy.ts';
import { TestDesk } from '../../kit/test-desk.ts';

const USER = { user: 'ann@desk', password: 'se/cret:äö' };
const HEADER = `Basic ${Buffer.from(`${USER.user}:${USER.password}`).toString('base64')}`;
let desk: TestDesk;
let proxy: SmallProxy;

beforeAll(async () => {
  desk = await TestDesk.start();
});
beforeEach(async () => {
  proxy = await startProxy({ kind: 'password', ...USER });
  desk.proxyKeychain = new Map();
  desk.proxies = [proxy.url];
  await desk.restart();
});
afterEach(async () => {
  await proxy.close();
});
afterAll(async () => {
  await desk.close();
});

const test = () => desk.call('connections.test', { id: desk.connectionId });
const asking = async () => (await desk.call('app.get', {})).proxy;
/** The credentials that the proxy got with each request for a tunnel. */
const got = () => proxy.asked.map(({ authorization }) => authorization);

it('asks for the user name and password, keeps them in memory, and sends them to no other proxy', async () => {
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  expect(await asking()).toEqual({ address: proxy.address, refused: false });
  expect(await desk.call('app.signInToProxy', { ...USER, keep: false })).toEqual({ kept: false });
  expect(await asking()).toBeNull();
  await expect(test()).resolves.toMatchObject({ lastTest: { failure: null } });
  expect(got()).toEqual([undefined, HEADER, HEADER]);
  const other = await startProxy({ kind: 'open' });
  desk.proxies = [other.url];
  await test();
  expect(other.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  await other.close();
  desk.proxies = [proxy.url];
  await desk.restart();
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  expect(desk.storedBytes().includes(USER.password)).toBe(false);
});

it('tries a wrong password once, asks again, and keeps the right one in the keychain', async () => {
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  await expect(desk.call('app.signInToProxy', { user: USER.user, password: 'wrong', keep: true })).rejects.toMatchObject({
    code: 'PROXY_SIGN_IN',
    message: expect.stringContaining('It refused the ones it was given.') as string,
  });
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  const wrong = got().filter((header) => header !== undefined);
  expect(wrong).toHaveLength(1);
  expect(await desk.call('app.signInToProxy', { ...USER, keep: true })).toEqual({ kept: true });
  await desk.restart();
  await test();
  expect(got().at(-1)).toBe(HEADER);
  await desk.call('app.forgetProxies', { connectionId: desk.connectionId });
  expect(desk.proxyKeychain!.size).toBe(0);
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
});

it('removes a saved password as soon as the proxy refuses it', async () => {
  desk.proxyKeychain!.set(proxy.url, 'ann:former@');
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  expect(await asking()).toEqual({ address: proxy.address, refused: true });
  expect(desk.proxyKeychain!.size).toBe(0);
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  expect(got()).toEqual([`Basic ${Buffer.from('ann:former').toString('base64')}`, undefined]);
});

it('sends a refused password of an environment variable no second time, and then what the user enters', async () => {
  desk.proxies = [proxy.url.replace('//', '//ann:expired@')];
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN', message: expect.stringContaining('It refused the ones') as string });
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  expect(await asking()).toEqual({ address: proxy.address, refused: true });
  expect(await desk.call('app.signInToProxy', { ...USER, keep: false })).toEqual({ kept: false });
  await test();
  expect(got()).toEqual([`Basic ${Buffer.from('ann:expired').toString('base64')}`, undefined, HEADER, HEADER]);
});

it('refuses a user name with a colon before the proxy gets it', async () => {
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  const entered = { user: 'ann:desk', password: 'secret', keep: false };
  await expect(desk.call('app.signInToProxy', entered)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  expect(got()).toEqual([undefined]);
});

it('keeps in memory only what the proxy accepted, whatever the service answers, and removes it on request', async () => {
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  // Acts as if a refused password could not be removed.
  desk.proxyKeychain!.set(proxy.url, 'ann:former@');
  await desk.practice.client.setFaults({ kind: 'status', status: 401 });
  expect(await desk.call('app.signInToProxy', { ...USER, keep: false })).toEqual({ kept: false });
  await desk.practice.client.clearFaults();
  expect(desk.proxyKeychain!.size).toBe(0);
  await test();
  expect(got().at(-1)).toBe(HEADER);
  await desk.call('app.forgetProxies', { connectionId: desk.connectionId });
  await expect(test()).rejects.toMatchObject({ code: 'PROXY_SIGN_IN' });
  expect(got().at(-1)).toBeUndefined();
});

it('a list that waits for the sign-in was not sent, and is sent and charged once after it', async () => {
  const other = await startProxy({ kind: 'open' });
  desk.proxies = [other.url];
  await test();
  const people = Array.from({ length: 5 }, (_, row) => `P-${row},Ann${row},Lee,${row} Main Street,Springfield,IL,62701`);
  const id = await desk.importList(['ID,First Name,Last Name,Address,City,State,ZIP', ...people]);
  const ledger = async () => (await desk.practice.client.ledger()).projects.length;
  const [charged, projects] = [await desk.charged(), await ledger()];
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  // The proxy starts to require a sign-in once the program has the list to send.
  const askOnceItRuns = async () => {
    if (isRunning((await desk.call('projects.get', { id })).state)) desk.proxies = [proxy.url];
    else desk.duringNextRequest = askOnceItRuns;
  };
  desk.duringNextRequest = askOnceItRuns;
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId });
  await desk.until(
    id,
    ({ lastError, activity }) => lastError?.code === 'PROXY_SIGN_IN' || /requires a user name/.test(activity?.note ?? ''),
  );
  expect(await ledger()).toBe(projects);
  expect(got().every((header) => header === undefined)).toBe(true);
  await desk.call('app.signInToProxy', { ...USER, keep: false });
  await desk.idle();
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  expect((await ledger()) - projects).toBe(1);
  expect((await desk.charged()) - charged).toBe(5);
  await other.close();
});
