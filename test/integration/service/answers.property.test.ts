/**
 * The readers of all fourteen answers against any JSON: each returns a value or RESPONSE_UNEXPECTED with the path of the missing part.
 * A call that changes the service returns an outcome, because the service has acted regardless of its answer.
 * @module-tag deep
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerStream, ServiceClient } from '../../../main/service/client.ts';
import { splitterFor } from '../../../main/worker/collect/answer-splitter.ts';
import { readEntry } from '../../../main/worker/result-file/answer-entry.ts';
import { BatchReader } from '../../../main/worker/result-file/profile-batches.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { readRowErrors } from '../../../shared/results/row-errors.ts';
import { eachValue } from '../../../shared/results/scores.ts';
import { fastClock } from '../../kit/test-ports.ts';
import { profileNumber } from '../../kit/ordinals.ts';

let server: Server;
let body = '';
let client: ServiceClient;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = { connect: () => Promise.resolve({ proxies: [null], trust: null }) };
  client = new ServiceClient({ baseUrl, version: '20240515', token: 'token' }, network, fastClock(1_000));
});
afterAll(() => {
  server.close();
});

/** Names that the readers know, because a wrong type under a known name does the most harm. */
const NAMES = [
  'id',
  'projectId',
  '_id',
  'name',
  'status',
  'totalRows',
  'validRows',
  'createdAt',
  'project',
  'data',
  'result',
  'items',
  'results',
  'profiles',
  'scores',
  'errors',
  'messages',
  '_embedded',
  'page',
  'total',
  'last',
  'next',
  'hasMore',
  'remaining',
  'credits',
  'balance',
  'organization',
  'constituentId',
  'profile',
  'row',
  'rowNumber',
  'index',
  'message',
  'error',
  'field',
  'code',
  'value',
  'mostRecentScore',
  'pendingScore',
  'scoreDetails',
  'multiLensScores',
  '__proto__',
  'constructor',
  'toString',
  '',
  '1',
  '0',
] as const;

const { json } = fc.letrec<{ json: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(null, true, false, 0, -0, -1, 1e308, 2 ** 53 + 2, '', ' ', 'processed', '12', '1,250.5', '\uD800', '2026-01-05'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
  ),
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    tie('leaf'),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string()), tie('json')), { maxLength: 6 }).map((pairs) => {
      const object = Object.create(null) as Record<string, unknown>;
      for (const [key, value] of pairs) object[key] = value;
      return object;
    }),
  ),
}));
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const EDGES = [
  nested(2_000, '[', ']'),
  nested(200_000, '[', ']'),
  nested(200_000, '{"items":[', ']}'),
  nested(200_000, '{"a":', '}'),
  `[{"row":1,"errors":[${'"bad",'.repeat(200_000)}"bad"]}]`,
  ...['project', 'data', 'errors', 'message', 'constituent', 'page'].map((key) => nested(2_400, `{"${key}":`, '}')),
  nested(1_200, '{"errors":[', ']}'),
  '[]',
  '{}',
  'null',
  '""',
];
const answers = fc.oneof({ weight: 12, arbitrary: json.map((value) => JSON.stringify(value)) }, fc.constantFrom(...EDGES));

const signal = new AbortController().signal;
const record = { primaryLast: 'Berg' };
const empty = { contentType: 'application/json', bytes: 0, chunks: [] };

const valueOf = (bytes: Buffer) => readEntry(bytes.toString('utf8')).value;

async function entriesOf(answer: AnswerStream, entry: (bytes: Buffer) => void): Promise<void> {
  const splitter = splitterFor(answer.contentType, {
    element: (_path, bytes) => entry(bytes),
    mapEntry: (_path, _key, bytes) => entry(bytes),
    scalar: (_path, _key, bytes) => void valueOf(bytes),
  });
  for await (const bytes of answer.chunks) splitter.write(Buffer.from(bytes));
  splitter.end();
}

