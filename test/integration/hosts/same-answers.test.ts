/** The Electron host, the loopback host and the command line give identical answers and refusals. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDesk } from '../../../main/cli/desk.ts';
import { startLoopback } from '../../../main/loopback/index.ts';
import { NO_POLICY } from '../../../shared/policy/policy.ts';
import { programPaths } from '../../../main/platform/program-paths.ts';
import type { Answer } from '../../../shared/contract/index.ts';
import type { BrowserWindow as FakeWindow } from '../../fakes/electron.ts';
import { eventually } from '../../kit/eventually.ts';
import { openPage } from '../../kit/page.ts';

const electron = await vi.hoisted(() => import('../../fakes/electron.ts'));
vi.mock('electron', () => electron);

type Host = 'electron' | 'loopback' | 'cli';
const HOSTS: readonly Host[] = ['electron', 'loopback', 'cli'];

interface Way {
  readonly raw: (method: string, input: unknown) => Promise<Answer>;
  readonly file: (path: string) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

const ways = {} as Record<Host, Way>;
let folder: string;
let stand: string;

async function startElectron(): Promise<Way> {
  const { app, BrowserWindow, callFrom, resetElectron } = electron;
  stand = resetElectron();
  vi.stubEnv('DESK_DATA', join(folder, 'electron'));
  await import('../../../main/electron/index.ts');
  app.ready.resolve();
  await eventually(() => {
    expect(BrowserWindow.all).toHaveLength(1);
  });
  const { webContents } = BrowserWindow.all[0] as FakeWindow;
  await callFrom(webContents, { kind: 'listening' });
  return {
    raw: async (method, input) => (await callFrom(webContents, { kind: 'call', id: 1, method, input })) as Answer,
    file: async (path) => (await callFrom(webContents, { kind: 'file', path })) as Answer,
    close: async () => {
      const gone = once(app, 'exited');
      app.quit();
      await gone;
    },
  };
}

async function startPageHost(): Promise<Way> {
  const loopbackEntry = new URL('../../../main/loopback/index.ts', import.meta.url).href;
  const running = await startLoopback({ dataDir: join(folder, 'loopback') }, loopbackEntry);
  const page = await openPage(running.pageUrl());
  return { raw: page.raw, file: page.file, close: () => running.close() };
}

async function startCommandLine(): Promise<Way> {
  const paths = programPaths(new URL('../../../main/cli/index.ts', import.meta.url).href);
  const desk = await openDesk({ dataDir: join(folder, 'cli'), paths, policy: NO_POLICY, poolOf: (create) => create(), token: null });
  return {
    raw: (method, input) => desk.application.call(method, input),
    file: async (path) => ({ ok: true, value: await desk.application.offerFile(path, path.split('/').at(-1)!) }),
    close: () => desk.close(),
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-hosts-'));
  vi.stubEnv('DESK_KEYCHAIN', 'none');
  ways.electron = await startElectron();
  ways.loopback = await startPageHost();
  ways.cli = await startCommandLine();
});
afterAll(async () => {
  for (const host of HOSTS) await ways[host]?.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  rmSync(stand, { recursive: true, force: true });
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** An answer without the parts that must differ: ids, times, markers and the host. */
function plain(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => {
      if (
        ['at', 'createdAt', 'changedAt', 'readAt', 'startedAt', 'testedAt', 'processedAt', 'version', 'token', 'id'].includes(key) &&
        typeof value !== 'object'
      )
        return typeof value;
      // The loopback host removes its copy of a file after reading it. The others read the user's file.
      if (key === 'host' || key === 'nameOnService' || key === 'isReadable') return 'differs';
      return value;
    }).replaceAll(UUID, 'an id'),
  );
}

/** Makes the same call through all three hosts, expects equal answers and returns one. */
async function everywhere(method: string, input: unknown): Promise<Answer> {
  const answers = await Promise.all(
    HOSTS.map(async (host) =>
      plain(await ways[host].raw(method, typeof input === 'function' ? (input as (host: Host) => unknown)(host) : input)),
    ),
  );
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  return answers[0] as Answer;
}

