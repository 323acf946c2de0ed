/** The API description is valid, and matches the answers of the service. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import * as schemas from '../../../practice/schemas.ts';
import { STEPS } from '../../../practice/faults.ts';
import { createPracticeServer, type PracticeServer } from '../../../practice/server/server.ts';
import { people, person, PracticeClient } from '../../kit/practice-client.ts';

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean; readonly schema: Json }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Json }> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly content: Record<string, { readonly schema: { $ref: string } }> }
  >;
  readonly security: readonly Json[];
}

interface Document {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json>; readonly securitySchemes: Json };
}

let server: PracticeServer;
let client: PracticeClient;
let document: Document;

const load = async (url: string) => (await fetch(`${url}/openapi.json`)).json() as Promise<Document>;

beforeAll(async () => {
  server = await createPracticeServer({ token: 't', controlToken: 'c', dataDir: null, secondsPerThousandRows: 0 });
  client = new PracticeClient(server.url, 't', 'c');
  document = await load(server.url);
});

afterAll(() => server.close());

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

function* objectsIn(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Json;
  for (const member of Object.values(value)) yield* objectsIn(member);
}

describe('the document', () => {
  test('is valid against the schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(JSON.stringify(document)) as Json)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('is OpenAPI 3.1 with a server, and describes each endpoint once', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String) as string, version: '20240515' });
    expect(document.servers).toEqual([{ url: server.url }]);
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...STEPS]));
    expect(
      operations()
        .filter(({ operation }) => operation.deprecated)
        .map(({ operation }) => operation.operationId)
        .toSorted(),
    ).toEqual(['score-request', 'score-request-get', 'scores']);
  });

  test('has a schema for every reference, and a reference to every schema', () => {
    const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
    const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.length).toBeGreaterThan(50);
    expect(references.filter((reference) => !names.includes(reference))).toEqual([]);
    expect(names.filter((name) => !references.includes(name))).toEqual([]);
  });

  test('declares every path parameter, and the answers and security of every operation', () => {
    for (const { path, operation } of operations()) {
      const inPath = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect({ path, declared: declared.map(({ name, required }) => [name, required]) }).toEqual({
        path,
        declared: inPath.map((name) => [name, true]),
      });
      const statuses = Object.keys(operation.responses);
      expect(statuses.filter((status) => status.startsWith('2'))).toHaveLength(1);
      expect(statuses).toContain('401');
      for (const response of Object.values(operation.responses)) {
        expect(response.description).not.toBe('');
        expect(Object.keys(response.content)).toEqual(['application/json']);
      }
      expect(Object.keys(operation.security[0] ?? {}).every((name) => name in document.components.securitySchemes)).toBe(true);
    }
  });

  test('does not describe control endpoints if there are none', async () => {
    const plain = await createPracticeServer({ token: 't', dataDir: null });
    const paths = Object.keys((await load(plain.url)).paths);
    await plain.close();
    expect(paths.filter((path) => path.startsWith('/__control'))).toEqual([]);
    expect(paths).toHaveLength(11);
  });
});

const SCHEMAS = new Map<string, ZodType>(Object.entries(schemas));

interface CheckedAnswer {
  readonly template: string;
  readonly method: string;
  readonly status: number;
  /** Problems of the answer against the schema that the document has for its status, or null if it has none. */
  readonly wrong: readonly unknown[] | null;
  readonly body: Json;
}

