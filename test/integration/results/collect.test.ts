/** Truncated, damaged or inconsistent answers never count as complete. Profiles in any form are joined to their rows. */
import { NO_VERDICTS } from '../../../main/worker-protocol/review.ts';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ServiceClient } from '../../../main/service/client.ts';
import { fastClock } from '../../kit/test-ports.ts';
import { sheetsIn } from '../../kit/workbook-facts.ts';
import { csvOf, savedRequest, listRows, profileFor, ResultProject } from '../../kit/result-project.ts';

const projects: ResultProject[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

async function listOf(count: number): Promise<ResultProject> {
  const project = await ResultProject.of(csvOf(listRows(count)));
  projects.push(project);
  return project;
}

const people = (count: number) => Array.from({ length: count }, (_, index) => index);
const scoredRows = async (project: ResultProject): Promise<number> => (await project.results()).counts.scored;

describe('an incomplete answer', () => {
  test('is refused if it is cut off at any byte, and the earlier results stay unchanged', async () => {
    const project = await listOf(6);
    await project.collect({ profiles: JSON.stringify(people(6).map(profileFor)) });
    const answer = Buffer.from(JSON.stringify({ data: { profiles: people(6).map(profileFor) }, total: 6 }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: answer.length - 1 }), fc.integer({ min: 1, max: 4096 }), async (length, chunk) => {
        await expect(project.collect({ profiles: answer.subarray(0, length), chunk })).rejects.toMatchObject({ code: 'ANSWER_TRUNCATED' });
        expect(await scoredRows(project)).toBe(6);
      }),
      { numRuns: 40 },
    );
  });

  test('reports how many rows are missing if it is well formed', async () => {
    const project = await listOf(6);
    const some = JSON.stringify(people(4).map(profileFor));
    const counts = { submitted: 6, scored: 4, refused: 0, unknown: 2, unmatched: 0 };
    expect(await project.collect({ profiles: some, validRows: 6 })).toMatchObject({ counts, missing: 2, missingProfiles: 2 });
    expect(await project.collect({ profiles: some, errors: '[]' })).toMatchObject({ counts, missing: 2, missingProfiles: 2 });
    expect(await project.collect({ profiles: some, validRows: 4 })).toMatchObject({ counts, missing: 2, missingProfiles: 0 });
  });

  test('is refused if it is no JSON', async () => {
    const project = await listOf(2);
    for (const profiles of ['<html>busy</html>', '{"profiles":[{}]}]'])
      await expect(project.collect({ profiles })).rejects.toMatchObject({ code: 'ANSWER_TRUNCATED' });
  });
});

describe('a later answer', () => {
  const alike = (...ids: string[]) => JSON.stringify(ids.map((constituentId) => ({ constituentId, overallScore: 1 })));

  const listWith = async (...ids: string[]): Promise<ResultProject> => {
    const project = await ResultProject.of(csvOf([['Constituent ID', 'Last Name'], ...ids.map((id) => [id, 'Archer'])]));
    projects.push(project);
    return project;
  };

  test.each([
    ['007', '7', 'Z1'],
    ['003A0000006Vm9r', '003A0000006Vm9R', '003A0000006Vm9z'],
  ])('without the profile of %s takes no result from its row, nor from that of %s', async (one, other, third) => {
    const project = await listWith(one, other, third);
    await project.collect({ profiles: alike(one, other, third), validRows: 3 });
    const { counts } = await project.collect({ profiles: alike(other, third), validRows: 3 });
    expect(counts).toMatchObject({ scored: 3, unknown: 0 });
    expect((await project.collect({ profiles: alike(one, other, third), validRows: 3 })).counts).toMatchObject({ scored: 3, unmatched: 0 });
  });

  test('that no longer shows whose a profile or a row error is leaves it to its row, and another row is still missing', async () => {
    const scored = await listWith('007', '7', 'Z1');
    await scored.collect({ profiles: alike('007', '7') });
    expect(await scored.collect({ profiles: alike('7') })).toMatchObject({ counts: { scored: 2, unknown: 1 }, missing: 1 });
    const refused = await listWith('007', '7', 'Z1');
    const errors = JSON.stringify([{ constituentId: '7', message: 'no' }]);
    await refused.collect({ profiles: alike('007'), errors });
    const now = await refused.collect({ profiles: alike('other'), errors });
    expect(now).toMatchObject({ counts: { scored: 1, refused: 1, unknown: 1 }, missing: 1 });
  });
});

