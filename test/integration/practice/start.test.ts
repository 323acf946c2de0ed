/**
 * The service in its worker thread, as the application starts it, and the confidentiality of its store.
 * @module-tag deep
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPracticeServer } from '../../../practice/server/server.ts';
import { PracticeNotStarted, startPractice, type StartedPractice } from '../../../practice/server/start.ts';
import { people, person, PracticeClient, until } from '../../kit/practice-client.ts';

let folder: string;
const started: StartedPractice[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'practice-'));
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((practice) => practice.close()));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startPractice>[0]> = {}): Promise<StartedPractice> {
  const practice = await startPractice({ dataDir: folder, ...options });
  started.push(practice);
  return practice;
}

describe('in a worker thread', () => {
  test('answers immediately, with a separate token for each start', async () => {
    const one = await start({ dataDir: null });
    const two = await start({ dataDir: null });
    expect(one.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u);
    expect(one.token).not.toBe(two.token);
    expect(Buffer.from(one.token, 'base64url')).toHaveLength(32);
    const client = new PracticeClient(one.baseUrl, one.token);
    expect((await client.call('/credits')).status).toBe(200);
    expect((await client.call('/credits', { token: two.token })).status).toBe(401);
  });

  test('keeps its store and its key after a restart', async () => {
    const storeKey = randomBytes(32);
    const first = await start({ storeKey, secondsPerThousandRows: 0 });
    const id = await new PracticeClient(first.baseUrl, first.token).screen('kept', people(4));
    await first.close();
    const second = await start({ storeKey });
    const { items } = await new PracticeClient(second.baseUrl, second.token).read<{ items: object[] }>(`/project/${id}/profiles`);
    expect(items).toHaveLength(4);
    expect(items[3]).toMatchObject(person(3));
  });

  test('reports why it cannot start', async () => {
    const first = await start({ storeKey: randomBytes(32) });
    const inUse = await startPractice({ dataDir: folder }).catch((error: unknown) => error);
    expect(inUse).toBeInstanceOf(PracticeNotStarted);
    expect(inUse).toHaveProperty('reason', 'in-use');
    await first.close();
    for (const storeKey of [randomBytes(32), undefined]) {
      await expect(startPractice({ dataDir: folder, storeKey })).rejects.toMatchObject({ reason: 'key' });
    }
    await expect(startPractice({ dataDir: null, dialect: 'klingon' })).rejects.toThrow('There is no dialect "klingon".');
    await expect(startPractice({ dataDir: null, entry: new URL('nowhere.mjs', import.meta.url) })).rejects.toMatchObject({ reason: null });
  });

  test('distinguishes a damaged store from one with another key', async () => {
    await writeFile(path.join(folder, 'practice.sqlite'), randomBytes(8192));
    await expect(startPractice({ dataDir: folder })).rejects.toMatchObject({ reason: 'damaged' });
  });

  test('can be closed while calls are waiting', async () => {
    const practice = await startPractice({ dataDir: null, controlToken: 'c' });
    const client = new PracticeClient(practice.baseUrl, practice.token, 'c');
    await client.setFaults({ kind: 'latency', ms: 600_000, times: null }, { kind: 'stall', ms: 600_000, nth: 2 });
    const broken = client.call('/credits').catch(() => 'broken');
    await until(async () => (await client.faults()).faults[0]?.hit === 1);
    await practice.close();
    expect(await broken).toBe('broken');
  });

  test('reports a crash, but not a normal end', async () => {
    const entry = path.join(folder, 'dying.mjs');
    await writeFile(
      entry,
      "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ kind: 'ready', url: 'http://127.0.0.1:1' }); setTimeout(() => { throw new Error('died'); }, 20);",
    );
    const deaths: Error[] = [];
    const onExit = (error: Error) => deaths.push(error);
    await startPractice({ dataDir: null, entry, onExit });
    await until(() => deaths.length > 0);
    expect(deaths[0]?.message).toBe('died');
    const well = await startPractice({ dataDir: null, onExit });
    await well.close();
    await writeFile(entry, 'process.exit(3);');
    await expect(startPractice({ dataDir: null, entry, onExit })).rejects.toThrow('ended before it answered');
    expect(deaths).toHaveLength(1);
  });
});

test('a defect of the service is reported to its host, and to the caller without the cause', async () => {
  const defects: unknown[] = [];
  const clock = () => (defects.length === 0 && broken ? Number.NaN : Date.now());
  let broken = false;
  const server = await createPracticeServer({ token: 't', dataDir: null, clock, onDefect: (error) => defects.push(error) });
  const client = new PracticeClient(server.url, 't');
  broken = true;
  const response = await client.call('/project', { json: { name: 'x' } });
  expect([response.status, await response.json()]).toEqual([500, { error: expect.objectContaining({ code: 'internal' }) as object }]);
  expect(defects).toHaveLength(1);
  expect((await client.call('/project', { json: { name: 'x' } })).status).toBe(201);
  await server.close();
});

describe('at rest', () => {
  const SECRETS = [
    'Evergreen',
    'Wilhelmina',
    'person1@example.org',
    'C-1000001',
    'Director of Operations',
    '617-555',
    'shoeSize',
    'Secret appeal',
  ];

  async function everything(): Promise<string> {
    const names = await readdir(folder);
    const contents = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'latin1')));
    return contents.join('\n');
  }

  test('no file contains readable personal data, while the service runs or afterwards', async () => {
    const storeKey = randomBytes(32);
    const server = await createPracticeServer({ token: 't', dataDir: folder, storeKey, secondsPerThousandRows: 0 });
    const client = new PracticeClient(server.url, 't');
    const id = await client.screen('Secret appeal', [...people(700), { ...person(1), shoeSize: 'Evergreen' }]);
    expect(await (await client.call(`/project/${id}/errors`)).text()).toContain('Evergreen');
    await client.call('/profile', { json: person(1) });
    await client.call('/score-request', { json: person(1) });
    const check = async () => {
      const bytes = await everything();
      expect(bytes.length).toBeGreaterThan(10_000);
      expect(SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    };
    await check();
    await server.close();
    await check();
  });

  test('only the owner can access the folder and its files', async () => {
    const inner = path.join(folder, 'deeper', 'practice');
    const server = await createPracticeServer({ token: 't', dataDir: inner });
    await new PracticeClient(server.url, 't').create('x');
    expect((await stat(inner)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(inner)) expect((await stat(path.join(inner, name))).mode & 0o077).toBe(0);
    await server.close();
  });
});

describe('from a browser', () => {
  test('a request for another host or from a page is refused before its token is checked', async () => {
    const { baseUrl, token } = await start({ dataDir: null });
    const headers = { authorization: `Bearer ${token}` };
    const call = async (extra: Record<string, string>) =>
      (await fetch(`${baseUrl}/integrations/20240515/credits`, { headers: { ...headers, ...extra } })).status;
    expect(await call({})).toBe(200);
    expect(await call({ origin: 'https://evil.example' })).toBe(403);
    expect(await call({ origin: baseUrl, 'sec-fetch-site': 'cross-site' })).toBe(403);
    const { request } = await import('node:http');
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      request(`${baseUrl}/integrations/20240515/credits`, { headers: { ...headers, host: 'rebound.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(rebound).toBe(421);
  });
});
