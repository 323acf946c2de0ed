/**
 * The rules of the interface, endpoint by endpoint, as a client sees them: plain fetch, and readers for the dialect under test. Every rule
 * holds in every dialect; what a dialect does not return is not checked.
 */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dialect } from '../../practice/dialects.ts';
import { people, person, until, type CallOptions, type PracticeClient } from './practice-client.ts';
import {
  readCredits,
  readItems,
  readOwner,
  readProject,
  readProjectId,
  readRefusal,
  readRowErrors,
  type Json,
  type ReadProject,
} from './practice-reader.ts';

export interface Conformance {
  readonly client: PracticeClient;
  readonly dialect: Dialect;
}

const byText = (left: unknown, right: unknown) => (String(left) < String(right) ? -1 : 1);
const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Every endpoint: method, path and body. */
const CALLS: readonly (readonly [method: 'GET' | 'POST', path: string, json?: Json])[] = [
  ['POST', '/profile', { primaryLast: 'Lee' }],
  ['GET', '/profile'],
  ['GET', `/profile/${NOWHERE}`],
  ['POST', '/project', { name: 'x' }],
  ['GET', '/project'],
  ['GET', `/project/${NOWHERE}`],
  ['POST', `/project/${NOWHERE}/scores`, { scoreProfiles: [] }],
  ['GET', `/project/${NOWHERE}/scores`],
  ['POST', `/project/${NOWHERE}/process`],
  ['GET', `/project/${NOWHERE}/profiles`],
  ['GET', `/project/${NOWHERE}/errors`],
  ['GET', '/credits'],
  ['POST', '/score-request', { primaryLast: 'Lee' }],
  ['GET', `/score-request/${NOWHERE}`],
];

const body = (method: string, json: Json | undefined): CallOptions => ({ method, ...(json === undefined ? {} : { json }) });
const csvHeaders = { 'content-type': 'text/csv', accept: 'text/csv' };

/** A list whose rows 1 and 3 (from 0) are invalid, the latter for two reasons. */
const MIXED = [
  person(1),
  { ...person(2), primaryLast: '' },
  person(3),
  { ...person(4), personalEmail: 'nobody', rfmTotalGiftCount: -2 },
  { ...person(5), street2: '' },
];

