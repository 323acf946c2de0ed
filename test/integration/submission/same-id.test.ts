/** A service answers two creations with the same ID, as a cache on the way does that repeats an answer: only one list may use that project. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../../main/application.ts';
import { createApplication } from '../../../main/create-application.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { eventually } from '../../kit/eventually.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { memorySecrets, testPorts } from '../../kit/test-ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-same-id-'));
const calls: string[] = [];
const lists: string[] = [];
/** Set while the service lets the lists go on. */
let isOpen = false;
let reads = 0;
/** Returns no names, so only the ID shows which project is meant. */
const service = createServer((request, response) => {
  const path = request.url!.split('/').slice(3).join('/');
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const call = `${request.method} ${path}`;
    calls.push(call);
    const answer = (json: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    const starts = calls.filter((one) => one.endsWith('/process')).length;
    if (call === 'GET credits') answer({ remaining: 100 });
    else if (call === 'GET project')
      answer(lists.length === 0 ? [] : [{ id: 'P1', status: starts > 0 ? 'processed' : 'created', totalRows: 3 }]);
    else if (call === 'POST project') answer({ id: 'P1' }, 201);
    else if (call.endsWith('/scores')) {
      if (lists.length > 0) return void answer({ message: 'This project has a list.' }, 409);
      lists.push(Buffer.concat(parts).toString());
      answer({});
    } else if (call.endsWith('/process')) answer({});
    else if (call === 'GET project/P1')
      if (isOpen)
        answer({
          id: 'P1',
          status: starts > 0 && ++reads > 6 ? 'processed' : 'created',
          totalRows: lists.length * 3,
          validRows: lists.length * 3,
        });
      else answer({ message: 'later' }, 503);
    else if (call.endsWith('/profiles'))
      answer(
        (JSON.parse(lists[0]!) as { scoreProfiles: { constituentId: string }[] }).scoreProfiles.map((record) => ({
          ...record,
          mostRecentScore: { overallScore: 3 },
        })),
      );
    else answer([]);
    return undefined;
  });
});
let application: Application;
let call: Call;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  application = await createApplication(testPorts(join(folder, 'data'), { spawn: localTasks }, { secrets: memorySecrets('a-token') }));
  call = callOf(application);
}, 60_000);
afterAll(async () => {
  await application.close();
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

it('the other list waits for the user, and the project is started once', async () => {
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const { id: connectionId } = await call('connections.add', { name: 'Service', baseUrl });
  const stateOf = async (id: string) => (await call('projects.get', { id })).state;
  const ids: string[] = [];
  for (const prefix of ['A', 'B']) {
    const path = join(folder, `${prefix}.csv`);
    writeFileSync(path, [PEOPLE_HEADINGS, ...people(prefix, 1, 2, 3)].join('\r\n'));
    const { id } = await call('projects.create', { file: (await application.offerFile(path, `${prefix}.csv`)).token, connectionId });
    ids.push(id);
    await eventually(async () => {
      expect((await stateOf(id)).at).toBe('draft');
    });
    const { rowsToSend } = await call('cost.get', { id });
    await call('project.send', { id, rows: rowsToSend, connectionId });
    await eventually(async () => {
      expect(['confirming', 'needs-decision']).toContain((await stateOf(id)).at);
    });
  }
  isOpen = true;
  await application.idle();
  expect(await stateOf(ids[0]!)).toMatchObject({ at: 'done', counts: { scored: 3 } });
  expect(await stateOf(ids[1]!)).toMatchObject({ at: 'needs-decision', question: 'create-unclear' });
  expect(calls.filter((one) => /(?:scores|process)$/.test(one))).toEqual(['POST project/P1/scores', 'POST project/P1/process']);
});