describe('a later report of row errors', () => {
  const refusal = (index: number) => ({ row: index + 1, constituentId: profileFor(index)['constituentId'], message: `no ${index}` });
  const reasonsOf = async (project: ResultProject) =>
    sheetsIn(await project.export('out.xlsx'))['Errors']!.map((row) => [row['Constituent ID'], row['What the service refused']]);

  test.each([
    ['omits rows', JSON.stringify([refusal(4)])],
    ['names no row', '["The report is being prepared"]'],
  ])('that %s removes no reason', async (_what, errors) => {
    const project = await listOf(6);
    const profiles = JSON.stringify(people(3).map(profileFor));
    await project.collect({ profiles, errors: JSON.stringify([3, 4, 5].map(refusal)), validRows: 3 });
    const before = await reasonsOf(project);
    const { counts } = await project.collect({ profiles, errors, validRows: 3 });
    expect(counts).toMatchObject({ scored: 3, refused: 3, unknown: 0 });
    expect(await reasonsOf(project)).toEqual(expect.arrayContaining(before));
  });

  test('that omits a row which the service now counts as valid removes its reason', async () => {
    const project = await listOf(6);
    const profiles = JSON.stringify(people(3).map(profileFor));
    await project.collect({ profiles, errors: JSON.stringify([3, 4, 5].map(refusal)), validRows: 3 });
    const { counts } = await project.collect({ profiles, errors: JSON.stringify([3, 4].map(refusal)), validRows: 4 });
    expect(counts).toMatchObject({ scored: 3, refused: 2, unknown: 1 });
  });

  test('moves a reason to the row that its number means now', async () => {
    const project = await listOf(7);
    const profiles = JSON.stringify(people(4).map(profileFor));
    const errors = JSON.stringify([{ row: 6, message: 'no' }]);
    await project.collect({ profiles, errors, rowBase: 'one' });
    expect(await reasonsOf(project)).toEqual([['C-00006', 'no']]);
    await project.collect({ profiles, errors, rowBase: 'sheet' });
    expect(await reasonsOf(project)).toEqual([['C-00005', 'no']]);
  });
});

describe('the forms of other interfaces', () => {
  const SCORED = [0, 1, 2, 4, 5, 7].map(profileFor);
  const REFUSED = [4, 7].map((row) => ({ row, constituentId: `C-0000${row}` }));

  test.each<[string, object]>([
    ['JSON:API', { data: SCORED.map(({ id, ...attributes }) => ({ type: 'profiles', id, attributes })) }],
    ['OData', { '@odata.count': 6, value: SCORED }],
    ['an older OData', { d: { results: SCORED } }],
    ['a payload', { success: true, payload: { profiles: SCORED, total: 6 } }],
    ['a project with its profiles', { project: { id: 'p', status: 'processed', profiles: SCORED } }],
  ])('%s gives every row its profile', async (_name, answer) => {
    const project = await listOf(8);
    const { counts } = await project.collect({ profiles: JSON.stringify(answer), errors: JSON.stringify(REFUSED), validRows: 6 });
    expect(counts).toMatchObject({ scored: 6, refused: 2, unknown: 0, unmatched: 0 });
  });

  test.each<[string, object]>([
    [
      'attributes',
      { data: REFUSED.map(({ row }) => ({ type: 'row-errors', id: `e${row}`, attributes: { rowNumber: row, detail: 'bad' } })) },
    ],
    ['texts that begin with the row', { errors: REFUSED.map(({ row }) => `Row ${row}: bad`) }],
    ['rows as texts', { errors: REFUSED.map(({ row }) => ({ row: `Row ${row}`, message: 'bad' })) }],
    ['another name of the row', { errors: REFUSED.map(({ row }) => ({ recordNumber: row, message: 'bad' })) }],
    ['rows of each error', { errors: [{ message: 'bad', rows: REFUSED.map(({ row }) => row) }] }],
    ['a map from rows as texts', { errors: Object.fromEntries(REFUSED.map(({ row }) => [`Row ${row}`, ['bad']])) }],
    ['a map from IDs', { errors: Object.fromEntries(REFUSED.map(({ constituentId }) => [constituentId, ['bad']])) }],
    ['a map from kinds of errors', { errors: { total: 2, syntax: [{ row: 4, message: 'bad' }], rules: [{ row: 7, message: 'bad' }] } }],
  ])('every refused row has its reason in a report of %s', async (_name, report) => {
    const project = await listOf(8);
    const { counts } = await project.collect({ profiles: JSON.stringify(SCORED), errors: JSON.stringify(report), validRows: 6 });
    expect(counts).toMatchObject({ scored: 6, refused: 2, unknown: 0 });
    const reasons = sheetsIn(await project.export('out.xlsx'))['Errors']!.map((row) => row['What the service refused']);
    expect(reasons).toEqual([expect.stringMatching(/bad$/), expect.stringMatching(/bad$/)]);
  });
});