/** Defines the tests for the service that `connect` returns. */
export function describeConformance(name: string, connect: () => Promise<Conformance>): void {
  describe(`conformance: ${name}`, () => {
    let client: PracticeClient;
    let dialect: Dialect;
    beforeAll(async () => {
      ({ client, dialect } = await connect());
    });

    /**
     * The status of a call.
     * @throws Error without a request ID, or for an error body that is not in the dialect's form
     */
    const statusOf = async (path: string, options: CallOptions = {}) => {
      const response = await client.call(path, options);
      if ((response.headers.get('x-request-id') ?? '') === '') throw new Error(`${path} was answered without a request id`);
      if (response.ok) await response.arrayBuffer();
      else if ((await readRefusal(response, dialect)) === '') throw new Error(`${path} was refused (${response.status}) without a word`);
      return response.status;
    };
    /** The response of a call that must succeed. */
    const succeeds = async (response: Response) => {
      if (!response.ok) throw new Error(`refused: ${response.status} ${await response.text()}`);
      if ((response.headers.get('x-request-id') ?? '') === '') throw new Error('answered without a request id');
      return response;
    };
    const create = async (json: Json = { name: 'Conformance' }) => {
      const response = await succeeds(await client.call('/project', { json }));
      return readProjectId((await response.json()) as Json, dialect);
    };
    const status = async (id: string): Promise<ReadProject> => readProject(await client.read(`/project/${id}`), dialect);
    const processed = (id: string) => until(async () => (await status(id)).status?.trim().toLowerCase() === 'processed');
    const screened = async (list: readonly unknown[], configuration?: Json) => {
      const id = await create({ name: 'Screened', ...(configuration === undefined ? {} : { scoreConfiguration: configuration }) });
      await succeeds(await client.add(id, list));
      await succeeds(await client.process(id));
      await processed(id);
      return id;
    };
    const profiles = async (id: string) => {
      const path = dialect.withoutProfiles ? 'scores' : 'profiles';
      return readItems(await succeeds(await client.call(`/project/${id}/${path}`)));
    };
    const balance = async () => readCredits(await succeeds(await client.call('/credits')), dialect);
    /** Asserts that the project still accepts a list after earlier errors. */
    const stillEmpty = async (id: string) => {
      const { totalRows } = await status(id);
      expect([0, null]).toContain(totalRows);
      await succeeds(await client.add(id, people(2)));
    };

    describe('authentication (section 5)', () => {
      test.each(CALLS.map(([method, path, json]) => ({ method, path, json })))(
        '$method $path needs the bearer token',
        async ({ method, path, json }) => {
          expect(await statusOf(path, { ...body(method, json), token: null })).toBe(401);
          expect(await statusOf(path, { ...body(method, json), token: 'another' })).toBe(401);
          expect(await statusOf(path, { ...body(method, json), token: null, headers: { authorization: `Basic ${client.token}` } })).toBe(
            401,
          );
        },
      );
    });

    describe('headers and paths (sections 4 and 9)', () => {
      test('a missing path, another version and another method are refused', async () => {
        expect(await statusOf('/nothing')).toBe(404);
        expect(await statusOf('/credits', { method: 'DELETE' })).toBe(405);
        expect(await statusOf(`/project/${'x'.repeat(900)}`)).toBe(404);
        expect(await statusOf('/project/%E0%A4%A')).toBe(400);
        const other = await fetch(`${client.url}/integrations/20200101/credits`, { headers: { authorization: `Bearer ${client.token}` } });
        expect(other.status).toBe(404);
      });

      test('a body must have a content type that the endpoint accepts', async () => {
        const id = await create();
        const xml = { method: 'POST', body: '<name/>', headers: { 'content-type': 'application/xml' } };
        expect(await statusOf('/project', xml)).toBe(415);
        expect(await statusOf('/profile', xml)).toBe(415);
        expect(await statusOf(`/project/${id}/scores`, xml)).toBe(415);
        expect(await statusOf('/project', { ...xml, headers: { 'content-type': 'text/csv' } })).toBe(415);
        expect(
          await statusOf('/project', {
            method: 'POST',
            body: '{"name":"x"}',
            headers: { 'content-type': 'application/json; charset=utf-16' },
          }),
        ).toBe(415);
        expect(await statusOf('/project', { json: { name: 'x' }, headers: { 'content-encoding': 'br' } })).toBe(415);
      });

      test('a caller that does not accept JSON is refused', async () => {
        expect(await statusOf('/credits', { headers: { accept: 'image/png' } })).toBe(406);
        expect(await statusOf('/credits', { headers: { accept: 'application/json;q=0, text/csv' } })).toBe(406);
        await succeeds(await client.call('/credits', { headers: { accept: 'text/html, application/*;q=0.8' } }));
      });
    });

    describe('creating a project (#3)', () => {
      test('returns its ID, and the project exists without rows', async () => {
        const id = await create({ name: 'Spring appeal · 7F3KQ2ZM' });
        expect([0, null]).toContain((await status(id)).totalRows);
        const listed = await readItems(await succeeds(await client.call('/project')));
        expect(listed.map((project) => String(project[dialect.idName]))).toContain(id);
        expect(listed.find((project) => String(project[dialect.idName]) === id)?.['name']).toBe('Spring appeal · 7F3KQ2ZM');
      });

      test.each<readonly [string, unknown]>([
        ['no name', {}],
        ['an empty name', { name: ' ' }],
        ['a name that is not text', { name: 7 }],
        ['a name that is too long', { name: 'x'.repeat(256) }],
        ['a body that is not an object', ['x']],
        ['an unknown member', { name: 'x', colour: 'red' }],
        [
          'weights that are not numbers',
          { name: 'x', scoreConfiguration: { scoreWeights: { propensity: '1', affinity: 1, capacity: 1 } } },
        ],
        ['weights that are all 0', { name: 'x', scoreConfiguration: { scoreWeights: { propensity: 0, affinity: 0, capacity: 0 } } }],
        ['limits of one element', { name: 'x', scoreConfiguration: { scoreCapacityLimits: [1] } }],
        ['limits of three elements', { name: 'x', scoreConfiguration: { scoreCapacityLimits: [1, 2, 3] } }],
        ['limits in descending order', { name: 'x', scoreConfiguration: { recencyFrequencyMonetary: { monetaryLimits: [9, 1] } } }],
        ['a confidence outside its scale', { name: 'x', scoreConfiguration: { minimumConfidenceOfMatch: 101 } }],
        ['an unknown setting', { name: 'x', scoreConfiguration: { colour: 'red' } }],
      ])('refuses %s', async (_what, json) => {
        expect(await statusOf('/project', { json })).toBe(400);
      });

      test.each(['', '{', '{"name":"x",}', '{"name":"x"} x', '\u{1F600}', '{"name":"\u0001"}'])(
        'refuses %j, which is not JSON',
        async (text) => {
          expect(await statusOf('/project', { method: 'POST', body: text, headers: { 'content-type': 'application/json' } })).toBe(400);
        },
      );
    });

    describe('adding the list (#4)', () => {
      test('accepts JSON with other members and white space', async () => {
        const id = await create();
        const text = `\n{ "source" : {"a":[1,"]}"]}, "scoreProfiles" : [ ${JSON.stringify(person(1))} ,\n ${JSON.stringify(person(2))} ] , "end":null }\n`;
        await succeeds(await client.call(`/project/${id}/scores`, { body: text, headers: { 'content-type': 'application/json' } }));
        const { totalRows, validRows } = await status(id);
        expect([2, null]).toContain(totalRows);
        expect([2, null]).toContain(validRows);
      });

      test('accepts CSV, and returns CSV to a caller that accepts nothing else', async () => {
        const id = await create();
        const text =
          '\uFEFFprimaryLast,primaryFirst,street,rfmTotalGiftCount\r\n"O\'Neil, ""Jr""",José,"1 Main St\nApt 2",3\r\nLee,Ann,,\r\n';
        const response = await succeeds(await client.call(`/project/${id}/scores`, { body: text, headers: csvHeaders }));
        expect(response.headers.get('content-type')).toBe(dialect.success === 'no-content' ? null : 'text/csv; charset=utf-8');
        expect([2, null]).toContain((await status(id)).totalRows);
        await succeeds(await client.process(id));
        await processed(id);
        const cells = (await profiles(id)).map((profile) =>
          ['primaryLast', 'primaryFirst', 'street', 'rfmTotalGiftCount'].map((key) => (profile[key] ?? '') as string | number),
        );
        const repeated = dialect.echo === 'all' && !dialect.withoutProfiles;
        const expected = [
          ['O\'Neil, "Jr"', 'José', '1 Main St\nApt 2', 3],
          ['Lee', 'Ann', '', ''],
        ].map((row) => (repeated ? row : ['', '', '', '']));
        expect(cells.map(String).toSorted(byText)).toEqual(expected.map(String).toSorted(byText));
      });

      test('accepts gzip, and refuses a body that is not valid gzip', async () => {
        const id = await create();
        const path = `/project/${id}/scores`;
        const packed = gzipSync(JSON.stringify({ scoreProfiles: people(40) }));
        const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
        expect(await statusOf(path, { method: 'POST', body: JSON.stringify({ scoreProfiles: people(1) }), headers })).toBe(400);
        expect(await statusOf(path, { method: 'POST', body: Uint8Array.from(packed.subarray(0, packed.length - 20)), headers })).toBe(400);
        await succeeds(await client.call(path, { body: Uint8Array.from(packed), headers }));
        expect([40, null]).toContain((await status(id)).totalRows);
      });

      test.each<readonly [string, string]>([
        ['a body that is not an object', '[]'],
        ['a body without a list', '{"records":[]}'],
        ['a list that is not an array', '{"scoreProfiles":{}}'],
        ['an empty list', '{"scoreProfiles":[ ]}'],
        ['a record that is text', '{"scoreProfiles":["Lee"]}'],
        ['a record that is null', '{"scoreProfiles":[{"primaryLast":"Lee"},null]}'],
        ['a record that is an array', '{"scoreProfiles":[[]]}'],
        ['an extra comma', '{"scoreProfiles":[{"primaryLast":"Lee"},]}'],
        ['a missing comma', '{"scoreProfiles":[{"primaryLast":"Lee"} {"primaryLast":"Lee"}]}'],
        ['a body that is cut short', '{"scoreProfiles":[{"primaryLast":"Lee"},{"primary'],
        ['a body without its last byte', '{"scoreProfiles":[{"primaryLast":"Lee"}]'],
        ['text after the end', '{"scoreProfiles":[{"primaryLast":"Lee"}]}{}'],
        ['two lists', '{"scoreProfiles":[{"primaryLast":"Lee"}],"scoreProfiles":[]}'],
        ['an empty body', ''],
      ])('refuses %s as JSON and stores nothing', async (_what, text) => {
        const id = await create();
        expect(
          await statusOf(`/project/${id}/scores`, { method: 'POST', body: text, headers: { 'content-type': 'application/json' } }),
        ).toBe(400);
        await stillEmpty(id);
      });

      test('refuses JSON that is not UTF-8', async () => {
        const id = await create();
        const bytes = Uint8Array.from(Buffer.from('{"scoreProfiles":[{"primaryLast":"Müller"}]}', 'latin1'));
        expect(await statusOf(`/project/${id}/scores`, { body: bytes, headers: { 'content-type': 'application/json' } })).toBe(400);
        await stillEmpty(id);
      });

      test.each<readonly [string, string]>([
        ['no headings', ''],
        ['an unknown heading', 'primaryLast,shoeSize\nLee,44\n'],
        ['a repeated heading', 'primaryLast,primaryLast\nLee,Lee\n'],
        ['no heading for the required field', 'primaryFirst,street\nAnn,1 Main St\n'],
        ['a record instead of headings', 'Lee,Ann\n'],
        ['headings without records', 'primaryLast,street\n'],
        ['a quote that is never closed', 'primaryLast,street\nLee,"1 Main St\n'],
        ['text after a closing quote', 'primaryLast,street\n"Lee"x,1 Main St\n'],
      ])('refuses %s as CSV and stores nothing', async (_what, text) => {
        const id = await create();
        expect(await statusOf(`/project/${id}/scores`, { method: 'POST', body: text, headers: csvHeaders })).toBe(400);
        await stillEmpty(id);
      });

      test('refuses a record that is too large, and a list for a project that does not exist', async () => {
        const id = await create();
        expect(await statusOf(`/project/${id}/scores`, { json: { scoreProfiles: [{ primaryLast: 'x'.repeat(300_000) }] } })).toBe(413);
        await stillEmpty(id);
        expect(await statusOf(`/project/${NOWHERE}/scores`, { json: { scoreProfiles: people(1) } })).toBe(404);
        expect(await statusOf('/project/999999999/scores', { json: { scoreProfiles: people(1) } })).toBe(404);
      });

      test('accepts only one list, and none after the project is locked', async () => {
        const id = await create();
        await succeeds(await client.add(id, people(3)));
        expect(await statusOf(`/project/${id}/scores`, { json: { scoreProfiles: people(2) } })).toBe(409);
        expect([3, null]).toContain((await status(id)).totalRows);
        await succeeds(await client.process(id));
        expect(await statusOf(`/project/${id}/scores`, { json: { scoreProfiles: people(2) } })).toBe(409);
      });
    });

    describe('processing (#5, #6)', () => {
      test('needs a project with records, and happens once', async () => {
        const id = await create();
        expect(await statusOf(`/project/${NOWHERE}/process`, { method: 'POST' })).toBe(404);
        expect(await statusOf(`/project/${id}/process`, { method: 'POST' })).toBe(409);
        await succeeds(await client.add(id, MIXED));
        await succeeds(await client.process(id));
        await processed(id);
        expect(await statusOf(`/project/${id}/process`, { method: 'POST' })).toBe(409);
        const done = await status(id);
        expect([5, null]).toContain(done.totalRows);
        expect([3, null]).toContain(done.validRows);
      });

      test('charges a credit for each accepted row, and no more for a second call', async () => {
        const id = await create();
        await succeeds(await client.add(id, MIXED));
        const before = await balance();
        await succeeds(await client.process(id));
        expect(await balance()).toBe(before - 3);
        expect(await statusOf(`/project/${id}/process`, { method: 'POST' })).toBe(409);
        expect(await balance()).toBe(before - 3);
      });

      test('returns no status for a project that does not exist', async () => {
        expect(await statusOf(`/project/${NOWHERE}`)).toBe(404);
        expect(await statusOf('/project/%20')).toBe(404);
      });
    });

    describe('results (#7, #8, #13)', () => {
      test('are refused before the project is processed', async () => {
        const id = await create();
        await succeeds(await client.add(id, people(1)));
        expect(await statusOf(`/project/${id}/profiles`)).toBe(dialect.withoutProfiles ? 410 : 409);
        expect(await statusOf(`/project/${id}/scores`)).toBe(409);
      });

      test('contain a profile for each accepted row, with the row data that the dialect returns', async () => {
        const id = await screened(MIXED);
        const answered = await profiles(id);
        expect(answered).toHaveLength(3);
        const owners = answered.map((profile) => readOwner(profile, dialect));
        const accepted = [MIXED[0], MIXED[2], MIXED[4]].map((record) => record?.constituentId);
        const expected = { all: accepted, id: accepted, row: [0, 2, 4], none: [null, null, null] }[dialect.echo];
        expect(dialect.order === 'shuffled' ? owners.toSorted(byText) : owners).toEqual(expected);
        for (const profile of answered) {
          const score = (profile['mostRecentScore'] ?? profile['pendingScore'] ?? profile['score']) as Json;
          expect(Number(score['overallScore'])).toSatisfy((overall: number) => overall >= 1 && overall <= 4);
        }
      });

      test('the deprecated list of scores returns the same scores and names its replacement', async () => {
        const id = await screened(people(4));
        const response = await succeeds(await client.call(`/project/${id}/scores`));
        expect(response.headers.get('deprecation')).not.toBeNull();
        expect(response.headers.get('link')).toContain(`/project/${id}/profiles`);
        expect(await readItems(response)).toHaveLength(4);
      });

      test('every rule refuses its row and names the field and the reason', async () => {
        const future = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
        const broken: readonly (readonly [Json, string[]])[] = [
          [{ primaryFirst: 'Ann' }, ['primaryLast']],
          [{ primaryLast: 'Lee' }, ['primaryFirst']],
          [{}, ['primaryLast', 'primaryFirst']],
          [{ ...person(1), primaryLast: '  ' }, ['primaryLast']],
          [{ ...person(2), personalEmail: 'a@b' }, ['personalEmail']],
          [{ ...person(3), businessEmail: 'a b@example.org' }, ['businessEmail']],
          [{ ...person(4), rfmFirstGiftDate: '2023-02-29' }, ['rfmFirstGiftDate']],
          [{ ...person(5), rfmLargestGiftDate: '1.2.2023' }, ['rfmLargestGiftDate']],
          [{ ...person(6), rfmMostRecentGiftDate: future }, ['rfmMostRecentGiftDate']],
          [{ ...person(7), rfmTotalGiftValue: -0.01 }, ['rfmTotalGiftValue']],
          [{ ...person(8), rfmTotalGiftCount: 1.5 }, ['rfmTotalGiftCount']],
          [{ ...person(9), rfmTotalGiftValue: '12' }, ['rfmTotalGiftValue']],
          [{ ...person(10), postalCode: 1234 }, ['postalCode']],
          [{ ...person(11), state: 'Mass', country: '' }, ['state']],
          [{ ...person(12), state: 'M4', country: 'us' }, ['state']],
          [{ ...person(13), city: 'x'.repeat(256) }, ['city']],
          [{ ...person(14), shoeSize: 44 }, ['shoeSize']],
          [{ ...person(1), constituentId: person(2).constituentId }, ['constituentId']],
        ];
        const fine: readonly Json[] = [
          { primaryLast: 'Lee', street: '1 Main St' },
          { ...person(20), state: 'Bavaria', country: 'Germany' },
          { ...person(21), personalEmail: '', rfmFirstGiftDate: '', street2: null },
          { ...person(22), city: 'x'.repeat(255), rfmFirstGiftDate: '2024-02-29', rfmTotalGiftCount: 0 },
        ];
        const list = [...fine, ...broken.map(([record]) => record)];
        const id = await screened(list);
        const rows = await readRowErrors(await succeeds(await client.call(`/project/${id}/errors`)), dialect);
        expect(rows.map(({ row }) => row)).toEqual(broken.map((_, index) => fine.length + index));
        for (const [index, row] of rows.entries()) {
          expect(row.messages.every((message) => message.endsWith('.'))).toBe(true);
          // A dialect that returns only messages must return one for each field.
          expect([index, row.fields ?? row.messages.length]).toEqual([
            index,
            row.fields === null ? broken[index]?.[1].length : broken[index]?.[1],
          ]);
        }
        expect(await profiles(id)).toHaveLength(fine.length);
      });

      test('a line of CSV with too many or too few cells is refused as a row', async () => {
        const id = await create();
        const text = 'primaryLast,primaryFirst\nLee,Ann\nLee\nLee,Ann,X\nLee,Bo\n';
        await succeeds(await client.call(`/project/${id}/scores`, { body: text, headers: csvHeaders }));
        const rows = await readRowErrors(await succeeds(await client.call(`/project/${id}/errors`)), dialect);
        expect(rows.map(({ row }) => row)).toEqual([1, 2]);
      });

      test('there are no errors without a list, or for a list that is accepted completely', async () => {
        const empty = await create();
        expect(await readRowErrors(await succeeds(await client.call(`/project/${empty}/errors`)), dialect)).toEqual([]);
        const id = await screened(people(3));
        expect(await readRowErrors(await succeeds(await client.call(`/project/${id}/errors`)), dialect)).toEqual([]);
        expect(await statusOf(`/project/${NOWHERE}/errors`)).toBe(404);
      });
    });

    describe('single screenings (#1, #2, #11, #12)', () => {
      test('a profile is created, costs a credit, and can be read again', async () => {
        const before = await balance();
        const response = await succeeds(await client.call('/profile', { json: person(7) }));
        const profile = (await response.json()) as Json;
        expect(profile[dialect.pendingScores ? 'pendingScore' : 'mostRecentScore']).toHaveProperty('overallScore');
        expect(profile).toHaveProperty(dialect.pendingScores ? 'mostRecentScore' : 'pendingScore', null);
        expect(await balance()).toBe(before - 1);
        const holder = (dialect.profileId === 'nested' ? profile['profile'] : profile) as Json;
        const own = holder[dialect.profileId === 'nested' ? 'id' : dialect.profileId] as string | undefined;
        const again = dialect.withoutProfileById || own === undefined ? null : await client.read(`/profile/${own}`);
        expect(again ?? profile).toEqual(profile);
        expect(await statusOf(`/profile/${NOWHERE}`)).toBe(dialect.withoutProfileById ? 405 : 404);
      });

      test('an invalid record is refused with its reasons and costs nothing', async () => {
        const before = await balance();
        expect(await statusOf('/profile', { json: { primaryFirst: 'Ann', personalEmail: 'x' } })).toBe(422);
        expect(await statusOf('/score-request', { json: { ...person(1), shoeSize: 44 } })).toBe(422);
        expect(await statusOf('/profile', { json: [person(1)] })).toBe(400);
        expect(await balance()).toBe(before);
      });

      test('the list has pages, and contains all profiles of processed projects', async () => {
        await screened(people(30));
        const first = dialect.firstPage === 'zero' ? 0 : 1;
        const page = async (query: string) => readItems(await succeeds(await client.call(`/profile${query}`)));
        expect(await page('')).toHaveLength(25);
        expect(await page('?itemsPerPage=1000')).toSatisfy((items: Json[]) => items.length >= 30 && items.length <= 100);
        const one = await page(`?page=${first}&itemsPerPage=7`);
        const two = await page(`?page=${first + 1}&itemsPerPage=7`);
        expect([one.length, two.length]).toEqual([7, 7]);
        const isIgnored = dialect.pagingIgnored || dialect.pageBy === 'cursor';
        expect(JSON.stringify(two) === JSON.stringify(one)).toBe(isIgnored);
        expect(await page(`?page=${first + 100_000}`)).toHaveLength(isIgnored ? 25 : 0);
        for (const query of ['page=-1', 'page=1.5', 'page=x', 'itemsPerPage=0', 'itemsPerPage=x', `page=${first - 1}`]) {
          expect(await statusOf(`/profile?${query}`)).toBe(400);
        }
      });

      test('a score request is created, can be read again, and names its replacement', async () => {
        const made = await succeeds(await client.call('/score-request', { json: person(8) }));
        expect(made.headers.get('deprecation')).not.toBeNull();
        expect(made.headers.get('link')).toContain('/profile');
        const request = (await made.json()) as Json;
        expect(await client.read(`/score-request/${String(request['id'])}`)).toEqual(request);
        expect(await statusOf(`/score-request/${NOWHERE}`)).toBe(404);
      });
    });
  });
}