describe('refusals', () => {
  it.each([
    ['no.such.method', {}, 'METHOD_UNKNOWN'],
    ['constructor', {}, 'METHOD_UNKNOWN'],
    ['__proto__', {}, 'METHOD_UNKNOWN'],
    ['toString', {}, 'METHOD_UNKNOWN'],
    ['projects.get', {}, 'INPUT_INVALID'],
    ['projects.get', { id: 7 }, 'INPUT_INVALID'],
    ['projects.get', { id: 'x', path: '/etc/passwd' }, 'INPUT_INVALID'],
    ['projects.get', { id: 'nobody' }, 'NOT_FOUND'],
    ['projects.create', { file: '/etc/passwd' }, 'NOT_FOUND'],
    ['check.page', { id: 'x', filter: { kind: 'all' }, find: '', offset: 0, limit: 201 }, 'INPUT_INVALID'],
    ['connections.add', { name: 'Plain', baseUrl: 'http://example.org' }, 'BASE_URL_INVALID'],
    ['connections.add', { name: 'None', baseUrl: 'nonsense' }, 'BASE_URL_INVALID'],
    ['connections.remove', { id: 'practice' }, 'NOT_NOW'],
    ['credits.read', { connectionId: 'none' }, 'NOT_FOUND'],
    ['project.send', { id: 'none', rows: 1, connectionId: 'practice' }, 'NOT_FOUND'],
  ])('every host refuses %s %j with %s', async (method, input, code) => {
    const answer = await everywhere(method, input);
    expect(answer).toMatchObject({ ok: false, error: { code } });
    expect(answer.ok ? '' : answer.error.message).toMatch(/.{10}/);
  });
});

it('gives the same answers from the file to the cost of sending it', async () => {
  const path = join(folder, 'people.csv');
  const head = 'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP,Email,Last Gift Date';
  writeFileSync(
    path,
    [
      head,
      '1,Ada,Ashdown,1 Larkspur Ln,Worcester,MA,1609,ada@example.org,2024-03-01',
      `2,Grace,Brink,${'2 Quarry Rd '.repeat(25)},Nashua,NH,03060,grace@,2024-13-45`,
      '1,Ida,Carrow,3 Mill St,Lowell,MA,01852,,',
    ].join('\n'),
  );
  const ids = {} as Record<Host, string>;
  for (const host of HOSTS) {
    const offered = await ways[host].file(path);
    if (!offered.ok) throw new Error(offered.error.message);
    const created = await ways[host].raw('projects.create', { file: (offered.value as { token: string }).token });
    if (!created.ok) throw new Error(created.error.message);
    ids[host] = (created.value as { id: string }).id;
    await eventually(async () => {
      expect(await ways[host].raw('projects.get', { id: ids[host] })).toMatchObject({ ok: true, value: { state: { at: 'draft' } } });
    });
  }
  const id = (host: Host) => ({ id: ids[host] });
  expect(await everywhere('import.get', id)).toMatchObject({ ok: true, value: { headerRow: 1, rows: 3 } });
  expect(await everywhere('columns.get', id)).toMatchObject({ ok: true, value: { problems: [] } });
  const check = await everywhere('check.get', id);
  const codes = check.ok ? (check.value as { rules: { code: string }[] }).rules.map(({ code }) => code) : [];
  expect(codes).toEqual(expect.arrayContaining(['EMAIL_FORMAT', 'ID_DUPLICATE', 'ZIP_ZERO_ADDED', 'DATE_IMPOSSIBLE']));
  const page = await everywhere('check.page', (host: Host) => ({
    id: ids[host],
    filter: { kind: 'rule', code: 'EMAIL_FORMAT', field: 'personalEmail' },
    find: '',
    offset: 0,
    limit: 10,
  }));
  expect(page).toMatchObject({ ok: true, value: { total: 1, rows: [{ row: 3 }] } });
  expect(await everywhere('cost.get', id)).toMatchObject({
    ok: true,
    value: {
      rowsInFile: 3,
      rowsToSend: 1,
      leftOut: [
        { reason: 'invalid', rows: 1 },
        { reason: 'duplicateId', rows: 1 },
      ],
    },
  });
  expect(await everywhere('results.get', id)).toMatchObject({ ok: false, error: { code: 'NOT_NOW', retry: 'ask' } });
  expect(await everywhere('project.pause', id)).toMatchObject({ ok: false, error: { code: 'NOT_NOW' } });
});
