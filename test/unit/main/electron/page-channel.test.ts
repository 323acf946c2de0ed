import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WebContents } from 'electron';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../../main/application.ts';
import { checkFilePath, type PageEvent, PageChannel } from '../../../../main/electron/page-channel.ts';
import type { Log } from '../../../../main/platform/ports.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import type { CallOptions } from '../../../../shared/contract/contract.ts';
import { callFrom, FakeFrame, FakeWebContents, ipcMain, resetElectron } from '../../../fakes/electron.ts';
import { eventually } from '../../../kit/eventually.ts';

vi.mock('electron', () => import('../../../fakes/electron.ts'));

const APP = 'app://bundle/index.html';
let folder: string;
let page: FakeWebContents;
let channel: PageChannel;
let calls: unknown[][];
let triedAgain: number;
let answerCall: () => Promise<unknown>;
let logged: { event: string; error: unknown }[];

const log: Log = { info: () => undefined, error: (event, error) => void logged.push({ event, error }) };

beforeEach(() => {
  folder = resetElectron();
  calls = [];
  logged = [];
  answerCall = async () => ({ ok: true, value: { done: true } });
  page = new FakeWebContents();
  page.mainFrame = new FakeFrame(APP);
  const application = {
    call: (...args: unknown[]) => {
      calls.push(args);
      return answerCall();
    },
    offerFile: async (...args: unknown[]) => {
      calls.push(args);
      return { token: 'file-token', name: 'people.xlsx', bytes: 5 };
    },
  } as unknown as Application;
  triedAgain = 0;
  channel = new PageChannel({ ipc: ipcMain, application: Promise.resolve(application), tryAgain: () => (triedAgain += 1), log });
  channel.attach(page as unknown as WebContents);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = { kind: 'call', id: 1, method: 'projects.list', input: {} };
const projectChanged = (id: string, version: number) => ({ name: 'project.changed', payload: { id, version } }) as unknown as PageEvent;
const received = () => page.sent.map(({ payload }) => payload);

describe('the call channel', () => {
  it('is the only channel, and passes method and input', async () => {
    expect([...ipcMain.handlers.keys()]).toEqual(['call']);
    expect(await callFrom(page, call)).toEqual({ ok: true, value: { done: true } });
    const options = { signal: expect.any(AbortSignal) as AbortSignal, onProgress: expect.any(Function) as () => void };
    expect(calls).toEqual([['projects.list', {}, options]]);
  });

  it('shows a reloaded page no progress of a call that the former page made', async () => {
    const answered = Promise.withResolvers<unknown>();
    answerCall = () => answered.promise;
    const former = callFrom(page, { ...call, method: 'check.fixSafe' });
    await eventually(() => expect(calls).toHaveLength(1));
    const { onProgress } = calls[0]![2] as CallOptions;
    onProgress!({ done: 1, total: 3, unit: 'rows' });
    page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    // The reloaded page numbers its calls from 1 again.
    const reloaded = callFrom(page, { ...call, method: 'check.page' });
    await eventually(() => expect(calls).toHaveLength(2));
    onProgress!({ done: 2, total: 3, unit: 'rows' });
    (calls[1]![2] as CallOptions).onProgress!({ done: 5, total: 9, unit: 'rows' });
    expect(received()).toEqual([
      { id: 1, done: 1, total: 3, unit: 'rows' },
      { id: 1, done: 5, total: 9, unit: 'rows' },
    ]);
    answered.resolve({ ok: true, value: {} });
    await Promise.all([former, reloaded]);
  });

  const otherSenders: readonly (readonly [string, () => { sender: FakeWebContents; frame: FakeFrame | null }])[] = [
    ['a frame that is gone', () => ({ sender: page, frame: null })],
    ['another frame of the page', () => ({ sender: page, frame: new FakeFrame(APP) })],
    ['another window', () => ({ sender: new FakeWebContents(), frame: new FakeFrame(APP) })],
    [
      'the main frame of another window at our address',
      () => {
        const other = new FakeWebContents();
        other.mainFrame = new FakeFrame(APP);
        return { sender: other, frame: other.mainFrame };
      },
    ],
    ...[
      'https://elsewhere.example/',
      'https://bundle/index.html',
      'app://elsewhere/index.html',
      'app://bundle.elsewhere/index.html',
      'app://user@bundle/index.html',
      'file:///index.html',
      'about:blank',
      'data:text/html,x',
      'null',
      '',
    ].map((url): readonly [string, () => { sender: FakeWebContents; frame: FakeFrame }] => [
      `the page after it navigated to "${url}"`,
      () => {
        page.mainFrame = new FakeFrame(url);
        return { sender: page, frame: page.mainFrame };
      },
    ]),
    [
      'a page that is being destroyed',
      () => {
        page.destroyed = true;
        return { sender: page, frame: page.mainFrame };
      },
    ],
  ];
  it.each(otherSenders)('rejects requests from %s', async (_name, createSender) => {
    const { sender, frame } = createSender();
    for (const request of [call, { kind: 'file', path: '/etc/passwd' }, { kind: 'listening' }, null])
      expect(await callFrom(sender, request, frame)).toMatchObject({ ok: false, error: { code: 'SENDER_REFUSED', retry: 'never' } });
    expect(calls).toEqual([]);
  });

  it('rejects all calls after the window closes', async () => {
    page.destroy();
    expect(await callFrom(page, call)).toMatchObject({ error: { code: 'SENDER_REFUSED' } });
  });

  it.each([
    null,
    'projects.list',
    ['call', 'projects.list'],
    {},
    { kind: 'call' },
    { kind: 'call', id: 1, method: 7, input: {} },
    { kind: 'call', id: 1, method: 'x', input: {}, path: '/etc/passwd' },
    { kind: 'call', id: 'a', method: 'x', input: {} },
    { kind: 'cancel' },
    { kind: 'file' },
    { kind: 'file', path: 'x'.repeat(40_000) },
    { kind: '__proto__' },
  ])('rejects the request %j', async (request) => {
    expect(await callFrom(page, request)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    expect(calls).toEqual([]);
  });

  it('turns any exception into an answer without its text', async () => {
    answerCall = () => Promise.reject(new AppError('NOT_FOUND', 'There is no such project.'));
    expect(await callFrom(page, call)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', message: 'There is no such project.' } });
    const secret = new Error('token 123 of Jane Doe');
    answerCall = () => Promise.reject(secret);
    const answer = await callFrom(page, call);
    expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } });
    expect(JSON.stringify(answer)).not.toContain('Jane');
    expect(logged).toEqual([{ event: 'call failed', error: secret }]);
  });

  it('answers that the program is closing', async () => {
    channel.close();
    expect(await callFrom(page, call)).toMatchObject({ ok: false, error: { code: 'CLOSING', retry: 'safe' } });
    expect(calls).toEqual([]);
  });

  it('offers a file under its own name', async () => {
    const path = join(folder, 'people.xlsx');
    writeFileSync(path, 'x');
    expect(await callFrom(page, { kind: 'file', path })).toEqual({
      ok: true,
      value: { token: 'file-token', name: 'people.xlsx', bytes: 5 },
    });
    expect(calls).toEqual([[path, 'people.xlsx']]);
  });
});

describe('the path of a file', () => {
  const code = (path: string) =>
    checkFilePath(path).then(
      () => 'taken',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );

  it.each([
    ['', 'FILE_NOT_FOUND'],
    ['people.xlsx', 'FILE_NOT_FOUND'],
    ['./people.xlsx', 'FILE_NOT_FOUND'],
    ['../people.xlsx', 'FILE_NOT_FOUND'],
    ['file:///people.xlsx', 'FILE_NOT_FOUND'],
    ['/tmp/people\0.xlsx', 'FILE_NOT_FOUND'],
    ['\\\\server\\share\\people.xlsx', 'FILE_NO_PERMISSION'],
    ['//server/share/people.xlsx', 'FILE_NO_PERMISSION'],
    ['\\\\?\\C:\\people.xlsx', 'FILE_NO_PERMISSION'],
    ['\\\\.\\pipe\\people', 'FILE_NO_PERMISSION'],
    ['/\\server\\share\\people.xlsx', 'FILE_NO_PERMISSION'],
  ])('%j fails with %s', async (path, expected) => {
    expect(await code(path)).toBe(expected);
  });

  it('can be missing or a folder, because the application reports both', async () => {
    writeFileSync(join(folder, 'people.xlsx'), 'x');
    mkdirSync(join(folder, 'folder.xlsx'));
    for (const name of ['people.xlsx', 'folder.xlsx', 'missing.xlsx']) expect(await code(join(folder, name))).toBe('taken');
  });

  it.runIf(process.platform !== 'win32')('cannot be a device', async () => {
    expect(await code('/dev/zero')).toBe('FILE_UNREADABLE');
  });
});

describe('the event channel', () => {
  it('holds events until the page listens, then sends them in order', async () => {
    channel.send(projectChanged('one', 1));
    channel.send({ name: 'menu', payload: { command: 'find' } });
    expect(page.sent).toEqual([]);
    expect(await callFrom(page, { kind: 'listening' })).toEqual({ ok: true, value: {} });
    channel.send(projectChanged('one', 2));
    expect(received()).toEqual([projectChanged('one', 1), { name: 'menu', payload: { command: 'find' } }, projectChanged('one', 2)]);
    expect(new Set(page.sent.map((sent) => sent.channel))).toEqual(new Set(['event']));
  });

  it('keeps only the newest snapshot of each project', async () => {
    for (let version = 1; version <= 600; version++) channel.send(projectChanged('one', version));
    channel.send(projectChanged('two', 1));
    channel.send(projectChanged('one', 601));
    await callFrom(page, { kind: 'listening' });
    expect(received()).toEqual([projectChanged('two', 1), projectChanged('one', 601)]);
  });

  it('keeps at most 500 events', async () => {
    for (let id = 0; id < 2000; id++) channel.send(projectChanged(String(id), 1));
    await callFrom(page, { kind: 'listening' });
    expect(received()).toHaveLength(500);
    expect(received().at(-1)).toEqual(projectChanged('1999', 1));
  });

  it.each([
    ['reloads', () => page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })],
    ['crashes', () => page.emit('render-process-gone', {}, { reason: 'crashed' })],
  ])('holds events again when the page %s', async (_name, happen) => {
    await callFrom(page, { kind: 'listening' });
    happen();
    channel.send(projectChanged('one', 1));
    expect(page.sent).toEqual([]);
    await callFrom(page, { kind: 'listening' });
    expect(received()).toEqual([projectChanged('one', 1)]);
  });

  it('continues when the page navigates within itself', async () => {
    await callFrom(page, { kind: 'listening' });
    page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    page.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    channel.send(projectChanged('one', 1));
    expect(received()).toHaveLength(1);
  });

  it('holds events for the next window when this one closes', async () => {
    await callFrom(page, { kind: 'listening' });
    page.destroy();
    channel.send(projectChanged('one', 1));
    const next = new FakeWebContents();
    next.mainFrame = new FakeFrame(APP);
    channel.attach(next as unknown as WebContents);
    channel.send(projectChanged('two', 1));
    expect(next.sent).toEqual([]);
    await callFrom(next, { kind: 'listening' });
    expect(next.sent.map(({ payload }) => payload)).toEqual([projectChanged('one', 1), projectChanged('two', 1)]);
  });
});

describe('startup', () => {
  const waiting = { name: 'start', payload: { failure: null } };

  it('is shown to the page, even after a reload, until the application opens', async () => {
    channel.showStart({ failure: null });
    expect(received()).toEqual([]);
    await callFrom(page, { kind: 'listening' });
    expect(received()).toEqual([waiting]);
    page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    await callFrom(page, { kind: 'listening' });
    expect(received()).toEqual([waiting, waiting]);
    channel.showStart(null);
    await callFrom(page, { kind: 'listening' });
    expect(received()).toEqual([waiting, waiting, { name: 'start', payload: null }]);
  });

  it('can be retried only by the page of the window', async () => {
    expect(await callFrom(page, { kind: 'tryAgain' }, new FakeFrame(APP))).toMatchObject({ error: { code: 'SENDER_REFUSED' } });
    expect(triedAgain).toBe(0);
    expect(await callFrom(page, { kind: 'tryAgain' })).toMatchObject({ ok: true });
    expect(triedAgain).toBe(1);
  });
});
