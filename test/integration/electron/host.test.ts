/** The Electron host with the real application, run against the stand-in for the `electron` module. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BrowserWindow as FakeWindow } from '../../fakes/electron.ts';
import { spawnPractice } from '../../kit/practice-client.ts';
import { eventually } from '../../kit/eventually.ts';

// Each test loads the entry of the program again. All tests share this stand-in.
const electron = await vi.hoisted(() => import('../../fakes/electron.ts'));
vi.mock('electron', () => electron);
const { app, BrowserWindow, callFrom, Notification, resetElectron, shell, world } = electron;

let folder: string;
let stand: string;
let processListeners: NodeJS.UncaughtExceptionListener[];

beforeEach(() => {
  stand = resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'desk-electron-host-'));
  processListeners = process.listeners('uncaughtException');
  vi.stubEnv('DESK_DATA', join(folder, 'data'));
});
afterEach(() => {
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    for (const listener of process.listeners(kind as 'uncaughtException'))
      if (!processListeners.includes(listener)) process.off(kind, listener);
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
  rmSync(stand, { recursive: true, force: true });
});

interface Page {
  call(method: string, input: unknown): Promise<unknown>;
  file(path: string): ReturnType<typeof callFrom>;
  events(): { readonly name: string; readonly payload: { readonly id?: string; readonly state?: { readonly at: string } } }[];
}

/** Starts the program and acts as the page in its window. */
async function start(): Promise<Page> {
  resetElectronKeepingFolders();
  vi.resetModules();
  await import('../../../main/electron/index.ts');
  app.ready.resolve();
  await eventually(() => expect(BrowserWindow.all).toHaveLength(1));
  const { webContents } = BrowserWindow.all[0] as FakeWindow;
  await callFrom(webContents, { kind: 'listening' });
  return {
    call: async (method, input) => {
      const answer = await callFrom(webContents, { kind: 'call', id: 1, method, input });
      if (!answer.ok) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.value;
    },
    file: (path) => callFrom(webContents, { kind: 'file', path }),
    events: () => webContents.sent.map(({ payload }) => payload) as never,
  };
}

function resetElectronKeepingFolders(): void {
  const before = stand;
  stand = resetElectron();
  rmSync(before, { recursive: true, force: true });
}

async function quit(): Promise<void> {
  const gone = once(app, 'exited');
  app.quit();
  await gone;
  expect(app.exitCode).toBe(0);
}

it('reads a file from the page, notifies the page, and has the project again after a restart', async () => {
  const path = join(folder, 'people.csv');
  writeFileSync(path, 'First Name,Last Name,City,State,ZIP\nAda,Lovelace,Boston,MA,02116\nGrace,Hopper,New York,NY,10001\n');
  const page = await start();
  expect(await page.call('app.get', {})).toMatchObject({ host: 'electron', runnerElsewhere: null, secrets: { kind: 'key-file' } });

  const offered = await page.file(path);
  expect(offered).toMatchObject({ ok: true, value: { name: 'people.csv' } });
  expect(JSON.stringify(offered)).not.toContain(folder);
  const { token } = offered.value as { token: string };
  const { id } = (await page.call('projects.create', { file: token })) as { id: string };
  await eventually(() =>
    expect(
      page.events().some(({ name, payload }) => name === 'project.changed' && payload.id === id && payload.state?.at === 'draft'),
    ).toBe(true),
  );
  expect(await page.call('columns.get', { id })).toMatchObject({ headers: ['First Name', 'Last Name', 'City', 'State', 'ZIP'] });
  expect(JSON.stringify(page.events())).not.toContain('Lovelace');
  await quit();

  const again = await start();
  expect(await again.call('projects.list', {})).toMatchObject([{ id, state: { at: 'draft' }, sheet: { rows: 2 } }]);
  await quit();
});

it('refuses requests with the same codes as every host', async () => {
  const page = await start();
  const { webContents } = BrowserWindow.all[0] as FakeWindow;
  const code = async (request: unknown) => (await callFrom(webContents, request)).error?.code;
  expect(await code({ kind: 'call', id: 1, method: 'projects.drop', input: {} })).toBe('METHOD_UNKNOWN');
  expect(await code({ kind: 'call', id: 1, method: '__proto__', input: {} })).toBe('METHOD_UNKNOWN');
  expect(await code({ kind: 'call', id: 1, method: 'projects.get', input: { id: 7 } })).toBe('INPUT_INVALID');
  expect(await code({ kind: 'call', id: 1, method: 'projects.get', input: { id: 'none' } })).toBe('NOT_FOUND');
  expect(await code({ kind: 'file', path: join(folder, 'missing.xlsx') })).toBe('FILE_NOT_FOUND');
  expect(await code({ kind: 'file', path: folder })).toBe('FILE_IS_FOLDER');
  writeFileSync(join(folder, 'empty.xlsx'), '');
  expect(await code({ kind: 'file', path: join(folder, 'empty.xlsx') })).toBe('FILE_EMPTY');
  expect(await page.call('projects.list', {})).toEqual([]);
  await quit();
});

