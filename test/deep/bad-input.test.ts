/** Every bad file and every bad service leads to its own code and message, the same in the terminal and in the window. */
import { createServer, type Server } from 'node:http';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startLoopback, type RunningLoopback } from '../../main/loopback/index.ts';
import type { ProjectView } from '../../shared/contract/index.ts';
import { eventually } from '../kit/eventually.ts';
import { openPage, type Page } from '../kit/page.ts';
import { desk } from '../kit/terminal.ts';

let folder: string;
let running: RunningLoopback;
let page: Page;

beforeAll(async () => {
  vi.stubEnv('DESK_KEYCHAIN', 'none');
  folder = mkdtempSync(join(tmpdir(), 'desk-bad-'));
  running = await startLoopback({ dataDir: join(folder, 'window') }, new URL('../../main/loopback/index.ts', import.meta.url).href);
  page = await openPage(running.pageUrl());
});
afterAll(async () => {
  await running.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** The error of the window for a file. */
async function inWindow(path: string): Promise<{ code: string; message: string }> {
  const offered = await page.file(path);
  if (!offered.ok) return { code: offered.error.code, message: offered.error.message };
  const { id } = await page.call('projects.create', { file: (offered.value as { token: string }).token });
  let view: ProjectView | null = null;
  await eventually(async () => {
    view = await page.call('projects.get', { id });
    expect(view.state.at).not.toBe('reading');
  });
  const { state } = view!;
  if (state.at === 'unreadable') return { code: state.code, message: state.message };
  const [problem] = (await page.call('columns.get', { id })).problems;
  return { code: problem?.code ?? state.at, message: problem?.message ?? '' };
}

const screen = (path: string, out: string, ...more: readonly string[]) =>
  desk(['screen', path, '--connection', 'practice', '--yes', '--out', out, '--data', join(folder, 'terminal'), '--json', ...more]);

/** The error of the terminal for a file, and its exit code. */
async function inTerminal(path: string): Promise<{ exit: number | null; code: string; message: string }> {
  const { exit, lines } = await screen(path, join(folder, 'never.xlsx'));
  const last = lines.at(-1) as { ok: boolean; error: { code: string; message: string } };
  expect(last.ok).toBe(false);
  return { exit, ...last.error };
}

describe('files', () => {
  it.each([
    ['empty.csv', Buffer.alloc(0), 'FILE_EMPTY', /empty/i],
    ['blank-lines.csv', Buffer.from('\n\n\r\n'), 'FILE_EMPTY', /./],
    ['picture.xlsx', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'FILE_NOT_SPREADSHEET', /picture|image/i],
    ['heading-only.csv', Buffer.from('First Name,Last Name,City\n'), 'NO_ROWS', /no row/i],
    [
      'cut-short.xlsx',
      Buffer.from('PK\u0003\u0004 and then nothing more of it, which is no zip'),
      'FILE_DAMAGED',
      /damaged|cut|incomplete/i,
    ],
  ])('%s is refused with the same message in the terminal and in the window', async (name, bytes, code, words) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    const shown = await inWindow(path);
    const printed = await inTerminal(path);
    expect(printed).toEqual({ exit: 6, ...shown, ...(printed as { retry?: string }) });
    expect(shown.code).toBe(code);
    expect(shown.message).toMatch(words);
  });

  it('two columns mapped to one field are refused, the message names both, and nothing is sent', async () => {
    const path = join(folder, 'two.csv');
    writeFileSync(path, 'First Name,Last Name,Nickname,Street Address,City,State,ZIP\nAda,Ashdown,Addie,1 Elm St,Lowell,MA,01852\n');
    const out = join(folder, 'two.xlsx');
    const { exit, lines } = await screen(path, out, '--map', 'Nickname=primaryLast', '--map', 'Last Name=primaryLast');
    expect(exit).toBe(0);
    expect(lines.at(-1)).toMatchObject({ ok: true });
    const offered = await page.file(path);
    if (!offered.ok) throw new Error(offered.error.message);
    const { id } = await page.call('projects.create', { file: (offered.value as { token: string }).token });
    await eventually(async () => {
      expect((await page.call('projects.get', { id })).state.at).toBe('draft');
    });
    const { plan } = await page.call('columns.get', { id });
    const both = {
      ...plan,
      columns: plan.columns.map((column) =>
        column.column === 2 ? { ...column, to: { kind: 'field' as const, field: 'primaryLast' as const } } : column,
      ),
    };
    const { problems } = await page.call('columns.change', { id, plan: both });
    expect(problems).toEqual([expect.objectContaining({ code: 'FIELD_TAKEN_TWICE', severity: 'error', columns: [1, 2] })]);
    expect(problems[0]!.message).toContain('Last Name');
    expect(problems[0]!.message).toContain('Nickname');
    const refused = await page.raw('project.send', { id, rows: 1, connectionId: 'practice' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'FIELD_TAKEN_TWICE' } });
    expect((await page.call('project.timeline', { id })).map(({ title }) => title)).not.toContain('Asked the service for a project');
  });

  it('a missing file and a folder have their own codes', async () => {
    mkdirSync(join(folder, 'a-folder.xlsx'), { recursive: true });
    expect(await inTerminal(join(folder, 'nowhere.csv'))).toMatchObject({ exit: 6, code: 'FILE_NOT_FOUND' });
    expect(await inTerminal(join(folder, 'a-folder.xlsx'))).toMatchObject({ exit: 6, code: 'FILE_IS_FOLDER' });
  });

  it.skipIf(process.getuid?.() === 0)('a file without permission is refused', async () => {
    const path = join(folder, 'secret.csv');
    writeFileSync(path, 'First Name\nAda\n');
    chmodSync(path, 0o000);
    expect(await inTerminal(path)).toMatchObject({ exit: 6, code: 'FILE_NO_PERMISSION' });
  });
});

