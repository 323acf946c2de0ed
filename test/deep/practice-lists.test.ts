/** Large numbers: the limit of a million records, two hundred projects at the same time, and answers across blocks and pages. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPracticeServer, type PracticeServer } from '../../practice/server/server.ts';
import { people, person, PracticeClient, until } from '../kit/practice-client.ts';

let server: PracticeServer;
let client: PracticeClient;

beforeAll(async () => {
  server = await createPracticeServer({ token: 't', controlToken: 'c', dataDir: null, secondsPerThousandRows: 0, credits: 1_000_000 });
  client = new PracticeClient(server.url, 't', 'c');
});

afterAll(() => server.close());

interface Profile {
  readonly id: string;
  readonly constituentId: string;
  readonly mostRecentScore: object;
}

const byNumber = (left: number, right: number) => left - right;
const profilesOf = async (id: string) => (await client.read<{ items: Profile[] }>(`/project/${id}/profiles`)).items;

async function send(id: string, contentType: string, body: Iterable<Buffer>): Promise<{ status: number; text: string }> {
  const call = request(`${server.url}/integrations/20240515/project/${id}/scores`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': contentType },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  // After its refusal, the service need not read the rest.
  void pipeline(Readable.from(body), call).catch(() => undefined);
  const [response] = await answered;
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return { status: response.statusCode ?? 0, text };
}

function* repeated(head: string, line: (row: number) => string, rows: number, tail: string): Generator<Buffer> {
  yield Buffer.from(head);
  for (let from = 0; from < rows; from += 1000) {
    let text = '';
    for (let row = from; row < Math.min(rows, from + 1000); row++) text += line(row);
    yield Buffer.from(text);
  }
  yield Buffer.from(tail);
}

describe('a million records', () => {
  const json = (rows: number) =>
    repeated('{"scoreProfiles":[', (row) => `${row === 0 ? '' : ','}{"primaryLast":"Lee","street":"${row}"}`, rows, ']}');
  const csv = (rows: number) => repeated('primaryLast,street\n', (row) => `Lee,${row}\n`, rows, '');

  test.each([
    ['application/json', json],
    ['text/csv', csv],
  ] as const)('are refused in %s with one more record, and nothing is stored', async (contentType, body) => {
    const id = await client.create('too many');
    const { status, text } = await send(id, contentType, body(1_000_001));
    expect([status, text]).toEqual([413, expect.stringContaining('at most 1000000 records')]);
    expect(await client.ledgerOf(id)).toMatchObject({ addCalls: 1, listsReceived: 0, listsStored: 0, rowsStored: 0 });
    expect((await client.add(id, people(1))).status).toBe(200);
  });

  test('are accepted', async () => {
    const id = await client.create('a million');
    const { status, text } = await send(id, 'text/csv', csv(1_000_000));
    expect([status, JSON.parse(text)]).toEqual([200, expect.objectContaining({ totalRows: 1_000_000, validRows: 1_000_000 })]);
    // More rows than credits: the start is refused as a whole, and the project is not locked.
    await client.settings({ credits: 999_999 });
    expect((await client.process(id)).status).toBe(402);
    expect(await client.ledgerOf(id)).toMatchObject({ status: 'created', processCalls: 1, processActs: 0, creditsCharged: 0 });
    await client.settings({ credits: 1_000_000 });
    expect((await client.process(id)).status).toBe(200);
    expect((await client.ledger()).credits.remaining).toBe(0);
    expect((await client.call('/profile', { json: person(1) })).status).toBe(402);
    await client.settings({ credits: 100_000 });
  });
});

describe('a list of several blocks', () => {
  const list = people(700).map((record, index) => (index % 7 === 3 ? { ...record, primaryLast: '' } : record));
  const accepted = list.filter((record) => record.primaryLast !== '').map((record) => record.constituentId);

  test('is returned in order, each profile with its record', async () => {
    const id = await client.screen('blocks', list);
    const profiles = await profilesOf(id);
    expect(profiles.map((profile) => profile.constituentId)).toEqual(accepted);
    for (const index of [0, 127, 128, 500])
      expect(profiles[index]).toMatchObject(list.find((record) => record.constituentId === accepted[index]) ?? {});
    const errors = await client.read<{ row: number; constituentId: string }[]>(`/project/${id}/errors`);
    expect(errors.map(({ row }) => row)).toEqual(list.flatMap((record, index) => (record.primaryLast === '' ? [index + 1] : [])));
  });

  test('has profiles that can be read by id, but refused rows and foreign ids cannot', async () => {
    const id = await client.screen('one by one', list);
    const profiles = await profilesOf(id);
    for (const index of [0, 200, profiles.length - 1])
      expect(await client.read(`/profile/${profiles[index]?.id}`)).toEqual(profiles[index]);
    const [first] = profiles;
    for (const row of [4, 701, 0]) {
      const other = `${first?.id.slice(0, 24)}${row.toString(16).padStart(12, '0')}`;
      expect((await client.call(`/profile/${other}`)).status).toBe(404);
    }
  });

  test('is paged together with single profiles, without gaps or repetitions', async () => {
    const own = await createPracticeServer({ token: 't', dataDir: null, secondsPerThousandRows: 0 });
    try {
      const other = new PracticeClient(own.url, 't');
      const single = async (number: number) => (await other.read<Profile>('/profile', { json: person(number) })).id;
      const before = await single(9001);
      const id = await other.screen('paged', list);
      const after = await single(9002);
      await other.add(await other.create('not processed'), people(3));
      const expected = [
        before,
        ...(await other.read<{ items: Profile[] }>(`/project/${id}/profiles`)).items.map((profile) => profile.id),
        after,
      ];
      const seen: string[] = [];
      for (let page = 1; ; page++) {
        const { items, total } = await other.read<{ items: Profile[]; total: number }>(`/profile?page=${page}&itemsPerPage=90`);
        expect(total).toBe(expected.length);
        if (items.length === 0) break;
        seen.push(...items.map((profile) => profile.id));
      }
      expect(seen).toEqual(expected);
    } finally {
      await own.close();
    }
  });

  test('is returned shuffled in that dialect, complete and in the same order each time', async () => {
    await client.settings({ dialect: 'shuffled' });
    try {
      const id = await client.screen('shuffled', list);
      const owners = (await profilesOf(id)).map((profile) => profile.constituentId);
      expect(owners).not.toEqual(accepted);
      expect(new Set(owners.slice(0, 128))).not.toEqual(new Set(accepted.slice(0, 128)));
      expect(owners).toHaveLength(accepted.length);
      expect(new Set(owners)).toEqual(new Set(accepted));
      expect((await profilesOf(id)).map((profile) => profile.constituentId)).toEqual(owners);
    } finally {
      await client.settings({ dialect: 'default' });
    }
  });

  test('can have each constituentId only once, even far apart', async () => {
    const far = people(5000);
    const twice = [...far, ...[0, 1, 2600].map((number) => ({ ...person(number), primaryFirst: 'Again' }))];
    const id = await client.screen('twice', [...twice, { ...person(6000), constituentId: '' }, { ...person(6001), constituentId: '' }]);
    const errors = await client.read<{ row: number; errors: { code: string }[] }[]>(`/project/${id}/errors`);
    expect(errors.map(({ row, errors: [error] }) => [row, error?.code])).toEqual([
      [5001, 'duplicate'],
      [5002, 'duplicate'],
      [5003, 'duplicate'],
    ]);
  });
});

test.each(['identity', 'gzip'])('a list that is refused early (%s) can still be sent to its end', async (encoding) => {
  const id = await client.create('early');
  const text = `{"scoreProfiles":[7,${`${JSON.stringify(person(1))},`.repeat(40_000)}{}]}`;
  const call = request(`${server.url}/integrations/20240515/project/${id}/scores`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json', 'content-encoding': encoding },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const body = encoding === 'gzip' ? gzipSync(text, { level: 0 }) : Buffer.from(text);
  await pipeline(Readable.from([body.subarray(0, 1 << 20), body.subarray(1 << 20)]), call);
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(400);
});

test('of several lists for one project at the same time, one is accepted and the others are refused', async () => {
  const id = await client.create('race');
  const answers = await Promise.all([client.add(id, people(400)), client.add(id, people(900)), client.add(id, people(100))]);
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409, 409]);
  expect([100, 400, 900]).toContain((await client.ledgerOf(id)).rowsStored);
});

test('a list that is still arriving when another one is accepted is refused', async () => {
  const id = await client.create('overtaken');
  const rest = Promise.withResolvers<void>();
  const slow = async function* () {
    yield Buffer.from(`{"scoreProfiles":[${JSON.stringify(person(1))},`);
    await rest.promise;
    yield Buffer.from(`${JSON.stringify(person(2))}]}`);
  };
  const call = request(`${server.url}/integrations/20240515/project/${id}/scores`, {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const sent = pipeline(Readable.from(slow()), call);
  await until(async () => (await client.ledgerOf(id)).addCalls === 1);
  expect((await client.add(id, people(7))).status).toBe(200);
  rest.resolve();
  await sent;
  const [response] = await answered;
  response.resume();
  expect(response.statusCode).toBe(409);
  expect(await client.ledgerOf(id)).toMatchObject({ addCalls: 2, listsReceived: 2, listsStored: 1, rowsStored: 7 });
  expect(await client.read(`/project/${id}`)).toMatchObject({ totalRows: 7 });
});

test('several process calls at the same time act once', async () => {
  const id = await client.create('twice');
  await client.add(id, people(30));
  const answers = await Promise.all([1, 2, 3, 4].map(() => client.process(id)));
  expect(answers.map(({ status }) => status).toSorted(byNumber)).toEqual([200, 409, 409, 409]);
  expect(await client.ledgerOf(id)).toMatchObject({ processCalls: 4, processActs: 1, creditsCharged: 30 });
});

test('two hundred projects at the same time do not lose or mix up records', async () => {
  const before = await client.ledger();
  let submitted = 0;
  let scored = 0;
  const one = async (number: number) => {
    const size = 5 + (number % 40);
    const list = Array.from({ length: size }, (_, row) => ({
      ...person(number * 100 + row),
      primaryFirst: row % 9 === 8 ? '' : 'Ann',
      street: '',
    }));
    const id = await client.screen(`project ${number}`, list);
    const accepted = list.filter((record) => record.primaryFirst !== '');
    const profiles = await profilesOf(id);
    expect(profiles.map((profile) => profile.constituentId)).toEqual(accepted.map((record) => record.constituentId));
    const errors = await client.read<{ constituentId: string }[]>(`/project/${id}/errors`);
    expect(errors.map((error) => error.constituentId)).toEqual(
      list.filter((record) => record.primaryFirst === '').map((record) => record.constituentId),
    );
    submitted += size;
    scored += profiles.length;
  };
  const numbers = Array.from({ length: 200 }, (_, number) => number).values();
  await Promise.all(
    Array.from({ length: 24 }, async () => {
      for (const number of numbers) await one(number);
    }),
  );
  const after = await client.ledger();
  const added = after.projects.slice(before.projects.length);
  expect(added).toHaveLength(200);
  expect(added.reduce((sum, project) => sum + project.rowsStored, 0)).toBe(submitted);
  expect(added.every((project) => project.processActs === 1 && project.creditsCharged === project.validRows)).toBe(true);
  expect(before.credits.remaining - after.credits.remaining).toBe(scored);
});