it('shows the progress of a screening on the desktop', async () => {
  const practice = await spawnPractice({ dataDir: null });
  try {
    const page = await start();
    const window = BrowserWindow.all[0] as FakeWindow;
    const path = join(folder, 'people.csv');
    writeFileSync(path, 'First Name,Last Name,City,State,ZIP\nAda,Lovelace,Boston,MA,02116\n');
    const { token, url } = practice.client;
    const { id: connectionId } = (await page.call('connections.add', { name: 'Service', baseUrl: url, token })) as { id: string };
    const file = (await page.file(path)).value as { token: string };
    const { id } = (await page.call('projects.create', { file: file.token, connectionId })) as { id: string };
    const cost = (await eventually(async () => await page.call('cost.get', { id }))) as { rowsToSend: number; quoteId: string };
    // The service takes long enough with the list that the page shows progress.
    await practice.client.setFaults({ kind: 'latency', ms: 1_500, when: 'act', on: { step: 'add' } });
    await page.call('project.send', { id, rows: cost.rowsToSend, connectionId, quoteId: cost.quoteId });
    await eventually(() => expect(window.progress).toContain(1));
    await eventually(() => expect(window.progress.at(-1)).toBe(-1));
    await quit();
  } finally {
    await practice.end('SIGTERM');
  }
});

it('notifies on the desktop when a screening ends, copies text, and reports when a notification fails', async () => {
  const page = await start();
  const window = BrowserWindow.all[0] as FakeWindow;
  const states = (id: string) => page.events().flatMap(({ payload }) => (payload.id === id ? [payload.state?.at] : []));
  const screen = async (sample: string) => {
    const { id } = (await page.call('projects.sample', { sample })) as { id: string };
    await eventually(() => expect(states(id)).toContain('draft'));
    const cost = (await eventually(async () => await page.call('cost.get', { id }))) as { rowsToSend: number; quoteId: string };
    const connectionId = 'practice';
    await page.call('project.send', { id, rows: cost.rowsToSend, connectionId, quoteId: cost.quoteId });
    await eventually(() => expect(states(id)).toContain('done'));
  };
  const appViews = () => page.events().filter(({ name }) => name === 'app.changed');

  await screen('clean');
  expect(Notification.shown.map(({ options }) => options)).toEqual([
    { title: 'Screening finished', body: expect.stringMatching(/^\d+ rows scored, \d+ not accepted, 0 without a result\.$/) as string },
  ]);
  await eventually(() => expect(window.progress.at(-1) ?? -1).toBe(-1));
  expect(await page.call('app.get', {})).toMatchObject({ desktop: { progress: false, notifications: true } });

  world.notificationEnds = 'failed';
  await screen('messy');
  await eventually(() => expect(appViews().at(-1)).toMatchObject({ payload: { desktop: { notifications: false } } }));

  expect(await page.call('app.copy', { text: 'Error 7' })).toEqual({ copied: true });
  expect(world.clipboard).toBe('Error 7');
  const pdf = join(folder, 'Marguerite Ashdown.pdf');
  world.save = { canceled: false, filePath: pdf };
  expect(await page.call('app.savePdf', { name: 'Marguerite Ashdown' })).toMatchObject({
    shown: expect.stringContaining('Marguerite Ashdown.pdf') as string,
  });
  expect(readFileSync(pdf, 'latin1')).toMatch(/^%PDF/);
  expect(window.webContents.pdfs).toMatchObject([{ generateTaggedPDF: true, generateDocumentOutline: true }]);
  for (const [paper, pageSize] of [
    ['a4', 'A4'],
    ['letter', 'Letter'],
  ] as const) {
    await page.call('app.savePdf', { name: 'Report', paper });
    expect(window.webContents.pdfs.at(-1)).toMatchObject({ pageSize });
  }
  const data = join(folder, 'data');
  expect(await page.call('app.folder', {})).toEqual({ path: data, canOpen: true });
  expect(await page.call('app.openFolder', {})).toEqual({ opened: true });
  expect(shell.revealed).toEqual([join(data, 'history.sqlite')]);
  const { webContents } = window;
  const tooLong = { kind: 'call', id: 1, method: 'app.copy', input: { text: 'x'.repeat(1_000_001) } };
  expect(await callFrom(webContents, tooLong)).toMatchObject({ error: { code: 'INPUT_INVALID' } });
  expect(await page.call('app.notices', {})).toEqual({ text: expect.stringContaining('better-sqlite3') as string });
  await quit();
});
