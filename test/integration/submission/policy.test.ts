/** What an administrator's policy forbids never reaches the service, and no file is saved outside the allowed folders. */
import { mkdirSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/base/errors.ts';
import { type Policy, NO_POLICY, invalidPolicy, parsePolicy } from '../../../shared/policy/policy.ts';
import { person } from '../../kit/list-people.ts';
import { SCREENING } from '../../kit/practice-client.ts';
import { TestDesk } from '../../kit/test-desk.ts';

let desk: TestDesk;
/** A draft with two people for the service. */
let draft: string;

beforeAll(async () => {
  desk = await TestDesk.start();
  draft = await desk.importPeople(person('C-1'), person('C-2'));
});

afterEach(async () => {
  desk.target = null;
  desk.policy = NO_POLICY;
  await desk.restart();
});

afterAll(() => desk.close());

const start = async (values: Partial<Policy>): Promise<void> => {
  desk.policy = parsePolicy('the policy', { version: 1, ...values });
  expect(desk.policy).toMatchObject({ kind: 'set' });
  await desk.restart();
};
const send = async () => {
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id: draft });
  await desk.call('project.send', { id: draft, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId });
};

/** The number of requests of the application that reached the service, or any other address, during `act`. */
async function requestsDuring(act: () => Promise<unknown>): Promise<number> {
  let requests = 0;
  desk.duringNextRequest = () => Promise.resolve((requests += 1));
  await act();
  desk.duringNextRequest = null;
  return requests;
}

describe('a list is not sent', () => {
  const UNSENT = { asked: 0, reached: false, at: 'draft' };
  const attempt = async () => {
    const before = await desk.practice.client.ledger();
    let code: string | null = null;
    const asked = await requestsDuring(() => send().catch((error: unknown) => (code = (error as AppError).code)));
    const reached = !isDeepStrictEqual((await desk.practice.client.ledger()).projects, before.projects);
    return { code, asked, reached, at: (await desk.call('projects.get', { id: draft })).state.at };
  };

  it('with more rows than the policy allows, and is with fewer', async () => {
    await start({ mostRows: 1 });
    expect(await attempt()).toEqual({ ...UNSENT, code: 'POLICY_REFUSED' });
    const one = await desk.importPeople(person('C-3'));
    await desk.send(one);
    expect(await desk.idsOnService(one)).toEqual(['C-3']);
  });

  it('to an address that the policy does not allow, although its connection is older', async () => {
    await start({ allowedAddresses: ['https://screening.example.org'] });
    expect(await attempt()).toEqual({ ...UNSENT, code: 'POLICY_REFUSED' });
  });

  it('while only practice is allowed', async () => {
    await desk.call('connections.use', { id: desk.connectionId });
    await start({ practice: 'only' });
    expect(await attempt()).toEqual({ ...UNSENT, code: 'POLICY_REFUSED' });
    expect(await desk.call('app.get', {})).toMatchObject({ connectionId: 'practice' });
  });

  it('while the policy is not valid: nothing is sent, nothing is saved, and the window says why', async () => {
    desk.policy = invalidPolicy('/etc/policy', '“mostRow” is not a key of the policy.');
    await desk.restart();
    expect(await attempt()).toEqual({ ...UNSENT, code: 'POLICY_INVALID' });
    const { policy } = await desk.call('app.get', {});
    expect(policy).toMatchObject({ source: '/etc/policy', problem: expect.stringContaining('“mostRow” is not a key') as string });
    await expect(desk.call('connections.test', { id: 'practice' })).rejects.toMatchObject({ code: 'POLICY_INVALID' });
    desk.target = join(desk.folder, 'saved.jsonl');
    await expect(desk.call('results.export', { kind: 'cleanedList', id: draft, format: 'jsonl' })).rejects.toMatchObject({
      code: 'POLICY_INVALID',
    });
    expect(existsSync(desk.target)).toBe(false);
  });
});

it('a screening that runs when the policy stops being valid waits, and continues without a second charge', async () => {
  await desk.practice.client.setFaults(SCREENING);
  const id = await desk.importPeople(person('C-4'));
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId });
  await desk.until(id, ({ state }) => state.at === 'processing');
  desk.policy = invalidPolicy('/etc/policy', 'It is not JSON.');
  await desk.restart();
  await desk.idle();
  const { state, lastError } = await desk.call('projects.get', { id });
  expect([state.at, lastError?.code]).toEqual(['paused', 'POLICY_INVALID']);
  await desk.practice.client.clearFaults();
  const charged = await desk.charged();
  desk.policy = NO_POLICY;
  await desk.restart();
  await desk.call('project.resume', { id });
  await desk.idle();
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  expect(await desk.charged()).toBe(charged);
});

