/** The API description (OpenAPI 3.1) of the default dialect, derived from the endpoints and their schemas. */
import * as z from 'zod';
import { FIELD_KEYS } from '../../shared/fields/index.ts';
import { CONTROLS } from '../routes/control.ts';
import { ENDPOINTS } from '../routes/index.ts';
import * as schemas from '../schemas.ts';
import type { Endpoint } from '../endpoint.ts';

type Json = Record<string, unknown>;

const PREFIX = '#/components/schemas/';

const ERROR_DESCRIPTIONS: Record<number, string> = {
  400: 'The endpoint does not accept this request; the details say why',
  401: 'The bearer token is missing or wrong',
  402: 'Too few credits; nothing was locked or charged',
  404: 'There is nothing with this id',
  406: 'The caller accepts none of the formats in which the endpoint answers',
  409: 'The project is not in the state for this step',
  413: 'Too much in one request; nothing was stored',
  415: 'The content type or encoding is not accepted here',
  422: 'The record does not pass the checks',
};

/** The named schemas as JSON Schema, with references between them. */
function components(io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { uri: (id) => PREFIX + id, io }).schemas as Record<string, Json>;
  return Object.fromEntries(Object.entries(made).map(([id, { $id: _id, $schema: _schema, ...schema }]) => [id, schema]));
}

const nameOf = (schema: z.ZodType) => Object.entries(schemas).find(([, candidate]) => candidate === schema)?.[0] ?? '';
const reference = (schema: z.ZodType) => ({ $ref: PREFIX + nameOf(schema) });
const jsonContent = (schema: z.ZodType) => ({ 'application/json': { schema: reference(schema) } });
const openPath = (path: string) => path.replaceAll(/:(\w+)/gu, '{$1}');

const REQUEST_ID = { 'X-Request-Id': { description: 'names the request', schema: { type: 'string' } } };

function answers(statuses: readonly number[], success: number, answer: z.ZodType): Json {
  const errors = statuses
    .toSorted((left, right) => left - right)
    .map((status) => [
      String(status),
      { description: ERROR_DESCRIPTIONS[status] ?? 'Refused', headers: REQUEST_ID, content: jsonContent(schemas.ErrorBody) },
    ]);
  return Object.fromEntries([
    [String(success), { description: success === 201 ? 'Created' : 'Done', headers: REQUEST_ID, content: jsonContent(answer) }],
    ...errors,
  ]) as Json;
}

function parameters(path: string, query: z.ZodType | undefined): Json[] {
  const found: Json[] = [...path.matchAll(/:(\w+)/gu)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (query !== undefined) {
    const { properties } = z.toJSONSchema(query) as { properties?: Record<string, Json> };
    for (const [name, schema] of Object.entries(properties ?? {})) found.push({ name, in: 'query', required: false, schema });
  }
  return found;
}

function requestBody({ body, bodySchema }: Pick<Endpoint, 'body' | 'bodySchema'>): Json {
  if (body === 'none' || bodySchema === undefined) return {};
  const csv = { 'text/csv': { schema: { type: 'string', description: `One line of headings, out of: ${FIELD_KEYS.join(', ')}` } } };
  return { requestBody: { required: true, content: { ...jsonContent(bodySchema), ...(body === 'list' ? csv : {}) } } };
}

function operation(endpoint: Endpoint): Json {
  const { number, replacedBy, summary } = endpoint;
  const declared = parameters(endpoint.path, endpoint.query);
  return {
    operationId: endpoint.step,
    summary,
    ...(replacedBy === undefined ? {} : { deprecated: true }),
    description: `${number === null ? 'GET /profile/{id} of section 9' : `#${number} of section 4`} of the interface.${replacedBy === undefined ? '' : ` Replaced by ${openPath(replacedBy)}.`}`,
    ...(declared.length === 0 ? {} : { parameters: declared }),
    ...requestBody(endpoint),
    responses: answers([401, 406, ...endpoint.errorStatuses], endpoint.success, endpoint.answer),
    security: [{ token: [] }],
  };
}

function controlOperation(control: (typeof CONTROLS)[number]): Json {
  const declared = parameters(control.path, undefined);
  return {
    operationId: control.operationId,
    summary: control.summary,
    ...(declared.length === 0 ? {} : { parameters: declared }),
    ...(control.bodySchema === undefined ? {} : requestBody({ body: 'json', bodySchema: control.bodySchema })),
    responses: answers(control.errorStatuses, control.success, control.answer),
    security: [{ controlToken: [] }],
  };
}

/** The document for a service at `url`; `controlled`: it has control endpoints. */
export function apiDescription(url: string, version: string, controlled: boolean): Json {
  const paths: Record<string, Json> = {};
  const addOperation = (path: string, method: string, described: Json) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: described };
  };
  for (const endpoint of ENDPOINTS)
    addOperation(`/integrations/${version}${openPath(endpoint.path)}`, endpoint.method, operation(endpoint));
  if (controlled) for (const control of CONTROLS) addOperation(openPath(control.path), control.method, controlOperation(control));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wealth Screening Integrations Service: practice',
      version,
      description: 'Paths and fields are those of the interface; what it leaves open is assumed. A dialect changes the assumed parts only.',
    },
    servers: [{ url }],
    paths,
    components: {
      schemas: components('input'),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        ...(controlled ? { controlToken: { type: 'http', scheme: 'bearer' } } : {}),
      },
    },
  };
}
