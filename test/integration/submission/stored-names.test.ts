/**
 * A service's names, status words, request IDs, project IDs, organizations and balances, and the names of files and sheets, are encrypted
 * on the disk; those of a project are removed with it.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const STATUS = 'waiting for Ada Statusword';
const REQUEST_ID = 'request-of-Ada-Requestid';
const REMOTE_ID = 'project-of-Ada-Remoteid-';
const token = desk.practice.client.token;

let organization = 'Formername of Ada';
/** Whether the service cuts our marker from the names of projects. */
let isMarkerCut = false;

/** Changes an answer of the service: it names a person wherever it can, and repeats the token in the status and in each request ID. */
function renamed(path: string, text: string): string {
  if (path.endsWith('/credits')) return JSON.stringify({ plan: 'Rawbalance of Ada', organization });
  const named = text
    .replace(/"status":"(created|loaded|new|ready)"/g, `"status":"${STATUS} ${token}"`)
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-/g, `${REMOTE_ID}$&`);
  return isMarkerCut ? named.replaceAll(/ · [0-9A-Z]{8}"/g, '"') : named;
}

const server = createServer((request, response) => {
  void (async () => {
    const body = await buffer(request);
    const { authorization = '', 'content-type': type = 'application/json' } = request.headers;
    const answer = await fetch(`${desk.practice.client.url}${(request.url ?? '').replaceAll(REMOTE_ID, '')}`, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type, accept: 'application/json' },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = renamed(request.url ?? '', await answer.text());
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      'x-request-id': `${REQUEST_ID} ${token}`,
    });
    response.end(text);
  })();
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  desk.connectionId = (await desk.call('connections.add', { name: 'Names', baseUrl: `http://127.0.0.1:${port}` })).id;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const TEXTS = [
  'Statusword',
  REQUEST_ID,
  'Remoteid',
  'Filename',
  'Sheetname',
  'Purposetext',
  'Formername',
  'Organame',
  'Rawbalance',
  'Donotscreen',
  token,
];
const stored = () => {
  const bytes = desk.storedBytes();
  return TEXTS.filter((text) => bytes.includes(text));
};

it('are shown while the project is kept, are never on the disk in plain text, and are removed with the project', async () => {
  await desk.call('doNotScreen.add', { file: await desk.file('Donotscreen of Ada.csv', [PEOPLE_HEADINGS, ...people('S', 1, 1)]) });
  for (const name of [organization, 'Organame of Ada']) {
    organization = name;
    await desk.call('connections.test', { id: desk.connectionId });
  }
  const file = await desk.workbook({ 'Sheetname of Ada': [PEOPLE_HEADINGS, ...people('N', 1, 2)] });
  const { id } = await desk.call('projects.create', { file, connectionId: desk.connectionId, name: 'Filename of Ada' });
  await desk.idle();
  await desk.call('projects.change', { id, purpose: 'Purposetext for Ada' });
  await desk.send(id);
  if ((await desk.call('projects.get', { id })).state.at === 'needs-decision')
    await desk.call('project.decide', { id, choice: 'it-happened' });
  await desk.idle();
  await desk.restart();
  const view = JSON.stringify([
    await desk.call('projects.get', { id }),
    await desk.call('project.timeline', { id }),
    await desk.call('connections.list', {}),
    await desk.call('doNotScreen.get', {}),
  ]);
  const shown = [
    'Statusword',
    'Remoteid',
    'Filename of Ada',
    'Sheetname of Ada',
    'Purposetext for Ada',
    'Rawbalance',
    'Donotscreen of Ada',
  ];
  for (const text of shown) expect(view).toContain(text);
  expect(view).not.toContain(token);
  expect(stored()).toEqual([]);
  await desk.call('projects.remove', { id, loseResults: true });
  await desk.restart();
  expect(stored()).toEqual([]);
  // The folder still knows which projects of the service are its own.
  const again = await desk.importPeople(...people('N', 1, 2));
  await desk.call('projects.change', { id: again, name: 'Filename of Ada' });
  expect(await desk.call('cost.elsewhere', { id: again })).toEqual({ found: [], isUnread: false });
  isMarkerCut = true;
  expect(await desk.call('cost.elsewhere', { id: again })).toEqual({ found: [], isUnread: false });
});