describe('any form of answer', () => {
  const FORMS: readonly (readonly [string, (list: readonly unknown[]) => string, string])[] = [
    ['bare', (list) => JSON.stringify(list), 'application/json'],
    ['enveloped', (list) => JSON.stringify({ count: list.length, items: list }), 'application/json'],
    ['embedded', (list) => JSON.stringify({ _links: {}, _embedded: { profiles: list } }, null, 2), 'application/json'],
    ['lines', (list) => list.map((one) => JSON.stringify(one)).join('\n'), 'application/x-ndjson'],
  ];

  test('gives every row its own profile or error, in any order and any chunks', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer(), { maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMS),
        fc.array(fc.record({ kind: fc.constantFrom('scored', 'refused', 'unknown'), score: value, at: fc.nat() }), {
          minLength: 1,
          maxLength: 25,
        }),
        fc.constantFrom('flat', 'grouped', 'map'),
        fc.integer({ min: 1, max: 700 }),
        async ([, write, contentType], rows, shape, chunk) => {
          const project = await ResultProject.of(csvOf(listRows(rows.length)));
          try {
            const id = (index: number) => `C-${String(index + 1).padStart(5, '0')}`;
            const scored = rows.flatMap(({ kind, score, at }, index) =>
              kind === 'scored' ? [{ at, profile: { constituentId: id(index), mark: index, score } }] : [],
            );
            const profiles = scored.toSorted((a, b) => a.at - b.at).map(({ profile }) => profile);
            const refused = rows.flatMap(({ kind }, index) => (kind === 'refused' ? [index] : []));
            const flat = refused.map((index) => ({ rowNumber: index + 1, constituentId: id(index), error: `no ${index}` }));
            const grouped = refused.map((index) => ({ row: index + 1, constituentId: id(index), errors: [{ message: `no ${index}` }] }));
            const map = Object.fromEntries(refused.map((index) => [String(index + 1), [`no ${index}`]]));
            const errors =
              shape === 'map' && contentType === 'application/json' ? JSON.stringify(map) : write(shape === 'grouped' ? grouped : flat);
            const { counts } = await project.collect({
              profiles: write(profiles),
              errors,
              contentType,
              chunk,
              rowBase: 'one',
            });
            expect(counts).toEqual({
              submitted: rows.length,
              scored: profiles.length,
              refused: refused.length,
              unknown: rows.length - profiles.length - refused.length,
              unmatched: 0,
            });
            const pageOf = (outcome: 'scored' | 'refused', columns: string[]) =>
              project.ask('results.page', {
                options: { sendErrors: false, resendRecent: false },
                selection: { outcome, filters: [], find: '' },
                columns,
                sort: null,
                earlier: [],
                verdicts: NO_VERDICTS,
                offset: 0,
                limit: 200,
              });
            const page = await pageOf('scored', ['mark']);
            const bad = await pageOf('refused', []);
            for (const { row, cells } of page.rows) expect(cells).toEqual([String(row! - 2)]);
            for (const { row, reasons } of bad.rows) expect(reasons.map(({ message }) => message)).toEqual([`no ${row! - 2}`]);
          } finally {
            project.dispose();
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('lists profiles without an id as unmatched', async () => {
    const project = await listOf(3);
    const { counts } = await project.collect({ profiles: JSON.stringify([{ score: 1 }, { score: 2 }, { score: 3 }]), validRows: 3 });
    expect(counts).toEqual({ submitted: 3, scored: 0, refused: 0, unknown: 3, unmatched: 3 });
    const page = await project.ask('results.page', {
      options: { sendErrors: false, resendRecent: false },
      selection: { outcome: 'unmatched', filters: [], find: '' },
      columns: ['score'],
      sort: null,
      earlier: [],
      verdicts: NO_VERDICTS,
      offset: 0,
      limit: 10,
    });
    expect(page.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [null, '1'],
      [null, '2'],
      [null, '3'],
    ]);
  });
});

test('the deprecated list of scores is requested only if the service does not have the list of profiles', async () => {
  const asked: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isNew = request.url?.endsWith('/profiles') === true;
    response.statusCode = isNew ? status : 200;
    response.setHeader('Content-Type', 'application/json');
    response.end(isNew ? '["new"]' : '["old"]');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = new ServiceClient(
      { baseUrl, version: '20240515', token: 't' },
      { connect: () => Promise.resolve({ proxies: [null], trust: null }) },
      fastClock(500),
    );
    const fetched = async () => await text((await client.profiles('p/1', new AbortController().signal)).chunks);
    expect(await fetched()).toBe('["new"]');
    expect(asked).toEqual(['GET /integrations/20240515/project/p%2F1/profiles']);
    for (status of [404, 405, 410, 501]) {
      asked.length = 0;
      expect(await fetched()).toBe('["old"]');
      // A server error is retried before the older call is made.
      expect([...new Set(asked)]).toEqual([
        'GET /integrations/20240515/project/p%2F1/profiles',
        'GET /integrations/20240515/project/p%2F1/scores',
      ]);
    }
    for (status of [401, 403, 400]) {
      asked.length = 0;
      await expect(fetched()).rejects.toBeInstanceOf(Error);
      expect(asked.every((call) => call.endsWith('/profiles'))).toBe(true);
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('a killed export leaves either the old file or the complete new one', { tags: ['deep'] }, async () => {
  const project = await listOf(4000);
  await project.collect({ profiles: JSON.stringify(people(4000).map(profileFor)) });
  const out = join(project.folder, 'out.xlsx');
  const whole = readFileSync(await project.export('whole.xlsx'));
  const old = Buffer.from('what was there before');
  const order = join(project.folder, 'order.json');
  writeFileSync(order, JSON.stringify({ request: savedRequest(project), target: out }));
  const seen = new Set<string>();
  for (const after of ['before it begins', 0, 40, 90, 160, 260, 400, null] as const) {
    writeFileSync(out, old);
    const child = fork(fileURLToPath(new URL('../../kit/export-child.ts', import.meta.url)), [order], { stdio: 'ignore' });
    const ended = once(child, 'exit');
    await once(child, 'message');
    if (after === 'before it begins') child.kill('SIGKILL');
    else child.send('begin');
    const timer = typeof after === 'number' ? setTimeout(() => child.kill('SIGKILL'), after) : undefined;
    await ended;
    clearTimeout(timer);
    const there = readFileSync(out);
    expect(there.equals(old) || there.equals(whole)).toBe(true);
    seen.add(there.equals(old) ? 'old' : 'new');
  }
  expect(seen).toEqual(new Set(['old', 'new']));
  // The next export removes the temporary files of killed exports.
  await project.export('out.xlsx');
  expect(readdirSync(project.folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});
