/**
 * Switches of a dialect that show only in several calls: pages, headings of a list, and compression.
 * @module-tag deep
 */
import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createPracticeServer } from '../../../practice/server/server.ts';
import { person, PracticeClient } from '../../kit/practice-client.ts';

type Json = Record<string, unknown>;

test('paged-projects lists every project once over its pages', async () => {
  const server = await createPracticeServer({ token: 't', dataDir: null, dialect: 'paged-projects,pages-with-last' });
  try {
    const client = new PracticeClient(server.url, 't');
    for (let project = 1; project <= 30; project++) await client.create(`P${project}`);
    const page = async (query: string) =>
      (await client.read<{ items: Json[]; last: boolean }>(`/project${query}`)).items.map(({ name }) => name);
    expect(await page('')).toHaveLength(25);
    expect(await page('?page=2')).toEqual(['P26', 'P27', 'P28', 'P29', 'P30']);
    expect(await page('?page=4&itemsPerPage=10')).toEqual([]);
    expect(await client.read('/project?page=2')).toHaveProperty('last', true);
  } finally {
    await server.close();
  }
});

test('paged-results returns every profile and every error once over its pages', async () => {
  const server = await createPracticeServer({ token: 't', dataDir: null, dialect: 'paged-results', secondsPerThousandRows: 0 });
  try {
    const client = new PracticeClient(server.url, 't');
    const rows = Array.from({ length: 30 }, (_, row) => ({
      ...person(row),
      constituentId: `A${row}`,
      ...(row % 3 === 0 ? { personalEmail: 'x' } : {}),
    }));
    const id = await client.screen('Paged', rows);
    const page = async (path: string, query: string) =>
      (await client.read<{ items: Json[] }>(`/project/${id}/${path}${query}`)).items.map(({ constituentId }) => constituentId);
    const all = rows.flatMap(({ constituentId }, row) => (row % 3 === 0 ? [] : [constituentId]));
    expect([...(await page('profiles', '?itemsPerPage=12')), ...(await page('profiles', '?page=2&itemsPerPage=12'))]).toEqual(all);
    expect(await page('profiles', '?page=3&itemsPerPage=12')).toEqual([]);
    expect(await client.read(`/project/${id}/errors?itemsPerPage=4&page=3`)).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test('csv-titles accepts a list with titles, and names them when it refuses other headings', async () => {
  const server = await createPracticeServer({ token: 't', dataDir: null, dialect: 'csv-titles' });
  try {
    const client = new PracticeClient(server.url, 't');
    const add = async (body: string) =>
      await client.call(`/project/${await client.create('List')}/scores`, {
        body,
        headers: { 'content-type': 'text/csv', accept: 'text/csv' },
      });
    expect((await add('Constituent ID,First name,Last name\nA-1,Ada,Berg\n')).status).toBe(200);
    const refused = await add('constituentId,primaryLast\nA-1,Berg\n');
    expect(refused.status).toBe(400);
    const { error } = (await refused.json()) as { error: { message: string; details: unknown } };
    expect(error.message).toContain('They are: Constituent ID; First name; ');
    expect(error.details).toContainEqual({ field: 'Last name', message: 'is missing' });
  } finally {
    await server.close();
  }
});

test('gzip-answers compresses only for callers that accept gzip', async () => {
  const server = await createPracticeServer({ token: 't', dataDir: null, dialect: 'gzip-answers' });
  try {
    const read = async (headers: Record<string, string>) => {
      const call = request(`${server.url}/integrations/20240515/credits`, { headers: { authorization: 'Bearer t', ...headers } });
      call.end();
      const [response] = (await once(call, 'response')) as [AsyncIterable<Buffer> & { headers: Record<string, string> }];
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      return { encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) };
    };
    const compressed = await read({ 'accept-encoding': 'deflate, gzip' });
    expect(compressed.encoding).toBe('gzip');
    const plain = await read({ 'accept-encoding': 'gzip;q=0' });
    expect(plain.encoding).toBeUndefined();
    expect(gunzipSync(compressed.bytes).toString()).toBe(plain.bytes.toString());
  } finally {
    await server.close();
  }
});