describe('connections', () => {
  it('cannot be added or moved to an address that is not allowed, and no request reaches it', async () => {
    const server = createServer(() => expect.unreachable()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await start({ allowedAddresses: [desk.practice.client.url] });
    await expect(desk.call('connections.add', { name: 'Other', baseUrl: other })).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
    await expect(desk.call('connections.change', { id: desk.connectionId, baseUrl: other })).rejects.toMatchObject({
      code: 'POLICY_REFUSED',
    });
    expect(await desk.call('connections.test', { id: desk.connectionId })).toMatchObject({ baseUrl: desk.practice.client.url });
    server.close();
  });

  it('that the policy offers are there once, with the token of the user, and their address stays', async () => {
    const offered = { name: 'Service', baseUrl: 'https://screening.example.org/', version: '20250101' };
    await start({ connections: [offered], practice: 'hidden' });
    await desk.restart();
    const all = await desk.call('connections.list', {});
    expect(new Map(all.map(({ name, isOffered }) => [name, isOffered]))).toEqual(
      new Map([
        ['Service', false],
        ['Service 2', true],
      ]),
    );
    const { id } = all.find(({ isOffered }) => isOffered)!;
    await expect(desk.call('connections.change', { id, baseUrl: 'https://other.example.org' })).rejects.toMatchObject({
      code: 'POLICY_REFUSED',
    });
    await expect(desk.call('connections.remove', { id })).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
    expect(await desk.call('connections.setToken', { id, token: 'own-token' })).toMatchObject({ token: 'session', isOffered: true });
    expect(await desk.call('connections.change', { id, name: 'Ours' })).toMatchObject({ name: 'Ours' });
    await expect(desk.call('projects.sample', { sample: 'clean' })).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
    await expect(desk.call('connections.use', { id: 'practice' })).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
    expect((await desk.call('app.get', {})).connectionId).not.toBe('practice');
    // Without the policy it is an ordinary connection.
    desk.policy = NO_POLICY;
    await desk.restart();
    await desk.call('connections.remove', { id });
    // With the policy it is there again, with a new ID: nothing of the removed connection comes back.
    await start({ connections: [offered] });
    const again = (await desk.call('connections.list', {})).filter(({ isOffered }) => isOffered);
    expect(again).toMatchObject([{ name: 'Service 2', token: 'none' }]);
    expect(again[0]!.id).not.toBe(id);
  });

  it('that the policy offers again keep the address that the user gave them since, with its token', async () => {
    const offered = { name: 'Offered', baseUrl: 'https://first.example.org' };
    await start({ connections: [offered] });
    const all = () => desk.call('connections.list', {});
    const { id } = (await all()).find(({ name }) => name === 'Offered')!;
    desk.policy = NO_POLICY;
    await desk.restart();
    await desk.call('connections.change', { id, name: 'Ours', baseUrl: desk.practice.client.url });
    await desk.call('connections.test', { id });
    await start({ connections: [offered] });
    const [ours, again] = [(await all()).find((one) => one.id === id), (await all()).find(({ name }) => name === 'Offered')];
    expect(ours).toMatchObject({ name: 'Ours', baseUrl: desk.practice.client.url, isOffered: false });
    expect(ours!.testedAt).not.toBeNull();
    expect(again).toMatchObject({ baseUrl: offered.baseUrl, isOffered: true, token: 'none' });
    await desk.restart();
    expect((await all()).filter(({ name }) => name.startsWith('Offered'))).toHaveLength(1);
  });
});

it('the organization rules of the policy replace those of the user and cannot be changed', async () => {
  const own = { required: [], severities: {}, neverObjected: true };
  await desk.call('organizationRules.set', own);
  await start({ organizationRules: { required: ['constituentId'], severities: {} } });
  expect(await desk.call('organizationRules.get', {})).toEqual({ required: ['constituentId'], severities: {} });
  await expect(desk.call('organizationRules.set', own)).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
  desk.policy = NO_POLICY;
  await desk.restart();
  expect(await desk.call('organizationRules.get', {})).toEqual(own);
  await desk.call('organizationRules.set', { required: [], severities: {} });
});

describe('files are saved only in the folders of the policy', () => {
  const save = (path: string) => {
    desk.target = path;
    return desk.call('results.export', { kind: 'cleanedList', id: draft, format: 'jsonl' });
  };

  it('and not through links that lead elsewhere', async () => {
    const [allowed, other] = ['allowed', 'other'].map((name) => join(desk.folder, name)) as [string, string];
    mkdirSync(join(allowed, 'inside'), { recursive: true });
    mkdirSync(other);
    symlinkSync(other, join(allowed, 'away'));
    symlinkSync(join(allowed, 'inside'), join(desk.folder, 'in'));
    symlinkSync(join(other, 'real.jsonl'), join(allowed, 'file.jsonl'));
    await start({ exportFolders: [allowed] });
    for (const path of [
      join(other, 'a.jsonl'),
      join(allowed, '..', 'other', 'a.jsonl'),
      join(allowed, 'away', 'a.jsonl'),
      join(allowed, 'file.jsonl'),
      join(`${allowed}2`, 'a.jsonl'),
    ])
      await expect(save(path)).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
    expect(readdirSync(other)).toEqual([]);
    await save(join(allowed, 'a.jsonl'));
    await save(join(desk.folder, 'in', 'b.jsonl'));
    await desk.idle();
    expect(readdirSync(allowed)).toContain('a.jsonl');
    expect(readdirSync(join(allowed, 'inside'))).toEqual(['b.jsonl']);
  });
});
