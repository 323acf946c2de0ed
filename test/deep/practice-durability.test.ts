/** The practice service is killed with SIGKILL during its work: answered calls keep their effect, and unfinished calls have none. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPracticeServer } from '../../practice/server/server.ts';
import {
  people,
  person,
  spawnPractice,
  until,
  type PracticeClient,
  type SpawnedPractice,
  type SpawnOptions,
} from '../kit/practice-client.ts';

let folder: string;
const running: SpawnedPractice[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'practice-'));
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((practice) => practice.end('SIGKILL')));
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Partial<SpawnOptions> = {}): Promise<SpawnedPractice> {
  const practice = await spawnPractice({ dataDir: folder, ...options });
  running.push(practice);
  return practice;
}

const ROWS = 12_000;
const BODY = Buffer.from(JSON.stringify({ scoreProfiles: people(ROWS) }));

/** Sends a list and stops after `bytes` of it have been read. */
function sendUpTo(client: PracticeClient, id: string, bytes: number): { sent: Promise<void>; broken: Promise<boolean> } {
  const sent = Promise.withResolvers<void>();
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (at >= bytes) {
        sent.resolve();
        if (bytes < BODY.length) return new Promise<void>(() => undefined);
        controller.close();
        return undefined;
      }
      const next = Math.min(bytes, at + 65_536);
      controller.enqueue(Uint8Array.from(BODY.subarray(at, next)));
      at = next;
      return undefined;
    },
  });
  const broken = client.call(`/project/${id}/scores`, { method: 'POST', body, headers: { 'content-type': 'application/json' } }).then(
    () => false,
    () => true,
  );
  return { sent: sent.promise, broken };
}

const rows = async (client: PracticeClient, id: string) => (await client.read<{ totalRows: number }>(`/project/${id}`)).totalRows;

describe('a kill while the list arrives', () => {
  test.each([0.02, 0.6, 0.9999])('after %f of it leaves no list, and it can be sent again', async (share) => {
    const first = await start();
    const id = await first.client.create('killed');
    const { sent, broken } = sendUpTo(first.client, id, Math.floor(BODY.length * share));
    await sent;
    await until(async () => (await first.client.ledgerOf(id)).addCalls === 1);
    await first.end('SIGKILL');
    expect(await broken).toBe(true);
    const second = await start();
    expect(await rows(second.client, id)).toBe(0);
    expect(await second.client.ledgerOf(id)).toMatchObject({ addCalls: 1, listsReceived: 0, listsStored: 0, rowsStored: 0 });
    expect((await second.client.add(id, people(500))).status).toBe(200);
    expect(await rows(second.client, id)).toBe(500);
  });

  test('at any moment before the answer leaves either no list or the whole list', async () => {
    for (let round = 0; round < 4; round++) {
      const first = await start();
      const id = await first.client.create(`round ${round}`);
      const { broken } = sendUpTo(first.client, id, BODY.length);
      let looks = 0;
      // The kill comes later in each round. In the last one, the list is visible before the kill.
      await until(async () => {
        looks++;
        const stored = await rows(first.client, id);
        return stored > 0 || (round < 3 && looks > round * 12);
      });
      await first.end('SIGKILL');
      const answered = !(await broken);
      const second = await start();
      const stored = await rows(second.client, id);
      expect(answered || round === 3 ? [ROWS] : [0, ROWS]).toContain(stored);
      await second.end('SIGTERM');
    }
  });

  test('leaves data that is removed, and its space is used again', async () => {
    const size = async () => (await stat(path.join(folder, 'practice.sqlite'))).size;
    const leave = async () => {
      const practice = await start();
      const id = await practice.client.create('left');
      const { sent } = sendUpTo(practice.client, id, BODY.length - 1);
      await sent;
      await until(async () => (await practice.client.health()).ok && (await practice.client.ledgerOf(id)).addCalls === 1);
      await practice.end('SIGKILL');
    };
    await leave();
    const settled = await start();
    await settled.client.screen('whole', people(5));
    await settled.end('SIGTERM');
    const before = await size();
    for (let round = 0; round < 2; round++) await leave();
    const last = await start();
    await last.client.screen('whole', people(5));
    await last.end('SIGTERM');
    // Otherwise the file would grow by the size of a list in each round.
    expect(await size()).toBeLessThan(before * 2 + 500_000);
  });
});

describe('a kill after an answer', () => {
  test('loses nothing that was created, added or charged, and processing continues and is charged once', async () => {
    const options = { credits: 1000, secondsPerThousandRows: 20 };
    const first = await start(options);
    const id = await first.client.create('killed');
    await first.client.add(id, [...people(40), { primaryFirst: 'nobody' }]);
    await first.client.call('/profile', { json: person(1) });
    expect((await first.client.process(id)).status).toBe(200);
    await first.end('SIGKILL');
    const second = await start(options);
    expect(await second.client.ledgerOf(id)).toMatchObject({
      processCalls: 1,
      processActs: 1,
      creditsCharged: 40,
      validRows: 40,
      rowsStored: 41,
    });
    expect((await second.client.process(id)).status).toBe(409);
    await second.client.processed(id);
    const { items } = await second.client.read<{ items: { constituentId: string }[] }>(`/project/${id}/profiles`);
    expect(items.map(({ constituentId }) => constituentId)).toEqual(people(40).map(({ constituentId }) => constituentId));
    expect(await second.client.ledger()).toMatchObject({
      credits: { granted: 1000, charged: 41, remaining: 959 },
      singles: { profiles: 1 },
    });
  });

  test('does not change the scores of a list', async () => {
    const scores = async (client: PracticeClient, id: string) =>
      (await client.read<{ items: { mostRecentScore: unknown }[] }>(`/project/${id}/profiles`)).items.map(
        (profile) => profile.mostRecentScore,
      );
    const first = await start();
    const id = await first.client.screen('scored', people(300));
    const before = await scores(first.client, id);
    await first.end('SIGKILL');
    const second = await start();
    expect(await scores(second.client, id)).toEqual(before);
  });
});

describe('a client that disconnects while it sends', () => {
  test('leaves no data, and the project accepts its list later', async () => {
    const { client } = await start();
    const id = await client.create('gone');
    const gone = new AbortController();
    const half = BODY.subarray(0, BODY.length / 2);
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= half.length) {
          gone.abort();
          return;
        }
        controller.enqueue(Uint8Array.from(half.subarray(at, (at += 65_536))));
      },
    });
    const call = client.call(`/project/${id}/scores`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
      signal: gone.signal,
    });
    await expect(call).rejects.toThrow(/abort/u);
    expect(await client.ledgerOf(id)).toMatchObject({ addCalls: 1, listsReceived: 0, listsStored: 0 });
    expect((await client.add(id, people(3))).status).toBe(200);
  });
});

describe('one service per folder', () => {
  test('a second one is refused while the first one runs, but not afterwards', async () => {
    const first = await start();
    await expect(createPracticeServer({ token: 't', dataDir: folder })).rejects.toMatchObject({ name: 'StoreUnusable', reason: 'in-use' });
    await first.end('SIGKILL');
    const second = await createPracticeServer({ token: 't', dataDir: folder });
    await second.close();
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the service cleanly while a list arrives', async (signal) => {
    const practice = await start();
    const id = await practice.client.create('ended');
    const { sent } = sendUpTo(practice.client, id, Math.floor(BODY.length / 2));
    await sent;
    expect(await practice.end(signal)).toBe(0);
  });
});
