/** The effect of the faults of lists, profiles, projects and the clock, as a caller sees it and as the ledger counts it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPracticeServer, type PracticeServer } from '../../../practice/server/server.ts';
import { people, person, PracticeClient } from '../../kit/practice-client.ts';

let server: PracticeServer;
let client: PracticeClient;
/** Milliseconds by which the clock of the service is ahead: a test moves it instead of waiting. */
let ahead = 0;
const HOUR = 3_600_000;

beforeAll(async () => {
  const clock = () => Date.now() + ahead;
  server = await createPracticeServer({ token: 't', controlToken: 'c', dataDir: null, secondsPerThousandRows: 0, clock });
  client = new PracticeClient(server.url, 't', 'c');
});

afterEach(() => client.clearFaults());
afterAll(() => server.close());

describe('profiles and lists', () => {
  const owners = async (id: string) => {
    const { items } = await client.read<{ items: { constituentId: string }[] }>(`/project/${id}/profiles`);
    return items.map((profile) => profile.constituentId);
  };

  test('profiles can be duplicate, missing and shuffled', async () => {
    const id = await client.screen('spoiled', people(9));
    const all = await owners(id);
    await client.setFaults({ kind: 'duplicate-profiles', every: 4 });
    expect(await owners(id)).toEqual(all.flatMap((owner, index) => (index % 4 === 3 ? [owner, owner] : [owner])));
    await client.setFaults({ kind: 'missing-profiles', every: 3 });
    expect(await owners(id)).toEqual(all.filter((_, index) => index % 3 !== 2));
    await client.setFaults({ kind: 'shuffled-profiles' });
    const shuffled = await owners(id);
    expect(shuffled).not.toEqual(all);
    expect(shuffled.toSorted()).toEqual(all.toSorted());
    expect(await owners(id)).toEqual(all);
  });

  test('a list is stored in part', async () => {
    await client.setFaults({ kind: 'partial-list', rows: 700 });
    const id = await client.create('part');
    expect((await client.add(id, people(1000))).status).toBe(200);
    expect(await client.read(`/project/${id}`)).toMatchObject({ totalRows: 700, validRows: 700 });
    expect(await client.ledgerOf(id)).toMatchObject({ listsReceived: 1, listsStored: 1, rowsStored: 700 });
    await client.setFaults({ kind: 'partial-list', rows: 0 });
    const lost = await client.create('lost');
    expect((await client.add(lost, people(10))).status).toBe(200);
    expect(await client.ledgerOf(lost)).toMatchObject({ listsReceived: 1, listsStored: 0, rowsStored: 0 });
    expect((await client.add(lost, people(10))).status).toBe(200);
  });

  test('the rows of a list appear late, all together or gradually', async () => {
    const rows = async (id: string) => (await client.read<{ totalRows: number }>(`/project/${id}`)).totalRows;
    await client.setFaults({ kind: 'late-list', ms: HOUR, growing: false });
    const sudden = await client.create('sudden');
    await client.add(sudden, people(50));
    expect(await rows(sudden)).toBe(0);
    expect((await client.process(sudden)).status).toBe(409);
    ahead += HOUR;
    expect(await rows(sudden)).toBe(50);
    await client.setFaults({ kind: 'late-list', ms: 4 * HOUR });
    const growing = await client.create('growing');
    await client.add(growing, people(1000));
    for (const visible of [0, 250, 500, 750]) {
      const seen = await rows(growing);
      expect([seen >= visible, seen < visible + 250]).toEqual([true, true]);
      expect((await client.process(growing)).status).toBe(409);
      ahead += HOUR;
    }
    expect(await rows(growing)).toBe(1000);
    expect((await client.process(growing)).status).toBe(200);
  });

  test('a project has an unknown status for some calls', async () => {
    const id = await client.screen('status', people(1));
    await client.setFaults({ kind: 'status-word', word: 'queued for review', on: { step: 'status' }, times: 2 });
    const words = [];
    for (let call = 0; call < 3; call++) words.push((await client.read(`/project/${id}`))['status']);
    expect(words).toEqual(['queued for review', 'queued for review', 'processed']);
  });

  test('a project has the name of another one for some calls', async () => {
    const id = await client.create('mine');
    await client.setFaults({ kind: 'project-name', name: 'theirs', on: { step: 'status' }, times: 2 });
    const names = [];
    for (let call = 0; call < 3; call++) names.push((await client.read(`/project/${id}`))['name']);
    expect(names).toEqual(['theirs', 'theirs', 'mine']);
    expect((await client.ledgerOf(id)).name).toBe('mine');
  });

  test('processing takes a long time', async () => {
    await client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 3_600 });
    const id = await client.create('long');
    await client.add(id, people(1000));
    await client.process(id);
    expect(await client.read(`/project/${id}`)).toHaveProperty('status', 'processing');
    ahead += HOUR;
    expect(await client.read(`/project/${id}`)).toHaveProperty('status', 'processed');
  });

  test('processing that takes a day ends when the faults are cleared', async () => {
    await client.setFaults({ kind: 'processing-time', secondsPerThousandRows: 86_400 });
    const id = await client.create('a day');
    await client.add(id, people(1000));
    await client.process(id);
    expect(await client.read(`/project/${id}`)).toHaveProperty('status', 'processing');
    await client.clearFaults();
    expect(await client.read(`/project/${id}`)).toHaveProperty('status', 'processed');
    expect(await client.read<{ items: unknown[] }>(`/project/${id}/profiles`)).toHaveProperty('items.length', 1000);
  });

  test('the clock is wrong', async () => {
    const year = 365 * 86_400_000;
    await client.setFaults({ kind: 'clock-skew', ms: -10 * year });
    const response = await client.call('/project', { json: { name: 'skewed' } });
    const { createdAt } = (await response.json()) as { createdAt: string };
    const tenYearsAgo = new Date(Date.now() - 10 * year).getUTCFullYear();
    expect(new Date(createdAt).getUTCFullYear()).toBe(tenYearsAgo);
    expect(new Date(response.headers.get('date') ?? '').getUTCFullYear()).toBe(tenYearsAgo);
    const profile = await client.call('/profile', {
      json: { ...person(1), rfmMostRecentGiftDate: '2024-01-01', rfmLargestGiftDate: '2010-01-01' },
    });
    expect(profile.status).toBe(422);
  });
});