const profilesOf = async (answer: AnswerStream) => {
  const reader = new BatchReader({ write: () => undefined, clear: () => undefined, putValue: () => undefined });
  let count = 0;
  await entriesOf(answer, (bytes) => {
    const line = Buffer.from(JSON.stringify(valueOf(bytes)));
    reader.read(profileNumber(++count), line);
    eachValue(valueOf(line), () => undefined);
  });
};

const CALLS: readonly (readonly [what: string, read: () => Promise<unknown>])[] = [
  ['#2 the list of profiles', () => client.profileList({ index: 0, firstPage: 1, itemsPerPage: 25, address: null }, signal)],
  ['#6 the status of a project', () => client.project('p', signal)],
  ['#7 the profiles of a project', async () => await profilesOf(await client.profiles('p', signal))],
  [
    '#8 the row errors of a project',
    async () => await entriesOf(await client.errors('p', signal), (bytes) => void readRowErrors(valueOf(bytes))),
  ],
  ['#9 all projects', () => client.projects(signal)],
  ['#10 the credits', () => client.credits(signal)],
  ['#12 a score request', () => client.scoreRequest('r', signal)],
  ['#13 the scores of a project', async () => await profilesOf(await client.projectScores('p', signal))],
  ['GET /profile/{id}', () => client.profile('p', signal)],
];
const CHANGES: readonly (readonly [what: string, call: () => Promise<{ readonly outcome: string; readonly why?: string }>])[] = [
  ['#1 a new profile', () => client.screenOne(record, signal)],
  ['#3 a new project', () => client.createProject('Spring', null, signal)],
  ['#4 a list', () => client.addList('p', empty, signal)],
  ['#5 the start', () => client.process('p', signal)],
  ['#11 a new score request', () => client.requestScore(record, signal)],
];
const RUNS = { numRuns: 150, examples: EDGES.map((text) => [text] as [string]) };

async function endOf(read: () => Promise<unknown>): Promise<string> {
  try {
    await read();
    return 'a value';
  } catch (error) {
    return error instanceof AppError ? `${error.code} at ${error.details.path ?? ''}` : String(error);
  }
}

it('the lists have all fourteen calls', () => {
  expect(CALLS.length + CHANGES.length).toBe(14);
});

describe('any JSON as the answer', () => {
  it.each(CALLS)('%s returns a value, or RESPONSE_UNEXPECTED with a path', async (_what, read) => {
    await fc.assert(
      fc.asyncProperty(answers, async (text) => {
        body = text;
        expect(await endOf(read)).toMatch(/^(a value|RESPONSE_UNEXPECTED at .+)$/);
      }),
      RUNS,
    );
  });

  it.each(CHANGES)('%s has an outcome: done, or unknown with the reason', async (_what, call) => {
    await fc.assert(
      fc.asyncProperty(answers, async (text) => {
        body = text;
        const outcome = await call();
        expect(`${outcome.outcome}: ${outcome.why ?? ''}`).toMatch(
          /^done: $|^unknown: .*(did not return (?:its ID|a profile)|says that the request failed|nested too deeply)/,
        );
      }),
      RUNS,
    );
  });
});

it.each<[what: string, text: string, read: () => Promise<unknown>, path: string]>([
  ['a status without an object', '[1]', () => client.project('p', signal), 'status'],
  ['projects without a list', '{"a":1}', () => client.projects(signal), '[]'],
  [
    'profiles without a list',
    '"none"',
    () => client.profileList({ index: 0, firstPage: 1, itemsPerPage: 25, address: null }, signal),
    '[]',
  ],
  ['a nesting that is too deep', nested(3_000, '[', ']'), () => client.credits(signal), '[][]'],
])('the error for %s has the path of the missing part', async (_what, text, read, path) => {
  body = text;
  await expect(read()).rejects.toMatchObject({ code: 'RESPONSE_UNEXPECTED', details: { path } });
});