/** Makes a call and checks its answer against the document. `template` is the path in the document, after the version. */
async function made(
  path: string,
  template: string,
  options: { method?: string; json?: unknown; body?: string; headers?: Record<string, string> } = {},
): Promise<CheckedAnswer> {
  const control = path.startsWith('/__control');
  const method = options.method ?? (options.json === undefined ? 'GET' : 'POST');
  const response = control
    ? await fetch(server.url + path, {
        method,
        headers: { authorization: 'Bearer c', ...(options.json === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
      })
    : await client.call(path, options);
  const operation = document.paths[control ? template : `/integrations/20240515${template}`]?.[method.toLowerCase()];
  const { $ref = '' } = operation?.responses[String(response.status)]?.content['application/json']?.schema ?? {};
  const body = (await response.json()) as Json;
  const parsed = SCHEMAS.get($ref.split('/').pop() ?? '')?.safeParse(body);
  return { template, method, status: response.status, wrong: parsed === undefined ? null : (parsed.error?.issues ?? []), body };
}

const POST = { method: 'POST' };

describe('real answers', () => {
  test('match the description, including refusals', async () => {
    const seen: CheckedAnswer[] = [];
    const call = async (...options: Parameters<typeof made>) => {
      const answer = await made(...options);
      seen.push(answer);
      return answer.body;
    };
    const { id } = await call('/project', '/project', { json: { name: 'described', scoreConfiguration: { secondaryAffinity: 'ARTS' } } });
    const own = `/project/${id as string}`;
    const scores = { json: { scoreProfiles: [...people(20), { primaryLast: 7, x: true }] } };
    await call(`${own}/scores`, '/project/{id}/scores', scores);
    await call(`${own}/profiles`, '/project/{id}/profiles');
    await call(`${own}/process`, '/project/{id}/process', POST);
    await call(`${own}/process`, '/project/{id}/process', POST);
    for (const part of ['', '/profiles', '/scores', '/errors']) await call(own + part, `/project/{id}${part}`);
    for (const part of ['', '/profiles', '/scores', '/errors']) await call(`/project/none${part}`, `/project/{id}${part}`);
    await call('/project/none/scores', '/project/{id}/scores', scores);
    await call('/project', '/project');
    await call('/credits', '/credits');
    await call('/credits', '/credits', { headers: { accept: 'image/png' } });
    const profile = await call('/profile', '/profile', { json: person(1) });
    await call(`/profile/${profile['id'] as string}`, '/profile/{id}');
    await call('/profile?page=1&itemsPerPage=3', '/profile');
    await call('/profile?page=0', '/profile');
    await call('/profile', '/profile', { json: {} });
    await call('/profile', '/profile', { ...POST, body: '{', headers: { 'content-type': 'application/json' } });
    await call('/profile', '/profile', { ...POST, body: 'x', headers: { 'content-type': 'text/plain' } });
    await call('/profile', '/profile', { json: { primaryLast: 'x'.repeat(1 << 20) } });
    const request = await call('/score-request', '/score-request', { json: { primaryLast: 'Lee', primaryFirst: 'Ann' } });
    await call(`/score-request/${request['id'] as string}`, '/score-request/{id}');
    await call('/project', '/project', { json: {} });
    expect(seen.filter(({ wrong }) => wrong === null || wrong.length > 0)).toEqual([]);
    expect([...new Set(seen.map(({ status }) => status))].sort((left, right) => left - right)).toEqual([
      200, 201, 400, 404, 406, 409, 413, 415, 422,
    ]);
  });

  test('match the description for the control endpoints', async () => {
    const set = await made('/__control/faults', '/__control/faults', {
      json: [
        { kind: 'latency', ms: 1 },
        { kind: 'token-expires', nth: 9 },
      ],
    });
    const id = (set.body['faults'] as { id: string }[])[0]?.id ?? '';
    const settings = (json: Json) => made('/__control/settings', '/__control/settings', { method: 'PUT', json });
    const seen = [
      set,
      await made('/__control/health', '/__control/health'),
      await made('/__control/ledger', '/__control/ledger'),
      await made('/__control/settings', '/__control/settings'),
      await settings({ secondsPerThousandRows: 0 }),
      await settings({ dialect: 'klingon' }),
      await made('/__control/faults', '/__control/faults'),
      await made('/__control/faults', '/__control/faults', { json: { kind: 'none' } }),
      await made(`/__control/faults/${id}`, '/__control/faults/{id}', { method: 'DELETE' }),
      await made('/__control/faults/none', '/__control/faults/{id}', { method: 'DELETE' }),
      await made('/__control/faults', '/__control/faults', { method: 'DELETE' }),
    ];
    expect(seen.filter(({ wrong }) => wrong === null || wrong.length > 0)).toEqual([]);
    expect(seen.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 400, 200, 400, 200, 404, 200]);
  });
});