describe('services', () => {
  const list = 'First Name,Last Name,Street Address,City,State,ZIP\nAda,Ashdown,1 Elm St,Lowell,MA,01852\n';
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function service(
    answer: (path: string) => { status: number; type: string; body: string },
  ): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const { status, type, body } = answer(request.url ?? '');
      response.writeHead(status, { 'content-type': type }).end(body);
    });
    servers.push(server);
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  async function both(
    name: string,
    url: string,
  ): Promise<{ exit: number | null; window: { code: string; message: string }; terminal: { code: string; message: string } }> {
    const added = await page.call('connections.add', { name, baseUrl: url, token: 'not-a-real-token' });
    const tested = await page.raw('connections.test', { id: added.id });
    if (tested.ok) throw new Error('the test succeeded');
    const data = join(folder, 'services');
    expect((await desk(['connections', 'add', '--name', name, '--base-url', url, '--data', data])).exit).toBe(0);
    const path = join(folder, 'list.csv');
    writeFileSync(path, list);
    const environment = { DESK_TOKEN: 'not-a-real-token' };
    const { exit, lines } = await desk(
      ['screen', path, '--connection', name, '--yes', '--out', join(folder, 'never.xlsx'), '--data', data, '--json'],
      { environment },
    );
    const { error } = lines.at(-1) as { error: { code: string; message: string } };
    return {
      exit,
      window: { code: tested.error.code, message: tested.error.message },
      terminal: { code: error.code, message: error.message },
    };
  }

  it.each([
    ['Refuses', 401, 'application/json', '{"error":{"message":"expired"}}', 'TOKEN_REFUSED', 5],
    ['Forbids', 403, 'text/plain', 'no', 'TOKEN_REFUSED', 5],
    ['Nonsense', 200, 'text/html', '<html><title>Welcome</title></html>', 'SERVICE_NONSENSE', 2],
    ['Another', 404, 'application/json', '{"message":"no such version"}', 'SERVICE_REFUSED', 2],
  ])('nothing is sent to the service “%s”', async (name, status, type, body, code, exit) => {
    const { url, asked } = await service(() => ({ status, type, body }));
    const errors = await both(name, url);
    expect(errors.window.code).toBe(code);
    expect(errors.terminal).toEqual(errors.window);
    expect(errors.exit).toBe(exit);
    expect(asked.filter((line) => !line.endsWith('/credits'))).toEqual([]);
  });

  it('a service that is down is reported as unreachable', async () => {
    const { url } = await service(() => ({ status: 200, type: 'application/json', body: '1' }));
    await new Promise<void>((closed) => servers.pop()!.close(() => closed()));
    const errors = await both('Down', url);
    expect(errors.window.code).toBe('SERVICE_UNREACHABLE');
    expect(errors.terminal).toEqual(errors.window);
    expect(errors.exit).toBe(2);
  }, 90_000);

  it('without a token, no request is made', async () => {
    const { url, asked } = await service(() => ({ status: 200, type: 'application/json', body: '1' }));
    const data = join(folder, 'services');
    await desk(['connections', 'add', '--name', 'Tokenless', '--base-url', url, '--data', data]);
    const { exit, lines } = await desk(['credits', '--connection', 'Tokenless', '--data', data, '--json']);
    expect(exit).toBe(5);
    expect(lines.at(-1)).toMatchObject({ ok: false, error: { code: 'TOKEN_MISSING' } });
    expect(asked).toEqual([]);
  });
});
